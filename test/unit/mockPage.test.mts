/** What the page of the mock network shows and does, asked without a browser. test/e2e/mockPage.test.mts presses its buttons. */
import { readFileSync } from 'node:fs';
import { hearsOf } from '../../tools/listeners.mts';
import type { WorkflowFile } from '../../tools/n8n/rest.mts';
import { listOwn, ourNodeIds, startDevnet, type Devnet } from '../../devnet/devnet.mts';
import type { PageState } from '../../devnet/page.mts';

let devnet: Devnet;
beforeAll(async () => {
	devnet = await startDevnet({ validators: 20, rewards: 0 });
});
afterAll(async () => await devnet.close());

const readPage = async () => await (await fetch(devnet.url)).text();
const readState = async () =>
	(await (await fetch(`${devnet.url}/control/state`)).json()) as PageState;
const press = async (control: string, choice: object = {}) => {
	const body = JSON.stringify(choice);
	const response = await fetch(`${devnet.url}/control/${control}`, { method: 'POST', body });
	expect(await response.json()).toEqual({});
};
/** What a button of this label sends. */
async function readBody(label: string): Promise<[control: string, body: object]> {
	const pattern = new RegExp(`data-control="(\\w+)"[^>]*data-body="([^"]*)"><button>${label}<`);
	const [, control = '', body = ''] = pattern.exec(await readPage()) ?? [];
	const json = body.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
	return [control, JSON.parse(json) as object];
}

test('what a user can look for has the token contract, with its name', () => {
	expect(listOwn()).toContainEqual(expect.stringMatching(`^${devnet.token}  DUSD \\(`));
});

test('the validators have the names of the examples, and run a version that can be set', async () => {
	const { validators } = await readState();
	expect(validators.map(({ name, nodeID }) => `${nodeID} = ${name}`)).toEqual([
		`${ourNodeIds[0]} = Frankfurt-1`,
		`${ourNodeIds[1]} = Frankfurt-2`,
		`${ourNodeIds[2]} = Zurich-1`,
		`${ourNodeIds[3]} = Zurich-2`,
	]);
	await press('setVersion', { nodeIDs: [ourNodeIds[1]], version: '1.13.0' });
	expect((await readState()).validators[1]!.version).toBe('1.13.0');
});

test('what was done is beside those that listen for it, which need not have run', async () => {
	expect(await readPage()).toMatch(
		/<th>Outcome<\/th><th>Heard by<\/th><\/tr><\/thead><tbody id="deeds">/,
	);
});

test('several go down, and come back, with one button', async () => {
	await press(...(await readBody('Disconnect all four')));
	expect((await readState()).validators.map(({ isConnected }) => isConnected)).toEqual(
		Array(4).fill(false),
	);
	await press(...(await readBody('Reconnect all four')));
	expect((await readState()).validators.every(({ isConnected }) => isConnected)).toBe(true);
});

test('a share of all goes down, of the L1 as well, and comes back without those that were away before', async () => {
	const { world } = devnet;
	const countOfL1 = () =>
		world.l1.filter(({ nodeID }) => !world.isReportedConnected(nodeID)).length;
	const readAway = async () => (await readState()).others.disconnected;
	const awayBefore = await readAway();
	const ofL1Before = countOfL1();
	await press('disconnectShare', { percentage: 40 });
	expect((await readState()).validators.map(({ isConnected }) => isConnected)).toEqual(
		Array(4).fill(false),
	);
	// Of 20, one is the node itself, and four are ours.
	expect(await readAway()).toBe(awayBefore + Math.ceil(0.4 * 19) - 4);
	expect(countOfL1()).toBeGreaterThan(ofL1Before + 10);
	await press(...(await readBody('Reconnect the share')));
	expect(await readAway()).toBe(awayBefore);
	expect(countOfL1()).toBe(ofL1Before);
	expect((await readState()).validators.every(({ isConnected }) => isConnected)).toBe(true);

	const body = JSON.stringify({ percentage: 140 });
	const refused = await fetch(`${devnet.url}/control/disconnectShare`, { method: 'POST', body });
	expect(await refused.json()).toEqual({ message: 'percentage must be from 0 to 100' });
});

test('a full disk goes wrong until all is well again', async () => {
	await press(...(await readBody('Fill the disk')));
	expect((await readState()).faults).toEqual(['The node has 8 % of its disk free']);
	await press('endAll');
	expect((await readState()).faults).toEqual([]);
	const health = (await (await fetch(`${devnet.nodeUrl}/ext/health`)).json()) as {
		checks: Record<string, { message: { availableDiskPercentage: number } }>;
	};
	expect(health.checks.diskspace!.message.availableDiskPercentage).toBe(87);
});

test('a node falls behind, catches up in part and in whole, with a button each', async () => {
	const faultsAfter = async (label: string) => {
		await press(...(await readBody(label)));
		return (await readState()).faults;
	};
	expect(await faultsAfter('Node falls behind')).toEqual(['The node is 12 minutes behind']);
	expect(await faultsAfter('Node catches up')).toEqual(['The node is 4 minutes behind']);
	expect(await faultsAfter('Node has caught up')).toEqual([]);
});

