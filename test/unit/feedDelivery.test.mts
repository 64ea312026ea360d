/** What a feed emits, how often: across crashes and restarts, and where polls overlap. */
import { makeItem } from '../../nodes/feeds/items/items';
import {
	Host,
	itemTraits,
	keysOf,
	kinds,
	lists,
	ScriptedFeed,
	settingsOf,
	watch,
} from './feedWorld.mts';

describe.each(kinds)('across a crash, a feed that is %s [F1]', (kind) => {
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
			(record) => makeItem(record, { feed: host.settings, ...itemTraits }, feed.time).eventId,
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

test.each(kinds)(
	'comes exactly once with durable cursors, wherever n8n crashes: %s [F2]',
	async (kind) => {
		const { feed, host } = await watch(kind, 'durable');
		const wanted = [];
		for (const crash of [
			'before storing',
			'before the execution',
			'after it',
			undefined,
		] as const) {
			wanted.push(feed.add(), feed.add());
			feed.time += 60;
			await host.poll(crash);
			await host.activate();
		}
		feed.time += 700;
		await host.poll();
		expect(keysOf(host.delivered).sort()).toEqual(keysOf(wanted).sort());
	},
);

describe('no record comes twice [F3]', () => {
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

test.each(kinds)('polls that overlap emit nothing twice: %s [F13]', async (kind) => {
	const { feed, host } = await watch(kind);
	const wanted = [feed.add(), feed.add(), feed.add()];
	feed.time += 60;
	await Promise.all([host.poll(), host.poll(), host.poll()]);
	await host.poll();
	expect(keysOf(host.delivered).sort()).toEqual(keysOf(wanted));
});

test.each(kinds)('polls that overlap after a restart redeliver once: %s [F13]', async (kind) => {
	const { feed, host } = await watch(kind, 'memory', { redeliver: true, settleSeconds: 0 });
	const { key } = feed.add();
	feed.time += 60;
	await host.poll();
	await host.poll();
	expect(keysOf(host.delivered)).toEqual([key]);
	await Promise.all([host.activate(), host.poll()]);
	expect(keysOf(host.delivered)).toEqual([key, key]);
});

test('first polls that overlap lose nothing [F13]', async () => {
	const feed = new ScriptedFeed('ranged');
	const host = new Host('memory', feed, settingsOf('ranged'));
	await Promise.all([host.poll(), host.poll()]);
	feed.time += 1;
	feed.add();
	feed.time += 60;
	await host.poll();
	expect(host.delivered).toHaveLength(1);
});
