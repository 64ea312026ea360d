/** One round: a fresh n8n in queue mode, watched events, kills, and the comparison of what happened with what came. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevnet } from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import { throwDice } from '../../devnet/ids.mts';
import { startMailbox } from '../../devnet/mailbox.mts';
import type { Credentials } from '../../tools/demo.mts';
import type { Rest, Workflow, WorkflowFile } from '../../tools/n8n/rest.mts';
import { startCluster } from './cluster.mts';
import { keepDeliveries, readDeliveries, readProgress } from './deliveries.mts';
import type { Delivery } from './deliveries.mts';
import { publishExamples, putCredentials } from './examples.mts';
import { drawKills, kills } from './kills.mts';
import type { Scene } from './kills.mts';
import { watches } from './watches.mts';
import type { Watch } from './watches.mts';

/** The engines that a round can run: what the compose file sets, and whether triggers have Redeliver After Restart. */
export const engines = {
	usual: { variables: {}, redelivering: [false, true] },
	durable: { variables: { DURABLE_CURSORS: 'true' }, redelivering: [false] },
};
export type Engine = keyof typeof engines;

/** A line of the table. */
export interface Tally {
	engine: Engine;
	isRedelivering: boolean;
	kills: number;
	events: number;
	lost: number;
	/** Items whose `eventId` came before. */
	doubled: number;
	/** Items beyond what happened, under an `eventId` of their own. */
	invented: number;
	/** Executions that were stored and did not succeed, because what ran them was killed. */
	interrupted: number;
}

export interface RoundResult {
	tallies: Tally[];
	/** Executions of the examples by n8n's status. */
	examples: Record<string, number>;
	killed: string[];
}

const secondsBetweenPolls = 10;

/** n8n takes no expression that fires more than once a minute, but many of them. */
const pollTimesFrom = (second: number) => ({
	item: Array.from({ length: 60 / secondsBetweenPolls }, (_, i) => ({
		mode: 'custom',
		cronExpression: `${(second + i * secondsBetweenPolls) % 60} * * * * *`,
	})),
});

/** A published workflow that watches, and what happened that it must receive. */
interface Watching {
	name: string;
	watch: Watch;
	workflow: Workflow;
	isRedelivering: boolean;
	happened: string[];
}

async function publishWatches(
	rest: Rest,
	engine: Engine,
	{ avalancheApi }: Credentials,
): Promise<Watching[]> {
	const watching: Watching[] = [];
	for (const isRedelivering of engines[engine].redelivering) {
		for (const [name, watch] of Object.entries(watches)) {
			const text = readFileSync(join('examples', watch.example), 'utf8');
			const example: WorkflowFile = JSON.parse(text);
			const trigger = example.nodes.find(({ type }) => type.endsWith('.avalancheTrigger'))!;
			const { options, ...parameters } = watch.parameters;
			Object.assign(trigger.parameters, parameters, {
				options: { ...options, ...(isRedelivering && { redeliver: true }) },
				pollTimes: pollTimesFrom(watching.length),
			});
			trigger.credentials = { avalancheApi };
			example.name = `${name}${isRedelivering ? ', redelivering' : ''}`;
			const workflow = await rest.createWorkflow(example);
			await rest.publish(workflow);
			watching.push({ name: example.name, watch, workflow, isRedelivering, happened: [] });
		}
	}
	return watching;
}

const count = (names: string[]): Map<string, number> => {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
};

/** What came of one watch, beside what happened. */
function compare({ name, watch, happened }: Watching, deliveries: Delivery[]) {
	const items = deliveries.flatMap((delivery) => delivery.items);
	const once = new Map<string, string>();
	for (const item of items) {
		const itemName = watch.nameOf(item);
		assert.equal(once.get(item.eventId) ?? itemName, itemName, `${name}: two items, one event ID`);
		once.set(item.eventId, itemName);
	}
	const [wanted, received] = [count(happened), count([...once.values()])];
	const missing = [...wanted].map(([key, n]) => Math.max(0, n - (received.get(key) ?? 0)));
	const more = [...received].map(([key, n]) => Math.max(0, n - (wanted.get(key) ?? 0)));
	const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);
	return {
		events: happened.length,
		lost: sum(missing),
		doubled: items.length - once.size,
		invented: sum(more),
		interrupted: deliveries.filter(
			({ status, items: { length } }) => length && status !== 'success',
		).length,
	};
}

export interface RoundOptions {
	engine: Engine;
	seed: string;
	killCount: number;
	/** Executions of the examples; each kill of a busy process gets its share. */
	executions: number;
	tell: (line: string) => void;
}

