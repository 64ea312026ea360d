/** Lists of the data service, a page at a time, in the shape of the Data node's items. */
import type { IDataObject } from 'n8n-workflow';
import { data } from '../../Data/operations';
import type { Client } from '../../shared/network/client';
import type { RestCall } from '../../shared/network/rest';
import { fail, type Answer } from '../../shared/errors';
import type { Operation, Values } from '../../shared/operations';
import { PageTokens } from '../../shared/pages';
import { cutRecords, refine, simplify, valueAt } from '../../shared/records';

export interface ListPage {
	/** Whole records, see {@link shape} for what an item shows of them. */
	records: IDataObject[];
	next?: string;
}

export const faultOfService = 'This is a fault of the service. The next poll tries again.';

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
	row: Operation,
	values: Values,
	paging: Paging,
	positionOf: (record: IDataObject) => number,
): Promise<Answer<ListPage>> {
	const tokens = new PageTokens(faultOfService, paging.pageToken);
	for (let pageToken = paging.pageToken; ; ) {
		const page = await readPage(
			client,
			row,
			values,
			{ ...paging, ...(pageToken && { pageToken }) },
			positionOf,
		);
		if (!page.ok || page.result.records.length > 0 || !page.result.next) return page;
		const next = tokens.follow(page.result.next, 0);
		if (!next.ok) return next;
		pageToken = next.result;
	}
}

async function readPage(
	client: Pick<Client, 'rest'>,
	row: Operation,
	values: Values,
	paging: Paging,
	positionOf: (record: IDataObject) => number,
): Promise<Answer<ListPage>> {
	const call = data.toCall(row, values) as RestCall;
	const at = Date.now();
	const answer = await client.rest({ ...call, query: { ...call.query, ...paging } });
	if (!answer.ok) return answer;
	const output = row.output!;
	if (!Array.isArray(valueAt(answer.result, output.field!)))
		return fail('not-understood', `The answer holds no "${output.field}"`, {
			hint: 'Check that the data URL of the credential leads to the data service.',
		});
	const records = cutRecords(answer.result, output)
		.map((record) => refine(record, row))
		.map((record) => (row.extend ? row.extend(record, { values, at }) : record))
		.filter((record) => record !== undefined);
	if (!records.every((record) => Number.isSafeInteger(positionOf(record))))
		return fail('not-understood', 'The service gave a record without its block or time', {
			hint: faultOfService,
		});
	const next = valueAt(answer.result, 'nextPageToken');
	return { ok: true, result: { records, ...(typeof next === 'string' && next && { next }) } };
}

/** What an item shows of a whole record. */
export const shape = (record: IDataObject, row: Operation, isSimple: boolean): IDataObject =>
	isSimple && row.simplify ? simplify(record, row.simplify) : record;
