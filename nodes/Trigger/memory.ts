/** What a trigger remembers between its polls: the cursor of its event, in n8n's static data of its node. */
import { NodeOperationError, type IPollFunctions, type ITriggerFunctions } from 'n8n-workflow';

/** The node's static data. n8n loads it from its database when it starts, and may then keep it in memory. */
export interface Stored<Cursor> {
	cursor?: Cursor;
}

/** Static data in which this n8n process has stored a cursor; any other was just loaded from the database. */
const held = new WeakSet<object>();

/** A poll of a node in a workflow, and its place among all that polls of this process began and stored. */
export interface Poll {
	node: string;
	began: number;
}

let places = 0;

export const beginPoll = (context: IPollFunctions): Poll => ({
	node: `${context.getWorkflow().id} ${context.getNode().id}`,
	began: places++,
});

/**
 * From which memory the last poll of a node stored another, and its place. With durable cursors each poll has a copy of the
 * memory, and n8n 2.41.1 may run two polls at once.
 */
const lastStored = new Map<string, { from: string | undefined; at: number }>();

/** One poll's hold on the memory: what it found when it took the memory up, and what it stores as its last act. */
export class Memory<Cursor> {
	/** What the last poll stored. */
	readonly cursor: Cursor | undefined;
	/** Whether the last items are to be emitted again: n8n may have stopped before a workflow ran with them. */
	readonly redelivers: boolean;
	private readonly before: string | undefined;

	constructor(
		private readonly stored: Stored<Cursor>,
		/** The user's choice. */
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
		const { poll } = this;
		const last = poll && lastStored.get(poll.node);
		const isCopied = last && last.at > poll.began && last.from === this.before;
		// Where nothing is new, a redelivery leaves no trace but this one.
		return isChanged || isCopied === true || (this.redelivers && held.has(this.stored));
	}

	store(cursor: Cursor): void {
		held.add(this.stored);
		// What n8n does with the first memory depends on how the workflow was published.
		if (this.poll && this.before !== undefined)
			lastStored.set(this.poll.node, { from: this.before, at: places++ });
		this.stored.cursor = cursor;
	}
}

export const staticDataOf = <Cursor>(context: IPollFunctions | ITriggerFunctions): Stored<Cursor> =>
	context.getWorkflowStaticData('node') as Stored<Cursor>;

/** Throws where a newer version of this package has stored the event's cursor, unless nothing stored is used. */
export function refuseNewer(
	context: IPollFunctions | ITriggerFunctions,
	{ event, version: newest }: { event: string; version: number },
): void {
	const { cursor } = staticDataOf<{ version: number; event?: string }>(context);
	const isOwn = cursor !== undefined && (cursor.event ?? event) === event;
	if (!isOwn || cursor.version <= newest || context.getMode() === 'manual') return;
	throw new NodeOperationError(
		context.getNode(),
		'A newer version of this package has written the stored state',
		{
			description:
				'Update the package to that version, or replace this node with a new one to start afresh.',
		},
	);
}
