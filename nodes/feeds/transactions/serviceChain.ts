/** All transactions of a Data API chain: from the list of the latest if it reaches back far enough, else by block. */
import type { IDataObject } from 'n8n-workflow';
import { nothing, type Answer } from '../../shared/errors';
import { blocksApart } from '../../shared/network/hosts';
import { askInTurns } from '../../shared/network/turns';
import { walkPages } from '../../shared/operation/paging';
import { listUnread } from '../doubts';
import { seek } from '../seek';
import { isEmptyPage, readList, type DataClient, type ServicePage } from '../service';
import {
	faultOfService,
	type Ascending,
	type AscendingPage,
	type FeedRecord,
	type PositionRange,
} from '../source';
import { tellOld } from '../walks/walk';
import { makeUp, markWanted, toRecords } from './records';
import {
	hasBlock,
	heightOf,
	largestPage,
	listOfChain,
	readChainEnd,
	timeOfBlock,
} from './serviceIndex';
import type { TransactionSettings } from './settings';

/** After a long outage, blocks are read one by one, this many per page. */
const blocksAtOnce = 5;
/** Pages of the latest transactions to follow down before blocks are read instead. */
const newestPages = 5;

/** Blocks that the list of the latest may not hold whole are read one by one, at most this many. */
const mostDoubtful = 20;

type OfBlocks = Pick<ServicePage, 'records' | 'unread'>;

/** The latest transactions, newest first, page by page. */
type Latest = IDataObject[][];

/** True if the list's heights are believable. A record at an impossible height would be missing at its own. */
function isInOrder(latest: Latest, { from, to }: PositionRange): boolean {
	const heights = latest.flat().map(heightOf);
	const ofRange = heights.slice(0, heights.findLastIndex((height) => height >= from) + 1);
	// Blocks made after the end was read may stand above it.
	return ofRange.every((height) => height >= from && height < to + blocksApart.most);
}

/** The blocks on both sides of each page boundary, unless they are one block that both pages together hold whole. */
function listJoints(latest: Latest): number[] {
	const isWhole = (block: number): boolean => {
		const ofBlock = latest.flat().filter((record) => heightOf(record) === block);
		const indexes = new Set(ofBlock.map(({ blockIndex }) => Number(blockIndex)));
		return indexes.size === Math.max(...indexes) + 1;
	};
	return latest.slice(1).flatMap((page, i) => {
		const [upper, lower] = [heightOf(latest[i].at(-1)!), heightOf(page[0])];
		return upper === lower && isWhole(upper) ? [] : [upper, lower];
	});
}

/** Blocks of a range that a list may not hold whole, as a page may have replaced another. Undefined if too many. */
function listDoubtful(latest: Latest, { from, to }: PositionRange): number[] | undefined {
	const listed = new Set(latest.flat().map(heightOf));
	const doubtful = new Set(listJoints(latest));
	for (let block = from; block < to && doubtful.size <= mostDoubtful; block++) {
		if (listed.has(block)) continue;
		// Next to a missing block, the list may hold only part of a block.
		for (const each of [block - 1, block, block + 1]) doubtful.add(each);
	}
	return doubtful.size <= mostDoubtful
		? [...doubtful].filter((block) => block >= from && block < to)
		: undefined;
}

export function openChain(client: DataClient, settings: TransactionSettings): Ascending {
	const lists = new ChainLists(client, settings);
	return {
		way: 'ascending',
		positions: 'blocks',
		sampleBlocks: [blocksAtOnce],
		makeUp: async () => await makeUp(settings),
		readEnd: async () => await readChainEnd(client, settings),
		hasEnd: async (end) => await hasBlock(client, settings, end - 1),
		readPage: async (range, token) => await lists.readPage(range, token),
		timeOf: async (block) => await timeOfBlock(client, settings, block),
		seek: async (time, end) =>
			await seek(time, end, async (block) => await timeNear(client, settings, block)),
	};
}

/** The time of a block, or of an earlier one if the index has no transaction of this one. */
async function timeNear(
	client: DataClient,
	settings: TransactionSettings,
	block: number,
): Promise<Answer<number | undefined>> {
	for (let at = block; at >= Math.max(0, block - largestPage); at--) {
		const found = await timeOfBlock(client, settings, at);
		if (!found.ok || found.result !== undefined) return found;
	}
	return nothing;
}

