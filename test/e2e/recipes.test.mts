/**
 * The recipes of docs/operator/receivers.md behind our trigger: n8n's own nodes send the alerts, and a server of the test stands in
 * for Slack, Telegram and PagerDuty. And that of docs/delegator.md, whose nodes are n8n's, too.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IWorkflowBase,
} from 'n8n-workflow';
import { ourNodeIds, startDevnet, type Devnet } from '../../devnet/devnet.mts';
import { type Credentials, credentialsFor, loadEngine, type Engine } from '../support/engine.mts';

interface Received {
	/** The host that n8n's node asked for, and the path. */
	url: string;
	body: IDataObject;
}

/** Tags that Telegram knows in HTML, and text around them without a "<" of its own. */
const telegramHtml =
	/^([^<]|<\/?(b|em|i|u|s|code|pre)>|<a href="[^"]*"( target="_blank")?>|<\/a>)*$/;

/** How many requests more are refused. */
let refusals = 0;

/** What the services answer; Telegram refuses what it cannot parse. */
function answer(url: string, body: IDataObject): [status: number, body: object] {
	if (refusals-- > 0) return [503, { ok: false }];
	if (!url.includes('/sendMessage')) return [200, { ok: true, status: 'success' }];
	const isRead = body.parse_mode === 'HTML' && telegramHtml.test(String(body.text));
	return isRead
		? [200, { ok: true, result: {} }]
		: [400, { ok: false, description: "Bad Request: can't parse entities" }];
}

const received: Received[] = [];
const server = http.createServer(async (asked, response) => {
	const chunks: Buffer[] = [];
	for await (const chunk of asked) chunks.push(chunk as Buffer);
	const body = JSON.parse(Buffer.concat(chunks).toString()) as IDataObject;
	const url = `${asked.headers.host}${asked.url}`;
	received.push({ url, body });
	const [status, answered] = answer(url, body);
	// One that stayed open might be closed just as the next request is sent.
	response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
	response.end(JSON.stringify(answered));
});
const portOf = () => (server.address() as AddressInfo).port;

/** n8n's nodes know these hosts by heart: requests to them go to the server of the test. */
const request = https.request;
function divert(
	{ hostname, path, method, headers }: https.RequestOptions,
	callback?: (answer: http.IncomingMessage) => void,
) {
	assert.match(String(hostname), /^(slack\.com|events\.pagerduty\.com)$/);
	const to = { host: '127.0.0.1', port: portOf(), path, method };
	return http.request({ ...to, headers: { ...headers, host: hostname! } }, callback);
}

let devnet: Devnet;
let engine: Engine;
before(async () => {
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	https.request = divert as typeof https.request;
	syncBuiltinESMExports();
	devnet = await startDevnet({ validators: 10 });
	engine = await loadEngine({ serverDir: 'tools/n8n' });
});
after(async () => {
	https.request = request;
	syncBuiltinESMExports();
	engine.close();
	server.close();
	await devnet.close();
});
beforeEach(() => void received.splice(0));

/** What a section of the page says to enter as text. */
function enteredIn(title: string): string {
	const page = readFileSync('docs/operator/receivers.md', 'utf8');
	const section = page.split('\n## ').find((text) => text.startsWith(`${title}\n`))!;
	const [, text] = /```text\n(.*?)```/s.exec(section)!;
	return text!.replace(/^ {3}/gm, '').trim();
}

const onCall = JSON.parse(
	readFileSync('examples/validators-on-call.json', 'utf8'),
) as IWorkflowBase;

/** The node of the example that has all of these recipes. */
const inExample = (name: string): INode => onCall.nodes.find((node) => node.name === name)!;

test('the example Validators on call enters what the page says', () => {
	const enters = (name: string, field: string) => inExample(name).parameters[field];
	assert.equal(enters('Telegram', 'text'), `=${enteredIn('An alert to Telegram')}`);
	assert.equal(enters('PagerDuty', 'jsonBody'), `=${enteredIn('An incident in PagerDuty')}`);
	assert.equal(enters('Alertmanager', 'jsonBody'), `=${enteredIn('An alert in Alertmanager')}`);
	assert.deepEqual(inExample('Each incident').parameters, readSplitOut());
});

