/** JSON-RPC calls to the node, under the names that it knows, alone or several in one request. */
import { sleep } from 'n8n-workflow';
import { fail, outcomeUnknown, type Answer, type Failure } from '../errors';
import { mixedUp } from './subjects';
import { parseJson } from '../values/numbers';
import {
	isAboutSize,
	isAlike,
	isUnserved,
	judgeBatch,
	mayServeAlone,
	notEachAnswered,
	worthAfterBatch,
	worthOfBatch,
	type BatchVerdict,
	type CalledMethod,
	type Envelope,
} from './batches';
import { requestTimedOut, responseTooLarge } from './meanings/rpcCodes';
import { describeRpcError } from './meanings/rpcErrors';
import { describeStatus, readRetryAfter } from './meanings/statuses';
import { describeUnreadable } from './meanings/unreadable';
import type { ReadAnswer, Requests, SendOptions } from './requests';
import { listIn, toRequest, type RpcCall } from './rpcCall';
import { transactionHashOf } from './transactionHash';
import { isSuccess, type HttpAnswer, type HttpRequest } from './transport';

interface Pending {
	id: number;
	call: RpcCall;
	resolve: (answer: Answer) => void;
}

/** Calls of a failed batch to send alone first, at most. If all of them fail alike, the others would too. */
const probes = 4;

export class JsonRpc {
	private readonly knownNames = new Map<string, Promise<number>>();
	private readonly queues = new Map<string, Pending[]>();
	/** Error texts that calls got alone as well as in a batch. */
	private readonly ownWords = new Set<string>();
	private batchSize: number;
	/** True once a call of a batch was sent again by itself, so that another server may have answered it. */
	private isScattered = false;
	/** True if calls timed out alone too, and none was answered since. */
	private isHung = false;
	/** Failures by path that a batch and its single calls had in common, since the last batch that was answered. */
	private readonly failsAlone = new Set<string>();
	/** Batches in a row that failed although their calls did not. */
	private lostBatches = 0;
	private lastId = 0;

	constructor(private readonly requests: Requests) {
		this.batchSize = requests.settings.batchSize;
	}

	/** True if this many calls to one path travel in one request, so that one server answers them all. */
	takesTogether(calls: number): boolean {
		return this.batchSize >= calls && !this.isScattered;
	}

	/** One call, under the name that the node knows. */
	call(call: RpcCall): Promise<Answer> {
		const { path, method, alternatives } = call;
		return alternatives
			? this.callByNames(call, [{ path, method }, ...alternatives])
			: this.callOnce(call);
	}

	private async callByNames(
		call: RpcCall,
		names: Array<{ path: string; method: string }>,
	): Promise<Answer> {
		const key = `${call.path} ${call.method}`;
		const known = this.knownNames.get(key);
		let settle: (index: number) => void = () => {};
		// The first call of a run finds out which name the server knows. The others wait for it.
		if (!known) this.knownNames.set(key, new Promise((resolve) => (settle = resolve)));
		let unknown: Extract<Answer, { ok: false }> | undefined;
		for (let index = (await known) ?? 0; index < names.length; index++) {
			const answer = await this.callOnce({ ...call, ...names[index] });
			if (answer.ok || !isUnknownMethod(answer.failure)) {
				settle(index);
				return answer;
			}
			// A path without this method says more than a path that does not exist.
			if (!unknown || (unknown.failure.kind === 'not-found' && answer.failure.kind !== 'not-found'))
				unknown = answer;
		}
		settle(0);
		return unknown!;
	}

