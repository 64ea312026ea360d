/**
 * Notes of an activation, kept in the workflow's static data. With durable cursors, n8n drops the node's static data of
 * an activation. Without the note, the watch would begin one poll after it was published.
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
