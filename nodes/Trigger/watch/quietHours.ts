import { DateTime } from 'luxon';
import type { WatchSettings } from './model';
import { dayMinutes } from '../../shared/values/timeUnits';

/** True if an earlier time lies in the same quiet hours as this one. */
export function isOfTheseQuietHours(time: number, at: number, settings: WatchSettings): boolean {
	if (!settings.quiet) return false;
	const { from, to } = settings.quiet;
	const length = ((to - from + dayMinutes) % dayMinutes) * 60;
	return at - time < length && isQuietAt(time, settings) && isQuietAt(at, settings);
}

/** True if a time (UNIX seconds) lies in the quiet hours. Hours over midnight belong to the day on which they begin. */
export function isQuietAt(at: number, { quiet, timezone }: WatchSettings): boolean {
	if (!quiet) return false;
	const time = DateTime.fromSeconds(at, { zone: timezone });
	const now = time.hour * 60 + time.minute;
	const { from, to, days } = quiet;
	const isOfToday = from < to ? now >= from && now < to : now >= from;
	const isOfYesterday = from > to && now < to;
	const { weekday } = isOfYesterday ? time.minus({ days: 1 }) : time;
	return (isOfToday || isOfYesterday) && (!days || days.includes(weekday));
}
