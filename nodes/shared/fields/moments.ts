/** Fields of moments: dates, ISO 8601 times and UNIX seconds. */
import { DateTime } from 'luxon';
import { exampleDay } from '../values/exampleTimes';
import { writeClock } from '../values/times';
import type { Field, FieldWords } from './fields';
import { InvalidField, refuseObject, show } from './invalid';

/** 3 March 1973. Smaller numbers, except 0, are not times but years, months or counts. */
const leastSeconds = 100_000_000;
/** The year 10000. */
const endOfSeconds = 253_402_300_800;

const momentRule = 'a date, with or without a time, or UNIX seconds';

/** Explains a number that is not UNIX seconds, and says what to enter. */
function refuseNumber(entered: string): InvalidField {
	const number = Number(entered);
	const [, year, month] = /^((?:19|20)\d\d)(0[1-9]|1[0-2])?$/.exec(entered) ?? [];
	if (year) {
		const date = `${year}-${month ?? '01'}-01`;
		const problem = month ? `${entered} is a month` : `${entered} is a year`;
		return new InvalidField(problem, entered, `Enter a date, such as ${date}.`);
	}
	// From 1973 on, as with seconds.
	const milliseconds = number / 1000;
	if (milliseconds >= leastSeconds && milliseconds < endOfSeconds) {
		const seconds = String(Math.floor(milliseconds));
		return new InvalidField(
			`${entered} is in milliseconds`,
			entered,
			`Enter UNIX seconds, such as ${seconds}.`,
		);
	}
	const isSheetDate = Number.isInteger(number) && number > 20_000 && number < 80_000;
	if (isSheetDate) return refuseSheetDate(entered);
	return new InvalidField(
		`must be ${momentRule}, not ${show(entered)}`,
		entered,
		'A number counts seconds since 1970. The year 2026 begins at 1767225600.',
	);
}

/** Spreadsheets count days from 30 December 1899. */
function refuseSheetDate(entered: string): InvalidField {
	const date = DateTime.utc(1899, 12, 30)
		.plus({ days: Number(entered) })
		.toISODate();
	const problem = `${entered} is the number of a day in a spreadsheet`;
	return new InvalidField(problem, entered, `Enter a date. This one can be ${date}.`);
}

/** Refuses a day that its month does not have. A period ends before its end, so its last day is not enough there. */
function refuseDay(entered: string): InvalidField | undefined {
	const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)\b/.exec(entered) ?? [];
	const days = year && DateTime.utc(Number(year), Number(month)).daysInMonth;
	if (!days || Number(day) <= days) return undefined;
	const last = DateTime.utc(Number(year), Number(month), days);
	return new InvalidField(
		`${year}-${month} has ${days} days`,
		entered,
		`Enter a day of that month, such as ${last.toISODate()}. Where a period ends, enter the day after it: ${last.plus({ days: 1 }).toISODate()}.`,
	);
}

const enterDate = (time: DateTime): string => `Enter a date, such as ${time.toISODate()}.`;

/** Dates in words. Without a year, nobody knows which one is meant. */
const written: Array<[problem: string, forms: string[]]> = [
	['is a date in words', ['LLLL d yyyy', 'LLL d yyyy', 'd LLLL yyyy', 'd LLL yyyy']],
	['is a month', ['LLLL yyyy', 'LLL yyyy', 'yyyy-M', 'M/yyyy']],
	['has no year', ['LLLL d', 'LLL d', 'd LLLL', 'd LLL', 'LLLL', 'LLL']],
];

const quarter = /^(?:q([1-4])[\s/-]*(\d{4})|(\d{4})[\s/-]*q([1-4]))$/i;
const spoken =
	/^(?:(?:last|previous|this|current|next) (?:\d+ )?(?:(?:day|week|month|quarter|year)s?|\w+day)|(?:an?|one|\d+) (?:hour|day|week|month|year)s?|today|tomorrow|yesterday|now)$/i;

/** How many days from today. */
const dayOf: Record<string, number> = { tomorrow: 1, yesterday: -1 };

