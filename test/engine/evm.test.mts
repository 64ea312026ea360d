/** EVM operations: what travels together, what goes alone, and what becomes of refusals. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INodeParameters } from 'n8n-workflow';
import { type Engine, loadEngine, type NodeOptions } from '../support/engine.mts';

interface Call {
	id: number;
	method: string;
	params: any[];
}
type Reply = { result: unknown } | { error: { code: number; message: string; data?: unknown } };

const address = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
const hashOf = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;
const hex = (n: number): string => `0x${n.toString(16)}`;
const itemsOf = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ json: { n, address: address(n) } }));
const timedOut = { error: { code: -32002, message: 'request timed out' } };

let engine: Engine;
let server: Server;
/** Every request as it came. */
const received: Array<{ path: string; body: Call | Call[] }> = [];
/** The status a request is answered with. */
let statusOf: (path: string) => number;
/** What a single call is answered. */
let answer: (call: Call) => Reply;
/** The most calls the server takes in a batch. */
let batchLimit: number;

const bodies = (): Array<Call | Call[]> => received.map(({ body }) => body);
const calls = (): Call[] => bodies().flat();

const reply = (call: Call) => ({ jsonrpc: '2.0', id: call.id, ...answer(call) });

/** Answers single calls and batches as avalanchego does: a call that times out takes the rest of its batch with it. */
function replyTo(asked: Call | Call[]): unknown {
	if (!Array.isArray(asked)) return reply(asked);
	if (asked.length > batchLimit)
		return [
			{ jsonrpc: '2.0', id: asked[0].id, error: { code: -32600, message: 'batch too large' } },
		];
	let cut = false;
	return asked.map((call) => {
		const one = cut ? { jsonrpc: '2.0', id: call.id, ...timedOut } : reply(call);
		cut ||= 'error' in one && one.error.code === timedOut.error.code;
		return one;
	});
}

