/** What the user chooses for any feed: where it starts, what is too small, how late records may come. */
import type { INodeProperties, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import {
	choice,
	integer,
	optional,
	text,
	timestamp,
	toProperty,
	type Field,
} from '../../shared/fields';
import type { Values } from '../../shared/operations';
import { simplify } from '../../shared/properties';
import { hash, scopeOf } from '../identity';
import { collectOptions, createReader, redeliver, showFor } from '../parameters';
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
	...(starts.includes('block') ? [showFor(toProperty(startBlock), { startFrom: ['block'] })] : []),
	showFor(toProperty(startTime), { startFrom: ['time'] }),
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

/** The options of a feed: its own, and those that all feeds have. */
export const feedOptions = (own: INodeProperties[]): INodeProperties =>
	collectOptions([...own, toProperty(redeliver), toProperty(optional(simplify))]);

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
			feed: hash(traits.about, nameStart(context, start)),
			start,
			confirmations: traits.confirmations,
			settleSeconds: 60 * (settle ?? traits.settleMinutes),
			redeliver: (readOption(redeliver) as boolean | undefined) ?? false,
		},
		scope: scopeOf(context),
		minimumAmount: readOption(minimumAmount('')) as string | undefined,
		isSimple: (readOption(simplify) as boolean | undefined) ?? true,
	};
}
