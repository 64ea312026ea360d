import type { ServerResponse } from 'node:http';
import type { RequestLogEntry } from './devnet.mts';
import type { Faults } from './faults.mts';
import { keyHeader } from './http.mts';
import type { HostKind, Profile, Received, Reply } from './http.mts';
import { writeJson } from './json.mts';

/** What comes to the hosts and goes out from them: the log, the limits that are told, the bytes of a reply. */

/** It may run for weeks. */
const longestLog = 100_000;

/** The methods that a JSON-RPC body calls. */
function readRpcMethods(body: string): Pick<RequestLogEntry, 'rpcMethod' | 'rpcMethods'> {
	try {
		const message = JSON.parse(body) as { method?: string } | Array<{ method?: string } | null>;
		if (!Array.isArray(message)) return { rpcMethod: message.method };
		return { rpcMethods: message.map((call) => call?.method ?? '') };
	} catch {
		return {};
	}
}

/** The log, and how many requests each host works on. */
export function createTraffic(faults: Faults, profile: Profile) {
	const log: RequestLogEntry[] = [];
	const open: Record<HostKind, number> = { node: 0, data: 0, metrics: 0 };

	/** Notes a request in the log, and judges it. */
	const receive = (host: HostKind, path: string, request: Received) => {
		const { method, headers, body } = request;
		const { rpcMethod, rpcMethods } = host === 'node' ? readRpcMethods(body) : {};
		const entry: RequestLogEntry = {
			host,
			method,
			url: path,
			headers,
			body,
			rpcMethod,
			...(rpcMethods && { rpcMethods }),
			at: Date.now(),
			inFlight: ++open[host],
		};
		log.push(entry);
		if (log.length > longestLog) log.shift();
		const finish = (status?: number) => {
			if (entry.finishedAt !== undefined) return;
			open[host]--;
			Object.assign(entry, { finishedAt: Date.now(), status });
		};
		const { inFlight } = entry;
		const verdict = faults.judge({ request, host, rpcMethod, rpcMethods, inFlight, profile });
		return { entry, finish, verdict };
	};

	return { log, open, receive };
}
export type Traffic = ReturnType<typeof createTraffic>;

/** What the data service tells of a key's limits, as if each request cost 20; it refuses nothing. */
export function createKeyLimits(profile: Profile) {
	/** By key, of the minute that began with its first request. */
	const windows = new Map<string, { end: number; left: number }>();
	return ({ headers }: Received): Record<string, string> => {
		const key = headers[keyHeader(profile)];
		if (profile !== 'real' || key === undefined) return {};
		const time = performance.now();
		let window = windows.get(String(key));
		if (!window || window.end <= time) window = { end: time + 60_000, left: 8000 };
		window.left = Math.max(0, window.left - 20);
		windows.set(String(key), window);
		return {
			'ratelimit-policy': '8000;w=60',
			'ratelimit-limit': '8000',
			'ratelimit-remaining': String(window.left),
		};
	};
}

/** Writes a reply with the date of the mock network's clock; with `half`, the connection breaks off within it. */
export const createWriter =
	(now: () => number) =>
	(
		response: ServerResponse,
		{ status, headers, json, text }: Reply,
		host?: HostKind,
		half = false,
	): void => {
		const body = text ?? writeJson(json) + (host === 'node' ? '\n' : '');
		const { date = new Date(now()).toUTCString(), ...others } = headers ?? {};
		response.sendDate = false;
		response.writeHead(status, {
			...others,
			...(date && { date }),
			'content-length': Buffer.byteLength(body),
		});
		if (half) response.write(body.slice(0, Math.ceil(body.length / 2)), () => response.destroy());
		else response.end(body);
	};
