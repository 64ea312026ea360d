/** Metric > Get Report through n8n's engine, against the list of the same metric. */
import type { IDataObject } from 'n8n-workflow';
import { useDevnet } from '../support/useDevnet.mts';
import { jsonOf, outputOf, useNode } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';
import { onWideScreen } from '../support/wideScreen.mts';

const devnet = useDevnet();
const run = useNode('avalancheMetrics', devnet);
const asked = {
	chainId: '43114',
	metric: 'txCount',
	timeInterval: 'day',
	period: 'lastMonth',
	return: ['items', 'csv', 'page', 'pageFile', 'chart'],
};

/** A time of an item as the CSV files of all reports write it. */
const inFiles = (time: unknown): string => String(time).slice(0, 16).replace('T', ' ');

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
	expect(rows[0]).toBe('\uFEFFFrom,Before,Transactions (transactions),Complete,Time Zone');
	// A sum over the column counts nothing twice.
	expect(rows).toHaveLength(points.length + 1);
	const cells = rows.slice(1).map((row) => row.split(','));
	expect(cells.map(([at]) => at)).toEqual(points.map(({ start: at }) => inFiles(at)));
	expect(new Set(cells.map((row) => row.at(-1)))).toEqual(new Set(['UTC']));
	expect(cells.reduce((all, [, , value]) => all + BigInt(value!), 0n)).toBe(sum);
	expect(files.csv.name).toMatch(/^transactions-c-chain-\d{4}-\d\d\.csv$/);
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
		expect(String(total.html)).toMatch(new RegExp(`${chain}, by day: \\d+ days, from `));
		expect(String(total.html)).not.toContain('Transactions (transactions)');
		expect(files.csv.name).toContain(`transactions-${slug}-`);
	}
});

