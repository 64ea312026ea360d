/** Keeps the start of n8n short, which loads all nodes and builds their descriptions. */

/** Makes a value on the first call and keeps it. */
export function lazy<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}

/** Compares English labels, ignoring case. Avoids `localeCompare`, whose first call in a process takes 7 ms. */
export function alphabetically(a: string, b: string): number {
	const [one, other] = [a.toLowerCase(), b.toLowerCase()];
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
