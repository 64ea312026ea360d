/** A feed's memory between polls: at most 8 KB per list in n8n's static data, however long it runs. */
import type { Backlog, FeedNotice } from './backlog';
import { markOf } from './identity';

/** The newest cursor version that this code reads. A newer one stops the trigger with an error. */
export const cursorVersion = 1;

export type PolledEvent = 'newTransaction' | 'newReward' | 'contractEvent';
/** All feeds, including those that only a stream has. */
export type FeedEvent = PolledEvent | 'newBlock' | 'acceptedTransaction' | 'pendingTransaction';

export interface FeedCursor {
	version: typeof cursorVersion;
	event: FeedEvent;
	/** Names the watched subject and its start. If the name changes, the trigger starts afresh. */
	feed: string;
	/** While the watch cannot begin: the time at which it will (UNIX seconds), its start or when it was published. */
	pending?: number;
	/** While pending: packed marks of records with a future time that already existed at the beginning. */
	known?: string;
	/** Set if every move of the place was confirmed. An unconfirmed place may lie beyond everything that exists. */
	confirmed?: true;
	/** How far the feed was read. Absent while pending. */
	place?: Place;
	/** The feed's ends as earlier polls saw them: when (UNIX seconds), and the first position beyond. */
	ends?: Array<[at: number, end: number]>;
	/** How many positions one list may cover, if the feed is too dense for the usual number. */
	span?: number;
	/** The place at which the last poll with output began, to emit the same again after a restart. */
	last?: Batch;
	/** The backlog after the last poll, if backlogs are reported. */
	backlog?: Backlog;
	/** A mark of the last value of Start Over From, which must not be applied twice. */
	startedOver?: string;
	/** For a watch of several lists: how far each was read, by its key. */
	parts?: Record<string, PartCursor>;
	/** For lists shared by several subjects: the position from which each subject is watched, by its name. */
	since?: Record<string, number>;
	/** The key of the list that comes first in the next poll, because the last poll stopped at it. */
	turn?: string;
	/** The way down a list too long for one poll: places to go on from, the lowest last. */
	descent?: DescentStep[];
}

/** The cursor of one list of several, without the fields that all lists share. */
export type PartCursor = Omit<
	FeedCursor,
	'version' | 'event' | 'feed' | 'parts' | 'since' | 'turn' | 'startedOver'
>;

/** A place on the way down a list from its newest record. */
export interface DescentStep {
	/** The token of the next page. */
	token: string;
	/** The lowest position so far. More records of it may follow. */
	lowest: number;
	/** Pages read so far, over all polls. */
	pages: number;
	/** When the list was begun, UNIX seconds. Records added later may be missing from it. */
	at: number;
}

/** A place in a feed. Positions are block numbers or UNIX seconds. */
export interface Place {
	/** Everything below this position is done and is never read again. */
	floor: number;
	/** Everything below this position was read at least once. */
	next: number;
	/** Packed marks of the records emitted from `floor` on, see {@link packSeen}. */
	seen: string;
	/** For positions that may be emitted only in part: the last record emitted of each, in feed order. */
	through?: Through[];
}

/** A place, with the notices of the poll that began there. */
export interface Batch extends Place {
	notices?: FeedNotice[];
}

/** Identifies a record or a gap by its position and mark. */
export type Through = [position: number, mark: string];

/** Marks of emitted records, by position. */
export type Seen = Map<number, Set<string>>;

/** Most marks to keep. Two places of this size and a descent stay below 8 KB together. */
export const mostSeen = 256;

const longestDescent = 440;

/** The last steps of a descent that fit into the memory. None if even the last one alone is too long. */
export function fitDescent(steps: DescentStep[]): DescentStep[] {
	let first = 0;
	while (JSON.stringify(steps.slice(first)).length > longestDescent) first++;
	return steps.slice(first);
}

const markLength = 8;
const markForm = new RegExp(`.{${markLength}}`, 'g');

/** The mark of a record's key: 48 bits, so that no two records of a place share one by chance. */
export const markOfKey = (key: string): string => markOf(key, markLength);

/** Writes `<position>:<marks>` separated by spaces. Each position is the difference from the one before, in base 36. */
export function packSeen(seen: Seen): string {
	let before = 0;
	return [...seen]
		.sort(([a], [b]) => a - b)
		.map(([position, marks]) => {
			const step = (position - before).toString(36);
			before = position;
			return `${step}:${[...marks].join('')}`;
		})
		.join(' ');
}

/** The marks of the newest positions that fit, none below the floor. Dropping marks raises the floor. */
export function trimSeen(seen: Seen, floor: number): { floor: number; seen: Seen } {
	const kept: Seen = new Map();
	let count = 0;
	for (const position of [...seen.keys()].sort((a, b) => b - a)) {
		count += seen.get(position)!.size;
		// There is no memory for more, so everything this far back counts as done.
		if (count > mostSeen) return { floor: Math.max(floor, position + 1), seen: kept };
		if (position >= floor) kept.set(position, seen.get(position)!);
	}
	return { floor, seen: kept };
}

/** The marks of the newest position below the floor, if they still fit. */
export function marksBelow(before: Seen, floor: number, kept: Seen): Seen {
	const below = Math.max(...[...before.keys()].filter((position) => position < floor));
	const marks = before.get(below);
	const count = [...kept.values()].reduce((sum, { size }) => sum + size, marks?.size ?? 0);
	return marks && count <= mostSeen ? new Map([[below, marks]]) : new Map();
}

/** The marks from the end of a place on. In a feed of times, these are records with a future time. */
export const seenFrom = ({ next, seen }: Place): Seen =>
	new Map([...unpackSeen(seen)].filter(([position]) => position >= next));

export function unpackSeen(packed: string): Seen {
	const seen: Seen = new Map();
	let position = 0;
	for (const group of packed.split(' ').filter(Boolean)) {
		const [step, marks] = group.split(':');
		position += parseInt(step, 36);
		seen.set(position, new Set(marks.match(markForm)));
	}
	return seen;
}
