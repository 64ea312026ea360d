/**
 * The way to the network: HTTP with bounded concurrency, retries, time limits and exact numbers,
 * through n8n's own request helper (its proxy, its SSRF protection), and JSON-RPC and REST on top of it.
 */
import {
	sleep,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IPollFunctions,
} from 'n8n-workflow';
import { hideForms, joinUrl, secretsOf, type AvalancheCredential } from './credential';
import { fail, type Answer, type Failure } from './errors';
import {
	chainOf,
	describeRpcError,
	describeStatus,
	describeTransport,
	describeUnserved,
	type ChainStanding,
	type HttpAnswer,
	type HttpRequest,
	type RpcError,
} from './meanings';
import { parseJson } from './numbers';

type Context = IExecuteFunctions | IPollFunctions;
export type Host = HttpRequest['host'];

/** Servers behind one URL may be so many blocks apart. */
export const mostBehind = 1000;

export interface Settings {
	/** Longest wait for one answer. */
	timeoutMs: number;
	/** Most requests at once to one host. */
	maxInFlight: number;
	/** How often a call that is safe to repeat is sent again. */
	retries: number;
	/** Most calls in one JSON-RPC batch; the public node takes 40 (Node JSON-RPC document, Limits). */
	batchSize: number;
}

export const defaultSettings: Settings = { timeoutMs: 30_000, maxInFlight: 5, retries: 5, batchSize: 40 };

/** Longest time a call spends on waiting for its next try; a 429 that asks for more ends it. */
const retryTimeMs = 5 * 60_000;
const firstBackoffMs = 500;
const longestBackoffMs = 10_000;

export interface RpcCall {
	/** Below the node URL, e.g. `/ext/info`. */
	path: string;
	method: string;
	/** Named parameters as an object, positional ones as an array. */
	params: Record<string, unknown> | unknown[];
	safe: boolean;
	/** May travel with other calls to the same path in one request; only for calls that are safe to repeat. */
	batch?: boolean;
	/** Other names of the method on other servers. */
	alternatives?: Array<{ path: string; method: string }>;
	/** When nobody waits for the answer any more, in ms since 1970: nothing is sent or repeated after it. */
	deadline?: number;
}

/** A call on its way, and what waits for its answer. */
interface Pending {
	id: number;
	call: RpcCall;
	resolve: (answer: Answer) => void;
}

export interface RestCall {
	host: 'data' | 'metrics';
	/** Below the host's URL, its parameters already encoded. */
	path: string;
	/** Arrays repeat their key; undefined is left out. */
	query: Record<string, unknown>;
}

/** Sends one request with what the credential adds to it; any status is an answer, no answer is a throw. */
export type Send = (
	request: Pick<IHttpRequestOptions, 'method' | 'url' | 'headers' | 'qs' | 'body' | 'timeout'>,
) => Promise<HttpAnswer>;

/** Opens the credential of the node that runs, for calls under these settings. */
export async function openClient(context: Context, settings: Partial<Settings> = {}): Promise<Client> {
	const credential = await context.getCredentials<AvalancheCredential>('avalancheApi');
	const send: Send = async (request) => {
		const options: IHttpRequestOptions = {
			...request,
			arrayFormat: 'repeat',
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			// A redirect could carry the key to another host.
			disableFollowRedirect: true,
		};
		const { statusCode, headers, body } = await context.helpers.httpRequestWithAuthentication.call(
			context,
			'avalancheApi',
			options,
		);
		return { status: statusCode, headers, text: String(body ?? '') };
	};
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return new Client(send, credential, { ...defaultSettings, ...settings }, signal);
}

export class Client {
	private readonly gates = new Map<Host, Gate>();
	private readonly secrets: string[];
	private readonly knownNames = new Map<string, Promise<number>>();
	private readonly standings = new Map<string, Promise<Answer<ChainStanding>>>();
	private readonly queues = new Map<string, Pending[]>();
	private batchSize: number;
	private lastId = 0;
	private readonly ended = new AbortController();
	private readonly cancelled: AbortSignal;

	constructor(
		private readonly exchange: Send,
		readonly credential: AvalancheCredential,
		private readonly settings: Settings,
		cancelled?: AbortSignal,
	) {
		this.cancelled = AbortSignal.any([this.ended.signal, ...(cancelled ? [cancelled] : [])]);
		this.secrets = secretsOf(credential);
		this.batchSize = settings.batchSize;
	}

	/** Sends nothing more, repeats included. */
	end(): void {
		this.ended.abort();
	}

	/** Whether so many calls to one path still travel in one request, so that one server answers all of them. */
	takesTogether(calls: number): boolean {
		return this.batchSize >= calls;
	}

