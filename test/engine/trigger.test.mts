/** The Avalanche Trigger through n8n's own polls, against the mock network. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { demoL1Chain, ownNodeId } from '../../devnet/devnet.mts';
import { useDevnets } from '../support/useDevnet.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf } from '../support/useEngine.mts';
import { create, createTrigger, devnet, disconnect, onL1, other, ours } from './watchScene.mts';

const startAnother = useDevnets();
const clock = useClock('2026-11-24T08:00:00Z');

/** A time as columns have it. */
const isoSecond = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const reconnect = (...nodeIDs: string[]) => devnet.world.reconnect({ nodeIDs });

describe.each<[string, INodeParameters]>([
	['the Primary Network', {}],
	['an L1', onL1],
])('a validator of %s', (_what, source) => {
	test('goes down and comes back: one item each, however many polls it lasts [U5]', async () => {
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
			source: source === onL1 ? 'blockchain' : 'primaryNetwork',
			message: expect.stringMatching(/^NodeID-.{4}\.\.\..{3}: no connection since \d\d:\d\d /),
			validator: { nodeId: ours, connected: false, start: expect.stringMatching(isoSecond) },
		});
		expect(down.validationId).toBeTruthy();
		expect(down.validator).not.toHaveProperty('delegators', expect.any(Array));
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

	test('goes down and loses uptime by it: one alert, and the rest if it is true afterwards [U5]', async () => {
		const trigger = createTrigger(source);
		await trigger.activate();
		disconnect(ours);
		devnet.world.setUptime({ nodeIDs: [ours], percentage: 40 });
		const [down, ...more] = jsonOf(await trigger.poll())!;
		expect(more).toEqual([]);
		expect(down.message).toContain(' Also: Low Uptime');
		expect(down).toMatchObject({
			event: 'disconnected',
			severity: 'critical',
			alsoBad: expect.arrayContaining([expect.objectContaining({ event: 'belowThreshold' })]),
		});
		expect(await trigger.poll()).toBeNull();
		reconnect(ours);
		const after = jsonOf(await trigger.poll()).map(({ event }) => event);
		expect(after).toEqual(expect.arrayContaining(['reconnected', 'belowThreshold']));
	});

	test('that is down at activation is reported once, and over a restart once [U9]', async () => {
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

	test('that leaves is told with what is known of it [U10]', async () => {
		const trigger = createTrigger(source);
		await trigger.activate();
		devnet.world.removeValidators({ on: source === onL1 ? 'l1' : 'primary', nodeIDs: [ours] });
		expect(jsonOf(await trigger.poll())).toMatchObject([
			{ event: 'left', reason: 'removed', nodeId: ours },
		]);
	});
});

describe('both profiles of the mock network give the same alerts', () => {
	test.each<[string, INodeParameters]>([
		['the Primary Network', {}],
		['an L1', onL1],
	])('%s', async (_what, source) => {
		const document = await startAnother({ validators: 60, rewards: 0, profile: 'document' });
		const { credentials } = document;
		const trigger = createTrigger(
			{
				...source,
				alertWhen: ['disconnected', 'belowThreshold'],
				options: { threshold: 50 },
			},
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

test('a validator joins an L1 that is watched as a whole [U10]', async () => {
	const trigger = createTrigger({
		...onL1,
		validatorsFrom: 'all',
		options: { reportExisting: false },
	});
	await trigger.activate();
	const [joined] = devnet.world.addValidators({ on: 'l1' });
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'joined', reason: 'new', nodeId: joined, previousState: 'absent' },
	]);
});

test('the own standing of the node: no validator any more, and again', async () => {
	const trigger = createTrigger({ event: 'ownNode', source: 'node' });
	await trigger.activate();
	devnet.world.setStanding({ isValidator: false });
	expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'left', nodeId: ownNodeId }]);
	devnet.world.setStanding({ isValidator: true });
	expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'joined', nodeId: ownNodeId }]);
});

test('many at once: one item that suspects the watching node [U12]', async () => {
	const trigger = createTrigger({ validatorsFrom: 'all', options: { reportExisting: false } });
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

test('one poll over a thousand validators is one request [U1]', async () => {
	const large = await startAnother({ validators: 1000, rewards: 0 });
	const trigger = createTrigger({ validatorsFrom: 'all' }, { credentials: large.credentials });
	await trigger.activate();
	large.clearLog();
	await trigger.poll();
	expect(large.log.map(({ rpcMethod }) => rpcMethod)).toEqual(['platform.getCurrentValidators']);
});

test('the uptime that the reward takes: asked for once, then one request for a thousand validators [U1, U22]', async () => {
	const large = await startAnother({ validators: 1000, rewards: 0 });
	const trigger = createTrigger(
		{ validatorsFrom: 'all', options: { reportExisting: false } },
		{ credentials: large.credentials },
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
	const trigger = createTrigger({ event: 'ownNode', source: 'peers' });
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
	const trigger = createTrigger({ event: 'nodeVersion' }, { credentials: upgraded.credentials });
	expect(jsonOf(await trigger.activate())).toMatchObject([
		{
			event: 'outdated',
			previousState: 'unknown',
			nodeId: ours,
			version: 'avalanchego/1.14.2',
			leastVersion: '1.15.0',
			upgrade: 'Helicon',
			upgradeAt: '2026-09-22T15:00:00Z',
			network: 'mainnet',
		},
	]);
	upgraded.world.nodes.get(ours)!.version = 'avalanchego/1.15.1';
	expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'upToDate', nodeId: ours }]);
	// What every item shows of the network is asked once, too.
	expect(upgraded.log.map(({ rpcMethod }) => rpcMethod).sort()).toEqual([
		'info.getNetworkID',
		'info.peers',
		'info.peers',
		'info.upgrades',
	]);
});

