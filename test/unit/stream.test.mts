/** What a stream delivers: across lost notifications, restarts and crashes, and how many executions it starts. */
import crypto from 'node:crypto';
import { throwDice } from '../../devnet/ids.mts';
import { fail } from '../../nodes/shared/errors';
import { endOf } from '../../nodes/feeds/advance';
import { groupEmitted } from '../../nodes/Stream/delivery';
import { followSettings, StreamHost, useQuickWaits } from './streamWorld.mts';

const { passMinute } = useQuickWaits();

const sorted = (list: string[]) => [...list].sort();

test('each event once, in order [S1]', async () => {
	const host = new StreamHost();
	await host.start();
	const wanted = [];
	for (let i = 0; i < 20; i++) {
		host.feed.time += 2;
		wanted.push(host.feed.add(), host.feed.add());
		host.feed.time += 2;
		await host.tell();
	}
	await host.stop();
	expect(host.delivered).toEqual(host.idsOf(wanted));
});

test('what was there before is not told', async () => {
	const host = new StreamHost();
	host.feed.add();
	host.feed.time += 10;
	await host.start();
	await host.stop();
	expect(host.delivered).toEqual([]);
});

test('what happens while it is stopped comes first after a restart [S3]', async () => {
	const host = new StreamHost();
	await host.start();
	const wanted = [];
	for (let i = 0; i < 5; i++) {
		host.feed.time += 2;
		wanted.push(host.feed.add());
		host.feed.time += 2;
		await host.tell();
	}
	await host.stop();
	for (let i = 0; i < 5; i++) {
		host.feed.time += 2;
		wanted.push(host.feed.add());
	}
	host.feed.time += 2;
	await host.start();
	await host.stop();
	expect(host.delivered).toEqual(host.idsOf(wanted));
});

test('a crash before an execution repeats it, and loses nothing [S2]', async () => {
	const host = new StreamHost();
	host.hasKeys = false;
	await host.start();
	host.feed.time += 2;
	const wanted = [host.feed.add(), host.feed.add(), host.feed.add()];
	host.feed.time += 2;
	host.crashAt = 1;
	await host.tell();
	await host.start();
	await host.stop();
	expect(host.delivered.slice(-3)).toContain(host.idsOf(wanted)[1]);
	expect(new Set(host.delivered)).toEqual(new Set(host.idsOf(wanted)));
});

test('a silent subscription is read again when the connection opens anew [S5]', async () => {
	const host = new StreamHost();
	await host.start();
	host.feed.time += 2;
	const wanted = [host.feed.add()];
	host.feed.time += 2;
	host.follower.opened();
	await host.settle();
	await host.stop();
	expect(host.delivered).toEqual(host.idsOf(wanted));
});

test('a subscription that is silent while blocks move on is made up for [S5]', async () => {
	const host = new StreamHost();
	await host.start();
	host.feed.time += 2;
	const wanted = [host.feed.add()];
	host.feed.time += 2;
	host.follower.sawBlock(host.feed.end - 1);
	await host.settle();
	expect(host.delivered).toEqual([]);
	passMinute();
	await host.settle();
	expect(host.delivered).toEqual(host.idsOf(wanted));
	const { requests } = host.feed;
	passMinute();
	await host.settle();
	expect(host.feed.requests).toBe(requests);
	await host.stop();
});

describe('an outage', () => {
	const { failure } = fail('unreachable', 'The node does not answer', { passing: true });
	const unknown = fail('not-found', 'The node does not know the chain').failure;

	test('of reads that lasts five minutes is reported, once [S6]', async () => {
		const host = new StreamHost();
		await host.start();
		const pass = async (seconds: number) => {
			host.feed.time += seconds;
			await host.waitForReads(2);
		};
		host.refusal = failure;
		host.feed.time += 2;
		const wanted = [host.feed.add()];
		host.feed.time += 2;
		host.follower.wake();
		await pass(290);
		expect(host.reports).toEqual([]);
		await pass(20);
		await pass(3600);
		expect(host.reports).toEqual([failure]);
		host.refusal = undefined;
		await host.settle();
		host.refusal = failure;
		host.follower.wake();
		await pass(0);
		await pass(310);
		expect(host.reports).toEqual([failure, failure]);
		host.refusal = undefined;
		await host.stop();
		expect(host.delivered).toEqual(host.idsOf(wanted));
	});

	test('of the connection that lasts five minutes is reported, once [S6]', async () => {
		const host = new StreamHost();
		await host.start();
		for (let minute = 0; minute < 60; minute++) {
			host.follower.lost(failure);
			expect(host.reports).toHaveLength(minute < 5 ? 0 : 1);
			host.feed.time += 60;
		}
		await host.stop();
	});

	test('of a chain that a restarted node does not know yet may pass for ten minutes', async () => {
		const host = new StreamHost();
		await host.start();
		host.refusal = unknown;
		host.follower.lost(failure);
		host.follower.wake();
		host.feed.time += 280;
		await host.waitForReads(2);
		expect(host.reports).toEqual([]);
		host.feed.time += 330;
		await host.settle();
		expect(host.reports).toEqual([unknown]);
		await host.stop();
	});
});

