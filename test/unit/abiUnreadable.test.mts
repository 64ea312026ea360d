/** Answers, logs and reverts at the edge of what can be read: the last that fit, the first that do not, and their cost. */
import {
	decodeLog,
	decodeReason,
	decodeResult,
	decodeRevert,
	parseErrors,
	parseEvent,
	parseEvents,
	parseFunction,
	UnreadableData,
} from '../../nodes/Evm/abi';
import { readValues } from '../../nodes/Evm/abi/read';
import * as pace from '../../nodes/shared/pace';
import { word } from '../support/hex.mts';

const words = (...values: Array<bigint | number>): string => values.map(word).join('');
const text = (value: string): string => {
	const digits = Buffer.from(value).toString('hex');
	return digits.padEnd(Math.ceil(digits.length / 64) * 64, '0');
};

const read = async (types: string, digits: string): Promise<unknown> =>
	await decodeResult(parseFunction(`f() returns (${types})`), `0x${digits}`);
const refusal = async (types: string, digits: string): Promise<string> =>
	await read(types, digits).then(
		(value) => JSON.stringify(value),
		(error: Error) => error.message,
	);

afterEach(() => {
	jest.restoreAllMocks();
});

describe('an answer that is no bytes', () => {
	test.each([undefined, null, 5, {}, ['0x']])('such as %j is refused', async (answer) => {
		await expect(decodeResult(parseFunction('f() returns (uint8)'), answer)).rejects.toThrow(
			new UnreadableData('The answer of f() is not hexadecimal text'),
		);
	});

	test.each([
		'',
		'ff',
		`0X${word(1)}`,
		`${word(1)}`,
		'0x1',
		`0x${word(1)}0`,
		'0xzz',
		`0x${word(1)}zz`,
	])('such as "%s" is refused', async (answer) => {
		await expect(decodeResult(parseFunction('f() returns (uint8)'), answer)).rejects.toThrow(
			'does not fit (uint8): it is not hexadecimal text',
		);
	});
});

describe('an answer that ends too early', () => {
	test.each([
		['a number', 'uint8', word(7).slice(0, -2)],
		['the second number', 'uint8, uint8', words(7, 7).slice(0, -2)],
		['the offset of a text', 'string', ''.padEnd(62, '0')],
		['the length of a text', 'string', words(32)],
		['a text', 'string', words(32, 1)],
		['the zeros after a text', 'string', words(32, 1) + '61'.padEnd(62, '0')],
		['the second word of a text', 'string', words(32, 33, 0)],
		['the zeros after bytes', 'bytes', words(32, 1) + '61'.padEnd(62, '0')],
		['the second word of bytes', 'bytes', words(32, 33, 0)],
		['a list', 'uint8[]', words(32, 2, 1)],
		['a list of pairs', 'uint8[2][]', words(32, 2, 1, 1, 1)],
		['a fixed list', 'uint8[3]', words(1, 1)],
		['a fixed list of tuples', '(uint8, uint8)[2]', words(1, 1, 1)],
		['a tuple behind an offset', '(uint8, string)', words(32, 1, 64)],
	])('within %s is refused', async (_part, types, digits) => {
		expect(await refusal(types, digits)).toContain('): it ends too early');
	});

	test('is refused before its many parts are read', async () => {
		const count = jest.spyOn(pace, 'countWork');
		const digits = words(32, 900) + word(0).repeat(100);
		expect(await refusal('uint256[]', digits)).toContain('it ends too early');
		expect(count.mock.calls.length).toBeLessThan(10);
	});

	test.each([2n ** 64n, 2n ** 255n, 2n ** 256n - 1n])(
		'by its own offset of %d is refused',
		async (offset) => {
			expect(await refusal('string', words(offset, 0, 0))).toContain('it ends too early');
		},
	);
});

describe('an answer of just the right length', () => {
	test.each([
		['an empty text', 'string', words(32, 0), ''],
		['empty bytes', 'bytes', words(32, 0), '0x'],
		['an empty list', 'uint8[]', words(32, 0), []],
		['a text of a whole word', 'string', words(32, 32) + text('a'.repeat(32)), 'a'.repeat(32)],
		['bytes of a whole word', 'bytes', words(32, 32) + 'ab'.repeat(32), `0x${'ab'.repeat(32)}`],
		['a text of a word and a byte', 'string', words(32, 33) + text('a'.repeat(33)), 'a'.repeat(33)],
		[
			'a list of pairs',
			'uint8[2][]',
			words(32, 2, 1, 2, 3, 4),
			[
				['1', '2'],
				['3', '4'],
			],
		],
		[
			'fixed texts',
			'string[2]',
			words(32, 64, 128, 1) + text('a') + words(1) + text('b'),
			['a', 'b'],
		],
	])('is read: %s', async (_case, types, digits, value) => {
		expect(await read(types, digits)).toEqual({ value });
	});

	test('is read where fixed parts of several words stand before others', async () => {
		expect(
			await read('uint8[2] pair, (uint8 a, uint8 b) both, uint8 last', words(1, 2, 3, 4, 5)),
		).toEqual({ pair: ['1', '2'], both: { a: '3', b: '4' }, last: '5' });
	});
});

