/** One round: watched events, kills, and the comparison of what happened with what came. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevnet } from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import { throwDice } from '../../devnet/ids.mts';
import { startMailbox } from '../../devnet/mailbox.mts';
import type { Workflow } from '../../tools/n8n/rest.mts';
import {
	countNames,
	listExpected,
	listMore,
	openWatches,
	publishScene,
	type Watch,
} from '../support/scenes.mts';
import type { Cluster } from './cluster.mts';
import { isPublished, readDeliveries, readProgress } from './deliveries.mts';
import { publishExamples, putCredentials } from './examples.mts';
import { drawKills, kills } from './kills.mts';
import type { Scene as KillScene } from './kills.mts';
import { waitUntil } from './waitUntil.mts';

/**
 * The engines that a round can run: what the compose file sets, whether triggers have Redeliver After Restart, how far
 * polls are apart, and how long n8n may take to poll again after a kill. With durable cursors n8n runs several poll
 * times of one trigger beside each other, so there it is one. n8n takes up an interrupted poll when its lease has ended.
 */
export const engines = {
	usual: {
		title: 'usual engine',
		variables: {},
		redelivering: [false, true],
		secondsBetweenPolls: 20,
		patienceSeconds: 45,
	},
	durable: {
		title: 'durable cursors',
		variables: { DURABLE_CURSORS: 'true' },
		redelivering: [false],
		secondsBetweenPolls: 60,
		patienceSeconds: 150,
	},
};
export type Engine = keyof typeof engines;

/** The scenes that are watched: one for each event of the polling trigger, and a stream. */
const watchedScenes = [
	'New Transaction, address',
	'Contract Event',
	'New Reward of a validator',
	'Validator Down or at Risk',
	'L1 Validator, connection',
	'Node Version',
	"Own Node, this node's uptime",
	'Stream, Contract Event',
];

/** A published workflow that watches. */
interface Watching {
	name: string;
	watch: Watch;
	workflow: Workflow;
	isRedelivering: boolean;
}

interface Comparison {
	events: number;
	/** Names of what happened and did not come. */
	lost: string[];
	/** Items whose `eventId` came before. */
	doubled: number;
	/** Items beyond what happened, whose `eventId` is another. */
	doubledAnew: number;
}

/** What came of one watch, beside what happened; throws if one `eventId` stands for two things. */
function compare({ name, watch }: Watching, received: any[]): Comparison {
	const { isAbout = () => true } = watch.scene;
	const items = received.filter(isAbout);
	const once = new Map<string, string>();
	for (const item of items) {
		const itemName = watch.scene.nameOf(item);
		assert.equal(once.get(item.eventId) ?? itemName, itemName, `${name}: two items, one event ID`);
		once.set(item.eventId, itemName);
	}
	const happened = listExpected(watch);
	const [wanted, came] = [countNames(happened), countNames(once.values())];
	return {
		events: happened.length,
		lost: listMore(wanted, came),
		doubled: items.length - once.size,
		doubledAnew: listMore(came, wanted).length,
	};
}

/** A line of the table. */
export interface Tally extends Omit<Comparison, 'lost'> {
	configuration: string;
	kills: number;
	lost: number;
	/** Executions that were stored and did not succeed, because what ran them was killed. */
	interrupted: number;
}

export interface RoundResult {
	tallies: Tally[];
	/** Executions of the examples by n8n's status. */
	examples: Record<string, number>;
	killed: string[];
	/** What did not come, and after which kill. */
	losses: string[];
}

export interface RoundOptions {
	engine: Engine;
	seed: string;
	killCount: number;
	/** Executions of the examples; each kill of a busy process gets its share. */
	executions: number;
	tell: (line: string) => void;
}

