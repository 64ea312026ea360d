// The vectors were made with viem 2.38.5, those of indexed lists and tuples by hand with its keccak256, after the
// Contract ABI Specification; the ERC-20 and ERC-721 selectors and topics are the well-known ones.
import {
	checksumAddress,
	decodeLog,
	decodeResult,
	decodeRevert,
	encodeCall,
	encodeTopics,
	keccak256,
	parseErrors,
	parseEvent,
	parseEvents,
	parseFunction,
	UnreadableData,
} from '../../nodes/Evm/abi';
import { InvalidField } from '../../nodes/shared/fields';

/** Words of 32 bytes, filled up with zeros on the left, after a `<` on the right. */
const words = (...short: string[]): string =>
	short
		.map((word) => (word.startsWith('<') ? word.slice(1).padEnd(64, '0') : word.padStart(64, '0')))
		.join('');
const data = (...short: string[]): string => `0x${words(...short)}`;

const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const bareAddress = '8db97c7cece249c2b98bdc0226cc4c2a57bf52fc';
const ones = 'f'.repeat(64);
const max = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
const least = '-57896044618658097711785492504343953926634992332820282019728792003956564819968';
const most = '57896044618658097711785492504343953926634992332820282019728792003956564819967';
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const refusal = (run: () => unknown): string => {
	try {
		run();
	} catch (error) {
		expect(error).toBeInstanceOf(InvalidField);
		return (error as Error).message;
	}
	throw new Error('was accepted');
};

