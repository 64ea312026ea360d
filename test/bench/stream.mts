/** One measurement of the stream trigger or the polling trigger on the mock network; the figures on the last line. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { credentialsFor, loadEngine } from '../support/engine.mts';

export interface StreamJob {
	url: string;
	/** A contract that emits `logsPerCall` events at each call, and the account that calls it. */
	contract: string;
	account: string;
	logsPerCall: number;
	/** Events one by one, or together. */
	events: number;
}

export interface StreamFigures {
	/** Of each event, from sending its transaction to its item, in ms; a poll without the wait for it. */
	latencies: number[];
	/** From the first item to the last one, in seconds. */
	seconds: number;
	items: number;
	/** The longest time for which nothing else was served, in ms. */
	blockMs: number;
	/** Highest resident memory, and what it was before the events came, in MiB. */
	peakMiB: number;
	beforeMiB: number;
}

const [measurement, text] = process.argv.slice(2);
const { url, contract, account, logsPerCall, events } = JSON.parse(text) as StreamJob;
const engine = await loadEngine();
const credentials = credentialsFor(url);
const watch: INodeParameters = {
	...{ event: 'contractEvent', chain: 'C', addresses: contract },
	...{ findBy: 'topics', topics: '[]' },
};

const emit = async (): Promise<void> => {
	const params = [{ from: account, to: contract, gas: '0x989680' }];
	const response = await fetch(`${url}/ext/bc/C/rpc`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params }),
	});
	const { error } = (await response.json()) as { error?: { message: string } };
	if (error) throw new Error(error.message);
};
const emitAll = async () => {
	for (let i = 0; i < events; i += logsPerCall) await emit();
};

const times: number[] = [];
let wake = () => {};
const until = async (isThere: () => boolean) => {
	while (!isThere()) await new Promise<void>((resolve) => (wake = resolve));
};
/** Publishes the stream; executions end at once, or never. */
const openStream = async (executionsEnd: boolean) =>
	await engine.openTrigger(
		'avalancheStreamTrigger',
		{ ...watch, options: { maxUnfinished: executionsEnd ? 0 : 5 } },
		{
			credentials,
			activation: 'activate',
			staticData: {} as IDataObject,
			emit: (data) => {
				for (const _ of data[0]!) times.push(performance.now());
				wake();
			},
			emitError: (error) => {
				throw error;
			},
			saveFailedExecution: (error) => {
				throw error;
			},
		},
	);
const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

const delays = monitorEventLoopDelay({ resolution: 1 });
const measurements: Record<string, () => Promise<number[]>> = {
	/** From the transaction to the item, one by one. */
	async stream() {
		await openStream(true);
		const latencies = [];
		for (let i = 0; i < events; i++) {
			const sentAt = performance.now();
			await emit();
			await until(() => times.length === (i + 1) * logsPerCall);
			latencies.push(times.at(-1)! - sentAt);
		}
		return latencies;
	},
	/** The same, with a poll as soon as the transaction is in its block. */
	async poll() {
		const trigger = engine.createPoll('avalancheTrigger', watch, { credentials });
		await trigger.activate();
		const latencies = [];
		for (let i = 0; i < events; i++) {
			const sentAt = performance.now();
			await emit();
			const found = (await trigger.poll())?.length ?? 0;
			for (let n = 0; n < found; n++) times.push(performance.now());
			latencies.push(performance.now() - sentAt);
		}
		return latencies;
	},
	/** All together, each an execution that ends at once. */
	async burst() {
		await openStream(true);
		delays.enable();
		await emitAll();
		await until(() => times.length >= events);
		return [];
	},
	/** All together while the first executions never end. */
	async waiting() {
		await openStream(false);
		delays.enable();
		await emitAll();
		await until(() => times.length >= 5);
		await pause(10_000);
		return [];
	},
};

const beforeMiB = process.memoryUsage().rss / 2 ** 20;
const latencies = await measurements[measurement]();
delays.disable();
const figures: StreamFigures = {
	latencies,
	seconds: times.length ? (times.at(-1)! - times[0]) / 1000 : 0,
	items: times.length,
	blockMs: delays.max / 1e6,
	peakMiB: process.resourceUsage().maxRSS / 1024,
	beforeMiB,
};
console.log(JSON.stringify(figures));
engine.close();
process.exit(0);
