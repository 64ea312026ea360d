/** Rewards as a report counts them: which belong to the amount, their exact sums, and the groups of them. */
import type { IDataObject } from 'n8n-workflow';
import { nameOf, type Names } from '../shared/names';
import { sum } from '../shared/numbers';
import { findInterval, group, listIntervals, type Range, type Unit } from '../shared/report/totals';
import { OddAnswer } from '../shared/pipeline';
import { isRecord, valueAt } from '../shared/records';
import { rewardTypeNames } from './fields';

export interface Reward {
	/** UNIX seconds. */
	time: number;
	nodeId: string;
	/** Several where they share the reward, with ` + ` between. */
	address: string;
	/** As the service names it. */
	type: string;
	/** AVAX, decimal text. */
	amount: string;
	/** Of one AVAX, and what the amount was worth; absent while there is no price. */
	price?: string;
	value?: string;
	txHash: string;
	rewardTxHash: string;
	utxoId: string;
}

/** The rewards of a period, newest first. */
export interface Rewards {
	rewards: Reward[];
	/** Those that the amount adds up. */
	counted: Reward[];
	range: Range;
	network: string;
	zone: string;
	symbol: string;
	/** In capitals. */
	currency: string;
	names?: Names;
}

/** An ID with the name that a person gave it: `Frankfurt-1 (NodeID-...)`. */
export const withName = (id: string, names: Names | undefined): string => {
	const name = nameOf(names, id);
	return name === undefined ? id : `${name} (${id})`;
};

/** Decimal places that a reader sees. */
export const places = { amount: 2, money: 2 };

const withoutChain = (address: unknown): string => String(address).replace(/^[PX]-/, '');

/** The addresses of text with commas, as rewards name them. */
export const listAddresses = (text: string): string[] => text.split(',').map(withoutChain);

/** A record of the list of rewards, extended by its value; throws an OddAnswer where it holds no amount or time. */
export function toReward(record: IDataObject): Reward {
	const { nodeId, rewardType, addresses, reward, endTimestamp } = record;
	const [amount, price, value] = [
		'amountDecimal',
		'historicalPrice.value',
		'valueAtReceipt.value',
	].map((path) => valueAt(reward, path));
	if (typeof amount !== 'string' || !isRecord(reward) || !Number.isSafeInteger(endTimestamp))
		throw new OddAnswer('it holds a reward without an amount or a time');
	const text = (field: unknown): string => (typeof field === 'string' ? field : '');
	return {
		time: endTimestamp as number,
		nodeId: text(nodeId),
		address: [addresses ?? []].flat().map(withoutChain).join(' + '),
		type: text(rewardType),
		amount,
		...(value !== undefined && { price: String(price), value: String(value) }),
		txHash: text(record.txHash),
		rewardTxHash: text(record.rewardTxHash),
		utxoId: text(record.utxoId),
	};
}

/** Exact sums. Own, fee and delegators' are those of all rewards; the others of the counted ones alone. */
export interface Totals {
	rewards: number;
	amount: string;
	own: string;
	fee: string;
	delegators: string;
	/** Absent where rewards are counted and none of them has a price: their value is unknown, not zero. */
	value?: string;
	unpriced: number;
	unpricedAmount: string;
}

export function toTotals(rewards: Reward[], isCounted: (reward: Reward) => boolean): Totals {
	const amountOf = (some: Reward[]): string => sum(some.map(({ amount }) => amount));
	const ofType = (type: string): string =>
		amountOf(rewards.filter((reward) => reward.type === type));
	const counted = rewards.filter(isCounted);
	const values = counted.flatMap(({ value }) => (value === undefined ? [] : [value]));
	const unpriced = counted.filter(({ value }) => value === undefined);
	return {
		rewards: counted.length,
		amount: amountOf(counted),
		own: ofType('VALIDATOR'),
		fee: ofType('VALIDATOR_FEE'),
		delegators: ofType('DELEGATOR'),
		...((values.length > 0 || !counted.length) && { value: sum(values) }),
		unpriced: unpriced.length,
		unpricedAmount: amountOf(unpriced),
	};
}

export type GroupBy = 'validator' | 'address' | 'type' | Exclude<Unit, 'year'>;

export interface Row {
	name: string;
	totals: Totals;
}

/**
 * A row for each group: days, weeks and months in their order, others by amount, the largest first. What was asked for
 * by `expected` names has a row without any reward too.
 */
export function toRows(
	{ rewards, counted, range, zone }: Rewards,
	groupBy: GroupBy,
	expected: string[],
): Row[] {
	const isCounted = new Set(counted);
	const isTime = groupBy === 'day' || groupBy === 'week' || groupBy === 'month';
	const intervals = isTime ? listIntervals(range, groupBy, zone) : [];
	const nameOf: Record<GroupBy, (reward: Reward) => string> = {
		validator: ({ nodeId }) => nodeId,
		address: ({ address }) => address,
		type: ({ type }) => rewardTypeNames[type] ?? type,
		day: ({ time }) => findInterval(intervals, time),
		week: ({ time }) => findInterval(intervals, time),
		month: ({ time }) => findInterval(intervals, time),
	};
	const groups = group(rewards, nameOf[groupBy]);
	// An address that shares all its rewards with others has them under the names of all.
	const known =
		groupBy === 'address' ? [...groups.keys()].flatMap((name) => name.split(' + ')) : [];
	for (const name of expected) if (!groups.has(name) && !known.includes(name)) groups.set(name, []);
	const rows = [...groups].map(([name, own]) => ({
		name,
		totals: toTotals(own, (reward) => isCounted.has(reward)),
	}));
	const byName = (a: Row, b: Row): number => (a.name < b.name ? -1 : 1);
	return isTime
		? rows.sort(byName)
		: rows.sort((a, b) => Number(b.totals.amount) - Number(a.totals.amount) || byName(a, b));
}
