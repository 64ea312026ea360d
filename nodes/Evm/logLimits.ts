/** How many blocks one query of logs may cover: what servers say of it, and what their answers teach. */
import type { Failure } from '../shared/errors';

/** The words of servers and of the services in front of them; a needless cut costs a few requests. */
const tooMuchText =
	/too many (blocks|results|logs)|\branges?\b|too (large|big)|size (exceeded|should not)|more than [\d,]+ (results|logs|blocks)|max(imum)? (results|logs|allowed)|exceeds? (the )?(max|limit)|limit exceeded|limit the query|(narrow|reduce|shorten) (your |the )?(query|filter|search|block)|time-?out exceeded|(query|execution) time-?out|timed out|deadline exceeded|(took|takes|taking) too long|capacity exceeded/i;
/** What shorter ranges do not help against. */
const otherText =
	/\brate|per (second|minute|day)|too many requests|requests? (count|limit)|quota|credit|compute units|(max|maximum|many) address|address(es)? (exceed|limit)|(max|maximum|many) topics|invalid (block )?range|beyond .*\bhead|after last accepted|unknown block|not found/i;
/** Timed out and response too large (seen on avalanchego v1.14.2), limit exceeded (EIP-1474). */
const tooMuchCodes = [-32002, -32003, -32005];

/** A bound in front of a number that counts blocks, and neither results nor bytes, seconds or addresses. */
const namedLimit =
	/(?:\bmax(?:imum)?|\blimit(?:ed)?|\bup to|\bat most|\bover|\ballowed|\bexceeds?|\b(?:more|greater|bigger|larger) than|>)(?:(?!results?\b|logs\b|size|bytes|address|topic|second)[^\d]){0,60}?(\d[\d,]*)(?![\d,x])(k\b)?(?!\s*(?:results?|logs|addresses|topics|requests|bytes|[kmg]i?b\b|m?s\b|seconds))/gi;
/** "Try with this block range [0x1, 0x5]", "retry with the range 1-5", "this block range should work: [0x0, 0x1]". */
const namedRange =
	/(?:(?:re)?try with|should work)[^\d[]{0,40}\[?(0x[\da-f]+|\d+)\s*[,-]\s*(0x[\da-f]+|\d+)/i;

/** What the server said, in its message or in the data beside it. */
const wordsOf = ({ detail = '', rpcData }: Failure): string =>
	[detail, rpcData === undefined ? '' : JSON.stringify(rpcData)]
		.map((text) => text.slice(0, 1000))
		.join(' ');

/** The most blocks of one query, as the server names it; undefined where it names none below `refused`. */
function readLimit(words: string, refused: number): number | undefined {
	if (!/block|range/i.test(words)) return undefined;
	const numbers = [...words.matchAll(namedLimit)]
		.map(([, digits, thousands]) => Number(digits.replaceAll(',', '')) * (thousands ? 1000 : 1))
		.filter((blocks) => blocks >= 1 && blocks < refused);
	return numbers.length ? Math.min(...numbers) : undefined;
}

/** The length of the range that the server proposes; it fits these logs, and is no limit of all queries. */
function readProposal(words: string, refused: number): number | undefined {
	const [, first, last] = namedRange.exec(words) ?? [];
	const blocks = Number(last) - Number(first) + 1;
	return blocks >= 1 && blocks < refused ? blocks : undefined;
}

/**
 * Whether the server refused a query of logs because it covers too much, so that a shorter range may be taken. A rate
 * limit is none, nor is a time-out that no server told of: who hangs, hangs with a shorter range too.
 */
export function isTooMuch(failure: Failure): boolean {
	const { kind, rpcCode, httpStatus } = failure;
	if (kind === 'rate-limited' || kind === 'cancelled') return false;
	if (httpStatus === 413 || kind === 'too-large') return true;
	if (rpcCode === undefined && kind !== 'refused') return false;
	const words = wordsOf(failure);
	if (otherText.test(words)) return false;
	return tooMuchCodes.includes(rpcCode ?? 0) || tooMuchText.test(words);
}

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

	/** Whether a range of this size was read, so that several can be asked for at once. */
	get isProven(): boolean {
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

/** A search ends with so many refusals in a row: after four cuts of which none was followed by a success. */
const mostInARow = 5;
/** A search may meet so many more refusals than successes. */
const mostInVain = 20;

/** What one search meets; it sends at most twice the requests that read something, and 20 more. */
export class Search {
	private inARow = 0;
	private inVain = 0;

	constructor(readonly span: Span) {}

	succeed(blocks: number): void {
		this.inARow = 0;
		this.inVain--;
		this.span.succeed(blocks);
	}

	/** So many blocks were refused: whether a shorter range is worth a try. */
	refuse(failure: Failure, blocks: number): boolean {
		if (blocks <= 1 || !isTooMuch(failure)) return false;
		if (++this.inARow >= mostInARow || ++this.inVain > mostInVain) return false;
		this.span.refuse(failure, blocks, this.inARow);
		return true;
	}
}
