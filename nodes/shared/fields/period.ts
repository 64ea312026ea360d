/** Periods that people name, such as last month: from their first moment up to, but not including, their end. */
import { DateTime, type DateTimeUnit } from 'luxon';
import type { INodePropertyOptions } from 'n8n-workflow';
import { alphabetically } from '../start';
import { encodeField, type Field, type FieldWords } from './fields';
import { InvalidField, outOfOrder } from './invalid';
import { choice, type ListEntry } from './kinds';
import { moment } from './moments';

export interface Period {
	/** Undefined if the period has no beginning. */
	from?: DateTime;
	/** The first moment after the period; undefined if it has no end. */
	to?: DateTime;
}

/** The first moment of the unit. If clocks go back at 1:00, midnight comes twice and the first one counts. */
export const startOf = (time: DateTime, unit: DateTimeUnit): DateTime =>
	time.startOf(unit).getPossibleOffsets()[0];

/** The start of the unit that lies this many units away. */
const startFrom = (time: DateTime, unit: DateTimeUnit, units: number): DateTime =>
	// A shorter month ends the sum at its last day, which still lies in the right unit.
	startOf(time.plus({ [unit]: units }), unit);

/** The whole unit that lies `offset` units from the current one. */
const whole =
	(unit: DateTimeUnit, offset: number) =>
	(now: DateTime): Period => ({
		from: startFrom(now, unit, offset),
		to: startFrom(now, unit, offset + 1),
	});

/** The days before today, without today. */
const lastDays =
	(days: number) =>
	(now: DateTime): Period => ({
		from: startFrom(now, 'day', -days),
		to: startOf(now, 'day'),
	});

interface Preset {
	name: string;
	description: string;
	of: (now: DateTime) => Period;
}

