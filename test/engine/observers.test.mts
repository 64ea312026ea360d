/** More than one observer: who is asked when, who has a vote, and what the votes make of it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useClock } from '../support/useClock.mts';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, onL1, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-24T08:00:00Z');
const minute = 60;
const host = () => new URL(devnet.url).host;
type Trigger = ReturnType<typeof createTrigger>;

const urlOf = (name: string): string => `${devnet.url}/observers/${name}`;
const lines = (...names: string[]): string =>
	names
		.map((name) => (name === 'Avalanche Data API' ? name : `${name} = ${urlOf(name)}`))
		.join('\n');
const observe = (observer: string, choice: IDataObject) =>
	devnet.world.observe({ observer, ...choice });
/** The queried node alone loses its connections, and the network sees them. */
const loseLink = (...nodeIDs: string[]) =>
	devnet.world.reportConnected({ nodeIDs, connected: false });
const seenByOthers = (connected: boolean, ...names: string[]) =>
	names.forEach((name) => observe(name, { nodeIDs: [ours, other], connected }));
const pathsOf = (part: string) =>
	devnet.log.filter(({ url }) => url.includes(part)).map(({ url }) => url);

async function poll(trigger: Trigger, minutes = 1): Promise<IDataObject[]> {
	clock.advance(minutes * minute);
	return jsonOf(await trigger.poll());
}
const create = (options: INodeParameters = {}, more: INodeParameters = {}, durable = false) =>
	createTrigger(
		{
			alertWhen: ['disconnected', 'unreachable'],
			...more,
			options: { furtherObservers: lines('zurich'), failedChecks: 3, ...options },
		},
		{ durable },
	);
async function publish(...chosen: Parameters<typeof create>) {
	const trigger = create(...chosen);
	expect(jsonOf(await trigger.activate())).toEqual([]);
	devnet.clearLog();
	return trigger;
}
/** A web server that is no node. */
async function startPage() {
	const server = createServer((_, response) => response.writeHead(404).end('<html></html>'));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const close = async () => await new Promise((resolve) => server.close(resolve));
	return { url: `http://127.0.0.1:${port}`, close };
}
const secondsTo = ({ observedAt }: IDataObject, time: unknown): number =>
	(Date.parse(observedAt as string) - Date.parse(time as string)) / 1000;
const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event as string);
const votesIn = ({ observers }: IDataObject) =>
	(observers as IDataObject[]).map(({ name, vote }) => `${name as string} ${String(vote)}`);

describe.each([false, true])('durable cursors: %s', (durable) => {
	test('two votes make one check enough, and the item says who saw what [U44]', async () => {
		const trigger = await publish({}, {}, durable);
		disconnect(ours);
		const [item, ...more] = await poll(trigger);
		expect(more).toEqual([]);
		expect(item).toMatchObject({
			event: 'disconnected',
			nodeId: ours,
			suspect: null,
			observers: [
				{ name: host(), vote: 'down', reason: null },
				{ name: 'zurich', vote: 'down', reason: null },
			],
		});
		expect(item!.message).toContain(`\nObservers: ${host()} down, zurich down\n`);
		expect(await poll(trigger)).toEqual([]);
		devnet.world.reconnect({ nodeIDs: [ours] });
		expect(await poll(trigger)).toMatchObject([{ event: 'reconnected', observers: null }]);
	});

	test('one sick observer wakes nobody, and its view is over when it sees again [U44]', async () => {
		const trigger = await publish({ failedChecks: 1 }, {}, durable);
		loseLink(ours, other);
		seenByOthers(true, 'zurich');
		for (let i = 0; i < 5; i++) expect(await poll(trigger)).toEqual([]);
		// It loses them truly.
		seenByOthers(false, 'zurich');
		expect(await poll(trigger)).toMatchObject([
			{ event: 'disconnected' },
			{ event: 'disconnected' },
		]);
		seenByOthers(true, 'zurich');
		expect(await poll(trigger)).toMatchObject([
			{ event: 'reconnected', observers: [{ vote: 'down' }, { vote: 'up' }] },
			{ event: 'reconnected' },
		]);
	});
});

