// The vectors were made with viem 2.38.5, those of indexed lists and tuples by hand with its keccak256, after the
// Contract ABI Specification; the ERC-20 and ERC-721 selectors and topics are the well-known ones.
import { keccak256 } from 'ethers';
import { decodeResult, encodeCall, parseEvents, parseFunction } from '../../nodes/Evm/abi';
import { refusal } from './abiValues.mts';

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
		['balanceOf(address)', ['uint256']],
		['decimals()', ['uint8']],
		['transfer(address,uint256)', []],
		['balanceOf(address,uint256)', []],
		['[{"type":"function","name":"decimals","inputs":[],"outputs":[]}]', []],
	])('of a standard returns what the standard says: %s', (signature, types) => {
		expect(parseFunction(signature).outputs.map(({ type }) => type)).toEqual(types);
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
			'several are declared; fill in Function Name',
		);
	});

	test('takes the name alone of a function of ERC-20 or ERC-721', () => {
		for (const name of ['balanceOf', 'allowance', 'decimals', 'ownerOf', 'tokenURI']) {
			const { outputs, selector, signature } = parseFunction(name);
			expect(outputs).toHaveLength(1);
			expect(parseFunction(signature)).toMatchObject({ selector, signature });
		}
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
		['getReserves', 'must have the types in brackets behind "getReserves"'],
		['transfer', 'must have the types in brackets behind "transfer"'],
		['toString', 'must have the types in brackets behind "toString"'],
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
		['["a()","b()"]', 'several are declared; fill in Function Name'],
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
