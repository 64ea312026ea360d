import { readNumber } from './numbers';
import { hourSeconds } from './timeUnits';

const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** UNIX seconds of a time in the servers' format. Undefined for other texts that JavaScript would parse. */
export function readTime(value: unknown): number | undefined {
	const seconds = typeof value === 'string' && written.test(value) ? Date.parse(value) / 1000 : NaN;
	return Number.isFinite(seconds) ? seconds : undefined;
}

/** The last day whose year has four digits, as UNIX seconds. Later ones need a longer form of ISO 8601. */
export const lastDate = Date.UTC(9999, 11, 31) / 1000;

/** No network of Avalanche is as old. Mainnet began in September 2020. */
const firstSecond = Date.UTC(2020, 0) / 1000;

/** True for UNIX seconds before any network of Avalanche, such as 0. */
export const isTooEarly = (seconds: number): boolean => seconds < firstSecond;

/** UNIX seconds of a record, as a number or text. Undefined for what can be no time of the network: 0, or milliseconds. */
export function readSecond(value: unknown): number | undefined {
	const seconds = readNumber(value);
	if (seconds === undefined || !Number.isSafeInteger(seconds)) return undefined;
	return isTooEarly(seconds) || seconds > lastDate ? undefined : seconds;
}

/** The same for what has happened, which cannot lie in the future. */
export function readPastSecond(value: unknown): number | undefined {
	const seconds = readSecond(value);
	return seconds === undefined || isAhead(seconds, undefined) ? undefined : seconds;
}

/** How far a time may be ahead of its host's. The clocks of a chain and of the host that lists it differ by seconds. */
export const slackSeconds = hourSeconds;

/** True if the UNIX seconds are too far ahead for a past event. `now` is the host's time, or else this machine's. */
export const isAhead = (seconds: number, now: number | undefined): boolean =>
	seconds > (now ?? Date.now() / 1000) + slackSeconds;

/** UNIX seconds as ISO 8601 in UTC, without empty milliseconds; undefined beyond the range of dates. */
export function writeTime(seconds: number): string | undefined {
	const moment = new Date(seconds * 1000);
	return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString().replace('.000Z', 'Z');
}

/** Milliseconds since 1970 in words. Failures stand in messages of any time zone, so they name theirs. */
export const sayUtc = (ms: number): string =>
	`${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** The time of 24 hours for one that people write, with "a" or "p" of a.m. or p.m.; undefined if no clock shows it. */
export function writeClock(hour: string, minute = '00', half?: string): string | undefined {
	const shown = Number(hour);
	if (shown > (half ? 12 : 23)) return undefined;
	const hours = half ? (shown % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : shown;
	return `${String(hours).padStart(2, '0')}:${minute}`;
}
