/** Makes the cursor for the next poll. */
import { alerts, conditions, isChosen, mayHaveOwnRules } from './conditions';
import { disconnected } from './conditions/disconnected';
import { packSubjects } from './cursor';
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

export function remember(
	past: Past,
	reading: Reading,
	settings: WatchSettings,
	found: {
		subjects: ReadonlyMap<string, Subject>;
		measurements: Measurements;
		unknownUpgrade?: Upgrade;
		views: View[];
		suspicion?: Suspicion;
		incidents?: Incident[];
	},
): WatchCursor {
	const { cursor } = past;
	const { at } = reading;
	const source = found.subjects.get(sourceKey)!;
	const validators = new Map(found.subjects);
	validators.delete(sourceKey);
	const isQuiet = isQuietAt(at, settings);
	const remindedAt = (before: number | undefined) =>
		hasReminders(settings) ? { remindedAt: handledUntil(before, at, isQuiet) } : {};
	const unsent = packUnsent(
		new Map([...(reading.validators ? validators : (past.subjects ?? [])), [sourceKey, source]]),
	);
	const { slots, fee: measuredFee } = found.measurements;
	const watched = reading.validators
		? {
				choice: nameChoice(settings),
				since: past.baselineAt,
				states: packSubjects(validators, at),
				readAt: at,
				resumedAt: keepResumed(past.resumedAt.watched, validators.values()),
				...remindedAt(cursor?.watched?.remindedAt),
				slots,
				fee: measuredFee,
			}
		: past.subjects && { ...cursor!.watched!, states: packSubjects(past.subjects, at) };
	const stored = reading.validators ? validators : past.subjects;
	const incidents = packIncidents(found.incidents, stored?.keys() ?? []);
	return {
		version: watchCursorVersion,
		event: watchCursorEvent,
		source: nameSource(settings),
		at,
		interval: intervalAfter(cursor, at),
		ofSource: packSubjects(new Map([[sourceKey, source]]), at),
		judgedSince: {
			...Object.fromEntries(
				listJudged(reading, found.measurements, settings).map((event) => [event, at]),
			),
			...past.judgedSince,
			...Object.fromEntries(listChanged(past, settings).map((event) => [event, at])),
		},
		rules: markRules(settings),
		...remindedAt(cursor?.remindedAt),
		...(unsent && { unsent }),
		upgrades: reading.upgrades ?? cursor?.upgrades,
		fee: reading.fee ?? cursor?.fee,
		...rememberSuspicion(found.suspicion),
		...(incidents && { incidents }),
		head: rememberHead(reading, cursor?.head, settings),
		metrics: rememberMetrics(reading, cursor?.metrics, settings),
		reportedUpgrade: found.unknownUpgrade?.name ?? cursor?.reportedUpgrade,
		resumedAt: keepResumed(past.resumedAt.source, [source]),
		nodeId: rememberNodeId(reading),
		views: found.views,
		watched,
	};
}
