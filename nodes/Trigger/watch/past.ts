/** The memory that earlier polls left: the cursor as it is stored, and as this poll uses it. */
import type { IDataObject } from 'n8n-workflow';
import { markOf } from '../../feeds/identity';
import { isLongGap, longestInterval, usualInterval } from '../intervals';
import { dropCounts } from './alertState';
import { alerts, ruleIdentityOf } from './conditions';
import { unpackSubjects } from './cursor';
import { sourceKey, type Subject, type WatchSettings } from './model';
import { withDowns, type StoredDowns } from './downs';
import { withUnsent, type Unsent } from './unsent';
import type {
	MeasuredFee,
	PackedIncident,
	SeenBlock,
	SeenHead,
	SeenMetrics,
	ReportedFee,
	Upgrades,
	View,
} from './readings';

/** The newest version that this code reads; a newer cursor stops the trigger. A new form takes the next number. */
export const watchCursorVersion = 1;
/** All events of watches share this name. Their `source` tells them apart. */
export const watchCursorEvent = 'uptimeDrop';

export interface WatchCursor extends StoredDowns {
	version: typeof watchCursorVersion;
	event: typeof watchCursorEvent;
	/** Source and place (chain or subnet, and token) of the watch. A watch of another one starts afresh. */
	source: string;
	/** Start of the latest reading, UNIX seconds. */
	at: number;
	/** Seconds between the last two polls that were not too close to each other. */
	interval?: number;
	/** The subject of the source, packed. */
	ofSource: string;
	/** When each chosen alert was first judged, UNIX seconds. Alerts that were bad then are its baseline. */
	judgedSince: Record<string, number>;
	/** Marks of the rules (limits) that the remembered alerts belong to, by event. */
	rules?: Record<string, string>;
	/** Reminders about the source are handled up to this time, UNIX seconds. */
	remindedAt?: number;
	/** Reminders that were due and not sent, by alert. */
	unsent?: Unsent;
	/** The network's upgrades, if a condition or an item needs them. */
	upgrades?: Upgrades;
	/** The last upgrade that was reported because its version is unknown here. */
	reportedUpgrade?: string;
	/** The fee of L1 validators as the node last reported it, if a condition needs it. */
	fee?: ReportedFee;
	/** The newest block of a chain, if Head Not Moving is watched. */
	head?: SeenHead;
	/** The block of balances on an EVM chain. Older versions did not store it. */
	block?: SeenBlock;
	/** The alert ID of the incident about the queried node, while one stands for many. */
	suspected?: string;
	/** Since when, UNIX seconds. Older versions did not store it. */
	suspectedSince?: number;
	/** Incidents that stand for several alerts. */
	incidents?: PackedIncident[];
	/** Counters of the queried node, if a condition needs their growth. */
	metrics?: SeenMetrics;
	/** Polls right after a gap in polling, UNIX seconds. Alerts of the source that they first saw may be older. */
	resumedAt?: number[];
	/** The ID of the queried node, if it is watched itself. */
	nodeId?: string;
	/** Networks and nodes that alert IDs are made from, by time. Alerts from before the first keep an older form. */
	views?: View[];
	/** The last items, which may come again after a start of n8n, and when they were emitted, UNIX seconds. */
	last?: IDataObject[];
	lastAt?: number;
	/** Set by the first successful reading. */
	watched?: {
		/** Mark of the chosen node IDs, or "all". If it changes, all that is bad already becomes the baseline. */
		choice: string;
		/** Time of the baseline reading, UNIX seconds. */
		since: number;
		/** The validators, packed. */
		states: string;
		/** The last successful reading, UNIX seconds. */
		readAt?: number;
		/** Readings right after a gap in polling or reading, UNIX seconds. States that they first saw may be older. */
		resumedAt?: number[];
		/** Reminders are handled up to this time, UNIX seconds. */
		remindedAt?: number;
		/** Length of a slot of {@link Subject.highs} in seconds, and the number of the newest slot since 1970. */
		slots?: [seconds: number, newest: number];
		/** The fee measured from {@link Subject.balance} of all validators, if the node does not report it. */
		fee?: MeasuredFee;
	};
}

/** The memory of earlier polls, in the form that this poll uses. */
export interface Past {
	cursor?: WatchCursor;
	source: Subject;
	/** Watched validators. Undefined before the first successful reading. */
	subjects?: ReadonlyMap<string, Subject>;
	/** If true, a successful reading now becomes the baseline of the watched validators. */
	isFirst: boolean;
	baselineAt: number;
	/** True if any earlier reading succeeded. */
	hasBaseline: boolean;
	/** When each chosen alert was first judged, by event. Alerts that were never judged are absent. */
	judgedSince: Record<string, number>;
	/** As in the cursor, plus this poll if it follows a gap. */
	resumedAt: Record<'source' | 'watched', number[]>;
}

/** The basis of a poll's judgements: its memory and the user's choices. */
export interface PollBasis {
	past: Past;
	settings: WatchSettings;
	/** UNIX seconds. */
	at: number;
}

export const nameSource = (settings: WatchSettings): string =>
	`${settings.source}:${watchedPlaceOf(settings)}`;

