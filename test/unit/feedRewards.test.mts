/** Each reward comes once, whatever the validation behind it does. */
import type { IDataObject } from 'n8n-workflow';
import { identify } from '../../nodes/Data/rewards';
import { openRewards } from '../../nodes/feeds/rewards/source';
import type { RewardSettings } from '../../nodes/feeds/rewards/settings';
import type { FeedCursor } from '../../nodes/feeds/cursor';
import { pollStored } from '../../nodes/Trigger/feed/poll';
import type { Stored } from '../../nodes/feeds/stored';
import type { FeedSettings } from '../../nodes/feeds/feedSettings';
import { fail } from '../../nodes/shared/errors';
import { settingsOf } from './feedWorld.mts';

const day = 86_400;
const start = 1_790_000_000;

/** A reward of the cycle of an auto-renewed validation: its staking transaction and output stay. */
const rewardOf = (cycle: number, changes: IDataObject = {}): IDataObject => ({
	txHash: 'the staking transaction',
	nodeId: 'NodeID-a',
	rewardType: 'VALIDATOR',
	startTimestamp: start,
	endTimestamp: start + cycle * 14 * day,
	utxoId: 'the same output',
	outputIndex: 2,
	rewardTxHash: `reward of cycle ${cycle}`,
	reward: { amount: '1000000000', denomination: 9 },
	...changes,
});

/** Polls of a list that grows by these rewards, one a poll; what each emits. */
async function watch(
	rewards: IDataObject[][],
	more: Partial<FeedSettings> = {},
	failing?: number,
): Promise<string[][]> {
	const settings = {
		feed: settingsOf('descending', more),
		values: {},
		isSimple: true,
		scope: 'scope',
	} as RewardSettings;
	const stored: Stored<FeedCursor> = {};
	let list: IDataObject[] = [];
	const emitted: string[][] = [];
	for (const [i, more] of rewards.entries()) {
		list = [...more, ...list].sort((a, b) => Number(b.endTimestamp) - Number(a.endTimestamp));
		const rest = async () =>
			i === failing
				? fail('rate-limited', 'Too many requests', { passing: true })
				: { ok: true as const, result: { historicalRewards: structuredClone(list) } };
		const clock = { now: () => (start + (i + 1) * 14 * day) * 1000, budgetMs: 10_000 };
		const answer = await pollStored(
			stored,
			{ source: openRewards({ rest }, settings), settings: settings.feed },
			clock,
			{
				mayPass: false,
			},
		);
		if (!answer.ok) throw new Error(answer.failure.message);
		emitted.push(
			answer.result.map((emitted) =>
				'json' in emitted ? String(emitted.json.rewardTxHash) : 'gap',
			),
		);
	}
	return emitted;
}

test.each<[string, Partial<FeedSettings>, number | undefined]>([
	['at a time', { start: { at: 'time', time: start + 5 * day } }, undefined],
	['after a first poll that could not read', {}, 0],
])(
	'a watch that begins %s, long after the newest reward, waits for the next [F4]',
	async (_how, more, failing) => {
		expect(await watch([[rewardOf(0)], [], [], [rewardOf(2)], []], more, failing)).toEqual([
			[],
			[],
			[],
			['reward of cycle 2'],
			[],
		]);
	},
);

test('each cycle of an auto-renewed validation is a reward of its own [R1]', async () => {
	expect(await watch([[rewardOf(0)], [rewardOf(1)], [], [rewardOf(2)]])).toEqual([
		[],
		['reward of cycle 1'],
		[],
		['reward of cycle 2'],
	]);
});

test('the reward of a validator and its fee, paid by one transaction, are two [R1]', async () => {
	const fee = rewardOf(1, {
		rewardType: 'VALIDATOR_FEE',
		utxoId: 'another output',
		outputIndex: 3,
	});
	expect(await watch([[rewardOf(0)], [rewardOf(1), fee], []])).toEqual([
		[],
		['reward of cycle 1', 'reward of cycle 1'],
		[],
	]);
});

test('a reward that gets its price, or a corrected time, is no new one [R1]', () => {
	const priced = {
		...rewardOf(1),
		reward: { amount: '1000000000', historicalPrice: { value: 20 } },
	};
	expect(identify(priced)).toBe(identify(rewardOf(1)));
	expect(identify(rewardOf(1, { endTimestamp: start + 1 }))).toBe(identify(rewardOf(1)));
	expect(identify(rewardOf(1, { outputIndex: '2' }))).toBe(identify(rewardOf(1)));
});

