/**
 * npm run test:adversary: changes the mock network's answers on their way to the nodes, and judges what comes out by
 * rules that hold for all of them (docs/adversary.md).
 *   -- [--seed S] [--count N] [--from I]  N disturbances, from case I on
 *   -- --short                            6,500 disturbances in three minutes at most, for .ci/run; --minutes M for others
 *   -- --seed S --case I [--only R,R]     one case again; of an event, with the disturbances of these rounds alone
 *   -- --of operations|polled|streamed    cases of one kind alone; --state FILE keeps counts and goes on from there
 */
import { parseArgs } from 'node:util';
import { realNow } from './clock.mts';
import { loadEngine } from '../support/engine.mts';
import { shorten } from './answers.mts';
import { sayDisturbance } from './disturbance.mts';
import { measureLoop, mostStandstillMs, mostWaitMs } from './loop.mts';
import type { Applied } from './meddle.mts';
import { Operations } from './operations.mts';
import { playPolled } from './polled.mts';
import { Proxy } from './proxy.mts';
import { type CaseKind, type Judged, Report } from './report.mts';
import { playStreamed } from './streamed.mts';

const { values } = parseArgs({
	options: {
		seed: { type: 'string', default: '1' },
		count: { type: 'string', default: '100000' },
		from: { type: 'string', default: '0' },
		case: { type: 'string' },
		only: { type: 'string' },
		of: { type: 'string' },
		state: { type: 'string' },
		minutes: { type: 'string' },
		short: { type: 'boolean', default: false },
	},
});
const seed = Number(values.seed);
const only = values.only?.split(',').map(Number);

/** Of so many cases one streams and three poll; the others are questions. */
const cycle = 128;
/** Failures whose disturbance is looked for among all of their case. */
const mostTraced = 40;
const msBetweenReports = 60_000;
/** The heap may grow by this share, and by so much beside it. */
const mostGrowth = 0.1;
const slackMiB = 8;
/** All operations were prepared by then. */
const warmCases = 300;

/** What a case is, and its number among those of its kind. */
function kindOf(number: number): { kind: CaseKind; nth: number } {
	const [round, place] = [Math.floor(number / cycle), number % cycle];
	if (place === 0) return { kind: 'streamed', nth: round };
	if (place % 32 === 0) return { kind: 'polled', nth: round * 3 + place / 32 - 1 };
	return { kind: 'operations', nth: round * 124 + place - 1 - Math.floor(place / 32) };
}

const engine = await loadEngine();
const proxy = await new Proxy().listen();
const operations = new Operations(engine, proxy, seed);
await operations.open();

const play = async (number: number, rounds = only): Promise<Judged> => {
	const { kind, nth } = kindOf(number);
	if (kind === 'operations') return await operations.play(nth);
	const event = { number: nth, seed, only: rounds };
	return await (kind === 'polled' ? playPolled : playStreamed)(engine, proxy, event);
};

/** The network answers at once: what does not answer waits for the machine. */
const isOfMachine = (text: string): boolean => / did not answer within \d+ seconds/.test(text);

/** Plays a case, again where it stood still or waited for the machine: three times in a row are no accident of it. */
async function judge(number: number): Promise<Judged> {
	const standstills: number[] = [];
	for (;;) {
		const measured = await measureLoop(async () => await play(number));
		const { result, standstillMs, waitMs } = measured;
		const { broken } = result;
		standstills.push(Math.round(standstillMs));
		const isStill = standstillMs >= 5 * mostStandstillMs;
		const runsOn = kindOf(number).kind !== 'operations';
		const isLate = broken.length > 0 && runsOn && waitMs >= mostWaitMs;
		if (isLate)
			console.log(`case ${number} broke beside a wait of ${Math.round(waitMs)} ms for a processor`);
		const isAccident = broken.length ? isLate || broken.every(isOfMachine) : isStill;
		if (!isAccident) return result;
		if (standstills.length < 3) continue;
		if (standstills.every((ms) => ms >= 5 * mostStandstillMs))
			broken.push(`the event loop stood still for ${standstills.join(', ')} ms`);
		return result;
	}
}

interface Traced {
	rounds: number[];
	judged: Judged;
}

