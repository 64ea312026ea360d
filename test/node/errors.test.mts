/** What a user reads where a real node refuses, limits or does not know something. */
import { getCreateAddress, id, keccak256, toUtf8Bytes, Transaction, Wallet } from 'ethers';
import type { INodeParameters } from 'n8n-workflow';
import { listRows, toParameters } from '../../tools/groups.mts';
import { type Engine, loadEngine } from '../support/engine.mts';
import { call, fundedKey, type Node, type NodeKind as Kind, startNode, waitFor } from './nodes.mts';

let engine: Engine;
const nodes = {} as Record<Kind, Node>;

const rows = listRows();
const typeOf = {
	evm: 'avalancheEvm',
	advanced: 'avalancheEvmAdvanced',
	native: 'avalancheNative',
	admin: 'avalancheAdmin',
};

/** Runs an operation, named `evm account.getBalance`, with its parameters by name; `items` of them. */
async function run(kind: Kind, name: string, entered: Record<string, unknown> = {}, items = 1) {
	const [group, resource, operation] = name.split(/[ .]/);
	const type = group === 'validators' ? 'avalancheValidators' : typeOf[group as 'evm'];
	const row = rows.find(
		(each) =>
			each.description.name === type && each.resource === resource && each.operation === operation,
	)!;
	const result = await engine.runNode(
		type,
		{
			...toParameters(row, { chain: 'C', ...entered }),
			returnAll: true,
		} as INodeParameters,
		{
			credentials: { avalancheNodesApi: { network: 'ownNode', nodeUrl: nodes[kind].url } },
			limits: { retries: 0 },
			items: Array.from({ length: items }, (_, index) => ({ json: { index } })),
		},
	);
	return { error: result.error, records: result.items.map(({ json }) => json) };
}

/** Operation, parameters, and what message and advice must say. */
type Case = [name: string, parameters: Record<string, unknown>, message: string, advice: string];

async function expectError(kind: Kind, [name, parameters, message, advice]: Case) {
	const { error } = await run(kind, name, parameters);
	expect(error?.message).toContain(message);
	expect(error?.description).toContain(advice);
	return error!;
}

const wallet = new Wallet(fundedKey);
const stranger = Wallet.createRandom();
const recipient = '0x00000000000000000000000000000000000000aa';
/** The first contracts of the account. */
const [contract, custom] = [0, 1].map((nonce) =>
	getCreateAddress({ from: wallet.address, nonce }).toLowerCase(),
);
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');
const byte = (value: number) => value.toString(16).padStart(2, '0');

/** Code that ends with these bytes of data, by RETURN (f3) or REVERT (fd). */
const endWith = (ending: 'f3' | 'fd', data: string) =>
	`60${byte(data.length / 2)}80600b6000396000${ending}${data}`;
/** Data of Error("not today") and of TooSmall(7). */
const reason = `08c379a0${word(32n)}${word(9n)}${Buffer.from('not today').toString('hex').padEnd(64, '0')}`;
const customError = `${id('TooSmall(uint256)').slice(2, 10)}${word(7n)}`;
/** Logs Transfer(caller, to, value) of the call transfer(to, value). */
const transferTopic = keccak256(toUtf8Bytes('Transfer(address,address,uint256)'));
const emitter = `602435600052600435337f${transferTopic.slice(2)}60206000a3600160005260206000f3`;
const transferData = `0xa9059cbb${word(recipient)}${word(5n)}`;
const create = (code: string) => `0x${endWith('f3', code)}`;

const sign = async (
	fields: object,
	signer: { signTransaction: Wallet['signTransaction'] } = wallet,
) =>
	await signer.signTransaction(
		Transaction.from({
			type: 2,
			chainId: 43_112,
			to: recipient,
			gasLimit: 200_000,
			maxFeePerGas: 200_000_000_000n,
			maxPriorityFeePerGas: 1_000_000_000n,
			...fields,
		}),
	);

