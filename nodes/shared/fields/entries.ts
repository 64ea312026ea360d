/** Lists that people enter into one field: their entries, each once. */
import { countWork, isPauseDue, spend, withoutPauses, workOf } from '../pace';

/** IDs and addresses hold no space, other texts can. */
const entry = { word: /[^,;|\s]+/g, text: /[^,]+/g };

/** People write it between the last two entries. No ID or address is such a word. */
const isAnd = (text: string): boolean => /^(?:and|und|&)$/i.test(text);

/** IDs and addresses of a text, without what separates them. */
export const splitWords = (text: string): string[] =>
	(text.match(entry.word) ?? []).filter((word) => !isAnd(word));

/** The entries of a text, without empty ones. */
export function* findEntries(text: string, kind: keyof typeof entry): Generator<void, string[]> {
	const entries: string[] = [];
	for (const [found] of text.matchAll(entry[kind])) {
		countWork(workOf.entry + found.length * workOf.character);
		if (isPauseDue()) yield;
		const trimmed = found.trim();
		if (trimmed !== '' && !(kind === 'word' && isAnd(trimmed))) entries.push(trimmed);
	}
	return entries;
}

/** The values entered into a field of several. None of them may hold a space. */
export function* findSeveral(entered: unknown): Generator<void, unknown[]> {
	if (typeof entered === 'string') return yield* findEntries(entered, 'word');
	const values: unknown[] = [];
	for (const value of [entered].flat()) {
		yield* spend(workOf.entry);
		const trimmed = typeof value === 'string' ? value.trim() : value;
		if (trimmed !== '') values.push(trimmed);
	}
	return values;
}

/** One form for every EVM address or hash (any case, with or without 0x) and bech32 address (with or without chain). */
export const toOneForm = (id: string): string =>
	/^(0x)?([\da-f]{2})+$/i.test(id)
		? `0x${id.replace(/^0x/i, '').toLowerCase()}`
		: id.replace(/^[PXC]-/, '');

/** Drops values that came before, even in another form. */
export function* takeOnce<T>(values: T[]): Generator<void, T[]> {
	const known = new Set<unknown>();
	const once: T[] = [];
	for (const value of values) {
		yield* spend(workOf.entry);
		const form = typeof value === 'string' ? toOneForm(value) : value;
		if (known.has(form)) continue;
		known.add(form);
		once.push(value);
	}
	return once;
}

export const onceEach = <T>(values: T[]): T[] => withoutPauses(takeOnce(values));
