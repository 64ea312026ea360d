/** Somebody works on an alert: it has no reminders and tells no steps until it ends, or its severity rises. */
import { groupOf } from '../../shared/names';
import { alertIdOf, groupAlertIdOf } from './alertIds';
import type {
	Acknowledged,
	Notice,
	Reading,
	Reported,
	Severity,
	Subject,
	WatchSettings,
} from './model';

/** No later time can be remembered to the second. */
const latest = Date.UTC(2037, 0) / 1000;

/** Until when a line names the alert of a notice; nothing where none does. */
export function findUntil(
	notice: Notice,
	reported: Reported,
	settings: WatchSettings,
	reading: Reading,
): number | undefined {
	const { event } = notice.alert;
	const lines = (settings.silences ?? []).filter(
		({ alertId, event: only, until }) =>
			alertId !== undefined && reading.at < until && (only === undefined || only === event),
	);
	if (!lines.length) return undefined;
	const known = listAlertIds(notice, reported, settings, reading);
	const times = lines.filter(({ alertId }) => known.includes(alertId!)).map(({ until }) => until);
	return times.length ? Math.min(latest, Math.max(...times)) : undefined;
}

/** Its own, that of the item about many in which it was reported, and that of an item about its group. */
function listAlertIds(
	notice: Notice,
	reported: Reported,
	settings: WatchSettings,
	reading: Reading,
): string[] {
	const ofItem = (group?: string): string => {
		const together = { notices: [notice], stillBad: [], watchedCount: 0, group };
		return groupAlertIdOf(together, notice.since, settings, reading);
	};
	const group = groupOf(settings.names, notice.key);
	return [
		alertIdOf(notice, settings, reading),
		...(reported === 'inGroup' ? [ofItem()] : []),
		...(group === undefined ? [] : [ofItem(group)]),
	];
}

/** What is remembered of an acknowledgement with one more reading. One that is over holds again with a later time. */
export function acknowledge(
	before: Acknowledged | undefined,
	until: number,
	urgency: Severity,
): Acknowledged {
	if (!before || (before.level === 'over' && until > before.until))
		return { until, level: urgency };
	if (before.level === 'over') return before;
	const rises = before.level === 'warning' && urgency === 'critical';
	return { until, level: rises ? 'over' : before.level };
}

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
