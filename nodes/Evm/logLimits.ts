/** Learns from the answers of a server how many blocks one query of logs may cover. */
import type { Failure } from '../shared/errors';
import { judgeRefusal, readLimit, readProposal, wordsOf } from './logRefusals';

/** The most successes that a size needs before the next larger one is tried, because each try may cost a request. */
const mostNeeded = 16;

/** The number of blocks to ask for. It shrinks after a refusal and grows again with success. */
export class Span {
	/** Successes that the size needs before it doubles. Grows each time that the double was too much. */
	private needed = 1;
	private successes = 0;
	private isNew = false;

	constructor(
		public size: number,
		/** The largest useful size, or the server's limit. */
		private most = Infinity,
	) {}

	/** True while no larger size is being tried. Several ranges of a proven size may be asked for at once. */
	get mayAskInParallel(): boolean {
		return !this.isNew;
	}

	succeed(blocks: number): void {
		if (blocks < this.size) return;
		if (this.isNew) this.needed = 1;
		this.isNew = false;
		if (++this.successes < this.needed || this.size >= this.most) return;
		this.successes = 0;
		this.size = Math.min(this.size * 2, this.most);
		this.isNew = true;
	}

	/** Handles the `nth` refusal in a row. Each of them cuts deeper. */
	refuse(failure: Failure, blocks: number, nth: number): void {
		const words = wordsOf(failure);
		const limit = readLimit(words, blocks);
		if (limit !== undefined) this.most = Math.min(this.most, limit);
		// Another search of the run has already shortened it.
		if (this.size < blocks) return void (this.size = Math.min(this.size, this.most));
		if (this.isNew) this.needed = Math.min(this.needed * 2, mostNeeded);
		this.successes = 0;
		// A size that the server names itself needs no trial.
		this.isNew = limit === undefined;
		this.size = limit ?? readProposal(words, blocks) ?? Math.max(1, blocks >> nth);
	}
}

/**
 * Ends a search after this many refusals in a row that do not blame the range. Four cuts without a success have shown
 * that shorter ranges do not help.
 */
const mostGuesses = 5;

/**
 * The refusals of one search. If the server blames the range, the range is cut down to one block if need be. Each
 * refusal without a success in between cuts deeper, so few requests are enough.
 */
export class Search {
	private inVain = 0;

	constructor(readonly span: Span) {}

	succeed(blocks: number): void {
		this.inVain = 0;
		this.span.succeed(blocks);
	}

	/** Takes a refusal. Returns true if a shorter range is worth a try. */
	refuse(failure: Failure, blocks: number): boolean {
		const verdict = judgeRefusal(failure);
		if (blocks <= 1 || verdict === 'no') return false;
		this.inVain++;
		if (verdict === 'perhaps' && this.inVain >= mostGuesses) return false;
		this.span.refuse(failure, blocks, this.inVain);
		return true;
	}
}
