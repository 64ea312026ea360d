/** Lists of the Data API as a feed of transactions. */
import type { IDataObject } from 'n8n-workflow';
import { nothing, type Answer } from '../../shared/errors';
import type { Client } from '../../shared/network/client';
import type { Values } from '../../shared/operation/operations';
import { believe, listUnread, type TimedPage } from '../doubts';
import { seek } from '../seek';
import { readList, type DataClient, type ServiceList } from '../service';
import type { ListPage, PositionRange, Ranged, Source } from '../source';
import { lackIn } from './needed';
import { recordKeyOf, makeUp, markWanted, positionIn, rowOf } from './records';
import { openChain } from './serviceChain';
import {
	firstOf,
	hasBlock,
	largestPage,
	newestRecords,
	readChainEnd,
	timeOf,
	timeOfBlock,
} from './serviceIndex';
import type { TransactionSettings } from './settings';

/** How many blocks, or seconds, one list covers: enough for a whole chain. */
const wholeChain = 1_000_000_000;

/** The list of the watched subject, narrowed by `limits`. */
const listOf = (settings: TransactionSettings, limits: Values): ServiceList => ({
	row: rowOf[settings.watch],
	values: { ...settings.values, ...limits },
	positionOf: positionIn(settings.watch),
	lackIn: (record) => lackIn(record, settings),
	keyOf: (record) => recordKeyOf(record, settings.watch),
	...(settings.watch !== 'asset' && { timeOf: ({ blockTimestamp }) => blockTimestamp }),
});

/** The transactions of an X-Chain asset, from a list that takes a range of times. */
function openAsset(client: DataClient, settings: TransactionSettings): Ranged {
	// The document does not say if the bounds belong to the range, so each side has a margin.
	const limitsOf = ({ from, to }: PositionRange): [from: number, to: number] => [
		Math.max(0, from - 1),
		to + 1,
	];
	const listIn = (range: PositionRange): ServiceList => {
		const [startTimestamp, endTimestamp] = limitsOf(range);
		// A record above the end may have a time in the future. Accepting it loses no transaction.
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
		// A record above all others without a time never shows up in the list of a range, so it fails this page.
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
			// This page is too short to serve as the newest page of the list.
			return head.ok ? { ok: true, result: { ...head.result, newest: undefined } } : head;
		},
	};
}

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
	/** As the Data node completes its items. */
	const complete = async (records: IDataObject[]): Promise<Answer<IDataObject[]>> => {
		const asked = { client: client as Client, values: settings.values };
		return (
			(await rowOf[settings.watch].completePage?.(records, asked)) ?? { ok: true, result: records }
		);
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
			const { unread, next } = page.result;
			const records = await complete(page.result.records);
			if (!records.ok) return records;
			const listed = listUnread(markWanted(records.result, settings), unread);
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
				if (!found.ok) return found;
				return found.result ? timeOf(client, found.result) : nothing;
			}),
	};
}

export function openService(client: DataClient, settings: TransactionSettings): Source {
	if (settings.watch === 'chain') return openChain(client, settings);
	if (settings.watch === 'asset') return openAsset(client, settings);
	return openRanged(client, settings);
}
