/** Consecutive pages of blocks. They grow with success, and end early if a server lacks a block. */
import { Span } from '../../Evm/logLimits';
import type { Answer } from '../../shared/errors';
import type { AscendingPage, PositionRange } from '../source';
import type { Chain } from './chain';
import { explainMissing, type IsThere } from './holes';

/** Blocks of a poll's first page, few so that it gets on despite a tight rate limit, and of any page at most. */
const blocksAtFirst = 4;
export const blocksAtOnce = 20;

/** The blocks of one page, from `first` up to, not including, `last`. */
interface PageOfBlocks {
	first: number;
	last: number;
	numbers: number[];
	/** True if the range goes on after this page. */
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

	/** Finishes a page whose blocks below `doneTo` are read. The blocks before a hole make a page of their own. */
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
		// The next page begins with the hole, unless the hole is at the chain's end.
		const isNext = isHole ? doneTo < end - chain.apart : goesOn;
		return { ok: true, result: { ...done, ...(isNext && { next: String(doneTo) }) } };
	}
}
