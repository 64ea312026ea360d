/** The trigger's watches of validators and nodes on a real network: one item when a validator goes, one when it is back. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type Engine, loadEngine } from '../support/engine.mts';
import { type L1Network, startL1Network } from './network.mts';
import { call, pause, startNode } from './nodes.mts';

let engine: Engine;
let network: L1Network;

beforeAll(async () => {
	[engine, network] = await Promise.all([loadEngine(), startL1Network()]);
});
afterAll(async () => {
	engine?.close();
	await network?.stop();
});

/** A published trigger, and all that it has told. */
function createWatch(parameters: INodeParameters, nodeUrl = network.url) {
	const credentials = { avalancheNodesApi: { network: 'ownNode', nodeUrl } };
	const trigger = engine.createPoll(
		'avalancheTrigger',
		{
			...parameters,
			options: { failedChecks: 1, goodChecks: 1, ...(parameters.options as object) },
		},
		{ credentials },
	);
	const told: IDataObject[] = [];
	const tell = (items: Awaited<ReturnType<typeof trigger.poll>>) => {
		for (const { json } of items ?? []) {
			told.push(json);
			process.stdout.write(`${JSON.stringify(json)}\n`);
		}
	};
	return {
		told,
		activate: async () => tell(await trigger.activate()),
		poll: async () => tell(await trigger.poll()),
		testRun: trigger.testRun,
		/** The events told of a validator, in their order. */
		of: (nodeId: string) => told.filter((item) => item.nodeId === nodeId).map(({ event }) => event),
	};
}
type Watch = ReturnType<typeof createWatch>;

const onL1Chain = (blockchainId: string) => ({
	event: 'l1Validator',
	source: 'blockchain',
	blockchainId,
});
const watchL1 = (parameters: INodeParameters = {}) =>
	createWatch({ ...onL1Chain(network.chainID), ...parameters });

const watchPrimaryNetwork = () =>
	createWatch({
		event: 'validatorDown',
		validatorsFrom: 'all',
		alertWhen: ['belowThreshold', 'disconnected', 'left', 'unreachable'],
		options: { threshold: 90 },
	});

const watchOwn = (threshold: number, nodeUrl?: string) =>
	createWatch({ event: 'ownNode', source: 'node', options: { threshold } }, nodeUrl);

/** Polls twice a second until the condition holds, and then four times more, in which nothing may come. */
async function pollUntil(
	watches: Watch[],
	what: string,
	seconds: number,
	condition: () => boolean | Promise<boolean>,
): Promise<void> {
	const poll = async () => {
		await Promise.all(watches.map(async (watch) => await watch.poll()));
		await pause(0.5);
	};
	const end = Date.now() + seconds * 1000;
	while (!(await condition())) {
		if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
		await poll();
	}
	const before = watches.map(({ told }) => told.length);
	for (let more = 0; more < 4; more++) await poll();
	expect(watches.map(({ told }) => told.length)).toEqual(before);
}

