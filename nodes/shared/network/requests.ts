/** Requests to the three hosts: a few at a time, with secrets hidden in the answers, and repeated if that may help. */
import type { IHttpRequestOptions } from 'n8n-workflow';
import { cancelled, fail, usedUp, type Answer, type Failure } from '../errors';
import { Admission, noTimeLeft } from './admission';
import { findMisfit, isUrl, joinUrl, urlOf, type AvalancheCredential } from './credential';
import { gateFinder } from './gates';
import { HostClocks } from './hostClocks';
import { hosts, type Host } from './hosts';
import type { AskedHost } from './meanings/advice';
import { isUnclearLimit } from './meanings/rpcErrors';
import { describeNoUrl, describeTransport } from './meanings/transport';
import { describeOtherForm, describeTooLarge } from './meanings/unreadable';
import { backoffOf, pause } from './pauses';
import type { AnnouncedLimit } from './quota';
import { secretsOf, type Secrets } from './secrets';
import { exchange, TooLarge, type HttpAnswer, type HttpRequest, type Send } from './transport';
import { judgeFailure } from './verdict';
import { minuteMs } from '../values/timeUnits';

export interface Settings {
	/** Longest wait for one answer, to its last byte. */
	timeoutMs: number;
	/** Most bytes of one answer, unpacked. */
	mostBytes: number;
	/** Most parallel requests to one host, of all runs together. */
	maxInFlight: number;
	/** True for a trigger. Its requests go before those of executions. */
	isWatch?: boolean;
	/** True for a test that a person starts. It asks although a host asked to wait. */
	asksAnyway?: boolean;
	/** How often a call that is safe to repeat is sent again. */
	retries: number;
	/** Most calls in one JSON-RPC batch. */
	batchSize: number;
	/** How long to go on without a success while a host limits the rate. */
	patienceMs: number;
	/** When to stop waiting for a rate limit, in ms since 1970. By default never, but at once without retries. */
	waitUntil?: number;
	/** Most requests of the run. By default all that it needs. */
	mostRequests?: number;
	/** Takes a line about each request that was sent. */
	log?: (line: string) => void;
}

export const defaultSettings: Settings = {
	timeoutMs: 30_000,
	mostBytes: 64 * 2 ** 20,
	maxInFlight: 5,
	retries: 5,
	batchSize: hosts.node.mostBatched,
	patienceMs: minuteMs,
};

/** The longest time that a call spends on repeats after temporary errors. */
const retryTimeMs = 5 * minuteMs;

export interface SendOptions {
	/** When nobody waits for the answer any more, in ms since 1970. Nothing is sent or repeated after it. */
	end?: number;
	/** How many repeats a failure is worth, never more than the settings allow. */
	worth?: (failure: Failure) => number;
}

export interface Spent {
	/** HTTP requests, including the retries. */
	requests: number;
	retries: number;
	/** Compute units of the services. Absent if those of a request are unknown. */
	computeUnits?: number;
	/** How long hosts held back requests for their rate, in ms. */
	heldBackMs: number;
}

/** An answer as it was read. `limit` is set if the host refused a part of it for its rate. */
export type ReadAnswer<T> = Answer<T> & { limit?: Failure };

interface HostAddress {
	url: string;
	/** Without path, query and user, for messages. */
	name: string;
	/** What in the credential keeps requests from this host. */
	misfit?: ReturnType<typeof findMisfit>;
}

export class Requests {
	/** Cached, because every answer is read under the name of its host. */
	private readonly places = new Map<Host, HostAddress>();
	private readonly admissions = new Map<Host, Admission>();
	private readonly waitUntil: number;
	private sent = 0;
	private begun = 0;
	private retried = 0;
	private computeUnits: number | undefined = 0;
	readonly announced = new Map<Host, AnnouncedLimit>();
	readonly clocks = new HostClocks();
	/** Calls that met an unclear limit again after a wait, so that waiting does not help them. */
	private readonly waitedInVain = new Set<string>();
	readonly secrets: Secrets;

	constructor(
		private readonly sendOne: Send,
		readonly credential: AvalancheCredential,
		readonly settings: Settings,
		private readonly cancelled: AbortSignal,
	) {
		this.secrets = secretsOf(credential);
		this.waitUntil = settings.waitUntil ?? (settings.retries > 0 ? Infinity : 0);
	}

	askedOf(kind: Host): AskedHost {
		return { kind, name: this.nameOf(kind), credential: this.credential };
	}

