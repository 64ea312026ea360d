/**
 * So many polls of each event, a minute apart by the clock of the soak, against a mock network that fails at random:
 * every event comes once, the memory stays as it is, and nothing stays open.
 */
import { advanceClock } from './clock.mts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startDevnet } from '../../devnet/devnet.mts';
import type { Fault } from '../../devnet/devnet.mts';
import { throwDice } from '../../devnet/ids.mts';
import type { Dice } from '../../devnet/ids.mts';
import type { Answer, Job, Measured } from './polled.mts';
import { countNames, listMore, listScenes, type Scene } from './scenes.mts';

/** The heap may grow by this share from the end of the first tenth on. */
const mostGrowth = 0.1;
const secondsBetweenPolls = 60;

/** What goes wrong during one poll: answers that fail, break off, are no JSON or say that there were too many. */
const drawFaults = (dice: Dice): Fault[] =>
	dice.pick<Fault[]>([
		[],
		[],
		[{ random: { seed: dice.between(1, 1e9), errors: 0.2, cuts: 0.2 } }],
		[{ random: { seed: dice.between(1, 1e9), errors: 0.6, cuts: 0.3 } }],
		[{ host: 'data', status: 429, retryAfter: 30, skip: dice.between(0, 3), times: 3 }],
		[{ body: dice.pick(['html', 'half', 'empty']), skip: dice.between(0, 9), times: 3 }],
		[{ status: 503, times: dice.between(1, 20) }],
	]);

/** A trigger, and what it has had to say. */
interface Watch {
	scene: Scene;
	before: Map<string, number>;
	received: string[];
	failed: number;
	polls: number;
}
const listExpected = ({ scene, before }: Watch): string[] =>
	listMore(countNames(scene.listHappened()), before);

export interface Soaked {
	event: string;
	polls: number;
	'failed polls': number;
	events: number;
	received: number;
}

/** Makes the polls; `broken` names in words what is not as promised. */
export async function soak(
	{ seed, polls }: { seed: number; polls: number },
	onProgress: (polls: number, measured?: Measured) => void = () => {},
): Promise<{ rows: Soaked[]; broken: string[]; measured: Measured[] }> {
	const dice = throwDice(seed, 'polls');
	const devnet = await startDevnet({ validators: 10, rewards: 20 });
	const child = fork('test/soak/polled.mts', {
		execArgv: ['--expose-gc', '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
	});
	await once(child, 'message');
	const ask = async (job: Job): Promise<Answer> => {
		child.send(job);
		const [answer] = (await once(child, 'message')) as [Answer];
		return answer;
	};
	const watches = listScenes(devnet).map((scene): Watch => {
		const before = countNames(scene.listHappened());
		return { scene, before, received: [], failed: 0, polls: 0 };
	});
	const take = ({ polled = [] }: Answer): void => {
		for (const [i, { items, error }] of polled.entries()) {
			const watch = watches[i]!;
			watch.polls++;
			watch.received.push(...items.map(watch.scene.nameOf));
			if (error !== undefined) watch.failed++;
		}
		devnet.clearLog();
	};
	const poll = async (job: Job = {}): Promise<void> => {
		advanceClock(secondsBetweenPolls);
		take(await ask({ ...job, pollAt: Date.now() }));
	};
	const isAllReceived = (watch: Watch) => watch.received.length >= listExpected(watch).length;
	const measure = async (): Promise<Measured> => (await ask({ measure: true })).measured!;

	const atStart = await measure();
	const triggers = watches.map(({ scene }) => scene.parameters);
	await poll({ publish: { url: devnet.url, triggers } });
	let atTenth: Measured | undefined;
	for (let made = 1; made < polls; made++) {
		for (const { scene } of watches.filter((watch) => !watch.scene.isState || isAllReceived(watch)))
			if (dice.chance(0.2)) await scene.happen(dice, dice.between(1, 2));
		devnet.faults(drawFaults(dice));
		await poll();
		devnet.faults([]);
		if (made === Math.ceil(polls / 10)) atTenth = await measure();
		onProgress(made, atTenth);
	}
	for (let more = 0; more < 30 && !watches.every(isAllReceived); more++) await poll();
	// What comes twice would come by now.
	await poll();
	const atEnd = await measure();
	child.disconnect();
	await once(child, 'exit');
	await devnet.close();

	const broken: string[] = [];
	for (const watch of watches) {
		const [happened, received] = [countNames(listExpected(watch)), countNames(watch.received)];
		const say = (what: string, list: string[]) =>
			list.length &&
			broken.push(`${watch.scene.name}: ${list.length} ${what}: ${list.slice(0, 5)}`);
		say('never came', listMore(happened, received));
		say('came too often', listMore(received, happened));
	}
	const growth = atEnd.heapMiB / atTenth!.heapMiB - 1;
	if (growth > mostGrowth) broken.push(`the heap grew by ${(growth * 100).toFixed(1)} percent`);
	const left = listMore(countNames(atEnd.handles), countNames(atStart.handles));
	if (left.length) broken.push(`left open: ${left.join(', ')}`);
	const rows = watches.map((watch) => ({
		event: watch.scene.name,
		polls: watch.polls,
		'failed polls': watch.failed,
		events: listExpected(watch).length,
		received: watch.received.length,
	}));
	return { rows, broken, measured: [atStart, atTenth!, atEnd] };
}
