// The vectors were made with viem 2.38.5, those of indexed lists and tuples by hand with its keccak256, after the
// Contract ABI Specification; the ERC-20 and ERC-721 selectors and topics are the well-known ones.
import { encodeCall, encodeTopics, parseEvent, parseFunction } from '../../nodes/Evm/abi';
import { toChecksumAddress } from '../../nodes/shared/values/checksum.ts';
import {
	words,
	data,
	address,
	bareAddress,
	ones,
	max,
	least,
	most,
	transferTopic,
	refusal,
} from './abiValues.mts';

describe('a call', () => {
	const transfer = parseFunction('transfer(address to, uint256 amount)');
	const transferData = `0xa9059cbb${words(bareAddress, '14d1120d7b160000')}`;

	test.each([
		['a list', [address, '1500000000000000000']],
		['an object', { amount: '1500000000000000000', to: address.toLowerCase() }],
		['JSON text of a list', ` ["${address}", 1500000000000000000]`],
		['JSON text of an object', `{"to": "${address}", "amount": "0x14d1120d7b160000"}`],
		['a bigint', [` ${address} `, 1500000000000000000n]],
	])('takes its arguments as %s', (_form, args) => {
		expect(encodeCall(transfer, args)).toBe(transferData);
	});

	const submit = parseFunction(
		'submit((address maker, (uint256 amount, bytes4 kind)[] legs, string note) order, int256[2] range, bytes32[] proofs)',
	);
	const submitData =
		'0x28f5c223' +
		words(
			'80',
			'<80',
			'<7'.padEnd(65, 'f'),
			'1c0',
			bareAddress,
			'60',
			'100',
			'2',
			ones,
			'<01020304',
			'0',
			'<ffffffff',
		) +
		words('f', '<4772c3bcc39f652c20e4b896e7958c', '1', 'ab'.repeat(32));

	test('keeps every number of nested tuples and lists exact, given as JSON text or as values', () => {
		const order = {
			maker: address,
			legs: [{ amount: max, kind: '0x01020304' }, [0, '0xffffffff']],
			note: 'Grüße, 世界',
		};
		const proofs = [`0x${'ab'.repeat(32)}`];
		expect(encodeCall(submit, [order, [least, most], proofs])).toBe(submitData);
		expect(
			encodeCall(submit, { order: JSON.stringify(order), range: `[${least}, ${most}]`, proofs }),
		).toBe(submitData);
	});

	test('places lists of lists', () => {
		const fn = parseFunction('f(string[][] names, uint256[2][] pairs)');
		expect(
			encodeCall(fn, [
				[['a', 'b'], []],
				[
					[1, 2],
					['3', 4n],
				],
			]),
		).toBe(
			'0x5582e779' +
				words(
					'40',
					'1a0',
					'2',
					'40',
					'120',
					'2',
					'40',
					'80',
					'1',
					'<61',
					'1',
					'<62',
					'0',
					'2',
					'1',
					'2',
					'3',
					'4',
				),
		);
	});

	test('takes booleans and texts as they come', () => {
		const fn = parseFunction('f(bool a, bool b, string c, int8 d)');
		const encoded = words('1', '0', '80', ones, '2', '<3432');
		expect(encodeCall(fn, [true, 'False', 42, -1]).slice(10)).toBe(encoded);
		expect(encodeCall(fn, { a: 'true', b: false, c: '42', d: '-1' }).slice(10)).toBe(encoded);
	});

	test('without parameters is its selector', () => {
		expect(encodeCall(parseFunction('totalSupply() returns (uint256)'), [])).toBe('0x18160ddd');
	});

	test.each<[string, unknown, string]>([
		['uint8 level', 256, 'must hold a whole number from 0 to 255 for level (uint8), not "256"'],
		['uint8 level', -1, 'must hold a whole number from 0 to 255 for level (uint8), not "-1"'],
		['int8 level', 128, 'must hold a whole number from -128 to 127 for level (int8), not "128"'],
		[
			'uint256 amount',
			`${max}0`,
			'must hold a whole number from 0 to 2^256-1 for amount (uint256)',
		],
		[
			'int256 amount',
			`${least}0`,
			'must hold a whole number from -2^255 to 2^255-1 for amount (int256)',
		],
		['uint256 amount', '1.5', 'amount (uint256) must be a whole number'],
		[
			'uint256 amount',
			1e21,
			'must hold a number this large as text, to keep every digit, for amount',
		],
		['uint256 amount', 2 ** 53, 'must hold a number this large as text'],
		['uint256 amount', '', 'must hold a value for amount (uint256)'],
		['uint256', null, 'must hold a value for argument 1 (uint256)'],
		['uint256 amount', true, 'for amount (uint256), not "true"'],
		['bool open', 'yes', 'must hold true or false for open (bool), not "yes"'],
		['bool open', ['true'], 'must hold true or false for open (bool)'],
		[
			'address to',
			'0x1234',
			'must hold an address (0x and 40 hexadecimal digits; mixed case needs a valid checksum) for to (address), not "0x1234"',
		],
		[
			'address to',
			address.replace('8db', '8Db'),
			'must hold an address (0x and 40 hexadecimal digits; mixed case needs a valid checksum) for to',
		],
		[
			'bytes4 kind',
			'0x010203',
			'must hold 4 bytes (0x and 8 hexadecimal digits) for kind (bytes4), not "0x010203"',
		],
		[
			'bytes32 hash',
			'abcd',
			'must hold 32 bytes (0x and 64 hexadecimal digits) for hash (bytes32)',
		],
		[
			'bytes data',
			'0x123',
			'must hold bytes (0x and pairs of hexadecimal digits) for data (bytes), not "0x123"',
		],
		['string note', { a: 1n }, 'must hold text for note (string), not "{"a":"1"}"'],
		['string note', '\ud800', 'must hold text for note (string)'],
		['uint8[] list', '1,2', 'must hold a list for list (uint8[]), not "1,2"'],
		['uint8[2] list', [1], 'must hold a list of exactly 2 for list (uint8[2])'],
		[
			'uint8[][] list',
			[[1], [2, 300]],
			'must hold a whole number from 0 to 255 for list[1][1] (uint8), not "300"',
		],
		[
			'(uint8 a, (bool b)[] c) x',
			{ a: 1, c: [{ b: 2 }] },
			'must hold true or false for x.c[0].b (bool), not "2"',
		],
		['(uint8 a, bool b) x', { a: 1 }, 'must hold a value for x.b (bool)'],
		[
			'(uint8 a, bool b) x',
			{ a: 1, b: true, z: 1 },
			'must hold 2 values for x (uint8 a, bool b); "z" is not among them',
		],
		['(uint8 a, bool b) x', [1], 'must hold 2 values for x (uint8 a, bool b), not 1'],
		['(uint8 a, bool b) x', 7, 'must hold an object or a list for x ((uint8,bool)), not "7"'],
	])('f(%s) refuses %j in plain words', (parameter, value, message) => {
		expect(refusal(() => encodeCall(parseFunction(`f(${parameter})`), [value]))).toContain(message);
	});

	test.each(['9', '-9', '0xf'])(
		'of millions of digits (%s...) is refused before they are read',
		(digit) => {
			const fn = parseFunction('f(int256 amount)');
			const read = jest.spyOn(globalThis, 'BigInt');
			const refused = refusal(() => encodeCall(fn, [digit + digit.slice(-1).repeat(1_000_000)]));
			const longest = Math.max(0, ...read.mock.calls.map(([value]) => String(value).length));
			read.mockRestore();
			expect(refused).toContain(
				'must hold a whole number from -2^255 to 2^255-1 for amount (int256), not ',
			);
			expect(longest).toBeLessThan(1_000);
		},
	);

	test.each<[unknown, string]>([
		[[address], 'must hold 2 values (address to, uint256 amount), not 1'],
		[[address, 1, 2], 'must hold 2 values (address to, uint256 amount), not 3'],
		[
			{ to: address, amuont: 1 },
			'must hold 2 values (address to, uint256 amount); "amuont" is not among them',
		],
		[{ to: address }, 'must hold a value for amount (uint256)'],
		['[1, 2', 'must be a list or an object of 2 values (address to, uint256 amount), not "[1, 2"'],
		[undefined, 'must be a list or an object of 2 values (address to, uint256 amount)'],
	])('arguments %j are refused in plain words', (args, message) => {
		expect(refusal(() => encodeCall(transfer, args))).toContain(message);
	});
});