	/** The host's URL as the credential gives it, without path, query and user, for messages. */
	nameOf(host: Host): string {
		return this.placeOf(host).name;
	}

	private placeOf(host: Host): HostAddress {
		const known = this.places.get(host);
		if (known) return known;
		const url = urlOf(this.credential, host);
		const name = isUrl(url) ? new URL(url).origin : `the ${hosts[host].label}`;
		const place = { url, name, misfit: findMisfit(this.credential, host) };
		this.places.set(host, place);
		return place;
	}

	get spent(): Spent {
		const { sent: requests, retried: retries, computeUnits } = this;
		let heldBackMs = 0;
		for (const admission of this.admissions.values()) heldBackMs += admission.heldBackMs;
		return { requests, retries, heldBackMs, ...(computeUnits !== undefined && { computeUnits }) };
	}

	/** Waits. False if the execution was cancelled meanwhile. */
	async pause(ms: number): Promise<boolean> {
		return await pause(ms, this.cancelled);
	}

	/**
	 * Sends a request as often as `judgeFailure` allows. `read` turns an answer, whatever its status, into the result.
	 * A batch that has to be split fails here, so that its sender can do so.
	 */
	async send<T>(
		request: HttpRequest,
		read: (answer: HttpAnswer) => ReadAnswer<T>,
		{ end = Infinity, worth = () => Infinity }: SendOptions = {},
	): Promise<ReadAnswer<T>> {
		const admission = this.admissionTo(request.host);
		const deadline = Math.min(Date.now() + retryTimeMs, end);
		let last: ReadAnswer<T> | undefined;
		for (let tries = 1, repeats = 0, unclear = 0; ; tries++) {
			const answer = await this.sendOnce(request, read, admission, { end, isRepeat: tries > 1 });
			// A failure at the end may come from the end itself, so the one before it tells more.
			if (!answer.ok && last && Date.now() >= end) return last;
			last = answer;
			if (answer.ok) return answer;
			const { failure } = answer;
			const pauseMs = (failure.retryAfterMs ?? 0) + backoffOf(tries) * (0.1 + 0.9 * Math.random());
			const now = Date.now();
			const verdict = judgeFailure(failure, {
				safe: request.safe,
				isBatch: Array.isArray(request.body),
				repeats,
				mostRepeats: Math.min(this.settings.retries, worth(failure)),
				pauseMs,
				longestPauseMs: Math.min(this.settings.patienceMs, deadline - now),
				leftMs: end - now,
				mayWait: () => admission.mayWait(end),
				mayPause: () => this.mayWaitFor(failure, request, ++unclear),
			});
			if (verdict === 'wait') continue;
			if (verdict !== 'retry') return answer;
			if (!isUnclearLimit(failure)) repeats++;
			if (!(await admission.wait(pauseMs))) return this.cancelled.aborted ? cancelled : answer;
		}
	}

	/**
	 * True if the nth refusal of a call is worth a wait: always for a rate limit, and once for an unclear limit, unless
	 * waiting was in vain before.
	 */
	mayWaitFor(
		failure: Failure,
		{ path, rpcMethod }: Pick<HttpRequest, 'path' | 'rpcMethod'>,
		nth: number,
	): boolean {
		const isUnclear = isUnclearLimit(failure);
		if (!isUnclear && failure.kind !== 'rate-limited') return false;
		const key = `${path} ${rpcMethod}`;
		if (isUnclear && nth > 1) this.waitedInVain.add(key);
		return this.waitUntil > Date.now() && !(isUnclear && this.waitedInVain.has(key));
	}

	private admissionTo(host: Host): Admission {
		const { maxInFlight, patienceMs, isWatch = false, asksAnyway } = this.settings;
		const { waitUntil, cancelled } = this;
		const known = this.admissions.get(host);
		if (known) return known;
		const patience = { maxInFlight, patienceMs, isWatch, asksAnyway, waitUntil, cancelled };
		const admission = new Admission(gateFinder(this.credential, host), {
			...patience,
			hostName: this.nameOf(host),
		});
		this.admissions.set(host, admission);
		return admission;
	}

