/** Remarks of a run about balances and transactions. */
import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../shared/values/records';
import { networks } from '../shared/avalanche/chains';
import type { Given, Remark } from '../shared/operation/operations';
import { asOne, recordsOf } from '../shared/operation/remarks';
import { countOf } from '../shared/values/writing';
import { isOfPast } from './columns';
import { movesValue } from './internals';

/** True if the unsimplified record has an amount, marked by a `...Decimal` field. */
const holdsAmount = (record: IDataObject): boolean =>
	Object.entries(record).some(
		([name, value]) => name.endsWith('Decimal') || (isRecord(value) && holdsAmount(value)),
	);

/** Summarize, Sort and Filter need numbers and dates. */
export const sayTextAmounts: Remark = (given) =>
	given.some(({ isSimplified, items }) => !isSimplified && items.some(holdsAmount))
		? 'Amounts are text here, and nearly all times are UNIX seconds. Turn on Simplify to get numbers and dates for Summarize, Sort and Filter.'
		: undefined;

/** Says why balances of a past block have no value, and where to get one. */
const sayPast: Remark = (given) =>
	given.some(({ values, items }) => isOfPast(values) && items.length)
		? 'Balances of a past block have no value: the service does not say from when its prices are. The price of a day is closingPrice of Payments > Get Statement, for the native token.'
		: undefined;

/** Warns that some balances have no value, because their sum would look complete. */
const sayNoPrice: Remark = (given) => {
	const balances = recordsOf(given.filter(({ values }) => !isOfPast(values)));
	const unvalued = balances.filter(({ value }) => value === null).length;
	if (!unvalued) return undefined;
	const [has, each] = unvalued === 1 ? ['has', 'it'] : ['have', 'each'];
	return `${unvalued} of ${countOf(balances.length, 'balance')} ${has} no value, so a sum of value is incomplete. Summarize and "is less than" of Filter and If take ${each} as 0.`;
};

const isOfFuji = ({ values: { chainId, network } }: Given): boolean =>
	chainId === networks.fuji.cChainId || network === 'fuji';

/** The service can give a price for what costs nothing. */
const sayTest: Remark = (given) =>
	recordsOf(given.filter(isOfFuji)).some(({ value }) => typeof value === 'number' && value > 0)
		? 'Fuji is a test network: what it holds is worth nothing, whatever its value says.'
		: undefined;

/** Warns of balances without a value or with one that means nothing, and says why. */
export const sayUnvalued: Remark = (given) => {
	const simplified = given.filter(({ isSimplified }) => isSimplified);
	return asOne(sayPast, sayNoPrice, sayTest)(simplified);
};

/** A call of a token moves none of the chain's own currency, so its amount of 0 reads as if nothing moved. */
export const sayNativeAlone: Remark = (given) =>
	recordsOf(given.filter(({ isSimplified }) => isSimplified)).some(({ amount }) => amount === 0)
		? "amount is the chain's own currency alone, such as AVAX. Tokens that moved are in Token Transfer > Get Many ERC-20 of Address."
		: undefined;

const isFailed = ({ status, txStatus, isReverted }: IDataObject): boolean =>
	status === 'failed' || String(txStatus) === '0' || isReverted === true;

/** How many of the transactions failed. Undefined if none did. */
function countFailed(given: Given[]): string | undefined {
	const transactions = recordsOf(given);
	const failed = transactions.filter(isFailed).length;
	if (!failed) return undefined;
	const fees = failed === 1 ? 'its fee' : 'their fees';
	return `${failed} of ${countOf(transactions.length, 'transaction')} failed and moved nothing but ${fees}.`;
}

/** Warns of failed transactions, whose amounts did not move. Their fees were paid. */
export const sayFailed: Remark = (given) => {
	const said = countFailed(given);
	return said && `${said} Leave the amounts out of sums by the status, but not the fees.`;
};

/** The same of an address, whose items have columns for such sums. */
export const sayOwnFailed: Remark = (given) => {
	const said = given.every(({ isSimplified }) => isSimplified) && countFailed(given);
	return said
		? `${said} For sums, take change and feePaid: both hold for failed ones, too.`
		: sayFailed(given);
};

/** Warns of internal transactions that move nothing or are in another list. They have no fee of their own. */
export const sayInternal: Remark = (given) => {
	const isSimplified = given.every((each) => each.isSimplified);
	const records = recordsOf(given);
	const still = records.filter((record) =>
		isSimplified ? record.change === 0 && record.amount !== 0 : movesValue(record) === false,
	).length;
	const unknown = records.filter(({ change }) => change === null).length;
	const of = (count: number) => `${count} of ${countOf(records.length, 'internal transaction')}`;
	const parts = [
		still > 0 &&
			`${of(still)} moved nothing that counts here: failed, a call of other code, to itself, or in Get Many of Address already. ${isSimplified ? 'For sums, take change.' : 'Simplify adds change, for sums.'}`,
		unknown > 0 && `Of ${of(unknown)}, the change is unknown.`,
	];
	return parts.filter(Boolean).join(' ') || undefined;
};
