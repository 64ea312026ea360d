/** What the user chooses for the event New Reward. */
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';
import { data } from '../../Data/operations';
import { toProperty, type Field } from '../../shared/fields';
import type { Values } from '../../shared/operations';
import {
	commonOptions,
	createReader,
	minimumAmount,
	readFeed,
	settleMinutes,
	startProperties,
	type Chosen,
	type FeedStart,
} from '../feed/settings';

export interface RewardSettings extends Chosen {
	/** Parameters of the list of rewards. */
	values: Values;
}

const { params = [], check } = data.resources.reward.operations.getMany;
const fieldOf = (name: string): Field => params.find((field) => field.name === name)!;
const [network, nodeIds, addresses, currency] = ['network', 'nodeIds', 'addresses', 'currency'].map(
	fieldOf,
);

const starts: FeedStart[] = ['now', 'time'];
const dayMinutes = 24 * 60;

export const rewardProperties: INodeProperties[] = [
	toProperty(network),
	toProperty(nodeIds),
	toProperty(addresses),
	...startProperties(starts),
	{
		displayName:
			'A reward has no price, and so no value, in its first 24 hours. It is reported when it is paid, with what is known then.',
		name: 'priceNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{ ...toProperty(currency), required: false },
			toProperty(minimumAmount('Only rewards of at least this many AVAX, e.g. 0.5')),
			toProperty(settleMinutes(dayMinutes)),
			...commonOptions,
		].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	},
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
		nodeIds: readSet(nodeIds),
		addresses: readSet(addresses),
	};
	const given = Object.fromEntries(
		Object.entries(chosen).filter(([, value]) => value !== undefined),
	);
	const problem = check?.(given);
	if (problem) throw refuse(problem);
	const feed = readFeed(context, {
		event: 'newReward',
		about: chosen,
		starts,
		settleMinutes: dayMinutes,
		confirmations: 0,
	});
	const money = readOption(currency);
	return { ...feed, values: { ...given, ...(money !== undefined && { currency: money }) } };
}
