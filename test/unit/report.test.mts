/** Reports without a network: exact sums, intervals of a time zone, CSV, page and chart, byte by byte. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { average, round, sum } from '../../nodes/shared/values/numbers.ts';
import { withoutPauses } from '../../nodes/shared/pace.ts';
import {
	areUneven,
	splitSeries,
	sharesOf,
	writeSvg,
	type Chart,
} from '../../nodes/shared/report/chart.ts';
import { forSpreadsheets, writeCsv } from '../../nodes/shared/report/csv.ts';
import { writePage, type Page } from '../../nodes/shared/report/page.ts';
import {
	findInterval,
	groupInPieces,
	listIntervals,
	nameRange,
	unitFor,
} from '../../nodes/shared/report/totals.ts';
import { writeAmount, writeNumber } from '../../nodes/shared/values/writing.ts';

const folder = join(process.cwd(), 'test/golden/report');

/** The file of that name has these bytes. One that is missing is written, for somebody to look at. */
function expectGolden(name: string, text: string): void {
	const path = join(folder, name);
	if (!existsSync(path)) {
		mkdirSync(folder, { recursive: true });
		writeFileSync(path, text);
		throw new Error(`${name} is written: look at it, and run the test again`);
	}
	expect(text).toBe(readFileSync(path, 'utf8'));
}

const seconds = (iso: string) => Date.parse(iso) / 1000;
const rangeOf = (from: string, to: string) => ({ from: seconds(from), to: seconds(to) });

describe('sums', () => {
	test('are exact where numbers are not', () => {
		expect(sum(['0.1', '0.2'])).toBe('0.3');
		expect(sum(Array.from({ length: 10_000 }, () => '0.000000001'))).toBe('0.00001');
		expect(sum(['9007199254740993', '0.000000000000000001'])).toBe(
			'9007199254740993.000000000000000001',
		);
		expect(sum(['1.5', '-1.5'])).toBe('0');
		expect(sum([])).toBe('0');
	});

	test('refuse what is no number', () => {
		expect(() => sum(['1', 'much'])).toThrow('much is no decimal number');
	});

	test.each([
		['2.345', 2, '2.35'],
		['2.344999999999', 2, '2.34'],
		['-2.345', 2, '-2.35'],
		['1.005', 2, '1.01'],
		['0.5', 0, '1'],
		['2.5', 0, '3'],
		['7', 2, '7.00'],
		['0.004', 2, '0.00'],
		['-0.004', 2, '0.00'],
		['999.995', 2, '1000.00'],
		['12345678901234567890.125', 2, '12345678901234567890.13'],
	])('%s with %i places is %s: half goes away from zero', (text, places, expected) => {
		expect(round(text, places)).toBe(expected);
	});
});

test.each([
	[['1', '2'], 2, '1.50'],
	[['1', '2'], 0, '2'],
	[['1', '1', '0'], 2, '0.67'],
	[['1', '0', '0'], 2, '0.33'],
	[['0.004', '0.006'], 2, '0.01'],
	[['0.0049', '0.0049', '0.0049'], 2, '0.00'],
	[['-1', '-2'], 0, '-2'],
	[['12345678901234567890', '12345678901234567891'], 1, '12345678901234567890.5'],
])('the average of %j with %i places is %s', (texts, places, expected) => {
	expect(average(texts, places)).toBe(expected);
});

