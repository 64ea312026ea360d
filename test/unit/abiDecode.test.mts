// The vectors were made with viem 2.38.5, those of indexed lists and tuples by hand with its keccak256, after the
// Contract ABI Specification; the ERC-20 and ERC-721 selectors and topics are the well-known ones.
import {
	decodeLog,
	decodeResult,
	decodeRevert,
	encodeCall,
	parseErrors,
	parseEvent,
	parseEvents,
	parseFunction,
	UnreadableData,
} from '../../nodes/Evm/abi';
import {
	words,
	data,
	address,
	bareAddress,
	ones,
	max,
	least,
	transferTopic,
} from './abiValues.mts';

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

	test('lets others work between many small logs', async () => {
		const event = parseEvent(erc20);
		const ofAnother = { topics: [data('1'), topics[1], topics[2]], data: data('5') };
		let turns = 0;
		let isOver = false;
		const tick = (): void => {
			turns++;
			if (!isOver) setImmediate(tick);
		};
		setImmediate(tick);
		for (let i = 0; i < 2_000; i++) await decodeLog(event, ofAnother);
		isOver = true;
		expect(turns).toBeGreaterThan(5);
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
