/**
 * What a real node (avalanchego v1.14.2) was seen to answer, fact by fact: none of it raises a false alert or
 * hides a true one. All with one bad poll being enough, so that nothing but the fact itself is in the way.
 */
import type { IDataObject } from 'n8n-workflow';
import { readSource } from '../../nodes/Trigger/watch/sources';
import { fail } from '../../nodes/shared/errors';
import { isNodeId } from '../../nodes/shared/values/ids';
import {
	l1Record,
	ok,
	primaryRecord,
	settingsFor,
	start,
	Watcher,
	worldOf,
} from './watchSeries.mts';

const down = { isConnected: false };
const events = (items: IDataObject[]) => items.map(({ event, nodeId }) => [event, nodeId]);
const watch = (settings = {}) => new Watcher({ badPolls: 1, goodPolls: 1, ...settings });

test('a closed connection is told with the next poll, a reconnect between two polls is not [U3]', async () => {
	const watcher = watch();
	await watcher.see([l1Record('NodeID-a')], 1);
	expect(events(await watcher.see([l1Record('NodeID-a', down)], 1))).toEqual([
		['disconnected', 'NodeID-a'],
	]);
	expect(events(await watcher.see([l1Record('NodeID-a')], 60))).toEqual([
		['reconnected', 'NodeID-a'],
	]);
	expect(await watcher.see([l1Record('NodeID-a')])).toEqual([]);
});

describe('the whole call fails for a minute after a validator joined [U3]', () => {
	const { failure } = fail('server', 'The node refused validators.getCurrentValidators', {
		passing: true,
		detail: 'failed to get uptime for validation ID 2h9: validationID not found: 2h9',
	});

	test('that is neither a disconnect nor an unreachable source', async () => {
		const watcher = watch();
		await watcher.see([l1Record('NodeID-a')]);
		expect(await watcher.fail(failure)).toEqual([]);
		expect(await watcher.fail(failure)).toEqual([]);
		expect(events(await watcher.see([l1Record('NodeID-a'), l1Record('NodeID-b')]))).toEqual([
			['joined', 'NodeID-b'],
		]);
	});

	test('unless it lasts', async () => {
		const watcher = watch();
		await watcher.see([l1Record('NodeID-a')]);
		const told = [
			await watcher.fail(failure),
			await watcher.fail(failure),
			await watcher.fail(failure),
		];
		expect(told.map(events)).toEqual([[], [], [['unreachable', null]]]);
	});

	test('an outage that goes on behind it stays one item', async () => {
		const watcher = watch();
		await watcher.see([l1Record('NodeID-a')]);
		await watcher.see([l1Record('NodeID-a', down)]);
		await watcher.fail(failure);
		expect(await watcher.see([l1Record('NodeID-a', down)])).toEqual([]);
		expect(events(await watcher.see([l1Record('NodeID-a')]))).toEqual([
			['reconnected', 'NodeID-a'],
		]);
	});

	test('named validators are asked for by name, which such a join does not disturb', async () => {
		const asked: unknown[] = [];
		const world = worldOf((_method, params) => (asked.push(params), ok({ validators: [] })));
		await readSource(world, settingsFor({ nodeIds: ['NodeID-a'] }), start);
		expect(asked).toEqual([{ nodeIDs: ['NodeID-a'] }]);
	});
});

describe('a new validator seems unconnected for up to a minute [U3]', () => {
	const fresh = { startTimestamp: start + 50 };

	test('that is no disconnect', async () => {
		const watcher = watch();
		await watcher.see([l1Record('NodeID-a')]);
		expect(
			events(
				await watcher.see([l1Record('NodeID-a'), l1Record('NodeID-b', { ...fresh, ...down })]),
			),
		).toEqual([['joined', 'NodeID-b']]);
		expect(
			await watcher.see([l1Record('NodeID-a'), l1Record('NodeID-b', { ...fresh, ...down })]),
		).toEqual([]);
		expect(await watcher.see([l1Record('NodeID-a'), l1Record('NodeID-b', fresh)])).toEqual([]);
	});

	test('not at activation either', async () => {
		const watcher = watch();
		expect(
			await watcher.see([l1Record('NodeID-b', { startTimestamp: start - 30, ...down })]),
		).toEqual([]);
	});

	test('unless it lasts: it never ran', async () => {
		const watcher = watch();
		const told = [];
		for (let poll = 0; poll < 3; poll++)
			told.push(await watcher.see([l1Record('NodeID-b', { startTimestamp: start - 30, ...down })]));
		expect(told.map(events)).toEqual([[], [], [['disconnected', 'NodeID-b']]]);
	});

	test('once it was seen connected, a disconnect is one at once', async () => {
		const watcher = watch();
		await watcher.see([l1Record('NodeID-b', { startTimestamp: start - 30 })]);
		expect(
			events(await watcher.see([l1Record('NodeID-b', { startTimestamp: start - 30, ...down })])),
		).toEqual([['disconnected', 'NodeID-b']]);
	});

	test('its first uptime, far below the threshold, is no drop', async () => {
		const watcher = watch();
		expect(
			await watcher.see([
				l1Record('NodeID-b', { startTimestamp: start - 60, uptimePercentage: 10 }),
			]),
		).toEqual([]);
	});
});