describe('intervals', () => {
	const names = (
		from: string,
		to: string,
		unit: Parameters<typeof listIntervals>[1],
		zone = 'UTC',
	) => listIntervals(rangeOf(from, to), unit, zone).map(({ name }) => name);

	test('are the days, weeks, months and years that a range touches', () => {
		expect(names('2026-10-30T00:00Z', '2026-11-02T00:00Z', 'day')).toEqual([
			'2026-10-30',
			'2026-10-31',
			'2026-11-01',
		]);
		expect(names('2026-12-28T00:00Z', '2027-01-05T00:00Z', 'week')).toEqual([
			'2026-W53',
			'2027-W01',
		]);
		expect(names('2026-11-30T23:59:59Z', '2027-01-01T00:00Z', 'month')).toEqual([
			'2026-11',
			'2026-12',
		]);
		expect(names('2025-12-31T00:00Z', '2026-01-02T00:00Z', 'year')).toEqual(['2025', '2026']);
	});

	test('are those of the time zone, also where the clock changes', () => {
		// Berlin leaves summer time on 25 October 2026: that day has 25 hours.
		const days = listIntervals(
			rangeOf('2026-10-24T22:00Z', '2026-10-26T23:00Z'),
			'day',
			'Europe/Berlin',
		);
		expect(days).toEqual([
			{
				name: '2026-10-25',
				start: seconds('2026-10-24T22:00Z'),
				end: seconds('2026-10-25T23:00Z'),
			},
			{
				name: '2026-10-26',
				start: seconds('2026-10-25T23:00Z'),
				end: seconds('2026-10-26T23:00Z'),
			},
		]);
		// In Santiago, 6 September 2026 has no midnight.
		const skipped = listIntervals(
			rangeOf('2026-09-05T12:00Z', '2026-09-07T12:00Z'),
			'day',
			'America/Santiago',
		);
		expect(skipped).toEqual([
			{
				name: '2026-09-05',
				start: seconds('2026-09-05T04:00Z'),
				end: seconds('2026-09-06T04:00Z'),
			},
			{
				name: '2026-09-06',
				start: seconds('2026-09-06T04:00Z'),
				end: seconds('2026-09-07T03:00Z'),
			},
			{
				name: '2026-09-07',
				start: seconds('2026-09-07T03:00Z'),
				end: seconds('2026-09-08T03:00Z'),
			},
		]);
	});

	test('hold each moment once: the first second is in, the end is not', () => {
		const days = listIntervals(
			rangeOf('2026-10-24T22:00Z', '2026-10-26T23:00Z'),
			'day',
			'Europe/Berlin',
		);
		const at = (iso: string) => findInterval(days, seconds(iso));
		expect(at('2026-10-24T22:00Z')).toBe('2026-10-25');
		expect(at('2026-10-25T22:59:59Z')).toBe('2026-10-25');
		expect(at('2026-10-25T23:00Z')).toBe('2026-10-26');
		expect(at('2026-10-26T22:59:59Z')).toBe('2026-10-26');
	});

	test('are few enough to be drawn as bars', () => {
		const days = (count: number) => ({ from: 0, to: count * 86_400 });
		expect([31, 62, 63, 366, 435, 1500, 2000].map((count) => unitFor(days(count)))).toEqual([
			'day',
			'day',
			'week',
			'week',
			'month',
			'month',
			'year',
		]);
	});

	test.each([
		['2026-10-01T00:00Z', '2026-11-01T00:00Z', 'UTC', 'October 2026', '2026-10'],
		['2026-09-30T22:00Z', '2026-10-31T23:00Z', 'Europe/Berlin', 'October 2026', '2026-10'],
		['2026-07-01T00:00Z', '2026-10-01T00:00Z', 'UTC', 'Q3 2026', '2026-q3'],
		['2026-01-01T00:00Z', '2027-01-01T00:00Z', 'UTC', '2026', '2026'],
		['2026-10-05T00:00Z', '2026-10-06T00:00Z', 'UTC', '5 October 2026', '2026-10-05'],
		[
			'2026-10-05T00:00Z',
			'2026-10-08T12:00Z',
			'UTC',
			'5 October 2026 to 8 October 2026',
			'2026-10-05-to-2026-10-08',
		],
	])('%s to %s in %s is called %s', (from, to, zone, name, slug) => {
		expect(nameRange(rangeOf(from, to), zone)).toEqual({ name, slug });
	});

	test('a range without an end has a name that stays', () => {
		const open = { from: -Infinity, to: Infinity };
		expect(nameRange(open, 'UTC')).toEqual({ name: 'all time', slug: 'all-time' });
	});

	test('groups keep every record, in the order in which the names came', () => {
		const groups = withoutPauses(
			groupInPieces(['pear', 'apple', 'plum', 'avocado'], (word) => word[0]),
		);
		expect([...groups]).toEqual([
			['p', ['pear', 'plum']],
			['a', ['apple', 'avocado']],
		]);
	});
});

const odd = `<script>alert("1")</script> & 'x' \u0007`;

const rows = (count: number) =>
	Array.from({ length: count }, (_, n) => [`NodeID-${n}${'x'.repeat(30)}`, '3', `${n}.5`, '1.00']);

const chart: Chart = {
	title: 'AVAX a day',
	bars: [
		{ name: '2026-10-01', amount: '0', shown: '0.0000' },
		{ name: '2026-10-02', amount: '12.5', shown: '12.5000' },
		{ name: '2026-10-03', amount: '0.000000001', shown: '0.0000' },
		{ name: odd, amount: '6.25', shown: '6.2500' },
	],
};

