/** Reads logs of any range of blocks. Splits the range into as many requests as the server needs. */
import type { IDataObject } from 'n8n-workflow';
import { blockCall, readBlockHead } from '../shared/chains/blockHead';
import type { BlockRange } from '../shared/chains/blockRange';
import type { Client } from '../shared/network/client';
import { fail, type Answer, type Failure } from '../shared/errors';
import { alone, together, type Batching } from '../shared/network/rpcCall';
import { toInteger, toQuantity } from '../shared/values/hex';
import { OddAnswer } from '../shared/operation/pipeline';
import { isRecord } from '../shared/values/records';
import { blocksApart } from '../shared/network/hosts';
import { oncePerClient } from '../shared/network/oncePerClient';
import { Search, Span } from './logLimits';
import { behindText, isTooMuch, judgeRefusal } from './logRefusals';

/** FilterCriteria of eth_getLogs. */
export type Criteria = Record<string, unknown>;

/** Converts a log, or leaves it out by returning undefined. */
export type ConvertLog = (
	log: IDataObject,
) => IDataObject | undefined | Promise<IDataObject | undefined>;

/** Ranges read at once. Their logs stay in order. */
const atOnce = 5;
/** Tries for the newest blocks if the servers that answer are behind. */
const mostTries = 4;

/** The range lengths that a run has learnt, by the path of the chain. */
const learntSpans = oncePerClient(() => new Map<string, Span>());

export async function queryLogs(
	client: Client,
	path: string,
	criteria: Criteria,
	batching: Batching,
): Promise<Answer> {
	// A query that is too large stays too large, whatever status the refusal has.
	const worth = (failure: Failure): number => (isTooMuch(failure) ? 0 : Infinity);
	return await client.rpc({
		path,
		method: 'eth_getLogs',
		params: [criteria],
		safe: true,
		...batching,
		worth,
	});
}

/** `isCut` is true if blocks are left that were not read, because enough logs were found. */
type LogsRead = Answer<IDataObject[]> & { isCut?: boolean };

/** The input of {@link readLogs}. */
interface Question {
	client: Client;
	path: string;
	criteria: Criteria;
	/** Stop after this many converted logs. */
	most: number;
	/** Without it, logs stay as they came. */
	convert?: ConvertLog;
}

/**
 * The logs in the order of the chain, at least `most` of them if there are so many. Only logs that `convert` keeps
 * count. A range that the server refuses as too large is split into ranges that it takes, and the run remembers the
 * length. If the server refuses even the shortest range, everything fails, and the failure names the unread blocks. If
 * the range ends with a tag, the newest blocks are read from a server that has them.
 */
export async function readLogs(question: Question): Promise<LogsRead> {
	const { client, path, criteria } = question;
	const isOneBlock = criteria.blockHash !== undefined;
	// A range that was too large once is not tried again in this run.
	const known = isOneBlock ? undefined : learntSpans(client).get(path);
	const whole = known ? undefined : await ask(question);
	if (whole && (whole.ok || isOneBlock || !isTooMuch(whole.failure)))
		return await convertAll(question, whole);
	const read = await readInRanges(question, whole?.failure, known);
	// A server that refuses everything gives its reason in the first refusal.
	const isUnclear = whole && judgeRefusal(whole.failure) === 'perhaps';
	return read.ok || !read.isOfBounds || !isUnclear ? read : whole;
}

/** Sends one query, limited to `range` if one is given. */
async function ask(
	{ client, path, criteria }: Question,
	range: Criteria = {},
	batching = together,
): Promise<Answer<IDataObject[]>> {
	const answer = await queryLogs(client, path, { ...criteria, ...range }, batching);
	if (!answer.ok) return answer;
	const logs = answer.result;
	if (!Array.isArray(logs))
		return fail('not-understood', 'The answer to eth_getLogs is not a list of logs', {
			hint: 'The server may be of a kind that this operation does not support.',
		});
	// A broken server may put other things than logs into the list.
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
type Read = (LogsRead & { isOfBounds?: undefined }) | Unbounded;
const ofBounds = (failed: Answer<never>): Unbounded => ({ ...failed, isOfBounds: true });

/** Reads a range that is too large for one query, as `refusal` says or an earlier query of the run has shown. */
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
	// For a single block or a reversed range, the server's own error explains best.
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
	return await new RangeReader(question, range, search).readAll();
}

