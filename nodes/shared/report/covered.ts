/** The part of a period that a report's figures cover. A period can end after the report is read. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { toIsoTime } from '../operation/columns';
import { Clock } from './clock';
import type { TimeRange } from './totals';

/** A period that was not over when the report was read. Times are UNIX seconds, and the end of an open one is infinite. */
export interface Unfinished {
	ends: number;
	readAt: number;
	zone: string;
}

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** Undefined if the period was over. One without an end never is. */
export const unfinishedOf = (period: Unfinished): Unfinished | undefined =>
	period.ends > period.readAt ? period : undefined;

const showTime = (time: number, zone: string): string => new Clock(zone).write(time, 'minutes');

/** For the end of a title. */
export const sayAsOf = ({ readAt, zone }: Unfinished): string =>
	`not over: as of ${DateTime.fromSeconds(readAt, { zone, locale: 'en' }).toFormat('d LLLL yyyy HH:mm')}`;

const nameZone = (zone: string): string => (zone.toLowerCase() === 'utc' ? 'UTC' : zone);

const sayEnd = ({ ends, zone }: Unfinished): string =>
	Number.isFinite(ends) ? `it ends on ${showTime(ends, zone)}` : 'it has no end';

export const sayUnfinished = (period: Unfinished): string => {
	const { readAt, zone } = period;
	return `The period is not over: ${sayEnd(period)}. These figures are as of ${showTime(readAt, zone)} (${nameZone(zone)}), and still change.`;
};

export interface Covered {
	range: TimeRange;
	unfinished?: Unfinished;
}

/** A part of a period. It can be over while the period is not. */
export const coveredPart = ({ unfinished }: Covered, range: TimeRange): Covered => ({
	range,
	unfinished: unfinished && unfinishedOf({ ...unfinished, ends: range.to }),
});

/** A range that begins at its first record if it has no beginning. `asked` has its end, which may be infinite. */
export const beginAt = (first: number | undefined, asked: TimeRange, readAt: number): TimeRange => {
	const earliest = first ?? Math.min(asked.to, readAt) - 1;
	return { from: Number.isFinite(asked.from) ? asked.from : earliest, to: asked.to };
};

const lastOf = ({ range, unfinished }: Covered): number => unfinished?.readAt ?? range.to;

/** The time that the figures cover. Nothing is known of what comes after. */
export const coveredOf = (covered: Covered): TimeRange => ({
	from: covered.range.from,
	to: lastOf(covered),
});

/** The first moment that the figures cover, and the first that they do not. */
export function showCovered(covered: Covered, zone: string): string[] {
	const { from, to } = coveredOf(covered);
	return [showTime(from, zone), showTime(to, zone)];
}

/** The same in words. The end is no part of it, and CSV files call it Before. */
export function sayPeriodCovered(covered: Covered, zone: string): string {
	const [from, before] = showCovered(covered, zone);
	return `from ${from} to before ${before}`;
}

/** The period of an item, and the moment up to which its figures run. A period without an end has no `to`. */
export const periodColumns = (covered: Covered): IDataObject => ({
	from: toIsoTime(covered.range.from),
	to: toIsoTime(covered.range.to) ?? null,
	upTo: toIsoTime(lastOf(covered)),
	isPeriodOver: covered.unfinished === undefined,
});