const ask = async (kind: Kind, method: string, ...params: unknown[]) =>
	await call(`${nodes[kind].url}/ext/bc/C/rpc`, method, params);

/** Sends it and waits for its block; gives its hash. */
async function send(kind: Kind, fields: object): Promise<string> {
	const hash = await ask(kind, 'eth_sendRawTransaction', await sign(fields));
	await waitFor(`${hash} is in a block`, 30, async () => {
		return Boolean(await ask(kind, 'eth_getTransactionReceipt', hash));
	});
	return hash;
}

/** Transactions of the strict node, one a block: a deployment and then a log in each. */
const strictBlocks = 6;
let reverted = '';

beforeAll(async () => {
	const start = async (kind: Kind) => (nodes[kind] = await startNode(kind));
	const kinds: Kind[] = ['all', 'plain', 'strict', 'stuck', 'waiting'];
	[engine] = await Promise.all([loadEngine(), ...kinds.map(start)]);
	await Promise.all([
		(async () => {
			for (const [nonce, data] of [reason, customError].entries()) {
				await send('all', { nonce, to: null, data: create(endWith('fd', data)) });
			}
			reverted = await send('all', { nonce: 2, to: contract });
		})(),
		(async () => {
			await send('strict', { nonce: 0, to: null, data: create(emitter) });
			for (let nonce = 1; nonce < strictBlocks; nonce++) {
				await send('strict', { nonce, to: contract, data: transferData });
			}
		})(),
	]);
});
afterAll(async () => {
	engine?.close();
	await Promise.all(Object.values(nodes).map(async (node) => await node.stop()));
});

describe('a chain', () => {
	test.each<Case>([
		[
			'evm chain.getId',
			{ chain: 'nope' },
			'This node does not know the chain "nope"',
			'Check the ID',
		],
		[
			'validators validator.getCurrentValidators',
			{ blockchainId: 'nope' },
			'This node does not know the chain "nope"',
			'that this node tracks the chain',
		],
		[
			'admin chain.getVMConfig',
			{ chain: 'nope' },
			'This node does not know the chain "nope"',
			'that this node tracks the chain',
		],
	])('that the node does not know: %s', async (...entry) => {
		expect(await expectError('all', entry)).toMatchObject({ httpCode: '404' });
	});

	test.each<Case>([
		['evm chain.getId', { chain: 'X' }, 'the X-Chain is not an EVM chain', 'Avalanche Data API'],
		[
			'validators validator.getCurrentValidators',
			{ blockchainId: 'C' },
			'though it knows the chain "C"',
			'Only subnet-EVM chains have this API',
		],
	])('of another kind: %s', async (...entry) => {
		await expectError('all', entry);
	});

	const unknownId = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
	const advice = 'once it has caught up';
	const ofC: Case[] = [
		['evm chain.getId', {}, 'the chain "C" yet: it is still catching up', advice],
		[
			'evm account.getBalance',
			{ address: recipient },
			'the chain "C" yet: it is still catching up',
			advice,
		],
		[
			'native transaction.getAtomicTxStatus',
			{ txId: unknownId },
			'"C" yet: it is still catching up',
			advice,
		],
	];
	test.each<Case>([
		...ofC,
		['admin chain.getVMConfig', {}, 'the chain "C" yet: it is still catching up', advice],
		[
			'validators validator.getCurrentValidators',
			{ blockchainId: unknownId },
			`the chain "${unknownId}" yet: it is still catching up`,
			advice,
		],
	])('of a node that is not bootstrapped: %s', async (...entry) => {
		expect(await expectError('stuck', entry)).toMatchObject({ httpCode: '404' });
	});

	test.each(ofC)('that is created and not bootstrapped: %s', async (...entry) => {
		expect(await expectError('waiting', entry)).toMatchObject({
			httpCode: '503',
			failure: { cause: 'temporarily-unavailable' },
		});
	});
});

