/** How many blocks one query of logs may cover: what the answers to earlier ones teach. */
import type { Failure } from '../shared/errors';
import { judgeRefusal, readLimit, readProposal, wordsOf } from './logRefusals';

/** Successes that a size must have before a larger one is tried, at most: each try may cost a request. */
const mostNeeded = 16;

/** How many blocks to ask for: fewer after a refusal, more again with success. */
export class Span {
	/** Successes that the size needs before it doubles: more of them after each time that the double was too much. */
	private needed = 1;
	private successes = 0;
	private isNew = false;

	constructor(
		/** Blocks to ask for next. */
		public size: number,
		/** The most that makes sense, or that the server takes. */
		private most = Infinity,
	) {}

	/** Whether several ranges of this size can be asked for at once, because no larger one is being tried. */
	get mayAskInParallel(): boolean {
		return !this.isNew;
	}

	/** So many blocks were read at once. */
	succeed(blocks: number): void {
		if (blocks < this.size) return;
		if (this.isNew) this.needed = 1;
		this.isNew = false;
		if (++this.successes < this.needed || this.size >= this.most) return;
		this.successes = 0;
		this.size = Math.min(this.size * 2, this.most);
		this.isNew = true;
	}

	/** So many blocks were refused, the `nth` time in a row; each refusal in a row cuts deeper. */
	refuse(failure: Failure, blocks: number, nth: number): void {
		const words = wordsOf(failure);
		const limit = readLimit(words, blocks);
		if (limit !== undefined) this.most = Math.min(this.most, limit);
		// Another search of the run has learnt it already.
		if (this.size < blocks) return void (this.size = Math.min(this.size, this.most));
		if (this.isNew) this.needed = Math.min(this.needed * 2, mostNeeded);
		this.successes = 0;
		// What the server names it takes.
		this.isNew = limit === undefined;
		this.size = limit ?? readProposal(words, blocks) ?? Math.max(1, blocks >> nth);
	}
}

/**
 * A search whose refusals do not say that the range is too long ends with so many in a row: after four cuts of which none
 * was followed by a success.
 */
const mostGuesses = 5;

/**
 * What one search meets. Where the server says that the range is too long, it is cut down to one block; each refusal
 * without a success in between cuts deeper, so that takes few of them.
 */
export class Search {
	/** Refusals since something was read. */
	private inVain = 0;

	constructor(readonly span: Span) {}

	succeed(blocks: number): void {
		this.inVain = 0;
		this.span.succeed(blocks);
	}

	/** So many blocks were refused: whether a shorter range is worth a try. */
	refuse(failure: Failure, blocks: number): boolean {
		const verdict = judgeRefusal(failure);
		if (blocks <= 1 || verdict === 'no') return false;
		this.inVain++;
		if (verdict === 'perhaps' && this.inVain >= mostGuesses) return false;
		this.span.refuse(failure, blocks, this.inVain);
		return true;
	}
}
