/** Metric > Get Report through n8n's engine, against the list of the same metric. */
import type { IDataObject } from 'n8n-workflow';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, outputOf, useNode } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

const devnet = useDevnet();
const run = useNode('avalancheMetrics', devnet);
const asked = {
	chainId: '43114',
	metric: 'txCount',
	timeInterval: 'day',
	period: 'lastMonth',
	return: ['items', 'csv', 'page', 'pageFile', 'chart'],
};

async function report(parameters: IDataObject = {}, ask = run) {
	const { items, error } = await ask('metric', 'getReport', { ...asked, ...parameters });
	expect(error).toBeUndefined();
	const json = jsonOf(items);
	const files = Object.entries(items.at(-1)!.binary ?? {}).map(([property, { data, fileName }]) => [
		property,
		{ name: fileName, text: Buffer.from(data, 'base64').toString() },
	]);
	return {
		points: json.slice(0, -1),
		total: json.at(-1)!,
		files: Object.fromEntries(files) as Record<string, { name: string; text: string }>,
	};
}

test('the report has the values of the list, oldest first, and their sum', async () => {
	const { points, total, files } = await report();
	const { start, end } = { start: String(points[0].start), end: String(points.at(-1)!.end) };
	const listed = await outputOf(
		run('metric', 'getMany', {
			...asked,
			returnAll: true,
			filters: { startTimestamp: start, endTimestamp: end },
		}),
	);
	expect(points.map(({ start: at, value }) => [at, value])).toEqual(
		listed.map(({ start: at, value }) => [at, value]).reverse(),
	);
	expect(points.length).toBeGreaterThanOrEqual(28);
	expect(start).toMatch(/-01T00:00:00Z$/);
	expect(end).toMatch(/-01T00:00:00Z$/);
	const sum = points.reduce((all, { valueExact }) => all + BigInt(String(valueExact)), 0n);
	expect(total).toMatchObject({
		isTotal: true,
		values: points.length,
		totalExact: String(sum),
		unit: 'transactions',
	});
	expect(total.highest).toBe(Math.max(...points.map(({ value }) => Number(value))));
	expect(total.lowest).toBe(Math.min(...points.map(({ value }) => Number(value))));
	expect(Number(total.average)).toBeCloseTo(Number(sum) / points.length, 6);
	const rows = files.csv.text.trimEnd().split('\r\n');
	expect(rows[0]).toBe('\uFEFFFrom,Before,Transactions (transactions),Complete');
	expect(rows.at(-1)).toBe(`Total,,${sum},`);
	expect(rows).toHaveLength(points.length + 2);
	expect(files.csv.name).toMatch(/^txCount-c-chain-\d{4}-\d\d\.csv$/);
	expect(files.page.text).toBe(total.html);
	expect(files.page.text).toContain(Number(sum).toLocaleString('en-US'));
	expect(files.chart.text.match(/class="bar"/g)).toHaveLength(points.length);
});

test('each item says which metric of which chain it has, and a chain of an L1 has its name', async () => {
	const [own, other] = [await report(), await report({ chainId: '836836' })];
	for (const [{ points, total, files }, chain, slug] of [
		[own, 'C-Chain', 'c-chain'],
		[other, 'Demo L1', 'demo-l1'],
	] as const) {
		const { chainId } = total;
		expect(points.length).toBeGreaterThan(0);
		for (const item of [...points, total])
			expect(item).toMatchObject({ chain, chainId, metric: 'txCount', timeInterval: 'day' });
		expect(total.title).toMatch(new RegExp(`^Transactions of ${chain}, `));
		expect(String(total.html)).toMatch(new RegExp(`${chain}, by day: \\d+ days\\.`));
		expect(String(total.html)).not.toContain('Transactions (transactions)');
		expect(files.csv.name).toContain(`txCount-${slug}-`);
	}
});

