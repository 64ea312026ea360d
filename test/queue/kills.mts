/** What is killed in a round, and when. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../../devnet/ids.mts';
import type { Devnet, RequestLogEntry } from '../../devnet/devnet.mts';
import type { Cluster } from './cluster.mts';
import type { Example } from './examples.mts';

/** What the kills of a round work with. */
export interface Scene {
	cluster: Cluster;
	devnet: Devnet;
	/** Told of each request that the network gets, and of each answer that left. */
	listeners: Set<(moment: 'came' | 'answered', entry: RequestLogEntry) => void>;
	examples: Example[];
	/** Starts so many executions of the examples, whose answers take their time. */
	callExamples: (count: number) => Promise<void>;
	dice: Dice;
}

/** Kills something and resolves to what it was, once the process is dead. */
type Kill = (scene: Scene) => Promise<string>;

/** A poll's requests come every few seconds; a poll whose main was killed under durable cursors is taken up after its lease. */
const pollWaitMs = 240_000;

/** Kills main when a request of a poll has come, or when its answer has left and a moment has passed. */
const mainAtRequest =
	(moment: 'came' | 'answered'): Kill =>
	async ({ cluster, listeners, dice }) => {
		const nth = dice.between(1, 12);
		// Storing the memory and starting the execution takes n8n a few milliseconds after the last answer.
		const delayMs = moment === 'came' ? 0 : dice.between(0, 25);
		let left = nth;
		const { promise, resolve, reject } = Promise.withResolvers<string>();
		const kill = async (what: string) => {
			if (delayMs) await sleep(delayMs);
			await cluster.main.kill();
			resolve(`main, ${what}`);
		};
		const listen = (at: string, { rpcMethod, url }: RequestLogEntry) => {
			if (at !== moment || --left !== 0) return;
			const request = rpcMethod ?? url.replace(/\?.*/, '');
			const when = moment === 'came' ? 'before' : `${delayMs} ms after`;
			void kill(`${when} the answer to request ${nth} of the polls: ${request}`);
		};
		listeners.add(listen);
		const timer = setTimeout(() => reject(new Error('No poll came in four minutes')), pollWaitMs);
		try {
			return await promise;
		} finally {
			clearTimeout(timer);
			listeners.delete(listen);
		}
	};

/**
 * Kills main, and the next one when a request of its first polls has come. n8n 2.41.1 lets the triggers that it was
 * starting rest for two minutes then: the lease of their publication.
 */
const mainAtStart: Kill = async (scene) => {
	await scene.cluster.main.kill();
	return `main at its start, ${await mainAtRequest('came')(scene)}`;
};

/** Kills while executions of the examples wait for answers. */
const whileBusy =
	(choose: (scene: Scene) => { name: string; kill: () => Promise<void> | undefined }): Kill =>
	async (scene) => {
		const { devnet, dice, callExamples } = scene;
		devnet.faults([{ latencyMs: 1000 }]);
		await callExamples(10);
		await sleep(dice.between(200, 2000));
		const { name, kill } = choose(scene);
		await kill();
		devnet.faults([]);
		return `${name}, with work in hand`;
	};

const main: Kill = whileBusy(({ cluster }) => ({ name: 'main', kill: () => cluster.main.kill() }));
const worker: Kill = whileBusy(({ cluster, dice }) => {
	const chosen = dice.pick(cluster.workers);
	return { name: chosen.name, kill: () => chosen.kill() };
});
const service = (name: 'redis' | 'postgres'): Kill =>
	whileBusy(({ cluster }) => ({ name: cluster[name].name, kill: () => cluster[name].crash!() }));

export const kills: Record<string, Kill> = {
	'main before an answer': mainAtRequest('came'),
	'main after an answer': mainAtRequest('answered'),
	'main at its start': mainAtStart,
	main,
	worker,
	redis: service('redis'),
	postgres: service('postgres'),
};

/**
 * Which kills a round makes: each kind in turn, in an order of its own but the slow one last, without those that need a
 * server of ours.
 */
export function drawKills(dice: Dice, count: number, { redis, postgres }: Cluster): string[] {
	const slow = 'main at its start';
	const kinds = Object.keys(kills).filter(
		(kind) =>
			kind !== slow && (kind !== 'redis' || redis.crash) && (kind !== 'postgres' || postgres.crash),
	);
	const drawn: string[] = [];
	while (drawn.length < count) drawn.push(...dice.shuffle([...kinds]), slow);
	return drawn.slice(0, count);
}