describe('who has no vote counts for nothing, and the usual checks hold [U44]', () => {
	const sick: Array<[string, () => void, string]> = [
		['unhealthy', () => observe('zurich', { healthy: false }), 'unhealthy'],
		['still starting', () => observe('zurich', { starting: true }), 'still starts'],
		['HTTP 503', () => devnet.faults([{ path: '/observers/zurich', status: 503 }]), 'HTTP 503'],
		[
			'a page',
			() => devnet.faults([{ path: '/observers/zurich/ext/bc/P', body: 'html' }]),
			'no JSON',
		],
		[
			'a connection that breaks off',
			() => devnet.faults([{ path: '/observers/zurich', cut: 'before' }]),
			'the connection broke off',
		],
		[
			'silence about its health',
			() =>
				devnet.faults([
					{ path: '/observers/zurich/ext/health', status: 404 },
					{ path: '/observers/zurich/ext/info', status: 404 },
				]),
			'does not say whether it is healthy',
		],
		[
			'a list without the validator',
			() =>
				devnet.faults([
					{
						path: '/observers/zurich/ext/bc/P',
						change: (reply) => ({ ...reply, json: { result: { validators: [] } } }),
					},
				]),
			'does not list it',
		],
	];
	test.each(sick)('%s', async (_what, happens, reason) => {
		const trigger = await publish();
		disconnect(ours);
		happens();
		expect(await poll(trigger)).toEqual([]);
		expect(await poll(trigger)).toEqual([]);
		const [item] = await poll(trigger);
		expect(item).toMatchObject({
			event: 'disconnected',
			observers: [
				{ name: host(), vote: 'down' },
				{ name: 'zurich', vote: null, reason },
			],
		});
	});

	test('the queried node has none either, where it is unhealthy', async () => {
		const trigger = await publish();
		loseLink(ours, other);
		devnet.world.observe({ healthy: false });
		for (let i = 0; i < 5; i++) expect(await poll(trigger)).toEqual([]);
		expect(pathsOf('/observers/zurich/ext/bc/P')).toHaveLength(5);
	});

	test('where it says nothing of its health, it keeps its vote', async () => {
		const trigger = await publish({ failedChecks: 1 });
		disconnect(ours);
		devnet.faults([
			{ path: '/ext/health', status: 404 },
			{ path: '/observers/zurich', status: 503 },
		]);
		expect(await poll(trigger)).toMatchObject([{ event: 'disconnected' }]);
	});
});

describe('a node that is unhealthy for what is down alone keeps its vote, while it sees most of the stake [U44]', () => {
	const lackOf = (connected: number) => ({
		error: `not connected to enough stake: connected to ${(100 * connected).toFixed(6)}%; required at least 80.000000%`,
		message: { engine: {}, networking: { percentConnected: connected } },
	});
	const passed = {
		timestamp: '2026-11-24T08:00:00Z',
		message: { networking: { percentConnected: 1 } },
	};
	const lonely = { error: 'network layer is unhealthy', message: { connectedPeers: 0 } };

	test.each([
		['a quarter of the stake is down', { P: lackOf(0.75), C: passed }, 'disconnected'],
		[
			'its engine fails for that, too',
			{ P: { ...lackOf(0.75), error: `engine: stuck; networking: ${lackOf(0.75).error}` } },
			'disconnected',
		],
		[
			'its engine fails alone',
			{ P: { ...passed, error: 'stuck: not connected to enough stake' } },
			'unreachable',
		],
		['the node sees half of it', { P: lackOf(0.5), C: passed }, 'unreachable'],
		['another check fails, too', { P: lackOf(0.75), network: lonely }, 'unreachable'],
		['the check does not say how much', { P: { error: lackOf(0.75).error } }, 'unreachable'],
		['no check fails', { P: passed }, 'unreachable'],
	])('%s', async (_what, checks, event) => {
		const trigger = await publish({ failedChecks: 1 });
		disconnect(ours);
		const result = { healthy: false, checks };
		devnet.faults([
			{ path: '/ext/health', change: (reply) => ({ ...reply, json: { result } }) },
			{ path: '/observers/zurich/ext/health', change: (reply) => ({ ...reply, json: { result } }) },
		]);
		expect(eventsOf(await poll(trigger))).toEqual([event]);
	});
});

