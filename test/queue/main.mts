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
import type { Engine, RoundResult, Tally } from './round.mts';
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
const chosen = Object.keys(engines).filter((engine) => engine === (values.engine ?? engine));
if (!(killCount > 0) || !(executions >= 0) || chosen.length === 0) {
	console.error(`--kills and --executions are numbers, --engine is ${Object.keys(engines)}`);
	process.exit(2);
}

/** Kills of one round: a fresh n8n for each, so that a run can go on after any. */
const killsOfRound = 10;

interface Round {
	engine: Engine;
	killCount: number;
	executions: number;
}

/** The engines in turn, each with its share of the kills. */
function plan(): Round[] {
	const rounds: Round[] = [];
	chosen.forEach((engine, i) => {
		const share = Math.floor((killCount + chosen.length - 1 - i) / chosen.length);
		for (let left = share; left > 0; left -= killsOfRound) {
			const own = Math.min(left, killsOfRound);
			rounds.push({
				engine: engine as Engine,
				killCount: own,
				executions: Math.round((executions * own) / killCount),
			});
		}
	});
	return rounds;
}

const tell = (line: string) =>
	console.log(`${String(Math.round(performance.now() / 1000)).padStart(5)} s  ${line}`);

const folder = 'test/queue/results';
const file = join(
	folder,
	`${chosen.join('-')}-${killCount}-kills-${executions}-executions-seed-${values.seed}.json`,
);
const done: RoundResult[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];

prepareServices();
mkdirSync(folder, { recursive: true });
const rounds = plan();
console.log(`${killCount} kills in ${rounds.length} rounds, seed ${values.seed}`);
if (done.length) console.log(`Going on after ${done.length} rounds: ${file}`);
for (const [i, round] of rounds.entries()) {
	if (i < done.length) continue;
	tell(`Round ${i + 1} of ${rounds.length}: ${round.engine} engine`);
	done.push(await runRound({ ...round, seed: `${values.seed}/${i}`, tell }));
	writeFileSync(file, JSON.stringify(done, null, '\t'));
}

const add = (one: Tally, other: Tally): Tally => ({
	...one,
	kills: one.kills + other.kills,
	events: one.events + other.events,
	lost: one.lost + other.lost,
	doubled: one.doubled + other.doubled,
	invented: one.invented + other.invented,
	interrupted: one.interrupted + other.interrupted,
});
const titles: Record<string, string> = {
	'usual false': 'usual engine',
	'usual true': 'usual engine, Redeliver After Restart',
	'durable false': 'durable cursors',
};
const lines = new Map<string, Tally>();
for (const tally of done.flatMap(({ tallies }) => tallies)) {
	const key = titles[`${tally.engine} ${tally.isRedelivering}`]!;
	const known = lines.get(key);
	lines.set(key, known ? add(known, tally) : tally);
}
console.table(
	Object.fromEntries(
		[...lines].map(([key, { engine: _, isRedelivering: __, ...numbers }]) => [key, numbers]),
	),
);
const examples: Record<string, number> = {};
for (const { examples: counts } of done)
	for (const [status, n] of Object.entries(counts)) examples[status] = (examples[status] ?? 0) + n;
console.log('Executions of the examples:', examples);

/** What docs/guarantees.md excludes. */
const broken = [...lines].flatMap(([title, { isRedelivering, lost, doubled, invented }]) => [
	...(invented ? [`${title}: ${invented} items came of nothing that happened`] : []),
	...(doubled && !isRedelivering ? [`${title}: ${doubled} doubled`] : []),
	...(lost && title !== titles['usual false'] ? [`${title}: ${lost} lost`] : []),
]);
for (const line of broken) console.error(line);
process.exit(broken.length ? 1 : 0);
