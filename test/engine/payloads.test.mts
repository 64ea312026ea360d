/** What on-call services take, in items of n8n's own polls. */
import { readFileSync } from 'node:fs';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ownNodeId } from '../../devnet/devnet.mts';
import { alerts } from '../../nodes/Trigger/watch/conditions';
import { runbookUrlOf } from '../../nodes/Trigger/watch/runbook';
import { shortenNodeId } from '../../nodes/shared/values/ids';
import { useClock } from '../support/useClock.mts';
import { jsonOf, saidBy } from '../support/useEngine.mts';
import { createTrigger, devnet, disconnect, other, ours } from './watchScene.mts';

const clock = useClock('2026-11-24T08:00:00Z');
const year = 365 * 86_400;
const reconnect = (...nodeIDs: string[]) => devnet.world.reconnect({ nodeIDs });
const names = `${ours} = Frankfurt-1`;
const both = ['alertmanager', 'pagerDuty'];

interface Posted extends IDataObject {
	labels: Record<string, string>;
	annotations: Record<string, string>;
	startsAt: string;
	endsAt: string;
}
interface Item extends IDataObject {
	alertId: string;
	since: string;
	observedAt: string;
	runbookUrl: string;
	pagerDuty: IDataObject[];
	alertmanager: Posted[];
}

function make(options: IDataObject = {}, more: INodeParameters = {}) {
	const all = { names, payloads: both, failedChecks: 1, goodChecks: 1, ...options };
	const trigger = createTrigger({ ...more, options: all as INodeParameters });
	const poll = async (seconds = 60): Promise<Item[]> => {
		clock.advance(seconds);
		return jsonOf(await trigger.poll()) as Item[];
	};
	return { trigger, poll };
}

const after = (time: string, from: string): number => (Date.parse(time) - Date.parse(from)) / 1000;

