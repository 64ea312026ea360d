/**
 * npm run bench: what our nodes cost beside the bare work that they do, and beside other ways to do it. Prints tables, and
 * whether the goals are met.
 * npm run bench -- evm load: runs the named parts.
 * npm run bench -- --short: runs all parts with small numbers, to see that they work, and judges no goal.
 */
import { spawn } from 'node:child_process';
import { nodeAccount, startDevnet } from '../../devnet/devnet.mts';
import { deploy, writeEmitter } from '../support/deploy.mts';
import { measureContractData } from './contractData.mts';
import { measureEvmCalls } from './evmCalls.mts';
import { measureLoad } from './load.mts';
import { measureMetrics, measureRewards } from './pages.mts';
import type { Goal } from './race.mts';
import type { StreamFigures } from './stream.mts';

async function measure<Figures>(script: string, contender: string, job: unknown): Promise<Figures> {
	const args = [
		'--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
		script,
		contender,
		JSON.stringify(job),
	];
	const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	let output = '';
	for await (const chunk of child.stdout) output += chunk;
	return JSON.parse(output.trim().split('\n').at(-1)!) as Figures;
}

/** Sends of the node's own account, each with so many logs. */
async function startEmitter(logsPerCall: number) {
	const devnet = await startDevnet({ validators: 10, rewards: 0 });
	const contract = await deploy(await devnet.evm(), writeEmitter(logsPerCall));
	const job = { url: devnet.url, contract, account: nodeAccount, logsPerCall };
	return { devnet, job };
}

/** How soon an event is an item, how many a second, and what 10,000 that wait take. */
async function measureStream(): Promise<void> {
	const script = 'test/bench/stream.mts';
	const single = await startEmitter(1);
	const events = isShort ? 20 : 200;
	const rows = [];
	for (const contender of ['stream', 'poll']) {
		const { latencies } = await measure<StreamFigures>(script, contender, {
			...single.job,
			events,
		});
		const isPoll = contender === 'poll';
		// n8n polls once a minute at most: events come evenly spread over it.
		const sorted = latencies
			.map((ms, i) => ms + (isPoll ? ((i + 0.5) / events) * 60_000 : 0))
			.sort((a, b) => a - b);
		rows.push({
			trigger: isPoll ? 'Avalanche Trigger, each minute' : 'Avalanche Stream Trigger',
			'median (ms)': Math.round(sorted[events / 2]!),
			'p99 (ms)': Math.round(sorted[Math.floor(events * 0.99)]!),
		});
	}
	await single.devnet.close();
	console.log(`\nFrom a transaction to the item of its event, ${events} events one by one`);
	console.table(rows);

	const total = isShort ? 1_000 : 10_000;
	const many = await startEmitter(200);
	const burst = await measure<StreamFigures>(script, 'burst', { ...many.job, events: total });
	const waiting = await measure<StreamFigures>(script, 'waiting', { ...many.job, events: total });
	await many.devnet.close();
	console.log(
		`\n${total.toLocaleString('en')} events in ${total / 200} blocks, sent without a pause`,
	);
	console.table(
		[burst, waiting].map((figures, i) => ({
			executions: i ? 'the first five never end' : 'each ends at once',
			items: figures.items,
			'events a second': figures.seconds && !i ? Math.round(figures.items / figures.seconds) : '',
			'longest block (ms)': Math.round(figures.blockMs),
			'memory (MiB)': Math.round(figures.peakMiB - figures.beforeMiB),
		})),
	);
}

const isShort = process.argv.includes('--short');
/** In the order in which they run; what has goals gives them. */
const parts: Record<string, () => Promise<Goal[] | void>> = {
	load: async () => await measureLoad(isShort),
	evm: async () => await measureEvmCalls(isShort),
	rewards: async () => await measureRewards(isShort),
	metrics: async () => await measureMetrics(isShort),
	contractData: async () => await measureContractData(isShort),
	stream: measureStream,
	async keepup() {
		const { measureKeepUp } = await import('./keepUp.mts');
		await measureKeepUp(isShort);
	},
};
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const goals: Goal[] = [];
for (const name of named.length ? named : Object.keys(parts)) {
	const part = parts[name];
	if (!part) throw new Error(`There is no part ${name}, but ${Object.keys(parts).join(', ')}`);
	const start = performance.now();
	goals.push(...((await part()) ?? []));
	console.log(`${name}: ${Math.round((performance.now() - start) / 1000)} s`);
}
if (goals.length && !isShort) {
	console.log('\nGoals');
	console.table(
		goals.map(({ goal, atMost, measured }) => ({
			goal,
			'at most': atMost,
			measured: Number(measured.toPrecision(3)),
			outcome: measured <= atMost ? 'met' : 'missed',
		})),
	);
}