describe('with no vote at all it is unreachable [U44]', () => {
	test('the queried node is sick, and the other one silent', async () => {
		const trigger = await publish({ failedChecks: 2 });
		disconnect(ours);
		devnet.world.observe({ healthy: false });
		devnet.faults([{ path: '/observers/zurich', status: 503 }]);
		expect(await poll(trigger)).toEqual([]);
		const [item, ...more] = await poll(trigger);
		expect(more).toEqual([]);
		expect(item).toMatchObject({
			event: 'unreachable',
			observers: [
				{ name: host(), vote: null, reason: 'unhealthy' },
				{ name: 'zurich', vote: null, reason: 'HTTP 503' },
			],
		});
		expect(item!.message).toContain('cannot say whether NodeID-');
		expect(item!.message).toContain('No observer can say whether NodeID-');
		devnet.world.observe({ healthy: true });
		expect(eventsOf(await poll(trigger))).toEqual(['reachable']);
		expect(eventsOf(await poll(trigger))).toEqual(['disconnected']);
	});

	test('it uses the names, and speaks of one as of one', async () => {
		const names = `${ours} = Frankfurt-1 [fra]\n${other} = Zurich-1`;
		const trigger = await publish({ failedChecks: 1, names });
		devnet.world.observe({ healthy: false });
		devnet.faults([{ path: '/observers/zurich', status: 503 }]);
		disconnect(ours);
		const [one] = await poll(trigger);
		expect(one).toMatchObject({
			title: `The Avalanche node ${host()}: cannot say whether Frankfurt-1 (fra) is down`,
			names: { [ours]: 'Frankfurt-1' },
			groups: { [ours]: 'fra' },
		});
		expect(one!.message).toContain('No observer can say whether Frankfurt-1 (fra) is connected.');
		expect(one!.message).toContain('Nobody knows whether it is down until');
		disconnect(other);
		const [two] = jsonOf((await create({ failedChecks: 1, names }).testRun()).items);
		expect(two).toMatchObject({
			title: expect.stringContaining('cannot say who is down'),
			names: { [ours]: 'Frankfurt-1', [other]: 'Zurich-1' },
		});
		const whether = 'No observer can say whether Zurich-1, Frankfurt-1 (fra) are connected.';
		expect(two!.message).toContain(whether);
		expect(two!.message).toContain('Nobody knows whether they are down until');
	});

	test('none of them answers', async () => {
		const trigger = await publish({ failedChecks: 1 });
		devnet.faults([
			{ host: 'node', status: 503 },
			{ path: '/observers', status: 503 },
		]);
		expect(await poll(trigger)).toMatchObject([
			{
				event: 'unreachable',
				observers: [
					{ name: host(), reason: 'HTTP 503' },
					{ name: 'zurich', reason: 'HTTP 503' },
				],
			},
		]);
	});
});

