/** A watch of the queried node itself: the user's name for it in all that is told, and silences by its ID, name or group. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ownNodeId } from '../../devnet/devnet.mts';
import { useClock } from '../support/useClock.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { jsonOf, useTrigger } from '../support/useEngine.mts';

const clock = useClock('2026-11-02T12:00:00Z');
const minute = 60;
const devnet = useFreshDevnet({ validators: 10, rewards: 0 });
const other = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const names = `${ownNodeId} = Frankfurt-1 [fra]\n${other} = Zurich-1 [zrh]`;
const create = useTrigger(devnet, {
	event: 'nodeHealth',
	alertWhen: ['bootstrapping', 'unhealthy', 'unreachable'],
	options: { failedChecks: 1, goodChecks: 1, names },
});
type Trigger = ReturnType<typeof create>;
async function poll(trigger: Trigger, minutes = 1): Promise<IDataObject[]> {
	clock.advance(minutes * minute);
	return jsonOf(await trigger.poll());
}
async function publish(options: INodeParameters = {}, kind: { durable?: boolean } = {}) {
	const trigger = create({ options }, kind);
	await trigger.activate();
	return trigger;
}
const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event);
const inMinutes = (minutes: number): string =>
	new Date(Date.now() + minutes * minute * 1000).toISOString().slice(0, 16) + 'Z';

const sicken = () => devnet.setHealth({ failing: { network: 'no messages' } });
const heal = () => devnet.setHealth({ failing: {} });
const stop = () => devnet.faults([{ host: 'node', status: 503 }]);
const start = () => devnet.faults([]);

const named = {
	name: 'Frankfurt-1',
	group: 'fra',
	nodeId: ownNodeId,
	network: 'mainnet',
};

describe('Names of the event Node Health [U63]', () => {
	test('the name stands in title, message, fields and payloads', async () => {
		const trigger = await publish({ payloads: ['alertmanager', 'pagerDuty'] });
		sicken();
		const [item] = await poll(trigger);
		expect(item).toMatchObject({ ...named, event: 'unhealthy' });
		expect(item!.title).toBe('Frankfurt-1 (fra): unhealthy by its own checks');
		expect(item!.message).toMatch(/^Frankfurt-1 \(fra, NodeID-\w{4}\.\.\.\w{3}\): unhealthy/);
		expect(item!.message).toContain(', Mainnet');
		expect(item!.alertmanager).toMatchObject([
			{
				labels: { instance: ownNodeId },
				annotations: { name: 'Frankfurt-1', group: 'fra', network: 'mainnet' },
			},
		]);
		expect(item!.pagerDuty).toMatchObject([{ payload: { group: 'fra', source: ownNodeId } }]);
	});

	test.each([{}, { durable: true }])(
		'a node that cannot be read is the one that was read before: %j',
		async (kind) => {
			const payloads = ['alertmanager'];
			const trigger = await publish({ payloads }, kind);
			// With durable cursors, nothing of the activation is stored.
			expect(await poll(trigger)).toEqual([]);
			stop();
			const [item] = await poll(trigger);
			expect(item).toMatchObject({ ...named, event: 'unreachable' });
			expect(item!.title).toBe('Frankfurt-1 (fra): cannot be read');
			start();
			const [end] = await poll(trigger);
			expect(end).toMatchObject({ ...named, event: 'reachable', alertId: item!.alertId });
			const labelsOf = ({ alertmanager }: IDataObject) =>
				(alertmanager as Array<{ labels: IDataObject }>).map(({ labels }) => labels);
			expect(labelsOf(end!)).toContainEqual(labelsOf(item!)[0]);
		},
	);

	test('another node behind the credential is not the one that was read before', async () => {
		const before = await publish();
		const elsewhere = { ...devnet.credentials.avalancheNodesApi, nodeUrl: 'http://127.0.0.1:9' };
		const trigger = create(
			{},
			{ staticData: before.stored, credentials: { avalancheNodesApi: elsewhere } },
		);
		const [item] = jsonOf(await trigger.activate());
		expect(item).toMatchObject({ event: 'unreachable', nodeId: null, name: null });
		expect(item!.title).toBe('The Avalanche node 127.0.0.1:9: cannot be read');
	});

	test('a heartbeat names it, and a digest', async () => {
		const trigger = await publish({ heartbeatItem: true, heartbeatMinutes: 5, digest: true });
		sicken();
		const [digest] = await poll(trigger);
		expect(digest).toMatchObject({ names: { [ownNodeId]: 'Frankfurt-1' } });
		stop();
		await poll(trigger);
		const beat = (await poll(trigger, 9)).find(({ event }) => event === 'heartbeat');
		const called = { nodeId: ownNodeId, name: 'Frankfurt-1', group: 'fra' };
		expect(beat!.bad).toMatchObject([
			{ ...called, event: 'unreachable' },
			{ ...called, event: 'unhealthy' },
		]);
		expect(beat!.message).toContain('Frankfurt-1 Unhealthy');
	});

	test('the node is asked for its network once, and where there are items', async () => {
		const asked = () => devnet.log.filter(({ rpcMethod }) => rpcMethod === 'info.getNetworkID');
		const trigger = await publish();
		expect(asked()).toHaveLength(1);
		await poll(trigger);
		sicken();
		expect(await poll(trigger)).toMatchObject([{ network: 'mainnet' }]);
		expect(asked()).toHaveLength(1);
	});

	test('without its line, the ID stands for it', async () => {
		const trigger = await publish({ names: `${other} = Zurich-1` });
		sicken();
		expect(await poll(trigger)).toMatchObject([{ name: null, nodeId: ownNodeId }]);
	});

	test('This Node’s Uptime has them, too', async () => {
		const trigger = create({ event: 'ownNode', source: 'node', alertWhen: ['unreachable'] });
		await trigger.activate();
		stop();
		expect(await poll(trigger)).toMatchObject([{ ...named, event: 'unreachable' }]);
	});
});

describe('silences of the queried node [U40, U63]', () => {
	test.each([
		['its ID', ownNodeId, true],
		['its name', 'Frankfurt-1', true],
		['its group', '[fra]', true],
		['the ID of another node', other, false],
		['the name of another node', 'Zurich-1', false],
		['the group of another node', 'zrh', false],
	])('by %s', async (_what, who, isSilenced) => {
		const trigger = await publish({ silences: `${who}, all, ${inMinutes(30)}, new disk` });
		sicken();
		expect(eventsOf(await poll(trigger))).toEqual(isSilenced ? [] : ['unhealthy']);
		stop();
		expect(eventsOf(await poll(trigger))).toEqual(isSilenced ? [] : ['unreachable']);
		start();
		heal();
		expect(eventsOf(await poll(trigger)).sort()).toEqual(
			isSilenced ? [] : ['healthy', 'reachable'],
		);
	});

	test('of one alert, and no longer than it says', async () => {
		const line = `Frankfurt-1, Node Unreachable, ${inMinutes(10)}, restart`;
		const trigger = await publish({ silences: line });
		sicken();
		expect(eventsOf(await poll(trigger))).toEqual(['unhealthy']);
		stop();
		expect(await poll(trigger)).toEqual([]);
		expect(eventsOf(await poll(trigger, 10))).toEqual(['unreachable']);
	});

	test('an acknowledgement by alertId, as ever', async () => {
		const before = await publish({ reminderHours: 1 });
		sicken();
		const [{ alertId }] = (await poll(before)) as [IDataObject];
		const silences = `${String(alertId)}, all, ${inMinutes(90)}, Ada is on it`;
		const trigger = create(
			{ options: { reminderHours: 1, silences } },
			{ staticData: before.stored },
		);
		await trigger.activate();
		expect(await poll(trigger, 61)).toEqual([]);
		expect(eventsOf(await poll(trigger, 61))).toEqual(['reminder']);
	});

	test('a test run shows one of the URL with its name', async () => {
		const silencesUrl = 'http://127.0.0.1:9/silences';
		const options = { testEvent: 'silences', silencesUrl };
		const [item] = jsonOf((await create({ options }).testRun()).items);
		expect(item).toMatchObject({ began: [{ nodeIds: [ownNodeId] }] });
		expect(item!.message).toContain('Frankfurt-1: all alerts, silenced until');
	});
});