const ahead = /^in (an?|one|\d{1,3}) (hour|day|week|month|year)s?$/i;
const ago = /^(an?|one|\d{1,3}) (hour|day|week|month|year)s? ago$/i;

/** How a field reads what is entered. */
interface MomentRules {
	/** What becomes of a time that clocks show twice. A trigger takes the first, because a refusal would stop its polls. */
	ifTwice?: 'refuse' | 'takeFirst';
	/** Where else to say what people say in words, such as "last month". */
	elsewhere?: string;
}

/** A moment moves with the clock, so an expression says it better than a date. */
function refuseAway(entered: string, elsewhere: string): InvalidField | undefined {
	const isPast = ago.test(entered);
	const [, count, unit] = (isPast ? ago : ahead).exec(entered) ?? [];
	if (!count) return undefined;
	const units = `${unit.toLowerCase()}s`;
	const number = /\d/.test(count) ? Number(count) : 1;
	const method = isPast ? 'minus' : 'plus';
	const date = enterDate(DateTime.utc()[method]({ [units]: number }));
	const advice = `${date} Or use an expression: {{ $now.${method}({ ${units}: ${number} }) }}.`;
	return new InvalidField(
		`${show(entered)} is no date`,
		entered,
		isPast ? `${advice}${elsewhere}` : advice,
	);
}

/** A time as clocks of twelve hours show it, or with an hour of one digit. */
const spokenTime = /^(\d{4}-\d\d-\d\d)[T ]+(\d{1,2})(?::(\d\d))?(?::\d\d)?\s*(?:([ap])\.?m\.?)?$/i;

function refuseSpokenTime(entered: string): InvalidField | undefined {
	const [, date, hour, minute, half] = spokenTime.exec(entered) ?? [];
	const time = date && writeClock(hour, minute, half);
	if (!time) return undefined;
	return new InvalidField(
		`must have a time of 24 hours, such as 09:30, not ${show(entered)}`,
		entered,
		`Enter ${date} ${time}.`,
	);
}

/** Explains a period or a date in words, and says what to enter. */
function refuseWords(entered: string, elsewhere: string): InvalidField | undefined {
	const known = refuseSpokenTime(entered) ?? refuseAway(entered, elsewhere);
	if (known) return known;
	const [, before, year, behindYear, behind] = quarter.exec(entered) ?? [];
	const ofQuarter = DateTime.utc(Number(year ?? behindYear), 3 * Number(before ?? behind) - 2);
	if (ofQuarter.isValid)
		return new InvalidField(`${show(entered)} is a quarter`, entered, enterDate(ofQuarter));
	if (spoken.test(entered))
		return new InvalidField(
			`${show(entered)} is no date`,
			entered,
			`${enterDate(DateTime.utc().plus({ days: dayOf[entered.toLowerCase()] ?? 0 }))}${elsewhere}`,
		);
	const plain = entered.replace(/[,.](?= |$)/g, '').replace(/(?<=\d)(?:st|nd|rd|th)\b/i, '');
	for (const [problem, forms] of written) {
		const times = forms.map((form) =>
			DateTime.fromFormat(plain, form, { zone: 'utc', locale: 'en' }),
		);
		const time = times.find(({ isValid }) => isValid);
		if (time) return new InvalidField(`${show(entered)} ${problem}`, entered, enterDate(time));
	}
	return undefined;
}

const readSeconds = (entered: string): DateTime => {
	const seconds = Number(entered);
	const isTime = seconds === 0 || (seconds >= leastSeconds && seconds < endOfSeconds);
	if (!isTime) throw refuseNumber(entered);
	return DateTime.fromSeconds(seconds, { zone: 'utc' });
};

/** In the zone that the text names, or else in this one. */
function readIso(text: string, zone: string, ifTwice: MomentRules['ifTwice']): DateTime {
	const time = DateTime.fromISO(text, { zone, setZone: true });
	const hasOffset = /T.*(?:Z|[+-]\d\d)/i.test(text);
	if (hasOffset) return time;
	refuseSkipped(text, time);
	if (ifTwice === 'refuse') refuseTwice(text, time);
	return time.getPossibleOffsets()[0];
}

