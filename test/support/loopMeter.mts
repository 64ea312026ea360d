/**
 * The longest stretch of processor time between two turns of the event loop: for how long n8n serves nobody else. A
 * figure for a report, and no bound of a test. It holds the parsing of large answers, the collection of garbage and
 * n8n's own copying.
 */
export interface LoopMeter {
	/** In ms, of this thread alone. */
	readonly longestMs: number;
	/** The longest time that a turn had to wait for a processor, in ms: other processes had them. */
	readonly longestWaitMs: number;
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
	let [longest, longestWait, isOver] = [0, 0, false];
	let before = process.threadCpuUsage();
	let readAt = process.hrtime.bigint();
	const read = (): void => {
		const { user, system } = process.threadCpuUsage(before);
		const [workedMs, now] = [(user + system) / 1000, process.hrtime.bigint()];
		longest = Math.max(longest, workedMs);
		longestWait = Math.max(longestWait, Number(now - readAt) / 1e6 - workedMs);
		before = process.threadCpuUsage();
		readAt = now;
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
		get longestWaitMs() {
			read();
			return longestWait;
		},
		reset() {
			[longest, longestWait] = [0, 0];
			before = process.threadCpuUsage();
			readAt = process.hrtime.bigint();
		},
		stop() {
			isOver = true;
		},
	};
}
