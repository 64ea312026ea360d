/** The stream trigger through n8n's engine, against the WebSocket of the mock network. */
import { ManualExecutionCancelledError } from 'n8n-workflow';
import { demoL1Chain, fundedAccount } from '../../devnet/devnet.mts';
import { saidBy, settle, until } from '../support/useEngine.mts';
import { ask } from './evmScene.mts';
import {
	create,
	devnet,
	engine,
	hashesOf,
	mine,
	other,
	sendTokens,
	watches,
} from './streamScene.mts';

const { newBlock, ...ofTransactions } = watches;

test.each(Object.entries(ofTransactions))(
	'%s: each one, in order, once [S1, S10]',
	async (_name, parameters) => {
		const stream = create(parameters);
		await stream.activate();
		const sent = [];
		for (let i = 0; i < 4; i++) sent.push(await sendTokens());
		await until(() => stream.items.length >= 4);
		expect(hashesOf(stream.items)).toEqual(sent);
		expect(new Set(stream.items.map(({ eventId }) => eventId)).size).toBe(4);
		await stream.close();
		await sendTokens();
		expect(stream.items).toHaveLength(4);
	},
);

test('newBlock: each block, once', async () => {
	const stream = create(newBlock);
	await stream.activate();
	const head = Number(await ask(devnet, 'eth_blockNumber'));
	await mine(5);
	await until(() => stream.items.length >= 5);
	expect(stream.items.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5].map((n) => head + n));
	expect(stream.items[0]).toMatchObject({
		event: 'block',
		chain: 'C-Chain',
		lagBlocks: expect.any(Number),
	});
});

test('the connection ends with the workflow [S8]', async () => {
	const stream = create(newBlock);
	await stream.activate();
	await stream.close();
	devnet.clearLog();
	await mine(3);
	await sendTokens();
	expect(stream.items).toEqual([]);
	expect(devnet.log.filter(({ rpcMethod }) => rpcMethod === 'eth_getBlockByNumber')).toEqual([]);
});

test('what happened while n8n was stopped comes first [S3]', async () => {
	const stream = create(watches.contractEvent);
	await stream.activate();
	const sent = [await sendTokens()];
	await until(() => stream.items.length === 1);
	await stream.close();
	sent.push(await sendTokens(), await sendTokens());
	await stream.activate('init');
	sent.push(await sendTokens());
	await until(() => stream.items.length >= 4);
	expect(hashesOf(stream.items)).toEqual(sent);
});

test('a killed n8n repeats executions with their IDs, and loses none [S2]', async () => {
	const stream = create(watches.tokenTransfer);
	stream.isSlow = true;
	await stream.activate();
	const sent = [await sendTokens(), await sendTokens()];
	await until(() => stream.items.length === 2);
	await stream.kill();
	sent.push(await sendTokens());
	stream.isSlow = false;
	await stream.activate('init');
	await until(() => stream.items.length >= 3);
	expect(hashesOf(stream.items)).toEqual(sent);
});

test('executions that n8n could not start come once its database is back [S13]', async () => {
	const stream = create(watches.tokenTransfer);
	await stream.activate();
	stream.isStorageAway = true;
	const sent = [await sendTokens(), await sendTokens()];
	await until(() => stream.refused >= 2);
	expect(stream.items).toEqual([]);
	stream.isStorageAway = false;
	sent.push(await sendTokens());
	await until(() => stream.items.length >= 3);
	expect(new Set(hashesOf(stream.items))).toEqual(new Set(sent));
});

test('what n8n could not start comes after it was killed, too [S13]', async () => {
	const stream = create(watches.tokenTransfer);
	await stream.activate();
	const sent = [await sendTokens()];
	await until(() => stream.items.length === 1);
	stream.isStorageAway = true;
	sent.push(await sendTokens());
	await until(() => stream.refused > 0);
	await stream.kill();
	stream.isStorageAway = false;
	await stream.activate('init');
	await until(() => stream.items.length >= 2);
	expect(hashesOf(stream.items)).toEqual(sent);
});

