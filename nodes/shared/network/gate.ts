/** How many requests may run in parallel to one host, and how long a run waits for a host that limits its rate. */
import { sleep } from 'n8n-workflow';
import { limitReached, type Failure } from '../errors';
import type { Quota } from './quota';

/** Long enough for the remaining items of a run to end; a longer wait for something may try again after it. */
const shortestClosureMs = 60_000;

/** The longest that a timer takes; a longer one would ring at once. */
export const longestTimerMs = 2 ** 31 - 1;

const firstBackoffMs = 500;
const longestBackoffMs = 10_000;

/** How long to wait after the nth failure in a row. */
export const backoffOf = (nth: number): number =>
	Math.min(firstBackoffMs * 2 ** (nth - 1), longestBackoffMs);

/** Waits; false when one of the signals ended it. */
export async function pause(ms: number, ...signals: AbortSignal[]): Promise<boolean> {
	if (signals.some(({ aborted }) => aborted)) return false;
	return await new Promise<boolean>((resolve) => {
		const end = (isOver: boolean) => {
			for (const signal of signals) signal.removeEventListener('abort', stop);
			resolve(isOver);
		};
		const stop = () => end(false);
		for (const signal of signals) signal.addEventListener('abort', stop);
		void sleep(Math.min(ms, longestTimerMs)).then(() => end(true));
	});
}

/**
 * Lets a bounded number of requests through to one host while its quota has room for them, fewer after each refusal for
 * their rate, more again with success. While successes come, a run may wait. A host that grants none for `patienceMs`, or asks to wait longer
 * than that, is closed: nothing is sent, and nothing waits, for a minute or until the time it named.
 */
export class Gate {
	private inFlight = 0;
	private limit: number;
	/** Nothing is sent before; ms since 1970. */
	pausedUntil = 0;
	/** How long requests were held back for the rate, in ms; several in parallel count once. */
	heldBackMs = 0;
	private heldUntil = 0;
	private generation = 0;
	private successes = 0;
	/** In a row, those of requests that ran in parallel counted as one. */
	private refusals = 0;
	private readonly waiting: Array<() => void> = [];
	/** The first refusal since the last success. */
	private limitedSince?: number;
	private closed?: { until: number; failure: Failure };
	private closing = new AbortController();

	constructor(
		private readonly most: number,
		private readonly patienceMs: number,
		private readonly cancelled: AbortSignal,
		readonly quota: Quota,
		/** When nothing waits for the quota any more, in ms since 1970. */
		private readonly waitUntil = Infinity,
	) {
		this.limit = most;
	}

	/** Requests that are refused together are so some moments apart, and windows end some moments late. */
	private get longestWaitMs(): number {
		return this.patienceMs * 1.1;
	}

	/** Why nothing is sent for now; undefined while the gate is open. */
	get closure(): Failure | undefined {
		if (this.closed && this.closed.until <= Date.now()) {
			this.closed = undefined;
			this.limitedSince = undefined;
			this.closing = new AbortController();
		}
		return this.closed?.failure;
	}

	/**
	 * Waits for a place, the end of a pause and room in the quota, at most until `end`; the ticket tells under which
	 * limit it went. What waited for room as long as the patience, or would in vain, goes all the same: the host may know
	 * better, or says when it is.
	 */
	async enter(end: number, units: number): Promise<number> {
		if (this.closure || this.inFlight < this.limit) this.inFlight++;
		else await new Promise<void>((resolve) => this.waiting.push(resolve));
		const roomEnd = Math.min(end, this.waitUntil, Date.now() + this.patienceMs);
		for (;;) {
			const now = Date.now();
			const roomMs = Math.min(this.quota.waitMs(units, this.longestWaitMs), roomEnd - now);
			const leftMs = Math.max(Math.min(this.pausedUntil, end) - now, roomMs);
			if (leftMs <= 0) break;
			if (roomMs > 0) {
				this.limitedSince ??= now;
				this.holdBack(now, now + roomMs);
			}
			if (!(await this.wait(leftMs))) break;
		}
		this.quota.take(units);
		return this.generation;
	}

	/** Gives the place to the next in line, unless the limit has sunk below what runs. */
	leave(units: number): void {
		this.quota.release(units);
		this.inFlight--;
		while (this.inFlight < this.limit && this.waiting.length) {
			this.inFlight++;
			this.waiting.shift()!();
		}
	}

	/** Waits; false when the run was cancelled meanwhile, or the gate closed. */
	async wait(ms: number): Promise<boolean> {
		return !this.closure && (await pause(ms, this.cancelled, this.closing.signal));
	}

	/**
	 * A request was refused for its rate: halves the limit, once for all that ran in parallel, and holds all
	 * back for a while, or closes.
	 */
	slowDown(ticket: number, failure: Failure): void {
		const now = Date.now();
		const { retryAfterMs = 0 } = failure;
		this.limitedSince ??= now;
		this.successes = 0;
		if (ticket === this.generation) {
			this.generation++;
			this.refusals++;
			this.limit = Math.max(1, this.limit >> 1);
		}
		const waitedMs = now - this.limitedSince;
		const isTooFar = waitedMs + retryAfterMs > this.longestWaitMs;
		if (isTooFar || waitedMs >= this.patienceMs) return this.close(now, waitedMs, failure);
		const backoffMs = Math.min(backoffOf(this.refusals), this.patienceMs - waitedMs);
		this.pausedUntil = Math.max(this.pausedUntil, now + Math.max(retryAfterMs, backoffMs));
		this.holdBack(now, this.pausedUntil);
	}

	succeeded(): void {
		this.limitedSince = undefined;
		this.refusals = 0;
		if (this.limit >= this.most || ++this.successes < 50) return;
		this.successes = 0;
		this.limit++;
	}

	private holdBack(now: number, until: number): void {
		this.heldBackMs += Math.max(0, until - Math.max(now, this.heldUntil));
		this.heldUntil = Math.max(this.heldUntil, until);
	}

	private close(now: number, waitedMs: number, failure: Failure): void {
		if (this.closure) return;
		const until = now + Math.max(failure.retryAfterMs ?? 0, shortestClosureMs);
		this.closed = { until, failure: limitReached(failure, waitedMs, now) };
		this.pausedUntil = 0;
		this.closing.abort();
		for (const go of this.waiting.splice(0)) {
			this.inFlight++;
			go();
		}
	}
}
