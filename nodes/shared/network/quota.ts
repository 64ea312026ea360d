/** A host's grant to one key in a window of time, and how much of it all runs of this process have used. */
import type { PublicLimit } from './hosts';
import type { HttpAnswer } from './transport';

/** The rate that a host grants: units in a window of seconds, and how many are left. */
export interface AnnouncedLimit {
	limit: number;
	remaining?: number;
	windowSeconds?: number;
}

type Headers = HttpAnswer['headers'];

const readHeader = (headers: Headers, name: string): string =>
	String(headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`] ?? '');

const readCount = (text: string): number | undefined =>
	/^\s*\d+/.test(text) ? parseInt(text, 10) : undefined;

/**
 * The limit that the headers of an answer announce, such as ratelimit-limit: 8000 and ratelimit-policy: 8000;w=60. Of
 * several policies (8000;w=60, 2000000;w=86400), the limit is that of the one closest to its end.
 */
function readAnnouncedLimit(headers: Headers): AnnouncedLimit | undefined {
	const limit = readCount(readHeader(headers, 'limit'));
	if (limit === undefined) return undefined;
	const remaining = readCount(readHeader(headers, 'remaining'));
	const policies = readHeader(headers, 'policy').split(',');
	const policy = policies.find((one) => readCount(one) === limit) ?? policies[0];
	const windowSeconds = readCount(/;\s*w=(\d+)/.exec(policy)?.[1] ?? '');
	return {
		limit,
		...(remaining !== undefined && { remaining }),
		...(windowSeconds !== undefined && { windowSeconds }),
	};
}

/** Larger numbers are times since 1970, not waits. */
const longestResetSeconds = 1e9;

/** Ms until the host's window ends: at least a second, because the header counts whole seconds. */
export function readResetMs(headers: Headers): number | undefined {
	const seconds = readCount(readHeader(headers, 'reset'));
	if (seconds === undefined) return undefined;
	return Math.max(1000, toWaitMs(seconds, headers));
}

/** Converts seconds from now, or since 1970, to ms from now. */
export function toWaitMs(seconds: number, headers: Headers): number {
	return seconds < longestResetSeconds ? seconds * 1000 : seconds * 1000 - nowOf(headers);
}

/** Now by the host's own clock if known, in ms since 1970. */
export const nowOf = (headers: Headers): number => Date.parse(headers.date ?? '') || Date.now();

/** Used units, as the tables count them, and until when they count. */
interface Use {
	units: number;
	until: number;
}

/** A wait is checked again after this time, because an answer may have changed the units left. */
const longestLookMs = 100;

/** Times closer than this share of a window are merged. */
const grain = 1 / 1000;

/** Most that a unit in flight is expected to cost. */
const mostFactor = 5;

/** Sums of fractions are not exact. */
const tolerance = 1e-6;

/**
 * Counts the units sent in the last window, from each answer on, so that no window of the host holds more than its
 * limit, wherever it begins and whatever the clocks say. The units that the host says are left reveal the use by
 * others. Without a known limit it counts nothing. Times are those of performance.now, which nobody sets.
 */
export class Quota {
	private limit?: { units: number; windowMs: number };
	/** Of this process, oldest first. */
	private uses: Use[] = [];
	private counted = 0;
	private inFlight = 0;
	private others: Use = { units: 0, until: 0 };
	/** The host's units for one unit of the tables. Less than 1 if the host counts requests. */
	private ratio = 1;

	constructor(published?: PublicLimit) {
		if (published) this.limit = { units: published.units, windowMs: published.seconds * 1000 };
	}

	/** 0 if these units fit, or if no room comes within `longestMs`. Otherwise the ms after which to ask again. */
	waitMs(units: number, longestMs: number): number {
		if (!this.limit) return 0;
		const now = performance.now();
		this.forget(now);
		const others = now < this.others.until ? this.others.units : 0;
		const seen = this.ratio * this.counted + others;
		// A unit in flight is assumed to cost as much as one in the window so far, with the use by others.
		const factor = Math.min(mostFactor, this.counted > 0 ? seen / this.counted : this.ratio);
		const used = seen + factor * this.inFlight;
		// A request that costs more than the whole limit goes alone.
		if (used === 0 || used + factor * units <= this.limit.units + tolerance) return 0;
		const ends = [this.uses[0]?.until, others > 0 ? this.others.until : undefined];
		const next = Math.min(...ends.map((until) => until ?? Infinity));
		// An answer to a request in flight may bring news.
		if (this.inFlight === 0 && next - now > longestMs) return 0;
		return Math.ceil(Math.min(longestLookMs, Math.max(1, next - now)));
	}

	take(units: number): void {
		this.inFlight += units;
	}

	release(units: number): void {
		this.inFlight -= units;
	}

	/** Counts a finished request, also one without a known answer. Returns the limit that the answer announces. */
	count(units: number, answer?: HttpAnswer): AnnouncedLimit | undefined {
		const now = performance.now();
		const announced = answer && readAnnouncedLimit(answer.headers);
		const resetMs = answer && readResetMs(answer.headers);
		if (announced) this.learn(units, announced, resetMs);
		if (!this.limit) return announced;
		this.forget(now);
		const { windowMs } = this.limit;
		// The host does not charge requests that it refuses for the rate.
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

	/** Takes over an announced limit if its window is known. */
	private learn(units: number, announced: AnnouncedLimit, resetMs: number | undefined): void {
		const { limit, remaining, windowSeconds } = announced;
		const known = this.limit?.windowMs;
		const longest = resetMs && Math.max(resetMs, known ?? 0);
		const windowMs = windowSeconds ? windowSeconds * 1000 : (longest ?? known);
		if (limit <= 0 || !windowMs) return;
		for (const use of this.uses) use.until += windowMs - (known ?? windowMs);
		this.limit = { units: limit, windowMs };
		// The host's window holds at least this request. A host that does not report the units left counts requests.
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
