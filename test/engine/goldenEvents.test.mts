/** The items of every event of the trigger: their fields are those of the golden items, and keep the same rule. */
import { getCreateAddress } from 'ethers';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { alerts, listAlerts } from '../../nodes/Trigger/watch/conditions/index.ts';
import type { Source } from '../../nodes/Trigger/watch/model.ts';
import { demoL1Chain, fundedAccount, ourNodeIds } from '../../devnet/devnet.mts';
import type { Schema } from '../../tools/schemas.mts';
import { isWriting, useGolden } from '../support/golden.mts';
import { listBreaks } from '../support/outputRule.mts';
import { listCame, listShown } from '../support/schemas.mts';
import { useClock } from '../support/useClock.mts';
import { useDevnets } from '../support/useDevnet.mts';
import { jsonOf } from '../support/useEngine.mts';
import { makeScene } from './evmScene.mts';
import { create, devnet, engine, watches } from './feedScene.mts';

const day = 86_400;
const [ours, other] = ourNodeIds as [string, string];
const clock = useClock('2026-11-02T12:00:00Z');
const startAnother = useDevnets();
const golden = useGolden();

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
const take = (items: INodeExecutionData[] | null) => collect('uptimeDrop', items);

const sources: Record<Source, INodeParameters> = {
	primaryNetwork: {},
	blockchain: { blockchainId: demoL1Chain.blockchainId },
	node: {},
	peers: {},
	balances: { subnetId: demoL1Chain.subnetId },
};
const watch = (source: Source, more: INodeParameters = {}, credentials = devnet.credentials) =>
	create(
		{
			...{ event: 'uptimeDrop', source, nodeIds: `${ours}, ${other}`, badPolls: 1, goodPolls: 1 },
			conditions: listAlerts(source).map(({ event }) => event),
			...sources[source],
			...more,
		},
		{ credentials },
	);
const names = `${ours} = Frankfurt-1`;
const findPrimary = (nodeID: string) =>
	devnet.world.primary.find((each) => each.nodeID === nodeID)!;

const samples = (Object.keys(sources) as Source[]).flatMap((source) =>
	listAlerts(source).map(({ event }) => [source, event] as const),
);
test.each(samples)('Uptime Drop shows a sample: %s, %s', async (source, event) => {
	const trigger = watch(source, { conditions: [event] });
	expect(take((await trigger.testRun()).items)).toContain(event);
});