test('at most so many executions run; the rest waits in the chain [S4]', async () => {
	const host = new StreamHost();
	host.isSlow = true;
	await host.start();
	host.feed.time += 2;
	const wanted = Array.from({ length: 10 }, () => host.feed.add());
	host.feed.time += 2;
	await host.tell();
	expect(host.running).toBe(3);
	// Those that were asked to start are not done before they have finished.
	expect(host.stored.cursor).toMatchObject({
		unfinished: expect.arrayContaining([expect.anything()]),
	});
	for (let i = 0; i < 10; i++) {
		host.executions[i]!.finish();
		await host.settle();
	}
	await host.stop();
	expect(host.mostRunning).toBe(3);
	expect(host.delivered).toEqual(host.idsOf(wanted));
});

test.each(['event', 'block'] as const)(
	'a block of many events leaves room between its pieces: one execution per %s [S4]',
	async (grouping) => {
		const host = new StreamHost(followSettings({ grouping }));
		await host.start();
		host.feed.time += 2;
		const wanted = Array.from({ length: 5_000 }, () => host.feed.add());
		host.feed.time += 2;
		// Each event is recognized, placed and named by a hash.
		let [hashes, most, isOver] = [0, 0, false];
		const { createHash } = crypto;
		const spy = jest.spyOn(crypto, 'createHash').mockImplementation((...given) => {
			most = Math.max(most, ++hashes);
			return createHash(...given);
		});
		const turn = () => {
			hashes = 0;
			if (!isOver) setImmediate(turn);
		};
		turn();
		await host.tell();
		while (host.delivered.length < wanted.length) await host.settle();
		isOver = true;
		spy.mockRestore();
		await host.stop();
		expect(host.delivered).toHaveLength(wanted.length);
		expect(most).toBeLessThan(1_000);
	},
);

test('one execution for each block', async () => {
	const host = new StreamHost(followSettings({ grouping: 'block' }));
	await host.start();
	const wanted = [];
	for (let i = 0; i < 3; i++) {
		host.feed.time += 2;
		wanted.push(host.feed.add(), host.feed.add());
	}
	host.feed.time += 2;
	await host.tell();
	await host.stop();
	expect(host.executions.map(({ items }) => items.length)).toEqual([2, 2, 2]);
	expect(host.delivered).toEqual(host.idsOf(wanted));
});

test('what lies too far back is one gap [S3]', async () => {
	const host = new StreamHost(followSettings({ mostBlocksBack: 10 }));
	await host.start();
	host.feed.add();
	host.feed.time += 100;
	const wanted = [host.feed.add()];
	host.feed.time += 2;
	await host.tell();
	await host.stop();
	expect(host.executions.map(({ items }) => items[0]!.event)).toEqual(['gap', 'transaction']);
	expect(host.executions[0]!.items[0]).toMatchObject({ from: 1000, to: 1041 });
	expect(host.delivered.slice(1)).toEqual(host.idsOf(wanted));
});

test('logs that are taken back are read again [S9]', async () => {
	const host = new StreamHost();
	await host.start();
	host.feed.time += 2;
	const old = host.feed.add();
	host.feed.time += 2;
	await host.tell();
	host.feed.entries.splice(host.feed.entries.indexOf(old), 1);
	const other = host.feed.add(0, old.position);
	host.takeBack(old);
	await host.tell();
	await host.stop();
	const [first, second] = host.idsOf([old, other]);
	expect(host.delivered).toEqual([first, `removed ${first}`, second]);
});