export const presets = {
	allTime: { name: 'Any Time', description: 'Without a beginning or an end', of: () => ({}) },
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

/** A value that depends on the clocks of a zone. Without a zone, those of the workflow count. */
type InZone<T> = (zone?: string) => T;

/** A bound of a custom period, and the unit that it names as a whole, such as 2026-09 a month. */
type Bound = InZone<DateTime> & { names?: 'month' | 'week' };

interface PresetWords {
	usual: PresetName;
	/** Completes the description. */
	hint?: string;
	/** The option without bounds, if the operation then does not read all times. */
	open?: INodePropertyOptions;
}

const optionsOf = (open: Partial<INodePropertyOptions> = {}): Array<ListEntry<PresetName>> =>
	(Object.keys(presets) as PresetName[])
		.map((value) => ({ value, name: presets[value].name, description: presets[value].description }))
		.map((option) =>
			option.value === open.value ? { ...option, ...open, value: option.value } : option,
		)
		.sort((a, b) => alphabetically(a.name, b.name));

const preset = (zone: string, { usual, hint = '', open }: PresetWords): Field<InZone<Period>> => {
	const field = choice(
		{
			displayName: 'Period',
			name: 'period',
			default: usual,
			notSent: true,
			description: `The days begin at midnight in ${zone} time zone${hint}`,
		},
		optionsOf(open),
	);
	return {
		...field,
		encode: (value, context) => {
			const { of }: Preset = presets[field.encode(value, context)];
			const now = DateTime.now();
			return (timezone = context.timezone) => of(now.setZone(timezone));
		},
	};
};

/** A moment, read again for the zone of each report. One that names its own zone stays the same. */
const bound = (look: FieldWords): Field<Bound> => {
	const shown = { ...look, notSent: true, showFor: { period: ['custom'] } };
	const elsewhere = 'Or choose it as Period.';
	const field = moment(shown, { elsewhere });
	// Only the zone of the report tells if its clocks show a time twice.
	const inAnyZone = moment(shown, { ifTwice: 'takeFirst', elsewhere });
	return {
		...field,
		encode: (value, context) => {
			inAnyZone.encode(value, context);
			const read = (timezone = context.timezone) =>
				encodeField(field, value, { ...context, timezone })!;
			return Object.assign(read, { names: unitNamed(value) });
		},
	};
};

function unitNamed(value: unknown): Bound['names'] {
	const text = String(value).trim();
	if (/^\d{4}-\d\d$/.test(text)) return 'month';
	return /^\d{4}-?W\d\d$/i.test(text) ? 'week' : undefined;
}

/** Period, with From and To for a custom one. `zone` says whose clocks count. See {@link readPeriod}. */
export const periodFields = (zone = "the workflow's"): Field[] => [
	preset(zone, { usual: 'lastMonth' }),
	...boundFields(zone),
];

/** The same for a list, which has no bounds by default. See {@link PresetWords}. */
export const listPeriodFields = (hint: string, open?: INodePropertyOptions): Field[] => {
	const zone = "the workflow's";
	return [preset(zone, { usual: 'allTime', hint, open }), ...boundFields(zone)];
};

const boundFields = (zone: string): Field[] => [
	bound({
		displayName: 'From',
		name: 'from',
		placeholder: 'e.g. 2026-01-01 00:00:00',
		description: `First moment of the period, in ${zone} time zone unless it has its own`,
	}),
	bound({
		displayName: 'To',
		name: 'to',
		placeholder: 'e.g. 2026-02-01 00:00:00',
		description: 'End of the period, which is not part of it',
		hint: 'The period ends before To: for all of December, enter January 1.',
	}),
];

interface PeriodValues {
	period?: InZone<Period>;
	from?: Bound;
	to?: Bound;
	/** The zone of the report. */
	timeZone?: string;
}

/** Remembered, because lists ask for each record. */
const known = new WeakMap<object, Period>();

/** The requested period, in the zone of the report. Nothing else reads {@link periodFields}. */
export function readPeriod(values: Record<string, unknown>): Period {
	const read = known.get(values) ?? readAnew(values);
	known.set(values, read);
	return read;
}

function readAnew({ period, from, to, timeZone }: PeriodValues): Period {
	const custom: Period = { from: from?.(timeZone), to: to?.(timeZone) };
	return { ...custom, ...period?.(timeZone) };
}

/** Refuses a start that is not before the end. Both are UNIX seconds. */
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

/** Refuses a beginning in the future. */
export const refuseFuture = (label: string, start: DateTime): InvalidField =>
	new InvalidField(
		`${label} is in the future`,
		undefined,
		`${label} is ${start.toFormat('yyyy-MM-dd HH:mm')}. Check its year and month: nothing has happened there yet.`,
	);

export function checkPeriod(values: Record<string, unknown>): InvalidField | undefined {
	const { from, to } = readPeriod(values);
	if (from && from > DateTime.now()) return refuseFuture('From', from);
	if (!from || !to || from < to) return undefined;
	const form = from.zoneName === to.zoneName ? 'yyyy-MM-dd HH:mm' : 'yyyy-MM-dd HH:mm ZZ';
	const [start, end] = [from, to].map((time) => time.toFormat(form));
	return outOfOrder(
		'From must be before To',
		['From', start],
		['To', end],
		'To is not part of the period: for one day, enter the next day as To.',
	);
}

const inWords = {
	day: (to: DateTime) => to.toFormat('d LLLL'),
	week: (to: DateTime) => to.toFormat("'week' W"),
	month: (to: DateTime) => to.toFormat('LLLL yyyy'),
};

/**
 * Warns of a To that begins what it should include: a month or a week that it names, or the last day of a month.
 * One alone is meant so.
 */
export function sayLastLeftOut(values: Record<string, unknown>): string | undefined {
	// Other operations have a block or an address there.
	if (typeof values.to !== 'function') return undefined;
	const { from, to } = readPeriod(values);
	if (!to) return undefined;
	const isLastDay = to.plus({ days: 1 }).day === 1 && +to === +startOf(to, 'day');
	const unit = (values as PeriodValues).to!.names ?? (isLastDay ? 'day' : undefined);
	if (!unit) return undefined;
	const isOneAlone = from !== undefined && from.plus({ [unit]: 1 }) >= to;
	if (isOneAlone) return undefined;
	const name = inWords[unit](to.setLocale('en'));
	const next = to.plus({ [unit]: 1 }).toISODate();
	return `To is the beginning of ${name}, so that ${unit} is left out. To include it, enter ${next}.`;
}

/** True if the period has a beginning or an end. */
export const isBounded = ({ from, to }: Period): boolean => from !== undefined || to !== undefined;

/** True if the moment (UNIX seconds) lies in the period. */
export const isWithin = (seconds: number, { from, to }: Period): boolean =>
	(!from || seconds >= from.toSeconds()) && (!to || seconds < to.toSeconds());
