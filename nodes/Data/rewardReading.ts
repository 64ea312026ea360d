/** The request of a reward report, and the reading of its rewards. */
import type { Answer } from '../shared/errors';
import { fieldValue, type Field } from '../shared/fields/fields';
import { nodeIdsIn } from '../shared/fields/chosenValidators';
import { choice } from '../shared/fields/kinds';
import { joinedAddresses } from '../shared/fields/listFields';
import { namesIn, type Names } from '../shared/fields/names';
import { periodFields, readPeriod } from '../shared/fields/period';
import { timeZoneOf } from '../shared/fields/zones';
import type { Client } from '../shared/network/client';
import { avax } from '../shared/operation/columns';
import type { RunContext, Values } from '../shared/operation/operations';
import { comparePrevious } from '../shared/report/comparison';
import { readPages } from '../shared/report/reading';
import { chartChoice, returnField, returnsIn } from '../shared/report/returned';
import { toRange, type TimeRange } from '../shared/report/totals';
import { network, rewardFields, rewardTypes, valueCurrency } from './fields';
import { reward } from './rewards';
import { severalAssets, toReward, type GroupBy, type Reward } from './rewardTotals';

const groupBy = choice(
	{
		displayName: 'Group By',
		name: 'groupBy',
		default: 'validator',
		notSent: true,
		description: 'What each row of the report adds up',
	},
	[
		{ name: 'Address', value: 'address' },
		{ name: 'Day', value: 'day' },
		{ name: 'Month', value: 'month' },
		{ name: 'Type', value: 'type' },
		{ name: 'Validator', value: 'validator' },
		{ name: 'Week', value: 'week' },
	],
);

const returned = returnField('group', [
	chartChoice,
	{ name: 'CoinTracking', value: 'coinTracking', description: 'CSV file for CoinTracking' },
	{
		name: 'Detail CSV',
		value: 'detailCsv',
		description: 'File with a row for each reward of the period, of every type',
	},
	{ name: 'Koinly', value: 'koinly', description: 'CSV file for Koinly' },
]);

const timeZone = timeZoneOf('period and of the groups');

export const reportFields: Field[] = [
	network,
	...rewardFields.map((field) =>
		field.name === rewardTypes.name
			? { ...field, description: 'Types that the amount adds up. Each has a column anyway.' }
			: field,
	),
	...periodFields("the report's"),
	groupBy,
	returned,
	comparePrevious('the totals'),
	valueCurrency,
	timeZone,
];

/** The fields of the request, with defaults for empty ones. */
export interface RewardQuestion {
	network: string;
	nodeIds?: string[];
	addresses?: string;
	range: TimeRange;
	zone: string;
	groupBy: GroupBy;
	/** The reward types in the amount. */
	types: string[];
	/** Values of Return. */
	returns: string[];
	currency: string;
	names?: Names;
	/** True if the totals of the period before are wanted. */
	comparesPrevious: boolean;
}

export function toAsked(values: Values, { timezone }: RunContext): RewardQuestion {
	const zone = fieldValue(values, timeZone) ?? timezone;
	return {
		network: fieldValue(values, network),
		nodeIds: nodeIdsIn(values),
		addresses: fieldValue(values, joinedAddresses),
		range: toRange(readPeriod(values)),
		zone,
		groupBy: fieldValue(values, groupBy),
		types: fieldValue(values, rewardTypes)!,
		returns: returnsIn(values),
		currency: fieldValue(values, valueCurrency),
		names: namesIn(values),
		comparesPrevious: values.comparePrevious === true,
	};
}

const repeated = ['nodeId', 'address', 'type', 'symbol', 'price', 'currency'] as const;

/** Makes rewards share repeated texts to save memory. Each answer brings its own copies. */
function sharer(): (reward: Reward) => Reward {
	const known = new Map<string, string>();
	return (reward) => {
		for (const field of repeated) {
			const text = reward[field];
			if (text === undefined) continue;
			const first = known.get(text);
			if (first === undefined) known.set(text, text);
			else reward[field] = first;
		}
		return reward;
	};
}

export interface RewardsRead {
	/** Rewards of the period, newest first. */
	rewards: Reward[];
	/** Symbol of their asset. */
	symbol: string;
	pages: number;
	/** Number of records from the service. */
	read: number;
	/** UNIX seconds of the newest one, in the period or not. */
	newest?: number;
}

/**
 * The rewards of the period, newest first, and the symbol of their asset. Reads the service's pages from the newest on,
 * and stops after a page that lies wholly before the period.
 */
export async function readRewards(
	client: Client,
	values: Values,
	{ from, to }: TimeRange,
): Promise<Answer<RewardsRead>> {
	const found: Reward[] = [];
	const share = sharer();
	let [pages, read] = [0, 0];
	let newest: number | undefined;
	for await (const page of readPages(client, 'data', reward.operations.getMany, values)) {
		if (!page.ok) return page;
		pages++;
		read += page.result.length;
		const ofPage = page.result.map((record) => share(toReward(record)));
		for (const { time } of ofPage) newest = Math.max(newest ?? time, time);
		found.push(...ofPage.filter(({ time }) => time >= from && time < to));
		// A single reward with a wrong time does not end the reading.
		if (ofPage.length && ofPage.every(({ time }) => time < from)) break;
	}
	const newestFirst = found.sort((a, b) => b.time - a.time);
	const [first = avax, ...others] = new Set(newestFirst.map((one) => one.symbol));
	const symbol = others.length ? severalAssets : first;
	return { ok: true, result: { rewards: newestFirst, symbol, pages, read, newest } };
}
