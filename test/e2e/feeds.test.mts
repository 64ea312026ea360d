/** The examples of a payment, a reward and a validator watch in a real n8n that is stopped and started again. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '../../tools/demo.mts';
import { findPort, startServer } from '../../tools/n8n/server.mts';
import type { Server } from '../../tools/n8n/server.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import type { Execution, Workflow, WorkflowFile } from '../../tools/n8n/rest.mts';
import { demoAccount, ourNodeIds, startDevnet } from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import { addBlock } from '../../devnet/addBlock.mts';

const [down, low] = ourNodeIds as [string, string];
let folder: string;
let port: number;
let devnet: Devnet;
let server: Server;
let rest: Rest;
let payments: Workflow;
let rewards: Workflow;
let watch: Workflow;

async function start(): Promise<void> {
	server = await startServer({ folder, port });
	rest = new Rest(server.url);
	await rest.signIn(login);
}

/** Every ten seconds, so that no test waits for a minute. n8n refuses one expression that does. */
const seconds = [5, 15, 25, 35, 45, 55];
const pollTimes = {
	item: seconds.map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** The example as a person imports it, with a credential and the parameters given. */
async function publish(
	file: string,
	credential: { id: string; name: string },
	parameters: object,
): Promise<Workflow> {
	const example: WorkflowFile = JSON.parse(readFileSync(join('examples', file), 'utf8'));
	const trigger = example.nodes.find(({ type }) => type.endsWith('.avalancheTrigger'))!;
	Object.assign(trigger.parameters, { pollTimes }, parameters);
	trigger.credentials = { avalancheNodesApi: credential };
	const workflow = await rest.createWorkflow(example);
	await rest.publish(workflow);
	return workflow;
}

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-feeds-'));
	port = await findPort();
	devnet = await startDevnet({ validators: 10, rewards: 300 });
	// Three quarters of its validation are over.
	const validation = devnet.world.primary.find(({ nodeID }) => nodeID === low)!;
	const now = Math.floor(devnet.world.time);
	Object.assign(validation, { startTime: now - 60 * 86_400, endTime: now + 20 * 86_400 });
	Object.assign(validation.uptime, { start: validation.startTime, seconds: 59 * 86_400 });
	await start();
	const credential = await rest.putNetwork(devnet);
	payments = await publish('payment-received.json', credential, { address: demoAccount });
	rewards = await publish('reward-received.json', credential, {
		nodeIds: ourNodeIds.join(', '),
		options: { redeliver: true },
	});
	watch = await publish('validator-watch.json', credential, { nodeIds: ourNodeIds.join(', ') });
});

