import { fail } from '../jsonRpc.mts';
import type { Answer } from './methods.mts';
import { hex, writeLog, writeTransaction } from './records.mts';
import type { Json } from './records.mts';

/** Logs and filters. */

const mostTopics = 4;

/** By block, and within it as they came. */
const byPlace = (one: Json, other: Json) =>
	Number(one.blockNumber) - Number(other.blockNumber) ||
	Number(one.logIndex) - Number(other.logIndex);

export const readLogs: Answer = async (chain, [criteria]) => {
	const {
		fromBlock = 'latest',
		toBlock = 'latest',
		blockHash,
		address,
		topics = [],
	} = criteria ?? {};
	if (topics?.length > mostTopics) throw fail('exceed max topics');
	const what = { ...(address && { address }), topics };
	if (blockHash) {
		if (!(await chain.ask('eth_getBlockByHash', [blockHash, false]))) throw fail('unknown block');
		return (await chain.ask('eth_getLogs', [{ ...what, blockHash }])).map(writeLog);
	}
	if (fromBlock === 'pending' && toBlock === 'pending') return [];
	const [from, to] = [await chain.findNumber(fromBlock), await chain.findNumber(toBlock)];
	// Asked last: blocks may come in between.
	const head = await chain.head();
	const isNumber = (block: unknown) => String(block).startsWith('0x');
	if (isNumber(fromBlock) && isNumber(toBlock) && from > to && from > 0 && to > 0)
		throw fail('invalid block range params');
	if (from > head) throw fail(`requested from block ${from} after last accepted block ${head}`);
	if (to > head) throw fail(`requested to block ${to} after last accepted block ${head}`);
	if (from > to) throw fail(`begin block ${from} is greater than end block ${to}`);
	const { maxLogBlocks } = chain;
	if (maxLogBlocks && to - from >= maxLogBlocks)
		throw fail(
			`requested too many blocks from ${from} to ${to}, maximum is set to ${maxLogBlocks}`,
		);
	const range = { ...what, fromBlock: hex(from), toBlock: hex(to) };
	const mined = { ...range, fromBlock: hex(Math.max(from, chain.first)) };
	const logs = to < chain.first ? [] : await chain.ask('eth_getLogs', [mined]);
	return [...chain.listRecordedLogs(range), ...logs].sort(byPlace).map(writeLog);
};
/** Whether a filter could ever find logs between these blocks. */
export function isFilterRange(from: string, to: string): boolean {
	const height = (block: string) =>
		block === 'earliest' ? 0 : block.startsWith('0x') ? Number(block) : -1;
	if (['safe', 'finalized', 'accepted'].some((tag) => tag === from || tag === to)) return false;
	if (to === 'pending') return true;
	if (to === 'latest') return from === 'latest' || height(from) >= 0;
	return height(from) >= 0 && height(to) >= height(from);
}

export const makeFilter: Answer = async (chain, [criteria]) => {
	const { address, topics = [], fromBlock = 'latest', toBlock = 'latest' } = criteria ?? {};
	if (!isFilterRange(fromBlock, toBlock))
		throw fail('invalid from and to block combination: from > to');
	const what = { ...(address && { address }), topics: topics?.slice(0, mostTopics) };
	const id: string = await chain.ask('eth_newFilter', [what]);
	chain.filters.set(id, { criteria: criteria ?? {} });
	return id;
};
export const makePendingFilter: Answer = async (chain, [isFull]) => {
	const id: string = await chain.ask('eth_newPendingTransactionFilter');
	chain.filters.set(id, { isFull: Boolean(isFull) });
	return id;
};
/** Transactions are told as they were when they came. */
export const writeWaiting = (tx: Json): Json =>
	writeTransaction({ ...tx, blockHash: null, blockNumber: null, transactionIndex: null });
/** No filter has an empty ID. */
const noFilter = '0x0';
export const readFilterChanges: Answer = async (chain, [id = noFilter]) => {
	const found: Array<string | Json> = await chain.ask('eth_getFilterChanges', [id]);
	const { isFull, criteria } = chain.filters.get(id) ?? {};
	if (criteria?.topics?.length > mostTopics) return [];
	if (!isFull) return found.map((one) => (typeof one === 'string' ? one : writeLog(one)));
	const txs = await Promise.all(found.map((hash) => chain.ask('eth_getTransactionByHash', [hash])));
	return txs.filter(Boolean).map(writeWaiting);
};
export const readFilterLogs: Answer = (chain, [id], method) => {
	const criteria = chain.filters.get(id)?.criteria;
	if (!criteria) throw fail('filter not found');
	if (criteria.topics?.length > mostTopics) return [];
	return readLogs(chain, [criteria], method);
};
export const dropFilter: Answer = async (chain, [id = noFilter], method) => {
	chain.filters.delete(id);
	return await chain.ask(method, [id]);
};