const isMidnight = ({ hour, minute }: DateTime): boolean => hour === 0 && minute === 0;

/** Without seconds it could be a range. */
const withOffset = (time: DateTime): string => time.toISO({ suppressMilliseconds: true })!;

/** Refuses a time that clocks show twice. Midnight stands for the day, which begins with the first one. */
function refuseTwice(text: string, time: DateTime): void {
	const [first, second] = time.getPossibleOffsets();
	if (!second || isMidnight(time)) return;
	throw new InvalidField(
		`${time.toFormat(clock)} exists twice in ${String(time.zoneName)}`,
		text,
		`Clocks are turned back then. Enter ${withOffset(first)} for the first, or ${withOffset(second)} for the second.`,
	);
}

/** Refuses a time that a change of clocks leaves out. Midnight stands for the day, which begins later then. */
function refuseSkipped(text: string, time: DateTime): void {
	const shown = DateTime.fromISO(text, { zone: 'utc' });
	if (!time.isValid || isMidnight(shown) || shown.toFormat(clock) === time.toFormat(clock)) return;
	throw new InvalidField(
		`${shown.toFormat(clock)} does not exist in ${String(time.zoneName)}`,
		text,
		`Clocks are turned forward then. Enter ${time.toFormat(clock)}, or a time with its zone, such as ${withOffset(time)}.`,
	);
}

const clock = 'yyyy-MM-dd HH:mm';

/** Databases and n8n's picker write a space between date and time. */
const withT = (entered: string): string => entered.replace(/^(\d{4}-\d\d-\d\d) +(?=\d\d:)/, '$1T');

/** Refuses a date without hyphens, such as 20261001. */
function refuseTogether(entered: string): InvalidField | undefined {
	const [, year, month, day] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(entered) ?? [];
	return year
		? new InvalidField(
				`must have hyphens in its date, as in ${exampleDay()}, not ${show(entered)}`,
				entered,
				enterOneOf([{ year, month, day }]),
			)
		: undefined;
}

/** Refuses slashes or dots between a date's parts, and numbers that no calendar or clock has. */
function refuseParts(entered: string): InvalidField | undefined {
	const [, year, month, day] = /^(\d{4})[./](\d{1,2})[./](\d{1,2})\b/.exec(entered) ?? [];
	if (year)
		return new InvalidField(
			`must have hyphens in its date, as in ${exampleDay()}, not ${show(entered)}`,
			entered,
			enterOneOf([{ year, month, day }]),
		);
	const [, wrongMonth, hour] = /^\d{4}-(\d\d)-\d\d(?:[T ]+(\d\d):)?/.exec(entered) ?? [];
	if (Number(wrongMonth) > 12 || wrongMonth === '00')
		return new InvalidField(
			`has no month ${wrongMonth} in a year: ${show(entered)}`,
			entered,
			`Enter the year, the month and the day, such as ${exampleDay()}.`,
		);
	return Number(hour) > 24
		? new InvalidField(
				`has no hour ${hour} in a day: ${show(entered)}`,
				entered,
				`Enter a time of 24 hours, such as ${exampleDay()} 18:00.`,
			)
		: undefined;
}

const zoned = /^(\d{4}-\d\d-\d\d)[T ]+(\d\d:\d\d)(?::\d\d)?\s*([A-Z]{2,5})$/;

/** Refuses the letters of a zone, which many zones share. */
function refuseZone(entered: string): InvalidField | undefined {
	const [, date, time, zone] = zoned.exec(entered) ?? [];
	return zone
		? new InvalidField(
				`${show(zone)} is no offset from UTC`,
				entered,
				`Enter one, such as ${date}T${time}+01:00. Without it, the time ${date} ${time} is in the workflow's time zone.`,
			)
		: undefined;
}

/** Without seconds, "06:00-08:00" is a range for people, and a time with its offset for programs. */
export const rangeOrOffset = /^(\d{4}-\d\d-\d\d)(?:T| +)(\d\d(?::?\d\d)?)-(\d\d(?::?\d\d)?)$/i;

