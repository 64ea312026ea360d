/** What the user chooses for any feed: where it starts, what is too small, how late records may come. */
import { createHash } from 'node:crypto';
import type { IDataObject, INodeProperties, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import {
	encodeField,
	integer,
	text,
	timestamp,
	toProperty,
	type Field,
	type InvalidField,
} from '../../shared/fields';
import type { Values } from '../../shared/operations';
import { simplify } from '../../shared/properties';
import { refuse } from '../refuse';
import type { FeedSettings } from './feed';

/** What every feed is told. */
export interface Chosen {
	feed: FeedSettings;
	/** Tells the events of one trigger node from those of any other. */
	scope: string;
	/** In whole units, as decimal text. */
	minimumAmount?: string;
	isSimple: boolean;
}

const startOptions: Record<FeedStart, INodePropertyOptions> = {
	now: {
		name: 'Now',
		value: 'now',
		description: 'Only what is new when the workflow is published, and later',
	},
	block: { name: 'Block', value: 'block', description: 'Everything from a block on' },
	time: { name: 'Time', value: 'time', description: 'Everything from a time on' },
};
type FeedStart = 'now' | 'block' | 'time';

const startBlock = integer(
	{ displayName: 'Start Block', name: 'startBlock', description: 'First block that is reported' },
	0,
);
const startTime = timestamp({
	displayName: 'Start Time',
	name: 'startTime',
	description: 'First time that is reported',
});

/** Where the feed starts, of the ways it can. */
export const startProperties = (starts: FeedStart[]): INodeProperties[] => [
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		noDataExpression: true,
		options: starts.map((start) => startOptions[start]),
		default: 'now',
		description: 'What the first poll begins with; changing it later starts the watch anew',
	},
	...(starts.includes('block')
		? [{ ...toProperty(startBlock), displayOptions: { show: { startFrom: ['block'] } } }]
		: []),
	{ ...toProperty(startTime), displayOptions: { show: { startFrom: ['time'] } } },
];

export const minimumAmount = (description: string): Field => ({
	...text(
		{ displayName: 'Minimum Amount', name: 'minimumAmount', placeholder: 'e.g. 0.5', description },
		'a decimal number of at least 0',
		(value) => /^(\d+\.?\d*|\.\d+)$/.test(value),
	),
	required: false,
	optional: true,
});

const settleMinutes = (usual: number): Field => ({
	...integer(
		{
			displayName: 'Settle Age (Minutes)',
			name: 'settleMinutes',
			default: usual,
			description:
				'For how long a part of the list is read again, for records that the data service adds late; 0 reads everything once',
		},
		0,
		7 * 24 * 60,
	),
	required: false,
	optional: true,
});

/** The option of all events to tell the last items again when a workflow starts. */
export const redeliver: INodeProperties = {
	displayName: 'Redeliver After Restart',
	name: 'redeliver',
	type: 'boolean',
	default: false,
	description:
		'Whether the last items come once more, with the same eventId, when the workflow starts again, in case n8n stopped before it ran with them. Leave it off where n8n runs with durable cursors.',
};

/** Options that all feeds have; `settle` is the usual settle age in minutes. */
export const commonOptions = (settle: number): INodeProperties[] => [
	redeliver,
	toProperty(settleMinutes(settle)),
	simplify,
];

/** Reads parameters and options; errors name the field and its rule. */
export function createReader(context: IPollFunctions) {
	const node = context.getNode();
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const encode = (field: Field, value: unknown): unknown => {
		try {
			return encodeField(field, value, { timezone: context.getTimezone() });
		} catch (error) {
			throw refuse(node, (error as InvalidField).message);
		}
	};
	return {
		refuse: (problem: string) => refuse(node, problem),
		read: (field: Field): unknown => encode(field, context.getNodeParameter(field.name, field.default)),
		readOption: (field: Field): unknown => encode({ ...field, optional: true }, options[field.name]),
		isOn: (name: string, fallback: boolean): boolean => (options[name] as boolean | undefined) ?? fallback,
	};
}

interface FeedTraits {
	event: FeedSettings['event'];
	/** What is watched, and from where. */
	about: Values;
	/** Unless the user says otherwise; 0 where the source is never late. */
	settleMinutes: number;
	confirmations: number;
}

const nameFeed = (about: Values, start: FeedSettings['start']): string =>
	createHash('sha256')
		.update(JSON.stringify([about, start.at === 'now' ? null : start]))
		.digest('hex')
		.slice(0, 16);

export function readFeed(context: IPollFunctions, traits: FeedTraits): Chosen {
	const { read, readOption, isOn } = createReader(context);
	const startFrom = context.getNodeParameter('startFrom', 'now') as FeedStart;
	const start: FeedSettings['start'] =
		startFrom === 'block'
			? { at: 'position', position: read(startBlock) as number }
			: startFrom === 'time'
				? { at: 'time', time: read(startTime) as number }
				: { at: 'now' };
	const settle = settleMinutes(traits.settleMinutes);
	return {
		feed: {
			event: traits.event,
			feed: nameFeed(traits.about, start),
			start,
			confirmations: traits.confirmations,
			settleSeconds: 60 * ((readOption(settle) as number | undefined) ?? traits.settleMinutes),
			redeliver: isOn('redeliver', false),
		},
		scope: `${context.getWorkflow().id}:${context.getNode().id}`,
		minimumAmount: readOption(minimumAmount('')) as string | undefined,
		isSimple: isOn('simplify', true),
	};
}
