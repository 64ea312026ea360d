/** The WebSockets of the mock network: what a node of avalanchego was seen to send and to refuse. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type Devnet, demoL1Chain, fundedAccount, nodeAccount } from '../../../devnet/devnet.mts';
import type { Evm } from '../../../devnet/evm/anvil.mts';
import { deploy, writeEmitter } from '../../support/deploy.mts';
import { send as request } from './devnetScene.mts';
import { startNode } from './nodeClient.mts';

const cSocket = '/ext/bc/C/ws';
const l1Socket = `/ext/bc/${demoL1Chain.blockchainId}/ws`;
const hash = /^0x[0-9a-f]{64}$/;

let devnet: Devnet;
let evm: Evm;
const opened: WebSocket[] = [];
beforeAll(async () => {
	devnet = await startNode();
	evm = await devnet.evm();
});
beforeEach(() => {
	devnet.faults([]);
	devnet.clearLog();
});
afterEach(() => {
	for (const socket of opened.splice(0)) socket.terminate();
});

/** A client that keeps what it gets; `next` is the first that it was not yet asked for. */
async function connect(path = cSocket, { nodeUrl } = devnet) {
	const socket = new WebSocket(nodeUrl.replace('http', 'ws') + path);
	opened.push(socket);
	const kept: any[] = [];
	const waiting: Array<(message: any) => void> = [];
	socket.on('error', () => {});
	socket.on('message', (data: Buffer) => {
		const message = JSON.parse(data.toString());
		const take = waiting.shift();
		if (take) take(message);
		else kept.push(message);
	});
	await once(socket, 'open');
	const next = async () =>
		kept.shift() ?? (await new Promise<any>((resolve) => waiting.push(resolve)));
	const ask = async (message: unknown) => {
		socket.send(typeof message === 'string' ? message : JSON.stringify(message));
		return await next();
	};
	const call = async (method: string, ...params: unknown[]) =>
		await ask({ jsonrpc: '2.0', id: 1, method, params });
	const subscribe = async (...params: unknown[]): Promise<string> =>
		(await call('eth_subscribe', ...params)).result;
	return { socket, kept, next, ask, call, subscribe, closed: once(socket, 'close') };
}

/** The status that refuses a handshake. */
const refusal = async (path: string, { nodeUrl } = devnet) => {
	const socket = new WebSocket(nodeUrl.replace('http', 'ws') + path);
	const [, response] = await once(socket, 'unexpected-response');
	response.destroy();
	return response.statusCode;
};
const transfer = (from = nodeAccount, to = fundedAccount) =>
	evm.request('eth_sendTransaction', [{ from, to, value: '0x1' }]);

test('a socket answers calls and batches as HTTP does, on both kinds of chain', async () => {
	const { ask, call } = await connect();
	expect(await call('eth_chainId')).toEqual({ jsonrpc: '2.0', id: 1, result: '0xa86a' });
	const calls = (count: number) =>
		Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }));
	expect(await ask(calls(40))).toHaveLength(40);
	expect(await ask(calls(41))).toEqual([
		{ jsonrpc: '2.0', id: 0, error: { code: -32600, message: 'batch too large' } },
	]);
	const onL1 = await connect(l1Socket);
	expect(Number((await onL1.call('eth_chainId')).result)).toBe(Number(demoL1Chain.chainId));
	expect(await connect('/ext/bc/demo/ws')).toBeDefined();
});

test('what is no handshake, no chain, or no chain yet is refused', async () => {
	for (const method of ['GET', 'POST'])
		expect(await request(devnet.nodeUrl + cSocket, { method })).toMatchObject({
			status: 400,
			text: 'Bad Request\n',
		});
	expect(await refusal('/ext/bc/nowhere/ws')).toBe(404);
	expect(await refusal('/ext/bc/P/ws')).toBe(404);
	expect(await refusal('/ext/bc/C/rpc')).toBe(200);
	devnet.world.setChain({ chain: 'demo', state: 'bootstrapping' });
	expect(await refusal('/ext/bc/demo/ws')).toBe(503);
	devnet.world.setChain({ chain: 'demo', state: 'ready' });
	devnet.faults([{ path: cSocket, status: 401, message: 'Unauthorized' }]);
	expect(await refusal(cSocket)).toBe(401);
});

test('JSON that is malformed ends the connection, with the words of the parser', async () => {
	const { ask, closed } = await connect();
	expect(await ask('nothing')).toEqual({
		jsonrpc: '2.0',
		id: null,
		error: {
			code: -32700,
			message: "invalid character 'o' in literal null (expecting 'u')",
		},
	});
	expect((await closed)[0]).toBe(1006);
});

