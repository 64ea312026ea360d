/** Blocks and logs of a node as a feed of transactions, in the shape of the data service's records. */
import type { IDataObject } from 'n8n-workflow';
import { readLogs } from '../../Evm/logs';
import type { Client } from '../../shared/client';
import { fail, type Answer } from '../../shared/errors';
import { isRecord, refine } from '../../shared/records';
import type { Page, Range, World } from '../feed/feed';
import { seek } from '../feed/seek';
import { rowOf, toRecords } from './service';
import type { TransactionSettings } from './settings';

/** Blocks of one page; the public node takes 40 calls in a batch and ranges of 2,048 blocks for logs. */
const blocksAtOnce = 20;
const logBlocksAtOnce = 500;
/** Servers behind one URL may be this far apart; a block missing further back is gone. */
const blocksApart = 32;

const toHex = (value: number): string => `0x${value.toString(16)}`;
const toDecimal = (value: unknown): string => BigInt(value as string).toString();

const historyGone = 'the node no longer has these blocks, or never had them';

/** A transaction of a block in the shape of the data service; its receipt tells how it ended. */
function toTransaction(
	transaction: IDataObject,
	block: IDataObject,
	receipt: IDataObject | undefined,
): IDataObject {
	const { hash, from, to, input, type, gas, nonce, transactionIndex, value } = transaction;
	const called = typeof input === 'string' && input.length >= 10 ? input.slice(0, 10) : '';
	const price = receipt?.effectiveGasPrice ?? transaction.gasPrice;
	return {
		...placeOf(block),
		blockIndex: Number(transactionIndex),
		txHash: hash,
		...(receipt && { txStatus: receipt.status === '0x1' ? '1' : '0', gasUsed: toDecimal(receipt.gasUsed) }),
		txType: Number(type ?? 0),
		gasLimit: toDecimal(gas),
		...(price !== undefined && { gasPrice: toDecimal(price) }),
		nonce: toDecimal(nonce),
		from: { address: from },
		to: { address: to ?? receipt?.contractAddress },
		method: {
			callType: !to ? 'CONTRACT_CREATION' : called ? 'CONTRACT_CALL' : 'NATIVE_TRANSFER',
			methodHash: to ? called : '',
		},
		value: toDecimal(value),
	};
}

const placeOf = ({ number, timestamp, hash }: IDataObject): IDataObject => ({
	blockNumber: toDecimal(number),
	blockTimestamp: Number(timestamp),
	blockHash: hash,
});

/** keccak256 of the events' signatures. */
const transferTopics = {
	/** Transfer(address,address,uint256), of ERC-20 and ERC-721. */
	transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
	/** TransferSingle(address,address,address,uint256,uint256), of ERC-1155. */
	single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
	/** TransferBatch(address,address,address,uint256[],uint256[]), of ERC-1155. */
	batch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
};

const addressIn = (topic: string): string => `0x${topic.slice(-40)}`;
const wordsIn = (hex: string): bigint[] =>
	(hex.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));

/** The transfers that a log tells of, in the shape of the data service; none where it is another event. */
function toTransfers(log: IDataObject, block: IDataObject, decimals: number | undefined): IDataObject[] {
	const [topic, ...topics] = log.topics as string[];
	const address = log.address as string;
	const words = wordsIn(log.data as string);
	const base = { ...placeOf(block), txHash: log.transactionHash, logIndex: Number(log.logIndex) };
	const between = (from: string, to: string) => ({
		...base,
		from: { address: addressIn(from) },
		to: { address: addressIn(to) },
	});
	if (topic === transferTopics.transfer && topics.length === 3) {
		const erc721Token = { address, ercType: 'ERC-721', tokenId: toDecimal(topics[2]) };
		return [{ ...between(topics[0], topics[1]), erc721Token }];
	}
	if (topic === transferTopics.transfer && topics.length === 2 && words.length === 1) {
		const erc20Token = { address, ercType: 'ERC-20', ...(decimals !== undefined && { decimals }) };
		return [{ ...between(topics[0], topics[1]), value: String(words[0]), erc20Token }];
	}
	if (topics.length !== 3) return [];
	const pairs: Array<[id: bigint, value: bigint]> =
		topic === transferTopics.single
			? [[words[0], words[1]]]
			: listIn(words, 0).map((id, i) => [id, listIn(words, 1)[i]]);
	return pairs.map(([id, value]) => ({
		...between(topics[1], topics[2]),
		value: String(value),
		erc1155Token: { address, ercType: 'ERC-1155', tokenId: String(id) },
	}));
}

/** The list whose place in the data stands in this word. */
function listIn(words: bigint[], word: number): bigint[] {
	const start = Number(words[word]) / 32;
	return words.slice(start + 1, start + 1 + Number(words[start]));
}

