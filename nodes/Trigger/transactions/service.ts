/** Lists of the data service as a feed of transactions. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../../Data/operations';
import type { Client } from '../../shared/network/client';
import type { Answer } from '../../shared/errors';
import type { RestOperation, Values } from '../../shared/operations';
import { walkPages } from '../../shared/paging';
import type { FeedRecord, World } from '../feed/feed';
import { seek } from '../feed/seek';
import { faultOfService, readList, shape, type ListPage } from '../feed/service';
import { directionOf, isWanted } from './filter';
import type { TransactionSettings, Watch } from './settings';

type Rest = Pick<Client, 'rest'>;

const { getManyNative, getManyInternal, getManyLatest, getManyOfAsset, getManyOfBlock } =
	data.resources.transaction.operations;
/** The row of the Data node that gives the records. */
export const rowOf: Record<Watch, RestOperation> = {
	address: getManyNative,
	internal: getManyInternal,
	token: data.resources.transfer.operations.getMany,
	chain: getManyLatest,
	asset: getManyOfAsset,
};

const largestPage = 100;

/** Blocks, or seconds, that are asked for at once. */
const wholeChain = 1_000_000_000;

const identify: Record<Watch, (record: IDataObject) => unknown[]> = {
	address: ({ txHash }) => [txHash],
	chain: ({ txHash }) => [txHash],
	asset: ({ txHash }) => [txHash],
	// The service gives internal transactions no number; calls that are alike in all this are counted.
	internal: ({ txHash, from, to, internalTxType, value, gasUsed, gasLimit, isReverted }) => [
		...[txHash, (from as IDataObject)?.address, (to as IDataObject)?.address],
		...[internalTxType, value, gasUsed, gasLimit, isReverted],
	],
	token: ({ txHash, logIndex, value, erc721Token, erc1155Token }) => [
		...[txHash, logIndex, value],
		((erc721Token ?? erc1155Token) as IDataObject | undefined)?.tokenId,
	],
};

/** Where a record stands: the second of an X-Chain transaction, the block of any other. */
const positionIn =
	(watch: Watch) =>
	(record: IDataObject): number =>
		Number(watch === 'asset' ? record.timestamp : record.blockNumber);

/** The records of one page that are wanted, as the feed takes them. */
export function toRecords(page: IDataObject[], settings: TransactionSettings): FeedRecord[] {
	const { watch, isSimple } = settings;
	const alike = new Map<string, number>();
	const records = page.map((record) => {
		const identity = JSON.stringify(identify[watch](record));
		const nth = alike.get(identity) ?? 0;
		alike.set(identity, nth + 1);
		return { record, key: nth ? `${identity}#${nth}` : identity };
	});
	return records
		.filter(({ record }) => isWanted(record, settings))
		.map(({ record, key }) => {
			const direction = directionOf(record, settings);
			return {
				position: positionIn(watch)(record),
				rank: Number(record.blockIndex ?? record.logIndex ?? 0),
				key,
				json: { ...(direction && { direction }), ...shape(record, rowOf[watch], isSimple) },
			};
		});
}

/** A list that takes a range of blocks or times. */
function openRanged(client: Rest, settings: TransactionSettings): World {
	const { watch, values } = settings;
	const row = rowOf[watch];
	const place = positionIn(watch);
	// The document does not say whether the times of a range belong to it.
	const limit = ({ from, to }: { from: number; to: number }): Values =>
		watch === 'asset'
			? { startTimestamp: Math.max(0, from - 1), endTimestamp: to + 1 }
			: { startBlock: from, endBlock: to };
	const newest = async (limits: Values): Promise<Answer<IDataObject | undefined>> => {
		const page = await readList(client, row, { ...values, ...limits }, { pageSize: 1 }, place);
		return page.ok ? { ok: true, result: page.result.records[0] } : page;
	};
	return {
		span: wholeChain,
		isRanged: true,
		isTimed: watch === 'asset',
		sampleFrom: () => 0,
		async readEnd() {
			if (watch !== 'asset') return await readChainEnd(client, values);
			const last = await newest({});
			return last.ok ? { ok: true, result: last.result ? place(last.result) + 1 : 0 } : last;
		},
		async readPage(range, token) {
			const paging = { pageSize: largestPage, ...(token && { pageToken: token }) };
			const page = await readList(client, row, { ...values, ...limit(range) }, paging, place);
			if (!page.ok) return page;
			const { records, next } = page.result;
			const lowest = Math.min(...records.map(place));
			return {
				ok: true,
				result: { records: toRecords(records, settings), lowest, ...(next && { next }) },
			};
		},
		async seek(time, end) {
			if (watch === 'asset') return { ok: true, result: time };
			return await seek(time, end, async (block) => {
				const found = await newest({ startBlock: 0, endBlock: block + 1 });
				return found.ok
					? { ok: true, result: found.result && Number(found.result.blockTimestamp) }
					: found;
			});
		},
	};
}

/** The block after the newest one that the service's index of a chain holds transactions of. */
async function readChainEnd(client: Rest, { chainId }: Values): Promise<Answer<number>> {
	const page = await readList(
		client,
		getManyLatest,
		{ chainId },
		{ pageSize: 1 },
		positionIn('chain'),
	);
	if (!page.ok) return page;
	const [latest] = page.result.records;
	return { ok: true, result: latest ? Number(latest.blockNumber) + 1 : 0 };
}

/** Blocks of a long outage are read one by one, so many in a page. */
const blocksAtOnce = 5;
/** A list of the latest transactions is followed down through so many pages before blocks are read instead. */
const newestPages = 5;

/** All transactions of a chain: those of the latest while they reach back far enough, or else block by block. */
function openChain(client: Rest, settings: TransactionSettings): World {
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
		const pages = walkPages<string | undefined, ListPage>({
			first: undefined,
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
			const paging = { pageSize: largestPage, ...(pageToken && { pageToken }) };
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
		span: wholeChain,
		isRanged: true,
		isTimed: false,
		sampleFrom: (end) => Math.max(0, end - blocksAtOnce),
		readEnd: async () => await readChainEnd(client, values),
		async readPage({ from, to }, token) {
			if (!token) {
				const latest = await readLatest(from);
				if (!latest.ok) return latest;
				if (latest.result)
					return { ok: true, result: { records: toRecords(latest.result, settings) } };
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

export const openService = (client: Rest, settings: TransactionSettings): World =>
	settings.watch === 'chain' ? openChain(client, settings) : openRanged(client, settings);
