import { longestTimerMs } from '../shared/network/pauses';

/** Waits, without keeping the process alive; false when one of the signals ended it. */
export async function pauseFor(ms: number, ...ended: AbortSignal[]): Promise<boolean> {
	await new Bell().wait(ended, ms);
	return !ended.some(({ aborted }) => aborted);
}

/** Wakes who waits: when it rings, after a time, or when a signal ends the waiting. */
export class Bell {
	private isRung = false;
	private wake: (() => void) | undefined;

	/** A ring that nobody waits for ends the next wait. */
	ring(): void {
		this.isRung = true;
		this.wake?.();
	}

	/** Whether it rang; one waits at a time. */
	async wait(ended: AbortSignal[], ms?: number): Promise<boolean> {
		if (!this.isRung && !ended.some(({ aborted }) => aborted)) {
			const signals = ms === undefined ? ended : [...ended, timeout(ms)];
			await new Promise<void>((resolve) => {
				this.wake = () => {
					for (const signal of signals) signal.removeEventListener('abort', this.wake!);
					resolve();
				};
				for (const signal of signals) signal.addEventListener('abort', this.wake);
			});
			this.wake = undefined;
		}
		const { isRung } = this;
		this.isRung = false;
		return isRung;
	}
}

const timeout = (ms: number): AbortSignal =>
	AbortSignal.timeout(Math.min(Math.max(0, Math.ceil(ms)), longestTimerMs));
