/**
 * npm run test:kills: ends and freezes real validators, and measures the time until the message of a watch.
 *
 * --scaled 180    outages in a tenth of the time, which polls through n8n-core's classes; 10 by default
 * --running 20    outages in real time, with a running n8n that polls each minute; 0 by default
 * --seed 1        chooses what goes when and for how long
 *
 * A run with the same seed and numbers goes on where it stopped: after each outage, its result is in test/kills/results/.
 * What is complete is moved to <name>.complete.json, and the next run begins anew.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findAvalanchego } from '../node/avalanchego.mts';
import { judge } from './judge.mts';
import { planOutages, validatorCount } from './plan.mts';
import { printReport } from './report.mts';
import type { Recorded } from './session.mts';
import { Stage } from './stage.mts';
import { type OpenWatches, openRunning, openScaled } from './watches.mts';

const { values } = parseArgs({
	options: {
		scaled: { type: 'string', default: '10' },
		running: { type: 'string', default: '0' },
		seed: { type: 'string', default: '1' },
	},
});
const [scaled, running] = [Number(values.scaled), Number(values.running)];
if (!(scaled >= 0) || !(running >= 0)) {
	console.error('--scaled and --running are numbers of outages');
	process.exit(2);
}

interface Part {
	name: string;
	count: number;
	/** How many times faster than real time. */
	factor: number;
	openWatches: OpenWatches;
}
const parts: Part[] = [
	{ name: 'scaled', count: scaled, factor: 10, openWatches: openScaled },
	{ name: 'running', count: running, factor: 1, openWatches: openRunning },
].filter(({ count }) => count > 0);

const folder = 'test/kills/results';
const tell = (line: string) => {
	const seconds = String(Math.round(performance.now() / 1000));
	console.log(`${seconds.padStart(5)} s  ${line} (load ${loadavg()[0]!.toFixed(1)})`);
};

/** The outages that are left, by validator. */
function listLeft({ name, count }: Part, sessions: Recorded[]) {
	const over = sessions.flatMap(({ outages }) => outages.filter(({ isOver }) => isOver));
	return Array.from({ length: validatorCount }, (_, validator) => {
		const share = Math.ceil((count - validator) / validatorCount);
		return planOutages(`${values.seed}/${name}`, validator, share)
			.map((outage, number) => ({ ...outage, number }))
			.filter(
				({ number }) => !over.some((one) => one.validator === validator && one.number === number),
			);
	});
}

/** Plays what is left of a part; resolves to all that was recorded of it. */
async function play(part: Part): Promise<Recorded[]> {
	const { name, count, factor, openWatches } = part;
	const file = join(folder, `${name}-${count}-seed-${values.seed}.json`);
	const sessions: Recorded[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
	const left = listLeft(part, sessions);
	if (left.some(({ length }) => length > 0)) {
		if (sessions.length) tell(`${name}: going on with ${file}`);
		const stage = await Stage.open(factor);
		const end = await openWatches(stage, factor);
		sessions.push(stage.session.recorded);
		tell(`${name}: ${left.flat().length} outages on ${validatorCount} validators`);
		const disturbing = new AbortController();
		const disturbed = stage.disturb(`${values.seed}/${name}/${sessions.length}`, disturbing.signal);
		const playing = left.map(async (outages, validator) => {
			await stage.playOutages(validator, outages, ({ kind, number }) => {
				writeFileSync(file, JSON.stringify(sessions, null, '\t'));
				tell(`${name}: ${kind} ${number + 1} of validator ${validator + 1}`);
			});
		});
		await Promise.all(playing);
		disturbing.abort();
		await disturbed;
		await end();
		await stage.close();
	}
	writeFileSync(file, JSON.stringify(sessions, null, '\t'));
	renameSync(file, file.replace('.json', '.complete.json'));
	return sessions;
}

// The nodes that run end with this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.on(signal, () => process.exit(130));
process.setMaxListeners(0);

if (!(await findAvalanchego(console.log))) {
	console.error('There is no avalanchego here: `npm run test:node` says how to get it');
	process.exit(1);
}
mkdirSync(folder, { recursive: true });
const played = await Promise.all(
	parts.map(async (part) => ({ ...part, sessions: await play(part) })),
);
const isGood = played.map(({ name, factor, count, sessions }) =>
	printReport(
		`${name}: ${count} outages, seed ${values.seed}; times in seconds, measured ones times ${factor}`,
		sessions,
		judge(sessions, factor),
	),
);
process.exit(isGood.every(Boolean) ? 0 : 1);
