/** The Avalanche Trigger through n8n's own polls, against the stand-in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import {
	type Devnet,
	demoL1Chain,
	ourNodeIds,
	ownNodeId,
	startDevnet,
} from '../../devnet/devnet.mts';
import { type Engine, loadEngine, type PollOptions } from '../support/engine.mts';

let engine: Engine;
let devnet: Devnet;
const others: Devnet[] = [];
const startAnother: typeof startDevnet = async (options) => {
	others.push(await startDevnet(options));
	return others.at(-1)!;
};
beforeAll(async () => {
	engine = await loadEngine();
});
beforeEach(async () => {
	devnet = await startDevnet({ validators: 60, rewards: 0 });
});
afterEach(async () => {
	for (const started of [devnet, ...others.splice(0)]) await started.close();
});
afterAll(() => engine.close());

const [ours, other] = ourNodeIds;

/** A published trigger that watches two validators and is told at once. */
const createTrigger = (parameters: INodeParameters = {}, options: PollOptions = {}) =>
	engine.createPoll(
		'avalancheTrigger',
		{ event: 'uptimeDrop', nodeIds: `${ours}, ${other}`, badPolls: 1, goodPolls: 1, ...parameters },
		{ credentials: { avalancheApi: { nodeUrl: devnet.nodeUrl } }, ...options },
	);

const onL1 = { source: 'blockchain', blockchainId: demoL1Chain.blockchainId };
const jsonOf = (items: INodeExecutionData[] | null): IDataObject[] | undefined =>
	items?.map(({ json }) => json);
const disconnect = (...nodeIDs: string[]) => devnet.world.disconnect({ nodeIDs });
const reconnect = (...nodeIDs: string[]) => devnet.world.reconnect({ nodeIDs });

describe.each<[string, INodeParameters]>([
	['the Primary Network', { source: 'primaryNetwork' }],
	['an L1', onL1],
])('a validator of %s', (_what, source) => {
	test('goes down and comes back: one item each, however many polls it lasts', async () => {
		const trigger = createTrigger(source);
		expect(await trigger.activate()).toBeNull();
		disconnect(ours);
		const [down, ...more] = jsonOf(await trigger.poll())!;
		expect(more).toEqual([]);
		expect(down).toMatchObject({
			event: 'disconnected',
			state: 'disconnected',
			previousState: 'connected',
			nodeId: ours,
			source: source.source,
			message: expect.stringMatching(/^NodeID-.{4}\.\.\..{3}: no connection since \d\d:\d\d /),
			validator: { nodeID: ours, weight: expect.stringMatching(/^\d+$/) },
		});
		expect(down.validationId).toBeTruthy();
		expect(down.validator).not.toHaveProperty('delegators');
		expect(await trigger.poll()).toBeNull();
		reconnect(ours);
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{
				event: 'reconnected',
				state: 'connected',
				previousState: 'disconnected',
				nodeId: ours,
				alertId: down.alertId,
			},
		]);
		expect(await trigger.poll()).toBeNull();
	});

	test('that is down at activation is reported once, and over a restart once', async () => {
		disconnect(ours);
		const trigger = createTrigger(source);
		expect(jsonOf(await trigger.activate())).toMatchObject([
			{ event: 'disconnected', previousState: 'unknown', nodeId: ours },
		]);
		trigger.restart();
		expect(await trigger.activate()).toBeNull();
		reconnect(ours);
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'reconnected' }]);
	});

	test('that is down at activation can be left out', async () => {
		disconnect(ours);
		const trigger = createTrigger({ ...source, options: { reportExisting: false } });
		expect(await trigger.activate()).toBeNull();
		reconnect(ours);
		expect(await trigger.poll()).toBeNull();
		disconnect(ours);
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'disconnected' }]);
	});

	test('that leaves is told with what is known of it', async () => {
		const trigger = createTrigger(source);
		await trigger.activate();
		devnet.world.removeValidators({ on: source === onL1 ? 'l1' : 'primary', nodeIDs: [ours] });
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{ event: 'left', reason: 'removed', nodeId: ours },
		]);
	});
});

