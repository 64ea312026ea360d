/** The intervals that begin in a period, counted in UTC as the service does, and the period before. */
import { DateTime } from 'luxon';
import { readPeriod, startOf, type Period } from '../shared/fields/period';
import { toIsoTime } from '../shared/operation/columns';
import type { Values } from '../shared/operation/operations';
import { rangeBefore } from '../shared/report/comparison';
import { toRange, type TimeRange } from '../shared/report/totals';
import { daySeconds, hourSeconds } from '../shared/values/timeUnits';

export type TimeInterval = 'hour' | 'day' | 'week' | 'month';

/** The first hour or day that begins in the period. An interval belongs to the period in which it begins. */
export function firstWhole(from: DateTime, interval: unknown): DateTime {
	const [time, unit] =
		interval === 'hour' ? [from.toUTC(), 'hour' as const] : [from, 'day' as const];
	const start = startOf(time, unit);
	return start < time ? start.plus({ [unit]: 1 }) : start;
}

/** The period with its days as days of UTC, in UNIX seconds. */
export function rangeInUtc({ from, to }: Period): TimeRange {
	const inUtc = (time?: DateTime) => time?.setZone('utc', { keepLocalTime: true });
	return toRange({ from: inUtc(from), to: inUtc(to) });
}

/** Hours follow the moments of a period, longer intervals its days in UTC. */
export const boundsOf = (period: Period, interval: string): TimeRange =>
	interval === 'hour' ? toRange(period) : rangeInUtc(period);

/** All intervals that begin in a period: from the start of the first to the end of the last. */
export interface Grid extends TimeRange {
	count: number;
	/** False if weeks or months begin before the period or end after it. */
	fitsPeriod: boolean;
	/** True if the intervals are as long as the period. */
	isAsLong: boolean;
}

function firstStart(seconds: number, interval: TimeInterval): DateTime {
	const time = DateTime.fromSeconds(seconds, { zone: 'utc' });
	const start = time.startOf(interval);
	return start < time ? start.plus({ [interval]: 1 }) : start;
}

/** Undefined for a period without a beginning or an end. */
export function gridOf(period: Period, timeInterval: string): Grid | undefined {
	const interval = timeInterval as TimeInterval;
	const bounds = boundsOf(period, interval);
	if (!Number.isFinite(bounds.from) || !Number.isFinite(bounds.to)) return undefined;
	const [first, end] = [bounds.from, bounds.to].map((at) => firstStart(at, interval));
	const [from, to] = [first.toSeconds(), end.toSeconds()];
	return {
		from,
		to,
		count: Math.round(end.diff(first, interval).as(interval)),
		fitsPeriod: from === bounds.from && to === bounds.to,
		isAsLong: to - from === bounds.to - bounds.from,
	};
}

/** The period before, if it is compared and there is one. */
export function periodBefore(values: Values): Period | undefined {
	const { from, to } = readPeriod(values);
	const zone = from?.zoneName;
	if (!values.comparePrevious || !from || !to || !zone) return undefined;
	const range = rangeBefore({ from: from.toSeconds(), to: to.toSeconds() }, zone);
	return range && { from: DateTime.fromSeconds(range.from, { zone }), to: from };
}

/** Seconds of the intervals with a fixed length in UTC. With luxon, a long list takes twice as long. */
const lengths: Partial<Record<string, number>> = {
	hour: hourSeconds,
	day: daySeconds,
	week: 7 * daySeconds,
};

/** When an interval that begins at these UNIX seconds ends. */
export const endOfInterval = (start: number, interval: string): number => {
	const length = lengths[interval];
	if (length) return start + length;
	return DateTime.fromSeconds(start, { zone: 'utc' })
		.plus({ [interval]: 1 })
		.toUnixInteger();
};

/** The first intervals of a grid. */
export const firstIntervals = (grid: Grid, count: number, interval: string): Grid => ({
	...grid,
	to: count < grid.count ? startSecondsOf(grid, interval)[count] : grid.to,
	count: Math.min(count, grid.count),
});

/** When each interval from one to another begins, both included. */
export function startsBetween(first: string, last: string, interval: string): string[] {
	const [from, to] = [first, last].map((at) => Date.parse(at) / 1000);
	const starts: string[] = [];
	for (let at = from; at <= to; at = endOfInterval(at, interval)) starts.push(toIsoTime(at)!);
	return starts;
}

/** When each interval of a grid begins. */
export const startsOf = (grid: Grid, interval: string): string[] =>
	startSecondsOf(grid, interval).map((at) => toIsoTime(at)!);

/** The same in UNIX seconds. */
function startSecondsOf({ from, count }: Grid, interval: string): number[] {
	const starts: number[] = [];
	for (let at = from; starts.length < count; at = endOfInterval(at, interval)) starts.push(at);
	return starts;
}
