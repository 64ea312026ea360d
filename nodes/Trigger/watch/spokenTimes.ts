/** Times as people say them, such as "2h" or "tomorrow 18:00". They move with the clock, so an error writes them out. */
import { DateTime } from 'luxon';
import { writeClock } from '../../shared/values/times';

/** Nobody says a longer time. */
const longest = 60;

const units: Array<[form: RegExp, unit: 'minutes' | 'hours' | 'days' | 'weeks']> = [
	[/^(?:m|mins?|minuten?|minutes?)$/i, 'minutes'],
	[/^(?:h|hrs?|hours?|std|stunden?)$/i, 'hours'],
	[/^(?:d|days?|tage?n?)$/i, 'days'],
	[/^(?:w|weeks?|wochen?)$/i, 'weeks'],
];
const period =
	/^(?:(?:in|for|für) )?(\d{1,4}(?:[.,]\d{1,2})?|an?|one|eine[mnr]?) ?([a-z]{1,8})\.?$/i;

const tonight = 'tonight';
const daysAhead: Record<string, number> = {
	today: 0,
	[tonight]: 0,
	heute: 0,
	tomorrow: 1,
	morgen: 1,
	übermorgen: 2,
};
const weekdays = [
	['monday', 'mon', 'montag', 'mo'],
	['tuesday', 'tue', 'dienstag', 'di'],
	['wednesday', 'wed', 'mittwoch', 'mi'],
	['thursday', 'thu', 'donnerstag', 'do'],
	['friday', 'fri', 'freitag', 'fr'],
	['saturday', 'sat', 'samstag', 'sa'],
	['sunday', 'sun', 'sonntag', 'so'],
];

/** A day, and what follows it: a word, or a date with its year. */
const dayAndRest = /^(\p{L}{2,11}|\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4})(?:(?:,| |T)+(.+))?$/iu;
const clockForm = /^(?:(?:at|um) )?(\d{1,2})(?:[:.](\d\d))? ?(uhr|h|o'clock)?(?:([ap])\.?m\.?)?$/i;

/** Two times with a word or a dash between them. */
const range = /^(?:(?:from|von) )?(.+?)(?: (?:-|–|—|to|until|till|bis) ?|(?<=\d:\d\d)[-–—])(.+)$/i;

/** How far a period goes, from the beginning of the work on. */
function readLength(entered: string, from: DateTime): DateTime | undefined {
	const [, count, word] = period.exec(entered) ?? [];
	const unit = word && units.find(([form]) => form.test(word))?.[1];
	if (!unit) return undefined;
	const number = /\d/.test(count) ? Number(count.replace(',', '.')) : 1;
	return from.plus({ [unit]: number });
}

function readDay(entered: string, now: DateTime): DateTime | undefined {
	const word = entered.toLowerCase();
	if (Object.hasOwn(daysAhead, word)) return now.startOf('day').plus({ days: daysAhead[word] });
	const weekday = weekdays.findIndex((names) => names.includes(word)) + 1;
	if (weekday) return now.startOf('day').plus({ days: (weekday - now.weekday + 7) % 7 });
	const form = entered.includes('.') ? 'd.M.yyyy' : 'yyyy-MM-dd';
	const date = DateTime.fromFormat(entered, form, { zone: now.zone });
	return date.isValid ? date : undefined;
}

/** The time of day, on this day. A number alone is one only behind a day. */
function readClock(entered: string, day: DateTime, isAlone: boolean): DateTime | undefined {
	const [, hour, minute, word, half] = clockForm.exec(entered) ?? [];
	const isBare = !minute && !word && !half;
	const time = hour && !(isAlone && isBare) && writeClock(hour, minute, half);
	if (!time) return undefined;
	const read = DateTime.fromISO(`${day.toISODate()}T${time}`, { zone: day.zone });
	return read.isValid ? read : undefined;
}

/** The next time at which clocks show this. */
function readNext(entered: string, after: DateTime): DateTime | undefined {
	const sameDay = readClock(entered, after, true);
	return sameDay && sameDay <= after ? readClock(entered, after.plus({ days: 1 }), true) : sameDay;
}

/** Which end of the work a time is. A day alone begins at its start, and ends at its end. */
export type Side = 'from' | 'until';

/** Hours of the day. */
const night = { from: 18, until: 6 };

/** Tonight ends in the morning. */
function readWhole(word: string, day: DateTime, side: Side): DateTime {
	const isTonight = word.toLowerCase() === tonight;
	if (side === 'from') return isTonight ? day.set({ hour: night.from }) : day;
	const next = day.plus({ days: 1 });
	return isTonight ? next.set({ hour: night.until }) : next;
}

function readOne(entered: string, now: DateTime, side: Side): DateTime | undefined {
	const short = readLength(entered, now) ?? readNext(entered, now);
	if (short) return short;
	const [, first, rest] = dayAndRest.exec(entered) ?? [];
	const day = first && readDay(first, now);
	if (!day) return undefined;
	return rest === undefined ? readWhole(first, day, side) : readClock(rest, day, false);
}

/** The times that these words mean: one, or the beginning and the end. Undefined for other words. */
export function readSpoken(
	entered: string,
	now: DateTime,
	side: Side = 'until',
): DateTime[] | undefined {
	const words = entered.replace(/\s+/g, ' ').trim();
	if (!words || words.length > longest) return undefined;
	const one = readOne(words, now, side);
	if (one) return [one];
	const [, first, last] = range.exec(words) ?? [];
	const from = first && readWritten(first, now, 'from');
	const until = from && (readNext(last, from) ?? readWritten(last, from, 'until'));
	return from && until ? [from, until] : undefined;
}

/** In a range, a time can be written out, too. */
function readWritten(entered: string, now: DateTime, side: Side): DateTime | undefined {
	const spoken = readOne(entered, now, side);
	if (spoken) return spoken;
	const time = DateTime.fromISO(entered.replace(' ', 'T'), { zone: now.zone });
	return time.isValid ? time : undefined;
}

/** As a line of Silences has it, in the zone of the time. */
export const writeOut = (time: DateTime): string => time.toFormat("yyyy-MM-dd'T'HH:mm");