describe('where the queried node cannot be read, the others stand in for it [U44]', () => {
	const down = () =>
		devnet.faults([
			{
				path: '/ext/bc/P',
				skip: 0,
				change: (reply, { url }) =>
					url.pathname.startsWith('/observers') ? reply : { status: 503, text: '' },
			},
		]);

	test('who is down is told after the usual checks, and nobody left', async () => {
		const trigger = await publish(
			{ failedChecks: 2 },
			{ alertWhen: ['disconnected', 'left', 'fell', 'unreachable'] },
		);
		down();
		expect(await poll(trigger)).toEqual([]);
		disconnect(ours);
		devnet.world.setUptime({ nodeIDs: [other], percentage: 20 });
		devnet.world.removeValidators({ on: 'primary', nodeIDs: [other] });
		const [lost, ...none] = await poll(trigger);
		expect(none).toEqual([]);
		const waited = secondsTo(lost!, lost!.since);
		expect([minute, minute + 1]).toContain(waited);
		expect(lost!.message).toMatch(/has not been readable since \d\d:\d\d EST: HTTP 503\./);
		expect(lost!.message).toContain('Nothing else is checked: no uptimes');
		expect(lost).toMatchObject({
			event: 'observersChanged',
			title: `${host()}, the node of your credential, cannot be read`,
			severity: 'warning',
			observers: [
				{ name: host(), works: false, reason: 'HTTP 503' },
				{ name: 'zurich', works: true, reason: null },
			],
		});
		expect(await poll(trigger)).toMatchObject([
			{
				event: 'disconnected',
				nodeId: ours,
				observers: [
					{ name: host(), vote: null, reason: 'HTTP 503' },
					{ name: 'zurich', vote: 'down' },
				],
			},
		]);
		devnet.faults([]);
		// It is read again: who left meanwhile is told now.
		const [back, ...others] = await poll(trigger);
		expect(others).toEqual([]);
		expect(back).toMatchObject({
			event: 'observersChanged',
			severity: 'resolved',
			title: `${host()}, the node of your credential, can be read again`,
			message: expect.stringContaining('can be read again after 3 min.'),
			alertId: lost!.alertId,
			lastedSeconds: secondsTo(back!, lost!.since),
		});
		expect(eventsOf(await poll(trigger))).toEqual(['left']);
	});

	test('with two others, one check is enough', async () => {
		const trigger = await publish({ furtherObservers: lines('zurich', 'paris') });
		down();
		await poll(trigger);
		disconnect(ours);
		expect(await poll(trigger)).toMatchObject([{ event: 'disconnected', nodeId: ours }]);
	});

	test('a first reading that fails is a failure all the same', async () => {
		down();
		const trigger = create();
		expect(jsonOf(await trigger.activate())).toEqual([]);
		expect(pathsOf('/observers')).toEqual([]);
	});
});

test('so many as are needed, or all that have a vote [U44]', async () => {
	const trigger = await publish({
		furtherObservers: lines('zurich', 'paris'),
		observersNeeded: 2,
	});
	disconnect(ours, other);
	observe('paris', { nodeIDs: [ours, other], connected: true });
	observe('zurich', { nodeIDs: [other], connected: true });
	expect(await poll(trigger)).toMatchObject([{ event: 'disconnected', nodeId: ours }]);
	// One that is silent raises nothing.
	devnet.faults([{ path: '/observers/paris', status: 503 }]);
	observe('zurich', { nodeIDs: [other], connected: null });
	expect(await poll(trigger)).toMatchObject([{ event: 'disconnected', nodeId: other }]);
});

test('an item about many says of how many each of them says what [U44]', async () => {
	const names = `${ours} = Berlin-1 [ber]\n${other} = Berlin-2 [ber]`;
	const trigger = await publish({
		furtherObservers: lines('zurich', 'paris'),
		names,
		observersNeeded: 2,
	});
	disconnect(ours, other);
	observe('paris', { nodeIDs: [other], connected: true });
	const [item] = await poll(trigger);
	expect(item).toMatchObject({ event: 'disconnected', group: 'ber', validatorCount: 2 });
	expect(item!.message).toContain(`Observers: ${host()} down, zurich down, paris 1 down and 1 up`);
});

test('the node that is down takes no further node with it', async () => {
	devnet.faults([{ host: 'node', status: 503 }]);
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'health.health', params: {} });
	const headers = { 'content-type': 'application/json' };
	const healthOf = async (url: string) =>
		(await fetch(`${url}/ext/health`, { method: 'POST', headers, body })).status;
	expect(await healthOf(devnet.url)).toBe(503);
	expect(await healthOf(urlOf('zurich'))).toBe(200);
});

