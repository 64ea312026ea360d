/**
 * Simulated crashes, through n8n's own classes: a trigger polls, n8n dies at a step of the poll and starts again from
 * what it had stored, now and then it dies again while it starts. A history is so many crashes of one trigger, and
 * depends on the seed and its number alone.
 */
import { advanceClock } from './clock.mts';
import type { INodeParameters } from 'n8n-workflow';
import { startDevnet } from '../../devnet/devnet.mts';
import type { Devnet } from '../../devnet/devnet.mts';
import { throwDice } from '../../devnet/ids.mts';
import type { Dice } from '../../devnet/ids.mts';
import { credentialsFor } from '../support/engine.mts';
import type { Engine } from '../support/engine.mts';
import { MortalTrigger, type DeathPoint } from './mortal.mts';
import { countNames, listMore, listScenes, type Scene } from '../support/scenes.mts';

const crashesOfHistory = 10;
/** A network's history grows with all that happens: after so many histories there is a new one. */
const historiesOfNetwork = 100;
const secondsBetweenPolls = 60;

interface Configuration {
	title: string;
	durable: boolean;
	/** Whether the last items come again. */
	redelivers: boolean;
	options: INodeParameters;
}
/** Watches redeliver by default, and feeds where that is chosen. */
const configurationsOf = ({ isState }: Scene): Configuration[] => {
	const kind = isState ? 'validators, nodes and balances' : 'feeds';
	const usual = (redeliver: boolean): Configuration => {
		const isDefault = redeliver === isState;
		return {
			title: `${kind}: usual engine, Redeliver After Restart ${redeliver ? 'on' : 'off'}${isDefault ? ' (default)' : ''}`,
			durable: false,
			redelivers: redeliver,
			options: isDefault ? {} : { redeliver },
		};
	};
	const durable = { title: `${kind}: durable cursors`, durable: true, redelivers: false };
	return [usual(isState), usual(!isState), { ...durable, options: {} }];
};
const configurationCount = 3;

/** What one history, or many, came to. */
interface Outcome {
	crashes: number;
	happened: number;
	/** Never received; and those of them that n8n dropped between storing the memory and the execution. */
	lost: number;
	dropped: number;
	/** Received again with the same event ID; and those of them whose memory n8n had not stored. */
	again: number;
	forgotten: number;
}
export interface Report {
	/** By the title of their configuration. */
	outcomes: Map<string, Outcome>;
	points: Map<DeathPoint, number>;
	/** What docs/guarantees.md excludes, in words. */
	broken: string[];
}

class History {
	readonly deaths: DeathPoint[] = [];
	starts = 0;
	readonly trigger: MortalTrigger;
	private readonly devnet: Devnet;
	private readonly scene: Scene;
	private readonly dice: Dice;
	private before = new Map<string, number>();

	constructor(devnet: Devnet, scene: Scene, trigger: MortalTrigger, dice: Dice) {
		[this.devnet, this.scene, this.trigger, this.dice] = [devnet, scene, trigger, dice];
	}

	/** What happened since the watch began. */
	get happened(): Map<string, number> {
		return countNames(listMore(countNames(this.scene.listHappened()), this.before));
	}

	async play(): Promise<void> {
		const { dice, scene, trigger } = this;
		// What is wrong at the beginning would be reported too.
		if (scene.isState && scene.listHappened().length % 2) await scene.happen(dice, 1);
		this.before = countNames(scene.listHappened());
		await this.poll({ isStart: true });
		while (this.deaths.length < crashesOfHistory) {
			const isBurst = !scene.isState && dice.chance(0.005);
			await scene.happen(dice, isBurst ? dice.between(101, 130) : dice.between(1, 3));
			await this.crash({ isStart: false });
			while (dice.chance(0.4) && this.deaths.length < crashesOfHistory)
				await this.crash({ isStart: true });
			await this.poll({ isStart: true });
			if (isBurst) await this.settle();
		}
		trigger.restart();
		await this.poll({ isStart: true });
		await this.settle();
	}

	/** Polls until nothing new comes. */
	private async settle(): Promise<void> {
		const { received } = this.trigger;
		for (let count = -1; count < received.length; ) {
			count = received.length;
			await this.poll({ isStart: false });
		}
	}

	private async poll(
		options: Parameters<MortalTrigger['poll']>[0],
	): Promise<DeathPoint | undefined> {
		advanceClock(secondsBetweenPolls);
		if (options?.isStart) this.starts++;
		return await this.trigger.poll(options);
	}

	/** A poll or a start in which n8n dies; now and then a request of it fails before. */
	private async crash({ isStart }: { isStart: boolean }): Promise<void> {
		const { dice, trigger, devnet } = this;
		const endsAt = dice.between(1, trigger.longest + 1);
		const isExecutionFirst = dice.chance(0.3);
		const isFailing = dice.chance(0.1);
		if (isFailing) devnet.faults([{ status: 503, skip: dice.between(0, 2), times: 1 }]);
		const death = await this.poll({ isStart, endsAt, isExecutionFirst }).catch((error: unknown) => {
			if (!isFailing) throw error;
			return 'between polls' as const;
		});
		devnet.faults([]);
		this.deaths.push(death!);
		trigger.restart();
	}
}

