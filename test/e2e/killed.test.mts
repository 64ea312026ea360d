/**
 * A running n8n (SQLite) is killed ten times while a poll waits for an answer: half of the times during the polls of
 * its start, half of the times during later ones. KILL_SEED chooses at which requests.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevnet } from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import { throwDice } from '../../devnet/ids.mts';
import { login } from '../../tools/demo.mts';
import { Rest } from '../../tools/n8n/rest.mts';
import { findPort, startServer } from '../../tools/n8n/server.mts';
import type { Server } from '../../tools/n8n/server.mts';
import { compare, letHappen, publishWatch } from '../support/watches.mts';
import type { Watching } from '../support/watches.mts';

const seed = Number(process.env.KILL_SEED ?? 1);
/** Longer than any poll waits. */
const heldMs = 600_000;
const secondsBetweenPolls = 6;

let folder: string;
let port: number;
let devnet: Devnet;
let server: Server;
let rest: Rest;
const watching: Watching[] = [];

async function start(): Promise<void> {
	server = await startServer({ folder, port });
	rest = new Rest(server.url);
	await rest.signIn(login);
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
	const redelivering = { newTransaction: false, newReward: true, validatorDown: true };
	for (const [name, isRedelivering] of Object.entries(redelivering)) {
		const second = 2 * watching.length;
		const options = { isRedelivering, second, secondsBetweenPolls };
		watching.push(await publishWatch(rest, name, credential, options));
	}
});

after(async () => {
	await server?.stop();
	await devnet?.close();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

const listItems = async ({ workflow }: Watching): Promise<any[]> => {
	const ids = (await rest.listExecutions(workflow)).reverse();
	const executions = await Promise.all(ids.map((id) => rest.getExecution(id)));
	for (const { status, error } of executions) assert.equal(status, 'success', error);
	return executions.flatMap(({ items }) => items['Avalanche Trigger']!.map(({ json }) => json));
};

/** Waits until as many items as happened have come, and another moment in which nothing starts. */
async function settle(): Promise<void> {
	let before = -1;
	for (const end = Date.now() + 300_000; Date.now() < end; await sleep(1000)) {
		const lists = await Promise.all(watching.map(listItems));
		const isComplete = watching.every((one, i) => compare(one, lists[i]!).lost === 0);
		const count = lists.flat().length;
		if (isComplete && count === before) return;
		before = count;
	}
	assert.fail('not all that happened was reported within five minutes');
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
		await letHappen(devnet, watching);
		holdAt(later[i]!);
		t.diagnostic(`killed at request ${later[i]}: ${await killDuringPoll()}`);

		// A condition may end only once its beginning was reported.
		await letHappen(
			devnet,
			watching.filter(({ watch }) => !watch.isCondition),
		);
		holdAt(atStart[i]!);
		await start();
		t.diagnostic(`killed at request ${atStart[i]} of a start: ${await killDuringPoll()}`);
		await start();
	}
	await settle();
	// What came twice would show by now.
	await sleep(2 * secondsBetweenPolls * 1000);
	for (const one of watching) {
		const { events, lost, doubled, doubledAnew } = compare(one, await listItems(one));
		assert.deepEqual({ lost, doubledAnew }, { lost: 0, doubledAnew: 0 }, one.name);
		if (!one.isRedelivering) assert.equal(doubled, 0, one.name);
		t.diagnostic(`${one.name}: ${events} happened, ${doubled} came again`);
	}
});
