/** Periods of time that people name, such as last month: from their first moment up to, but not including, their end. */
import { DateTime, type DateTimeUnit } from 'luxon';
import { choice, moment, outOfOrder, type Field, type InvalidField } from './fields';
import type { Values } from './operations';

export interface Period {
	/** Undefined: from the beginning. */
	from?: DateTime;
	/** The first moment after it; undefined: without an end. */
	to?: DateTime;
}

/** The whole unit that begins so many units from now. */
const whole =
	(unit: DateTimeUnit, offset: number) =>
	(now: DateTime): Period => {
		// From the start of the unit: a month before 31 March is not one before 28 February.
		const start = (units: number) =>
			now
				.startOf(unit)
				.plus({ [unit]: units })
				.startOf(unit);
		return { from: start(offset), to: start(offset + 1) };
	};

/** The days before today. */
const lastDays =
	(days: number) =>
	(now: DateTime): Period => ({
		from: now.startOf('day').minus({ days }).startOf('day'),
		to: now.startOf('day'),
	});

interface Preset {
	name: string;
	description: string;
	of: (now: DateTime) => Period;
}

export const presets = {
	allTime: { name: 'All Time', description: 'Without a beginning or an end', of: () => ({}) },
	custom: { name: 'Custom', description: 'Between two moments', of: () => ({}) },
	last30Days: { name: 'Last 30 Days', description: 'The 30 days before today', of: lastDays(30) },
	last7Days: { name: 'Last 7 Days', description: 'The 7 days before today', of: lastDays(7) },
	lastMonth: {
		name: 'Last Month',
		description: 'The previous calendar month',
		of: whole('month', -1),
	},
	lastQuarter: {
		name: 'Last Quarter',
		description: 'The previous quarter of a calendar year',
		of: whole('quarter', -1),
	},
	lastWeek: {
		name: 'Last Week',
		description: 'The previous week, from Monday to Sunday',
		of: whole('week', -1),
	},
	lastYear: {
		name: 'Last Year',
		description: 'The previous calendar year',
		of: whole('year', -1),
	},
	thisMonth: { name: 'This Month', description: 'The current month', of: whole('month', 0) },
	thisQuarter: {
		name: 'This Quarter',
		description: 'The current quarter',
		of: whole('quarter', 0),
	},
	thisYear: { name: 'This Year', description: 'The current year', of: whole('year', 0) },
	today: { name: 'Today', description: 'Since midnight', of: whole('day', 0) },
	yesterday: { name: 'Yesterday', description: 'The day before today', of: whole('day', -1) },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;

const preset = choice(
	{
		displayName: 'Period',
		name: 'period',
		default: 'lastMonth' satisfies PresetName,
		notSent: true,
		description: "The days begin at midnight in the workflow's time zone",
	},
	Object.entries(presets).map(([value, { name, description }]) => ({ name, value, description })),
);

/** A period to choose; `from` and `to` are shown for a custom one. Of their values, see {@link readPeriod}. */
export const periodFields: Field[] = [
	{
		...preset,
		encode: (value, context) => {
			const { of }: Preset = presets[preset.encode(value, context) as PresetName];
			return of(DateTime.now().setZone(context.timezone));
		},
	},
	moment({
		displayName: 'From',
		name: 'from',
		placeholder: 'e.g. 2026-01-01',
		notSent: true,
		showFor: { period: ['custom'] },
		description:
			"First moment of the period. Without a time zone of its own, it is in the workflow's time zone.",
	}),
	moment({
		displayName: 'To',
		name: 'to',
		placeholder: 'e.g. 2026-02-01',
		notSent: true,
		showFor: { period: ['custom'] },
		description:
			'End of the period, which is not part of it. For all of January, enter February 1.',
	}),
];

/** What the period fields say together. */
export const readPeriod = ({ period, from, to }: Values): Period => ({
	...({ from, to } as Period),
	...(period as Period | undefined),
});

/** Whether one UNIX second is before another. */
export function checkOrder(start: number, end: number): InvalidField | undefined {
	if (start < end) return undefined;
	const [first, last] = [start, end].map((seconds) =>
		DateTime.fromSeconds(seconds, { zone: 'utc' }).toFormat("yyyy-MM-dd HH:mm:ss 'UTC'"),
	);
	return outOfOrder(
		'Start Time must be before End Time',
		['Start Time', first],
		['End Time', last],
	);
}

export function checkPeriod(values: Values): InvalidField | undefined {
	const { from, to } = readPeriod(values);
	if (!from || !to || from < to) return undefined;
	const [start, end] = [from, to].map((time) => time.toFormat('yyyy-MM-dd HH:mm'));
	return outOfOrder(
		'From must be before To',
		['From', start],
		['To', end],
		'To is not part of the period: for one day, enter the next day as To.',
	);
}

/** Whether the moment of these UNIX seconds lies in the period. */
export const isWithin = (seconds: number, { from, to }: Period): boolean =>
	(!from || seconds >= from.toSeconds()) && (!to || seconds < to.toSeconds());
