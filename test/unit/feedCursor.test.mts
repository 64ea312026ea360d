/** What a feed remembers: read for ever, and small. */
import { readFileSync } from 'node:fs';
import { fitDescent, mostSeen, packSeen, unpackSeen } from '../../nodes/feeds/cursor';
import { pollFeed } from '../../nodes/feeds/pollFeed';
import { Delivery, type StreamCursor } from '../../nodes/Stream/delivery';
import { Host, kinds, ScriptedFeed, settingsOf, watch, type Kind } from './feedWorld.mts';

describe('a cursor [F11]', () => {
	const golden = JSON.parse(readFileSync('test/golden/feed-cursors.json', 'utf8')) as Record<
		string,
		StreamCursor
	>;
	const kindOf = { newReward: 'descending', newTransaction: 'ranged', contractEvent: 'logs' };

	test.each(Object.keys(golden))('of a released version is read for ever: %s', async (name) => {
		const cursor = golden[name]!;
		const kind = kindOf[cursor.event as keyof typeof kindOf] as Kind;
		const feed = new ScriptedFeed(kind);
		const base = kind === 'descending' ? feed.time : 1000;
		const names = new Map<string, string>();
		for (const [name, after] of [
			['told before', 5],
			['late', 5],
			['new', 9],
		] as const) {
			const entry = feed.add(0, base + after);
			// What a log is recognized by is its place on the chain.
			if (kind !== 'logs') entry.key = name;
			names.set(entry.key, name);
		}
		feed.time += 1000;
		const clock = { now: () => feed.time * 1000, budgetMs: 10_000 };
		const settings = settingsOf(kind, { redeliver: true });
		const again = name.includes('redelivery');
		const answer = await pollFeed(cursor, { source: feed.source, settings }, clock, {
			redelivers: again,
		});
		if (!answer.ok) throw new Error(answer.failure.message);
		const expected =
			name.includes('pending') || again ? ['late', 'new', 'told before'] : ['late', 'new'];
		expect(
			answer.result.emitted
				.map((emitted) => ('key' in emitted ? names.get(emitted.key) : 'gap'))
				.sort(),
		).toEqual(expected);
		if (!cursor.unfinished) return;
		const executions: unknown[] = [];
		const delivery = new Delivery(
			{ cursor },
			{ ...cursor, place: cursor.place! },
			{ scope: '', grouping: 'slice', mostUnfinished: 0 },
			{
				toItem: (emitted) => ({ name: 'key' in emitted && names.get(emitted.key) }),
				start: (items) => executions.push(items.map(({ name }) => name)),
				closing: new AbortController().signal,
				report: () => {},
				now: () => 0,
			},
		);
		await delivery.deliver(answer.result.emitted, answer.result.cursor);
		// In the executions that had not finished, not in one slice.
		expect(executions).toEqual([['late'], ['new']]);
	});

	test('of another feed starts afresh', async () => {
		const { feed, host } = await watch('ranged');
		const clock = { now: () => feed.time * 1000, budgetMs: 10_000 };
		const answer = await pollFeed(
			host.cursor,
			{ source: feed.source, settings: settingsOf('ranged', { feed: 'another' }) },
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

/** What else a cursor remembers for options. */
const more = {
	behindSeconds: 60,
	startOver: { from: { at: 'time', time: 1_700_000_000 }, mark: 'abcdefgh' },
} as const;

test.each(kinds)(
	'the cursor stays at or below 8 KB after a simulated year of polls: %s [F14, F28]',
	async (kind) => {
		const { feed, host } = await watch(kind, 'memory', { redeliver: true, ...more });
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

test('the cursor stays at or below 8 KB amid a descent, with records weeks apart [F14, F27]', async () => {
	const feed = new ScriptedFeed('descending');
	const settings = settingsOf('descending', {
		redeliver: true,
		...more,
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
