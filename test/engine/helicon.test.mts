/** A C-Chain after Helicon, which executes a block after it is accepted: what is told before that, and what after. */
import { type TransactionLike, Wallet } from 'ethers';
import type { INodeParameters } from 'n8n-workflow';
import { listRows } from '../../tools/groups.mts';
import { fundedAccount, fundedKey } from '../../devnet/devnet.mts';
import type { NodeOptions } from '../support/engine.mts';
import { useDevnet } from '../support/useDevnet.mts';
import { outputOf, until, useNode } from '../support/useEngine.mts';

import {
	type CallReply,
	notFound,
	refuse,
	reply,
	type RpcCall,
	useScript,
} from '../support/useScript.mts';
import { describeInEditor } from './evmScene.mts';

const devnet = useDevnet({ version: '1.15.2', validators: 10, rewards: 0 });
const run = useNode('avalancheEvm', devnet, { chain: 'C' });
beforeAll(async () => void (await devnet.evm()));
afterEach(() => devnet.resumeExecution());

const server = useScript();
const runOnServer = useNode('avalancheEvm', server);
const getInfo = useNode('avalancheInfo', server);

const recipient = '0x00000000000000000000000000000000000000aa';
const checksummed = '0x00000000000000000000000000000000000000AA';
const wallet = new Wallet(fundedKey);
let nonce = 0;
/** Pays 1 AVAX with fee caps; resolves to the hash once the transaction is in a block. */
const pay = async (): Promise<string> => await send({ to: recipient, value: 10n ** 18n });
/** Creates a contract of an opcode that there is not, which uses up the gas. */
const fail = async (): Promise<string> => await send({ data: '0xfe', gasLimit: 60_000 });

async function send(transaction: TransactionLike): Promise<string> {
	const raw = await wallet.signTransaction({
		type: 2,
		chainId: 43_114,
		nonce: nonce++,
		gasLimit: 21_000,
		maxFeePerGas: 200_000_000_000n,
		maxPriorityFeePerGas: 1_000_000_000n,
		...transaction,
	});
	const evm = await devnet.evm();
	const hash: string = await evm.request('eth_sendRawTransaction', [raw]);
	// The chain mines a transaction a moment after it took it.
	while (!(await evm.request('eth_getTransactionReceipt', [hash])))
		await new Promise((resume) => setTimeout(resume, 10));
	return hash;
}
const receipts = () =>
	devnet.log.filter(({ rpcMethod, rpcMethods = [] }) =>
		[rpcMethod, ...rpcMethods].includes('eth_getTransactionReceipt'),
	);
const sent = () => devnet.log.flatMap(({ rpcMethod, rpcMethods }) => rpcMethods ?? rpcMethod ?? []);
const hashes = (list: string[]) => list.map((hash) => ({ json: { hash } }));
const each = { transactionHash: '={{ $json.hash }}' };

describe('a block', () => {
	test.each([
		['getByNumber', { block: 'latest', fullTransactions: false }],
		['getHeaderByNumber', { block: 'latest' }],
	])('%s carries the highest possible base fee, and says so', async (operation, parameters) => {
		await pay();
		const [block] = await outputOf(run('block', operation, parameters));
		const [receipt] = await outputOf(
			run('block', 'getReceipts', { block: 'latest', returnAll: true }),
		);
		expect(block.baseFeeIsHighestPossible).toBe(true);
		const tip = 1;
		expect(receipt.effectiveGasPrice).toBeLessThan(Number(block.baseFeePerGas) + tip);
	});

	test('before Helicon, and on a chain of subnet-EVM, has the base fee that was paid', async () => {
		const [block] = await outputOf(
			run('block', 'getByNumber', { chain: 'demo', block: 'latest', fullTransactions: false }),
		);
		expect(block).not.toHaveProperty('baseFeeIsHighestPossible');
	});

	test('can be read before it is executed; its receipts and balances come after that', async () => {
		await devnet.holdExecution();
		const [{ blockNumber: before }] = await outputOf(run('block', 'getLatestNumber', {}));
		await pay();
		const number = Number(before) + 1;
		expect(await outputOf(run('block', 'getLatestNumber', {}))).toEqual([
			{ chain: 'C-Chain', blockNumber: before },
		]);
		expect(
			await outputOf(run('block', 'getByNumber', { block: number, fullTransactions: false })),
		).toMatchObject([{ number }]);
		const reads = [
			run('account', 'getBalance', { address: recipient, block: number }),
			run('block', 'getReceipts', { block: number, returnAll: true }),
		];
		let isDone = false;
		const all = Promise.all(reads.map(outputOf)).then((result) => {
			isDone = true;
			return result;
		});
		expect(
			await outputOf(run('account', 'getBalance', { address: fundedAccount, block: 'latest' })),
		).toHaveLength(1);
		expect(isDone).toBe(false);
		devnet.resumeExecution();
		expect(await all).toMatchObject([
			[
				{
					address: checksummed,
					block: String(number),
					balance: expect.any(Number),
					symbol: 'AVAX',
				},
			],
			[{ fee: expect.any(Number), feeExact: expect.any(String) }],
		]);
	});
});