describe('what is switched off', () => {
	test.each<Case>([
		['admin logger.getLoggerLevel', {}, 'does not serve /ext/admin', '--api-admin-enabled=true'],
		[
			'admin chain.getVMConfig',
			{},
			'does not serve /ext/bc/C/admin, though it knows the chain "C"',
			'"admin-api-enabled": true',
		],
		[
			'advanced debug.traceTransaction',
			{ transactionHash: keccak256('0x') },
			'debug_traceTransaction does not exist',
			'"debug-tracer"',
		],
		[
			'advanced personal.listAccounts',
			{},
			'personal_listAccounts does not exist',
			'"internal-personal"',
		],
		[
			'advanced transactionPool.getStatus',
			{},
			'txpool_status does not exist',
			'"internal-tx-pool"',
		],
		[
			'evm method.call',
			{ method: 'eth_nothing' },
			'eth_nothing does not exist',
			'does not have the method',
		],
	])('is named, and where to switch it on: %s', async (...entry) => {
		await expectError('plain', entry);
	});
});

describe('a call that is reverted', () => {
	const transaction = { to: contract };
	const abi = JSON.stringify([
		{ type: 'function', name: 'f', inputs: [{ name: 'a', type: 'uint256' }], outputs: [] },
		{ type: 'error', name: 'TooSmall', inputs: [{ name: 'least', type: 'uint256' }] },
	]);
	test.each<Case>([
		['evm contract.call', { transaction }, 'execution reverted', 'rejected: not today'],
		['evm transaction.estimateGas', { transaction }, 'execution reverted', 'rejected: not today'],
		[
			'evm contract.callFunction',
			{ contract: custom, function: abi, functionName: 'f', arguments: '[1]' },
			'The contract rejected f(uint256): TooSmall(least: 7)',
			'Check the arguments',
		],
		[
			'evm contract.callFunction',
			{ contract, function: 'f()' },
			'The contract rejected f(): not today',
			'Check',
		],
	])('tells the reason: %s', async (...entry) => {
		await expectError('all', entry);
	});

	test('is told in its access list', async () => {
		const { records } = await run('all', 'evm transaction.createAccessList', {
			transaction: { ...transaction, from: wallet.address },
		});
		expect(records).toEqual([expect.objectContaining({ reportedError: 'execution reverted' })]);
		await expectError('all', [
			'evm transaction.createAccessList',
			{ transaction },
			'The node refused eth_createAccessList: ',
			'must hold the value plus gas',
		]);
	});

	test('as a transaction is a receipt with the reason', async () => {
		const { records } = await run('all', 'evm transaction.wait', {
			transaction: reverted,
			timeLimit: 20,
		});
		expect(records).toEqual([
			expect.objectContaining({ status: 'failed', revertReason: 'not today' }),
		]);
	});
});

describe('a transaction that the node does not take', () => {
	const farNonce = 500;
	const cheap = { maxFeePerGas: 201_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n };
	beforeAll(async () => {
		await ask('all', 'eth_sendRawTransaction', await sign({ nonce: farNonce }));
	});

	test.each<[string, () => Promise<string>, string, string]>([
		[
			'with a used nonce',
			async () => await sign({ nonce: 0 }),
			'nonce too low: next nonce 3',
			'transaction count',
		],
		[
			'of an account without funds',
			async () => await sign({ nonce: 0 }, stranger),
			'insufficient funds for gas',
			'must hold the value plus gas',
		],
		['that it has', async () => await sign({ nonce: farNonce }), 'already known', 'Wait for it'],
		[
			'that pays too little to replace another',
			async () => await sign({ nonce: farNonce, ...cheap }),
			'replacement transaction underpriced',
			'at least 10 percent',
		],
		[
			'that is signed for another chain',
			async () => await sign({ nonce: 3, chainId: 1 }),
			'invalid sender',
			'another chain ID',
		],
		['that is none', async () => '0xdeadbeef', 'rlp: ', 'no signed transaction'],
		['of an unknown type', async () => '0x55c0', 'not supported', 'no signed transaction'],
		[
			'whose gas does not suffice',
			async () => await sign({ nonce: 3, gasLimit: 20_999n }),
			'intrinsic gas too low',
			'Estimate Gas',
		],
	])('%s', async (_what, makeRaw, message, advice) => {
		await expectError('all', [
			'evm transaction.sendRaw',
			{ rawTransaction: await makeRaw() },
			message,
			advice,
		]);
	});
});

