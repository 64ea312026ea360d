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
import {
	compareWatches,
	countNames,
	isAllReceived,
	listExpected,
	listMore,
	namesIn,
	openWatches,
} from '../support/scenes.mts';

/** The heap may grow by this share from the end of the first tenth on. */
const mostGrowth = 0.1;
const secondsBetweenPolls = 60;

/** What goes wrong during one poll: answers that fail, break off, are no JSON or say that there were too many. */
export const drawFaults = (dice: Dice): Fault[] =>
	dice.pick<Fault[]>([
		[],
		[],
		[{ random: { seed: dice.between(1, 1e9), errors: 0.2, cuts: 0.2 } }],
		[{ random: { seed: dice.between(1, 1e9), errors: 0.6, cuts: 0.3 } }],
		[{ host: 'data', status: 429, retryAfter: 30, skip: dice.between(0, 3), times: 3 }],
		[{ body: dice.pick(['html', 'half', 'empty']), skip: dice.between(0, 9), times: 3 }],
		[{ status: 503, times: dice.between(1, 20) }],
	]);

export interface Soaked {
	/** Without `polls` where n8n decides when it polls. */
	rows: Array<{ event: string; polls?: number; failed: number; events: number; received: number }>;
	/** What is not as promised, in words. */
	broken: string[];
	/** Before the first poll, after each tenth of them, and at the end. */
	measured: Measured[];
}

/** What is not as promised of a process: measured before the first poll, after each tenth of them, and at the end. */
export function compareMeasures(measured: Measured[]): string[] {
	const [start, tenth] = measured as [Measured, Measured];
	const end = measured.at(-1)!;
	const growth = end.heapMiB / tenth.heapMiB - 1;
	const left = listMore(countNames(end.handles), countNames(start.handles));
	return [
		...(growth > mostGrowth ? [`the heap grew by ${(growth * 100).toFixed(1)} percent`] : []),
		...(left.length ? [`left open: ${left.join(', ')}`] : []),
	];
}

/** Makes the polls. */
export async function soak(
	{ seed, polls }: { seed: number; polls: number },
	onProgress: (polls: number) => void = () => {},
): Promise<Soaked> {
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
	const watches = openWatches(devnet);
	const failed = watches.map(() => 0);
	let made = 0;
	const take = ({ polled = [] }: Answer): void => {
		made++;
		for (const [i, { items, error }] of polled.entries()) {
			const { scene, received } = watches[i]!;
			received.push(...namesIn(scene, items));
			if (error !== undefined) failed[i]!++;
		}
		devnet.clearLog();
	};
	const poll = async (job: Job = {}): Promise<void> => {
		advanceClock(secondsBetweenPolls);
		take(await ask({ ...job, pollAt: Date.now() }));
	};
	const measure = async (): Promise<Measured> => (await ask({ measure: true })).measured!;

	const measured = [await measure()];
	const triggers = watches.map(({ scene }) => scene.parameters);
	await poll({ publish: { url: devnet.url, triggers } });
	while (made < polls) {
		for (const { scene } of watches.filter((watch) => !watch.scene.isState || isAllReceived(watch)))
			if (dice.chance(0.2)) await scene.happen(dice, dice.between(1, 2));
		devnet.faults(drawFaults(dice));
		await poll();
		devnet.faults([]);
		if (made % Math.ceil(polls / 10) === 0) measured.push(await measure());
		onProgress(made);
	}
	for (let more = 0; more < 30 && !watches.every(isAllReceived); more++) await poll();
	// What comes twice would come by now.
	await poll();
	measured.push(await measure());
	child.disconnect();
	await once(child, 'exit');
	await devnet.close();

	return {
		rows: watches.map((watch, i) => ({
			event: watch.scene.name,
			polls: made,
			failed: failed[i]!,
			events: listExpected(watch).length,
			received: watch.received.length,
		})),
		broken: [...compareWatches(watches), ...compareMeasures(measured)],
		measured,
	};
}
