/** How much a host grants to one key in a window of time, and what all runs of this process used of it. */
import type { PublicLimit } from './hosts';
import type { HttpAnswer } from './transport';

/** The rate that a host grants: so many units in so many seconds, and how many of them are left. */
export interface AnnouncedLimit {
	limit: number;
	remaining?: number;
	windowSeconds?: number;
}

type Headers = HttpAnswer['headers'];

const readHeader = (headers: Headers, name: string): string =>
	String(headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`] ?? '');

const toNumber = (text: string): number | undefined =>
	/^\s*\d+/.test(text) ? parseInt(text, 10) : undefined;

/**
 * The limit that the headers of an answer announce, such as ratelimit-limit: 8000 and ratelimit-policy: 8000;w=60. Of
 * several policies (8000;w=60, 2000000;w=86400), the limit is of the one that is closest to its end.
 */
function readAnnouncedLimit(headers: Headers): AnnouncedLimit | undefined {
	const limit = toNumber(readHeader(headers, 'limit'));
	if (limit === undefined) return undefined;
	const remaining = toNumber(readHeader(headers, 'remaining'));
	const policies = readHeader(headers, 'policy').split(',');
	const policy = policies.find((one) => toNumber(one) === limit) ?? policies[0];
	const windowSeconds = toNumber(/;\s*w=(\d+)/.exec(policy)?.[1] ?? '');
	return {
		limit,
		...(remaining !== undefined && { remaining }),
		...(windowSeconds !== undefined && { windowSeconds }),
	};
}

/** Larger numbers are times since 1970, and no waits. */
const longestResetSeconds = 1e9;

/** In how many ms the window of the host ends, of at least the second that the header can name. */
export function readResetMs(headers: Headers): number | undefined {
	const seconds = toNumber(readHeader(headers, 'reset'));
	if (seconds === undefined) return undefined;
	return Math.max(1000, toWaitMs(seconds, headers));
}

/** So many seconds from now, or since 1970, in ms from now. */
export function toWaitMs(seconds: number, headers: Headers): number {
	return seconds < longestResetSeconds ? seconds * 1000 : seconds * 1000 - nowOf(headers);
}

/** Now by the host's own clock, if it says the time. */
export const nowOf = (headers: Headers): number => Date.parse(headers.date ?? '') || Date.now();

/** What was used up, in units as the tables have them, and until when it counts. */
interface Use {
	units: number;
	until: number;
}

/** A wait is looked at again after this time, because an answer may have changed what is left. */
const longestLookMs = 100;

/** Times that are closer than this share of a window become one. */
const grain = 1 / 1000;

/** An expensive request counts at most this many times a usual one. */
const mostFactor = 5;

/** Sums of shares are no whole numbers. */
const tolerance = 1e-6;

/**
 * Counts what was sent in the last window, from each answer on, so that no window of the host holds more than its limit,
 * whenever it begins and whatever the clocks say. What others use of the same limit is seen in what the host says is
 * left. Without a known limit it counts nothing. Times are those of a clock that nobody sets.
 */
export class Quota {
	private limit?: { units: number; windowMs: number };
	/** Of this process, the oldest first. */
	private uses: Use[] = [];
	private counted = 0;
	private inFlight = 0;
	private others: Use = { units: 0, until: 0 };
	/** What the host counts for one unit of the tables; less than 1 if it counts requests. */
	private ratio = 1;

	constructor(published?: PublicLimit) {
		if (published) this.limit = { units: published.units, windowMs: published.seconds * 1000 };
	}

	/** 0 where there is room for these units or none comes within so many ms, or else after how many ms to ask again. */
	waitMs(units: number, longestMs: number): number {
		if (!this.limit) return 0;
		const now = performance.now();
		this.forget(now);
		const others = now < this.others.until ? this.others.units : 0;
		const seen = this.ratio * this.counted + others;
		// What is not answered yet is to cost what the window cost so far, with what others use meanwhile.
		const factor = Math.min(mostFactor, this.counted > 0 ? seen / this.counted : this.ratio);
		const used = seen + factor * this.inFlight;
		// A request that costs more than the whole limit goes alone.
		if (used === 0 || used + factor * units <= this.limit.units + tolerance) return 0;
		const ends = [this.uses[0]?.until, others > 0 ? this.others.until : undefined];
		const next = Math.min(...ends.map((until) => until ?? Infinity));
		// What is in flight may bring news.
		if (this.inFlight === 0 && next - now > longestMs) return 0;
		return Math.ceil(Math.min(longestLookMs, Math.max(1, next - now)));
	}

	/** A request goes out. */
	take(units: number): void {
		this.inFlight += units;
	}

	/** A request that was taken is over. */
	release(units: number): void {
		this.inFlight -= units;
	}

	/** Counts a request that ended, without an answer if nobody knows how; returns the limit that the answer announces. */
	count(units: number, answer?: HttpAnswer): AnnouncedLimit | undefined {
		const now = performance.now();
		const announced = answer && readAnnouncedLimit(answer.headers);
		const resetMs = answer && readResetMs(answer.headers);
		if (announced) this.learn(units, announced, resetMs);
		if (!this.limit) return announced;
		this.forget(now);
		const { windowMs } = this.limit;
		// What was refused for the rate was not charged.
		if (answer?.status !== 429) {
			const last = this.uses.at(-1);
			if (last && now + windowMs <= last.until) last.units += units;
			else this.uses.push({ units, until: now + windowMs * (1 + grain) });
			this.counted += units;
		}
		if (announced?.remaining === undefined) return announced;
		this.others = {
			units: Math.max(0, announced.limit - announced.remaining - this.ratio * this.counted),
			until: now + Math.min(resetMs ?? windowMs, windowMs),
		};
		return announced;
	}

	/** Takes over a limit whose window is known. */
	private learn(units: number, announced: AnnouncedLimit, resetMs: number | undefined): void {
		const { limit, remaining, windowSeconds } = announced;
		const known = this.limit?.windowMs;
		const longest = resetMs && Math.max(resetMs, known ?? 0);
		const windowMs = windowSeconds ? windowSeconds * 1000 : (longest ?? known);
		if (limit <= 0 || !windowMs) return;
		for (const use of this.uses) use.until += windowMs - (known ?? windowMs);
		this.limit = { units: limit, windowMs };
		// The host's window holds this request at least; a host that says nothing of it counts requests.
		const charged = remaining === undefined ? 1 : limit - remaining;
		if (charged > 0 && units > 0) this.ratio = Math.min(this.ratio, charged / units);
	}

	private forget(now: number): void {
		let past = 0;
		while (past < this.uses.length && this.uses[past].until <= now)
			this.counted -= this.uses[past++].units;
		if (past) this.uses.splice(0, past);
	}
}
