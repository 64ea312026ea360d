/** Records that come late, blocks that can be taken back, and the options that are about them. */
import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { transactionProperties } from '../../nodes/feeds/transactions/settings';
import { withHeartbeat } from '../../nodes/Trigger/feed/beats';
import { chains, keysOf, lists, watch } from './feedWorld.mts';

describe('blocks that can be taken back [T1]', () => {
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
	'late records within their time window come once, later ones not at all: %s [F10]',
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

test('what comes to a list while polls read down it is not settled with it [F10]', async () => {
	const { feed, host } = await watch('descending');
	await host.poll();
	for (let i = 0; i < 400; i++) {
		feed.time += 1;
		feed.add();
	}
	Object.assign(feed, { requestSeconds: 1 });
	host.budgetMs = 5_000;
	// Far down, where no later poll reads the list again.
	const late = feed.add(30, feed.position - 350);
	let polls = 0;
	while (polls === 0 || host.cursor?.descent) {
		await host.poll();
		feed.time += 60;
		polls++;
	}
	expect(polls).toBeGreaterThan(5);
	for (let i = 0; i < 20; i++) {
		await host.poll();
		feed.time += 60;
	}
	expect(keysOf(host.delivered).filter((key) => key === late.key)).toHaveLength(1);
});

describe('a dense feed of which a filter drops nearly all [F10]', () => {
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

test('Late Record Window is offered only where records can be late [F16]', () => {
	const { options } = withHeartbeat(transactionProperties).find(({ name }) => name === 'options')!;
	const settle = (options as INodeProperties[]).find(({ name }) => name === 'settleMinutes')!;
	const isShown = (root: INodeParameters) =>
		NodeHelpers.displayParameter({}, settle, null, null, root);
	expect(isShown({ watch: 'address', readFrom: 'node', options: {} })).toBe(false);
	expect(isShown({ watch: 'address', readFrom: 'data', options: {} })).toBe(true);
	expect(isShown({ watch: 'asset', options: {} })).toBe(true);
});

const ofBlocks = ['startBlock', 'startOverBlock', 'confirmations'];
test.each([
	['address', ['method', 'contract', 'otherNames', 'status', ...ofBlocks]],
	['chain', ['method', 'contract', 'status', ...ofBlocks]],
	['wallets', ['callsBesideTransfers', 'minimumAmounts', 'otherNames', 'tokens', ...ofBlocks]],
	['erc20', ['minimumAmounts', 'otherNames', 'tokens', ...ofBlocks]],
	['internal', ['otherNames', 'status', ...ofBlocks]],
	['token', ['from', 'names', 'to', ...ofBlocks]],
	['asset', []],
])('options are offered only where they are read: %s [F16]', (watch, expected) => {
	const { options } = withHeartbeat(transactionProperties).find(({ name }) => name === 'options')!;
	const root = { watch, options: {} };
	const shown = (options as INodeProperties[])
		.filter((option) => NodeHelpers.displayParameter({}, option, null, null, root))
		.map(({ name }) => name);
	const always = [
		'behindMinutes',
		'heartbeatItem',
		'heartbeatMinutes',
		'heartbeatPingUrl',
		'minimumAmount',
		'redeliver',
		'settleMinutes',
		'simplify',
		'startOverTime',
		'startTime',
		'testEvent',
		'whenUnreadable',
	];
	expect([...shown].sort()).toEqual([...always, ...expected].sort());
});
