import { DateTime } from 'luxon';
import type { WatchSettings } from './model';

/** Hours in which the trigger reports nothing but what is spared. */
export interface QuietHours {
	/** Minutes since midnight of the workflow's time zone. */
	from: number;
	to: number;
	/** The days on which they begin, 1 for Monday; every day where none is named. */
	days?: number[];
	/** Whether critical alerts wait, too. */
	holdsCritical?: boolean;
}

/** Whether a time (UNIX seconds) lies in the quiet hours. */
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
