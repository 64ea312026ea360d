/**
 * npm run test:e2e: runs the tests of this folder, three files at a time, and tells how many passed.
 * npm run test:e2e -- measured: runs the named ones.
 */
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { prepareBrowser } from './browser.mts';

/** The longest first, so that no core waits for one at the end. */
const all = [
	'workflows',
	'feeds',
	'measured',
	'editor',
	'stream',
	'schema',
	'nextNodes',
	'reports',
	'recipes',
	'questions',
	'agents',
	'mockPage',
	'several',
	'widths',
];
const named = process.argv.slice(2);
prepareBrowser();
const tests = run({
	files: (named.length ? named : all).map((name) => `test/e2e/${name}.test.mts`),
	// Much of a file's time is waiting for n8n's polls, and for one core.
	concurrency: 3,
	timeout: 15 * 60_000,
});
tests.compose(spec).pipe(process.stdout);
tests.on('test:summary', ({ file, counts }) => {
	if (file) return;
	const failed = counts.tests - counts.passed;
	process.exitCode = failed || counts.passed === 0 ? 1 : 0;
	process.on('exit', () => console.log(`${counts.passed} passed, ${failed} failed`));
});