test.each([
	['avalancheEvm', 'block', 'getByNumber', 'base fee is an upper bound'],
	['avalancheEvm', 'block', 'getHeaderByHash', 'base fee is an upper bound'],
	[
		'avalancheEvm',
		'transaction',
		'get',
		'the gas price can be an upper bound. The receipt has the price paid',
	],
	['avalancheEvm', 'transaction', 'getReceipt', 'since Helicon: executed'],
	['avalancheEvm', 'transaction', 'wait', 'is executed; returns receipt, fee'],
	['avalancheEvm', 'account', 'getBalance', 'waits until the block is executed'],
	['avalancheNative', 'transaction', 'getAtomicTxStatus', 'Accepted, which can precede execution'],
	['avalancheInfo', 'network', 'getTxFee', 'May be removed in avalanchego 1.15.3'],
])('%s says it in the editor: %s %s', (type, resource, operation, words) => {
	const at = listRows().find(
		(row) =>
			row.description.name === type && row.resource === resource && row.operation === operation,
	)!;
	const { menu, notice } = describeInEditor(at);
	expect(`${menu}. ${notice}`).toContain(words);
});

describe('Get Transaction', () => {
	test('gives at most what it can have paid, and on request what it paid', async () => {
		const hash = await pay();
		const [[plain], [receipt]] = [
			await outputOf(run('transaction', 'get', { transactionHash: hash })),
			await outputOf(run('transaction', 'getReceipt', { transactionHash: hash })),
		];
		expect(plain).not.toHaveProperty('fee');
		expect(plain.gasPrice).toBeGreaterThan(Number(receipt.effectiveGasPrice));
		devnet.clearLog();
		const [full] = await outputOf(
			run('transaction', 'get', { transactionHash: hash, additionalFields: { addFee: true } }),
		);
		const { gasUsed, effectiveGasPrice, effectiveGasPriceExact, fee, feeExact } = receipt;
		expect(full).toEqual({
			...plain,
			gasUsed,
			effectiveGasPrice,
			effectiveGasPriceExact,
			fee,
			feeExact,
		});
		expect(sent().filter((method) => method === 'eth_getTransactionReceipt')).toHaveLength(1);
	});

	test('says when it was included, and that it succeeded or failed, with one request more for many', async () => {
		const [good, bad] = [await pay(), await fail()];
		const block = await outputOf(
			run('block', 'getByNumber', { block: 'latest', fullTransactions: false }),
		);
		devnet.clearLog();
		const items = hashes([good, bad, bad]);
		const records = await outputOf(run('transaction', 'get', each, { items }));
		expect(records.map(({ status }) => status)).toEqual(['success', 'failed', 'failed']);
		expect(records[1]).toMatchObject({ time: block[0].time, blockNumber: block[0].number });
		expect(devnet.log).toHaveLength(2);
		// Each block and each receipt once, whatever the number of items.
		expect(sent()).toHaveLength(3 + 2 + 2);
		const [byPlace] = await outputOf(
			run('transaction', 'getByBlockNumber', { block: block[0].number, index: 0 }),
		);
		expect(byPlace).toMatchObject({ txHash: bad, time: block[0].time, status: 'failed' });
		const plain = { transactionHash: bad, simplify: false };
		devnet.clearLog();
		const [raw] = await outputOf(run('transaction', 'get', plain));
		expect(raw).not.toHaveProperty('status');
		expect(devnet.log).toHaveLength(1);
	});

	test('of several items with their fees travels in two requests', async () => {
		const unknown = `0x${'00'.repeat(32)}`;
		const items = hashes([await pay(), await pay(), unknown]);
		devnet.clearLog();
		const records = await outputOf(
			run('transaction', 'get', { ...each, additionalFields: { addFee: true } }, { items }),
		);
		expect(records.map(({ fee }) => typeof fee)).toEqual(['number', 'number', 'object']);
		const missing = { txHash: unknown, chain: 'C-Chain', found: false };
		expect(records[2]).toMatchObject({ ...missing, fee: null, time: null, status: null });
		expect(devnet.log).toHaveLength(2);
	});
});

