/** Test events: each kind of item that a published trigger can send is there in the editor, marked as a test. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { demoL1Chain } from '../../devnet/devnet.mts';
import { alerts, listAlerts } from '../../nodes/Trigger/watch/conditions';
import type { WatchSource } from '../../nodes/Trigger/watch/model';
import { jsonOf } from '../support/useEngine.mts';
import { createTrigger, devnet, onL1, other, ours } from './watchScene.mts';

const balances = { event: 'l1Validator', source: 'balances', subnetId: demoL1Chain.subnetId };
/** The sources of Test Event that another test covers. Limits are set, not chosen. */
type Watched = Exclude<WatchSource, 'native' | 'erc20' | 'pChain' | 'l1Balance'> | 'version';
const alertsOf = (source: Watched): string[] =>
	source === 'version' ? ['outdated', 'unreachable'] : listAlerts(source).map(({ event }) => event);
const watched: Record<Watched, INodeParameters> = {
	primaryNetwork: {},
	blockchain: onL1,
	balances,
	peers: { event: 'ownNode', source: 'peers' },
	node: { event: 'ownNode', source: 'node' },
	version: { event: 'nodeVersion' },
	health: { event: 'nodeHealth' },
};
/** By the event of its beginning. Some alerts never end. */
const endOf: Record<string, string> = Object.fromEntries(
	alerts.flatMap(({ event, endEvent }) => (endEvent ? [[event, endEvent]] : [])),
);

async function fetchEvents(
	source: Watched,
	testEvent: string,
	options: IDataObject = {},
	alertWhen = alertsOf(source),
): Promise<IDataObject[]> {
	const parameters = {
		...watched[source],
		alertWhen,
		options: { failedChecks: 1, goodChecks: 1, testEvent, ...options } as INodeParameters,
	};
	const { items, error } = await createTrigger(parameters).testRun();
	expect(error).toBeUndefined();
	const told = jsonOf(items);
	for (const item of told) {
		expect(Object.keys(item).slice(0, 5)).toEqual([...readFirst, 'sample']);
		for (const text of [item.title, item.message])
			expect(text).toEqual(expect.stringMatching(/^\[TEST\] (?!.*(NaN|undefined|null))/s));
	}
	return told;
}
const readFirst = ['event', 'title', 'severity', 'message'];
const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event as string).sort();

describe.each(Object.keys(watched) as Watched[])('%s', (source) => {
	const chosen = alertsOf(source);
	const ends = chosen.flatMap((event) => endOf[event] ?? []).sort();

	test('the beginning of each alert [U36]', async () => {
		const items = await fetchEvents(source, 'began');
		const unknown = chosen.includes('outdated') ? ['versionUnknown'] : [];
		expect(eventsOf(items)).toEqual([...chosen, ...unknown].sort());
		for (const { severity } of items) expect(['critical', 'warning']).toContain(severity);
	});

	test('the end of each alert, with the alertId of its beginning [U36]', async () => {
		const began = await fetchEvents(source, 'began');
		const ended = await fetchEvents(source, 'ended');
		expect(eventsOf(ended)).toEqual(ends);
		for (const { event, severity, alertId } of ended) {
			expect(severity).toBe('resolved');
			const beginning = Object.keys(endOf).find((name) => endOf[name] === event);
			expect(began.find((item) => item.event === beginning)?.alertId).toBe(alertId);
		}
	});

	test('no test ends, hides or repeats a real incident [U36, U46]', async () => {
		const payloads = ['pagerDuty', 'alertmanager'];
		for (const testEvent of ['now', 'each', 'digest']) {
			const items = await fetchEvents(source, testEvent, { reminderHours: 6, payloads });
			const isName = (key: string) => ['alertId', 'eventId', 'dedup_key'].includes(key);
			const names: string[] = [];
			JSON.stringify(items, (key, value: unknown) => {
				if (isName(key)) names.push(value as string);
				if (key === 'alertIds') names.push(...Object.values(value as Record<string, string>));
				return value;
			});
			expect(names.length).toBeGreaterThan(items.length);
			for (const name of names) expect(name).toMatch(/^test-/);
			for (const { alertmanager, observedAt } of items)
				for (const { endsAt } of alertmanager as Array<{ endsAt: string }>)
					expect(Date.parse(endsAt)).toBeLessThanOrEqual(
						Date.parse(observedAt as string) + 600_000,
					);
		}
	});

	test('all that the settings can send [U36]', async () => {
		const items = await fetchEvents(source, 'each', { reminderHours: 6 });
		expect(eventsOf(items)).toEqual(expect.arrayContaining([...chosen, ...ends, 'reminder']));
		const groups = items.filter(({ nodeIds }) => nodeIds);
		// Five must be watched for others than those that are down.
		const canShare = ['primaryNetwork', 'blockchain'].includes(source);
		expect(groups).toHaveLength(canShare ? 2 : 0);
		const [digest, ...more] = await fetchEvents(source, 'each', { digest: true });
		expect(more).toEqual([]);
		expect(digest).toMatchObject({ event: 'digest' });
		expect((digest!.items as unknown[]).length).toBeGreaterThan(chosen.length);
	});
});