describe('chains that are compared', () => {
	const compared = { additionalFields: { compareWith: ['836836', '0xcc4e4', '43114'] } };

	test('have average, extremes and change on the page, each in its line', async () => {
		const { points, total } = await report(compared);
		const html = String(total.html);
		const days = new Set(points.map(({ start }) => start)).size;
		expect(html).toContain(`C-Chain and Demo L1, by day: ${days} days.`);
		const lines = html
			.slice(html.indexOf('>By chain</h2>'))
			.split('</table>')[0]!
			.split('</tr>')
			.map((row) => [...row.matchAll(/<t[dh][^>]*>([^<]*)</g)].map(([, text]) => text));
		const [heads, ...rows] = lines;
		expect(heads).toEqual(['Chain', 'Total', 'Average', 'Highest', 'Lowest', 'First to last']);
		for (const [i, chainId] of ['43114', '836836'].entries()) {
			const own = points.filter((point) => point.chainId === chainId && point.complete);
			const [first, last] = [own[0], own.at(-1)!].map(({ value }) => Number(value));
			const change = (100 * (last! - first!)) / first!;
			const said = `${change < 0 ? '-' : '+'}${Math.abs(change).toFixed(1)} %`;
			const { highest, highestAt } = (total.series as IDataObject[])[i]!;
			const shown = Number(highest).toLocaleString('en-US');
			expect(rows[i]![0]).toBe(['C-Chain', 'Demo L1'][i]);
			expect(rows[i]![3]).toBe(`${shown} (${String(highestAt).slice(0, 10)})`);
			expect(String(rows[i]![5]).replaceAll(',', '')).toBe(said);
		}
	});

	test('are each once in items, chart and tables, and have no sum', async () => {
		const { points, total, files } = await report(compared);
		const alone = await Promise.all(['43114', '836836'].map((chainId) => report({ chainId })));
		const omitted = { notes: undefined };
		expect(points.map((point) => ({ ...point, ...omitted }))).toEqual(
			alone
				.flatMap((each) => each.points.map((point) => ({ ...point, ...omitted })))
				.map((point) => ({ ...point, title: expect.any(String), html: expect.any(String) })),
		);
		expect(total.title).toMatch(/^Transactions of C-Chain and Demo L1, /);
		expect(total).not.toHaveProperty('total');
		expect(total.series).toEqual(
			alone.map(({ total: { chain, chainId, total: sum, highest } }) =>
				expect.objectContaining({ chain, chainId, total: sum, highest }),
			),
		);
		const rows = files.csv.text.trimEnd().split('\r\n');
		expect(rows[0]).toBe(
			'\uFEFFFrom,Before,C-Chain (transactions),Demo L1 (transactions),Complete',
		);
		expect(rows.at(-1)).toBe(
			`Total,,${alone.map(({ total: each }) => String(each.totalExact)).join(',')},`,
		);
		const valueOf = (of: (typeof alone)[number], start: unknown) =>
			of.points.find((point) => point.start === start)!.valueExact;
		const cells = rows.slice(1, -1).map((row) => row.split(','));
		expect(cells).toHaveLength(alone[0].points.length);
		for (const [start, , ofCChain, ofL1] of cells) {
			expect([ofCChain, ofL1]).toEqual(alone.map((each) => valueOf(each, start)));
			const shown = [ofCChain, ofL1].map((value) => Number(value).toLocaleString('en-US'));
			const date = start.slice(0, 10);
			expect(files.chart.text).toContain(`<title>${date}: C-Chain: ${shown[0]}</title>`);
			expect(files.chart.text).toContain(`<title>${date}: Demo L1: ${shown[1]}</title>`);
			const inTable = new RegExp(`>${date}</td><td[^>]*>${shown[0]}</td><td[^>]*>${shown[1]}</td>`);
			expect(files.page.text).toMatch(inTable);
		}
		expect(files.csv.name).toMatch(/^txCount-c-chain-and-demo-l1-\d{4}-\d\d\.csv$/);
		expect(files.chart.text.match(/<title>[^<]*C-Chain: /g)!.length).toBeGreaterThan(20);
		expect(files.chart.text.match(/<title>[^<]*Demo L1: /g)!.length).toBeGreaterThan(20);
		for (const words of ['C-Chain', 'Demo L1'])
			expect(files.page.text).toContain(`</span> ${words}`);
		const colors = ['C-Chain', 'Demo L1'].map((name) => {
			const legend = new RegExp(`color:(#[\\da-f]{6})">&#9632;</span> ${name}`);
			return legend.exec(files.page.text)![1];
		});
		expect(new Set(colors).size).toBe(2);
		for (const color of colors) {
			const bars = files.page.text.match(new RegExp(`height:10px;background:${color};`, 'g'));
			expect(bars).toHaveLength(cells.length);
		}
		// One stands in the legend.
		expect(files.chart.text.match(/class="bar b1"/g)).toHaveLength(cells.length + 1);
	});

	test('say whose token the values are in, where they are', async () => {
		const { total } = await report({ ...compared, metric: 'feesPaid' });
		expect(total.notes).toContain('The values of each chain are in its own token.');
	});

	test('are four at most', async () => {
		const compareWith = ['1', '2', '3', '4', '5'];
		const { error } = await run('metric', 'getReport', {
			...asked,
			additionalFields: { compareWith },
		});
		expect(`${error?.message} ${error?.description}`).toContain('can hold at most 4 chains, not 5');
	});
});

