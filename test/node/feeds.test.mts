/** The trigger's events New Transaction and Contract Event from the blocks of a node, and the stream of its blocks. */
import { rmSync } from 'node:fs';
import { getAddress, getCreateAddress, id, Wallet } from 'ethers';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { type Engine, loadEngine } from '../support/engine.mts';
import { sendOnC } from './moves.mts';
import {
	call,
	createFolder,
	fundedKey,
	launchNode,
	localNetwork,
	type Node,
	startNode,
	waitFor,
} from './nodes.mts';

let engine: Engine;
let folder: string;
let node: Node;

const funded = new Wallet(fundedKey);
const customer = Wallet.createRandom();
const [ours, theirs] = [funded, customer].map(({ address }) => address.toLowerCase());
/** The first contracts of the funded account. */
const [token, rejecting] = [0, 1].map((nonce) =>
	getCreateAddress({ from: funded.address, nonce }).toLowerCase(),
);
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');
/** Logs Transfer(caller, to, value) of a call transfer(to, value), and answers all calls with 1, so decimals() too. */
const tokenCode = `602435600052600435337f${id('Transfer(address,address,uint256)').slice(2)}60206000a3600160005260206000f3`;
const createToken = `0x603a80600b6000396000f3${tokenCode}`;
const createRejecting = '0x6460006000fd6000526005601bf3';
const avax = 10n ** 18n;

const ask = async (method: string, ...params: unknown[]) =>
	await call(`${node.url}/ext/bc/C/rpc`, method, params);

const send = async (from: Parameters<typeof sendOnC>[1], fields: object): Promise<string> =>
	await sendOnC(node, from, fields);

beforeAll(async () => {
	folder = createFolder();
	[engine, node] = await Promise.all([loadEngine(), launchNode(folder, localNetwork)]);
	await send(funded, { to: null, data: createToken });
	await send(funded, { to: null, data: createRejecting });
	await send(funded, { to: theirs, value: 10n * avax });
});
afterAll(async () => {
	engine?.close();
	await node?.stop();
	if (folder) rmSync(folder, { recursive: true, force: true });
});

const watch = (parameters: INodeParameters, nodeUrl = node.url) =>
	engine.createPoll(
		'avalancheTrigger',
		{
			event: 'newTransaction',
			watch: 'address',
			readFrom: 'node',
			chain: 'C',
			address: ours,
			...parameters,
		},
		{ credentials: { avalancheNodesApi: { network: 'ownNode', nodeUrl } } },
	);
const jsonOf = (items: INodeExecutionData[] | null): IDataObject[] =>
	(items ?? []).map(({ json }) => json);

test('each transaction of an address comes once, and nothing old', async () => {
	const [all, incoming, failed] = [
		watch({}),
		watch({ direction: 'incoming', options: { minimumAmount: '0.2' } }),
		watch({ options: { status: 'failed' } }),
	];
	for (const trigger of [all, incoming, failed]) expect(await trigger.activate()).toBeNull();
	expect(await all.poll()).toBeNull();

	const out = await send(funded, { to: theirs, value: (3n * avax) / 2n });
	const rejected = await send(funded, { to: rejecting, value: avax });
	const small = await send(customer, { to: ours, value: avax / 10n });
	const large = await send(customer, { to: ours, value: avax / 4n + 1n });

	const items = jsonOf(await all.poll());
	expect(items).toMatchObject([
		{
			event: 'transaction',
			direction: 'outgoing',
			txHash: out,
			from: getAddress(ours),
			to: getAddress(theirs),
			amount: 1.5,
			symbol: 'AVAX',
			status: 'success',
			gasUsed: 21_000,
			blockNumber: 4,
			amountExact: '1.5',
		},
		{
			direction: 'outgoing',
			txHash: rejected,
			to: getAddress(rejecting),
			amount: 1,
			status: 'failed',
		},
		{
			direction: 'incoming',
			txHash: small,
			from: getAddress(theirs),
			amount: 0.1,
			status: 'success',
		},
		{
			direction: 'incoming',
			txHash: large,
			amountExact: '0.250000000000000001',
			status: 'success',
		},
	]);
	expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(4);
	expect(jsonOf(await incoming.poll())).toMatchObject([{ txHash: large }]);
	expect(jsonOf(await failed.poll())).toMatchObject([{ txHash: rejected }]);
	for (const trigger of [all, incoming, failed]) expect(await trigger.poll()).toBeNull();
});

