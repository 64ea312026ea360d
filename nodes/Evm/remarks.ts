/** Remarks of a run about logs and contract results. */
import type { IDataObject } from 'n8n-workflow';
import { isBounded, readPeriod } from '../shared/fields/period';
import type { Given, Remark, Values } from '../shared/operation/operations';
import { recordsOf } from '../shared/operation/remarks';
import { isQuantity } from '../shared/values/hex';
import { countOf, writeNumber } from '../shared/values/writing';
import { keysOf, keysOfResult, type AbiFunction } from './abi';
import { decimals, functionOf, returnsNumber } from './callContract';
import { haveAmounts, isOfAmount, mostTokens } from './logAmounts';
import { eventsOf } from './readEvents';
import { mostTransfers } from './tokenTransfers';

const isOfNewestBlock = (values: Values): boolean =>
	values.fromBlock === undefined &&
	values.blockHash === undefined &&
	!isBounded(readPeriod(values));

/** Without a beginning, a search covers only the newest block. */
export const sayNewestBlock: Remark = (given) =>
	given.some(({ values }) => isOfNewestBlock(values))
		? 'Only the newest block was searched. To search more blocks, choose a Period, or add From Block under Filters.'
		: undefined;

type Params = AbiFunction['outputs'];

const exactText =
	'Whole numbers of a contract are exact text, and amounts are in its smallest unit.';

/** Ends with what turns the number at this path of an item into an amount, if one stands there. */
const sayWhole = (path?: string): string =>
	[
		exactText,
		path &&
			` Before a sum, make them numbers in Edit Fields: {{ Number(${path}) / 10 ** 6 }} for a token of 6 decimals.`,
	]
		.filter(Boolean)
		.join('');

const besideAmount =
	'amount is in whole tokens: use it for sums. The whole number beside it is exact text, in the smallest unit.';
const someAmounts = `amount is in whole tokens: use it for sums. It is null for NFTs, for contracts that do not say their decimals, and beyond the first ${mostTokens} contracts.`;

const addDecimals = `${exactText} Before a sum, add ${decimals.displayName} under Additional Fields: amount is then a number.`;

/** Decimals, counts and steps of a curve have few bits. They are no amounts. */
const mostBitsOfCounts = 32;

/** True for whole numbers that can be an amount, also in lists and tuples. */
const canBeAmount = ({ type }: { type: string }): boolean =>
	[...type.matchAll(/int(\d+)/g)].some(([, bits]) => Number(bits) > mostBitsOfCounts);

/** The path of the first such number that stands alone, in an item that has these values in `parent`. */
function pathIn(parent: string, params: Params, keys = keysOf(params)): string | undefined {
	const at = params.findIndex((param) => canBeAmount(param) && /^u?int\d+$/.test(param.type));
	if (at < 0) return undefined;
	const key = keys[at];
	return /^[A-Za-z_]\w*$/.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`;
}

/** Some tokens declare their decimals as a large number. */
const returnsAmounts = ({ name, outputs }: AbiFunction): boolean =>
	name !== 'decimals' && outputs.some(canBeAmount);

/** Warns that a raw whole number is no sum yet. Points to `amount` if every item has it. */
export const sayWholeNumbersOfCalls: Remark = (given) => {
	const called = given.map(({ values }) => functionOf(values)).find(returnsAmounts);
	if (!called) return undefined;
	const { outputs } = called;
	const isAmount = recordsOf(given).every(({ amount }) => typeof amount === 'number');
	if (isAmount) return besideAmount;
	return returnsNumber(called)
		? addDecimals
		: sayWhole(pathIn('$json', outputs, keysOfResult(outputs)));
};

const areScaled = ({ values, isSimplified }: Given): boolean => isSimplified && haveAmounts(values);

/** Says which column of the events with amounts to add up. */
export const sayAmountsOfLogs: Remark = (given) => {
	const scaled = given.filter(areScaled);
	if (!scaled.length) return undefined;
	const isWhole = recordsOf(scaled).every(({ amount }) => typeof amount === 'number');
	return isWhole ? besideAmount : someAmounts;
};

/** Warns that arguments of events are in the smallest unit. */
export const sayWholeNumbersOfLogs: Remark = (given) => {
	const event = given
		.flatMap((one) =>
			eventsOf(one.values).filter((declared) => !areScaled(one) || !isOfAmount(declared)),
		)
		.find(({ inputs }) => inputs.some(canBeAmount));
	return event && sayWhole(pathIn('$json.args', event.inputs));
};

const readCall =
	'function, arguments and tokenAmount say what was asked of a token, and not that it was done. Numbers in arguments are in its smallest unit.';

/** Says where the outcome of a contract call is. `amount` is 0 for nearly all token transfers. */
export const sayCalls: Remark = (given) => {
	const records = recordsOf(given);
	if (!records.some(({ input }) => typeof input === 'string' && input.length > 2)) return undefined;
	const isRead = records.some((record) => typeof record.function === 'string');
	return [
		'A transaction with input calls or creates a contract, and amount is not the tokens that moved.',
		...(isRead ? [readCall] : []),
		'Get Receipt has its logs, with status and fee.',
	].join(' ');
};

/** Says what the list of tokens that moved is worth, and where it ends. */
export const sayTransfers: Remark = (given) => {
	const listed = recordsOf(given).flatMap(({ tokenTransfers: list }) =>
		Array.isArray(list) && list.length ? [list as IDataObject[]] : [],
	);
	if (!listed.length) return undefined;
	const isCut = listed.some((list) => list.length === mostTransfers);
	const isUnknown = listed
		.flat()
		.some(({ ercType, amount }) => ercType === 'ERC-20' && amount === null);
	return [
		"tokenTransfers has the tokens that moved, as their contracts say. Compare token with the address that you know: anybody can copy a symbol. The chain's own currency is in amount alone.",
		...(isUnknown
			? [
					`An amount is null for a token that does not say its decimals, and beyond the first ${mostTokens} tokens: amountInSmallestUnit has the number.`,
				]
			: []),
		...(isCut
			? [
					`The list ends after ${mostTransfers} transfers, and there may be more: Get Receipt has all logs.`,
				]
			: []),
	].join(' ');
};

interface Length {
	came: number;
	/** Undefined if the node does not say it. */
	oldest?: number;
}

const toHeight = (value: unknown): number | undefined =>
	typeof value === 'number' || isQuantity(value) ? Number(value) : undefined;

/** The length of a fee history, as one item with lists or as an item for each block. Undefined if nothing shows it. */
function lengthOf({ items }: Given): Length | undefined {
	const [{ gasUsedRatio, oldestBlock, blockNumber } = {} as IDataObject] = items;
	if (Array.isArray(gasUsedRatio))
		return { came: gasUsedRatio.length, oldest: toHeight(oldestBlock) };
	return blockNumber === undefined
		? undefined
		: { came: items.length, oldest: toHeight(blockNumber) };
}

/** Says that a fee history is shorter than asked, and how to get what is missing. */
export const sayFewerBlocks: Remark = (given) => {
	const lengths = given.flatMap((each) => {
		const length = lengthOf(each);
		return length ? [{ ...length, asked: Number(each.values.blockCount) }] : [];
	});
	const short = lengths.find(({ asked, came }) => came < asked);
	if (!short) return undefined;
	const { came, asked, oldest } = short;
	const says = `${countOf(came, 'block')} came, and Block Count asks for ${writeNumber(String(asked), 0)}.`;
	if (oldest === undefined) return says;
	return oldest > 0
		? `${says} The node gives no more blocks: for older ones, ask again with Last Block ${oldest - 1}.`
		: `${says} The chain has no more.`;
};
