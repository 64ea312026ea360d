/** How long to wait before trying again, and the waiting itself. */
import { sleep } from 'n8n-workflow';
import { hourMs } from '../values/timeUnits';

/** The longest time a timer takes. A longer one would ring at once. */
export const longestTimerMs = 2 ** 31 - 1;

const firstBackoffMs = 500;
const longestBackoffMs = 10_000;

/** The wait in ms after the nth failure in a row. */
export const backoffOf = (nth: number): number =>
	Math.min(firstBackoffMs * 2 ** (nth - 1), longestBackoffMs);

/** The longest time to heed a host's demand before asking it again. */
const longestDemandMs = hourMs;

/** How much of the wait that a host asks for is heeded. It may name years. */
export const heededMs = (retryAfterMs = 0): number => Math.min(retryAfterMs, longestDemandMs);

/** Waits. False if one of the signals ended it. */
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

/** A timer rings even if it is no longer needed, so none is longer than this. */
const longestAlarmMs = 1000;

/** Rings at a time by performance.now, or after a second if that is sooner. Setting a later time changes nothing. */
export class Alarm {
	private ringsAt = Infinity;

	constructor(private readonly ring: () => void) {}

	set(time: number): void {
		const now = performance.now();
		const at = Math.min(Math.max(now, time), now + longestAlarmMs);
		if (at >= this.ringsAt) return;
		this.ringsAt = at;
		void sleep(Math.ceil(at - now)).then(() => {
			// An earlier time was set meanwhile, and it rang.
			if (this.ringsAt !== at) return;
			this.ringsAt = Infinity;
			this.ring();
		});
	}
}
