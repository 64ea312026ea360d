/** The period before that of a report, and how its sums compare. */
import { DateTime } from 'luxon';
import { optional, type Field } from '../fields/fields';
import { flag } from '../fields/kinds';
import { startOf } from '../fields/period';
import { multiply, round, sum } from '../values/numbers';
import type { TimeRange } from './totals';

const units = ['year', 'quarter', 'month', 'week', 'day'] as const;

/**
 * The calendar unit before a range that is one, such as September before October. Before other whole days, as many days,
 * and before anything else, as many seconds. Undefined if the range has no beginning or no end.
 */
export function rangeBefore({ from, to }: TimeRange, zone: string): TimeRange | undefined {
	if (!Number.isFinite(from) || !Number.isFinite(to)) return undefined;
	const [start, end] = [from, to].map((at) => DateTime.fromSeconds(at, { zone, locale: 'en' }));
	const isStart = (time: DateTime, unit: (typeof units)[number]): boolean =>
		startOf(time, unit).equals(time);
	const unit = units.find(
		(each) => isStart(start, each) && startOf(start.plus({ [each]: 1 }), each).equals(end),
	);
	if (unit) return { from: startOf(start.minus({ [unit]: 1 }), unit).toSeconds(), to: from };
	if (!isStart(start, 'day') || !isStart(end, 'day')) return { from: from - (to - from), to: from };
	const days = Math.round(end.diff(start, 'days').days);
	return { from: startOf(start.minus({ days }), 'day').toSeconds(), to: from };
}

export interface Difference {
	/** Exact, as decimal text. */
	difference: string | null;
	/** Of the sum before. Null also if that was 0. */
	percent: number | null;
}

/** How a sum differs from the one before. Unknown if either is. */
export function compare(now: string | undefined, before: string | undefined): Difference {
	if (now === undefined || before === undefined) return { difference: null, percent: null };
	const difference = sum([now, multiply(before, '-1')!]);
	const share = (Number(difference) / Number(before)) * 100;
	return { difference, percent: Number(before) === 0 ? null : Number(share.toFixed(2)) };
}

/** True if the change is known, but is no share of a figure that was 0. */
export const isFromZero = ({ difference, percent }: Difference): boolean =>
	difference !== null && percent === null;

export const fromZero = 'A figure that was 0 in the period before has no change in percent';

/** "+12.3 %", for a figure of a page. Empty if it is not known. */
export const sayChange = ({ percent }: Difference): string =>
	percent === null ? '' : `${percent > 0 ? '+' : ''}${round(String(percent), 1)} %`;

/** A figure beside the period of this name: its change, or where that is not known, what it was. */
export const sayBefore = (
	name: string,
	{ figure, change, from }: Record<'figure' | 'change' | 'from', string>,
): Record<'label' | 'value', string> =>
	change
		? { label: `change since ${name}`, value: `${change}, from ${from}` }
		: { label: `${figure} in ${name}`, value: from };

/** Turns the comparison on. `figures` are those that a report compares. */
export const comparePrevious = (figures: string): Field =>
	optional({
		...flag({
			displayName: 'Compare With Previous Period',
			name: 'comparePrevious',
			description: `Whether to add ${figures} of the period before, and the difference`,
		}),
		notSent: true,
	});

export const noPeriodBefore =
	'There is no period before one without a beginning or an end. For a comparison, choose another Period.';

export const notOverYet =
	'The period before is whole and this one is not over, so their difference is not known yet.';
