/** What to do about a request that failed: the one decision, reason by reason in the order in which they count. */
import type { Failure } from '../errors';
import { mayServeAlone } from './batches';
import { isUnclearLimit } from './meanings/rpcErrors';

export type Verdict =
	/** Send it again as soon as the gate of its host lets it pass. */
	| 'wait'
	/** Send it again after a pause. */
	| 'retry'
	/** Send its calls again in smaller batches or alone. */
	| 'split'
	| 'fail';

/** What is known of a request when it failed. */
export interface Attempt {
	/** Whether sending it twice does no harm. */
	safe: boolean;
	/** Whether it holds several calls. */
	isBatch: boolean;
	/** How often temporary errors had it sent again, and how often they may. */
	repeats: number;
	mostRepeats: number;
	/** How long the next pause is, how long it may be, and until when somebody waits for the answer, in ms. */
	pauseMs: number;
	longestPauseMs: number;
	leftMs: number;
	/** Whether the run waits on for a host that limits its rate; asked only then. */
	mayWait: () => boolean;
	/** Whether a pause may help against a limit of which it is not clear what it limits; asked only then. */
	mayPause: () => boolean;
}

export function judgeFailure(failure: Failure, attempt: Attempt): Verdict {
	const { safe, isBatch, repeats, mostRepeats, pauseMs, longestPauseMs, leftMs } = attempt;
	// What was refused for the rate was not carried out: any request may go again, and it costs no repeat.
	if (failure.kind === 'rate-limited') return attempt.mayWait() ? 'wait' : 'fail';
	// What a batch meets, its calls may not meet alone.
	const otherwise = isBatch && mayServeAlone(failure) ? 'split' : 'fail';
	// The words say neither that waiting helps nor that asking for less does: a pause finds it out.
	if (isUnclearLimit(failure)) return attempt.mayPause() && pauseMs <= leftMs ? 'retry' : otherwise;
	// It would fail again.
	if (!failure.passing || isSaidByNode(failure)) return otherwise;
	// It may have been carried out, and sending it again would do so twice.
	if (!safe) return otherwise;
	// It failed often enough.
	if (repeats >= mostRepeats) return otherwise;
	// Nobody waits so long.
	if (pauseMs > longestPauseMs) return otherwise;
	return 'retry';
}

/** Whether a node says so in an answer that came through: it would say the same again. */
const isSaidByNode = ({ rpcCode, httpStatus }: Failure): boolean =>
	rpcCode !== undefined && httpStatus === undefined;
