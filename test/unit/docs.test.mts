/** The pages are what the tables and the code say, and links lead somewhere. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { listRows } from '../../tools/groups.mts';
import { listTexts } from '../../tools/texts.mts';

interface Linking {
	description?: { documentationUrl?: string };
	documentationUrl?: string;
}
interface Package {
	homepage: string;
	repository: { url: string };
	n8n: { nodes: string[]; credentials: string[] };
}
const load = createRequire(join(process.cwd(), 'package.json'));

test('docs/operations/, docs/compatibility.md and the items of docs/trigger/ are up to date', () => {
	const { stderr } = spawnSync(process.execPath, ['tools/docs.mjs', '--check'], {
		encoding: 'utf8',
	});
	expect(stderr).toBe('');
});

/** GitHub's names for the headings of a page. */
function anchorsOf(page: string): string[] {
	const text = page.replace(/^```.*?^```/gms, '');
	const seen = new Map<string, number>();
	return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
		const words = heading.replace(/\[(.+?)\]\(.*?\)/g, '$1').toLowerCase();
		const anchor = words.replace(/[^\w\s-]/g, '').replaceAll(' ', '-');
		const before = seen.get(anchor) ?? 0;
		seen.set(anchor, before + 1);
		return before ? `${anchor}-${before}` : anchor;
	});
}

const pages = ['*.md', 'docs/**/*.md', 'examples/*.md'].flatMap((pattern) => globSync(pattern));

/** Whether a link of a page leads to a file, and to a heading in it. */
function isThere(page: string, link: string): boolean {
	const [path, anchor] = decodeURI(link).split('#');
	const target = path ? join(dirname(page), path) : page;
	if (!existsSync(target)) return false;
	return !anchor || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

test.each(pages)('the links of %s lead to files and headings', (page) => {
	const text = readFileSync(page, 'utf8').replace(/^```.*?^```/gms, '');
	const links = [...text.matchAll(/\]\((?!https?:)(.+?)\)/g)].map(([, link]) => link);
	expect(links.filter((link) => !isThere(page, link))).toEqual([]);
});

test('each page of docs/ is linked from docs/README.md', () => {
	const index = readFileSync('docs/README.md', 'utf8');
	const missing = globSync('docs/*.md').filter((page) => !index.includes(`](${basename(page)})`));
	expect(missing).toEqual(['docs/README.md']);
});

test.each(['trigger', 'operator'])('docs/%s.md leads to each page of its folder', (name) => {
	const overview = readFileSync(`docs/${name}.md`, 'utf8');
	const pages = globSync(`docs/${name}/*.md`).map((page) => basename(page));
	expect(pages.length).toBeGreaterThan(2);
	expect(pages.filter((page) => !overview.includes(`](${name}/${page}`))).toEqual([]);
});

test('each Docs button leads to a page of this repository', () => {
	const { homepage, repository, n8n } = load('./package.json') as Package;
	const base = `${homepage}/blob/main/`;
	expect(repository.url).toBe(`git+${homepage}.git`);
	const links = [...n8n.nodes, ...n8n.credentials].map((path) => {
		const [name] = basename(path).split('.');
		const made = new (load(`./${path}`) as Record<string, new () => Linking>)[name]();
		return (made.description ?? made).documentationUrl!;
	});
	expect(
		links.filter((link) => !link.startsWith(base) || !existsSync(link.slice(base.length))),
	).toEqual([]);
	expect(new Set(links).size).toBe(links.length);
});

test('each action that a page of docs/ names is one of a node', () => {
	const actions = listRows().map(({ row }) => row.action);
	const named = globSync('docs/{,trigger/,operator/}*.md').flatMap((page) => [
		...readFileSync(page, 'utf8').matchAll(/\baction\s+\*\*(.+?)\*\*/g),
	]);
	expect(named.length).toBeGreaterThan(2);
	expect(named.map(([, action]) => action).filter((action) => !actions.includes(action))).toEqual(
		[],
	);
});

test('each quoted text of docs/troubleshooting.md is a text of the code', () => {
	const texts = listTexts()
		.filter(({ file }) => file.endsWith('.ts'))
		.map(({ text }) => text);
	const page = readFileSync('docs/troubleshooting.md', 'utf8');
	const quoted = [...page.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
	expect(quoted.length).toBeGreaterThan(15);
	// A reason begins with a small letter where it follows the field's name.
	const contains = (text: string, part: string) =>
		text.includes(part) || text.includes(part.charAt(0).toUpperCase() + part.slice(1));
	// "..." stands where a value does.
	const isInCode = (heading: string) =>
		texts.some((text) => heading.split('...').every((part) => contains(text, part.trim())));
	expect(quoted.filter((heading) => !isInCode(heading))).toEqual([]);
	// The first table names parts of messages, beside one line of n8n's own.
	const [, first] = /^## The messages that people get most\n(.*?)^## /ms.exec(page)!;
	const parts = [...first.matchAll(/^\| (.+?) +\|/gm)].map(([, part]) => part).slice(2);
	expect(parts.length).toBeGreaterThan(8);
	const foreign = "Couldn't connect with these settings";
	expect(parts.filter((part) => part !== foreign && !isInCode(part))).toEqual([]);
});
