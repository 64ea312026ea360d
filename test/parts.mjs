/* Parts of the tests: files that run in one process, so that n8n and the package are loaded once for all of them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** A part takes a minute or two: long beside what it loads, and short enough that no core waits long at the end. */
const mostWork = 240_000;

/** How long a file takes for its bytes, beside a file without scenes: some scenes poll or listen again and again. */
const slowness = { streamScene: 8, feedScene: 5, watchScene: 0.4 };

/**
 * Writes the parts into a folder, which is emptied first. The part with the most work is the first by name.
 *
 * @param files paths of test files
 * @returns the folder
 */
export function writeParts(files, folder) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const groups = Map.groupBy(files.map(readTest), ({ dir, scenes }) => [dir, ...scenes].join());
	const parts = [...groups.values()].flatMap(split).toSorted((a, b) => b.work - a.work);
	parts.forEach(({ tests }, n) => {
		const number = `${n + 1}`.padStart(2, '0');
		writeFileSync(join(folder, `part-${number}.js`), write(tests, folder));
	});
	return folder;
}

/** A test file, with the scenes that it plays in: modules whose hooks run around each test of those that import them. */
function readTest(path) {
	const source = readFileSync(path, 'utf8');
	const dir = dirname(path);
	const scenes = Array.from(source.matchAll(/from '\.\/(\w+Scene\.mts)'/g), ([, name]) =>
		join(dir, name),
	);
	const [, slow = 1] =
		Object.entries(slowness).find(([scene]) => scenes.join().includes(scene)) ?? [];
	return { path, dir, work: source.length * slow, scenes };
}

/** Deals the tests out, the largest first, each to the part that is the smallest so far. */
function split(tests) {
	const work = tests.reduce((sum, test) => sum + test.work, 0);
	const parts = Array.from({ length: Math.ceil(work / mostWork) }, () => ({
		work: 0,
		tests: [],
	}));
	for (const test of tests.toSorted((a, b) => b.work - a.work)) {
		const smallest = parts.reduce((least, part) => (part.work < least.work ? part : least));
		smallest.tests.push(test);
		smallest.work += test.work;
	}
	return parts;
}

/** A part requires its scenes, so that their hooks are those of the whole part, and each file under its name. */
function write(tests, folder) {
	const quote = (path) => JSON.stringify(relative(folder, path));
	const [{ scenes }] = tests;
	return [
		...scenes.map((scene) => `require(${quote(scene)});`),
		...tests.map(
			({ path }) => `describe('${basename(path)}', () => void require(${quote(path)}));`,
		),
	].join('\n');
}