describe('Uptime Drop begins and ends', () => {
	test('connections and uptimes of the Primary Network', async () => {
		const trigger = watch('primaryNetwork', {
			conditions: ['disconnected', 'belowThreshold', 'fell', 'left'],
			options: { names },
		});
		await trigger.activate();
		devnet.world.disconnect({ nodeIDs: [ours] });
		devnet.world.setUptime({ nodeIDs: [other], percentage: 40 });
		expect(take(await trigger.poll()).sort()).toEqual(['belowThreshold', 'disconnected', 'fell']);
		devnet.world.reconnect({ nodeIDs: [ours] });
		devnet.world.setUptime({ nodeIDs: [other], percentage: 99.9 });
		clock.advance(2 * day);
		expect(take(await trigger.poll()).sort()).toEqual([
			'aboveThreshold',
			'reconnected',
			'recovered',
		]);
		devnet.world.removeValidators({ on: 'primary', nodeIDs: [ours] });
		expect(take(await trigger.poll())).toEqual(['left']);
		devnet.world.addValidators({ on: 'primary', nodeIDs: [ours] });
		expect(take(await trigger.poll())).toEqual(['joined']);
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
			conditions: ['configChanged', 'endingSoon', 'exiting', 'requirementAtRisk'],
		});
		await trigger.activate();
		findPrimary(ours).endTime = now + 3 * day;
		devnet.world.setUptime({ nodeIDs: [other], percentage: 50 });
		renew(other, 0);
		take(await trigger.poll());
		devnet.world.setUptime({ nodeIDs: [other], percentage: 100 });
		renew(ours, 10 * day);
		renew(other, 10 * day);
		take(await trigger.poll());
	});

	test('the balance and the activity of an L1 validator', async () => {
		const validator = devnet.world.l1.find(({ nodeID }) => nodeID === ours)!;
		const [onChain, balances] = [watch('blockchain'), watch('balances')];
		for (const each of devnet.world.l1) each.balance = 512n * BigInt(400 * day);
		for (const trigger of [onChain, balances]) expect(await trigger.activate()).toBeNull();
		validator.balance = 512n * BigInt(3 * day);
		expect(take(await balances.poll())).toEqual(['balanceLow']);
		devnet.world.deactivate({ nodeIDs: [ours] });
		expect(take(await onChain.poll())).toEqual(['inactive']);
		validator.balance = 512n * BigInt(400 * day);
		devnet.world.activate({ nodeIDs: [ours] });
		expect(take(await onChain.poll())).toEqual(['active']);
		expect(take(await balances.poll())).toContain('balanceRestored');
	});

	test('the version of a peer, and an upgrade that is not known', async () => {
		const { world, credentials, faults } = await startAnother({
			...{ validators: 10, rewards: 0, version: '1.15' },
		});
		const setVersion = (version: string) => (world.nodes.get(ours)!.version = version);
		setVersion('avalanchego/1.14.2');
		const trigger = watch('peers', { conditions: ['outdated'] }, credentials);
		expect(take(await trigger.activate())).toContain('outdated');
		setVersion('avalanchego/1.15.1');
		expect(take(await trigger.poll())).toEqual(['upToDate']);
		faults([{ rpcMethod: 'info.upgrades', addFields: '{"nextTime":"2026-11-05T15:00:00Z"}' }]);
		const another = watch('peers', { conditions: ['outdated'] }, credentials);
		expect(take(await another.activate())).toContain('versionUnknown');
	});

	test('an outage of the source', async () => {
		const trigger = watch('primaryNetwork', { conditions: ['unreachable'] });
		await trigger.activate();
		devnet.faults([{ host: 'node', status: 503 }]);
		expect(take(await trigger.poll())).toEqual(['unreachable']);
		devnet.faults([]);
		expect(take(await trigger.poll())).toEqual(['reachable']);
	});

	test('many at once, a reminder, and one item per poll', async () => {
		const conditions = ['disconnected'];
		const many = watch('primaryNetwork', { conditions, nodeIds: '', options: { names } });
		const lasting = watch('primaryNetwork', { conditions, options: { reminderHours: 1 } });
		const digest = watch('primaryNetwork', { conditions, options: { digest: true, names } });
		const triggers = [many, lasting, digest];
		for (const trigger of triggers) await trigger.activate();
		const nodeIDs = devnet.world.primary.map(({ nodeID }) => nodeID).slice(1);
		devnet.world.disconnect({ nodeIDs });
		const told = [];
		for (const trigger of triggers) told.push(...take(await trigger.poll()));
		expect(told).toEqual(['disconnected', 'disconnected', 'disconnected', 'digest']);
		clock.advance(3700);
		expect(take(await lasting.poll())).toEqual(['reminder', 'reminder']);
		devnet.world.reconnect({ nodeIDs });
		expect(take(await many.poll())).toEqual(['reconnected']);
	});
});

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
	};
	test.each(Object.entries(nodeWatches))('%s, from the node', async (name, parameters) => {
		const onNode = { event: 'newTransaction', watch: name, readFrom: 'node', chain: 'C' };
		const trigger = create({ ...onNode, ...parameters });
		expect(await trigger.activate()).toBeNull();
		await makeScene(devnet);
		const items = await trigger.poll();
		expect(collect('newTransaction', items, `${name} from node`)).not.toEqual([]);
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

test('all alerts began, and ended if they can', () => {
	const wanted = alerts.flatMap(({ event, endEvent }) => [event, ...(endEvent ? [endEvent] : [])]);
	expect(wanted.filter((event) => !collected.has(`uptimeDrop ${event}`))).toEqual([]);
});
test('the fields are those of the golden items', () => {
	const differing = [...collected].flatMap(([name, items]) =>
		golden.compare('avalancheTrigger', name, items),
	);
	expect(differing).toEqual([]);
	expect(golden.namesOf('avalancheTrigger').sort()).toEqual([...collected.keys()].sort());
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