describe('a node that takes one call in a batch, two blocks in a query of logs, and keeps few states', () => {
	test('answers each item', async () => {
		const body = JSON.stringify(
			[1, 2].map((n) => ({ jsonrpc: '2.0', id: n, method: 'eth_chainId' })),
		);
		const batch = await fetch(`${nodes.strict.url}/ext/bc/C/rpc`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body,
		});
		expect(await batch.text()).toContain('batch too large');

		const { records, error } = await run(
			'strict',
			'evm block.getByNumber',
			{ block: '={{ $json.index }}' },
			5,
		);
		expect(error).toBeUndefined();
		expect(records.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4]);
	});

	test('gives all logs of a longer range', async () => {
		const range = { fromBlock: '0', toBlock: String(strictBlocks) };
		await expect(
			ask('strict', 'eth_getLogs', { fromBlock: '0x0', toBlock: '0x6' }),
		).rejects.toThrow('maximum is set to 2');
		const { records, error } = await run('strict', 'evm log.getManyRaw', range);
		expect(error).toBeUndefined();
		expect(records.map(({ blockNumber }) => blockNumber)).toEqual([2, 3, 4, 5, 6]);

		const [{ filterId }] = (await run('strict', 'advanced filter.createLogs', range)).records;
		await expectError('strict', [
			'advanced filter.getLogs',
			{ filterId },
			'maximum is set to 2',
			'Log > Get Many',
		]);
	});

	test.each<Case>([
		[
			'evm account.getProof',
			{ address: recipient, block: '1' },
			'historical proof query not allowed',
			'historical-proof-query-window',
		],
		[
			// the oldest block within the window, whose state is gone already
			'evm account.getProof',
			{ address: recipient, block: String(strictBlocks - 2) },
			'missing trie node',
			'historical-proof-query-window',
		],
		[
			'evm account.getBalance',
			{ address: recipient, block: '1' },
			'missing trie node',
			'an archive node',
		],
		[
			'evm contract.call',
			{ transaction: { to: contract }, block: '1' },
			'missing trie node',
			'an archive node',
		],
	])('has no states of old blocks: %s', async (...entry) => {
		await expectError('strict', entry);
	});
});

describe('the CPU profiler', () => {
	const start: Case = [
		'admin profile.startCPUProfiler',
		{},
		'cpu profiler already running',
		'Stop the CPU profiler first',
	];
	const stop: Case = [
		'admin profile.stopCPUProfiler',
		{},
		"cpu profiler doesn't exist",
		'Start the CPU profiler first',
	];
	const ofChain = ([name, ...rest]: Case): Case => [name.replace('profile.', 'chain.'), ...rest];

	test.each<[string, Case, Case]>([
		['of the node', start, stop],
		['of a chain', ofChain(start), ofChain(stop)],
	])('%s is not started twice, nor stopped without a start', async (_whose, begin, end) => {
		await expectError('all', end);
		expect((await run('all', begin[0])).error).toBeUndefined();
		await expectError('all', begin);
		expect((await run('all', end[0])).error).toBeUndefined();
		await expectError('all', end);
	});

	test('of a chain waits for that of the node, as there is one in a process', async () => {
		expect((await run('all', start[0])).error).toBeUndefined();
		await expectError('all', [
			ofChain(start)[0],
			{},
			'already in use',
			'Stop the CPU profiler first',
		]);
		expect((await run('all', stop[0])).error).toBeUndefined();
	});
});
