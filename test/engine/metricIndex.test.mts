/** Metric > Get Report with Chart as Index: chains of unlike size in one chart, and what has no index. */
import type { IDataObject } from 'n8n-workflow';
import { barsOf } from '../support/bars.mts';
import { jsonOf, useNode } from '../support/useEngine.mts';
import { reply, useScript } from '../support/useScript.mts';

const server = useScript();
const ask = useNode('avalancheMetrics', server);
const first = Date.parse('2026-10-01T00:00Z') / 1000;

/** Answers with the values of each chain from 1 October on. Null has no record. */
const answer = (values: Record<string, Array<number | null>>) =>
	server.answer(({ path }) => {
		const [, chainId = ''] = /\/chains\/(\w+)\//.exec(path) ?? [];
		const results = (values[chainId] ?? []).flatMap((value, n) =>
			value === null ? [] : [{ timestamp: first + n * 86_400, value }],
		);
		return reply({ results });
	});

async function report(additionalFields: IDataObject) {
	const { items, error } = await ask('metric', 'getReport', {
		chainId: '43114',
		metric: 'txCount',
		timeInterval: 'day',
		period: 'custom',
		from: '2026-10-01',
		to: '2026-10-04',
		return: ['items', 'page', 'chart'],
		additionalFields,
	});
	expect(error).toBeUndefined();
	const total = jsonOf(items).at(-1)!;
	const chart = Buffer.from(items.at(-1)!.binary!.chart!.data, 'base64').toString();
	return { points: jsonOf(items).slice(0, -1), total, notes: String(total.notes), chart };
}

const compareWith = ['836836'];

test('chains that differ more than tenfold share a chart, in which both begin at 100', async () => {
	answer({ 43114: [1_000_000, 1_100_000, 900_000], 836836: [2000, 5000, null] });
	const { chart, total, notes, points } = await report({ compareWith, chartAsIndex: true });
	expect(barsOf(chart)).toEqual([
		'2026-10-01: C-Chain: 100.0',
		'2026-10-01: Chain 836836: 100.0',
		'2026-10-02: C-Chain: 110.0',
		'2026-10-02: Chain 836836: 250.0',
		'2026-10-03: C-Chain: 90.0',
		'2026-10-03: Chain 836836: –',
	]);
	expect(chart.match(/<svg /g)).toHaveLength(1);
	expect(chart).toContain('>Transactions, index (2026-10-01 = 100)</text>');
	expect(total.html).toContain('>Transactions, index (2026-10-01 = 100)</h2>');
	expect(total.html).toContain('>1,100,000<');
	expect(notes).toContain("Charts show an index: the period's first interval is 100.");
	expect(notes).not.toContain('a chart each');
	expect(notes).not.toContain('no index');
	expect(points[1]).toMatchObject({ value: 1_100_000, unit: 'transactions' });
});

test.each([
	['of 0', [0, 5000, 6000]],
	['that nobody knows', [null, 5000, 6000]],
])('a chain with a start %s has no index: a note says so', async (_, ofL1) => {
	answer({ 43114: [1_000_000, 1_100_000, 900_000], 836836: ofL1 });
	const { chart, notes, total } = await report({ compareWith, chartAsIndex: true });
	expect(barsOf(chart)).toEqual(['2026-10-01: 100.0', '2026-10-02: 110.0', '2026-10-03: 90.0']);
	expect(notes).toContain(
		'Chain 836836 has no index: its value of 2026-10-01 is 0 or unknown. The tables have its values.',
	);
	expect(total.html).toContain('>6,000<');
});

test('if no chain has an index, the charts show values', async () => {
	answer({ 43114: [0, 1_100_000, 900_000], 836836: [0, 5000, 6000] });
	const { chart, notes } = await report({ compareWith, chartAsIndex: true });
	expect(chart).not.toContain('index');
	expect(chart.match(/>Highest: /g)).toHaveLength(2);
	expect(notes).not.toContain('Charts show an index');
	expect(notes.match(/ has no index: /g)).toHaveLength(2);
});

test('a service without values has no index to tell of', async () => {
	answer({});
	const { notes } = await report({ chartAsIndex: true });
	expect(notes).not.toContain('index');
});

test('by default, charts show values', async () => {
	answer({ 43114: [1_000_000, 1_100_000, 900_000], 836836: [2000, 5000, null] });
	const { chart, notes } = await report({ compareWith });
	expect(barsOf(chart)).toContain('2026-10-02: 1,100,000');
	expect(notes).not.toContain('index');
});
