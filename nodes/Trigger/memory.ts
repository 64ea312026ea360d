/** What a trigger remembers between its polls: the cursor of its event, in n8n's static data of its node. */
import type { IPollFunctions } from 'n8n-workflow';
import { markOf } from '../feeds/identity';
import { Lately } from '../feeds/lately';
import type { Stored } from '../feeds/stored';

/** Static data in which this n8n process has stored a cursor; any other was just loaded from the database. */
const held = new WeakSet<object>();

/** A poll of a node in a workflow, and when it began. */
export interface Poll {
	node: string;
	began: number;
}

/** A tick of the schedule; nothing for the poll of a publication, whose memory n8n may drop. */
export const beginPoll = (context: IPollFunctions): Poll | undefined =>
	context.getActivationMode() === 'update'
		? { node: `${context.getWorkflow().id} ${context.getNode().id}`, began: Date.now() }
		: undefined;

/** So long after n8n has loaded a copy, under load, a poll may begin with it. The next tick is later. */
const staleMs = 45_000;
/** No poll lasts longer: n8n gives it up after 45 s, and no request of it waits for more than 20. */
const longestPollMs = 5 * 60_000;

/**
 * Whether this process began to poll because n8n started, or took over from another one. n8n's usual engine says so in
 * every poll until the workflow is published again, and n8n's scheduler in none.
 */
export const isStart = (context: IPollFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/**
 * From which memory the last poll of a node stored another, by its mark, and when. With durable cursors each poll has a
 * copy of the memory, and n8n 2.41.1 may run two polls at once: what the later one stores would undo the other. Of a
 * trigger that is gone nothing stays.
 */
export const lastStored = new Lately<{ from: string; at: number }>(staleMs + longestPollMs);
/** As long as a hash that no two memories of a node share. */
const markLength = 22;

/** One poll's hold on the memory: what it found when it took the memory up, and what it stores as its last act. */
export class Memory<Cursor> {
	/** What the last poll stored. */
	readonly cursor: Cursor | undefined;
	/** Whether the last items are to be emitted again: n8n may have stopped before a workflow ran with them. */
	readonly redelivers: boolean;
	private readonly before: string | undefined;

	constructor(
		private readonly stored: Stored<Cursor>,
		/** The user's choice, where the last items may come again. */
		redeliver: boolean,
		private readonly poll?: Poll,
	) {
		this.cursor = stored.cursor;
		this.before = JSON.stringify(stored.cursor);
		this.redelivers = redeliver && !held.has(stored);
	}

	/**
	 * Whether a poll that overlaps this one has stored its result. Its result stands; should n8n fail to keep it, the
	 * next poll begins from the same memory again.
	 */
	get isOvertaken(): boolean {
		const isChanged = JSON.stringify(this.stored.cursor) !== this.before;
		// Where nothing is new, a redelivery leaves no trace but this one.
		return isChanged || this.isStale || (this.redelivers && held.has(this.stored));
	}

	/** Whether another poll of the node has stored its result from the same memory, of which this one has a copy. */
	private get isStale(): boolean {
		const { poll } = this;
		const last = poll && lastStored.get(poll.node);
		if (!last || held.has(this.stored) || last.from !== markOf(this.before ?? '', markLength))
			return false;
		return last.at > poll.began - staleMs && last.at <= Date.now();
	}

	store(cursor: Cursor): void {
		held.add(this.stored);
		const { poll, before } = this;
		if (poll && before !== undefined && JSON.stringify(cursor) !== before)
			lastStored.set(poll.node, { from: markOf(before, markLength), at: Date.now() });
		this.stored.cursor = cursor;
	}
}
