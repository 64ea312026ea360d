/** The logs of a chain as a feed reads them: whole blocks, as far as one server has them. */
import type { IDataObject } from 'n8n-workflow';
import { Search, Span } from '../../Evm/logLimits';
import { isMissing } from '../../Evm/logRefusals';
import { queryLogs, unread, type Criteria } from '../../Evm/readLogs';
import { halve } from '../../shared/chains/blockSearch';
import { nothing, type Answer, type Failure } from '../../shared/errors';
import { together } from '../../shared/network/rpcCall';
import { isHash, toInteger, toQuantity } from '../../shared/values/hex';
import { isRecord } from '../../shared/values/records';
import { mostRecords } from '../budget';
import type { AscendingPage, FeedRecord, PositionRange } from '../source';
import { isNoList, timeIn } from '../unreadable';
import { isOfContract, lackOfLog, notAsked } from './answers';
import type { Chain } from './chain';
import { explainMissing } from './holes';
import type { BlockPages } from './source';

/** Blocks in a poll's first range of logs, and in any range at most. The public node takes ranges of 2,048. */
const blocksAtFirst = 125;
const blocksAtOnce = 500;

interface ReadLogs {
	logs: IDataObject[];
	unread: UnreadLog[];
	/** The first block that was not read. */
	last: number;
	/** True if the server has no block at `last`, whatever it said the end of the chain was. */
	isEnd: boolean;
	bounds: Map<number, IDataObject>;
}

/** A range that is tried. */
interface Reach extends PositionRange {
	/** True if the server has no block at its end. */
	isEnd: boolean;
}

/** What a server says of a range: its first and its last block, if it has them, and the logs of each criteria. */
interface AskedLogs {
	lowest: IDataObject | undefined;
	highest: IDataObject | undefined;
	logs: Answer<unknown[]>;
}

/** A log that cannot be read. `lack` completes "came without ...". */
interface UnreadLog {
	log: IDataObject;
	lack: string;
	refusal: Answer<never>;
}

interface ListedLogs {
	logs: IDataObject[];
	unread: UnreadLog[];
}

/** A feed's records from the logs of whole blocks. */
export interface Converted {
	records: FeedRecord[];
	/** The first block that a rate limit has left partly unread. */
	limitedAt?: number;
}

/** `bounds` are the first and the last block that was read, by number. */
export type Convert = (
	logs: IDataObject[],
	bounds: Map<number, IDataObject>,
) => Promise<Answer<Converted>>;

export class Logs implements BlockPages {
	readonly sampleBlocks = [20, 1000];
	private readonly search = new Search(new Span(blocksAtFirst, blocksAtOnce));

	constructor(
		private readonly chain: Chain,
		/** Without a block range. A log that fits several of them comes once. */
		private readonly criteria: Criteria[],
		private readonly convert: Convert,
		/** True if a log counts as unreadable without its topics or data. */
		private readonly needsContent = false,
	) {}

	async readPage(
		{ from, to }: PositionRange,
		token: string | undefined,
		end: number,
	): Promise<Answer<AscendingPage>> {
		const { chain } = this;
		const first = token ? Number(token) : from;
		const found = await this.readLogs(first, to);
		if (!found.ok) return found;
		if (!found.result) return await this.explainEnd(first, end);
		const { logs, unread, last: readTo, isEnd, bounds } = found.result;
		const own = logs
			.filter(({ removed }) => removed !== true)
			.sort((a, b) => blockOf(a) - blockOf(b));
		const last = endOfBatch(own) ?? readTo;
		const converted = await this.convert(
			own.filter((log) => blockOf(log) < last),
			bounds,
		);
		if (!converted.ok) return converted;
		const { records, limitedAt } = converted.result;
		chain.isLimited ||= limitedAt !== undefined;
		const doneTo = limitedAt ?? last;
		// An answer proves itself up to its last log: the server had that block. Above it, other servers may know more.
		const proof = own.length ? blockOf(own.at(-1)!) + 1 : first;
		const provenTo = Math.max(proof, (isEnd ? readTo : end) - chain.apart);
		return {
			ok: true,
			result: {
				records: [...records, ...placeUnread(unread, { from: first, to: doneTo }, bounds)],
				doneTo,
				...(provenTo < doneTo && { provenTo }),
				...(doneTo < to && !chain.isLimited && { next: String(doneTo) }),
			},
		};
	}

