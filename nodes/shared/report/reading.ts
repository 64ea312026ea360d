/** Reads all pages of a list for a report. Records are as the list's own operation gives them without Simplify. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../errors';
import type { Client } from '../network/client';
import type { RestCall } from '../network/rest';
import { toRestCall } from '../operation/groups';
import { Sieve } from '../operation/identity';
import type { RestOperation, Values } from '../operation/operations';
import { nextTokenOf, walkPages } from '../operation/paging';
import { cut, finish } from '../operation/pipeline';
import { valueAt } from '../values/records';

/** A row of an operation table that answers with a list in pages. */
export type ListOperation = RestOperation & {
	output: { kind: 'list'; field: string };
	pageSize: NonNullable<RestOperation['pageSize']>;
};

/** The hint for an answer that lacks required data. */
export const otherService = 'Check that the credential leads to the services of Avalanche.';

interface RecordPage {
	/** The records that no earlier page had. */
	records: IDataObject[];
	isEmpty: boolean;
	isRepeated: boolean;
	next?: string;
}

/**
 * Yields the pages in the service's order, with the largest page size. A record that several pages hold comes once. A
 * failure is the last yield.
 */
export async function* readPages(
	client: Client,
	host: RestCall['host'],
	row: ListOperation,
	values: Values,
): AsyncGenerator<Answer<IDataObject[]>, void> {
	const sieve = new Sieve(row.identity);
	const read = async (pageToken?: string): Promise<Answer<RecordPage>> => {
		const at = Date.now();
		const call = toRestCall(host, row, values);
		const answer = await client.rest({
			...call,
			query: { ...call.query, pageSize: row.pageSize.max, pageToken },
		});
		if (!answer.ok) return answer;
		const { field } = row.output;
		if (!Array.isArray(valueAt(answer.result, field)))
			return fail('not-understood', `The answer holds no "${field}"`, {
				hint: otherService,
			});
		const page = cut(answer.result, row.output);
		const { records: fresh, isRepeated } = sieve.take(page);
		const records = finish(fresh, row, { values, at }, 'extend');
		const next = nextTokenOf(answer.result);
		return { ok: true, result: { records, isEmpty: !page.length, isRepeated, next } };
	};
	const pages = walkPages<RecordPage>({
		read,
		isEmpty: ({ isEmpty }) => isEmpty,
		isRepeated: ({ isRepeated }) => isRepeated,
		hint: 'The service is at fault. Try again later, or choose a shorter period.',
	});
	for await (const page of pages) yield page.ok ? { ok: true, result: page.result.records } : page;
}
