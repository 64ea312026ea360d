/** The items of every event of the trigger: their fields are those of the golden items, and keep the same rule. */
import { getCreateAddress } from 'ethers';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { alerts, listAlerts } from '../../nodes/Trigger/watch/conditions/index.ts';
import { preset } from '../../nodes/Trigger/watch/metrics/preset.ts';
import type { WatchSource } from '../../nodes/Trigger/watch/model.ts';
import {
	demoL1Chain,
	fundedAccount,
	ourNodeIds,
	ourRewardAddress,
	ownNodeId,
} from '../../devnet/devnet.mts';
import type { Reply } from '../../devnet/http.mts';
import type { Schema } from '../../tools/schemas.mts';
import { isWriting, keepSamples, pickSample, samplesOf, useGolden } from '../support/golden.mts';
import { listSaved } from '../support/goldenWorkflows.mts';
import { listBreaks, listGaps } from '../support/outputRule.mts';
import { listCame, listShown } from '../support/schemas.mts';
import { useClock } from '../support/useClock.mts';
import { useReceiver } from '../support/useReceiver.mts';
import { useDevnets } from '../support/useDevnet.mts';
import { jsonOf, until } from '../support/useEngine.mts';
import { makeScene } from './evmScene.mts';
import {
	addBlock,
	addReward,
	chain,
	create,
	devnet,
	engine,
	joinClocks,
	watches,
} from './feedScene.mts';

const day = 86_400;
const [ours, other] = ourNodeIds as [string, string];
const clock = useClock('2026-11-02T12:00:00Z');
const startAnother = useDevnets();
const golden = useGolden();
const receiver = useReceiver();

/** Under the trigger's event, and what it reports; items about many validators are of a kind of their own. */
const collected = new Map<string, IDataObject[]>();
function collect(event: string, items: INodeExecutionData[] | null, what?: string): string[] {
	const told = jsonOf(items);
	for (const item of told) {
		const isGroup = 'nodeIds' in item && item.event !== 'digest';
		const name = `${event} ${what ?? (isGroup ? 'group' : (item.event as string))}`;
		collected.set(name, [...(collected.get(name) ?? []), item]);
	}
	return told.map((item) => item.event as string);
}

/** What only a test run adds. */
const withoutMark = ({ sample: _sample, remarks: _remarks, ...item }: IDataObject): IDataObject =>
	item;

type Watched = Exclude<WatchSource, 'native' | 'erc20' | 'pChain' | 'l1Balance'> | 'version';
const watched: Record<Watched, INodeParameters> = {
	primaryNetwork: { event: 'validatorDown' },
	blockchain: { event: 'l1Validator', blockchainId: demoL1Chain.blockchainId },
	node: { event: 'ownNode' },
	peers: { event: 'ownNode' },
	version: { event: 'nodeVersion' },
	health: { event: 'nodeHealth' },
	balances: { event: 'l1Validator', subnetId: demoL1Chain.subnetId },
};
/** Limits are set, not chosen. */
const limits: Partial<Record<WatchSource, () => INodeParameters>> = {
	native: () => ({ chain: 'C', addresses: `${fundedAccount} = Treasury` }),
	erc20: () => ({ chain: 'C', token: devnet.token, addresses: fundedAccount }),
	pChain: () => ({ addresses: `P-${ourRewardAddress} = Rewards` }),
	l1Balance: () => ({ subnetId: demoL1Chain.subnetId }),
};
const alertsOf = (source: Watched) =>
	source === 'version' ? ['outdated', 'unreachable'] : listAlerts(source).map(({ event }) => event);
