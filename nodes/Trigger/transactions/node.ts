/** Blocks and logs of a node as a feed of transactions, in the shape of the data service's records. */
import type { IDataObject } from 'n8n-workflow';
import { readLogs } from '../../Evm/logs';
import type { Client } from '../../shared/client';
import { fail, type Answer, type Failure } from '../../shared/errors';
import { isRecord, refine } from '../../shared/records';
import type { Page, Range, World } from '../feed/feed';
import { halve, seek } from '../feed/seek';
import { rowOf, toRecords } from './service';
import type { TransactionSettings } from './settings';

/** Blocks of one page; the public node takes 40 calls in a batch and ranges of 2,048 blocks for logs. */
const blocksAtOnce = 20;
const logBlocksAtOnce = 500;
/** Servers behind one URL are often this far apart: what is missing of the newest blocks is not asked for again. */
const blocksApart = 32;

const toHex = (value: number): string => `0x${value.toString(16)}`;
const toDecimal = (value: unknown): string => BigInt(value as string).toString();

const historyGone = 'the node no longer has these blocks, or never had them';

/**
 * What nodes say of history that they do not have. avalanchego v1.14.2 has no logs and no receipts of the blocks
 * just below its state sync ("failed to get logs for block #1", "receipts length mismatch: 1 vs 0"), and none of
 * transactions that it did not index yet; other nodes refuse blocks that they have pruned.
 */