test('the example Validators on call tells all three of an alert, also where one of them is away', async () => {
	const items = await alert('Tom & <Jerry>_1');
	const baseUrl = `http://127.0.0.1:${portOf()}`;
	const url = `${baseUrl}/api/v2/alerts`;
	Object.assign(inExample('Alertmanager'), { waitBetweenTries: 1 });
	Object.assign(inExample('Alertmanager').parameters, { url });
	inExample('Telegram').credentials = { telegramApi: { id: '1', name: 'telegramApi' } };
	for (const isAway of [false, true]) {
		received.splice(0);
		if (isAway) inExample('Alertmanager').parameters.url = 'http://127.0.0.1:9/';
		const { error } = await engine.runWorkflow(onCall, 'Avalanche Trigger', {
			items,
			credentials: { telegramApi: { accessToken: 't', baseUrl } },
		});
		assert.equal(/: not sent to all\. ./.test(error?.message ?? ''), isAway);
		const hosts = received.map((each) => each.url.replace(/^127\.0\.0\.1:\d+/, '').split('?')[0]);
		const told = ['/bott/sendMessage', 'events.pagerduty.com/v2/enqueue'];
		assert.deepEqual([...new Set(hosts)].sort(), isAway ? told : ['/api/v2/alerts', ...told]);
	}
});

/** A validator goes down and comes back: the items of both polls. */
async function alert(name: string): Promise<[INodeExecutionData, INodeExecutionData]> {
	const [nodeId] = ourNodeIds as [string];
	const trigger = engine.createPoll(
		'avalancheTrigger',
		{
			event: 'validatorDown',
			validatorsFrom: 'lines',
			nodeIds: `${nodeId} = ${name}`,
			alertWhen: ['disconnected'],
			options: { failedChecks: 1, goodChecks: 1, payloads: ['pagerDuty', 'alertmanager'] },
		},
		{ credentials: credentialsFor(devnet.nodeUrl) },
	);
	await trigger.activate();
	devnet.world.disconnect({ nodeIDs: [nodeId] });
	const [down] = (await trigger.poll())!;
	devnet.world.reconnect({ nodeIDs: [nodeId] });
	const [up] = (await trigger.poll())!;
	return [down!, up!];
}

/** Gives the item to one of n8n's nodes; what the service of this node then gets. */
async function send(
	item: INodeExecutionData,
	[type, typeVersion]: [string, number],
	parameters: INodeParameters,
	credentials: Credentials = {},
): Promise<Received> {
	received.splice(0);
	const options = { typeVersion, items: [item], credentials };
	const { error } = await engine.runNode(`n8n-nodes-base.${type}`, parameters, options);
	assert.ifError(error);
	assert.equal(received.length, 1);
	return received[0]!;
}

const messageTo = { resource: 'message', otherOptions: {}, replyMarkup: 'none' };

test('an alert to Slack: the message, which ends with its link', async () => {
	const text = `=${enteredIn('An alert to Slack')}`;
	const channelId = { __rl: true, mode: 'id', value: 'C0123456789' };
	const post = { operation: 'post', select: 'channel', messageType: 'text', channelId, text };
	const sendIt = async (item: INodeExecutionData) =>
		await send(item, ['slack', 2.7], { ...messageTo, ...post }, { slackApi: { accessToken: 'x' } });
	for (const item of await alert('Frankfurt-1')) {
		const { url, body } = await sendIt(item);
		assert.equal(url, 'slack.com/api/chat.postMessage');
		assert.equal(body.channel, 'C0123456789');
		const said = String(item.json.message).split('\n');
		const [first, link] = said;
		// n8n adds a line of its own.
		assert.deepEqual(String(body.text).split('\n').slice(0, said.length), said);
		assert.match(
			first!,
			/^Frankfurt-1 \(NodeID-.{4}\.\.\..{3}\): (no connection|connected again) since /,
		);
		assert.equal(link, `Explorer: ${String(item.json.explorerUrl)}`);
	}
});

test('an alert to Telegram, whatever the validator is called', async () => {
	const text = `=${enteredIn('An alert to Telegram')}`;
	const parameters = { ...messageTo, operation: 'sendMessage', chatId: '1', text };
	const baseUrl = `http://127.0.0.1:${portOf()}`;
	const [down] = await alert('Tom & <Jerry>_1');
	const { body } = await send(
		down,
		['telegram', 1.2],
		{ ...parameters, additionalFields: { parse_mode: 'HTML' } },
		{ telegramApi: { accessToken: 't', baseUrl } },
	);
	const shown = String(body.text).replaceAll('&lt;', '<').replaceAll('&amp;', '&');
	const said = String(down.json.message).split('\n');
	assert.deepEqual(shown.split('\n').slice(0, said.length), said);
});

/** A watch of all validators, two of them with names. */
function watchAll(nodeUrl = devnet.nodeUrl, more: INodeParameters = {}) {
	const names = [`${ourNodeIds[0]} = Frankfurt-1`, `${ourNodeIds[1]} = Zurich-2`].join('\n');
	const trigger = engine.createPoll(
		'avalancheTrigger',
		{
			event: 'validatorDown',
			validatorsFrom: 'all',
			alertWhen: ['disconnected', 'unreachable'],
			options: { failedChecks: 1, goodChecks: 1, names, payloads: ['pagerDuty'], ...more },
		},
		{ credentials: credentialsFor(nodeUrl), limits: { retries: 0 } },
	);
	return { poll: async () => (await trigger.poll()) ?? [] };
}