test('a block is told as its logs, its header and its transactions, once to each who subscribed', async () => {
	const { subscribe, next, kept, call } = await connect();
	const heads = await subscribe('newHeads');
	const hashes = await subscribe('newAcceptedTransactions');
	const whole = await subscribe('newAcceptedTransactions', true);
	const pending = await subscribe('newPendingTransactions', true);
	expect(new Set([heads, hashes, whole, pending]).size).toBe(4);
	expect(heads).toMatch(/^0x[0-9a-f]+$/);
	const sent = await transfer();
	const told = Object.fromEntries(
		(await Promise.all(Array.from({ length: 4 }, next))).map(({ method, params }) => {
			expect(method).toBe('eth_subscription');
			return [params.subscription, params.result];
		}),
	);
	expect(told[hashes]).toBe(sent);
	const waiting = { hash: sent, blockHash: null, blockNumber: null, transactionIndex: null };
	expect(told[whole]).toMatchObject(waiting);
	expect(told[pending]).toMatchObject(waiting);
	const block = (await call('eth_getBlockByNumber', told[heads].number, false)).result;
	const { size, totalDifficulty, transactions, uncles, blockExtraData, ...header } = block;
	expect([size, totalDifficulty, transactions, uncles, blockExtraData]).not.toContain(undefined);
	expect(told[heads]).toEqual(header);
	expect(Object.keys(told[heads]).at(-1)).toBe('hash');
	expect(told[heads]).toMatchObject({ minDelayExcess: expect.any(String) });
	expect(kept).toEqual([]);
});

test('logs come with the filter of the subscription alone', async () => {
	const contractAddress = await deploy(evm, writeEmitter());
	const { subscribe, next, kept } = await connect();
	const topic = (value: number) => `0x${String(value).padStart(64, '0')}`;
	const all = await subscribe('logs', {});
	const ours = await subscribe('logs', {
		address: contractAddress,
		topics: [[topic(2), topic(3)]],
	});
	const emit = (value: number) =>
		evm.request('eth_sendTransaction', [
			{ from: nodeAccount, to: contractAddress, value: `0x${value}`, gas: '0x30d40' },
		]);
	await emit(1);
	await emit(2);
	const told = [await next(), await next(), await next()].map(({ params }) => params);
	expect(told.map(({ subscription, result }) => [subscription, result.topics])).toEqual([
		[all, [topic(1)]],
		[all, [topic(2)]],
		[ours, [topic(2)]],
	]);
	expect(told[2].result).toMatchObject({
		address: contractAddress.toLowerCase(),
		transactionHash: expect.stringMatching(hash),
		removed: false,
	});
	expect(kept).toEqual([]);
});

test('a subscription ends with eth_unsubscribe, and what cannot be subscribed to is refused', async () => {
	const { subscribe, call, next } = await connect();
	const first = await subscribe('newHeads');
	const second = await subscribe('newHeads');
	expect((await call('eth_unsubscribe', first)).result).toBe(true);
	expect((await call('eth_unsubscribe', first)).error).toEqual({
		code: -32000,
		message: 'subscription not found',
	});
	await evm.request('evm_mine');
	expect((await next()).params.subscription).toBe(second);
	const errors = [];
	for (const params of [
		['syncing'],
		['newPendingTransactions', { fullTx: true }],
		['logs'],
		[7],
		['newHeads', 1],
	])
		errors.push((await call('eth_subscribe', ...params)).error);
	expect(errors).toEqual([
		{ code: -32601, message: 'no "syncing" subscription in eth namespace' },
		{
			code: -32602,
			message: 'invalid argument 1: json: cannot unmarshal object into Go value of type bool',
		},
		{ code: -32602, message: 'missing value for required argument 1' },
		{ code: -32602, message: 'expected subscription name as first argument' },
		{ code: -32602, message: 'too many arguments, want at most 1' },
	]);
});

test('since Helicon a transaction is told when it is accepted, its block when it is executed', async () => {
	const helicon = await startNode({ version: '1.15' });
	const chain = await helicon.evm();
	const { subscribe, next, kept, call } = await connect(cSocket, helicon);
	const heads = await subscribe('newHeads');
	const accepted = await subscribe('newAcceptedTransactions');
	await helicon.holdExecution();
	const sent = [];
	for (let i = 0; i < 2; i++) {
		sent.push(
			await chain.request('eth_sendTransaction', [{ from: nodeAccount, to: fundedAccount }]),
		);
		expect((await next()).params).toEqual({ subscription: accepted, result: sent[i] });
	}
	const height = Number((await call('eth_blockNumber')).result);
	expect(kept).toEqual([]);
	helicon.resumeExecution();
	for (const number of [height + 1, height + 2])
		expect((await next()).params).toMatchObject({
			subscription: heads,
			result: { number: `0x${number.toString(16)}` },
		});
});

test('faults drop one notification, keep silent, and cut', async () => {
	const { subscribe, next, closed, call, kept } = await connect();
	await subscribe('newHeads');
	devnet.faults([{ rpcMethod: 'eth_subscription', times: 1, drop: true }]);
	await evm.request('evm_mine');
	await evm.request('evm_mine');
	const head = (await evm.request('eth_blockNumber')) as string;
	expect((await next()).params.result.number).toBe(head);
	devnet.faults([{ path: '/ws', drop: true }]);
	void call('eth_chainId');
	await evm.request('evm_mine');
	expect(kept).toEqual([]);
	devnet.cutSockets();
	expect((await closed)[0]).toBe(1006);
	devnet.faults([]);
	const again = await connect();
	devnet.faults([{ rpcMethod: 'eth_blockNumber', cut: 'before' }]);
	void again.call('eth_blockNumber');
	expect((await again.closed)[0]).toBe(1006);
	expect(devnet.log.map(({ method, rpcMethod, status }) => [method, rpcMethod, status])).toEqual(
		expect.arrayContaining([
			['GET', undefined, 101],
			['WS', 'eth_subscribe', 200],
			['WS', 'eth_blockNumber', 0],
		]),
	);
});
