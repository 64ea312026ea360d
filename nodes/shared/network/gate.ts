/** Decides how many requests of all runs pass to one host with one key, in which order, and when none does. */
import type { Failure } from '../errors';
import { Alarm, backoffOf, heededMs } from './pauses';
import type { Quota } from './quota';
import { minuteMs } from '../values/timeUnits';

/** Held by a request while it is in flight. */
export interface GatePass {
	gate: Gate;
	units: number;
	/** The limit under which it passed. Parallel refusals under one limit count once. */
	generation: number;
	/** It passed beyond the limit, because a watch had waited too long. */
	isLate: boolean;
	/** It passed although the host had asked to wait. */
	asksAnyway: boolean;
}

/** The requests of one run that wait at a gate. Times are those of performance.now. */
export interface WaitingLine {
	/** True for a trigger. n8n waits less long for it than for an execution. */
	readonly isWatch: boolean;
	/** The cost of the first in line. */
	readonly units: number;
	/** When the first in line stops waiting, whatever holds it back. */
	readonly endsAt: number;
	/** When it stops waiting for anything that the host itself does not ask for. */
	readonly goesAt: number;
	readonly longestWaitMs: number;
	readonly isEmpty: boolean;
	/** True if a person asks, and wants an answer of now. It waits for no rate. */
	readonly asksAnyway: boolean;
	/** The rate holds the line back from now on. */
	holdBack(now: number): void;
	admit(pass: GatePass): void;
	/** The first in line has no time left. */
	expire(): void;
	/** The host asks all lines to wait. */
	heed(): void;
}

/** The host's demand to wait until a time. */
interface Demand {
	until: number;
	/** All requests heed it until then. A host may change its mind, and a plan may grow. */
	heededUntil: number;
	/** When the host refused, in ms since 1970. */
	refusedAt: number;
	failure: Failure;
}

/** Successes before one more request may run in parallel. */
const successesForOneMore = 50;
/** After this long without a request, the limit starts afresh. */
const restMs = 30_000;
/** The limit of another credential with the same key counts for this long after its last use. */
export const memoryMs = 10 * minuteMs;
/** Watches may pass this often in a row while an execution waits. */
const mostWatchesInARow = 9;
/** A watch that has found no place for this long sends one request beyond the limit. */
const latestWatchMs = 5_000;

/**
 * Lets a bounded number of requests through to one host while its quota has room for them: fewer after each refusal for
 * the rate, more again with success. Runs take turns by request, and watches pass before executions.
 */
export class Gate {
	private inFlight = 0;
	/** As far as refusals allow. */
	private limit = Infinity;
	/** When each credential's limit was last used. */
	private readonly limits = new Map<number, number>();
	private most = Infinity;
	private generation = 0;
	private successes = 0;
	/** Refusals in a row. Those of parallel requests count as one. */
	private refusals = 0;
	/** By our own guess, nothing is sent before this time. */
	private guessUntil = 0;
	/** When to look for room in the quota again. */
	private looksAt = 0;
	private demanded?: Demand;
	private readonly watches = new Set<WaitingLine>();
	private readonly executions = new Set<WaitingLine>();
	private watchesInARow = 0;
	/** Since when watches have found no place, and when that was last seen. */
	private crowd?: { since: number; seenAt: number };
	private late = 0;
	private readonly alarm = new Alarm(() => {
		this.expireHeads();
		this.serve();
	});
	usedAt = performance.now();

	constructor(readonly quota: Quota) {}

	/** True if nothing is in flight or waits, and the host demands no wait. */
	get isIdle(): boolean {
		const waiting = this.watches.size + this.executions.size;
		return this.inFlight + waiting === 0 && this.demandedMs === 0;
	}

	/** How long all must still wait for the host's demand, as far as they heed it. */
	get demandedMs(): number {
		return Math.max(0, (this.demanded?.heededUntil ?? 0) - performance.now());
	}

	/** The refusal that all heed, with the rest of the wait that it asked for. */
	get demand(): Failure | undefined {
		if (!this.demanded || this.demandedMs === 0) return undefined;
		const { until, refusedAt, failure } = this.demanded;
		return { ...failure, refusedAt, retryAfterMs: until - performance.now() };
	}

	/** How long nothing is sent, whoever asks for it. */
	get pausedMs(): number {
		return Math.max(this.demandedMs, this.guessUntil - performance.now(), 0);
	}

	/** Notes that a run with this limit uses the gate. The smallest limit in use holds for all. */
	use(limit: number): void {
		const now = performance.now();
		if (this.inFlight === 0 && now - this.usedAt >= restMs) {
			this.limit = Infinity;
			this.refusals = 0;
		}
		this.usedAt = now;
		this.limits.set(limit, now);
		for (const [other, usedAt] of this.limits)
			if (now - usedAt >= memoryMs) this.limits.delete(other);
		this.most = Math.min(...this.limits.keys());
	}

	/** Adds a line that has a request. If it waits already, it keeps its turn. */
	join(line: WaitingLine): void {
		const lines = line.isWatch ? this.watches : this.executions;
		if (lines.has(line)) return;
		lines.add(line);
		this.serve();
	}

	/** Removes a line that waits no more. */
	forsake(line: WaitingLine): void {
		this.watches.delete(line);
		this.executions.delete(line);
	}

	/** Ends a request. Its place goes to the next. */
	leave({ units, isLate }: GatePass): void {
		this.usedAt = performance.now();
		if (isLate) {
			this.late--;
			if (this.crowd) this.crowd.seenAt = this.usedAt;
		}
		this.quota.release(units);
		this.inFlight--;
		this.serve();
	}

