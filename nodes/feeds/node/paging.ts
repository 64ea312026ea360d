/** Pages of blocks that follow each other: larger with success, and shorter where a server lacks a block. */
import { Span } from '../../Evm/logLimits';
import type { Answer } from '../../shared/errors';
import type { AscendingPage, PositionRange } from '../source';
import type { Chain } from './chain';
import { explainMissing, type IsThere } from './holes';

/** Blocks of a poll's first page, so that a tight rate limit lets the poll get on, and of a page at most. */
const blocksAtFirst = 4;
export const blocksAtOnce = 20;

/** The blocks of one page, up to the one before `last`. */
export interface PageOfBlocks {
	first: number;
	last: number;
	numbers: number[];
	/** Whether the range goes on behind it. */
	goesOn: boolean;
	/** The first block that does not exist yet. */
	end: number;
}

export class Paging {
	private readonly span = new Span(blocksAtFirst, blocksAtOnce);

	constructor(
		private readonly chain: Chain,
		private readonly isThere: IsThere,
	) {}

	begin({ from, to }: PositionRange, token: string | undefined, end: number): PageOfBlocks {
		const first = token ? Number(token) : from;
		const last = Math.min(to, first + this.span.size);
		const numbers = Array.from({ length: last - first }, (_, i) => first + i);
		return { first, last, numbers, goesOn: last < to, end };
	}

	/** The page whose blocks below `doneTo` are read. What was read before a hole stands for itself. */
	async finish(
		{ first, last, goesOn, end }: PageOfBlocks,
		doneTo: number,
		records: AscendingPage['records'],
	): Promise<Answer<AscendingPage>> {
		const { chain, span } = this;
		const done = { records, doneTo };
		if (chain.isLimited) return { ok: true, result: done };
		const isHole = doneTo < last;
		if (isHole && doneTo === first) return await explainMissing(chain, this.isThere, doneTo, end);
		if (!isHole) span.succeed(last - first);
		// The next page begins with the hole, unless it is at the end.
		const isNext = isHole ? doneTo < end - chain.apart : goesOn;
		return { ok: true, result: { ...done, ...(isNext && { next: String(doneTo) }) } };
	}
}