	/** The URL of a host as the credential gives it, without path, query and user: for messages. */
	nameOf(host: Host): string {
		const url = this.credential[`${host}Url`];
		return URL.canParse(url) ? new URL(url).origin : `the ${host} URL`;
	}

	/** One JSON-RPC call to the node, under the name the node knows; the result, or why there is none. */
	async rpc(call: RpcCall): Promise<Answer> {
		const answer = await this.callByName(call);
		const chain = chainOf(call.path);
		if (answer.ok || answer.failure.httpStatus !== 404 || chain === undefined) return answer;
		const standing = this.standings.get(chain) ?? this.readStanding(chain);
		this.standings.set(chain, standing);
		const known = await standing;
		if (known.ok) return describeUnserved(call.path, chain, this.nameOf('node'), known.result);
		return known.failure.passing ? known : answer;
	}

	/** How a chain that answers 404 stands: a node that is still starting has not created its chains yet. */
	private async readStanding(chain: string): Promise<Answer<ChainStanding>> {
		const own = await this.isBootstrapped(chain);
		if (own.ok) return { ok: true, result: own.result ? 'served' : 'starting' };
		if (own.failure.kind !== 'not-found' || own.failure.httpStatus !== undefined) return own;
		// While the P-Chain catches up, the node cannot know which chains it will have.
		const platform = await this.isBootstrapped('P');
		return platform.ok ? { ok: true, result: platform.result ? 'unknown' : 'starting' } : platform;
	}

	private async isBootstrapped(chain: string): Promise<Answer<boolean>> {
		const answer = await this.callOnce({
			path: '/ext/info',
			method: 'info.isBootstrapped',
			params: { chain },
			safe: true,
		});
		if (!answer.ok) return answer;
		const { isBootstrapped } = (answer.result ?? {}) as { isBootstrapped?: unknown };
		return typeof isBootstrapped === 'boolean'
			? { ok: true, result: isBootstrapped }
			: fail('not-understood', `${this.nameOf('node')} does not say whether ${chain} is bootstrapped`);
	}

	private async callByName(call: RpcCall): Promise<Answer> {
		if (!call.alternatives) return await this.callOnce(call);
		const names = [{ path: call.path, method: call.method }, ...call.alternatives];
		const key = `${call.path} ${call.method}`;
		const known = this.knownNames.get(key);
		let settle: (index: number) => void = () => {};
		// The first call of a run finds out which name the server knows; the others wait for it.
		if (!known) this.knownNames.set(key, new Promise((resolve) => (settle = resolve)));
		let unknown: Extract<Answer, { ok: false }> | undefined;
		for (let index = (await known) ?? 0; index < names.length; index++) {
			const answer = await this.callOnce({ ...call, ...names[index] });
			if (answer.ok || !isUnknownMethod(answer.failure)) {
				settle(index);
				return answer;
			}
			// That a path knows no such method says more than that another path is not there.
			if (!unknown || (unknown.failure.kind === 'not-found' && answer.failure.kind !== 'not-found')) unknown = answer;
		}
		settle(0);
		return unknown!;
	}

	private async callOnce(call: RpcCall): Promise<Answer> {
		const id = ++this.lastId;
		if (!call.batch || this.batchSize === 1) return await this.callAlone(id, call);
		const { promise, resolve } = Promise.withResolvers<Answer>();
		const queue = this.queues.get(call.path) ?? [];
		this.queues.set(call.path, queue);
		queue.push({ id, call, resolve });
		if (queue.length >= this.batchSize) void this.sendBatch(queue.splice(0));
		// All items of a run have queued their calls when the next round of the event loop begins.
		else if (queue.length === 1) void sleep(0).then(async () => await this.sendBatch(queue.splice(0)));
		return await promise;
	}

	private async callAlone(id: number, call: RpcCall): Promise<Answer> {
		const answer = await this.post(call.path, toEnvelope(id, call), call.safe, call.deadline);
		return answer.ok ? this.readEnvelope(call, answer.result) : answer;
	}

	private async post(path: string, body: unknown, safe: boolean, deadline?: number): Promise<Answer> {
		const answer = await this.send({ host: 'node', method: 'POST', path, body, safe }, deadline);
		return answer.ok ? this.read(answer.result.text, 'node') : answer;
	}

	private readEnvelope(call: RpcCall, envelope: unknown): Answer {
		const { error, result } = (envelope ?? {}) as { error?: RpcError; result?: unknown };
		if (error) return describeRpcError(call.method, error);
		if (result !== undefined) return { ok: true, result };
		return fail('not-understood', `${this.nameOf('node')} gave no JSON-RPC answer to ${call.method}`, {
			hint: 'Check that the node URL of the credential leads to an Avalanche node.',
		});
	}

