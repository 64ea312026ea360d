/** The node of the credential is the only observer, and says of itself that it may be wrong. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ownNodeId } from '../../devnet/devnet.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, onL1, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-24T08:00:00Z');
const host = () => new URL(devnet.url).host;
const some = (count: number) =>
	devnet.world.primary
		.map(({ nodeID }) => nodeID)
		.filter((nodeID) => nodeID !== ownNodeId && devnet.world.nodes.get(nodeID)!.connected)
		.slice(0, count);
const asksOfItself = () =>
	devnet.log.filter(({ url, body }) =>
		/\/ext\/health$/.test(url) ? true : String(body).includes('info.isBootstrapped'),
	).length;

async function poll(trigger: ReturnType<typeof createTrigger>): Promise<IDataObject[]> {
	clock.advance(60);
	return jsonOf(await trigger.poll());
}

async function publish(parameters: INodeParameters = {}, options: INodeParameters = {}) {
	const chosen = { failedChecks: 1, goodChecks: 1, ...options };
	const trigger = createTrigger({
		alertWhen: ['disconnected', 'unreachable'],
		...parameters,
		options: chosen,
	});
	expect(jsonOf(await trigger.activate())).toEqual([]);
	devnet.clearLog();
	return trigger;
}

/** The report of health.health, as avalanchego gives it: 200 also while checks fail. */
function failChecks(failing: Record<string, string>, details: IDataObject = {}): void {
	const timestamp = '2026-11-24T07:59:00Z';
	const passed = { database: { timestamp }, router: { timestamp } };
	const failed = Object.entries(failing).map(([name, error]) => {
		const message = details[name];
		return [name, { error, timestamp, ...(message !== undefined && { message }) }];
	});
	const result = { checks: { ...passed, ...Object.fromEntries(failed) }, healthy: false };
	devnet.faults([
		{
			path: '/ext/health',
			change: (reply) => ({ ...reply, json: { ...(reply.json as object), result } }),
		},
	]);
}

const network = { network: 'no messages received from network [x](https://evil.example).' };

test('an unhealthy node is the suspect, and its own words say why [U35]', async () => {
	const trigger = await publish();
	failChecks(network);
	disconnect(ours);
	const [item] = await poll(trigger);
	expect(item).toMatchObject({
		event: 'disconnected',
		nodeId: ours,
		severity: 'critical',
		suspect: 'watchingNode',
	});
	expect(item!.message).toContain(
		`Check the node of your credential first (${host()}): it calls itself unhealthy, so it may be wrong. What fails: network: no messages received from network`,
	);
	expect(item!.message).not.toContain('](https://evil');
});

test('without checks by name, or while it still starts, it is the suspect, too [U35]', async () => {
	const trigger = await publish();
	devnet.world.observe({ healthy: false });
	disconnect(ours);
	const [sick] = await poll(trigger);
	expect(sick).toMatchObject({ suspect: 'watchingNode' });
	expect(sick!.message).toMatch(/it calls itself unhealthy, so it may be wrong\. It has no conn/);
	devnet.world.observe({ healthy: true });
	devnet.faults([
		{
			path: '/ext/info',
			change: (reply) =>
				JSON.stringify(reply.json).includes('isBootstrapped')
					? { ...reply, json: { ...(reply.json as object), result: { isBootstrapped: false } } }
					: reply,
		},
	]);
	disconnect(other!);
	const [starts] = await poll(trigger);
	expect(starts).toMatchObject({ suspect: 'watchingNode' });
	expect(starts!.message).toContain('it still starts, so it may be wrong.');
});

test.each<[string, () => void]>([
	['says that it is healthy', () => {}],
	['serves no health', () => devnet.faults([{ path: '/ext/health', status: 404 }])],
	['answers neither', () => devnet.faults([{ path: /\/ext\/(health|info)/.source, status: 404 }])],
	['has a full disk', () => failChecks({ diskspace: 'remaining available disk space is low' })],
	['syncs an L1', () => failChecks({ bootstrapped: 'subnets not bootstrapped' })],
	[
		'is told of an upgrade',
		() => failChecks({ futureupgrade: 'unknown network upgrade detected' }),
	],
	[
		'misses the stake that is down',
		() =>
			failChecks(
				{ P: 'not connected to enough stake: connected to 79%; required at least 80%' },
				{ P: { networking: { percentConnected: 0.79 } } },
			),
	],
	[
		'misses that stake so that its engine fails, too',
		() =>
			failChecks(
				{
					P: 'engine: block processing too long; networking: not connected to enough stake: connected to 60%; required at least 80%',
				},
				{ P: { engine: {}, networking: { percentConnected: 0.6 } } },
			),
	],
	[
		'has sick chains that nobody watches',
		() => failChecks({ C: 'engine is stuck', X: 'engine is stuck', 'my-game': 'engine is stuck' }),
	],
])('a node that %s is no suspect [U35]', async (_what, happens) => {
	const trigger = await publish();
	happens();
	disconnect(ours);
	const [item] = await poll(trigger);
	expect(item).toMatchObject({ event: 'disconnected', suspect: null });
	expect(item!.message).not.toContain('Check the node of your credential');
});

