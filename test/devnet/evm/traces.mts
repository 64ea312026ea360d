import { fail } from '../gorilla.mts';
import { toNumber } from '../wire.mts';
import type { EvmChain } from './chain.mts';
import type { Answer } from './methods.mts';
import { hex, pick } from './records.mts';
import type { Json } from './records.mts';
import { gasOf, preferInput } from './state.mts';

/** What the tracers of the debugger record. */

const without0x = (text: string) => text.replace(/^0x/, '');
/** A trace in a node's words: anvil's leaves the cost of the transaction itself out of the gas. */
const writeTrace = (trace: any, gas: string, config: Json | null): unknown => {
	if (config?.tracer === 'callTracer') return { ...trace, gas };
	if (config?.tracer) return trace;
	const structLogs = trace.structLogs.map((step: Json) => ({
		...pick(step, 'pc op gas gasCost depth error stack'),
		...(step.memory && { memory: step.memory.map(without0x) }),
		...(step.storage && {
			storage: Object.fromEntries(
				Object.entries(step.storage).map(([slot, word]) => [without0x(slot), without0x(word as string)]),
			),
		}),
		...(Number(toNumber(step.refund)) && { refund: step.refund }),
	}));
	const { gas: used, failed, returnValue } = trace;
	return { gas: used, failed, returnValue: without0x(returnValue), structLogs };
};
const given = (config: unknown) => (config ? [config] : []);
export const traceCall: Answer = async (chain, [tx, at, config]) =>
	writeTrace(
		await chain.ask('debug_traceCall', [preferInput(tx), at, ...given(config)]),
		hex(gasOf(tx)),
		config,
	);
export const traceTransaction: Answer = async (chain, [hash, config]) => {
	const tx = await chain.ask('eth_getTransactionByHash', [hash]);
	if (!tx?.blockHash) throw fail('transaction not found');
	return writeTrace(await chain.ask('debug_traceTransaction', [hash, ...given(config)]), tx.gas, config);
};
const traceTransactions = async (chain: EvmChain, block: Json, config: Json | null) => {
	if (block.number === '0x0') throw fail('genesis is not traceable');
	const trace = async ({ hash, gas }: Json) => ({
		txHash: hash,
		result: writeTrace(await chain.ask('debug_traceTransaction', [hash, ...given(config)]), gas, config),
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