	/** Sends calls to one path in one request; resolves each by its id. */
	private async sendBatch(calls: Pending[]): Promise<void> {
		if (calls.length > this.batchSize) {
			for (let at = 0; at < calls.length; at += this.batchSize)
				void this.sendBatch(calls.slice(at, at + this.batchSize));
			return;
		}
		if (calls.length <= 1) {
			for (const { id, call, resolve } of calls) resolve(await this.callAlone(id, call));
			return;
		}
		const body = calls.map(({ id, call }) => toEnvelope(id, call));
		const deadline = Math.max(...calls.map(({ call }) => call.deadline ?? Infinity));
		const answer = await this.post(calls[0].call.path, body, true, deadline);
		if (isBatchRefused(answer)) {
			// Nothing of it ran: half the size, for the rest of the run too.
			this.batchSize = Math.min(this.batchSize, calls.length >> 1);
			return await this.sendBatch(calls);
		}
		if (!answer.ok) return calls.forEach(({ resolve }) => resolve(answer));
		const envelopes = Array.isArray(answer.result) ? (answer.result as Array<{ id?: unknown }>) : [];
		const byId = new Map(envelopes.map((envelope) => [envelope?.id, envelope]));
		let timedOut = false;
		for (const { id, call, resolve } of calls) {
			const { error } = (byId.get(id) ?? {}) as { error?: RpcError };
			// What the node cut off because of another call of the batch is sent again by itself.
			const isVictim = error?.code === responseTooLarge || (error?.code === requestTimedOut && timedOut);
			timedOut ||= error?.code === requestTimedOut;
			if (isVictim) void this.callAlone(id, call).then(resolve);
			else resolve(this.readEnvelope(call, byId.get(id)));
		}
	}

	/** One GET to the data or metrics service; the JSON body, or why there is none. */
	async rest(call: RestCall): Promise<Answer> {
		const answer = await this.send({ ...call, method: 'GET', safe: true });
		return answer.ok ? this.read(answer.result.text, call.host) : answer;
	}

	private read(text: string, host: Host): Answer {
		try {
			return { ok: true, result: parseJson(text) };
		} catch {
			return fail('not-understood', `${this.nameOf(host)} answered with something that is not JSON`, {
				hint: 'A proxy or another server may stand at this URL, or the answer was cut off.',
				detail: text.slice(0, 200),
			});
		}
	}

	/** Sends a request as often as its kind, its failures, the settings and the time until the deadline allow. */
	private async send(request: HttpRequest, end = Infinity): Promise<Answer<HttpAnswer>> {
		const gate = this.gates.get(request.host) ?? new Gate(this.settings.maxInFlight);
		this.gates.set(request.host, gate);
		const deadline = Math.min(Date.now() + retryTimeMs, end);
		let last: Answer<HttpAnswer> | undefined;
		for (let tries = 1, failures = 0; ; tries++) {
			const answer = await this.sendOnce(request, gate, end);
			// A failure at the end may be of the end's making: the one before it tells more.
			if (!answer.ok && last && Date.now() >= end) return last;
			last = answer;
			if (answer.ok || !answer.failure.passing) return answer;
			const { kind, retryAfterMs = 0 } = answer.failure;
			// A 429 was refused, not done: any call may be sent again, and it costs time, not a try.
			if (kind !== 'rate-limited' && (!request.safe || ++failures > this.settings.retries)) return answer;
			if (this.settings.retries === 0) return answer;
			const backoffMs = Math.min(firstBackoffMs * 2 ** (tries - 1), longestBackoffMs);
			const waitMs = retryAfterMs + backoffMs * (0.1 + 0.9 * Math.random());
			if (Date.now() + waitMs > deadline) return answer;
			if (!(await this.pause(waitMs))) return cancelled;
		}
	}

	private async sendOnce(request: HttpRequest, gate: Gate, end: number): Promise<Answer<HttpAnswer>> {
		const ticket = await gate.enter(async (ms) => await this.pause(ms), end);
		try {
			const answer = await this.trySend(request, Math.min(this.settings.timeoutMs, end - Date.now()));
			if (answer.ok) gate.succeeded();
			else if (answer.failure.kind === 'rate-limited') gate.slowDown(ticket, answer.failure.retryAfterMs);
			return answer;
		} finally {
			gate.leave();
		}
	}

