import { fail } from '../jsonRpc.mts';
import { getBalance, isSame, listEveryTransaction } from '../holdings.mts';
import { makeHex } from '../ids.mts';
import { recordedFees, tokenMethods, zeroAddress } from '../ledger.mts';
import { findQuiet, makeQuietBlock } from '../past.mts';
import type { Approval, Block, EvmChain, Transaction, Transfer } from '../ledger.mts';
import { hex } from './records.mts';
import type { Json } from './records.mts';
import { transferTopic, word, writeOverrides } from './token.mts';

/** The blocks of the ledger that no EVM made, as anvil would tell of them: one history for the node and the data service. */

const multiTopic = 'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const approvalTopic = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const emptyHash = `0x${'0'.repeat(64)}`;
const noBloom = `0x${'0'.repeat(512)}`;
/** Where the code of a contract begins that Solidity made. */
const someCode = '0x6080604052';

const toTopic = (address: string) => `0x${word(BigInt(address))}`;

function writeTransferLog({ contract, from, to, tokenId = '', value, transaction }: Transfer) {
	const parties = [from, to].map(toTopic);
	const id = word(BigInt(tokenId || 0));
	if (contract.ercType === 'ERC-721')
		return { topics: [`0x${transferTopic}`, ...parties, `0x${id}`], data: '0x' };
	if (contract.ercType === 'ERC-1155')
		return {
			topics: [`0x${multiTopic}`, toTopic(transaction.from), ...parties],
			data: `0x${id}${word(value)}`,
		};
	return { topics: [`0x${transferTopic}`, ...parties], data: `0x${word(value)}` };
}

const writeApprovalLog = ({ owner, spender, value }: Approval) => ({
	topics: [`0x${approvalTopic}`, toTopic(owner), toTopic(spender)],
	data: `0x${word(value)}`,
});

const writePlace = ({ block, index }: Transaction) => ({
	blockHash: block.hash,
	blockNumber: hex(block.number),
	transactionIndex: hex(index),
});

function writeLogs(transaction: Transaction): Json[] {
	const { transfers, approvals = [], hash } = transaction;
	const own = [
		...transfers.map((one) => ({ one, log: writeTransferLog(one) })),
		...approvals.map((one) => ({ one, log: writeApprovalLog(one) })),
	];
	return own.map(({ one, log }) => ({
		address: one.contract.address.toLowerCase(),
		...log,
		...writePlace(transaction),
		transactionHash: hash,
		logIndex: hex(one.logIndex),
		removed: false,
	}));
}

const isCreation = ({ method }: Transaction) => method?.callType === 'CONTRACT_CREATION';

/** What a transaction calls: a transfer with its arguments, of other functions the selector alone. */
function writeInput(transaction: Transaction): string {
	const { to, method, transfers } = transaction;
	if (isCreation(transaction)) return someCode;
	const [first] = transfers;
	if (first?.contract.ercType !== 'ERC-20' || !isSame(to, first.contract.address))
		return method?.hash || '0x';
	const { mint, transfer } = tokenMethods;
	const { hash } = first.from === zeroAddress ? mint : transfer;
	return hash + word(BigInt(first.to)) + word(first.value);
}

function writeFees({ type, gasPrice }: Transaction): Json {
	if (type !== 2) return { gasPrice: hex(gasPrice) };
	const tip = gasPrice > recordedFees.baseFee ? gasPrice - recordedFees.baseFee : 0n;
	return {
		gasPrice: hex(gasPrice),
		maxFeePerGas: hex(gasPrice),
		maxPriorityFeePerGas: hex(tip),
	};
}

function writeTransaction(transaction: Transaction, chainId: string): Json {
	const { hash, type, nonce, gasLimit, from, to, value } = transaction;
	return {
		...writePlace(transaction),
		hash,
		type: hex(type),
		...(/^\d+$/.test(chainId) && { chainId: hex(BigInt(chainId)) }),
		nonce: hex(nonce),
		gas: hex(gasLimit),
		...writeFees(transaction),
		from: from.toLowerCase(),
		to: isCreation(transaction) ? null : to.toLowerCase(),
		value: hex(value),
		input: writeInput(transaction),
		...(type > 0 && { accessList: [], yParity: '0x0' }),
		v: '0x0',
		r: makeHex(32, hash, 'r'),
		s: makeHex(32, hash, 's'),
	};
}

