/** Reads logs of any range of blocks, in as many requests as the server wants it cut into. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../shared/network/client';
import { fail, type Answer, type Failure } from '../shared/errors';
import { toQuantity } from '../shared/hex';
import { OddAnswer } from '../shared/pipeline';
import { isRecord } from '../shared/records';
import { blocksApart } from '../shared/network/hosts';
import { oncePerRun } from '../shared/network/oncePerRun';
import { isTooMuch, Search, Span } from './logLimits';

/** FilterCriteria, as eth_getLogs takes it. */
export type Criteria = Record<string, unknown>;

/** What is made of a log; undefined leaves it out. */
export type Convert = (
	log: IDataObject,
) => IDataObject | undefined | Promise<IDataObject | undefined>;

/** Ranges read at once, in their order. */
const atOnce = 5;
/** What servers say of a range whose end they do not have yet. */
export const behindText = /after last accepted block|beyond .*\bhead|unfinalized/i;
/** How often the newest blocks are asked for, where servers answer that are behind. */
const mostTries = 4;

/** The lengths of ranges that a run has learnt, by the path of the chain. */
const learntSpans = oncePerRun(() => new Map<string, Span>());

interface Range {
	first: number;
	last: number;
}

/** One query of logs; what an odd server puts into the list may be no log. */
export async function askLogs(
	client: Client,
	path: string,
	criteria: Criteria,
	batch: boolean,
): Promise<Answer<IDataObject[]>> {
	// What is too much stays too much, whatever status it comes with.
	const worth = (failure: Failure): number => (isTooMuch(failure) ? 0 : Infinity);
	const answer = await client.rpc({
		path,
		method: 'eth_getLogs',
		params: [criteria],
		safe: true,
		batch,
		worth,
	});
	if (!answer.ok) return answer;
	// Some servers say null where there are none.
	const logs = answer.result ?? [];
	if (Array.isArray(logs)) return { ok: true, result: logs as IDataObject[] };
	return fail('not-understood', 'The answer to eth_getLogs is not a list of logs', {
		hint: 'The server may be of a kind that this operation does not support.',
	});
}

/**
 * The logs of the criteria in the order of the chain, at least `most` of them where there are so many; what `convert`
 * makes of a log counts. A range that the server refuses as too much is cut into ranges that it takes, for the rest of
 * the run too. Fails as a whole, with the blocks that could not be read, where the server refuses them however short
 * the range is. The newest blocks of a range up to a tag are read from a server that has them.
 */
