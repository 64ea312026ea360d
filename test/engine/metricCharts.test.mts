/** Metric > Get Report: figures of several chains and metrics, and charts that show the period before. */
import type { IDataObject } from 'n8n-workflow';
import { barsOf } from '../support/bars.mts';
import { jsonOf, useNode } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

const server = useScript();
const ask = useNode('avalancheMetrics', server);
const day = 86_400;
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** Answers each asked day with a value. A day whose value is undefined has no record. */
const answer = (valueOf: (date: string, path: string) => number | undefined) =>
	server.answer(({ path }) => {
		const query = new URLSearchParams(path.split('?')[1]);
		const [after, to] = ['startTimestamp', 'endTimestamp'].map((name) => Number(query.get(name)));
		const results: IDataObject[] = [];
		for (let at = Math.floor(after! / day + 1) * day; at <= to!; at += day) {
			const value = valueOf(dateOf(at), path);
			if (value !== undefined) results.push({ timestamp: at, value });
		}
		return reply({ results });
	});

/** The number of the month and day, such as 1030. */
const monthAndDay = (date: string) => Number(date.slice(5).replace('-', ''));

async function report(additionalFields: IDataObject, more: IDataObject = {}) {
	const { items, error } = await ask('metric', 'getReport', {
		chainId: '43114',
		metric: 'txCount',
		timeInterval: 'day',
		period: 'custom',
		from: '2026-10-01',
		to: '2026-11-01',
		return: ['page', 'chart'],
		additionalFields,
		...more,
	});
	expect(error).toBeUndefined();
	const [total] = jsonOf(items);
	const { chart } = items[0]!.binary!;
	return {
		html: String(total!.html),
		notes: total!.notes as string[],
		fileName: chart!.fileName,
		chart: Buffer.from(chart!.data, 'base64').toString(),
	};
}

const titlesOf = (html: string): string[] =>
	[...html.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, title]) => title!);