const enter = (source: Watched, more: INodeParameters = {}): INodeParameters => ({
	validatorsFrom: 'lines',
	nodeIds: `${ours}, ${other}`,
	source,
	alertWhen: alertsOf(source),
	...watched[source],
	...more,
	options: { failedChecks: 1, goodChecks: 1, ...(more.options as object) },
});
/** A published trigger, and what takes its items in. */
function watch(source: Watched, more: INodeParameters = {}, credentials = devnet.credentials) {
	const parameters = enter(source, more);
	const trigger = create(parameters, { credentials });
	const take = (items: INodeExecutionData[] | null) => collect(parameters.event as string, items);
	return {
		activate: async () => take(await trigger.activate()),
		/** A minute later, so that what ends has lasted. */
		poll: async () => {
			clock.advance(60);
			return take(await trigger.poll());
		},
		testRun: async () => take((await trigger.testRun()).items),
	};
}
const names = `${ours} = Frankfurt-1`;
const findPrimary = (nodeID: string) =>
	devnet.world.primary.find((each) => each.nodeID === nodeID)!;

const samples = (Object.keys(watched) as Watched[]).flatMap((source) =>
	alertsOf(source).map((event) => [source, event] as const),
);
test.each(samples)('a sample is shown: %s, %s', async (source, event) => {
	expect(await watch(source, { alertWhen: [event] }).testRun()).toContain(event);
});

describe.each(Object.entries(limits))('balances, %s', (source, parameters) => {
	const watchBalance = (more: INodeParameters) => {
		const entered = {
			event: 'balance',
			source,
			validatorsFrom: 'lines',
			nodeIds: ours,
			...parameters(),
			...more,
		};
		const trigger = create(entered);
		return async (run: 'activate' | 'poll' | 'testRun') => {
			clock.advance(60);
			const items = run === 'testRun' ? (await trigger.testRun()).items : await trigger[run]();
			// Those of one asset have the same fields.
			const nameOf = ({ json: { event } }: INodeExecutionData) =>
				source === 'native' ? undefined : `${event as string} ${source}`;
			return (items ?? []).flatMap((item) => collect('balance', [item], nameOf(item)));
		};
	};

	test('samples', async () => {
		const run = watchBalance({ below: '10', above: '20', options: { testEvent: 'each' } });
		expect(await run('testRun')).toEqual(expect.arrayContaining(['balanceBelow', 'balanceAbove']));
	});

	test('an outage', async () => {
		const run = watchBalance({
			below: '0.000001',
			options: { failedChecks: 1, goodChecks: 1, digest: true },
		});
		await run('activate');
		devnet.faults([{ host: 'node', status: 503 }]);
		expect(await run('poll')).toEqual(['digest']);
		devnet.faults([]);
		await run('poll');
	});
});

