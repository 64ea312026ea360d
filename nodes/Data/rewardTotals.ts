/** Rewards in a report: which ones count, their exact sums, and their groups. */
import type { IDataObject } from 'n8n-workflow';
import { nameOf, type Names } from '../shared/fields/names';
import { avax } from '../shared/operation/columns';
import { OddAnswer } from '../shared/operation/pipeline';
import { piecesOf, spend, workOf } from '../shared/pace';
import { moneyPlaces } from '../shared/report/cells';
import { coveredOf, type Unfinished } from '../shared/report/covered';
import {
	findInterval,
	groupInPieces,
	listIntervals,
	type Interval,
	type TimeRange,
	type Unit,
} from '../shared/report/totals';
import { sayId, sayWord } from '../shared/values/foreign';
import { readAmount, sum } from '../shared/values/numbers';
import { isRecord, valueAt } from '../shared/values/records';
import { readPastSecond } from '../shared/values/times';
import { sayRewardType, typeOfReward } from './fields';
import { priceOf, readCurrency } from './prices';

export interface Reward {
	/** UNIX seconds. */
	time: number;
	nodeId: string;
	/** Joined by ` + ` if several addresses share the reward. */
	address: string;
	/** The service's name of the type. */
	type: string;
	/** Decimal text in whole units of the asset `symbol`. */
	amount: string;
	symbol: string;
	/** Price of one AVAX and value of the amount, in the service's currency. Absent without a price. */
	price?: string;
	value?: string;
	currency?: string;
	txHash: string;
	rewardTxHash: string;
	utxoId: string;
}

export const isUnpriced = ({ value }: Reward): boolean => value === undefined;

/** The rewards of a period, newest first. */
export interface Rewards {
	rewards: Reward[];
	/** The rewards in the amount. */
	counted: Reward[];
	/** An open end is infinite. */
	range: TimeRange;
	/** Set if the period was not over when it was read. */
	unfinished?: Unfinished;
	network: string;
	zone: string;
	symbol: string;
	/** The requested currency, in capitals. */
	askedCurrency: string;
	/** The currencies of the service's values: first that of the main value, then the others. */
	currency: string;
	otherCurrencies: string[];
	names?: Names;
}

/** Replaces the symbol if the rewards are of several assets. */
export const severalAssets = 'several assets';

/** For prices without a valid currency. */
export const unknownCurrency = 'unknown';

