/** Finds the first position of a time. */
import { halve } from '../shared/chains/blockSearch';
import type { Answer } from '../shared/errors';

/**
 * The first position whose records are of this time or later, or `end` if none is. `timeAt` tells the time of the
 * newest record at or before a position, undefined if there is none.
 */
export const seek = async (
	time: number,
	end: number,
	timeAt: (position: number) => Promise<Answer<number | undefined>>,
): Promise<Answer<number>> => {
	const isThen = async (position: number): Promise<Answer<boolean>> => {
		const answer = await timeAt(position);
		return answer.ok
			? { ok: true, result: answer.result !== undefined && answer.result >= time }
			: answer;
	};
	if (end === 0) return { ok: true, result: 0 };
	// Checks the newest first, because a start in the future is looked for in every poll.
	const newest = await isThen(end - 1);
	if (!newest.ok) return newest;
	return newest.result ? await halve(-1, end - 1, isThen) : { ok: true, result: end };
};
