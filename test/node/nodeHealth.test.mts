/** Node Health on a real node: a sick one, the names of its metrics, and a chain on which nothing happens. */
import type { IDataObject } from 'n8n-workflow';
import { preset } from '../../nodes/Trigger/watch/metrics/preset.ts';
import { type Engine, loadEngine } from '../support/engine.mts';
import { pause, startNode, waitFor, type Node } from './nodes.mts';
import { startPrimaryNetwork, type PrimaryNetwork } from './primaryNetwork.mts';

let engine: Engine;
let whole: Node;
let plain: Node;

beforeAll(async () => {
	[engine, whole, plain] = await Promise.all([loadEngine(), startNode('all'), startNode('plain')]);
});
afterAll(async () => {
	engine?.close();
	await Promise.all([whole?.stop(), plain?.stop()]);
});

const createWatch = (nodeUrl: string, alertWhen: string[], options: IDataObject = {}) =>
	engine.createPoll(
		'avalancheTrigger',
		{ event: 'nodeHealth', alertWhen, options: { failedChecks: 1, goodChecks: 1, ...options } },
		{ credentials: { avalancheNodesApi: { network: 'ownNode', nodeUrl } } },
	);

test('its metrics have the names that the alerts read, and no benchlist before the first bench [U59]', async () => {
	const text = await (await fetch(`${plain.url}/ext/metrics`)).text();
	for (const chain of ['C', 'P', 'X'])
		for (const name of [
			'snowman_polls_successful',
			'snowman_polls_failed',
			'snowman_blks_processing',
			'stake_percent_connected',
			'stake_num_validators',
		])
			expect(text).toContain(`\navalanche_${name}{chain="${chain}"} `);
	expect(text).toContain('\navalanche_evm_eth_chain_block_bad_count{chain="C"} ');
	expect(text).not.toContain('benchlist_benched_num');
	const health = (await (await fetch(`${plain.url}/ext/health`)).json()) as {
		checks: { diskspace: { message: IDataObject } };
	};
	expect(typeof health.checks.diskspace.message.availableDiskPercentage).toBe('number');
});

test('a quiet chain wakes nobody, whether another node is asked or not [U58] [U59]', async () => {
	const alertWhen = ['headNotMoving', ...preset.map(({ event }) => event)];
	const furtherObservers = `Other = ${whole.url}`;
	for (const trigger of [
		createWatch(whole.url, alertWhen),
		createWatch(plain.url, alertWhen, { furtherObservers }),
	]) {
		const told = [await trigger.activate(), await trigger.poll(), await trigger.poll()];
		const events = told.flatMap((items) => items ?? []).map(({ json }) => json.event);
		// What is free on the disk of this machine is its own matter.
		expect(events.filter((event) => event !== 'diskLow')).toEqual([]);
	}
});

test('a node that shows no waiting transactions needs another one beside it [U58]', async () => {
	await expect(createWatch(plain.url, ['headNotMoving']).activate()).rejects.toThrow(
		'Nothing shows when a block of the C-Chain is due',
	);
});

describe('a validator whose only peer holds nearly all stake', () => {
	let network: PrimaryNetwork;
	let told: IDataObject[];
	let trigger: ReturnType<typeof createWatch>;
	const isHealthy = async (url: string) => (await fetch(`${url}/ext/health`)).ok;

	beforeAll(async () => {
		network = await startPrimaryNetwork(1, {
			'network-ping-frequency': '1s',
			'network-ping-timeout': '3s',
		});
		const [{ url }] = network.members;
		await waitFor('it is healthy', 120, async () => await isHealthy(url));
	});
	beforeEach(() => (told = []));
	afterAll(async () => await network?.stop());

	async function watch(alertWhen: string[]): Promise<void> {
		trigger = createWatch(network.members[0]!.url, alertWhen);
		expect(await trigger.activate()).toBeNull();
	}
	/** Polls twice a second until something is told, and then four times more, in which nothing may come. */
	async function follow(): Promise<IDataObject> {
		const before = told.length;
		const poll = async () => {
			for (const { json } of (await trigger.poll()) ?? []) told.push(json);
			await pause(0.5);
		};
		for (const end = Date.now() + 90_000; told.length === before && Date.now() < end; )
			await poll();
		for (let more = 0; more < 4; more++) await poll();
		expect(told).toHaveLength(before + 1);
		return told.at(-1)!;
	}

	test('is sick while that one is frozen, and well when it goes on [U50]', async () => {
		await watch(['unhealthy', 'unreachable']);
		network.founder.signal('SIGSTOP');
		const item = await follow();
		expect(item).toMatchObject({ event: 'unhealthy', nodeId: network.members[0]!.nodeID });
		expect(item.failing).toEqual(expect.arrayContaining(['network']));
		expect(item.message).toMatch(/What fails: .*(not connected|peers|stake)/);
		network.founder.signal('SIGCONT');
		expect(await follow()).toMatchObject({ event: 'healthy' });
	});

	test('cannot be read while it is killed, and can again when it runs [U54]', async () => {
		// A node that starts is sick for a moment, which is another alert.
		await watch(['unreachable']);
		const [member] = network.members as [PrimaryNetwork['members'][number]];
		await member.stop('SIGKILL');
		expect(await follow()).toMatchObject({ event: 'unreachable' });
		const starts = member.start();
		expect(await follow()).toMatchObject({ event: 'reachable' });
		await starts;
	});
});

test('a disk with less space than the node wants is a sick node [U50]', async () => {
	const node = await startNode('starved');
	try {
		const { checks } = (await (await fetch(`${node.url}/ext/health`)).json()) as {
			checks: { diskspace: { message: { availableDiskPercentage: number } } };
		};
		const isShort = checks.diskspace.message.availableDiskPercentage < 50;
		const items = (await createWatch(node.url, ['unhealthy']).activate()) ?? [];
		const failing = items.flatMap(({ json }) => json.failing as string[]);
		expect(failing.filter((name) => name === 'diskspace')).toEqual(isShort ? ['diskspace'] : []);
	} finally {
		await node.stop();
	}
});
