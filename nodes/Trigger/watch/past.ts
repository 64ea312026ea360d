/** What earlier polls left: the cursor as it is stored, and as this poll uses it. */
import type { IDataObject } from 'n8n-workflow';
import { markOf } from '../../feeds/identity';
import { dropCounts } from './alertState';
import { alerts, identityOf } from './conditions';
import { unpackSubjects } from './cursor';
import { sourceKey, type Subject, type WatchSettings } from './model';
import type { MeasuredFee, SeenHead, SeenMetrics, ReportedFee, Upgrades, View } from './readings';

/** The newest form of a cursor that this code reads; a newer one stops the trigger. A new form takes the next number. */
export const watchCursorVersion = 1;
/** What cursors of all these events are called: the source tells them apart. */
export const watchCursorEvent = 'uptimeDrop';

export interface WatchCursor {
	version: typeof watchCursorVersion;
	event: typeof watchCursorEvent;
	/** Source and blockchain this is about; another one starts afresh. */
	source: string;
	/** Start of the latest reading, UNIX seconds. */
	at: number;
	/** Seconds between the last two polls. */
	interval?: number;
	/** The source itself, packed. */
	ofSource: string;
	/** When each chosen alert was first judged, UNIX seconds: what was bad then is its baseline. */
	judgedSince: Record<string, number>;
	/** Marks of the limits that the remembered alerts are of, by their names. */
	rules?: Record<string, string>;
	/** Up to when reminders that the source cannot be read were due, UNIX seconds. */
	remindedAt?: number;
	/** The network's upgrades, where they matter. */
	upgrades?: Upgrades;
	/** The upgrade whose version nobody here knows, once that was reported. */
	reportedUpgrade?: string;
	/** The fee of L1 validators as the node last reported it, where that matters. */
	fee?: ReportedFee;
	/** The newest block of a chain, where the queried node is to move on from it. */
	head?: SeenHead;
	/** Counters of the queried node, where what they grow by matters. */
	metrics?: SeenMetrics;
	/** Polls after a time in which nobody looked, UNIX seconds: what they first saw of the source may be older. */
	resumedAt?: number[];
	/** The ID of the queried node, where that is watched itself. */
	nodeId?: string;
	/** By what alerts are named since when; what began before them keeps the ID of an older version. */
	views?: View[];
	/** The last items, which may come again after a start of n8n, and when they were emitted, UNIX seconds. */
	last?: IDataObject[];
	lastAt?: number;
	/** Set with the first reading that succeeds. */
	watched?: {
		/** Which node IDs were asked for; with others, what is bad already is their baseline. */
		choice: string;
		/** Time of the reading that is the baseline, UNIX seconds. */
		since: number;
		/** The validators, packed. */
		states: string;
		/** The last reading that succeeded, UNIX seconds. */
		readAt?: number;
		/** Readings after a time in which nobody looked, or could see: what they first saw of a validator may be older. */
		resumedAt?: number[];
		/** Up to when reminders were due, UNIX seconds. */
		remindedAt?: number;
		/** Seconds of a slot of {@link Subject.highs}, and the number of the newest one since 1970. */
		slots?: [seconds: number, newest: number];
		/** The fee as it is measured with the {@link Subject.balance} of all, where the node does not report it. */
		fee?: MeasuredFee;
	};
}

/** What earlier polls left, as this one uses it. */
export interface Past {
	cursor?: WatchCursor;
	source: Subject;
	/** Watched validators; nothing before the first reading that succeeds. */
	subjects?: ReadonlyMap<string, Subject>;
	/** Whether a successful reading of now is the baseline of the watched validators. */
	isFirst: boolean;
	/** Time of that baseline. */
	baselineAt: number;
	/** Whether any reading succeeded before. */
	hasBaseline: boolean;
	/** When each chosen alert was first judged; nothing of those that were not yet. */
	judgedSince: Record<string, number>;
	/** As the cursor has them, with this poll where it is one. */
	resumedAt: Record<'source' | 'watched', number[]>;
}

/** What a poll judges by: what is remembered, and what the user chose. */
export interface PollBasis {
	past: Past;
	settings: WatchSettings;
	/** UNIX seconds. */
	at: number;
}

