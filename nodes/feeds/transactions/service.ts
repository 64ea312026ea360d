/** Lists of the Data API as a feed of transactions. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../../Data/operations';
import type { Answer } from '../../shared/errors';
import { blocksApart } from '../../shared/network/hosts';
import type { Values } from '../../shared/operation/operations';
import { walkPages } from '../../shared/operation/paging';
import { believe, believeTime, listUnread, type TimedPage } from '../doubts';
import { seek } from '../seek';
import {
	hasNoPlace,
	isEmptyPage,
	readList,
	readWhole,
	type DataClient,
	type ServiceList,
	type ServicePage,
} from '../service';
import {
	faultOfService,
	type Ascending,
	type FeedRecord,
	type Head,
	type ListPage,
	type PositionRange,
	type Ranged,
	type Source,
} from '../source';
import { tellOld } from '../walks/walk';
import { lackIn, lackOfTransaction } from './needed';
import { keyOf, makeUp, markWanted, positionIn, rowOf, toRecords } from './records';
import type { TransactionSettings } from './settings';

const { getManyLatest, getManyOfBlock } = data.resources.transaction.operations;

const largestPage = 100;
/** The newest tell the end; of one alone the time may be one that cannot be. */
const newestRecords = 10;

/** How many blocks, or seconds, one list covers. */
const wholeChain = 1_000_000_000;

/** The list of what is watched, narrowed to a range where there is one. */
const listOf = (settings: TransactionSettings, limits: Values): ServiceList => ({
	row: rowOf[settings.watch],
	values: { ...settings.values, ...limits },
	positionOf: positionIn(settings.watch),
	lackIn: (record) => lackIn(record, settings),
	keyOf: (record) => keyOf(record, settings.watch),
	...(settings.watch !== 'asset' && { timeOf: ({ blockTimestamp }) => blockTimestamp }),
});

/** The transactions of an X-Chain asset: a list that takes a range of times. */
function openAsset(client: DataClient, settings: TransactionSettings): Ranged {
	// The document does not say whether the times of a range belong to it.
	const limitsOf = ({ from, to }: PositionRange): [from: number, to: number] => [
		Math.max(0, from - 1),
		to + 1,
	];
	const listIn = (range: PositionRange): ServiceList => {
		const [startTimestamp, endTimestamp] = limitsOf(range);
		// What lies beyond the end may be a time in the future, which loses no transaction.
		return {
			...listOf(settings, { startTimestamp, endTimestamp }),
			within: [startTimestamp, Infinity],
		};
	};
	const read = async (
		range: PositionRange | 'newest',
		token?: string,
	): Promise<Answer<TimedPage>> => {
		const isNewest = range === 'newest';
		const list = isNewest ? listOf(settings, {}) : listIn(range);
		const pageSize = isNewest ? newestRecords : largestPage;
		const page = await readList(client, list, { pageSize, pageToken: token });
		if (!page.ok) return page;
		const { records, unread, next } = page.result;
		// The list of a range does not show what stands above all others without a time.
		const newest = Math.max(...records.map(positionIn('asset')));
		const top = isNewest ? unread.find(({ position }) => position > newest) : undefined;
		if (top && top.unreadable!.time === undefined) return top.unreadable!.refusal;
		const askedTo = isNewest ? Infinity : limitsOf(range)[1];
		const listed = listUnread(markWanted(records, settings), unread);
		return { ok: true, result: { listed, askedTo, ...(next && { next }) } };
	};
	const { readEnd, readPage } = believe({ read, hostTime: () => client.timeOf?.('data') });
	return {
		way: 'ranged',
		positions: 'seconds',
		span: wholeChain,
		makeUp: async () => await makeUp(settings),
		readPage,
		async readEnd(now) {
			const head = await readEnd(now);
			// The page is too short to stand for the newest of the list.
			return head.ok ? { ok: true, result: { ...head.result, newest: undefined } } : head;
		},
	};
}

/** The first record of a page, by which a block is judged: it must be readable. */
const firstOf = ({ records, unread }: ServicePage): Answer<IDataObject | undefined> =>
	unread[0]?.unreadable?.refusal ?? { ok: true, result: records[0] };

/** The time of the block of a transaction. */
const timeOf = (client: DataClient, { blockNumber, blockTimestamp }: IDataObject) =>
	believeTime(String(blockNumber), readWhole(blockTimestamp), client.timeOf?.('data'));