test('each transfer of a token comes once, with its decimals, and nothing old', async () => {
	const data = (value: bigint) => `0xa9059cbb${word(theirs)}${word(value)}`;
	await send(funded, { to: token, data: data(7n) });
	const trigger = watch({ watch: 'token', address: token, options: { simplify: false } });
	expect(await trigger.activate()).toBeNull();
	const txHash = await send(funded, { to: token, data: data(12_345n) });
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{
			event: 'tokenTransfer',
			txHash,
			from: { address: ours },
			to: { address: theirs },
			value: '12345',
			valueDecimal: '1234.5',
			erc20Token: { address: token, decimals: 1 },
		},
	]);
	expect(await trigger.poll()).toBeNull();
});

test('payments and tokens of wallets come once for each of them, from one reading of all', async () => {
	const data = (to: string, value: bigint) => `0xa9059cbb${word(to)}${word(value)}`;
	const others = Array.from({ length: 48 }, () => Wallet.createRandom().address);
	const addresses = [`${ours} = Treasury`, `${theirs} = Customer`, ...others].join('\n');
	const trigger = watch({ watch: 'wallets', addresses });
	expect(await trigger.activate()).toBeNull();
	const payment = await send(funded, { to: theirs, value: avax / 2n });
	const self = await send(customer, { to: theirs, value: 1n });
	const transfer = await send(funded, { to: token, data: data(theirs!, 25n) });
	const outgoing = { direction: 'outgoing', addressName: 'Treasury', counterpartyName: 'Customer' };
	const incoming = { direction: 'incoming', addressName: 'Customer', counterpartyName: 'Treasury' };
	const items = jsonOf(await trigger.poll());
	expect(items).toMatchObject([
		{ event: 'transaction', txHash: payment, ...outgoing, amountExact: '0.5' },
		{ event: 'transaction', txHash: payment, ...incoming, amountExact: '0.5' },
		{ event: 'transaction', txHash: self, direction: 'self', addressName: 'Customer' },
		{ event: 'tokenTransfer', txHash: transfer, ...outgoing, amountExact: '2.5' },
		{ event: 'tokenTransfer', txHash: transfer, ...incoming, amountExact: '2.5' },
	]);
	for (const { event, token: of } of items)
		expect(of).toBe(event === 'tokenTransfer' ? getAddress(token!) : null);
	expect(new Set(items.map(({ eventId }) => eventId)).size).toBe(5);
	expect(await trigger.poll()).toBeNull();
});

test('each event of a contract comes once, decoded, and nothing old', async () => {
	const data = (value: bigint) => `0xa9059cbb${word(theirs)}${word(value)}`;
	await send(funded, { to: token, data: data(7n) });
	const events = 'Transfer(address indexed from, address indexed to, uint256 value)';
	const watchEvents = (more: INodeParameters = {}) =>
		watch({
			event: 'contractEvent',
			findBy: 'declaration',
			addresses: token,
			events,
			...more,
		});
	const declared = watchEvents();
	const filtered = watchEvents({ options: { arguments: JSON.stringify({ to: ours }) } });
	const topics = JSON.stringify([id('Transfer(address,address,uint256)')]);
	const raw = watchEvents({ findBy: 'topics', topics, addresses: '' });
	for (const trigger of [declared, filtered, raw]) expect(await trigger.activate()).toBeNull();
	const txHash = await send(funded, { to: token, data: data(2n ** 70n) });
	const place = { address: getAddress(token), txHash, logIndex: 0, removed: false };
	expect(jsonOf(await declared.poll())).toMatchObject([
		{
			event: 'Transfer',
			signature: 'Transfer(address,address,uint256)',
			...place,
			args: { from: getAddress(ours), to: getAddress(theirs), value: String(2n ** 70n) },
			eventId: expect.stringMatching(/^log-/),
		},
	]);
	expect(await filtered.poll()).toBeNull();
	expect(jsonOf(await raw.poll())).toMatchObject([
		{ event: 'log', ...place, data: `0x${word(2n ** 70n)}` },
	]);
	for (const trigger of [declared, filtered, raw]) expect(await trigger.poll()).toBeNull();
	const all = jsonOf(await watchEvents({ options: { startBlock: 0 } }).activate());
	expect(all.map(({ args }) => (args as IDataObject).value)).toContain(String(2n ** 70n));
});