/** The labels of the figures, by their rows. */
const figureRows = (html: string): string[][] =>
	html
		.split('<table role="presentation" width="100%" cellspacing="4"')[1]!
		.split('</table>')[0]!
		.split('</tr>')
		.map((row) => [...row.matchAll(/line-height:18px;[^"]*">([^<]*)</g)].map(([, label]) => label!))
		.filter(({ length }) => length);

const comparePrevious = true;
const compareWith = ['836836'];

describe('figures at first glance', () => {
	const further = ['gasUsed', 'contracts', 'feesPaid', 'deployers'];
	const chains = ['836836', '1', '2', '3'];

	test('of three metrics of two chains have a row for each chain', async () => {
		answer(monthAndDay);
		const { html } = await report({ compareWith, furtherMetrics: further.slice(0, 2) });
		const names = ['Transactions', 'Gas Used', 'Contracts Created'];
		expect(figureRows(html)).toEqual(
			['C-Chain', 'Chain 836836'].map((chain) => names.map((name) => `${name} of ${chain}: total`)),
		);
	});

	test('of two metrics of three chains have a row for each metric', async () => {
		answer(monthAndDay);
		const { html } = await report({
			compareWith: chains.slice(0, 2),
			furtherMetrics: ['gasUsed'],
		});
		expect(figureRows(html).map((row) => row.length)).toEqual([3, 3]);
		expect(figureRows(html)[1]!.every((label) => label.startsWith('Gas Used of '))).toBe(true);
	});

	test('of more than ten series are those of the first metric, for each chain', async () => {
		answer(monthAndDay);
		const { html } = await report({ compareWith: chains, furtherMetrics: further.slice(0, 2) });
		const [row, ...others] = figureRows(html);
		expect(others).toEqual([]);
		expect(row).toHaveLength(5);
		expect(row!.every((label) => label.startsWith('Transactions of '))).toBe(true);
	});

	test('have the changes of two chains below them', async () => {
		answer(monthAndDay);
		const { html } = await report({ compareWith, comparePrevious, furtherMetrics: ['gasUsed'] });
		const [now, changes] = figureRows(html);
		expect(now).toHaveLength(4);
		expect(changes!.map((label) => label.replace(/change since .*/, 'total'))).toEqual(now);
	});
});

test('the table that has both chains comes first', async () => {
	answer(monthAndDay);
	const { html } = await report({ compareWith });
	expect(titlesOf(html)).toEqual(['By chain', 'Transactions', 'By day', 'Notes']);
});

test.each([
	[[], [], 'transactions-c-chain'],
	[['836836'], ['gasUsed'], 'transactions-and-gas-used-c-chain-and-chain-836836'],
	[['836836', '1'], ['gasUsed', 'contracts'], 'metrics-3-chains'],
])('files of chains %j and metrics %j are named %s', async (chains, furtherMetrics, name) => {
	answer(monthAndDay);
	const { fileName } = await report({ compareWith: chains, furtherMetrics });
	expect(fileName).toBe(`${name}-2026-10.svg`);
});

test('chains of unlike scales have a chart each, also while no interval is over', async () => {
	answer((date, path) => monthAndDay(date) * (path.includes('/836836/') ? 100 : 1));
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-12-02T12:00Z'));
	const { html, notes } = await report({ compareWith }, { from: '2026-12-02', to: '2026-12-03' });
	clock.mockRestore();
	const charts = ['Transactions: C-Chain', 'Transactions: Chain 836836'];
	expect(titlesOf(html).filter((title) => title.startsWith('Transactions'))).toEqual(charts);
	expect(String(notes)).toContain('tenfold');
});

describe('charts with the period before', () => {
	test('have its first day beside the first one, and say which day it was', async () => {
		answer(monthAndDay);
		const { chart, html, notes } = await report({ comparePrevious });
		const bars = barsOf(chart);
		expect(bars).toHaveLength(62);
		expect(bars.slice(0, 2)).toEqual([
			'2026-10-01: October 2026: 1,001',
			'2026-09-01: September 2026: 901',
		]);
		// September has no 31st day.
		expect(bars.slice(-2)).toEqual([
			'2026-10-31: October 2026: 1,031',
			'2026-10-31: September 2026: –',
		]);
		expect(html).toMatch(/&#9632;<\/span> October 2026 .*&#9632;<\/span> September 2026/);
		expect(html.match(/height:10px;background:/g)).toHaveLength(61);
		expect(notes).toContain(
			'Charts show each day beside that of the same place in September 2026.',
		);
	});

	test('show the days that only the longer period before has', async () => {
		answer(monthAndDay);
		const { chart } = await report({ comparePrevious }, { from: '2026-02-01', to: '2026-03-01' });
		expect(barsOf(chart).slice(-2)).toEqual([
			'2026-01-31: February 2026: –',
			'2026-01-31: January 2026: 131',
		]);
	});

	test('leave an unknown day empty, and keep the others in their places', async () => {
		answer((date) => (date === '2026-09-02' ? undefined : monthAndDay(date)));
		const { chart } = await report({ comparePrevious });
		expect(barsOf(chart).slice(2, 6)).toEqual([
			'2026-10-02: October 2026: 1,002',
			'2026-09-02: September 2026: –',
			'2026-10-03: October 2026: 1,003',
			'2026-09-03: September 2026: 903',
		]);
	});

	test('end where a period that is not over ends so far', async () => {
		answer((date) => (date < '2026-12-03' ? monthAndDay(date) : undefined));
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-12-02T12:00Z'));
		const { chart } = await report({ comparePrevious }, { from: '2026-12-01', to: '2027-01-01' });
		clock.mockRestore();
		expect(barsOf(chart)).toEqual([
			'2026-12-01: December 2026: 1,201',
			'2026-11-01: November 2026: 1,101',
			'2026-12-02 (so far): December 2026: 1,202',
			'2026-11-02: November 2026: 1,102',
		]);
	});

	test('are one for each chain, whatever their size', async () => {
		answer((date, path) => monthAndDay(date) * (path.includes('/836836/') ? 100 : 1));
		const { html, chart, notes } = await report({ comparePrevious, compareWith });
		const titles = ['Transactions: C-Chain', 'Transactions: Chain 836836'];
		expect(titlesOf(html)).toEqual(['By chain', ...titles, 'By day', 'Notes']);
		expect(barsOf(chart)).toHaveLength(4 * 31);
		expect(String(notes)).not.toContain('tenfold');
		expect(String(notes)).toContain('September 2026. Each chain has a chart of its own.');
	});

	test('are as before without values of it, or without a period before', async () => {
		answer((date) => (date < '2026-10-01' ? undefined : monthAndDay(date)));
		const { chart, notes } = await report({ comparePrevious });
		expect(barsOf(chart)[0]).toBe('2026-10-01: 1,001');
		expect(String(notes)).not.toContain('Charts show');
		expect(barsOf((await report({})).chart)).toEqual(barsOf(chart));
	});

	test('of an index leave it out, and a note says so', async () => {
		answer(monthAndDay);
		const { chart, notes } = await report({ comparePrevious, chartAsIndex: true });
		expect(barsOf(chart)).toHaveLength(31);
		expect(notes).toContain(
			'Charts of an index have no room for the period before. The change since then is in the figures and items.',
		);
		expect(String(notes)).not.toContain('Charts show each');
	});

	test('leave it out on a page that has no room for it, and the file has it', async () => {
		answer(monthAndDay);
		const { chart, html, notes } = await report({
			comparePrevious,
			compareWith: ['836836', '1'],
			furtherMetrics: ['gasUsed', 'contracts'],
		});
		expect(html).not.toContain(', last ');
		expect(html.match(/height:10px;background:/g)).toHaveLength(9 * 31);
		expect(barsOf(chart)).toHaveLength(18 * 31);
		expect(notes).toContain(
			'The page has no room for the period before in its charts. The file of Chart in Return has it.',
		);
		expect(String(notes)).not.toContain('Charts show each');
		expect(String(notes)).not.toContain('tenfold');
	});
});