test('a reorganization of more logs than are remembered repeats each of them once [S9]', async () => {
	const host = new StreamHost();
	await host.start();
	host.feed.time += 2;
	const logs = Array.from({ length: 300 }, () => host.feed.add());
	host.feed.time += 2;
	await host.tell();
	for (const log of logs) host.takeBack(log);
	await host.tell();
	await host.stop();
	const ids = host.idsOf(logs);
	const isRemoval = (id: string) => id.startsWith('removed ');
	expect(host.delivered.filter(isRemoval)).toHaveLength(300);
	expect(host.delivered.filter((id) => !isRemoval(id))).toEqual([...ids, ...ids]);
	// What n8n stores of it stays small.
	expect(JSON.stringify(host.stored).length).toBeLessThan(8_000);
});

test('what was read and waits for its execution is read again once the chain has changed [S9]', async () => {
	const host = new StreamHost(followSettings({ mostUnfinished: 1 }));
	host.isSlow = true;
	await host.start();
	host.feed.time += 2;
	const first = host.feed.add();
	host.feed.time += 2;
	const old = host.feed.add();
	host.feed.time += 2;
	await host.tell();
	expect(host.delivered).toEqual(host.idsOf([first]));
	host.feed.entries.splice(host.feed.entries.indexOf(old), 1);
	const other = host.feed.add(0, old.position);
	host.takeBack(old);
	host.isSlow = false;
	host.executions[0]!.finish();
	await host.settle();
	await host.stop();
	expect(host.delivered).toEqual(host.idsOf([first, other]));
});

test('executions end where those ended that are repeated', () => {
	const records = [1, 1, 2, 2, 3].map((position, i) => ({ position, key: `${i}`, json: {} }));
	const sizes = (repeated: number[], grouping: 'event' | 'block' | 'slice') =>
		groupEmitted(
			records,
			grouping,
			repeated.map((i) => endOf(records[i]!)),
		).map(({ length }) => length);
	expect(sizes([], 'slice')).toEqual([5]);
	expect(sizes([1, 2], 'slice')).toEqual([2, 1, 2]);
	expect(sizes([0], 'block')).toEqual([1, 1, 2, 1]);
	// Those that went out early are between them, and were executions of their own.
	expect(sizes([3], 'event')).toEqual([1, 1, 1, 1, 1]);
});

/** A day of a stream: events, blocks without, connections that open anew, restarts, crashes. */
async function live(seed: number, hasKeys: boolean, grouping: 'event' | 'block' | 'slice') {
	const dice = throwDice(seed);
	const host = new StreamHost(
		followSettings({ grouping, mostUnfinished: dice.chance(0.2) ? 0 : 1 + dice.between(0, 4 - 1) }),
	);
	host.hasKeys = hasKeys;
	await host.start();
	let crashes = 0;
	const wanted = [];
	for (let i = 0; i < 60; i++) {
		host.feed.time += 1 + dice.between(0, 5 - 1);
		for (let n = dice.between(0, 4 - 1); n > 0; n--) wanted.push(host.feed.add());
		// The block is whole when the next one begins.
		if (dice.chance(0.6)) host.feed.time += 2;
		if (dice.chance(0.15)) host.feed.failing.add(host.feed.requests + 1);
		if (dice.chance(0.1)) {
			host.crashAt = host.executions.length + dice.between(0, 3 - 1);
			crashes++;
		}
		if (dice.chance(0.7)) await host.tell(host.feed.end - 1 - (dice.chance(0.1) ? 1 : 0));
		if (dice.chance(0.1)) host.follower.opened();
		if (dice.chance(0.1)) {
			await host.stop();
			await host.start();
		}
	}
	host.crashAt = undefined;
	host.feed.failing.clear();
	host.feed.time += 4;
	await host.stop();
	await host.start();
	await host.tell();
	await host.stop();
	return { host, wanted, crashes };
}

test.each(['event', 'block', 'slice'] as const)(
	'random histories, with keys: each event once, one execution per %s [S1]',
	async (grouping) => {
		for (let seed = 1; seed <= 8; seed++) {
			const { host, wanted } = await live(seed, true, grouping);
			expect([seed, sorted(host.delivered)]).toEqual([seed, sorted(host.idsOf(wanted))]);
		}
	},
	120_000,
);

test('random histories, without keys: nothing is lost [S2]', async () => {
	for (let seed = 1; seed <= 8; seed++) {
		const { host, wanted } = await live(seed, false, 'event');
		expect(new Set(host.delivered)).toEqual(new Set(host.idsOf(wanted)));
	}
}, 120_000);