function writeReceipt(transaction: Transaction): Json {
	const { block, index, hash, type, from, to, success, gasUsed, gasPrice } = transaction;
	const before = block.transactions.slice(0, index + 1);
	const isNew = isCreation(transaction);
	return {
		...writePlace(transaction),
		transactionHash: hash,
		type: hex(type),
		status: hex(Number(success)),
		from: from.toLowerCase(),
		to: isNew ? null : to.toLowerCase(),
		contractAddress: isNew ? to.toLowerCase() : null,
		gasUsed: hex(gasUsed),
		cumulativeGasUsed: hex(before.reduce((sum, one) => sum + one.gasUsed, 0n)),
		effectiveGasPrice: hex(gasPrice),
		logs: writeLogs(transaction),
		logsBloom: noBloom,
	};
}

function writeBlock(block: Block, chainId: string, isFull: boolean): Json {
	const { number, hash, parentHash, timestamp, transactions } = block;
	return {
		number: hex(number),
		hash,
		parentHash,
		timestamp: hex(timestamp),
		nonce: '0x0000000000000000',
		sha3Uncles: makeHex(32, 'no uncles'),
		logsBloom: noBloom,
		transactionsRoot: makeHex(32, hash, 'transactions'),
		stateRoot: makeHex(32, hash, 'state'),
		receiptsRoot: makeHex(32, hash, 'receipts'),
		miner: `0x01${'0'.repeat(38)}`,
		gasLimit: hex(recordedFees.gasLimit),
		gasUsed: hex(transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)),
		baseFeePerGas: hex(recordedFees.baseFee),
		size: hex(600 + 180 * transactions.length),
		blobGasUsed: '0x0',
		excessBlobGas: '0x0',
		parentBeaconBlockRoot: emptyHash,
		transactions: transactions.map((one) => (isFull ? writeTransaction(one, chainId) : one.hash)),
	};
}

interface Criteria {
	blockHash?: string;
	fromBlock?: string;
	toBlock?: string;
	address?: string | string[];
	topics?: Array<string | string[] | null>;
}

/** Whether a log is one of those asked for. */
function isAsked({ address, topics }: Json, asked: Criteria): boolean {
	const isOneOf = (value: string | undefined, wanted: string | string[] | null = null) =>
		wanted === null || [wanted].flat().some((one) => value !== undefined && isSame(one, value));
	const isEmpty = Array.isArray(asked.address) && !asked.address.length;
	if (!isEmpty && !isOneOf(address, asked.address)) return false;
	return (asked.topics ?? []).every((wanted, i) => {
		const isAny = Array.isArray(wanted) && !wanted.length;
		return isAny ? topics[i] !== undefined : isOneOf(topics[i], wanted);
	});
}

/** What needs the state after a block; the node has that of its own blocks alone. */
const readsState =
	/^eth_(estimateGas|createAccessList|getCode|getStorageAt|getProof|getTransactionCount)$|^debug_trace/;

/**
 * Answers for what the ledger recorded; undefined where anvil has to be asked. From `first` on, where it is given, the
 * EVM has the state after each block; before it there are blocks that nobody recorded, and that hold what strangers did.
 */
