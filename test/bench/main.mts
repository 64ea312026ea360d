/**
 * npm run bench: what our nodes cost beside the bare work they do. Each contender runs in a process of its own,
 * against the same stand-in in this one. Prints HTTP requests, time and peak memory; decides nothing.
 */
import { spawn } from 'node:child_process';
import { startDevnet } from '../devnet/devnet.mts';

export interface Measurement {
	contender: string;
	records: number;
	seconds: number;
	/** Highest resident memory of the process, in MiB; `before` is what it held when the work began. */
	peakMiB: number;
	beforeMiB: number;
}

async function measure(script: string, contender: string, job: unknown): Promise<Measurement> {
	const child = spawn(process.execPath, ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', script, contender, JSON.stringify(job)], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let output = '';
	for await (const chunk of child.stdout) output += chunk;
	return JSON.parse(output.trim().split('\n').at(-1)!) as Measurement;
}

async function compareRewards(): Promise<void> {
	const total = 50_000;
	const devnet = await startDevnet({ validators: 10, rewards: total });
	const nodeIds = devnet.world.primary.map(({ nodeID }) => nodeID).join(',');
	console.log(`\nReturn All over ${total.toLocaleString('en')} rewards (pages of 100, no latency)`);
	const rows = [];
	for (const contender of ['axios', 'node', 'node, simplified']) {
		devnet.clearLog();
		const { records, seconds, peakMiB, beforeMiB } = await measure('test/bench/rewards.mts', contender, { url: devnet.url, nodeIds });
		rows.push({
			contender: contender === 'axios' ? 'bare loop with axios' : `Avalanche Data ${contender}`,
			requests: devnet.log.length,
			records,
			'time (s)': seconds.toFixed(2),
			'peak memory (MiB)': Math.round(peakMiB),
			'of that before the work (MiB)': Math.round(beforeMiB),
		});
	}
	console.table(rows);
	await devnet.close();
}

await compareRewards();
