/**
 * The process of one contender of a race (race.mts): gets ready, then measures each job that comes. The command line
 * names the file of the benchmark and the contender.
 */
import { pathToFileURL } from 'node:url';
import { meterLoop } from '../support/loopMeter.mts';
import type { Contenders, Measurement } from './race.mts';

const [file, name] = process.argv.slice(2) as [string, string];
const { contenders } = (await import(pathToFileURL(file).href)) as {
	contenders: Contenders<unknown>;
};
const run = await contenders[name]!();

async function measure(job: unknown): Promise<Measurement> {
	const beforeMiB = process.memoryUsage().rss / 2 ** 20;
	const meter = meterLoop();
	const cpuBefore = process.cpuUsage();
	const threadBefore = process.threadCpuUsage();
	const start = performance.now();
	const records = await run(job);
	const seconds = (performance.now() - start) / 1000;
	const ofProcess = process.cpuUsage(cpuBefore);
	const ofThread = process.threadCpuUsage(threadBefore);
	meter.stop();
	return {
		records,
		seconds,
		cpuSeconds: (ofProcess.user + ofProcess.system) / 1e6,
		threadSeconds: (ofThread.user + ofThread.system) / 1e6,
		beforeMiB,
		peakMiB: process.resourceUsage().maxRSS / 1024,
		turnMs: meter.longestMs,
	};
}

process.on('message', async (job) => process.send!(await measure(job)));
process.send!('ready');
