/** A node whose C-Chain has as many blocks as a benchmark wants, each with the same contents: made when asked for. */
import { address, hashOf, hex, word } from '../support/hex.mts';
import { fitsTopics } from '../support/ledgerNode.mts';
import { startRpcServer } from './rpcServer.mts';

export const watched = address(1);
export const token = address(2);
const stranger = address(3);
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const transfer = 'Transfer(address indexed from, address indexed to, uint256 value)';
export const transferEvent = `event ${transfer}`;

export interface BlockContents {
	transactions: number;
	/** Transactions to `watched`, and transfers of `token`: in each block, or in one of so many. */
	payments: number;
	transfers: number;
	oneBlockOf?: number;
}

export async function startDenseChain(
	{ transactions, payments, transfers, oneBlockOf = 1 }: BlockContents,
	latencyMs: number,
) {
	let head = 1000;
	const isSpecial = (block: number) => block % oneBlockOf === 0;
	const hashAt = (block: number, index: number) => hashOf(block * 1000 + index + 1);
	const place = (block: number, index: number) => ({
		blockNumber: hex(block),
		blockHash: hashOf(block),
		transactionIndex: hex(index),
	});
	const writeTransaction = (block: number, index: number) => ({
		...place(block, index),
		hash: hashAt(block, index),
		from: stranger,
		value: hex(10n ** 18n),
		input: '0x',
		to: isSpecial(block) && index < payments ? watched : stranger,
		type: '0x2',
		gas: '0x5208',
		gasPrice: '0x1',
		nonce: '0x7',
	});
	const listOf = <T,>(count: number, make: (index: number) => T): T[] =>
		Array.from({ length: count }, (_, index) => make(index));
	const listLogs = (block: number) =>
		listOf(isSpecial(block) ? transfers : 0, (index) => ({
			...place(block, index),
			transactionHash: hashAt(block, index),
			logIndex: hex(index),
			removed: false,
			address: token,
			data: hashOf(10n ** 18n),
			topics: [transferTopic, hashOf(stranger), hashOf(watched)],
		}));
	const writeReceipt = (block: number, index: number) => ({
		...place(block, index),
		transactionHash: hashAt(block, index),
		status: '0x1',
		gasUsed: '0x5208',
		effectiveGasPrice: '0x1',
		logs: [],
	});
	const answers: Record<string, (...params: any[]) => unknown> = {
		eth_chainId: () => hex(43_114),
		eth_blockNumber: () => hex(head),
		eth_call: () => `0x${word(18)}`,
		eth_getBlockByNumber: (number, isWhole) =>
			Number(number) <= head
				? {
						number,
						hash: hashOf(number),
						timestamp: hex(1_800_000_000 + 2 * Number(number)),
						transactions: listOf(transactions, (index) =>
							isWhole ? writeTransaction(Number(number), index) : hashAt(Number(number), index),
						),
					}
				: null,
		eth_getBlockReceipts: (number) =>
			listOf(transactions, (index) => writeReceipt(Number(number), index)),
		eth_getTransactionReceipt: (hash) =>
			writeReceipt(Math.floor((Number(hash) - 1) / 1000), (Number(hash) - 1) % 1000),
		eth_getLogs: ({ fromBlock, toBlock, topics = [] }) =>
			listOf(Number(toBlock) - Number(fromBlock) + 1, (i) => Number(fromBlock) + i)
				.flatMap(listLogs)
				.filter((log) => fitsTopics(log.topics, topics)),
	};
	const server = await startRpcServer(({ method, params }) => {
		if (!answers[method]) throw new Error(`The chain of the benchmark has no ${method}`);
		return answers[method](...params);
	}, latencyMs);
	return {
		...server,
		/** So many blocks more. */
		grow: (blocks: number) => void (head += blocks),
	};
}
