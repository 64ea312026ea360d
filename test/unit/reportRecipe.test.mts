/** The one recipe of reports, without a network: what is made of a report, and how often. */
import type { Client } from '../../nodes/shared/network/client.ts';
import { defineReport, type Report } from '../../nodes/shared/report/recipe.ts';

interface Row {
	name: string;
	amount: string;
}

const twoTrees: Row[] = [
	{ name: 'north', amount: '1' },
	{ name: 'south', amount: '2' },
];

const tableOf = (rows: Row[]) => ({
	heads: ['Tree', 'Apples'],
	rows: rows.map(({ name, amount }) => [name, amount]),
	total: ['Total', '3'],
});

/** A report of apples that counts how often its page and its table are made. */
function useApples(trees = twoTrees) {
	const made = { page: 0, csv: 0 };
	const report = defineReport<Row[], Row, Report<Row>>({
		action: 'Get report of apples',
		description: 'Apples by tree',
		words: { row: 'tree', last: 'total' },
		composes: [],
		read: () => Promise.resolve({ ok: true, result: trees }),
		*group(rows) {
			yield;
			return { title: 'Apples', fileName: 'apples', slug: '2026-10', rows, notes: ['Ripe ones.'] };
		},
		columns: {
			row: ({ name }, report, mail) => ({ group: name, of: report.title, ...mail }),
			total: ({ notes }, mail) => ({ isTotal: true, ...mail, notes }),
		},
		mail: ({ name, amount }) => ({ about: name, figures: [{ label: 'Apples', value: amount }] }),
		figures: () => [{ label: 'Apples', value: '3' }],
		page: ({ rows }) => {
			made.page++;
			return { about: 'An orchard.', table: { title: 'By tree', ...tableOf(rows) } };
		},
		*csv({ rows }) {
			made.csv++;
			yield;
			return tableOf(rows);
		},
		returns: ['group', 'of', 'isTotal', 'title', 'html', 'attachments', 'notes'],
	});
	const run = async (returns: string[], isTool = false) => {
		const values = { return: returns };
		const answer = await report.run({} as Client, values, { timezone: 'UTC', isTool });
		if (!answer.ok) throw new Error(answer.failure.message);
		const { result: items, files = [] } = answer;
		return { items, total: items.at(-1)!, files };
	};
	return { report, run, made };
}

test('renders the page once, for the e-mail and for its file', async () => {
	const { run, made } = useApples();
	const { total, files } = await run(['page', 'pageFile', 'csv']);
	expect(made).toEqual({ page: 1, csv: 1 });
	expect(files.map(({ name }) => name)).toEqual(['apples-2026-10.csv', 'apples-2026-10.html']);
	expect(files[1].content).toBe(total.html);
	expect(files[0].content).toBe('\uFEFFTree,Apples\r\nnorth,1\r\nsouth,2\r\n');
	expect(total.attachments).toBe('csv,page');
});

test.each([[['items']], [['csv']]])('renders no page for %j', async (returns) => {
	const { run, made } = useApples();
	const { items } = await run(returns);
	expect(made.page).toBe(0);
	for (const { html } of items) expect(html).toMatch(/^<p>/);
});

test('gives rows for a sheet no column of HTML', async () => {
	const { run } = useApples();
	const { items } = await run(['rows']);
	expect(items).toHaveLength(2);
	for (const item of items) {
		expect(item).not.toHaveProperty('html');
		expect(item.title).toEqual(expect.any(String));
	}
});

test('tells an agent the rows and the total, and makes nothing else', async () => {
	const { run, made } = useApples();
	const { items, files } = await run(['csv', 'page'], true);
	expect(items).toEqual([
		{ group: 'north', of: 'Apples' },
		{ group: 'south', of: 'Apples' },
		{ isTotal: true, notes: ['Ripe ones.'] },
	]);
	expect({ made, files }).toEqual({ made: { page: 0, csv: 0 }, files: [] });
});

test('says what an item is, and where the rows are that the page has no room for', async () => {
	const { report } = useApples();
	expect(report.gives).toBe(
		'One item for each tree, if Return holds Items, then one item with the total and the files.',
	);
	const many = Array.from({ length: 5000 }, (_, i) => ({ name: `tree ${i}`, amount: '1' }));
	const { run } = useApples(many);
	expect((await run(['page'])).total.html).toContain('Return CSV to get all of them.');
	expect((await run(['page', 'csv'])).total.html).toContain('See the CSV file.');
});
