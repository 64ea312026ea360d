/** The pages of a list that a report adds up: records as the list's own operation gives them without Simplify. */
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

/** A row of a table whose answer is a list in pages. */
export type ListOperation = RestOperation & {
	output: { kind: 'list'; field: string };
	pageSize: NonNullable<RestOperation['pageSize']>;
};

/** What to do about an answer without what it has to hold. */
export const otherService = "Check that the credential's URLs lead to the services of Avalanche.";

interface RecordPage {
	/** Those that no page before it held. */
	records: IDataObject[];
	isEmpty: boolean;
	isRepeated: boolean;
	next?: string;
}

/**
 * The pages in the order in which the service gives them, each with as many records as it can hold; a failure is the
 * last. A record that several pages hold comes once.
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
