/** A query of one's own goes out as it was written. */
import type { IDataObject } from 'n8n-workflow';
import { outputOf, useNode } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

/** Three pages of two records, by tokens; all that was asked is in each answer. */
const pages: Record<string, { list: object[]; nextPageToken?: string }> = {
	'': { list: [{ n: 1 }, { n: 2 }], nextPageToken: 'b' },
	b: { list: [{ n: 3 }, { n: 4 }], nextPageToken: 'c' },
	c: { list: [{ n: 5 }, { n: 6 }] },
};
const server = useScript(({ path }) =>
	reply(pages[new URL(path, 'http://x').searchParams.get('pageToken') ?? '']),
);
const run = useNode('avalancheData', server, { path: '/v1/list', returnAll: true });

const call = async (
	query: IDataObject | string,
	more: IDataObject = {},
	options: IDataObject = {},
) => ({
	items: await outputOf(run('endpoint', 'call', { filters: { query, ...more }, options })),
	sent: server.received.splice(0).map(({ path }) => path.slice('/v1/list'.length)),
});

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
