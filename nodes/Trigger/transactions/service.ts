/** Lists of the Data API as a feed of transactions. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../../Data/operations';
import type { Client } from '../../shared/network/client';
import type { Answer } from '../../shared/errors';
import type { Values } from '../../shared/operations';
import { walkPages } from '../../shared/paging';
import { seek } from '../feed/seek';
import { readList, type ServicePage } from '../feed/service';
import {
	faultOfService,
	type Ascending,
	type Head,
	type ListPage,
	type Range,
	type Ranged,
	type Source,
} from '../feed/source';
import { makeUp, positionIn, rowOf, toRecords } from './records';
import type { TransactionSettings } from './settings';

type Rest = Pick<Client, 'rest'>;

const { getManyLatest, getManyOfBlock } = data.resources.transaction.operations;

const largestPage = 100;

/** How many blocks, or seconds, one list covers. */
const wholeChain = 1_000_000_000;

/** A list that takes a range of blocks or times. */
function openRanged(client: Rest, settings: TransactionSettings): Ranged {
	const { watch, values } = settings;
	const row = rowOf[watch];
	const place = positionIn(watch);
	// The document does not say whether the times of a range belong to it.
	const limit = ({ from, to }: Range): Values =>
		watch === 'asset'
			? { startTimestamp: Math.max(0, from - 1), endTimestamp: to + 1 }
			: { startBlock: from, endBlock: to };
	const newest = async (limits: Values): Promise<Answer<IDataObject | undefined>> => {
		const page = await readList(client, row, { ...values, ...limits }, { pageSize: 1 }, place);
		return page.ok ? { ok: true, result: page.result.records[0] } : page;
	};
	const list = {
		way: 'ranged',
		span: wholeChain,
		makeUp: async () => await makeUp(settings),
		async readPage(range: Range, token?: string): Promise<Answer<ListPage>> {
			const paging = { pageSize: largestPage, pageToken: token };
			const page = await readList(client, row, { ...values, ...limit(range) }, paging, place);
			if (!page.ok) return page;
			const { records, next } = page.result;
			const lowest = Math.min(...records.map(place));
			return {
				ok: true,
				result: { records: toRecords(records, settings), lowest, ...(next && { next }) },
			};
		},
	} as const;
	if (watch === 'asset') {
		return {
			...list,
			positions: 'seconds',
			async readEnd() {
				const last = await newest({});
				if (!last.ok) return last;
				return { ok: true, result: { end: last.result ? place(last.result) + 1 : 0 } };
			},
		};
	}
	return {
		...list,
		positions: 'blocks',
		readEnd: async () => await readChainEnd(client, values),
		seek: async (time, end) =>
			await seek(time, end, async (block) => {
				const found = await newest({ startBlock: 0, endBlock: block + 1 });
				return found.ok
					? { ok: true, result: found.result && Number(found.result.blockTimestamp) }
					: found;
			}),
	};
}

/** The block after the newest one that the service's index of a chain holds transactions of. */
async function readChainEnd(client: Rest, { chainId }: Values): Promise<Answer<Head>> {
	const page = await readList(
		client,
		getManyLatest,
		{ chainId },
		{ pageSize: 1 },
		positionIn('chain'),
	);
	if (!page.ok) return page;
	const [latest] = page.result.records;
	return { ok: true, result: { end: latest ? Number(latest.blockNumber) + 1 : 0 } };
}

/** Blocks of a long outage are read one by one, so many in a page. */
const blocksAtOnce = 5;
/** A list of the latest transactions is followed down through so many pages before blocks are read instead. */
const newestPages = 5;

/** All transactions of a chain: those of the latest while they reach back far enough, or else block by block. */
function openChain(client: Rest, settings: TransactionSettings): Ascending {
	const { values } = settings;
	const ofBlock = async (blockId: number, paging: { pageSize: number; pageToken?: string }) =>
		await readList(
			client,
			getManyOfBlock,
			{ ...values, blockId: String(blockId) },
			paging,
			positionIn('chain'),
		);

	/** The transactions of all pages of a block; a number that no block of the index has holds nothing. */
	async function allOfBlock(block: number): Promise<Answer<IDataObject[]>> {
		const found: IDataObject[] = [];
		const pages = walkPages<ServicePage>({
			read: async (pageToken) => await ofBlock(block, { pageSize: largestPage, pageToken }),
			isEmpty: ({ records }) => !records.length,
			hint: faultOfService,
		});
		for await (const page of pages) {
			if (!page.ok) {
				const isNone = page.failure.kind === 'not-found' && !found.length;
				return isNone ? { ok: true, result: [] } : page;
			}
			found.push(...page.result.records);
		}
		return { ok: true, result: found };
	}

	/** The newest pages, where they reach down to the range's start. */
	async function readLatest(from: number): Promise<Answer<IDataObject[] | undefined>> {
		const found: IDataObject[] = [];
		let pageToken: string | undefined;
		for (let pages = 0; pages < newestPages; pages++) {
			const paging = { pageSize: largestPage, pageToken };
			const page = await readList(client, getManyLatest, values, paging, positionIn('chain'));
			if (!page.ok) return page;
			const { records, next } = page.result;
			found.push(...records);
			const isBelow =
				records.length > 0 && records.every((record) => positionIn('chain')(record) < from);
			if (isBelow || !next) return { ok: true, result: found };
			pageToken = next;
		}
		return { ok: true, result: undefined };
	}

	return {
		way: 'ascending',
		positions: 'blocks',
		sampleBlocks: [blocksAtOnce],
		makeUp: async () => await makeUp(settings),
		readEnd: async () => await readChainEnd(client, values),
		async readPage({ from, to }, token) {
			if (!token) {
				const latest = await readLatest(from);
				if (!latest.ok) return latest;
				if (latest.result)
					return { ok: true, result: { records: toRecords(latest.result, settings), doneTo: to } };
			}
			const first = token ? Number(token) : from;
			const last = Math.min(to, first + blocksAtOnce);
			const blocks = Array.from({ length: last - first }, (_, i) => first + i);
			const records: IDataObject[] = [];
			for (const found of await Promise.all(blocks.map(allOfBlock))) {
				if (!found.ok) return found;
				records.push(...found.result);
			}
			const next = last < to ? String(last) : undefined;
			return {
				ok: true,
				result: { records: toRecords(records, settings), doneTo: last, ...(next && { next }) },
			};
		},
		async seek(time, end) {
			return await seek(time, end, async (block) => {
				for (let at = block; at >= Math.max(0, block - largestPage); at--) {
					const page = await ofBlock(at, { pageSize: 1 });
					if (!page.ok && page.failure.kind !== 'not-found') return page;
					const [record] = page.ok ? page.result.records : [];
					if (record) return { ok: true, result: Number(record.blockTimestamp) };
				}
				return { ok: true, result: undefined };
			});
		},
	};
}

export const openService = (client: Rest, settings: TransactionSettings): Source =>
	settings.watch === 'chain' ? openChain(client, settings) : openRanged(client, settings);
