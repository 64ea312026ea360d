/**
 * The longest stretch of processor time between two turns of the event loop: for how long n8n serves nobody else. A
 * figure for a report, and no bound of a test. It holds the parsing of large answers, the collection of garbage and
 * n8n's own copying.
 */
export interface LoopMeter {
	/** In ms, of this thread alone. */
	readonly longestMs: number;
	/** Begins anew. */
	reset(): void;
	stop(): void;
}

/** Clocks of tests stand still; this one goes on. */
const realSetTimeout = setTimeout;

/**
 * Looks at the processor's time in each turn in which a millisecond has passed, so that it costs next to nothing itself. A
 * stretch may hold the turns of one millisecond more.
 */
export function meterLoop(): LoopMeter {
	let [longest, isOver] = [0, false];
	let before = process.threadCpuUsage();
	const read = (): void => {
		const { user, system } = process.threadCpuUsage(before);
		longest = Math.max(longest, (user + system) / 1000);
		before = process.threadCpuUsage();
	};
	const turn = (): void => {
		read();
		if (!isOver) realSetTimeout(turn, 1).unref();
	};
	turn();
	return {
		get longestMs() {
			read();
			return longest;
		},
		reset() {
			longest = 0;
			before = process.threadCpuUsage();
		},
		stop() {
			isOver = true;
		},
	};
}
