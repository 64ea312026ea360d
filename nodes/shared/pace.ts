/** Long work in pieces: n8n serves everybody else between them. */
import { sleep } from 'n8n-workflow';

/** Work of one turn of the event loop, in units of about a microsecond: some milliseconds, also on a slow machine. */
export const workOfTurn = 4_000;

/** Of all that works in this turn: many small works block like a large one. */
let done = 0;
let nextTurn: Promise<void> | undefined;

/** Counts units of work. */
export const countWork = (units: number): void => {
	done += units;
};

/** Whether this turn has seen enough work. */
export const isPauseDue = (): boolean => done >= workOfTurn;

/** The next turn of the event loop, for which all wait together. */
const pause = async (): Promise<void> =>
	await (nextTurn ??= sleep(0).then(() => {
		done = 0;
		nextTurn = undefined;
	}));

/** What the work returns; it counts what it does, and yields where a pause is due. */
export async function inPieces<T>(work: Generator<void, T>): Promise<T> {
	for (;;) {
		const step = work.next();
		if (step.done) return step.value;
		// Others may have used up the turn that this one waited for.
		do await pause();
		while (isPauseDue());
	}
}

/** Counts units of work, and yields where a pause is due. */
export const takeTurn = async (units: number): Promise<void> =>
	await inPieces(
		(function* () {
			countWork(units);
			if (isPauseDue()) yield;
		})(),
	);

/** Does the work without pauses, for work that is known to be little. */
export function withoutPauses<T>(work: Generator<void, T>): T {
	for (;;) {
		const step = work.next();
		if (step.done) return step.value;
	}
}
