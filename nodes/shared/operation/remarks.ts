/** What a run says of its items when it is done: what their reader could take for something else. */
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { keepBrackets } from '../values/text';
import type { Given, Remark } from './operations';

/** The records of all tasks. */
export const recordsOf = (given: Given[]): IDataObject[] => given.flatMap(({ items }) => items);

/**
 * The hints of these remarks. n8n shows a hint of a node's description above errors too: these come of items alone,
 * and say nothing where there are none.
 */
export const listRemarks = (remarks: Remark[], given: Given[]): NodeExecutionHint[] =>
	given.some(({ items }) => items.length)
		? remarks
				.flatMap((remark) => remark(given) ?? [])
				.map((message) => ({ message: keepBrackets(message), location: 'outputPane' }))
		: [];