test('balances of an L1: one that is used up is one alert, and is filled up again [U33]', async () => {
	const trigger = createTrigger({
		event: 'l1Validator',
		source: 'balances',
		subnetId: demoL1Chain.subnetId,
		validatorsFrom: 'all',
	});
	devnet.world.deactivate({ nodeIDs: [ours] });
	const told = jsonOf(await trigger.activate())!;
	expect(told.filter(({ nodeId }) => nodeId === ours)).toMatchObject([
		{
			event: 'balanceUsedUp',
			previousState: 'unknown',
			subnetId: demoL1Chain.subnetId,
			validator: { balance: 0, balanceExact: '0' },
		},
	]);
	devnet.world.activate({ nodeIDs: [ours] });
	expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'balanceToppedUp', nodeId: ours }]);
});

test('one that is topped up in time and becomes inactive later is reported to a watch of balances [U33]', async () => {
	const trigger = createTrigger({
		event: 'l1Validator',
		source: 'balances',
		subnetId: demoL1Chain.subnetId,
		nodeIds: ours,
	});
	devnet.world.setRunway({ nodeIDs: [ours], days: 400 });
	expect(await trigger.activate()).toBeNull();
	devnet.world.deactivate({ nodeIDs: [ours] });
	expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'balanceUsedUp', nodeId: ours }]);
});

test('balances of an L1: ahead of the day on which they are used up, at the fee that is measured where no other is told', async () => {
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
			event: 'l1Validator',
			source: 'balances',
			subnetId: demoL1Chain.subnetId,
			validatorsFrom: 'all',
			options: { reportExisting: false },
		},
		{ credentials: burning.credentials },
	);
	// The first poll sees the balances, the next ones what they lose.
	expect(await trigger.activate()).toBeNull();
	clock.advance(6000);
	expect(await trigger.poll()).toBeNull();
	clock.advance(6000);
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
	clock.advance(6000);
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ event: 'balanceRestored', alertId: item.alertId },
	]);
});

test('the example of a validator watch watches as it stands', async () => {
	const file = join(process.cwd(), 'examples', 'validator-watch.json');
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
		nodes: Array<{ type: string; parameters: INodeParameters }>;
	};
	const { parameters } = nodes.find(({ type }) => type === 'n8n-nodes-avalanche.avalancheTrigger')!;
	const trigger = create(parameters);
	expect(await trigger.activate()).toBeNull();
	disconnect(ours);
	devnet.world.setUptime({ nodeIDs: [other], percentage: 60 });
	expect(await trigger.poll()).toBeNull();
	clock.advance(60);
	const told = jsonOf(await trigger.poll())!.map(({ event, nodeId }) => [event, nodeId]);
	expect(told).toEqual(
		expect.arrayContaining([
			['disconnected', ours],
			['belowThreshold', other],
			['fell', other],
		]),
	);
});

test('one item per poll holds all that it reports [U16]', async () => {
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

test("quiet hours are those of the workflow's time zone [U15]", async () => {
	// A zone in which it is about noon now, and quiet hours around noon.
	const offset = (new Date(Date.now()).getUTCHours() + 24 - 12) % 24;
	const timezone = `Etc/GMT${offset > 12 ? `-${24 - offset}` : `+${offset}`}`;
	const quiet = { quietFrom: '10:00', quietTo: '14:00', quietCritical: true };
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

describe('a source that cannot be read [U11]', () => {
	test.each([
		['answers 429', () => devnet.faults([{ host: 'node', status: 429, retryAfter: 30 }])],
		['answers 503', () => devnet.faults([{ host: 'node', status: 503 }])],
		['cuts the connection', () => devnet.faults([{ host: 'node', cut: 'before' }])],
		['is still starting', () => devnet.world.setChain({ chain: 'P', state: 'bootstrapping' })],
	])(
		'lets the activation succeed where it %s; if that stays, it is told, and its end',
		async (_what, breakIt) => {
			breakIt();
			const trigger = createTrigger({ options: { failedChecks: 2 } });
			expect(await trigger.activate()).toBeNull();
			clock.advance(60);
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

	test('is no outage of a validator, and no end of one [U7]', async () => {
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

	test('an L1 that takes in a new validator is neither unreachable nor down [U3]', async () => {
		const trigger = createTrigger({
			...onL1,
			validatorsFrom: 'all',
			options: { reportExisting: false },
		});
		await trigger.activate();
		const [joined] = devnet.world.addValidators({ on: 'l1', failSeconds: 3600 });
		expect(await trigger.poll()).toBeNull();
		devnet.world.l1.at(-1)!.unsyncedUntil = 0;
		expect(jsonOf(await trigger.poll())).toMatchObject([{ event: 'joined', nodeId: joined }]);
	});
});