describe('the declaration of a function', () => {
	const erc20 = [
		{ type: 'constructor', inputs: [{ type: 'contract IERC20', name: 'weird' }] },
		{
			type: 'function',
			name: 'balanceOf',
			inputs: [{ type: 'address', name: 'owner' }],
			outputs: [{ type: 'uint256', name: '' }],
		},
		{ type: 'function', name: 'broken', inputs: [{ type: 'contract IERC20', name: 'token' }] },
		{ type: 'event', name: 'transfer', inputs: [] },
		{
			name: 'transfer',
			inputs: [
				{ type: 'address', name: 'to' },
				{ type: 'uint', name: 'amount' },
			],
			outputs: [{ type: 'bool' }],
		},
		{
			type: 'function',
			name: 'safeTransferFrom',
			inputs: [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
		},
		{
			type: 'function',
			name: 'safeTransferFrom',
			inputs: [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }, { type: 'bytes' }],
		},
	];

	test.each([
		'balanceOf(address) returns (uint256)',
		'function balanceOf(address) returns(uint256)',
		'  function   balanceOf ( address  owner )  external view\n returns ( uint )  ; ',
		'function balanceOf(address owner) public view virtual override returns (uint256) {',
	])('is read from %j', (signature) => {
		const { name, selector, outputs, ...rest } = parseFunction(signature);
		expect([name, selector, rest.signature]).toEqual([
			'balanceOf',
			'0x70a08231',
			'balanceOf(address)',
		]);
		expect(outputs.map(({ type }) => type)).toEqual(['uint256']);
	});

	test.each([
		['balanceOf(address owner) // of all, (or none)', 'balanceOf(address)'],
		[
			'/// @notice Moves\nfunction move(\n\taddress, // to\n\tuint /* wei) */ amount\n)',
			'move(address,uint256)',
		],
	])('is read without the comments of %j', (signature, expected) => {
		expect(parseFunction(signature).signature).toBe(expected);
	});

	test('may go on over lines, and so may those around it', () => {
		const source = `
			/// @notice Moves
			function move(
				address to,
				uint256 amount
			) external
				override(IA, IB)
				returns (bool);
			// function gone(uint256)

			function stop() external;\r\n
			balanceOf(address) returns (uint256)`;
		for (const text of [source, source.replaceAll('\n', '\r\n')]) {
			expect(parseFunction(text, 'move').signature).toBe('move(address,uint256)');
			expect(parseFunction(text, 'move').outputs.map(({ type }) => type)).toEqual(['bool']);
			expect(parseFunction(text, 'stop').signature).toBe('stop()');
			expect(parseFunction(text, 'balanceOf').selector).toBe('0x70a08231');
			expect(refusal(() => parseFunction(text, 'gone'))).toContain(
				'it holds move(address,uint256), stop(), ',
			);
		}
		const events = parseEvents(
			'event Swap(\n    address indexed sender,\n    uint amount\n);\nevent Sync(uint112 a); // x\n// event B(uint8)',
		);
		expect(events.map(({ signature }) => signature)).toEqual([
			'Swap(address,uint256)',
			'Sync(uint112)',
		]);
	});

	test.each([
		['error(uint256 code)', 'error(uint256)'],
		['function error(uint code)', 'error(uint256)'],
		['receive(uint256 amount) returns (bool)', 'receive(uint256)'],
		['function receive()', 'receive()'],
		['function fallback(bytes data)', 'fallback(bytes)'],
		['event(uint8)', 'event(uint8)'],
	])('may have a name that means something else elsewhere: %j', (source, signature) => {
		const { name, selector, ...rest } = parseFunction(source);
		expect([name, rest.signature]).toEqual([signature.slice(0, signature.indexOf('(')), signature]);
		expect(selector).toBe(keccak256(Buffer.from(signature)).slice(0, 10));
	});

	test('is not taken for the nameless functions beside it', () => {
		const abi = [
			'constructor(address owner)',
			'receive() external payable',
			'fallback() external',
			'function receive(uint8)',
		];
		expect(parseFunction(abi).signature).toBe('receive(uint8)');
	});

	test.each(['error', 'receive', 'fallback', 'function', 'tuple'])(
		'may call its parameters %j in ABI JSON; of a signature it is told',
		async (word) => {
			const params = [{ type: 'uint256', name: word }];
			const abi = { type: 'function', name: word, inputs: params, outputs: params };
			const read = parseFunction(JSON.stringify([abi, { ...abi, inputs: [] }]), `${word}(uint256)`);
			expect(encodeCall(read, { [word]: 1 })).toBe(read.selector + '1'.padStart(64, '0'));
			expect(await decodeResult(read, `0x${'7'.padStart(64, '0')}`)).toEqual({ [word]: '7' });
			for (const signature of [
				`f(uint256 ${word}, bool on)`,
				`f() returns ((bool on, uint256[] ${word}) both)`,
			])
				expect(refusal(() => parseFunction(signature))).toMatch(new RegExp(`"${word}".*ABI JSON`));
		},
	);

	test('is chosen by name from an ABI, whatever else stands there', () => {
		for (const source of [
			erc20,
			JSON.stringify(erc20),
			{ contractName: 'Token', abi: erc20 },
			JSON.stringify({ abi: erc20 }),
		]) {
			expect(parseFunction(source, 'transfer').selector).toBe('0xa9059cbb');
			expect(parseFunction(source, ' balanceOf ').selector).toBe('0x70a08231');
		}
		expect(parseFunction(erc20[1]).selector).toBe('0x70a08231');
		const signatures = [
			'constructor(address owner)',
			'function balanceOf(address) returns (uint256)',
			'event transfer()',
			'transfer(address to, uint256 amount)',
		];
		expect(parseFunction(signatures, 'transfer').selector).toBe('0xa9059cbb');
	});

	test('is told apart by its types where the name is shared', () => {
		expect(parseFunction(erc20, 'safeTransferFrom(address,address,uint256)').selector).toBe(
			'0x42842e0e',
		);
		expect(
			parseFunction(erc20, 'safeTransferFrom( address from, address to, uint id, bytes data )')
				.selector,
		).toBe('0xb88d4fde');
		expect(refusal(() => parseFunction(erc20, 'safeTransferFrom'))).toBe(
			'must make clear which function is meant; name one of safeTransferFrom(address,address,uint256), safeTransferFrom(address,address,uint256,bytes)',
		);
	});

	test('takes tuples, lists and fixed bytes, with names or without', () => {
		const { selector, signature } = parseFunction(
			'submit(tuple(address maker, (uint amount, bytes4)[] legs, string note) order, int[2] memory range, bytes32[] calldata)',
		);
		expect(signature).toBe('submit((address,(uint256,bytes4)[],string),int256[2],bytes32[])');
		expect(selector).toBe('0x28f5c223');
	});

	test.each([
		[
			'',
			'must be a signature such as balanceOf(address owner) returns (uint256), or ABI JSON, not ""',
		],
		[
			'balanceOf',
			'must be a signature such as balanceOf(address owner) returns (uint256), or ABI JSON, not "balanceOf"',
		],
		['[{"type":', 'must be valid JSON if it starts like JSON: '],
		['[5]', 'must hold ABI entries or signatures; "5" is neither'],
		['f(uint257 a)', 'must use the types of an ABI; "uint257" of the function "f" is not one'],
		['f(uint08 a)', '"uint08" of the function "f" is not one'],
		['f(bytes33)', '"bytes33" of the function "f" is not one'],
		['f(uint256[0] list)', '"uint256[0]" of the function "f" is not one'],
		['f((uint a, ()) pair)', '"()" of the function "f" is not one'],
		[
			'f(IERC20 token)',
			'"IERC20" of the function "f" is not one (write address for a contract, uint8 for an enum',
		],
		[
			'{"name":"f","inputs":[{"type":"contract IERC20"}]}',
			'"contract IERC20" of the function "f" is not one',
		],
		[
			'f(uint a uint b)',
			'must be written as in balanceOf(address owner) returns (uint256); check the brackets, commas and words of the function "f"',
		],
		['f(address', 'check the brackets, commas and words of the function "f"'],
		['f(uint a) returns uint', 'check the brackets, commas and words of the function "f"'],
		[
			'{"type":"function","name":"f","inputs":{}}',
			'check the brackets, commas and words of the function "f"',
		],
		['event Transfer(address to)', 'must hold the function to use; it holds no function'],
		['["a()","b()"]', 'must make clear which function is meant; name one of a(), b()'],
	])('%j is refused in plain words', (source, message) => {
		expect(refusal(() => parseFunction(source))).toContain(message);
	});

	test('that the ABI does not hold is named, and so are those it holds', () => {
		const abi = ['a()', 'b(uint256)'];
		expect(refusal(() => parseFunction(abi, 'c'))).toBe(
			'must hold the function "c" that Function Name asks for; it holds a(), b(uint256)',
		);
		expect(refusal(() => parseFunction(abi, 'b(uint8)'))).toContain(
			'must hold the function "b(uint8)" that Function Name asks for',
		);
	});
});

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
		[
			'uint256 amount',
			'1.5',
			'must hold a whole number from 0 to 2^256-1 for amount (uint256), not "1.5"',
		],
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
			'must hold an address (0x and 40 hexadecimal digits) for to (address), not "0x1234"',
		],
		[
			'address to',
			address.replace('8db', '8Db'),
			'must hold an address with a valid checksum, or all in lower case, for to',
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

describe('an answer', () => {
	test('gives its only output as value where it has no name', async () => {
		expect(
			await decodeResult(parseFunction('balanceOf(address) returns (uint256)'), data(ones)),
		).toEqual({
			value: max,
		});
		expect(await decodeResult(parseFunction('f() returns (uint256 total)'), data('1'))).toEqual({
			total: '1',
		});
		expect(await decodeResult(parseFunction('f() returns (bool, int8)'), data('1', ones))).toEqual({
			0: true,
			1: '-1',
		});
		expect(
			await decodeResult(
				parseFunction('f() returns (int256 a, uint8, uint8 a)'),
				data('<8', '2', '3'),
			),
		).toEqual({
			a: least,
			1: '2',
			2: '3',
		});
	});

	test('keeps tuples in lists as objects, integers exact, addresses checksummed', async () => {
		const fn = parseFunction(
			'positions() returns ((uint256 id, int24 tick, bool open, address[] owners)[] list, uint8, bytes data)',
		);
		const tick = 'f27618'.padStart(64, 'f');
		const answer = data(
			'60',
			'12',
			'220',
			'2',
			'40',
			'100',
			ones,
			tick,
			'1',
			'80',
			'1',
			bareAddress,
			'0',
			'0',
			'0',
			'80',
			'0',
			'4',
			'<deadbeef',
		);
		expect(await decodeResult(fn, answer)).toEqual({
			list: [
				{ id: max, tick: '-887272', open: true, owners: [address] },
				{ id: '0', tick: '0', open: false, owners: [] },
			],
			1: '18',
			data: '0xdeadbeef',
		});
	});

	test('keeps every character of a text and only the bytes of a type', async () => {
		expect(
			await decodeResult(parseFunction('f() returns (string)'), data('20', '6', '<00efbbbf6f6b')),
		).toEqual({
			value: '\0\ufeffok',
		});
		expect(
			await decodeResult(
				parseFunction('f() returns (bytes4 a, bytes32 b)'),
				data('<01020304', ones),
			),
		).toEqual({
			a: '0x01020304',
			b: `0x${ones}`,
		});
	});

	test('can be given back as arguments', async () => {
		const types = '(uint256 id, (bool, bytes4)[] legs)[] list, address who';
		const args = { list: [{ id: max, legs: [{ 0: true, 1: '0x01020304' }] }], who: address };
		const encoded = encodeCall(parseFunction(`f(${types})`), args);
		expect(
			await decodeResult(parseFunction(`f() returns (${types})`), `0x${encoded.slice(10)}`),
		).toEqual(args);
	});

	test('that is no UTF-8 keeps what can be read', async () => {
		const result = await decodeResult(
			parseFunction('name() returns (string)'),
			data('20', '3', '<41ff42'),
		);
		expect(result).toEqual({ value: 'A\ufffdB' });
	});

	test('comes as it is where the function declares none', async () => {
		expect(await decodeResult(parseFunction('f()'), data('1'))).toEqual({ data: data('1') });
	});

	test.each([
		[
			'uint256',
			'0x',
			'The answer is empty: the address is not a contract, or its contract has no f()',
		],
		['uint8', data('100'), 'The answer of f() does not fit (uint8): 256 is beyond uint8'],
		['int8 a', data('80'), 'The answer of f() does not fit (int8 a): 128 is beyond int8'],
		['bool', data('2'), 'The answer of f() does not fit (bool): 2 is beyond bool'],
		['address', data(ones), `The answer of f() does not fit (address): ${max} is beyond address`],
		['bytes4', data('<0102030405'), 'is longer than bytes4'],
		['uint256, uint256', data('1'), 'The answer of f() does not fit (uint256, uint256)'],
		['string', data('<5761766178'), 'The answer of f() does not fit (string)'],
	])('that does not fit (%s) is an error', async (types, answer, message) => {
		const read = async () => await decodeResult(parseFunction(`f() returns (${types})`), answer);
		await expect(read).rejects.toThrow(UnreadableData);
		await expect(read).rejects.toThrow(message);
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
			'must hold an address (0x and 40 hexadecimal digits) for from (address), not "0x1"',
		],
		[{ from: [address, 'x'] }, 'for from[1] (address), not "x"'],
		[{ from: [] }, 'must hold at least one value for from, or leave it out'],
		['from', 'must be an object or a list of values to search by, not "from"'],
	])('%j is refused in plain words', (filters, message) => {
		expect(refusal(() => encodeTopics(transfer, filters))).toContain(message);
	});
});

