/** Lists of the Data API, a page at a time, in the shape of the Data node's items. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../../Data/operations';
import type { Client } from '../../shared/network/client';
import { fail, type Answer } from '../../shared/errors';
import {
	outputOf,
	type RecordRules,
	type RestOperation,
	type Values,
} from '../../shared/operations';
import { nextTokenOf, walkPages } from '../../shared/paging';
import { cut, finish, simplify } from '../../shared/pipeline';
import { valueAt } from '../../shared/records';
import { faultOfService } from './source';

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
	next?: string;
}

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
		isEmpty: ({ records }) => !records.length,
		hint: faultOfService,
	});
	let last!: Answer<ServicePage>;
	for await (last of pages) if (!last.ok || last.result.records.length) break;
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
	const fault = isToken ? faultIn(raw, list) : 'a page token that is not a text';
	if (fault !== undefined)
		return fail('not-understood', `The Data API returned ${fault}`, { hint: faultOfService });
	const records = finish(raw, row, { values, at }, 'extend');
	return { ok: true, result: { records, next: nextTokenOf(answer.result) } };
}

const sayRange = (lowest: number, highest: number): string =>
	highest === Infinity ? `those from ${lowest} on` : `those of ${lowest} to ${highest}`;

/** What is wrong with the records of a page, as they came; undefined where each is what was asked for. */
function faultIn(
	records: IDataObject[],
	{ positionOf, lackIn, within: [lowest, highest] = [0, Infinity] }: ServiceList,
): string | undefined {
	for (const record of records) {
		const position = positionOf(record);
		if (!Number.isSafeInteger(position)) return 'a record without a block or time';
		if (position < lowest || position > highest)
			return `a record of ${position}, and was asked for ${sayRange(lowest, highest)}`;
		const lack = lackIn(record);
		if (lack !== undefined) return `a record without its "${lack}"`;
	}
	return undefined;
}

/** What an item shows of a whole record. */
export const shape = (
	record: IDataObject,
	row: RecordRules,
	values: Values,
	isSimple: boolean,
): IDataObject => (isSimple ? simplify(record, row, values) : record);
