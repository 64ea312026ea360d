/** What a client asks or learns once. Most clients live for one run, and that of a stream for weeks. */
import type { Client } from './client';

/** Gives what `make` gave first for a client and what is asked of it; a failure too is kept. */
export function oncePerClient<Asked extends unknown[], Made extends object>(
	make: (client: Client, ...asked: Asked) => Made,
	keyOf: (...asked: Asked) => string = (...asked) => JSON.stringify(asked),
): (client: Client, ...asked: Asked) => Made {
	const runs = new WeakMap<Client, Map<string, Made>>();
	return (client, ...asked) => {
		const run = runs.get(client) ?? new Map<string, Made>();
		runs.set(client, run);
		const key = keyOf(...asked);
		const made = run.get(key) ?? make(client, ...asked);
		run.set(key, made);
		return made;
	};
}