export async function runRound(cluster: Cluster, options: RoundOptions): Promise<RoundResult> {
	const { engine, seed, killCount, executions, tell } = options;
	const { title, redelivering, secondsBetweenPolls, patienceSeconds } = engines[engine];
	const { rest, postgres, main } = cluster;
	const closing: Array<() => Promise<void>> = [];
	try {
		const listeners: KillScene['listeners'] = new Set();
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
		tell('Publishing the examples and the watches ...');
		const credentials = await putCredentials(rest, devnet, mailbox);
		const examples = await publishExamples(rest, credentials);
		const watches = openWatches(devnet, { streams: true }).filter(({ scene }) =>
			watchedScenes.includes(scene.name),
		);
		assert.equal(watches.length, watchedScenes.length);
		const published = redelivering.flatMap((isRedelivering) =>
			watches
				// The stream has a redelivery of its own.
				.filter(({ scene }) => !isRedelivering || !scene.isStream)
				.map((watch) => ({ watch, isRedelivering })),
		);
		const watching: Watching[] = [];
		for (const { watch, isRedelivering } of published) {
			// Polls at one moment wait for each other.
			const second = Math.floor((watching.length * secondsBetweenPolls) / published.length);
			const name = `${watch.scene.name}${isRedelivering ? ', redelivering' : ''}`;
			const workflow = await publishScene(
				rest,
				{ ...watch.scene, name },
				credentials.avalancheNodesApi,
				{
					// n8n takes no expression that fires more than once a minute, but many of them.
					cronExpressions: Array.from(
						{ length: 60 / secondsBetweenPolls },
						(_, i) => `${second + i * secondsBetweenPolls} * * * * *`,
					),
					redeliver: isRedelivering,
				},
			);
			watching.push({ name, watch, workflow, isRedelivering });
		}
		const exampleWorkflows = examples.map(({ workflow }) => workflow);
		const watchWorkflows = watching.map(({ workflow }) => workflow);

		let called = 0;
		const callExamples = async (number: number) => {
			for (let i = 0; i < number; i++, called++) {
				const { workflow, call } = examples[called % examples.length]!;
				await waitUntil(
					async () => {
						await cluster.waitUntilUp();
						return await call();
					},
					1000,
					() => `n8n took no call of the webhook of "${workflow.name}"`,
				);
			}
		};
		const readComparison = async () => {
			const deliveries = await readDeliveries(postgres, watchWorkflows);
			return watching.map((one) => {
				const own = deliveries.filter(({ workflowId }) => workflowId === one.workflow.id);
				const items = own.flatMap((delivery) => delivery.items);
				const interrupted = own.filter(
					(delivery) => delivery.items.length && delivery.status !== 'success',
				);
				return { one, ...compare(one, items), interrupted: interrupted.length };
			});
		};
		/** How many items of each watch are not waited for any more. */
		const givenUp = new Map<Watching, number>();
		const readMissing = async () =>
			(await readComparison()).filter(({ one, lost }) => lost.length > (givenUp.get(one) ?? 0));
		/** Waits until all has come, or nothing more has for a while in which all triggers ran; resolves to what has not. */
		const waitForItems = async (): ReturnType<typeof readMissing> => {
			let last = '';
			let since = Date.now();
			let isRunning = false;
			let missing: Awaited<ReturnType<typeof readMissing>> | undefined;
			const isOver = async () => {
				// PostgreSQL may be away.
				missing = await readMissing().catch(() => undefined);
				if (missing?.length === 0) return true;
				const now = JSON.stringify(missing?.map(({ lost }) => lost));
				isRunning = cluster.isUp() && (await isPublished(postgres).catch(() => false));
				if (now !== last || !isRunning) [last, since] = [now, Date.now()];
				return missing !== undefined && Date.now() - since > patienceSeconds * 1000;
			};
			await waitUntil(isOver, 500, () => {
				const names = missing?.flatMap(({ one, lost }) =>
					lost.map((name) => `${one.name}: ${name}`),
				);
				const state = isRunning ? 'items went on coming late' : 'n8n did not start all triggers';
				return `${state}; missing: ${names?.join(', ') ?? 'unknown, as PostgreSQL does not answer'}`;
			});
			return missing!;
		};
		/** What was killed when an item did not come, by `<watch>: <item>`. */
		const suspects = new Map<string, string>();
		/** Waits as long as something can still come; what did not is lost. */
		const settle = async (what: string): Promise<void> => {
			let missing = await waitForItems();
			if (
				missing.some(({ one: { watch, isRedelivering } }) => isRedelivering || watch.scene.isStream)
			) {
				tell('Starting main once more, for what is redelivered ...');
				await main.restart();
				await cluster.waitUntilUp();
				missing = await waitForItems();
			}
			for (const { one, lost } of missing) {
				givenUp.set(one, lost.length);
				suspects.set(`${one.name}: ${lost.at(-1)}`, what);
				tell(`${one.name}: ${lost.at(-1)} has not come`);
			}
		};

		const dice = throwDice('kills in queue mode', seed);
		const happenings = throwDice('what happens in queue mode', seed);
		const scene: KillScene = { cluster, devnet, listeners, examples, callExamples, dice };
		const killed: string[] = [];
		for (const kind of drawKills(dice, killCount, cluster)) {
			for (const watch of watches) await watch.scene.happen(happenings, 1);
			const what = await kills[kind]!(scene);
			killed.push(what);
			tell(`${killed.length} of ${killCount}: killed ${what}`);
			await cluster.waitUntilUp();
			tell('All is up again');
			await callExamples(Math.max(0, Math.ceil((executions * killed.length) / killCount) - called));
			await settle(what);
			tell('All is settled');
		}

		const everything = [...watchWorkflows, ...exampleWorkflows];
		const waitForEnds = async () => {
			// n8n takes a while to see that the worker of an execution is gone.
			for (const end = Date.now() + 120_000; Date.now() < end; await sleep(1000))
				if ((await readProgress(postgres, everything)).open === 0) return;
		};
		// What came twice would show by the next poll.
		await Promise.all([waitForEnds(), sleep((secondsBetweenPolls + 5) * 1000)]);

		const results = await readComparison();
		for (const { one, doubled, doubledAnew } of results)
			if (doubled + doubledAnew)
				tell(`${one.name}: ${doubled} doubled, ${doubledAnew} doubled anew`);
		const configurationOf = ({ watch, isRedelivering }: Watching): string => {
			if (watch.scene.isStream) return `stream trigger, ${title}`;
			if (redelivering.length === 1) return title;
			return `${title}, Redeliver After Restart ${isRedelivering ? 'on' : 'off'}`;
		};
		const tallies = [...Map.groupBy(results, ({ one }) => configurationOf(one))].map(
			([configuration, group]): Tally => {
				const sum = (read: (result: (typeof results)[number]) => number) =>
					group.reduce((total, result) => total + read(result), 0);
				return {
					configuration,
					kills: killed.length,
					events: sum(({ events }) => events),
					lost: sum(({ lost }) => lost.length),
					doubled: sum(({ doubled }) => doubled),
					doubledAnew: sum(({ doubledAnew }) => doubledAnew),
					interrupted: sum(({ interrupted }) => interrupted),
				};
			},
		);
		const losses = results.flatMap(({ one, lost }) =>
			lost.map((name) => {
				const what = suspects.get(`${one.name}: ${name}`);
				return `${one.name}: ${name} was lost when this was killed: ${what}`;
			}),
		);
		const { counts } = await readProgress(postgres, exampleWorkflows);
		for (const workflow of everything) await rest.archive(workflow);
		return { tallies, examples: counts, killed, losses };
	} finally {
		for (const close of closing.reverse()) await close();
	}
}
