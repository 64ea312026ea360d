/** What `npm run new` left to be filled in: the build refuses it in words, and a test lists it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stands before the words that say what a line lacks. */
export const mark = 'FILL IN: ';

/** A line for each place, such as `spec/evmMethods.mts:12: the answer, in the grammar of spec/grammar.mts`. */
export const listUnfilled = (root: string): string[] =>
	globSync(['nodes/**/*.{ts,mts}', 'spec/*.mts', 'CHANGELOG.md'], { cwd: root })
		.sort()
		.flatMap((file) =>
			readFileSync(join(root, file), 'utf8')
				.split('\n')
				.flatMap((line, i) => {
					const [, words] = line.split(mark);
					return words === undefined ? [] : [`${file}:${i + 1}: ${words}`];
				}),
		);

/** The same as a message; undefined where nothing is left. */
export function describeUnfilled(root: string): string | undefined {
	const left = listUnfilled(root);
	if (!left.length) return undefined;
	return [
		'These lines of a new operation still have to be filled in:',
		...left,
		`Fill in each line, and delete its "${mark.trim()}" with the words after it.`,
	].join('\n');
}