describe('an inactive validator is never connected [U3]', () => {
	const inactive = { isActive: false, ...down };

	test('that is told as inactive and not as disconnected', async () => {
		const watcher = watch();
		expect(events(await watcher.see([l1Record('NodeID-a', inactive)]))).toEqual([
			['inactive', 'NodeID-a'],
		]);
		expect(await watcher.see([l1Record('NodeID-a', inactive)])).toEqual([]);
	});

	test('also where it seems connected for a minute more', async () => {
		const watcher = watch();
		await watcher.see([l1Record('NodeID-a')]);
		expect(events(await watcher.see([l1Record('NodeID-a', { isActive: false })]))).toEqual([
			['inactive', 'NodeID-a'],
		]);
		expect(await watcher.see([l1Record('NodeID-a', inactive)])).toEqual([]);
	});

	test('also where it seems unconnected for a minute after it is active again', async () => {
		const watcher = watch();
		await watcher.see([l1Record('NodeID-a', inactive)]);
		expect(events(await watcher.see([l1Record('NodeID-a', down)]))).toEqual([
			['active', 'NodeID-a'],
		]);
		expect(await watcher.see([l1Record('NodeID-a', down)])).toEqual([]);
		expect(await watcher.see([l1Record('NodeID-a')])).toEqual([]);
		expect(events(await watcher.see([l1Record('NodeID-a', down)]))).toEqual([
			['disconnected', 'NodeID-a'],
		]);
	});
});

test('the uptime that an observer credits does not hide a disconnect, and a frozen one is no drop [U3]', async () => {
	const watcher = watch();
	const neverRan = l1Record('NodeID-a', { ...down, uptimePercentage: 98.5 });
	const frozen = l1Record('NodeID-b', { isActive: false, ...down, uptimePercentage: 3.2 });
	expect(events(await watcher.see([neverRan, frozen]))).toEqual([
		['disconnected', 'NodeID-a'],
		['inactive', 'NodeID-b'],
	]);
});

test('percentages come as numbers with and without a point, or as texts [U3]', async () => {
	const watcher = watch({
		conditions: ['belowThreshold'],
		rules: { belowThreshold: { threshold: 85.72 } },
	});
	const told = [];
	for (const uptimePercentage of [100, 96.666664, 85.71429, '85.71429', 0, '100', 4.7244096])
		told.push(await watcher.see([l1Record('NodeID-a', { uptimePercentage })]));
	expect(told.map((items) => items.map(({ event }) => event))).toEqual([
		[],
		[],
		['belowThreshold'],
		[],
		[],
		['aboveThreshold'],
		['belowThreshold'],
	]);
});

test.each([
	['2^60 as the client reads it', '1152921504606846976', '1152921504606846976'],
	['a small number', 20, '20'],
])('a weight comes out as an exact text: %s [U3]', async (_what, weight, text) => {
	const records = [l1Record('NodeID-a', { ...down, weight })];
	const [item] = await watch().see(records);
	expect(item.validator).toMatchObject({ weight: Number(text), weightExact: text });
	const [raw] = await watch({ isSimple: false }).see(records);
	expect(raw.validator).toMatchObject({ weight: text });
});

test('the order of the list means nothing, and who is not in it has left [U3]', async () => {
	const watcher = watch();
	const [a, b, c] = ['NodeID-a', 'NodeID-b', 'NodeID-c'].map((name) => l1Record(name));
	await watcher.see([a, b, c]);
	expect(await watcher.see([c, a, b])).toEqual([]);
	expect(await watcher.see([b, c, a])).toEqual([]);
	expect(await watcher.see([c, a])).toMatchObject([
		{ event: 'left', nodeId: 'NodeID-b', reason: 'removed' },
	]);
});

test('a malformed node ID is told from a good one before anything is sent; an unknown one is in no list [U3]', async () => {
	expect(['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg'].filter(isNodeId)).toHaveLength(1);
	expect(
		[
			'7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
			'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lh',
			'NodeID-',
		].filter(isNodeId),
	).toEqual([]);
	const told = await watch({ nodeIds: ['NodeID-a'] }).see([]);
	expect(told).toMatchObject([{ event: 'left', reason: 'absent', nodeId: 'NodeID-a' }]);
});

/** The asked node's own standing, with all calls that were made. */
const standing = (uptime: IDataObject | string) => {
	const calls: Array<[string, IDataObject]> = [];
	const world = worldOf((method, params) => {
		calls.push([method, params]);
		if (method === 'info.getNodeID') return ok({ nodeID: 'NodeID-own' });
		return typeof uptime === 'string' ? fail('refused', uptime, { detail: uptime }) : ok(uptime);
	});
	return { world, calls };
};
const isAt = (percent: string) =>
	standing({ rewardingStakePercentage: percent, weightedAveragePercentage: percent }).world;
