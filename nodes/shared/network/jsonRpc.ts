/** JSON-RPC calls to the node: under the name it knows, alone or several in one request. */
import { sleep } from 'n8n-workflow';
import { fail, outcomeUnknown, type Answer, type Failure } from '../errors';
import { parseJson } from '../numbers';
import {
	describeRpcError,
	describeStatus,
	describeUnreadable,
	isAboutAmount,
	readRetryAfter,
	type RpcError,
} from './meanings';
import type { Reading, Requests, SendOptions } from './requests';
import { transactionHashOf } from './transactionHash';
import type { HttpAnswer, HttpRequest } from './transport';

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
	/** How long its answer may take where that is more than the credential's time limit; for calls that go alone. */
	timeoutMs?: number;
	/** When nobody waits for the answer any more, in ms since 1970: nothing is sent or repeated after it. */
	deadline?: number;
	/** How many repeats a failure is worth, where asking otherwise may serve better; never more than the settings say. */
	worth?: SendOptions['worth'];
}

/** A call on its way, and what waits for its answer. */
interface Pending {
	id: number;
	call: RpcCall;
	resolve: (answer: Answer) => void;
}

/** The answer to one call of a JSON-RPC request; nothing about its form is sure. */
type Envelope =
	| { id?: unknown; error?: RpcError | string | null; result?: unknown }
	| null
	| undefined;

/** Codes of the EVM endpoints (seen on avalanchego v1.14.2). */
const requestTimedOut = -32002;
const responseTooLarge = -32003;

/** So many calls of a batch that failed, at most, are sent alone first: what all of them meet, the others would meet too. */
const probes = 4;

export class JsonRpc {
	private readonly knownNames = new Map<string, Promise<number>>();
	private readonly queues = new Map<string, Pending[]>();
	/** Words that calls got alone as well as in a batch. */
	private readonly ownWords = new Set<string>();
	private batchSize: number;
	/** Whether a call of a batch was sent again by itself, so that another server may have answered it. */
	private isScattered = false;
	/** Whether calls ran out of time alone too, and none was answered since. */
	private isHung = false;
	private lastId = 0;

	constructor(private readonly requests: Requests) {
		this.batchSize = requests.settings.batchSize;
	}

	/** Whether so many calls to one path travel in one request, so that one server answers all of them. */
	takesTogether(calls: number): boolean {
		return this.batchSize >= calls && !this.isScattered;
	}

	/** One call, under the name the node knows. */
	async call(call: RpcCall): Promise<Answer> {
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
			if (!unknown || (unknown.failure.kind === 'not-found' && answer.failure.kind !== 'not-found'))
				unknown = answer;
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
		if (queue.length >= this.batchSize) void this.sendBatches(queue.splice(0));
		// All items of a run have queued their calls when the next round of the event loop begins.
		else if (queue.length === 1)
			void sleep(0).then(async () => await this.sendBatches(queue.splice(0)));
		return await promise;
	}

	private async callAlone(
		id: number,
		call: RpcCall,
		worth?: SendOptions['worth'],
	): Promise<Answer> {
		const { path, method, params, safe, deadline, timeoutMs } = call;
		const body = { jsonrpc: '2.0', id, method, params };
		const request = { ...toRequest(path, method, body, safe), timeoutMs };
		const answer = await this.requests.send(
			request,
			(http) => this.readOne(request, method, http),
			{
				end: deadline,
				worth: (failure) =>
					Math.min(worth?.(failure) ?? Infinity, call.worth?.(failure) ?? Infinity),
			},
		);
		return answer.ok || safe || !answer.failure.isLost
			? answer
			: outcomeUnknown(answer.failure, transactionHashOf(method, params));
	}

	private readOne(request: HttpRequest, method: string, http: HttpAnswer): Answer {
		const json = this.readJson(request, http);
		return json.ok ? this.readEnvelope(method, json.result as Envelope, http) : json;
	}

	/** The JSON of an answer that reports success. */
	private readJson(request: HttpRequest, http: HttpAnswer): Answer {
		const host = this.requests.nameOf('node');
		if (!isSuccess(http)) return describeStatus(request, http, host, this.requests.credential);
		try {
			return { ok: true, result: parseJson(http.text) };
		} catch {
			return describeUnreadable(http.text, host);
		}
	}

	private readEnvelope(method: string, envelope: Envelope, { headers }: HttpAnswer): Answer {
		const { error, result } = envelope ?? {};
		const host = this.requests.nameOf('node');
		if (error) {
			const told = typeof error === 'object' ? error : String(error);
			return describeRpcError(method, told, host, { retryAfterMs: readRetryAfter(headers) });
		}
		if (result !== undefined) return { ok: true, result };
		return fail('not-understood', `${host} gave no JSON-RPC answer to ${method}`, {
			isLost: true,
			hint: "Check that the credential's node URL leads to an Avalanche node.",
		});
	}

