/** Staking rewards on the Primary Network (Indexed Data and Metrics REST document, Rewards). */
import type { IDataObject } from 'n8n-workflow';
import { nodeIdsIn } from '../shared/fields/chosenValidators';
import { sortOrder } from '../shared/fields/common';
import { fieldValue } from '../shared/fields/fields';
import { nameOf, namesIn } from '../shared/fields/names';
import {
	checkPeriod,
	isBounded,
	isWithin,
	periodFields,
	readPeriod,
	type Period,
} from '../shared/fields/period';
import { capitals, exact, time } from '../shared/operation/columns';
import { secondOf } from '../shared/operation/listPeriod';
import {
	same,
	type Resource,
	type RestOperation,
	type Values,
} from '../shared/operation/operations';
import { multiply, readAmount } from '../shared/values/numbers';
import { isRecord, valueAt } from '../shared/values/records';
import { priceOf } from './prices';
import {
	checkPrefixes,
	network,
	rewardFields,
	rewardTypes,
	nameRewardType,
	typeOfReward,
	valueCurrency,
} from './fields';
import { daySeconds } from '../shared/values/timeUnits';

/**
 * Adds the exact value of a reward at receipt: price of one whole token x amount. Changes the record in place, since
 * refining has already copied it: another copy of 100,000 records would leave 60 MB of garbage.
 */
function addValueAtReceipt(record: IDataObject): IDataObject {
	const reward = record.reward;
	const value = multiply(
		priceOf(valueAt(reward, 'historicalPrice.value')),
		readAmount(valueAt(reward, 'amountDecimal')),
	);
	if (!isRecord(reward) || value === undefined) return record;
	const currencyCode = valueAt(reward, 'historicalPrice.currencyCode') as string;
	reward.valueAtReceipt = { currencyCode, value };
	return record;
}

/**
 * The identity of a reward. An auto-renewed validation keeps its staking transaction and may repeat the other fields in
 * each cycle. So the transaction that paid the reward comes first, or its time if there is none.
 */
export const identify = (reward: IDataObject): string =>
	JSON.stringify([
		reward.rewardTxHash || `${String(reward.txHash)}@${String(reward.endTimestamp)}`,
		...['txHash', 'rewardType', 'utxoId', 'outputIndex'].map((field) =>
			String(reward[field] ?? ''),
		),
	]);

/** The time of payment, in UNIX seconds. */
const timeOf = (reward: IDataObject): number => secondOf(reward, 'endTimestamp');

const isOfPeriod = (reward: IDataObject, period: Period): boolean =>
	!isBounded(period) || isWithin(timeOf(reward), period);

const isWanted = (reward: IDataObject, values: Values): boolean =>
	isOfPeriod(reward, readPeriod(values)) &&
	(fieldValue(values, rewardTypes)?.includes(typeOfReward(reward)) ?? true);

/** The service sorts rewards by time, newest first by default. */
const isPast = (reward: IDataObject, values: Values): boolean => {
	const { from, to } = readPeriod(values);
	return values.sortOrder === 'asc'
		? to !== undefined && timeOf(reward) >= to.toSeconds()
		: from !== undefined && timeOf(reward) < from.toSeconds();
};

/** The display names of the fields that narrow the list. */
export const narrowedBy = ['Period', 'Reward Types'];

const priceDueSeconds = 2 * daySeconds;

/** True if a reward paid at this time (UNIX seconds) may still get its price, which takes about 24 hours. */
export const isPriceToCome = (time: number): boolean => time > Date.now() / 1000 - priceDueSeconds;

const isUnpriced = ({ reward: amounts }: IDataObject): boolean =>
	priceOf(valueAt(amounts, 'historicalPrice.value')) === undefined;

const nameOfValidator = (nodeId: unknown, _record: IDataObject, values: Values) =>
	nameOf(namesIn(values), String(nodeId));

/** The user's name for the first address of a reward that has one. Those of validators seldom have any. */
const nameReceiver: RestOperation['named'] = (given, { addresses = [] }, { rewardsOf }) => {
	const named = [addresses].flat().map((address) => nameOf(given, String(address)));
	const addressName = named.find((name) => name !== undefined);
	const isSaid = rewardsOf === 'addresses' || addressName !== undefined;
	return isSaid ? { addressName: addressName ?? null } : undefined;
};

export const reward = {
	name: 'Reward',
	operations: {
		getMany: {
			name: 'Get Many',
			action: 'Get many staking rewards',
			description: 'Paid staking rewards in a period, with their value when received',
			details: 'A reward has no price in the first 24 hours',
			path: '/v1/networks/{network}/rewards',
			computeUnits: 100,
			params: [
				network,
				...rewardFields,
				...periodFields(),
				valueCurrency,
				sortOrder(
					'Sort by time. The default is newest first. Ascending first reads everything before the period.',
				),
			],
			check: (values) => checkPrefixes(values) ?? checkPeriod(values),
			toRequest: ({ addresses, currency, sortOrder = 'desc', ...values }) => ({
				query: {
					nodeIds: nodeIdsIn(values)?.join(','),
					addresses,
					currency,
					sortOrder,
				},
			}),
			select: {
				noun: 'reward',
				narrowedBy,
				isWanted,
				isPast,
				isUnpriced,
				isPriceToCome: ({ endTimestamp }) => isPriceToCome(Number(endTimestamp)),
			},
			output: { kind: 'list', field: 'historicalRewards' },
			pageSize: { min: 1, max: 100, default: 10 },
			someForEach: { asked: nodeIdsIn, by: 'nodeId' },
			identity: (found) => (found.rewardTxHash || found.txHash ? identify(found) : undefined),
			exact: ['value'],
			units: [
				['amount', 'denomination'],
				['amountStaked', 'reward.denomination'],
			],
			extend: addValueAtReceipt,
			named: nameReceiver,
			simplify: {
				receivedAt: time('endTimestamp'),
				...same('nodeId'),
				name: { path: 'nodeId', read: nameOfValidator },
				rewardType: {
					path: 'rewardType',
					read: (type) => (typeof type === 'string' ? nameRewardType(type) : undefined),
				},
				amount: exact('reward.amountDecimal'),
				symbol: 'reward.symbol',
				valueAtReceipt: exact('reward.valueAtReceipt.value'),
				price: { ...exact('reward.historicalPrice.value'), read: priceOf },
				currency: capitals('reward.historicalPrice.currencyCode'),
				stakedFrom: time('startTimestamp'),
				staked: exact('amountStakedDecimal'),
				...same('addresses', 'txHash', 'rewardTxHash', 'utxoId'),
			},
		},
	},
} satisfies Resource<RestOperation>;
