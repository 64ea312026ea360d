/** Groups records, and splits periods into intervals, for reports. numbers.ts has the sums. */
import { DateTime } from 'luxon';
import { startOf, type Period } from '../fields/period';
import { paced, spend, workOf } from '../pace';
import { daySeconds } from '../values/timeUnits';

/** In UNIX seconds, with an exclusive end. */
export interface TimeRange {
	from: number;
	to: number;
}

/** An open end is infinite. */
export const toRange = ({ from, to }: Period): TimeRange => ({
	from: from?.toSeconds() ?? -Infinity,
	to: to?.toSeconds() ?? Infinity,
});

export type Unit = 'day' | 'week' | 'month' | 'year';

export interface Interval {
	/** `2026-10-31`, `2026-W44` (ISO 8601: from Monday), `2026-10` or `2026`. */
	name: string;
	/** UNIX seconds. */
	start: number;
	/** The start of the next one. */
	end: number;
}

const nameOfUnit: Record<Unit, (start: DateTime) => string> = {
	day: (start) => start.toFormat('yyyy-MM-dd'),
	week: (start) => start.toFormat("kkkk-'W'WW"),
	month: (start) => start.toFormat('yyyy-MM'),
	year: (start) => start.toFormat('yyyy'),
};

/** The days, weeks, months or years of a time zone that overlap a range, in order. */
export const listIntervals = paced(function* (
	{ from, to }: TimeRange,
	unit: Unit,
	zone: string,
): Generator<void, Interval[]> {
	const intervals: Interval[] = [];
	const toStart = (time: DateTime) => startOf(time, unit);
	let start = toStart(DateTime.fromSeconds(from, { zone, locale: 'en' }));
	while (start.toSeconds() < to) {
		yield* spend(workOf.interval);
		// If the clocks skip midnight, a day begins at 01:00. So compute each start anew.
		const next = toStart(start.plus({ [unit]: 1 }));
		const [begins, end] = [start, next].map((at) => at.toSeconds());
		intervals.push({ name: nameOfUnit[unit](start), start: begins, end });
		start = next;
	}
	return intervals;
});

/** The name of the interval that holds a time. Intervals must be in order, and the first must begin by then. */
export function findInterval(intervals: Interval[], time: number): string {
	let [low, high] = [0, intervals.length - 1];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (intervals[middle].start <= time) low = middle;
		else high = middle - 1;
	}
	return intervals[low].name;
}

/** A chart with more bars is hard to read. */
export const mostBars = 62;

/** The smallest unit that keeps the number of bars readable. */
export const unitFor = ({ from, to }: TimeRange): Unit => {
	const days = (to - from) / daySeconds;
	if (days <= mostBars) return 'day';
	if (days <= mostBars * 7) return 'week';
	return days <= mostBars * 30 ? 'month' : 'year';
};

/** Records by group name, in order of first appearance. */
export function* groupInPieces<T>(
	records: T[],
	toName: (record: T) => string,
): Generator<void, Map<string, T[]>> {
	const groups = new Map<string, T[]>();
	for (const record of records) {
		yield* spend(workOf.grouped);
		const name = toName(record);
		const known = groups.get(name);
		if (known) known.push(record);
		else groups.set(name, [record]);
	}
	return groups;
}

/**
 * Names a range in the time zone: `October 2026`, `Q4 2026`, `2026`, `14 October 2026`, or its first and last day.
 * One without an end has one name on all days, so that its rows keep their keys. `slug` is for files and keys.
 */
export function nameRange({ from, to }: TimeRange, zone: string): { name: string; slug: string } {
	if (!Number.isFinite(to)) return { name: 'all time', slug: 'all-time' };
	const at = (seconds: number) => DateTime.fromSeconds(seconds, { zone, locale: 'en' });
	const [start, end, last] = [at(from), at(to), at(to - 1)];
	const isWhole = (unit: 'day' | 'month' | 'quarter' | 'year') =>
		startOf(start, unit).equals(start) && startOf(start.plus({ [unit]: 1 }), unit).equals(end);
	if (isWhole('year')) return { name: start.toFormat('yyyy'), slug: start.toFormat('yyyy') };
	if (isWhole('quarter'))
		return { name: start.toFormat("'Q'q yyyy"), slug: start.toFormat("yyyy-'q'q") };
	if (isWhole('month'))
		return { name: start.toFormat('LLLL yyyy'), slug: start.toFormat('yyyy-MM') };
	const isSameDay = start.hasSame(last, 'day');
	const [first, final] = [start, last].map((day) => day.toFormat('yyyy-MM-dd'));
	return {
		name: [start, ...(isSameDay ? [] : [last])]
			.map((day) => day.toFormat('d LLLL yyyy'))
			.join(' to '),
		slug: isSameDay ? first : `${first}-to-${final}`,
	};
}
