/** How much is worked in one turn of the event loop, counted in units of work. */
import { countWork, inPieces, isPauseDue, workOfTurn } from '../../nodes/shared/pace';

const units = 10;

/** Work of many units that pauses where one is due, as decoding does; `tell` hears of each unit. */
function* work(total: number, tell: () => void): Generator<void, number> {
	for (let done = 0; done < total; done += units) {
		if (isPauseDue()) yield;
		countWork(units);
		tell();
	}
	return total;
}

/** The most that is done between two turns of the event loop. */
async function mostAtOnce(sizes: number[]): Promise<number> {
	let [most, now, isOver] = [0, 0, false];
	// Timers of one length run in their order, so that a tick comes between two pauses on any machine.
	const tick = (): void => {
		now = 0;
		if (!isOver) setTimeout(tick, 0);
	};
	setTimeout(tick, 0);
	const tell = () => {
		now += units;
		most = Math.max(most, now);
	};
	expect(await Promise.all(sizes.map(async (size) => await inPieces(work(size, tell))))).toEqual(
		sizes,
	);
	isOver = true;
	return most;
}

test.each([
	['one long work', [workOfTurn * 20]],
	['several at the same time', Array(8).fill(workOfTurn * 3)],
	['a thousand small ones', Array(1_000).fill(workOfTurn / 50)],
])('%s does no more in a turn than is allowed', async (_what, sizes) => {
	// What began before may have used its turn's share in part only.
	expect(await mostAtOnce(sizes)).toBeLessThanOrEqual(workOfTurn + units);
});
