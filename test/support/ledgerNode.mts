/** A node whose chain is one of the mock network's ledger: the same blocks that its Data API lists, call by call. */
import type { Block, EvmChain, Transaction, Transfer } from '../../devnet/ledger.mts';
import { hashOf, hex, word } from './hex.mts';
import { refuse, type CallReply, type RpcCall } from './useScript.mts';

export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** What a test lets the node do in place of its usual answer. */
export type Change = (result: unknown, params: any[]) => unknown;

export class LedgerNode {
	readonly changes = new Map<string, Change>();

	private readonly chain: EvmChain;

	constructor(chain: EvmChain) {
		this.chain = chain;
	}

	readonly answer = ({ method, params }: RpcCall): CallReply => {
		const own = this.methods[method];
		if (!own) return refuse(`the method ${method} does not exist`, -32601);
		try {
			const result = own(params);
			return { result: this.changes.get(method)?.(result, params) ?? result };
		} catch (error) {
			return refuse((error as Error).message);
		}
	};

	private readonly methods: Record<string, (params: any[]) => unknown> = {
		eth_blockNumber: () => hex(this.chain.blocks.at(-1)!.number),
		eth_getBlockByNumber: ([number, isWhole]) => this.writeBlock(this.find(number), isWhole),
		eth_getTransactionReceipt: ([hash]) =>
			this.writeReceipt(
				this.chain.blocks
					.flatMap(({ transactions }) => transactions)
					.find((transaction) => transaction.hash === hash)!,
			),
		eth_getBlockReceipts: ([number]) =>
			this.find(number)?.transactions.map((transaction) => this.writeReceipt(transaction)) ?? null,
		eth_getLogs: ([{ fromBlock, toBlock, address, topics }]) =>
			this.chain.blocks
				.filter(({ number }) => number >= Number(fromBlock) && number <= Number(toBlock))
				.flatMap(({ transactions }) => transactions)
				.flatMap(({ transfers }) => transfers)
				.filter(({ contract }) => contract.ercType === 'ERC-20' || contract.ercType === 'ERC-721')
				.filter(
					({ contract }) => !address || [address].flat().some((one) => same(one, contract.address)),
				)
				.map((transfer) => this.writeLog(transfer))
				.filter((log) => fitsTopics(log.topics, topics)),
		eth_call: ([{ to, data }]) => {
			const contract = this.chain.contracts.find((one) => same(one.address, to));
			if (!contract) return '0x';
			if (data === '0x313ce567') return hashOf(contract.decimals);
			const symbol = Buffer.from(contract.symbol);
			const text = symbol.toString('hex').padEnd(64 * Math.ceil(symbol.length / 32), '0');
			return `0x${word(32)}${word(symbol.length)}${text}`;
		},
	};

	/** Blocks follow each other, though a test may take some away. */
	private find(number: string): Block | undefined {
		const { blocks } = this.chain;
		const wanted = Number(number);
		const likely = blocks[wanted - (blocks[0]?.number ?? 0)];
		return likely?.number === wanted ? likely : blocks.find((block) => block.number === wanted);
	}

	private writeBlock(block: Block | undefined, isWhole: boolean) {
		if (!block) return null;
		return {
			number: hex(block.number),
			hash: block.hash,
			timestamp: hex(block.timestamp),
			transactions: block.transactions.map((one) =>
				isWhole ? this.writeTransaction(one) : one.hash,
			),
		};
	}

	private writeTransaction({ block, index, ...one }: Transaction) {
		return {
			hash: one.hash,
			blockNumber: hex(block.number),
			transactionIndex: hex(index),
			from: one.from,
			to: one.method?.callType === 'CONTRACT_CREATION' ? null : one.to,
			value: hex(one.value),
			input: one.method?.hash ?? '0x',
			type: hex(one.type),
			gas: hex(one.gasLimit),
			gasPrice: hex(one.gasPrice),
			nonce: hex(one.nonce),
		};
	}

	private writeReceipt({ block, ...one }: Transaction) {
		return {
			transactionHash: one.hash,
			blockNumber: hex(block.number),
			status: one.success ? '0x1' : '0x0',
			gasUsed: hex(one.gasUsed),
			effectiveGasPrice: hex(one.gasPrice),
		};
	}

	private writeLog({ transaction, contract, logIndex, from, to, value, tokenId }: Transfer) {
		return {
			address: contract.address,
			topics: [transferTopic, hashOf(from), hashOf(to), ...(tokenId ? [hashOf(tokenId)] : [])],
			data: tokenId ? '0x' : hashOf(value),
			blockNumber: hex(transaction.block.number),
			transactionHash: transaction.hash,
			logIndex: hex(logIndex),
			removed: false,
		};
	}
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Whether topics are those that a filter names: in each place one of a list, or any. */
export const fitsTopics = (
	topics: string[],
	wanted: Array<string | string[] | null> = [],
): boolean => wanted.every((one, i) => one === null || [one].flat().includes(topics[i]!));
