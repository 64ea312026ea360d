/** What a feed asks a node about a chain. A server may lack a block: its answer then holds no result. */
import type { IDataObject } from 'n8n-workflow';
import { isMissing } from '../../Evm/logRefusals';
import { fail, type Answer } from '../../shared/errors';
import type { Client } from '../../shared/network/client';
import { blocksApart, hosts } from '../../shared/network/hosts';
import { toInteger, toQuantity } from '../../shared/values/hex';
import { isRecord } from '../../shared/values/records';
import { checkTransactions, isReceiptOf, notAsked, type WholeBlock } from './answers';

/** After so many requests, a batch being one, a poll begins no page; with those of the last page they are at most 50. */
const mostRequests = 32;
/** So many calls must travel together to compare servers. */
const callsOfComparison = 4;

/** The failure of a server that is behind another one. */
export const notYet = (block: number): Answer<never> =>
	fail('server', `The node does not have all of block ${block} yet`, {
		passing: true,
		hint: 'Several servers share this URL, and one of them lags behind. The next poll tries again.',
	});

/** What was answered before a rate limit cut off the rest; any other failure, or one at the beginning, is that of all. */
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
	/** Whether a rate limit has cut off a page: the poll reads no further. */
	isLimited = false;
	/** Requests of this poll so far, a batch being one. */
	requests = 0;
	private lacksBlockReceipts = false;
	readonly path: string;

	/** `name` is what a node calls the chain in its paths: an alias such as C, or a blockchain ID. */
	constructor(
		readonly client: Client,
		name: string,
		/** Its part of the requests of a poll, where several feeds share them. */
		private readonly share = 1,
	) {
		this.path = `/ext/bc/${encodeURIComponent(name)}/rpc`;
	}

	/** The share of its requests that were sent. */
	get spent(): number {
		return this.isLimited ? 1 : this.requests / (this.share * mostRequests);
	}

	/** How far servers may be apart; where a batch keeps what is compared on one of them, only by habit. */
	get apart(): number {
		return this.client.takesTogether(callsOfComparison) ? blocksApart.usual : blocksApart.most;
	}

	/** Answers to calls that are made together, and so travel together. */
	async together<T extends ReadonlyArray<Promise<Answer>>>(
		calls: readonly [...T],
	): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
		this.requests += Math.ceil(calls.length / hosts.node.mostBatched);
		return await Promise.all(calls);
	}

	async ask(method: string, params: unknown[]): Promise<Answer> {
		return await this.client.rpc({ path: this.path, method, params, safe: true, batch: true });
	}

	/** The answer to a question about a block, without a result where the server lacks that part of the block. */
	async askPast(method: string, params: unknown[]): Promise<Answer> {
		const answer = await this.ask(method, params);
		return !answer.ok && isMissing(answer.failure) ? { ok: true, result: undefined } : answer;
	}

	/** The first block that does not exist yet. */
	async readEnd(): Promise<Answer<number>> {
		const [answer] = await this.together([this.ask('eth_blockNumber', [])]);
		if (!answer.ok) return answer;
		const newest = toInteger(answer.result);
		if (newest !== undefined) return { ok: true, result: newest + 1 };
		return fail('not-understood', 'The node returned no block number', {
			hint: "Check that the credential's Node URL leads to an Avalanche node.",
		});
	}

	/** The block with its transactions, or undefined where the server has none of this number. */
	async readWhole(number: number): Promise<Answer<WholeBlock | undefined>> {
		const block = await this.readBlock(number, true);
		if (!block.ok || !block.result) return block as Answer<undefined>;
		return checkTransactions(block.result, number);
	}

	/** The block, with its transactions if they are asked for, or undefined where the server has none of this number. */
	async readBlock(number: number, whole = false): Promise<Answer<IDataObject | undefined>> {
		const answer = await this.askPast('eth_getBlockByNumber', [toQuantity(number), whole]);
		if (!answer.ok) return answer;
		const { result: block } = answer;
		if (block === undefined || block === null) return { ok: true, result: undefined };
		if (!isRecord(block)) return notAsked(`The node returned no block when asked for ${number}`);
		if (toInteger(block.number) !== number)
			return notAsked(`The node returned another block instead of block ${number}`);
		return { ok: true, result: block };
	}

	/**
	 * Blocks by their numbers, those that are known without asking; without the rest where a rate limit cut it off.
	 * Fails where a server lacks one of them.
	 */
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

	/** All receipts of a block, or undefined where the server does not have them. */
	async readBlockReceipts(number: number): Promise<Answer<IDataObject[] | undefined>> {
		const answer = await this.askPast('eth_getBlockReceipts', [toQuantity(number)]);
		if (!answer.ok) return answer;
		const { result: receipts } = answer;
		if (receipts === undefined || receipts === null) return { ok: true, result: undefined };
		if (Array.isArray(receipts) && receipts.every(isRecord)) return { ok: true, result: receipts };
		return notAsked(`The node returned no list of the receipts of block ${number}`);
	}

	/** The receipts of some transactions of a block, or undefined where the server does not have them. */
	async readReceipts(block: number, hashes: unknown[]): Promise<Answer<IDataObject[] | undefined>> {
		// One call for all where there are several.
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
		// What is not in a node's index of transactions may be with its block.
		return (await this.readFromBlock(block, hashes)) ?? { ok: true, result: undefined };
	}

	/** These receipts out of all of a block; nothing where the node does not know this question. */
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
