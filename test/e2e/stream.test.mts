/** The example of large transfers in a real n8n, whose stream goes on over a restart of n8n and of the network. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { id } from 'ethers';
import { login } from '../../tools/demo.mts';
import { findPort, startServer } from '../../tools/n8n/server.mts';
import type { Server } from '../../tools/n8n/server.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import type { Workflow, WorkflowFile } from '../../tools/n8n/rest.mts';
import { demoAccount, nodeAccount, startDevnet } from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import { deploy } from '../support/deploy.mts';
import { word } from '../support/hex.mts';

const trigger = 'Avalanche Stream Trigger';
/** Logs Transfer(caller, to, value) of a call transfer(to, value), and answers all calls with 1, so decimals() too. */
const tokenCode = `602435600052600435337f${id('Transfer(address,address,uint256)').slice(2)}60206000a3600160005260206000f3`;

let folder: string;
let port: number;
let devnet: Devnet;
let server: Server;
let rest: Rest;
let workflow: Workflow;
let token: string;
/** The large transfers so far. */
const sent: string[] = [];

async function start(): Promise<void> {
	server = await startServer({ folder, port });
	rest = new Rest(server.url);
	await rest.signIn(login);
}

const transact = async (fields: object): Promise<string> => {
	const evm = await devnet.evm();
	return await evm.request('eth_sendTransaction', [
		{ from: nodeAccount, gas: '0x30d40', ...fields },
	]);
};
/** A transfer of so many tenths of the token, which has one decimal. */
const transfer = async (tenths: number): Promise<string> =>
	await transact({ to: token, data: `0xa9059cbb${word(demoAccount)}${word(tenths)}` });
const transferMuch = async (): Promise<void> => void sent.push(await transfer(50));

/** The items of all executions. */
async function listItems(): Promise<any[]> {
	const ids = await rest.listExecutions(workflow);
	const executions = await Promise.all(ids.map((id) => rest.getExecution(id)));
	for (const { status, error } of executions) assert.equal(status, 'success', error);
	return executions.flatMap(({ items }) => items[trigger]!.map(({ json }) => json));
}

/** Waits until the large transfers are there, and another few seconds for what should not be. */
async function assertItems(): Promise<any[]> {
	const end = Date.now() + 120_000;
	while ((await listItems()).length < sent.length && Date.now() < end) await sleep(500);
	await sleep(5000);
	const items = await listItems();
	// n8n starts executions that come together in any order.
	assert.deepEqual(items.map(({ txHash }) => txHash).sort(), sent.toSorted());
	assert.equal(new Set(items.map(({ eventId }) => eventId)).size, sent.length);
	return items;
}

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-stream-'));
	port = await findPort();
	devnet = await startDevnet({ validators: 10, rewards: 0 });
	token = await deploy(await devnet.evm(), `0x603a80600b6000396000f3${tokenCode}`);
	await start();
	const credential = await rest.putNetwork(devnet);
	const example: WorkflowFile = JSON.parse(
		readFileSync('examples/large-token-transfer.json', 'utf8'),
	);
	const node = example.nodes.find(({ name }) => name === trigger)!;
	Object.assign(node.parameters, { address: token, options: { minimumAmount: '5' } });
	node.credentials = { avalancheNodesApi: credential };
	workflow = await rest.createWorkflow(example);
	await rest.publish(workflow);
});

after(async () => {
	await server?.stop();
	await devnet?.close();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

test('each large transfer starts the workflow once, a small one does not', async () => {
	await transfer(49);
	await transferMuch();
	await transferMuch();
	for (const { amountExact } of await assertItems()) assert.equal(amountExact, '5');
	const text = readFileSync(join(server.filesFolder, 'large-transfers.txt'), 'utf8');
	const address = '0x\\w{40}';
	assert.match(
		text,
		new RegExp(
			`^Large transfer \\([\\d.]+ or more\\): 5 (?:of token ${address}|\\S+) from ${address} to ${address} in block \\d+, .*\\n(?:Token contract: ${address}\\n)?Transaction: ${sent[0]}`,
			'm',
		),
	);
});

test('what comes while n8n is off is there once n8n runs again, and nothing twice', async () => {
	await server.stop();
	await transferMuch();
	await transferMuch();
	await start();
	await transferMuch();
	await assertItems();
});

test('what comes while the network cannot be reached is there afterwards, and nothing twice', async () => {
	devnet.faults([{ host: 'node', cut: 'before' }]);
	devnet.cutSockets();
	await transferMuch();
	await sleep(3000);
	await transferMuch();
	devnet.faults([]);
	await transferMuch();
	await assertItems();
});

test('so it is when both restart together', async () => {
	await server.stop();
	devnet.faults([{ host: 'node', cut: 'before' }]);
	await transferMuch();
	await start();
	await transferMuch();
	devnet.faults([]);
	await transferMuch();
	await assertItems();
});
