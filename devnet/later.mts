/** What `draw` gives, drawn when it is first asked for: most tests look at a part of the world. */
export function later<T>(draw: () => T): () => T {
	let drawn: { it: T } | undefined;
	return () => (drawn ??= { it: draw() }).it;
}

/** Adds properties that are drawn together when one of them is first looked at. */
export function addLater<
	Known extends object,
	Name extends string,
	Drawn extends Record<Name, unknown>,
>(known: Known, names: Name[], draw: () => Drawn): Known & Pick<Drawn, Name> {
	const drawn = later(draw);
	for (const name of names)
		Object.defineProperty(known, name, { enumerable: true, get: () => drawn()[name] });
	return known as Known & Pick<Drawn, Name>;
}