export const nameSource = (settings: WatchSettings): string =>
	`${settings.source}:${placeOf(settings)}`;

/** The chain or subnet, and the token there. */
export const placeOf = ({ blockchainId, subnetId, token }: WatchSettings): string =>
	[blockchainId || subnetId, ...(token ? [token] : [])].join(':');

export const nameChoice = ({ nodeIds }: WatchSettings): string =>
	nodeIds.length ? markOf([...nodeIds].sort().join(), 8) : 'all';

/** What is stored of the settings' own source, or nothing where they name another one now. */
export const ownWatchCursor = (
	cursor: WatchCursor | undefined,
	settings: WatchSettings,
): WatchCursor | undefined =>
	cursor?.event === watchCursorEvent && cursor.source === nameSource(settings) ? cursor : undefined;

/** The chosen conditions that a rule of theirs names, and a mark of it each. */
export function markRules(settings: WatchSettings): Record<string, string> | undefined {
	const marks = alerts
		.filter(({ event }) => settings.conditions.includes(event))
		.map((alert) => [alert.event, identityOf(alert, settings)] as const)
		.filter((entry): entry is [string, string] => entry[1] !== undefined)
		.map(([event, identity]) => [event, markOf(identity, 8)] as const);
	return marks.length ? Object.fromEntries(marks) : undefined;
}

/** Whether a condition is still that of the stored alerts: with another limit, it is another one. */
const isSameRule = ({ rules }: WatchCursor, event: string, settings: WatchSettings): boolean =>
	rules?.[event] === markRules(settings)?.[event];

/** A subject of which nothing is remembered. */
export const nobody: Subject = { validation: '', states: {}, reported: {} };

/** A time that was remembered, never later than now: the clock may have been set back. */
const notAfter = (time: number, at: number): number => (time > at ? at - 1 : time);

/** After a break far longer than the polls were apart, what was counted or compared before says nothing any more. */
export const hadBreak = ({ at: before, interval = 3600 }: WatchCursor, at: number): boolean =>
	at < before || at - before > 3 * interval + 120;

/** Times after which nobody looked, or could see, with this poll where it is one. */
function resumedBy(cursor: WatchCursor, at: number): Past['resumedAt'] {
	const { resumedAt: ofSource = [], watched } = cursor;
	const isAfterBreak = hadBreak(cursor, at);
	const isSeeing = isAfterBreak || hadBreak({ ...cursor, at: watched?.readAt ?? cursor.at }, at);
	return {
		source: [...ofSource, ...(isAfterBreak ? [at] : [])],
		watched: [...(watched?.resumedAt ?? []), ...(isSeeing ? [at] : [])],
	};
}

/** Whether nobody looked right before a subject was first seen in a state. */
export const isAfterGap = (key: string, time: number, { resumedAt }: Past): boolean =>
	resumedAt[key === sourceKey ? 'source' : 'watched'].includes(time);

/** Takes up what earlier polls left. */
export function recall(cursor: WatchCursor | undefined, at: number, settings: WatchSettings): Past {
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
	const chosen = Object.entries(cursor.judgedSince)
		.filter(([event]) => settings.conditions.includes(event) && isSameRule(cursor, event, settings))
		.map(([event, since]) => [event, notAfter(since, at)] as const);
	const isAfterBreak = hadBreak(cursor, at);
	const restore = (text: string): Map<string, Subject> => {
		const subjects = unpackSubjects(text, cursor.at);
		if (!isAfterBreak) return subjects;
		// What was paid since a clock was set back was paid in a time that nobody knows.
		const lost = at < cursor.at ? { balance: undefined } : {};
		return new Map([...subjects].map(([key, each]) => [key, { ...dropCounts(each), ...lost }]));
	};
	return {
		cursor,
		source: restore(cursor.ofSource).get(sourceKey) ?? nobody,
		subjects: watched && restore(watched.states),
		isFirst,
		baselineAt: isFirst ? at : notAfter(watched.since, at),
		hasBaseline: watched !== undefined,
		judgedSince: Object.fromEntries(chosen),
		resumedAt: resumedBy(cursor, at),
	};
}
