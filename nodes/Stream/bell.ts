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
	async wait(ended: AbortSignal, ms?: number): Promise<boolean> {
		if (!this.isRung && !ended.aborted) {
			const signals = ms === undefined ? [ended] : [ended, AbortSignal.timeout(ms)];
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
