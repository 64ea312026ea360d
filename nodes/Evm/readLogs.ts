/** Reads logs of any range of blocks, in as many requests as the server wants it cut into. */
import type { IDataObject } from 'n8n-workflow';
import type { BlockRange } from '../shared/chains/blockRange';
import type { Client } from '../shared/network/client';
import { fail, type Answer, type Failure } from '../shared/errors';
import { toInteger, toQuantity } from '../shared/values/hex';
import { OddAnswer } from '../shared/operation/pipeline';
import { isRecord } from '../shared/values/records';
import { blocksApart } from '../shared/network/hosts';
import { oncePerClient } from '../shared/network/oncePerClient';
import { Search, Span } from './logLimits';
import { behindText, isTooMuch, judgeRefusal } from './logRefusals';

/** FilterCriteria, as eth_getLogs takes it. */
export type Criteria = Record<string, unknown>;

/** What is made of a log; undefined leaves it out. */
export type Convert = (
	log: IDataObject,
) => IDataObject | undefined | Promise<IDataObject | undefined>;

/** Ranges read at once, in their order. */
const atOnce = 5;
/** How often the newest blocks are asked for, where servers answer that are behind. */
const mostTries = 4;

/** The lengths of ranges that a run has learnt, by the path of the chain. */
const learntSpans = oncePerClient(() => new Map<string, Span>());

/** One query of logs; the answer is whatever the server gave. */
export async function queryLogs(
	client: Client,
	path: string,
	criteria: Criteria,
	batch: boolean,
): Promise<Answer> {
	// What is too much stays too much, whatever status it comes with.
	const worth = (failure: Failure): number => (isTooMuch(failure) ? 0 : Infinity);
	return await client.rpc({
		path,
		method: 'eth_getLogs',
		params: [criteria],
		safe: true,
		batch,
		worth,
	});
}

/** What one call of {@link readLogs} is about. */
interface Question {
	client: Client;
	/** Of the chain. */
	path: string;
	criteria: Criteria;
	/** So many logs are enough. */
	most: number;
	/** Without it, logs are given as they came. */
	convert?: Convert;
}

/**
 * The logs of the criteria in the order of the chain, at least `most` of them where there are so many; what `convert`
 * makes of a log counts. A range that the server refuses as too much is cut into ranges that it takes, for the rest of
 * the run too. Fails as a whole, with the blocks that could not be read, where the server refuses them however short
 * the range is. The newest blocks of a range up to a tag are read from a server that has them.
 */
export async function readLogs(question: Question): Promise<Answer<IDataObject[]>> {
	const { client, path, criteria } = question;
	const isOneBlock = criteria.blockHash !== undefined;
	// What was too much once in a run is not tried again.
	const known = isOneBlock ? undefined : learntSpans(client).get(path);
	const whole = known ? undefined : await ask(question);
	if (whole && (whole.ok || isOneBlock || !isTooMuch(whole.failure)))
		return await convertAll(question, whole);
	const read = await readInRanges(question, whole?.failure, known);
	// A server that refuses whatever it is asked says why in its first refusal.
	const isUnclear = whole && judgeRefusal(whole.failure) === 'perhaps';
	return read.ok || !read.isOfBounds || !isUnclear ? read : whole;
}

/** One query of the criteria, in a range of their blocks if one is given. */
async function ask(
	{ client, path, criteria }: Question,
	range: Criteria = {},
	batch = true,
): Promise<Answer<IDataObject[]>> {
	const answer = await queryLogs(client, path, { ...criteria, ...range }, batch);
	if (!answer.ok) return answer;
	const logs = answer.result;
	if (!Array.isArray(logs))
		return fail('not-understood', 'The answer to eth_getLogs is not a list of logs', {
			hint: 'The server may be of a kind that this operation does not support.',
		});
	// What an odd server puts into the list may be no log.
	if (!logs.every(isRecord)) throw new OddAnswer('it holds an entry that is not a log');
	return { ok: true, result: logs };
}

