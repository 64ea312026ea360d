/** The times of a line of Silences. Nobody can tell the range "06:00-08:00" from 06:00 with an offset, so it is neither. */
import { DateTime } from 'luxon';
import { InvalidField, show } from '../../shared/fields/invalid';
import { rangeOrOffset, timestamp } from '../../shared/fields/moments';
import { exampleTime } from '../../shared/values/exampleTimes';
import { lineForm, propose, writeLine } from './proposedLines';
import { readSpoken, writeOut, type Side } from './spokenTimes';

const time = timestamp(
	{ displayName: '', name: 'until', description: '' },
	{ ifTwice: 'takeFirst' },
);

const hasNoDate = (entered: string): boolean => /^T?\d{1,2}(?::|$)/i.test(entered);

const dayAlone = /^\W*\d{4}-\d\d-\d\d\W*$/;
const endOfDay = (seconds: number, zone: string): number =>
	DateTime.fromSeconds(seconds, { zone }).plus({ days: 1 }).startOf('day').toSeconds();

/** UNIX seconds, or why the text is no time. A time of day would be that of each new day. */
function tryTime(entered: string, timezone: string, side: Side): number | InvalidField {
	if (hasNoDate(entered)) return new InvalidField('has no date');
	if (rangeOrOffset.test(entered)) return new InvalidField('can be a range');
	try {
		const seconds = time.encode(entered, { timezone });
		return side === 'until' && dayAlone.test(entered) ? endOfDay(seconds, timezone) : seconds;
	} catch (fault) {
		return fault instanceof InvalidField ? fault : new InvalidField('is no time');
	}
}

/** A day alone begins at its start, and ends at its end. */
export function readSeconds(
	entered: string,
	timezone: string,
	side: Side = 'until',
): number | undefined {
	const read = tryTime(entered, timezone, side);
	return typeof read === 'number' ? read : undefined;
}

/** Advice for words such as "in 2 hours" is an expression, whose time would move from check to check. */
const isDateLike = (entered: string): boolean => /^\d{1,4}[./-]\d/.test(entered);

export function readLineTime(
	entered: string,
	{ timezone, place, side = 'until' }: { timezone: string; place: string; side?: Side },
): number {
	const read = tryTime(entered, timezone, side);
	if (typeof read === 'number') return read;
	const advice = isDateLike(entered) ? read.description : undefined;
	throw new InvalidField(
		`must have a time such as ${exampleTime()} in ${place}, not ${show(entered)}`,
		undefined,
		[advice, lineForm()].filter(Boolean).join(' '),
	);
}

/** In UTC nobody can take it for a range. */
function inUtc(entered: string): string {
	const read = rangeOrOffset.test(entered) && DateTime.fromISO(entered.replace(/ +/, 'T'));
	return read && read.isValid ? `${writeOut(read.toUTC())}Z` : entered;
}

/** "6" is no time of day, and 24:00 is the next midnight. */
const toClock = (digits: string): string =>
	digits
		.replace(':', '')
		.padEnd(4, '0')
		.replace(/(..)$/, ':$1')
		.replace(/^24:00$/, '00:00');

/** Undefined for a range that is over, or of times that no clock shows. */
function readRange(entered: string, timezone: string): DateTime[] | undefined {
	const now = DateTime.now().setZone(timezone);
	const [, date, start, end] = rangeOrOffset.exec(entered) ?? [];
	const read = date && readSpoken(`${date} ${toClock(start)}-${toClock(end)}`, now);
	return read && read.at(-1)! > now ? read : undefined;
}

/** The error has the lines to enter. With a second time, the first is no range. */
export function refuseOffsets(
	[who, alert, first, second = '', ...rest]: string[],
	timezone: string,
	place: string,
): InvalidField | undefined {
	const found = [first, second].find((part) => rangeOrOffset.test(part));
	if (found === undefined) return undefined;
	const ofOffset = [who, alert, inUtc(first), inUtc(second), ...rest];
	const isAlone = !rangeOrOffset.test(second) && readSeconds(second, timezone) === undefined;
	const range = isAlone ? readRange(first, timezone) : undefined;
	return new InvalidField(
		`${show(found)} can be a range or have an offset from UTC (${place})`,
		undefined,
		range
			? propose(
					[who, alert, ...range.map(writeOut), second, ...rest],
					timezone,
					`If an offset is meant, enter: ${writeLine(ofOffset)}. `,
				)
			: propose(ofOffset, timezone),
	);
}