/** The chain or subnet, and the token there. */
export const watchedPlaceOf = ({ blockchainId, subnetId, token }: WatchSettings): string =>
	[blockchainId || subnetId, ...(token ? [token] : [])].join(':');

export const nameChoice = ({ nodeIds }: WatchSettings): string =>
	nodeIds.length ? markOf([...nodeIds].sort().join(), 8) : 'all';

/** The stored cursor, if it belongs to the source of these settings. */
export const ownWatchCursor = (
	cursor: WatchCursor | undefined,
	settings: WatchSettings,
): WatchCursor | undefined =>
	cursor?.event === watchCursorEvent && cursor.source === nameSource(settings) ? cursor : undefined;

/** Marks of the rules that make a condition another one, such as its limit, by event of the chosen alerts. */
export function markRules(settings: WatchSettings): Record<string, string> | undefined {
	const marks = alerts
		.filter(({ event }) => settings.conditions.includes(event))
		.map((alert) => [alert.event, ruleIdentityOf(alert, settings)] as const)
		.filter((entry): entry is [string, string] => entry[1] !== undefined)
		.map(([event, identity]) => [event, markOf(identity, 8)] as const);
	return marks.length ? Object.fromEntries(marks) : undefined;
}

/** A subject without any memory. */
export const nobody: Subject = { validation: '', states: {}, reported: {} };

/** Moves a remembered time before `at` if it lies later, because the clock may have been set back. */
const notAfter = (time: number, at: number): number => (time > at ? at - 1 : time);

/** True after a break much longer than the usual interval. Counts and comparisons across it mean nothing. */
export const hadBreak = (
	{ at: before, interval = longestInterval }: WatchCursor,
	at: number,
): boolean => at < before || isLongGap(at - before, interval);

const mostApart = 20;

/**
 * Seconds between polls that count as two: half of the usual interval, 20 at most. When a workflow is published or n8n
 * starts, n8n polls immediately, and its schedule may follow seconds later.
 */
export const leastApart = (cursor: WatchCursor | undefined): number =>
	Math.min(mostApart, (cursor?.interval ?? usualInterval) / 2);

/** The usual interval after this poll. One that comes too soon, or before the last one, says nothing about it. */
export function intervalAfter(cursor: WatchCursor | undefined, at: number): number | undefined {
	if (!cursor) return undefined;
	const interval = at - cursor.at;
	if (interval < 0) return cursor.interval;
	return interval < leastApart(cursor) ? (cursor.interval ?? interval) : interval;
}

/** The times right after gaps, including this poll if it follows one. */
function resumedBy(cursor: WatchCursor, at: number): Past['resumedAt'] {
	const { resumedAt: ofSource = [], watched } = cursor;
	const isAfterBreak = hadBreak(cursor, at);
	const isSeeing = isAfterBreak || hadBreak({ ...cursor, at: watched?.readAt ?? cursor.at }, at);
	return {
		source: [...ofSource, ...(isAfterBreak ? [at] : [])],
		watched: [...(watched?.resumedAt ?? []), ...(isSeeing ? [at] : [])],
	};
}

/** True if `time`, when a subject was first seen in a state, comes right after a gap. The state may then be older. */
export const isAfterGap = (key: string, time: number, { resumedAt }: Past): boolean =>
	resumedAt[key === sourceKey ? 'source' : 'watched'].includes(time);

export function recallWatch(
	cursor: WatchCursor | undefined,
	at: number,
	settings: WatchSettings,
): Past {
	if (!cursor)
		return {
			source: nobody,
			isFirst: true,
			baselineAt: at,
			hasBaseline: false,
			judgedSince: {},
			resumedAt: { source: [], watched: [] },
		};
	const { watched } = cursor;
	const isFirst = watched?.choice !== nameChoice(settings);
	const marks = markRules(settings);
	// With another limit, a condition is another one.
	const isSameRule = (event: string): boolean => cursor.rules?.[event] === marks?.[event];
	const chosen = Object.entries(cursor.judgedSince)
		.filter(([event]) => settings.conditions.includes(event) && isSameRule(event))
		.map(([event, since]) => [event, notAfter(since, at)] as const);
	const isAfterBreak = hadBreak(cursor, at);
	const restore = (text: string): Map<string, Subject> => {
		const unpacked = unpackSubjects(text, cursor.at);
		const subjects = new Map(
			[...unpacked].map(([key, each]) => [key, withUnsent(key, each, cursor.unsent)]),
		);
		if (!isAfterBreak) return subjects;
		// After the clock was set back, nobody knows in how much time the difference of two balances was paid.
		const lost = at < cursor.at ? { balance: undefined } : {};
		return new Map([...subjects].map(([key, each]) => [key, { ...dropCounts(each), ...lost }]));
	};
	return {
		cursor,
		source: restore(cursor.ofSource).get(sourceKey) ?? nobody,
		subjects: watched && withDowns(restore(watched.states), cursor, at),
		isFirst,
		baselineAt: isFirst ? at : notAfter(watched.since, at),
		hasBaseline: watched !== undefined,
		judgedSince: Object.fromEntries(chosen),
		resumedAt: resumedBy(cursor, at),
	};
}