describe('on an L1, of which one validator never ran and one has no balance', () => {
	let reporting: Watch;
	let silent: Watch;
	let primary: Watch;
	let peers: Watch;
	let balances: Watch;
	let all: Watch[];

	beforeAll(async () => {
		reporting = watchL1();
		silent = watchL1({ options: { reportExisting: false } });
		primary = watchPrimaryNetwork();
		peers = createWatch({
			event: 'ownNode',
			source: 'peers',
			validatorsFrom: 'lines',
			nodeIds: network.nodeIDs.watched,
		});
		balances = createWatch({
			event: 'l1Validator',
			source: 'balances',
			subnetId: network.subnetID,
			options: { balanceDays: 365 },
		});
		all = [reporting, silent, primary, peers];
		for (const watch of [...all, balances]) await watch.activate();
	});

	test('what is bad at the activation is reported once, unless that is switched off', async () => {
		const { inactive } = network.nodeIDs;
		await pollUntil(all, 'the inactive one is reported', 20, () => reporting.told.length > 0);
		expect(reporting.told).toEqual([
			expect.objectContaining({
				event: 'inactive',
				previousState: 'unknown',
				nodeId: inactive,
				validator: expect.objectContaining({ active: false }),
			}),
		]);
		expect([silent, primary, peers].map(({ told }) => told)).toEqual([[], [], []]);
	});

	test.each(['SIGTERM', 'SIGKILL'] as const)(
		'%s: one item when it goes, one when it is back',
		async (signal) => {
			const { watched } = network.nodeIDs;
			const before = all.map(({ told }) => told.length);
			// The one that never ran is told some time, too.
			const tellsOf = (index: number) =>
				all[index].told.slice(before[index]).filter(({ nodeId }) => nodeId === watched);
			const isTold = (count: number) =>
				all.every((_watch, index) => tellsOf(index).length >= count);

			const stopped = Math.floor(Date.now() / 1000);
			await network.stopNode2(signal);
			await pollUntil(all, 'the disconnect is told', 20, () => isTold(1));
			const told = Date.now() / 1000;
			await network.startNode2();
			await pollUntil(all, 'the reconnect is told', 20, () => isTold(2));

			const onL1 = (isConnected: boolean) => ({ nodeId: watched, connected: isConnected });
			const sources: Array<[IDataObject, gone: unknown, back: unknown]> = [
				[{ source: 'blockchain', blockchainId: network.chainID }, onL1(false), onL1(true)],
				[{ source: 'blockchain', blockchainId: network.chainID }, onL1(false), onL1(true)],
				[
					{ source: 'primaryNetwork' },
					{ nodeId: watched, connected: false },
					{ nodeId: watched, connected: true },
				],
				// of a node that it does not see, a node says nothing
				[
					{ source: 'peers' },
					{ nodeId: watched, connected: false },
					{ nodeId: watched, connected: true, publicIP: expect.any(String) },
				],
			];
			for (const [index, [source, gone, back]] of sources.entries()) {
				const about = { ...source, nodeId: watched };
				const [disconnected, reconnected, ...more] = tellsOf(index);
				expect(disconnected).toMatchObject({
					...about,
					event: 'disconnected',
					state: 'disconnected',
					previousState: 'connected',
					message: expect.stringMatching(/^NodeID-.{4}\.\.\..{3}: no connection since /),
					validator: gone,
				});
				const since = Date.parse(disconnected.since as string) / 1000;
				expect(since).toBeGreaterThanOrEqual(stopped - 1);
				expect(since).toBeLessThanOrEqual(told);
				expect(reconnected).toMatchObject({
					...about,
					event: 'reconnected',
					state: 'connected',
					previousState: 'disconnected',
					alertId: disconnected.alertId,
					lastedSeconds: expect.any(Number),
					validator: back,
				});
				expect(reconnected.eventId).not.toBe(disconnected.eventId);
				expect(more).toEqual([]);
			}
		},
	);

	test("a node's own standing: a reconnect is no drop, a peer that stays away is one", async () => {
		const readUptime = async (url: string) =>
			Number((await call(`${url}/ext/info`, 'info.uptime')).weightedAveragePercentage);
		const own = watchOwn(99.9);
		// the peer, just restarted, counts as one that saw nothing until it has sent its view
		await own.activate();
		await pollUntil(
			[own],
			'the peer has sent its view',
			40,
			async () => (await readUptime(network.url)) === 100,
		);
		expect(own.told).toEqual([]);

		await network.stopNode2();
		await pollUntil([own], 'the drop is told', 60, () => own.told.length > 0);
		const node2 = await network.startNode2();
		const restarted = watchOwn(10, node2.url);
		expect(await readUptime(node2.url)).toBeLessThan(1);
		await restarted.activate();
		const isHealed = async () => own.told.length > 1 && (await readUptime(node2.url)) > 10;
		await pollUntil([own, restarted], 'its end is told', 60, isHealed);

		const about = { source: 'node', nodeId: network.nodeIDs.watching, threshold: 99.9 };
		expect(own.told).toMatchObject([
			{
				...about,
				event: 'belowThreshold',
				uptime: expect.closeTo(99.85, 1),
				validator: { uptime: expect.closeTo(99.85, 1), rewardingStake: expect.any(Number) },
			},
			{ ...about, event: 'aboveThreshold', uptime: 100, validator: { uptime: 100 } },
		]);
		expect(restarted.told).toEqual([]);
	});

	test('the one that never ran is reported once, the one without balance is not down', async () => {
		const { watching, neverRan, inactive } = network.nodeIDs;
		await pollUntil(all, 'it is told', 120, () => reporting.of(neverRan).length > 0);
		expect(reporting.of(neverRan)).toEqual(['disconnected']);
		expect(reporting.of(inactive)).toEqual(['inactive']);
		expect(reporting.of(watching)).toEqual([]);
		expect([neverRan, inactive, watching].map(silent.of)).toEqual([[], [], []]);
	});

	test('a peer with an old version is told', async () => {
		const { watched } = network.nodeIDs;
		const watch = createWatch({
			event: 'nodeVersion',
			validatorsFrom: 'lines',
			nodeIds: watched,
			options: { minimumVersion: '99.0.0' },
		});
		await watch.activate();
		await watch.poll();
		expect(watch.told).toMatchObject([
			{ event: 'outdated', nodeId: watched, version: 'avalanchego/1.14.2', leastVersion: '99.0.0' },
		]);
	});

	test('a balance that is used up is told at once, and one that will be with the second at which it is', async () => {
		const { neverRan, inactive } = network.nodeIDs;
		const { excess, price, timestamp } = await call(
			`${network.url}/ext/bc/P`,
			'platform.getValidatorFeeState',
		);
		await balances.poll();
		expect(balances.told).toHaveLength(2);
		expect(balances.told).toEqual(
			expect.arrayContaining([
				expect.objectContaining({
					event: 'balanceUsedUp',
					previousState: 'unknown',
					nodeId: inactive,
					validator: expect.objectContaining({ balance: 0 }),
				}),
				expect.objectContaining({
					event: 'balanceLow',
					previousState: 'unknown',
					nodeId: neverRan,
					feeRate: 1,
					subnetId: network.subnetID,
				}),
			]),
		);
		expect({ excess, price }).toEqual({ excess: 0, price: 1 });
		expect(Date.parse(timestamp)).toBeLessThanOrEqual(Date.now() + 10_000);
		const low = balances.told.find(({ nodeId }) => nodeId === neverRan)!;
		// The least fee is 1 nAVAX a second here, so the end stays where it is while the balance falls.
		await network.makeBlock();
		const now = await call(`${network.url}/ext/bc/P`, 'platform.getValidatorFeeState');
		const { validators } = await call(`${network.url}/ext/bc/P`, 'platform.getCurrentValidators', {
			subnetID: network.subnetID,
			nodeIDs: [neverRan],
		});
		const ends = Date.parse(now.timestamp) / 1000 + Number(validators[0].balance);
		expect(Math.abs(Date.parse(low.lastsUntil as string) / 1000 - ends)).toBeLessThanOrEqual(1);
		await balances.poll();
		expect(balances.told).toHaveLength(2);
	});

	test("the editor's test run shows what is bad now, as a sample, and moves nothing", async () => {
		const before = reporting.told.length;
		const { items } = await reporting.testRun();
		expect(items.map(({ json }) => json)).toContainEqual(
			expect.objectContaining({
				sample: true,
				event: 'inactive',
				nodeId: network.nodeIDs.inactive,
			}),
		);
		await reporting.poll();
		expect(reporting.told.length).toBe(before);
	});

	test('while the node takes a validator in it knows nothing; what happened is told afterwards', async () => {
		const { watched } = network.nodeIDs;
		const path = `${network.url}/ext/bc/${network.chainID}/validators`;
		const read = async () => await call(path, 'validators.getCurrentValidators');
		const watch = watchL1({ options: { reportExisting: false } });
		await watch.activate();

		const joined = await network.addValidator();
		await expect(read()).rejects.toThrow('validationID not found');
		await pause(1);
		await watch.poll();
		await network.stopNode2();
		await watch.poll();
		await expect(read()).rejects.toThrow('validationID not found');
		expect(watch.told).toEqual([]);

		await pollUntil([watch], 'the node has taken it in', 90, () => watch.told.length > 1);
		expect(watch.told).toHaveLength(2);
		expect(watch.told).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ event: 'joined', reason: 'new', nodeId: joined }),
				expect.objectContaining({ event: 'disconnected', nodeId: watched }),
			]),
		);
		await network.startNode2();
		await pollUntil([watch], 'the reconnect is told', 20, () => watch.told.length > 2);
		expect(watch.of(watched)).toEqual(['disconnected', 'reconnected']);
		expect(watch.of(joined)).toEqual(['joined']);
	});
});