test('what went with a button stands there in words', async () => {
	await press('setUptime', { nodeIDs: [ourNodeIds[0]], percentage: 79 });
	await press('faults', [{ host: 'node', status: 503 }] as object);
	await press('setHealth', { failing: { network: 'no messages' } });
	await press('setHead', { stands: true });
	const chosen = (await readState()).deeds.slice(0, 4).map((deed) => deed.chosen);
	expect(chosen).toEqual([
		'stands: yes',
		'failing: network no messages',
		'The node answers 503',
		'Frankfurt-1, percentage 79',
	]);
	await press('endAll');
	expect((await readState()).deeds[0]!.chosen).toBe('');
});

test('workflows hear what their triggers report, those of the examples and any other', () => {
	const nodesOf = (file: string) =>
		(JSON.parse(readFileSync(`examples/${file}.json`, 'utf8')) as WorkflowFile).nodes;
	expect(hearsOf(nodesOf('validator-watch'))).toEqual(
		expect.arrayContaining(['disconnect', 'reconnect', 'disconnectShare', 'Node is down']),
	);
	expect(hearsOf(nodesOf('payment-received'))).toContain('pay');
	expect(hearsOf(nodesOf('large-token-transfer'))).toEqual(['transfer']);
	expect(hearsOf(nodesOf('ownership-changed'))).toEqual(['transferOwnership']);
	expect(hearsOf(nodesOf('own-node-health'))).toContain('Fill the disk');
	expect(hearsOf(nodesOf('l1-validator-balance'))).toContain('setRunway');
	expect(hearsOf(nodesOf('treasury-balances'))).toEqual([]);
	expect(hearsOf(nodesOf('own-node-health'))).not.toContain('Node stands still');
	const own = { name: 'Own', type: 'n8n-nodes-avalanche.avalancheTrigger', parameters: {} };
	expect(hearsOf([own])).toContain('disconnect');
	const watching = (watch: string) =>
		hearsOf([{ ...own, parameters: { event: 'newTransaction', watch } }]);
	expect(watching('token')).toEqual(['Pay tokens', 'transfer']);
	expect(watching('wallets')).toEqual(['pay', 'Pay tokens', 'transfer']);
	expect(watching('internal')).toEqual([]);
	const parameters = { event: 'balance', source: 'l1Balance' };
	expect(hearsOf([{ ...own, parameters }])).toEqual(['setRunway']);
	const ofHead = { event: 'nodeHealth', alertWhen: ['headNotMoving', 'nodeBehind'] };
	expect(hearsOf([{ ...own, parameters: ofHead }])).toEqual(
		expect.arrayContaining(['Node stands still', 'Node moves again', 'Node falls behind']),
	);
});

test('what was done is called by its button, also where a control has several', async () => {
	const [, script = ''] = /<script>(.*)<\/script>/s.exec(await readPage()) ?? [];
	const naming = script.slice(0, script.indexOf('const $ ='));
	const { nameOf, isHeard } = new Function(`${naming}; return { nameOf, isHeard };`)() as {
		nameOf: (control: string, choice: unknown) => string;
		isHeard: (hears: string[], control: string, choice: unknown) => boolean;
	};
	const down = [{ host: 'node', status: 503 }];
	expect(nameOf('faults', down)).toBe('Node is down');
	expect(nameOf('disconnect', { nodeIDs: [ourNodeIds[0]] })).toBe('Disconnect');
	expect(nameOf('disconnect', { nodeIDs: ourNodeIds })).toBe('Disconnect all four');
	expect(nameOf('disconnectShare', { percentage: 40 })).toBe('Disconnect a share');
	expect(nameOf('disconnectShare', { percentage: 0 })).toBe('Reconnect the share');
	expect(nameOf('pay', { amount: '5' })).toBe('pay');
	const to = ourNodeIds[0];
	expect(nameOf('pay', { amount: '5', to })).toBe('Pay AVAX');
	expect(nameOf('pay', { amount: '5', token: 'DUSD', to })).toBe('Pay tokens');
	expect(nameOf('pay', { amount: '5', from: to, to })).toBe('Pay out');
	expect(nameOf('setUptime', { percentage: 79, nodeIDs: [to] })).toBe('Set uptime');
	expect(isHeard(['Pay tokens'], 'pay', { amount: '5', token: 'DUSD' })).toBe(true);
	expect(isHeard(['Pay tokens'], 'pay', { amount: '5', to })).toBe(false);
	expect(isHeard(['Node is down'], 'faults', down)).toBe(true);
	expect(isHeard(['Node is down'], 'faults', [{ latencyMs: 3000 }])).toBe(false);
	expect(isHeard(['pay'], 'pay', { amount: '5', token: 'DUSD' })).toBe(false);
});