/** Of a case with many disturbances, the round whose one breaks a rule alone, or the few rounds that do it together. */
async function trace(number: number, judged: Judged): Promise<Traced> {
	const all = [...new Set((judged.disturbances as Applied[]).map(({ round }) => round))];
	for (const round of all) {
		const alone = await play(number, [round]);
		if (alone.broken.length) return { rounds: [round], judged: alone };
	}
	return await traceTogether(number, { rounds: all, judged });
}

/** Leaves out one round after the other, as long as the rest breaks a rule. */
async function traceTogether(number: number, whole: Traced): Promise<Traced> {
	let least = whole;
	for (const round of whole.rounds) {
		const rounds = least.rounds.filter((other) => other !== round);
		const judged = await play(number, rounds);
		if (judged.broken.length) least = { rounds, judged };
	}
	return least;
}

async function printBroken(number: number, judged: Judged, isTraced: boolean): Promise<void> {
	const { kind } = kindOf(number);
	const traced =
		isTraced && kind !== 'operations' && only === undefined
			? await trace(number, judged)
			: undefined;
	const { name, disturbances, broken } = traced?.judged ?? judged;
	const rounds = traced?.rounds ?? only;
	const alone = rounds ? ` --only ${rounds.join()}` : '';
	console.log(`BROKEN ${name}: -- --seed ${seed} --case ${number}${alone}`);
	for (const text of broken.slice(0, 5)) console.log(`  ${shorten(text, 400)}`);
	for (const one of disturbances.slice(0, 40)) console.log(`  by ${sayDisturbance(one)}`);
}

/** Disturbances of the short form. */
const mostOfShort = 6500;

function measureHeap(): number {
	globalThis.gc?.();
	return process.memoryUsage().heapUsed / 2 ** 20;
}

async function run(): Promise<boolean> {
	const report = new Report(seed, Number(values.from), values.state);
	const minutes = values.short ? 3 : Number(values.minutes ?? Infinity);
	// A faster machine plays no more of the short form, so that a run says the same everywhere.
	const [started, count] = [realNow(), values.short ? mostOfShort : Number(values.count)];
	console.log(`seed ${seed}, from case ${report.next} on`);
	console.log(
		`${operations.count} operations; the mock network answers nothing to ${operations.notPlayed.join(', ')}`,
	);
	let isInterrupted = false;
	process.once('SIGINT', () => (isInterrupted = true));
	let [said, warm, traced, first] = [realNow(), 0, 0, report.next];
	for (let number = first; report.disturbances < count && !isInterrupted; number++) {
		if (realNow() - started > minutes * 60_000) break;
		const { kind } = kindOf(number);
		if (values.of !== undefined && values.of !== kind) continue;
		const judged = await judge(number).catch((error: Error): Judged => {
			const name = `a ${kind} case`;
			return {
				name,
				disturbances: [],
				results: [],
				broken: [`the adversary stopped: ${error.stack}`],
			};
		});
		report.add(number, kind, judged);
		if (judged.broken.length) await printBroken(number, judged, traced++ < mostTraced);
		if (number - first === warmCases) warm = measureHeap();
		if (realNow() - said < msBetweenReports) continue;
		said = realNow();
		report.save();
		console.log(
			`${report.disturbances} disturbances after ${Math.round((said - started) / 1000)} s, ${report.broken} cases broken; to go on: --seed ${seed} --from ${report.next}`,
		);
	}
	report.save();
	report.print();
	const heap = measureHeap();
	const isGrown = warm > 0 && heap > warm * (1 + mostGrowth) + slackMiB;
	if (warm)
		console.log(
			`heap in MiB: ${warm.toFixed(1)} when all operations were known, ${heap.toFixed(1)} at the end`,
		);
	if (isGrown) console.log('BROKEN the memory did not return');
	console.log(
		`${report.broken ? `${report.broken} cases broke a rule` : 'No rule is broken'}; to go on: --seed ${seed} --from ${report.next}`,
	);
	return report.broken === 0 && !isGrown;
}

/** One case again, in full. */
async function replay(number: number): Promise<boolean> {
	const judged = await judge(number);
	const { name, disturbances, results, broken } = judged;
	if (broken.length) await printBroken(number, judged, true);
	else {
		console.log(`${name}: ${results.join(', ')}`);
		for (const one of disturbances) console.log(`  ${sayDisturbance(one)}`);
	}
	return broken.length === 0;
}

const isGood = await (values.case === undefined ? run() : replay(Number(values.case)));
engine.close();
process.exit(isGood ? 0 : 1);