/** The last block to ask for. Avoids thousands of requests for blocks far beyond the newest one. */
async function findEnd(
	{ client, path }: Question,
	first: number,
	last: number,
): Promise<Answer<number>> {
	if (last - first <= blocksApart.most) return { ok: true, result: last };
	const head = await findNumber(client, path);
	if (!head.ok) return head;
	// Ask for at least one block, so that the server itself says what is wrong with the range.
	const end = Math.max(first, Math.min(last, head.result + blocksApart.most));
	return { ok: true, result: end };
}

class RangeReader {
	/** True if the range includes the newest blocks, which not all servers have at the same time. */
	private readonly isOpen: boolean;
	/** True if enough logs were found before the end of the range. */
	private isCut = false;

	constructor(
		private readonly question: Question,
		private readonly whole: BlockRange,
		private readonly search: Search,
	) {
		const { toBlock = 'latest' } = question.criteria;
		this.isOpen = !isNumber(toBlock) && toBlock !== 'pending';
	}

	/** The logs of the whole range. */
	async readAll(): Promise<LogsRead> {
		const logs = await this.read(this.whole);
		return { ...logs, isCut: this.isCut };
	}

	/** The logs of a range. A part that the server refuses is split further. */
	private async read(range: BlockRange): Promise<Answer<IDataObject[]>> {
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
		if (next < range.to) this.isCut = true;
		return { ok: true, result: logs };
	}

	private nextParts({ from, to }: BlockRange): BlockRange[] {
		const { span } = this.search;
		// An unproven size is tried alone, because one refusal speaks for all parts.
		const width = span.mayAskInParallel ? atOnce : 1;
		const parts: BlockRange[] = [];
		for (let next = from; next < to && parts.length < width; next = parts.at(-1)!.to)
			parts.push({ from: next, to: Math.min(next + span.size, to) });
		return parts;
	}

	private async readTogether(parts: BlockRange[]): Promise<Array<Answer<IDataObject[]>>> {
		const { from, to } = this.whole;
		// Only the newest blocks need a batch. Parts in one would wait for each other and share time and size limits.
		const isPart = parts[0].from > from || parts[0].to < to;
		return await Promise.all(
			parts.map(async (part) => await this.readPart(part, isPart ? alone : together)),
		);
	}

	private async readPart(part: BlockRange, batching: Batching): Promise<Answer<IDataObject[]>> {
		const limits = { fromBlock: toQuantity(part.from), toBlock: toQuantity(part.to - 1) };
		const mayLack = this.isOpen && part.to > this.whole.to - blocksApart.most;
		return mayLack
			? await this.readNewest(part, limits)
			: await ask(this.question, limits, batching);
	}

	/** Asks until a server has the whole part. The one that answers may lack its end, which another server reported. */
	private async readNewest(part: BlockRange, limits: Criteria): Promise<Answer<IDataObject[]>> {
		const { client, path } = this.question;
		let newest = 0;
		for (let tries = 0; tries < mostTries; tries++) {
			// In one batch, so that one server answers both. A server without batches answers as it can.
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

	/** Converts the logs of a part. If the part was too large, reads it again in shorter parts. */
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

/** True if the answer has a log of the range's last block, or fails for another reason than a missing block. */
const isWhole = ({ to }: BlockRange, answer: Answer<IDataObject[]>): boolean =>
	answer.ok
		? answer.result.some(({ blockNumber }) => toInteger(blockNumber) === to - 1)
		: !behindText.test(answer.failure.detail ?? '');

/** Adds the unread blocks to a failure. If the range was too large, replaces the hint. */
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

/** The number of a block given as a number, a tag or not at all (latest). */
export async function findNumber(
	client: Client,
	path: string,
	block: unknown = 'latest',
): Promise<Answer<number>> {
	if (block === 'earliest') return { ok: true, result: 0 };
	if (isNumber(block)) return { ok: true, result: Number(block) };
	const answer = await client.rpc(blockCall(path, block));
	if (!answer.ok) return answer;
	const { number } = readBlockHead(answer.result);
	return number !== undefined
		? { ok: true, result: number }
		: fail('not-understood', `The node did not return the number of block ${String(block)}`);
}
