/**
 * npm run test:queue: kills processes of n8n in queue mode, and compares what happened with what its workflows received.
 *
 * --kills 100        how many, over all engines; 5 by default
 * --executions 500   of the examples, meanwhile; 5 for each kill by default
 * --seed 1           chooses what is killed and when
 * --engine durable   only this engine; all by default
 *
 * A run with the same seed and numbers goes on where it stopped: after each round, its result is in test/queue/results/.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engines, runRound } from './round.mts';
import type { Engine, RoundResult } from './round.mts';
import { prepareServices } from './services.mts';

const { values } = parseArgs({
	options: {
		kills: { type: 'string', default: '5' },
		executions: { type: 'string' },
		seed: { type: 'string', default: '1' },
		engine: { type: 'string' },
	},
});
const killCount = Number(values.kills);
const executions = Number(values.executions ?? 5 * killCount);
const chosen = (Object.keys(engines) as Engine[]).filter(
	(engine) => engine === (values.engine ?? engine),
);
if (!(killCount > 0) || !(executions >= 0) || chosen.length === 0) {
	console.error(`--kills and --executions are numbers, --engine is ${Object.keys(engines)}`);
	process.exit(2);
}

/** Kills of one round: a fresh n8n for each, so that a run can go on after any. */
const killsOfRound = 5;

/** Each engine's share of the kills, by the number of its configurations; the first one has what is left over. */
function share(): Record<string, number> {
	const weights = chosen.map((engine) => engines[engine].redelivering.length);
	const all = weights.reduce((sum, weight) => sum + weight, 0);
	const shares = weights.map((weight) => Math.floor((killCount * weight) / all));
	shares[0]! += killCount - shares.reduce((sum, n) => sum + n, 0);
	return Object.fromEntries(chosen.map((engine, i) => [engine, shares[i]!]));
}

const folder = 'test/queue/results';
const run = `${chosen.join('-')}-${killCount}-kills-${executions}-executions-seed-${values.seed}`;
const file = join(folder, `${run}.json`);
/** Results of the rounds that are over, by engine. */
const done: Partial<Record<Engine, RoundResult[]>> = existsSync(file)
	? JSON.parse(readFileSync(file, 'utf8'))
	: {};

async function runEngine(engine: Engine, kills: number): Promise<void> {
	const rounds = (done[engine] ??= []);
	if (rounds.length) console.log(`${engine}: going on after ${rounds.length} rounds (${file})`);
	for (let i = rounds.length; i * killsOfRound < kills; i++) {
		const tell = (line: string) => {
			const seconds = String(Math.round(performance.now() / 1000));
			console.log(`${seconds.padStart(5)} s  ${engine}, round ${i + 1}: ${line}`);
		};
		const own = Math.min(kills - i * killsOfRound, killsOfRound);
		rounds.push(
			await runRound({
				engine,
				seed: `${values.seed}/${engine}/${i}`,
				killCount: own,
				executions: Math.ceil((executions * own) / killCount),
				tell,
			}),
		);
		writeFileSync(file, JSON.stringify(done, null, '\t'));
	}
}

// The processes that run end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
process.setMaxListeners(0);

prepareServices();
mkdirSync(folder, { recursive: true });
console.log(`${killCount} kills, seed ${values.seed}`);
const shares = share();
for (const engine of chosen) await runEngine(engine, shares[engine]!);

const results = chosen.flatMap((engine) => done[engine]!);
const numbers = ['kills', 'events', 'lost', 'doubled', 'doubledAnew', 'interrupted'] as const;
const lines = Map.groupBy(
	results.flatMap(({ tallies }) => tallies),
	({ configuration }) => configuration,
);
const table = [...lines].map(([title, tallies]) => {
	const sums = numbers.map((name) => [name, tallies.reduce((sum, tally) => sum + tally[name], 0)]);
	return [title, Object.fromEntries(sums) as Record<(typeof numbers)[number], number>] as const;
});
console.table(Object.fromEntries(table));
const examples: Record<string, number> = {};
for (const { examples: counts } of results)
	for (const [status, n] of Object.entries(counts)) examples[status] = (examples[status] ?? 0) + n;
console.log('Executions of the examples:', examples);

/** What docs/guarantees.md excludes. */
const broken = table.flatMap(([title, { lost, doubled, doubledAnew }]) => [
	...(doubledAnew ? [`${title}: ${doubledAnew} doubled under another eventId`] : []),
	...(doubled && !title.includes('Redeliver') ? [`${title}: ${doubled} doubled`] : []),
	...(lost && title !== 'usual engine' ? [`${title}: ${lost} lost`] : []),
]);
for (const line of broken) console.error(line);
process.exit(broken.length ? 1 : 0);
