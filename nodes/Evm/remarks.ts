/** Remarks of a run about logs and contract results. */
import { isBounded, readPeriod } from '../shared/fields/period';
import type { Given, Remark, Values } from '../shared/operation/operations';
import { recordsOf } from '../shared/operation/remarks';
import { parseFunction, type AbiSource } from './abi';
import { haveAmounts, isOfAmount, mostTokens } from './logAmounts';
import { eventsOf } from './readEvents';

const isOfNewestBlock = (values: Values): boolean =>
	values.fromBlock === undefined &&
	values.blockHash === undefined &&
	!isBounded(readPeriod(values));

/** Without a beginning, a search covers only the newest block. */
export const sayNewestBlock: Remark = (given) =>
	given.some(({ values }) => isOfNewestBlock(values))
		? 'Only the newest block was searched. To search more blocks, choose a Period, or add From Block under Filters.'
		: undefined;

const wholeNumbers =
	'Whole numbers of a contract are exact text, in its smallest unit. Before a sum, make them numbers in Edit Fields: {{ Number($json.args.value) / 10 ** 6 }} for a token of 6 decimals.';
const besideAmount =
	'amount is in whole tokens: use it for sums. The whole number beside it is exact text, in the smallest unit.';
const someAmounts = `amount is in whole tokens: use it for sums. It is null for NFTs, for contracts that do not say their decimals, and beyond the first ${mostTokens} contracts.`;

const isInteger = ({ type }: { type: string }): boolean => /int\d/.test(type);

const returnsIntegers = ({ values }: Given): boolean =>
	parseFunction(
		values.function as AbiSource,
		values.functionName as string | undefined,
	).outputs.some(isInteger);

/** Warns that a raw whole number is no sum yet. Points to `amount` if every item has it. */
export const sayWholeNumbersOfCalls: Remark = (given) => {
	if (!given.some(returnsIntegers)) return undefined;
	const isAmount = recordsOf(given).every(({ amount }) => typeof amount === 'number');
	return isAmount ? besideAmount : wholeNumbers;
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
export const sayWholeNumbersOfLogs: Remark = (given) =>
	given.some((one) =>
		eventsOf(one.values)
			.filter((event) => !areScaled(one) || !isOfAmount(event))
			.some(({ inputs }) => inputs.some(isInteger)),
	)
		? wholeNumbers
		: undefined;

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
