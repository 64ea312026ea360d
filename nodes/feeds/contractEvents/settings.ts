/** Settings of the event Contract Event. */
import type { INodeProperties } from 'n8n-workflow';
import { eventFilters, eventDeclarations } from '../../Evm/fields/declarations';
import { contractsIn, logAddresses, topics } from '../../Evm/fields/logs';
import { checkEvents } from '../../Evm/readEvents';
import { evmChain } from '../../shared/chains/fields';
import { addValue, fieldValue, optional, toProperty } from '../../shared/fields/fields';
import { choice } from '../../shared/fields/kinds';
import type { Values } from '../../shared/operation/operations';
import { createReader, showFor, streamHint, type TriggerContext } from '../parameters';
import {
	confirmationsOf,
	feedOptions,
	nameFeed,
	readFeed,
	startBlock,
	startOverBlock,
	startTime,
	type EventSettings,
	type Unresolved,
} from '../settings';
import { commonEvent, signaturesOf } from './commonEvents';

export interface ContractEventSettings extends EventSettings {
	/** The parameters of Log Get Many, or of Get Many Raw if they hold topics instead of events. */
	values: Values;
}

const findBy = choice(
	{
		displayName: 'Find Events By',
		name: 'findBy',
		default: 'common',
		description: 'How to find and read the events',
		noDataExpression: true,
	},
	[
		{
			name: 'Common Event',
			value: 'common',
			description: 'Choose an event that many contracts share',
		},
		{
			name: 'Signature or ABI',
			value: 'declaration',
			description: 'The arguments of each event are decoded',
		},
		{
			name: 'Topics',
			value: 'topics',
			description: 'Each log comes as it is, without decoding',
		},
	],
);
const confirmations = confirmationsOf(
	'How many blocks must follow an event. Leave 0 on Avalanche chains, which never take blocks back.',
);
const declared = { findBy: ['declaration'] };

export const contractEventFields = [
	evmChain,
	{
		...optional(logAddresses),
		description: 'Contracts to watch, separated by commas; up to 1,000. Leave empty for all.',
	},
	findBy,
	{ ...commonEvent, showFor: { findBy: ['common'] } },
	{
		...eventDeclarations,
		placeholder:
			'e.g. OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
		showFor: declared,
	},
	{ ...optional(topics), showFor: { findBy: ['topics'] } },
];

/** The options besides those of every feed. */
export const contractEventOptions = [
	...eventFilters.map((field) => showFor(toProperty(field), { '/findBy': declared.findBy })),
	toProperty(confirmations),
	toProperty(startBlock),
	toProperty(startTime),
];

export const contractEventProperties: INodeProperties[] = [
	...contractEventFields.map((field) => ({
		...toProperty(field),
		...(field === evmChain && { hint: streamHint }),
	})),
	feedOptions(
		[...contractEventOptions, toProperty(startOverBlock)],
		['newest', 'gap', 'notDecoded', 'heartbeat', 'each'],
	),
];

/** The same text for the same contracts in any order and letter case, because it names the watch. */
const nameAddresses = (values: Values): string[] | undefined =>
	contractsIn(values)
		?.map((address) => address.toLowerCase())
		.sort();

export function readContractEventSettings(
	context: TriggerContext,
): Unresolved<ContractEventSettings> {
	const { readShown, readOption, refuse } = createReader(context);
	const { findBy: by, commonEvent: common, ...values } = readShown(contractEventFields);
	if (by === 'common')
		values.events = signaturesOf(fieldValue({ commonEvent: common }, commonEvent));
	if (by === 'declaration') {
		for (const field of eventFilters) addValue(values, field, readOption(field));
		const problem = checkEvents(values);
		if (problem) throw refuse(problem.message, problem.description);
	}
	const wanted = readOption(confirmations);
	const feed = readFeed(context, { starts: [startBlock, startTime] });
	return {
		values,
		complete: (resolved) => ({
			...nameFeed(feed, {
				event: 'contractEvent',
				record: 'log',
				about: { chain: resolved.chain, addresses: nameAddresses(resolved) },
				confirmations: wanted ?? 0,
			}),
			values: resolved,
		}),
	};
}