	/** The page if a server lacks the first block. It proves no more than a page that ends there. */
	private async explainEnd(first: number, end: number): Promise<Answer<AscendingPage>> {
		const page = await explainMissing(this.chain, this.isThere, first, end);
		if (!page.ok || page.result.gone) return page;
		return { ok: true, result: { ...page.result, provenTo: first - this.chain.apart } };
	}

	/** True if a server has a block with its logs. */
	private readonly isThere = async (number: number): Promise<Answer<boolean>> => {
		const block = toQuantity(number);
		// Without topics, so that the node has to look at the block.
		const criteria = { ...this.criteria[0], topics: [], fromBlock: block, toBlock: block };
		const askLogs = async () => await this.chain.askPast('eth_getLogs', [criteria]);
		return await this.chain.hasBlockWith(number, askLogs);
	};

	/** The logs of blocks as far as one server has them. Undefined if it lacks the first block. */
	private async readLogs(first: number, to: number): Promise<Answer<ReadLogs | undefined>> {
		let range: Reach = { from: first, to, isEnd: false };
		while (range.to > first) {
			range = { ...range, to: Math.min(range.to, first + this.search.span.size) };
			const asked = await this.ask(range);
			if (!asked.ok) return asked;
			const { lowest, highest, logs } = asked.result;
			if (!lowest) return nothing;
			let next: Answer<Reach>;
			if (!highest) next = await this.findEnd(range);
			else if (!logs.ok) next = this.shorten(range, logs.failure);
			else return this.take(range, logs.result, [lowest, highest]);
			if (!next.ok) return next;
			range = next.result;
		}
		return nothing;
	}

	/** A node may say nothing of blocks that it does not have. The bounds in the same batch reveal that. */
	private async ask({ from, to }: PositionRange): Promise<Answer<AskedLogs>> {
		const { chain } = this;
		const limits = { fromBlock: toQuantity(from), toBlock: toQuantity(to - 1) };
		const [lowest, highest, ...answers] = await chain.together([
			chain.readBlock(from),
			chain.readBlock(to - 1),
			...this.criteria.map(
				async (criteria) =>
					await queryLogs(chain.client, chain.path, { ...criteria, ...limits }, together),
			),
		]);
		if (!lowest.ok) return lowest;
		if (!highest.ok) return highest;
		const logs = joinAnswers(answers);
		return { ok: true, result: { lowest: lowest.result, highest: highest.result, logs } };
	}

	private take(
		range: Reach,
		lists: unknown[],
		[lowest, highest]: [IDataObject, IDataObject],
	): Answer<ReadLogs> {
		const { from, to, isEnd } = range;
		this.search.succeed(to - from);
		const joined = joinLogs(lists, range, this.needsContent);
		if (!joined.ok) return joined;
		const bounds = new Map([
			[from, lowest],
			[to - 1, highest],
		]);
		return { ok: true, result: { ...joined.result, last: to, isEnd, bounds } };
	}

	/** The part of a range that the server has, whose last block it lacks. */
	private async findEnd(range: Reach): Promise<Answer<Reach>> {
		const { chain } = this;
		const end = await halve(range.from, range.to - 1, async (number) => {
			const [block] = await chain.together([chain.readBlock(number)]);
			return block.ok ? { ok: true, result: !block.result } : block;
		});
		return end.ok ? { ok: true, result: { ...range, to: end.result, isEnd: true } } : end;
	}

