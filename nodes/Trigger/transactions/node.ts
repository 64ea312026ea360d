/** Blocks and logs of a node as a feed of transactions, in the shape of the data service's records. */
import type { IDataObject } from 'n8n-workflow';
import { Search, Span } from '../../Evm/logLimits';
import { askLogs, behindText, unread, toHex } from '../../Evm/readLogs';
import type { Client } from '../../shared/network/client';
import { fail, type Answer, type Failure } from '../../shared/errors';
import { refine } from '../../shared/pipeline';
import { isRecord } from '../../shared/records';
import { blocksApart } from '../../shared/network/hosts';
import type { Page, Range, World } from '../feed/feed';
import { halve, seek } from '../feed/seek';
import { toTransaction, toTransfers, transferTopics } from './chainRecords';
import { isWanted } from './filter';
import { rowOf, toRecords } from './service';
import type { TransactionSettings } from './settings';

/**
 * Blocks of one page: of the first one of a poll, so that a tight rate limit lets the poll get on, and at most. The
 * public node takes 40 calls in a batch and ranges of 2,048 blocks for logs.
 */
const blocksAtFirst = 4;
const blocksAtOnce = 20;
const logBlocksAtFirst = 125;
const logBlocksAtOnce = 500;
/** After so many requests, a batch being one, a poll begins no page; with those of the last one they are at most 50. */
const mostRequests = 32;
const callsOfBatch = 40;
const historyGone = 'the node no longer has these blocks, or never had them';

/**
 * What nodes say of history that they do not have. avalanchego v1.14.2 has no logs and no receipts of the blocks
 * just below its state sync ("failed to get logs for block #1", "receipts length mismatch: 1 vs 0"), and none of
 * transactions that it did not index yet; other nodes refuse blocks that they have pruned.
 */