	/** Sends calls to one path in as many requests as the server wants; resolves each. */
	private async sendBatches(calls: Pending[], round = 1): Promise<void> {
		const batches: Array<Promise<void>> = [];
		for (let at = 0; at < calls.length; at += this.batchSize)
			batches.push(this.sendBatch(calls.slice(at, at + this.batchSize), round));
		await Promise.all(batches);
	}

	private async sendBatch(calls: Pending[], round: number): Promise<void> {
		if (calls.length === 1) {
			const [{ id, call, resolve }] = calls;
			return resolve(await this.callAlone(id, call));
		}
		const [
			{
				call: { path },
			},
		] = calls;
		const methods = new Set(calls.map(({ call }) => call.method));
		const label = methods.size === 1 ? [...methods][0] : `a batch of ${calls.length} calls`;
		const body = calls.map(({ id, call: { method, params } }) => ({
			jsonrpc: '2.0',
			id,
			method,
			params,
		}));
		const request = toRequest(path, label, body, true);
		const answer = await this.requests.send(
			request,
			(http) => this.readBatch(request, calls, http),
			{
				end: Math.max(...calls.map(({ call }) => call.deadline ?? Infinity)),
				worth: worthOfBatch,
			},
		);
		if (!answer.ok) return await this.sendAgain(calls, answer.failure);
		this.isHung = false;
		const { common } = answer.result;
		if (common && !this.ownWords.has(common.detail ?? ''))
			return await this.sendAgain(calls, common);
		await this.resolveBatch(calls, answer.result.answers, round);
	}

	/** What a batch was answered, call by call; fails where no call of it got an answer of its own. */
	private readBatch(
		request: HttpRequest,
		calls: Pending[],
		http: HttpAnswer,
	): Reading<BatchAnswer> {
		const entries = listIn(http.text);
		const json = entries ? undefined : this.readJson(request, http);
		if (json && !json.ok) return json;
		const label = request.rpcMethod!;
		const read = (method: string, envelope: Envelope) => this.readEnvelope(method, envelope, http);
		const notAnswered = fail(
			'not-understood',
			`${this.requests.nameOf('node')} did not answer each call of ${label}`,
		);
		// An object in place of the list.
		if (json) {
			const whole = read(label, json.result as Envelope);
			return whole.ok ? notAnswered : whole;
		}
		const found = new Map<string, Envelope[]>();
		for (const entry of entries!) {
			const id = isId(entry?.id) ? String(entry.id) : '';
			found.set(id, [...(found.get(id) ?? []), entry]);
		}
		const answers = calls.map(({ id, call }) => {
			const [envelope, ...others] = found.get(String(id)) ?? [];
			if (!envelope || others.length) return undefined;
			const answer = read(call.method, envelope);
			// Words with a meaning of their own, as those of a contract, are about the call.
			const isOfBatch =
				!answer.ok && !answer.failure.hint && batchText.test(answer.failure.detail ?? '');
			return isOfBatch ? undefined : answer;
		});
		const given = answers.filter((answer) => answer !== undefined);
		if (!given.length) {
			const refusal = entries!.find((entry) => entry?.error);
			const whole = refusal && read(label, refusal);
			return whole && !whole.ok ? whole : notAnswered;
		}
		const failures = given.filter((answer) => !answer.ok).map(({ failure }) => failure);
		const limit = failures.find(({ kind }) => kind === 'rate-limited');
		if (
			limit &&
			failures.every(({ kind }) => kind === 'rate-limited') &&
			failures.length === given.length
		)
			return { ok: false, failure: limit };
		// The same unknown words for every call may be about the batch.
		const [first] = failures;
		const isCommon =
			failures.length === calls.length && failures.every((other) => isAlike(first, other));
		const common = isCommon && !first.hint && !isAboutAmount(first) ? first : undefined;
		return { ok: true, result: { answers, common }, limit };
	}

	/** Resolves what a batch answered, and sends again what it did not. */
	private async resolveBatch(
		calls: Pending[],
		answers: BatchAnswer['answers'],
		round: number,
	): Promise<void> {
		const again: Pending[] = [];
		const later: Pending[] = [];
		let timedOut = false;
		calls.forEach((pending, at) => {
			const answer = answers[at];
			const failure = answer?.ok === false ? answer.failure : undefined;
			const { rpcCode } = failure ?? {};
			// What the node cut off because of another call of the batch is sent again by itself.
			const isVictim = rpcCode === responseTooLarge || (rpcCode === requestTimedOut && timedOut);
			timedOut ||= rpcCode === requestTimedOut;
			const { path, method: rpcMethod } = pending.call;
			if (!answer || isVictim) again.push(pending);
			else if (failure && this.requests.mayWaitFor(failure, { path, rpcMethod }, round))
				later.push(pending);
			else pending.resolve(answer);
		});
		this.isScattered ||= again.length + later.length > 0;
		// More than it took, the server need not be sent again.
		if (answers.includes(undefined)) this.learn(answers.filter(Boolean).length);
		void Promise.all(
			again.map(async ({ id, call, resolve }) => resolve(await this.callAlone(id, call))),
		);
		if (!later.length) return;
		await this.requests.pause(pauseMs);
		await this.sendBatches(later, round + 1);
	}