export async function runRound(options: RoundOptions): Promise<RoundResult> {
	const { engine, seed, killCount, executions, tell } = options;
	const folder = mkdtempSync(join(tmpdir(), 'n8n-queue-'));
	const closing: Array<() => Promise<void>> = [];
	try {
		const listeners: Scene['listeners'] = new Set();
		const devnet: Devnet = await startDevnet({
			validators: 10,
			rewards: 300,
			version: '1.15',
			onRequest: (moment, entry) => {
				for (const listener of listeners) listener(moment, entry);
			},
		});
		closing.push(devnet.close);
		for (const node of devnet.world.nodes.values()) node.version = 'avalanchego/1.15.0';
		const mailbox = await startMailbox();
		closing.push(mailbox.close);
		tell('Starting PostgreSQL, Redis, main and workers ...');
		const cluster = await startCluster(folder, engines[engine].variables);
		closing.push(cluster.stop);
		tell('Publishing the examples and the watches ...');
		const { rest, postgres, main } = cluster;
		await keepDeliveries(postgres);

		const credentials = await putCredentials(rest, devnet, mailbox);
		const examples = await publishExamples(rest, credentials);
		const watching = await publishWatches(rest, engine, credentials);

		let called = 0;
		const callExamples = async (number: number) => {
			for (let i = 0; i < number; i++) await examples[called++ % examples.length]!.call();
		};
		const readComparison = async () => {
			const deliveries = await readDeliveries(postgres);
			return watching.map((watch) =>
				compare(
					watch,
					deliveries.filter(({ workflowId }) => workflowId === watch.workflow.id),
				),
			);
		};
		/** Waits until all that happened has come, or nothing more has for a while. */
		const settle = async (patienceMs: number): Promise<void> => {
			let last = '';
			let since = Date.now();
			for (;;) {
				const now = await readComparison().catch(() => undefined);
				if (now?.every(({ lost }) => lost === 0)) return;
				if (JSON.stringify(now) !== last) {
					last = JSON.stringify(now);
					since = Date.now();
				}
				if (Date.now() - since > patienceMs) return;
				await sleep(1000);
			}
		};
		// A poll whose main was killed is taken up when its lease has ended, after 60 to 90 seconds.
		const patienceMs = engine === 'durable' ? 150_000 : 45_000;

		const dice = throwDice('kills in queue mode', seed);
		const scene: Scene = { cluster, devnet, listeners, examples, callExamples, dice };
		const drawn = drawKills(dice, killCount, cluster);
		const killed: string[] = [];
		let times = 0;
		for (const kind of drawn) {
			times++;
			for (const [name, watch] of Object.entries(watches)) {
				const names = watch.happen(devnet, times);
				for (const one of watching) if (one.watch === watches[name]) one.happened.push(...names);
			}
			const what = await kills[kind]!(scene);
			killed.push(what);
			tell(`${times} of ${killCount}: killed ${what}`);
			await cluster.waitUntilUp();
			tell('All is up again');
			await callExamples(Math.max(0, Math.ceil((executions * times) / killCount) - called));
			await settle(patienceMs);
		}

		// What is only redelivered at a start comes now, and n8n marks what it cannot finish.
		tell('Starting main once more ...');
		await main.restart();
		await cluster.waitUntilUp();
		await settle(patienceMs);
		const exampleWorkflows = examples.map(({ workflow }) => workflow);
		for (let i = 0; i < 120; i++) {
			const { open } = await readProgress(postgres, exampleWorkflows);
			if (open === 0) break;
			await sleep(1000);
		}
		// What came twice would show by now.
		await sleep(2 * secondsBetweenPolls * 1000);

		const results = await readComparison();
		results.forEach(({ lost, invented, doubled }, i) => {
			const { name } = watching[i]!;
			if (lost + invented + doubled)
				tell(`${name}: ${lost} lost, ${doubled} doubled, ${invented} invented`);
		});
		const tallies = engines[engine].redelivering.map((isRedelivering): Tally => {
			const own = results.filter((_, i) => watching[i]!.isRedelivering === isRedelivering);
			const sum = (key: keyof (typeof own)[number]) =>
				own.reduce((total, result) => total + result[key], 0);
			return {
				...{ engine, isRedelivering, kills: killed.length, events: sum('events') },
				...{ lost: sum('lost'), doubled: sum('doubled') },
				...{ invented: sum('invented'), interrupted: sum('interrupted') },
			};
		});
		const { counts } = await readProgress(postgres, exampleWorkflows);
		return { tallies, examples: counts, killed };
	} finally {
		for (const close of closing.reverse()) await close();
		if (!process.env.QUEUE_KEEP) rmSync(folder, { recursive: true, force: true });
	}
}