	private async trySend(request: HttpRequest, timeoutMs: number): Promise<Answer<HttpAnswer>> {
		const { host, method, path, query, body } = request;
		const base = this.credential[`${host}Url`];
		if (!URL.canParse(base))
			return fail('refused', `The ${host} URL of the credential is not a URL`, {
				hint: 'It must start with http:// or https://.',
			});
		if (this.cancelled.aborted) return cancelled;
		if (timeoutMs <= 0) return fail('timeout', `No time was left to ask ${this.nameOf(host)}`, { passing: true });
		try {
			const answer = await this.exchange({
				method,
				url: joinUrl(base, path),
				headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
				...(query && { qs: query as IHttpRequestOptions['qs'] }),
				...(body !== undefined && { body: body as IHttpRequestOptions['body'] }),
				timeout: timeoutMs,
			});
			answer.text = this.redact(answer.text);
			return this.judge(request, answer);
		} catch (error) {
			if (this.cancelled.aborted) return cancelled;
			return describeTransport(error, this.nameOf(host), timeoutMs);
		}
	}

	/** Turns every status but 2xx into a failure that says what it means here. */
	private judge(request: HttpRequest, answer: HttpAnswer): Answer<HttpAnswer> {
		if (answer.status >= 200 && answer.status < 300) return { ok: true, result: answer };
		return describeStatus(request, answer, this.nameOf(request.host), this.credential);
	}

	private redact(text: string): string {
		return this.secrets.length ? hideForms(unescapeJson(text), this.secrets) : text;
	}

	/** Waits; false when the execution was cancelled meanwhile. */
	async pause(ms: number): Promise<boolean> {
		const signal = this.cancelled;
		if (signal.aborted) return false;
		return await new Promise<boolean>((resolve) => {
			const stop = () => resolve(false);
			signal.addEventListener('abort', stop, { once: true });
			void sleep(ms).then(() => {
				signal.removeEventListener('abort', stop);
				resolve(true);
			});
		});
	}
}

/** JSON without the escapes it does not need, behind which a secret would not be seen. */
const unescapeJson = (text: string): string =>
	text.replace(/\\(\\|\/|u00[2-7][0-9a-f])/gi, (escaped, code: string) => {
		const letter = code.length > 1 ? String.fromCharCode(parseInt(code.slice(1), 16)) : code;
		return letter === '\\' || letter === '"' ? escaped : letter;
	});

const cancelled = fail('cancelled', 'The execution was canceled');

/** Lets a bounded number of requests through to one host, fewer after each 429, more again with success. */
class Gate {
	private inFlight = 0;
	private limit: number;
	private pausedUntil = 0;
	private generation = 0;
	private successes = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(private readonly most: number) {
		this.limit = most;
	}

	/** Waits for a place and the end of a pause, at most until `end`; the ticket tells under which limit it went. */
	async enter(pause: (ms: number) => Promise<boolean>, end: number): Promise<number> {
		if (this.inFlight >= this.limit) await new Promise<void>((resolve) => this.waiting.push(resolve));
		else this.inFlight++;
		const readLeftMs = () => Math.min(this.pausedUntil, end) - Date.now();
		for (let leftMs = readLeftMs(); leftMs > 0 && (await pause(leftMs)); leftMs = readLeftMs());
		return this.generation;
	}

	/** Gives the place to the next in line, unless the limit has sunk below what is under way. */
	leave(): void {
		this.inFlight--;
		while (this.inFlight < this.limit && this.waiting.length) {
			this.inFlight++;
			this.waiting.shift()!();
		}
	}

	/** Halves the limit, once for all requests that were under way together, and holds all back for a while. */
	slowDown(ticket: number, retryAfterMs = 0): void {
		this.pausedUntil = Math.max(this.pausedUntil, Date.now() + retryAfterMs);
		this.successes = 0;
		if (ticket !== this.generation) return;
		this.generation++;
		this.limit = Math.max(1, this.limit >> 1);
	}

	succeeded(): void {
		if (this.limit >= this.most || ++this.successes < 50) return;
		this.successes = 0;
		this.limit++;
	}
}

const toEnvelope = (id: number, { method, params }: RpcCall) => ({ jsonrpc: '2.0', id, method, params });

/** Codes of the EVM endpoints (seen on avalanchego v1.14.2). */
const requestTimedOut = -32002;
const responseTooLarge = -32003;

/** A batch that was turned away as a whole: an error in place of the list, or a list of that one error. */
function isBatchRefused(answer: Answer): boolean {
	if (!answer.ok) return answer.failure.httpStatus === 413 || answer.failure.httpStatus === 400;
	const [only, ...others] = [answer.result].flat() as Array<{ error?: RpcError }>;
	if (!Array.isArray(answer.result)) return only?.error !== undefined;
	return others.length === 0 && /batch too large/.test(only?.error?.message ?? '');
}

const isUnknownMethod = ({ kind }: Failure): boolean => kind === 'method-unknown' || kind === 'not-found';