const goneText =
	/missing trie node|\bpruned|failed to get logs for block|receipts length mismatch|indexing is in progress|(block|header|receipts?|history)( [#\w]+)? (is )?(not (found|available)|unavailable)/i;
/** Also of a block that is not made yet there: whether it is gone is for {@link World.readPage} to find out. */
const isMissing = ({ rpcCode, kind, detail = '' }: Failure): boolean =>
	rpcCode !== undefined &&
	kind !== 'method-unknown' &&
	(goneText.test(detail) || behindText.test(detail));

/** What was answered before a rate limit cut off the rest; any other failure, or one at the beginning, is that of all. */
function beforeLimit<T>(answers: Array<Answer<T>>): Answer<T[]> {
	const results: T[] = [];
	for (const answer of answers) {
		if (answer.ok) results.push(answer.result);
		else if (answer.failure.kind === 'rate-limited' && results.length) break;
		else return answer;
	}
	return { ok: true, result: results };
}

/** What the EVM itself says of a call that a contract does not take. */
const revertText = /revert|invalid opcode|invalid jump|out of gas|stack (under|over)flow/i;

export function openNode(client: Client, settings: TransactionSettings): World {
	const { watch, values } = settings;
	const path = `/ext/bc/${encodeURIComponent(values.chain!)}/rpc`;
	const row = rowOf[watch];
	const blockSpan = new Span(blocksAtFirst, blocksAtOnce);
	const search = new Search(new Span(logBlocksAtFirst, logBlocksAtOnce));
	let end = 0;
	/** Requests of this poll so far, a batch being one. */
	let requests = 0;
	let isLimited = false;

	const ask = async (method: string, params: unknown[]): Promise<Answer> =>
		await client.rpc({ path, method, params, safe: true, batch: true });
	/** Answers to calls that are made together, and so travel together. */
	async function together<T>(calls: Array<Promise<Answer<T>>>): Promise<Array<Answer<T>>> {
		requests += Math.ceil(calls.length / callsOfBatch);
		return await Promise.all(calls);
	}
	/** How far servers may be apart; where a batch keeps what is compared on one of them, only by habit. */
	const apart = (): number => (client.takesTogether(4) ? blocksApart.usual : blocksApart.most);
	/** The answer to a question about a block, without a result where the node does not have that part of it. */
	const askPast = async (method: string, params: unknown[]): Promise<Answer> => {
		const answer = await ask(method, params);
		return !answer.ok && isMissing(answer.failure) ? { ok: true, result: undefined } : answer;
	};
	/** The block, or undefined where the node has none of this number. */
	const readBlock = async (
		number: number,
		whole = false,
	): Promise<Answer<IDataObject | undefined>> => {
		const answer = await askPast('eth_getBlockByNumber', [toHex(number), whole]);
		if (!answer.ok) return answer;
		if (!isRecord(answer.result)) return { ok: true, result: undefined };
		if (Number(answer.result.number) === number) return { ok: true, result: answer.result };
		return fail('not-understood', `The node gave another block than block ${number}`, {
			passing: true,
		});
	};
	/** All receipts of a block, or undefined where the node does not have them. */
	const readBlockReceipts = async (number: number): Promise<Answer<IDataObject[] | undefined>> => {
		const answer = await askPast('eth_getBlockReceipts', [toHex(number)]);
		if (!answer.ok) return answer;
		return {
			ok: true,
			result: Array.isArray(answer.result) ? answer.result.filter(isRecord) : undefined,
		};
	};
	/** Whether a server has a block with what is read of it, asked together: its logs, or its receipts where it knows such a question. */
	async function isThere(number: number): Promise<Answer<boolean>> {
		const range = { address: values.address, fromBlock: toHex(number), toBlock: toHex(number) };
		const [block, rest] = await Promise.all([
			readBlock(number),
			watch === 'token' ? askPast('eth_getLogs', [range]) : readBlockReceipts(number),
		]);
		if (!block.ok || !block.result) return block.ok ? { ok: true, result: false } : block;
		if (!rest.ok && rest.failure.kind === 'method-unknown') return { ok: true, result: true };
		return rest.ok ? { ok: true, result: rest.result !== undefined } : rest;
	}
	let lacksBlockReceipts = false;
	/** The receipts of some transactions of a block, or undefined where the node does not have them. */
	async function readReceipts(
		block: number,
		hashes: unknown[],
	): Promise<Answer<IDataObject[] | undefined>> {
		const readWhole = async (): Promise<Answer<IDataObject[] | undefined>> => {
			const whole = await readBlockReceipts(block);
			if (!whole.ok) return whole;
			const byHash = new Map(whole.result?.map((receipt) => [receipt.transactionHash, receipt]));
			const found = hashes.map((hash) => byHash.get(hash as string));
			return {
				ok: true,
				result: found.every((receipt) => receipt !== undefined) ? found : undefined,
			};
		};
		// One call for all where there are several.
		if (hashes.length > 1 && !lacksBlockReceipts) {
			const whole = await readWhole();
			if (whole.ok || whole.failure.kind !== 'method-unknown') return whole;
			lacksBlockReceipts = true;
		}
		const each = hashes.map(async (hash) => await askPast('eth_getTransactionReceipt', [hash]));
		const receipts: IDataObject[] = [];
		for (const answer of await Promise.all(each)) {
			if (!answer.ok) return answer;
			if (isRecord(answer.result)) receipts.push(answer.result);
		}
		if (receipts.length === hashes.length) return { ok: true, result: receipts };
		// What is not in a node's index of transactions may be with its block.
		const whole = lacksBlockReceipts ? undefined : await readWhole();
		if (whole && (whole.ok || whole.failure.kind !== 'method-unknown')) return whole;
		return { ok: true, result: undefined };
	}

	/** What a block means of which something is missing: not there yet on this server, or gone. */
	async function explainMissing(
		number: number,
		first = number,
		records: Page['records'] = [],
	): Promise<Answer<Page>> {
		const later: Answer<Page> = { ok: true, result: { records, doneTo: number } };
		if (number >= end - apart()) return later;
		// What was read before the hole stands for itself; the next page begins with it.
		if (number > first)
			return { ok: true, result: { records, doneTo: number, next: String(number) } };
		/** Whether a server that has the newest block lacks this one; undefined where the server is just behind. */
		const isLacking = async (block: number): Promise<Answer<boolean | undefined>> => {
			// So that one server answers both.
			const [newest, asked] = await together([isThere(end - 1), isThere(block)]);
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
			const [answer] = await together([isThere(number + steps)]);
			if (!answer.ok) return answer;
			if (answer.result) {
				above = number + steps;
				break;
			}
			below = number + steps;
		}
		const there = await halve(below, above, async (block) => (await together([isThere(block)]))[0]);
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
	/** Whether a transaction may be wanted, as far as it can be told without its receipt: how it ended, and where what it created is. */
	const mayBeWanted = (transaction: IDataObject, block: IDataObject): boolean => {
		if (!isTouching(transaction)) return false;
		const contract = transaction.to ? settings.contract : undefined;
		const record = refine(toTransaction(transaction, block, undefined), row);
		return isWanted(record, { ...settings, status: 'any', contract });
	};

	async function readBlocks({ from, to }: Range, token?: string): Promise<Answer<Page>> {
		const first = token ? Number(token) : from;
		const last = Math.min(to, first + blockSpan.size);
		const numbers = Array.from({ length: last - first }, (_, i) => first + i);
		const blocks = beforeLimit(
			await together(numbers.map(async (number) => await readBlock(number, true))),
		);
		if (!blocks.ok) return blocks;
		const found: Array<{ block: IDataObject; candidates: IDataObject[] }> = [];
		for (const block of blocks.result) {
			if (!block) break;
			const listed = Array.isArray(block.transactions) ? block.transactions.filter(isRecord) : [];
			found.push({
				block,
				candidates: listed.filter((transaction) => mayBeWanted(transaction, block)),
			});
		}
		const receipts = beforeLimit(
			await together(
				found.map(async ({ candidates }, i) =>
					readReceipts(
						numbers[i],
						candidates.map(({ hash }) => hash),
					),
				),
			),
		);
		if (!receipts.ok) return receipts;
		const transactions: IDataObject[] = [];
		let missing = first;
		for (const [i, own] of receipts.result.entries()) {
			// Blocks and receipts may come from servers of which one is behind.
			if (!own) break;
			const { block, candidates } = found[i];
			missing++;
			transactions.push(
				...candidates.map((transaction, n) =>
					refine(toTransaction(transaction, block, own[n]), row),
				),
			);
		}
		const records = toRecords(transactions, settings);
		const limit = Math.min(
			blocks.result.length < numbers.length ? blocks.result.length : Infinity,
			receipts.result.length < found.length ? receipts.result.length : Infinity,
		);
		isLimited ||= missing === first + limit;
		if (isLimited) return { ok: true, result: { records, doneTo: missing } };
		if (missing < last) return await explainMissing(missing, first, records);
		blockSpan.succeed(last - first);
		return {
			ok: true,
			result: { records, doneTo: last, ...(last < to && { next: String(last) }) },
		};
	}

	let decimals: Promise<Answer<number | undefined>> | undefined;
	/** decimals() of the token; undefined where it has none, which only the contract itself can say. */
	async function readDecimals(): Promise<Answer<number | undefined>> {
		const answer = await ask('eth_call', [{ to: values.address, data: '0x313ce567' }, 'latest']);
		if (!answer.ok) {
			const { rpcCode, detail = '' } = answer.failure;
			const isRevert = rpcCode === 3 || (rpcCode !== undefined && revertText.test(detail));
			return isRevert ? { ok: true, result: undefined } : answer;
		}
		if (typeof answer.result !== 'string' || !/^0x[\da-f]*$/i.test(answer.result))
			return fail('not-understood', 'The node gave no answer to decimals() of the token');
		const places = answer.result.length === 66 ? Number(answer.result) : NaN;
		return { ok: true, result: places <= 255 ? places : undefined };
	}

	/** The logs of blocks as far as one server has them, and where that ends; undefined where it lacks the first. */
	async function readLogsFrom(
		first: number,
		to: number,
	): Promise<Answer<{ logs: IDataObject[]; last: number } | undefined>> {
		for (let last = to; last > first; ) {
			last = Math.min(last, first + search.span.size);
			const criteria = {
				...{ address: values.address, topics: [transferTopics] },
				...{ fromBlock: toHex(first), toBlock: toHex(last - 1) },
			};
			// A node may say nothing of blocks that it does not have: the bounds, asked together, tell whether it has them.
			requests++;
			const [lowest, highest, logs] = await Promise.all([
				readBlock(first),
				readBlock(last - 1),
				askLogs(client, path, criteria, true),
			]);
			if (!lowest.ok) return lowest;
			if (!highest.ok) return highest;
			if (!lowest.result) break;
			if (!highest.result) {
				const edge = await halve(first, last - 1, async (number) => {
					const [block] = await together([readBlock(number)]);
					return block.ok ? { ok: true, result: !block.result } : block;
				});
				if (!edge.ok) return edge;
				last = edge.result;
			} else if (logs.ok) {
				search.succeed(last - first);
				return { ok: true, result: { logs: logs.result, last } };
			} else if (isMissing(logs.failure)) {
				last = first + ((last - first) >> 1);
			} else if (!search.refuse(logs.failure, last - first)) {
				return unread(
					{ first, last: last - 1 },
					logs.failure,
					'Read from a node that takes longer ranges, or gives more results.',
				);
			}
		}
		return { ok: true, result: undefined };
	}

	async function readTransfers({ from, to }: Range, token?: string): Promise<Answer<Page>> {
		const first = token ? Number(token) : from;
		const found = await readLogsFrom(first, to);
		if (!found.ok) return found;
		if (!found.result) return await explainMissing(first);
		const { last } = found.result;
		const logs = found.result.logs.filter(isRecord).filter(({ blockNumber, removed }) => {
			const number = Number(blockNumber ?? NaN);
			return number >= first && number < last && removed !== true;
		});
		const numbers = [...new Set(logs.map(({ blockNumber }) => Number(blockNumber)))].sort(
			(a, b) => a - b,
		);
		if (logs.length) decimals ??= readDecimals();
		// With a block of the contract's logs, so that a server which does not have the contract yet is seen.
		const [places, answers] = await Promise.all([
			decimals,
			together(numbers.map(async (number) => await readBlock(number))),
		]);
		if (places && !places.ok) return places;
		const blocks = beforeLimit(answers);
		if (!blocks.ok) return blocks;
		const behind = blocks.result.indexOf(undefined);
		if (behind >= 0) return notYet(numbers[behind]);
		isLimited ||= blocks.result.length < numbers.length;
		const doneTo = isLimited ? numbers[blocks.result.length] : last;
		const blockOf = new Map(numbers.map((number, i) => [number, blocks.result[i]]));
		const transfers = logs.flatMap((log) => {
			const block = blockOf.get(Number(log.blockNumber));
			return block ? toTransfers(log, block, places?.result) : [];
		});
		const records = toRecords(
			transfers.map((transfer) => refine(transfer, row)),
			settings,
		);
		// An answer proves itself up to its last log: the server had that block. After it, others may know more.
		const provenTo = Math.max((numbers.at(-1) ?? first - 1) + 1, end - apart());
		return {
			ok: true,
			result: {
				...{ records, doneTo },
				...(provenTo < doneTo && { provenTo }),
				...(doneTo < to && !isLimited && { next: String(doneTo) }),
			},
		};
	}

	return {
		span: Number.MAX_SAFE_INTEGER,
		isRanged: true,
		isTimed: false,
		sampleFrom: (feedEnd) => Math.max(0, feedEnd - blocksAtOnce),
		spent: () => (isLimited ? 1 : requests / mostRequests),
		async readEnd() {
			requests++;
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
					const block = await readBlock(number);
					return block.ok ? { ok: true, result: timeOf(block.result, missing) } : block;
				});
			const found = await seekWith(-Infinity);
			if (!found.ok || found.result === 0) return found;
			const before = found.result - 1;
			const [below, newest] = await together([before, end - 1].map((number) => readBlock(number)));
			if (!below.ok) return below;
			if (!newest.ok) return newest;
			if (below.result && timeOf(below.result, 0) < time) return found;
			// Another server has what the one that was asked before was behind with.
			if (below.result || !newest.result || before >= end - apart()) return notYet(before);
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