	/** Halves the limit after a refusal for the rate, once for all parallel requests. Returns the backoff in ms. */
	refuse({ generation }: GatePass): number {
		this.successes = 0;
		if (generation === this.generation) {
			this.generation++;
			this.refusals++;
			this.limit = Math.max(1, Math.min(this.limit, this.most) >> 1);
		}
		return backoffOf(this.refusals);
	}

	/** Holds all back for the guessed time, or as long as the host asks for. */
	holdBack(guessMs: number, failure: Failure): void {
		const now = performance.now();
		this.guessUntil = Math.max(this.guessUntil, now + guessMs);
		const until = now + (failure.retryAfterMs ?? 0);
		if (until > Math.max(now, this.demanded?.until ?? 0)) {
			const heededUntil = now + heededMs(failure.retryAfterMs);
			this.demanded = { until, heededUntil, refusedAt: Date.now(), failure };
			for (const line of this.lines) line.heed();
		}
		this.serve();
	}

	succeed({ asksAnyway }: GatePass): void {
		this.refusals = 0;
		if (asksAnyway) this.forgetDemand();
		if (this.limit >= this.most || ++this.successes < successesForOneMore) return;
		this.successes = 0;
		this.limit++;
	}

	/** Another request in flight could have been granted before the host asked to wait, so its success says nothing. */
	private forgetDemand(): void {
		this.demanded = undefined;
		this.guessUntil = 0;
		this.serve();
	}

	/** Lets lines pass in turn, and comes back when the next one may. */
	private serve(): void {
		for (;;) {
			const now = performance.now();
			const line = this.nextWithPlace(now);
			if (!line) return;
			const heldMs = this.heldMs(line, now);
			const going = heldMs > 0 ? this.goingAllTheSame(now) : line;
			if (!going) return this.holdLines(now, now + heldMs);
			this.admit(going);
		}
	}

	private admit(line: WaitingLine): void {
		const lines = line.isWatch ? this.watches : this.executions;
		this.watchesInARow = line.isWatch && this.executions.size ? this.watchesInARow + 1 : 0;
		const isLate = this.inFlight >= this.places;
		if (isLate) this.late++;
		else if (line.isWatch) this.crowd = undefined;
		const { units, asksAnyway } = line;
		this.inFlight++;
		this.quota.take(units);
		line.admit({ gate: this, units, generation: this.generation, isLate, asksAnyway });
		// To the end of the waiting lines.
		lines.delete(line);
		if (!line.isEmpty) lines.add(line);
	}

	private get places(): number {
		return Math.min(this.limit, this.most);
	}

	/** The line whose turn it is, if there is a place. */
	private nextWithPlace(now: number): WaitingLine | undefined {
		const [watch] = this.watches;
		const [execution] = this.executions;
		const isTurnOfExecution = !watch || (execution && this.watchesInARow >= mostWatchesInARow);
		if (this.inFlight < this.places) return isTurnOfExecution ? execution : watch;
		const lateAt = watch ? this.lateAt(now) : Infinity;
		if (now >= lateAt) return watch;
		this.comeBack(lateAt);
		return undefined;
	}

	/** When a watch without a place passes all the same, one at a time. */
	private lateAt(now: number): number {
		if (!this.crowd || now - this.crowd.seenAt > 2 * latestWatchMs)
			this.crowd = { since: now, seenAt: now };
		this.crowd.seenAt = now;
		return this.late > 0 ? Infinity : this.crowd.since + latestWatchMs;
	}

	/** How long the first in line has to wait for the host's demand, our guess and the quota. */
	private heldMs({ units, longestWaitMs, goesAt }: WaitingLine, now: number): number {
		// The quota is looked at only now and then: an answer in between seldom shows all that others use.
		if (now >= this.looksAt) this.looksAt = now + this.quota.waitMs(units, longestWaitMs);
		const ownMs = Math.min(Math.max(this.guessUntil, this.looksAt, now), goesAt) - now;
		return Math.max(this.demandedMs, ownMs);
	}

	/** A line that has waited long enough without a demand of the host, which may let it pass or name a time. */
	private goingAllTheSame(now: number): WaitingLine | undefined {
		const anyway = this.lines.find(({ asksAnyway }) => asksAnyway);
		if (anyway || this.demandedMs > 0) return anyway;
		return this.lines.find(({ goesAt }) => goesAt <= now);
	}

	private get lines(): WaitingLine[] {
		return [...this.watches, ...this.executions];
	}

	/** The rate holds all lines back until a time, or until one of them goes all the same. */
	private holdLines(now: number, until: number): void {
		const { lines } = this;
		for (const line of lines) line.holdBack(now);
		const isDemanded = this.demandedMs > 0;
		this.comeBack(isDemanded ? until : Math.min(until, ...lines.map(({ goesAt }) => goesAt)));
	}

	private expireHeads(): void {
		const now = performance.now();
		for (const line of this.lines) {
			while (!line.isEmpty && line.endsAt <= now) line.expire();
			if (line.isEmpty) this.forsake(line);
		}
	}

	/** Serves again at a time, or when the first in a line has no time left. */
	private comeBack(at: number): void {
		let next = at;
		for (const lines of [this.watches, this.executions])
			for (const { endsAt } of lines) next = Math.min(next, endsAt);
		if (next < Infinity) this.alarm.set(next);
	}
}
