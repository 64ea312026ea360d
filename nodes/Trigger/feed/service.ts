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

export interface ServicePage {
	/** Whole records, see {@link shape} for what an item shows of them. */
	records: IDataObject[];
	next?: string;
}

interface Paging {
	pageSize: number;
	pageToken?: string;
}

/**
 * One page of the list that a row of the Data node describes; `positionOf` tells where each record stands. An empty
 * page with a token does not end a list: the next one is read in its place.
 */
export async function readList(
	client: Pick<Client, 'rest'>,
	row: RestOperation,
	values: Values,
	paging: Paging,
	positionOf: (record: IDataObject) => number,
): Promise<Answer<ServicePage>> {
	const pages = walkPages<ServicePage>({
		read: async (pageToken) =>
			await readPage(client, row, values, { ...paging, pageToken }, positionOf),
		first: paging.pageToken,
		isEmpty: ({ records }) => !records.length,
		hint: faultOfService,
	});
	let last!: Answer<ServicePage>;
	for await (last of pages) if (!last.ok || last.result.records.length) break;
	return last;
}

async function readPage(
	client: Pick<Client, 'rest'>,
	row: RestOperation,
	values: Values,
	paging: Paging,
	positionOf: (record: IDataObject) => number,
): Promise<Answer<ServicePage>> {
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
	const records = finish(cut(answer.result, output), row, { values, at }, 'extend');
	if (!records.every((record) => Number.isSafeInteger(positionOf(record))))
		return fail('not-understood', 'The Data API returned a record without a block or time', {
			hint: faultOfService,
		});
	return { ok: true, result: { records, next: nextTokenOf(answer.result) } };
}

/** What an item shows of a whole record. */
export const shape = (
	record: IDataObject,
	row: RecordRules,
	values: Values,
	isSimple: boolean,
): IDataObject => (isSimple ? simplify(record, row, values) : record);