/** Some connected validators, the first of ours among them. */
async function listConnected(count: number): Promise<string[]> {
	const { items } = await engine.runNode(
		'avalancheValidators',
		{ resource: 'primaryValidator', operation: 'getMany', returnAll: true, simplify: true },
		{ credentials: credentialsFor(devnet.nodeUrl) },
	);
	const connected = items.filter(({ json }) => json.connected);
	const nodeIds = connected.map(({ json }) => String(json.nodeId));
	return [...new Set([...ourNodeIds.slice(0, 1), ...nodeIds])].slice(0, count);
}

/** What the page says to enter in the Split Out node before PagerDuty. */
function readSplitOut(): INodeParameters {
	const page = readFileSync('docs/operator/receivers.md', 'utf8');
	const [, fieldToSplitOut] = /Split Out\*\* node. Fields To Split Out: `(.+)`/.exec(page)!;
	return { fieldToSplitOut: fieldToSplitOut!, include: 'noOtherFields', options: {} };
}

/** The events that PagerDuty gets of the items of one poll: behind Split Out, an event for each validator. */
async function page(items: INodeExecutionData[]): Promise<IDataObject[]> {
	received.splice(0);
	const split = await engine.runNode('n8n-nodes-base.splitOut', { ...readSplitOut() }, { items });
	assert.ifError(split.error);
	const jsonBody = `=${enteredIn('An incident in PagerDuty')}`;
	const url = 'https://events.pagerduty.com/v2/enqueue';
	const body = { sendBody: true, contentType: 'json', specifyBody: 'json', jsonBody, options: {} };
	const options = { typeVersion: 4.5, items: split.items, ...tryAgain };
	const { error } = await engine.runNode(
		'n8n-nodes-base.httpRequest',
		{ method: 'POST', url, ...body },
		options,
	);
	assert.ifError(error);
	assert.ok(received.every((each) => each.url === 'events.pagerduty.com/v2/enqueue'));
	return received.map((each) => each.body);
}
/** The settings of a node that the page names, without the wait. */
const tryAgain = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };

test('an incident in PagerDuty, which the recovery resolves', async () => {
	const items = await alert('Frankfurt-1');
	const events: IDataObject[] = [];
	for (const item of items) events.push(...(await page([item])));
	assert.equal(events.length, 2);
	const [incident, end] = events as [IDataObject, IDataObject];
	assert.deepEqual([incident.event_action, end.event_action], ['trigger', 'resolve']);
	assert.ok(incident.dedup_key);
	assert.equal(incident.dedup_key, end.dedup_key);
	const {
		title,
		message,
		name,
		nodeId,
		since,
		uptime,
		canBeOfflineHours,
		explorerUrl,
		runbookUrl,
	} = items[0].json;
	assert.deepEqual(incident.payload, {
		summary: title,
		source: nodeId,
		severity: 'critical',
		timestamp: since,
		class: 'disconnected',
		custom_details: {
			message,
			name,
			nodeId,
			since,
			uptime,
			canBeOfflineHours,
			network: 'mainnet',
		},
	});
	assert.deepEqual(incident.links, [
		{ href: explorerUrl, text: 'Explorer' },
		{ href: runbookUrl, text: 'Runbook' },
	]);
	for (const event of events) assert.equal(event.routing_key, 'your integration key');
});

test('an incident in PagerDuty for each of many validators, also if they recover one by one', async () => {
	const { poll } = watchAll(devnet.nodeUrl, { watcherProblemShare: 100 });
	const down = await listConnected(6);
	await poll();
	devnet.world.disconnect({ nodeIDs: down });
	const began = await poll();
	const incidents = await page(began);
	const sources = incidents.map(({ payload }) => String((payload as IDataObject).source));
	assert.deepEqual(sources.sort(), [...down].sort());
	const summaries = incidents.map(({ payload }) => (payload as IDataObject).summary);
	assert.ok(
		summaries.some((text) => /^Frankfurt-1: no connection(, \d+ of \d+ down)?$/.test(String(text))),
		String(summaries),
	);
	assert.equal(new Set(incidents.map(({ dedup_key: key }) => key)).size, 6);
	const ends: IDataObject[] = [];
	for (const back of [down.slice(0, 1), down.slice(1, 3), down.slice(3)]) {
		devnet.world.reconnect({ nodeIDs: back });
		ends.push(...(await page(await poll())));
	}
	assert.ok(ends.every(({ event_action: action }) => action === 'resolve'));
	const keysOf = (events: IDataObject[]) => events.map(({ dedup_key: key }) => String(key)).sort();
	assert.deepEqual(keysOf(ends), keysOf(incidents));
});

