/** Whoever loads dist/ asks here first whether it was built from the sources as they are now. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
/** A folder and all that is in it; a file that is gone is seen by the time of its folder. */
const listFolder = (folder: string): string[] => [
	folder,
	...readdirSync(folder, { encoding: 'utf8', recursive: true }).map((path) => join(folder, path)),
];

/** Throws one line that says what to do, where dist/ is missing or older than a source. */
export function requireBuild(): void {
	const builtAt = timeOf('dist');
	const folders = ['nodes', 'credentials'];
	// The build makes __schema__/ of these, which a run may be about to write.
	if (process.env.GOLDEN !== 'write') folders.push('test/golden/items');
	const sources = ['index.ts', 'tsconfig.json', ...folders.flatMap(listFolder)];
	const newer = sources.find((path) => timeOf(path) > builtAt);
	if (!newer) return;
	throw new Error(`dist/ is ${builtAt ? `older than ${newer}` : 'missing'}: run npm run build`);
}
