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
import type { FeedSettings } from './pollFeed';

/** What an event of a feed reads from its parameters. */
export interface EventSettings {
	feed: FeedSettings;
	/** Tells the items of one trigger node from those of any other. */
	scope: string;
	/** In whole units, as decimal text. */
	minimumAmount?: string;
	isSimple: boolean;
}

/** The fields of which each feed has its own: in their words, choices or default. */
export interface FeedFields {
	startFrom: Field;
	minimumAmount: Field;
	/** Absent where the source is never late, so that the user has no choice. */
	settleMinutes?: Field;
}

const startOptions: Record<FeedStart, INodePropertyOptions> = {
	now: {
		name: 'Now',
		value: 'now',
		description: 'Only what is new once you publish the workflow',
	},
	block: { name: 'Block', value: 'block', description: 'Everything from a certain block on' },
	time: { name: 'Time', value: 'time', description: 'Everything from a certain time on' },
};
export type FeedStart = 'now' | 'block' | 'time';

const startBlock = integer(
	{ displayName: 'Start Block', name: 'startBlock', description: 'First block to report' },
	0,
);
const startTime = timestamp({
	displayName: 'Start Time',
	name: 'startTime',
	description: 'Report everything from this time on',
});

/** Where the feed starts, of the ways it can. */
export const startFrom = (starts: FeedStart[]): Field =>
	choice(
		{
			displayName: 'Start From',
			name: 'startFrom',
			default: 'now',
			description: 'Where to start. If you change the start later, the trigger starts afresh.',
			noDataExpression: true,
		},
		starts.map((start) => startOptions[start]),
	);

/** The start of a feed, with the fields that its ways to start need. */
export const startProperties = (from: Field): INodeProperties[] => {
	const ofWay: Array<[FeedStart, Field]> = [
		['block', startBlock],
		['time', startTime],
	];
	const ways = (from.options as INodePropertyOptions[]).map(({ value }) => value);
	return [
		toProperty(from),
		...ofWay
			.filter(([way]) => ways.includes(way))
			.map(([way, field]) => showFor(toProperty(field), { startFrom: [way] })),
	];
};

export const minimumAmount = (description: string): Field => ({
	...text(
		{ displayName: 'Minimum Amount', name: 'minimumAmount', placeholder: 'e.g. 0.5', description },
		'a decimal number of at least 0',
		(value) => /^(\d+\.?\d*|\.\d+)$/.test(value),
	),
	required: false,
	optional: true,
});

/** `usual` holds where the user sets none. */
export const settleMinutes = (usual: number): Field => ({
	...integer(
		{
			displayName: 'Late Record Window (Minutes)',
			name: 'settleMinutes',
			default: usual,
			description:
				'How long to check recent records again, because the Data API can add some late. 0 reads each record once.',
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
	fields: FeedFields;
	confirmations: number;
}

/** What names a start: as an expression its text, because what that gives may be another start with each poll. */
function nameStart(context: IPollFunctions, start: FeedSettings['start']): unknown {
	if (start.at === 'now') return null;
	const entered =
		context.getNode().parameters[start.at === 'time' ? startTime.name : startBlock.name];
	return typeof entered === 'string' && entered.startsWith('=') ? entered : start;
}

export function readFeed(
	context: IPollFunctions,
	{ event, about, fields, confirmations }: FeedTraits,
): EventSettings {
	const { read, readOption } = createReader(context);
	const startsFrom = read(fields.startFrom) as FeedStart;
	const start: FeedSettings['start'] =
		startsFrom === 'block'
			? { at: 'position', position: read(startBlock) as number }
			: startsFrom === 'time'
				? { at: 'time', time: read(startTime) as number }
				: { at: 'now' };
	const { settleMinutes: settle } = fields;
	const minutes = settle ? (readOption(settle) ?? settle.default) : 0;
	return {
		feed: {
			event,
			feed: hash(about, nameStart(context, start)),
			start,
			confirmations,
			settleSeconds: 60 * (minutes as number),
			redeliver: (readOption(redeliver) as boolean | undefined) ?? false,
		},
		scope: scopeOf(context),
		minimumAmount: readOption(fields.minimumAmount) as string | undefined,
		isSimple: (readOption(simplify) as boolean | undefined) ?? true,
	};
}
