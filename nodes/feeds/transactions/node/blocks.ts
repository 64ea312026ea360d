/** The transactions of a chain, of an address or of several, block by block. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../../shared/errors';
import { refine } from '../../../shared/operation/pipeline';
import { isAddress, type WholeBlock } from '../../node/answers';
import { beforeLimit, type Chain } from '../../node/chain';
import { blocksAtOnce, Paging } from '../../node/paging';
import type { BlockPages } from '../../node/source';
import type { AscendingPage, FeedRecord, PositionRange } from '../../source';
import { isWanted } from '../filter';
import { rowOf } from '../records';
import type { TransactionSettings, Watch } from '../settings';
import { toTransaction } from './chainRecords';

/** The transactions of a block that may be wanted. */
interface Candidates {
	block: IDataObject;
	candidates: IDataObject[];
	/** Those that cannot be read. */
	unread: FeedRecord[];
}

/** What is wanted of the transactions of all blocks. */
export interface Wanted {
	watch: Watch;
	/** The watches that a transaction between these may be for. */
	takersOf: (from: unknown, to: unknown) => TransactionSettings[];
	/** What the feed takes of transactions that may be for this watch. */
	toRecords: (transactions: IDataObject[], taker: TransactionSettings) => FeedRecord[];
}

export class Blocks implements BlockPages {
	readonly sampleBlocks = [blocksAtOnce];
	private readonly paging: Paging;

	constructor(
		private readonly chain: Chain,
		private readonly wanted: Wanted,
	) {
		this.paging = new Paging(chain, this.isThere);
	}

	async readPage(
		range: PositionRange,
		token: string | undefined,
		end: number,
	): Promise<Answer<AscendingPage>> {
		const { chain } = this;
		const page = this.paging.begin(range, token, end);
		const { first, numbers } = page;
		const asked = numbers.map(async (number) => await chain.readWhole(number));
		const blocks = beforeLimit(await chain.together(asked));
		if (!blocks.ok) return blocks;
		const found = this.listCandidates(blocks.result);
		const receipts = beforeLimit(await this.readReceipts(found, numbers));
		if (!receipts.ok) return receipts;
		const records: FeedRecord[] = [];
		let doneTo = first;
		for (const [i, own] of receipts.result.entries()) {
			// Blocks and receipts may come from servers of which one is behind.
			if (!own) break;
			doneTo++;
			for (const record of this.toRecords(found[i], own)) records.push(record);
			records.push(...found[i].unread);
		}
		const limit = Math.min(
			blocks.result.length < numbers.length ? blocks.result.length : Infinity,
			receipts.result.length < found.length ? receipts.result.length : Infinity,
		);
		chain.isLimited ||= doneTo === first + limit;
		return await this.paging.finish(page, doneTo, records);
	}

	/** What may be wanted of the blocks before the first one that is not there. */
	private listCandidates(blocks: Array<WholeBlock | undefined>): Candidates[] {
		const found: Candidates[] = [];
		for (const whole of blocks) {
			if (!whole) break;
			const { block, transactions, unread } = whole;
			const candidates = transactions.filter((each) => this.mayBeWanted(each, block));
			found.push({ block, candidates, unread: unread.filter((each) => this.mayBeTaken(each)) });
		}
		return found;
	}

	private async readReceipts(
		found: Candidates[],
		numbers: number[],
	): Promise<Array<Answer<IDataObject[] | undefined>>> {
		const asked = found.map(async ({ candidates }, i) => {
			const hashes = candidates.map(({ hash }) => hash);
			return await this.chain.readReceipts(numbers[i], hashes);
		});
		return await this.chain.together(asked);
	}

	/** Whether a server has a block with its receipts, asked together; without them, where it knows no such question. */
	private readonly isThere = async (number: number): Promise<Answer<boolean>> => {
		const [block, receipts] = await Promise.all([
			this.chain.readBlock(number),
			this.chain.readBlockReceipts(number),
		]);
		if (!block.ok || !block.result) return block.ok ? { ok: true, result: false } : block;
		if (receipts.ok) return { ok: true, result: receipts.result !== undefined };
		return receipts.failure.kind === 'method-unknown' ? { ok: true, result: true } : receipts;
	};

	private toTransaction(transaction: IDataObject, block: IDataObject, receipt?: IDataObject) {
		return refine(toTransaction(transaction, block, receipt), rowOf[this.wanted.watch]);
	}

	/** What the feed takes of a block's transactions, for each watch that they may be for. */
	private toRecords({ block, candidates }: Candidates, receipts: IDataObject[]): FeedRecord[] {
		const { takersOf, toRecords } = this.wanted;
		const taken = new Map<TransactionSettings, IDataObject[]>();
		for (const [n, candidate] of candidates.entries()) {
			const transaction = this.toTransaction(candidate, block, receipts[n]);
			for (const taker of takersOf(candidate.from, candidate.to)) {
				if (!taken.has(taker)) taken.set(taker, []);
				taken.get(taker)!.push(transaction);
			}
		}
		return [...taken].flatMap(([taker, transactions]) => toRecords(transactions, taker));
	}

	/** Whether a transaction that cannot be read may be wanted: not where it says that it is between others. */
	private mayBeTaken({ unreadable }: FeedRecord): boolean {
		const { from, to } = unreadable!.record as IDataObject;
		const isToKnown = to === null || isAddress(to);
		return !(isAddress(from) && isToKnown) || this.wanted.takersOf(from, to).length > 0;
	}

	/** Whether a transaction may be wanted, as far as one can see without its receipt, which has the status and the created contract. */
	private mayBeWanted(transaction: IDataObject, block: IDataObject): boolean {
		const takers = this.wanted.takersOf(transaction.from, transaction.to);
		if (!takers.length) return false;
		const seen = this.toTransaction(transaction, block);
		return takers.some((taker) =>
			isWanted(seen, {
				...taker,
				status: 'any',
				contract: transaction.to ? taker.contract : undefined,
			}),
		);
	}
}