test.each([
	['was canceled', new ManualExecutionCancelledError('1')],
	['ended before n8n looked for it', new Error('No active execution found')],
])('an execution that %s is not started again', async (_how, error) => {
	const stream = create({ ...watches.tokenTransfer, options: { maxUnfinished: 1 } });
	await stream.activate();
	stream.failure = error;
	const sent = [await sendTokens(), await sendTokens()];
	await until(() => stream.items.length >= 2);
	expect(hashesOf(stream.items)).toEqual(sent);
});

test('a connection that breaks off loses nothing', async () => {
	const stream = create(watches.contractEvent);
	await stream.activate();
	const sent = [await sendTokens()];
	await until(() => stream.items.length === 1);
	devnet.faults([{ rpcMethod: 'eth_subscription', cut: 'before', times: 1 }]);
	sent.push(await sendTokens(), await sendTokens());
	await until(() => stream.items.length >= 3);
	expect(hashesOf(stream.items)).toEqual(sent);
});

test('transfers from and to an address, found by the node', async () => {
	const stream = create({ ...watches.tokenTransfer, options: { to: other } });
	await stream.activate();
	devnet.clearLog();
	for (let i = 0; i < 5; i++) await sendTokens();
	const wanted = await sendTokens(other, 12);
	await until(() => stream.items.length === 1);
	expect(stream.items).toMatchObject([{ txHash: wanted }]);
});

test('at most so many executions run [S4]', async () => {
	const stream = create({ ...watches.contractEvent, options: { maxUnfinished: 2 } });
	stream.isSlow = true;
	await stream.activate();
	const sent = [];
	for (let i = 0; i < 5; i++) sent.push(await sendTokens());
	await until(() => stream.running.length === 2);
	while (stream.items.length < 5) {
		const { length } = stream.items;
		stream.running.shift()!();
		await until(() => stream.items.length > length);
		expect(stream.running.length).toBeLessThanOrEqual(2);
	}
	expect(hashesOf(stream.items)).toEqual(sent);
});

test.each([
	['each event', {}, [1, 1, 1]],
	['each block', { executions: 'block' }, [2, 1]],
	['each time slice', { executions: 'slice', sliceSeconds: 1 }, [3]],
])('one execution for %s', async (_name, options, sizes) => {
	const stream = create({ ...watches.contractEvent, options });
	await stream.activate();
	await stream.close();
	const evm = await devnet.evm();
	await evm.request('evm_setAutomine', [false]);
	const sent = [await sendTokens(), await sendTokens()];
	await mine(1);
	await evm.request('evm_setAutomine', [true]);
	sent.push(await sendTokens());
	await stream.activate('init');
	await until(() => stream.items.length === 3);
	expect(stream.executions.map(({ length }) => length)).toEqual(sizes);
	expect(hashesOf(stream.items)).toEqual(sent);
});

test('an accepted transaction with its receipt', async () => {
	const stream = create({ ...watches.acceptedTransaction, options: { addReceipt: true } });
	await stream.activate();
	const sent = await sendTokens();
	await until(() => stream.items.length === 1);
	expect(stream.items).toMatchObject([
		{ txHash: sent, status: 'success', fee: expect.any(Number) },
	]);
});

test('hashes alone', async () => {
	const streams = ['acceptedTransaction', 'pendingTransaction'].map((event) =>
		create({ event, output: 'hash' }),
	);
	for (const stream of streams) await stream.activate();
	const sent = await sendTokens();
	for (const stream of streams) {
		await until(() => stream.items.length === 1);
		expect(stream.items).toMatchObject([{ chain: 'C-Chain', txHash: sent }]);
	}
});

