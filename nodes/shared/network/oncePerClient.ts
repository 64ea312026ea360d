/** Caches for a client's lifetime. Most clients live for one run, but that of a stream for weeks. */
import type { Client } from './client';

/** Keeps the first result of `make` for each client and its arguments, even a failure. */
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
