/** What a trigger remembers between its polls: the cursor of its event, in n8n's static data of its node. */
import { NodeOperationError, type IPollFunctions, type ITriggerFunctions } from 'n8n-workflow';

/** The node's static data. n8n loads it from its database when it starts, and may then keep it in memory. */
export interface Stored<Cursor> {
	cursor?: Cursor;
}

/** Static data in which this n8n process has stored a cursor; any other was just loaded from the database. */
const held = new WeakSet<object>();

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
	) {
		this.cursor = stored.cursor;
		this.before = JSON.stringify(stored.cursor);
		this.redelivers = redeliver && !held.has(stored);
	}

	/** Whether a poll that overlaps this one has stored its result. Its result stands. */
	get isOvertaken(): boolean {
		const isChanged = JSON.stringify(this.stored.cursor) !== this.before;
		// Where nothing is new, a redelivery leaves no trace but this one.
		return isChanged || (this.redelivers && held.has(this.stored));
	}

	store(cursor: Cursor): void {
		held.add(this.stored);
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
