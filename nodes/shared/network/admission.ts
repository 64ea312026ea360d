/** One run at the gate of a host: its waiting requests, and how long it waits for a host that limits its rate. */
import { cancelled, fail, limitReached, type Answer, type Failure } from '../errors';
import type { Gate, WaitingLine, GatePass } from './gate';
import { pause } from './pauses';
import { minuteMs } from '../values/timeUnits';

/** Long enough for the remaining items of a run to end. A run that waits longer for something may try again then. */
const shortestClosureMs = minuteMs;

interface WaitRules {
	/** For messages. */
	hostName: string;
	/** True for a trigger's run. */
	isWatch: boolean;
	/** True if a person asks, and wants an answer of now. */
	asksAnyway?: boolean;
	/** Most parallel requests to one host. */
	maxInFlight: number;
	/** How long to go on without a success while a host limits the rate. */
	patienceMs: number;
	/** When nothing waits for the rate any more, in ms since 1970. */
	waitUntil: number;
	cancelled: AbortSignal;
}

interface Waiter {
	units: number;
	/** By performance.now. */
	endsAt: number;
	resolve: (answer: Answer<GatePass>) => void;
}

/** Converts ms since 1970 to performance.now, a clock that nobody sets. */
const toClock = (time: number): number => performance.now() + (time - Date.now());

/** The failure of a request that was not sent in time. */
export const noTimeLeft = (hostName: string): Answer<never> =>
	fail('timeout', `No time was left to query ${hostName}`, { passing: true });

/**
 * A run may wait while successes come. A host that grants none for `patienceMs`, or asks to wait longer than that, is
 * closed to the run: nothing is sent or waits for a minute, or until the time that the host named.
 */
export class Admission implements WaitingLine {
	/** How long requests were held back for the rate, in ms. Parallel ones count once. */
	heldBackMs = 0;
	private readonly waiting: Waiter[] = [];
	private readonly waitsUntil: number;
	/** Since when the rate has held back the first in line. */
	private heldSince?: number;
	/** The first refusal since the last success, or the time when waiting for room began. */
	private limitedSince?: number;
	private closed?: { until: number; failure: Failure };
	private closing = new AbortController();
	private gate: Gate;

	constructor(
		/** May return another gate after a long rest. */
		private readonly findGate: () => Gate,
		private readonly patience: WaitRules,
	) {
		this.gate = findGate();
		this.waitsUntil = toClock(patience.waitUntil);
		patience.cancelled.addEventListener('abort', () => this.release(cancelled), { once: true });
	}

	get isWatch(): boolean {
		return this.patience.isWatch;
	}

	get asksAnyway(): boolean {
		return this.patience.asksAnyway ?? false;
	}

	get isEmpty(): boolean {
		return this.waiting.length === 0;
	}

	get units(): number {
		return this.waiting[0].units;
	}

	get endsAt(): number {
		return this.waiting[0]?.endsAt ?? Infinity;
	}

	get goesAt(): number {
		const since = this.heldSince ?? performance.now();
		return Math.min(this.waitsUntil, since + this.patience.patienceMs);
	}

	/** A tenth more, because refusals of parallel requests come one after the other, and windows end late. */
	get longestWaitMs(): number {
		return this.patience.patienceMs * 1.1;
	}

	/** The failure that closed the gate to this run. Undefined while it is open. */
	get closure(): Failure | undefined {
		if (this.closed && this.closed.until <= performance.now()) {
			this.closed = undefined;
			this.limitedSince = undefined;
			this.closing = new AbortController();
		}
		return this.closed?.failure;
	}

	/** Waits for its turn, a place, the end of a pause and room in the quota, until `end` (ms since 1970). */
	async enter(end: number, units: number): Promise<Answer<GatePass>> {
		if (this.isEmpty) this.gate = this.findGate();
		this.gate.use(this.patience.maxInFlight);
		const refusal = this.refusal(end);
		if (refusal) return refusal;
		return await new Promise<Answer<GatePass>>((resolve) => {
			this.waiting.push({ units, endsAt: toClock(end), resolve });
			this.gate.join(this);
		});
	}

	/** Waits. False if the run was cancelled meanwhile, or the gate closed. */
	async wait(ms: number): Promise<boolean> {
		return !this.closure && (await pause(ms, this.patience.cancelled, this.closing.signal));
	}

	/** True if a request that was refused for the rate may wait to be sent again. */
	mayWait(end: number): boolean {
		return (
			!this.closure && this.gate.pausedMs <= Math.min(this.patience.waitUntil, end) - Date.now()
		);
	}

	/** After a refusal for the rate, holds everything back for a while, or closes. */
	slowDown(pass: GatePass, failure: Failure): void {
		const { patienceMs } = this.patience;
		const backoffMs = pass.gate.refuse(pass);
		this.limitedSince ??= performance.now();
		const waitedMs = performance.now() - this.limitedSince;
		const isOver = waitedMs >= patienceMs;
		if (isOver || this.isTooFar(failure.retryAfterMs ?? 0)) this.close(failure);
		pass.gate.holdBack(isOver ? backoffMs : Math.min(backoffMs, patienceMs - waitedMs), failure);
	}

	succeeded(pass: GatePass): void {
		this.limitedSince = undefined;
		pass.gate.succeed(pass);
	}

	holdBack(now: number): void {
		this.heldSince ??= now;
		this.limitedSince ??= now;
	}

	admit(pass: GatePass): void {
		this.endHolding();
		this.waiting.shift()!.resolve({ ok: true, result: pass });
	}

	expire(): void {
		this.endHolding();
		this.waiting.shift()!.resolve(noTimeLeft(this.patience.hostName));
	}

	heed(): void {
		const refusal = this.refusal(Infinity);
		if (refusal) this.release(refusal);
	}

	/** Why a request that could wait until `end` is not sent at all. */
	private refusal(end: number): Answer<never> | undefined {
		if (this.patience.cancelled.aborted) return cancelled;
		const demand = this.asksAnyway ? undefined : this.gate.demand;
		if (demand && this.isTooFar(demand.retryAfterMs!)) this.close(demand);
		const failure = this.closure;
		if (failure) return { ok: false, failure };
		const waitsMs = Math.min(this.patience.waitUntil, end) - Date.now();
		if (!demand || this.gate.demandedMs <= waitsMs) return undefined;
		return { ok: false, failure: limitReached(demand, 0, Date.now()) };
	}

	private isTooFar(ms: number): boolean {
		const now = performance.now();
		return now - (this.limitedSince ?? now) + ms > this.longestWaitMs;
	}

	private close(failure: Failure): void {
		if (this.closure) return;
		const now = performance.now();
		const closedMs = Math.max(failure.retryAfterMs ?? 0, shortestClosureMs);
		const waitedMs = now - (this.limitedSince ?? now);
		this.closed = { until: now + closedMs, failure: limitReached(failure, waitedMs, Date.now()) };
		this.closing.abort();
		this.release({ ok: false, failure: this.closed.failure });
	}

	/** Ends all waiting without a pass. */
	private release(answer: Answer<never>): void {
		this.endHolding();
		this.gate.forsake(this);
		for (const { resolve } of this.waiting.splice(0)) resolve(answer);
	}

	private endHolding(): void {
		if (this.heldSince !== undefined) this.heldBackMs += performance.now() - this.heldSince;
		this.heldSince = undefined;
	}
}
