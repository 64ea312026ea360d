/** One round: a fresh n8n in queue mode, watched events, kills, and the comparison of what happened with what came. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevnet } from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import { throwDice } from '../../devnet/ids.mts';
import { startMailbox } from '../../devnet/mailbox.mts';
import { compare, letHappen, publishWatch, watches } from '../support/watches.mts';
import type { Comparison, Watching } from '../support/watches.mts';
import { startCluster } from './cluster.mts';
import { keepDeliveries, readDeliveries, readProgress } from './deliveries.mts';
import { publishExamples, putCredentials } from './examples.mts';
import { drawKills, kills } from './kills.mts';
import type { Scene } from './kills.mts';

/**
 * The engines that a round can run: what the compose file sets, whether triggers have Redeliver After Restart, and how
 * far polls are apart. With durable cursors n8n runs several poll times of one trigger beside each other, so there it is one.
 */
export const engines = {
	usual: {
		title: 'usual engine',
		variables: {},
		redelivering: [false, true],
		secondsBetweenPolls: 10,
	},
	durable: {
		title: 'durable cursors',
		variables: { DURABLE_CURSORS: 'true' },
		redelivering: [false],
		secondsBetweenPolls: 60,
	},
};
export type Engine = keyof typeof engines;

/** A line of the table. */
export interface Tally extends Comparison {
	configuration: string;
	kills: number;
	/** Executions that were stored and did not succeed, because what ran them was killed. */
	interrupted: number;
}

export interface RoundResult {
	tallies: Tally[];
	/** Executions of the examples by n8n's status. */
	examples: Record<string, number>;
	killed: string[];
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
	let isDone = false;
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
		const watching: Watching[] = [];
		const { redelivering, secondsBetweenPolls } = engines[engine];
		// The stream has a redelivery of its own.
		for (const isRedelivering of redelivering)
			for (const [name, { isStream }] of Object.entries(watches))
				if (!isRedelivering || !isStream)
					watching.push(
						await publishWatch(rest, name, credentials.avalancheApi, {
							isRedelivering,
							second: 5 * watching.length,
							secondsBetweenPolls,
						}),
					);

		let called = 0;
		const callExamples = async (number: number) => {
			for (let i = 0; i < number; i++, called++) {
				while (!(await examples[called % examples.length]!.call())) {
					await sleep(1000);
					await cluster.waitUntilUp();
				}
			}
		};
		const readComparison = async () => {
			const deliveries = await readDeliveries(postgres);
			return watching.map((one) => {
				const own = deliveries.filter(({ workflowId }) => workflowId === one.workflow.id);
				const items = own.flatMap((delivery) => delivery.items);
				const interrupted = own.filter(
					(delivery) => delivery.items.length && delivery.status !== 'success',
				);
				return { ...compare(one, items), interrupted: interrupted.length };
			});
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
			await letHappen(devnet, watching);
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
		await sleep((secondsBetweenPolls + 10) * 1000);

		const results = await readComparison();
		results.forEach(({ lost, doubled, doubledAnew }, i) => {
			const { name } = watching[i]!;
			if (lost + doubled + doubledAnew)
				tell(`${name}: ${lost} lost, ${doubled} doubled, ${doubledAnew} doubled anew`);
		});
		const configurationOf = ({ watch, isRedelivering }: Watching): string => {
			const { title } = engines[engine];
			if (watch.isStream) return `stream trigger, ${title}`;
			return isRedelivering ? `${title}, Redeliver After Restart` : title;
		};
		const groups = Map.groupBy(results.keys(), (i) => configurationOf(watching[i]!));
		const tallies = [...groups].map(([configuration, indices]): Tally => {
			const sum = (key: keyof (typeof results)[number]) =>
				indices.reduce((total, i) => total + results[i]![key], 0);
			return {
				...{ configuration, kills: killed.length, events: sum('events'), lost: sum('lost') },
				...{ doubled: sum('doubled'), doubledAnew: sum('doubledAnew') },
				interrupted: sum('interrupted'),
			};
		});
		const { counts } = await readProgress(postgres, exampleWorkflows);
		isDone = true;
		return { tallies, examples: counts, killed };
	} finally {
		if (!isDone) tell(`Failed; the logs are in ${folder}`);
		for (const close of closing.reverse()) await close();
		if (isDone) rmSync(folder, { recursive: true, force: true });
	}
}
