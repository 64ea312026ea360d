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

function compare(goals: Goal[]) {
	const stated = readStated();
	if (!stated.size) throw new Error('docs/performance.md states no ratio for the short form');
	return goals.flatMap(({ goal, measured }) => {
		const ratio = stated.get(goal);
		return ratio ? [{ goal, measured, stated: ratio, isWorse: measured > ratio * tolerance }] : [];
	});
}

const mostTries = 3;

/**
 * The goals of a part. One whose ratio is worse by half is measured again, and the better ratio counts: a busy machine
 * makes it worse now and then, a slower node makes it worse each time.
 */
export async function measureSteadily(part: () => Promise<Goal[] | void>): Promise<Goal[]> {
	let goals = (await part()) ?? [];
	for (let tries = 1; tries < mostTries && compare(goals).some(({ isWorse }) => isWorse); tries++) {
		const again = new Map(((await part()) ?? []).map(({ goal, measured }) => [goal, measured]));
		goals = goals.map((of) => ({ ...of, measured: Math.min(of.measured, again.get(of.goal)!) }));
	}
	return goals;
}

/** Prints each ratio beside the stated one; ends the process with a code where one is worse by half. */
export function compareWithPage(goals: Goal[]): void {
	const compared = compare(goals);
	writeRows(
		'Ratios beside those of docs/performance.md',
		compared.map(({ goal, measured, stated: ratio, isWorse }) => ({
			goal,
			measured: Number(measured.toPrecision(3)),
			stated: ratio,
			outcome: isWorse ? 'worse by half' : 'holds',
		})),
	);
	if (compared.some(({ isWorse }) => isWorse)) process.exitCode = 1;
}
