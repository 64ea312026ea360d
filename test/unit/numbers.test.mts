import {
	isAtLeast,
	multiply,
	isDecimal,
	parseJson,
	toDecimalText,
	toUnits,
} from '../../nodes/shared/values/numbers.ts';

/** Reading these took minutes where the work grew with the square of the length. */
const longs = [
	'1'.repeat(200_000),
	`${'1'.repeat(200_000)}x`,
	`${'0'.repeat(200_000)}.${'0'.repeat(200_000)}e`,
	`1e${'9'.repeat(200_000)}`,
];

test.each(['1e9999', '1e-9999', '-1E+99999999', ...longs])(
	'what is too long to reckon with is no number: %.20s',
	(value) => {
		expect(toUnits(value, 18)).toBeUndefined();
		expect(multiply(value, '2')).toBeUndefined();
		expect(isAtLeast(value, '0')).toBe(false);
		expect(toDecimalText(value)).toBe(value);
	},
);

test('all that a double or 256 bits can be is reckoned with', () => {
	expect(toDecimalText(Number.MAX_VALUE)).toHaveLength(309);
	expect(toDecimalText(Number.MIN_VALUE)).toHaveLength(326);
	expect(multiply(Number.MAX_VALUE, Number.MAX_VALUE)).toHaveLength(617);
	expect(toUnits(String(2n ** 256n - 1n), 255)).toMatch(/^0\.0+1157\d+$/);
	expect(isAtLeast(Number.MIN_VALUE, 0)).toBe(true);
});

test.each([{ toString: 1 }, Object.create(null), Symbol('1'), [1], null, undefined, true, () => 1])(
	'no number, and no throw: %p',
	(value) => {
		expect(toUnits(value, 9)).toBeUndefined();
		expect(toUnits('1', value)).toBeUndefined();
		expect(multiply(value, '1')).toBeUndefined();
		expect(isAtLeast(value, '1')).toBe(false);
	},
);

describe('parseJson', () => {
	test.each(['9'.repeat(80_000), `-0.${'3'.repeat(80_000)}`, `1${'0'.repeat(80_000)}`])(
		'keeps a number of 80,000 digits as its text, with which nothing is computed (%#)',
		(written) => {
			const { a } = parseJson(`{"a":${written}}`) as { a: unknown };
			expect(a).toBe(written);
			expect(toUnits(a, 18)).toBeUndefined();
			expect(isDecimal(a)).toBe(false);
		},
	);

	test('reads large answers without a call for each value', () => {
		const parse = jest.spyOn(JSON, 'parse');
		const text = `[${'7,'.repeat(100_000)}12345678901234567890,"a\\\\\\"12345678901234567890, \\\\",-12345678901234567890]`;
		const values = parseJson(text) as unknown[];
		expect(values.slice(-3)).toEqual([
			'12345678901234567890',
			'a\\"12345678901234567890, \\',
			'-12345678901234567890',
		]);
		expect(parse.mock.calls.every(([, reviver]) => reviver === undefined)).toBe(true);
		parse.mockRestore();
	});

	test('keeps integers beyond 2^53 as text, at any depth and with a sign', () => {
		expect(
			parseJson('[18446744073709551615, {"a": [-18446744073709551615]}, 9007199254740993]'),
		).toEqual(['18446744073709551615', { a: ['-18446744073709551615'] }, '9007199254740993']);
	});

	test('leaves all other values what they were', () => {
		const text =
			'[9007199254740991, 85.71429, 1e21, "18446744073709551615", "007", null, true, -0.5]';
		expect(parseJson(text)).toEqual(JSON.parse(text));
	});

	test('refuses what is no JSON', () => {
		expect(() => parseJson('{"a": 12345678901234567890')).toThrow(SyntaxError);
		expect(() => parseJson('')).toThrow(SyntaxError);
		// Quoted, these would be.
		for (const text of [
			'{12345678901234567890: 1}',
			'[00012345678901234567890]',
			'[12345678901234567890.]',
			'12345678901234567890"',
		])
			expect(() => parseJson(text)).toThrow(SyntaxError);
	});
});

test.each([
	['1500000000', 9, '1.5'],
	['1', 9, '0.000000001'],
	['0', 9, '0'],
	[25, 0, '25'],
	['-1050', 3, '-1.05'],
	[
		'115792089237316195423570985008687907853269984665640564039457584007913129639935',
		18,
		'115792089237316195423570985008687907853269984665640564039457.584007913129639935',
	],
	['1', '6', '0.000001'],
])('toUnits(%s, %s) is %s', (amount, decimals, units) => {
	expect(toUnits(amount, decimals)).toBe(units);
});

test.each([
	['1.5', 9],
	['', 9],
	['abc', 9],
	['10', undefined],
	['10', null],
	['10', ''],
	['10', -1],
	['10', 1.5],
	[undefined, 9],
])('toUnits(%s, %s) is undefined: nothing is guessed', (amount, decimals) => {
	expect(toUnits(amount, decimals)).toBeUndefined();
});

test.each([
	['1.500000001', '12.3', '18.4500000123'],
	['3', 0.1, '0.3'],
	['2', 1e-7, '0.0000002'],
	['0', '5', '0'],
	['-1.5', '2', '-3'],
	['2', '1e3', '2000'],
])('%s x %s is %s, exactly', (a, b, product) => {
	expect(multiply(a, b)).toBe(product);
});

test('a missing factor has no product', () => {
	expect(multiply('1', undefined)).toBeUndefined();
	expect(multiply('', '1')).toBeUndefined();
});

test('numbers become plain decimal text, text and others stay', () => {
	expect([1e-7, 9.6, 1, 1e21, '1.0', true, null].map(toDecimalText)).toEqual([
		'0.0000001',
		'9.6',
		'1',
		'1000000000000000000000',
		'1.0',
		true,
		null,
	]);
});