test.each([
	['uint8', 255n, 256n],
	['int8', 127n, 128n],
	['int8', 2n ** 256n - 128n, 2n ** 256n - 129n],
	['bool', 1n, 2n],
	['address', 2n ** 160n - 1n, 2n ** 160n],
])('the last value of %s is read, the first beyond it refused', async (type, last, beyond) => {
	expect(await refusal(type, word(last))).not.toContain('beyond');
	expect(await refusal(type, word(beyond))).toContain(`is beyond ${type}`);
});

test('a false is read', async () => {
	expect(await read('bool', word(0))).toEqual({ value: false });
});

test('bytes beyond a fixed type are refused wherever they stand', async () => {
	const last = word(1);
	expect(await refusal('bytes31', last)).toContain(`0x${last} is longer than bytes31`);
	expect(await read('bytes32', last)).toEqual({ value: `0x${last}` });
});

describe('parts that share their bytes', () => {
	/** A list of so many bytes, all of which point at the same. */
	const share = (count: number, length: number): string =>
		words(32, count, ...Array<number>(count).fill(count * 32), length * 32) +
		'ab'.repeat(length * 32);

	test('are read up to four times the length of the answer', async () => {
		const { value } = (await read('bytes[]', share(13, 4))) as { value: string[] };
		expect(value).toEqual(Array(13).fill(`0x${'ab'.repeat(128)}`));
	});

	test('are refused beyond it', async () => {
		expect(await refusal('bytes[]', share(14, 4))).toContain(
			'its parts point at the same bytes over and over',
		);
	});
});

describe('reading', () => {
	const count = async (types: string, digits: string): Promise<number> => {
		const counted = jest.spyOn(pace, 'countWork');
		await read(types, digits);
		return counted.mock.calls.reduce((sum, [units]) => sum + units, 0);
	};

	test.each([
		['a number counts as one unit', 'uint256[]', words(32, 100) + word(5).repeat(100), 102],
		['an address counts as 21', 'address[]', words(32, 100) + word(5).repeat(100), 2102],
		['bytes count by the word', 'bytes', words(32, 3200) + word(5).repeat(100), 102],
		['a text counts by the word', 'string', words(32, 3200) + word(5).repeat(100), 102],
	])('%s', async (_what, types, digits, units) => {
		expect(await count(types, digits)).toBe(units);
	});

	test('a log counts as 20 besides what it holds', async () => {
		const counted = jest.spyOn(pace, 'countWork');
		await decodeLog(parseEvent('event E()'), { topics: [`0x${word(1)}`], data: '0x' });
		expect(counted.mock.calls).toEqual([[20]]);
	});

	/** How often the work pauses where each look at the clock says so. */
	const countPauses = (types: string, digits: string): number => {
		jest.spyOn(pace, 'isPauseDue').mockReturnValue(true);
		const work = readValues(parseFunction(`f() returns (${types})`).outputs, `0x${digits}`);
		let pauses = 0;
		while (!work.next().done) pauses++;
		return pauses;
	};

	test.each([
		['each value', 'uint8, uint8', words(1, 2), 2],
		['each entry of a list', 'uint8[]', words(32, 5, 1, 2, 3, 4, 5), 6],
		['each piece of a long text', 'string', words(32, 2 ** 18 + 1) + '61'.repeat(2 ** 18 + 32), 3],
		['a text of one piece, once', 'string', words(32, 2 ** 18) + '61'.repeat(2 ** 18), 2],
	])('pauses before %s, where a pause is due', (_what, types, digits, pauses) => {
		expect(countPauses(types, digits)).toBe(pauses);
	});

	test('goes on without a pause where none is due', () => {
		jest.spyOn(pace, 'isPauseDue').mockReturnValue(false);
		const { outputs } = parseFunction('f() returns (uint8[], string)');
		const work = readValues(outputs, `0x${words(64, 128, 1, 7, 1)}${text('a')}`);
		expect(work.next()).toEqual({ done: true, value: [['7'], 'a'] });
	});

	test.each([
		['begins with a byte order mark', 'efbbbf61', '\ufeffa'],
		['ends amid a character', '61e4b8', 'a\ufffd'],
	])('a text that %s keeps it', async (_case, bytes, value) => {
		expect(await read('string', words(32, bytes.length / 2) + bytes.padEnd(64, '0'))).toEqual({
			value,
		});
	});

	test('a long text keeps the characters over which it was cut', async () => {
		const long = `${'a'.repeat(2 ** 18 - 1)}世界`;
		const length = Buffer.byteLength(long);
		expect(await read('string', words(32, length) + text(long))).toEqual({ value: long });
	});
});