describe('when they are asked [U44]', () => {
	test('where something is bad, and once a day', async () => {
		const trigger = await publish();
		for (let i = 0; i < 5; i++) await poll(trigger);
		expect(pathsOf('/observers')).toEqual([]);
		disconnect(ours);
		await poll(trigger);
		expect(pathsOf('/observers').sort()).toEqual([
			'/observers/zurich/ext/bc/P',
			'/observers/zurich/ext/health',
			'/observers/zurich/ext/info',
		]);
		devnet.world.reconnect({ nodeIDs: [ours] });
		await poll(trigger);
		devnet.clearLog();
		await poll(trigger, 24 * 60);
		expect(pathsOf('/observers')).toHaveLength(3);
		for (let i = 0; i < 5; i++) await poll(trigger);
		expect(pathsOf('/observers')).toHaveLength(3);
	});

	test('one that fails twice is told once, and once when it works again', async () => {
		const trigger = await publish();
		devnet.faults([{ path: '/observers/zurich', status: 503 }]);
		expect(await poll(trigger, 24 * 60)).toEqual([]);
		const [item, ...more] = await poll(trigger);
		expect(more).toEqual([]);
		expect(item).toMatchObject({
			event: 'observersChanged',
			severity: 'warning',
			title: 'Observer zurich cannot say who is down',
			observers: [{ name: 'zurich', works: false, reason: 'HTTP 503' }, { works: true }],
		});
		for (let i = 0; i < 5; i++) expect(await poll(trigger, 20)).toEqual([]);
		devnet.faults([]);
		expect(await poll(trigger, 60)).toMatchObject([
			{
				event: 'observersChanged',
				severity: 'resolved',
				title: 'Observer zurich can say again who is down',
				message: expect.stringContaining('zurich says it again after 2 h 41 min.'),
				alertId: item!.alertId,
			},
		]);
	});

	test('what was told of observers ends when others are chosen, or none', async () => {
		const trigger = await publish();
		devnet.faults([{ path: '/observers/zurich', status: 503 }]);
		await poll(trigger, 24 * 60);
		const [item] = await poll(trigger);
		expect(item).toMatchObject({ event: 'observersChanged', severity: 'warning' });
		const goOn = (options: INodeParameters) =>
			createTrigger(
				{ alertWhen: ['disconnected', 'unreachable'], options },
				{ staticData: trigger.stored },
			);
		const ended = [{ event: 'observersChanged', severity: 'resolved' }];
		for (const furtherObservers of [lines('paris'), '']) {
			const [told, ...more] = await poll(goOn({ failedChecks: 3, furtherObservers }));
			expect([told, ...more]).toMatchObject(ended);
			expect(told!.title).toBe('Further Observers was changed');
		}
	});

	test('a crash that loses the item brings it again [U17]', async () => {
		const trigger = await publish();
		devnet.faults([{ host: 'node', status: 503 }]);
		for (let i = 0; i < 2; i++) await poll(trigger);
		const [lost] = await poll(trigger);
		clock.advance(minute);
		const again = jsonOf(await trigger.start());
		expect(again).toEqual([{ ...lost, again: true }]);
	});

	test('one of another network is told after the publication', async () => {
		devnet.faults([
			{
				path: '/observers/zurich/ext/bc/P',
				change: (reply) => ({ ...reply, json: { result: { validators: [] } } }),
			},
		]);
		const trigger = await publish();
		expect(await poll(trigger)).toMatchObject([
			{ observers: [{ works: false, reason: 'lists none of the watched validators' }, {}] },
		]);
	});
});

