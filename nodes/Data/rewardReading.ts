/** What a reward report is asked for, and the reading of its rewards. */
import { DateTime, IANAZone } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../shared/errors';
import { choice, choices, moment, optional, text, type Field } from '../shared/fields';
import type { Client } from '../shared/network/client';
import { toRestCall, type Surroundings, type Values } from '../shared/operations';
import { walkPages } from '../shared/paging';
import { cut, finish } from '../shared/pipeline';
import { valueAt } from '../shared/records';
import type { Range } from '../shared/report/totals';
import { currency, network, rewardedAddresses, rewardedNodeIds, rewardTypes } from './fields';
import { identify, reward } from './rewards';
import { toReward, type GroupBy, type Reward } from './rewardTotals';

const from = moment({
	displayName: 'From',
	name: 'from',
	description: 'Beginning of the period',
});

const to = moment({
	displayName: 'To',
	name: 'to',
	description: 'End of the period, which no longer belongs to it',
});

const groupBy = choice(
	{
		displayName: 'Group By',
		name: 'groupBy',
		default: 'validator',
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

const returned: Field = {
	...choices(
		{
			displayName: 'Return',
			name: 'return',
			required: true,
			default: ['csv', 'page'],
			description: 'What to return. The last item holds the total, and the files as binary data.',
		},
		[
			{ name: 'Chart', value: 'chart', description: 'Bars of the period as an SVG file' },
			{ name: 'CoinTracking', value: 'coinTracking', description: 'CSV file for CoinTracking' },
			{ name: 'CSV', value: 'csv', description: 'File with a row for each group and a total row' },
			{ name: 'Detail CSV', value: 'detailCsv', description: 'File with a row for each reward' },
			{ name: 'Items', value: 'items', description: 'An item for each group, before the total' },
			{ name: 'Koinly', value: 'koinly', description: 'CSV file for Koinly' },
			{ name: 'Page', value: 'page', description: 'Field html of the total, for an e-mail' },
			{ name: 'Page File', value: 'pageFile', description: 'The same page as an HTML file' },
		],
	),
};

const timeZone = optional(
	text(
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			placeholder: 'e.g. Europe/Berlin',
			description: "Time zone of the period and of the groups. Defaults to the workflow's.",
		},
		'an IANA time zone',
		(zone) => IANAZone.isValidZone(zone),
	),
);

export const reportFields: Field[] = [
	network,
	rewardedNodeIds,
	rewardedAddresses,
	from,
	to,
	groupBy,
	{
		...rewardTypes,
		required: true,
		description:
			'Types of rewards that the amount adds up. Each type has a column of its own anyway.',
	},
	returned,
	currency,
	timeZone,
];

/** The question, with what was left empty. */
export interface Asked {
	network: string;
	nodeIds?: string;
	addresses?: string;
	range: Range;
	zone: string;
	groupBy: GroupBy;
	/** Those that the amount adds up. */
	types: string[];
	/** Values of Return. */
	returns: string[];
	currency: string;
	isTool: boolean;
}

export function toAsked(values: Values, { timezone, isTool }: Surroundings): Asked {
	const zone = (values.timeZone as string | undefined) ?? timezone;
	/** A time that was entered without a zone is one of the report's. */
	const inZone = (time: DateTime): number =>
		time.setZone(zone, { keepLocalTime: time.zoneName === timezone }).toSeconds();
	const given = values as { nodeIds?: string; addresses?: string };
	return {
		network: values.network as string,
		nodeIds: given.nodeIds,
		addresses: given.addresses,
		range: { from: inZone(values.from as DateTime), to: inZone(values.to as DateTime) },
		zone,
		groupBy: values.groupBy as GroupBy,
		types: values.rewardTypes as string[],
		returns: values.return as string[],
		currency: (values.currency as string | undefined) ?? 'usd',
		isTool,
	};
}

interface RewardPage {
	records: IDataObject[];
	next?: string;
}

const row = reward.operations.getMany;
const faultOfService = 'The service is at fault. Try again later, or choose a shorter period.';

/**
 * The rewards of the period, newest first, and the symbol of their asset. Reads the service's pages from the newest
 * on, and no further than to the page that begins before the period. A reward that moved to the next page while it was
 * read counts once.
 */
export async function readRewards(
	client: Client,
	{ network: name, nodeIds, addresses, range, currency: money }: Asked,
): Promise<Answer<{ rewards: Reward[]; symbol: string }>> {
	const asked = { network: name, nodeIds, addresses, currency: money, sortOrder: 'desc' };
	const values = Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
	const pages = walkPages<RewardPage>({
		read: async (pageToken) => {
			const at = Date.now();
			const call = toRestCall('data', row, values);
			const query = { ...call.query, pageSize: row.pageSize.max, pageToken };
			const answer = await client.rest({ ...call, query });
			if (!answer.ok) return answer;
			if (!Array.isArray(valueAt(answer.result, row.output.field)))
				return fail('not-understood', `The answer holds no "${row.output.field}"`, {
					hint: "Check that the credential's Data URL leads to the Data API.",
				});
			const records = finish(cut(answer.result, row.output), row, { values, at }, 'extend');
			const next = valueAt(answer.result, 'nextPageToken');
			return { ok: true, result: { records, ...(typeof next === 'string' && next && { next }) } };
		},
		isEmpty: ({ records }) => !records.length,
		hint: faultOfService,
	});
	const found = new Map<string, Reward>();
	let symbol = 'AVAX';
	for await (const page of pages) {
		if (!page.ok) return page;
		const { records } = page.result;
		symbol = String(valueAt(records[0], 'reward.symbol') ?? symbol);
		let isBefore = false;
		for (const record of records) {
			const one = toReward(record);
			isBefore ||= one.time < range.from;
			if (one.time >= range.from && one.time < range.to) found.set(identify(record), one);
		}
		if (isBefore) break;
	}
	const newestFirst = [...found.values()].sort((a, b) => b.time - a.time);
	return { ok: true, result: { rewards: newestFirst, symbol } };
}
