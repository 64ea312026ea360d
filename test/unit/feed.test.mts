/** What the feeds promise, each by its number in docs/guarantees.md, over a scripted world and hosts that crash. */
import { readFileSync } from 'node:fs';
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import {
	fitDescent,
	mostSeen,
	packSeen,
	unpackSeen,
	type FeedCursor,
} from '../../nodes/Trigger/feed/cursor';
import { mostRecords } from '../../nodes/Trigger/feed/budget';
import { pollFeed } from '../../nodes/Trigger/feed/pollFeed';
import { makeItem } from '../../nodes/Trigger/feed/items';
import { transactionProperties } from '../../nodes/Trigger/transactions/settings';
import { Host, ScriptedFeed, settingsOf, type Kind } from './feedWorld.mts';

const kinds: Kind[] = ['ranged', 'descending', 'ascending'];
const lists: Kind[] = ['ranged', 'descending'];
const chains: Kind[] = ['ranged', 'ascending'];
const keysOf = (list: Array<{ key: string }>) => list.map(({ key }) => key);

/** A watch of a feed that held something before, activated. */
async function watch(kind: Kind, engine: 'memory' | 'durable' = 'memory', more = {}) {
	const feed = new ScriptedFeed(kind);
	for (let i = 0; i < 25; i++) {
		feed.time += 10;
		feed.add();
	}
	feed.time += 10;
	const host = new Host(engine, feed, settingsOf(kind, more));
	await host.activate();
	feed.time += 60;
	return { feed, host };
}

describe.each(kinds)('P1 at least once across a crash, of a feed that is %s', (kind) => {
	test('comes again after a crash before the execution, where redelivery is on', async () => {
		const { feed, host } = await watch(kind, 'memory', { redeliver: true });
		const wanted = [feed.add(), feed.add()];
		feed.time += 60;
		await host.poll('before the execution');
		expect(host.delivered).toEqual([]);
		await host.activate();
		expect(keysOf(host.delivered).sort()).toEqual(keysOf(wanted));
	});

	test('comes with the same eventIds, once for each activation and with what is new', async () => {
		const { feed, host } = await watch(kind, 'memory', { redeliver: true });
		feed.add();
		feed.time += 60;
		await host.poll();
		await host.poll();
		feed.add();
		await host.activate();
		await host.poll();
		feed.time += 60;
		await host.poll();
		const ids = host.delivered.map(
			(record) => makeItem(record, host.settings, 'scope', feed.time).eventId,
		);
		expect(ids).toHaveLength(3);
		expect(ids[1]).toBe(ids[0]);
		expect(new Set(ids).size).toBe(2);
	});

	test('comes at most once where it is off', async () => {
		const { feed, host } = await watch(kind);
		feed.add();
		feed.time += 60;
		await host.poll('before the execution');
		await host.activate();
		feed.time += 60;
		await host.poll();
		expect(host.delivered).toEqual([]);
		expect(host.lost).toHaveLength(1);
	});
});

test.each(kinds)('P2 exactly once with durable cursors, wherever n8n crashes: %s', async (kind) => {
	const { feed, host } = await watch(kind, 'durable');
	const wanted = [];
	for (const crash of ['before storing', 'before the execution', 'after it', undefined] as const) {
		wanted.push(feed.add(), feed.add());
		feed.time += 60;
		await host.poll(crash);
		await host.activate();
	}
	feed.time += 700;
	await host.poll();
	expect(keysOf(host.delivered).sort()).toEqual(keysOf(wanted).sort());
});