	private callOnce(call: RpcCall): Promise<Answer> {
		const id = ++this.lastId;
		if (!call.batch || this.batchSize === 1) return this.callAlone(id, call);
		const { promise, resolve } = Promise.withResolvers<Answer>();
		const queue = this.queues.get(call.path) ?? [];
		this.queues.set(call.path, queue);
		queue.push({ id, call, resolve });
		if (queue.length >= this.batchSize) void this.sendBatches(queue.splice(0));
		// All items of a run have queued their calls when the next round of the event loop begins.
		else if (queue.length === 1)
			void sleep(0).then(async () => await this.sendBatches(queue.splice(0)));
		return promise;
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
			(http) => this.readOne(request, { id, method, params }, http),
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

	/** The answer to a call that was sent alone. With another ID, it is the answer to another call. */
	private readOne(
		request: HttpRequest,
		{ id, method, params }: { id: number } & CalledMethod,
		http: HttpAnswer,
	): Answer {
		const json = this.readJson(request, http);
		if (!json.ok) return json;
		const envelope = json.result as Envelope;
		const answer = this.readEnvelope({ method, params }, envelope, http);
		// A server may leave out the ID, and writes null if it could not read the request.
		const named = envelope?.id ?? id;
		if (String(named) === String(id) || isOfHost(answer)) return answer;
		return fail(
			'not-understood',
			`${this.requests.nameOf('node')} answered another call than ${method}`,
			{
				passing: true,
				isLost: true,
				hint: mixedUp,
			},
		);
	}

	/** The JSON of a successful answer, or the failure that its status means. */
	private readJson(request: HttpRequest, http: HttpAnswer): Answer {
		const host = this.requests.nameOf('node');
		if (!isSuccess(http)) return describeStatus(request, http, host, this.requests.credential);
		try {
			return { ok: true, result: parseJson(http.text) };
		} catch {
			return describeUnreadable(http.text, host);
		}
	}

	private readEnvelope(
		{ method, params }: CalledMethod,
		envelope: Envelope,
		{ headers }: HttpAnswer,
	): Answer {
		const { error, result } = envelope ?? {};
		const host = this.requests.nameOf('node');
		if (error) {
			const told = typeof error === 'object' ? error : String(error);
			const retryAfterMs = readRetryAfter(headers);
			return describeRpcError(method, told, host, { params, retryAfterMs });
		}
		if (result !== undefined) return { ok: true, result };
		return fail('not-understood', `${host} gave no JSON-RPC answer to ${method}`, {
			isLost: true,
			hint: 'Check that the credential leads to an Avalanche node.',
		});
	}

	/** Sends calls to one path in as many requests as the batch size needs, and resolves each call. */
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
		this.failsAlone.clear();
		this.lostBatches = 0;
		const { common } = answer.result;
		if (common && !this.ownWords.has(common.detail ?? ''))
			return await this.sendAgain(calls, common);
		await this.resolveBatch(calls, answer.result.answers, round);
	}

	/** The answers to a batch, call by call. Fails if no call got an answer of its own. */
	private readBatch(
		request: HttpRequest,
		calls: Pending[],
		http: HttpAnswer,
	): ReadAnswer<BatchAnswer> {
		const label = request.rpcMethod!;
		const unanswered = notEachAnswered(this.requests.nameOf('node'), label);
		const envelopes = listIn(http.text);
		if (!envelopes) return this.readWhole(request, http) ?? unanswered;
		const asked = calls.map(({ id, call }) => ({
			id,
			method: call.method,
			params: call.params,
		}));
		const verdict = judgeBatch(asked, envelopes, label, (called, envelope) =>
			this.readEnvelope(called, envelope, http),
		);
		switch (verdict.kind) {
			case 'answered':
				return { ok: true, result: verdict, limit: verdict.limit };
			case 'failed':
				return { ok: false, failure: verdict.failure };
			case 'unanswered':
				return unanswered;
		}
	}

	/** The failure of a batch answered by an object instead of a list. Undefined if the object is no failure. */
	private readWhole(
		request: HttpRequest,
		http: HttpAnswer,
	): Extract<Answer, { ok: false }> | undefined {
		const json = this.readJson(request, http);
		const whole = json.ok
			? this.readEnvelope({ method: request.rpcMethod! }, json.result as Envelope, http)
			: json;
		return whole.ok ? undefined : whole;
	}

