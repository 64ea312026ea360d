/** The pages about all operations are what the tables say, and links from the editor lead somewhere. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import type { Row } from '../../tools/groups.mts';
import { nameRow, writePage } from '../node/compatibility.mts';

test('docs/operations.md is up to date', () => {
	const { stderr } = spawnSync(process.execPath, ['tools/docs.mjs', '--check'], {
		encoding: 'utf8',
	});
	expect(stderr).toBe('');
});

test('docs/compatibility.md is up to date, but for what only a run against a node can see', () => {
	const page = readFileSync('docs/compatibility.md', 'utf8');
	const [version] = /avalanchego\/[\d.]+/.exec(page)!;
	// the third column, by the node's heading and the name of the operation
	const seen = new Map<string, string>();
	for (const section of page.split('\n## ').slice(1)) {
		const [heading, ...lines] = section.split('\n');
		for (const line of lines) {
			const [, operation, , words] = line.split(/ ?(?<!\\)\| ?/);
			if (words) seen.set(`${heading} ${operation}`, words.replaceAll('\\|', '|'));
		}
	}
	const describeSeen = (row: Row) =>
		seen.get(`${row.description.displayName} ${nameRow(row)}`) ?? 'nothing yet';
	expect(writePage(version, describeSeen)).toBe(page);
});

test('what the editor links to is a heading of the README', () => {
	const headings = readFileSync('README.md', 'utf8').match(/^#+ .+$/gm)!;
	const anchors = headings.map((heading) =>
		heading.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'),
	);
	const linking = globSync(['nodes/*/*.node.json', 'credentials/*.ts']);
	const links = linking.flatMap((path) => [
		...readFileSync(path, 'utf8').matchAll(/n8n-nodes-avalanche#([\w-]+)/g),
	]);
	expect(links.length).toBeGreaterThan(8);
	// GitHub shows the README itself at #readme.
	for (const [, anchor] of links) expect(['readme', ...anchors]).toContain(anchor);
});