const own = { source: 'node' as const, blockchainId: '' };

describe('info.uptime is near zero after a reconnect, until the next ping of the peers [U3]', () => {
	test('that is no drop', async () => {
		const watcher = watch(own);
		await watcher.poll(isAt('100.0000'), 20);
		expect(await watcher.poll(isAt('0.0200'), 20)).toEqual([]);
		expect(await watcher.poll(isAt('0.0200'), 5)).toEqual([]);
		expect(await watcher.poll(isAt('100.0000'))).toEqual([]);
	});

	test('nor is it at activation', async () => {
		expect(await watch(own).poll(isAt('0.0200'))).toEqual([]);
	});

	test('two readings more than 25 seconds apart are one', async () => {
		const watcher = watch(own);
		await watcher.poll(isAt('100.0000'));
		expect(await watcher.poll(isAt('61.5000'))).toEqual([]);
		expect(await watcher.poll(isAt('61.5000'))).toMatchObject([
			{ event: 'belowThreshold', nodeId: 'NodeID-own', state: 'belowThreshold' },
		]);
		expect(events(await watcher.poll(isAt('99.0000')))).toEqual([['aboveThreshold', 'NodeID-own']]);
	});
});

test('info.uptime is asked without a subnet, which it would ignore [U3]', async () => {
	const { world, calls } = standing({
		rewardingStakePercentage: '100',
		weightedAveragePercentage: '100',
	});
	await readSource(world, settingsFor(own), start);
	expect(calls).toContainEqual(['info.uptime', {}]);
});

test('a node that is no validator is told as such, not as a drop or an unreadable source [U3]', async () => {
	const watcher = watch(own);
	await watcher.poll(isAt('100.0000'));
	const { world } = standing("couldn't get node uptime: node is not a validator");
	const [left, ...more] = await watcher.poll(world);
	expect(more).toEqual([]);
	expect(left).toMatchObject({ event: 'left', nodeId: 'NodeID-own' });
	expect(await watcher.poll(world)).toEqual([]);
	expect(events(await watcher.poll(isAt('100.0000')))).toEqual([['joined', 'NodeID-own']]);
});

describe('info.peers lists only whom the node sees, and an unhealthy node can be read [U3]', () => {
	test.each([
		['primaryNetwork', '/ext/bc/P platform.getCurrentValidators'],
		['blockchain', '/ext/bc/demo/validators validators.getCurrentValidators'],
	] as const)(
		'%s asks neither, with one request, so that addresses and ports of peers change nothing',
		async (source, call) => {
			const calls: string[] = [];
			const rpc = async ({ path, method }: { path: string; method: string }) => {
				calls.push(`${path} ${method}`);
				return ok({ validators: [primaryRecord('NodeID-a')] });
			};
			const { validators } = await readSource(
				{ rpc, rest: async () => ok(undefined) },
				settingsFor({ source }),
				start,
			);
			expect(calls).toEqual([call]);
			expect([...validators!.keys()]).toEqual(['NodeID-a']);
		},
	);

	test('a node that is unhealthy for want of peers is readable, and says that all are disconnected [U3]', async () => {
		const watcher = watch({ suspectShare: 30 });
		const names = [...'abcdef'].map((name) => `NodeID-${name}`);
		await watcher.see(names.map((name) => l1Record(name)));
		const told = await watcher.see(names.map((name) => l1Record(name, down)));
		expect(told).toMatchObject([
			{ event: 'disconnected', suspect: 'watchingNode', nodeIds: names },
		]);
	});
});

test.each([null, {}, { validators: 'all' }, { validators: [{}] }, []])(
	'an answer that is no list of validators is not an empty list: %j',
	async (result) => {
		const { failure } = await readSource(
			worldOf(() => ok(result)),
			settingsFor(),
			start,
		);
		expect(failure).toMatchObject({ kind: 'not-understood' });
	},
);

test('more than 50 validators of the Primary Network are picked from the whole list, without their delegators', async () => {
	const names = Array.from({ length: 51 }, (_, i) => `NodeID-${i}`);
	const asked: IDataObject[] = [];
	const world = worldOf((_method, params) => {
		asked.push(params);
		return ok({
			validators: [...names, 'NodeID-other'].map((name) =>
				primaryRecord(name, { delegators: [{}] }),
			),
		});
	});
	const { validators } = await readSource(
		world,
		settingsFor({ source: 'primaryNetwork', nodeIds: names }),
		start,
	);
	expect(asked).toEqual([{}]);
	expect([...validators!.keys()]).toEqual(names);
	expect(validators!.get('NodeID-0')!.record).not.toHaveProperty('delegators');
});
