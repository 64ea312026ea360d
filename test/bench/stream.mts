/** One measurement of the stream trigger or the polling trigger on the mock network; the figures on the last line. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { credentialsFor, loadEngine } from '../support/engine.mts';
import { type LoopMeter, meterLoop } from '../support/loopMeter.mts';

export interface StreamJob {
	url: string;
	/** Of the EVM client behind it, which takes orders for blocks. */
	evmUrl: string;
	/** What the trigger watches. */
	watch: INodeParameters;
	/** A contract that emits `logsPerCall` events at each call, and the account that calls it. */
	contract: string;
	account: string;
	logsPerCall: number;
	/** Events one by one, or together. */
	events: number;
	/** Whether all events are of one block. */
	inOneBlock?: boolean;
	/** Whether executions end immediately; they do unless said. */
	executionsEnd?: boolean;
}

export interface StreamFigures {
	/** Of each event, from sending its transaction to its item, in ms; a poll without the wait for it. */
	latencies: number[];
	/** From the first item to the last one, in seconds. */
	seconds: number;
	items: number;
	/** The longest turn of the event loop, in which nothing else is served: in ms of processor time. */
	turnMs: number;
	/** Highest resident memory, and what it was before the events came, in MiB. */
	peakMiB: number;
	beforeMiB: number;
}

const [measurement, text] = process.argv.slice(2);
const job = JSON.parse(text) as StreamJob;
const {
	url,
	evmUrl,
	watch,
	contract,
	account,
	logsPerCall,
	events,
	inOneBlock,
	executionsEnd = true,
} = job;
const engine = await loadEngine();
const credentials = credentialsFor(url);

const ask = async (method: string, params: unknown[]): Promise<void> => {
	const response = await fetch(evmUrl, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
	});
	const { error } = (await response.json()) as { error?: { message: string } };
	if (error) throw new Error(error.message);
};
const emit = async (): Promise<void> =>
	await ask('eth_sendTransaction', [{ from: account, to: contract, gas: '0x7a120' }]);
const emitAll = async () => {
	await ask('evm_setAutomine', [!inOneBlock]);
	for (let i = 0; i < events; i += logsPerCall) await emit();
	meter = meterLoop();
	if (inOneBlock) await ask('evm_mine', []);
};

let meter: LoopMeter | undefined;
const times: number[] = [];
let wake = () => {};
const until = async (isThere: () => boolean) => {
	while (!isThere()) await new Promise<void>((resolve) => (wake = resolve));
};
/** Publishes the stream. */
const openStream = async () =>
	await engine.openTrigger(
		'avalancheStreamTrigger',
		{ ...watch, options: { ...(watch.options as object), maxUnfinished: executionsEnd ? 0 : 5 } },
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

const measurements: Record<string, () => Promise<number[]>> = {
	/** From the transaction to the item, one by one. */
	async stream() {
		await openStream();
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
	/** All together. */
	async burst() {
		await openStream();
		await emitAll();
		await until(() => times.length >= (executionsEnd ? events : 5));
		if (!executionsEnd) await pause(10_000);
		return [];
	},
};

const beforeMiB = process.memoryUsage().rss / 2 ** 20;
const latencies = await measurements[measurement]();
const figures: StreamFigures = {
	latencies,
	seconds: times.length ? (times.at(-1)! - times[0]) / 1000 : 0,
	items: times.length,
	turnMs: meter?.longestMs ?? 0,
	peakMiB: process.resourceUsage().maxRSS / 1024,
	beforeMiB,
};
console.log(JSON.stringify(figures));
engine.close();
process.exit(0);