test('what cannot be added up has no total: its average stands in the last row', async () => {
	const { total, files } = await report({ metric: 'avgGasPrice' });
	expect(total).not.toHaveProperty('total');
	expect(total.unit).toBe('gwei');
	expect(files.csv.text.trimEnd().split('\r\n').at(-1)).toBe(
		`Average,,${String(total.averageExact)},`,
	);
});

test('a metric that exists by the day only is refused by another interval', async () => {
	const { error } = await run('metric', 'getReport', {
		...asked,
		metric: 'avgTps',
		timeInterval: 'week',
	});
	expect(error?.message).toContain('Time Interval must be Day for Average Transactions per Second');
});

describe('day after day, each interval is in the report of the period it begins in', () => {
	const at = (iso: string) => new Date(iso).getTime();
	const reportAt = async (now: string, parameters: IDataObject) => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(at(now));
		const { items, error } = await run(
			'metric',
			'getReport',
			{ ...asked, return: ['items'], ...parameters },
			{ settings: { timezone: 'Asia/Kolkata' } },
		);
		clock.mockRestore();
		expect(error).toBeUndefined();
		return jsonOf(items)
			.slice(0, -1)
			.map(({ start }) => String(start));
	};
	const today = new Date().toISOString().slice(0, 10);
	const daysAgo = (days: number) =>
		new Date(at(today) - days * 86_400_000).toISOString().slice(0, 10);

	test('by the hour, in a zone whose days begin within an hour', async () => {
		const parameters = { timeInterval: 'hour', period: 'yesterday' };
		const [first, second] = [
			await reportAt(`${daysAgo(2)}T12:00Z`, parameters),
			await reportAt(`${daysAgo(1)}T12:00Z`, parameters),
		];
		expect([first.length, second.length]).toEqual([24, 24]);
		expect(first[0]).toBe(`${daysAgo(4)}T19:00:00Z`);
		expect(at(second[0]) - at(first.at(-1)!)).toBe(3_600_000);
	});

	test('by the day, between two times of a day', async () => {
		const bounds = [9, 6, 3].map((days) => `${daysAgo(days)}T09:30:00Z`);
		const now = `${daysAgo(1)}T12:00Z`;
		const days: string[] = [];
		for (const [i, from] of bounds.slice(0, -1).entries())
			days.push(...(await reportAt(now, { period: 'custom', from, to: bounds[i + 1] })));
		expect(days).toEqual([8, 7, 6, 5, 4, 3].map((ago) => `${daysAgo(ago)}T00:00:00Z`));
	});
});

describe('of a service that', () => {
	const server = useScript();
	const ask = useNode('avalancheMetrics', server);
	const day = 86_400;
	const first = Date.parse('2026-01-01T00:00Z') / 1000;

	test('has more values than a chart has room for: all are in the rows, the last ones in the chart', async () => {
		server.answer(() =>
			reply({
				results: Array.from({ length: 100 }, (_, n) => ({
					timestamp: first + n * day,
					value: n + 0.5,
				})),
			}),
		);
		const { total, points, files } = await report(
			{ metric: 'avgTps', period: 'custom', from: '2026-01-01', to: '2026-04-11' },
			ask,
		);
		expect(points).toHaveLength(100);
		expect(total).toMatchObject({
			averageExact: expect.stringMatching(/^50(\.0+)?$/),
			highest: 99.5,
			lowest: 0.5,
		});
		expect(total.highestAt).toBe('2026-04-10T00:00:00Z');
		expect(files.chart.text.match(/class="bar"/g)).toHaveLength(62);
		expect(String(total.notes)).toContain('The chart shows the last 62 values');
	});

	test('has none says so', async () => {
		server.answer(() => reply({ results: [] }));
		const { total, points } = await report({}, ask);
		expect(points).toEqual([]);
		expect(total).toMatchObject({ values: 0, total: 0 });
		expect(String(total.notes)).toContain('The service has no values for this period');
	});
});
