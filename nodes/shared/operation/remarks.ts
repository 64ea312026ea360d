/** Hints about the items of a finished run, for data that a reader could misunderstand. */
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { keepBrackets } from '../values/text';
import type { Given, Remark } from './operations';

export const recordsOf = (given: Given[]): IDataObject[] => given.flatMap(({ items }) => items);

/** Remarks on a run, if it has items. */
export const remarkOn = (remarks: Remark[], given: Given[]): string[] =>
	given.some(({ items }) => items.length) ? remarks.flatMap((remark) => remark(given) ?? []) : [];

/** Remarks as n8n hints. Hints in a node's description would also show above errors. */
export const listRemarks = (remarks: Remark[], given: Given[]): NodeExecutionHint[] =>
	remarkOn(remarks, given).map((message) => ({
		message: keepBrackets(message),
		location: 'outputPane',
	}));
