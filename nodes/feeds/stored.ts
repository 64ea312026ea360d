/** n8n's storage for a trigger: the cursor of its event, in the static data of its node. */
import { NodeOperationError, type IPollFunctions, type ITriggerFunctions } from 'n8n-workflow';

/** The node's static data. n8n loads it from its database at startup, and may then keep it in memory. */
export interface Stored<Cursor> {
	cursor?: Cursor;
}

export const staticDataOf = <Cursor>(context: IPollFunctions | ITriggerFunctions): Stored<Cursor> =>
	context.getWorkflowStaticData('node') as Stored<Cursor>;

/** Throws if a newer version of this package stored the event's cursor. Test runs use nothing stored, and pass. */
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
