/** A feed's questions to a node about a chain. If a server lacks a block, its answer is ok but holds no result. */
import type { IDataObject } from 'n8n-workflow';
import { isMissing } from '../../Evm/logRefusals';
import { fail, nothing, type Answer } from '../../shared/errors';
import type { Client } from '../../shared/network/client';
import { blocksApart, hosts } from '../../shared/network/hosts';
import { chainPath } from '../../shared/avalanche/paths';
import { toInteger, toQuantity } from '../../shared/values/hex';
import { isRecord } from '../../shared/values/records';
import { checkTransactions, isReceiptOf, notAsked, type WholeBlock } from './answers';

/** After this many requests (a batch is one), a poll begins no page. With its last page, it sends at most 50. */
const mostRequests = 32;
/** The calls of one comparison, which must travel together to reach one server. */
const callsOfComparison = 4;

/** The failure of a server that lags behind another one. */
export const notYet = (block: number) =>
	fail('server', `The node does not have all of block ${block} yet`, {
		passing: true,
		hint: 'Several servers share this URL, and one of them lags behind. The next poll tries again.',
	});

/** The number of the newest block, from the result of eth_blockNumber. */
export function readBlockNumber(result: unknown): Answer<number> {
	const block = toInteger(result);
	if (block !== undefined) return { ok: true, result: block };
	return fail('not-understood', 'The node returned no block number', {
		hint: 'Check that the credential leads to an Avalanche node.',
	});
}

/** The results before a rate limit cut off the rest. Any other failure, or a limit at the beginning, fails all. */
export function beforeLimit<T>(answers: Array<Answer<T>>): Answer<T[]> {
	const results: T[] = [];
	for (const answer of answers) {
		if (answer.ok) results.push(answer.result);
		else if (answer.failure.kind === 'rate-limited' && results.length) break;
		else return answer;
	}
	return { ok: true, result: results };
}

export class Chain {
	/** True once a rate limit has cut off a page. The poll then reads no further. */
	isLimited = false;
	/** Requests of this poll so far. A batch is one. */
	requests = 0;
	private lacksBlockReceipts = false;
	readonly path: string;

	/** `name` is the chain in a node's paths: an alias such as C, or a blockchain ID. */
	constructor(
		readonly client: Client,
		name: string,
		/** Its part of a poll's requests, if several feeds share them. */
		private readonly share = 1,
	) {
		this.path = chainPath(name, 'rpc');
	}

	/** The share of its requests already sent. */
	get spent(): number {
		return this.isLimited ? 1 : this.requests / (this.share * mostRequests);
	}

	/** How many blocks servers may be apart. The usual number suffices if compared blocks travel in one batch. */
	get apart(): number {
		return this.client.takesTogether(callsOfComparison) ? blocksApart.usual : blocksApart.most;
	}

