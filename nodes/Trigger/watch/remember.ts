/** Makes the cursor for the next poll. */
import { alerts, conditions, isChosen, mayHaveOwnRules } from './conditions';
import { disconnected } from './conditions/disconnected';
import { packSubjects } from './cursor';
import { packDowns } from './downs';
import { rememberHead } from './head/read';
import { packIncidents } from './incidents';
import { left } from './left';
import type { Measurements } from './measure';
import { rememberMetrics } from './metrics/read';
import { sourceKey, type Subject, type WatchSettings } from './model';
import { rememberNodeId } from './ownNode';
import { isNewTo } from './ownRules';
import {
	intervalAfter,
	watchCursorEvent,
	watchCursorVersion,
	markRules,
	nameChoice,
	nameSource,
	type Past,
	type WatchCursor,
} from './past';
import { isQuietAt } from './quietHours';
import type { Incident, Reading, Suspicion, View } from './readings';
import { handledUntil, hasReminders } from './reminders';
import { rememberSuspicion } from './suspicion';
import { packUnsent } from './unsent';
import type { Upgrade } from './upgrades';

/** Events of the chosen alerts that this reading judged. Those that need the fee wait until it is known. */
function listJudged(
	{ validators, isPartial }: Reading,
	{ isFeeKnown }: Measurements,
	settings: WatchSettings,
): string[] {
	const judged = conditions
		.filter((condition) => isChosen(condition, settings))
		.filter(({ of }) => of === 'source' || validators)
		.filter((condition) => !isPartial || condition.of === 'source' || condition === disconnected)
		.filter(({ event, needs }) => isFeeKnown || !needs?.(settings.rules[event]).fee);
	const presence = validators && !isPartial && isChosen(left, settings) ? [left] : [];
	return [...judged, ...presence].map(({ event }) => event);
}

/** Events of alerts by which some subject is judged by another rule than before. What was bad then was found so. */
const listChanged = (past: Past, settings: WatchSettings): string[] =>
	alerts
		.filter((alert) => mayHaveOwnRules(alert) && past.judgedSince[alert.event] !== undefined)
		.filter((alert) =>
			[...(past.subjects?.keys() ?? [])].some((key) => isNewTo(key, alert, past, settings)),
		)
		.map(({ event }) => event);

/** Keeps the ends of gaps at which a remembered state begins or ends. */
function keepResumed(resumedAt: number[], subjects: Iterable<Subject>): number[] | undefined {
	if (!resumedAt.length) return undefined;
	const times = [...subjects].flatMap(({ states, joined }) => [
		joined?.since,
		...Object.values(states).flatMap(({ since, goodSince }) => [since, goodSince]),
	]);
	const kept = resumedAt.filter((time) => times.includes(time));
	return kept.length ? kept : undefined;
}

/** What the steps of a poll found. */
interface Found {
	subjects: ReadonlyMap<string, Subject>;
	measurements: Measurements;
	unknownUpgrade?: Upgrade;
	views: View[];
	suspicion?: Suspicion;
	incidents?: Incident[];
}

/** The watched validators after this poll. If they could not be read, they are as before. */
interface Watched {
	source: Subject;
	validators?: ReadonlyMap<string, Subject>;
	isRead: boolean;
}

function sortOut(past: Past, { validators: read }: Reading, { subjects }: Found): Watched {
	const validators = new Map(subjects);
	validators.delete(sourceKey);
	const isRead = read !== undefined;
	return {
		source: subjects.get(sourceKey)!,
		validators: isRead ? validators : past.subjects,
		isRead,
	};
}

export function remember(
	past: Past,
	reading: Reading,
	settings: WatchSettings,
	found: Found,
): WatchCursor {
	const { cursor } = past;
	const watched = sortOut(past, reading, found);
	const { source, validators = new Map<string, Subject>() } = watched;
	const unsent = packUnsent(new Map([...validators, [sourceKey, source]]));
	const incidents = packIncidents(found.incidents, validators.keys());
	return {
		...describeWatch(cursor, reading, settings),
		...rememberReminders(cursor?.remindedAt, reading, settings),
		...rememberSuspicion(found.suspicion),
		...rememberNode(cursor, reading, settings),
		...(unsent && { unsent }),
		...packDowns(validators, cursor ?? {}, reading.at),
		...(incidents && { incidents }),
		ofSource: packSubjects(new Map([[sourceKey, source]]), reading.at),
		judgedSince: rememberJudged(past, reading, settings, found),
		rules: markRules(settings),
		resumedAt: keepResumed(past.resumedAt.source, [source]),
		reportedUpgrade: found.unknownUpgrade?.name ?? cursor?.reportedUpgrade,
		views: found.views,
		watched: rememberWatched(watched, { past, reading, settings, found }),
	};
}

const describeWatch = (
	cursor: WatchCursor | undefined,
	{ at }: Reading,
	settings: WatchSettings,
): Pick<WatchCursor, 'version' | 'event' | 'source' | 'at' | 'interval'> => ({
	version: watchCursorVersion,
	event: watchCursorEvent,
	source: nameSource(settings),
	at,
	interval: intervalAfter(cursor, at),
});

/** Up to when reminders are handled, if there are any. */
const rememberReminders = (
	before: number | undefined,
	{ at }: Reading,
	settings: WatchSettings,
): Pick<WatchCursor, 'remindedAt'> =>
	hasReminders(settings) ? { remindedAt: handledUntil(before, at, isQuietAt(at, settings)) } : {};

/** What the queried node says of the network and of itself. What it did not say now is as before. */
const rememberNode = (
	cursor: WatchCursor | undefined,
	reading: Reading,
	settings: WatchSettings,
): Pick<WatchCursor, 'upgrades' | 'fee' | 'head' | 'block' | 'metrics' | 'nodeId'> => ({
	upgrades: reading.upgrades ?? cursor?.upgrades,
	fee: reading.fee ?? cursor?.fee,
	head: rememberHead(reading, cursor?.head, settings),
	...(reading.block && { block: reading.block }),
	metrics: rememberMetrics(reading, cursor?.metrics, settings),
	nodeId: rememberNodeId(reading),
});

/** When each alert was first judged. One that is judged by another rule now is as new as one that never was. */
function rememberJudged(
	past: Past,
	reading: Reading,
	settings: WatchSettings,
	{ measurements }: Found,
): WatchCursor['judgedSince'] {
	const since = (events: string[]) =>
		Object.fromEntries(events.map((event) => [event, reading.at]));
	return {
		...since(listJudged(reading, measurements, settings)),
		...past.judgedSince,
		...since(listChanged(past, settings)),
	};
}

interface Poll {
	past: Past;
	reading: Reading;
	settings: WatchSettings;
	found: Found;
}

function rememberWatched(
	{ validators, isRead }: Watched,
	{ past, reading, settings, found }: Poll,
): WatchCursor['watched'] {
	if (!validators) return undefined;
	const before = past.cursor?.watched;
	const states = packSubjects(validators, reading.at);
	if (!isRead) return { ...before!, states };
	const { slots, fee } = found.measurements;
	return {
		choice: nameChoice(settings),
		since: past.baselineAt,
		states,
		readAt: reading.at,
		resumedAt: keepResumed(past.resumedAt.watched, validators.values()),
		...rememberReminders(before?.remindedAt, reading, settings),
		slots,
		fee,
	};
}