export function openNode(client: Client, settings: TransactionSettings): World {
	const { watch, values } = settings;
	const path = `/ext/bc/${encodeURIComponent(values.chain!)}/rpc`;
	const row = rowOf[watch];
	let end = 0;

	const ask = async (method: string, params: unknown[]): Promise<Answer> =>
		await client.rpc({ path, method, params, safe: true, batch: true });
	/** The block, or undefined where the node has none of this number. */
	const readBlock = async (number: number, whole: boolean): Promise<Answer<IDataObject | undefined>> => {
		const answer = await ask('eth_getBlockByNumber', [toHex(number), whole]);
		if (!answer.ok) return answer;
		return { ok: true, result: isRecord(answer.result) ? answer.result : undefined };
	};

	/** What a missing block means: not there yet on this server, or gone. */
	async function explainMissing(number: number, records: Page['records']): Promise<Answer<Page>> {
		if (number >= end - blocksApart) return { ok: true, result: { records, doneTo: number } };
		// What came before the hole is told first; the next page begins with it.
		if (records.length) return { ok: true, result: { records, doneTo: number, next: String(number) } };
		let [missing, there] = [number, end - 1];
		while (there - missing > 1) {
			const middle = Math.floor((missing + there) / 2);
			const block = await readBlock(middle, false);
			if (!block.ok) return block;
			if (block.result) there = middle;
			else missing = middle;
		}
		return {
			ok: true,
			result: { records: [], gone: { to: there, reason: historyGone }, doneTo: there, next: String(there) },
		};
	}

	async function readBlocks({ from, to }: Range, token?: string): Promise<Answer<Page>> {
		const first = token ? Number(token) : from;
		const last = Math.min(to, first + blocksAtOnce);
		const numbers = Array.from({ length: last - first }, (_, i) => first + i);
		const blocks = await Promise.all(numbers.map(async (number) => await readBlock(number, true)));
		const found: IDataObject[] = [];
		let missing: number | undefined;
		for (const [i, block] of blocks.entries()) {
			if (!block.ok) return block;
			if (!block.result) {
				missing = numbers[i];
				break;
			}
			found.push(block.result);
		}
		const listed = found.flatMap((block) =>
			((block.transactions ?? []) as IDataObject[]).map((transaction) => ({ block, transaction })),
		);
		const touching = listed.filter(({ transaction: { from: sender, to: receiver } }) =>
			watch === 'chain'
				? true
				: [sender, receiver].some((party) => String(party ?? '').toLowerCase() === values.address),
		);
		const receipts = await Promise.all(
			touching.map(async ({ transaction }) => await ask('eth_getTransactionReceipt', [transaction.hash])),
		);
		const transactions: IDataObject[] = [];
		for (const [i, { block, transaction }] of touching.entries()) {
			const receipt = receipts[i];
			if (!receipt.ok) return receipt;
			// Blocks and receipts may come from servers of which one is behind.
			if (!isRecord(receipt.result)) return notYet(Number(block.number));
			transactions.push(refine(toTransaction(transaction, block, receipt.result), row));
		}
		const records = toRecords(transactions, settings);
		if (missing !== undefined) return await explainMissing(missing, records);
		return { ok: true, result: { records, doneTo: last, ...(last < to && { next: String(last) }) } };
	}

	let decimals: Promise<Answer<number | undefined>> | undefined;
	/** decimals() of the token; undefined where it has none. */
	async function readDecimals(): Promise<Answer<number | undefined>> {
		const answer = await ask('eth_call', [{ to: values.address, data: '0x313ce567' }, 'latest']);
		if (!answer.ok) return answer.failure.passing ? answer : { ok: true, result: undefined };
		const places = /^0x[0-9a-f]{64}$/.test(String(answer.result)) ? Number(answer.result) : NaN;
		return { ok: true, result: places <= 255 ? places : undefined };
	}

	async function readTransfers({ from, to }: Range, token?: string): Promise<Answer<Page>> {
		const first = token ? Number(token) : from;
		const last = Math.min(to, first + logBlocksAtOnce);
		// A node says nothing of blocks that it does not have: the bounds tell whether it has them.
		const bounds = await Promise.all([first, last - 1].map(async (number) => await readBlock(number, false)));
		for (const [i, bound] of bounds.entries()) {
			if (!bound.ok) return bound;
			if (!bound.result && i === 0) return await explainMissing(first, []);
			if (!bound.result) return { ok: true, result: { records: [], doneTo: first } };
		}
		const criteria = {
			address: values.address,
			topics: [Object.values(transferTopics)],
			fromBlock: toHex(first),
			toBlock: toHex(last - 1),
		};
		const logs = await readLogs(client, path, criteria, Infinity);
		if (!logs.ok) return logs;
		if (logs.result.length) decimals ??= readDecimals();
		const places = await decimals;
		if (places && !places.ok) return places;
		const numbers = [...new Set(logs.result.map(({ blockNumber }) => Number(blockNumber)))];
		const blocks = new Map<number, IDataObject>();
		for (const [i, block] of (
			await Promise.all(numbers.map(async (n) => await readBlock(n, false)))
		).entries()) {
			if (!block.ok) return block;
			if (!block.result) return notYet(numbers[i]);
			blocks.set(numbers[i], block.result);
		}
		const transfers = logs.result.flatMap((log) =>
			toTransfers(log, blocks.get(Number(log.blockNumber))!, places?.result),
		);
		const records = toRecords(
			transfers.map((transfer) => refine(transfer, row)),
			settings,
		);
		return { ok: true, result: { records, doneTo: last, ...(last < to && { next: String(last) }) } };
	}

	return {
		span: Number.MAX_SAFE_INTEGER,
		isRanged: true,
		sampleFrom: (feedEnd) => Math.max(0, feedEnd - blocksAtOnce),
		async readEnd() {
			const answer = await ask('eth_blockNumber', []);
			if (!answer.ok) return answer;
			end = Number(answer.result) + 1;
			if (Number.isSafeInteger(end)) return { ok: true, result: end };
			return fail('not-understood', 'The node gave no block number', {
				hint: 'Check that the node URL of the credential leads to an Avalanche node.',
			});
		},
		readPage: async (range, token) =>
			watch === 'token' ? await readTransfers(range, token) : await readBlocks(range, token),
		async seek(time, feedEnd) {
			return await seek(time, feedEnd, async (number) => {
				const block = await readBlock(number, false);
				return block.ok ? { ok: true, result: block.result && Number(block.result.timestamp) } : block;
			});
		},
	};
}

const notYet = (block: number): Answer<never> =>
	fail('server', `The node does not have all of block ${block} yet`, {
		passing: true,
		hint: 'Several servers stand behind this URL, and one of them is behind. The next poll tries again.',
	});
