/** The memory of a trigger between its polls: the cursor of its event, in the static data of its node. */
import type { IPollFunctions } from 'n8n-workflow';
import { markOf } from '../feeds/identity';
import { Lately } from '../feeds/lately';
import { staticDataOf, type Stored } from '../feeds/stored';
import { minuteMs } from '../shared/values/timeUnits';

/** Static data in which this process has stored a cursor. Any other was just loaded from the database. */
const held = new WeakSet<object>();

/** The node of a poll, and the time at which the poll began (ms). Made before anything changes the memory. */
export interface Poll {
	node: string;
	began: number;
	/** The cursor as n8n loaded it, before the poll puts a beginning in its place. */
	loaded?: { cursor: unknown };
}

/** Undefined for a poll that n8n does not call "update". It may be an activation, whose memory n8n may drop. */
export const beginPoll = (context: IPollFunctions): Poll | undefined =>
	context.getActivationMode() === 'update'
		? {
				node: nodeKeyOf(context),
				began: Date.now(),
				loaded: { cursor: staticDataOf(context).cursor },
			}
		: undefined;

export const nodeKeyOf = (context: IPollFunctions): string =>
	`${context.getWorkflow().id} ${context.getNode().id}`;

/** Under load, a poll may begin this long after n8n loaded its copy of the memory. The next tick comes later. */
const staleMs = 45_000;
/** No poll lasts longer: n8n gives it up after 45 s, and each of its requests ends after 20 s. */
const longestPollMs = 5 * minuteMs;

/**
 * True if this process polls because n8n started, or took over from another process. n8n's usual engine says so in
 * every poll until the workflow is published again, and n8n's scheduler never.
 */
export const isStart = (context: IPollFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/**
 * The mark of the memory from which the last poll of a node started, and the time at which it stored another. With
 * durable cursors each poll has a copy of the memory, and n8n 2.41.1 may run two polls at once. The later one would
 * undo what the first one stored. Entries of deleted triggers expire.
 */
export const lastStored = new Lately<{ from: string; at: number }>(staleMs + longestPollMs);
/** Long enough that no two memories of a node share a mark. */
const markLength = 22;
/** A memory without a cursor has a mark, too: the first polls after a publication share it. */
const markOfMemory = (cursor = ''): string => markOf(cursor, markLength);

/** One poll's hold on the memory: reads it at the start, and stores the new cursor as its last act. */
export class Memory<Cursor> {
	readonly cursor: Cursor | undefined;
	/** True if the last items are to be emitted again: n8n may have stopped before a workflow ran with them. */
	readonly redelivers: boolean;
	private readonly before: string | undefined;

	constructor(
		private readonly stored: Stored<Cursor>,
		/** True if the user wants redelivery, and the last items may come again now. */
		redeliver: boolean,
		private readonly poll?: Poll,
	) {
		this.cursor = stored.cursor;
		this.before = JSON.stringify(stored.cursor);
		this.redelivers = redeliver && !held.has(stored);
	}

	/**
	 * True if an overlapping poll has stored its result. That result stands. If n8n fails to keep it, the next poll
	 * starts from the same memory again.
	 */
	get isOvertaken(): boolean {
		const isChanged = JSON.stringify(this.stored.cursor) !== this.before;
		// A redelivery without news leaves the cursor as it is, and shows only in `held`.
		return isChanged || this.isStale || (this.redelivers && held.has(this.stored));
	}

	/** True if another poll of the node had a copy of the same memory, and has already stored its result. */
	private get isStale(): boolean {
		const { poll } = this;
		const last = poll && lastStored.get(poll.node);
		if (!last || held.has(this.stored) || last.from !== markOfMemory(this.before)) return false;
		return last.at > poll.began - staleMs && last.at <= Date.now();
	}

	/** Leaves its copy as it was loaded. With durable cursors, n8n would store it over the result that stands. */
	giveUp(): void {
		const { stored, poll, before } = this;
		if (!poll?.loaded || held.has(stored) || JSON.stringify(stored.cursor) !== before) return;
		const cursor = poll.loaded.cursor as Cursor | undefined;
		if (cursor === undefined) delete stored.cursor;
		else stored.cursor = cursor;
	}

	store(cursor: Cursor): void {
		held.add(this.stored);
		const { poll, before } = this;
		if (poll && JSON.stringify(cursor) !== before)
			lastStored.set(poll.node, { from: markOfMemory(before), at: Date.now() });
		this.stored.cursor = cursor;
	}
}
