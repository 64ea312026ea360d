/** Options of every stream: grouping into executions, and limits. */
import type { INodeProperties } from 'n8n-workflow';
import type { FeedEvent, PolledEvent } from '../feeds/cursor';
import { feedTestEvent, testEventOf, type TestRecord } from '../feeds/testEvent';
import { collectOptions, createReader, type TriggerContext } from '../feeds/parameters';
import { nameFeed, readFeed, startBlock, startTime, type Unresolved } from '../feeds/settings';
import { evmChain } from '../shared/chains/fields';
import { optional, toProperty, type Field } from '../shared/fields/fields';
import { choice, integer } from '../shared/fields/kinds';
import { simplifyOption } from '../shared/operation/properties';
import type { BlockSettings } from './blocks';
import type { DeliverySettings } from './delivery';
import type { FollowSettings } from './follow';
import { hourSeconds } from '../shared/values/timeUnits';

const executions = choice(
	{
		displayName: 'Executions',
		name: 'executions',
		default: 'event',
		description: 'What starts one execution of the workflow',
	},
	[
		{
			name: 'One per Block',
			value: 'block',
			description: 'The events of a block start one execution',
		},
		{ name: 'One per Event', value: 'event', description: 'Each event starts an execution' },
		{
			name: 'One per Time Slice',
			value: 'slice',
			description: 'The events of some seconds start one execution',
		},
	],
);
const sliceSeconds = integer(
	{
		displayName: 'Time Slice (Seconds)',
		name: 'sliceSeconds',
		default: 10,
		description: 'How long to collect events, if Executions is One per Time Slice',
	},
	1,
	hourSeconds,
);
const mostUnfinished = integer(
	{
		displayName: 'Max Unfinished Executions',
		name: 'maxUnfinished',
		default: 5,
		description: 'Later events wait while so many executions run. 0 starts all without waiting.',
	},
	0,
	1000,
);
const backFillLimit = integer(
	{
		displayName: 'Back-Fill Limit (Blocks)',
		name: 'backFillLimit',
		default: 0,
		description:
			'How many blocks back to read after an outage. Older blocks become one gap item. 0 reads all.',
	},
	0,
);
const testSeconds = integer(
	{
		displayName: 'Test Wait (Seconds)',
		name: 'testSeconds',
		default: 10,
		description: 'How long a test run waits for an event before it shows a sample',
	},
	1,
	600,
);

const nextEvent = {
	name: 'Next Event',
	description: 'The first event that comes, or a sample after Test Wait',
};

interface StreamOptions {
	own: INodeProperties[];
	/** False if the event does not read blocks one after the other. */
	followsChain?: boolean;
	/** Records that a test run can show as samples, beside the newest and a gap. */
	samples?: TestRecord[];
}

/** The options of an event: its own, those for following a chain, and those of every stream. */
export const streamOptions = ({
	own,
	followsChain = true,
	samples = [],
}: StreamOptions): INodeProperties => {
	const fields: Field[] = [
		...(followsChain
			? [
					executions,
					sliceSeconds,
					backFillLimit,
					testEventOf(['newest', 'gap', ...samples, 'each'], nextEvent),
				]
			: []),
		mostUnfinished,
		testSeconds,
		optional(simplifyOption),
	];
	return collectOptions([...own, ...fields.map((field) => toProperty(optional(field)))]);
};

export interface StreamSettings
	extends Pick<DeliverySettings, 'grouping' | 'mostUnfinished'>,
		Pick<FollowSettings, 'sliceMs' | 'mostBlocksBack'> {
	testMs: number;
	/** The sample to show without waiting. Undefined waits for the first event. */
	testEvent?: TestRecord;
}

export function readStreamSettings(context: TriggerContext): StreamSettings {
	const { readOption } = createReader(context);
	const read = <T>(field: Field<T>) => readOption(optional(field)) ?? (field.default as T);
	return {
		grouping: read(executions),
		sliceMs: read(sliceSeconds) * 1000,
		mostUnfinished: read(mostUnfinished),
		mostBlocksBack: read(backFillLimit) || undefined,
		testMs: read(testSeconds) * 1000,
		testEvent: readOption(feedTestEvent),
	};
}

export const startOptions = [toProperty(startBlock), toProperty(startTime)];

export function readBlockSettings(
	context: TriggerContext,
	event: Exclude<FeedEvent, PolledEvent>,
	starts = [startBlock, startTime],
): Unresolved<BlockSettings, BlockSettings['values']> {
	const { read } = createReader(context);
	const feed = readFeed(context, { starts });
	const record = event === 'newBlock' ? 'block' : event;
	return {
		values: { chain: read(evmChain) as string },
		complete: (values) => ({
			...nameFeed(feed, { event, record, about: values, confirmations: 0 }),
			values,
		}),
	};
}
