/** The one decision about a failed request, reason by reason in order of importance. */
import type { Failure } from '../errors';
import { mayServeAlone } from './batches';
import { isUnclearLimit } from './meanings/rpcErrors';

export type Verdict =
	/** Send it again as soon as its host's gate lets it pass. */
	| 'wait'
	/** Send it again after a pause. */
	| 'retry'
	/** Send its calls again in smaller batches or alone. */
	| 'split'
	| 'fail';

export interface Attempt {
	/** True if sending it twice does no harm. */
	safe: boolean;
	isBatch: boolean;
	/** Repeats so far after temporary errors, and the most allowed. */
	repeats: number;
	mostRepeats: number;
	/** The next pause, the longest one allowed, and the time until nobody waits for the answer, in ms. */
	pauseMs: number;
	longestPauseMs: number;
	leftMs: number;
	/** True if the run waits on for a host that limits its rate. Called only for such a failure. */
	mayWait: () => boolean;
	/** True if a pause may help against an unclear limit. Called only for such a failure. */
	mayPause: () => boolean;
}

export function judgeFailure(failure: Failure, attempt: Attempt): Verdict {
	const { safe, isBatch, repeats, mostRepeats, pauseMs, longestPauseMs, leftMs } = attempt;
	// A request refused for the rate was not carried out. Any request may go again, and that costs no repeat.
	if (failure.kind === 'rate-limited') return attempt.mayWait() ? 'wait' : 'fail';
	// The calls of a failed batch may succeed alone.
	const otherwise = isBatch && mayServeAlone(failure) ? 'split' : 'fail';
	// The words say neither that waiting helps nor that asking for less does. A pause finds out.
	if (isUnclearLimit(failure)) return attempt.mayPause() && pauseMs <= leftMs ? 'retry' : otherwise;
	// It would fail again.
	if (!failure.passing || isSaidByNode(failure)) return otherwise;
	// It may have been carried out, and sending it again would do so twice.
	if (!safe) return otherwise;
	// It failed often enough.
	if (repeats >= mostRepeats) return otherwise;
	// Nobody waits that long.
	if (pauseMs > longestPauseMs) return otherwise;
	return 'retry';
}

/** True if a node said so in an answer that came through. It would say the same again. */
const isSaidByNode = ({ rpcCode, httpStatus }: Failure): boolean =>
	rpcCode !== undefined && httpStatus === undefined;
