/** Reads lists of the Data API, a page at a time, in the shape of the Data node's items. */
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
import { isTooEarly } from '../shared/values/times';
import { faultOfService, type FeedRecord } from './source';
import { isNoList, timeIn } from './unreadable';

export type DataClient = Pick<Client, 'rest'> & Partial<Pick<Client, 'timeOf'>>;

/** A height or time as the service writes it. NaN for anything else, such as a field left out. */
export function readWhole(value: unknown): number {
	const isWritten = typeof value === 'string' && /^\d+$/.test(value);
	const number = isWritten || typeof value === 'number' ? Number(value) : NaN;
	return number >= 0 ? number : NaN;
}

/** UNIX seconds as the service writes them. NaN for what can be no time of the network, such as 0. */
export function readWholeTime(value: unknown): number {
	const time = readWhole(value);
	return isTooEarly(time) ? NaN : time;
}

export interface ServicePage {
	/** Whole records. {@link shape} picks the fields that an item shows. */
	records: IDataObject[];
	unread: FeedRecord[];
	next?: string;
}

export const isEmptyPage = ({ records, unread }: ServicePage): boolean =>
	!records.length && !unread.length;

interface Paging {
	pageSize: number;
	pageToken?: string;
}

/** A list that a row of the Data node describes, with the rules for its records. */
export interface ServiceList {
	row: RestOperation;
	values: Values;
	positionOf: (record: IDataObject) => number;
	/** The first needed field that a record lacks. */
	lackIn: (record: IDataObject) => string | undefined;
	/** The record's own time. Absent if its position is its time. */
	timeOf?: (record: IDataObject) => unknown;
	/** The key of a record. Undefined if it cannot be read. */
	keyOf?: (record: IDataObject) => string | undefined;
	/** The lowest and highest position of the requested range. */
	within?: [lowest: number, highest: number];
}

/** Reads one page. An empty page with a token does not end the list, so the next one is read in its place. */
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
			hint: 'Check that the credential leads to the Data API of Avalanche.',
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
/** True if the list failed because none of its records has a block or time. */
export const hasNoPlace = ({ message }: Failure): boolean =>
	message === sayReturned(`a record without ${noPlace}`);

const sayRange = (lowest: number, highest: number): string =>
	highest === Infinity ? `those from ${lowest} on` : `those of ${lowest} to ${highest}`;

/** Separates readable from unreadable records. Fails if one is outside the range, or if this is no list of records. */
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
	// An unreadable record at the top without a position counts as the next one after the readable ones.
	const newest = Math.max(lowest, ...readable.map(positionOf)) + (isOfTimes ? 1 : 0);
	for (const record of lost) record.position = newest;
	const isNowhere = lost.length > 0 && !readable.length && !isOfTimes;
	if (isNowhere || isNoList(readable.length, unread.length)) return unread[0].unreadable!.refusal;
	return { ok: true, result: { readable, unread } };
}

/** A record that lacks a field, at the highest position that it can have. NaN if nothing hints at one. */
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

/** The fields that an item shows of a whole record. */
export const shape = (
	record: IDataObject,
	row: RecordRules,
	values: Values,
	isSimple: boolean,
): IDataObject => (isSimple ? simplify(record, row, values) : record);