beforeAll(async () => {
	server = createServer(async (incoming, outgoing) => {
		let text = '';
		for await (const chunk of incoming) text += String(chunk);
		const { url: path = '' } = incoming;
		const body = JSON.parse(text) as Call | Call[];
		received.push({ path, body });
		outgoing.writeHead(statusOf(path), { 'content-type': 'application/json' });
		outgoing.end(outgoing.statusCode === 200 ? JSON.stringify(replyTo(body)) : '');
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	engine = await loadEngine();
});
beforeEach(() => {
	received.length = 0;
	statusOf = () => 200;
	batchLimit = 40;
	answer = () => ({ result: null });
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
	engine.close();
});

const run = async (
	resource: string,
	operation: string,
	parameters: INodeParameters = {},
	options: NodeOptions = {},
) =>
	await engine.runNode(
		'avalancheEvm',
		{ resource, operation, ...parameters },
		{
			credentials: {
				avalancheApi: { nodeUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
			},
			...options,
		},
	);

describe('calls of many items', () => {
	const getBalances = async (count: number, options: NodeOptions = {}) =>
		await run(
			'account',
			'getBalance',
			{ address: '={{ $json.address }}' },
			{ items: itemsOf(count), ...options },
		);
	const giveBalances = () => {
		answer = ({ params }) => ({ result: hex(Number(params[0]) * 1000) });
	};
	const expectBalances = (
		items: Awaited<ReturnType<typeof getBalances>>['items'],
		count: number,
	) => {
		expect(items.map(({ json }) => json.balance)).toEqual(
			Array.from({ length: count }, (_, n) => String(n * 1000)),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: count }, (_, item) => ({ item })),
		);
	};

	test('1,000 balances are 25 requests', async () => {
		giveBalances();
		expectBalances((await getBalances(1000)).items, 1000);
		expect(received.length).toBe(25);
		expect(received.every(({ path }) => path === '/ext/bc/C/rpc')).toBe(true);
		expect(calls()[7]).toMatchObject({ method: 'eth_getBalance', params: [address(7), 'latest'] });
	});

	test('a server that takes smaller batches gets them, for the rest of the run', async () => {
		giveBalances();
		batchLimit = 12;
		expectBalances((await getBalances(400)).items, 400);
		const taken = bodies()
			.map((body) => [body].flat().length)
			.filter((size) => size <= batchLimit);
		expect(taken.reduce((sum, size) => sum + size, 0)).toBe(400);
		expect(Math.max(...taken)).toBe(10);
		expect(received.length).toBeLessThan(60);
	});

	test('a server that takes no batch gets single calls', async () => {
		giveBalances();
		batchLimit = 0;
		expectBalances((await getBalances(45)).items, 45);
	});

	test('a call that times out fails alone: the others of its batch are sent again', async () => {
		answer = ({ params }) =>
			params[0] === address(3) ? timedOut : { result: hex(Number(params[0])) };
		const { items } = await getBalances(10, { continueOnFail: true });
		expect(items.map(({ json }) => json.balance)).toEqual([
			'0',
			'1',
			'2',
			undefined,
			'4',
			'5',
			'6',
			'7',
			'8',
			'9',
		]);
		expect(items[3].json.error).toContain('request timed out');
		expect(calls().filter(({ params }) => params[0] === address(3)).length).toBe(1);
		expect(bodies().filter((body) => !Array.isArray(body)).length).toBe(6);
	});

	test('a bad address among them is told and not sent', async () => {
		giveBalances();
		const { items } = await run(
			'account',
			'getBalance',
			{ address: '={{ $json.address }}' },
			{
				items: [{ json: { address: address(1) } }, { json: { address: '0x12' } }],
				continueOnFail: true,
			},
		);
		expect(items.map(({ json }) => json.balance)).toEqual(['1000', undefined]);
		expect(items[1].json.error).toMatch(/Address.*0x12/);
		expect(calls().length).toBe(1);
	});
});

describe('what must not travel with others', () => {
	test('a transaction goes alone and is never sent twice', async () => {
		statusOf = () => (received.length === 1 ? 503 : 200);
		answer = ({ id }) => ({ result: hashOf(id) });
		const { items } = await run(
			'transaction',
			'sendRaw',
			{ rawTransaction: '0x02f8' },
			{ items: itemsOf(3), continueOnFail: true },
		);
		expect(received.length).toBe(3);
		expect(bodies().some(Array.isArray)).toBe(false);
		expect(items.filter(({ json }) => json.error).length).toBe(1);
	});

	test.each([
		['filter', 'getChanges', { filterId: '0x12' }],
		['filter', 'createBlocks', {}],
		['personal', 'lockAccount', { address: address(1) }],
		['debug', 'setGcPercent', { percent: 50 }],
		['method', 'call', { method: 'warp_getMessage', additionalFields: { parameters: '["x"]' } }],
	])('%s %s is not repeated', async (resource, operation, parameters) => {
		statusOf = () => 503;
		const { error } = await run(resource, operation, parameters);
		expect(error).toBeDefined();
		expect(received.length).toBe(1);
	});

	test('traces go one by one', async () => {
		answer = () => ({ result: { gas: '0x5208' } });
		const { items } = await run(
			'debug',
			'traceTransaction',
			{ transactionHash: hashOf(1), additionalFields: { tracer: 'callTracer' } },
			{ items: itemsOf(3) },
		);
		expect(items.map(({ json }) => json)).toEqual([
			{ gas: '21000' },
			{ gas: '21000' },
			{ gas: '21000' },
		]);
		expect(bodies().some(Array.isArray)).toBe(false);
		expect(calls()[0].params).toEqual([hashOf(1), { tracer: 'callTracer' }]);
	});
});

describe('parameters', () => {
	const sent = async (resource: string, operation: string, parameters: INodeParameters) => {
		answer = () => ({ result: '0x' });
		const { error } = await run(resource, operation, parameters);
		expect(error).toBeUndefined();
		return calls()[0].params;
	};

	test('that are left out leave their place, and nothing at the end', async () => {
		const call = { to: address(1), data: '0x1234' };
		expect(
			await sent('contract', 'call', {
				transaction: call,
				additionalFields: { blockOverrides: '{"time":"0x1"}' },
			}),
		).toEqual([call, 'latest', null, { time: '0x1' }]);
		received.length = 0;
		expect(await sent('contract', 'call', { transaction: call, block: 255 })).toEqual([
			call,
			'0xff',
		]);
		received.length = 0;
		expect(await sent('fee', 'getHistory', { blockCount: '10', lastBlock: 'latest' })).toEqual([
			'0xa',
			'latest',
			[],
		]);
	});

	test('amounts go out in wei, whatever their unit', async () => {
		const transaction = {
			to: address(1),
			value: '1.5',
			maxFeePerGas: '25.5',
			maxPriorityFeePerGas: 2,
			nonce: 7,
			gas: '0x05208',
		};
		expect(await sent('transaction', 'estimateGas', { transaction })).toEqual([
			{
				to: address(1),
				value: '0x14d1120d7b160000',
				maxFeePerGas: '0x5efeb1f00',
				maxPriorityFeePerGas: '0x77359400',
				nonce: '0x7',
				gas: '0x5208',
			},
			'latest',
		]);
		received.length = 0;
		const [inWei] = await sent('transaction', 'fill', {
			transaction: { value: '10', valueUnit: 'wei', gasPrice: '0x10', feeUnit: 'native' },
		});
		expect(inWei).toEqual({ value: '0xa', gasPrice: '0x10' });
	});

	test('tracer code, file names and passwords go out as they are', async () => {
		const code = ' {result: function() { return "/../" }} ';
		expect(
			(
				await sent('debug', 'traceTransaction', {
					transactionHash: hashOf(1),
					additionalFields: { tracerCode: code },
				})
			)[1],
		).toEqual({ tracer: code });
		received.length = 0;
		expect(await sent('debug', 'startGoTrace', { file: '../a b/c?d#e' })).toEqual(['../a b/c?d#e']);
		received.length = 0;
		expect(await sent('personal', 'newAccount', { password: ' two words ' })).toEqual([
			' two words ',
		]);
	});

	test('another chain is another path', async () => {
		const blockchain = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt';
		await sent('chain', 'getId', { chain: blockchain });
		expect(received[0].path).toBe(`/ext/bc/${blockchain}/rpc`);
	});

	test.each([
		['account', 'getBalance', { address: address(1), chain: '../info' }, 'Chain'],
		['account', 'getBalance', { address: address(1), block: 'newest' }, 'Block'],
		['account', 'getBalance', { address: address(1), block: -1 }, 'Block'],
		[
			'account',
			'getBalance',
			{ address: address(1), block: '={{ 12345678901234567890 }}' },
			'Block must be given as text',
		],
		['block', 'getByNumber', { block: hashOf(1) }, 'Block'],
		['block', 'getByHash', { blockHash: '0x12' }, 'Block Hash'],
		['transaction', 'sendRaw', { rawTransaction: '0x123' }, 'Raw Transaction'],
		['transaction', 'estimateGas', { transaction: {} }, 'Transaction is required'],
		['transaction', 'estimateGas', { transaction: { value: '0.0000000000000000001' } }, 'Value'],
		[
			'transaction',
			'estimateGas',
			{ transaction: { accessList: '[{"address":"0x12"}]' } },
			'Access List',
		],
		['transaction', 'estimateGas', { transaction: { nonce: '1.5' } }, 'Nonce'],
		['transaction', 'wait', { transaction: 'abc', timeLimit: 1 }, 'Transaction'],
		[
			'contract',
			'call',
			{ transaction: { to: address(1) }, additionalFields: { stateOverrides: '{"x":{}}' } },
			'State Overrides',
		],
		[
			'debug',
			'traceTransaction',
			{ transactionHash: hashOf(1), additionalFields: { timeout: 'soon' } },
			'Trace Timeout',
		],
		[
			'fee',
			'getHistory',
			{ blockCount: 3, lastBlock: 'latest', additionalFields: { percentiles: '50,10' } },
			'Reward Percentiles',
		],
		['log', 'getManyRaw', { filters: { topics: '["0x12"]' } }, 'Topics'],
		['log', 'getManyRaw', { filters: { fromBlock: 10, toBlock: 9 } }, 'From Block'],
		['log', 'getManyRaw', { filters: { fromBlock: 10, blockHash: hashOf(1) } }, 'Block Hash'],
		['method', 'call', { method: 'eth call' }, 'Method'],
		[
			'method',
			'call',
			{ method: 'eth_call', additionalFields: { parameters: '{}' } },
			'Parameters',
		],
		['chain', 'exportChain', { file: 'x', additionalFields: { first: 3 } }, 'First Block'],
		[
			'subnetEvm',
			'getActiveRules',
			{ chain: 'L1', additionalFields: { timestamp: 'latest' } },
			'Time',
		],
		[
			'contract',
			'call',
			{ transaction: { to: address(1) }, additionalFields: { blockOverrides: '{"time":"soon"}' } },
			'Block Overrides',
		],
	])('%s %s refuses %j and names the field', async (resource, operation, parameters, name) => {
		const { error } = await run(resource, operation, parameters as INodeParameters);
		expect(error?.message).toContain(name);
		expect(received).toEqual([]);
	});
});

test('what stands in the storage of a contract is left as it is, for it need not be a number', async () => {
	const result = {
		storage: {
			[hashOf(1)]: { key: hashOf(2), value: `0x48656c6c6f${'00'.repeat(26)}0a` },
			[hashOf(3)]: { key: null, value: hashOf(5) },
		},
		nextKey: null,
	};
	answer = () => ({ result });
	const { items } = await run('debug', 'getStorageRange', { contract: address(1), simplify: true });
	expect(items.map(({ json }) => json)).toEqual([result]);
});

describe('secrets', () => {
	test.each([
		[
			'personal',
			'unlockAccount',
			{ address: address(1), password: 'correct horse' },
			'correct horse',
		],
		[
			'personal',
			'importRawKey',
			{ privateKey: 'ab'.repeat(32), password: 'correct horse' },
			'ab'.repeat(32),
		],
		[
			'personal',
			'openWallet',
			{ url: 'ledger://1', additionalFields: { passphrase: 'correct horse' } },
			'correct horse',
		],
	])('%s %s hides it where the node repeats it', async (resource, operation, parameters, text) => {
		answer = ({ params }) => ({
			error: { code: -32000, message: `no key for ${params.join(' ')}` },
		});
		const { error, run: stored } = await run(resource, operation, parameters);
		expect(error?.message).toContain('no key for');
		expect(
			JSON.stringify([error?.message, error?.description, stored.data.resultData]),
		).not.toContain(text);
	});

	test('a key that is none is not repeated either', async () => {
		const { error } = await run('personal', 'importRawKey', {
			privateKey: 'my secret key',
			password: 'x',
		});
		expect(error?.message).toContain('Private Key');
		expect(error?.message).not.toContain('my secret key');
	});
});

describe('what is not there', () => {
	test.each([
		['transaction', 'get', { transactionHash: hashOf(1) }, null],
		['transaction', 'getReceipt', { transactionHash: hashOf(1) }, null],
		['transaction', 'getRaw', { transactionHash: hashOf(1) }, '0x'],
		['block', 'getByNumber', { block: 5 }, null],
		['block', 'getReceipts', { block: 5 }, null],
		['block', 'getTransactionCountByNumber', { block: 5 }, null],
	])('%s %s says so', async (resource, operation, parameters, result) => {
		answer = () => ({ result });
		const { items, error } = await run(resource, operation, parameters);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([{ found: false }]);
	});

	test('a method that newer nodes lost says so, and what to use', async () => {
		answer = ({ method }) => ({
			error: { code: -32601, message: `the method ${method} does not exist/is not available` },
		});
		const { error } = await run('account', 'getMany');
		expect(error?.description).toContain('internal-account');
		expect(error?.description).toMatch(/Helicon.*Send Raw/);
	});
});

describe('logs of a long range', () => {
	const most = 100;
	/** One log in each block that can be divided by 10. */
	const giveLogs = ({ method, params: [filter] }: Call): Reply => {
		if (method === 'eth_getBlockByNumber') return { result: { number: hex(1234) } };
		const [first, last] = [filter.fromBlock, filter.toBlock].map((block) =>
			block === 'latest' ? 1234 : Number(block),
		);
		if (last - first + 1 > most)
			return {
				error: {
					code: -32000,
					message: `requested too many blocks from ${first} to ${last}, maximum is set to ${most}`,
				},
			};
		const blocks = Array.from({ length: last - first + 1 }, (_, n) => first + n).filter(
			(block) => block % 10 === 0,
		);
		return {
			result: blocks.map((block) => ({ blockNumber: hex(block), address: filter.address[0] })),
		};
	};
	const logs = (filters: INodeParameters, more: INodeParameters = {}, options: NodeOptions = {}) =>
		run('log', 'getManyRaw', { filters: { addresses: address(1), ...filters }, ...more }, options);
	const blocksOf = ({ items }: Awaited<ReturnType<typeof logs>>) =>
		items.map(({ json }) => Number(json.blockNumber));
	const ranges = () => calls().filter(({ method }) => method === 'eth_getLogs');

	test('is read in parts of the size that the server says, in order', async () => {
		answer = giveLogs;
		const result = await logs({ fromBlock: 5, toBlock: 'latest' }, { returnAll: true });
		expect(blocksOf(result)).toEqual(Array.from({ length: 123 }, (_, n) => (n + 1) * 10));
		expect(ranges().length).toBe(1 + 13);
		expect(ranges()[1].params[0]).toEqual({
			address: [address(1)],
			fromBlock: '0x5',
			toBlock: hex(104),
		});
	});

	test('the size holds for the rest of the run', async () => {
		answer = giveLogs;
		const items = [{ json: { to: 499 } }, { json: { to: 499 } }];
		const result = await logs(
			{ fromBlock: 0, toBlock: '={{ $json.to }}' },
			{ returnAll: true, options: { maxInFlight: 1, batchSize: 1 } },
			{ items },
		);
		expect(blocksOf(result).length).toBe(100);
		expect(ranges().length).toBe(1 + 5 + 5);
	});

	test('a limit ends it early', async () => {
		answer = giveLogs;
		expect(blocksOf(await logs({ fromBlock: 0, toBlock: 99_999 }, { limit: 12 }))).toEqual(
			Array.from({ length: 12 }, (_, n) => n * 10),
		);
		expect(ranges().length).toBe(1 + 5);
	});

	test.each([
		{ code: -32003, message: 'response too large' },
		{ code: -32002, message: 'request timed out' },
		{ code: -32005, message: 'query returned more than 10000 results' },
	])('is halved where the server says $message', async (error) => {
		answer = (call) => {
			const given = giveLogs(call);
			return 'error' in given ? { error } : given;
		};
		expect(blocksOf(await logs({ fromBlock: 0, toBlock: 999 }, { returnAll: true })).length).toBe(
			100,
		);
		expect(ranges().length).toBeLessThan(40);
	});

	test('a refusal of one block is the error', async () => {
		answer = () => ({ error: { code: -32003, message: 'response too large' } });
		const { error } = await logs({ fromBlock: 0, toBlock: 7 }, { returnAll: true });
		expect(error?.message).toContain('response too large');
	});

	test('another refusal is no reason to ask again', async () => {
		answer = () => ({ error: { code: -32000, message: 'exceed max topics' } });
		expect((await logs({ fromBlock: 0, toBlock: 999 })).error?.message).toContain(
			'exceed max topics',
		);
		expect(received.length).toBe(1);
	});
});

describe('waiting for a transaction', () => {
	const receipt = {
		transactionHash: hashOf(1),
		blockNumber: '0x10',
		status: '0x1',
		gasUsed: '0x2',
		effectiveGasPrice: '0x3',
	};
	const wait = async (transaction: string, more: INodeParameters = {}) =>
		await run('transaction', 'wait', { transaction, timeLimit: 2, ...more });

	test('goes on while there is none', async () => {
		answer = () => ({ result: calls().length < 3 ? null : receipt });
		const { items } = await wait(hashOf(1));
		expect(items[0].json).toMatchObject({ blockNumber: '16', success: true, fee: '6' });
		expect(received.length).toBe(3);
	});

	test('ends with an error when its time is over', async () => {
		const { error } = await wait(hashOf(1), { timeLimit: 1 });
		expect(error?.message).toContain('within 1 s');
	});

	test('goes on until enough blocks follow', async () => {
		answer = ({ method }) => ({
			result: method === 'eth_blockNumber' ? hex(16 + calls().length) : receipt,
		});
		const { items } = await wait(hashOf(1), { additionalFields: { confirmations: 4 } });
		expect(items[0].json.blockNumber).toBe('16');
		expect(calls().filter(({ method }) => method === 'eth_blockNumber').length).toBe(2);
	});

	test('reads the status of an atomic transaction, by the name the node knows', async () => {
		const id = '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD';
		statusOf = (path) => (path === '/ext/bc/C/native' ? 404 : 200);
		answer = () => ({
			result:
				calls().length < 4 ? { status: 'Processing' } : { status: 'Accepted', blockHeight: '7' },
		});
		const { items } = await wait(id);
		expect(items[0].json).toEqual({ txID: id, status: 'Accepted', blockHeight: '7' });
		expect(received.map(({ path }) => path)).toEqual([
			'/ext/bc/C/native',
			...Array(3).fill('/ext/bc/C/avax'),
			// whether its block is executed
			'/ext/bc/C/rpc',
		]);
		expect(calls()[1]).toMatchObject({ method: 'avax.getAtomicTxStatus', params: [{ txID: id }] });
	});

	test('fails where an atomic transaction is dropped', async () => {
		answer = () => ({ result: { status: 'Dropped' } });
		const { error } = await wait('2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD');
		expect(error?.message).toContain('was dropped');
	});
});

describe('contracts by signature', () => {
	const word = (value: number | bigint | string) => BigInt(value).toString(16).padStart(64, '0');
	const call = async (parameters: INodeParameters, options: NodeOptions = {}) =>
		await run('contract', 'callFunction', { contract: address(5), ...parameters }, options);

	test('a function is called with its arguments, and its outputs are named', async () => {
		answer = () => ({ result: `0x${word(2n ** 200n)}${word(18)}` });
		const { items } = await call({
			function: 'position(address owner, uint256 id) returns (uint256 amount, uint8 decimals)',
			arguments: `["${address(7)}", 340282366920938463463374607431768211457]`,
			block: 255,
			additionalFields: { from: address(9), value: '0.5' },
		});
		expect(items[0].json).toEqual({ amount: String(2n ** 200n), decimals: '18' });
		const [{ data, ...rest }, block] = calls()[0].params;
		expect(rest).toEqual({ to: address(5), from: address(9), value: '0x6f05b59d3b20000' });
		expect(block).toBe('0xff');
		expect(data.slice(10)).toBe(word(address(7)) + word(2n ** 128n + 1n));
	});

	test('calls of many items travel together', async () => {
		answer = ({ params }) => ({ result: `0x${word(`0x${params[0].data.slice(-2)}`)}` });
		const parameters = {
			function: 'balanceOf(address) returns (uint256)',
			arguments: '=["{{ $json.address }}"]',
		};
		const { items } = await call(parameters, { items: itemsOf(80) });
		expect(items.map(({ json }) => json.value)).toEqual(
			Array.from({ length: 80 }, (_, n) => String(n)),
		);
		expect(received.length).toBe(2);
	});

	const abi = JSON.stringify([
		{ type: 'function', name: 'mint', inputs: [{ name: 'amount', type: 'uint256' }], outputs: [] },
		{ type: 'function', name: 'burn', inputs: [], outputs: [] },
		{ type: 'error', name: 'TooMuch', inputs: [{ name: 'most', type: 'uint256' }] },
	]);

	test('a function of an ABI is chosen by name, and its custom error is named', async () => {
		answer = () => ({
			error: { code: 3, message: 'execution reverted', data: `0xe0f0d3cc${word(7)}` },
		});
		const { error } = await call({
			function: abi,
			arguments: '{"amount": 8}',
			additionalFields: { functionName: 'mint' },
		});
		expect(error?.message).toMatch(/mint\(uint256\).*TooMuch\(most: 7\)/);
	});

	test('an address without a contract is told from a result', async () => {
		answer = () => ({ result: '0x' });
		const { error } = await call({ function: 'number() returns (uint256)', arguments: '[]' });
		expect(error?.message).toContain('the address is not a contract');
	});

	test.each([
		[{ function: 'balanceOf(address)', arguments: '[]' }, /^Arguments must hold 1 value/],
		[{ function: 'balanceOf(address)', arguments: '["0x12"]' }, /^Arguments must hold an address/],
		[{ function: 'balanceOf', arguments: '[]' }, /^Function must be a signature/],
		[{ function: abi, arguments: '[]' }, /^Function must make clear which function is meant/],
	])('%j is refused before anything is sent', async (parameters, message) => {
		const { error } = await call(parameters);
		expect(error?.message).toMatch(message);
		expect(received).toEqual([]);
	});

	test('a call is encoded without the node', async () => {
		const { items } = await run('contract', 'encodeCall', {
			function: 'transfer(address,uint256)',
			arguments: `["${address(1)}", "1000"]`,
		});
		expect(items[0].json).toEqual({ data: `0xa9059cbb${word(1)}${word(1000)}` });
		expect(received).toEqual([]);
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
		answer = () => ({ result: [transferLog(1), ofCollectible, transferLog(3), transferLog(4)] });
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
			{ event: 'Transfer', args: { ...args, value: '1' }, blockNumber: '1' },
			{ event: 'Transfer', args: { ...args, value: '3' }, blockNumber: '3' },
		]);
		expect(calls()[0].params).toEqual([
			{ address: [address(5)], fromBlock: '0x1', topics: [topic, null, topicOf(2)] },
		]);
	});

	test('logs of several events are found by any of them', async () => {
		giveTransfers();
		const { items } = await run('log', 'getMany', {
			events: `${transfer}\nApproval(address indexed owner, address indexed spender, uint256 value)`,
		});
		expect(items.length).toBe(3);
		expect(calls()[0].params[0].topics).toEqual([
			[topic, '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'],
		]);
	});

	test('a reverted transaction is told with its reason', async () => {
		answer = ({ method }) => {
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
		};
		const { items } = await run('transaction', 'wait', { transaction: hashOf(1), timeLimit: 5 });
		expect(items[0].json).toMatchObject({ success: false, revertReason: 'not yours' });
		expect(calls()[2].params).toEqual([
			{ from: address(1), to: address(5), value: '0x0', gas: '0x5208', data: '0x1234' },
			'0x10',
		]);
	});
});

test('a field named error does not make an item a failed one', async () => {
	answer = () => ({ result: { type: 'CALL', error: 'execution reverted' } });
	const { items, error } = await run(
		'debug',
		'traceCall',
		{ transaction: { to: address(1) } },
		{ onError: 'continueErrorOutput' },
	);
	expect(error).toBeUndefined();
	expect(items[0].json).toEqual({ type: 'CALL', reportedError: 'execution reverted' });
});