describe('a log', () => {
	const erc20 = 'Transfer(address indexed from, address indexed to, uint256 value)';
	const erc721 =
		'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)';
	const topics = [transferTopic, data('0'), data(bareAddress)];
	const signature = 'Transfer(address,address,uint256)';
	const zero = `0x${'0'.repeat(40)}`;

	test('is the event with its arguments by name', async () => {
		expect(await decodeLog(parseEvent(erc20), { topics, data: data(ones) })).toEqual({
			event: 'Transfer',
			signature,
			args: { from: zero, to: address, value: max },
		});
	});

	test('is told apart from events of the same signature by what they index', async () => {
		const events = parseEvents([erc20, erc721, 'function Transfer()']);
		expect((await decodeLog(events, { topics, data: data('5') }))?.args).toEqual({
			from: zero,
			to: address,
			value: '5',
		});
		expect((await decodeLog(events, { topics: [...topics, data('6')], data: '0x' }))?.args).toEqual(
			{
				from: zero,
				to: address,
				tokenId: '6',
			},
		);
	});

	test.each([
		['another event', { topics: [data('1'), topics[1], topics[2]], data: data('5') }],
		['fewer topics', { topics: topics.slice(0, 2), data: data('5') }],
		['more topics', { topics: [...topics, data('6')], data: data('5') }],
		['no topics', { topics: [], data: data('5') }],
		['data that are too short', { topics, data: '0x' }],
		[
			'a topic that is no address',
			{ topics: [transferTopic, data(ones), topics[2]], data: data('5') },
		],
	])('of %s is none of it', async (_case, log) => {
		expect(await decodeLog(parseEvent(erc20), log)).toBeUndefined();
	});

	test('marks what it holds only as a hash', async () => {
		const event = parseEvent(
			'Named(string indexed name, uint8[] indexed, int8 indexed kind, string note)',
		);
		const log = {
			topics: [event.topic!, data('a1'), data('a2'), data(ones)],
			data: data('20', '8', '<73656520646f6373'),
		};
		expect((await decodeLog(event, log))?.args).toEqual({
			name: { hash: data('a1') },
			1: { hash: data('a2') },
			kind: '-1',
			note: 'see docs',
		});
	});

	test('of an anonymous event is read where no other event fits', async () => {
		const abi = [
			{
				type: 'event',
				name: 'Noted',
				anonymous: true,
				inputs: [
					{ type: 'uint256', name: 'a', indexed: true },
					{ type: 'uint256', name: 'b' },
				],
			},
			{ type: 'event', name: 'Set', inputs: [{ type: 'uint256', name: 'c' }] },
		];
		const events = parseEvents(JSON.stringify(abi));
		expect((await decodeLog(events, { topics: [data('5')], data: data('7') }))?.args).toEqual({
			a: '5',
			b: '7',
		});
		expect(
			(await decodeLog(events, { topics: [events[1].topic!], data: data('7') }))?.args,
		).toEqual({ c: '7' });
	});
});

