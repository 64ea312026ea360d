/** Writes figures and times for messages. */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { sayTimeLeft } from '../../shared/values/durations';

/** Later years have five digits, for which ISO texts have another form, and still later times fit no Date at all. */
const lastYear = 9999;

/** A time as ISO text, to the second. Null if it is too far away to be a date. */
export function toIso(seconds: number): string | null {
	const date = new Date(seconds * 1000);
	const year = date.getUTCFullYear();
	return year >= 0 && year <= lastYear ? `${date.toISOString().slice(0, 19)}Z` : null;
}

export const sayPercent = (percent: number | undefined): string =>
	percent === undefined ? 'unknown' : `${Number(percent.toFixed(2))} %`;

/** Names of time zones at their offsets. Looking one up takes longer than the rest of a message. */
const zoneNames = new Map<string, string>();

/** "CET" rather than "GMT+1". Each English locale knows the names of its own part of the world. */
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
	/** UNIX seconds. `timezone` is the workflow's. */
	at: number;
	timezone: string;
}

export const madeUpMark = 'Made up: ';

/** Begins the texts of a test run's items, by where these come from. */
const origins = {
	found: { title: '', message: '' },
	wrongNow: { title: '', message: 'Right now: ' },
	noneFound: { title: madeUpMark, message: 'Nothing was found, so this is made up: ' },
	nothingWrong: { title: madeUpMark, message: 'Nothing is wrong now, so this is made up: ' },
	asked: { title: madeUpMark, message: 'Made up, as Test Event asks: ' },
};

/** The source of a test run's item: read just now, or made up, and why. */
export type Origin = keyof typeof origins;

export const isMadeUp = (origin: Origin): boolean => origins[origin].title !== '';

/** Marks an item of a test run in each of its texts, so that nobody takes it for a real one on a phone. */
export function markTest(item: IDataObject, origin: Origin = 'found'): IDataObject {
	const mark = (name: 'title' | 'message'): IDataObject => {
		const text = item[name];
		return typeof text === 'string' ? { [name]: `[TEST] ${origins[origin][name]}${text}` } : {};
	};
	return putMarks({ ...item, ...mark('title'), ...mark('message') }, { sample: true });
}

/** What people read first, the last of these in the first place. */
const readFirst = ['message', 'title', 'event'];

/** Adds what only a test run has. In a table it stands behind the message, which it would push out of sight. */
function putMarks(item: IDataObject, marks: IDataObject): IDataObject {
	const names = Object.keys(item);
	const last = readFirst.find((name) => name in item);
	const place = last === undefined ? 0 : names.indexOf(last) + 1;
	const [before, after] = [names.slice(0, place), names.slice(place)].map((part) =>
		Object.fromEntries(part.map((name) => [name, item[name]])),
	);
	return { ...before, ...marks, ...after };
}

/** Adds remarks to the samples of a test run, each of which carries them: n8n takes no hints from a poll. */
export function addRemarks(item: IDataObject, remarks: string[]): IDataObject {
	const { sample, ...rest } = item;
	return remarks.length ? putMarks(rest, { sample, remarks }) : item;
}

/** The last time written, because the events of one block share a time. */
let written = { key: '', text: '' };

/** "21:05 CET", or "28 Nov 21:05 CET" on another day than today. */
export const sayTime = (seconds: number, clock: ZonedTime): string =>
	rememberTime(seconds, clock, false);

/** The same with the day of today, too: people read again later what a message says of a payment. */
export const sayDayAndTime = (seconds: number, clock: ZonedTime): string =>
	rememberTime(seconds, clock, true);

function rememberTime(seconds: number, clock: ZonedTime, hasDay: boolean): string {
	const key = `${seconds} ${clock.at} ${clock.timezone} ${hasDay}`;
	if (written.key !== key) written = { key, text: writeTime(seconds, clock, hasDay) };
	return written.text;
}

const inZone = (seconds: number, zone: string): DateTime =>
	DateTime.fromSeconds(seconds, { zone, locale: 'en-US' });

/** The last current time, because all messages of a poll share it. */
let today: { key: string; now: DateTime } | undefined;

function readNow({ at, timezone }: ZonedTime): DateTime {
	const key = `${at} ${timezone}`;
	if (today?.key !== key) today = { key, now: inZone(at, timezone) };
	return today.now;
}

function writeTime(seconds: number, clock: ZonedTime, hasDay: boolean): string {
	const time = inZone(seconds, clock.timezone);
	const now = readNow(clock);
	// By calendar fields: `hasSame` looks up the zone's offset repeatedly, which takes most of a message's time.
	const isToday = time.toISODate() === now.toISODate();
	const date = time.year === now.year ? 'd LLL ' : 'd LLL yyyy ';
	const day = isToday && !hasDay ? '' : date;
	return `${time.toFormat(`${day}HH:mm`)} ${nameZone(time)}`;
}

/** A moment nearer than this says all by its time. */
const nearSeconds = 120;

/** "28 Nov 21:05 CET, in 20 h 5 min" for an ISO text. */
export function sayMoment(time: unknown, clock: ZonedTime): string {
	if (typeof time !== 'string') return 'a date in the far future';
	const seconds = Date.parse(time) / 1000;
	const ahead = seconds - clock.at;
	const moment = sayTime(seconds, clock);
	return ahead < nearSeconds ? moment : `${moment}, in ${sayTimeLeft(ahead)}`;
}

/** The same after "at", or after "on" if it begins with a date. */
export function sayWhen(time: unknown, clock: ZonedTime): string {
	const moment = sayMoment(time, clock);
	return /^\d\d:/.test(moment) ? `at ${moment}` : `on ${moment}`;
}
