/** Settings of the event New Reward. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { checkPrefixes, currency, network, rewardFields, rewardTypes } from '../../Data/fields';
import { checkAvax } from '../../shared/fields/avaxSupply';
import { fieldValue, toProperty } from '../../shared/fields/fields';
import type { Values } from '../../shared/operation/operations';
import { createReader, type TriggerContext } from '../parameters';
import {
	feedOptions,
	minimumAmount,
	nameFeed,
	readFeed,
	settleMinutes,
	startTime,
	type EventSettings,
	type FeedFields,
} from '../settings';
import { dayMinutes } from '../../shared/values/timeUnits';

export interface RewardSettings extends EventSettings {
	/** The parameters of the list of rewards. */
	values: Values;
	/** The types to report. Absent means all, including types that this package does not know. */
	types?: string[];
}

const allTypes = rewardTypes.options!.map(
	(option) => (option as INodePropertyOptions).value as string,
);

const feedFields: Required<FeedFields> = {
	starts: [startTime],
	minimumAmount: minimumAmount('Only rewards of at least this many AVAX, e.g. 0.5'),
	settleMinutes: settleMinutes(dayMinutes),
};
const priceHint =
	'A reward gets its price about 24 hours later. The trigger reports the reward earlier, without price and value.';
const fields = [network, ...rewardFields.filter(({ name }) => name !== 'names')];

export const rewardProperties: INodeProperties[] = [
	...fields.map((field) => ({
		...toProperty(field),
		...(field.name === rewardTypes.name && { hint: priceHint }),
	})),
	feedOptions(
		[
			toProperty(currency),
			toProperty(feedFields.minimumAmount),
			toProperty(feedFields.settleMinutes),
			toProperty(startTime),
		],
		['newest', 'gap', 'amountUnknown', 'timeDoubtful', 'heartbeat', 'each'],
	),
];

/** The same text for the same IDs in any order, because they name the watch. */
const sortSet = (ids: unknown): string | undefined =>
	ids === undefined ? undefined : [...new Set(String(ids).split(','))].sort().join(',');

export function readRewardSettings(context: TriggerContext): RewardSettings {
	const { readShown, readOption, refuse } = createReader(context);
	const { rewardTypes: given, ...values } = readShown(fields);
	const types: string[] = fieldValue({ rewardTypes: given }, rewardTypes)!;
	const { network: read, nodeIds, addresses } = values;
	const settings = readFeed(context, feedFields);
	const problem = checkPrefixes(values) ?? checkAvax('Minimum Amount', settings.minimumAmount);
	if (problem) throw refuse(problem.message, problem.description);
	const feed = nameFeed(settings, {
		event: 'newReward',
		record: 'reward',
		about: { network: read, nodeIds: sortSet(nodeIds), addresses: sortSet(addresses) },
		confirmations: 0,
	});
	const money = readOption(currency);
	const isPart = allTypes.some((type) => !types.includes(type));
	return {
		...feed,
		values: { ...values, ...(money !== undefined && { currency: money }) },
		...(isPart && { types }),
	};
}
