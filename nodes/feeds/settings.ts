/** Settings of every feed: its start, its minimum amount, and how late records may come. */
import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { optional, toProperty, type Field } from '../shared/fields/fields';
import { amount, flag, integer, openInteger } from '../shared/fields/kinds';
import { timestamp } from '../shared/fields/moments';
import { refuseFuture } from '../shared/fields/period';
import type { Values } from '../shared/operation/operations';
import { simplifyOption } from '../shared/operation/properties';
import { fingerprint, markOf, scopeOf } from './identity';
import { collectOptions, createReader, type TriggerContext } from './parameters';
import type { FeedSettings, StartOver } from './feedSettings';
import { feedTestEvent, testEventOf, type TestRecord } from './testEvent';
import { whenUnreadable } from './unreadable';
import { dayMinutes } from '../shared/values/timeUnits';

/** The settings that an event of a feed reads from its parameters. */
export interface EventSettings {
	feed: FeedSettings;
	/** Tells the items of one trigger node from those of any other. */
	scope: string;
	/** In whole units, as decimal text. */
	minimumAmount?: string;
	isSimple: boolean;
	/** The workflow's time zone, for times in messages. */
	timezone: string;
	/** The sample that a test run shows. Absent means the newest records. */
	testEvent?: TestRecord;
	stopsAtUnreadable?: boolean;
	/** The user's name for the one watched address. */
	addressName?: string;
	/** Adds to the item of a record what the user calls the watched address. */
	dress?: (item: IDataObject) => IDataObject;
	/** What a test run says of the settings once it has read. */
	remark?: () => string[];
}

/** The fields that each feed has in words, choices or a default of its own. */
export interface FeedFields {
	/** The possible starts other than now. */
	starts: Field[];
	/** Absent if its records have no amount. */
	minimumAmount?: Field<string>;
	/** Absent if the source is never late, which leaves the user no choice. */
	settleMinutes?: Field<number>;
}

export const startBlock = openInteger(
	{
		displayName: 'Start Block',
		name: 'startBlock',
		placeholder: 'e.g. 70999900',
		description:
			'First block to report, instead of starting when you publish. If you change it later, the trigger starts afresh.',
	},
	0,
);
export const confirmationsOf = (description: string): Field<number> =>
	integer({ displayName: 'Confirmations', name: 'confirmations', description }, 0, 10_000);
export const startTime = timestamp(
	{
		displayName: 'Start Time',
		name: 'startTime',
		description:
			'Report everything from this time on, instead of starting when you publish. If you change it later, the trigger starts afresh.',
	},
	{ ifTwice: 'takeFirst' },
);

/** The counterparts of {@link startBlock} and {@link startTime} for starting over. */
export const startOverBlock = openInteger(
	{
		displayName: 'Start Over From Block',
		name: 'startOverBlock',
		placeholder: 'e.g. 70999900',
		description:
			'Go back or ahead to this block, once for each value. What comes again keeps its eventId.',
	},
	0,
);
const startOverTime = timestamp(
	{
		displayName: 'Start Over From Time',
		name: 'startOverTime',
		description:
			'Go back or ahead to this time, once for each value. What comes again keeps its eventId.',
	},
	{ ifTwice: 'takeFirst' },
);

const behindMinutes = optional(
	integer(
		{
			displayName: 'Report When Behind (Minutes)',
			name: 'behindMinutes',
			default: 10,
			description: 'Emit behind if what a poll leaves is this old, and caughtUp once nothing waits',
		},
		1,
		7 * dayMinutes,
	),
);

export const minimumAmount = (
	description: string,
	counts: Field['counts'] = 'amount',
): Field<string> => ({
	...amount({
		displayName: 'Minimum Amount',
		name: 'minimumAmount',
		placeholder: 'e.g. 0.5',
		counts,
		description,
	}),
	required: false,
	optional: true,
});

/** `usual` applies if the user sets none. */
export const settleMinutes = (usual: number): Field<number> => ({
	...integer(
		{
			displayName: 'Late Record Window (Minutes)',
			name: 'settleMinutes',
			default: usual,
			description:
				'How long to check recent records again, because the Data API can add some late. 0 reads each record once.',
		},
		0,
		7 * dayMinutes,
	),
	required: false,
	optional: true,
});

const redeliver = optional(
	flag({
		displayName: 'Redeliver After Restart',
		name: 'redeliver',
		description:
			'Whether to emit the last items again after a restart, with the same eventId, in case n8n stopped before the workflow processed them. Leave the option off if n8n uses durable cursors.',
	}),
);

/** The options of a feed: its own, and those that all feeds have. */
export const feedOptions = (own: INodeProperties[], kinds: TestRecord[]): INodeProperties =>
	collectOptions([
		...own,
		toProperty(redeliver),
		toProperty(whenUnreadable),
		toProperty(behindMinutes),
		toProperty(startOverTime),
		toProperty(optional(simplifyOption)),
		toProperty(testEventOf([...kinds, 'behind', 'unreadable'])),
	]);

