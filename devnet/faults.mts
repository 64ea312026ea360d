import { RpcError } from './jsonRpc.mts';
import { throwDice } from './ids.mts';
import type { FailCall } from './node.mts';
import { writeError } from './parameters.mts';
import { keyHeader } from './http.mts';
import { isObject, readJson, writeJson } from './json.mts';
import type { HostKind, Profile, Received, Reply } from './http.mts';

/** What goes wrong on request. A fault says which requests it meets and what happens to them. */
export interface Fault {
	/** Meets this host alone; further nodes, which are below /observers, only with a path that names them. */
	host?: HostKind;
	/** Meets paths (with their query) that contain this. */
	path?: string;
	/** Meets this JSON-RPC method alone, and batches that call it. */
	rpcMethod?: string;
	/** Meets batches alone, or single calls alone. */
	batch?: boolean;
	/** Lets so many of those pass first. */
	skip?: number;
	/** Then happens so many times; for ever by default. */
	times?: number;

	/** Waits before the answer; goes with any other. */
	latencyMs?: number;
	/** Answers an error, or another fault with this status. */
	status?: number;
	/** A text, or the data service's list of them. */
	message?: string | string[];
	/** Adds the API key that came to the error's message: plain, percent-encoded and in base64. */
	echoKey?: boolean;
	/** Seconds or an HTTP date, sent with the error. */
	retryAfter?: number | string;
	/** Answers 429 where more requests than these are in flight on the host. */
	maxInFlight?: number;
	/**
	 * Grants so many units in a window, which begins with its first request, and says so in the headers; 429 beyond. A
	 * request costs one unit, or as many as said here.
	 */
	rateLimit?: { units: number; seconds: number; each?: number };
	/** Answers 500 or cuts the connection, each in this share of the requests. */
	random?: { seed: number; errors: number; cuts: number };
	/** Answers 401 where no key came, 403 where it was another. */
	requireKey?: string;
	/** Answers a JSON-RPC error; in a batch each call of `rpcMethod` does, or all where none is named. */
	rpcError?: { code: number; message: string; data?: unknown };
	/** Sends the request on to another origin, with 307 or the status given. */
	redirect?: string;
	/** Cuts the connection: before the answer, or amid it. A WebSocket is cut before or after a message is carried out. */
	cut?: 'before' | 'during';
	/** Never answers. On a WebSocket, notifications are dropped with `rpcMethod: 'eth_subscription'`. */
	drop?: boolean;
	/** Sends an HTML page, half of the JSON or nothing, with the answer's status or the one given. */
	body?: 'html' | 'half' | 'empty';
	/** JSON text of an object whose fields are added to every record: for numbers JSON cannot carry. */
	addFields?: string;
	/** JSON text of a value that stands in each list of the answer besides, at its start. */
	addRecord?: string;
	/** Gives the page token that came once more. */
	repeatToken?: boolean;
	/** Gives an empty page, whose token leads to what it held back. */
	emptyPage?: boolean;
	/** Gives an empty page token where there is no next page. */
	emptyToken?: boolean;
	/** Gives money as text. */
	moneyAsText?: boolean;
	/** Makes another answer of it; an empty `date` among its headers leaves that header out. For tests alone. */
	change?: (reply: Reply, request: Received) => Reply;
}

/** What is known of a request when it is judged. */
export interface Circumstances {
	request: Received;
	host: HostKind;
	rpcMethod?: string;
	rpcMethods?: string[];
	inFlight: number;
	profile: Profile;
}

export interface Verdict {
	latencyMs: number;
	emptyPage: boolean;
	cut?: 'before' | 'during';
	drop?: boolean;
	/** Instead of the service's answer. */
	reply?: Reply;
	/** Lets calls of a batch fail. */
	failCall?: FailCall;
	/** Changes made to the answer. */
	changes: Array<(reply: Reply) => Reply>;
}

interface Armed {
	fault: Fault;
	met: number;
	happened: number;
	/** Of a rate limit: when it ends, by the clock of the process, and what is left in it. */
	window?: { end: number; left: number };
}

const texts: Record<number, string> = {
	429: 'Too many requests',
	500: 'Something went wrong',
	503: 'The service is resting',
};

function writeFault(
	status: number,
	message: string | string[],
	{ retryAfter }: Fault,
	{ host, profile }: Circumstances,
): Reply {
	const reply: Reply =
		host === 'node'
			? { status, headers: { 'content-type': 'text/plain' }, text: `${message}\n` }
			: writeError(status, message);
	const headers = { ...reply.headers };
	if (profile === 'real' && host !== 'node' && status === 429) {
		Object.assign(headers, {
			'ratelimit-remaining': '0',
			'ratelimit-reset': String(retryAfter ?? 1),
		});
	}
	if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
	return { ...reply, headers };
}

