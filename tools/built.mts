/** Whoever loads dist/ asks here first whether it was built from the sources as they are now. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
/** A folder and all that is in it; a file that is gone is seen by the time of its folder. */
const listFolder = (folder: string): string[] => [
	folder,
	...readdirSync(folder, { encoding: 'utf8', recursive: true }).map((path) => join(folder, path)),
];

/** What was saved since dist/ was built, of what the build is made from. */
function findNewer(files: string[], folders: string[]): string | undefined {
	const builtAt = timeOf('dist');
	return [...files, ...folders.flatMap(listFolder)].find((path) => timeOf(path) > builtAt);
}

const sources = ['index.ts', 'tsconfig.json'];
const sourceFolders = ['nodes', 'credentials'];
/** The build makes __schema__/ of these. */
const goldenItems = 'test/golden/items';

const buildScripts = ['build.mjs', 'groups.mts', 'packages.mts', 'schemas.mts', 'unfilled.mts'].map(
	(file) => join('tools', file),
);

/** Whether dist/ is what a build would make. */
export const isBuilt = (): boolean =>
	timeOf('dist') > 0 &&
	!findNewer(
		[...sources, 'package.json', 'node_modules/.package-lock.json', ...buildScripts],
		[...sourceFolders, goldenItems, 'icons', 'spec'],
	);

/** Throws one line that says what to do, where dist/ is missing or older than a source. */
export function requireBuild(): void {
	// A run may be about to write the golden items.
	const folders = process.env.GOLDEN === 'write' ? [] : [goldenItems];
	const newer = findNewer(sources, [...sourceFolders, ...folders]);
	if (!newer) return;
	const state = timeOf('dist') ? `older than ${newer}` : 'missing';
	throw new Error(`dist/ is ${state}: run npm run build`);
}
