/** Thirty polls of an event of the polling trigger, disturbed, with a restart of n8n in between. */
import type { INodeExecutionData } from 'n8n-workflow';
import { type Devnet, startDevnet } from '../../devnet/devnet.mts';
import { type Dice, throwDice } from '../../devnet/ids.mts';
import type { Engine } from '../support/engine.mts';
import { openWatches, type Scene } from '../support/scenes.mts';
import { advanceClock, nextMoment, standAt } from './clock.mts';
import { connectTo } from './credentials.mts';
import { EventMeddler } from './meddle.mts';
import type { Proxy } from './proxy.mts';
import type { Judged, Result } from './report.mts';
import { judgeOutput } from './rules.mts';
import { Watched } from './watched.mts';

export const rounds = 30;
/** The last of them are not disturbed. */
export const disturbed = 25;
const restartAt = 15;
/** Seconds between polls: a feed settles within minutes or within hours. */
const intervals = [60, 900, 7200];
/** Requests of one poll: some 32 batches, whose 20 calls go alone where batches fail. */
export const mostRequests = 700;
/** The mock network has blocks of the last hours alone: looking for a time asks for many that are not there. */
const mostOfChain = 3500;
/** One case in so many has changes that cannot be seen. */
const unseenCases = 0.4;
export const configurations = ['usual engine', 'durable cursors'] as const;

export interface EventCase {
	number: number;
	seed: number;
	/** Of all rounds, those that are disturbed. */
	only?: number[];
}

const isChain = ({ parameters }: Scene): boolean =>
	parameters.watch === 'chain' && parameters.readFrom !== 'node';

/** How many of a scene happen at a time: more than a page now and then. */
export const drawCount = (scene: Scene, dice: Dice): number =>
	dice.chance(isChain(scene) ? 0.4 : 0.02) ? dice.between(101, 250) : dice.between(1, 3);

export const drawShares = (dice: Dice) => ({
	share: 0.8,
	unseenShare: dice.chance(unseenCases) ? 0.4 : 0,
});

class PolledCase {
	readonly results: Result[] = [];
	readonly broken: string[] = [];
	readonly meddler: EventMeddler;
	readonly name: string;
	private readonly engine: Engine;
	private readonly proxy: Proxy;
	private readonly scene: Scene;
	private readonly devnet: Devnet;
	private readonly dice: Dice;
	private readonly trigger: ReturnType<Engine['createPoll']>;
	private readonly shares: ReturnType<typeof drawShares>;
	private readonly most: number;
	/** Seconds between polls. */
	private readonly interval: number;
	private watched!: Watched;

	constructor(engine: Engine, proxy: Proxy, devnet: Devnet, { number, seed, only }: EventCase) {
		const scenes = openWatches(devnet).map(({ scene }) => scene);
		const scene = scenes[number % scenes.length]!;
		const configuration =
			configurations[Math.floor(number / scenes.length) % configurations.length]!;
		[this.engine, this.proxy, this.devnet, this.scene] = [engine, proxy, devnet, scene];
		this.name = `${scene.name}, ${configuration}`;
		this.dice = throwDice(seed, 'polled', number);
		this.shares = drawShares(this.dice);
		// A balance falls with time, which would be a change of its own.
		this.interval = scene.isState ? intervals[0]! : this.dice.pick(intervals);
		this.most = isChain(scene) ? mostOfChain : mostRequests;
		this.meddler = new EventMeddler(scene.name, [seed, 'polled', number], only);
		this.trigger = engine.createPoll('avalancheTrigger', scene.parameters, {
			credentials: connectTo(proxy.url),
			limits: { retries: 1 },
			durable: configuration === 'durable cursors',
		});
	}

	async play(): Promise<void> {
		const { dice, scene, trigger } = this;
		if (!scene.isState) await scene.happen(dice, 3);
		this.watched = new Watched(this.devnet, scene);
		if (dice.chance(0.2)) await this.poll(0, true);
		else await this.poll(undefined, true);
		for (let round = 1; round <= rounds; round++) {
			const mayHappen = dice.chance(0.5) && (!scene.isState || this.watched.isStateTold);
			if (mayHappen) await scene.happen(dice, scene.isState ? 1 : drawCount(scene, dice));
			if (round === disturbed) this.meddler.end(true);
			await this.poll(round < disturbed ? round : undefined);
			if (round === restartAt) trigger.restart();
		}
		this.meddler.end(true);
		for (let more = 0; more < 15 && !this.watched.isComplete; more++) await this.poll(undefined);
		await this.poll(undefined);
		this.broken.push(...this.watched.judge());
	}

	/** One poll, disturbed where it has a round; an activation that fails is made again. */
	private async poll(round: number | undefined, isActivation = false): Promise<void> {
		const { proxy, meddler, trigger, engine, watched } = this;
		advanceClock(this.interval);
		if (round === undefined) meddler.end();
		else meddler.begin(round, this.shares);
		const already = meddler.applied.length;
		proxy.begin(meddler, this.most);
		engine.logLines.length = 0;
		let items: INodeExecutionData[] = [];
		let error: (Error & { description?: string }) | undefined;
		try {
			items = (await (isActivation ? trigger.activate() : trigger.poll())) ?? [];
		} catch (failure) {
			error = failure as Error;
		}
		meddler.end();
		const [applied, active] = [meddler.applied.slice(already), meddler.activeSince(already)];
		await watched.take(
			items.map(({ json }) => json),
			active,
		);
		this.broken.push(...judgeOutput(items, [error], engine.logLines));
		if (proxy.requests > this.most)
			this.broken.push(`a poll sends requests without end: ${proxy.requests}`);
		if (error && !active.length)
			this.broken.push(`a poll that nothing disturbed failed: ${error.message}`);
		const isGap = items.some(({ json }) => ['gap', 'unreadable'].includes(String(json.event)));
		for (const { unseen } of applied)
			this.results.push(error ? 'refused' : isGap ? 'gap' : unseen ? 'unseen' : 'right');
		if (error && isActivation) {
			// A record that stays wrong would refuse it for ever.
			meddler.end(true);
			await this.poll(undefined, true);
		}
	}
}

/** Plays a case on a network of its own. */
export async function playPolled(engine: Engine, proxy: Proxy, event: EventCase): Promise<Judged> {
	standAt(nextMoment());
	const devnet = await startDevnet({ validators: 10, rewards: 20 });
	proxy.standBefore(devnet.url);
	const played = new PolledCase(engine, proxy, devnet, event);
	await played.play().finally(async () => await devnet.close());
	const { name, results, broken, meddler } = played;
	return { name, results, broken: [...new Set(broken)], disturbances: meddler.applied };
}
