/** The event Node Health through n8n's own polls: what a node says of itself, told once, with what to do. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Reply } from '../../devnet/http.mts';
import { ownNodeId } from '../../devnet/devnet.mts';
import { useFreshDevnet } from '../support/useDevnet.mts';
import { useClock } from '../support/useClock.mts';
import { jsonOf, saidBy, useTrigger } from '../support/useEngine.mts';

const clock = useClock('2026-11-02T12:00:00Z');
const devnet = useFreshDevnet({ validators: 10, rewards: 0 });
const options = { failedChecks: 1, goodChecks: 1 };
const create = useTrigger(devnet, { event: 'nodeHealth', options });
const alertWhen = ['bootstrapping', 'unhealthy', 'upgradeNeeded', 'unreachable'];

function watch(more: INodeParameters = {}) {
	const trigger = create({ alertWhen, ...more });
	return {
		...trigger,
		activate: async () => jsonOf(await trigger.activate()),
		/** A minute later. */
		poll: async (): Promise<IDataObject[]> => {
			clock.advance(60);
			return jsonOf(await trigger.poll());
		},
		testRun: trigger.testRun,
	};
}
const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event);
const network = { network: 'network layer is unhealthy reason: no messages received from network' };

test('a check that fails is told once with its words, and its end [U50]', async () => {
	const trigger = watch();
	expect(await trigger.activate()).toEqual([]);
	devnet.setHealth({ failing: { ...network, C: 'not connected to @here <http://a.b|x> stake' } });
	const [item, ...more] = await trigger.poll();
	expect(more).toEqual([]);
	expect(item).toMatchObject({
		event: 'unhealthy',
		severity: 'critical',
		nodeId: ownNodeId,
		source: 'health',
		failing: ['C', 'network'],
		failingChecks: [
			{ name: 'C' },
			{ name: 'network', message: network.network, failures: expect.any(Number) },
		],
		validator: { state: 'unhealthy', healthy: false },
	});
	expect(item.message).toContain(': unhealthy by its own checks since');
	expect(item.message).toMatch(
		/network: network layer is unhealthy reason: no messages received from network, since \d\d:\d\d \w+\./,
	);
	expect(item.message).not.toMatch(/@here|<http/);
	devnet.setHealth({ failing: network });
	expect(await trigger.poll()).toEqual([]);
	devnet.setHealth({ failing: {} });
	const [end] = await trigger.poll();
	expect(end).toMatchObject({ event: 'healthy', severity: 'resolved', alertId: item.alertId });
	expect(await trigger.poll()).toEqual([]);
});

type Report = { healthy: unknown; checks: Record<string, unknown> };
const withCheck = (change: (check: IDataObject) => unknown) => (report: Report) => ({
	...report,
	checks: { ...report.checks, network: change(report.checks.network as IDataObject) },
});
const oddReports: Record<string, (report: Report) => unknown> = {
	'a check without its error': withCheck(({ error: _error, ...rest }) => rest),
	'an error that is no text': withCheck((check) => ({ ...check, error: { a: 1 } })),
	'a word in place of a check': withCheck(() => 'word'),
	'nothing in place of a check': withCheck(() => null),
	'an empty check': withCheck(() => ({})),
	'a list in place of a check': withCheck((check) => [check]),
	'no failing check': ({ healthy, checks: { network: _network, ...checks } }) => ({
		healthy,
		checks,
	}),
	'no checks': ({ healthy }) => ({ healthy, checks: null }),
	'health in spite of a failing check': (report) => ({ ...report, healthy: true }),
	'no word on its health': ({ checks }) => ({ checks }),
};
test.each(Object.keys(oddReports))(
	'a report that cannot be right is none, and ends no alert: %s [U50, U54]',
	async (what) => {
		const trigger = watch({ options: { failedChecks: 2 } });
		await trigger.activate();
		devnet.setHealth({ failing: network });
		await trigger.poll();
		expect(eventsOf(await trigger.poll())).toEqual(['unhealthy']);
		const change = (answer: Reply): Reply => ({
			...answer,
			json: oddReports[what]!(answer.json as unknown as Report) as IDataObject,
		});
		devnet.faults([{ path: '/ext/health', change }]);
		expect(await trigger.poll()).toEqual([]);
		expect(eventsOf(await trigger.poll())).toEqual(['unreachable']);
		devnet.faults([]);
		devnet.setHealth({ failing: {} });
		expect(eventsOf(await trigger.poll())).toEqual(
			expect.arrayContaining(['reachable', 'healthy']),
		);
	},
);