/** Adds a record to the start of the lists of a result. */
function addToLists(json: unknown, record: unknown): unknown {
	if (!isObject(json) || !isObject(json.result)) return json;
	const lists = Object.entries(json.result).map(([name, value]) => [
		name,
		Array.isArray(value) ? [record, ...value] : value,
	]);
	return { ...json, result: Object.fromEntries(lists) };
}

/** Adds fields to each record of the lists in a result, or to the result where it has none. */
function addToRecords(json: unknown, fields: object): unknown {
	if (!isObject(json)) return json;
	if (isObject(json.result)) return { ...json, result: addToRecords(json.result, fields) };
	const add = (value: unknown) =>
		Array.isArray(value)
			? value.map((item) => (isObject(item) ? { ...item, ...fields } : item))
			: value;
	if (!Object.values(json).some((value) => Array.isArray(value))) return { ...json, ...fields };
	return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, add(value)]));
}

/** A JSON value with the numbers of its money as text. */
function writeMoneyAsText(json: unknown): unknown {
	if (Array.isArray(json)) return json.map(writeMoneyAsText);
	if (!isObject(json)) return json;
	const isMoney = 'currencyCode' in json;
	return Object.fromEntries(
		Object.entries(json).map(([name, value]) => [
			name,
			isMoney && name === 'value' ? String(value) : writeMoneyAsText(value),
		]),
	);
}

const html =
	'<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>';

type Action = (
	fault: Fault,
	circumstances: Circumstances,
	verdict: Verdict,
	armed: Armed,
) => Partial<Verdict> | false;

/** What each field of a fault does; false where the request is not its kind after all. */
const actions: Partial<Record<keyof Fault, Action>> = {
	latencyMs: ({ latencyMs }, _, verdict) => ({ latencyMs: verdict.latencyMs + latencyMs! }),
	redirect: ({ redirect, status = 307 }, { request: { url } }) => ({
		reply: {
			status,
			headers: { location: new URL(url.pathname + url.search, redirect).href },
			text: '',
		},
	}),
	rpcError: ({ rpcError, rpcMethod }, { request, rpcMethods }) => {
		const { code, message, data } = rpcError!;
		if (rpcMethods) {
			const error = new RpcError(code, message, data);
			return {
				failCall: (method) => (rpcMethod === undefined || rpcMethod === method ? error : undefined),
			};
		}
		const { id = null } = readJson(request.body) as { id?: unknown };
		return {
			reply: {
				status: 200,
				headers: { 'content-type': 'application/json' },
				json: { jsonrpc: '2.0', error: rpcError, id },
			},
		};
	},
	random: (fault, circumstances, _, { met: nth }) => {
		const { seed, errors, cuts } = fault.random!;
		const share = throwDice(seed, 'fault', nth).share();
		if (share < errors) return { reply: writeFault(500, texts[500]!, fault, circumstances) };
		return share < errors + cuts && { cut: nth % 2 ? 'before' : 'during' };
	},
	requireKey: (fault, circumstances) => {
		const key = circumstances.request.headers[keyHeader(circumstances.profile)];
		if (key === fault.requireKey) return false;
		const [status, message] =
			key === undefined ? [401, 'API key is missing'] : [403, 'API key is not valid'];
		return { reply: writeFault(status as number, message as string, fault, circumstances) };
	},
	maxInFlight: (fault, circumstances) =>
		circumstances.inFlight > fault.maxInFlight! && {
			reply: writeFault(429, texts[429]!, fault, circumstances),
		},
	rateLimit: (fault, circumstances, { changes }, armed) => {
		const { units, seconds, each = 1 } = fault.rateLimit!;
		const now = performance.now();
		if (!armed.window || armed.window.end <= now)
			armed.window = { end: now + seconds * 1000, left: units };
		const { window } = armed;
		const isRefused = window.left < each;
		if (!isRefused) window.left -= each;
		const reset = String(Math.ceil((window.end - now) / 1000));
		const headers = {
			'ratelimit-policy': `${units};w=${seconds}`,
			'ratelimit-limit': String(units),
			'ratelimit-remaining': String(window.left),
			...(isRefused && { 'ratelimit-reset': reset, 'retry-after': reset }),
		};
		return {
			changes: [...changes, (reply) => ({ ...reply, headers: { ...reply.headers, ...headers } })],
			...(isRefused && { reply: writeFault(429, texts[429]!, fault, circumstances) }),
		};
	},
	status: (fault, circumstances) => {
		const { status, message = texts[status!] ?? `Status ${status}`, echoKey } = fault;
		if (fault.redirect || (fault.body && status! < 400)) return {};
		const key = String(circumstances.request.headers[keyHeader(circumstances.profile)] ?? '');
		const echoes = [key, encodeURIComponent(key), Buffer.from(key).toString('base64')].join(' ');
		return {
			reply: writeFault(status!, echoKey ? `${message}: ${echoes}` : message, fault, circumstances),
		};
	},
	cut: ({ cut }) => ({ cut }),
	drop: ({ drop }) => ({ drop }),
	body: ({ body, status }, _, { changes }) => ({
		changes: [
			...changes,
			(reply) => {
				const whole = reply.text ?? writeJson(reply.json);
				const text = { html, empty: '', half: whole.slice(0, whole.length / 2) }[body!];
				const headers = {
					...reply.headers,
					...(body === 'html' && { 'content-type': 'text/html' }),
				};
				return { status: status ?? reply.status, headers: headers as Record<string, string>, text };
			},
		],
	}),
	// Before further fields, whose numbers stay as they were written.
	moneyAsText: (_, __, { changes }) => ({
		changes: [...changes, (reply) => ({ ...reply, json: writeMoneyAsText(reply.json) })],
	}),
	addFields: ({ addFields }, _, { changes }) => ({
		changes: [
			...changes,
			(reply) => ({ ...reply, json: addToRecords(reply.json, readJson(addFields!) as object) }),
		],
	}),
	addRecord: ({ addRecord }, _, { changes }) => ({
		changes: [
			...changes,
			(reply) => ({ ...reply, json: addToLists(reply.json, readJson(addRecord!)) }),
		],
	}),
	repeatToken: (_, { request }, { changes }) => {
		const nextPageToken = request.url.searchParams.get('pageToken');
		return (
			nextPageToken !== null && {
				changes: [
					...changes,
					(reply) => ({ ...reply, json: { ...(reply.json as object), nextPageToken } }),
				],
			}
		);
	},
	emptyPage: () => ({ emptyPage: true }),
	change: ({ change }, { request }, { changes }) => ({
		changes: [...changes, (reply) => change!(reply, request)],
	}),
	emptyToken: (_, __, { changes }) => ({
		changes: [
			...changes,
			(reply) => ({ ...reply, json: { nextPageToken: '', ...(reply.json as object) } }),
		],
	}),
};
const actionNames = Object.keys(actions) as Array<keyof Fault>;

