/** Somebody works on an alert: it has no reminders and tells no steps until it ends, or its severity rises. */
import { groupOf } from '../../shared/fields/names';
import { alertIdOf, groupAlertIdOf } from './alertIds';
import type { Acknowledged, Notice, Reported, Severity, Subject, WatchSettings } from './model';
import type { Reading } from './readings';

/** No later time can be remembered to the second. */
const latest = Date.UTC(2037, 0) / 1000;

/** Until when lines name an alert: by its own alertId, and by those of items about several. */
interface Until {
	own?: number;
	several?: number;
}

/** A reported alert, as this poll finds it. */
export interface ReportedAlert {
	notice: Notice;
	/** Where it begins, no item was about it before. */
	begins: boolean;
	reported: Reported;
	/** How urgent it is; nothing where this reading does not say so. */
	urgency?: Severity;
}

/** What is remembered of the acknowledgement of an alert with one more reading; nothing where no line acknowledges it. */
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
		({ alertId, event: only, until }) =>
			alertId !== undefined && reading.at < until && (only === undefined || only === event),
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

/** The alertId of the item about many in which it was reported, or may be, and that of an item about its group. */
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

/** One more reading under a line. One that is over holds again with a later time. */
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

/** Whether somebody works on it now. */
export const isAcknowledged = (acknowledged: Acknowledged | undefined): boolean =>
	!!acknowledged && !['over', 'apart'].includes(acknowledged.level);

/** Those whose time has not come; of alerts that are gone, as over: their next beginning is another alert. */
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
