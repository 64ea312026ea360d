/** Contract calls and logs by signature. */
import { getAddress } from 'ethers';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeOptions } from '../support/engine.mts';
import { address, hashOf, hex, word } from '../support/hex.mts';
import { makeItems, saidBy, useNode } from '../support/useEngine.mts';
import { eachCall, useScript } from '../support/useScript.mts';

const node = useScript(eachCall(() => ({ result: null })));
const run = useNode('avalancheEvm', node);

/** A string as a function returns it. */
const asText = (text: string) =>
	word(32) + word(text.length) + Buffer.from(text).toString('hex').padEnd(64, '0');

const itemsOf = (count: number) => makeItems(count, (n) => ({ n, address: address(n) }));

describe('contracts by signature', () => {
	const call = async (parameters: INodeParameters, options: NodeOptions = {}) =>
		await run('contract', 'callFunction', { contract: address(5), ...parameters }, options);

	test('a function is called with its arguments, and its outputs are named', async () => {
		node.answerCalls(() => ({ result: `0x${word(2n ** 200n)}${word(18)}` }));
		const { items } = await call({
			function: 'position(address owner, uint256 id) returns (uint256 amount, uint8 decimals)',
			arguments: `["${address(7)}", 340282366920938463463374607431768211457]`,
			block: 255,
			additionalFields: { from: address(9), value: '0.5' },
		});
		expect(items[0].json).toEqual({
			address: address(5),
			chain: 'C-Chain',
			block: '255',
			args: { owner: address(7), id: '340282366920938463463374607431768211457' },
			amount: String(2n ** 200n),
			decimals: '18',
		});
		const [{ data, ...rest }, block] = node.calls[0].params;
		expect(rest).toEqual({ to: address(5), from: address(9), value: '0x6f05b59d3b20000' });
		expect(block).toBe('0xff');
		expect(data.slice(10)).toBe(word(address(7)) + word(2n ** 128n + 1n));
	});

	test('calls of many items travel together', async () => {
		node.answerCalls(({ params }) => ({ result: `0x${word(`0x${params[0].data.slice(-2)}`)}` }));
		const parameters = {
			function: 'pointsOf(address) returns (uint256)',
			arguments: '=["{{ $json.address }}"]',
		};
		const { items } = await call(parameters, { items: itemsOf(80) });
		expect(items.map(({ json }) => json.value)).toEqual(
			Array.from({ length: 80 }, (_, n) => String(n)),
		);
		expect(items.map(({ json }) => (json.args as string[])[0])).toEqual(
			Array.from({ length: 80 }, (_, n) => getAddress(address(n))),
		);
		expect(node.received.length).toBe(2);
	});

	test('an amount of a token stands in whole tokens too, if the contract says its decimals', async () => {
		const answers: Record<string, string> = { '0x313ce567': word(6), '0x95d89b41': asText('DUSD') };
		node.answerCalls(({ params }) => ({
			result: `0x${answers[params[0].data.slice(0, 10)] ?? word(1_500_001)}`,
		}));
		const parameters = { function: 'totalSupply() returns (uint256)', arguments: '[]' };
		const { items } = await call(parameters);
		expect(items[0].json).toEqual({
			address: address(5),
			chain: 'C-Chain',
			block: 'latest',
			amount: 1.500001,
			amountExact: '1.500001',
			symbol: 'DUSD',
			value: '1500001',
		});
		node.answerCalls(({ params }) =>
			params[0].data.startsWith('0x18160ddd')
				? { result: `0x${word(7)}` }
				: { error: { code: 3, message: 'execution reverted' } },
		);
		const { items: others } = await call(parameters);
		expect(others[0].json).toMatchObject({ amount: null, amountExact: null, value: '7' });
	});

	test('a whole number is scaled by the decimals given, exactly, and no contract is asked for them', async () => {
		node.answerCalls(() => ({ result: `0x${word(2n ** 256n - 1_500_000_001n)}` }));
		const scaled = async (fn: string, decimals: number | string) =>
			await call({ function: fn, arguments: '[]', additionalFields: { decimals } });
		const { items } = await scaled('latestAnswer() returns (int256)', 8);
		expect(items[0].json).toMatchObject({
			amount: -15.00000001,
			symbol: null,
			amountExact: '-15.00000001',
			value: '-1500000001',
		});
		expect(node.calls).toHaveLength(1);
		expect((await scaled('totalSupply() returns (uint256)', '0')).items[0].json).toMatchObject({
			amountExact: String(2n ** 256n - 1_500_000_001n),
		});
		expect(node.calls).toHaveLength(2);
	});

	test.each([
		['two() returns (uint256, uint256)', 18, /Decimals takes a function that returns one whole/],
		['open() returns (bool)', 18, /Decimals takes a function that returns one whole number/],
		['left() returns (uint256 amount)', 18, /Decimals adds amount, and left returns a value/],
		['price() returns (uint256)', 78, /Decimals.*whole number from 0 to 77/s],
		['price() returns (uint256)', -1, /Decimals.*whole number from 0 to 77/s],
	])('%s with %s decimals is refused', async (fn, decimals, message) => {
		const { error } = await call({ function: fn, arguments: '[]', additionalFields: { decimals } });
		expect(saidBy(error)).toMatch(message);
		expect(node.calls).toHaveLength(0);
	});

	const abi = JSON.stringify([
		{ type: 'function', name: 'mint', inputs: [{ name: 'amount', type: 'uint256' }], outputs: [] },
		{ type: 'function', name: 'burn', inputs: [], outputs: [] },
		{ type: 'error', name: 'TooMuch', inputs: [{ name: 'most', type: 'uint256' }] },
	]);

	test('a function of an ABI is chosen by name, and its custom error is named', async () => {
		node.answerCalls(() => ({
			error: { code: 3, message: 'execution reverted', data: `0xe0f0d3cc${word(7)}` },
		}));
		const { error } = await call({
			function: abi,
			arguments: '{"amount": 8}',
			additionalFields: { functionName: 'mint' },
		});
		expect(error?.message).toMatch(/mint\(uint256\).*TooMuch\(most: 7\)/);
	});

	test.each<[string, { message: string; data?: string }, string]>([
		['no data', { message: 'execution reverted' }, 'may have no such function'],
		['empty data', { message: 'execution reverted', data: '0x' }, 'may have no such function'],
		['words', { message: 'execution reverted: paused' }, 'Check the arguments'],
		[
			'an error',
			{ message: 'execution reverted', data: `0xe0f0d3cc${word(7)}` },
			'Check the arguments',
		],
	])('a call that is rejected with %s says what to check', async (_with, refusal, says) => {
		node.answerCalls(() => ({ error: { code: 3, ...refusal } }));
		const { error } = await call({ function: 'foo()', arguments: '[]' });
		expect(error?.description).toMatch(new RegExp(`^(The contract )?${says}`));
	});

	test('an address without a contract is told from a result', async () => {
		node.answerCalls(() => ({ result: '0x' }));
		const { error } = await call({ function: 'number() returns (uint256)', arguments: '[]' });
		expect(error?.message).toContain('the address is not a contract');
	});

	test.each([
		[{ function: 'balanceOf(address)', arguments: '[]' }, /^Enter a list such as \["0x\.\.\."\]/],
		[{ function: 'balanceOf(address)', arguments: '["0x12"]' }, /^Arguments must hold an address/],
		[{ function: 'balanceOf', arguments: '[]' }, /^Enter a list such as \["0x\.\.\."\]/],
		[
			{ function: 'getReward' },
			/^Enter it with the types .* in the form balanceOf\(address owner\)/,
		],
		[{ function: 'transfer' }, /^Enter it with the types .* in the form transfer\(address to,/],
		[
			{ function: abi, arguments: '[]' },
			/^In Additional Fields, enter one of these as Function Name, such as/,
		],
	])('%j is refused before anything is sent, with a short first line', async (parameters, rule) => {
		const { error } = await call(parameters);
		expect(error?.message.length).toBeLessThanOrEqual(90);
		expect(error?.message).toMatch(
			/^Check (Arguments|Function)(: (it must .*|it cannot be "[^"]+"|several are declared; fill in Function Name))?$/,
		);
		expect(`${error?.description || error?.message}`).toMatch(rule);
		expect(node.received).toEqual([]);
	});

	test('an answer that is not what the standard says comes as data, as MKR gives its symbol', async () => {
		const data = `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`;
		node.answerCalls(() => ({ result: data }));
		const read = async (source: string) => await call({ function: source, arguments: '[]' });
		expect((await read('symbol()')).items.map(({ json }) => json)).toMatchObject([{ data }]);
		const declared = await read('symbol() returns (string)');
		expect(saidBy(declared.error)).toContain('whether the function returns what is declared');
	});

	test('a call is encoded without the node', async () => {
		const { items } = await run('contract', 'encodeCall', {
			function: 'transfer(address,uint256)',
			arguments: `["${address(1)}", "1000"]`,
		});
		expect(items[0].json).toEqual({
			args: { 0: address(1), 1: '1000' },
			data: `0xa9059cbb${word(1)}${word(1000)}`,
		});
		expect(node.received).toEqual([]);
	});

	const transfer = 'Transfer(address indexed from, address indexed to, uint256 value)';
	const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
	const topicOf = (n: number) => `0x${word(n)}`;
	const giveTransfers = () => {
		const transferLog = (n: number) => ({
			topics: [topic, topicOf(1), topicOf(2)],
			data: `0x${word(n)}`,
			blockNumber: hex(n),
		});
		// the same topic stands in the logs of tokens that index the value too
		const ofCollectible = {
			topics: [topic, topicOf(1), topicOf(2), topicOf(3)],
			data: '0x',
			blockNumber: '0x2',
		};
		node.answerCalls(() => ({
			result: [transferLog(1), ofCollectible, transferLog(3), transferLog(4)],
		}));
	};

	test('logs are found by event and arguments, and decoded', async () => {
		giveTransfers();
		const { items } = await run('log', 'getMany', {
			events: transfer,
			limit: 2,
			filters: { addresses: address(5), fromBlock: 1, arguments: `{"to": "${address(2)}"}` },
		});
		const args = { from: `0x${'0'.repeat(39)}1`, to: `0x${'0'.repeat(39)}2` };
		expect(items.map(({ json }) => json)).toMatchObject([
			{ event: 'Transfer', args: { ...args, value: '1' }, blockNumber: 1 },
			{ event: 'Transfer', args: { ...args, value: '3' }, blockNumber: 3 },
		]);
		expect(node.calls[0].params).toEqual([
			{ address: [address(5)], fromBlock: '0x1', topics: [topic, null, topicOf(2)] },
		]);
	});

	test('an event that is declared without indexed is read as the standards index it', async () => {
		giveTransfers();
		const indexed = await run('log', 'getMany', { events: transfer, filters: { fromBlock: 1 } });
		giveTransfers();
		const bare = await run('log', 'getMany', {
			events: 'Transfer(address from, address to, uint256 value)',
			filters: { fromBlock: 1 },
		});
		expect(bare.items.map(({ json }) => json.args)).toEqual(
			expect.arrayContaining(indexed.items.map(({ json }) => json.args)),
		);
		expect(indexed.items.length).toBeGreaterThan(0);
	});

	test('logs that do not fit what a declaration says is indexed are told, not passed over', async () => {
		giveTransfers();
		const { items, run: done } = await run('log', 'getMany', {
			events: 'Transfer(address indexed from, address to, uint256 value)',
			filters: { fromBlock: 1 },
		});
		expect(items).toEqual([]);
		const { hints = [] } = done.data.resultData.runData.Node[0];
		expect(hints.map(({ message }) => message)).toContain(
			'Left out: 4 logs of this event that index other parameters than the declaration. Contracts differ in this, such as those of tokens and NFTs. To read these too, add the event as their contract declares it.',
		);
	});

	test('logs of several events are found by any of them', async () => {
		giveTransfers();
		const { items } = await run('log', 'getMany', {
			events: `${transfer}\nApproval(address indexed owner, address indexed spender, uint256 value)`,
		});
		expect(items.length).toBe(3);
		expect(node.calls[0].params[0].topics).toEqual([
			[topic, '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'],
		]);
	});

	test.each([
		['transfer', 'a9059cbb', [address(7), 5000], { to: address(7), value: '5000' }],
		[
			'transferFrom',
			'23b872dd',
			[address(7), address(8), 5],
			{ from: address(7), to: address(8), valueOrTokenId: '5' },
		],
		['approve', '095ea7b3', [address(7), 5], { spender: address(7), valueOrTokenId: '5' }],
	])('a transaction says that it calls %s of a token', async (name, selector, given, args) => {
		const words = given.map((one) => word(typeof one === 'number' ? one : BigInt(one)));
		const input = `0x${selector}${words.join('')}`;
		const to = address(5);
		node.answerCalls(() => ({ result: { hash: hashOf(1), to, value: '0x0', input } }));
		const get = async (sent: string, more: INodeParameters = {}) => {
			node.answerCalls(({ method }) =>
				method === 'eth_call'
					? { result: '0x' }
					: { result: { hash: hashOf(1), to, value: '0x0', input: sent } },
			);
			return await run('transaction', 'get', { transactionHash: hashOf(1), ...more });
		};
		const { items, run: told } = await get(input);
		const unknown = { tokenAmount: null, tokenSymbol: null, tokenAmountExact: null };
		const called = { function: name, arguments: args, amount: 0, input };
		expect(items[0].json).toMatchObject({ ...called, ...unknown });
		const { hints } = told.data.resultData.runData.Node[0]!;
		expect(hints!.map(({ message }) => message).join()).toContain('are in its smallest unit');
		for (const odd of [`0x${selector}`, input.slice(0, -2), `0x12345678${words.join('')}`, '0x'])
			expect((await get(odd)).items[0].json).toMatchObject({
				function: null,
				arguments: null,
				input: odd,
				...unknown,
			});
		const { items: raw } = await get(input, { simplify: false });
		expect(Object.keys(raw[0].json)).not.toContain('function');
		// With Simplify off, nothing is asked of the token.
		expect(node.calls.every(({ method }) => method === 'eth_getTransactionByHash')).toBe(true);
	});

	test.each([
		['transfer', 6, '5000', '0.005'],
		['transfer', 0, '5000', '5000'],
		['transferFrom', 18, '5000', '0.000000000000005'],
		// Without decimals, it can be the ID of an NFT.
		['transferFrom', 0, '5000', null],
		['transfer', 18, '123456789012345678901234567890', '123456789012.34567890123456789'],
	])(
		'a %s with %i decimals has its amount in whole tokens',
		async (name, decimals, base, whole) => {
			const [selector, ...first] = name === 'transfer' ? ['a9059cbb', 7] : ['23b872dd', 7, 8];
			const parties = first.map((n) => word(BigInt(address(Number(n)))));
			const input = `0x${selector}${[...parties, word(BigInt(base))].join('')}`;
			const text = Buffer.from('USDC').toString('hex').padEnd(64, '0');
			node.answerCalls(({ method, params: [call] }) => {
				if (method !== 'eth_call')
					return { result: { hash: hashOf(1), to: address(5), value: '0x0', input } };
				const isSymbol = String((call as IDataObject).data).startsWith('0x95d89b41');
				return { result: `0x${isSymbol ? word(32) + word(4) + text : word(decimals)}` };
			});
			const { items } = await run('transaction', 'get', { transactionHash: hashOf(1) });
			expect(items[0].json).toMatchObject({
				amount: 0,
				tokenAmount: whole === null ? null : Number(whole),
				tokenSymbol: whole === null ? null : 'USDC',
				tokenAmountExact: whole,
			});
		},
	);

	test.each([
		[2n ** 256n - 1n, 6, true],
		[5_000_000n, 6, false],
		// It can be the ID of an NFT.
		[2n ** 256n - 1n, 0, null],
	])(
		'an approval of %i with %i decimals says whether it is unlimited',
		async (base, places, is) => {
			const input = `0x095ea7b3${word(BigInt(address(7)))}${word(base)}`;
			node.answerCalls(({ method }) =>
				method === 'eth_call'
					? { result: `0x${word(places)}` }
					: { result: { hash: hashOf(1), to: address(5), value: '0x0', input } },
			);
			const { items } = await run('transaction', 'get', { transactionHash: hashOf(1) });
			expect(items[0].json.unlimited).toBe(is);
		},
	);

	test('a reverted transaction is told with its reason', async () => {
		node.answerCalls(({ method }) => {
			if (method === 'eth_getTransactionReceipt')
				return { result: { status: '0x0', blockNumber: '0x10' } };
			if (method === 'eth_getTransactionByHash')
				return {
					result: {
						from: address(1),
						to: address(5),
						value: '0x0',
						gas: '0x5208',
						input: '0x1234',
					},
				};
			const reason = Buffer.from('not yours').toString('hex').padEnd(64, '0');
			return {
				error: {
					code: 3,
					message: 'execution reverted: not yours',
					data: `0x08c379a0${word(32)}${word(9)}${reason}`,
				},
			};
		});
		const { items } = await run('transaction', 'wait', { transaction: hashOf(1), timeLimit: 5 });
		expect(items[0].json).toMatchObject({ status: 'failed', revertReason: 'not yours' });
		expect(node.calls[2].params).toEqual([
			{ from: address(1), to: address(5), value: '0x0', gas: '0x5208', data: '0x1234' },
			'0x10',
		]);
	});
});
