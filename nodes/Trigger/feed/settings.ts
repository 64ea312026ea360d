/** What the user chooses for any feed: where it starts, what is too small, how late records may come. */
import { createHash } from 'node:crypto';
import type {
	IDataObject,
	INodeProperties,
	INodePropertyOptions,
	IPollFunctions,
} from 'n8n-workflow';
import {
	choice,
	encodeField,
	flag,
	integer,
	optional,
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
export type FeedStart = 'now' | 'block' | 'time';

const startBlock = integer(
	{ displayName: 'Start Block', name: 'startBlock', description: 'First block that is reported' },
	0,
);
const startTime = timestamp({
	displayName: 'Start Time',
	name: 'startTime',
	description: 'First time that is reported',
});

const startFrom = (starts: FeedStart[]): Field =>
	choice(
		{
			displayName: 'Start From',
			name: 'startFrom',
			default: 'now',
			description: 'What the first poll begins with; changing it later starts the watch anew',
			noDataExpression: true,
		},
		starts.map((start) => startOptions[start]),
	);

/** Where the feed starts, of the ways it can. */
export const startProperties = (starts: FeedStart[]): INodeProperties[] => [
	toProperty(startFrom(starts)),
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

/** `usual` is the settle age where the user sets none. */
export const settleMinutes = (usual: number): Field => ({
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
export const redeliver = optional(
	flag({
		displayName: 'Redeliver After Restart',
		name: 'redeliver',
		description:
			'Whether the last items come once more, with the same eventId, when the workflow starts again, in case n8n stopped before it ran with them. Leave it off where n8n runs with durable cursors.',
	}),
);

/** Options that all feeds have. */
export const commonOptions = [redeliver, optional(simplify)].map(toProperty);

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
		read: (field: Field): unknown =>
			encode(field, context.getNodeParameter(field.name, field.default)),
		/** Undefined where it was not added, or left empty; a switch that was added is never empty. */
		readOption: (field: Field): unknown => {
			const isNeeded = field.type === 'boolean' && field.name in options;
			return encode({ ...field, optional: !isNeeded }, options[field.name]);
		},
	};
}

interface FeedTraits {
	event: FeedSettings['event'];
	/** What is watched, and from where. */
	about: Values;
	/** The ways in which it can start. */
	starts: FeedStart[];
	/** Unless the user says otherwise; 0 where the source is never late, and the user is not asked. */
	settleMinutes: number;
	confirmations: number;
}

const nameFeed = (about: Values, start: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify([about, start]))
		.digest('hex')
		.slice(0, 16);

/** What names a start: as an expression its text, because what that gives may be another start with each poll. */
function nameStart(context: IPollFunctions, start: FeedSettings['start']): unknown {
	if (start.at === 'now') return null;
	const entered =
		context.getNode().parameters[start.at === 'time' ? startTime.name : startBlock.name];
	return typeof entered === 'string' && entered.startsWith('=') ? entered : start;
}

export function readFeed(context: IPollFunctions, traits: FeedTraits): Chosen {
	const { read, readOption } = createReader(context);
	const startsFrom = read(startFrom(traits.starts)) as FeedStart;
	const start: FeedSettings['start'] =
		startsFrom === 'block'
			? { at: 'position', position: read(startBlock) as number }
			: startsFrom === 'time'
				? { at: 'time', time: read(startTime) as number }
				: { at: 'now' };
	const settle = readOption(settleMinutes(traits.settleMinutes)) as number | undefined;
	return {
		feed: {
			event: traits.event,
			feed: nameFeed(traits.about, nameStart(context, start)),
			start,
			confirmations: traits.confirmations,
			settleSeconds: 60 * (settle ?? traits.settleMinutes),
			redeliver: (readOption(redeliver) as boolean | undefined) ?? false,
		},
		scope: `${context.getWorkflow().id}:${context.getNode().id}`,
		minimumAmount: readOption(minimumAmount('')) as string | undefined,
		isSimple: (readOption(simplify) as boolean | undefined) ?? true,
	};
}
