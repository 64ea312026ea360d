/** The transactions of a chain, of an address or of several, block by block. */
import type { IDataObject } from 'n8n-workflow';
import { Span } from '../../../Evm/logLimits';
import type { Answer } from '../../../shared/errors';
import { refine } from '../../../shared/operation/pipeline';
import { isAddress } from '../../node/answers';
import { beforeLimit, type Chain } from '../../node/chain';
import { explainMissing } from '../../node/holes';
import type { Pages } from '../../node/source';
import type { AscendingPage, FeedRecord, PositionRange } from '../../source';
import { isWanted } from '../filter';
import { rowOf } from '../records';
import type { TransactionSettings, Watch } from '../settings';
import { toTransaction } from './chainRecords';

/** Blocks of a poll's first page, so that a tight rate limit lets the poll get on, and of a page at most. */
const blocksAtFirst = 4;
const blocksAtOnce = 20;

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

export class Blocks implements Pages {
	readonly sampleBlocks = [blocksAtOnce];
	private readonly span = new Span(blocksAtFirst, blocksAtOnce);

	constructor(
		private readonly chain: Chain,
		private readonly wanted: Wanted,
	) {}

	async readPage(
		{ from, to }: PositionRange,
		token: string | undefined,
		end: number,
	): Promise<Answer<AscendingPage>> {
		const { chain } = this;
		const first = token ? Number(token) : from;
		const last = Math.min(to, first + this.span.size);
		const numbers = Array.from({ length: last - first }, (_, i) => first + i);
		const blocks = beforeLimit(
			await chain.together(numbers.map(async (number) => await chain.readWhole(number))),
		);
		if (!blocks.ok) return blocks;
		const found: Candidates[] = [];
		for (const whole of blocks.result) {
			if (!whole) break;
			const { block, transactions, unread } = whole;
			const candidates = transactions.filter((each) => this.mayBeWanted(each, block));
			found.push({ block, candidates, unread: unread.filter((each) => this.mayBeTaken(each)) });
		}
		const receipts = beforeLimit(
			await chain.together(
				found.map(async ({ candidates }, i) => {
					const hashes = candidates.map(({ hash }) => hash);
					return await chain.readReceipts(numbers[i], hashes);
				}),
			),
		);
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
		if (chain.isLimited) return { ok: true, result: { records, doneTo } };
		const isHole = doneTo < last;
		if (isHole && doneTo === first) return await explainMissing(chain, this.isThere, doneTo, end);
		if (!isHole) this.span.succeed(last - first);
		// What was read before a hole stands for itself; the next page begins with the hole, unless it is at the end.
		const goesOn = isHole ? doneTo < end - chain.apart : last < to;
		return { ok: true, result: { records, doneTo, ...(goesOn && { next: String(doneTo) }) } };
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