test('an alert triggers and its recovery resolves, by the same key [U46]', async () => {
	const { trigger, poll } = make();
	await trigger.activate();
	disconnect(ours);
	const [began] = await poll();
	expect(began).toMatchObject({
		runbookUrl: expect.stringMatching(/\/docs\/trigger\/validators\.md#down$/),
		pagerDuty: [
			{
				event_action: 'trigger',
				dedup_key: began.alertId,
				payload: {
					summary: 'Frankfurt-1: no connection',
					source: ours,
					severity: 'critical',
					timestamp: began.since,
					class: 'disconnected',
					custom_details: { message: began.message },
				},
				links: [{ href: began.explorerUrl }, { href: began.runbookUrl }],
			},
		],
		alertmanager: [
			{
				labels: {
					alertname: 'disconnected',
					alertId: began.alertId,
					instance: ours,
					severity: 'critical',
				},
				annotations: { summary: began.title, runbook_url: began.runbookUrl },
				startsAt: began.since,
				generatorURL: began.explorerUrl,
			},
		],
	});
	expect(after(began.alertmanager[0].endsAt, began.observedAt)).toBe(year);
	reconnect(ours);
	const [ended] = await poll();
	expect(ended.pagerDuty).toEqual([{ event_action: 'resolve', dedup_key: began.alertId }]);
	const same = ended.alertmanager.find(({ labels }) => labels.severity === 'critical')!;
	expect(same.labels).toEqual(began.alertmanager[0].labels);
	expect(same).toMatchObject({ startsAt: began.since, endsAt: ended.since });
	expect(after(same.endsAt, ended.observedAt)).toBeLessThanOrEqual(0);
});

test('a dead node is one item of each watch, and one incident of those that see the same chain [U13][U46]', async () => {
	const watches: INodeParameters[] = [
		{},
		{ event: 'nodeHealth', alertWhen: ['unhealthy', 'unreachable'] },
		{ event: 'ownNode', source: 'node', alertWhen: ['belowThreshold', 'unreachable'] },
	];
	const made = watches.map((parameters) => make({ names: '' }, parameters));
	for (const { trigger } of made) await trigger.activate();
	devnet.faults([{ host: 'node', status: 503 }]);
	clock.advance(60);
	const told = [];
	for (const { poll } of made) told.push(...(await poll(1)));
	expect(told.map(({ event }) => event)).toEqual(watches.map(() => 'unreachable'));
	expect(new Set(told.map(({ alertId }) => alertId)).size).toBe(1);
	const labels = told.map(({ alertmanager: [one] }) => one.labels);
	expect(new Set(labels.map(({ instance }) => instance)).size).toBe(1);
	expect(new Set(labels.map(({ source }) => source)).size).toBe(watches.length);
});

test('with observers, a dead node of the credential is an incident, and so is an observer [U46]', async () => {
	const furtherObservers = `zurich = ${devnet.url}/observers/zurich`;
	const { trigger, poll } = make({ furtherObservers });
	await trigger.activate();
	devnet.faults([{ host: 'node', status: 503 }]);
	await poll();
	const [lost] = await poll();
	expect(lost).toMatchObject({
		event: 'observersChanged',
		pagerDuty: [
			{
				event_action: 'trigger',
				dedup_key: lost.alertId,
				payload: { summary: lost.title, severity: 'warning', timestamp: lost.since },
			},
		],
		alertmanager: [
			{ labels: { alertname: 'observersChanged', severity: 'warning', alertId: lost.alertId } },
		],
	});
	expect(lost.runbookUrl).toMatch(/trigger\/alerts\.md#further-observers$/);
	devnet.faults([{ path: '/observers/zurich', status: 503 }]);
	clock.advance(60);
	const [, back] = jsonOf(await trigger.start()) as Item[];
	expect(back.pagerDuty).toEqual([{ event_action: 'resolve', dedup_key: lost.alertId }]);
	const ended = back.alertmanager.find(({ labels }) => labels.severity === 'warning')!;
	expect(ended.labels).toEqual(lost.alertmanager[0].labels);
	expect(ended).toMatchObject({ startsAt: lost.since, endsAt: back.observedAt });
	await poll(86_400);
	const [further] = await poll();
	expect(further.pagerDuty).toMatchObject([{ event_action: 'trigger' }]);
	expect(further.alertId).not.toBe(lost.alertId);
});

test.each(['began', 'ended'])('a test event pages nobody: %s [U46]', async (testEvent) => {
	const { trigger } = make({ testEvent });
	const items = jsonOf((await trigger.testRun()).items) as Item[];
	const severity = testEvent === 'began' ? 'critical' : 'resolved';
	expect(items[0].severity).toBe(severity);
	const events = items.flatMap(({ pagerDuty }) => pagerDuty);
	const levels = events.flatMap(
		({ payload }) => (payload as IDataObject | undefined)?.severity ?? [],
	);
	expect(new Set(levels)).toEqual(new Set(testEvent === 'began' ? ['info'] : []));
	const posted = items.flatMap(({ alertmanager }) => alertmanager);
	expect(new Set(posted.map(({ labels }) => labels.severity))).toEqual(new Set(['info']));
});

test('a time in which nobody looked is an incident, which Alertmanager ends by itself [U46]', async () => {
	const { trigger, poll } = make({ heartbeatMinutes: 10, heartbeatItem: true });
	await trigger.activate();
	await poll();
	const [blind] = await poll(1800);
	expect(blind).toMatchObject({
		event: 'notWatched',
		pagerDuty: [{ dedup_key: blind.alertId, payload: { severity: 'warning' } }],
		alertmanager: [{ labels: { alertname: 'notWatched' }, startsAt: blind.from }],
	});
	expect(after(blind.alertmanager[0].endsAt, blind.observedAt)).toBe(600);
});

test('a reminder repeats the alert [U46]', async () => {
	const { trigger, poll } = make({ reminderHours: 1 });
	await trigger.activate();
	disconnect(ours);
	const [began] = await poll();
	const [reminder] = await poll(3600);
	expect(reminder.pagerDuty).toMatchObject([{ event_action: 'trigger', dedup_key: began.alertId }]);
	expect(reminder.alertmanager.map(({ labels }) => labels)).toEqual([began.alertmanager[0].labels]);
	expect(after(reminder.alertmanager[0].endsAt, reminder.observedAt)).toBe(year);
});

test('an alert that became critical ends as a warning, and its recovery ends both [U46]', async () => {
	const { trigger, poll } = make({ reminderHours: 1, riskHours: 8760 });
	await trigger.activate();
	devnet.world.setUptime({ nodeIDs: [ours], percentage: 60 });
	const [began] = (await poll()).filter(({ event }) => event === 'requirementAtRisk');
	const levels = ({ alertmanager }: Item) => alertmanager.map(({ labels }) => labels.severity);
	expect(levels(began)).toEqual(['warning']);
	devnet.world.setUptime({ nodeIDs: [ours], percentage: 1 });
	const [reminder] = (await poll(3600)).filter(({ state }) => state === 'requirementAtRisk');
	expect(levels(reminder)).toEqual(['critical', 'warning']);
	const [now, former] = reminder.alertmanager;
	expect(after(now.endsAt, reminder.observedAt)).toBe(year);
	expect(former.endsAt).toBe(reminder.observedAt);
	expect(former.labels).toEqual(began.alertmanager[0].labels);
	devnet.world.setUptime({ nodeIDs: [ours], percentage: 99.9 });
	const [ended] = (await poll()).filter(({ event }) => event === 'requirementSafe');
	expect(levels(ended)).toEqual(['critical', 'warning']);
	for (const { endsAt } of ended.alertmanager) expect(endsAt).toBe(ended.since);
});

test('an alert that is always as urgent says so in each item [U46]', () => {
	const told = { facts: {}, validator: { record: {} }, at: 0, timezone: 'UTC' };
	for (const { words } of alerts.filter((alert) => alert.words.always))
		expect(words.began(told).severity).toBe(words.always);
});

test('many at once are an alert for each, which the recovery of each ends [U46]', async () => {
	const others = devnet.world.primary.filter(({ nodeID }) => nodeID !== ownNodeId);
	const all = others.slice(0, 8).map(({ nodeID }) => nodeID);
	const { trigger, poll } = make({}, { nodeIds: all.join() });
	await trigger.activate();
	disconnect(...all);
	const [many] = await poll();
	const keys = Object.values(many.alertIds as Record<string, string>);
	expect(keys).toHaveLength(8);
	expect(many.pagerDuty.map(({ dedup_key: key }) => key)).toEqual(keys);
	expect(many.alertmanager.map(({ labels }) => labels.alertId)).toEqual(keys);
	for (const { labels, generatorURL } of many.alertmanager)
		expect(generatorURL).toMatch(new RegExp(`^https://.*/validators/${labels.instance}$`));
	expect(many.pagerDuty[0]).toHaveProperty('links.0.text', 'Explorer');
	expect(new Set(many.alertmanager.map(({ labels }) => labels.alertname)).size).toBe(1);
	reconnect(all[0]);
	const [one] = await poll();
	const resolved = { event_action: 'resolve', dedup_key: one.alertId };
	expect(keys).toContain(one.alertId);
	expect(one.pagerDuty).toEqual([resolved]);
	expect(many.alertmanager.map(({ labels }) => labels)).toContainEqual(one.alertmanager[0].labels);
	reconnect(...all);
	const [rest] = await poll();
	expect(rest.pagerDuty).toHaveLength(7);
	expect(new Set(rest.pagerDuty.map(({ event_action: action }) => action))).toEqual(
		new Set(['resolve']),
	);
});

test('the suspect is an annotation and a detail, and no label: the end does not know it [U46][U12]', async () => {
	const { trigger, poll } = make();
	await trigger.activate();
	const all = devnet.world.primary.map(({ nodeID }) => nodeID);
	disconnect(...all.filter((nodeID) => nodeID !== ownNodeId));
	const [{ alertmanager, pagerDuty }] = await poll();
	expect(alertmanager).toHaveLength(2);
	for (const { labels, annotations } of alertmanager) {
		expect(annotations).toMatchObject({ suspect: 'watchingNode' });
		expect(labels).not.toHaveProperty('suspect');
	}
	for (const { payload } of pagerDuty)
		expect(payload).toMatchObject({ custom_details: { suspect: 'watchingNode' } });
});

test('in an item about several, the alert of each has its own beginning and end [U46]', async () => {
	const group = { names: `${ours} = Frankfurt-1 [fra]\n${other} = Frankfurt-2 [fra]` };
	const { trigger, poll } = make(group);
	await trigger.activate();
	const starts: Record<string, string> = {};
	for (const nodeId of [ours, other]) {
		disconnect(nodeId);
		const [began] = await poll();
		starts[nodeId] = began.alertmanager[0].startsAt;
	}
	reconnect(ours, other);
	const [ended] = await poll();
	expect(ended.nodeIds).toHaveLength(2);
	expect(starts[ours]).not.toBe(starts[other]);
	for (const { labels, startsAt } of ended.alertmanager)
		expect([labels.instance, startsAt]).toEqual([labels.instance, starts[labels.instance]]);
});

test('in an item about many, each incident is about its own validator [U46]', async () => {
	const others = devnet.world.primary.filter(({ nodeID }) => nodeID !== ownNodeId);
	const all = others.slice(0, 8).map(({ nodeID }) => nodeID);
	const named = { names: `${all[0]} = Berlin-1 [ber]`, payloads: ['pagerDuty'] };
	const { trigger, poll } = make(named, { nodeIds: all.join() });
	await trigger.activate();
	disconnect(...all);
	const [many] = await poll();
	const members = new Map((many.members as IDataObject[]).map((each) => [each.nodeId, each]));
	expect(many.pagerDuty).toHaveLength(8);
	for (const { payload } of many.pagerDuty as Array<{ payload: IDataObject }>) {
		const own = members.get(payload.source)!;
		const details = payload.custom_details as IDataObject;
		expect(details).toMatchObject({
			nodeId: payload.source,
			name: own.name,
			since: payload.timestamp,
			canBeOfflineHours: own.canBeOfflineHours,
			together: '8 of 8 watched validators have no connection',
			network: 'mainnet',
		});
		expect(details.message).toMatch(/: no connection since .* It can be offline for /);
		expect(details.message).toMatch(/\nQueried node: .+, Mainnet$/);
		const called = own.name ? 'Berlin-1 (ber)' : shortenNodeId(payload.source as string);
		expect(payload.summary).toBe(`${called}: no connection`);
		// No other validator is named in it.
		for (const id of all)
			expect(`${String(details.message)}`.includes(shortenNodeId(id))).toBe(id === payload.source);
	}
});

test('in an item about several, each has its own time in both payloads [U46]', async () => {
	const group = { names: `${ours} = Frankfurt-1 [fra]\n${other} = Frankfurt-2 [fra]` };
	const { trigger, poll } = make({ ...group, reminderHours: 1 });
	await trigger.activate();
	const starts: Record<string, string> = {};
	for (const nodeId of [ours, other]) {
		disconnect(nodeId);
		const [began] = await poll();
		starts[nodeId] = began.since;
	}
	const [reminder] = await poll(3600);
	expect(reminder).toMatchObject({ event: 'reminder', validatorCount: 2 });
	const ofPagerDuty = reminder.pagerDuty.map(({ payload }) => payload as IDataObject);
	expect(Object.fromEntries(ofPagerDuty.map((each) => [each.source, each.timestamp]))).toEqual(
		starts,
	);
	const ofAlertmanager = reminder.alertmanager.map((each) => [each.labels.instance, each.startsAt]);
	expect(Object.fromEntries(ofAlertmanager)).toEqual(starts);
});

test('a node that cannot be read is named by its host, also in its end [U46]', async () => {
	const { trigger, poll } = make();
	await trigger.activate();
	const { host } = new URL(devnet.nodeUrl);
	devnet.faults([{ host: 'node', status: 503 }]);
	const [began] = await poll();
	expect(began.title).toBe(`The Avalanche node ${host}: cannot be read`);
	expect(began.alertmanager[0].labels.instance).toBe(host);
	devnet.faults([]);
	const [ended] = await poll();
	expect(ended.alertmanager.map(({ labels }) => labels)).toContainEqual(
		began.alertmanager[0].labels,
	);
});

test('several of a group are an alert for each, with its name and what it shares with others [U46]', async () => {
	const furtherObservers = `Zurich = ${devnet.nodeUrl}/observers/zurich`;
	const inGroup = `${ours} = Berlin-1 [ber]\n${other} = Berlin-2 [ber]`;
	const { trigger, poll } = make({ names: inGroup, furtherObservers });
	await trigger.activate();
	disconnect(ours, other);
	const [began] = await poll();
	const { host } = new URL(devnet.nodeUrl);
	expect(began.message).toContain(`\nObservers: ${host} down, Zurich down\n`);
	const ofOurs = ({ alertmanager }: Item) =>
		alertmanager.find(({ labels }) => labels.instance === ours)!.annotations;
	const summary = 'Berlin-1 (ber): no connection, 2 of 2 down';
	expect(ofOurs(began)).toMatchObject({ name: 'Berlin-1', group: 'ber', summary });
	expect(began.pagerDuty).toContainEqual(
		expect.objectContaining({ payload: expect.objectContaining({ summary }) }),
	);
	const labelsOf = ({ alertmanager }: Item) =>
		alertmanager.map(({ labels }) => labels).filter(({ severity }) => severity === 'critical');
	expect(labelsOf(began)[0]).toMatchObject({ group: 'ber', network: began.network });
	expect(labelsOf(began)[0]).not.toHaveProperty('name');
	reconnect(ours, other);
	const [ended] = await poll();
	expect(labelsOf(ended)).toEqual(labelsOf(began));
	expect(ofOurs(ended)).toMatchObject({
		name: 'Berlin-1',
		summary: 'Berlin-1 (ber): connected again',
	});
});

test('one item per check has the payloads of all its items, and each of these its runbook [U46]', async () => {
	const { trigger, poll } = make({ digest: true });
	await trigger.activate();
	disconnect(ours, other);
	const [digest] = await poll();
	expect(digest.pagerDuty).toHaveLength(2);
	expect(digest.alertmanager).toHaveLength(2);
	for (const item of digest.items as IDataObject[]) expect(item.runbookUrl).toMatch(/#down$/);
});

test('a heartbeat has none, and Split Out makes nothing of it [U46]', async () => {
	const { trigger } = make({ heartbeatItem: true });
	const [beat] = jsonOf(await trigger.activate());
	expect(beat).toMatchObject({ event: 'heartbeat', pagerDuty: [], alertmanager: [] });
	expect(beat).not.toHaveProperty('runbookUrl');
});

test('a network that is learnt while an alert lasts does not change its labels [U46]', async () => {
	const { trigger, poll } = make({}, { nodeIds: ours });
	devnet.faults([{ host: 'node', status: 503 }]);
	const [began] = jsonOf(await trigger.activate()) as Item[];
	expect(began).toMatchObject({ event: 'unreachable', network: null });
	devnet.faults([]);
	const [ended] = await poll();
	expect(ended).toMatchObject({ event: 'reachable', network: 'mainnet' });
	const ofBoth = [began, ended].map(({ alertmanager }) => alertmanager[0].labels);
	expect(ofBoth[1]).toEqual(ofBoth[0]);
	// Once it is known, both payloads of an unreachable node have it.
	devnet.faults([{ host: 'node', status: 503 }]);
	const [again] = await poll();
	expect(again).toMatchObject({
		event: 'unreachable',
		network: null,
		pagerDuty: [{ payload: { custom_details: { network: 'mainnet' } } }],
		alertmanager: [{ labels: { network: 'mainnet' } }],
	});
});

test('a drill opens nothing urgent, and ends by itself in Alertmanager [U46]', async () => {
	const { trigger } = make({ drill: 'today' });
	const [drill] = jsonOf(await trigger.activate()) as Item[];
	expect(drill.pagerDuty).toMatchObject([
		{ dedup_key: drill.alertId, payload: { severity: 'info' } },
	]);
	expect(drill.alertId).toMatch(/^drill-/);
	const [{ labels, endsAt }] = drill.alertmanager;
	expect(labels.severity).toBe('drill');
	expect(after(endsAt, drill.observedAt)).toBe(600);
});

test('an item that comes again after a restart has them, and the memory does not [U46]', async () => {
	const { trigger, poll } = make({ redeliver: true });
	await trigger.activate();
	disconnect(ours);
	const [began] = await poll();
	expect(JSON.stringify(trigger.stored)).not.toContain('dedup_key');
	const [again] = jsonOf(await trigger.start()) as Item[];
	expect(again).toMatchObject({ eventId: began.eventId, pagerDuty: began.pagerDuty });
});

test('without the options items stay as they are [U46]', async () => {
	const { trigger, poll } = make({ payloads: [] });
	await trigger.activate();
	disconnect(ours);
	const [began] = await poll();
	for (const field of ['pagerDuty', 'alertmanager', 'runbookUrl'])
		expect(began).not.toHaveProperty(field);
});

describe('the runbook [U46]', () => {
	test('is of the user, if there is a template', async () => {
		const runbookUrl = 'https://wiki.example.com/{alert}/{severity}?node={nodeId}';
		const { trigger, poll } = make({ payloads: [], runbookUrl });
		await trigger.activate();
		disconnect(ours);
		const url = `https://wiki.example.com/disconnected/critical?node=${ours}`;
		expect(await poll()).toMatchObject([{ runbookUrl: url }]);
		reconnect(ours);
		expect((await poll())[0].runbookUrl).toContain('/disconnected/resolved?');
	});

	test.each([
		['https://wiki.example.com/{event}', '{alert}, {nodeId}, {severity}'],
		['https://wiki.example.com/{toString}', '{alert}, {nodeId}, {severity}'],
		['wiki/{alert}', 'Enter a URL such as https://wiki.example.com/{alert}.'],
		['javascript:alert(1)', 'must start with http:// or https://'],
	])('is refused: %s', async (runbookUrl, why) => {
		const { trigger } = make({ runbookUrl });
		const error = await trigger.activate().catch((thrown: Error) => thrown);
		expect(saidBy(error as Error)).toContain(why);
	});

	test('of ours exists for each alert', () => {
		for (const alert of alerts) {
			const [page, anchor] = runbookUrlOf(alert, {}, undefined).split('/blob/main/')[1].split('#');
			const headings = [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
				heading
					.toLowerCase()
					.replace(/[^\w -]/g, '')
					.replace(/ /g, '-'),
			);
			expect(headings).toContain(anchor);
		}
	});

	test('of ours is where docs/trigger.md sends a reader with the item of the alert', () => {
		const rows = readFileSync('docs/trigger.md', 'utf8').split('\n');
		for (const alert of alerts) {
			const link = runbookUrlOf(alert, {}, undefined).split('/docs/')[1];
			const said = rows.filter((row) => row.includes(`](${link})`)).join('');
			const table = link.includes('#metrics')
				? readFileSync('docs/trigger/nodes.md', 'utf8')
				: said;
			expect(said).not.toBe('');
			for (const event of [alert.event, alert.endEvent ?? alert.event])
				expect(table).toContain(`\`${event}\``);
		}
	});
});
