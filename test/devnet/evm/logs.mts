import { fail } from '../gorilla.mts';
import type { Answer } from './methods.mts';
import { hex, writeLog, writeTransaction } from './records.mts';
import type { Json } from './records.mts';

/** Logs and filters. */

export const readLogs: Answer = async (chain, [criteria]) => {
	const { fromBlock = 'latest', toBlock = 'latest', blockHash, address, topics = [] } = criteria ?? {};
	if (topics?.length > 4) throw fail('exceed max topics');
	if (Array.isArray(address) && address.length > 1000) throw fail('exceed max addresses');
	const what = { ...(address && { address }), topics };
	if (blockHash) {
		if (!(await chain.ask('eth_getBlockByHash', [blockHash, false]))) throw fail('unknown block');
		return (await chain.ask('eth_getLogs', [{ ...what, blockHash }])).map(writeLog);
	}
	const head = await chain.head();
	const [from, to] = [await chain.findNumber(fromBlock), await chain.findNumber(toBlock)];
	const isNumber = (block: unknown) => String(block).startsWith('0x');
	if (isNumber(fromBlock) && isNumber(toBlock) && from > to && from > 0 && to > 0)
		throw fail('invalid block range params');
	if (from > head) throw fail(`requested from block ${from} after last accepted block ${head}`);
	if (to > head) throw fail(`requested to block ${to} after last accepted block ${head}`);
	if (from > to) throw fail(`begin block ${from} is greater than end block ${to}`);
	const { maxLogBlocks } = chain;
	if (maxLogBlocks && to - from >= maxLogBlocks)
		throw fail(`requested too many blocks from ${from} to ${to}, maximum is set to ${maxLogBlocks}`);
	return (await chain.ask('eth_getLogs', [{ ...what, fromBlock: hex(from), toBlock: hex(to) }])).map(
		writeLog,
	);
};
export const makeFilter: Answer = async (chain, [criteria]) => {
	const { address, topics = [] } = criteria ?? {};
	const id: string = await chain.ask('eth_newFilter', [{ ...(address && { address }), topics }]);
	chain.filters.set(id, { criteria: criteria ?? {} });
	return id;
};
export const makePendingFilter: Answer = async (chain, [isFull]) => {
	const id: string = await chain.ask('eth_newPendingTransactionFilter');
	chain.filters.set(id, { isFull: Boolean(isFull) });
	return id;
};
export const readFilterChanges: Answer = async (chain, [id]) => {
	const found: Array<string | Json> = await chain.ask('eth_getFilterChanges', [id]);
	if (!chain.filters.get(id)?.isFull)
		return found.map((one) => (typeof one === 'string' ? one : writeLog(one)));
	const txs = await Promise.all(found.map((hash) => chain.ask('eth_getTransactionByHash', [hash])));
	return txs.filter(Boolean).map(writeTransaction);
};
export const readFilterLogs: Answer = (chain, [id], method) => {
	const criteria = chain.filters.get(id)?.criteria;
	if (!criteria) throw fail('filter not found');
	return readLogs(chain, [criteria], method);
};
export const dropFilter: Answer = async (chain, [id], method) => {
	chain.filters.delete(id);
	return await chain.ask(method, [id]);
};
