/** Thirty heads of an event of the stream trigger, disturbed, with a restart of n8n in between. */
import type { IDataObject } from 'n8n-workflow';
import { type Devnet, startDevnet } from '../../devnet/devnet.mts';
import { type Dice, throwDice } from '../../devnet/ids.mts';
import type { Engine } from '../support/engine.mts';
import { PublishedStream } from '../support/publishedStream.mts';
import { openWatches, type Scene } from '../support/scenes.mts';
import { nextMoment, realTimeout, runFrom } from './clock.mts';
import { connectTo } from './credentials.mts';
import { EventMeddler } from './meddle.mts';
import { disturbed, drawShares, type EventCase, mostRequests, rounds } from './polled.mts';
import type { Proxy } from './proxy.mts';
import type { Judged, Result } from './report.mts';
import { judgeOutput } from './rules.mts';
import { Watched } from './watched.mts';

const restartAt = 15;
/** Real ms: for what a head brings, for all that is left in the end, and for what comes twice. */
const [msOfHead, msOfEnd, msOfRepeats] = [25, 6000, 60];

class StreamedCase {
	readonly results: Result[] = [];
	readonly broken: string[] = [];
	readonly meddler: EventMeddler;
	readonly name: string;
	private readonly engine: Engine;
	private readonly proxy: Proxy;
	private readonly scene: Scene;
	private readonly devnet: Devnet;
	private readonly dice: Dice;
	private readonly stream: PublishedStream;
	private readonly shares: ReturnType<typeof drawShares>;
	/** The heads at which n8n's database is away. */
	private readonly storageAway: Set<number>;
	private watched!: Watched;
	private taken = 0;
	private failed = 0;
	/** Whether n8n has the workflow active; it tries again where a trigger reported that it cannot go on. */
	private isActive = false;
	private ended = 0;

	constructor(engine: Engine, proxy: Proxy, devnet: Devnet, { number, seed, only }: EventCase) {
		const scenes = openWatches(devnet, { streams: true }).flatMap(({ scene }) =>
			scene.isStream ? [scene] : [],
		);
		const scene = scenes[number % scenes.length]!;
		[this.engine, this.proxy, this.devnet, this.scene] = [engine, proxy, devnet, scene];
		this.dice = throwDice(seed, 'streamed', number);
		this.shares = drawShares(this.dice);
		const outages = throwDice(seed, 'storage', number);
		this.storageAway = new Set([
			outages.between(2, restartAt - 1),
			outages.between(2, disturbed - 1),
		]);
		this.storageAway.delete(restartAt);
		const backFillLimit = this.dice.pick([0, 1000]);
		this.name = `${scene.name}${backFillLimit ? ', Back-Fill Limit' : ''}`;
		this.meddler = new EventMeddler(scene.name, [seed, 'streamed', number], only);
		const parameters = {
			...scene.parameters,
			options: { ...(backFillLimit && { backFillLimit }) },
		};
		this.stream = new PublishedStream(engine.openTrigger, parameters, connectTo(proxy.url));
	}

	async play(): Promise<void> {
		const { dice, scene, meddler, stream, proxy } = this;
		await scene.happen(dice, 3);
		this.watched = new Watched(this.devnet, scene);
		this.engine.logLines.length = 0;
		await this.activate('activate');
		for (let round = 1; round <= rounds; round++) {
			if (round < disturbed) meddler.begin(round, this.shares);
			else meddler.end(true);
			const already = meddler.applied.length;
			proxy.begin(meddler, mostRequests);
			stream.isStorageAway = this.storageAway.has(round);
			if (round === restartAt) await stream.kill();
			if (round === restartAt || !this.isActive) await this.activate('init');
			await scene.happen(dice, dice.between(1, 2));
			await this.waitFor(msOfHead);
			await this.take(already);
		}
		proxy.begin();
		if (!this.isActive) await this.activate('init');
		await this.waitFor(msOfEnd);
		await realTimeout(msOfRepeats);
		await this.take(meddler.applied.length);
		this.broken.push(...this.watched.judge());
		const said = [...stream.errors, ...stream.failures];
		this.broken.push(...judgeOutput([], said, this.engine.logLines));
	}

	private async activate(mode: 'activate' | 'init'): Promise<void> {
		const { stream } = this;
		await stream.close();
		this.isActive = await stream.activate(mode).then(
			() => true,
			() => false,
		);
		this.ended = stream.errors.length;
	}

	private async waitFor(ms: number): Promise<void> {
		for (const end = process.hrtime.bigint() + BigInt(ms * 1e6); process.hrtime.bigint() < end; ) {
			await realTimeout(3);
			if (this.peek()) return;
		}
	}

	/** Whether nothing is missing. */
	private peek(): boolean {
		const { watched, stream, taken } = this;
		return watched.isCompleteWith(stream.items.slice(taken));
	}

	private newItems(): IDataObject[] {
		const items = this.stream.items.slice(this.taken);
		this.taken += items.length;
		return items;
	}

	private async take(already: number): Promise<void> {
		const { watched, meddler, stream, proxy } = this;
		const applied = meddler.applied.slice(already);
		const items = this.newItems();
		await watched.take(items, meddler.activeSince(already));
		this.broken.push(
			...judgeOutput(
				items.map((json) => ({ json })),
				[],
				[],
			),
		);
		if (proxy.requests > mostRequests)
			this.broken.push(`requests without end: ${proxy.requests} for one head`);
		if (stream.errors.length > this.ended) this.isActive = false;
		const hasFailed = !this.isActive || stream.failures.length > this.failed;
		this.failed = stream.failures.length;
		const isGap = items.some(({ event }) => event === 'gap');
		for (const { unseen } of applied)
			this.results.push(hasFailed ? 'refused' : isGap ? 'gap' : unseen ? 'unseen' : 'right');
	}

	async close(): Promise<void> {
		await this.stream.kill();
	}
}

/** Plays a case on a network of its own. */
export async function playStreamed(
	engine: Engine,
	proxy: Proxy,
	event: EventCase,
): Promise<Judged> {
	runFrom(nextMoment());
	const devnet = await startDevnet({ validators: 10, rewards: 0 });
	proxy.standBefore(devnet.url);
	const played = new StreamedCase(engine, proxy, devnet, event);
	await played.play().finally(async () => {
		await played.close();
		proxy.cutSockets();
		await devnet.close();
	});
	const { name, results, broken, meddler } = played;
	return { name, results, broken: [...new Set(broken)], disturbances: meddler.applied };
}