export async function readLogs(
	client: Client,
	path: string,
	criteria: Criteria,
	most: number,
	convert: Convert = (log) => log,
): Promise<Answer<IDataObject[]>> {
	const spans = learntSpans(client);

	const convertAll = async (answer: Answer<IDataObject[]>): Promise<Answer<IDataObject[]>> => {
		if (!answer.ok) return answer;
		const converted: IDataObject[] = [];
		for (const log of answer.result) {
			const made = await convert(log);
			if (made !== undefined) converted.push(made);
		}
		return { ok: true, result: converted };
	};
	const ask = async (range: Criteria = {}, batch = true): Promise<Answer<IDataObject[]>> => {
		const answer = await askLogs(client, path, { ...criteria, ...range }, batch);
		if (!answer.ok || answer.result.every(isRecord)) return answer;
		throw new OddAnswer('it holds an entry that is not a log');
	};

	const known = spans.get(path);
	const whole = known && criteria.blockHash === undefined ? undefined : await ask();
	if (whole && (whole.ok || criteria.blockHash !== undefined || !isTooMuch(whole.failure)))
		return await convertAll(whole);
	const bounds = await Promise.all(
		[criteria.fromBlock, criteria.toBlock].map(
			async (block) => await findNumber(client, path, block),
		),
	);
	const [first, last] = bounds;
	if (!first.ok) return first;
	if (!last.ok) return last;
	// The server's own words for a range of one block or one that runs backwards.
	if (first.result >= last.result) return await convertAll(whole ?? (await ask()));
	const span = known ?? spans.get(path) ?? new Span(Infinity);
	spans.set(path, span);
	const search = new Search(span);
	if (whole && !whole.ok) search.refuse(whole.failure, last.result - first.result + 1);
	let end = last.result;
	if (end - first.result > blocksApart.most) {
		// No thousands of requests for blocks that are not made yet.
		const head = await findNumber(client, path);
		if (!head.ok) return head;
		// At least one block is asked for: what is wrong with it the server says itself.
		end = Math.max(first.result, Math.min(end, head.result + blocksApart.most));
	}
	const { toBlock = 'latest' } = criteria;
	/** Whether the server that is asked may lack the end of a range, which another one told of. */
	const mayLack = (range: Range) =>
		!isNumber(toBlock) && toBlock !== 'pending' && range.last > end - blocksApart.most;

	const readRange = async (range: Range, batch: boolean): Promise<Answer<IDataObject[]>> => {
		const limits = { fromBlock: toQuantity(range.first), toBlock: toQuantity(range.last) };
		if (!mayLack(range)) return await ask(limits, batch);
		let newest: number;
		let tries = 0;
		do {
			// In one batch, so that one server answers both; a server that takes no batches answers as it can.
			const [head, answer] = await Promise.all([findNumber(client, path), ask(limits)]);
			const isWhole = answer.ok
				? answer.result.some(({ blockNumber }) => Number(blockNumber) === range.last)
				: !behindText.test(answer.failure.detail ?? '');
			if (isWhole) return answer;
			if (!head.ok) return head;
			newest = head.result;
			if (newest >= range.last) return answer;
		} while (++tries < mostTries);
		return fail('server', `The server that answered has no blocks after ${newest} yet`, {
			passing: true,
			hint: 'Several servers share this URL, and one of them lags behind. Try again, or leave out the newest blocks.',
		});
	};

	const explain = (range: Range, failure: Failure): Answer<never> => {
		const told = unread(
			range,
			failure,
			'The server refuses even a short range. Narrow the search by address and topics, or ask another server.',
		);
		if (range.first === first.result) return told;
		const before = `Earlier blocks can be read: end the range with block ${range.first - 1}.`;
		return {
			ok: false,
			failure: { ...told.failure, hint: [told.failure.hint, before].filter(Boolean).join(' ') },
		};
	};

	/** The logs of a range, which is one request where the server takes as much, and else those of its parts. */
	const readRanges = async ({
		first: begin,
		last: stop,
	}: Range): Promise<Answer<IDataObject[]>> => {
		const logs: IDataObject[] = [];
		for (let next = begin; next <= stop && logs.length < most; ) {
			const ranges: Range[] = [];
			// A size that was never read is tried alone: a refusal speaks for all.
			const width = span.isProven ? atOnce : 1;
			for (; next <= stop && ranges.length < width; next = ranges.at(-1)!.last + 1)
				ranges.push({ first: next, last: Math.min(next + span.size - 1, stop) });
			// In a batch, as the newest need it, parts would wait for each other and share the server's limits of time and size.
			const isPart = ranges[0].first > first.result || ranges[0].last < end;
			const answers = await Promise.all(
				ranges.map(async (range) => await readRange(range, !isPart)),
			);
			for (const [i, answer] of answers.entries()) {
				const blocks = ranges[i].last - ranges[i].first + 1;
				if (answer.ok) search.succeed(blocks);
				else if (!search.refuse(answer.failure, blocks)) return explain(ranges[i], answer.failure);
				const read = answer.ok ? await convertAll(answer) : await readRanges(ranges[i]);
				if (!read.ok) return read;
				for (const log of read.result) logs.push(log);
			}
		}
		return { ok: true, result: logs };
	};
	return await readRanges({ first: first.result, last: end });
}

/** A failure with the blocks of which it keeps the logs; where the range is too much, the hint says what to do. */
export function unread(
	{ first, last }: Range,
	failure: Failure,
	hint: string,
): { ok: false; failure: Failure } {
	const blocks = first === last ? `block ${first}` : `blocks ${first} to ${last}`;
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
async function findNumber(
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
	const number = isRecord(answer.result) ? Number(answer.result.number) : NaN;
	return Number.isSafeInteger(number)
		? { ok: true, result: number }
		: fail('not-understood', `The node did not return the number of block ${String(block)}`);
}
