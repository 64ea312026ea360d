/** What `draw` gives, drawn when it is first asked for: most tests look at a part of the world. */
export function later<T>(draw: () => T): () => T {
	let drawn: { it: T } | undefined;
	return () => (drawn ??= { it: draw() }).it;
}