describe('P3 no duplicate', () => {
	test.each(lists)('with shuffled and overlapping pages and equal positions: %s', async (kind) => {
		const { feed, host } = await watch(kind);
		const wanted = Array.from({ length: 95 }, (_, i) => {
			if (i % 20 === 0) feed.time += 7;
			return feed.add();
		});
		feed.time += 30;
		for (let i = 0; i < 4; i++) {
			await host.poll();
			feed.time += 60;
		}
		expect(keysOf(host.delivered).sort()).toEqual(keysOf(wanted).sort());
		const positions = host.delivered.map(({ position }) => position);
		expect(positions).toEqual([...positions].sort((a, b) => a - b));
	});

	test.each(lists)('with a page token that expires midway: %s', async (kind) => {
		const { feed, host } = await watch(kind);
		const wanted = Array.from({ length: 55 }, () => feed.add());
		feed.time += 60;
		feed.expiring = 1;
		await host.poll();
		expect(feed.expiring).toBe(0);
		expect(host.errors).toBe(0);
		expect(keysOf(host.delivered).sort()).toEqual(keysOf(wanted).sort());
		await host.poll();
		expect(host.delivered).toHaveLength(55);
	});

	test.each(lists)(
		'tokens that keep expiring are an error, and nothing moves: %s',
		async (kind) => {
			const { feed, host } = await watch(kind);
			for (let i = 0; i < 55; i++) feed.add();
			feed.time += 60;
			feed.expiring = 2;
			await host.poll();
			expect(host.errors).toBe(1);
			await host.poll();
			expect(host.delivered).toHaveLength(55);
		},
	);

	test('a page token that repeats is an error, not an endless loop', async () => {
		const { feed, host } = await watch('ranged');
		feed.readList = async () => ({ ok: true, result: { records: [], next: 'again' } });
		await host.poll();
		expect(host.errors).toBe(1);
	});
});

describe('P4 the beginning', () => {
	test.each(kinds)('emits nothing old, and everything later: %s', async (kind) => {
		const { feed, host } = await watch(kind);
		expect(host.delivered).toEqual([]);
		const wanted = feed.add();
		feed.time += 60;
		await host.poll();
		expect(keysOf(host.delivered)).toEqual([wanted.key]);
	});

	test.each(lists)('what comes to the newest position after it is new: %s', async (kind) => {
		const { feed, host } = await watch(kind);
		const [end] = host.cursor!.ends!.at(-1)!.slice(1);
		const wanted = feed.add(0, end! - 1);
		await host.poll();
		expect(keysOf(host.delivered)).toEqual([wanted.key]);
	});

	test.each(kinds)('of a feed that is empty: %s', async (kind) => {
		const feed = new ScriptedFeed(kind);
		const host = new Host('memory', feed, settingsOf(kind));
		await host.activate();
		const wanted = feed.add();
		feed.time += 60;
		await host.poll();
		expect(keysOf(host.delivered)).toEqual([wanted.key]);
	});

	test.each(kinds)('at a position or a time that the user gave: %s', async (kind) => {
		for (const at of ['position', 'time'] as const) {
			const feed = new ScriptedFeed(kind);
			feed.add();
			feed.time += 100;
			const start =
				at === 'time' ? { at, time: Math.floor(feed.time) } : { at, position: feed.position };
			const wanted = [feed.add()];
			feed.time += 100;
			wanted.push(feed.add());
			feed.time += 2;
			const host = new Host('memory', feed, settingsOf(kind, { start }));
			await host.activate();
			expect(keysOf(host.delivered)).toEqual(keysOf(wanted));
		}
	});

	test.each(kinds)('at a position or a time that is far ahead: %s', async (kind) => {
		for (const at of ['position', 'time'] as const) {
			const feed = new ScriptedFeed(kind);
			feed.add();
			feed.time += 100;
			const [time, position] = [Math.floor(feed.time) + 4000, feed.position + 4000];
			const start = at === 'time' ? { at, time } : { at, position };
			const host = new Host('memory', feed, settingsOf(kind, { start }));
			await host.activate();
			// What comes before it is not told, and no poll fails.
			feed.time += 10;
			feed.add();
			for (let i = 0; i < 3; i++) {
				feed.time += 60;
				await host.poll();
			}
			feed.time += 8000;
			const wanted = feed.add();
			feed.time += 60;
			await host.poll();
			expect(host.errors).toBe(0);
			expect(keysOf(host.delivered)).toEqual([wanted.key]);
		}
	});

	test.each(kinds)(
		'an activation that goes on, but cannot read, moves nothing: %s',
		async (kind) => {
			for (const engine of ['memory', 'durable'] as const) {
				const { feed, host } = await watch(kind, engine);
				const before = JSON.stringify(host.cursor);
				const wanted = feed.add();
				feed.time += 60;
				feed.failing.add(feed.requests + 1);
				await host.activate();
				expect(host.errors).toBe(0);
				expect(JSON.stringify(host.cursor)).toBe(before);
				feed.failing.add(feed.requests + 1);
				await host.poll();
				expect(host.errors).toBe(1);
				await host.poll();
				expect(keysOf(host.delivered)).toEqual([wanted.key]);
			}
		},
	);

	test('redelivers after an activation that could not read', async () => {
		const { feed, host } = await watch('ranged', 'memory', { redeliver: true });
		const wanted = feed.add();
		feed.time += 60;
		await host.poll('before the execution');
		feed.failing.add(feed.requests + 1);
		await host.activate();
		expect(host.delivered).toEqual([]);
		await host.poll();
		expect(keysOf(host.delivered)).toEqual([wanted.key]);
	});

	test.each(kinds)('a second activation loses nothing of the time between: %s', async (kind) => {
		const { feed, host } = await watch(kind);
		const wanted = feed.add();
		feed.time += 5000;
		await host.activate();
		expect(keysOf(host.delivered)).toEqual([wanted.key]);
	});

	test.each(kinds)(
		'an activation that cannot read begins where it was published: %s',
		async (kind) => {
			const feed = new ScriptedFeed(kind);
			feed.add();
			feed.time += 100;
			const host = new Host('memory', feed, settingsOf(kind));
			feed.failing.add(1);
			await host.activate();
			expect(host.errors).toBe(0);
			feed.time += 30;
			const wanted = feed.add();
			feed.time += 60;
			await host.activate();
			expect(keysOf(host.delivered)).toEqual([wanted.key]);
		},
	);

	test.each(kinds)(
		'a start by expression is what it was when the watch was published: %s',
		async (kind) => {
			const feed = new ScriptedFeed(kind);
			feed.add();
			feed.time += 100;
			const wanted = [feed.add()];
			feed.time += 50;
			const settings = settingsOf(kind);
			const host = new Host('memory', feed, settings);
			const evaluate = () => (settings.start = { at: 'time', time: feed.time - 80 });
			evaluate();
			feed.failing.add(1);
			await host.activate();
			feed.time += 30;
			wanted.push(feed.add());
			feed.time += 600;
			evaluate();
			await host.activate();
			await host.poll();
			expect(keysOf(host.delivered).sort()).toEqual(keysOf(wanted).sort());
		},
	);
});

