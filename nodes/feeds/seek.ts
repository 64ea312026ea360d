import type { Answer } from '../shared/errors';

/** The first position that is above something, found by halving: `below` is known not to be, `above` to be. */
export async function halve(
	below: number,
	above: number,
	isAbove: (position: number) => Promise<Answer<boolean>>,
): Promise<Answer<number>> {
	while (above - below > 1) {
		const middle = Math.floor((below + above) / 2);
		const answer = await isAbove(middle);
		if (!answer.ok) return answer;
		if (answer.result) above = middle;
		else below = middle;
	}
	return { ok: true, result: above };
}

/**
 * The first position whose records are of this time or later. `timeAt` tells the time of the newest record at a
 * position or before it, undefined where there is none.
 * `end` where none is so late.
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
	// The newest first: a start that is to come is looked for with each poll.
	const newest = await isThen(end - 1);
	if (!newest.ok) return newest;
	return newest.result ? await halve(-1, end - 1, isThen) : { ok: true, result: end };
};