describe('publishing', () => {
	const refusal = async (stream: ReturnType<typeof create>, mode?: 'activate' | 'init') =>
		saidBy(
			await stream.activate(mode).then(
				() => undefined,
				(error: Error) => error,
			),
		);

	test('is refused where no node answers [S6]', async () => {
		const { credentials } = devnet;
		const nowhere = {
			avalancheNodesApi: { ...credentials.avalancheNodesApi, nodeUrl: 'http://127.0.0.1:1' },
		};
		expect(await refusal(create(watches.contractEvent, nowhere))).toContain('127.0.0.1:1');
	});

	test('is refused with a token that no header can have, before anything is sent', async () => {
		const avalancheNodesApi = {
			...devnet.credentials.avalancheNodesApi,
			nodeAuthentication: 'bearer',
			nodeToken: 'key-of\ntests',
		};
		devnet.clearLog();
		const said = await refusal(create(watches.contractEvent, { avalancheNodesApi }));
		expect(said).toContain("The credential's Token holds a space or a line break");
		expect(said).not.toMatch(/key-of|tests/);
		expect(devnet.log).toEqual([]);
	});

	test.each(['init', 'leadershipChange'] as const)(
		'by n8n itself (%s) goes on trying, and what came meanwhile follows [S6]',
		async (mode) => {
			const stream = create(watches.contractEvent);
			await stream.activate();
			await stream.close();
			const sent = [await sendTokens()];
			devnet.faults([{ host: 'node', status: 503 }]);
			devnet.clearLog();
			await stream.activate(mode);
			const { length: tries } = devnet.log;
			await until(() => devnet.log.length > tries);
			expect(stream.items).toEqual([]);
			devnet.faults([]);
			sent.push(await sendTokens());
			await until(() => stream.items.length === 2);
			expect(hashesOf(stream.items)).toEqual(sent);
			expect(stream.errors).toEqual([]);
		},
	);

	test('is refused for another chain of the public node, before anything is sent', async () => {
		const publicNode = { avalancheNodesApi: { network: 'mainnet' } };
		const stream = create(
			{ ...watches.contractEvent, chain: demoL1Chain.blockchainId },
			publicNode,
		);
		expect(await refusal(stream)).toContain('C-Chain alone');
	});

	test('is refused for a chain that the node does not know', async () => {
		const stream = create({ event: 'newBlock', chain: 'nowhere' });
		expect(await refusal(stream)).toContain('nowhere');
		expect(await refusal(stream, 'init')).toContain('nowhere');
	});
});

describe('a test run in the editor', () => {
	const run = async (parameters: object) =>
		await engine.runNode(
			'avalancheStreamTrigger',
			{ chain: 'C', ...parameters },
			{ mode: 'manual' },
		);

	test('shows the first event that comes [S7]', async () => {
		const running = run({ ...watches.contractEvent, options: { testSeconds: 60 } });
		await until(() => devnet.log.some(({ rpcMethod }) => rpcMethod === 'eth_subscribe'));
		await settle({ received: devnet.log });
		const sent = await sendTokens();
		const { items, error } = await running;
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toMatchObject([{ txHash: sent }]);
	});

	test('makes up a sample of a token without transfers, and refuses a wallet as one [S7]', async () => {
		const watch = {
			...watches.tokenTransfer,
			options: { to: `0x${'ab'.repeat(20)}`, testSeconds: 1 },
		};
		const { items, error } = await run(watch);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{ json: { sample: true, event: 'tokenTransfer', amount: 0, blockNumber: 0 } },
		]);
		const wallet = { ...watch, address: fundedAccount };
		expect((await run(wallet)).error?.message).toContain(
			`${fundedAccount} is not a token: the address is not a contract on this chain`,
		);
	});

	test('shows a sample where none comes [S7]', async () => {
		const { items, error } = await run({ ...watches.contractEvent, options: { testSeconds: 1 } });
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toMatchObject([{ sample: true, event: 'Transfer' }]);
	});
});