describe('alerts begin and end:', () => {
	test('connections and uptimes of the Primary Network', async () => {
		const trigger = watch('primaryNetwork', {
			alertWhen: ['disconnected', 'belowThreshold', 'fell', 'left'],
			options: { names },
		});
		await trigger.activate();
		devnet.world.disconnect({ nodeIDs: [ours] });
		devnet.world.setUptime({ nodeIDs: [other], percentage: 40 });
		expect((await trigger.poll()).sort()).toEqual(['belowThreshold', 'disconnected', 'fell']);
		devnet.world.reconnect({ nodeIDs: [ours] });
		devnet.world.setUptime({ nodeIDs: [other], percentage: 99.9 });
		const ended = await trigger.poll();
		clock.advance(2 * day);
		ended.push(...(await trigger.poll()));
		expect(ended.sort()).toEqual(['aboveThreshold', 'reconnected', 'recovered']);
		devnet.world.removeValidators({ on: 'primary', nodeIDs: [ours] });
		expect(await trigger.poll()).toEqual(['left']);
		devnet.world.addValidators({ on: 'primary', nodeIDs: [ours] });
		expect(await trigger.poll()).toEqual(['joined']);
	});

	test('validations of the Primary Network', async () => {
		const now = Math.floor(Date.now() / 1000);
		const renew = (nodeID: string, nextPeriod: number) =>
			devnet.world.setRenewal({ nodeIDs: [nodeID], nextPeriod, autoCompoundPercent: 25 });
		renew(ours, 0);
		renew(other, 20 * day);
		for (const nodeID of [ours, other]) {
			findPrimary(nodeID).uptime.start = now - 10 * day;
			Object.assign(findPrimary(nodeID), { startTime: now - 10 * day, endTime: now + 10 * day });
		}
		const trigger = watch('primaryNetwork', {
			alertWhen: ['configChanged', 'endingSoon', 'exiting', 'requirementAtRisk'],
		});
		await trigger.activate();
		findPrimary(ours).endTime = now + 3 * day;
		devnet.world.setUptime({ nodeIDs: [other], percentage: 50 });
		renew(other, 0);
		await trigger.poll();
		devnet.world.setUptime({ nodeIDs: [other], percentage: 100 });
		renew(ours, 10 * day);
		renew(other, 10 * day);
		await trigger.poll();
	});

	test('the balance and the activity of an L1 validator', async () => {
		const validator = devnet.world.l1.find(({ nodeID }) => nodeID === ours)!;
		const [onChain, balances] = [watch('blockchain'), watch('balances')];
		for (const each of devnet.world.l1) each.balance = 512n * BigInt(400 * day);
		for (const trigger of [onChain, balances]) expect(await trigger.activate()).toEqual([]);
		validator.balance = 512n * BigInt(10 * day);
		expect(await balances.poll()).toEqual(['balanceLow']);
		validator.balance = 512n * BigInt(3 * day);
		expect(await balances.poll()).toEqual(['grew']);
		validator.balance = 0n;
		expect(await balances.poll()).toEqual(['balanceUsedUp']);
		devnet.world.deactivate({ nodeIDs: [ours] });
		expect(await onChain.poll()).toEqual(['inactive']);
		validator.balance = 512n * BigInt(400 * day);
		devnet.world.activate({ nodeIDs: [ours] });
		expect(await onChain.poll()).toEqual(['active']);
		expect(await balances.poll()).toEqual(['balanceRestored', 'balanceToppedUp']);
	});

	test('the version of a peer, and an upgrade that is not known', async () => {
		const { world, credentials, faults } = await startAnother({
			validators: 10,
			rewards: 0,
			version: '1.15',
		});
		const setVersion = (version: string) => (world.nodes.get(ours)!.version = version);
		setVersion('avalanchego/1.14.2');
		const trigger = watch('version', {}, credentials);
		expect(await trigger.activate()).toContain('outdated');
		setVersion('avalanchego/1.15.1');
		expect(await trigger.poll()).toEqual(['upToDate']);
		faults([{ rpcMethod: 'info.upgrades', addFields: '{"nextTime":"2026-11-05T15:00:00Z"}' }]);
		const another = watch('version', {}, credentials);
		expect(await another.activate()).toContain('versionUnknown');
	});

	test('the health of a node', async () => {
		const { world, credentials, setHealth } = await startAnother({ validators: 10, rewards: 0 });
		const trigger = watch('health', {}, credentials);
		expect(await trigger.activate()).toEqual([]);
		setHealth({
			failing: { network: 'no messages received from network' },
			upgradeTime: '2026-11-20T15:00:00Z',
		});
		expect((await trigger.poll()).sort()).toEqual(['unhealthy', 'upgradeNeeded']);
		setHealth({ failing: {}, upgradeTime: null });
		expect((await trigger.poll()).sort()).toEqual(['healthy', 'upgradeKnown']);
		world.setChain({ chain: 'C', state: 'bootstrapping' });
		expect(await trigger.poll()).toEqual(['bootstrapping']);
		world.setChain({ chain: 'C', state: 'ready' });
		expect(await trigger.poll()).toEqual(['bootstrapped']);
	});

	test('the newest block of a node', async () => {
		const { credentials, nodeUrl, setHead, evm } = await startAnother({ validators: 10 });
		const furtherObservers = `Zurich = ${nodeUrl}/observers/zurich`;
		const more = { alertWhen: ['headNotMoving'], options: { furtherObservers } };
		const trigger = watch('health', more, credentials);
		await trigger.activate();
		await setHead({ observer: 'zurich', ahead: 30 });
		expect(await trigger.poll()).toEqual(['headNotMoving']);
		await (await evm()).request('anvil_mine', ['0x1']);
		expect(await trigger.poll()).toEqual(['headMoving']);
	});

	test('a node that is behind', async () => {
		const { credentials, nodeUrl, setHead } = await startAnother({ validators: 10 });
		const furtherObservers = `Zurich = ${nodeUrl}/observers/zurich`;
		const more = { alertWhen: ['nodeBehind'], options: { furtherObservers } };
		const trigger = watch('health', more, credentials);
		await trigger.activate();
		await setHead({ lateSeconds: 720 });
		expect(await trigger.poll()).toEqual(['nodeBehind']);
		await setHead({ lateSeconds: 0 });
		expect(await trigger.poll()).toEqual(['nodeCaughtUp']);
	});

	test('the metrics of a node', async () => {
		const { credentials, setMetrics, setHealth } = await startAnother({ validators: 10 });
		const events = preset.map(({ event }) => event);
		const trigger = watch('health', { alertWhen: events }, credentials);
		const setAll = (figures: number[]) => {
			const [good, polls, bad, stake, processing, benched, validators] = figures;
			setMetrics({
				'avalanche_snowman_polls_successful{chain="C"}': 2e6 + good!,
				'avalanche_snowman_polls_failed{chain="C"}': polls!,
				'avalanche_evm_eth_chain_block_bad_count{chain="C"}': bad!,
				'avalanche_stake_percent_connected{chain="C"}': stake!,
				'avalanche_snowman_blks_processing{chain="C"}': processing!,
				'avalanche_benchlist_benched_num{chain="C"}': benched!,
				'avalanche_stake_num_validators{chain="C"}': validators!,
			});
		};
		setAll([0, 0, 0, 1, 0, 0, 10]);
		expect(await trigger.activate()).toEqual([]);
		setAll([100, 100, 20, 0.5, 20, 5, 0]);
		setHealth({ diskPercentage: 5 });
		expect((await trigger.poll()).sort()).toEqual([...events].sort());
		setAll([300, 100, 20, 1, 0, 0, 10]);
		setHealth({ diskPercentage: 90 });
		expect((await trigger.poll()).sort()).toEqual(preset.map(({ endEvent }) => endEvent).sort());
	});

	test('an outage of the source', async () => {
		const trigger = watch('primaryNetwork', { alertWhen: ['unreachable'] });
		await trigger.activate();
		devnet.faults([{ host: 'node', status: 503 }]);
		expect(await trigger.poll()).toEqual(['unreachable']);
		devnet.faults([]);
		expect(await trigger.poll()).toEqual(['reachable']);
	});

	test('a heartbeat, and a time nobody looked', async () => {
		const options = { heartbeatItem: true };
		const trigger = watch('primaryNetwork', {
			alertWhen: ['disconnected'],
			options: { ...options, names },
		});
		const feed = create({ ...watches.rewards!(), options });
		expect(await trigger.activate()).toEqual(['heartbeat']);
		collect('newReward', await feed.activate());
		devnet.world.disconnect({ nodeIDs: [ours] });
		clock.advance(4 * 3600);
		const told = ['notWatched', 'disconnected', 'heartbeat'];
		expect((await trigger.poll()).sort()).toEqual([...told].sort());
		devnet.faults([{ host: 'node', status: 503 }]);
		clock.advance(120);
		await trigger.poll();
		clock.advance(900);
		expect(await trigger.poll()).toContain('heartbeat');
		devnet.faults([]);
		expect(collect('newReward', await feed.poll())).toContain('notWatched');
	});

	test('pings that are not taken', async () => {
		const options = { heartbeatPingUrl: 'http://127.0.0.1:9/ping', names };
		const trigger = watch('primaryNetwork', { alertWhen: ['disconnected'], options });
		engine.logLines.length = 0;
		expect(await trigger.activate()).toEqual([]);
		await until(() => engine.logLines.some((line) => line.includes('did not take a ping')));
		expect(await trigger.poll()).toEqual(['pingsChanged']);
	});

	test('a drill', async () => {
		const parameters = { alertWhen: ['disconnected'], options: { drill: 'golden', names } };
		const items = await create(enter('primaryNetwork', parameters)).activate();
		expect(collect('validatorDown', items, 'drill')).toEqual(['disconnected']);
	});

	test('an outage that grows', async () => {
		const parameters = { alertWhen: ['disconnected'], options: { testEvent: 'grew', names } };
		expect(await watch('primaryNetwork', parameters).testRun()).toEqual(['grew']);
	});

	test('ready payloads', async () => {
		devnet.world.disconnect({ nodeIDs: [ours] });
		const options = { names, payloads: ['alertmanager', 'pagerDuty'], failedChecks: 1 };
		const parameters = { alertWhen: ['disconnected'], options };
		const items = await create(enter('primaryNetwork', parameters)).activate();
		devnet.world.reconnect({ nodeIDs: [ours] });
		expect(collect('validatorDown', items, 'payloads')).toEqual(['disconnected']);
	});

	test('many that share the incident of the queried node', async () => {
		const known = devnet.world.primary.map(({ nodeID }) => nodeID);
		const nodeIDs = known.filter((nodeID) => nodeID !== ownNodeId).slice(0, 60);
		const options = { payloads: ['pagerDuty'], failedChecks: 1 };
		const parameters = {
			alertWhen: ['disconnected'],
			nodeIds: nodeIDs.slice(0, 8).join(),
			options,
		};
		const trigger = create(enter('primaryNetwork', parameters));
		devnet.world.reconnect({ nodeIDs });
		await trigger.activate();
		devnet.world.disconnect({ nodeIDs });
		clock.advance(60);
		const items = await trigger.poll();
		devnet.world.reconnect({ nodeIDs });
		expect(collect('validatorDown', items, 'in doubt')).toEqual(['disconnected']);
	});

	test('several that share an incident', async () => {
		const grouped = `${ours} = Frankfurt-1 [fra]\n${other} = Frankfurt-2 [fra]`;
		const options = {
			names: grouped,
			failedChecks: 1,
			payloads: ['pagerDuty'],
			pagerDutyIncidents: 'item',
		};
		const parameters = { alertWhen: ['disconnected'], options };
		const trigger = create(enter('primaryNetwork', parameters));
		devnet.world.reconnect({ nodeIDs: [ours, other] });
		await trigger.activate();
		devnet.world.disconnect({ nodeIDs: [ours, other] });
		clock.advance(60);
		const items = await trigger.poll();
		devnet.world.reconnect({ nodeIDs: [ours, other] });
		expect(collect('validatorDown', items, 'one incident')).toEqual(['disconnected']);
	});

	test('several of one group', async () => {
		const grouped = `${ours} = Frankfurt-1 [fra]\n${other} = Frankfurt-2 [fra]`;
		const parameters = { alertWhen: ['disconnected'], options: { names: grouped } };
		const trigger = create(enter('primaryNetwork', parameters));
		const take = (items: INodeExecutionData[] | null) =>
			collect('validatorDown', items, 'members of a group');
		devnet.world.reconnect({ nodeIDs: [ours, other] });
		await trigger.activate();
		devnet.world.disconnect({ nodeIDs: [ours, other] });
		clock.advance(60);
		expect(take(await trigger.poll())).toEqual(['disconnected']);
		devnet.world.reconnect({ nodeIDs: [ours, other] });
		clock.advance(60);
		expect(take(await trigger.poll())).toEqual(['reconnected']);
	});

	test('what comes again after a start', async () => {
		const trigger = create(
			enter('primaryNetwork', { alertWhen: ['disconnected'], options: { names } }),
		);
		devnet.world.reconnect({ nodeIDs: [ours] });
		await trigger.activate();
		devnet.world.disconnect({ nodeIDs: [ours] });
		await trigger.poll();
		expect(collect('validatorDown', await trigger.start(), 'again')).toEqual(['disconnected']);
		devnet.world.reconnect({ nodeIDs: [ours] });
	});

	test('silences of a URL', async () => {
		const until = new Date(Date.now() + 3_600_000).toISOString();
		receiver.reply = {
			status: 200,
			body: `${ours}, all, ${until}, new disk\nall, all, ${until}\n${'9'.repeat(16)}, all, ${until}`,
		};
		const options = { names, silencesUrl: `${receiver.url}/silences` };
		const trigger = watch('primaryNetwork', { alertWhen: ['disconnected'], options });
		expect(await trigger.activate()).toEqual(['silencesChanged']);
		receiver.reply = { status: 500, body: '' };
		clock.advance(300);
		expect(await trigger.poll()).toEqual(['silencesChanged']);
	});

	test('further observers', async () => {
		const furtherObservers = `Zurich = ${devnet.nodeUrl}/observers/zurich`;
		const alertWhen = ['disconnected', 'unreachable'];
		const trigger = create(
			enter('primaryNetwork', { alertWhen, options: { names, furtherObservers } }),
		);
		const take = (items: INodeExecutionData[] | null) =>
			(items ?? []).flatMap((item) => {
				const { event } = item.json as { event: string };
				const isOwn = event === 'observersChanged';
				const what = 'nodeIds' in item.json ? 'group' : event;
				return collect('validatorDown', [item], isOwn ? event : `${what} by several observers`);
			});
		const poll = async () => {
			clock.advance(60);
			return take(await trigger.poll());
		};
		expect(take(await trigger.activate())).toEqual([]);
		devnet.world.disconnect({ nodeIDs: [ours] });
		expect(await poll()).toEqual(['disconnected']);
		devnet.world.reconnect({ nodeIDs: [ours] });
		expect(await poll()).toEqual(['reconnected']);
		const options = { names, furtherObservers };
		const many = create(enter('primaryNetwork', { alertWhen, validatorsFrom: 'all', options }));
		await many.activate();
		const nodeIDs = devnet.world.primary.map(({ nodeID }) => nodeID).slice(1);
		devnet.world.disconnect({ nodeIDs });
		expect(take(await many.poll())).toEqual(['disconnected']);
		devnet.world.reconnect({ nodeIDs });
		devnet.faults([{ path: '/observers/zurich', status: 503 }]);
		clock.advance(day);
		expect(await poll()).toEqual([]);
		expect(await poll()).toEqual(['observersChanged']);
		devnet.faults([
			{ host: 'node', status: 503 },
			{ path: '/observers', status: 503 },
		]);
		expect(await poll()).toEqual(['unreachable']);
		devnet.faults([]);
		expect(await poll()).toEqual(['reachable']);
	});

	test('many at once, a reminder, and one item per poll', async () => {
		const alertWhen = ['disconnected'];
		const many = watch('primaryNetwork', { alertWhen, validatorsFrom: 'all', options: { names } });
		const lasting = watch('primaryNetwork', {
			alertWhen,
			nodeIds: ours,
			options: { reminderHours: 1 },
		});
		const options = { digest: true, names: `${names} [fra]` };
		const digest = watch('primaryNetwork', { alertWhen, nodeIds: ours, options });
		const triggers = [many, lasting, digest];
		for (const trigger of triggers) await trigger.activate();
		const nodeIDs = devnet.world.primary.map(({ nodeID }) => nodeID).slice(1);
		devnet.world.disconnect({ nodeIDs });
		const told = [];
		for (const trigger of triggers) told.push(...(await trigger.poll()));
		expect(told).toEqual(['disconnected', 'disconnected', 'digest']);
		clock.advance(3700);
		expect(await lasting.poll()).toEqual(['reminder']);
		devnet.world.reconnect({ nodeIDs });
		expect(await many.poll()).toEqual(['reconnected']);
	});
});

