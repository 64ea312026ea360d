/* Parts of the tests: files that run in one process, so that n8n and the package are loaded once for all of them. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** A part takes a minute or two: long beside what it loads, and short enough that no core waits long at the end. */
const mostWork = 180_000;

/** Scenes whose tests poll or listen again and again: for its bytes, such a file takes four times as long. */
const longScenes = /feedScene|streamScene/;

/**
 * Writes the parts into a folder, which is emptied first.
 *
 * @param files paths of test files
 * @returns the folder
 */
export function writeParts(files, folder) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const groups = Map.groupBy(files.map(readTest), ({ dir, scenes }) => [dir, ...scenes].join());
	const parts = [...groups.values()].flatMap(split);
	parts.forEach((tests, n) =>
		writeFileSync(join(folder, `part-${n + 1}.js`), write(tests, folder)),
	);
	return folder;
}

/** A test file, with the scenes that it plays in: modules whose hooks run around each test of those that import them. */
function readTest(path) {
	const source = readFileSync(path, 'utf8');
	const dir = dirname(path);
	const scenes = Array.from(source.matchAll(/from '\.\/(\w+Scene\.mts)'/g), ([, name]) =>
		join(dir, name),
	);
	const work = source.length * (longScenes.test(scenes.join()) ? 4 : 1);
	return { path, dir, work, scenes };
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
	return parts.map(({ tests: dealt }) => dealt);
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
