/** Keys of a report's items, by which a sheet matches rows of later runs. Whatever makes another item is in its key. */
import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import type { TimeRange } from './totals';

/** Joins the parts. What a user leaves at its default is left out, so that most keys are short. */
export const writeKey = (...parts: Array<string | undefined>): string =>
	parts.filter((part) => part !== undefined && part !== '').join(' ');

export const unlessUsual = (choice: string, usual: string): string | undefined =>
	choice.toLowerCase() === usual.toLowerCase() ? undefined : choice;

/** What a key says of a time zone. */
export const zoneOf = (zone: string): string | undefined => unlessUsual(zone, 'utc');

/** Numbers records of the same place, in their order: the second one gets a 2. */
export function numberAlike(): (place: string) => string {
	const seen = new Map<string, number>();
	return (place) => {
		const count = (seen.get(place) ?? 0) + 1;
		seen.set(place, count);
		return `${place} ${count}`;
	};
}

const digits = 12;

/** One ID as it is, and several by their number and a hash. Their order makes no difference. */
export function nameIds(ids: string[] = []): string | undefined {
	if (ids.length < 2) return ids[0];
	const hash = createHash('sha256')
		.update([...ids].sort().join(' '))
		.digest('hex');
	return `${ids.length} (${hash.slice(0, digits)})`;
}

const timeOf = (bound: number, zone: string): string | undefined => {
	if (!Number.isFinite(bound)) return undefined;
	const time = DateTime.fromSeconds(bound, { zone });
	return time.equals(time.startOf('day')) ? undefined : time.toFormat('HH:mm:ss');
};

/** The times of a period that does not begin or end with a day, since its name has only days. */
export function timesOf({ from, to }: TimeRange, zone: string): string | undefined {
	const [first, last] = [timeOf(from, zone), timeOf(to, zone)];
	return first || last ? `${first ?? ''}-${last ?? ''}` : undefined;
}