async function convertAll(
	{ convert = (log) => log }: Question,
	answer: Answer<IDataObject[]>,
): Promise<Answer<IDataObject[]>> {
	if (!answer.ok) return answer;
	const converted: IDataObject[] = [];
	for (const log of answer.result) {
		const made = await convert(log);
		if (made !== undefined) converted.push(made);
	}
	return { ok: true, result: converted };
}

/** The failure of a search whose first or last block could not be found. */
type Unbounded = Answer<never> & { isOfBounds: true };
type Read = (Answer<IDataObject[]> & { isOfBounds?: undefined }) | Unbounded;
const ofBounds = (failed: Answer<never>): Unbounded => ({ ...failed, isOfBounds: true });

/** The logs of a range that is too much for one query, as the refusal of it says, or another query of the run. */
async function readInRanges(
	question: Question,
	refusal: Failure | undefined,
	known: Span | undefined,
): Promise<Read> {
	const { client, path, criteria } = question;
	const [first, last] = await Promise.all(
		[criteria.fromBlock, criteria.toBlock].map(
			async (block) => await findNumber(client, path, block),
		),
	);
	if (!first.ok) return ofBounds(first);
	if (!last.ok) return ofBounds(last);
	const isOneQuery = first.result >= last.result;
	// The server's own words for a range of one block or one that runs backwards.
	if (isOneQuery)
		return refusal
			? { ok: false, failure: refusal }
			: await convertAll(question, await ask(question));
	const spans = learntSpans(client);
	const span = known ?? spans.get(path) ?? new Span(Infinity);
	spans.set(path, span);
	const search = new Search(span);
	if (refusal) search.refuse(refusal, last.result - first.result + 1);
	const end = await findEnd(question, first.result, last.result);
	if (!end.ok) return ofBounds(end);
	const range = { from: first.result, to: end.result + 1 };
	return await new RangeReader(question, range, search).read(range);
}

/** The last block to ask for: of a range far beyond the newest block, no thousands of requests for what is not made yet. */
async function findEnd(
	{ client, path }: Question,
	first: number,
	last: number,
): Promise<Answer<number>> {
	if (last - first <= blocksApart.most) return { ok: true, result: last };
	const head = await findNumber(client, path);
	if (!head.ok) return head;
	// At least one block is asked for: what is wrong with it the server says itself.
	const end = Math.max(first, Math.min(last, head.result + blocksApart.most));
	return { ok: true, result: end };
}

/** Reads a range in the parts that the server takes. */
class RangeReader {
	/** Whether the newest blocks belong to the range, which servers have at different times. */
	private readonly isOpen: boolean;

	constructor(
		private readonly question: Question,
		private readonly whole: BlockRange,
		private readonly search: Search,
	) {
		const { toBlock = 'latest' } = question.criteria;
		this.isOpen = !isNumber(toBlock) && toBlock !== 'pending';
	}

	/** The logs of a range; of a part that the server refuses, those of its parts. */
	async read(range: BlockRange): Promise<Answer<IDataObject[]>> {
		const logs: IDataObject[] = [];
		let next = range.from;
		while (next < range.to && logs.length < this.question.most) {
			const parts = this.nextParts({ from: next, to: range.to });
			next = parts.at(-1)!.to;
			const answers = await this.readTogether(parts);
			for (const [i, answer] of answers.entries()) {
				const read = await this.take(parts[i], answer);
				if (!read.ok) return read;
				for (const log of read.result) logs.push(log);
			}
		}
		return { ok: true, result: logs };
	}

	/** The ranges that are asked for at once. */
	private nextParts({ from, to }: BlockRange): BlockRange[] {
		const { span } = this.search;
		// A size that was never read is tried alone: a refusal speaks for all.
		const width = span.mayAskInParallel ? atOnce : 1;
		const parts: BlockRange[] = [];
		for (let next = from; next < to && parts.length < width; next = parts.at(-1)!.to)
			parts.push({ from: next, to: Math.min(next + span.size, to) });
		return parts;
	}

	private async readTogether(parts: BlockRange[]): Promise<Array<Answer<IDataObject[]>>> {
		const { from, to } = this.whole;
		// In a batch, as the newest need it, parts would wait for each other and share the server's limits of time and size.
		const isPart = parts[0].from > from || parts[0].to < to;
		return await Promise.all(parts.map(async (part) => await this.readPart(part, !isPart)));
	}

