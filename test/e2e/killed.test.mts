/**
 * A running n8n (SQLite) is killed ten times while a poll waits for an answer: half of the times during the polls of
 * its start, half of the times during later ones. KILL_SEED chooses at which requests.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoAccount, ourNodeIds, startDevnet } from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import { throwDice } from '../../devnet/ids.mts';
import { login } from '../../tools/demo.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import type { Workflow, WorkflowFile } from '../../tools/n8n/rest.mts';
import { findPort, startServer } from '../../tools/n8n/server.mts';
import type { Server } from '../../tools/n8n/server.mts';
import { addBlock } from '../support/addBlock.mts';

const seed = Number(process.env.KILL_SEED ?? 1);
const validator = ourNodeIds[0]!;
/** Longer than any poll waits. */
const heldMs = 600_000;
const secondsBetweenPolls = 6;

let folder: string;
let port: number;
let devnet: Devnet;
let server: Server;
let rest: Rest;

/** A workflow, how to recognize its items, and what happened that it must receive. */
interface Watch {
	workflow: Workflow;
	isRedelivering: boolean;
	name: (item: any) => string;
	happened: string[];
}
let payments: Watch;
let rewards: Watch;
let connection: Watch;
const listWatches = () => [payments, rewards, connection];

async function start(): Promise<void> {
	server = await startServer({ folder, port });
	rest = new Rest(server.url);
	await rest.signIn(login);
}

/** An example whose trigger polls every few seconds. */
async function publish(
	file: string,
	second: number,
	credential: { id: string; name: string },
	parameters: { options: object; [name: string]: unknown },
): Promise<Workflow> {
	const example: WorkflowFile = JSON.parse(readFileSync(join('examples', file), 'utf8'));
	const trigger = example.nodes.find(({ type }) => type.endsWith('.avalancheTrigger'))!;
	// n8n takes no expression that fires more than once a minute, but many of them.
	const item = Array.from({ length: 60 / secondsBetweenPolls }, (_, i) => ({
		mode: 'custom',
		cronExpression: `${second + i * secondsBetweenPolls} * * * * *`,
	}));
	Object.assign(trigger.parameters, parameters, { pollTimes: { item } });
	trigger.credentials = { avalancheApi: credential };
	const workflow = await rest.createWorkflow(example);
	await rest.publish(workflow);
	return workflow;
}

before(async () => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-killed-'));
	port = await findPort();
	devnet = await startDevnet({ validators: 10, rewards: 300 });
	await start();
	const { nodeUrl, dataUrl, metricsUrl } = devnet;
	const credential = await rest.putCredential('Avalanche', 'avalancheApi', {
		network: 'ownNode',
		nodeUrl,
		dataUrl,
		metricsUrl,
	});
	payments = {
		workflow: await publish('payment-received.json', 0, credential, {
			address: demoAccount,
			options: {},
		}),
		isRedelivering: false,
		name: ({ txHash }) => txHash,
		happened: [],
	};
	rewards = {
		workflow: await publish('reward-received.json', 2, credential, {
			nodeIds: ourNodeIds.join(', '),
			options: { redeliver: true },
		}),
		isRedelivering: true,
		name: ({ amountExact }) => amountExact,
		happened: [],
	};
	connection = {
		workflow: await publish('validator-watch.json', 4, credential, {
			nodeIds: validator,
			alertWhen: ['disconnected'],
			options: { failedChecks: 1, goodChecks: 1, redeliver: true },
		}),
		isRedelivering: true,
		name: ({ event }) => event,
		happened: [],
	};
});

after(async () => {
	await server?.stop();
	await devnet?.close();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

const listItems = async ({ workflow }: Watch): Promise<any[]> => {
	const ids = (await rest.listExecutions(workflow)).reverse();
	const executions = await Promise.all(ids.map((id) => rest.getExecution(id)));
	for (const { status, error } of executions) assert.equal(status, 'success', error);
	return executions.flatMap(({ items }) => items['Avalanche Trigger']!.map(({ json }) => json));
};

/** The items without those that came again, as names; the same event ID never holds something else. */
function listOnce({ name }: Watch, items: any[]): string[] {
	const names = new Map<string, string>();
	for (const item of items) {
		assert.equal(names.get(item.eventId) ?? name(item), name(item));
		names.set(item.eventId, name(item));
	}
	return [...names.values()];
}

/** Waits until as many items as happened have come, and another moment in which nothing starts. */
async function settle(): Promise<void> {
	let before = -1;
	for (const end = Date.now() + 300_000; Date.now() < end; await sleep(1000)) {
		const lists = await Promise.all(listWatches().map(listItems));
		const isComplete = listWatches().every(
			(watch, i) => listOnce(watch, lists[i]!).length >= watch.happened.length,
		);
		const count = lists.flat().length;
		if (isComplete && count === before) return;
		before = count;
	}
	assert.fail('not all that happened was reported within five minutes');
}

let rounds = 0;
function happen(): void {
	rounds++;
	payments.happened.push(...addBlock(devnet.world.ledger.chains[0]!));
	devnet.world.addRewards({ nodeIDs: [validator], amount: `${rounds}500000000` });
	rewards.happened.push(`${rounds}.5`);
}

/** The validator goes offline, or comes back: only once the last time has been reported. */
function toggle(): void {
	const isDown = connection.happened.at(-1) === 'disconnected';
	if (isDown) devnet.world.reconnect({ nodeIDs: [validator] });
	else devnet.world.disconnect({ nodeIDs: [validator] });
	connection.happened.push(isDown ? 'reconnected' : 'disconnected');
}

/** From now on, the nth request and all after it wait. */
const holdAt = (nth: number): void => devnet.faults([{ skip: nth - 1, latencyMs: heldMs }]);

/** Kills n8n once a poll waits and no execution is on its way: what is then lost, the poll has lost. */
async function killDuringPoll(): Promise<string> {
	const findHeld = () =>
		devnet.log.find(({ finishedAt, at }) => finishedAt === undefined && Date.now() - at > 1000);
	for (const end = Date.now() + 60_000; !findHeld() && Date.now() < end; ) await sleep(200);
	const held = findHeld();
	assert.ok(held, 'no poll came in a minute');
	await server.kill();
	devnet.faults([]);
	return `${held.rpcMethod ?? held.url}`;
}

test('killed ten times in the middle of polls, n8n loses nothing, and nothing comes twice that is not redelivered [U17, F1, F6]', async (t) => {
	const dice = throwDice(seed, 'requests to be killed at');
	const draw = () => [1, 2, 3, 4, 5].sort(() => dice.share() - 0.5);
	const [later, atStart] = [draw(), draw()];
	for (let i = 0; i < 5; i++) {
		await settle();
		happen();
		toggle();
		holdAt(later[i]!);
		t.diagnostic(`killed at request ${later[i]}: ${await killDuringPoll()}`);

		happen();
		holdAt(atStart[i]!);
		await start();
		t.diagnostic(`killed at request ${atStart[i]} of a start: ${await killDuringPoll()}`);
		await start();
	}
	await settle();
	// What came twice would show by now.
	await sleep(2 * secondsBetweenPolls * 1000);
	for (const watch of listWatches()) {
		const items = await listItems(watch);
		const once = listOnce(watch, items);
		assert.deepEqual(once.toSorted(), watch.happened.toSorted());
		if (!watch.isRedelivering) assert.equal(items.length, once.length);
		t.diagnostic(
			`${watch.workflow.name}: ${watch.happened.length} happened, ${items.length - once.length} came again`,
		);
	}
});