describe('both profiles of the stand-in give the same alerts', () => {
	test.each<[string, INodeParameters]>([
		['the Primary Network', { source: 'primaryNetwork' }],
		['an L1', onL1],
	])('%s', async (_what, source) => {
		const document = await startAnother({ validators: 60, rewards: 0, profile: 'document' });
		const credentials = { avalancheApi: { nodeUrl: document.nodeUrl } };
		const trigger = createTrigger(
			{ ...source, conditions: ['disconnected', 'belowThreshold'], threshold: 50 },
			{ credentials },
		);
		await trigger.activate();
		document.world.disconnect({ nodeIDs: [ours] });
		document.world.setUptime({ nodeIDs: [other], percentage: 40 });
		expect(
			jsonOf(await trigger.poll())!
				.map(({ event, nodeId }) => [event, nodeId])
				.sort(),
		).toEqual(
			[
				['disconnected', ours],
				['belowThreshold', other],
			].sort(),
		);
	});
});

test('an L1 validator runs out of balance: inactive, and not disconnected', async () => {
	const trigger = createTrigger(onL1);
	await trigger.activate();
	devnet.world.deactivate({ nodeIDs: [ours] });
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'inactive', nodeId: ours, previousState: 'active' },
	]);
	expect(await trigger.poll()).toBeNull();
});

test('a validator joins an L1 that is watched as a whole', async () => {
	const trigger = createTrigger({ ...onL1, nodeIds: '', options: { reportExisting: false } });
	await trigger.activate();
	const [joined] = devnet.world.addValidators({ on: 'l1' });
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'joined', reason: 'new', nodeId: joined, previousState: 'absent' },
	]);
});

test('the own standing of the node: no validator any more, and again', async () => {
	const trigger = createTrigger({ source: 'node' });
	await trigger.activate();
	devnet.world.setStanding({ isValidator: false });
	expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'left', nodeId: ownNodeId }]);
	devnet.world.setStanding({ isValidator: true });
	expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'joined', nodeId: ownNodeId }]);
});

test('many at once: one item that suspects the watching node', async () => {
	const trigger = createTrigger({ nodeIds: '', options: { reportExisting: false } });
	await trigger.activate();
	const nodeIDs = devnet.world.primary
		.map(({ nodeID }) => nodeID)
		.filter((nodeID) => nodeID !== ownNodeId);
	disconnect(...nodeIDs);
	const [item, ...more] = jsonOf(await trigger.poll())!;
	expect(more).toEqual([]);
	expect(item).toMatchObject({
		event: 'disconnected',
		suspect: 'watchingNode',
		nodeIds: expect.arrayContaining(nodeIDs.slice(0, 30)),
	});
});

test('one poll over a thousand validators is one request', async () => {
	const large = await startAnother({ validators: 1000, rewards: 0 });
	const trigger = createTrigger(
		{ nodeIds: '' },
		{ credentials: { avalancheApi: { nodeUrl: large.nodeUrl } } },
	);
	await trigger.activate();
	large.clearLog();
	await trigger.poll();
	expect(large.log.map(({ rpcMethod }) => rpcMethod)).toEqual(['platform.getCurrentValidators']);
});

test('the uptime that the reward takes: asked for once, then one request for a thousand validators', async () => {
	const large = await startAnother({ validators: 1000, rewards: 0 });
	const trigger = createTrigger(
		{ nodeIds: '', thresholdKind: 'reward', options: { reportExisting: false } },
		{ credentials: { avalancheApi: { nodeUrl: large.nodeUrl } } },
	);
	await trigger.activate();
	expect(large.log.map(({ rpcMethod }) => rpcMethod).sort()).toEqual([
		'info.upgrades',
		'platform.getCurrentValidators',
	]);
	large.clearLog();
	large.world.setUptime({ nodeIDs: [ours], percentage: 79 });
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'belowThreshold', nodeId: ours, threshold: 80 },
	]);
	expect(large.log.map(({ rpcMethod }) => rpcMethod)).toEqual(['platform.getCurrentValidators']);
});

test('peers: a watched node that the asked node sees no more, and sees again', async () => {
	const trigger = createTrigger({ source: 'peers' });
	expect(await trigger.activate()).toBeNull();
	disconnect(ours);
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'disconnected', nodeId: ours, source: 'peers' },
	]);
	expect(await trigger.poll()).toBeNull();
	reconnect(ours);
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{
			event: 'reconnected',
			nodeId: ours,
			validator: { version: expect.stringMatching(/^avalanchego\//) },
		},
	]);
});