describe('the topics of an event', () => {
	const transfer = parseEvent('Transfer(address indexed from, address indexed to, uint256 value)');
	const addressTopic = data(bareAddress);

	test('leave out what is not asked for and list what may be', () => {
		expect(encodeTopics(transfer, {})).toEqual([transferTopic]);
		expect(encodeTopics(transfer, [null, ''])).toEqual([transferTopic]);
		expect(encodeTopics(transfer, { from: address })).toEqual([transferTopic, addressTopic]);
		expect(encodeTopics(transfer, `{"to": ["${address}", "0x${'0'.repeat(40)}"]}`)).toEqual([
			transferTopic,
			null,
			[addressTopic, data('0')],
		]);
		expect(encodeTopics(transfer, [null, `["${address}"]`])).toEqual([
			transferTopic,
			null,
			[addressTopic],
		]);
	});

	test('hold the hash of texts, bytes, lists and tuples', () => {
		const named = parseEvent(
			'event Named(string indexed name, bytes indexed data, uint8 indexed kind, string note)',
		);
		const alice = '0x9c0257114eb9399a2985f8e75dad7600c5d89fe3824ffa99ec1c3eb8bf3b0501';
		const bytes = '0x56570de287d73cd1cb6092bb8fdee6173974955fdef345ae579ee9f475ea7432';
		const topic = '0x6d7abb462fc4dcaaa26ae84f3b82591620977c1f5eeff23a2311ddd25f6407d8';
		expect(encodeTopics(named, ['alice', '0x1234', '7'])).toEqual([topic, alice, bytes, data('7')]);
		expect(encodeTopics(named, { name: ['alice', { hash: bytes }] })).toEqual([
			topic,
			[alice, bytes],
		]);

		const packed = parseEvent('Packed(uint16[] indexed list, (uint8 a, string b) indexed pair)');
		const list = '0xf2f4854adb54cff3d9b5699716dc1740d780394272876c22678da3e182afd963';
		const pair = '0x2919104b27111a00427dc5719d616be7497d87822aa864c58817a818e17032b4';
		expect(
			encodeTopics(packed, { list: [[1, 2, 65535]], pair: { a: 7, b: 'hello' } }).slice(1),
		).toEqual([[list], pair]);

		const texts = parseEvent('Texts(string[] indexed list)');
		expect(encodeTopics(texts, [[['alice', 'a'.repeat(33)]]])[1]).toEqual([
			'0xb9c3c57be89ae32c894aa20f41f7c65ec142e8c1c6ca296e8b91367ea3c6655c',
		]);
	});

	test('of an anonymous event begin with its first parameter', () => {
		expect(encodeTopics(parseEvent('event Noted(uint256 indexed a) anonymous'), [5])).toEqual([
			data('5'),
		]);
	});

	test.each<[unknown, string]>([
		[
			{ value: 1 },
			'must hold only indexed parameters of Transfer (address from, address to); "value" is not one',
		],
		[
			[null, null, 5],
			'must hold only indexed parameters of Transfer (address from, address to); "5" is not one',
		],
		[
			{ from: '0x1' },
			'must hold an address (0x and 40 hexadecimal digits; mixed case needs a valid checksum) for from (address), not "0x1"',
		],
		[{ from: [address, 'x'] }, 'for from[1] (address), not "x"'],
		[{ from: [] }, 'must hold at least one value for from, or leave it out'],
		['from', 'must be an object or a list of values to search by, not "from"'],
	])('%j is refused in plain words', (filters, message) => {
		expect(refusal(() => encodeTopics(transfer, filters))).toContain(message);
	});
});

test('an address gets its checksum, whatever its letter case', () => {
	expect(toChecksumAddress(address.toLowerCase())).toBe(address);
	expect(toChecksumAddress(`0x${bareAddress.toUpperCase()}`)).toBe(address);
	expect(toChecksumAddress(address.replace('8db', '8Db'))).toBe(address);
	expect(toChecksumAddress('0x12')).toBe('0x12');
});