const fewRows = [...rows(2), [odd, '1', '2', '3']];
const sums = ['Total', '7', '2.5', '5.00'];

const page: Page = {
	title: 'Staking rewards, October 2026',
	about: `mainnet, UTC ${odd}`,
	figures: [
		{ label: 'Rewards', value: '4' },
		{ label: 'Amount', value: '18.75 AVAX' },
		{ label: odd, value: odd },
	],
	charts: [chart],
	table: {
		title: 'By validator',
		heads: ['Validator', 'Rewards', 'AVAX', 'USD'],
		rows: fewRows,
		total: sums,
		elsewhere: 'Choose CSV to get all rows.',
	},
	notes: ['1 reward has no price yet.', odd],
};

describe('CSV', () => {
	test('quotes what needs it, and ends each row with CRLF', () => {
		expect(writeCsv([['a', 'b,c', 'd"e', 'f\ng', ' h', ''], ['1']])).toBe(
			'a,"b,c","d""e","f\ng"," h",\r\n1\r\n',
		);
	});

	test.each(['=1+1', '+1 x', '-x', '@SUM(A1)', '\tx', '＝1', '-1+2', '=HYPERLINK("http://x")'])(
		'%s is text for a spreadsheet',
		(cell) => {
			expect(writeCsv([[cell]]).replace(/^"/, '')[0]).toBe("'");
		},
	);

	test.each([
		['a;=1+1', "a;'=1+1"],
		['a; =1+1', "a;' =1+1"],
		['a;"=1+1"', `"a;'""=1+1"""`],
		['1;-2', "1;'-2"],
		['a|+1', "a|'+1"],
		['a,@x', `"a,'@x"`],
		['a\t=1', "a\t'=1"],
		['a\r\n=1', `"a\r\n'=1"`],
		['a;;＝1;b;-c', "a;;'＝1;b;'-c"],
		['  =1', "'  =1"],
		['"=1"', `"'""=1"""`],
	])('%j is text also where a program splits lines elsewhere: %s', (cell, written) => {
		expect(writeCsv([[cell]])).toBe(`${written}\r\n`);
	});

	test('no cell of a line begins a formula, by whatever separator it is split', () => {
		const parts = ['=', '+', '-', '@', '＝', '"', ' ', ';', ',', '|', '\t', '\r', '\n', 'a'];
		const cells = parts.flatMap((a) =>
			parts.flatMap((b) => parts.flatMap((c) => parts.map((d) => [a, b, c, d, '=1'].join('')))),
		);
		const unsafe = cells.filter((cell) => {
			const line = writeCsv([['x', cell]]);
			const pieces = [';', '|', '\t'].flatMap((separator) =>
				line.split(/[\r\n]/).flatMap((row) => row.split(separator)),
			);
			return pieces.some((piece) => /^[\s"]*[=+\-@＝＋－＠]/.test(piece));
		});
		expect(unsafe).toEqual([]);
	});

	test('numbers stay numbers, negative ones too, and words and dates what they are', () => {
		expect(writeCsv([['-1.5', '0', '12.25']])).toBe('-1.5,0,12.25\r\n');
		const words = ['2026-10-01 00:00', 'x-y;z', 'a + b', 'NodeID-7X', 'https://x.y/?a=b;c=d'];
		expect(writeCsv([words])).toBe(`${words.join(',')}\r\n`);
	});

	test('with semicolons has decimal commas in numbers alone, and quotes a cell for a semicolon', () => {
		const cells = ['-1.5', '1234.56', '1.14.2', 'a;b', 'a,b', '=1', '2026-10-01 00:00'];
		expect(writeCsv([cells], 'comma')).toBe(
			`-1,5;1234,56;1.14.2;"a;b";a,b;'=1;2026-10-01 00:00\r\n`,
		);
	});

	test('has these bytes', () => {
		expectGolden('table.csv', forSpreadsheets(writeCsv([page.table.heads, ...fewRows, sums])));
	});
});

describe('charts', () => {
	test('show each bar by its share of the longest, and no bar that is not empty as nothing', () => {
		expect(sharesOf(chart)).toEqual([0, 100, 0.5, 50]);
		expect(sharesOf({ title: '', bars: [{ name: 'x', amount: '0', shown: '0' }] })).toEqual([0]);
	});

	test('of several series share a scale, and are split where one is ten times as long as another', () => {
		const amounts = ['1000', '50', '500', '100', '0', '25'];
		const bars = amounts.map((amount) => ({ name: 'x', amount, shown: amount }));
		const uneven: Chart = { title: '', series: ['a', 'b'], bars };
		expect(areUneven([1000, 100])).toBe(false);
		bars[3]!.amount = '99';
		expect(areUneven([1000, 99])).toBe(true);
		expect(sharesOf(uneven)).toEqual([100, 5, 50, 9.9, 0, 2.5]);
		const split = splitSeries({ ...uneven, title: 'Fees' });
		expect(split.map(({ title }) => title)).toEqual(['Fees: a', 'Fees: b']);
		expect(split.map(sharesOf)).toEqual([
			[100, 50, 0],
			[50.5, 100, 25.3],
		]);
		expect(areUneven([])).toBe(false);
		expect(areUneven([1000])).toBe(false);
	});

	test('stand below each other in one file', () => {
		const svg = writeSvg([chart, { title: 'Nothing', bars: [] }]);
		expect(svg.match(/<svg /g)).toHaveLength(3);
		expect(svg).toContain('viewBox="0 0 720 600"');
		expect(svg).toContain('<svg y="300" width="720" height="300"');
		expect(svg.match(/xmlns=/g)!.length).toBeGreaterThan(0);
		expect(svg).not.toMatch(/<svg[^>]*xmlns=[^>]*xmlns=/);
	});

	test('have these bytes as SVG', () => {
		expectGolden('chart.svg', writeSvg([chart]));
		expectGolden('empty.svg', writeSvg([{ title: 'Nothing', bars: [] }]));
	});

	test('name a few bars where there are many', () => {
		const bars = Array.from({ length: 62 }, (_, n) => ({
			name: `day ${n}`,
			amount: '1',
			shown: '1',
		}));
		const named = writeSvg([{ title: 'Days', bars }]).match(/>day \d+<\/text>/g);
		expect(named).toHaveLength(8);
	});
});

describe('pages', () => {
	test('have these bytes', () => {
		expectGolden('page.html', writePage(page));
	});

	test('run nothing, load nothing, and show every text as text', () => {
		const html = writePage(page) + writeSvg([chart]);
		expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\(|\bsrc=|\bhref=|\son\w+=/i);
		expect(html.match(/&lt;script&gt;/g)!.length).toBeGreaterThan(5);
		expect(html).not.toContain('\u0007');
		expect(html.replace('http://www.w3.org/2000/svg', '')).not.toContain('http');
	});

	test('link the cells that have a page, and show their text as text', () => {
		const url = 'https://subnets.avax.network/c-chain/tx/0x12';
		const row = [{ text: odd, url }, '1', { text: '2', url: `${url}"><b>` }, '3'];
		const html = writePage({ ...page, table: { ...page.table, rows: [row] } });
		const links = [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)];
		expect(links.map(([, attributes]) => attributes)).toEqual([
			`href="${url}"`,
			`href="${url}&quot;&gt;&lt;b&gt;"`,
		]);
		expect(links[0]![2]).toContain('&lt;script&gt;');
		expect(html).not.toMatch(/<script|<b>/);
	});

	test('keep each figure beside its head on a phone: only tables whose figures have one are taken apart', () => {
		const heads = Array.from({ length: 10 }, (_, n) => `Head ${n}`);
		const long = ['NodeID-'.padEnd(40, 'x'), ...heads.slice(1).map((_, n) => `12,345,678.${n}`)];
		const narrow = { title: 'Narrow', heads: heads.slice(0, 3), rows: [['one', 'two', 'three']] };
		const details = [
			{ title: 'Wide', heads, rows: [long, ['Nothing', ...Array<string>(9).fill('')]] },
		];
		const html = writePage({ ...page, details: [...details, narrow] });
		const sheet = /<style>(.*)<\/style>/s.exec(html)![1]!;
		const moving = sheet.match(/[^{}\n]*\bt[rdh]\b[^{}]*\{[^}]*(display|flex|float|position)/g)!;
		expect(moving.length).toBeGreaterThan(0);
		for (const rule of moving) expect(rule).toMatch(/^\.stack /);
		const [, wide, last] = html.split('<table class="rows').slice(1);
		expect(wide).toMatch(/^ stack"/);
		for (const [n, figure] of long.entries())
			if (n) expect(wide).toContain(`><i hidden>Head ${n} </i>${figure}</td>`);
		// A cell without a figure has no head, so phones leave it out.
		expect(wide!.match(/<i /g)).toHaveLength(9);
		expect(last).toMatch(/^" /);
		expect(last).not.toContain('<i ');
	});

	test('stay below 90 KB: rows without room are counted and left to the files, the total is there', () => {
		const html = writePage({ ...page, table: { ...page.table, rows: rows(5000) } });
		expect(Buffer.byteLength(html)).toBeLessThan(90_000);
		expect(Buffer.byteLength(html)).toBeGreaterThan(80_000);
		const shown = html.match(/NodeID-/g)!.length;
		expect(html).toContain(
			`${(5000 - shown).toLocaleString('en-US')} more rows. The total includes them. Choose CSV to get all rows.`,
		);
		expect(html).toContain('>Total</td>');
		expect(html.trimEnd().endsWith('</html>')).toBe(true);
	});

	test('stay below 90 KB with tables below: these have the room that is left, and say what is missing', () => {
		const details = [{ title: 'More', heads: ['Name', 'Sum'], rows: rows(5000) }];
		for (const count of [3, 5000]) {
			const html = writePage({ ...page, table: { ...page.table, rows: rows(count) }, details });
			expect(Buffer.byteLength(html)).toBeLessThan(90_000);
			expect(html.indexOf('>More</h2>')).toBeGreaterThan(html.indexOf('>Total</td>'));
			expect(html).toMatch(/[\d,]+ more rows\. Choose CSV to get all rows\./);
		}
	});

	test('read each of many rows a few times at most, so that n8n serves others', () => {
		let reads = 0;
		const counted = rows(5000).map(([, ...sums]) =>
			Object.defineProperty(['', ...sums], 0, { get: () => (reads++, '2026-11-28') }),
		) as string[][];
		writePage({ ...page, table: { ...page.table, rows: counted } });
		expect(reads).toBeLessThan(10 * counted.length);
	});

	test('begin with the shorter of chart and table', () => {
		const isTableFirst = (html: string) =>
			html.indexOf('By validator') < html.indexOf('AVAX a day');
		expect(isTableFirst(writePage(page))).toBe(true);
		expect(isTableFirst(writePage({ ...page, table: { ...page.table, rows: rows(4) } }))).toBe(
			false,
		);
	});

	test('with all rows shown say nothing of further ones', () => {
		expect(writePage(page)).not.toContain('more rows');
	});

	test('without bars and notes have no heading for them', () => {
		const html = writePage({ ...page, charts: [{ title: 'AVAX a day', bars: [] }], notes: [] });
		expect(html).not.toMatch(/AVAX a day|Notes/);
	});
});

test.each([
	['1234567.891', 2, '1,234,567.89'],
	['-1234.5', 0, '-1,235'],
	['999.999', 2, '1,000.00'],
	['0', 2, '0.00'],
	['0.000000', 2, '0.00'],
	['0.005', 2, '0.01'],
	['0.004', 2, '0.004'],
	['0.000000210499', 4, '0.00000021'],
	['-0.00002', 4, '-0.00002'],
	['0.4', 0, '0'],
	['12345678901234567890', 0, '12,345,678,901,234,567,890'],
])('a reader sees %s with %i places as %s', (text, places, expected) => {
	expect(writeNumber(text, places)).toBe(expected);
});

test.each([
	['1.23456789', '1.23456789'],
	['1234.123456789', '1,234.123456789'],
	['0.000000001', '0.000000001'],
	['1.500000000000000000', '1.5'],
	['1.234567891234567891', '1.234567...'],
	['1.000000000000000001', '1.0...'],
	['-1.000000000000000001', '-1.0...'],
	['1185.687000000000000001', '1,185.687...'],
	['1185.680700000000000001', '1,185.6807...'],
	['0.005000000000000001', '0.005...'],
	['0.000000000123', '0.000000000123'],
	['0.000000000100000001', '0.0000000001...'],
	['0.000123456789123456', '0.000123456...'],
	['12', '12'],
])(
	'a message says %s as %s: all of nine places, and more never cut without a sign',
	(exact, said) => {
		expect(writeAmount(exact)).toBe(said);
	},
);