test('all transactions of the chain come in order, from the block that was named', async () => {
	const trigger = watch({ watch: 'chain', options: { startBlock: 0 } });
	const items = jsonOf(await trigger.activate());
	const head = Number(await ask('eth_blockNumber'));
	expect(items.map(({ blockNumber }) => Number(blockNumber))).toEqual(
		Array.from({ length: head }, (_, i) => i + 1),
	);
	expect(items.slice(0, 2)).toMatchObject([
		{ from: getAddress(ours), to: getAddress(token), status: 'success' },
		{ from: getAddress(ours), to: getAddress(rejecting), status: 'success' },
	]);
	expect(await trigger.poll()).toBeNull();
});

test('a poll of a node that is down moves nothing; what it makes when it is back comes once', async () => {
	const trigger = watch({});
	await trigger.activate();
	const before = trigger.stored;
	const { port } = new URL(node.url);
	await node.stop();
	await expect(trigger.poll()).rejects.toThrow('could not be reached');
	expect(trigger.stored).toEqual(before);

	node = await launchNode(folder, { ...localNetwork, 'http-port': port });
	expect(await trigger.poll()).toBeNull();
	const txHash = await send(funded, { to: theirs, value: 1n });
	expect(jsonOf(await trigger.poll())).toMatchObject([
		{ txHash, amountExact: '0.000000000000000001' },
	]);
	expect(await trigger.poll()).toBeNull();
});

test('the activation succeeds on a node that is still starting, and its polls say so', async () => {
	const stuck = await startNode('stuck');
	try {
		const trigger = watch({}, stuck.url);
		expect(await trigger.activate()).toBeNull();
		await expect(trigger.poll()).rejects.toThrow(
			'does not serve the chain "C" yet: it is still catching up',
		);
		await expect(watch({ chain: 'nope' }).activate()).rejects.toThrow(
			'does not know the chain "nope"',
		);
	} finally {
		await stuck.stop();
	}
});

test('the WebSocket answers calls, and tells each new block by its head', async () => {
	const socket = new WebSocket(`${node.url.replace('http', 'ws')}/ext/bc/C/ws`);
	const messages: any[] = [];
	socket.addEventListener('message', ({ data }) => void messages.push(JSON.parse(String(data))));
	const receive = async (isIt: (message: any) => boolean) => {
		await waitFor('the message has come', 10, async () => messages.some(isIt));
		return messages.find(isIt);
	};
	const request = async (id: number, method: string, params: unknown[]) => {
		socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
		return await receive((message) => message.id === id);
	};
	await new Promise((resolve, reject) => {
		socket.addEventListener('open', resolve);
		socket.addEventListener('error', () => reject(new Error('The WebSocket did not open')));
	});
	try {
		expect(await request(1, 'eth_chainId', [])).toEqual({
			jsonrpc: '2.0',
			id: 1,
			result: '0xa868',
		});
		const { result: subscription } = await request(2, 'eth_subscribe', ['newHeads']);
		expect(subscription).toMatch(/^0x[0-9a-f]+$/);

		const hash = await send(funded, { to: theirs, value: 1n });
		const { blockHash } = await ask('eth_getTransactionReceipt', hash);
		const notice = await receive(({ method }) => method === 'eth_subscription');
		expect(notice).toEqual({
			jsonrpc: '2.0',
			method: 'eth_subscription',
			params: { subscription, result: expect.objectContaining({ hash: blockHash }) },
		});
		const whole: IDataObject = await ask('eth_getBlockByHash', blockHash, false);
		const leftOut = ['blockExtraData', 'size', 'totalDifficulty', 'transactions', 'uncles'];
		for (const name of leftOut) delete whole[name];
		expect(notice.params.result).toEqual(whole);
		expect((await request(3, 'eth_unsubscribe', [subscription])).result).toBe(true);
	} finally {
		socket.close();
	}
});
