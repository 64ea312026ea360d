/** A feed that was not read for long, and history that is gone. */
import { mostRecords } from '../../nodes/feeds/budget';
import { makeItem } from '../../nodes/feeds/items/items';
import { pollFeed } from '../../nodes/feeds/pollFeed';
import {
	chains,
	Host,
	itemTraits,
	keysOf,
	kinds,
	ScriptedFeed,
	settingsOf,
	upwards,
	watch,
} from './feedWorld.mts';

describe('a long outage [F8]', () => {
	test.each(kinds)('drains in order, in slices, with progress in each: %s', async (kind) => {
		const { feed, host } = await watch(kind);
		const wanted = Array.from({ length: 3 * mostRecords }, (_, i) => {
			// Some stretches are dense, others are not.
			feed.time += i % 1000 < 300 ? 0.01 : 6;
			return feed.add();
		});
		feed.time += 10;
		feed.requestSeconds = 0.001;
		for (let polls = 0; host.delivered.length < wanted.length; polls++) {
			const before = host.delivered.length;
			const { next } = host.cursor!.place!;
			await host.poll();
			const slice = host.delivered.length - before;
			expect(host.cursor!.place!.next).toBeGreaterThan(next);
			expect(slice).toBeLessThanOrEqual(2 * mostRecords);
			expect(polls).toBeLessThan(200);
		}
		expect(keysOf(host.delivered)).toEqual(keysOf(wanted));
	});

	test.each(kinds)('makes progress even where the budget is spent at once: %s', async (kind) => {
		const { feed, host } = await watch(kind);
		const wanted = Array.from({ length: 400 }, () => {
			feed.time += 5;
			return feed.add();
		});
		feed.time += 10;
		host.budgetMs = 0;
		for (let polls = 0; host.delivered.length < wanted.length; polls++) {
			const { place, descent } = host.cursor!;
			await host.poll();
			const now = host.cursor!;
			// Further up, or down a list that leads to what comes next.
			if (now.place!.next === place!.next)
				expect(now.descent!.at(-1)!.pages).toBe((descent?.at(-1)!.pages ?? 0) + 1);
			else expect(now.place!.next).toBeGreaterThan(place!.next);
			expect(polls).toBeLessThan(1000);
		}
		expect(keysOf(host.delivered)).toEqual(keysOf(wanted));
	});

	describe('down a list that takes longer than a poll', () => {
		/** A list of 400 pages, each of which takes 0.3 seconds, and polls that have 20. */
		async function watchDeep(more = {}) {
			const feed = new ScriptedFeed('descending');
			const start = { at: 'time' as const, time: feed.time };
			const wanted = Array.from({ length: 4000 }, () => {
				feed.time += 60;
				return feed.add();
			});
			feed.time += 60;
			feed.requestSeconds = 0.3;
			const host = new Host(
				'durable',
				feed,
				settingsOf('descending', { start, settleSeconds: 86_400, ...more }),
			);
			let longest = 0;
			const timed = async (poll: () => Promise<void>) => {
				const began = feed.time;
				await poll();
				longest = Math.max(longest, feed.time - began);
				feed.time += 60;
			};
			await timed(async () => await host.activate());
			const poll = async () => await timed(async () => await host.poll());
			return { feed, host, wanted, poll, longest: () => longest };
		}

		test('goes on with the next poll, and what comes meanwhile comes too', async () => {
			const { feed, host, wanted, poll, longest } = await watchDeep();
			expect(host.cursor!.descent).toBeDefined();
			for (let polls = 0; polls < 40; polls++) {
				wanted.push(feed.add());
				if (polls % 5 === 0) wanted.push(feed.add(200));
				await poll();
			}
			await poll();
			expect(host.errors).toBe(0);
			expect(longest()).toBeLessThan(30);
			expect(keysOf(host.delivered).sort()).toEqual(keysOf(wanted).sort());
			expect(host.cursor!.descent).toBeUndefined();
			const { length } = feed.entries.filter(({ position }) => position <= wanted[3999]!.position);
			const positions = host.delivered.slice(0, length).map(({ position }) => position);
			expect(positions).toEqual([...positions].sort((a, b) => a - b));
		});

		test('begins anew, and reads to its end, where its page is not given again, whatever the reason', async () => {
			for (const reason of ['expired', 'failed'] as const) {
				const { feed, host, wanted, poll, longest } = await watchDeep();
				for (let polls = 0; host.delivered.length < wanted.length; polls++) {
					if (reason === 'expired') feed.expiring = host.cursor!.descent ? 1 : 0;
					else if (host.cursor!.descent) feed.failing.add(feed.requests + 2);
					await poll();
					expect(polls).toBeLessThan(20);
				}
				expect(host.errors).toBe(0);
				expect(longest()).toBeGreaterThan(60);
				expect(keysOf(host.delivered)).toEqual(keysOf(wanted));
			}
		});

		test('reads to its end where the token of a page is too long to be kept', async () => {
			const feed = new ScriptedFeed('descending');
			const { readList } = feed;
			const long = 'x'.repeat(400);
			feed.readList = async (range, token) => {
				const page = await readList.call(feed, range, token?.slice(long.length));
				if (page.ok && page.result.next) page.result.next = long + page.result.next;
				return page;
			};
			const host = new Host('memory', feed, settingsOf('descending'));
			await host.activate();
			const wanted = Array.from({ length: 60 }, () => {
				feed.time += 5;
				return feed.add();
			});
			host.budgetMs = 0;
			await host.poll();
			expect(keysOf(host.delivered)).toEqual(keysOf(wanted));
		});

		test('redelivers in one poll', async () => {
			const { feed, host } = await watch('descending', 'memory', { redeliver: true });
			const { key } = feed.add();
			feed.time += 60;
			await host.poll();
			const wanted = Array.from({ length: 100 }, () => {
				feed.time += 5;
				return feed.add();
			});
			host.budgetMs = 0;
			await host.poll();
			expect(host.cursor!.descent).toBeDefined();
			await host.activate();
			expect(keysOf(host.delivered)).toEqual([key, key, ...keysOf(wanted)]);
		});
	});

	test.each(chains)('asks for a bounded number of pages a poll: %s', async (kind) => {
		const { feed, host } = await watch(kind);
		for (let i = 0; i < 3000; i++) {
			feed.time += 20;
			feed.add();
		}
		feed.requestSeconds = 0;
		const before = feed.requests;
		await host.poll();
		expect(feed.requests - before).toBeLessThanOrEqual(50);
		expect(host.delivered.length).toBeGreaterThan(0);
	});

	test.each(['ranged', 'ascending'] as const)(
		'a poll that has no time left does not ask how old the rest is: %s [F27]',
		async (kind) => {
			const counts: number[] = [];
			for (const behindSeconds of [undefined, 60]) {
				const { feed, host } = await watch(kind, 'memory', { behindSeconds });
				for (let i = 0; i < 3000; i++) {
					feed.time += 20;
					feed.add();
				}
				// The last request ends long after n8n's time for the poll.
				feed.requestSeconds = 15;
				const before = feed.requests;
				await host.poll();
				counts.push(feed.requests - before);
				expect(host.notices).toEqual([]);
				expect(host.cursor!.place!.next).toBeLessThan(feed.end);
			}
			expect(counts[1]).toBe(counts[0]);
		},
	);

	test.each(kinds)(
		'a poll that n8n forgets says the same again, with the same ID: %s [F27]',
		async (kind) => {
			const { feed, host } = await watch(kind, 'memory', { behindSeconds: 60 });
			for (let i = 0; i < 3000; i++) {
				feed.time += 20;
				feed.add();
			}
			const { cursor, source } = { cursor: host.cursor, source: feed.source };
			const ids: unknown[] = [];
			for (const budgetMs of [20_000, 8000]) {
				feed.time += 60;
				const clock = { now: () => feed.time * 1000, budgetMs };
				const answer = await pollFeed(cursor, { source, settings: host.settings }, clock);
				if (answer.ok) ids.push(answer.result.notices.map(({ notice, id }) => [notice, id]));
			}
			expect(ids[0]).toEqual([['behind', expect.any(Number)]]);
			expect(ids[1]).toEqual(ids[0]);
		},
	);

	test('of a single position with thousands of records', async () => {
		const { feed, host } = await watch('ranged');
		const wanted = Array.from({ length: 2500 }, () => feed.add());
		feed.time += 60;
		feed.requestSeconds = 0;
		for (let i = 0; i < 5; i++) await host.poll();
		expect(keysOf(host.delivered).sort()).toEqual(keysOf(wanted).sort());
	});
});

