/**
 * npm run bench: what our nodes cost beside the bare work they do. Each contender runs in a process of its own,
 * against the same server in this one. Prints HTTP requests, time and peak memory; decides nothing.
 * npm run bench -- stream keepup: measures the named parts.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { nodeAccount, startDevnet } from '../../devnet/devnet.mts';
import { deploy, writeTransfers } from '../support/deploy.mts';
import { contractAnswers } from './contractAnswers.mts';
import { startRpcServer, type RpcCall } from './rpcServer.mts';
import type { StreamFigures, StreamJob } from './stream.mts';

/** What a contender reports of its work. */
export interface Measurement {
	records: number;
	seconds: number;
	/** Highest resident memory of the process, in MiB, and what it held when the work began. */
	peakMiB: number;
	beforeMiB: number;
	/** The longest time for which nothing else was served, in milliseconds. */
	blockMs: number;
}

async function measure<Figures = Measurement>(
	script: string,
	contender: string,
	job: unknown,
): Promise<Figures> {
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

async function compareRewards(total: number): Promise<void> {
	const devnet = await startDevnet({ validators: 10, rewards: total });
	const nodeIds = devnet.world.primary.map(({ nodeID }) => nodeID).join(',');
	console.log(`\nReturn All over ${total.toLocaleString('en')} rewards (pages of 100, no latency)`);
	const rows = [];
	for (const contender of [
		'bare loop with axios',
		'Avalanche Wallet & Reward Data',
		'Avalanche Wallet & Reward Data, simplified',
		'Avalanche Wallet & Reward Data, report',
	]) {
		devnet.clearLog();
		const measured = await measure('test/bench/rewards.mts', contender, {
			url: devnet.url,
			nodeIds,
		});
		rows.push({
			contender,
			requests: devnet.log.length,
			records: measured.records,
			'time (s)': measured.seconds.toFixed(2),
			'peak memory (MiB)': Math.round(measured.peakMiB),
			'of that before the work (MiB)': Math.round(measured.beforeMiB),
		});
	}
	console.table(rows);
	await devnet.close();
}

async function compareBalances(
	items: number,
	latencyMs: number,
	contenders: string[],
): Promise<void> {
	const balanceOf = ({ params: [address] }: RpcCall) => `0x${BigInt(address).toString(16)}`;
	const server = await startRpcServer(balanceOf, latencyMs);
	console.log(`\neth_getBalance of ${items.toLocaleString('en')} items, ${latencyMs} ms latency`);
	const rows = [];
	for (const contender of contenders) {
		server.takeRequests();
		const { records, seconds } = await measure('test/bench/balances.mts', contender, {
			url: server.url,
			items,
		});
		rows.push({
			contender,
			requests: server.takeRequests(),
			records,
			'time (s)': seconds.toFixed(3),
			'per item (ms)': ((seconds * 1000) / items).toFixed(3),
		});
	}
	console.table(rows);
	server.close();
}

/** What contracts return: how long n8n serves nobody else while it is read. */
async function measureContractData(): Promise<void> {
	const server = createServer(async (request, response) => {
		const [, index, place] = request.url!.split('/');
		const { data } = contractAnswers[place === 'warm-up' ? 1 : Number(index)];
		request.resume();
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${data}` }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	console.log('\nWhat a function of a contract returns, read by Avalanche EVM Chains');
	const rows = [];
	for (const [index, { what, returns, data }] of contractAnswers.entries()) {
		const job = { url: `http://127.0.0.1:${port}/${index}`, returns };
		const measured = await measure('test/bench/contractData.mts', 'Avalanche EVM Chains', job);
		rows.push({
			answer: what,
			type: returns,
			'size (KiB)': Math.round(data.length / 2048),
			outcome: measured.records ? 'read' : 'refused',
			'time (s)': measured.seconds.toFixed(2),
			'longest turn (ms)': Math.round(measured.blockMs),
			'memory (MiB)': Math.round(measured.peakMiB - measured.beforeMiB),
		});
	}
	console.table(rows);
	server.close();
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
	...{ event, chain: 'C', address: contract, addresses: contract, findBy: 'declaration' },
	events: 'event Transfer(address indexed from, address indexed to, uint256 value)',
});

/** How soon an event is an item, how many a second, and what 10,000 that wait take. */
async function measureStream(): Promise<void> {
	await measureLatency();
	await measureBursts();
}

async function measureLatency(): Promise<void> {
	const single = await startEmitter(1);
	const events = 200;
	const rows = [];
	for (const contender of ['stream', 'poll']) {
		const { latencies } = await measure<StreamFigures>(streamScript, contender, {
			...{ ...single.job, watch: watchOf('contractEvent', single.job.contract), events },
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
}

/** What differs from bursts of Contract Event over many blocks. */
interface Burst extends Partial<StreamJob> {
	event?: 'contractEvent' | 'tokenTransfer';
	options?: IDataObject;
}

async function measureBursts(): Promise<void> {
	const total = 10_000;
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
			...{ ...job, ...burst, watch, events: total },
		});
		const { items, seconds } = figures;
		rows.push({
			event: name,
			blocks: burst.inOneBlock ? 1 : total / job.logsPerCall,
			items,
			'events a second': items === total && !options ? Math.round(items / seconds) : '',
			'longest turn (ms of processor time)': Math.round(figures.turnMs),
			'memory (MiB)': Math.round(figures.peakMiB - figures.beforeMiB),
		});
	}
	await devnet.close();
	console.log(`\n${total.toLocaleString('en')} events, sent without a pause`);
	console.table(rows);
}

const floor = 'bare floor: batches of 40, 5 in flight';
const reading = "n8n's reading of the address";
const parts: Record<string, () => Promise<void>> = {
	contractData: measureContractData,
	async rewards() {
		await compareRewards(10_000);
		await compareRewards(50_000);
	},
	async balances() {
		await compareBalances(1_000, 50, [
			floor,
			'Avalanche EVM Chains',
			reading,
			"n8n's HTTP Request",
		]);
		await compareBalances(10_000, 0, [floor, 'Avalanche EVM Chains', reading]);
	},
	stream: measureStream,
	async keepup() {
		const { measureKeepUp } = await import('./keepUp.mts');
		await measureKeepUp();
	},
};
const named = process.argv.slice(2);
for (const name of named.length ? named : Object.keys(parts)) await parts[name]!();
