/** Splits long work into pieces, so that n8n can serve others in between. */
import { sleep } from 'n8n-workflow';

/** Work per turn of the event loop, in units of about a microsecond. Some milliseconds, even on a slow machine. */
export const workOfTurn = 4_000;

/** Cost of each kind of work, in the units of `workOfTurn`. */
export const workOf = {
	/** A task of a run: reading and checking its parameters, and making its item. */
	task: 20,
	/** A parameter with an expression that n8n evaluates. */
	expression: 100,
	/** An entry of an entered list: finding it in the text, and comparing it with the others. */
	entry: 2,
	/** Checking an entry against its field's rule, such as an address with its checksum. */
	checkedEntry: 20,
	/** A character of a checked entry. */
	character: 0.05,
	/** A page, a chart, or the beginning of another file. */
	file: 2_000,
	/** A line of a file, with a formatted time. */
	line: 30,
	/** A cell of a table in a file. */
	cell: 0.5,
	/** Adding an amount to a sum. */
	amount: 2,
	/** Putting a record into its group. */
	grouped: 2,
	/** Comparing the columns of a record with those of the others. */
	aligned: 2,
	/** A contract log: finding its event, reading its transfer, making its record. */
	event: 20,
	transferLog: 300,
	eventLog: 100,
	/** The checksum of a decoded address. For comparison, a word of 32 bytes costs 1. */
	checksum: 20,
	/** A record that a feed remembers. */
	mark: 10,
	/** Parts of a stream's delivery: an item, its place in the chain, and an execution. */
	streamedItem: 80,
	place: 10,
	execution: 500,
	/** An interval of a report, such as a day, with bounds from a calendar. */
	interval: 60,
};

/** Work of all callers in this turn, because many small pieces block as much as a large one. */
let done = 0;
let nextTurn: Promise<void> | undefined;

export const countWork = (units: number): void => {
	done += units;
};

/** True if this turn has done enough work. */
export const isPauseDue = (): boolean => done >= workOfTurn;

/** The next turn of the event loop. All callers wait for the same one. */
const pause = async (): Promise<void> =>
	await (nextTurn ??= sleep(0).then(() => {
		done = 0;
		nextTurn = undefined;
	}));

/** Runs work that counts its units and yields if a pause is due. Returns its result. */
export async function inPieces<T>(work: Generator<void, T>): Promise<T> {
	for (;;) {
		const step = work.next();
		if (step.done) return step.value;
		// Others may have used up the turn that this caller waited for.
		do await pause();
		while (isPauseDue());
	}
}

/** Counts units of work, and yields if a pause is due. */
export function* spend(units: number): Generator<void, void> {
	countWork(units);
	if (isPauseDue()) yield;
}

/** Counts units of work, and waits for the next turn if a pause is due. */
export const takeTurn = async (units: number): Promise<void> => await inPieces(spend(units));

/** Runs work without pauses. Only for small amounts of work. */
export function withoutPauses<T>(work: Generator<void, T>): T {
	for (;;) {
		const step = work.next();
		if (step.done) return step.value;
	}
}

/** Maps entries that cost `units` of work each. */
export function* mapInPieces<T, R>(
	entries: readonly T[],
	units: number,
	map: (entry: T) => R,
): Generator<void, R[]> {
	const mapped: R[] = [];
	for (const entry of entries) {
		yield* spend(units);
		mapped.push(map(entry));
	}
	return mapped;
}

/** A function that works in one go, or in pieces if the caller can wait. */
export type Paced<A extends unknown[], T> = ((...args: A) => T) & {
	inPieces?: (...args: A) => Generator<void, T>;
};

/** Makes a paced function from a generator. */
export const paced = <A extends unknown[], T>(
	pieces: (...args: A) => Generator<void, T>,
): Paced<A, T> =>
	Object.assign((...args: A) => withoutPauses(pieces(...args)), { inPieces: pieces });

/** Runs a function in pieces, or as one piece if it has none. */
export function* piecesOf<A extends unknown[], T>(
	work: Paced<A, T>,
	...args: A
): Generator<void, T> {
	return work.inPieces ? yield* work.inPieces(...args) : work(...args);
}