const idOf = ({ eventId }: { eventId?: unknown }) => eventId as string;

/** What a history came to, and what of it the guarantees exclude. */
function judge(
	{ trigger, happened, deaths, starts }: History,
	{ nameOf, isState, isAbout = () => true }: Scene,
	{ redelivers }: Configuration,
): { outcome: Outcome; broken: string[] } {
	const { received } = trigger;
	const once = [...new Map(received.map((item) => [idOf(item), item])).values()].filter(isAbout);
	const came = countNames(once.map(nameOf));
	const lost = listMore(happened, came);
	// What a condition is called depends on when it was first seen, and that was forgotten.
	const renamed = isState ? trigger.forgotten.map(nameOf) : [];
	const invented = listMore(countNames(listMore(came, happened)), countNames(renamed));
	const times = countNames(received.map(idOf));
	const ids = new Set(times.keys());
	const dropped = trigger.dropped.filter((item) => isAbout(item) && !ids.has(idOf(item)));
	const again = [...times].filter(([, count]) => count > 1);
	const forgotten = countNames(trigger.forgotten.map(idOf));
	const broken: string[] = [];
	const unexplained = listMore(countNames(lost), countNames(dropped.map(nameOf)));
	if (unexplained.length) broken.push(`lost: ${unexplained.join(', ')}`);
	if (redelivers && lost.length) broken.push(`lost with redelivery: ${lost.join(', ')}`);
	if (invented.length)
		broken.push(`never happened, or came with another ID: ${invented.join(', ')}`);
	for (const [id, count] of again) {
		const allowed = redelivers ? starts : (forgotten.get(id) ?? 0);
		if (count - 1 > allowed) broken.push(`${id} came ${count} times`);
	}
	const sum = (counts: Iterable<number>) => [...counts].reduce((a, b) => a + b, 0);
	const repeats = sum(again.map(([, count]) => count - 1));
	return {
		outcome: {
			crashes: deaths.length,
			happened: sum(happened.values()),
			lost: lost.length,
			dropped: lost.length - unexplained.length,
			again: repeats,
			forgotten: redelivers ? 0 : repeats,
		},
		broken,
	};
}

/** Plays the histories that have the crashes from `from` on, `count` of them. */
export async function crash(
	engine: Engine,
	{ seed, from, count }: { seed: number; from: number; count: number },
	onProgress: (reached: number, report: Report) => void,
): Promise<Report> {
	const none = (): Outcome => ({
		crashes: 0,
		happened: 0,
		lost: 0,
		dropped: 0,
		again: 0,
		forgotten: 0,
	});
	const report: Report = { outcomes: new Map(), points: new Map(), broken: [] };
	const [first, last] = [from, from + count].map((crashes) =>
		Math.ceil(crashes / crashesOfHistory),
	);
	let devnet: Devnet | undefined;
	let scenes: Scene[] = [];
	for (let number = first!; number < last!; number++) {
		if (!devnet || number % historiesOfNetwork === 0) {
			await devnet?.close();
			devnet = await startDevnet({ validators: 10, rewards: 20 });
			// A crash may leave one poll alone between two changes.
			scenes = listScenes(devnet).filter(({ comparesPolls }) => !comparesPolls);
		}
		const scene = scenes[number % scenes.length]!;
		const configuration =
			configurationsOf(scene)[Math.floor(number / scenes.length) % configurationCount]!;
		const { durable, title } = configuration;
		const options = { ...(scene.parameters.options as object), ...configuration.options };
		const credentials = credentialsFor(devnet.url);
		const dice = throwDice(seed, 'crashes', number);
		const trigger = new MortalTrigger(
			engine,
			{ ...scene.parameters, options },
			{ credentials, durable },
		);
		const history = new History(devnet, scene, trigger, dice);
		const place = `crashes ${number * crashesOfHistory} on: ${scene.name}, ${title}`;
		await history.play().catch((error: Error) => {
			throw new Error(`${place}: ${error.message}`, { cause: error });
		});
		const { outcome, broken } = judge(history, scene, configuration);
		const total = report.outcomes.get(title) ?? none();
		report.outcomes.set(title, total);
		for (const [name, value] of Object.entries(outcome)) total[name as keyof Outcome] += value;
		for (const [point, times] of countNames(history.deaths))
			report.points.set(point as DeathPoint, (report.points.get(point as DeathPoint) ?? 0) + times);
		report.broken.push(...broken.map((text) => `${place}: ${text}`));
		devnet.clearLog();
		engine.logLines.length = 0;
		onProgress((number + 1) * crashesOfHistory, report);
	}
	await devnet?.close();
	return report;
}