export function createRecorded(chain: EvmChain, first?: number) {
	const { chainId } = chain;
	const hasState = ({ number }: Block) => first !== undefined && number >= first;
	const findBlock = (block: unknown): Block | undefined => {
		const { blockHash } = (block ?? {}) as { blockHash?: string };
		const asked = blockHash ?? block;
		if (typeof asked !== 'string' || !/^0x([0-9a-f]{1,16}|[0-9a-f]{64})$/i.test(asked))
			return undefined;
		const isHash = asked.length === 66;
		const isAskedFor = ({ number, hash, isMined }: Block) =>
			!isMined && (isHash ? isSame(hash, asked) : number === Number(asked));
		const found = chain.blocks.find(isAskedFor) ?? chain.past.find(isAskedFor);
		const isBefore = !isHash && first !== undefined && Number(asked) < first;
		return found ?? (isBefore ? makeQuietBlock(chain, Number(asked)) : undefined);
	};
	const findTransaction = (hash: string) =>
		listEveryTransaction(chain).find((one) => !one.block.isMined && isSame(one.hash, hash)) ??
		(first === undefined ? undefined : findQuiet(chain, hash));
	/** Those of a range, as far as the ledger recorded it. */
	const listLogs = (criteria: Criteria): Json[] => {
		const { fromBlock, toBlock } = criteria;
		const isWithin = ({ number, isMined }: Block) =>
			!isMined && number >= Number(fromBlock) && number <= Number(toBlock);
		return [...chain.past, ...chain.blocks]
			.filter(isWithin)
			.flatMap(({ transactions }) => transactions.flatMap(writeLogs))
			.filter((log) => isAsked(log, criteria));
	};

	const ofTransaction =
		(write: (transaction: Transaction) => unknown) =>
		([hash]: any[]) => {
			const found = findTransaction(hash);
			return found && write(found);
		};
	const ofBlock = (write: (block: Block, args: any[]) => unknown) => (args: any[]) => {
		const found = findBlock(args[0]);
		return found && write(found, args);
	};
	const write = (transaction: Transaction) => writeTransaction(transaction, chainId);
	const block = ofBlock((found, [, isFull]) => writeBlock(found, chainId, Boolean(isFull)));
	const count = ofBlock(({ transactions }) => hex(transactions.length));
	const transactionAt = ofBlock(({ transactions }, [, index]) => {
		const found = transactions[Number(index)];
		return found ? write(found) : null;
	});
	const answers: Record<string, (args: any[]) => unknown> = {
		eth_getTransactionByHash: ofTransaction(write),
		eth_getTransactionReceipt: ofTransaction(writeReceipt),
		eth_getBlockByHash: block,
		eth_getBlockByNumber: block,
		eth_getBlockReceipts: ofBlock(({ transactions }) => transactions.map(writeReceipt)),
		eth_getBlockTransactionCountByHash: count,
		eth_getBlockTransactionCountByNumber: count,
		eth_getTransactionByBlockHashAndIndex: transactionAt,
		eth_getTransactionByBlockNumberAndIndex: transactionAt,
		eth_getLogs: ([criteria]) => {
			const found = findBlock(criteria.blockHash);
			const logs = found?.transactions.flatMap(writeLogs);
			return logs?.filter((log) => isAsked(log, criteria));
		},
		eth_getBalance: ([address, at]) => {
			const found = findBlock(at);
			return found && !hasState(found) ? hex(getBalance(chain, address, found.number)) : undefined;
		},
	};

	function answer(method: string, args: any[]): unknown {
		const found = answers[method]?.(args);
		if (found !== undefined || !readsState.test(method)) return found;
		const old = args.map(findBlock).find(Boolean) ?? findTransaction(String(args[0]))?.block;
		if (old && (!hasState(old) || method.endsWith('Transaction')))
			throw fail(`missing trie node ${makeHex(32, old.hash, 'state').slice(2)} (path )`);
		return undefined;
	}
	/** What to ask anvil instead: a call after a block of the ledger finds the tokens as they were then. */
	function replay(method: string, args: unknown[]): unknown[] {
		const [call, at, overrides = {}] = args;
		const old = method === 'eth_call' ? findBlock(at) : undefined;
		if (!old || hasState(old)) return args;
		const then = writeOverrides(chain, old.number);
		return [call, 'latest', { ...then, ...(overrides as object) }];
	}
	return { answer, replay, listLogs, findBlock, hasState };
}