test("peers: a version that is older than the network's next upgrade takes, asked for once", async () => {
	const upgraded = await startAnother({ validators: 10, rewards: 0, version: '1.15' });
	upgraded.world.nodes.get(ours)!.version = 'avalanchego/1.14.2';
	upgraded.world.nodes.get(other)!.version = 'avalanchego/1.15.0';
	const trigger = createTrigger(
		{ source: 'peers', conditions: ['outdated', 'unreachable'] },
		{ credentials: { avalancheApi: { nodeUrl: upgraded.nodeUrl } } },
	);
	expect(jsonOf(await trigger.activate())).toMatchObject([
		{
			event: 'outdated',
			previousState: 'unknown',
			nodeId: ours,
			version: 'avalanchego/1.14.2',
			leastVersion: '1.15.0',
			upgrade: 'Helicon',
			upgradeAt: '2026-09-22T15:00:00.000Z',
		},
	]);
	upgraded.world.nodes.get(ours)!.version = 'avalanchego/1.15.1';
	expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'upToDate', nodeId: ours }]);
	expect(upgraded.log.map(({ rpcMethod }) => rpcMethod).sort()).toEqual([
		'info.peers',
		'info.peers',
		'info.upgrades',
	]);
});

test('balances of an L1: one that is used up, and is filled up again', async () => {
	const trigger = createTrigger({
		source: 'balances',
		subnetId: demoL1Chain.subnetId,
		nodeIds: '',
	});
	devnet.world.l1.find(({ nodeID }) => nodeID === ours)!.balance = 0n;
	const told = jsonOf(await trigger.activate())!;
	expect(told.filter(({ nodeId }) => nodeId === ours)).toMatchObject([
		{
			event: 'balanceLow',
			previousState: 'unknown',
			subnetId: demoL1Chain.subnetId,
			validator: { balance: '0' },
		},
	]);
	devnet.world.l1.find(({ nodeID }) => nodeID === ours)!.balance = 10n ** 12n;
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'balanceRestored', nodeId: ours, feeRate: 512 },
	]);
});

test('balances of an L1: ahead of the day on which they are used up, at the fee that is measured where no other is told', async () => {
	const real = Date.now.bind(Date);
	let passed = 0;
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + passed * 1000);
	try {
		const day = 86_400;
		const burning = await startAnother({ validators: 10, rewards: 0 });
		const rpcError = {
			code: -32000,
			message: `rpc: can't find method "platform.GetValidatorFeeState"`,
		};
		burning.faults([{ rpcMethod: 'platform.getValidatorFeeState', rpcError }]);
		const { l1 } = burning.world;
		for (const validator of l1) validator.balance = 512n * BigInt(400 * day);
		const low = l1.find(({ nodeID }) => nodeID === ours)!;
		low.balance = 512n * BigInt(14 * day + 9000);
		const trigger = createTrigger(
			{
				source: 'balances',
				subnetId: demoL1Chain.subnetId,
				nodeIds: '',
				options: { reportExisting: false },
			},
			{ credentials: { avalancheApi: { nodeUrl: burning.nodeUrl } } },
		);
		// The first poll sees the balances, the next ones what they lose.
		expect(await trigger.activate()).toBeNull();
		passed = 6000;
		expect(await trigger.poll()).toBeNull();
		passed = 12_000;
		const [item, ...more] = jsonOf(await trigger.poll())!;
		expect(more).toEqual([]);
		expect(item).toMatchObject({
			event: 'balanceLow',
			previousState: 'balanceSufficient',
			nodeId: ours,
		});
		expect(item.feeRate).toBeGreaterThan(500);
		expect(item.feeRate).toBeLessThan(524);
		const left = Date.parse(item.lastsUntil as string) - Date.parse(item.observedAt as string);
		expect(left / 1000 / day).toBeGreaterThan(13.6);
		expect(left / 1000 / day).toBeLessThanOrEqual(14.1);
		low.balance = 512n * BigInt(400 * day);
		passed = 18_000;
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{ event: 'balanceRestored', alertId: item.alertId },
		]);
	} finally {
		clock.mockRestore();
	}
});

test('the example of a validator watch watches as it stands', async () => {
	const file = join(process.cwd(), 'examples', 'validator-watch.json');
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
		nodes: Array<{ type: string; parameters: INodeParameters }>;
	};
	const { parameters } = nodes.find(({ type }) => type === 'n8n-nodes-avalanche.avalancheTrigger')!;
	const trigger = createTrigger({ badPolls: 2, goodPolls: 2, ...parameters });
	expect(await trigger.activate()).toBeNull();
	disconnect(ours);
	devnet.world.setUptime({ nodeIDs: [other], percentage: 60 });
	expect(await trigger.poll()).toBeNull();
	const told = jsonOf(await trigger.poll())!.map(({ event, nodeId }) => [event, nodeId]);
	expect(told).toEqual(
		expect.arrayContaining([
			['disconnected', ours],
			['belowThreshold', other],
			['fell', other],
		]),
	);
});

