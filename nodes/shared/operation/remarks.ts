/** Hints about the items of a finished run, for data that a reader could misunderstand. */
import type { IDataObject, NodeExecutionHint } from 'n8n-workflow';
import { keepBrackets } from '../values/text';
import type { Given, Remark, Values } from './operations';

export const recordsOf = (given: Given[]): IDataObject[] => given.flatMap(({ items }) => items);

const notOnNode =
	'This node does not have it: it can be pending elsewhere, pruned here, or on another chain or network. Check Chain and the credential.';

/** What it can mean that nothing was found. */
const whyMissing = ({ askedTime, side }: Values): string => {
	if (askedTime === undefined) return notOnNode;
	return side === 'firstFrom'
		? 'The chain has no block at or after that time yet.'
		: 'The first block of the chain is newer than that time.';
};

/** Says why nothing was found. An item with `found: false` alone looks like a success. */
export const sayNotFound: Remark = (given) => {
	const isMissing = ({ found }: IDataObject): boolean => found === false;
	const [one] = given.filter(({ items }) => items.some(isMissing));
	if (!one) return undefined;
	const records = recordsOf(given);
	const count = `${records.filter(isMissing).length} of ${records.length} were not found. `;
	return `${records.length > 1 ? count : ''}${whyMissing(one.values)}`;
};

/** The remarks of one kind, for a single hint. */
export const asOne =
	(...remarks: Remark[]): Remark =>
	(given) =>
		remarks.flatMap((remark) => remark(given) ?? []).join(' ') || undefined;

/** Remarks on a run, if it has items. */
export const remarkOn = (remarks: Remark[], given: Given[]): string[] =>
	given.some(({ items }) => items.length) ? remarks.flatMap((remark) => remark(given) ?? []) : [];

/** Remarks as n8n hints. Hints in a node's description would also show above errors. */
export const listRemarks = (remarks: Remark[], given: Given[]): NodeExecutionHint[] =>
	remarkOn(remarks, given).map(toHint);

export const toHint = (message: string): NodeExecutionHint => ({
	message: keepBrackets(message),
	location: 'outputPane',
});