/** The rest of a feed's name and bounds. A host may have to be asked for the chain before they are known. */
interface FeedTraits {
	event: FeedSettings['event'];
	record: FeedSettings['record'];
	/** The watched subject and its chain or network. */
	about: Values;
	confirmations: number;
}

/** The settings that every feed reads. {@link nameFeed} completes them. */
interface ReadFeed extends Omit<EventSettings, 'feed'> {
	feed: Omit<FeedSettings, 'feed' | keyof FeedTraits>;
	startName: unknown;
}

/** Settings to complete with values for which a host may have to be asked. */
export interface Unresolved<S extends EventSettings, V extends Values = Values> {
	values: V;
	complete: (resolved: V) => S;
}

/** The fields for a block and for a time, of which at most one may be set. */
type StartFields = [block: Field<number>, time: Field<number>];

const starts: StartFields = [startBlock, startTime];
const startsOver: StartFields = [startOverBlock, startOverTime];

/** Names a start. An expression is named by its text, because its value may be another start in each poll. */
function nameStart(
	context: TriggerContext,
	start: FeedSettings['start'],
	[block, time]: StartFields,
): unknown {
	if (start.at === 'now') return null;
	const { options } = context.getNode().parameters;
	const { name } = start.at === 'time' ? time : block;
	const entered = (options as IDataObject | undefined)?.[name];
	return typeof entered === 'string' && entered.startsWith('=') ? entered : start;
}

/** The start set in one of the fields. Refuses two starts at once. */
function readStart(
	context: TriggerContext,
	fields: StartFields,
	hasBlocks: boolean,
): FeedSettings['start'] {
	const { readOption, refuse } = createReader(context);
	const [block, time] = fields.map((field, i) =>
		i > 0 || hasBlocks ? readOption(field, true) : undefined,
	);
	if (block !== undefined && time !== undefined)
		throw refuse(`${fields[0].displayName} and ${fields[1].displayName} cannot be set together`);
	if (block !== undefined) return { at: 'position', position: block };
	return time === undefined ? { at: 'now' } : { at: 'time', time };
}

/** Refuses a Start Time in the future. Only who tries the settings should meet this: a later poll waits for the time. */
export function demandStarted(context: TriggerContext): void {
	const { readOption, refuse } = createReader(context);
	const seconds = readOption(startTime, true);
	if (seconds === undefined || seconds <= Date.now() / 1000) return;
	const time = DateTime.fromSeconds(seconds, { zone: context.getTimezone() });
	const { message, description } = refuseFuture(startTime.displayName, time);
	throw refuse(message, description);
}

const markLength = 8;

/** The place to start over from, with a mark of the entered value. */
function readStartOver(context: TriggerContext, hasBlocks: boolean): StartOver | undefined {
	const from = readStart(context, startsOver, hasBlocks);
	if (from.at === 'now') return undefined;
	if (from.at === 'time' && from.time > Date.now() / 1000)
		throw createReader(context).refuse(
			'Start Over From Time lies in the future',
			'Enter a time that has passed. What comes until then would be left out.',
		);
	const name = JSON.stringify(nameStart(context, from, startsOver));
	return { from, mark: markOf(name, markLength) };
}

export function readFeed(context: TriggerContext, fields: FeedFields): ReadFeed {
	const { readOption } = createReader(context);
	const hasBlocks = fields.starts.includes(startBlock);
	const hasTimes = fields.starts.includes(startTime);
	const start: FeedSettings['start'] = hasTimes
		? readStart(context, starts, hasBlocks)
		: { at: 'now' };
	const behind = readOption(behindMinutes);
	const startOver = readStartOver(context, hasBlocks);
	const { settleMinutes: settle } = fields;
	const minutes = settle ? (readOption(settle) ?? settle.default) : 0;
	return {
		feed: {
			start,
			settleSeconds: 60 * (minutes as number),
			redeliver: readOption(redeliver) ?? false,
			...(behind !== undefined && { behindSeconds: 60 * behind }),
			...(startOver && { startOver }),
		},
		startName: nameStart(context, start, starts),
		scope: scopeOf(context),
		minimumAmount: fields.minimumAmount && readOption(fields.minimumAmount),
		isSimple: readOption(simplifyOption) ?? true,
		timezone: context.getTimezone(),
		testEvent: readOption(feedTestEvent),
		stopsAtUnreadable: readOption(whenUnreadable) === 'stop',
	};
}

export const nameFeed = (
	{ feed, startName, ...read }: ReadFeed,
	{ about, ...traits }: FeedTraits,
): EventSettings => ({
	...read,
	feed: { ...feed, ...traits, feed: fingerprint(about, startName) },
});