/** The currencies of the rewards' prices: the requested one first, then the most frequent. */
export function listCurrencies(rewards: Reward[], asked: string): string[] {
	const counts = new Map<string, number>();
	for (const { currency } of rewards)
		if (currency !== undefined) counts.set(currency, (counts.get(currency) ?? 0) + 1);
	const rank = (currency: string): number =>
		currency === asked ? -Infinity : -counts.get(currency)!;
	const found = [...counts.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
	return found.length ? found : [asked];
}

/** An ID with the user's name for it: `Frankfurt-1 (NodeID-...)`. */
export const withName = (id: string, names: Names | undefined): string => {
	const name = nameOf(names, id);
	return name === undefined ? id : `${name} (${id})`;
};

export const places = { amount: 2, money: moneyPlaces };

const withoutChain = (address: unknown): string => String(address).replace(/^[PX]-/, '');

/** The addresses of a comma-separated text, in the form that rewards have. */
export const listAddresses = (text: string): string[] => text.split(',').map(withoutChain);

/** Converts a record of the list of rewards, with its value. Throws an OddAnswer if it has no amount or time. */
export function toReward(record: IDataObject): Reward {
	const { nodeId, addresses, reward, endTimestamp } = record;
	const amount = readAmount(valueAt(reward, 'amountDecimal'));
	const value = valueAt(reward, 'valueAtReceipt.value');
	const time = readPastSecond(endTimestamp);
	if (amount === undefined || !isRecord(reward) || time === undefined)
		throw new OddAnswer('it holds a reward without an amount or a possible time');
	const text = (field: unknown): string => (typeof field === 'string' ? field : '');
	const id = (field: unknown): string => (text(field) === '' ? '' : sayId(field));
	return {
		time,
		nodeId: id(nodeId),
		address: [addresses ?? []].flat().map(withoutChain).map(sayId).join(' + '),
		type: typeOfReward(record),
		amount,
		symbol: text(reward.symbol) ? sayWord(reward.symbol) : avax,
		...(value !== undefined && {
			price: priceOf(valueAt(reward, 'historicalPrice.value')),
			value: String(value),
			currency: readCurrency(valueAt(reward, 'historicalPrice.currencyCode')) ?? unknownCurrency,
		}),
		txHash: id(record.txHash),
		rewardTxHash: id(record.rewardTxHash),
		utxoId: id(record.utxoId),
	};
}

/** Exact sums. `own`, `fee` and `delegators` include all rewards, the other sums only the counted ones. */
export interface Totals {
	rewards: number;
	amount: string;
	own: string;
	fee: string;
	delegators: string;
	/** By currency, for the rewards with a price. */
	values: Record<string, string>;
	unpriced: number;
	unpricedAmount: string;
}

export function* toTotals(
	rewards: Reward[],
	isCounted: (reward: Reward) => boolean,
): Generator<void, Totals> {
	const amountOf = (some: Reward[]) =>
		piecesOf(
			sum,
			some.map(({ amount }) => amount),
		);
	const ofType = (type: string) => amountOf(rewards.filter((reward) => reward.type === type));
	const counted = rewards.filter(isCounted);
	const priced = yield* groupInPieces(
		counted.filter(({ value }) => value !== undefined),
		({ currency }) => currency!,
	);
	const values: Record<string, string> = {};
	for (const [currency, some] of priced)
		values[currency] = yield* piecesOf(
			sum,
			some.map(({ value }) => value!),
		);
	const unpriced = counted.filter(isUnpriced);
	return {
		rewards: counted.length,
		amount: yield* amountOf(counted),
		own: yield* ofType('VALIDATOR'),
		fee: yield* ofType('VALIDATOR_FEE'),
		delegators: yield* ofType('DELEGATOR'),
		values,
		unpriced: unpriced.length,
		unpricedAmount: yield* amountOf(unpriced),
	};
}

/** The value in a currency. Undefined, not zero, if rewards are counted and none has a price in it. */
export const valueIn = ({ rewards, values }: Totals, currency: string): string | undefined =>
	values[currency] ?? (rewards ? undefined : '0');

export type GroupBy = 'validator' | 'address' | 'type' | Exclude<Unit, 'year'>;

export interface TotalsRow {
	name: string;
	totals: Totals;
	/** The day, week or month of the row, if the rows share the period out among them. */
	interval?: Interval;
	/** What the period has of it. */
	range?: TimeRange;
}

const partOf = ({ start, end }: Interval, { from, to }: TimeRange): TimeRange => ({
	from: Math.max(start, from),
	to: Math.min(end, to),
});

/**
 * A row for each group. Days, weeks and months come in order, other groups by amount, the largest first. Each
 * `expected` name has a row even without rewards.
 */
export function* toRows(
	period: Rewards,
	groupBy: GroupBy,
	expected: string[],
): Generator<void, TotalsRow[]> {
	const { rewards, counted, range, zone } = period;
	const isCounted = new Set(counted);
	const isTime = groupBy === 'day' || groupBy === 'week' || groupBy === 'month';
	const intervals = isTime ? yield* piecesOf(listIntervals, coveredOf(period), groupBy, zone) : [];
	const nameOf: Record<GroupBy, (reward: Reward) => string> = {
		validator: ({ nodeId }) => nodeId,
		address: ({ address }) => address,
		type: ({ type }) => sayRewardType(type),
		day: ({ time }) => findInterval(intervals, time),
		week: ({ time }) => findInterval(intervals, time),
		month: ({ time }) => findInterval(intervals, time),
	};
	const groups = yield* groupInPieces(rewards, nameOf[groupBy]);
	// An address that shares all its rewards appears only in the joined names.
	const known =
		groupBy === 'address' ? [...groups.keys()].flatMap((name) => name.split(' + ')) : [];
	for (const name of expected) if (!groups.has(name) && !known.includes(name)) groups.set(name, []);
	const rows: TotalsRow[] = [];
	const intervalOf = new Map(intervals.map((each) => [each.name, each]));
	for (const [name, own] of groups) {
		yield* spend(workOf.grouped);
		const totals = yield* toTotals(own, (reward) => isCounted.has(reward));
		const interval = intervalOf.get(name);
		rows.push({ name, totals, interval, range: interval && partOf(interval, range) });
	}
	const byName = (a: TotalsRow, b: TotalsRow): number => (a.name < b.name ? -1 : 1);
	return isTime
		? rows.sort(byName)
		: rows.sort((a, b) => Number(b.totals.amount) - Number(a.totals.amount) || byName(a, b));
}