describe('a log that cannot be read', () => {
	const event = parseEvent('event Set(uint256 indexed a)');
	const hash = `0x${word(1)}`;

	test.each([
		['no object', 'log'],
		['nothing', undefined],
		['no topics', { data: '0x' }],
		['topics in a text', { topics: hash, data: '0x' }],
		['a topic that is none', { topics: [hash, '0x1'], data: '0x' }],
		['a topic that is a number', { topics: [1], data: '0x' }],
		['no data', { topics: [hash] }],
		['data that are a number', { topics: [hash], data: 0 }],
	])('is refused: %s', async (_case, log) => {
		await expect(decodeLog(event, log)).rejects.toThrow(
			new UnreadableData('The answer holds a log without readable topics and data'),
		);
	});

	test('is of none of the events where its data are no bytes', async () => {
		expect(await decodeLog(event, { topics: [event.topic!, hash], data: 'none' })).toBeUndefined();
	});
});

test('a log holds several arguments in its data, in their order', async () => {
	const event = parseEvent('event Moved(uint8 a, uint8 indexed b, uint8 c, uint8 d)');
	const log = { topics: [event.topic!, `0x${word(2)}`], data: `0x${words(1, 3, 4)}` };
	expect((await decodeLog(event, log))?.args).toEqual({ a: '1', b: '2', c: '3', d: '4' });
});

test('of several anonymous events the one that fits is found, whatever a log begins with', async () => {
	const events = parseEvents([
		'event One(uint8 indexed a) anonymous',
		'event Two(uint256 indexed a, uint256 indexed b) anonymous',
		'event None(string text) anonymous',
	]);
	const log = { topics: [`0x${word(300)}`, `0x${word(2)}`], data: '0x' };
	expect(await decodeLog(events, log)).toMatchObject({ event: 'Two', args: { a: '300', b: '2' } });
	expect(
		await decodeLog(events, { topics: [], data: `0x${words(32, 1)}${text('a')}` }),
	).toMatchObject({ event: 'None', args: { text: 'a' } });
});

describe('the reason of a revert', () => {
	const error = (length: number) => `0x08c379a0${words(32, length)}${text('a'.repeat(length))}`;

	test.each(['', 'text', '0x0', '0xzz', ' 0x', 'no0x', '0x00 ', undefined, 5])(
		'is not told of "%s", which is no bytes',
		async (data) => {
			expect(await decodeRevert(data)).toBeUndefined();
			expect(decodeReason(data)).toBeUndefined();
		},
	);

	test('is read at once where it is short, and only named where it is long', () => {
		expect(decodeReason(error(5))?.message).toBe('aaaaa');
		const most = (100_000 - 2 - 8 - 128) / 2;
		expect(decodeReason(error(most - (most % 32)))?.name).toBe('Error');
		expect(decodeReason(error(50_000))).toEqual({
			message: "Reverted with selector 0x08c379a0; the contract's ABI gives its name",
		});
	});

	test('takes 500 characters, and is cut beyond them', async () => {
		expect((await decodeRevert(error(500)))?.message).toBe('a'.repeat(500));
		expect((await decodeRevert(error(501)))?.message).toBe(`${'a'.repeat(497)}...`);
		expect((await decodeRevert(error(501)))?.args).toEqual({ reason: 'a'.repeat(501) });
	});

	test('is found whatever the letter case of its selector', async () => {
		expect((await decodeRevert(`0x08C379A0${words(32, 1)}${text('a')}`))?.message).toBe('a');
		expect(await decodeRevert('0x08c379a0')).toEqual({
			message: "Reverted with 0x08c379a0; the contract's ABI gives its name",
		});
	});

	test('shows the arguments of a custom error: texts as they are, others as JSON', async () => {
		const errors = parseErrors(['Failed(string why, uint8[] codes, bool isFinal)']);
		const digits = words(96, 160, 1, 1) + text('x') + words(2, 7, 8);
		expect((await decodeRevert(`${errors[0]!.selector}${digits}`, errors))?.message).toBe(
			'Failed(why: x, codes: ["7","8"], isFinal: true)',
		);
	});

	test('shows no more of a long list than fits', async () => {
		const errors = parseErrors(['Many(uint256[] codes)']);
		const write = jest.spyOn(JSON, 'stringify');
		const digits = words(32, 2000) + word(1).repeat(2000);
		const { message, args } = (await decodeRevert(`${errors[0]!.selector}${digits}`, errors))!;
		expect(message).toHaveLength(500);
		expect(args!.codes).toHaveLength(2000);
		expect((write.mock.results[0]!.value as string).match(/1/g)).toHaveLength(500);
	});

	test('comes from the error whose arguments fit, of several with the same selector', async () => {
		const [known] = parseErrors(['Failed(uint8 code)']);
		const [other] = parseErrors(['Failed(uint256 code)']);
		const errors = [{ ...known! }, { ...other!, selector: known!.selector }];
		expect(await decodeRevert(`${known!.selector}${word(300)}`, errors)).toMatchObject({
			message: 'Failed(code: 300)',
			signature: 'Failed(uint256)',
		});
	});
});
