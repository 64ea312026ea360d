/** The transactions of a chain, of an address or of several, read block by block. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../../shared/errors';
import { refine } from '../../../shared/operation/pipeline';
import { checkReceipt, isAddress, type WholeBlock } from '../../node/answers';
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
	unread: FeedRecord[];
}

/** The wanted transactions of all blocks, and the watches that take them. */
export interface Wanted {
	watch: Watch;
	/** The watches that may take a transaction between these addresses. */
	takersOf: (from: unknown, to: unknown) => TransactionSettings[];
	/** The feed's records of the transactions that may be for this watch. */
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
			// Blocks and receipts may come from different servers, and one of them may lag.
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

	/** The candidates of all blocks before the first missing one. */
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

	/** True if a server has a block with its receipts. */
	private readonly isThere = async (number: number): Promise<Answer<boolean>> =>
		await this.chain.hasBlockWith(number, async () => await this.chain.readBlockReceipts(number));

	private toTransaction(transaction: IDataObject, block: IDataObject, receipt?: IDataObject) {
		return refine(toTransaction(transaction, block, receipt), rowOf[this.wanted.watch]);
	}

	private toRecords({ block, candidates }: Candidates, receipts: IDataObject[]): FeedRecord[] {
		const { takersOf, toRecords } = this.wanted;
		const taken = new Map<TransactionSettings, IDataObject[]>();
		const unread: FeedRecord[] = [];
		for (const [n, candidate] of candidates.entries()) {
			const unreadable = checkReceipt(receipts[n], candidate, block);
			if (unreadable) {
				unread.push(unreadable);
				continue;
			}
			const transaction = this.toTransaction(candidate, block, receipts[n]);
			for (const taker of takersOf(candidate.from, candidate.to)) {
				if (!taken.has(taker)) taken.set(taker, []);
				taken.get(taker)!.push(transaction);
			}
		}
		const read = [...taken].flatMap(([taker, transactions]) => toRecords(transactions, taker));
		return [...read, ...unread];
	}

	/** True unless an unreadable transaction names other addresses than the watched ones. */
	private mayBeTaken({ unreadable }: FeedRecord): boolean {
		const { from, to } = unreadable!.record as IDataObject;
		const isToKnown = to === null || isAddress(to);
		return !(isAddress(from) && isToKnown) || this.wanted.takersOf(from, to).length > 0;
	}

	/** Judges a transaction before its receipt is read, so without its status and the contract it may create. */
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
