/** What a feed remembers between polls: at most 8 KB for each list in n8n's static data, however long it runs. */
import type { Backlog, FeedNotice } from './backlog';
import { markOf } from './identity';

/** The newest form of a cursor that this code reads; a newer one stops the trigger with an error. */
export const cursorVersion = 1;

/** The feeds that are polled. */
export type PolledEvent = 'newTransaction' | 'newReward' | 'contractEvent';
/** All feeds: a stream has some of its own. */
export type FeedEvent = PolledEvent | 'newBlock' | 'acceptedTransaction' | 'pendingTransaction';

export interface FeedCursor {
	version: typeof cursorVersion;
	event: FeedEvent;
	/** What is watched, and from where; with another feed the trigger starts afresh. */
	feed: string;
	/** The watch could not begin yet: it begins at this time, UNIX seconds, when it was published or its start was then. */
	pending?: number;
	/** While it is pending: packed marks of what has a time in the future and was there at the beginning. */
	known?: string;
	/** That its place was confirmed whenever it moved: one that was not may lie beyond all that exists. */
	confirmed?: true;
	/** How far it was read; absent while it is pending. */
	place?: Place;
	/** Ends of the feed as earlier polls saw them: when (UNIX seconds), and the first position beyond. */
	ends?: Array<[at: number, end: number]>;
	/** How many positions one list may cover, where the feed is too dense for the usual number. */
	span?: number;
	/** Where the poll that last emitted something began, to emit it again after a restart. */
	last?: Batch;
	/** What waited after the last poll, where that is reported. */
	backlog?: Backlog;
	/** A mark of the last value of Start Over From, which is not applied again. */
	startedOver?: string;
	/** Of a watch of several lists: how far each was read, by its name. */
	parts?: Record<string, PartCursor>;
	/** Of lists that hold the records of several: from which position on each of them is watched, by its name. */
	since?: Record<string, number>;
	/** The list that comes first in the next poll, where there was no room for it in the last. */
	turn?: string;
	/** The way down a list for which the time of one poll is too short: places to go on from, the lowest last. */
	descent?: DescentStep[];
}

/** A cursor of one list of several, without what all have in common. */
export type PartCursor = Omit<
	FeedCursor,
	'version' | 'event' | 'feed' | 'parts' | 'since' | 'turn' | 'startedOver'
>;

/** A place on the way down a list from its newest record. */
export interface DescentStep {
	/** Leads to the next page. */
	token: string;
	/** The lowest position so far; more records of it may follow. */
	lowest: number;
	/** Pages so far. */
	pages: number;
	/** When the list began to be read, UNIX seconds: it may not hold what was added later. */
	at: number;
}

/** A place in a feed. Positions are block numbers or UNIX seconds. */
export interface Place {
	/** Everything below this position is done and is never read again. */
	floor: number;
	/** Everything below this one was read at least once. */
	next: number;
	/** Packed marks of what was emitted from `floor` on, see {@link packSeen}. */
	seen: string;
	/** Of positions that may be emitted in part, the last record that was emitted, in the order of the feed. */
	through?: Through[];
}

/** A place, with what the poll that began there said of the feed itself. */
export interface Batch extends Place {
	notices?: FeedNotice[];
}

/** A record by its mark. */
export type Through = [position: number, mark: string];

/** Marks of emitted records, by position. */
export type Seen = Map<number, Set<string>>;

/** Most marks that are kept; two places of so many, and a descent, stay below 8 KB together. */
export const mostSeen = 256;

const longestDescent = 440;

/** As many of the last steps of a descent as there is room for; none where the last one alone is too long. */
export function fitDescent(steps: DescentStep[]): DescentStep[] {
	let first = 0;
	while (JSON.stringify(steps.slice(first)).length > longestDescent) first++;
	return steps.slice(first);
}

const markLength = 8;
const markForm = new RegExp(`.{${markLength}}`, 'g');

/** The mark of a record by its key: 48 bits, so that two of a place's records never share one by chance. */
export const markOfKey = (key: string): string => markOf(key, markLength);

/** `<position>:<marks>`, the position in base 36 and less than the one before it, with spaces between them. */
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

/** The marks that there is room for, those of the newest positions; nothing below the floor is marked. */
export function trimSeen(seen: Seen, floor: number): { floor: number; seen: Seen } {
	const kept: Seen = new Map();
	let count = 0;
	for (const position of [...seen.keys()].sort((a, b) => b - a)) {
		count += seen.get(position)!.size;
		// No memory for more: what lies so far back is done.
		if (count > mostSeen) return { floor: Math.max(floor, position + 1), seen: kept };
		if (position >= floor) kept.set(position, seen.get(position)!);
	}
	return { floor, seen: kept };
}

/** The marks of the newest position below the floor, where there is room for them too. */
export function marksBelow(before: Seen, floor: number, kept: Seen): Seen {
	const below = Math.max(...[...before.keys()].filter((position) => position < floor));
	const marks = before.get(below);
	const count = [...kept.values()].reduce((sum, { size }) => sum + size, marks?.size ?? 0);
	return marks && count <= mostSeen ? new Map([[below, marks]]) : new Map();
}

/** What was emitted from the end of a place on: of records of times, those whose time lies in the future. */
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