const ofContract = {
	event: 'contractEvent',
	chain: 'C',
	addresses: getCreateAddress({ from: fundedAccount, nonce: 0 }),
};
const eventWatches: Record<string, INodeParameters> = {
	declared: {
		...ofContract,
		findBy: 'declaration',
		events: 'Transfer(address indexed from, address indexed to, uint256 value)',
	},
	'not decoded': {
		...ofContract,
		findBy: 'declaration',
		events: 'Transfer(address indexed from, address to, uint256 value)',
	},
	topics: {
		...ofContract,
		findBy: 'topics',
		topics: '["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"]',
	},
};

describe('feeds', () => {
	test.each(Object.entries(watches))('%s', async (name, parameters) => {
		const entered = parameters();
		const { items, error } = await create(entered).testRun();
		expect(error).toBeUndefined();
		expect(collect(entered.event as string, items, name)).not.toEqual([]);
	});

	const nodeWatches: Record<string, INodeParameters> = {
		address: { address: fundedAccount },
		token: { address: getCreateAddress({ from: fundedAccount, nonce: 0 }) },
		chain: {},
		wallets: { addresses: `${fundedAccount} = Treasury` },
	};
	test.each(Object.entries(nodeWatches))('%s, from the node', async (name, parameters) => {
		const onNode = {
			event: 'newTransaction',
			watch: name,
			readFrom: 'node',
			chain: 'C',
		};
		const trigger = create({ ...onNode, ...parameters });
		expect(await trigger.activate()).toBeNull();
		await joinClocks(clock);
		await makeScene(devnet);
		const items = await trigger.poll();
		expect(collect('newTransaction', items, `${name} from node`)).not.toEqual([]);
	});

	test.each(Object.entries(eventWatches))('contract events: %s', async (name, parameters) => {
		const trigger = create(parameters);
		expect(await trigger.activate()).toBeNull();
		await joinClocks(clock);
		await makeScene(devnet);
		expect(collect('contractEvent', await trigger.poll(), name)).not.toEqual([]);
	});

	test('a token without decimals, and a reward with a time in the future', async () => {
		const token = chain.contracts.find(({ ercType }) => ercType === 'ERC-20')!;
		Object.assign(token, { decimals: undefined });
		const transfers = create({ ...watches.erc20!(), options: { minimumAmount: '1' } });
		const rewards = create(watches.rewards!());
		for (const trigger of [transfers, rewards]) await trigger.activate();
		addBlock({});
		const [transaction] = chain.blocks.at(-1)!.transactions;
		const { from, to } = transaction!;
		const move = { transaction: transaction!, contract: token, logIndex: 0, value: 1n };
		transaction!.transfers.push({ ...move, from, to: to! });
		addReward({ endTimestamp: Math.floor(Date.now() / 1000) });
		const change = (reply: Reply): Reply => {
			const { historicalRewards } = reply.json as { historicalRewards?: IDataObject[] };
			const [newest, ...others] = historicalRewards ?? [];
			const later = { ...newest, endTimestamp: 4_000_000_000 };
			return newest ? { ...reply, json: { historicalRewards: [later, ...others] } } : reply;
		};
		devnet.faults([{ host: 'data', change }]);
		expect(collect('newTransaction', await transfers.poll(), 'amount unknown')).toHaveLength(1);
		expect(collect('newReward', await rewards.poll(), 'time doubtful')).toHaveLength(1);
		devnet.faults([]);
	});

	test('a record that cannot be read', async () => {
		const payments = create(watches.address!());
		expect(await payments.activate()).toBeNull();
		addBlock({});
		const change = (reply: Reply): Reply => {
			const { transactions } = reply.json as { transactions?: IDataObject[] };
			const [newest, ...others] = transactions ?? [];
			const spoilt = { ...newest, txStatus: undefined };
			return newest ? { ...reply, json: { transactions: [spoilt, ...others] } } : reply;
		};
		devnet.faults([{ host: 'data', change }]);
		for (let polls = 1; polls < 10; polls++)
			await expect(payments.poll()).rejects.toThrow('a record without its "txStatus"');
		expect(collect('newTransaction', await payments.poll())).toEqual(['unreadable']);
		devnet.faults([]);
	});

	test('a feed that is behind, and catches up', async () => {
		const payments = create({ ...watches.address!(), options: { behindMinutes: 10 } });
		expect(await payments.activate()).toBeNull();
		for (let count = 0; count < 2300; count++) {
			addBlock({});
			clock.advance(5);
		}
		const told: string[] = [];
		for (let polls = 0; polls < 4; polls++) {
			clock.advance(60);
			const items = (await payments.poll()) ?? [];
			const own = items.filter(({ json }) => json.event !== 'transaction');
			told.push(...collect('newTransaction', own));
		}
		expect(told).toEqual(['behind', 'caughtUp']);
	});

	test('what the node no longer has', async () => {
		const trigger = create({
			event: 'newTransaction',
			watch: 'chain',
			readFrom: 'node',
			chain: 'C',
		});
		expect(await trigger.activate()).toBeNull();
		const evm = await devnet.evm();
		await evm.request('anvil_mine', ['0x64']);
		const { ask } = evm;
		evm.ask = async (method, params) =>
			method === 'eth_getBlockByNumber' && Number(params[0]) < 50
				? { result: null }
				: await ask(method, params);
		expect(collect('newTransaction', await trigger.poll())).toContain('gap');
	});
});