	/** The answers to calls that are made together, and so travel together. Counts their requests. */
	async together<T extends ReadonlyArray<Promise<Answer>>>(
		calls: readonly [...T],
	): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
		this.requests += Math.ceil(calls.length / hosts.node.mostBatched);
		return await Promise.all(calls);
	}

	async ask(method: string, params: unknown[]): Promise<Answer> {
		return await this.client.rpc({ path: this.path, method, params, safe: true, batch: true });
	}

	/** Asks about a block. The answer is ok but without a result if the server lacks that part of the block. */
	async askPast(method: string, params: unknown[]): Promise<Answer> {
		const answer = await this.ask(method, params);
		return !answer.ok && isMissing(answer.failure) ? nothing : answer;
	}

	/** The first block that does not exist yet. */
	async readEnd(): Promise<Answer<number>> {
		const [answer] = await this.together([this.ask('eth_blockNumber', [])]);
		if (!answer.ok) return answer;
		const newest = readBlockNumber(answer.result);
		return newest.ok ? { ok: true, result: newest.result + 1 } : newest;
	}

	/** The block with its transactions. Undefined if the server does not have it. */
	async readWhole(number: number): Promise<Answer<WholeBlock | undefined>> {
		const block = await this.readBlock(number, true);
		if (!block.ok) return block;
		if (!block.result) return nothing;
		return checkTransactions(block.result, number);
	}

	/** The block, with its transactions if `whole` is set. Undefined if the server does not have it. */
	async readBlock(number: number, whole = false): Promise<Answer<IDataObject | undefined>> {
		const answer = await this.askPast('eth_getBlockByNumber', [toQuantity(number), whole]);
		if (!answer.ok) return answer;
		const { result: block } = answer;
		if (block === undefined || block === null) return nothing;
		if (!isRecord(block)) return notAsked(`The node returned no block when asked for ${number}`);
		if (toInteger(block.number) !== number)
			return notAsked(`The node returned another block instead of block ${number}`);
		return { ok: true, result: block };
	}

	/** True if a server has a block and a part of it, asked for together. A server without the part's method passes. */
	async hasBlockWith(number: number, askPart: () => Promise<Answer>): Promise<Answer<boolean>> {
		const [block, part] = await Promise.all([this.readBlock(number), askPart()]);
		if (!block.ok || !block.result) return block.ok ? { ok: true, result: false } : block;
		if (part.ok) return { ok: true, result: part.result !== undefined };
		return part.failure.kind === 'method-unknown' ? { ok: true, result: true } : part;
	}

	/** Blocks by number. Known ones are not asked for. A rate limit may leave out the rest. Fails if one is missing. */
	async readBlocks(
		numbers: number[],
		known: Map<number, IDataObject> = new Map(),
	): Promise<Answer<Map<number, IDataObject>>> {
		const wanted = numbers.filter((number) => !known.has(number));
		const answers = await this.together(wanted.map(async (number) => await this.readBlock(number)));
		const blocks = beforeLimit(answers);
		if (!blocks.ok) return blocks;
		const read = new Map(known);
		for (const [i, block] of blocks.result.entries()) {
			if (!block) return notYet(wanted[i]);
			read.set(wanted[i], block);
		}
		return { ok: true, result: read };
	}

	/** All receipts of a block. Undefined if the server does not have them. */
	async readBlockReceipts(number: number): Promise<Answer<IDataObject[] | undefined>> {
		const answer = await this.askPast('eth_getBlockReceipts', [toQuantity(number)]);
		if (!answer.ok) return answer;
		const { result: receipts } = answer;
		if (receipts === undefined || receipts === null) return nothing;
		if (Array.isArray(receipts) && receipts.every(isRecord)) return { ok: true, result: receipts };
		return notAsked(`The node returned no list of the receipts of block ${number}`);
	}

	/** The receipts of some transactions of a block. Undefined if the server does not have them. */
	async readReceipts(block: number, hashes: unknown[]): Promise<Answer<IDataObject[] | undefined>> {
		// For several, one call reads the receipts of the whole block.
		const whole = hashes.length > 1 ? await this.readFromBlock(block, hashes) : undefined;
		if (whole) return whole;
		const answers = await Promise.all(
			hashes.map(async (hash) => await this.askPast('eth_getTransactionReceipt', [hash])),
		);
		const receipts: IDataObject[] = [];
		for (const [i, answer] of answers.entries()) {
			if (!answer.ok) return answer;
			const { result: receipt } = answer;
			if (receipt === undefined || receipt === null) continue;
			if (!isReceiptOf(receipt, hashes[i], block)) return otherReceipt(hashes[i]);
			receipts.push(receipt as IDataObject);
		}
		if (receipts.length === hashes.length) return { ok: true, result: receipts };
		// A receipt that the node's index of transactions lacks may still be stored with its block.
		return (await this.readFromBlock(block, hashes)) ?? nothing;
	}

	/** Picks these receipts from all of a block. Undefined if the node does not know this method. */
	private async readFromBlock(
		block: number,
		hashes: unknown[],
	): Promise<Answer<IDataObject[] | undefined> | undefined> {
		if (this.lacksBlockReceipts) return undefined;
		const whole = await this.readBlockReceipts(block);
		this.lacksBlockReceipts = !whole.ok && whole.failure.kind === 'method-unknown';
		if (this.lacksBlockReceipts) return undefined;
		if (!whole.ok || !whole.result) return whole;
		const byHash = new Map(
			whole.result.map((receipt) => [String(receipt.transactionHash).toLowerCase(), receipt]),
		);
		const found: IDataObject[] = [];
		for (const hash of hashes) {
			const receipt = byHash.get(String(hash).toLowerCase());
			if (!isReceiptOf(receipt, hash, block)) return otherReceipt(hash);
			found.push(receipt!);
		}
		return { ok: true, result: found };
	}
}

const otherReceipt = (hash: unknown): Answer<never> =>
	notAsked(`The node returned no receipt of transaction ${String(hash)}, but those of others`);
