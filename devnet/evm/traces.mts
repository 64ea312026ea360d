import { fail } from '../jsonRpc.mts';
import { toNumber } from '../json.mts';
import type { EvmChain } from './chain.mts';
import { writeText } from './errors.mts';
import type { Answer } from './methods.mts';
import { hex, pick } from './records.mts';
import type { Json } from './records.mts';
import { beginCall, gasOf } from './state.mts';

/** What the tracers of the debugger record. */

const without0x = (text: string) => text.replace(/^0x/, '');
const writeLog = ({ index: _, ...log }: Json) => log;
/** A call among those of the callTracer; of its logs, a node does not say which they are in the block. */
const writeCall = ({ error, logs, calls, ...frame }: Json): Json => ({
	...frame,
	...(error && { error: writeText(error) }),
	...(logs && { logs: logs.map(writeLog) }),
	...(calls && { calls: calls.map(writeCall) }),
});
/** A trace in a node's words: anvil's leaves the cost of the transaction itself out of the gas. */
const writeTrace = (trace: any, gas: string, config: Json | null): unknown => {
	if (config?.tracer === 'callTracer') return { ...writeCall(trace), gas };
	if (config?.tracer) return trace;
	const { limit } = config ?? {};
	const steps: Json[] = limit ? trace.structLogs.slice(0, toNumber(limit)) : trace.structLogs;
	const structLogs = steps.map((step) => ({
		...pick(step, 'pc op gas gasCost depth error stack'),
		...(step.memory && { memory: step.memory.map(without0x) }),
		...(step.storage && {
			storage: Object.fromEntries(
				Object.entries(step.storage).map(([slot, word]) => [
					without0x(slot),
					without0x(word as string),
				]),
			),
		}),
		...(Number(toNumber(step.refund)) && { refund: step.refund }),
	}));
	const { gas: used, failed, returnValue } = trace;
	return { gas: used, failed, returnValue: without0x(returnValue), structLogs };
};
const given = (config: Json | null) => {
	const { timeout } = config ?? {};
	if (timeout && !/^[+-]?(\d+(\.\d*)?(ns|us|µs|ms|s|m|h))+$/.test(timeout))
		throw fail(`time: invalid duration ${JSON.stringify(timeout)}`);
	return config ? [config] : [];
};
const writeFlaw = (reason: string) => `tracing failed: ${reason}`;
export const traceCall: Answer = async (chain, [asked, at, config]) => {
	const wanted = given(config);
	const tx = await beginCall(chain, [asked, at, config?.stateOverrides], writeFlaw);
	const trace = await chain.ask('debug_traceCall', [tx, at, ...wanted]);
	// Without code there is no step, not even the one that stops.
	if (!tx.to && !tx.data && trace.structLogs) trace.structLogs = [];
	return writeTrace(trace, hex(gasOf(tx)), config);
};
/** What anvil tells of a transaction's gas counts those before it in the block, too. */
const traceOne = async (
	chain: EvmChain,
	{ hash, gas }: Json,
	config: Json | null,
): Promise<unknown> => {
	const [trace, { gasUsed }] = await Promise.all([
		chain.ask('debug_traceTransaction', [hash, ...given(config)]),
		chain.ask('eth_getTransactionReceipt', [hash]),
	]);
	if (trace.gasUsed) trace.gasUsed = gasUsed;
	if (trace.structLogs) trace.gas = Number(gasUsed);
	return writeTrace(trace, gas, config);
};
export const traceTransaction: Answer = async (chain, [hash, config]) => {
	const tx = await chain.ask('eth_getTransactionByHash', [hash]);
	if (!tx?.blockHash) throw fail('transaction not found');
	return await traceOne(chain, tx, config);
};
const traceTransactions = async (chain: EvmChain, block: Json, config: Json | null) => {
	if (block.number === '0x0') throw fail('genesis is not traceable');
	const trace = async (tx: Json) => ({
		txHash: tx.hash,
		result: await traceOne(chain, tx, config),
	});
	return await Promise.all(block.transactions.map(trace));
};
export const traceNumber: Answer = async (chain, [at, config]) =>
	await traceTransactions(chain, await chain.ask('eth_getBlockByNumber', [at, true]), config);
export const traceHash: Answer = async (chain, [hash, config]) => {
	const block = await chain.ask('eth_getBlockByHash', [hash, true]);
	if (!block) throw fail(`block ${hash} not found`);
	return await traceTransactions(chain, block, config);
};
