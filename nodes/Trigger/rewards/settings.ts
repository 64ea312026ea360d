/** What the user chooses for the event New Reward. */
import type { INodeProperties, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import {
	checkRewarded,
	currency,
	network,
	rewardedAddresses,
	rewardedNodeIds,
	rewardTypes,
} from '../../Data/fields';
import { toProperty, type Field } from '../../shared/fields';
import type { Values } from '../../shared/operations';
import {
	feedOptions,
	minimumAmount,
	readFeed,
	settleMinutes,
	startFrom,
	startProperties,
	type EventSettings,
	type FeedFields,
} from '../feed/settings';
import { createReader } from '../parameters';

export interface RewardSettings extends EventSettings {
	/** Parameters of the list of rewards. */
	values: Values;
	/** The types to report; none means all, also those that this package does not know. */
	types?: string[];
}

const allTypes = rewardTypes.options!.map(
	(option) => (option as INodePropertyOptions).value as string,
);

/** All by default: only its user knows whether an address earns as a validator or as a delegator. */
const reportedTypes: Field = {
	...rewardTypes,
	default: allTypes,
	description:
		"Types of rewards to report. For a validator's own earnings, leave out Delegator Reward.",
};

const fields: Required<FeedFields> = {
	startFrom: startFrom(['now', 'time']),
	minimumAmount: minimumAmount('Only rewards of at least this many AVAX, e.g. 0.5'),
	settleMinutes: settleMinutes(24 * 60),
};

export const rewardProperties: INodeProperties[] = [
	toProperty(network),
	toProperty(rewardedNodeIds),
	toProperty(rewardedAddresses),
	toProperty(reportedTypes),
	...startProperties(fields.startFrom),
	{
		displayName:
			'A reward gets its price about 24 hours after it is paid. The trigger reports the reward earlier, without price and value.',
		name: 'priceNotice',
		type: 'notice',
		default: '',
	},
	feedOptions([
		toProperty(currency),
		toProperty(fields.minimumAmount),
		toProperty(fields.settleMinutes),
	]),
];

export function readRewardSettings(context: IPollFunctions): RewardSettings {
	const { read, readOption, refuse } = createReader(context);
	/** The same text for the same IDs, in whatever order they come: they name the watch. */
	const readSet = (field: Field): string | undefined => {
		const ids = read(field) as string | undefined;
		return ids && [...new Set(ids.split(','))].sort().join(',');
	};
	const chosen = {
		network: read(network),
		nodeIds: readSet(rewardedNodeIds),
		addresses: readSet(rewardedAddresses),
	};
	const given = Object.fromEntries(
		Object.entries(chosen).filter(([, value]) => value !== undefined),
	);
	const problem = checkRewarded(given);
	if (problem) throw refuse(problem);
	const feed = readFeed(context, {
		event: 'newReward',
		about: chosen,
		fields,
		confirmations: 0,
	});
	const money = readOption(currency);
	const types = read(reportedTypes) as string[];
	return {
		...feed,
		values: { ...given, ...(money !== undefined && { currency: money }) },
		...(allTypes.some((type) => !types.includes(type)) && { types }),
	};
}
