/**
 * npm run bench: what our nodes cost beside the bare work that they do, and beside other ways to do it. Prints tables, and
 * whether the goals are met.
 * npm run bench -- evm load: runs the named parts.
 * npm run bench -- --write: keeps the tables in docs/bench.md, too.
 * npm run bench -- --goals: measures only what a goal rests on.
 * npm run bench -- --short: runs all parts with small numbers, to see that they work. It fails where a ratio, measured
 * three times, stays worse by half than the one that docs/performance.md states for it.
 */
import { spawn } from 'node:child_process';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { nodeAccount, startDevnet } from '../../devnet/devnet.mts';
import { deploy, writeTransfers } from '../support/deploy.mts';
import { measureContractData } from './contractData.mts';
import { measureEvmCalls } from './evmCalls.mts';
import { measureLoad } from './load.mts';
import { writeRows, writeSection } from './output.mts';
import { measureSteps } from './profile.mts';
import { compareWithPage, measureSteadily } from './stated.mts';
import { measureMetrics, measureRewards } from './pages.mts';
import { turnLabel, type Goal } from './race.mts';
import { measureStatement } from './statement.mts';
import type { StreamFigures, StreamJob } from './stream.mts';

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
	const evm = await devnet.evm();
	await evm.request('evm_setBlockGasLimit', ['0x3b9aca00']);
	const contract = await deploy(evm, writeTransfers(logsPerCall));
	const job = { url: devnet.url, evmUrl: evm.url, contract, account: nodeAccount, logsPerCall };
	return { devnet, job };
}

const streamScript = 'test/bench/stream.mts';
const watchOf = (event: string, contract: string): INodeParameters => ({
	event,
	chain: 'C',
	address: contract,
	addresses: contract,
	findBy: 'declaration',
	events: 'event Transfer(address indexed from, address indexed to, uint256 value)',
});

/** How soon an event is an item, how many a second, and what 10,000 that wait take. */
async function measureStream(): Promise<void> {
	await measureLatency();
	await measureBursts();
}

async function measureLatency(): Promise<void> {
	const single = await startEmitter(1);
	const events = isShort ? 20 : 200;
	const rows = [];
	for (const contender of ['stream', 'poll']) {
		const { latencies } = await measure<StreamFigures>(streamScript, contender, {
			...single.job,
			watch: watchOf('contractEvent', single.job.contract),
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
	writeRows(`From a transaction to the item of its event, ${events} events one by one`, rows);
}

/** What differs from bursts of Contract Event over many blocks. */
interface Burst extends Partial<StreamJob> {
	event?: 'contractEvent' | 'tokenTransfer';
	options?: IDataObject;
}

async function measureBursts(): Promise<void> {
	const total = isShort ? 1_000 : 10_000;
	const { devnet, job } = await startEmitter(50);
	const bursts: Array<[name: string, Burst]> = [
		['Contract Event', {}],
		['Contract Event', { inOneBlock: true }],
		['Contract Event, one execution', { inOneBlock: true, options: { executions: 'block' } }],
		['Token Transfer', { event: 'tokenTransfer', inOneBlock: true }],
		['Contract Event, the first five never end', { executionsEnd: false }],
	];
	const rows = [];
	for (const [name, { event = 'contractEvent', options, ...burst }] of bursts) {
		const watch = { ...watchOf(event, job.contract), ...(options && { options }) };
		const figures = await measure<StreamFigures>(streamScript, 'burst', {
			...job,
			...burst,
			watch,
			events: total,
		});
		const { items, seconds } = figures;
		rows.push({
			event: name,
			blocks: burst.inOneBlock ? 1 : total / job.logsPerCall,
			items,
			'events a second': items === total && !options ? Math.round(items / seconds) : '',
			[turnLabel]: Math.round(figures.turnMs),
			'memory (MiB)': Math.round(figures.peakMiB - figures.beforeMiB),
		});
	}
	await devnet.close();
	writeRows(`${total.toLocaleString('en')} events, sent without a pause`, rows);
}

const isShort = process.argv.includes('--short');
const isOfGoals = process.argv.includes('--goals');
/** In the order in which they run, as the last two advance the clock; what has goals gives them. */
const parts: Record<string, () => Promise<Goal[] | void>> = {
	load: async () => await measureLoad(isShort),
	evm: async () => await measureEvmCalls(isShort, isOfGoals),
	profile: async () => await measureSteps(isShort),
	rewards: async () => await measureRewards(isShort, isOfGoals),
	statement: async () => await measureStatement(isShort),
	metrics: async () => await measureMetrics(isShort),
	contractData: async () => await measureContractData(isShort),
	stream: measureStream,
	async quiet() {
		const { measureQuietPolls } = await import('./quietPolls.mts');
		await measureQuietPolls(isShort);
	},
	async keepup() {
		const { measureKeepUp } = await import('./keepUp.mts');
		await measureKeepUp(isShort);
	},
};
const withGoals = ['load', 'evm', 'rewards', 'statement'];
const isKept = process.argv.includes('--write') && !isOfGoals;
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const goals: Goal[] = [];
const unknown = named.find((name) => !parts[name]);
if (unknown) throw new Error(`There is no part ${unknown}, but ${Object.keys(parts).join(', ')}`);

const writeGoals = (of: Goal[]): void =>
	writeRows(
		'Goals',
		of.map(({ goal, atMost, measured }) => ({
			goal,
			'at most': atMost,
			measured: Number(measured.toPrecision(3)),
			outcome: measured <= atMost ? 'met' : 'missed',
		})),
	);

const wanted = isOfGoals && !named.length ? withGoals : named;
for (const [name, part] of Object.entries(parts)) {
	if (wanted.length && !wanted.includes(name)) continue;
	const start = process.hrtime.bigint();
	const found = isShort ? await measureSteadily(part) : ((await part()) ?? []);
	goals.push(...found);
	if (found.length && !isShort && !isOfGoals) writeGoals(found);
	if (isKept && !isShort) writeSection(name);
	console.log(`${name}: ${Number((process.hrtime.bigint() - start) / 1_000_000_000n)} s`);
}
if (isOfGoals) writeGoals(goals);
if (goals.length && isShort) compareWithPage(goals);
