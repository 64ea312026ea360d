/**
 * npm run test:soak: what weeks of polls, or a hundred thousand crashes, do to the trigger.
 *   -- crashes [--seed S] [--count N] [--from I]   n8n dies at N steps of polls; goes on where it stopped with --from
 *   -- polls [--seed S] [--polls N]                N polls of each event, against a network that fails at random
 *   -- running [--minutes M]                       the same in a running n8n, in real time
 * Without a command: short forms of the first two, for .ci/run.
 */
import { parseArgs } from 'node:util';
import './clock.mts';
import { loadEngine } from '../support/engine.mts';
import { countNames } from '../support/scenes.mts';
import { crash, type Report } from './crashes.mts';
import { soak, type Soaked } from './polls.mts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		seed: { type: 'string', default: '1' },
		count: { type: 'string', default: '100000' },
		from: { type: 'string', default: '0' },
		polls: { type: 'string', default: '1440' },
		minutes: { type: 'string', default: '30' },
	},
});
const seed = Number(values.seed);
const crashesOfTable = 5000;

function printCrashes({ outcomes, points, broken }: Report): void {
	console.table(
		[...outcomes].sort().map(([configuration, outcome]) => ({
			configuration,
			crashes: outcome.crashes,
			events: outcome.happened,
			lost: outcome.lost,
			'execution not stored': outcome.dropped,
			'received again': outcome.again,
			'memory not stored': outcome.forgotten,
		})),
	);
	console.log([...points].map(([point, times]) => `${point}: ${times}`).join(', '));
	printBroken(broken);
}

function printBroken(broken: string[]): void {
	for (const text of broken.slice(0, 50)) console.log(`BROKEN ${text}`);
	console.log(broken.length ? `${broken.length} broken promises` : 'No promise is broken');
}

/** Prints the table now and then, and where it stopped when it is interrupted. */
async function runCrashes(count: number, from: number): Promise<boolean> {
	console.log(`${count} crashes from ${from} on, seed ${seed}`);
	const engine = await loadEngine();
	const started = performance.now();
	let isInterrupted = false;
	process.once('SIGINT', () => (isInterrupted = true));
	let said = from;
	const report = await crash(engine, { seed, from, count }, (reached, soFar) => {
		if (!isInterrupted && reached - said < crashesOfTable) return;
		said = reached;
		printCrashes(soFar);
		console.log(`${secondsSince(started)} s; to go on from here: --seed ${seed} --from ${reached}`);
		if (isInterrupted) process.exit(soFar.broken.length ? 1 : 0);
	});
	engine.close();
	printCrashes(report);
	return report.broken.length === 0;
}

const secondsSince = (started: number): number => Math.round((performance.now() - started) / 1000);

function printSoak({ rows, broken, measured }: Soaked): boolean {
	console.table(rows);
	const [start, ...later] = measured.map(({ heapMiB }) => heapMiB.toFixed(1));
	console.log(
		`heap in MiB: ${start} before, then after each tenth and at the end ${later.join(', ')}`,
	);
	const handles = countNames(measured.at(-1)!.handles);
	console.log(`open at the end: ${[...handles].map(([name, n]) => `${n} ${name}`).join(', ')}`);
	printBroken(broken);
	return broken.length === 0;
}

async function runPolls(polls: number): Promise<boolean> {
	console.log(`${polls} polls of each event, seed ${seed}`);
	const started = performance.now();
	const soaked = await soak({ seed, polls }, (made) => {
		if (made % 100 === 0) console.log(`${made} polls after ${secondsSince(started)} s`);
	});
	return printSoak(soaked);
}

async function runInN8n(minutes: number): Promise<boolean> {
	console.log(`${minutes} minutes in a running n8n, seed ${seed}`);
	// The others need no server of n8n.
	const { soakRunning } = await import('./running.mts');
	return printSoak(
		await soakRunning({ seed, minutes }, (minute) => console.log(`minute ${minute}`)),
	);
}

/** What .ci/run has the time for. */
const runShort = async (): Promise<boolean> =>
	[await runCrashes(1000, 0), await runPolls(100)].every(Boolean);

const commands: Record<string, () => Promise<boolean>> = {
	crashes: async () => await runCrashes(Number(values.count), Number(values.from)),
	polls: async () => await runPolls(Number(values.polls)),
	running: async () => await runInN8n(Number(values.minutes)),
};
const [command] = positionals;
const run = command === undefined ? runShort : commands[command];
if (!run) throw new Error(`No command ${command}: there are ${Object.keys(commands).join(', ')}`);
process.exit((await run()) ? 0 : 1);
