/** The feed's ends as earlier polls saw them. They tell which positions are old enough, and which were read whole. */
import type { FeedCursor } from './cursor';
import type { Source } from './source';

type SeenEnds = NonNullable<FeedCursor['ends']>;

/** How many ends to keep for telling which positions are old enough. */
const mostEnds = 10;

/** The end at `time` or before, capped by all later ends and by the current one, `now`. All below it is old enough. */
export function settledEnd(ends: SeenEnds, time: number, now: number): number {
	const old = ends.filter(([at]) => at <= time).length;
	return old ? Math.min(now, ...ends.slice(old - 1).map(([, end]) => end)) : 0;
}

/** True if all below an end may count as read, and later as old. It may not if the block before the end is missing. */
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