/** Refuses it with a space before the time, as people write it. */
function refuseRange(entered: string): InvalidField | undefined {
	const [, date, start, end] = rangeOrOffset.exec(entered) ?? [];
	return date && /\d +\d/.test(entered)
		? new InvalidField(
				`must be one time, not ${show(entered)}`,
				entered,
				`Enter one, such as ${date} ${start}. A time with an offset from UTC needs a T: ${date}T${start}-${end}.`,
			)
		: undefined;
}

/** Refuses a date that ends with its year. With dots, the day comes first; else nobody knows if 10/11 is in October. */
function refuseTurned(entered: string): InvalidField | undefined {
	const [, one, mark, other, written] =
		/^(\d{1,2})([./-])(\d{1,2})[./-](\d{4}|\d\d)\b/.exec(entered) ?? [];
	if (!written) return undefined;
	const year = written.padStart(4, '20');
	const dayFirst = { year, month: other, day: one };
	const monthFirst = { year, month: one, day: other };
	return new InvalidField(
		`must begin with the year, as in ${exampleDay()}, not ${show(entered)}`,
		entered,
		enterOneOf(mark === '.' ? [dayFirst] : [dayFirst, monthFirst]),
	);
}

type DateParts = Record<'year' | 'month' | 'day', string>;

/** Advice to enter one of these dates; undefined if the calendar has none of them. */
function enterOneOf(meant: DateParts[]): string | undefined {
	const times = meant.map(({ year, month, day }) =>
		DateTime.utc(Number(year), Number(month), Number(day)),
	);
	const dates = new Set(times.filter(({ isValid }) => isValid).map((time) => time.toISODate()));
	return dates.size ? `Enter ${[...dates].join(' or ')}.` : undefined;
}

/** Nobody writes a longer time. */
const longestMoment = 100;

/** Quotation marks and spaces around a text. */
const quotes = /^[\s"'`\u2018-\u201f]+|(?<![\s"'`\u2018-\u201f])[\s"'`\u2018-\u201f]+$/g;

function readMoment(value: unknown, zone: string, ifTwice: MomentRules['ifTwice']): DateTime {
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone: 'utc' });
	if (DateTime.isDateTime(value)) return value;
	refuseObject(value);
	if (typeof value !== 'string' && typeof value !== 'number') return DateTime.invalid('no time');
	const entered = String(value).replace(quotes, '');
	if (entered.length > longestMoment) return DateTime.invalid('too long');
	const refused =
		refuseTogether(entered) ??
		refuseTurned(entered) ??
		refuseParts(entered) ??
		refuseZone(entered) ??
		refuseRange(entered);
	if (refused) throw refused;
	return typeof value === 'number' || /^\d+$/.test(entered)
		? readSeconds(entered)
		: readIso(withT(entered), zone, ifTwice);
}

/** Encoded as a DateTime: in the zone it was written in, or else the context's. UNIX seconds are in UTC. */
export const moment = (
	look: FieldWords,
	{ ifTwice = 'refuse', elsewhere }: MomentRules = {},
): Field<DateTime> => ({
	type: 'dateTime',
	default: '',
	required: true,
	...look,
	rule: momentRule,
	encode: (value, { timezone }) => {
		const time = readMoment(value, timezone, ifTwice);
		const wrongDay = typeof value === 'string' && refuseDay(value.trim());
		if (wrongDay) throw wrongDay;
		const isTime = time.toSeconds() >= 0 && time.toSeconds() < endOfSeconds;
		const inWords =
			!isTime &&
			typeof value === 'string' &&
			refuseWords(value.trim(), elsewhere ? ` ${elsewhere}` : '');
		if (inWords) throw inWords;
		if (isTime) return time;
		const entered = typeof value === 'string' ? value : undefined;
		throw new InvalidField(`must be ${momentRule}, not ${show(value)}`, entered);
	},
});

/** Encoded as whole UNIX seconds. */
export const timestamp = (look: FieldWords, rules?: MomentRules): Field<number> => {
	const field = moment(look, rules);
	return {
		...field,
		encode: (value, context) => Math.floor(field.encode(value, context).toSeconds()),
	};
};
