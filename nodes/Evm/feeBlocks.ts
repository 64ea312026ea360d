/** Splits a fee history, whose lists stand side by side, into a record for each block. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../shared/errors';
import { optional } from '../shared/fields/fields';
import { flag } from '../shared/fields/kinds';
import type { RpcOperation } from '../shared/operation/operations';
import { isQuantity, toQuantity } from '../shared/values/hex';

export const splitBlocks = optional({
	...flag({
		displayName: 'Split Into Blocks',
		name: 'splitBlocks',
		description: 'Whether to have Simplify give an item for each block, in place of one with lists',
	}),
	notSent: true,
});

/** Null where a list has nothing at this place that can be read. */
const at = <T>(list: unknown, place: number, isRead: (value: unknown) => value is T): T | null => {
	const value: unknown = Array.isArray(list) ? list[place] : undefined;
	return isRead(value) ? value : null;
};

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isList = (value: unknown): value is string[] => Array.isArray(value);

/**
 * The fields have other names than those of the lists, because a field has one type. Some nodes add the base fee of the
 * next block. That one has no record: it is no part of the history.
 */
function toBlocks(history: IDataObject, percentiles: number): Answer<IDataObject[]> {
	const { oldestBlock, gasUsedRatio, baseFeePerGas, reward } = history;
	const shares = gasUsedRatio ?? [];
	if (!isQuantity(oldestBlock) || !Array.isArray(shares))
		return fail('not-understood', 'The node did not say which blocks its fee history is of', {
			hint: 'Turn off Split Into Blocks to see its answer.',
		});
	const result = Array.from(shares, (_, i) => ({
		blockNumber: toQuantity(BigInt(oldestBlock) + BigInt(i)),
		baseFee: at(baseFeePerGas, i, isQuantity),
		gasUsedShare: at(shares, i, isNumber),
		...(percentiles === 1 && { priorityFee: at(at(reward, i, isList), 0, isQuantity) }),
		...(percentiles > 0 && { priorityFees: at(reward, i, isList) }),
	}));
	return { ok: true, result };
}

/** The records of the blocks, if the user wants them. */
export const completeHistory: NonNullable<RpcOperation['complete']> = async (made, { values }) => {
	if (!made.ok || !values.splitBlocks) return made;
	const [history] = made.result;
	const { percentiles } = values;
	return await Promise.resolve(
		toBlocks(history, Array.isArray(percentiles) ? percentiles.length : 0),
	);
};
