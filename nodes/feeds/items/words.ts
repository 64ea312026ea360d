/** Figures and times as messages write them. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

/** Times of five-digit years, which ISO texts do not hold as others do, are no dates; nor are those that no Date holds. */
const lastYear = 9999;

/** A time as ISO text, to the second; nothing where it is too far away to be a date. */
export function toIso(seconds: number): string | null {
	const date = new Date(seconds * 1000);
	const year = date.getUTCFullYear();
	return year >= 0 && year <= lastYear ? `${date.toISOString().slice(0, 19)}Z` : null;
}

/** "3 h 12 min": the two largest units, to the minute; less than a minute in seconds. */
export function sayDuration(seconds: number): string {
	if (seconds < 60) return `${seconds} s`;
	const minutes = Math.round(seconds / 60);
	return [
		[Math.floor(minutes / 1440), 'd'],
		[Math.floor(minutes / 60) % 24, 'h'],
		[minutes % 60, 'min'],
	]
		.filter(([amount]) => amount)
		.slice(0, 2)
		.map((part) => part.join(' '))
		.join(' ');
}

/** The same of time that is left, of which no message promises more than there is. */
export const sayTimeLeft = (seconds: number): string =>
	sayDuration(seconds < 60 ? seconds : seconds - (seconds % 60));

export const sayPercent = (percent: number | undefined): string =>
	percent === undefined ? 'unknown' : `${Number(percent.toFixed(2))} %`;

/** The names of zones at their offsets: asking for one takes longer than all the rest of a message. */
const zoneNames = new Map<string, string>();

/** "CET" rather than "GMT+1": each English locale knows the names of its own part of the world. */
function nameZone(time: DateTime): string {
	const zone = `${time.zoneName} ${time.offset}`;
	const known = zoneNames.get(zone);
	if (known) return known;
	const names = ['en-US', 'en-GB'].map((locale) => time.setLocale(locale).toFormat('ZZZZ'));
	const name = names.find((each) => !/^GMT.\d/.test(each)) ?? names[0];
	zoneNames.set(zone, name);
	return name;
}

export interface ZonedTime {
	/** UNIX seconds, and the workflow's time zone. */
	at: number;
	timezone: string;
}

/** An item of a test run: nobody may take it for a real one, whichever of its texts comes to a telephone. */
export function markTest(item: IDataObject, isMadeUp = false): IDataObject {
	const mark = (name: string, madeUp: string): IDataObject => {
		const text = item[name];
		return typeof text === 'string' ? { [name]: `[TEST] ${isMadeUp ? madeUp : ''}${text}` } : {};
	};
	return {
		sample: true,
		...item,
		...mark('title', 'Made up: '),
		...mark('message', 'Nothing was found, so this is made up: '),
	};
}

/** The last time that was written: the events of one block have one time. */
let written = { key: '', text: '' };

/** "21:05 CET", or "28 Nov 21:05 CET" on another day than now. */
export function sayTime(seconds: number, clock: ZonedTime): string {
	const key = `${seconds} ${clock.at} ${clock.timezone}`;
	if (written.key !== key) written = { key, text: writeTime(seconds, clock) };
	return written.text;
}

const inZone = (seconds: number, zone: string): DateTime =>
	DateTime.fromSeconds(seconds, { zone, locale: 'en-US' });

/** The last time that was now: all messages of a poll have one. */
let today: { key: string; now: DateTime } | undefined;

function readNow({ at, timezone }: ZonedTime): DateTime {
	const key = `${at} ${timezone}`;
	if (today?.key !== key) today = { key, now: inZone(at, timezone) };
	return today.now;
}

function writeTime(seconds: number, clock: ZonedTime): string {
	const time = inZone(seconds, clock.timezone);
	const now = readNow(clock);
	// By calendar fields: `hasSame` asks for the zone's offset over and over, which takes most of a message.
	const isToday = time.toISODate() === now.toISODate();
	const day = isToday ? '' : time.year === now.year ? 'd LLL ' : 'd LLL yyyy ';
	return `${time.toFormat(`${day}HH:mm`)} ${nameZone(time)}`;
}

const units = { days: 86_400, hours: 3600, minutes: 60 };

/** "28 Nov 21:05 CET, in 20 hours", of an ISO text, in the largest unit of which there are two. */
export function sayMoment(time: unknown, clock: ZonedTime): string {
	if (typeof time !== 'string') return 'a date in the far future';
	const seconds = Date.parse(time) / 1000;
	const ahead = seconds - clock.at;
	const [unit, length] = Object.entries(units).find(([, each]) => ahead >= 2 * each) ?? [];
	const moment = sayTime(seconds, clock);
	return length ? `${moment}, in ${Math.floor(ahead / length)} ${unit}` : moment;
}

/** The same after "at", or "on" if it begins with a date. */
export function sayWhen(time: unknown, clock: ZonedTime): string {
	const moment = sayMoment(time, clock);
	return /^\d\d:/.test(moment) ? `at ${moment}` : `on ${moment}`;
}
