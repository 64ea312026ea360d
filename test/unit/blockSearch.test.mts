/** The block of a time, found in chains of any length: exactly, and with a bounded number of requests. */
import { BlockSearch, mostProbes } from '../../nodes/shared/chains/blockSearch.ts';
import { throwDice } from '../../devnet/ids.mts';

/** A chain whose blocks have these times, and how many requests it got. */
function openChain(length: number, timeOf: (number: number) => number) {
	const chain = { asked: [] as number[], search: undefined as unknown as BlockSearch };
	const block = (number: number) => ({ number, time: timeOf(number) });
	chain.search = new BlockSearch({
		newest: () => {
			chain.asked.push(length - 1);
			return Promise.resolve({ ok: true, result: block(length - 1) });
		},
		read: (number) => {
			chain.asked.push(number);
			return Promise.resolve({ ok: true, result: block(number) });
		},
	});
	return chain;
}

test('finds what a look at each block finds, in 300 chains with several blocks a second', async () => {
	const dice = throwDice('block search');
	for (let i = 0; i < 300; i++) {
		const times = [dice.between(0, 5)];
		const length = dice.between(1, i % 3 ? 80 : 700);
		while (times.length < length) times.push(times.at(-1)! + dice.pick([0, 0, 1, 1, 2, 30]));
		const { search } = openChain(length, (number) => times[number]!);
		for (let n = 0; n < 8; n++) {
			const moment = dice.between(-2, times.at(-1)! + 3);
			const first = times.findIndex((time) => time >= moment);
			const last = times.findLastIndex((time) => time <= moment);
			const found = [await search.firstFrom(moment), await search.lastUpTo(moment)];
			expect(found).toEqual(
				[first, last].map((number) => ({ ok: true, result: number < 0 ? undefined : number })),
			);
		}
	}
});

test.each([1, 2, 33, 34, 1000, 71_000_000, 2_000_000_000])(
	'asks a chain of %d blocks at most 40 times for a time, and for none twice',
	async (length) => {
		for (const share of [0, 0.0001, 0.5, 0.93, 0.999, 0.9999999, 1]) {
			const chain = openChain(length, (number) => 1_600_000_000 + Math.floor(number / 3));
			const at = Math.floor((length - 1) * share);
			const moment = 1_600_000_000 + Math.floor(at / 3);
			const expected = Math.floor(at / 3) * 3;
			expect(await chain.search.firstFrom(moment)).toEqual({ ok: true, result: expected });
			expect(chain.asked.length).toBeLessThanOrEqual(mostProbes);
			expect(chain.search.requests).toBe(chain.asked.length);
			expect(new Set(chain.asked.slice(1)).size).toBe(chain.asked.length - 1);
		}
	},
);

test('a time of the last day takes few requests in a long chain', async () => {
	const { search, asked } = openChain(71_000_000, (number) => number);
	await search.firstFrom(71_000_000 - 43_200);
	expect(asked.length).toBeLessThanOrEqual(24);
});

test('a height beyond all chains ends in words', async () => {
	const { search } = openChain(2 ** 50, (number) => number);
	const answer = await search.firstFrom(5);
	expect(answer).toMatchObject({
		ok: false,
		failure: { message: 'The block of a time was not found in 40 requests' },
	});
});
