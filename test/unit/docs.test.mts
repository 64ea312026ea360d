/** The page of all operations is what the tables say. */
import { spawnSync } from 'node:child_process';

test('docs/operations.md is up to date', () => {
	const { stderr } = spawnSync(process.execPath, ['tools/docs.mjs', '--check'], { encoding: 'utf8' });
	expect(stderr).toBe('');
});