export type Faults = ReturnType<typeof createFaults>;

/** The faults of one server. */
export function createFaults() {
	let armed: Armed[] = [];
	return {
		/** Puts these in place of all earlier ones. */
		set: (faults: Fault[]) => {
			for (const name of faults.flatMap((fault) => Object.keys(fault))) {
				const selectors = [
					'host',
					'path',
					'rpcMethod',
					'batch',
					'skip',
					'times',
					'message',
					'echoKey',
					'retryAfter',
				];
				if (![...selectors, ...actionNames].includes(name))
					throw new Error(`A fault has no field ${name}`);
			}
			armed = faults.map((fault) => ({ fault, met: 0, happened: 0 }));
		},
		/** Those that still happen. */
		list: (): Fault[] =>
			armed
				.filter(({ fault, happened }) => happened < (fault.times ?? Infinity))
				.map(({ fault }) => fault),
		judge: (circumstances: Circumstances): Verdict => {
			const { request, host, rpcMethod, rpcMethods } = circumstances;
			const called = rpcMethods ?? [rpcMethod];
			const place = request.url.pathname + request.url.search;
			let verdict: Verdict = { latencyMs: 0, emptyPage: false, changes: [] };
			for (const entry of armed) {
				const { fault } = entry;
				const isOfNodeAlone = fault.host === 'node' && !fault.path;
				const isMet =
					(fault.host ?? host) === host &&
					!(isOfNodeAlone && place.startsWith('/observers/')) &&
					place.includes(fault.path ?? '') &&
					(fault.rpcMethod === undefined || called.includes(fault.rpcMethod)) &&
					(fault.batch ?? Boolean(rpcMethods)) === Boolean(rpcMethods);
				if (
					!isMet ||
					entry.met++ < (fault.skip ?? 0) ||
					entry.happened >= (fault.times ?? Infinity)
				)
					continue;
				let happens = false;
				for (const name of actionNames.filter((action) => fault[action] !== undefined)) {
					const change = actions[name]!(fault, circumstances, verdict, entry);
					// An answer that an earlier fault gave stands.
					if (change) verdict = { ...verdict, ...change, reply: verdict.reply ?? change.reply };
					happens ||= Boolean(change);
				}
				if (happens) entry.happened++;
			}
			return verdict;
		},
	};
}
