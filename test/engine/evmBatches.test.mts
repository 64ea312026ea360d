/** EVM calls of many items: which of them travel together, and which are sent alone and only once. */
import { keccak256 } from 'ethers';
import type { NodeOptions } from '../support/engine.mts';
import { address, hashOf, hex } from '../support/hex.mts';
import { makeItems, useEvm } from '../support/useEngine.mts';
import { type CallReply, eachCall, reply, type RpcCall, useScript } from '../support/useScript.mts';

const node = useScript(eachCall(() => ({ result: null })));
const run = useEvm(node);

const itemsOf = (count: number) => makeItems(count, (n) => ({ n, address: address(n) }));

const timedOut = { error: { code: -32002, message: 'request timed out' } };

/** Answers as avalanchego does: a call that times out takes the rest of its batch with it. */
const answerBatches = (answer: (call: RpcCall) => CallReply, batchLimit = 40) =>
	node.answer((request, ...rest) => {
		const { isBatch, calls } = request;
		if (isBatch && calls.length > batchLimit)
			return reply([
				{ jsonrpc: '2.0', id: calls[0].id, error: { code: -32600, message: 'batch too large' } },
			]);
		let isCut = false;
		const answerUntilCut = (call: RpcCall) => {
			const given = isCut ? timedOut : answer(call);
			isCut ||= given === timedOut;
			return given;
		};
		return eachCall(answerUntilCut)(request, ...rest);
	});

describe('calls of many items', () => {
	const getBalances = async (count: number, options: NodeOptions = {}) =>
		await run(
			'account',
			'getBalance',
			{ address: '={{ $json.address }}' },
			{ items: itemsOf(count), ...options },
		);
	const giveBalances = (batchLimit?: number) =>
		answerBatches(({ params }) => ({ result: hex(Number(params[0]) * 1000) }), batchLimit);
	const expectBalances = (
		items: Awaited<ReturnType<typeof getBalances>>['items'],
		count: number,
	) => {
		expect(items.map(({ json }) => json.balance)).toEqual(
			Array.from({ length: count }, (_, n) => (n * 1000) / 1e18),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: count }, (_, item) => ({ item })),
		);
	};

	test('1,000 balances are 25 requests', async () => {
		giveBalances();
		expectBalances((await getBalances(1000)).items, 1000);
		expect(node.received.length).toBe(25);
		expect(node.received.every(({ path }) => path === '/ext/bc/C/rpc')).toBe(true);
		expect(node.calls[7]).toMatchObject({
			method: 'eth_getBalance',
			params: [address(7), 'latest'],
		});
	});

	test('a server that takes smaller batches gets them, for the rest of the run', async () => {
		const batchLimit = 12;
		giveBalances(batchLimit);
		expectBalances((await getBalances(400)).items, 400);
		const taken = node.received
			.map(({ calls }) => calls.length)
			.filter((size) => size <= batchLimit);
		expect(taken.reduce((sum, size) => sum + size, 0)).toBe(400);
		expect(Math.max(...taken)).toBe(10);
		expect(node.received.length).toBeLessThan(60);
	});

	test('a server that takes no batch gets single calls', async () => {
		giveBalances(0);
		expectBalances((await getBalances(45)).items, 45);
	});

	test('a call that times out fails alone: the others of its batch are sent again', async () => {
		answerBatches(({ params }) =>
			params[0] === address(3) ? timedOut : { result: hex(Number(params[0])) },
		);
		const { items } = await getBalances(10, { continueOnFail: true });
		expect(items.map(({ json }) => json.balance)).toEqual(
			Array.from({ length: 10 }, (_, n) => (n === 3 ? undefined : n / 1e18)),
		);
		expect(items[3].json.error).toContain('request timed out');
		expect(node.calls.filter(({ params }) => params[0] === address(3)).length).toBe(1);
		expect(node.received.filter(({ isBatch }) => !isBatch).length).toBe(6);
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
		expect(items.map(({ json }) => json.balance)).toEqual([1e-15, undefined]);
		expect(items[1].json.error).toMatch(/Address.*0x12/);
		expect(node.calls.length).toBe(1);
	});
});

describe('what must not travel with others', () => {
	test('a transaction goes alone and is never sent twice', async () => {
		node.answerCalls(() =>
			node.received.length === 1 ? reply('', 503) : { result: keccak256('0x02f8') },
		);
		const { items } = await run(
			'transaction',
			'sendRaw',
			{ rawTransaction: '0x02f8' },
			{ items: itemsOf(3), continueOnFail: true },
		);
		expect(node.received.length).toBe(3);
		expect(node.received.some(({ isBatch }) => isBatch)).toBe(false);
		expect(items.filter(({ json }) => json.error).length).toBe(1);
	});

	test.each([
		['filter', 'getChanges', { filterId: '0x12' }],
		['filter', 'createBlocks', {}],
		['personal', 'lockAccount', { address: address(1) }],
		['debug', 'setGcPercent', { percent: 50 }],
		['method', 'call', { method: 'warp_getMessage', additionalFields: { parameters: '["x"]' } }],
	])('%s %s is not repeated', async (resource, operation, parameters) => {
		node.answer(() => reply('', 503));
		const { error } = await run(resource, operation, parameters);
		expect(error).toBeDefined();
		expect(node.received.length).toBe(1);
	});

	test('traces go one by one', async () => {
		node.answerCalls(() => ({ result: { gas: '0x5208' } }));
		const { items } = await run(
			'debug',
			'traceTransaction',
			{ transactionHash: hashOf(1), additionalFields: { tracer: 'callTracer' } },
			{ items: itemsOf(3) },
		);
		expect(items.map(({ json }) => json)).toEqual([
			{ chain: 'C-Chain', gas: 21000 },
			{ chain: 'C-Chain', gas: 21000 },
			{ chain: 'C-Chain', gas: 21000 },
		]);
		expect(node.received.some(({ isBatch }) => isBatch)).toBe(false);
		expect(node.calls[0].params).toEqual([hashOf(1), { tracer: 'callTracer' }]);
	});
});