/** A list that takes a range of blocks. */
export function openRanged(client: DataClient, settings: TransactionSettings): Ranged {
	const listIn = ({ from, to }: PositionRange): ServiceList => ({
		...listOf(settings, { startBlock: from, endBlock: to }),
		within: [from, to - 1],
	});
	const newestBefore = async (to: number): Promise<Answer<IDataObject | undefined>> => {
		const page = await readList(client, listIn({ from: 0, to }), { pageSize: 1 });
		return page.ok ? firstOf(page.result) : page;
	};
	return {
		way: 'ranged',
		positions: 'blocks',
		span: wholeChain,
		makeUp: async () => await makeUp(settings),
		async readPage(range: PositionRange, token?: string): Promise<Answer<ListPage>> {
			const paging = { pageSize: largestPage, pageToken: token };
			const page = await readList(client, listIn(range), paging);
			if (!page.ok) return page;
			const { records, unread, next } = page.result;
			const listed = listUnread(markWanted(records, settings), unread);
			return {
				ok: true,
				result: {
					records: listed.flatMap(({ record }) => record ?? []),
					keys: listed.map(({ key }) => key),
					lowest: Math.min(...listed.map(({ position }) => position)),
					...(next && { next }),
				},
			};
		},
		readEnd: async (known) =>
			known === undefined
				? await readChainEnd(client, settings)
				: { ok: true, result: { end: known } },
		hasEnd: async (end) => await hasBlock(client, settings, end - 1),
		timeOf: async (block) => await timeOfBlock(client, settings, block),
		seek: async (time, end) =>
			await seek(time, end, async (block) => {
				const found = await newestBefore(block + 1);
				return found.ok && found.result
					? timeOf(client, found.result)
					: (found as Answer<undefined>);
			}),
	};
}

/** The latest transactions of the chain that is watched, or with a block, those of this block. */
function listOfChain({ values: { chainId } }: TransactionSettings, block?: number): ServiceList {
	const latest: ServiceList = {
		row: getManyLatest,
		values: { chainId },
		positionOf: positionIn('chain'),
		lackIn: lackOfTransaction,
		keyOf: (record) => keyOf(record, 'chain'),
		timeOf: ({ blockTimestamp }) => blockTimestamp,
	};
	if (block === undefined) return latest;
	const values = { chainId, blockId: String(block) };
	return { ...latest, row: getManyOfBlock, values, within: [block, block] };
}

/** When a block was made, by its first transaction; undefined where the service's index holds none of it. */
async function timeOfBlock(
	client: DataClient,
	settings: TransactionSettings,
	block: number,
): Promise<Answer<number | undefined>> {
	const page = await readList(client, listOfChain(settings, block), { pageSize: 1 });
	if (!page.ok) return page.failure.kind === 'not-found' ? { ok: true, result: undefined } : page;
	const first = firstOf(page.result);
	return first.ok && first.result ? timeOf(client, first.result) : (first as Answer<undefined>);
}

/** Whether the service's index of a chain holds transactions of this block. */
async function hasBlock(
	client: DataClient,
	settings: TransactionSettings,
	block: number,
): Promise<Answer<boolean>> {
	const page = await readList(client, listOfChain(settings, block), { pageSize: 1 });
	if (page.ok) return { ok: true, result: !isEmptyPage(page.result) };
	return page.failure.kind === 'not-found' ? { ok: true, result: false } : page;
}

/** The block after the newest one that the service's index of a chain holds transactions of. */
async function readChainEnd(
	client: DataClient,
	settings: TransactionSettings,
): Promise<Answer<Head>> {
	const read = async (pageSize: number) =>
		await readList(client, listOfChain(settings), { pageSize });
	let page = await read(1);
	// One alone may not say where it stands.
	if (!page.ok && hasNoPlace(page.failure)) page = await read(newestRecords);
	if (!page.ok) return page;
	const { records, unread } = page.result;
	const newest = records[0] ? heightOf(records[0]) : unread[0]?.position;
	return { ok: true, result: { end: newest === undefined ? 0 : newest + 1 } };
}

/** Blocks of a long outage are read one by one, so many in a page. */
const blocksAtOnce = 5;
/** A list of the latest transactions is followed down through so many pages before blocks are read instead. */
const newestPages = 5;

/** Blocks that a list of the latest may not hold whole are read beside it, so many at most. */
const mostDoubtful = 20;

/** The transactions of some blocks. */
type OfBlocks = Pick<ServicePage, 'records' | 'unread'>;

/** A list of the latest transactions, its newest first, page by page. */
type Latest = IDataObject[][];

const heightOf = positionIn('chain');

/**
 * Whether the heights of a list can be believed of this range: a record at one that cannot be would be missing at its
 * own.
 */
function isInOrder(latest: Latest, { from, to }: PositionRange): boolean {
	const heights = latest.flat().map(heightOf);
	const ofRange = heights.slice(0, heights.findLastIndex((height) => height >= from) + 1);
	// Blocks that came after the end was read may stand above it.
	return ofRange.every((height) => height >= from && height < to + blocksApart.most);
}

/** The blocks on both sides of where pages meet, unless they are one which both pages together hold whole. */
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

/**
 * The blocks of a range that a list may not hold whole: a page may have come in place of another one. Undefined where
 * they are many.
 */
function listDoubtful(latest: Latest, { from, to }: PositionRange): number[] | undefined {
	const listed = new Set(latest.flat().map(heightOf));
	const doubtful = new Set(listJoints(latest));
	for (let block = from; block < to && doubtful.size <= mostDoubtful; block++) {
		if (listed.has(block)) continue;
		// Of the blocks beside a missing one, the list may hold a part.
		for (const each of [block - 1, block, block + 1]) doubtful.add(each);
	}
	return doubtful.size <= mostDoubtful
		? [...doubtful].filter((block) => block >= from && block < to)
		: undefined;
}