describe('the Avalanche Data API [U44]', () => {
	const withData = { furtherObservers: 'Avalanche Data API' };
	const poller = () => devnet.world.pollValidators();

	test('votes only where its record is younger than the first bad poll', async () => {
		const trigger = await publish(withData);
		disconnect(ours);
		// Its record says "up", and is older.
		expect(await poll(trigger)).toEqual([]);
		expect(await poll(trigger)).toEqual([]);
		poller();
		const [item] = await poll(trigger);
		expect(item).toMatchObject({
			event: 'disconnected',
			observers: [{ vote: 'down' }, { name: 'Avalanche Data API', vote: 'down' }],
		});
	});

	test('a record that was bad before is no vote, and an old one vetoes nothing', async () => {
		const trigger = await publish({ ...withData, failedChecks: 2 });
		disconnect(ours);
		await poll(trigger);
		expect(await poll(trigger)).toMatchObject([
			{
				event: 'disconnected',
				observers: [{ vote: 'down' }, { vote: null, reason: 'its record may be older' }],
			},
		]);
	});

	test('one that has moved since says who is up, for ten minutes', async () => {
		const trigger = await publish({ ...withData, failedChecks: 1, minimumMinutes: 1 });
		loseLink(ours);
		expect(await poll(trigger)).toEqual([]);
		devnet.world.setUptime({ nodeIDs: [ours], percentage: 99 });
		poller();
		for (let i = 0; i < 10; i++) expect(await poll(trigger)).toEqual([]);
		await poll(trigger);
		expect(await poll(trigger)).toMatchObject([{ event: 'disconnected' }]);
	});

	test('one that saw it up between two outages ends no alert while a node sees it down', async () => {
		const trigger = await publish({ ...withData, failedChecks: 1 });
		disconnect(ours);
		expect(await poll(trigger)).toMatchObject([{ event: 'disconnected' }]);
		devnet.world.reconnect({ nodeIDs: [ours] });
		poller();
		disconnect(ours);
		for (let i = 0; i < 5; i++) expect(await poll(trigger)).toEqual([]);
		devnet.world.reconnect({ nodeIDs: [ours] });
		const items = [...(await poll(trigger)), ...(await poll(trigger))];
		expect(items).toMatchObject([{ event: 'reconnected' }]);
	});

	test('one request to the host of the credential, at 20 compute units', async () => {
		const trigger = await publish(withData);
		disconnect(ours);
		await poll(trigger);
		const [path, ...more] = pathsOf('/v1/networks');
		expect(more).toEqual([]);
		expect(path).toMatch(/^\/v1\/networks\/mainnet\/validators\?nodeIds=NodeID-/);
	});

	test('is refused for an L1', async () => {
		const error = await create(withData, onL1)
			.activate()
			.catch((thrown: Error) => thrown);
		expect(saidBy(error as Error)).toContain('must have nodes alone for an L1');
	});
});

test('validators of an L1 by their connection [U44]', async () => {
	const trigger = await publish({}, onL1);
	disconnect(ours);
	expect(await poll(trigger)).toMatchObject([
		{ event: 'disconnected', observers: [{ vote: 'down' }, { vote: 'down' }] },
	]);
	expect(pathsOf('/observers/zurich/ext/bc/')[0]).toContain('/validators');
});

test('many in one item, with what each observer saw [U44]', async () => {
	const all = devnet.world.primary.slice(1, 9).map(({ nodeID }) => nodeID);
	const trigger = await publish({}, { nodeIds: all.join() });
	disconnect(...all);
	const [item] = await poll(trigger);
	expect(item).toMatchObject({
		event: 'disconnected',
		observers: [
			{ name: host(), down: 8, up: 0, noVote: 0 },
			{ name: 'zurich', down: 8, up: 0, noVote: 0 },
		],
	});
	expect(item).toHaveProperty('suspect', null);
});

test('observers that confirm many Downs let no test run blame the node of the credential [U36, U44]', async () => {
	const all = devnet.world.primary.slice(1, 9).map(({ nodeID }) => nodeID);
	const manyOf = async (nodeIds: string[]) =>
		await create({ testEvent: 'many' }, { nodeIds: nodeIds.join() }).testRun();
	const [item] = jsonOf((await manyOf(all)).items);
	expect(item).toMatchObject({ suspect: null });
	expect(item!.message).toContain('Check first what they have in common.');
	expect(item!.message).not.toContain('likely cause');
	expect((await manyOf(all.slice(0, 4))).error).toMatchObject({
		description: expect.stringContaining('Watch 5 validators or more'),
	});
});

