/** The ratios that docs/performance.md states for the short form, and whether they still hold. */
import { readFileSync } from 'node:fs';
import { writeRows } from './output.mts';
import type { Goal } from './race.mts';

/** A busy machine makes a ratio worse by less than this. */
const tolerance = 1.5;

/** Ratios by the words of their goals: the rows of the page's table whose last column is that of the short form. */
function readStated(): Map<string, number> {
	const page = readFileSync('docs/performance.md', 'utf8');
	const table = /^\|[^\n]*\| short form \|\n\|[-| ]+\|\n((?:\|.*\|\n)+)/m.exec(page)?.[1] ?? '';
	const rows = table
		.trim()
		.split('\n')
		.map((row) => row.split('|').map((cell) => cell.trim()));
	return new Map(rows.map((cells) => [cells[1]!, Number(cells.at(-2))]));
}

/** Prints each ratio beside the stated one; ends the process with a code where one is worse by half. */
export function compareWithPage(goals: Goal[]): void {
	const stated = readStated();
	const compared = goals.flatMap(({ goal, measured }) => {
		const ratio = stated.get(goal);
		return ratio ? [{ goal, measured, stated: ratio, isWorse: measured > ratio * tolerance }] : [];
	});
	writeRows(
		'Ratios beside those of docs/performance.md',
		compared.map(({ goal, measured, stated: ratio, isWorse }) => ({
			goal,
			measured: Number(measured.toPrecision(3)),
			stated: ratio,
			outcome: isWorse ? 'worse by half' : 'holds',
		})),
	);
	if (!stated.size) throw new Error('docs/performance.md states no ratio for the short form');
	if (compared.some(({ isWorse }) => isWorse)) process.exitCode = 1;
}
