/** Asks the Data API's index about a chain and its blocks, by their transactions. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../../Data/operations';
import { nothing, type Answer } from '../../shared/errors';
import { believeTime } from '../doubts';
import {
	hasNoPlace,
	isEmptyPage,
	readList,
	readWhole,
	type DataClient,
	type ServiceList,
	type ServicePage,
} from '../service';
import type { Head } from '../source';
import { lackOfTransaction } from './needed';
import { recordKeyOf, positionIn } from './records';
import type { TransactionSettings } from './settings';

const { getManyLatest, getManyOfBlock } = data.resources.transaction.operations;

export const largestPage = 100;
/** Several of the newest tell the end, because a single one may have an impossible time. */
export const newestRecords = 10;

export const heightOf = positionIn('chain');

/** The first record of a page, by which a block is judged, so it must be readable. */
export const firstOf = ({ records, unread }: ServicePage): Answer<IDataObject | undefined> =>
	unread[0]?.unreadable?.refusal ?? { ok: true, result: records[0] };

/** The time of a transaction's block, UNIX seconds. Fails if it is impossible. */
export const timeOf = (client: DataClient, { blockNumber, blockTimestamp }: IDataObject) =>
	believeTime(String(blockNumber), readWhole(blockTimestamp), client.timeOf?.('data'));

/** The latest transactions of the watched chain, or those of one block. */
export function listOfChain(
	{ values: { chainId } }: TransactionSettings,
	block?: number,
): ServiceList {
	const latest: ServiceList = {
		row: getManyLatest,
		values: { chainId },
		positionOf: positionIn('chain'),
		lackIn: lackOfTransaction,
		keyOf: (record) => recordKeyOf(record, 'chain'),
		timeOf: ({ blockTimestamp }) => blockTimestamp,
	};
	if (block === undefined) return latest;
	const values = { chainId, blockId: String(block) };
	return { ...latest, row: getManyOfBlock, values, within: [block, block] };
}

/** When a block was made, told by its first transaction. Undefined if the service's index has none of it. */
export async function timeOfBlock(
	client: DataClient,
	settings: TransactionSettings,
	block: number,
): Promise<Answer<number | undefined>> {
	const page = await readList(client, listOfChain(settings, block), { pageSize: 1 });
	if (!page.ok) return page.failure.kind === 'not-found' ? nothing : page;
	const first = firstOf(page.result);
	if (!first.ok) return first;
	return first.result ? timeOf(client, first.result) : nothing;
}

/** True if the service's index of a chain holds transactions of this block. */
export async function hasBlock(
	client: DataClient,
	settings: TransactionSettings,
	block: number,
): Promise<Answer<boolean>> {
	const page = await readList(client, listOfChain(settings, block), { pageSize: 1 });
	if (page.ok) return { ok: true, result: !isEmptyPage(page.result) };
	return page.failure.kind === 'not-found' ? { ok: true, result: false } : page;
}

/** The block after the newest one with transactions in the service's index. */
export async function readChainEnd(
	client: DataClient,
	settings: TransactionSettings,
): Promise<Answer<Head>> {
	const read = async (pageSize: number) =>
		await readList(client, listOfChain(settings), { pageSize });
	let page = await read(1);
	// A single record may lack its block, so more are read.
	if (!page.ok && hasNoPlace(page.failure)) page = await read(newestRecords);
	if (!page.ok) return page;
	const { records, unread } = page.result;
	const newest = records[0] ? heightOf(records[0]) : unread[0]?.position;
	return { ok: true, result: { end: newest === undefined ? 0 : newest + 1 } };
}