test.each(kinds)('history that is gone is one gap item: %s [F9]', async (kind) => {
	const { feed, host } = await watch(kind);
	const { next } = host.cursor!.place!;
	for (let i = 0; i < 30; i++) {
		feed.time += 20;
		feed.add();
	}
	feed.time += 20;
	feed.goneTo = feed.position;
	const kept = feed.add();
	feed.time += 60;
	await host.poll();
	await host.poll();
	const reason = kind === 'logs' ? 'the node does not have these blocks' : 'pruned';
	if (kind === 'descending') expect(host.gaps.length).toBeLessThanOrEqual(1);
	expect(host.gaps).toEqual([
		{ from: upwards.includes(kind) ? next : expect.any(Number), to: feed.goneTo, reason },
	]);
	expect(keysOf(host.delivered)).toEqual([kept.key]);
	const item = makeItem(host.gaps[0]!, { feed: host.settings, ...itemTraits }, 0);
	expect(item).toMatchObject({
		event: 'gap',
		to: feed.goneTo,
		reason,
		eventId: expect.stringMatching(/^gap-/),
	});
});

test('each hole is a gap of its own, in its place among what can be read [F9]', async () => {
	const { feed, host } = await watch('ascending');
	const { floor } = host.cursor!.place!;
	for (let i = 0; i < 200; i++) {
		feed.time += 2;
		feed.add();
	}
	feed.time += 2;
	const holes = [
		{ from: floor + 45, to: floor + 46 },
		{ from: floor + 60, to: floor + 70 },
		{ from: floor + 150, to: floor + 190 },
	];
	feed.holes.push(...holes);
	await host.poll();
	expect(host.gaps.map(({ from, to }) => ({ from, to }))).toEqual(holes);
	expect(keysOf(host.delivered)).toEqual(
		keysOf(feed.shown.filter(({ position }) => position >= floor)),
	);
	const positions = host.emitted.map((emitted) =>
		'from' in emitted ? emitted.from : emitted.position,
	);
	expect(positions).toEqual([...positions].sort((a, b) => a - b));
});

test.each(chains)(
	'a chain that ends far before the cursor is an error, not silence: %s [F9]',
	async (kind) => {
		const { feed, host } = await watch(kind);
		const before = JSON.stringify(host.cursor);
		const { readEnd } = feed;
		feed.readEnd = async () => ({ ok: true, result: { end: 5 } });
		feed.add();
		await host.poll();
		expect(host.errors).toBe(1);
		expect(JSON.stringify(host.cursor)).toBe(before);
		feed.readEnd = readEnd;
		feed.time += 60;
		await host.poll();
		expect(host.delivered).toHaveLength(1);
	},
);