	/** Sends the calls of a batch again that failed as a whole: in smaller ones, or one by one. */
	private async sendAgain(calls: Pending[], failure: Failure): Promise<void> {
		const failed: Answer = { ok: false, failure };
		const late = calls.filter(({ call }) => Date.now() >= (call.deadline ?? Infinity));
		const isOver = !mayBeOfBatch(failure) || (failure.kind === 'timeout' && this.isHung);
		for (const { resolve } of isOver ? calls : late) resolve(failed);
		const open = isOver ? [] : calls.filter((call) => !late.includes(call));
		if (!open.length) return;
		const half = calls.length >> 1;
		if (isAboutSize(failure) && half > 1) {
			this.isScattered = true;
			this.learn(half);
			// Where half is too much as well, the rest need not find it out once more.
			await this.sendBatches(open.slice(0, half));
			return await this.sendBatches(open.slice(half));
		}
		const send = async ({ id, call }: Pending): Promise<Answer> =>
			await this.callAlone(id, call, worthAfterBatch);
		// From all over the batch: slow calls often stand together.
		const isProbe = (_: Pending, at: number) => at % Math.ceil(open.length / probes) === 0;
		const probed = open.filter(isProbe);
		const tried = await Promise.all(probed.map(send));
		const rest = open.filter((call, at) => !isProbe(call, at));
		const isOfAll = tried.every((answer) => !answer.ok && isAlike(answer.failure, failure));
		tried.forEach((answer, at) => probed[at].resolve(answer));
		if (isOfAll) {
			this.isHung ||= failure.kind === 'timeout';
			if (failure.detail !== undefined) this.ownWords.add(failure.detail);
			for (const { resolve } of rest) resolve(failed);
			return;
		}
		this.isHung = false;
		this.isScattered = true;
		this.learn(failure.kind === 'timeout' ? half : 1);
		await Promise.all(rest.map(async (pending) => pending.resolve(await send(pending))));
	}

	private learn(size: number): void {
		this.batchSize = Math.max(1, Math.min(this.batchSize, size));
	}
}

interface BatchAnswer {
	/** In the order of the calls; undefined for one that was not answered. */
	answers: Array<Answer | undefined>;
	/** What every call failed with, where it may be the batch that was refused. */
	common?: Failure;
}

/** Before calls that a batch was not answered for the limit of the rate are sent again. */
const pauseMs = 1000;

const toRequest = (path: string, rpcMethod: string, body: unknown, safe: boolean): HttpRequest => ({
	host: 'node',
	method: 'POST',
	path,
	body,
	rpcMethod,
	safe,
	units: Array.isArray(body) ? body.length : 1,
});

/** JSON-RPC 2.0: a number or a text. */
const isId = (id: unknown): id is string | number =>
	typeof id === 'string' || typeof id === 'number';

const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300;

/** The list that an answer holds, whatever its status says. */
function listIn(text: string): Envelope[] | undefined {
	if (!/^\s*\[/.test(text)) return undefined;
	try {
		return parseJson(text) as Envelope[];
	} catch {
		return undefined;
	}
}

const batchText = /\bbatch/i;
const batchSizeText =
	/batch.*(large|big|long|many|limit|exceed|max|most|size|more than)|(many|max|limit|exceed|most|more than).*batch/i;

const isAboutSize = ({ kind, httpStatus, detail = '' }: Failure): boolean =>
	kind === 'too-large' || httpStatus === 413 || batchSizeText.test(detail);

/** Statuses of a gateway that is out of order whatever it is asked, or a server that is still starting. */
const outOfOrder = [502, 503];

/** Whether the calls of a batch that failed so may succeed without it. */
const mayBeOfBatch = ({ kind, httpStatus = 0, detail }: Failure): boolean =>
	['timeout', 'not-understood', 'too-large', 'method-unknown'].includes(kind) ||
	(['refused', 'key-refused', 'server'].includes(kind) &&
		detail !== undefined &&
		httpStatus !== 401 &&
		!outOfOrder.includes(httpStatus) &&
		!(httpStatus >= 300 && httpStatus < 400));

/** A batch is repeated as such only where its calls would fare no better alone. */
const worthOfBatch = (failure: Failure): number =>
	failure.kind === 'timeout' ? 0 : mayBeOfBatch(failure) ? 1 : Infinity;

/** A call that had its time in a batch and again alone has had enough. */
const worthAfterBatch = ({ kind }: Failure): number => (kind === 'timeout' ? 0 : Infinity);

const isAlike = (a: Failure, b: Failure): boolean =>
	a.kind === b.kind &&
	a.httpStatus === b.httpStatus &&
	a.rpcCode === b.rpcCode &&
	(a.kind !== 'refused' || a.detail === b.detail);

const isUnknownMethod = ({ kind }: Failure): boolean =>
	kind === 'method-unknown' || kind === 'not-found';