	/** A shorter range after a refusal. Fails if the refusal is not about the length. */
	private shorten(range: Reach, failure: Failure): Answer<Reach> {
		const { from, to } = range;
		if (isMissing(failure))
			return { ok: true, result: { from, to: from + ((to - from) >> 1), isEnd: false } };
		// The next turn takes the span that the search has shortened.
		if (this.search.refuse(failure, to - from)) return { ok: true, result: range };
		return unread(range, failure, 'Use a node that allows longer ranges or more results.');
	}
}

function joinAnswers(answers: Answer[]): Answer<unknown[]> {
	const results: unknown[] = [];
	for (const answer of answers) {
		if (!answer.ok) return answer;
		results.push(answer.result);
	}
	return { ok: true, result: results };
}

const nameLog = (log: IDataObject): string =>
	JSON.stringify([log.transactionHash, toInteger(log.logIndex)]);

/** Joins several lists. A log that an earlier list holds comes once. */
function joinLogs(
	lists: unknown[],
	range: PositionRange,
	needsContent: boolean,
): Answer<ListedLogs> {
	const joined: ListedLogs = { logs: [], unread: [] };
	for (const list of lists) {
		const checked = checkLogs(list, range, needsContent);
		if (!checked.ok) return checked;
		const known = new Set(joined.logs.map(nameLog));
		for (const log of checked.result.logs) if (!known.has(nameLog(log))) joined.logs.push(log);
		joined.unread.push(...checked.result.unread);
	}
	return { ok: true, result: joined };
}

/** Checks that a list holds only logs of the requested blocks. Null fails, because it may hide some. */
function checkLogs(list: unknown, range: PositionRange, needsContent: boolean): Answer<ListedLogs> {
	const blocks = `of blocks ${range.from} to ${range.to - 1}`;
	const refusal = notAsked(
		`The node's list of the logs ${blocks} holds an entry that is none of them`,
	);
	if (!Array.isArray(list)) return notAsked(`The node returned no list of the logs ${blocks}`);
	if (!list.every(isRecord)) return refusal;
	const logs: IDataObject[] = [];
	const unread: UnreadLog[] = [];
	for (const log of list) {
		const block = blockOf(log);
		if (block < range.from || block >= range.to) return refusal;
		const lack = lackOfLog(log);
		if (lack !== undefined) unread.push({ log, lack: `its "${lack}"`, refusal });
		else if (needsContent && log.removed !== true && !isOfContract(log))
			unread.push({ log, lack: 'its topics or data', refusal: incomplete(block) });
		else logs.push(log);
	}
	if (isNoList(logs.length, unread.length)) return unread[0].refusal;
	return { ok: true, result: { logs, unread } };
}

/** Places each unreadable log in its block, or at the end of the range if nobody knows its block. */
const placeUnread = (
	unread: UnreadLog[],
	{ from, to }: PositionRange,
	bounds: Map<number, IDataObject>,
): FeedRecord[] => {
	const time = timeIn(bounds.get(Math.max(...bounds.keys()))?.timestamp, undefined);
	return to <= from
		? []
		: unread.map(({ log, lack, refusal }) => ({
				position: toInteger(log.blockNumber) ?? to - 1,
				rank: toInteger(log.logIndex),
				key: isUnnamed(log) ? JSON.stringify(log) : nameLog(log),
				json: {},
				unreadable: { reason: `came without ${lack}`, record: log, time, refusal },
			}));
};

const isUnnamed = (log: IDataObject): boolean =>
	!isHash(log.transactionHash) || toInteger(log.logIndex) === undefined;

/** The failure for a log that no contract can have emitted. */
const incomplete = (block: number): Answer<never> =>
	notAsked(`The node returned an incomplete log of block ${block}`);

/** The block of a log. NaN if it names none. */
export const blockOf = ({ blockNumber }: IDataObject): number => toInteger(blockNumber) ?? NaN;

/** The first block to leave for the next page, so that blocks stay whole. Undefined if all fit. Needs sorted logs. */
const endOfBatch = (logs: IDataObject[]): number | undefined =>
	logs.length > mostRecords ? blockOf(logs[mostRecords - 1]) + 1 : undefined;
