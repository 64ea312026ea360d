/** Where a feed begins, and that a failed read moves nothing. */
import { Host, keysOf, kinds, lists, ScriptedFeed, settingsOf, watch } from './feedWorld.mts';

describe('the beginning [F4]', () => {
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
			// What comes before it is not emitted, and no poll fails.
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
		'an activation that goes on, but cannot read, moves nothing: %s [F5]',
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

	test('redelivers after an activation that could not read [F5]', async () => {
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

	test.each(kinds)(
		'a second activation loses nothing of the time between: %s [F5]',
		async (kind) => {
			const { feed, host } = await watch(kind);
			const wanted = feed.add();
			feed.time += 5000;
			await host.activate();
			expect(keysOf(host.delivered)).toEqual([wanted.key]);
		},
	);

	test.each(kinds)(
		'an activation that cannot read begins where it was published: %s [F5]',
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
	'a failed read moves nothing, whichever request of the poll fails: %s [F6]',
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

test('a server that lacks the newest record of a sparse list is no error, and loses nothing [F6]', async () => {
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