test('one incident in PagerDuty while the queried node is the likely cause of many, and it ends with them', async () => {
	const { poll } = watchAll();
	const down = await listConnected(6);
	await poll();
	devnet.world.disconnect({ nodeIDs: down });
	const began = await page(await poll());
	assert.deepEqual(
		began.map(({ event_action: action, payload }) => [action, (payload as IDataObject).source]),
		[['trigger', devnet.nodeUrl]],
	);
	devnet.world.reconnect({ nodeIDs: down });
	const ends = await page(await poll());
	assert.ok(ends.every(({ event_action: action }) => action === 'resolve'));
	assert.ok(ends.some(({ dedup_key: key }) => key === began[0]!.dedup_key));
});

test('an alert about the queried node reaches PagerDuty, though it is about no validator', async () => {
	const nowhere = watchAll('http://127.0.0.1:9');
	const [event] = await page(await nowhere.poll());
	assert.equal(event!.event_action, 'trigger');
	assert.equal((event!.payload as IDataObject).source, 'http://127.0.0.1:9');
	assert.ok(event!.dedup_key);
});

test('what a service refuses once arrives with the settings of the page', async () => {
	const [down] = await alert('Frankfurt-1');
	refusals = 1;
	const events = await page([down]);
	assert.equal(events.length, 2);
	assert.deepEqual(events[0], events[1]);
});

test("a delegator's delegation, found in the raw record of its validator", async () => {
	const page = readFileSync('docs/delegator.md', 'utf8');
	const [, fieldToSplitOut] = /Fields To Split Out: `(.+?)`/.exec(page)!;
	const [, addresses] = /Array, contains: `(.+?)`/.exec(page)!;
	const [, days] = /Number, is less than: `(.+?)`/.exec(page)!;
	const [, text] = /```text\n(.*?)```/s.exec(page)!;

	const credentials = credentialsFor(devnet.nodeUrl);
	const getMany = { resource: 'primaryValidator', operation: 'getMany', returnAll: true };
	const { items: all } = await engine.runNode('avalancheValidators', getMany, { credentials });
	const nodeId = all.find(({ json }) => Number(json.delegators) > 1)!.json.nodeId as string;
	const get = { resource: 'primaryValidator', operation: 'get', simplify: false };
	const validator = { __rl: true, mode: 'id', value: nodeId };
	const { items: record } = await engine.runNode(
		'avalancheValidators',
		{ ...get, nodeId: validator },
		{ credentials },
	);
	const split = { fieldToSplitOut, include: 'noOtherFields', options: {} };
	const delegations = await engine.runNode('n8n-nodes-base.splitOut', split, { items: record });
	const [, mine] = delegations.items.map(({ json }) => json as unknown as Delegation);
	const [address] = mine!.rewardOwner.addresses;
	const daysLeft = (Number(mine!.endTime) * 1000 - Date.now()) / 86_400_000;

	/** The delegations that the filter lets through with so many days. */
	const filter = async (within: number) => {
		const contains = { type: 'array', operation: 'contains', rightType: 'any' };
		const isMine = { leftValue: `=${addresses}`, rightValue: address };
		const isSoon = { leftValue: `=${days}`, rightValue: within };
		const conditions = {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			combinator: 'and',
			conditions: [
				{ ...isMine, id: 'mine', operator: contains },
				{ ...isSoon, id: 'soon', operator: { type: 'number', operation: 'lt' } },
			],
		};
		const { items, error } = await engine.runNode(
			'n8n-nodes-base.filter',
			{ conditions, options: {} } as unknown as INodeParameters,
			{ typeVersion: 2.2, items: delegations.items },
		);
		assert.ifError(error);
		return items;
	};
	assert.deepEqual(await filter(daysLeft - 1), []);
	const found = await filter(daysLeft + 1);
	assert.deepEqual(
		found.map(({ json }) => json.txID),
		[mine!.txID],
	);

	const assignment = { id: 'text', name: 'text', type: 'string', value: `=${text!.trim()}` };
	const { items: messages } = await engine.runNode(
		'n8n-nodes-base.set',
		{ assignments: { assignments: [assignment] }, options: {} },
		{ typeVersion: 3.4, items: found },
	);
	assert.match(
		String(messages[0]!.json.text),
		new RegExp(`^My delegation of [\\d.]+ AVAX to ${nodeId} ends on \\d+ \\w{3} 20\\d\\d\\.$`),
	);
});

/** A delegation in a validator's raw record. */
interface Delegation {
	txID: string;
	endTime: string;
	rewardOwner: { addresses: string[] };
}
