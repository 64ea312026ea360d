/** Ends of a feed as earlier polls saw them, which say what lies below them: what is old enough, and what was read whole. */
import type { FeedCursor } from './cursor';
import type { Source } from './source';

type SeenEnds = NonNullable<FeedCursor['ends']>;

/** How many ends are kept, to know which positions are old enough. */
const mostEnds = 10;

/** The end that the feed had at this time or before, as far as all later ones confirm it; what is below it is old enough. */
export function settledEnd(ends: SeenEnds, time: number, now: number): number {
	const old = ends.filter(([at]) => at <= time).length;
	return old ? Math.min(now, ...ends.slice(old - 1).map(([, end]) => end)) : 0;
}

/** Whether what lies below an end may count as read, and as old later on: not where the block before it is not there. */
export async function isEndConfirmed(
	ends: SeenEnds,
	end: number,
	source: Source,
): Promise<boolean> {
	const isKnown = end === 0 || ends.some(([, before]) => before >= end);
	if (isKnown || source.positions === 'seconds' || !source.hasEnd) return true;
	const answer = await source.hasEnd(end);
	return answer.ok && answer.result;
}

/** Keeps the newest end that is old enough and a few younger ones. */
export function addEnd(ends: SeenEnds, at: number, end: number, settleSeconds: number) {
	const old = ends.filter(([then]) => then <= at - settleSeconds);
	const young = ends.filter(([then]) => then > at - settleSeconds && then <= at);
	const isAdded =
		young.length > 0 && at - young[young.length - 1][0] < settleSeconds / (mostEnds - 2);
	return [...old.slice(-1), ...young, ...(isAdded ? [] : [[at, end] as [number, number]])].slice(
		-mostEnds,
	);
}
