/** The figures of a run, as docs/guarantees.md has them. */
import { type Judged, type Judgement, type Wrong } from './judge.mts';
import { configurations, type Kind, kinds } from './plan.mts';
import type { Recorded } from './session.mts';

/** The smallest value that so many of a hundred do not exceed. */
function percentile(values: number[], percent: number): number | undefined {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

const say = (seconds: number | undefined): string => seconds?.toFixed(1) ?? '-';
const timesOf = (judged: Judged[]): number[] => judged.flatMap(({ toldAfter }) => toldAfter ?? []);

/** Outages that had to be told: how many, how many were not, and in which time the others were. */
function columnsOf(long: Judged[]) {
	const missed = long.filter(({ toldAfter }) => toldAfter === undefined);
	return [
		long.length,
		missed.length,
		say(percentile(timesOf(long), 50)),
		say(percentile(timesOf(long), 99)),
	];
}

/** A row of the table: outages of one kind as one configuration told them. */
function rowOf(kind: Kind, configuration: number, { judged }: Judgement) {
	const all = judged.filter((one) => one.kind === kind && one.configuration === configuration);
	const short = all.filter(({ isShort }) => isShort);
	const [calm, disturbed] = [false, true].map((is) =>
		columnsOf(all.filter(({ isShort, isDisturbed }) => !isShort && isDisturbed === is)),
	);
	return {
		outage: kind,
		watch: configurations[configuration]!.name,
		number: all.length,
		'too short, of these told': `${short.length}, ${timesOf(short).length}`,
		'observers there: number, missed, p50, p99': calm!.join(', '),
		goal: configurations[configuration]!.goalSeconds[kind],
		'one away meanwhile': disturbed!.join(', '),
	};
}

const wrongs: Record<Wrong['what'], string> = {
	up: 'told as disconnected while the observers saw them',
	unseen: 'told as disconnected when they ran again, and the observers did not see them yet',
	down: 'told as reconnected while they were down',
	again: 'told as disconnected twice',
};

/** What belongs to a configuration as a whole. */
function summaryOf(configuration: number, judgement: Judgement, sessions: Recorded[]) {
	const { judged, wrong, alerts, neverEnded } = judgement;
	const own = judged.filter((one) => one.configuration === configuration);
	const recoveries = own.flatMap(({ recoveredAfter }) => recoveredAfter ?? []);
	const told = sessions.flatMap((session) =>
		session.told.filter((item) => item.configuration === configuration && !item.isEnd),
	);
	const others = sessions.map((session) => JSON.stringify(session.others[configuration]));
	const counts = Object.entries(wrongs).map(
		([what, words]) =>
			`  ${wrong.filter((one) => one.configuration === configuration && one.what === what).length} ${words}`,
	);
	return [
		`${configurations[configuration]!.name}:`,
		...counts,
		`  ${alerts[configuration]} alerts, ${neverEnded[configuration]} of them without a recovery; a recovery came ${say(percentile(recoveries, 50))} s (p50) and ${say(percentile(recoveries, 99))} s (p99) after the validator ran again`,
		`  items about several validators: ${told.filter(({ validators }) => validators.length > 1).length}, with the observer in doubt: ${told.filter(({ isDoubted }) => isDoubted).length}`,
		`  other items: ${others.join(', ')}`,
	];
}

/** How long the observers took to see a validator again. */
function returnsOf(kind: Kind, { judged }: Judgement): string {
	const returns = judged
		.filter((one) => one.kind === kind && one.configuration === 0)
		.flatMap(({ returnedAfter }) => returnedAfter ?? []);
	return `${kind}: ${say(percentile(returns, 50))} (p50), ${say(percentile(returns, 99))} (p99)`;
}

/** Prints all; false where something was missed although all observers were there, or false. */
export function printReport(title: string, sessions: Recorded[], judgement: Judgement): boolean {
	const { judged, wrong, neverEnded } = judgement;
	console.log(`\n${title}`);
	console.table(
		configurations.flatMap((_, configuration) =>
			(Object.keys(kinds) as Kind[]).map((kind) => rowOf(kind, configuration, judgement)),
		),
	);
	for (const configuration of configurations.keys())
		for (const line of summaryOf(configuration, judgement, sessions)) console.log(line);
	const disturbances = sessions.flatMap((session) => session.disturbances);
	const counts = Map.groupBy(disturbances, ({ what }) => what);
	console.log(
		`disturbed observers: ${[...counts].map(([what, all]) => `${all.length} ${what}`).join(', ')}`,
	);
	console.log('seconds until all observers saw a validator that ran again');
	for (const kind of Object.keys(kinds) as Kind[]) console.log(`  ${returnsOf(kind, judgement)}`);
	const failures = sessions.flatMap((session) => session.failures);
	console.log(`failed polls: ${failures.length}`, [...new Set(failures)].slice(0, 5));
	const missed = judged.filter(
		({ isShort, isDisturbed, toldAfter }) => !isShort && !isDisturbed && toldAfter === undefined,
	);
	return missed.length + wrong.length + neverEnded.reduce((sum, n) => sum + n, 0) === 0;
}
