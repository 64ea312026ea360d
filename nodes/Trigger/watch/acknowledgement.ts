/** While somebody works on an alert, it sends no reminders and no steps, until it ends or its severity rises. */
import { groupOf } from '../../shared/fields/names';
import { alertIdOf, groupAlertIdOf } from './alertIds';
import type { Acknowledged, Notice, Reported, Severity, Subject, WatchSettings } from './model';
import type { Reading } from './readings';
import { isOn } from './silences';

/** The cursor stores no later time to the second. */
const latest = Date.UTC(2037, 0) / 1000;

/** The latest `until` of the lines that name an alert, by its own alertId or by that of an item about several. */
interface Until {
	own?: number;
	several?: number;
}

export interface ReportedAlert {
	notice: Notice;
	/** It begins with this poll: no item was about it before. */
	begins: boolean;
	reported: Reported;
	/** Undefined if this reading does not show how urgent it is. */
	urgency?: Severity;
}

/** The acknowledgement of an alert after one more reading. Undefined if no line acknowledges the alert. */
export function acknowledge(
	before: Acknowledged | undefined,
	found: ReportedAlert,
	settings: WatchSettings,
	reading: Reading,
): Acknowledged | undefined {
	const { own, several } = findUntil(found, settings, reading);
	if (own === undefined && several !== undefined) {
		if (found.begins) return { until: several, level: 'apart' };
		if (before?.level === 'apart' && several <= before.until) return before;
	}
	const times = [own, several].filter((time) => time !== undefined);
	if (!times.length) return undefined;
	const isApart = before?.level === 'apart';
	const until = isApart && own !== undefined ? own : Math.max(...times);
	return goOn(isApart ? undefined : before, until, found.urgency);
}

function findUntil(
	{ notice, begins, reported }: ReportedAlert,
	settings: WatchSettings,
	reading: Reading,
): Until {
	const { event } = notice.alert;
	const lines = (settings.silences ?? []).filter(
		({ alertId, event: only, ...period }) =>
			alertId !== undefined && isOn(period, reading.at) && (only === undefined || only === event),
	);
	if (!lines.length) return {};
	const latestOf = (known: string[]): number | undefined => {
		const times = lines.filter(({ alertId }) => known.includes(alertId!)).map(({ until }) => until);
		return times.length ? Math.min(latest, Math.max(...times)) : undefined;
	};
	return {
		own: latestOf([alertIdOf(notice, settings, reading)]),
		several: latestOf(listOfSeveral(notice, begins || reported === 'inGroup', settings, reading)),
	};
}

/** The alertIds of the item about many in which it was or may be reported, and of an item about its group. */
function listOfSeveral(
	notice: Notice,
	isOfMany: boolean,
	settings: WatchSettings,
	reading: Reading,
): string[] {
	const ofItem = (group?: string): string => {
		const together = { notices: [notice], stillBad: [], watchedCount: 0, group };
		return groupAlertIdOf(together, notice.since, settings, reading);
	};
	const group = groupOf(settings.names, notice.key);
	return [...(isOfMany ? [ofItem()] : []), ...(group === undefined ? [] : [ofItem(group)])];
}

/** One more reading under a line. A later time in the line revives an acknowledgement that is over. */
function goOn(
	before: Acknowledged | undefined,
	until: number,
	urgency: Severity | undefined,
): Acknowledged {
	const isOver = before?.level === 'over';
	if (!before || (isOver && until > before.until)) return { until, level: urgency ?? 'unsure' };
	if (isOver) return before;
	const level = before.level === 'unsure' ? (urgency ?? 'unsure') : before.level;
	return { until, level: level === 'warning' && urgency === 'critical' ? 'over' : level };
}

export const isAcknowledged = (acknowledged: Acknowledged | undefined): boolean =>
	!!acknowledged && !['over', 'apart'].includes(acknowledged.level);

/** Drops expired ones. Those of gone alerts are over, because their next beginning is another alert. */
export function keepAcknowledged(
	{ acknowledged = {} }: Subject,
	at: number,
	isGone: (event: string) => boolean,
): Subject['acknowledged'] {
	const kept = Object.entries(acknowledged)
		.filter(([, { until }]) => at < until)
		.map(([event, { until, level }]): [string, Acknowledged] => [
			event,
			{ until, level: isGone(event) ? 'over' : level },
		]);
	return kept.length ? Object.fromEntries(kept) : undefined;
}