const goneText =
	/missing trie node|\bpruned|failed to get logs for block|receipts length mismatch|indexing is in progress|(block|header|receipts?|history)( [#\w]+)? (is )?(not (found|available)|unavailable)/i;
const isGone = ({ rpcCode, kind, detail = '' }: Failure): boolean =>
	rpcCode !== undefined && kind !== 'method-unknown' && goneText.test(detail);

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
	/** The answer to a question about the past, without a result where the node does not have that part of it. */
	const askPast = async (method: string, params: unknown[]): Promise<Answer> => {
		const answer = await ask(method, params);
		return !answer.ok && isGone(answer.failure) ? { ok: true, result: undefined } : answer;
	};
	/** The block, or undefined where the node has none of this number. */
	const readBlock = async (number: number, whole: boolean): Promise<Answer<IDataObject | undefined>> => {
		const answer = await askPast('eth_getBlockByNumber', [toHex(number), whole]);
		if (!answer.ok) return answer;
		return { ok: true, result: isRecord(answer.result) ? answer.result : undefined };
	};
	/** All receipts of a block, or undefined where the node does not have them. */
	const readBlockReceipts = async (number: number): Promise<Answer<IDataObject[] | undefined>> => {
		const answer = await askPast('eth_getBlockReceipts', [toHex(number)]);
		if (!answer.ok) return answer;
		return { ok: true, result: Array.isArray(answer.result) ? answer.result.filter(isRecord) : undefined };
	};
	/** Whether the node has a block with what is read of it: its logs, or its receipts where it knows such a question. */
	async function isThere(number: number): Promise<Answer<boolean>> {
		const block = await readBlock(number, false);
		if (!block.ok || !block.result) return block.ok ? { ok: true, result: false } : block;
		const range = { address: values.address, fromBlock: toHex(number), toBlock: toHex(number) };
		const rest =
			watch === 'token' ? await askPast('eth_getLogs', [range]) : await readBlockReceipts(number);
		if (!rest.ok && rest.failure.kind === 'method-unknown') return { ok: true, result: true };
		return rest.ok ? { ok: true, result: rest.result !== undefined } : rest;
	}
	/** The receipts of some transactions of a block, or undefined where the node does not have them. */
	async function readReceipts(block: number, hashes: unknown[]): Promise<Answer<IDataObject[] | undefined>> {
		const receipts: IDataObject[] = [];
		for (const answer of await Promise.all(
			hashes.map(async (hash) => await askPast('eth_getTransactionReceipt', [hash])),
		)) {
			if (!answer.ok) return answer;
			if (isRecord(answer.result)) receipts.push(answer.result);
		}
		if (receipts.length === hashes.length) return { ok: true, result: receipts };
		// What is not in a node's index of transactions may be with its block.
		const whole = await readBlockReceipts(block);
		if (!whole.ok) return whole.failure.kind === 'method-unknown' ? { ok: true, result: undefined } : whole;
		const found = hashes.map((hash) => whole.result?.find((receipt) => receipt.transactionHash === hash));
		const isWhole = found.every((receipt) => receipt !== undefined);
		return { ok: true, result: isWhole ? found : undefined };
	}

	/** What a block means of which something is missing: not there yet on this server, or gone. */
	async function explainMissing(
		number: number,
		first = number,
		records: Page['records'] = [],
	): Promise<Answer<Page>> {
		const later: Answer<Page> = { ok: true, result: { records, doneTo: number } };
		if (number >= end - blocksApart) return later;
		// What was read before the hole stands for itself; the next page begins with it.
		if (number > first) return { ok: true, result: { records, doneTo: number, next: String(number) } };
		/** Whether a server that has the newest block lacks this one; undefined where the server is just behind. */
		const isLacking = async (block: number): Promise<Answer<boolean | undefined>> => {
			// Asked together, so that one server answers both.
			const [newest, asked] = await Promise.all([isThere(end - 1), isThere(block)]);
			if (!newest.ok) return newest;
			return asked.ok ? { ok: true, result: newest.result ? !asked.result : undefined } : asked;
		};
		const lacking = await isLacking(number);
		if (!lacking.ok) return lacking;
		if (lacking.result === undefined) return later;
		if (!lacking.result) return notYet(number);
		// In growing steps, so that what lies between two holes is not taken for one of them.
		let [below, above] = [number, end - 1];
		for (let steps = 1; number + steps < end - 1; steps *= 2) {
			const answer = await isThere(number + steps);
			if (!answer.ok) return answer;
			if (answer.result) {
				above = number + steps;
				break;
			}
			below = number + steps;
		}
		const there = await halve(below, above, isThere);
		if (!there.ok) return there;
		// The last block of the hole too, or a server that is behind would make it longer than it is.
		const last = await isLacking(there.result - 1);
		if (!last.ok) return last;
		if (!last.result) return later;
		const gone = { to: there.result, reason: historyGone };
		return { ok: true, result: { records: [], gone, doneTo: gone.to, next: String(gone.to) } };
	}

	const isTouching = ({ from: sender, to: receiver }: IDataObject): boolean =>
		watch === 'chain' ||
		[sender, receiver].some((party) => String(party ?? '').toLowerCase() === values.address);

	async function readBlocks({ from, to }: Range, token?: string): Promise<Answer<Page>> {
		const first = token ? Number(token) : from;
		const last = Math.min(to, first + blocksAtOnce);
		const numbers = Array.from({ length: last - first }, (_, i) => first + i);
		const blocks = await Promise.all(numbers.map(async (number) => await readBlock(number, true)));
		const found: Array<{ block: IDataObject; touching: IDataObject[] }> = [];
		for (const block of blocks) {
			if (!block.ok) return block;
			if (!block.result) break;
			const listed = (block.result.transactions ?? []) as IDataObject[];
			found.push({ block: block.result, touching: listed.filter(isTouching) });
		}
		const receipts = await Promise.all(
			found.map(async ({ touching }, i) =>
				readReceipts(
					numbers[i],
					touching.map(({ hash }) => hash),
				),
			),
		);
		const transactions: IDataObject[] = [];
		let missing = first;
		for (const [i, { block, touching }] of found.entries()) {
			const answer = receipts[i];
			if (!answer.ok) return answer;
			const own = answer.result;
			// Blocks and receipts may come from servers of which one is behind.
			if (!own) break;
			missing++;
			transactions.push(
				...touching.map((transaction, n) => refine(toTransaction(transaction, block, own[n]), row)),
			);
		}
		const records = toRecords(transactions, settings);
		if (missing < last) return await explainMissing(missing, first, records);
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

	/** The logs of blocks as far as the node has them, and where that ends; undefined where it lacks the first. */
	async function readLogsFrom(
		first: number,
		to: number,
	): Promise<Answer<{ logs: IDataObject[]; last: number } | undefined>> {
		for (let last = to; last > first; ) {
			// A node may say nothing of blocks that it does not have: the bounds tell whether it has them.
			const [lowest, highest] = await Promise.all([first, last - 1].map((number) => readBlock(number, false)));
			if (!lowest.ok) return lowest;
			if (!highest.ok) return highest;
			if (!lowest.result) break;
			if (!highest.result) {
				const edge = await halve(first, last - 1, async (number) => {
					const block = await readBlock(number, false);
					return block.ok ? { ok: true, result: !block.result } : block;
				});
				if (!edge.ok) return edge;
				last = edge.result;
			}
			const criteria = {
				address: values.address,
				topics: [Object.values(transferTopics)],
				fromBlock: toHex(first),
				toBlock: toHex(last - 1),
			};
			const logs = await readLogs(client, path, criteria, Infinity);
			if (logs.ok) return { ok: true, result: { logs: logs.result, last } };
			if (!isGone(logs.failure)) return logs;
			last = first + ((last - first) >> 1);
		}
		return { ok: true, result: undefined };
	}

	async function readTransfers({ from, to }: Range, token?: string): Promise<Answer<Page>> {
		const first = token ? Number(token) : from;
		const found = await readLogsFrom(first, Math.min(to, first + logBlocksAtOnce));
		if (!found.ok) return found;
		if (!found.result) return await explainMissing(first);
		const { logs, last } = found.result;
		if (logs.length) decimals ??= readDecimals();
		const places = await decimals;
		if (places && !places.ok) return places;
		const numbers = [...new Set(logs.map(({ blockNumber }) => Number(blockNumber)))];
		const blocks = new Map<number, IDataObject>();
		for (const [i, block] of (
			await Promise.all(numbers.map(async (n) => await readBlock(n, false)))
		).entries()) {
			if (!block.ok) return block;
			if (!block.result) return notYet(numbers[i]);
			blocks.set(numbers[i], block.result);
		}
		const transfers = logs.flatMap((log) =>
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
		isTimed: false,
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
			/** Blocks that are missing count as of this time. */
			const seekWith = async (missing: number) =>
				await seek(time, feedEnd, async (number) => {
					const block = await readBlock(number, false);
					return block.ok ? { ok: true, result: timeOf(block.result, missing) } : block;
				});
			const found = await seekWith(-Infinity);
			if (!found.ok || found.result === 0) return found;
			const before = found.result - 1;
			const [below, newest] = await Promise.all([before, end - 1].map((number) => readBlock(number, false)));
			if (!below.ok) return below;
			if (!newest.ok) return newest;
			if (below.result && timeOf(below.result, 0) < time) return found;
			// Another server has what the one that was asked before was behind with.
			if (below.result || !newest.result) return notYet(before);
			// The time lies in a hole, or below it: it is told from its beginning on.
			return await seekWith(Infinity);
		},
	};
}

const timeOf = (block: IDataObject | undefined, missing: number): number =>
	block ? Number(block.timestamp) : missing;

const notYet = (block: number): Answer<never> =>
	fail('server', `The node does not have all of block ${block} yet`, {
		passing: true,
		hint: 'Several servers stand behind this URL, and one of them is behind. The next poll tries again.',
	});
