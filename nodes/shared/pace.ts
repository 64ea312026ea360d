/** Long work in pieces: n8n serves everybody else between them. */
import { sleep } from 'n8n-workflow';

/** Work of one turn of the event loop, in units of about a microsecond: some milliseconds, also on a slow machine. */
export const workOfTurn = 4_000;

/** What one of each kind costs, in units: a turn handles no more of them than `workOfTurn` has room for. */
export const workOf = {
	/** A task of a run: its parameters read and checked, and its item made. */
	task: 20,
	/** A parameter of a task whose expression n8n evaluates. */
	expression: 100,
	/** An entry of a list that was entered: found in its text, and compared with the others. */
	entry: 2,
	/** An entry that is held against its field's rule, such as an address with its checksum. */
	checkedEntry: 20,
	/** A character of such an entry, of which a long one has many. */
	character: 0.05,
	/** A page, a chart, or the beginning of another file. */
	file: 2_000,
	/** A line of a file, with its time as a calendar writes it. */
	line: 30,
	/** A cell of a table in a file. */
	cell: 0.5,
	/** An amount that is added to a sum. */
	amount: 2,
	/** A record that is put into the group that it belongs to. */
	grouped: 2,
	/** A record whose columns are compared with those of the others. */
	aligned: 2,
	/** A log of a contract: its event found, its transfer read, its record made. */
	event: 20,
	transferLog: 300,
	eventLog: 100,
	/** The checksum of an address that is decoded. A word of 32 bytes costs one. */
	checksum: 20,
	/** A record that a feed remembers. */
	mark: 10,
	/** What a stream delivers: an item, its place in the chain, and an execution. */
	streamedItem: 80,
	place: 10,
	execution: 500,
	/** A day or another interval of a report, whose bounds a calendar knows. */
	interval: 60,
};

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
export function* spend(units: number): Generator<void, void> {
	countWork(units);
	if (isPauseDue()) yield;
}

/** Counts units of work, and waits for the next turn where a pause is due. */
export const takeTurn = async (units: number): Promise<void> => await inPieces(spend(units));

/** Does the work without pauses, for work that is known to be little. */
export function withoutPauses<T>(work: Generator<void, T>): T {
	for (;;) {
		const step = work.next();
		if (step.done) return step.value;
	}
}

/** What becomes of each entry, of which one costs so many units. */
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

/** A function that works at a stretch, and in pieces where whoever calls it can wait. */
export type Paced<A extends unknown[], T> = ((...args: A) => T) & {
	inPieces?: (...args: A) => Generator<void, T>;
};

/** The function that does these pieces. */
export const paced = <A extends unknown[], T>(
	pieces: (...args: A) => Generator<void, T>,
): Paced<A, T> =>
	Object.assign((...args: A) => withoutPauses(pieces(...args)), { inPieces: pieces });

/** The work of a function in pieces, as one piece where the function has no others. */
export function* piecesOf<A extends unknown[], T>(
	work: Paced<A, T>,
	...args: A
): Generator<void, T> {
	return work.inPieces ? yield* work.inPieces(...args) : work(...args);
}