describe('a revert', () => {
	const insufficient = `0xcf479181${words('5', '<8')}`;
	const text = words(
		'20',
		'26',
		'<45524332303a207472616e7366657220616d6f756e7420657863656564732062',
		'<616c616e6365',
	);

	test('gives the text of require and the meaning of a panic', async () => {
		expect(await decodeRevert(`0x08c379a0${text}`)).toEqual({
			message: 'ERC20: transfer amount exceeds balance',
			name: 'Error',
			signature: 'Error(string)',
			args: { reason: 'ERC20: transfer amount exceeds balance' },
		});
		expect(await decodeRevert(`0x4e487b71${words('11')}`)).toMatchObject({
			message: 'Panic 17: arithmetic overflow or underflow',
			args: { code: '17' },
		});
		expect((await decodeRevert(`0x4e487b71${words('99')}`))?.message).toBe(
			'Panic 153: unknown code',
		);
	});

	test('gives a custom error where its ABI is known, else its selector', async () => {
		const errors = parseErrors([
			'InsufficientBalance(uint256 available, uint256 required)',
			'function f()',
			'error Other()',
		]);
		const required =
			'57896044618658097711785492504343953926634992332820282019728792003956564819968';
		expect(await decodeRevert(insufficient, errors)).toEqual({
			message: `InsufficientBalance(available: 5, required: ${required})`,
			name: 'InsufficientBalance',
			signature: 'InsufficientBalance(uint256,uint256)',
			args: { available: '5', required },
		});
		expect(await decodeRevert(insufficient)).toEqual({
			message: "Reverted with selector 0xcf479181; the contract's ABI gives its name",
		});
	});

	test.each([
		['0x', 'Reverted without a reason'],
		['0x08c379a0', 'Reverted with 0x08c379a0'],
		[`0x08c379a0${words('20', '5')}`, 'Reverted with selector 0x08c379a0'],
		['0x12', 'Reverted with 0x12'],
	])('with %s is still told', async (revert, message) => {
		expect((await decodeRevert(revert))?.message).toContain(message);
	});
});

test('an address gets its checksum, whatever its letter case', () => {
	expect(checksumAddress(address.toLowerCase())).toBe(address);
	expect(checksumAddress(`0x${bareAddress.toUpperCase()}`)).toBe(address);
	expect(checksumAddress(address.replace('8db', '8Db'))).toBe(address);
	expect(refusal(() => checksumAddress('0x12'))).toContain('must be an address');
});

test('keccak256 hashes bytes', () => {
	expect(keccak256('0x1234')).toBe(
		'0x56570de287d73cd1cb6092bb8fdee6173974955fdef345ae579ee9f475ea7432',
	);
});