describe('Wait for Transaction', () => {
	const wait = (transaction: string, parameters: INodeParameters = {}, options: NodeOptions = {}) =>
		run('transaction', 'wait', { transaction, timeLimit: 30, ...parameters }, options);

	test('waits for the execution with one open request, and gives what was paid', async () => {
		await devnet.holdExecution();
		const hash = await pay();
		const running = wait(hash);
		await new Promise((resume) => setTimeout(resume, 300));
		devnet.resumeExecution();
		expect(await outputOf(running)).toMatchObject([
			{
				txHash: hash,
				status: 'success',
				fee: expect.any(Number),
				time: expect.stringMatching(/Z$/),
			},
		]);
		expect(sent()).toEqual(['eth_getTransactionReceipt', 'eth_getBlockByNumber']);
	});

	test('goes on where one answer came too late, and tells the block that is not executed', async () => {
		await devnet.holdExecution();
		const hash = await pay();
		const { error } = await wait(hash, { timeLimit: 4 });
		expect(error?.message).toMatch(
			/is in block \d+, but the node did not report its result within 4 s$/,
		);
		expect(error?.description).toContain('Do not send it again');
		expect(sent().length).toBeLessThan(8);
		devnet.clearLog();
		const running = wait(hash, { timeLimit: 60 });
		await until(() => receipts().length === 2, 60);
		devnet.resumeExecution();
		expect(await outputOf(running)).toMatchObject([{ txHash: hash, status: 'success' }]);
		expect(receipts()).toHaveLength(2);
	});

	test('of forty is held up by no other: one that is not executed, and thirty-nine that are', async () => {
		const done = await Promise.all(Array.from({ length: 39 }, pay));
		await devnet.holdExecution();
		const late = await pay();
		devnet.clearLog();
		const items = hashes([...done.slice(0, 20), late, ...done.slice(20)]);
		const running = wait('={{ $json.hash }}', { timeLimit: 120 }, { items });
		const answered = () =>
			receipts().filter(({ status, rpcMethod }) => status === 200 && rpcMethod).length;
		// A call may go alone in the last moment of the batch, in vain, and once more then.
		await until(() => answered() >= 39, 120);
		devnet.resumeExecution();
		expect((await outputOf(running)).map(({ txHash }) => txHash)).toEqual(
			items.map(({ json: { hash } }) => hash),
		);
		// The batch, where it was accepted, each of its calls alone, and the looks of the one that was late.
		expect(devnet.log.length).toBeLessThan(2 + 40 + 10);
	});
});

test('the fees of a node that no longer serves them are explained', async () => {
	server.answerCalls(() => refuse(`rpc: can't find method "Info.GetTxFee"`));
	const { error } = await getInfo('network', 'getTxFee');
	expect(error?.description).toContain('use Avalanche EVM Chains: Fee > Get Base Fee');
});

describe('an atomic transaction', () => {
	const txId = '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD';
	/** 1.15.0 tells the status, later ones the transaction; its block, 41, is executed when it is latest. */
	const asNode =
		(tellsStatus: boolean, latest: () => number, knows = 41) =>
		({ path, method, params }: RpcCall): CallReply => {
			if (path.endsWith('/native')) return notFound;
			if (path === '/ext/info') return { result: { isBootstrapped: true } };
			if (method === 'eth_blockNumber') return { result: `0x${latest().toString(16)}` };
			if (method === 'eth_getHeaderByNumber')
				return { result: Number(params[0]) <= knows ? { number: '0x29' } : null };
			if (method === 'avax.getAtomicTxStatus')
				return tellsStatus
					? { result: { status: 'Accepted', blockHeight: '41' } }
					: refuse(`rpc: can't find method "${method}"`);
			return { result: { tx: '0x00', encoding: 'hex', blockHeight: '41' } };
		};
	const wait = (timeLimit: number) =>
		runOnServer('transaction', 'wait', { transaction: txId, timeLimit });

	test.each([true, false])(
		'is waited for until its block is executed (status told: %s)',
		async (tellsStatus) => {
			let looks = 0;
			server.answerCalls(asNode(tellsStatus, () => (++looks < 3 ? 40 : 41)));
			const { items, error } = await wait(20);
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json)).toEqual([
				{ chain: 'C-Chain', txHash: txId, status: 'success', blockHeight: 41, time: null },
			]);
			expect(looks).toBe(3);
		},
	);

	test('that is accepted and not executed in time is not called unaccepted', async () => {
		server.answerCalls(asNode(true, () => 40));
		const { error } = await wait(3);
		expect(error?.message).toContain(
			'is in block 41, but the node did not report its result within 3 s',
		);
	});

	test.each(['eth_blockNumber', 'eth_getHeaderByNumber'])(
		'is not called executed while %s gets no answer',
		async (unanswered) => {
			const node = asNode(true, () => 40);
			server.answerCalls((request) =>
				request.method === unanswered ? reply('', 503) : node(request),
			);
			const { error } = await wait(3);
			expect(error?.message).toContain('is in block 41, but the node did not report its result');
		},
	);

	test('is taken as done where the server knows no such block: it lags behind the one that told', async () => {
		server.answerCalls(asNode(true, () => 30, 30));
		expect((await wait(20)).items).toMatchObject([{ json: { status: 'success' } }]);
	});
});
