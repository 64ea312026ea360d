/** The examples of a payment and of a reward in a real n8n that is stopped and started again. */
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
import { demoAccount, ourNodeIds, startDevnet } from '../devnet/devnet.mts';
import type { Devnet } from '../devnet/devnet.mts';
import { addBlock } from '../engine/chain.mts';

let folder: string;
let port: number;
let devnet: Devnet;
let server: Server;
let rest: Rest;
let payments: Workflow;
let rewards: Workflow;

async function start(): Promise<void> {
	server = await startServer({ folder, port });
	rest = new Rest(server.url);
	await rest.signIn(login);
}

/** The example as a person imports it, with a credential and the parameters given. */
async function publish(
	file: string,
	credential: { id: string; name: string },
	parameters: object,
): Promise<Workflow> {
	const example: WorkflowFile = JSON.parse(readFileSync(join('examples', file), 'utf8'));
	const trigger = example.nodes.find(({ type }) => type.endsWith('.avalancheTrigger'))!;
	Object.assign(trigger.parameters, parameters);
	trigger.credentials = { avalancheApi: credential };
	const workflow = await rest.createWorkflow(example);
	await rest.publish(workflow);
	return workflow;
}

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-feeds-'));
	port = await findPort();
	devnet = await startDevnet({ validators: 10, rewards: 300 });
	await start();
	const { nodeUrl, dataUrl, metricsUrl } = devnet;
	const credential = await rest.putCredential('Avalanche', 'avalancheApi', { nodeUrl, dataUrl, metricsUrl });
	payments = await publish('payment-received.json', credential, { address: demoAccount });
	rewards = await publish('reward-received.json', credential, {
		nodeIds: ourNodeIds.join(', '),
		options: { redeliver: true },
	});
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

/** A poll comes each minute; another one passes so that what came twice would show. */
async function waitForItems(workflow: Workflow, count: number): Promise<any[]> {
	for (const end = Date.now() + 180_000; Date.now() < end; await sleep(1000)) {
		const items = await listItems(workflow);
		if (items.length >= count) return items;
	}
	throw new Error(`No ${count} items of ${workflow.name} in 180 s`);
}

const readFile = (name: string) => readFileSync(join(server.filesFolder, name), 'utf8');

test('a payment and a reward start their workflows once, and nothing old does', async () => {
	const hash = pay();
	reward('1500000000');
	const [[payment], [paid]] = await Promise.all([waitForItems(payments, 1), waitForItems(rewards, 1)]);
	assert.equal(payment.txHash, hash);
	assert.equal(paid.amountDecimal, '1.5');
	assert.match(
		readFile('payments-received.txt'),
		new RegExp(`^Received 1 AVAX from 0x0+aa in block \\d+ at .*\\n  Transaction: ${hash}`),
	);
	assert.match(readFile('rewards-received.txt'), /^Reward of 1\.5 AVAX \(VALIDATOR\) for NodeID-/);
});

test('what comes while n8n is off is told when it runs again; with redelivery the last batch too, once', async () => {
	await server.stop();
	const hash = pay();
	reward('2500000000');
	await start();
	const [told, paid] = await Promise.all([waitForItems(payments, 2), waitForItems(rewards, 3)]);
	assert.equal(told[1].txHash, hash);
	assert.deepEqual(
		paid.map(({ amountDecimal }) => amountDecimal),
		['1.5', '1.5', '2.5'],
	);
	assert.equal(paid[1].eventId, paid[0].eventId);
	await sleep(65_000);
	assert.equal((await listItems(payments)).length, 2);
	assert.equal((await listItems(rewards)).length, 3);
});