describe('what goes there [U44]', () => {
	test('nothing of the credential', async () => {
		const trigger = await publish();
		disconnect(ours);
		await poll(trigger);
		const sent = devnet.log.filter(({ url }) => url.startsWith('/observers'));
		expect(sent).toHaveLength(3);
		expect(JSON.stringify(sent.map(({ headers }) => headers))).not.toMatch(
			/authorization|x-glacier|x-data-api|secret/i,
		);
	});

	test('no path stands in an item, an error or the memory', async () => {
		const secret = 's3cret-key';
		observe(secret, {});
		const trigger = await publish({ furtherObservers: `Zurich = ${urlOf(secret)}` });
		disconnect(ours);
		const items = await poll(trigger);
		devnet.faults([{ path: secret, cut: 'before' }]);
		await poll(trigger, 24 * 60);
		items.push(...(await poll(trigger)));
		expect(eventsOf(items)).toEqual(['disconnected', 'observersChanged']);
		expect(JSON.stringify([items, trigger.stored])).not.toContain(secret);
		const { observers } = trigger.stored as { observers: IDataObject };
		expect(JSON.stringify(observers).length).toBeLessThan(90);
	});

	test('a node of the own network needs no http:// before it', async () => {
		seenByOthers(false, 'zurich');
		const url = urlOf('zurich').replace('http://', '');
		const trigger = await publish({ furtherObservers: `Zurich = ${url}` });
		disconnect(ours);
		const items = await poll(trigger);
		items.push(...(await poll(trigger, 24 * 60)), ...(await poll(trigger)));
		expect(eventsOf(items)).toEqual(['disconnected']);
		expect(pathsOf('/observers/zurich').length).toBeGreaterThan(0);
	});

	test.each<[string, string, string]>([
		['a password', 'Zurich = https://a:s3cret@example.com', 'no user and no password'],
		['a query', 'Zurich = https://example.com/?key=s3cret', 'must have no query'],
		['http to a public host', 'Zurich = http://example.com/s3cret', 'must start with https'],
		['no URL', 'Zurich = s3cret', 'such as Zurich = http://10.0.0.7:9650'],
		['a private name without http', 'Zurich = node:9650', 'start with http:// or https://'],
		['a public host without https', 'Zurich = api.avax.network', 'must start with https://'],
		['a port that cannot be', 'Zurich = http://10.0.0.7:99999/s3cret', 'a port of at most 65535'],
		['a place to fill in', 'Zurich = http://<s3cret>:9650', 'must have a host without "<"'],
		['a node ID', `Zurich = ${ours}`, 'must be the address of a server, and not a node ID'],
		['no name', 'https://example.com/s3cret', 'line 1 has no name'],
		['no =', 'Zurich http://10.0.0.7:9650', 'Enter this line: Zurich = http://10.0.0.7:9650.'],
		['no = before a path', 'Zurich https://a.example/s3cret', 'line 1 has no = behind its name'],
		['two of a name', 'A = https://a.example/s3cret\na = https://b.example', 'each name only once'],
		[
			'the same node twice',
			'A = https://a.example/s3cret\nB = https://a.example/s3cret/ext/bc/P',
			'same one',
		],
	])('%s is refused before anything is sent', async (_what, furtherObservers, says) => {
		const error = await create({ furtherObservers })
			.activate()
			.catch((thrown: Error) => thrown);
		expect(saidBy(error as Error)).toContain(says);
		expect(saidBy(error as Error)).not.toContain('s3cret');
		expect(devnet.log).toEqual([]);
	});

	test("the credential's own node is none more, and is refused before anything is sent [U44]", async () => {
		const { origin } = new URL(devnet.nodeUrl);
		for (const url of [origin, `${origin}/`, `${origin}/ext/bc/P`]) {
			const error = await create({ furtherObservers: `Zurich = ${url}` })
				.activate()
				.catch((thrown: Error) => thrown);
			expect(saidBy(error as Error)).toContain(
				'Further Observers has the node of your credential, as "Zurich"',
			);
		}
		expect(devnet.log).toEqual([]);
	});

	test('one that does not answer says so in words [U44]', async () => {
		const trigger = await publish({ furtherObservers: 'Zurich = http://127.0.0.1:9' });
		disconnect(ours);
		const items = [...(await poll(trigger)), ...(await poll(trigger)), ...(await poll(trigger))];
		const down = items.find(({ event }) => event === 'disconnected');
		expect(down!.message).toContain('Zurich no vote (nothing listens at that address)');
	});

	test('a number of them without further ones, but not the default', async () => {
		const run = async (observersNeeded: number) =>
			(await create({ furtherObservers: '', observersNeeded }).testRun()).error;
		expect(await run(0)).toBeUndefined();
		expect(saidBy((await run(1))!)).toContain('Observers Needed for Down needs Further Observers');
	});

	test('more are needed than there are', async () => {
		const error = await create({ observersNeeded: 3 })
			.activate()
			.catch((thrown: Error) => thrown);
		expect(saidBy(error as Error)).toContain('Observers Needed for Down must be at most 2');
	});
});