describe('chains that are compared', () => {
	const compared = { additionalFields: { compareWith: ['836836', '0xcc4e4', '43114'] } };

	test('have average, extremes and change on the page, each in its line', async () => {
		const { points, total } = await report(compared);
		const html = onWideScreen(total.html);
		const days = new Set(points.map(({ start }) => start)).size;
		expect(html).toContain(`C-Chain and Demo L1, by day: ${days} days, from `);
		const lines = html
			.slice(html.indexOf('>By chain</h2>'))
			.split('</table>')[0]!
			.split('</tr>')
			.map((row) => [...row.matchAll(/<t[dh][^>]*>([^<]*)</g)].map(([, text]) => text));
		const [heads, ...rows] = lines;
		expect(heads).toEqual(['Chain', 'Total', 'Average', 'Highest', 'Lowest', 'First to last week']);
		for (const [i, chainId] of ['43114', '836836'].entries()) {
			const own = points.filter((point) => point.chainId === chainId && point.complete);
			const [first, last] = [own.slice(0, 7), own.slice(-7)].map((week) =>
				week.reduce((sum, { value }) => sum + Number(value), 0),
			);
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
		expect(total.notes).toContain('Chosen more than once, and shown once: C-Chain and Demo L1.');
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
			'\uFEFFFrom,Before,C-Chain (transactions),Demo L1 (transactions),Complete,Time Zone',
		);
		const valueOf = (of: (typeof alone)[number], start: unknown) =>
			of.points.find((point) => inFiles(point.start) === start)!.valueExact;
		const cells = rows.slice(1).map((row) => row.split(','));
		expect(cells).toHaveLength(alone[0].points.length);
		for (const [start, , ofCChain, ofL1] of cells) {
			expect([ofCChain, ofL1]).toEqual(alone.map((each) => valueOf(each, start)));
			const shown = [ofCChain, ofL1].map((value) => Number(value).toLocaleString('en-US'));
			const date = start.slice(0, 10);
			for (const value of shown)
				expect(files.chart.text).toContain(`<title>${date}: ${value}</title>`);
			const inTable = new RegExp(`>${date}</td><td[^>]*>${shown[0]}</td><td[^>]*>${shown[1]}</td>`);
			expect(onWideScreen(files.page.text)).toMatch(inTable);
		}
		expect(files.csv.name).toMatch(/^transactions-c-chain-and-demo-l1-\d{4}-\d\d\.csv$/);
	});

	test('say whose token the values are in, where they are', async () => {
		const { total } = await report({ ...compared, metric: 'feesPaid' });
		expect(total.notes).toContain('The values of each chain are in its own token.');
		expect(total.html).toMatch(/>C-Chain: total<\/div><div[^>]*>[\d,.]+ AVAX</);
		expect(total.html).toMatch(/>Demo L1: total<\/div><div[^>]*>[\d,.]+ DEMO</);
		expect(total.unit).toBe('AVAX, DEMO');
	});

	test('of unlike size have a chart each, and the notes say so', async () => {
		const note =
			'Chains whose highest values differ more than tenfold have a chart each, with a scale of its own. Chart as Index puts them into one.';
		const { files, total } = await report(compared);
		expect(total.notes).toContain(note);
		const titles = ['Transactions: C-Chain', 'Transactions: Demo L1'];
		for (const title of titles) {
			expect(files.page.text).toContain(`>${title}</h2>`);
			expect(files.chart.text).toContain(`>${title}</text>`);
		}
		expect(files.chart.text.match(/>Highest: /g)).toHaveLength(2);
	});

	test('of like size share a chart and its scale, each in its color', async () => {
		const alike = { additionalFields: { compareWith: ['mainnet'] } };
		const { files, points, total } = await report(alike);
		expect(String(total.notes)).not.toContain('a chart each');
		expect(files.chart.text.match(/>Highest: /g)).toHaveLength(1);
		const legend = /color:(#[\da-f]{6})">&#9632;<\/span> ([^<&]+)/g;
		const drawn = [...files.page.text.matchAll(legend)].map(([, color, name]) => [
			color,
			name!.trim(),
		]);
		expect(drawn.map(([, name]) => name)).toEqual([...new Set(points.map(({ chain }) => chain))]);
		for (const [color, name] of drawn) {
			const own = points.filter(({ chain }) => chain === name);
			const bars = files.page.text.match(new RegExp(`height:10px;background:${color}"`, 'g'));
			expect(bars).toHaveLength(own.length);
		}
	});

	test('without metrics leave the others their report, and are null in it', async () => {
		const withEthereum = { additionalFields: { compareWith: ['1', '836836'] } };
		const { points, total, files } = await report(withEthereum);
		expect(new Set(points.map(({ chainId }) => chainId))).toEqual(new Set(['43114', '836836']));
		expect(total.title).toMatch(/^Transactions of C-Chain, Ethereum and Demo L1, /);
		expect((total.series as IDataObject[])[1]).toMatchObject({
			chain: 'Ethereum',
			chainId: '1',
			total: null,
			average: null,
			highest: null,
			totalExact: null,
			unit: null,
			values: 0,
		});
		const note =
			'The Metrics API has no figures of Ethereum (1). Take it out of Compare With, or leave it empty.';
		expect(total.notes).toContain(note);
		expect(files.page.text).toContain(note);
		const { run: done } = await run('metric', 'getReport', {
			...asked,
			...withEthereum,
			return: ['rows'],
		});
		expect(done.data.resultData.runData.Node[0].hints![0]!.message).toContain(note);
		expect(files.csv.text.split('\r\n')[1]).toMatch(/ 00:00,\d+,,\d+,yes,UTC$/);
	});

	test('without metrics as the chain itself are named by the error', async () => {
		const { error } = await run('metric', 'getReport', { ...asked, chainId: '1' });
		expect(error?.description).toContain(
			'The Metrics API has no figures of Ethereum (1). Choose another Chain from the list.',
		);
	});

	test('can be named, as in Chain', async () => {
		const byName = await report({ additionalFields: { compareWith: '={{ ["demo l1"] }}' } });
		expect(byName.total.chain).toBe('C-Chain and Demo L1');
		const one = await report({ additionalFields: { compareWith: '={{ "Demo L1" }}' } });
		expect(one.total.chain).toBe('C-Chain and Demo L1');
	});

	test.each([
		['nosuchchain', 'no chain "nosuchchain" is listed'],
		['P', '"P": the P-Chain is not an EVM chain'],
		[`0x${'1'.repeat(40)}`, `"0x${'1'.repeat(40)}": this looks like an EVM address`],
		['%%', 'cannot be "%%"'],
	])('are refused by the entry that is none: %s', async (wrong, said) => {
		const compareWith = ['836836', wrong];
		const { error } = await run('metric', 'getReport', {
			...asked,
			additionalFields: { compareWith },
		});
		expect(`${error?.message} ${error?.description}`).toContain(said);
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

test('a chain without a name is called alike in the title and in items', async () => {
	const { total } = await report({ additionalFields: { compareWith: ['8021'] } });
	expect(total.title).toMatch(/ of C-Chain and Chain 8021, /);
	expect(total.chain).toBe('C-Chain and Chain 8021');
	expect((total.series as IDataObject[])[1]).toMatchObject({
		chain: 'Chain 8021',
		chainId: '8021',
	});
});

test('what cannot be added up has no total: its average stands in the last row', async () => {
	const { total, files } = await report({ metric: 'avgGasPrice' });
	expect(total).not.toHaveProperty('total');
	expect(total.unit).toBe('gwei');
	const average = Number(total.average).toLocaleString('en-US', {
		minimumFractionDigits: 4,
		maximumFractionDigits: 4,
	});
	expect(files.page.text).toMatch(new RegExp(`>Average</td><td[^>]*>${average}</td>`));
	expect(total.html).toMatch(new RegExp(`>Average</div><div[^>]*>${average} gwei<`));
});

test('a metric that exists by the day only is refused by another interval', async () => {
	const { error } = await run('metric', 'getReport', {
		...asked,
		metric: 'avgTps',
		timeInterval: 'week',
	});
	expect(error?.message).toContain('Time Interval must be Day for Average Transactions per Second');
});

describe('a report by the week', () => {
	// 1 July 2026 is a Wednesday, and 1 October a Thursday.
	const quarter = { period: 'custom', from: '2026-07-01', to: '2026-10-01', timeInterval: 'week' };

	test('says from when to when its weeks run, where the title names the quarter', async () => {
		const { points, total, files } = await report(quarter);
		expect([points[0].start, points.at(-1)!.end]).toEqual([
			'2026-07-06T00:00:00Z',
			'2026-10-05T00:00:00Z',
		]);
		expect(total).toMatchObject({
			title: 'Transactions of C-Chain, Q3 2026',
			from: '2026-07-06T00:00:00Z',
			to: '2026-10-05T00:00:00Z',
		});
		const note =
			'The period is Q3 2026, and the figures run from 2026-07-06 00:00 to before 2026-10-05 00:00, in UTC.';
		expect(total.notes).toContain(note);
		expect(files.page.text).toContain(note);
		expect(files.page.text).toContain(
			'C-Chain, by week: 13 weeks, from 2026-07-06 00:00 to before 2026-10-05 00:00. Time zone: UTC.',
		);
	});

	test.each([
		['day', '2026-07-01T00:00:00Z', '2026-10-01T00:00:00Z'],
		['month', '2026-07-01T00:00:00Z', '2026-10-01T00:00:00Z'],
	])('needs no such note by the %s', async (timeInterval, from, to) => {
		const { total, files } = await report({ ...quarter, timeInterval });
		expect(total).toMatchObject({ from, to });
		expect(String(total.notes)).not.toContain('The period is');
		expect(files.page.text).toContain(
			', from 2026-07-01 00:00 to before 2026-10-01 00:00. Time zone: UTC.',
		);
	});

	test('by the month says which months begin in a period of days', async () => {
		const { total } = await report({
			...quarter,
			from: '2026-07-10',
			to: '2026-09-10',
			timeInterval: 'month',
		});
		expect(total).toMatchObject({ from: '2026-08-01T00:00:00Z', to: '2026-10-01T00:00:00Z' });
		expect(total.notes).toContain(
			'The period is 10 July 2026 to 9 September 2026, and the figures run from 2026-08-01 00:00 to before 2026-10-01 00:00, in UTC.',
		);
	});

	const hintsOf = async (parameters: IDataObject) => {
		const { run: done } = await run('metric', 'getReport', {
			...asked,
			...quarter,
			return: ['rows'],
			...parameters,
		});
		const { hints = [] } = done.data.resultData.runData.Node![0]!;
		return hints.map(({ message }) => message);
	};

	test('says in a hint what its items cover, because without a total they have no notes', async () => {
		const october = { from: '2026-10-01', to: '2026-11-01' };
		expect(await hintsOf(october)).toEqual([
			'The period is October 2026, and the figures run from 2026-10-05 00:00 to before 2026-11-02 00:00, in UTC. Each week belongs to the period in which it begins.',
		]);
		expect(await hintsOf({ ...october, timeInterval: 'day' })).toEqual([]);
		expect(await hintsOf({ ...october, timeInterval: 'month' })).toEqual([]);
		expect(await hintsOf({ from: '2026-10-05', to: '2026-10-19' })).toEqual([]);
	});

	test('by the hour has the times', async () => {
		const { total } = await report({
			period: 'custom',
			from: '2026-10-01T06:00:00Z',
			to: '2026-10-01T12:00:00Z',
			timeInterval: 'hour',
		});
		expect(total.html).toContain(
			', from 2026-10-01 06:00 to before 2026-10-01 12:00. Time zone: UTC.',
		);
		expect(String(total.notes)).not.toContain('The period is');
	});
});

describe('several metrics', () => {
	const several = { additionalFields: { furtherMetrics: ['gasUsed', 'avgTps', 'txCount'] } };
	const names = ['Transactions', 'Gas Used', 'Average Transactions per Second'];
	const metrics = ['txCount', 'gasUsed', 'avgTps'];

	test('are told apart in items, page and files, each once with a chart of its own', async () => {
		const { points, total, files } = await report(several);
		const alone = await Promise.all(metrics.map((metric) => report({ metric })));
		const omitted = { title: undefined, html: undefined };
		expect(points.map((point) => ({ ...point, ...omitted }))).toEqual(
			alone.flatMap((each) => each.points.map((point) => ({ ...point, ...omitted }))),
		);
		expect(new Set(points.map(({ key }) => key)).size).toBe(points.length);
		expect(total).toMatchObject({
			title: expect.stringMatching(/^Transactions, Gas Used and Average .* of C-Chain, /),
			metric: metrics.join(),
			chain: 'C-Chain',
			chainId: '43114',
			values: points.length,
		});
		expect(total).not.toHaveProperty('total');
		expect(total.series).toEqual(
			alone.map(({ total: { metric, unit, average, highest, highestAt } }) =>
				expect.objectContaining({ metric, unit, average, highest, highestAt }),
			),
		);
		const rows = files.csv.text.trimEnd().split('\r\n');
		expect(rows[0]).toBe(
			'\uFEFFFrom,Before,Transactions (transactions),Gas Used (gas),Average Transactions per Second (transactions per second),Complete,Time Zone',
		);
		expect(rows.slice(1).map((row) => row.split(',').slice(2, 5))).toEqual(
			alone[0]!.points.map((_, i) => alone.map((each) => each.points[i]!.valueExact)),
		);
		expect(files.csv.name).toMatch(/^metrics-c-chain-\d{4}-\d\d\.csv$/);
		expect(Buffer.byteLength(files.page.text)).toBeLessThan(90_000);
		const headings = [...files.page.text.matchAll(/<h2[^>]*>([^<]*)</g)].map(([, text]) => text);
		const units = ['Transactions', 'Gas Used (gas)', `${names[2]!} (transactions per second)`];
		expect(headings).toEqual([
			'By metric',
			...units,
			...units.map((unit) => `${unit} by day`),
			'Notes',
		]);
		for (const name of names) expect(files.page.text).toContain(`<td align="left">${name}</td>`);
		expect(files.chart.text.match(/<svg /g)).toHaveLength(1 + metrics.length);
		expect(files.chart.text.match(/class="bar"/g)).toHaveLength(points.length);
	});

	test('of several chains name both', async () => {
		const { points, total, files } = await report({
			additionalFields: { furtherMetrics: ['gasUsed'], compareWith: ['836836'] },
		});
		const seen = new Set(points.map(({ metric, chain }) => `${metric} ${chain}`));
		expect([...seen]).toEqual([
			'txCount C-Chain',
			'txCount Demo L1',
			'gasUsed C-Chain',
			'gasUsed Demo L1',
		]);
		expect(total.title).toMatch(/^Transactions and Gas Used of C-Chain and Demo L1, /);
		expect(files.csv.text).toContain(',Gas Used of Demo L1 (gas),');
		expect(files.page.text).toContain('>Gas Used of Demo L1</td>');
	});

	test('must all be there by the interval, and are five at most', async () => {
		const ask = (furtherMetrics: string[], timeInterval: string) =>
			run('metric', 'getReport', { ...asked, timeInterval, additionalFields: { furtherMetrics } });
		const { error } = await ask(['gasUsed', 'avgTps'], 'week');
		expect(error?.message).toContain(
			'Time Interval must be Day for Average Transactions per Second',
		);
		const many = await ask(['gasUsed', 'avgTps', 'maxTps', 'avgGps', 'maxGps'], 'day');
		expect(`${many.error?.message} ${many.error?.description}`).toContain(
			'can hold at most 4 metrics, not 5',
		);
	});
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

	test('has more values than a chart has room for: all are in the rows and the file, the last ones in the chart of the page', async () => {
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
		const title = 'Average Transactions per Second (transactions per second)';
		expect(files.page.text).toContain(`${title}, last 62 days<`);
		expect(files.page.text.match(/height:10px;background:/g)).toHaveLength(62);
		expect(files.chart.text).toContain(`${title}<`);
		expect(files.chart.text.match(/class="bar"/g)).toHaveLength(100);
		// This metric has no other interval than the day.
		expect(total.notes).toContain(
			'A chart with "last" in its title leaves out earlier values. To see all of them there, choose a shorter Period. The file of Chart in Return has all.',
		);
	});

	const boundsIn = (path: string): number[] => {
		const query = new URLSearchParams(path.split('?')[1]);
		return ['startTimestamp', 'endTimestamp'].map((name) => Number(query.get(name) ?? Infinity));
	};

	/** Answers each day of the asked range with a value, a million for the first one and one more each day. */
	const answerDays = (isThere: (date: string) => boolean = () => true, value = 1_000_000) =>
		server.answer(({ path }) => {
			const [from, to] = boundsIn(path);
			const days = Array.from({ length: 800 }, (_, n) => ({
				timestamp: first + n * day,
				value: value + n,
			}));
			const isAsked = ({ timestamp }: { timestamp: number }) =>
				timestamp > from! && timestamp <= to! && isThere(new Date(timestamp * 1000).toISOString());
			return reply({ results: days.filter(isAsked) });
		});
	const october = { period: 'custom', from: '2026-10-01', to: '2026-11-01' };

	const hintsOfRows = async (parameters: IDataObject) => {
		const asksRows = { ...asked, ...october, return: ['rows'], ...parameters };
		const { run: done } = await ask('metric', 'getReport', asksRows);
		const { hints = [] } = done.data.resultData.runData.Node![0]!;
		return hints.map(({ message }) => message);
	};

	test('lacks days between others: notes, page and hint name them', async () => {
		answerDays((date) => date < '2026-10-11' || date > '2026-10-22');
		const note =
			'The service has no value for 11 days: 2026-10-11, 2026-10-12, 2026-10-13, 8 more. The figures are of the others.';
		const { total, files } = await report(october, ask);
		expect(total).toMatchObject({ values: 20, notes: expect.arrayContaining([note]) });
		expect(files.page.text).toContain(note);
		expect(await hintsOfRows({})).toContain(note);
		answerDays((date) => !date.startsWith('2026-10-11'));
		const one = 'The service has no value for 1 day: 2026-10-11. The figures are of the others.';
		expect((await report(october, ask)).total.notes).toContain(one);
	});

	test('lacks days of one of several series: the note names it', async () => {
		server.answer(({ path }) => {
			const days = Array.from({ length: 31 }, (_, n) => ({
				timestamp: first + (273 + n) * day,
				value: n,
			}));
			return reply({ results: days.filter((_, n) => !path.includes('gasUsed') || n < 29) });
		});
		const { total } = await report(
			{ ...october, additionalFields: { furtherMetrics: ['gasUsed'] } },
			ask,
		);
		expect(total.notes).toContain(
			'The service has no value of Gas Used for 2 days: 2026-10-30, 2026-10-31. The figures are of the others.',
		);
	});

	test('gives values of other times too: no figure counts them, and notes and hint say so', async () => {
		const times = ['2025-10-01', '2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01'];
		server.answer(() =>
			reply({
				results: times.map((date) => ({ timestamp: Date.parse(date) / 1000, value: 5 })),
			}),
		);
		const note = 'The figures leave out 3 values that the service gave for other times.';
		const { total } = await report(october, ask);
		expect(total).toMatchObject({
			values: 2,
			total: 10,
			from: '2026-10-01T00:00:00Z',
			to: '2026-11-01T00:00:00Z',
			notes: expect.arrayContaining([note]),
		});
		expect((await hintsOfRows({})).join()).toContain(note);
	});

	const others = ['836836', 'mainnet', 'testnet', 'total'];
	const metrics = ['gasUsed', 'avgTps', 'maxTps', 'contracts'];

	test.each([
		[2, 3],
		[0, 5],
		[4, 1],
		[2, 1],
		[1, 4],
	])(
		'has a month by day: %i further metrics of %i chains are all in charts and tables',
		async (further, chains) => {
			answerDays();
			const { files, total } = await report(
				{
					...october,
					additionalFields: {
						furtherMetrics: metrics.slice(0, further),
						compareWith: others.slice(0, chains - 1),
					},
				},
				ask,
			);
			const html = files.page!.text;
			expect(Buffer.byteLength(html)).toBeLessThan(90_000);
			expect(html).not.toMatch(/, last \d+ days|more rows/);
			expect(String(total.notes)).not.toContain('leaves out');
			expect(html.match(/height:10px;background:/g)).toHaveLength(31 * (further + 1) * chains);
			for (let date = 1; date <= 31; date++) {
				const name = `2026-10-${String(date).padStart(2, '0')}`;
				expect(html.split(`<td nowrap>${name}</td>`)).toHaveLength(further + 2);
			}
		},
	);

	test('has a month by day of five metrics of two chains, with long numbers: the charts show all of it', async () => {
		answerDays(() => true, 1_000_000_000_000);
		const { files } = await report(
			{ ...october, additionalFields: { furtherMetrics: metrics, compareWith: ['836836'] } },
			ask,
		);
		const html = files.page!.text;
		expect(Buffer.byteLength(html)).toBeLessThan(90_000);
		expect(html).not.toContain(', last ');
		expect(html.match(/height:10px;background:/g)).toHaveLength(310);
		const nine = await report(
			{
				...october,
				additionalFields: {
					furtherMetrics: metrics.slice(0, 2),
					compareWith: others.slice(0, 2),
					comparePrevious: true,
				},
			},
			ask,
		);
		expect(nine.files.page!.text).not.toMatch(/, last |more rows/);
	});

	const quarter = { period: 'custom', from: '2026-07-01', to: '2026-10-01' };

	test.each([
		['txCount', 'Time Interval Week'],
		['gasUsed', 'Time Interval Week'],
		['feesPaid', 'a shorter Period'],
	])('of a quarter of %s by day says that its charts have all with %s', async (metric, choice) => {
		answerDays();
		const { total } = await report({ ...quarter, metric }, ask);
		expect(String(total.notes)).toContain(`To see all of them there, choose ${choice}. `);
		if (metric === 'feesPaid') return;
		// The mock network has weeks.
		const byWeek = await report({ ...quarter, metric, timeInterval: 'week' });
		expect(String(byWeek.total.notes)).not.toContain('A chart with "last"');
	});

	test('has its charts before a table of three months, and behind one of a week', async () => {
		answerDays();
		const placesIn = async (period: IDataObject) => {
			const { files } = await report(
				{ ...period, additionalFields: { comparePrevious: true } },
				ask,
			);
			const html = files.page!.text;
			return [html.indexOf('>By day<'), html.indexOf('height:10px;background:')];
		};
		const [table, chart] = await placesIn(quarter);
		expect(chart).toBeLessThan(table!);
		const [short, below] = await placesIn({ ...quarter, to: '2026-07-08' });
		expect(short).toBeLessThan(below!);
	});

	test('says the value of an item with its digits grouped, and its unit once', async () => {
		answerDays();
		const { points } = await report({ ...october, metric: 'txCount' }, ask);
		expect(points[0]!.html).toMatch(/<p>Transactions: 1,000,273<\/p>$/);
		const { points: ofGas } = await report({ ...october, metric: 'gasUsed' }, ask);
		expect(ofGas[0]!.html).toMatch(/<p>Gas Used: 1,000,273 gas<\/p>$/);
	});

	test('has more of them than an e-mail holds: the titles of charts say which part they have', async () => {
		answerDays();
		const { files, total } = await report(
			{ ...october, additionalFields: { furtherMetrics: metrics, compareWith: others } },
			ask,
		);
		const html = files.page!.text;
		expect(Buffer.byteLength(html)).toBeLessThan(90_000);
		expect(html.match(/>[^<]*, last 12 days</g)!.length).toBeGreaterThanOrEqual(5);
		expect(files.chart!.text).not.toContain(', last ');
		expect(html).toMatch(/\d+ more rows\. See the CSV file\./);
		expect(String(total.notes)).toContain('A chart with "last" in its title leaves out earlier');
	});

	describe('compares with the period before', () => {
		const compare = (more: IDataObject = {}, additional: IDataObject = {}) =>
			report(
				{ ...october, ...more, additionalFields: { comparePrevious: true, ...additional } },
				ask,
			);
		// The first day of 2026 has a million transactions, and each later one has one more.
		const sumOf = (start: number, days: number) =>
			days * (1_000_000 + start) + (days * (days - 1)) / 2;
		const [september, ofOctober] = [sumOf(243, 30), sumOf(273, 31)];

		test('it stands beside this one, with difference and percent', async () => {
			answerDays();
			const { files: alone, total: totalAlone } = await report(october, ask);
			const requests = server.received.length;
			const { total, files } = await compare();
			expect(server.received.length).toBe(2 * requests);
			expect(total.total).toBe(ofOctober);
			const percent = Math.round(((ofOctober - september) / september) * 10_000) / 100;
			expect(total.previousPeriod).toEqual({
				from: '2026-09-01T00:00:00Z',
				to: '2026-10-01T00:00:00Z',
				values: 30,
				total: september,
				totalDifference: ofOctober - september,
				totalPercent: percent,
				average: september / 30,
				averageDifference: 30.5,
				averagePercent: 0,
				totalExact: String(september),
				totalDifferenceExact: String(ofOctober - september),
				averageExact: String(september / 30),
				averageDifferenceExact: '30.5',
			});
			expect(total.html).toMatch(
				/>Change since September 2026<\/div><div[^>]*>\+3\.3 % \(per day 0\.0 %\), from 30,007,725</,
			);
			const note = 'Totals compare 31 days of October 2026 with 30 days of September 2026.';
			expect(total.notes).toContain(note);
			expect(totalAlone).not.toHaveProperty('previousPeriod');
			expect(files.csv!.text).toBe(alone.csv!.text);
			expect({ ...total, previousPeriod: 0, html: 0 }).toEqual({
				...totalAlone,
				previousPeriod: 0,
				html: 0,
				notes: [
					...(totalAlone.notes as string[]).slice(0, -2),
					note,
					'Charts show each day beside that of the same place in September 2026.',
					...(totalAlone.notes as string[]).slice(-2),
				],
			});
		});

		test('periods of the same length say nothing of it', async () => {
			answerDays();
			const { total } = await compare({ from: '2026-08-01', to: '2026-09-01' });
			expect(total.html).toMatch(/>\+?0\.0 %, from /);
			expect(String(total.notes)).not.toContain('Totals compare');
		});

		test('each chain and metric has its own, a metric without a sum by its average', async () => {
			answerDays();
			const { total } = await compare({}, { compareWith: ['836836'], furtherMetrics: ['avgTps'] });
			expect(total).not.toHaveProperty('previousPeriod');
			const series = total.series as IDataObject[];
			expect(series.map(({ previousPeriod }) => previousPeriod)).toEqual([
				expect.objectContaining({ total: september, average: september / 30 }),
				expect.objectContaining({ total: september }),
				expect.objectContaining({ average: september / 30, averageDifference: 30.5 }),
				expect.objectContaining({ average: september / 30 }),
			]);
			expect(series[2]!.previousPeriod).not.toHaveProperty('total');
			expect(total.html).toContain('>Change since September 2026</th>');
			// Each is in a figure and in the table.
			expect(
				String(total.html).match(/>\+3\.3 % \(per day 0\.0 %\), from 30,007,725</g),
			).toHaveLength(4);
			expect(String(total.html).match(/>0\.0 %, from 1,000,258/g)).toHaveLength(4);
		});

		test('two chains have figures of it, too', async () => {
			answerDays();
			const { total } = await compare({}, { compareWith: ['836836'] });
			expect(total.html).toMatch(
				/: change since September 2026<\/div><div[^>]*>\+3\.3 % \(per day 0\.0 %\), from 30,007,725</,
			);
		});

		test('a value that is missing in either makes the difference unknown, and a note says so', async () => {
			answerDays((date) => !date.startsWith('2026-09-14'));
			const { total } = await compare();
			expect(total.previousPeriod).toMatchObject({
				values: 29,
				total: null,
				totalDifference: null,
				totalPercent: null,
				average: null,
				averageDifference: null,
				totalExact: null,
			});
			expect(total.notes).toContain(
				'Not compared: C-Chain, with values of 29 of 30 days in September 2026.',
			);
			expect(String(total.html)).not.toMatch(/Change since|Total in September/);
			answerDays((date) => !date.startsWith('2026-10-14'));
			const later = (await compare()).total;
			expect(later.previousPeriod).toMatchObject({ total: september, totalDifference: null });
			expect(later.notes).toContain(
				'Not compared: C-Chain, with values of 30 of 31 days in October 2026.',
			);
			expect(later.html).toMatch(/>Total in September 2026<\/div><div[^>]*>30,007,725</);
		});

		describe('while this one is not over', () => {
			/** Ten days of December are over, and the eleventh has a part of its transactions. */
			const now = Date.parse('2026-12-11T06:00Z');
			const december = { from: '2026-12-01', to: '2027-01-01' };
			const running = { start: '2026-12-11T00:00:00Z', value: 7 };
			const [days, daysBefore] = [sumOf(334, 10), sumOf(304, 10)];

			beforeEach(() => {
				jest.spyOn(Date, 'now').mockReturnValue(now);
				server.answer(({ path }) => {
					const [from, to] = boundsIn(path);
					const all = Array.from({ length: 345 }, (_, n) => ({
						timestamp: Date.parse('2026-01-01T00:00Z') / 1000 + n * day,
						value: n === 344 ? running.value : 1_000_000 + n,
					}));
					return reply({ results: all.filter(({ timestamp: at }) => at > from! && at <= to!) });
				});
			});
			afterEach(() => jest.restoreAllMocks());

			test('its whole intervals stand beside as many of the period before, and it says so', async () => {
				const { total, files } = await compare(december);
				expect(total.previousPeriod).toMatchObject({
					from: '2026-11-01T00:00:00Z',
					to: '2026-11-11T00:00:00Z',
					values: 10,
					total: daysBefore,
					totalDifference: days - daysBefore,
					comparedUntil: '2026-12-11T00:00:00Z',
					totalCompared: days,
					totalComparedExact: String(days),
				});
				expect(total.total).toBe(days + running.value);
				expect(total.notes).toContain(
					'This period is not over. Compared are 10 days of December 2026 with as many of November 2026, each from its start.',
				);
				expect(String(total.notes)).not.toContain('Not compared');
				expect(files.page!.text).toContain('Change since the first 10 days of November 2026');
			});

			test('its running interval is marked, and no extreme and no part of the average', async () => {
				const { total, files, points } = await report({ ...october, ...december }, ask);
				expect(total).toMatchObject({ lowest: 1_000_334, highest: 1_000_343, average: days / 10 });
				expect(points.at(-1)).toMatchObject({ ...running, complete: false });
				expect(files.page!.text).toContain('2026-12-11 (so far)');
				expect(files.chart!.text).toContain('2026-12-11 (so far)');
				expect(files.page!.text).not.toContain('2026-12-10 (so far)');
				expect(String(total.notes)).toContain(
					'Average, highest, lowest and first to last leave it',
				);
			});

			test('and has no whole interval, it has no average, and the period before stands alone', async () => {
				const { total } = await compare({ ...december, from: '2026-12-11', to: '2026-12-13' });
				expect(total).toMatchObject({ total: running.value, average: null, lowest: null });
				expect(total.previousPeriod).toMatchObject({
					total: sumOf(342, 2),
					totalDifference: null,
					totalCompared: null,
				});
				expect(String(total.notes)).toContain('their difference is not known yet.');
			});
		});

		test('of which no value was more than 0, the difference has no percentage, and a note says why', async () => {
			const october1 = Date.parse('2026-10-01T00:00Z') / 1000;
			const say = (before: number) =>
				server.answer(({ path }) => {
					const [from, to] = boundsIn(path);
					const days = Array.from({ length: 61 }, (_, n) => october1 + (n - 30) * day);
					const results = days
						.filter((timestamp) => timestamp > from! && timestamp <= to!)
						.map((timestamp) => ({ timestamp, value: timestamp < october1 ? before : 7 }));
					return reply({ results });
				});
			say(0);
			const { total } = await compare();
			expect(total.previousPeriod).toMatchObject({
				total: 0,
				totalDifference: 217,
				totalPercent: null,
				averagePercent: null,
			});
			expect(total.notes).toContain(
				'A figure that was 0 in the period before has no change in percent: C-Chain.',
			);
			say(1);
			expect(String((await compare()).total.notes)).not.toContain('no change in percent');
		});

		test('it is null without a beginning, and a note says so', async () => {
			answerDays();
			const { total } = await compare({ period: 'allTime' });
			expect(total.previousPeriod).toBeNull();
			expect(String(total.notes)).toContain('There is no period before one without a beginning');
		});

		test('four weeks and five have no totals to compare, but averages', async () => {
			const week = 7 * day;
			const monday = Date.parse('2026-01-05T00:00Z') / 1000;
			server.answer(({ path }) => {
				const weeks = Array.from({ length: 60 }, (_, n) => ({
					timestamp: monday + n * week,
					value: 100,
				}));
				const [from, to] = boundsIn(path);
				return reply({
					results: weeks.filter(({ timestamp }) => timestamp > from! && timestamp <= to!),
				});
			});
			// August 2026 has five Mondays, and July four.
			const { total } = await compare({
				from: '2026-08-01',
				to: '2026-09-01',
				timeInterval: 'week',
			});
			expect(total.previousPeriod).toMatchObject({
				from: '2026-07-06T00:00:00Z',
				to: '2026-08-03T00:00:00Z',
				total: 400,
				totalDifference: null,
				totalPercent: null,
				averageDifference: 0,
				averagePercent: 0,
			});
			expect(total.notes).toContain(
				'Totals are not compared, because this period has 5 weeks, and the one before 4.',
			);
			expect(total.html).toMatch(/>Total in July 2026<\/div><div[^>]*>400</);
			// So has September.
			const even = (await compare({ from: '2026-10-01', to: '2026-11-01', timeInterval: 'week' }))
				.total;
			expect(even.previousPeriod).toMatchObject({ total: 400, totalDifference: 0 });
		});
	});

	test('has none says so', async () => {
		server.answer(() => reply({ results: [] }));
		const { total, points } = await report({}, ask);
		expect(points).toEqual([]);
		const unknown = [
			'total',
			'average',
			'highest',
			'highestAt',
			'lowest',
			'lowestAt',
			'from',
			'to',
		];
		expect(total).toMatchObject({
			values: 0,
			...Object.fromEntries(unknown.map((of) => [of, null])),
		});
		expect(String(total.notes)).toContain('The service has no values for this period');
	});

	test('has none at any time: the title names the day of the report', async () => {
		server.answer(() => reply({ results: [] }));
		const { total } = await report({ period: 'allTime' }, ask);
		const years = String(total.title).match(/\d{4}/g);
		expect(years).toEqual([String(new Date().getUTCFullYear())]);
	});

	test('fails for a chain that is compared: the error names the field and the chain', async () => {
		server.answer(({ path }) =>
			path.includes('/836836/')
				? { status: 500, body: '{"message":"Resting"}' }
				: reply({ results: [] }),
		);
		const compared = { ...asked, additionalFields: { compareWith: ['836836'] } };
		const { error } = await ask('metric', 'getReport', compared, { limits: { retries: 0 } });
		expect(error?.message).toMatch(/^Compare With, Chain 836836: /);
	});
});