test('what lasts for fewer checks than asked for is not told [U50]', async () => {
	const trigger = watch({ options: { failedChecks: 2 } });
	await trigger.activate();
	devnet.setHealth({ failing: network });
	expect(await trigger.poll()).toEqual([]);
	devnet.setHealth({ failing: {} });
	expect(await trigger.poll()).toEqual([]);
	devnet.setHealth({ failing: network });
	await trigger.poll();
	expect(eventsOf(await trigger.poll())).toEqual(['unhealthy']);
});

test('a node that starts has not run its checks: it is neither sick nor well [U51]', async () => {
	devnet.setHealth({ failing: network });
	const trigger = watch();
	expect(eventsOf(await trigger.activate())).toEqual(['unhealthy']);
	devnet.setHealth({ failing: {}, notYetRun: true });
	expect(await trigger.poll()).toEqual([]);
	devnet.setHealth({ notYetRun: false });
	expect(eventsOf(await trigger.poll())).toEqual(['healthy']);
	// A chain that is new on the node.
	devnet.setHealth({ notYetRun: ['X'] });
	expect(await trigger.poll()).toEqual([]);
	expect(await trigger.poll()).toEqual([]);
});

test('a node that catches up is told as that alone, whatever its chains say [U52]', async () => {
	const trigger = watch();
	await trigger.activate();
	devnet.world.setChain({ chain: 'C', state: 'bootstrapping' });
	devnet.setHealth({ failing: { C: 'not connected to enough stake' } });
	const [item, ...more] = await trigger.poll();
	expect(more).toEqual([]);
	// Each planned restart brings it: nobody is woken.
	expect(item).toMatchObject({ event: 'bootstrapping', severity: 'warning', nodeId: ownNodeId });
	expect(await trigger.poll()).toEqual([]);
	devnet.world.setChain({ chain: 'C', state: 'ready' });
	// What is still wrong then is told then.
	expect(eventsOf(await trigger.poll()).sort()).toEqual(['bootstrapped', 'unhealthy']);
});

test.each(['database', 'diskspace'])(
	'what no restart brings about is told meanwhile, too: %s [U5, U52]',
	async (check) => {
		const trigger = watch();
		await trigger.activate();
		devnet.world.setChain({ chain: 'C', state: 'bootstrapping' });
		devnet.setHealth({ failing: { C: 'not connected to enough stake' } });
		expect(eventsOf(await trigger.poll())).toEqual(['bootstrapping']);
		devnet.setHealth({ failing: { C: 'not connected to enough stake', [check]: 'it is full' } });
		const [item, ...more] = await trigger.poll();
		expect(more).toEqual([]);
		expect(item).toMatchObject({ event: 'unhealthy', severity: 'critical' });
		expect(item!.failing).toContain(check);
		devnet.setHealth({ failing: {} });
		expect(await trigger.poll()).toEqual([]);
		devnet.world.setChain({ chain: 'C', state: 'ready' });
		expect(eventsOf(await trigger.poll()).sort()).toEqual(['bootstrapped', 'healthy']);
	},
);

test('a node that catches up for too long is critical by Remind Louder After [U52, U60]', async () => {
	const trigger = watch({ options: { louderMinutes: 30 } });
	await trigger.activate();
	devnet.world.setChain({ chain: 'C', state: 'bootstrapping' });
	expect(await trigger.poll()).toMatchObject([{ severity: 'warning' }]);
	clock.advance(30 * 60);
	expect(await trigger.poll()).toMatchObject([
		{ event: 'reminder', state: 'bootstrapping', severity: 'critical' },
	]);
});