	/** Resolves the answered calls of a batch, and sends the others again. */
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
			// A call that the node cut off because of another call of the batch is sent again by itself.
			const isVictim = rpcCode === responseTooLarge || (rpcCode === requestTimedOut && timedOut);
			timedOut ||= rpcCode === requestTimedOut;
			const { path, method: rpcMethod } = pending.call;
			if (!answer || isVictim) again.push(pending);
			else if (failure && this.requests.mayWaitFor(failure, { path, rpcMethod }, round))
				later.push(pending);
			else pending.resolve(answer);
		});
		this.isScattered ||= again.length + later.length > 0;
		// The server took no more than these, so later batches are no larger.
		if (answers.includes(undefined)) this.learn(answers.filter(Boolean).length);
		void Promise.all(
			again.map(async ({ id, call, resolve }) => resolve(await this.callAlone(id, call))),
		);
		if (!later.length) return;
		await this.requests.pause(pauseMs);
		await this.sendBatches(later, round + 1);
	}

	/** Sends the calls of a failed batch again, in smaller batches or one by one. */
	private async sendAgain(calls: Pending[], failure: Failure): Promise<void> {
		const open = this.resolveOver(calls, failure);
		const half = calls.length >> 1;
		if (!open.length) return;
		if (isAboutSize(failure) && half > 1) return await this.sendHalves(open, half);
		await this.sendOneByOne(open, failure, half);
	}

	/** Resolves the calls that end with the batch. Returns the others, which may succeed without it. */
	private resolveOver(calls: Pending[], failure: Failure): Pending[] {
		const now = Date.now();
		const isHopeless = this.isKnown(calls[0], failure) || !mayServeAlone(failure);
		const isOver = ({ call }: Pending) => isHopeless || now >= (call.deadline ?? Infinity);
		const over = calls.filter(isOver);
		for (const { resolve } of over) resolve({ ok: false, failure });
		return calls.filter((pending) => !over.includes(pending));
	}

	/** True if calls that were sent alone have failed like this before. */
	private isKnown(pending: Pending, failure: Failure): boolean {
		const isHung = failure.kind === 'timeout' && this.isHung;
		return isHung || this.failsAlone.has(wayOf(pending, failure));
	}

	/** In turn: if half is too much as well, the second half need not find that out again. */
	private async sendHalves(calls: Pending[], half: number): Promise<void> {
		this.isScattered = true;
		this.learn(half);
		await this.sendBatches(calls.slice(0, half));
		await this.sendBatches(calls.slice(half));
	}

	/** Tries a few calls first. If all of them fail like the batch, the others fail without being sent. */
	private async sendOneByOne(calls: Pending[], failure: Failure, half: number): Promise<void> {
		const send = async ({ id, call }: Pending): Promise<Answer> =>
			await this.callAlone(id, call, worthAfterBatch);
		// From all over the batch, because slow calls often stand together.
		const isProbe = (_: Pending, at: number) => at % Math.ceil(calls.length / probes) === 0;
		const probed = calls.filter(isProbe);
		const rest = calls.filter((call, at) => !isProbe(call, at));
		const tried = await Promise.all(probed.map(send));
		const isOfAll = tried.every((answer) => !answer.ok && isAlike(answer.failure, failure));
		tried.forEach((answer, at) => probed[at].resolve(answer));
		if (isOfAll) {
			this.noteOfAll(calls[0], failure);
			for (const { resolve } of rest) resolve({ ok: false, failure });
			return;
		}
		this.noteOfBatch(failure, half);
		await Promise.all(rest.map(async (pending) => pending.resolve(await send(pending))));
	}

	/** Notes that calls fail alone as well, so that the next ones need not be tried. */
	private noteOfAll(pending: Pending, failure: Failure): void {
		this.isHung ||= failure.kind === 'timeout';
		if (failure.detail !== undefined) this.ownWords.add(failure.detail);
		if (isUnserved(failure)) this.failsAlone.add(wayOf(pending, failure));
	}

	/** Notes that only the batch failed, so that the next one is smaller. */
	private noteOfBatch(failure: Failure, half: number): void {
		this.isHung = false;
		this.isScattered = true;
		this.lostBatches++;
		if (this.isSure(failure)) this.learn(failure.kind === 'timeout' ? half : 1);
	}

	/** True if the batch itself failed, and not the host for a moment. */
	private isSure(failure: Failure): boolean {
		if (!isUnserved(failure) || !failure.passing) return true;
		return this.requests.settings.retries > 0 || this.lostBatches > 1;
	}

	private learn(size: number): void {
		this.batchSize = Math.max(1, Math.min(this.batchSize, size));
	}
}

type BatchAnswer = Extract<BatchVerdict, { kind: 'answered' }>;

/** Names a path and how its calls fail. */
const wayOf = ({ call }: Pending, { kind, httpStatus }: Failure): string =>
	`${call.path} ${kind} ${httpStatus}`;

/** The pause before sending calls again that a rate limit left unanswered in a batch. */
const pauseMs = 1000;

/** True if a refusal is about the host, whichever call it answers. Gateways write it with an ID of their own. */
const isOfHost = (answer: Answer): boolean =>
	!answer.ok && ['rate-limited', 'key-refused', 'server'].includes(answer.failure.kind);

const isUnknownMethod = ({ kind }: Failure): boolean =>
	kind === 'method-unknown' || kind === 'not-found';