test('one item per poll holds all that it reports', async () => {
	const trigger = createTrigger({ options: { digest: true } });
	await trigger.activate();
	disconnect(ours, other);
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{
			event: 'digest',
			events: ['disconnected', 'disconnected'],
			nodeIds: expect.arrayContaining([ours, other]),
			items: [{ event: 'disconnected' }, { event: 'disconnected' }],
		},
	]);
});

test("quiet hours are those of the workflow's time zone", async () => {
	// A zone in which it is about noon now, and quiet hours around noon.
	const offset = (new Date().getUTCHours() + 24 - 12) % 24;
	const timezone = `Etc/GMT${offset > 12 ? `-${24 - offset}` : `+${offset}`}`;
	const quiet = { quietFrom: '10:00', quietTo: '14:00' };
	const silent = createTrigger({ options: quiet }, { settings: { timezone } });
	const loud = createTrigger(
		{ options: { quietFrom: '22:00', quietTo: '2:00' } },
		{ settings: { timezone } },
	);
	await Promise.all([silent.activate(), loud.activate()]);
	disconnect(ours);
	expect(await silent.poll()).toBeNull();
	expect(jsonOf(await loud.poll())).toMatchObject([{ event: 'disconnected' }]);
});

describe('a source that cannot be read', () => {
	test.each([
		['answers 429', () => devnet.faults([{ host: 'node', status: 429, retryAfter: 30 }])],
		['answers 503', () => devnet.faults([{ host: 'node', status: 503 }])],
		['cuts the connection', () => devnet.faults([{ host: 'node', cut: 'before' }])],
		['is still starting', () => devnet.world.setChain({ chain: 'P', state: 'bootstrapping' })],
	])(
		'lets the activation succeed where it %s; if that stays, it is told, and its end',
		async (_what, breakIt) => {
			breakIt();
			const trigger = createTrigger({ badPolls: 2 });
			expect(await trigger.activate()).toBeNull();
			expect(jsonOf(await trigger.poll())).toMatchObject([
				{ event: 'unreachable', state: 'unreachable', previousState: 'unknown', nodeId: null },
			]);
			expect(await trigger.poll()).toBeNull();
			devnet.faults([]);
			devnet.world.setChain({ chain: 'P', state: 'ready' });
			expect(jsonOf(await trigger.poll())).toMatchObject([
				{ event: 'reachable', previousState: 'unreachable' },
			]);
		},
	);

	test('at activation is not told where what is already bad is left out, but the next time', async () => {
		devnet.faults([{ host: 'node', status: 503 }]);
		const trigger = createTrigger({ options: { reportExisting: false } });
		expect([await trigger.activate(), await trigger.poll()]).toEqual([null, null]);
		devnet.faults([]);
		expect(await trigger.poll()).toBeNull();
		devnet.faults([{ host: 'node', status: 503 }]);
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'unreachable' }]);
	});

	test('is no outage of a validator, and no end of one', async () => {
		const trigger = createTrigger();
		await trigger.activate();
		disconnect(ours);
		await trigger.poll();
		devnet.faults([{ host: 'node', status: 503 }]);
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'unreachable' }]);
		devnet.faults([]);
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'reachable' }]);
		reconnect(ours);
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'reconnected', nodeId: ours }]);
	});

	test('never throws after activation, whatever is wrong', async () => {
		const trigger = createTrigger();
		await trigger.activate();
		devnet.faults([{ host: 'node', status: 401 }]);
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{ event: 'unreachable', message: expect.stringContaining('authentication') },
		]);
		devnet.faults([{ host: 'node', body: 'half' }]);
		expect(await trigger.poll()).toBeNull();
	});

	test('an L1 that takes in a new validator is neither unreachable nor down', async () => {
		const trigger = createTrigger({ ...onL1, nodeIds: '', options: { reportExisting: false } });
		await trigger.activate();
		const [joined] = devnet.world.addValidators({ on: 'l1', failSeconds: 3600 });
		expect(await trigger.poll()).toBeNull();
		devnet.world.l1.at(-1)!.unsyncedUntil = 0;
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'joined', nodeId: joined }]);
	});
});