test('many at once, and their recovery, have the fields of real ones [U36]', async () => {
	const [began, ...more] = await fetchEvents('primaryNetwork', 'many');
	expect(more).toEqual([]);
	expect(began).toMatchObject({
		event: 'disconnected',
		severity: 'critical',
		suspect: 'watchingNode',
		validatorCount: 2,
		watchedCount: 2,
	});
	expect(began!.nodeIds).toEqual([ours, other].sort());
	// Nobody has counted the others of the network.
	expect(began!.message).toMatch(/it is the likely cause\.\n/);
	const [ended] = await fetchEvents('primaryNetwork', 'manyEnded');
	expect(ended).toMatchObject({ event: 'reconnected', alertId: began!.alertId, stillBad: [] });
});

test('many at once of all validators say no other figures than those of the watched ones [U36]', async () => {
	const options = { testEvent: 'many' };
	const { items } = await createTrigger({ validatorsFrom: 'all', options }).testRun();
	const [many] = jsonOf(items);
	expect(many).toMatchObject({ suspect: 'watchingNode' });
	expect(many!.watchedCount).toBe(60);
	expect(many!.message).toMatch(/it is the likely cause\.\n/);
});

test('one validator has no item about many, and makes nobody up [U36]', async () => {
	for (const testEvent of ['many', 'manyEnded']) {
		const { error } = await createTrigger({ nodeIds: ours, options: { testEvent } }).testRun();
		expect(error).toMatchObject({
			message: 'These settings never send what Test Event asks for',
			description: 'Watch 2 validators or more, or choose another Test Event.',
		});
	}
	const { items } = await createTrigger({
		nodeIds: ours,
		options: { testEvent: 'each' },
	}).testRun();
	expect(jsonOf(items).filter(({ nodeIds }) => nodeIds)).toEqual([]);
});

test('a reminder, an unreachable node and one item per check [U36]', async () => {
	expect(await fetchEvents('primaryNetwork', 'reminder', { reminderHours: 6 })).toMatchObject([
		{ event: 'reminder', state: 'disconnected', lastedSeconds: 6 * 3600 },
	]);
	expect(await fetchEvents('primaryNetwork', 'unreachable')).toMatchObject([
		{ event: 'unreachable', downBefore: [ours] },
	]);
	expect(await fetchEvents('primaryNetwork', 'digest')).toMatchObject([
		{
			event: 'digest',
			message: expect.not.stringMatching(/\[TEST\].*\[TEST\]/s),
			items: [{ sample: true }, { sample: true }],
		},
	]);
});

test('One of Each tells of one alert: its beginning comes before its end [U36]', async () => {
	const items = await fetchEvents('primaryNetwork', 'each', { reminderHours: 6 });
	const find = (event: string) => items.find((item) => item.event === event && !item.nodeIds)!;
	const [began, ended] = [find('disconnected'), find('reconnected')];
	const secondsOf = ({ since }: IDataObject) => Date.parse(since as string) / 1000;
	expect(secondsOf(ended) - secondsOf(began)).toBe(ended.lastedSeconds);
	expect(secondsOf(find('reminder'))).toBe(secondsOf(began));
	const [allowed, left] = [ended.allowedOfflineHours, ended.canBeOfflineHours] as number[];
	expect(allowed! - left!).toBeGreaterThanOrEqual(6);
	expect(began.canBeOfflineHours).toBe(left);
});

test('lines of Silences that cannot be read are among what Silences Changed shows [U36]', async () => {
	const silences = `${ours}, all, 2999-01-01, for ever`;
	expect(await fetchEvents('primaryNetwork', 'silences', { silences })).toMatchObject([
		{ event: 'silencesChanged', refused: [expect.stringContaining('line 2')] },
	]);
});

