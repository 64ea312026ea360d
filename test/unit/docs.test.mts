/** The pages about all operations are what the tables say. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
