/** What a run says of its items when it is done: what their reader could take for something else. */
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { keepBrackets } from '../values/text';
import type { Values } from './operations';

/** What a task gave, and what it was asked for. */
export interface Given {
	values: Values;
	items: IDataObject[];
	isSimplified: boolean;
}

/** A hint about what all tasks of an operation gave; undefined where nothing needs one. */
export type Remark = (given: Given[]) => string | undefined;

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