class ChainLists {
	constructor(
		private readonly client: DataClient,
		private readonly settings: TransactionSettings,
	) {}

	async readPage(range: PositionRange, token?: string): Promise<Answer<AscendingPage>> {
		const { from, to } = range;
		const latest = token ? undefined : await this.readFromLatest(range);
		if (latest && !latest.ok) return latest;
		if (latest?.result)
			return { ok: true, result: { records: this.take(latest.result), doneTo: to } };
		const first = token ? Number(token) : from;
		const last = Math.min(to, first + blocksAtOnce);
		const blocks = Array.from({ length: last - first }, (_, i) => first + i);
		const read = await this.readBlocks(blocks);
		if (!read.ok) return read;
		const next = last < to && { next: String(last) };
		return { ok: true, result: { records: this.take(read.result), doneTo: last, ...next } };
	}

	private take({ records, unread }: OfBlocks): FeedRecord[] {
		return [...toRecords(records, this.settings), ...unread];
	}

	/** All transactions of a range, from the newest pages. Undefined if the pages do not show them. */
	private async readFromLatest(range: PositionRange): Promise<Answer<OfBlocks | undefined>> {
		const latest = await this.readLatest(range);
		if (!latest.ok) return latest;
		if (!latest.result) return nothing;
		const doubtful = listDoubtful(latest.result, range);
		if (!doubtful) return nothing;
		const beside = await this.readBlocks(doubtful);
		if (!beside.ok) return beside;
		const { records, unread } = beside.result;
		return { ok: true, result: { records: [...records, ...latest.result.flat()], unread } };
	}

	/** The newest pages, if they reach below the start of the range and can be believed. */
	private async readLatest(range: PositionRange): Promise<Answer<Latest | undefined>> {
		const found: Latest = [];
		const isBelow = (record: IDataObject): boolean => heightOf(record) < range.from;
		let pageToken: string | undefined;
		for (let pages = 0; pages < newestPages; pages++) {
			const paging = { pageSize: largestPage, pageToken };
			const page = await readList(this.client, listOfChain(this.settings), paging);
			if (!page.ok) return page;
			const { records, unread, next } = page.result;
			// Reading its block instead gives an unreadable record its place.
			if (unread.length) break;
			if (records.length) found.push(records);
			if (!isInOrder(found, range)) break;
			if (records.length > 0 && records.every(isBelow)) return { ok: true, result: found };
			// The end of the list says nothing about the blocks between its last record and the start of the range.
			if (!next) return { ok: true, result: found.flat().some(isBelow) ? found : undefined };
			pageToken = next;
		}
		return nothing;
	}

	private async readBlocks(blocks: number[]): Promise<Answer<OfBlocks>> {
		const read = await askInTurns(
			blocks,
			blocksAtOnce,
			async (block) => await this.readBlock(block),
		);
		if (!read.ok) return read;
		const records = read.result.flatMap((found) => found.records);
		const unread = read.result.flatMap((found) => found.unread);
		return { ok: true, result: { records, unread } };
	}

	/** The transactions on all pages of a block. Empty if the index has no such block. */
	private async readBlock(block: number): Promise<Answer<OfBlocks>> {
		const found: OfBlocks = { records: [], unread: [] };
		for await (const page of this.listPages(block)) {
			if (!page.ok) {
				const isNone = page.failure.kind === 'not-found' && isEmptyPage(found);
				return isNone ? { ok: true, result: found } : page;
			}
			found.records.push(...page.result.records);
			found.unread.push(...page.result.unread);
		}
		return { ok: true, result: found };
	}

	private listPages(block: number): AsyncGenerator<Answer<ServicePage>> {
		const { client, settings } = this;
		const isOld = tellOld();
		return walkPages<ServicePage>({
			read: async (pageToken) =>
				await readList(client, listOfChain(settings, block), { pageSize: largestPage, pageToken }),
			isEmpty: isEmptyPage,
			isRepeated: ({ records, unread }) =>
				isOld({ keys: listUnread(markWanted(records, settings), unread).map(({ key }) => key) }),
			hint: faultOfService,
		});
	}
}