test('it is asked once for each Down, and in no other poll [U35]', async () => {
	const trigger = await publish();
	await poll(trigger);
	expect(asksOfItself()).toBe(0);
	disconnect(ours);
	await poll(trigger);
	expect(asksOfItself()).toBe(2);
	await poll(trigger);
	devnet.world.reconnect({ nodeIDs: [ours] });
	await poll(trigger);
	expect(asksOfItself()).toBe(2);
});

test('where many are watched, two that it lost are one item, and one incident until it is well [U35][U46]', async () => {
	const nodeIds = some(55).join();
	const trigger = await publish({ nodeIds }, { payloads: ['pagerDuty'] });
	failChecks(network);
	disconnect(...some(2));
	const [item, ...more] = await poll(trigger);
	expect(more).toEqual([]);
	expect(item).toMatchObject({ validatorCount: 2, suspect: 'watchingNode', severity: 'critical' });
	expect(item!.pagerDuty).toMatchObject([{ dedup_key: item!.suspectAlertId }]);
	expect(await poll(trigger)).toEqual([]);
	// The node is well again, and both are still down.
	devnet.faults([]);
	const released = await poll(trigger);
	expect(released.map(({ event }) => event)).toEqual(['reminder', 'reminder']);
	expect(released.flatMap(({ pagerDuty }) => pagerDuty)).toMatchObject([
		{ event_action: 'resolve', dedup_key: item!.suspectAlertId },
		{ event_action: 'trigger' },
		{ event_action: 'resolve' },
		{ event_action: 'trigger' },
	]);
});

test('with Further Observers, it has no vote, and is no suspect [U35][U44]', async () => {
	const trigger = await publish(
		{},
		{ furtherObservers: `zurich = ${devnet.url}/observers/zurich` },
	);
	devnet.world.observe({ healthy: false });
	disconnect(ours);
	expect(await poll(trigger)).toMatchObject([
		{ event: 'disconnected', suspect: null, observers: [{ vote: null }, { vote: 'down' }] },
	]);
});

test('a node that does not say how it is holds no Down back for longer than 8 seconds [U35]', async () => {
	const trigger = await publish();
	devnet.faults([
		{ path: '/ext/health', drop: true },
		{ rpcMethod: 'info.isBootstrapped', drop: true },
	]);
	disconnect(ours);
	const begun = Date.now();
	expect(await poll(trigger)).toMatchObject([{ event: 'disconnected', suspect: null }]);
	// The poll itself came 60 seconds later.
	expect(Date.now() - begun).toBeLessThan(72_000);
}, 60_000);

test('where it is never to be blamed, it is not asked [U35]', async () => {
	const trigger = await publish({}, { watcherProblemShare: 100 });
	failChecks(network);
	disconnect(ours);
	expect(await poll(trigger)).toMatchObject([{ event: 'disconnected', suspect: null }]);
	expect(asksOfItself()).toBe(0);
});

test('a sick chain of an L1 counts where that L1 is watched [U35]', async () => {
	const trigger = await publish(onL1);
	failChecks({ [onL1.blockchainId]: 'consensus is stuck' });
	disconnect(ours);
	expect(await poll(trigger)).toMatchObject([{ suspect: 'watchingNode' }]);
});

test('so does that chain by its alias on the node, and no other chain by its own [U35]', async () => {
	const trigger = await publish(onL1);
	devnet.world.findChain(onL1.blockchainId)!.aliases.push('my-game');
	failChecks({ C: 'consensus is stuck', other: 'consensus is stuck' });
	disconnect(ours);
	expect(await poll(trigger)).toMatchObject([{ event: 'disconnected', suspect: null }]);
	failChecks({ C: 'consensus is stuck', 'my-game': 'consensus is stuck' });
	disconnect(other!);
	const [item] = await poll(trigger);
	expect(item).toMatchObject({ event: 'disconnected', suspect: 'watchingNode' });
	expect(item!.message).toContain('What fails: my-game: consensus is stuck');
});

test.each(['network', 'router', 'database', 'shuttingDown', 'P'])(
	'the check %s of its own counts [U35]',
	async (check) => {
		const trigger = await publish();
		failChecks({ [check]: 'it is ill' });
		disconnect(ours);
		expect(await poll(trigger)).toMatchObject([{ suspect: 'watchingNode' }]);
	},
);
