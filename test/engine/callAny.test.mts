/** A query of one's own goes out as it was written. */
import type { IDataObject } from 'n8n-workflow';
import { type Engine, loadEngine } from '../support/engine.mts';
import { startRaw } from './raw.mts';

let engine: Engine;
let server: Awaited<ReturnType<typeof startRaw>>;
/** Three pages of two records, by tokens; all that was asked is in each answer. */
const pages: Record<string, { list: object[]; nextPageToken?: string }> = {
	'': { list: [{ n: 1 }, { n: 2 }], nextPageToken: 'b' },
	b: { list: [{ n: 3 }, { n: 4 }], nextPageToken: 'c' },
	c: { list: [{ n: 5 }, { n: 6 }] },
};
beforeAll(async () => {
	const answer = ({ url }: { url: string }) =>
		JSON.stringify(pages[new URL(url, 'http://x').searchParams.get('pageToken') ?? '']);
	[engine, server] = await Promise.all([loadEngine(), startRaw(answer)]);
});
beforeEach(() => {
	server.received.length = 0;
});
afterAll(() => {
	server.close();
	engine.close();
});

const call = async (
	query: IDataObject | string,
	more: IDataObject = {},
	options: IDataObject = {},
) => {
	const { items, error } = await engine.runNode(
		'avalancheData',
		{
			...{ resource: 'endpoint', operation: 'call', path: '/v1/list', returnAll: true },
			...{ filters: { query, ...more }, options },
		} as never,
		{ credentials: server.credentials },
	);
	expect(error).toBeUndefined();
	return {
		items: items.map(({ json }) => json),
		sent: server.received.splice(0).map(({ url }) => url.slice('/v1/list'.length)),
	};
};

test.each([
	[{ pageSize: 2 }, '?pageSize=2'],
	[{ pageToken: 'b' }, '?pageToken=b'],
	[{ pageSize: 2, pageToken: 'b', x: ['1', '2'] }, '?pageSize=2&pageToken=b&x=1&x=2'],
	['{"pageSize":"all","other":true}', '?pageSize=all&other=true'],
])('one item with the whole response: %j', async (query, sent) => {
	const { items, sent: seen } = await call(query);
	expect(seen).toEqual([sent]);
	expect(items).toHaveLength(1);
});

test('with a list, its own page token is where the list begins, and its own page size goes with every page', async () => {
	const all = await call({ pageSize: 2, x: 1 }, { listField: 'list' });
	expect(all.sent).toEqual([
		'?pageSize=2&x=1',
		'?pageSize=2&x=1&pageToken=b',
		'?pageSize=2&x=1&pageToken=c',
	]);
	expect(all.items.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6]);
	const rest = await call({ pageToken: 'b' }, { listField: 'list' });
	expect(rest.sent).toEqual(['?pageToken=b', '?pageToken=c']);
	expect(rest.items.map(({ n }) => n)).toEqual([3, 4, 5, 6]);
});

test('the whole response of a list is the page that its own query names', async () => {
	const { items, sent } = await call(
		{ pageToken: 'b' },
		{ listField: 'list' },
		{ wholeResponse: true },
	);
	expect(sent).toEqual(['?pageToken=b']);
	expect(items).toEqual([pages.b]);
});

test('the options serve where the query says nothing, and give way where it does', async () => {
	const { sent } = await call({}, { listField: 'list' }, { pageSize: 7, pageToken: 'c' });
	expect(sent).toEqual(['?pageSize=7&pageToken=c']);
	const own = await call(
		{ pageSize: 2, pageToken: 'c' },
		{ listField: 'list' },
		{ pageSize: 7, pageToken: 'b' },
	);
	expect(own.sent).toEqual(['?pageSize=2&pageToken=c']);
});
