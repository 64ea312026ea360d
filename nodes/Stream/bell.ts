import { longestTimerMs } from '../shared/network/pauses';

/** Waits without keeping the process alive. False if one of the signals ended the wait. */
export async function pauseFor(ms: number, ...ended: AbortSignal[]): Promise<boolean> {
	await new Bell().wait(ended, ms);
	return !ended.some(({ aborted }) => aborted);
}

export class Bell {
	private isRung = false;
	private wake: (() => void) | undefined;

	/** Without a waiting caller, a ring ends the next wait. */
	ring(): void {
		this.isRung = true;
		this.wake?.();
	}

	/** True if it rang. Only one caller may wait at a time. */
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