test('without the transaction that paid it, its time tells a cycle [R1]', () => {
	const unnamed = { rewardTxHash: undefined };
	expect(identify(rewardOf(1, unnamed))).not.toBe(identify(rewardOf(2, unnamed)));
	expect(identify(rewardOf(1, unnamed))).toBe(identify(rewardOf(1, unnamed)));
});

describe('more than 500 pages of rewards lie above the place', () => {
	const pageSize = 10;
	/** A service with one reward a second, so many in all, that counts the pages it gives. */
	function openMany(count: () => number, settleSeconds = 0, minimumAmount?: string) {
		let pages = 0;
		const rest = async ({ query }: { query?: Record<string, unknown> }) => {
			pages++;
			const newest = Number(query?.pageToken ?? count());
			const cycles = Array.from({ length: Math.min(pageSize, newest) }, (_, i) => newest - 1 - i);
			const historicalRewards = cycles.map((n) => rewardOf(n, { endTimestamp: start + n }));
			const next = newest - pageSize;
			return {
				ok: true as const,
				result: { historicalRewards, ...(next > 0 && { nextPageToken: String(next) }) },
			};
		};
		const feed = settingsOf('descending', { settleSeconds });
		const settings = {
			feed,
			values: {},
			isSimple: true,
			scope: 'scope',
			minimumAmount,
		} as RewardSettings;
		const stored: Stored<FeedCursor> = {};
		return async (budgetMs = 10_000) => {
			pages = 0;
			const clock = { now: () => (start + count()) * 1000, budgetMs };
			const answer = await pollStored(
				stored,
				{ source: openRewards({ rest }, settings), settings: feed },
				clock,
				{
					mayPass: false,
				},
			);
			if (!answer.ok) throw new Error(answer.failure.message);
			const emitted = answer.result.map((emitted) =>
				'position' in emitted ? emitted.position - start : emitted,
			);
			return { emitted, pages };
		};
	}

	test('what is not reached is one gap item; the rest drains in order, a thousand a poll [F8, F9]', async () => {
		let count = 100;
		const poll = openMany(() => count);
		expect((await poll()).emitted).toEqual([]);
		count = 6100;
		const emitted: unknown[] = [];
		for (let polls = 0; polls < 8; polls++) {
			const polled = await poll();
			expect(polled.emitted.length).toBeLessThanOrEqual(1001);
			expect(polled.pages).toBeLessThanOrEqual(501);
			emitted.push(...polled.emitted);
		}
		// Of 6,000 new ones, 500 pages of 10 reach down to 5,000 of them, and the lowest may go on.
		const lowest = 6100 - 500 * pageSize;
		expect(emitted[0]).toEqual({
			from: start + 100,
			to: start + lowest + 1,
			reason: expect.stringContaining('more than 500 pages'),
		});
		expect(emitted.slice(1)).toEqual(
			Array.from({ length: 6100 - lowest - 1 }, (_, i) => lowest + 1 + i),
		);
	});

	test('it is one gap item, however often its end is read again, and however few are wanted [F9]', async () => {
		let count = 100;
		const poll = openMany(() => count, 86_400, '2');
		await poll();
		count = 6100;
		const emitted: unknown[] = [];
		for (let polls = 0; polls < 4; polls++) emitted.push(...(await poll()).emitted);
		expect(emitted).toEqual([expect.objectContaining({ from: start + 99, to: start + 1101 })]);
	});

	test('polls that have no time for it go down page by page, while more comes [F8]', async () => {
		let count = 100;
		const poll = openMany(() => count);
		await poll();
		count = 350;
		const emitted: unknown[] = [];
		for (let polls = 0; emitted.length < 500; polls++) {
			if (count < 600) count += 10;
			const polled = await poll(0);
			expect(polled.pages).toBeLessThanOrEqual(4);
			expect(polls).toBeLessThan(500);
			emitted.push(...polled.emitted);
		}
		expect(emitted).toEqual(Array.from({ length: 500 }, (_, i) => 100 + i));
	});

	test('fewer pages are read to their end, and nothing is a gap [F8]', async () => {
		let count = 100;
		const poll = openMany(() => count);
		await poll();
		count = 5000;
		const emitted: unknown[] = [];
		for (let polls = 0; polls < 7; polls++) emitted.push(...(await poll()).emitted);
		expect(emitted).toEqual(Array.from({ length: 4900 }, (_, i) => 100 + i));
	});
});