/** All transactions of a chain: those of the latest while they reach back far enough, or else block by block. */
function openChain(client: DataClient, settings: TransactionSettings): Ascending {
	const ofBlock = async (block: number, paging: { pageSize: number; pageToken?: string }) =>
		await readList(client, listOfChain(settings, block), paging);

	/** The transactions of all pages of a block; a number that no block of the index has holds nothing. */
	async function allOfBlock(block: number): Promise<Answer<OfBlocks>> {
		const found: OfBlocks = { records: [], unread: [] };
		const isOld = tellOld();
		const pages = walkPages<ServicePage>({
			read: async (pageToken) => await ofBlock(block, { pageSize: largestPage, pageToken }),
			isEmpty: isEmptyPage,
			isRepeated: ({ records, unread }) =>
				isOld({ keys: listUnread(markWanted(records, settings), unread).map(({ key }) => key) }),
			hint: faultOfService,
		});
		for await (const page of pages) {
			if (!page.ok) {
				const isNone = page.failure.kind === 'not-found' && isEmptyPage(found);
				return isNone ? { ok: true, result: found } : page;
			}
			found.records.push(...page.result.records);
			found.unread.push(...page.result.unread);
		}
		return { ok: true, result: found };
	}

	/** All transactions of these blocks. */
	async function readBlocks(blocks: number[]): Promise<Answer<OfBlocks>> {
		const all: OfBlocks = { records: [], unread: [] };
		for (let i = 0; i < blocks.length; i += blocksAtOnce)
			for (const found of await Promise.all(blocks.slice(i, i + blocksAtOnce).map(allOfBlock))) {
				if (!found.ok) return found;
				all.records.push(...found.result.records);
				all.unread.push(...found.result.unread);
			}
		return { ok: true, result: all };
	}

	/** All transactions of a range from the newest pages; undefined where these do not show them. */
	async function readFromLatest(range: PositionRange): Promise<Answer<OfBlocks | undefined>> {
		const latest = await readLatest(range);
		if (!latest.ok || !latest.result) return latest as Answer<undefined>;
		const doubtful = listDoubtful(latest.result, range);
		if (!doubtful) return { ok: true, result: undefined };
		const beside = await readBlocks(doubtful);
		if (!beside.ok) return beside;
		const { records, unread } = beside.result;
		return { ok: true, result: { records: [...records, ...latest.result.flat()], unread } };
	}

	/** The newest pages, where they reach below the range's start and can be believed. */
	async function readLatest(range: PositionRange): Promise<Answer<Latest | undefined>> {
		const found: Latest = [];
		const isBelow = (record: IDataObject): boolean => heightOf(record) < range.from;
		let pageToken: string | undefined;
		for (let pages = 0; pages < newestPages; pages++) {
			const paging = { pageSize: largestPage, pageToken };
			const page = await readList(client, listOfChain(settings), paging);
			if (!page.ok) return page;
			const { records, unread, next } = page.result;
			// Its block has it in its place.
			if (unread.length) break;
			if (records.length) found.push(records);
			if (!isInOrder(found, range)) break;
			if (records.length > 0 && records.every(isBelow)) return { ok: true, result: found };
			// Where the list ends says nothing of what lies between its last record and the start of the range.
			if (!next) return { ok: true, result: found.flat().some(isBelow) ? found : undefined };
			pageToken = next;
		}
		return { ok: true, result: undefined };
	}

	const take = ({ records, unread }: OfBlocks): FeedRecord[] => [
		...toRecords(records, settings),
		...unread,
	];
	return {
		way: 'ascending',
		positions: 'blocks',
		sampleBlocks: [blocksAtOnce],
		makeUp: async () => await makeUp(settings),
		readEnd: async () => await readChainEnd(client, settings),
		hasEnd: async (end) => await hasBlock(client, settings, end - 1),
		async readPage({ from, to }, token) {
			if (!token) {
				const latest = await readFromLatest({ from, to });
				if (!latest.ok) return latest;
				if (latest.result)
					return { ok: true, result: { records: take(latest.result), doneTo: to } };
			}
			const first = token ? Number(token) : from;
			const last = Math.min(to, first + blocksAtOnce);
			const blocks = Array.from({ length: last - first }, (_, i) => first + i);
			const read = await readBlocks(blocks);
			if (!read.ok) return read;
			const records = take(read.result);
			const next = last < to ? String(last) : undefined;
			return { ok: true, result: { records, doneTo: last, ...(next && { next }) } };
		},
		timeOf: async (block) => await timeOfBlock(client, settings, block),
		async seek(time, end) {
			return await seek(time, end, async (block) => {
				for (let at = block; at >= Math.max(0, block - largestPage); at--) {
					const found = await timeOfBlock(client, settings, at);
					if (!found.ok || found.result !== undefined) return found;
				}
				return { ok: true, result: undefined };
			});
		},
	};
}

export function openService(client: DataClient, settings: TransactionSettings): Source {
	if (settings.watch === 'chain') return openChain(client, settings);
	if (settings.watch === 'asset') return openAsset(client, settings);
	return openRanged(client, settings);
}