describe('the activation is refused with', () => {
	test.each<[string, INodeParameters, string]>([
		[
			'a malformed node ID',
			{ nodeIds: `${ours}, NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3LG` },
			'Node IDs must',
		],
		['a node ID without its prefix', { nodeIds: ours.replace('NodeID-', '') }, 'Node IDs must'],
		['no blockchain', { source: 'blockchain', blockchainId: '' }, 'Blockchain ID is required'],
		[
			'a blockchain that is a path',
			{ source: 'blockchain', blockchainId: '../info' },
			'Blockchain ID must be',
		],
		['a threshold above 100', { threshold: 101 }, 'Threshold (Percent) must be'],
		['no bad poll', { badPolls: 0 }, 'Bad Polls Before It Counts must be'],
		['half a good poll', { goodPolls: 1.5 }, 'Good Polls Before It Is Over must be'],
		['no condition', { conditions: [] }, 'Conditions must'],
		['an unknown condition', { conditions: ['asleep'] }, '"asleep"'],
		[
			'conditions that the source cannot show',
			{ source: 'peers', conditions: ['disconnected', 'fell', 'endingSoon'] },
			'Conditions of the source "peers" must be a list of disconnected, outdated, unreachable; "fell" is not one',
		],
		['peers without names', { source: 'peers', nodeIds: '' }, 'Node IDs is required'],
		['balances of no L1', { source: 'balances', subnetId: '' }, 'Subnet ID is required'],
		[
			'a version that is none',
			{ source: 'peers', conditions: ['outdated'], leastVersion: 'new' },
			'Minimum Version must be',
		],
		[
			'an upgrade of today',
			{ source: 'peers', conditions: ['outdated'], upgradeDays: 0 },
			'Warn Before the Upgrade (Days) must be',
		],
		['a fall by nothing', { conditions: ['fell'], fellPoints: 0 }, 'Drop (Points) must be'],
		['no time to fall in', { conditions: ['fell'], fellHours: 0 }, 'Within (Hours) must be'],
		[
			'less than an hour ahead',
			{ conditions: ['endingSoon'], endingDays: 0.03 },
			'Warn Before the End (Days) must be',
		],
		['quiet hours without an end', { options: { quietFrom: '22:00' } }, 'Quiet To must be'],
		[
			'a quiet hour that is none',
			{ options: { quietFrom: '25:00', quietTo: '6:00' } },
			'Quiet From must be',
		],
		[
			'quiet hours of no length',
			{ options: { quietFrom: '6:00', quietTo: '06:00' } },
			'two different',
		],
		[
			'a share above 100',
			{ options: { suspectShare: 200 } },
			'must be a whole number from 1 to 100',
		],
		['a source that there is not', { source: 'moon' }, 'Source must be one of'],
		['a threshold of no kind', { thresholdKind: 'x' }, 'Threshold must be one of fixed, reward'],
		['an empty condition', { conditions: ['left', ''] }, 'Conditions of the source'],
		...Object.entries({
			digest: 'One Item per Poll',
			redeliver: 'Redeliver After Restart',
			reportEnds: 'Report Ends',
			reportExisting: 'Report What Is Already Bad',
		}).flatMap(([name, displayName]) =>
			(
				[
					['text', '={{ "true" }}', 'must be true or false, not "true"'],
					['a word', 'yes', 'must be true or false, not "yes"'],
					['a number', '={{ 1 }}', 'must be true or false, not "1"'],
					['nothing', '={{ null }}', 'is required'],
				] as const
			).map(([what, value, rule]): [string, INodeParameters, string] => [
				`${displayName} as ${what}`,
				{ options: { [name]: value } },
				`${displayName} ${rule}`,
			]),
		),
	])('%s, before anything is sent', async (_what, parameters, reason) => {
		const trigger = createTrigger(parameters);
		await expect(trigger.activate()).rejects.toMatchObject({
			message: expect.stringContaining(reason),
			...engine.failureOf({ cause: 'configuration-invalid' }),
		});
		expect(devnet.log).toEqual([]);
		expect(trigger.stored).toEqual({});
	});

	test.each<[string, INodeParameters, string]>([
		[
			'an unknown chain',
			{ source: 'blockchain', blockchainId: 'nowhere' },
			'does not know the chain "nowhere"',
		],
		[
			'a chain without validators of its own',
			{ source: 'blockchain', blockchainId: 'C' },
			'though it knows the chain "C"',
		],
	])('%s', async (_what, parameters, reason) => {
		await expect(createTrigger(parameters).activate()).rejects.toThrow(reason);
	});

	test('a key that is refused', async () => {
		devnet.faults([{ host: 'node', status: 403 }]);
		await expect(createTrigger().activate()).rejects.toMatchObject({
			message: expect.stringContaining('refused the authentication'),
			...engine.failureOf({ cause: 'credential-invalid' }),
		});
	});

	test('a state that a newer version left', async () => {
		const trigger = createTrigger({}, { staticData: { cursor: { version: 99 } } });
		await expect(trigger.activate()).rejects.toThrow('newer version');
		expect(trigger.stored).toEqual({ cursor: { version: 99 } });
	});
});