test('saved workflows start', async () => {
	const present: Array<[name: string, parameters: INodeParameters]> = [
		...(Object.keys(watched) as Watched[]).map((source) => [source, enter(source)] as const),
		...Object.entries(watches).map(([name, parameters]) => [name, parameters()] as const),
		...Object.entries(eventWatches).map(
			([name, parameters]) => [`contract event, ${name}`, parameters] as const,
		),
	].map(([name, parameters]) => [name, parameters]);
	const failed: string[] = [];
	for (const { name, parameters } of listSaved('avalancheTrigger', 1, present)) {
		const { items, error } = await create(parameters).testRun();
		if (error || !items?.length) failed.push(`${name}: ${error?.message ?? 'no items'}`);
	}
	expect(failed).toEqual([]);
});

test('all alerts began, and ended if they can', () => {
	const wanted = alerts.flatMap(({ event, endEvent }) => [event, ...(endEvent ? [endEvent] : [])]);
	const told = [...collected.keys()].map((name) => name.split(' ')[1]);
	expect(wanted.filter((event) => !told.includes(event))).toEqual([]);
});
test('all items of one kind have the same fields [U37]', () => {
	const differing = [...collected].flatMap(([name, items]) =>
		[
			...Map.groupBy(items, ({ event, source }) => JSON.stringify([event, source])).values(),
		].flatMap((alike) => listGaps(alike.map(withoutMark)).map((gap) => `${name} ${gap}`)),
	);
	expect(differing).toEqual([]);
});
test('the fields are those of the golden items', () => {
	const differing = [...collected].flatMap(([name, items]) =>
		golden.compare('avalancheTrigger', name, items),
	);
	expect(differing).toEqual([]);
	expect(golden.namesOf('avalancheTrigger').sort()).toEqual([...collected.keys()].sort());
});
test('the samples of the docs are whole items, as they came', () => {
	if (isWriting) keepSamples('avalancheTrigger', collected);
	const samples = samplesOf('avalancheTrigger');
	const differing = [...collected].flatMap(([name, items]) => {
		const fields = Object.keys(pickSample(items));
		const known = Object.keys(samples[name] ?? {});
		const missing = fields.filter((field) => !known.includes(field));
		return missing.map((field) => `${name} lacks ${field}`);
	});
	expect(differing).toEqual([]);
	for (const { sample, alertId, name, title } of Object.values(samples)) {
		if (alertId) expect(String(alertId).startsWith('test-')).toBe(sample === true);
		if (alertId && name) expect(title).toContain(name);
	}
});
test('the fields are those that n8n shows before a first run', () => {
	if (!engine.isRecent || isWriting) return;
	const shown = engine.findSchema('avalancheTrigger', 'builder');
	expect(listShown(shown as unknown as Schema)).toEqual(listCame([...collected.values()].flat()));
});
test('all items keep the rule for what comes out', () => {
	const broken = [...collected].flatMap(([name, items]) =>
		listBreaks(items).map((how) => `${name} ${how}`),
	);
	expect(broken).toEqual([]);
});
