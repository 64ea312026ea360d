/** What every contender does: the engine loaded, one job measured, the result on the last line. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadEngine } from '../support/engine.mts';
import type { Engine } from '../support/engine.mts';
import type { Measurement } from './main.mts';

/** Runs the job named on the command line; every process loads n8n's engine, so that memory can be compared. */
export async function compete<Job>(
	jobs: Record<string, (engine: Engine, job: Job) => Promise<number>>,
	packageDir = (_contender: string): string | undefined => undefined,
	warmUp = async (_run: (job: Job) => Promise<number>, _job: Job): Promise<void> => {},
): Promise<void> {
	const [contender, text] = process.argv.slice(2);
	const job = JSON.parse(text) as Job;
	const engine = await loadEngine({ packageDir: packageDir(contender) });
	const run = async (given: Job) => await jobs[contender](engine, given);
	await warmUp(run, job);
	const beforeMiB = process.memoryUsage().rss / 2 ** 20;
	const delays = monitorEventLoopDelay({ resolution: 1 });
	delays.enable();
	const start = performance.now();
	const records = await run(job);
	const seconds = (performance.now() - start) / 1000;
	delays.disable();
	const peakMiB = process.resourceUsage().maxRSS / 1024;
	const result: Measurement = { records, seconds, peakMiB, beforeMiB, blockMs: delays.max / 1e6 };
	console.log(JSON.stringify(result));
	engine.close();
	process.exit(0);
}