	private async readPart(part: BlockRange, batch: boolean): Promise<Answer<IDataObject[]>> {
		const limits = { fromBlock: toQuantity(part.from), toBlock: toQuantity(part.to - 1) };
		const mayLack = this.isOpen && part.to > this.whole.to - blocksApart.most;
		return mayLack ? await this.readNewest(part, limits) : await ask(this.question, limits, batch);
	}

	/** A range whose end the server may lack, which another one told of: asked for until one has it. */
	private async readNewest(part: BlockRange, limits: Criteria): Promise<Answer<IDataObject[]>> {
		const { client, path } = this.question;
		let newest = 0;
		for (let tries = 0; tries < mostTries; tries++) {
			// In one batch, so that one server answers both; a server that takes no batches answers as it can.
			const [head, answer] = await Promise.all([
				findNumber(client, path),
				ask(this.question, limits),
			]);
			if (isWhole(part, answer)) return answer;
			if (!head.ok) return head;
			newest = head.result;
			if (newest >= part.to - 1) return answer;
		}
		return fail('server', `The server that answered has no blocks after ${newest} yet`, {
			passing: true,
			hint: 'Several servers share this URL, and one of them lags behind. Try again, or leave out the newest blocks.',
		});
	}

	/** What an answer gives of a part, which is read again in shorter parts where it was too much. */
	private async take(
		part: BlockRange,
		answer: Answer<IDataObject[]>,
	): Promise<Answer<IDataObject[]>> {
		const blocks = part.to - part.from;
		if (answer.ok) {
			this.search.succeed(blocks);
			return await convertAll(this.question, answer);
		}
		return this.search.refuse(answer.failure, blocks)
			? await this.read(part)
			: this.explain(part, answer.failure);
	}

	private explain(part: BlockRange, failure: Failure): Answer<never> {
		const told = unread(
			part,
			failure,
			'The server refuses even a short range. Narrow the search by address and topics, or ask another server.',
		);
		if (part.from === this.whole.from) return told;
		const before = `Earlier blocks can be read: end the range with block ${part.from - 1}.`;
		const hint = [told.failure.hint, before].filter(Boolean).join(' ');
		return { ok: false, failure: { ...told.failure, hint } };
	}
}

/** Whether an answer holds a log of the range's last block, or is refused for another reason than that the block is not there yet. */
const isWhole = ({ to }: BlockRange, answer: Answer<IDataObject[]>): boolean =>
	answer.ok
		? answer.result.some(({ blockNumber }) => toInteger(blockNumber) === to - 1)
		: !behindText.test(answer.failure.detail ?? '');

/** A failure with the blocks of which it keeps the logs; where the range is too much, the hint says what to do. */
export function unread(
	{ from, to }: BlockRange,
	failure: Failure,
	hint: string,
): { ok: false; failure: Failure } {
	const last = to - 1;
	const blocks = from === last ? `block ${from}` : `blocks ${from} to ${last}`;
	return {
		ok: false,
		failure: {
			...failure,
			message: `The logs of ${blocks} could not be read. ${failure.message}`,
			...(isTooMuch(failure) && { hint }),
		},
	};
}

const isNumber = (block: unknown): boolean => String(block).startsWith('0x');

/** The number of a block that is given as a number, as a tag, or not at all, which means the latest. */
export async function findNumber(
	client: Client,
	path: string,
	block: unknown = 'latest',
): Promise<Answer<number>> {
	if (block === 'earliest') return { ok: true, result: 0 };
	if (isNumber(block)) return { ok: true, result: Number(block) };
	const answer = await client.rpc({
		path,
		method: 'eth_getBlockByNumber',
		params: [block, false],
		safe: true,
		batch: true,
	});
	if (!answer.ok) return answer;
	const number = isRecord(answer.result) ? toInteger(answer.result.number) : undefined;
	return number !== undefined
		? { ok: true, result: number }
		: fail('not-understood', `The node did not return the number of block ${String(block)}`);
}