after(async () => {
	await server?.stop();
	await devnet?.close();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

const chain = () => devnet.world.ledger.chains[0]!;
const pay = () => addBlock(chain())[0]!;
const reward = (amount: string) => devnet.world.addRewards({ nodeIDs: [ourNodeIds[0]!], amount });

const listItems = async (workflow: Workflow): Promise<any[]> => {
	const ids = (await rest.listExecutions(workflow)).reverse();
	const executions: Execution[] = await Promise.all(ids.map((id) => rest.getExecution(id)));
	for (const { status, error } of executions) assert.equal(status, 'success', error);
	return executions.flatMap(({ items }) => items['Avalanche Trigger']!.map(({ json }) => json));
};

async function waitForItems(workflow: Workflow, count: number): Promise<any[]> {
	for (const end = Date.now() + 240_000; Date.now() < end; await sleep(1000)) {
		const items = await listItems(workflow);
		if (items.length >= count) return items;
	}
	throw new Error(`No ${count} items of ${workflow.name} in 240 s`);
}

const readFile = (name: string) => readFileSync(join(server.filesFolder, name), 'utf8');

test('a payment and a reward start their workflows once, and nothing old does', async () => {
	const hash = pay();
	reward('1500000000');
	const [[payment], [paid]] = await Promise.all([
		waitForItems(payments, 1),
		waitForItems(rewards, 1),
	]);
	assert.equal(payment.txHash, hash);
	assert.equal(paid.amountExact, '1.5');
	assert.match(
		readFile('payments-received.txt'),
		new RegExp(
			`^Received 1 AVAX from 0x0+AA to 0x\\w{40} in block \\d+, .*\\nTransaction: \\S*${hash}`,
		),
	);
	assert.match(
		readFile('rewards-received.txt'),
		/^Own Reward of 1\.5 AVAX( \([\d,.]+ USD\))? from NodeID-/,
	);
});

/** A node ID as messages write it, for a regular expression. */
const short = (nodeId: string): string => `${nodeId.slice(0, 11)}\\.\\.\\.${nodeId.slice(-3)}`;

const sayWho = (items: any[]): string[] =>
	items.map(({ event, nodeId }) => `${event} ${nodeId}`).sort();
const bad = [
	`belowThreshold ${low}`,
	`disconnected ${down}`,
	`fell ${low}`,
	`requirementAtRisk ${low}`,
];

test('a validator goes down and another one misses its reward: one message each', async () => {
	devnet.world.disconnect({ nodeIDs: [down] });
	devnet.world.setUptime({ nodeIDs: [low], percentage: 60 });
	assert.deepEqual(sayWho(await waitForItems(watch, bad.length)), bad);
	const text = readFile('validator-watch.txt');
	assert.match(text, new RegExp(`^DOWN: ${short(down)}: no connection since `, 'm'));
	assert.match(
		text,
		new RegExp(`^CRITICAL: ${short(low)}: misses the required uptime of 80 %`, 'm'),
	);
});

/** What a person enters in the form of a workflow, in the order of its fields, and the page that comes then. */
async function fillForm(workflow: Workflow, ...entries: string[]): Promise<string> {
	const { webhookId } = workflow.nodes.find(({ type }) => type.endsWith('.formTrigger'))!;
	const body = new FormData();
	entries.forEach((entry, i) => body.set(`field-${i}`, entry));
	const sent = await fetch(`${server.url}/form/${webhookId}`, { method: 'POST', body });
	assert.equal(sent.status, 200);
	// The page of the form asks for the next one until that is there.
	const { formWaitingUrl } = (await sent.json()) as { formWaitingUrl: string };
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	const isWaiting = async () => (await (await fetch(status)).text()).trim() === 'form-waiting';
	for (const end = Date.now() + 20_000; !(await isWaiting()) && Date.now() < end; )
		await sleep(250);
	return await (await fetch(formWaitingUrl)).text();
}

const noAnswerInTime = 'no answer in time';

test('a silence from the form of Planned work keeps its alert from another watch [U42]', async () => {
	const file = readFileSync('examples/planned-work.json', 'utf8');
	const planned = await rest.createWorkflow(JSON.parse(file) as WorkflowFile);
	await rest.publish(planned);
	const silencesUrl = `${server.url}/webhook/avalanche-silences`;
	const readLines = async () => await (await fetch(silencesUrl)).text();
	assert.equal(await readLines(), '');
	for (const [who, hours] of [
		['all', '4'],
		[' , ', '4'],
		['Frankfurt-1', '-4'],
	] as const)
		assert.match(await fillForm(planned, who, 'Down', hours, 'work'), /Nothing is silenced/);
	assert.equal(await readLines(), '');
	const page = await fillForm(planned, 'Frankfurt-1,', 'Down', '4', 'new disk, and more');
	assert.match(page, /The silence is added/);
	assert.match(page, /Frankfurt-1: Down, from \d+ \w+ \d\d:\d\d until \d+ \w+ \d\d:\d\d/);
	assert.match(page, /If Frankfurt-1 is none of them, the watch refuses the line/);
	const form = /^Frankfurt-1, Down, (\S+), (\S+), new disk, and more$/;
	const [, from, until] = form.exec(await readLines()) ?? [];
	assert.ok(Math.abs(Date.parse(from!) - Date.now()) < 60_000);
	assert.ok(Math.abs(Date.parse(until!) - Date.now() - 4 * 3_600_000) < 60_000);
	const later = ['Zurich-1', 'All', '2', 'move', '2999-12-01T18:00'];
	assert.match(await fillForm(planned, ...later), /from 1 Dec 18:00 until 1 Dec 20:00/);
	assert.match(await readLines(), /^Zurich-1, All, 2999-12-01T\S+, 2999-12-01T\S+, move$/m);
	assert.match(await fillForm(planned, 'Lugano-1', 'All', '0'), /Nothing is over/);
	assert.match(await fillForm(planned, 'zurich-1', 'All', '0'), /The silence is over/);
	assert.match(await readLines(), form);
	const credential = watch.nodes.find(({ credentials }) => credentials)!.credentials!
		.avalancheNodesApi!;
	// Nothing fell since this watch began.
	const told = bad.filter((line) => !/^(disconnected|fell)/.test(line));
	const isOfSilences = ({ event }: { event: string }) => event === 'silencesChanged';
	const watchSilently = async () => {
		const silent = await publish('validator-watch.json', credential, {
			nodeIds: `${down} = Frankfurt-1\n${low}`,
			options: { silencesUrl },
		});
		return await waitForItems(silent, told.length + 1);
	};
	let items = await watchSilently();
	// A watch gives the URL five seconds, in which a busy machine may not run the workflow behind it.
	for (let tries = 1; tries < 3 && items.find(isOfSilences)?.reason === noAnswerInTime; tries++)
		items = await watchSilently();
	assert.match(
		items.find(isOfSilences).message,
		/^Frankfurt-1: alert Down, silenced until .* \(new disk, and more\)/,
	);
	assert.deepEqual(sayWho(items.filter((item) => !isOfSilences(item))), told);
});

test('what comes while n8n is off is told when it runs again; with redelivery the last batch too, once', async () => {
	await server.stop();
	const hash = pay();
	reward('2500000000');
	await start();
	const [told, paid] = await Promise.all([waitForItems(payments, 2), waitForItems(rewards, 3)]);
	assert.equal(told[1].txHash, hash);
	assert.deepEqual(
		paid.map(({ amountExact }) => amountExact),
		['1.5', '1.5', '2.5'],
	);
	assert.equal(paid[1].eventId, paid[0].eventId);
	// Another poll passes, in which what came twice would show.
	await sleep(15_000);
	assert.equal((await listItems(payments)).length, 2);
	assert.equal((await listItems(rewards)).length, 3);
});

test('the validators that stayed down over it come again once, marked, and then their end [U17]', async () => {
	const items = await listItems(watch);
	const [told, again] = [items.slice(0, bad.length), items.slice(bad.length)];
	assert.deepEqual(sayWho(told), bad);
	assert.ok(again.length > 0);
	assert.ok(again.every((item) => item.again === true));
	const eventIds = again.map(({ eventId }) => eventId);
	assert.deepEqual(
		eventIds,
		told.map(({ eventId }) => eventId).filter((eventId) => eventIds.includes(eventId)),
	);
	devnet.world.reconnect({ nodeIDs: [down] });
	const all = await waitForItems(watch, items.length + 1);
	const [began, ended] = ['disconnected', 'reconnected'].map((wanted) =>
		all.find(({ event }) => event === wanted),
	);
	assert.deepEqual([ended.nodeId, ended.alertId], [down, began.alertId]);
	assert.match(
		readFile('validator-watch.txt'),
		new RegExp(`^RESOLVED: ${short(down)}: connected again since `, 'm'),
	);
});
