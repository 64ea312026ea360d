/** Lists of the Data API, a page at a time, in the shape of the Data node's items. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../Data/operations';
import { fail, type Answer, type Failure } from '../shared/errors';
import type { Client } from '../shared/network/client';
import {
	outputOf,
	type RecordRules,
	type RestOperation,
	type Values,
} from '../shared/operation/operations';
import { nextTokenOf, walkPages } from '../shared/operation/paging';
import { cut, finish, simplify } from '../shared/operation/pipeline';
import { valueAt } from '../shared/values/records';
import { faultOfService, type FeedRecord } from './source';
import { isNoList, timeIn } from './unreadable';

/** What a list needs of the client. */
export type DataClient = Pick<Client, 'rest'> & Partial<Pick<Client, 'timeOf'>>;

/** A height or a time as the service writes it; NaN for anything else, above all for what it left out. */
export function readWhole(value: unknown): number {
	const isWritten = typeof value === 'string' && /^\d+$/.test(value);
	const number = isWritten || typeof value === 'number' ? Number(value) : NaN;
	return number >= 0 ? number : NaN;
}

export interface ServicePage {
	/** Whole records, see {@link shape} for what an item shows of them. */
	records: IDataObject[];
	/** Those that cannot be read. */
	unread: FeedRecord[];
	next?: string;
}

export const isEmptyPage = ({ records, unread }: ServicePage): boolean =>
	!records.length && !unread.length;

interface Paging {
	pageSize: number;
	pageToken?: string;
}

/** A list that a row of the Data node describes, and what its records must have. */
export interface ServiceList {
	row: RestOperation;
	values: Values;
	positionOf: (record: IDataObject) => number;
	/** The first field that a record lacks of what is needed of it. */
	lackIn: (record: IDataObject) => string | undefined;
	/** When it happened, as it says; not known where its position is its time. */
	timeOf?: (record: IDataObject) => unknown;
	/** What tells a record apart, where that can be read. */
	keyOf?: (record: IDataObject) => string | undefined;
	/** The lowest and the highest position that it was asked for. */
	within?: [lowest: number, highest: number];
}

/** One page of a list. An empty page with a token does not end it: the next one is read in its place. */
export async function readList(
	client: DataClient,
	list: ServiceList,
	paging: Paging,
): Promise<Answer<ServicePage>> {
	const pages = walkPages<ServicePage>({
		read: async (pageToken) => await readPage(client, list, { ...paging, pageToken }),
		first: paging.pageToken,
		isEmpty: isEmptyPage,
		hint: faultOfService,
	});
	let last!: Answer<ServicePage>;
	for await (last of pages) if (!last.ok || !isEmptyPage(last.result)) break;
	return last;
}

async function readPage(
	client: DataClient,
	list: ServiceList,
	paging: Paging,
): Promise<Answer<ServicePage>> {
	const { row, values } = list;
	const call = data.toCall(row, values);
	const at = Date.now();
	const answer = await client.rest({ ...call, query: { ...call.query, ...paging } });
	if (!answer.ok) return answer;
	const output = outputOf(row, values);
	const field = 'field' in output ? output.field : undefined;
	if (!Array.isArray(valueAt(answer.result, field ?? '')))
		return fail('not-understood', `The answer holds no "${field}"`, {
			hint: "Check that the credential's Data URL leads to the Data API.",
		});
	const raw = cut(answer.result, output);
	const { nextPageToken = null } = answer.result as IDataObject;
	const isToken = nextPageToken === null || typeof nextPageToken === 'string';
	if (!isToken) return returned('a page token that is not a text');
	const sorted = sortOut(raw, list);
	if (!sorted.ok) return sorted;
	const { readable, unread } = sorted.result;
	const records = finish(readable, row, { values, at }, 'extend');
	return { ok: true, result: { records, unread, next: nextTokenOf(answer.result) } };
}

const sayReturned = (what: string): string => `The Data API returned ${what}`;
const returned = (what: string): Answer<never> =>
	fail('not-understood', sayReturned(what), { hint: faultOfService });

const noPlace = 'a block or time';
/** Whether a list failed because nothing in it says where it stands. */
export const hasNoPlace = ({ message }: Failure): boolean =>
	message === sayReturned(`a record without ${noPlace}`);

const sayRange = (lowest: number, highest: number): string =>
	highest === Infinity ? `those from ${lowest} on` : `those of ${lowest} to ${highest}`;

/** The records of a page, as they came. Fails where one is not what was asked for, or none can be read. */
function sortOut(
	records: IDataObject[],
	list: ServiceList,
): Answer<{ readable: IDataObject[]; unread: FeedRecord[] }> {
	const { positionOf, lackIn, within: [lowest, highest] = [0, Infinity] } = list;
	const readable: IDataObject[] = [];
	const unread: FeedRecord[] = [];
	/** The record above, which is no older. */
	let above: IDataObject | undefined;
	for (const record of records) {
		const position = positionOf(record);
		const isPlaced = Number.isSafeInteger(position);
		if (isPlaced && (position < lowest || position > highest))
			return returned(`a record of ${position}, and was asked for ${sayRange(lowest, highest)}`);
		const lack = isPlaced ? lackIn(record) : noPlace;
		if (lack === undefined) {
			readable.push(record);
			above = record;
		} else unread.push(toUnread(record, lack, list, above));
	}
	const isOfTimes = list.timeOf === undefined;
	const lost = unread.filter(({ position }) => Number.isNaN(position));
	// What stands at the top has no time: it is the next after those that are read.
	const newest = Math.max(lowest, ...readable.map(positionOf)) + (isOfTimes ? 1 : 0);
	for (const record of lost) record.position = newest;
	const isNowhere = lost.length > 0 && !readable.length && !isOfTimes;
	if (isNowhere || isNoList(readable.length, unread.length)) return unread[0].unreadable!.refusal;
	return { ok: true, result: { readable, unread } };
}

/** A record that lacks something, at the highest position that it can have; NaN where nothing tells of one. */
function toUnread(
	record: IDataObject,
	lack: string,
	{ positionOf, timeOf, keyOf, within: [, highest] = [0, Infinity] }: ServiceList,
	above: IDataObject | undefined,
): FeedRecord {
	const own = positionOf(record);
	const position = [own, highest, above ? positionOf(above) : NaN].find(Number.isSafeInteger);
	const what = Number.isSafeInteger(own) ? `its "${lack}"` : lack;
	const read = timeOf ?? positionOf;
	return {
		position: position ?? NaN,
		key: keyOf?.(record) ?? JSON.stringify(record),
		json: {},
		unreadable: {
			reason: `came without ${what}`,
			record,
			time: timeIn(read(record), above && timeIn(read(above), undefined)),
			refusal: returned(`a record without ${what}`),
		},
	};
}

/** What an item shows of a whole record. */
export const shape = (
	record: IDataObject,
	row: RecordRules,
	values: Values,
	isSimple: boolean,
): IDataObject => (isSimple ? simplify(record, row, values) : record);
