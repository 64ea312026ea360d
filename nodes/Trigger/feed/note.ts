/**
 * What an activation notes in the workflow's own static data. n8n drops what it stores in the node's with durable cursors,
 * and the watch would begin a poll later than it was published.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { FeedCursor } from '../../feeds/cursor';

const notesOf = (context: IPollFunctions): IDataObject => context.getWorkflowStaticData('global');
const keyOf = (context: IPollFunctions): string => `avalancheTrigger:${context.getNode().id}`;

export const readNote = (context: IPollFunctions): FeedCursor | undefined =>
	notesOf(context)[keyOf(context)] as FeedCursor | undefined;

export function writeNote(context: IPollFunctions, cursor: FeedCursor): void {
	notesOf(context)[keyOf(context)] = { ...cursor };
}
