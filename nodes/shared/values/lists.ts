/** Lists in words, of which only the first entries are shown. */

/** "A, B, and 3 more". `more` counts those that are not shown. */
export const sayFew = (shown: string[], more: number): string =>
	`${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;

/** The first `most` entries in words, and the number of the others: `A`, `B`, `3 more`. */
export function listFew<Entry>(
	entries: Entry[],
	most: number,
	say: (entry: Entry) => string,
): string[] {
	const others = entries.length - most;
	return [...entries.slice(0, most).map(say), ...(others > 0 ? [`${others} more`] : [])];
}