describe('the activation', () => {
	const neverThere = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
	const byName = { event: 'validatorDown', validatorsFrom: 'lines' };

	test.each<[string, () => INodeParameters, string]>([
		['a malformed node ID', () => ({ ...byName, nodeIds: `${neverThere}x` }), 'Check Node IDs'],
		['an unknown chain', () => onL1Chain('nope'), 'does not know the chain "nope"'],
		['a chain of another kind', () => onL1Chain('C'), 'though it knows the chain "C"'],
		[
			'a subnet in place of its chain',
			() => onL1Chain(network.subnetID),
			'does not know the chain',
		],
	])('is refused with %s', async (_what, parameters, reason) => {
		await expect(createWatch(parameters()).activate()).rejects.toThrow(reason);
	});

	test('finds a node ID that is no validator', async () => {
		const watch = createWatch({ ...byName, nodeIds: neverThere });
		await watch.activate();
		expect(watch.told).toMatchObject([{ event: 'left', reason: 'absent', nodeId: neverThere }]);
	});

	test('succeeds on a node that is still starting; what stays unknown is reported', async () => {
		const stuck = await startNode('stuck');
		const watches = [
			createWatch({ validatorsFrom: 'all', options: { failedChecks: 2 } }, stuck.url),
			createWatch({ ...onL1Chain(network.chainID), options: { failedChecks: 2 } }, stuck.url),
		];
		for (const watch of watches) await watch.activate();
		expect(watches.map(({ told }) => told)).toEqual([[], []]);
		await pollUntil(watches, 'it is told', 20, () => watches.every(({ told }) => told.length > 0));
		expect(watches.map(({ told }) => told)).toMatchObject([
			[
				{
					event: 'unreachable',
					message: expect.stringContaining('"P" yet: it is still catching up'),
				},
			],
			[{ event: 'unreachable', message: expect.stringContaining('still catching up') }],
		]);
		await stuck.stop();
	});
});