	private async sendOnce<T>(
		request: HttpRequest,
		read: (answer: HttpAnswer) => ReadAnswer<T>,
		admission: Admission,
		{ end, isRepeat }: { end: number; isRepeat: boolean },
	): Promise<ReadAnswer<T>> {
		const units = request.units ?? hosts[request.host].usualUnits;
		const admitted = await admission.enter(end, units);
		if (!admitted.ok) return admitted;
		const pass = admitted.result;
		try {
			const answer = await this.trySend(
				request,
				read,
				(http) => {
					const announced = pass.gate.quota.count(units, http);
					if (announced) this.announced.set(request.host, announced);
					this.account(request, isRepeat, http);
				},
				Math.min(Math.max(this.settings.timeoutMs, request.timeoutMs ?? 0), end - Date.now()),
			);
			const limit =
				answer.ok || answer.failure.kind !== 'rate-limited' ? answer.limit : answer.failure;
			if (limit) admission.slowDown(pass, limit);
			// Even a lasting failure is an answer, so the rate is not limited. A partial answer is a success, too.
			if (answer.ok || !answer.failure.passing) admission.succeeded(pass);
			if (answer.ok || !limit) return answer;
			return { ok: false, failure: admission.closure ?? answer.failure };
		} finally {
			pass.gate.leave(pass);
		}
	}

	private account({ host, units }: HttpRequest, isRepeat: boolean, answer?: HttpAnswer): void {
		this.sent++;
		if (isRepeat) this.retried++;
		if (answer) this.clocks.note(host, answer.headers);
		// A node has no compute units, and a refused request costs none.
		if (host === 'node' || answer?.status === 429) return;
		this.computeUnits =
			units && this.computeUnits !== undefined ? this.computeUnits + units : undefined;
	}

	private async trySend<T>(
		request: HttpRequest,
		read: (answer: HttpAnswer) => ReadAnswer<T>,
		count: (answer?: HttpAnswer) => void,
		timeoutMs: number,
	): Promise<ReadAnswer<T>> {
		const { host } = request;
		const { url: base, misfit } = this.placeOf(host);
		if (!base) return describeNoUrl(host);
		if (misfit) return fail('not-configured', misfit.message, { hint: misfit.hint });
		if (this.cancelled.aborted) return cancelled;
		if (timeoutMs <= 0) return noTimeLeft(this.nameOf(host));
		const { mostRequests = Infinity } = this.settings;
		if (this.begun++ >= mostRequests) return usedUp(mostRequests);
		const began = performance.now();
		const answer = await this.ask(request, read, count, timeoutMs);
		this.settings.log?.(this.describe(request, answer, performance.now() - began));
		return answer;
	}

	private async ask<T>(
		{ host, method, path, query, body }: HttpRequest,
		read: (answer: HttpAnswer) => ReadAnswer<T>,
		count: (answer?: HttpAnswer) => void,
		timeoutMs: number,
	): Promise<ReadAnswer<T>> {
		const { mostBytes } = this.settings;
		let answer: HttpAnswer;
		try {
			answer = await exchange(
				this.sendOne,
				{
					method,
					url: joinUrl(this.placeOf(host).url, path),
					headers: {
						Accept: 'application/json',
						...(body !== undefined && { 'Content-Type': 'application/json' }),
					},
					...(query && { qs: query as IHttpRequestOptions['qs'] }),
					...(body !== undefined && { body: body as IHttpRequestOptions['body'] }),
				},
				{ timeoutMs: Math.ceil(timeoutMs), mostBytes, cancelled: this.cancelled },
			);
			count(answer);
		} catch (error) {
			count();
			if (this.cancelled.aborted) return cancelled;
			if (error instanceof TooLarge) return describeTooLarge(error, this.askedOf(host), mostBytes);
			return describeTransport(error, this.askedOf(host), timeoutMs);
		}
		try {
			return read({ ...answer, text: this.secrets.hideInAnswer(answer.text) });
		} catch {
			// Calls that wait for their part of a batch must get a failure, or they would wait for ever.
			return describeOtherForm(this.nameOf(host));
		}
	}

	/** A line for the log: host, request, outcome and duration. */
	private describe(
		{ host, method, path, rpcMethod }: HttpRequest,
		answer: Answer<unknown>,
		tookMs: number,
	): string {
		const asked = `${method} ${this.nameOf(host)}${path}${rpcMethod ? ` ${rpcMethod}` : ''}`;
		const { kind, httpStatus = '' } = answer.ok ? { kind: 'ok' } : answer.failure;
		const outcome = `${httpStatus} ${kind}`.trim();
		return this.secrets.hideInError(`${asked}: ${outcome} after ${Math.round(tookMs)} ms`);
	}
}
