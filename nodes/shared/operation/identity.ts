/** Tells the records of a list apart, so that overlapping pages give each record once. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { valueAt } from '../values/records';

/**
 * Fields that together are unique in a list, or a function that makes a unique text. `none` if two records can be
 * equal in every field: then a repetition looks like a second record.
 */
export type Identity = string[] | ((record: IDataObject) => string | undefined) | 'none';

/** Longer identities are kept as hashes, so that 100,000 of them take little memory. */
const longestKept = 64;

const shorten = (identity: string): string =>
	identity.length > longestKept ? createHash('sha256').update(identity).digest('base64') : identity;

/** Undefined if the record lacks part of its identity. */
export function identityOf(record: IDataObject, identity: Identity): string | undefined {
	if (identity === 'none') return undefined;
	if (typeof identity === 'function') return identity(record);
	const parts = identity.map((path) => valueAt(record, path));
	return parts.every(
		(part) => typeof part === 'number' || (typeof part === 'string' && part !== ''),
	)
		? JSON.stringify(parts)
		: undefined;
}

interface Brought {
	/** Records that no earlier page had. */
	records: IDataObject[];
	/** True if nothing on the page is new. */
	isRepeated: boolean;
}

/** Drops the records of each page that earlier pages had. */
export class Sieve {
	private readonly known = new Set<string>();
	private readonly pages = new Set<string>();
	/** The records of the previous page, as texts. */
	private last: string[] = [];

	constructor(private readonly identity: Identity = 'none') {}

	take(page: IDataObject[]): Brought {
		const keys = page.map((record) => identityOf(record, this.identity));
		const isOld = this.findOld(page, keys);
		const records = page.filter((_record, i) => !isOld[i]);
		const isRepeated = page.length > 0 && (!records.length || this.cameWhole(keys));
		return { records, isRepeated };
	}

	private findOld(page: IDataObject[], keys: Array<string | undefined>): boolean[] {
		const texts = keys.includes(undefined)
			? page.map((record, i) => keys[i] ?? JSON.stringify(record))
			: (keys as string[]);
		const overlap = keys.includes(undefined) ? overlapOf(this.last, texts) : 0;
		this.last = texts;
		return keys.map((key, i) => {
			if (key === undefined) return i < overlap;
			const before = this.known.size;
			this.known.add(shorten(key));
			return this.known.size === before;
		});
	}

	/** True if an earlier page was the same as a whole. For records without identity only. */
	private cameWhole(keys: Array<string | undefined>): boolean {
		if (keys.some((key) => key !== undefined)) return false;
		const digest = createHash('sha256').update(this.last.join('\n')).digest('base64');
		const isKnown = this.pages.has(digest);
		this.pages.add(digest);
		return isKnown;
	}
}

/** Counts the entries at the end of one list that begin the next one (Knuth, Morris and Pratt). */
function overlapOf(before: string[], after: string[]): number {
	const fallback = [0];
	const extend = (length: number, entry: string): number => {
		let matched = length;
		while (matched > 0 && (matched === after.length || after[matched] !== entry))
			matched = fallback[matched - 1];
		return after[matched] === entry ? matched + 1 : 0;
	};
	for (let i = 1; i < after.length; i++) fallback.push(extend(fallback[i - 1], after[i]));
	return before.reduce(extend, 0);
}