test.each(kinds)(
	'P5 a failed read moves nothing, whichever request of the poll fails: %s',
	async (kind) => {
		const { feed, host } = await watch(kind);
		const wanted = Array.from({ length: 60 }, () => {
			feed.time += 2;
			return feed.add();
		});
		feed.time += 60;
		const first = feed.requests;
		for (let nth = 1; ; nth++) {
			const before = JSON.stringify(host.cursor);
			feed.failing.add(feed.requests + nth);
			await host.poll();
			if (host.errors < nth) break;
			expect(JSON.stringify(host.cursor)).toBe(before);
			expect(host.delivered).toEqual([]);
			feed.failing.clear();
		}
		expect(host.errors).toBeGreaterThanOrEqual(2);
		expect(feed.requests).toBeGreaterThan(first);
		expect(keysOf(host.delivered)).toEqual(keysOf(wanted));
	},
);

test('P5 a server that lacks the newest record of a sparse list is no error, and loses nothing', async () => {
	const { feed, host } = await watch('descending', 'memory', { settleSeconds: 86_400 });
	feed.time += 86_400;
	const newest = feed.add();
	feed.time += 60;
	await host.poll();
	const { entries } = feed;
	feed.entries = entries.filter((entry) => entry !== newest);
	feed.time += 60;
	await host.poll();
	feed.entries = entries;
	const next = feed.add();
	feed.time += 60;
	await host.poll();
	expect(host.errors).toBe(0);
	expect(keysOf(host.delivered)).toEqual(keysOf([newest, next]));
});

describe('P6 a long outage', () => {
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

	test('of a single position with thousands of records', async () => {
		const { feed, host } = await watch('ranged');
		const wanted = Array.from({ length: 2500 }, () => feed.add());
		feed.time += 60;
		feed.requestSeconds = 0;
		for (let i = 0; i < 5; i++) await host.poll();
		expect(keysOf(host.delivered).sort()).toEqual(keysOf(wanted).sort());
	});
});