test('an upgrade that the node does not know is told weeks before, and no sickness [U53]', async () => {
	const trigger = watch();
	await trigger.activate();
	devnet.setHealth({ upgradeTime: '2026-11-20T15:00:00Z' });
	const [item, ...more] = await trigger.poll();
	expect(more).toEqual([]);
	expect(item).toMatchObject({
		event: 'upgradeNeeded',
		severity: 'warning',
		upgradeAt: '2026-11-20T15:00:00Z',
		daysLeft: 18,
	});
	expect(item.message).toContain('20 Nov');
	devnet.setHealth({ upgradeTime: null });
	expect(eventsOf(await trigger.poll())).toEqual(['upgradeKnown']);
	devnet.setHealth({ upgradeTime: new Date(Date.now() + 7_200_000).toISOString() });
	expect(await trigger.poll()).toMatchObject([{ event: 'upgradeNeeded', severity: 'critical' }]);
});

test('the check of upgrades can fail for another reason, which is a sickness [U50]', async () => {
	const trigger = watch();
	await trigger.activate();
	devnet.setHealth({ failing: { futureupgrade: 'no validators in the current validator set' } });
	expect(await trigger.poll()).toMatchObject([{ event: 'unhealthy', failing: ['futureupgrade'] }]);
});

test.each([
	['a node without this API', () => devnet.setHealth({ served: false })],
	['a proxy whose node is down', () => devnet.faults([{ host: 'node', status: 503 }])],
	['a node that is down', () => devnet.faults([{ host: 'node', cut: 'before' }])],
])('%s cannot be read, and what was wrong stays as it was [U54]', async (_, happen) => {
	devnet.setHealth({ failing: network });
	const trigger = watch();
	expect(eventsOf(await trigger.activate())).toEqual(['unhealthy']);
	happen();
	const [item, ...more] = await trigger.poll();
	expect(more).toEqual([]);
	expect(item).toMatchObject({ event: 'unreachable', severity: 'critical' });
	expect(item.message).toContain('No health is checked until the node answers.');
	devnet.faults([]);
	devnet.setHealth({ served: true });
	expect(eventsOf(await trigger.poll())).toEqual(['reachable']);
	devnet.setHealth({ failing: {} });
	expect(eventsOf(await trigger.poll())).toEqual(['healthy']);
});

test('reminders and a restart: nothing comes twice, and a reminder as long as it lasts [U50]', async () => {
	devnet.setHealth({ failing: network });
	const trigger = watch({ options: { reminderHours: 1 } });
	expect(eventsOf(await trigger.activate())).toEqual(['unhealthy']);
	trigger.restart();
	expect(await trigger.activate()).toEqual([]);
	clock.advance(3600);
	expect(await trigger.poll()).toMatchObject([{ event: 'reminder', state: 'unhealthy' }]);
});

test('the public node is refused before anything is sent [U55]', async () => {
	const credentials = { avalancheNodesApi: { network: 'mainnet' } };
	const trigger = create({ alertWhen }, { credentials });
	const refused = await trigger.activate().then(
		() => undefined,
		(error: Error & { description?: string }) => error,
	);
	expect(saidBy(refused)).toContain(
		'Node Health needs your own node: https://api.avax.network serves no health',
	);
	expect(saidBy(refused)).toContain('Put the URL of your own node into the credential');
});

test('a test run shows each alert, also of a healthy node', async () => {
	const { items, error } = await create({ alertWhen, options: { testEvent: 'each' } }).testRun();
	expect(error).toBeUndefined();
	const shown = eventsOf(jsonOf(items));
	for (const event of [...alertWhen, 'bootstrapped', 'healthy', 'upgradeKnown', 'reachable'])
		expect(shown).toContain(event);
});