test('a test event shows it, and is refused without further observers [U36, U44]', async () => {
	const { items } = await create({ testEvent: 'observers' }).testRun();
	expect(jsonOf(items)).toMatchObject([
		{
			sample: true,
			event: 'observersChanged',
			title: '[TEST] Made up: Observer zurich cannot say who is down',
		},
	]);
	disconnect(ours);
	const [ended] = jsonOf((await create({ testEvent: 'ended' }).testRun()).items);
	expect(ended).toMatchObject({ event: 'reconnected', observers: null });
	devnet.world.reconnect({ nodeIDs: [ours] });
	const begun = jsonOf((await create({ testEvent: 'began' }).testRun()).items);
	expect(votesIn(begun[0]!)).toEqual([`${host()} down`, 'zurich down']);
	const { error } = await createTrigger({ options: { testEvent: 'observers' } }).testRun();
	expect(error).toMatchObject({ message: 'These settings never send what Test Event asks for' });
});

test('a test run asks each of them once, and says who does not answer and who is no node [U36, U44]', async () => {
	const page = await startPage();
	const furtherObservers = `${lines('zurich')}\nDead = http://127.0.0.1:9\nWeb = ${page.url}`;
	const [sample] = jsonOf((await create({ furtherObservers }).testRun()).items);
	expect(sample).toMatchObject({
		sample: true,
		event: 'disconnected',
		observers: [
			{ name: host(), vote: 'down' },
			{ name: 'zurich', vote: 'down', reason: null },
			{ name: 'Dead', vote: null, reason: 'nothing listens at that address' },
			{ name: 'Web', vote: null, reason: 'not an Avalanche node: HTTP 404' },
		],
	});
	expect(sample!.message).toContain(
		'Dead no vote (nothing listens at that address), Web no vote (',
	);
	expect(pathsOf('/observers/zurich/ext/bc/P')).toHaveLength(1);
	const { items } = await create({ furtherObservers, testEvent: 'observers' }).testRun();
	expect(jsonOf(items)).toMatchObject([
		{
			title: '[TEST] Made up: 2 observers (Dead, Web) cannot say who is down',
			observers: [{ name: 'Dead' }, { name: 'Web' }, {}, {}],
		},
	]);
	await page.close();
});

test('quiet hours hold what is told of observers [U15, U44]', async () => {
	devnet.faults([{ path: '/observers/zurich', status: 503 }]);
	const at = (minutes: number): string =>
		new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', {
			timeZone: 'America/New_York',
			hour: '2-digit',
			minute: '2-digit',
		});
	const trigger = await publish({ quietFrom: at(-60), quietTo: at(10) });
	for (let i = 0; i < 8; i++) expect(await poll(trigger)).toEqual([]);
	expect(pathsOf('/observers')).toEqual([]);
	expect(await poll(trigger, 4)).toEqual([]);
	expect(eventsOf(await poll(trigger))).toEqual(['observersChanged']);
});
