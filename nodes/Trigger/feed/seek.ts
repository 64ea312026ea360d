import type { Answer } from '../../shared/errors';

/**
 * The first position whose records are of this time or later, found by halving. `timeAt` tells the time of the
 * newest record at a position or before it, undefined where there is none.
 */
export async function seek(
	time: number,
	end: number,
	timeAt: (position: number) => Promise<Answer<number | undefined>>,
): Promise<Answer<number>> {
	let [low, high] = [0, end];
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		const answer = await timeAt(middle);
		if (!answer.ok) return answer;
		if (answer.result === undefined || answer.result < time) low = middle + 1;
		else high = middle;
	}
	return { ok: true, result: low };
}
