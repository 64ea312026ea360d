/** What is written down for publishing agrees with what is there. */
import { buildSync } from 'esbuild';
import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(path, 'utf8');
const readJson = <T,>(path: string) => JSON.parse(read(path)) as T;

test('the workflow of GitHub runs every suite', () => {
	const [, suites] = /suite:\n((?: +- .+\n)+)/.exec(read('.github/workflows/ci.yml'))!;
	const ofWorkflow = [...suites.matchAll(/- (.+)/g)].map(([, suite]) => suite);
	const ofRun = [...read('.ci/run').matchAll(/^\t"\d+ \w+ (npm .+)"$/gm)].map(([, suite]) => suite);
	expect(ofRun.length).toBeGreaterThan(3);
	expect(ofWorkflow).toEqual(ofRun);
});

test('the form for bugs offers every node, by the name that the editor shows', () => {
	const { n8n } = readJson<{ n8n: { nodes: string[] } }>('package.json');
	const names = n8n.nodes.map(
		(path) => /displayName: '(.+)'/.exec(read(path.replace('dist/', '').replace(/js$/, 'ts')))?.[1],
	);
	const [, options] = /label: Node\n +options:\n((?: +- .+\n)+)/.exec(
		read('.github/ISSUE_TEMPLATE/bug.yml'),
	)!;
	const offered = [...options.matchAll(/- (.+)/g)].map(([, name]) => name);
	expect(offered.sort()).toEqual([...names, 'Avalanche API (credential)'].sort());
});

test('docs/verification.md names the linters as they are installed', () => {
	const { packages } = readJson<{ packages: Record<string, { version: string }> }>(
		'tools/lint/package-lock.json',
	);
	const rows = [...read('docs/verification.md').matchAll(/^\| `([\w@/-]+)`(.*?)\| ([\d.]+) /gm)];
	// Of one linter a newer version was tried by hand.
	const installed = rows.filter(([, , about]) => !about.includes('by hand'));
	expect(installed).toHaveLength(4);
	for (const [, name, , version] of installed)
		expect([name, packages[`node_modules/${name}`].version]).toEqual([name, version]);
});

test('docs/verification.md names what only an owner can supply, as long as nobody has', () => {
	const { author, homepage } = readJson<{ author: { email: string }; homepage: string }>(
		'package.json',
	);
	const page = read('docs/verification.md');
	const isPlaceholder = author.email.endsWith('.invalid');
	expect([page.includes(author.email), page.includes(homepage.replace('https://', ''))]).toEqual([
		isPlaceholder,
		isPlaceholder,
	]);
});

test('the published code names the license of each package that it holds parts of', () => {
	const code = read('dist/index.js');
	// The published code has no comments that say where it is from.
	const { outputFiles } = buildSync({
		entryPoints: ['index.ts'],
		bundle: true,
		write: false,
		platform: 'node',
		external: ['n8n-workflow', 'luxon'],
	});
	const paths = outputFiles[0]!.text.matchAll(
		/^\/\/ (?:.*\/)?node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm,
	);
	const held = [...new Set([...paths].map(([, name]) => name))];
	expect(held).toContain('ethers');
	expect(held.filter((name) => !code.includes(`Holds parts of ${name} `))).toEqual([]);
});
