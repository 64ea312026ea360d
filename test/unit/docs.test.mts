/** The pages about all operations are what the tables say, and links from the editor lead somewhere. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { listRows } from '../../tools/groups.mts';

test('docs/operations.md is up to date', () => {
	const { stderr } = spawnSync(process.execPath, ['tools/docs.mjs', '--check'], { encoding: 'utf8' });
	expect(stderr).toBe('');
});

test('docs/compatibility.md has a row for every operation, and no other', () => {
	const lines = readFileSync('docs/compatibility.md', 'utf8').split('\n');
	const names = lines.flatMap((line) => /^\| (?!Operation)([^|]+: [^|]+) \|/.exec(line)?.[1] ?? []);
	expect(names).toEqual(listRows().map(({ group, resource, row }) => `${group.resources[resource].name}: ${row.name}`));
});

test('what the editor links to is a heading of the README', () => {
	const headings = readFileSync('README.md', 'utf8').match(/^#+ .+$/gm)!;
	const anchors = headings.map((heading) => heading.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'));
	const linking = globSync(['nodes/*/*.node.json', 'credentials/*.ts']);
	const links = linking.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/n8n-nodes-avalanche#([\w-]+)/g)]);
	expect(links.length).toBeGreaterThan(8);
	// GitHub shows the README itself at #readme.
	for (const [, anchor] of links) expect(['readme', ...anchors]).toContain(anchor);
});