test('an alert that grows [U36]', async () => {
	expect(await fetchEvents('primaryNetwork', 'grew')).toMatchObject([
		{ event: 'grew', state: 'disconnected', step: 'tenth', severity: 'critical' },
		{ event: 'grew', state: 'requirementAtRisk', step: 'none', severity: 'critical' },
	]);
	expect(await fetchEvents('balances', 'grew')).toMatchObject([
		{ event: 'grew', state: 'balanceLow', step: '3 days', severity: 'critical' },
	]);
});

test.each<Watched>(['primaryNetwork', 'balances', 'health'])(
	'the growth of each alert of %s is worse than its beginning [U36]',
	async (source) => {
		const items = await fetchEvents(source, 'each');
		const leftOf = ({ affordableSeconds, canBeOfflineHours, balance, figure }: IDataObject) =>
			[affordableSeconds, canBeOfflineHours, balance, figure].find(
				(each) => each != null,
			) as number;
		const grown = items.filter(({ event }) => event === 'grew');
		expect(grown).not.toEqual([]);
		for (const item of grown) {
			const { state, alertId } = item;
			const began = items.find((each) => each.event === state && each.alertId === alertId)!;
			const isMore = ['badBlocks', 'blocksUndecided', 'validatorsBenched'].includes(
				state as string,
			);
			const [worse, better] = isMore ? [began, item] : [item, began];
			expect([state, leftOf(worse) < leftOf(better)]).toEqual([state, true]);
		}
	},
);

test('what the settings never send is refused in words [U36]', async () => {
	const refused: Array<[Watched, string, IDataObject, string[], advice?: string]> = [
		['primaryNetwork', 'reminder', {}, ['disconnected'], 'Remind Every (Hours)'],
		['primaryNetwork', 'silences', {}, ['disconnected'], 'Silences'],
		['primaryNetwork', 'ended', {}, ['configChanged']],
		['primaryNetwork', 'ended', { reportRecovery: false }, ['disconnected']],
		['primaryNetwork', 'unreachable', {}, ['disconnected']],
		['node', 'many', {}, ['belowThreshold']],
		['primaryNetwork', 'grew', {}, ['left']],
		['primaryNetwork', 'many', {}, ['left'], 'Watch 5 validators or more'],
	];
	for (const [source, testEvent, options, alertWhen, advice] of refused) {
		const parameters = { ...watched[source], alertWhen };
		const trigger = createTrigger({
			...parameters,
			options: { testEvent, ...options } as INodeParameters,
		});
		const { error } = await trigger.testRun();
		expect(error).toMatchObject({
			message: 'These settings never send what Test Event asks for',
			description: expect.stringContaining(advice ?? 'another Test Event'),
		});
	}
});

test('a node that does not answer takes no samples away, and only their figures [U36]', async () => {
	devnet.faults([{ host: 'node', status: 503 }]);
	for (const parameters of [{}, { validatorsFrom: 'all' }, onL1]) {
		const options = { testEvent: 'each', heartbeatItem: true };
		const { items, error } = await createTrigger({ ...parameters, options }).testRun();
		expect(error).toBeUndefined();
		const told = jsonOf(items);
		expect(eventsOf(told)).toEqual(
			expect.arrayContaining(['disconnected', 'reconnected', 'heartbeat']),
		);
		for (const { remarks, title } of told) {
			expect(remarks).toEqual(
				expect.arrayContaining([
					expect.stringMatching(
						/^The node could not be read now, so its figures are unknown: .*503.*\.$/,
					),
				]),
			);
			expect(title).toMatch(/^\[TEST\] Made up: /);
		}
		expect(told[0]).toMatchObject({ event: 'disconnected', uptime: null });
	}
	devnet.faults([{ host: 'node', status: 401 }]);
	const { error } = await createTrigger({ options: { testEvent: 'each' } }).testRun();
	expect(error).toMatchObject({ message: expect.stringContaining('401') });
});

test('a published trigger ignores the option [U36]', async () => {
	const trigger = createTrigger({ options: { testEvent: 'each' } });
	expect(await trigger.activate()).toBeNull();
	devnet.world.disconnect({ nodeIDs: [ours] });
	expect(eventsOf(jsonOf(await trigger.poll()))).toEqual(['disconnected']);
});
