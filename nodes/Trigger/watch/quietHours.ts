import { DateTime } from 'luxon';
import type { WatchSettings } from './model';

/** Whether a time (UNIX seconds) lies in the quiet hours. */
export function isQuietAt(at: number, { quiet, timezone }: WatchSettings): boolean {
	if (!quiet) return false;
	const { hour, minute } = DateTime.fromSeconds(at, { zone: timezone });
	const now = hour * 60 + minute;
	const { from, to } = quiet;
	return from < to ? now >= from && now < to : now >= from || now < to;
}
