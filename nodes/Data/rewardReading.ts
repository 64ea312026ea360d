/** What a reward report is asked for, and the reading of its rewards. */
import { IANAZone, type DateTime } from 'luxon';
import type { Answer } from '../shared/errors';
import { choice, optional, text, type Field } from '../shared/fields';
import type { Names } from '../shared/names';
import type { Client } from '../shared/network/client';
import type { Surroundings, Values } from '../shared/operations';
import { periodFields, readPeriod } from '../shared/period';
import { valueAt } from '../shared/records';
import { readPages } from '../shared/report/reading';
import { chartChoice, returnField } from '../shared/report/returned';
import type { Range } from '../shared/report/totals';
import { network, rewardFields, rewardTypes, valueCurrency } from './fields';
import { identify, reward } from './rewards';
import { toReward, type GroupBy, type Reward } from './rewardTotals';

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
	{ name: 'Detail CSV', value: 'detailCsv', description: 'File with a row for each reward' },
	{ name: 'Koinly', value: 'koinly', description: 'CSV file for Koinly' },
]);

const timeZone = optional(
	text(
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			placeholder: 'e.g. Europe/Berlin',
			notSent: true,
			description: "Time zone of the period and of the groups. Defaults to the workflow's.",
		},
		'an IANA time zone',
		(zone) => IANAZone.isValidZone(zone),
	),
);

export const reportFields: Field[] = [
	network,
	...rewardFields.map((field) =>
		field.name === rewardTypes.name
			? { ...field, description: 'Types that the amount adds up. Each has a column anyway.' }
			: field,
	),
	...periodFields,
	groupBy,
	returned,
	valueCurrency,
	timeZone,
];

/** The question, with what was left empty. */
export interface Asked {
	network: string;
	nodeIds?: string[];
	addresses?: string;
	range: Range;
	zone: string;
	groupBy: GroupBy;
	/** Those that the amount adds up. */
	types: string[];
	/** Values of Return. */
	returns: string[];
	currency: string;
	names?: Names;
	isTool: boolean;
}

export function toAsked(values: Values, { timezone, isTool }: Surroundings): Asked {
	const zone = (values.timeZone as string | undefined) ?? timezone;
	/** Midnight in the workflow's time zone is meant as midnight in the report's. */
	const inZone = (time: DateTime): number =>
		time.setZone(zone, { keepLocalTime: time.zoneName === timezone }).toSeconds();
	const { from, to } = readPeriod(values);
	const given = values as { nodeIds?: string[]; addresses?: string };
	return {
		network: values.network as string,
		nodeIds: given.nodeIds,
		addresses: given.addresses,
		range: { from: from ? inZone(from) : -Infinity, to: to ? inZone(to) : Infinity },
		zone,
		groupBy: values.groupBy as GroupBy,
		types: values.rewardTypes as string[],
		returns: values.return as string[],
		currency: values.currency as string,
		names: values.names as Names | undefined,
		isTool,
	};
}

/**
 * The rewards of the period, newest first, and the symbol of their asset. Reads the service's pages from the newest
 * on, and no further than to the page that begins before the period. A reward that moved to the next page while it was
 * read counts once.
 */
export async function readRewards(
	client: Client,
	values: Values,
	{ from, to }: Range,
): Promise<Answer<{ rewards: Reward[]; symbol: string; pages: number; read: number }>> {
	const found = new Map<string, Reward>();
	let [pages, read] = [0, 0];
	let symbol = 'AVAX';
	for await (const page of readPages(client, 'data', reward.operations.getMany, values)) {
		if (!page.ok) return page;
		pages++;
		read += page.result.length;
		symbol = String(valueAt(page.result[0], 'reward.symbol') ?? symbol);
		let isBefore = false;
		for (const record of page.result) {
			const one = toReward(record);
			isBefore ||= one.time < from;
			if (one.time >= from && one.time < to) found.set(identify(record), one);
		}
		if (isBefore) break;
	}
	const newestFirst = [...found.values()].sort((a, b) => b.time - a.time);
	return { ok: true, result: { rewards: newestFirst, symbol, pages, read } };
}
