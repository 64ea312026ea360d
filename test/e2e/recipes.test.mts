/**
 * The recipes of docs/operator.md behind our trigger: n8n's own nodes send the alerts, and a server of the test stands in
 * for Slack, Telegram and PagerDuty.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
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

/** What the services answer; Telegram refuses what it cannot parse. */
function answer(url: string, body: IDataObject): [status: number, body: object] {
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
	const page = readFileSync('docs/operator.md', 'utf8');
	const section = page.split('\n## ').find((text) => text.startsWith(`${title}\n`))!;
	const [, text] = /```text\n(.*?)```/s.exec(section)!;
	return text!.replace(/^ {3}/gm, '').trim();
}

/** A validator goes down and comes back: the items of both polls. */
async function alert(name: string): Promise<[INodeExecutionData, INodeExecutionData]> {
	const [nodeId] = ourNodeIds as [string];
	const trigger = engine.createPoll(
		'avalancheTrigger',
		{
			...{ event: 'validatorDown', validatorsFrom: 'lines', nodeIds: `${nodeId} = ${name}` },
			...{ alertWhen: ['disconnected'], options: { failedChecks: 1, goodChecks: 1 } },
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
		const [first, link] = String(body.text).split('\n');
		// n8n adds a line of its own.
		assert.deepEqual([first, link], String(item.json.message).split('\n'));
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
	assert.deepEqual(shown.split('\n').slice(0, 2), String(down.json.message).split('\n'));
});

test('an incident in PagerDuty, which the recovery resolves', async () => {
	const jsonBody = `=${enteredIn('An incident in PagerDuty')}`;
	const url = 'https://events.pagerduty.com/v2/enqueue';
	const body = { sendBody: true, contentType: 'json', specifyBody: 'json', jsonBody, options: {} };
	const items = await alert('Frankfurt-1');
	const events: IDataObject[] = [];
	for (const item of items) {
		const got = await send(item, ['httpRequest', 4.5], { method: 'POST', url, ...body });
		assert.equal(got.url, 'events.pagerduty.com/v2/enqueue');
		events.push(got.body);
	}
	const [incident, end] = events as [IDataObject, IDataObject];
	assert.deepEqual([incident.event_action, end.event_action], ['trigger', 'resolve']);
	assert.ok(incident.dedup_key);
	assert.equal(incident.dedup_key, end.dedup_key);
	for (const [i, { payload, links }] of events.entries()) {
		const { title, message, nodeId, since, explorerUrl } = items[i]!.json;
		assert.deepEqual(payload, {
			...{ summary: title, source: nodeId, timestamp: since, custom_details: { message } },
			severity: ['critical', 'info'][i],
		});
		assert.deepEqual(links, [{ href: explorerUrl, text: 'Explorer' }]);
	}
});