test('an unknown chain on a node that is still starting is not blamed on the user', async () => {
	devnet.world.setChain({ chain: 'P', state: 'bootstrapping' });
	devnet.world.setChain({ chain: demoL1Chain.blockchainId, state: 'unknown' });
	const trigger = createTrigger({ ...onL1, badPolls: 2 });
	expect(await trigger.activate()).toBeNull();
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'unreachable', message: expect.stringContaining('catching up') },
	]);
});

describe("the editor's test run", () => {
	test('shows a sample where all is well, and moves nothing', async () => {
		const trigger = createTrigger();
		const { items } = await trigger.testRun();
		expect(jsonOf(items)).toMatchObject([
			{ sample: true, event: 'disconnected', eventId: expect.any(String), validator: {} },
		]);
		expect(trigger.stored).toEqual({});
	});

	test('shows what is bad now, and leaves its report to the poll', async () => {
		const trigger = createTrigger({ badPolls: 2 });
		await trigger.activate();
		const before = trigger.stored;
		disconnect(ours);
		expect(jsonOf((await trigger.testRun()).items)).toMatchObject([
			{ sample: true, event: 'disconnected', nodeId: ours },
		]);
		expect(trigger.stored).toEqual(before);
		expect(await trigger.poll()).toBeNull();
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'disconnected', nodeId: ours }]);
	});

	test('P13, P14: shows a sample over the state that a newer version left, and leaves it alone', async () => {
		const watched = { choice: 'all', since: 1, states: { of: 'another form' } };
		const cursor = { version: 99, event: 'uptimeDrop', source: 'primaryNetwork:', at: 1, watched };
		const trigger = createTrigger({ source: 'primaryNetwork' }, { staticData: { cursor } });
		const { items, error } = await trigger.testRun();
		expect(error).toBeUndefined();
		expect(jsonOf(items)).toMatchObject([{ sample: true, event: 'disconnected' }]);
		expect(trigger.stored).toEqual({ cursor });
	});

	test('says why there is nothing to show', async () => {
		devnet.faults([{ host: 'node', status: 503 }]);
		const { error } = await createTrigger().testRun();
		expect(error?.message).toContain('503');
	});
});

describe('what is remembered', () => {
	test('holds with durable cursors too', async () => {
		if (!engine.isRecent) return;
		const trigger = createTrigger({ badPolls: 3 }, { durable: true });
		await trigger.activate();
		disconnect(ours);
		await trigger.poll();
		trigger.restart();
		await trigger.poll();
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'disconnected' }]);
	});

	test('P1: with redelivery the last items come again after a restart, as they were', async () => {
		const trigger = createTrigger({ options: { redeliver: true } });
		await trigger.activate();
		disconnect(ours);
		const told = jsonOf(await trigger.poll());
		expect(told).toHaveLength(1);
		expect(await trigger.poll()).toBeNull();
		trigger.restart();
		expect(jsonOf(await trigger.activate())).toEqual(told);
		expect(await trigger.poll()).toBeNull();
	});

	test('polls that overlap tell nothing twice', async () => {
		const trigger = createTrigger();
		await trigger.activate();
		disconnect(ours);
		devnet.faults([{ host: 'node', latencyMs: 300, times: 1 }]);
		const told = await Promise.all([trigger.poll(), trigger.poll(), trigger.poll()]);
		expect(told.flatMap((items) => items ?? [])).toHaveLength(1);
	});

	test('is one small entry', async () => {
		const trigger = createTrigger({ nodeIds: '' });
		await trigger.activate();
		disconnect(ours);
		await trigger.poll();
		expect(Object.keys(trigger.stored)).toEqual(['cursor']);
		expect(JSON.stringify(trigger.stored).length).toBeLessThan(60 * 64);
	});
});