test.each(kinds)('P7 history that is gone is one gap item: %s', async (kind) => {
	const { feed, host } = await watch(kind);
	const { floor } = host.cursor!.place!;
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
	if (kind === 'descending') expect(host.gaps.length).toBeLessThanOrEqual(1);
	expect(host.gaps).toEqual([
		{ from: kind === 'ascending' ? floor : expect.any(Number), to: feed.goneTo, reason: 'pruned' },
	]);
	expect(keysOf(host.delivered)).toEqual([kept.key]);
	const item = makeItem(host.gaps[0]!, host.settings, 'scope', 0);
	expect(item).toMatchObject({
		event: 'gap',
		to: feed.goneTo,
		reason: 'pruned',
		eventId: expect.stringMatching(/^gap-/),
	});
});

test('P7 each hole is a gap of its own, in its place among what can be read', async () => {
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
	const positions = host.told.map((told) => ('from' in told ? told.from : told.position));
	expect(positions).toEqual([...positions].sort((a, b) => a - b));
});

test.each(chains)(
	'P7 a chain that ends far before the cursor is an error, not silence: %s',
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

describe('P8 blocks that can be taken back', () => {
	test('are reported only once they have their confirmations', async () => {
		const { feed, host } = await watch('ascending', 'memory', { confirmations: 10 });
		await host.poll();
		const old = host.delivered.length;
		const [taken, kept] = [feed.add(), feed.add()];
		feed.time += 10;
		await host.poll();
		expect(host.delivered).toHaveLength(old);
		// The chain takes one back and has another in its place.
		feed.entries.splice(feed.entries.indexOf(taken), 1);
		feed.time += 60;
		await host.poll();
		expect(keysOf(host.delivered.slice(old))).toEqual([kept.key]);
	});

	test.each(chains)(
		'may be given far more confirmations, and nothing comes twice: %s',
		async (kind) => {
			const { feed, host } = await watch(kind, 'memory', { confirmations: 64 });
			feed.time += 10_000;
			const wanted = [feed.add()];
			feed.time += 1000;
			await host.poll();
			const old = host.delivered.filter(({ key }) => key !== wanted[0]!.key).length;
			host.settings.confirmations = 2000;
			wanted.push(feed.add());
			for (let i = 0; i < 120; i++) {
				feed.time += 60;
				await host.poll();
			}
			expect(host.errors).toBe(0);
			expect(keysOf(host.delivered.slice(old))).toEqual(keysOf(wanted));
		},
	);

	test('no delay where no block can be', async () => {
		const { feed, host } = await watch('ascending');
		const { key } = feed.add();
		feed.time += 2;
		await host.poll();
		expect(keysOf(host.delivered)).toEqual([key]);
	});
});

test.each(lists)(
	'P9 late records within the settle age are delivered once, later ones not at all: %s',
	async (kind) => {
		const { feed, host } = await watch(kind);
		const late = [feed.add(30), feed.add(500)];
		const tooLate = feed.add(4000);
		const inTime = feed.add();
		for (let i = 0; i < 80; i++) {
			feed.time += 60;
			if (i % 3 === 0) feed.add();
			await host.poll();
		}
		const keys = keysOf(host.delivered);
		expect(keys).toEqual(expect.arrayContaining(keysOf([...late, inTime])));
		expect(keys).not.toContain(tooLate.key);
		expect(new Set(keys).size).toBe(keys.length);
	},
);

describe('P9 a dense feed of which a filter drops nearly all', () => {
	/** Polls a minute apart of a feed with so many records a second, of which none is wanted. */
	async function watchDense(more: { budgetMs?: number; requestSeconds?: number } = {}) {
		const { feed, host } = await watch('ranged', 'memory', { settleSeconds: 3600 });
		Object.assign(host, { budgetMs: more.budgetMs ?? host.budgetMs });
		Object.assign(feed, { requestSeconds: more.requestSeconds ?? 0.01 });
		const minute = async (late?: number) => {
			const began = feed.time;
			const wanted = late === undefined ? undefined : feed.add(late);
			for (let i = 0; i < 60; i++) {
				feed.add().isUnwanted = true;
				feed.time += 1;
			}
			feed.entries = feed.entries.filter(({ position }) => position > feed.position - 6000);
			const before = feed.requests;
			await host.poll();
			const { requests } = feed;
			feed.time = Math.max(feed.time, began + 60);
			return {
				wanted,
				requests: requests - before,
				behind: feed.position - host.cursor!.place!.next,
			};
		};
		return { feed, host, minute };
	}

	test('is kept up with, in a bounded number of pages, and late records come', async () => {
		const { host, minute } = await watchDense();
		const late = (await minute(1200)).wanted!;
		let [most, behind] = [0, 0];
		for (let i = 0; i < 100; i++) {
			const polled = await minute();
			most = Math.max(most, polled.requests);
			behind = Math.max(behind, polled.behind);
		}
		expect(most).toBeLessThanOrEqual(40);
		expect(behind).toBeLessThanOrEqual(30);
		expect(keysOf(host.delivered)).toEqual([late.key]);
	});

	test('is kept up with where pages take long', async () => {
		const { minute } = await watchDense({ requestSeconds: 1.5 });
		const behind: number[] = [];
		for (let i = 0; i < 100; i++) behind.push((await minute()).behind);
		expect(Math.max(...behind)).toBeLessThanOrEqual(60);
	});
});

describe('P13 a cursor', () => {
	const golden = JSON.parse(readFileSync('test/golden/feed-cursors.json', 'utf8')) as Record<
		string,
		FeedCursor
	>;

	test.each(Object.keys(golden))('of a released version is read for ever: %s', async (name) => {
		const cursor = golden[name]!;
		const kind: Kind = cursor.event === 'newReward' ? 'descending' : 'ranged';
		const feed = new ScriptedFeed(kind);
		const base = kind === 'descending' ? feed.time : 1000;
		const told = feed.add(0, base + 5);
		told.key = 'told before';
		feed.add(0, base + 5).key = 'late';
		feed.add(0, base + 9).key = 'new';
		feed.time += 1000;
		const clock = { now: () => feed.time * 1000, budgetMs: 10_000 };
		const settings = settingsOf(kind, { redeliver: true });
		const again = name.includes('redelivery');
		const answer = await pollFeed(cursor, feed.source, settings, clock, again);
		if (!answer.ok) throw new Error(answer.failure.message);
		const expected =
			name.includes('pending') || again ? ['late', 'new', 'told before'] : ['late', 'new'];
		expect(
			answer.result.emitted.map((emitted) => ('key' in emitted ? emitted.key : 'gap')).sort(),
		).toEqual(expected);
	});

	test('of another feed starts afresh', async () => {
		const { feed, host } = await watch('ranged');
		const clock = { now: () => feed.time * 1000, budgetMs: 10_000 };
		const answer = await pollFeed(
			host.cursor,
			feed.source,
			settingsOf('ranged', { feed: 'another' }),
			clock,
		);
		expect(answer).toMatchObject({
			ok: true,
			result: { emitted: [], cursor: { feed: 'another' } },
		});
	});

	test('says what was seen, packed', () => {
		const seen = new Map([
			[71_000_000, new Set(['abcdefgh', '-_345678'])],
			[71_000_500, new Set(['00000000'])],
		]);
		expect(unpackSeen(packSeen(seen))).toEqual(seen);
		expect(unpackSeen(packSeen(new Map()))).toEqual(new Map());
	});
});

test.each(kinds)('P15 polls that overlap emit nothing twice: %s', async (kind) => {
	const { feed, host } = await watch(kind);
	const wanted = [feed.add(), feed.add(), feed.add()];
	feed.time += 60;
	await Promise.all([host.poll(), host.poll(), host.poll()]);
	await host.poll();
	expect(keysOf(host.delivered).sort()).toEqual(keysOf(wanted));
});

test.each(kinds)('P15 polls that overlap after a restart redeliver once: %s', async (kind) => {
	const { feed, host } = await watch(kind, 'memory', { redeliver: true, settleSeconds: 0 });
	const { key } = feed.add();
	feed.time += 60;
	await host.poll();
	await host.poll();
	expect(keysOf(host.delivered)).toEqual([key]);
	await Promise.all([host.activate(), host.poll()]);
	expect(keysOf(host.delivered)).toEqual([key, key]);
});

test('P15 first polls that overlap lose nothing', async () => {
	const feed = new ScriptedFeed('ranged');
	const host = new Host('memory', feed, settingsOf('ranged'));
	await Promise.all([host.poll(), host.poll()]);
	feed.time += 1;
	feed.add();
	feed.time += 60;
	await host.poll();
	expect(host.delivered).toHaveLength(1);
});

test.each(kinds)(
	'P16 the cursor stays at or below 8 KB after a simulated year of polls: %s',
	async (kind) => {
		const { feed, host } = await watch(kind, 'memory', { redeliver: true });
		let largest = 0;
		const yearSeconds = 365 * 86_400;
		const polls = 4000;
		for (let i = 0; i < polls; i++) {
			// Once in a while far more than marks can be kept for.
			const burst = i % 500 === 0 ? 2 * mostSeen : 1;
			for (let n = 0; n < burst; n++) {
				feed.time += 1;
				feed.add();
			}
			// A year, with stretches of polls a minute apart.
			feed.time += i % 4 ? 30 : (4 * yearSeconds) / polls;
			feed.entries = feed.entries.slice(-1500);
			await host.poll();
			largest = Math.max(largest, JSON.stringify({ cursor: host.cursor }).length);
		}
		expect(host.errors).toBe(0);
		expect(largest).toBeLessThanOrEqual(8192);
	},
);

test('P16 the cursor stays at or below 8 KB amid a descent, with records weeks apart', async () => {
	const feed = new ScriptedFeed('descending');
	const settings = settingsOf('descending', {
		redeliver: true,
		settleSeconds: 86_400,
		start: { at: 'time', time: Math.floor(feed.time) },
	});
	for (let i = 0; i < 2 * mostSeen; i++) {
		feed.time += 19 * 86_400;
		feed.add();
	}
	const host = new Host('memory', feed, settings);
	await host.activate();
	let largest = 0;
	for (let i = 0; i < 24; i++) {
		for (let n = 0; n < 15; n++) feed.add(0, Math.floor(feed.time) + 10 * n);
		feed.time += 3600;
		host.budgetMs = i % 3 ? 0 : 20_000;
		await host.poll();
		const { descent = [], ...cursor } = host.cursor!;
		const steps = descent.flatMap((step) =>
			Array.from({ length: 20 }, () => ({ ...step, token: 'x'.repeat(36) })),
		);
		largest = Math.max(
			largest,
			JSON.stringify({ cursor: { ...cursor, descent: fitDescent(steps) } }).length,
		);
	}
	expect(largest).toBeLessThanOrEqual(8192);
});

test('P9 Settle Age is offered only where records can be late', () => {
	const { options } = transactionProperties.find(({ name }) => name === 'options')!;
	const settle = (options as INodeProperties[]).find(({ name }) => name === 'settleMinutes')!;
	const isShown = (root: INodeParameters) =>
		NodeHelpers.displayParameter({}, settle, null, null, root);
	expect(isShown({ watch: 'address', readFrom: 'node', options: {} })).toBe(false);
	expect(isShown({ watch: 'address', readFrom: 'data', options: {} })).toBe(true);
	expect(isShown({ watch: 'asset', options: {} })).toBe(true);
});

test.each([
	['address', ['method', 'contract', 'confirmations']],
	['chain', ['method', 'contract', 'confirmations']],
	['internal', ['confirmations']],
	['token', ['confirmations']],
	['asset', []],
])('options are offered only where they are read: %s', (watch, expected) => {
	const { options } = transactionProperties.find(({ name }) => name === 'options')!;
	const root = { watch, options: {} };
	const shown = (options as INodeProperties[])
		.filter((option) => NodeHelpers.displayParameter({}, option, null, null, root))
		.map(({ name }) => name);
	expect(
		shown.filter((name) => ['method', 'contract', 'confirmations'].includes(name)).sort(),
	).toEqual([...expected].sort());
	expect(shown).toEqual(expect.arrayContaining(['minimumAmount', 'simplify']));
});
