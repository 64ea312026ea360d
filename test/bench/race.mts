/** Lets contenders do the same jobs, each in a process of its own, in turns, so that the machine's load hits all alike. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { writeRows } from './output.mts';

/** By name: gets ready, outside what is measured, and gives what does a job and returns how many records came of it. */
export type Contenders<Job> = Record<string, () => Promise<(job: Job) => Promise<number>>>;

export interface Measurement {
	records: number;
	seconds: number;
	/** Of all threads of the process, from the start to the end of the job. */
	cpuSeconds: number;
	/** Of the thread that does the job: while a process starts, others still compile what came before. */
	threadSeconds: number;
	/** Highest resident memory of the process, in MiB, and what it held when the work began. */
	peakMiB: number;
	beforeMiB: number;
	/** The longest turn of the event loop, in milliseconds of processor time: for so long nothing else was served. */
	turnMs: number;
}

/** A measurement as its server saw it, too. */
export type Run = Measurement & { requests: number };

interface Race<Job> {
	/** URL of the file of the benchmark, which exports the contenders. */
	file: string;
	contenders: string[];
	jobs: Job[];
	/** What each job must bring, where that is known. */
	recordsOf?: (job: Job) => number;
	rounds: number;
	/** Contenders that are so slow that they take part in the first round alone. */
	once?: string[];
	/** What a process does first, unmeasured: its first work also loads and compiles. */
	warmUp?: Job;
	/** Whether each job has a process of its own, so that memory can be compared. */
	isFresh?: boolean;
	takeRequests?: (job: Job) => number;
}

/** Runs of each contender at each job, one a round, in the order of the rounds. */
export type Results<Job> = (contender: string, job: Job) => Run[];

async function start<Job>(file: string, contender: string) {
	const child = fork(
		fileURLToPath(new URL('contender.mts', import.meta.url)),
		[fileURLToPath(file), contender],
		{ execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'] },
	);
	const ended = new AbortController();
	child.once('exit', () => ended.abort());
	const hear = async <T,>(): Promise<T> => {
		try {
			const [message] = await once(child, 'message', { signal: ended.signal });
			return message as T;
		} catch {
			throw new Error(`${contender} ended without a result`);
		}
	};
	await hear();
	return {
		async measure(job: Job): Promise<Measurement> {
			child.send(job as object);
			return await hear();
		},
		async stop(): Promise<void> {
			if (ended.signal.aborted) return;
			const exit = once(child, 'exit');
			child.kill();
			await exit;
		},
	};
}

export async function race<Job>({
	file,
	contenders,
	jobs,
	recordsOf,
	rounds,
	once: slow = [],
	warmUp,
	isFresh = false,
	takeRequests = () => 0,
}: Race<Job>): Promise<Results<Job>> {
	const runs = new Map<string, Map<Job, Run[]>>(
		contenders.map((name) => [name, new Map(jobs.map((job) => [job, []]))]),
	);
	const running = new Map<string, Awaited<ReturnType<typeof start<Job>>>>();
	const open = async (name: string) => {
		const known = running.get(name);
		if (known) return known;
		const contender = await start<Job>(file, name);
		running.set(name, contender);
		if (warmUp) await contender.measure(warmUp);
		return contender;
	};
	const stop = async (name: string) => {
		await running.get(name)?.stop();
		running.delete(name);
	};
	try {
		for (let round = 0; round < rounds; round++)
			for (const job of jobs)
				for (const name of contenders) {
					if (round && slow.includes(name)) continue;
					const contender = await open(name);
					takeRequests(job);
					const measured = await contender.measure(job);
					const expected = recordsOf?.(job) ?? measured.records;
					if (measured.records !== expected)
						throw new Error(`${name}: ${measured.records} records, not ${expected}`);
					runs
						.get(name)!
						.get(job)!
						.push({ ...measured, requests: takeRequests(job) });
					if (isFresh) await stop(name);
				}
	} finally {
		for (const name of contenders) await stop(name);
	}
	return (contender, job) => runs.get(contender)!.get(job)!;
}

export function median(numbers: number[]): number {
	const sorted = numbers.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The column of the longest turn. */
export const turnLabel = 'longest turn (ms of processor time)';

type Figure = (run: Run) => number;

export const secondsOf: Figure = ({ seconds }) => seconds;
export const cpuOf: Figure = ({ cpuSeconds }) => cpuSeconds;
export const threadOf: Figure = ({ threadSeconds }) => threadSeconds;
/** Processor time for each record, in ms. */
export const cpuOfRecord: Figure = ({ cpuSeconds, records }) => (cpuSeconds * 1000) / records;
/** What the work added to the memory of the process at its height, in MiB. */
export const addedMiB: Figure = ({ peakMiB, beforeMiB }) => peakMiB - beforeMiB;

/** The longest turn of the event loop of all rounds. */
export const longestTurn = (runs: Run[]): number => Math.max(...runs.map(({ turnMs }) => turnMs));

/** The median of what these runs took. */
export const medianOf = (runs: Run[], figure: Figure): number => median(runs.map(figure));

/** How many times what the others took: the median of the rounds, each beside its own. */
export const ratioOf = (runs: Run[], others: Run[], figure: Figure): number =>
	median(runs.map((run, round) => figure(run) / figure(others[round]!)));

/**
 * Prints what each contender took, and how many times what the first one took. Processor time and memory are those of
 * the first job, which has no latency; memory where each job had a process of its own.
 */
export function writeTable<Job extends { latencyMs: number }>(
	title: string,
	contenders: string[],
	jobs: Job[],
	runsOf: Results<Job>,
	{ hasMemory = false } = {},
): void {
	const [floor] = contenders;
	const [first] = jobs;
	const compare = (name: string, job: Job, label: string, figure: Figure, digits: number) => ({
		[label]: medianOf(runsOf(name, job), figure).toFixed(digits),
		[`x ${label}`]: ratioOf(runsOf(name, job), runsOf(floor!, job), figure).toFixed(2),
	});
	writeRows(
		`${title}; x: times the ${floor}`,
		contenders.map((name) => ({
			contender: name,
			requests: runsOf(name, first!)[0]!.requests,
			...Object.assign(
				{},
				...jobs.map((job) => compare(name, job, `s at ${job.latencyMs} ms`, secondsOf, 3)),
			),
			...compare(name, first!, 'processor ms an item', cpuOfRecord, 3),
			...(hasMemory && compare(name, first!, 'MiB added', addedMiB, 0)),
			[turnLabel]: Math.round(longestTurn(jobs.flatMap((job) => runsOf(name, job)))),
		})),
	);
}

/** A goal and what was measured. */
export interface Goal {
	goal: string;
	atMost: number;
	measured: number;
}
