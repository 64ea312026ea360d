/**
 * npm run test:queue: kills processes of n8n in queue mode, and compares what happened with what its workflows received.
 *
 * --kills 100        how many, over all engines; 5 by default
 * --executions 500   of the examples, meanwhile; 5 for each kill by default
 * --seed 1           chooses what is killed and when
 * --engine durable   only this engine; all by default
 *
 * A run with the same seed and numbers goes on where it stopped: after each round, its result is in test/queue/results/.
 * What is complete is moved to <name>.complete.json, and the next run begins anew.
 */
import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster.mts';
import type { Cluster } from './cluster.mts';
import { keepDeliveries } from './deliveries.mts';
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

/** Kills of one round, after which a run can go on. */
const killsOfRound = 7;

/** Each engine's share of the kills, by the number of its configurations; the first one has what is left over. */
function share(): Record<string, number> {
	const weights = chosen.map((engine) => engines[engine].redelivering.length);
	const all = weights.reduce((sum, weight) => sum + weight, 0);
	const shares = weights.map((weight) => Math.floor((killCount * weight) / all));
	shares[0]! += killCount - shares.reduce((sum, n) => sum + n, 0);
	return Object.fromEntries(chosen.map((engine, i) => [engine, shares[i]!]));
}

const run = `${chosen.join('-')}-${killCount}-kills-${executions}-executions-seed-${values.seed}`;
const file = join('test/queue/results', `${run}.json`);
/** Results of the rounds that are over, by engine. */
const done: Partial<Record<Engine, RoundResult[]>> = existsSync(file)
	? JSON.parse(readFileSync(file, 'utf8'))
	: {};

const tell = (line: string) => {
	const seconds = String(Math.round(performance.now() / 1000));
	console.log(`${seconds.padStart(5)} s  ${line}`);
};

/** The rounds that are left: for each its engine, its number from 0, and its kills. */
const left = Object.entries(share()).flatMap(([name, kills]) => {
	const engine = name as Engine;
	const rounds = (done[engine] ??= []).length;
	if (rounds) tell(`${engine}: going on after ${rounds} rounds (${file})`);
	return Array.from({ length: Math.ceil(kills / killsOfRound) }, (_, number) => ({
		engine,
		number,
		kills: Math.min(kills - number * killsOfRound, killsOfRound),
	})).slice(rounds);
});

async function runRounds(folder: string): Promise<void> {
	let cluster: Cluster | undefined;
	let running: Engine | undefined;
	try {
		for (const { engine, number, kills } of left) {
			const { variables } = engines[engine];
			if (!cluster) {
				tell('Starting PostgreSQL, Redis, main and workers ...');
				cluster = await startCluster(folder, variables);
				await keepDeliveries(cluster.postgres);
			} else if (running !== engine) {
				tell(`Starting main and workers with ${engines[engine].title} ...`);
				await cluster.restart(variables);
			}
			running = engine;
			const result = await runRound(cluster, {
				engine,
				seed: `${values.seed}/${engine}/${number}`,
				killCount: kills,
				executions: Math.ceil((executions * kills) / killCount),
				tell: (line) => tell(`${engine}, round ${number + 1}: ${line}`),
			});
			done[engine]!.push(result);
			writeFileSync(file, JSON.stringify(done, null, '\t'));
		}
	} finally {
		await cluster?.stop();
	}
}

// The processes that run end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
process.setMaxListeners(0);

prepareServices();
mkdirSync('test/queue/results', { recursive: true });
console.log(`${killCount} kills, seed ${values.seed}`);
const logs = mkdtempSync(join(tmpdir(), 'n8n-queue-'));
try {
	await runRounds(logs);
	renameSync(file, file.replace('.json', '.complete.json'));
	rmSync(logs, { recursive: true, force: true });
} catch (error) {
	console.error(`Failed; the logs are in ${logs}`);
	throw error;
}

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
for (const line of results.flatMap(({ losses }) => losses)) console.log(line);

/** What docs/guarantees.md excludes. */
const broken = table.flatMap(([title, { lost, doubled, doubledAnew }]) => [
	...(doubledAnew ? [`${title}: ${doubledAnew} doubled under another eventId`] : []),
	...(doubled && !title.endsWith('Restart on') ? [`${title}: ${doubled} doubled`] : []),
	...(lost && !title.endsWith('Restart off') ? [`${title}: ${lost} lost`] : []),
]);
for (const line of broken) console.error(line);
process.exit(broken.length ? 1 : 0);