describe('the receivers', () => {
	const send = async (path: string, body: unknown) => {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		const response = await fetch(`${devnet.url}/receivers/${path}`, { method: 'POST', body: text });
		return { status: response.status, text: await response.text() };
	};
	const routingKey = 'secret'.padEnd(32, 'x');
	const payload = { summary: 'Frankfurt-1: no connection', source: 'node', severity: 'critical' };
	const event = { routing_key: routingKey, event_action: 'trigger', dedup_key: 'a', payload };
	const hour = 3_600_000;
	const at = (ms: number) => new Date(Date.now() + ms).toISOString();
	const alert = {
		labels: { alertname: 'disconnected', severity: 'critical' },
		annotations: { summary: 'Zurich-1: no connection' },
		startsAt: at(-hour),
		endsAt: at(hour),
	};
	const listOf = async (service: string) =>
		(await readState()).incidents
			.filter((incident) => incident.service === service)
			.map(({ summary, state, times }) => [summary, state, times]);

	test('PagerDuty has one incident of one key, which ends with its resolve, and no key is shown', async () => {
		for (let i = 0; i < 2; i++)
			expect(await send('pagerduty', event)).toMatchObject({ status: 202 });
		expect(await listOf('PagerDuty')).toEqual([[payload.summary, 'open', 2]]);
		const resolve = { routing_key: routingKey, event_action: 'resolve', dedup_key: 'a' };
		expect(await send('pagerduty/v2/enqueue', resolve)).toMatchObject({ status: 202 });
		expect(await listOf('PagerDuty')).toEqual([[payload.summary, 'ended', 2]]);
		await send('pagerduty', event);
		expect(await listOf('PagerDuty')).toMatchObject([
			[payload.summary, 'open', 1],
			[payload.summary, 'ended', 2],
		]);
		expect(JSON.stringify(await readState())).not.toContain('secret');
	});

	test.each([
		['no JSON', '{'],
		['no key', { ...event, routing_key: '' }],
		['a key of another length', { ...event, routing_key: 'your integration key' }],
		['an action that there is not', { ...event, event_action: 'close' }],
		['an end of nothing', { routing_key: routingKey, event_action: 'resolve' }],
		['no payload', { ...event, payload: undefined }],
		['no source', { ...event, payload: { ...payload, source: '' } }],
		['a severity that there is not', { ...event, payload: { ...payload, severity: 'bad' } }],
		['a long summary', { ...event, payload: { ...payload, summary: 'x'.repeat(1025) } }],
		['a link to nowhere', { ...event, links: [{ text: 'Runbook' }] }],
	])('PagerDuty refuses %s with 400', async (_what, body) => {
		const known = await listOf('PagerDuty');
		expect((await send('pagerduty', body)).status).toBe(400);
		expect(await listOf('PagerDuty')).toEqual(known);
		const [refusal] = (await readState()).refusals;
		expect(refusal).toMatchObject({ service: 'PagerDuty', status: 400 });
		expect(refusal!.reason).not.toContain('secret');
	});

	test('Alertmanager tells alerts apart by their labels, and ends one at its time', async () => {
		expect(await send('alertmanager', [alert])).toEqual({ status: 200, text: '' });
		await send('alertmanager/api/v2/alerts', [{ ...alert, annotations: {} }]);
		expect(await listOf('Alertmanager')).toEqual([['Zurich-1: no connection', 'open', 2]]);
		const warning = { ...alert, labels: { ...alert.labels, severity: 'warning' } };
		await send('alertmanager', [warning, { ...alert, endsAt: at(-1000) }]);
		expect(await listOf('Alertmanager')).toEqual([
			['Zurich-1: no connection', 'open', 1],
			['Zurich-1: no connection', 'ended', 2],
		]);
	});

	test.each([
		[400, 'no JSON', '['],
		[422, 'one alert without a list', alert],
		[422, 'no labels', [{ ...alert, labels: undefined }]],
		[422, 'a label that is no text', [{ ...alert, labels: { alertname: 1 } }]],
		[400, 'empty labels', [{ ...alert, labels: {} }]],
		[400, 'a name of a label with a space', [{ ...alert, labels: { 'a b': 'c' } }]],
		[422, 'a time that is none', [{ ...alert, endsAt: 'soon' }]],
		[400, 'an end before the beginning', [{ ...alert, endsAt: at(-2 * hour) }]],
	])('Alertmanager answers %i to %s', async (status, _what, body) => {
		expect((await send('alertmanager', body)).status).toBe(status);
		expect((await readState()).refusals[0]).toMatchObject({ service: 'Alertmanager', status });
	});
});

test('a workflow that hears a control is said to hear each button of it', async () => {
	const [script] = /const buttons = [\s\S]*?(?=const nameOf)/.exec(await readPage()) ?? [];
	const labelsOf = new Function(`${script} return labelsOf;`)() as (heard: string) => string[];
	expect(labelsOf('disconnect')).toEqual(['Disconnect', 'Disconnect all four']);
	expect(labelsOf('disconnectShare')).toEqual(['Disconnect a share', 'Reconnect the share']);
	expect(labelsOf('pay')).toEqual(['Pay AVAX', 'Pay out']);
	expect(labelsOf('Pay tokens')).toEqual(['Pay tokens']);
});
