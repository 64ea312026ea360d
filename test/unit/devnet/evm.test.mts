/** The EVM of the mock network, in the words of a real node. */
import { Interface, Wallet } from 'ethers';
import {
	demoAccount,
	fundedAccount,
	fundedKey,
	nodeAccount,
	provenOnNodeOnly,
} from '../../../devnet/devnet.mts';
import { methods } from '../../../devnet/evm/methods.mts';
import { hex, word } from '../../support/hex.mts';
import { call } from './devnetScene.mts';
import { cChain, l1, send, startNode, useNodes } from './nodeClient.mts';

const { real, document, result, error } = useNodes();

const wallet = new Wallet(fundedKey);
const gwei = 1_000_000_000n;
/** A signed transfer or call of the funded account. */
const signTransaction = async (fields: object = {}) =>
	await wallet.signTransaction({
		type: 2,
		chainId: 43114,
		gasLimit: 200_000,
		to: demoAccount,
		value: 1n,
		maxFeePerGas: 50n * gwei,
		maxPriorityFeePerGas: gwei,
		nonce: Number(await result('eth_getTransactionCount', fundedAccount, 'latest')),
		...fields,
	});

describe('the EVM endpoint', () => {
	const message = (id: unknown, method = 'eth_chainId') => ({ jsonrpc: '2.0', id, method });
	const failure = (id: unknown, code: number, text: string) => ({
		jsonrpc: '2.0',
		id,
		error: { code, message: text },
	});

	test.each([
		['no call', '{}', failure(null, -32600, 'invalid request')],
		[
			'another version',
			'{"jsonrpc":"1.0","id":1,"method":"x"}',
			failure(1, -32600, 'invalid request'),
		],
		['no JSON', 'nojson', failure(null, -32700, 'parse error')],
		['an empty batch', '[]', failure(null, -32600, 'empty batch')],
		[
			'41 calls',
			JSON.stringify(Array.from({ length: 41 }, (_, i) => message(i + 7))),
			[failure(7, -32600, 'batch too large')],
		],
		['a notification', '{"jsonrpc":"2.0","method":"eth_chainId"}', undefined],
		['the id null', JSON.stringify(message(null)), { jsonrpc: '2.0', id: null, result: '0xa86a' }],
		['an object as id', JSON.stringify(message({})), failure(null, -32600, 'invalid request')],
		[
			'a batch',
			JSON.stringify([
				message('a'),
				message(2, 'eth_nope'),
				{ jsonrpc: '2.0', method: 'eth_chainId' },
				5,
			]),
			[
				{ jsonrpc: '2.0', id: 'a', result: '0xa86a' },
				failure(2, -32601, 'the method eth_nope does not exist/is not available'),
				failure(null, -32600, 'invalid request'),
			],
		],
	])('answers %s', async (_, body, expected) => {
		const { status, text } = await send(real, cChain, body);
		expect(status).toBe(200);
		expect(text && JSON.parse(text)).toEqual(expected ?? '');
	});

	test('an id is echoed as it was written, and the fields keep their order', async () => {
		const { text } = await send(
			real,
			cChain,
			'{"jsonrpc":"2.0","id":12345678901234567890,"method":"eth_chainId"}',
		);
		expect(text).toBe('{"jsonrpc":"2.0","id":12345678901234567890,"result":"0xa86a"}\n');
	});

	test('what is no request is refused by HTTP', async () => {
		const json = { 'content-type': 'application/json' };
		const refusals: Array<[RequestInit, number, string]> = [
			[{ method: 'PUT', body: '{}', headers: json }, 405, 'method not allowed\n'],
			[
				{ method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } },
				415,
				'invalid content type, only application/json is supported\n',
			],
			[
				{ method: 'POST', body: ' '.repeat(5_242_881), headers: json },
				413,
				'content length too large (5242881>5242880)\n',
			],
			[{ method: 'GET' }, 200, ''],
		];
		for (const [init, status, text] of refusals) {
			const response = await fetch(real.nodeUrl + cChain, init);
			expect([response.status, await response.text()]).toEqual([status, text]);
		}
	});

	test.each([
		['eth_getBalance', [], 'missing value for required argument 0'],
		['eth_getBalance', [fundedAccount], 'missing value for required argument 1'],
		['eth_getBalance', [fundedAccount, 'latest', 1], 'too many arguments, want at most 2'],
		[
			'eth_getBalance',
			['0x12', 'latest'],
			'invalid argument 0: hex string has length 2, want 40 for common.Address',
		],
		['eth_getBalance', [fundedAccount, 'foo'], 'invalid argument 1: hex string without 0x prefix'],
		[
			'eth_getBalance',
			[fundedAccount, '0x01'],
			'invalid argument 1: hex number with leading zero digits',
		],
		['eth_getBalance', { address: fundedAccount }, 'non-array args'],
		[
			'eth_getTransactionByHash',
			[5],
			'invalid argument 0: json: cannot unmarshal non-string into Go value of type common.Hash',
		],
		[
			'eth_call',
			[{ to: fundedAccount, value: 5 }],
			'invalid argument 0: json: cannot unmarshal non-string into Go struct field TransactionArgs.value of type *hexutil.Big',
		],
		[
			'eth_getLogs',
			[{ blockHash: `0x${'0'.repeat(64)}`, fromBlock: '0x0' }],
			'invalid argument 0: cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other',
		],
	])('%s %j: %s', async (method, params, text) => {
		expect((await call(real, cChain, method, params)).error).toEqual({
			code: -32602,
			message: text,
		});
	});

	test('all tags but earliest mean the last accepted block, and there is nothing beyond', async () => {
		const tags = ['latest', 'pending', 'accepted', 'safe', 'finalized'];
		const blocks = await Promise.all(tags.map((tag) => result('eth_getBlockByNumber', tag, false)));
		expect(new Set(blocks.map(({ number }) => number))).toEqual(
			new Set([await result('eth_blockNumber')]),
		);
		const unfinalized = { code: -32000, message: 'cannot query unfinalized data' };
		for (const method of ['eth_getBalance', 'eth_getCode', 'eth_getTransactionCount'])
			expect(await error(method, fundedAccount, '0xffffff')).toEqual(unfinalized);
		expect(await error('eth_getBlockByNumber', '0xffffff', false)).toEqual(unfinalized);
		expect(await result('eth_getBlockReceipts', '0xffffff')).toBeNull();
		expect(await result('eth_getBlockTransactionCountByNumber', '0xffffff')).toBeNull();
		expect(await error('eth_getBalance', fundedAccount, `0x${'1'.repeat(64)}`)).toEqual({
			code: -32000,
			message: 'header for hash not found',
		});
		expect((await error('eth_getLogs', { toBlock: '0xffffff' })).message).toMatch(
			/^requested to block 16777215 after last accepted block \d+$/,
		);
	});

	test('what a node says of itself', async () => {
		const answers = await Promise.all(
			['web3_clientVersion', 'net_version', 'net_peerCount', 'eth_syncing', 'eth_coinbase'].map(
				(name) => result(name),
			),
		);
		expect(answers).toEqual([
			'v1.14.2',
			'43114',
			'0x0',
			false,
			'0x0100000000000000000000000000000000000000',
		]);
		expect((await call(document, cChain, 'net_version')).result).toBe('1');
		const { slow, normal, fast } = await result('eth_suggestPriceOptions');
		const [low, mid, high] = [slow, normal, fast].map(({ maxPriorityFeePerGas }) =>
			BigInt(maxPriorityFeePerGas),
		);
		expect(low! < mid! && mid! < high!).toBe(true);
		expect(BigInt(normal.maxFeePerGas)).toBe(2n * BigInt(await result('eth_baseFee')) + mid!);
		expect((await call(real, l1, 'eth_suggestPriceOptions')).error.code).toBe(-32601);
	});

	test('what anvil cannot answer is refused as by a node whose API is off', async () => {
		const names = Object.keys(provenOnNodeOnly);
		expect(names.filter((name) => name in methods)).toEqual([]);
		for (const name of names.filter((one) => one.includes('_')))
			expect((await call(real, cChain, name, [])).error).toEqual({
				code: -32601,
				message: `the method ${name} does not exist/is not available`,
			});
		for (const tracer of names.filter((one) => one.endsWith('Tracer')))
			expect(
				(await error('debug_traceCall', { to: fundedAccount }, 'latest', { tracer })).code,
			).toBe(-32601);
	});
});

/** Emits Transfer(caller, itself, 42), whatever it is called with. */
const transferTopic = new Interface([
	'event Transfer(address indexed from, address indexed to, uint256 value)',
]);
const emitter = `602a60005230337f${transferTopic.getEvent('Transfer')!.topicHash.slice(2)}60206000a300`;
const deploy = (runtime: string) =>
	`0x60${(runtime.length / 2).toString(16).padStart(2, '0')}80600b6000396000f3${runtime}`;

/** Deploys the emitter, and has it emit once. */
async function emit() {
	const creation = await result(
		'eth_sendRawTransaction',
		await signTransaction({ to: null, value: 0n, data: deploy(emitter) }),
	);
	const { contractAddress } = await result('eth_getTransactionReceipt', creation);
	const hash = await result(
		'eth_sendRawTransaction',
		await signTransaction({ to: contractAddress, value: 0n }),
	);
	return { creation, contractAddress, hash };
}

describe('a transaction', () => {
	test('that was signed outside is read back by receipt, block and log', async () => {
		const { contractAddress, hash } = await emit();

		const receipt = await result('eth_getTransactionReceipt', hash);
		expect(Object.keys(receipt)).toEqual(
			'blockHash blockNumber contractAddress cumulativeGasUsed effectiveGasPrice from gasUsed logs logsBloom status to transactionHash transactionIndex type'.split(
				' ',
			),
		);
		expect(receipt).toMatchObject({
			status: '0x1',
			from: fundedAccount.toLowerCase(),
			to: contractAddress,
			type: '0x2',
		});

		const block = await result('eth_getBlockByHash', receipt.blockHash, true);
		expect(block.transactions[0]).toMatchObject({
			hash,
			blockNumber: receipt.blockNumber,
			transactionIndex: '0x0',
		});
		expect(block).toMatchObject({
			extDataGasUsed: '0x0',
			blockGasCost: '0x0',
			blockExtraData: '0x',
		});
		expect(block.extraData).toMatch(/^0x[0-9a-f]{48}$/);
		expect(Number(block.timestampMilliseconds)).toBe(Number(block.timestamp) * 1000);
		expect(await result('eth_getHeaderByHash', receipt.blockHash)).not.toHaveProperty(
			'transactions',
		);

		const logs = await result('eth_getLogs', {
			fromBlock: receipt.blockNumber,
			address: contractAddress,
		});
		expect(logs).toEqual(receipt.logs);
		expect(Object.keys(logs[0])).toEqual(
			'address topics data blockNumber transactionHash transactionIndex blockHash logIndex removed'.split(
				' ',
			),
		);
		expect(transferTopic.parseLog(logs[0])!.args.toArray()).toEqual([
			fundedAccount,
			expect.stringMatching(new RegExp(contractAddress, 'i')),
			42n,
		]);
		const trace = await result('debug_traceTransaction', hash, { tracer: 'callTracer' });
		expect(trace).toMatchObject({ to: contractAddress, gas: '0x30d40', type: 'CALL' });
	});

	test.each([
		['nonce too low', { nonce: 0 }, /^nonce too low: next nonce \d+, tx nonce 0$/],
		[
			'too much value',
			{ value: 10n ** 26n },
			/^insufficient funds for gas \* price \+ value: balance \d+, tx cost \d+, overshot \d+$/,
		],
		[
			'too little gas',
			{ gasLimit: 20_999 },
			new RegExp(
				`^intrinsic gas too low: address ${fundedAccount} tx gas \\(20999\\), minimum needed 21000$`,
			),
		],
		[
			'too much gas',
			{ gasLimit: 10_000_001 },
			/^exceeds block gas limit: tx gas \(10000001\) > current max gas \(10000000\)$/,
		],
		[
			'too high a fee',
			{ maxFeePerGas: 10n ** 16n },
			/^tx fee \(2000.00 ether\) exceeds the configured cap \(100.00 ether\)$/,
		],
		['another chain', { chainId: 1 }, /^invalid sender$/],
	])('with %s is refused', async (_, fields, text) => {
		await result('eth_sendRawTransaction', await signTransaction());
		const { code, message } = await error('eth_sendRawTransaction', await signTransaction(fields));
		expect(code).toBe(-32000);
		expect(message).toMatch(text);
	});

	test('waits in the pool while nothing is mined', async () => {
		const evm = await real.evm();
		await evm.request('evm_setAutomine', [false]);
		const raw = await signTransaction();
		const hash = await result('eth_sendRawTransaction', raw);
		expect(await result('eth_getTransactionReceipt', hash)).toBeNull();
		expect(await result('eth_getTransactionByHash', hash)).toMatchObject({
			blockHash: null,
			gasPrice: '0xba43b7400',
		});
		expect((await error('eth_sendRawTransaction', raw)).message).toBe('already known');
		const pool = await result('txpool_content');
		expect(Object.keys(pool.pending)).toEqual([fundedAccount]);
		expect(await result('txpool_contentFrom', fundedAccount)).toEqual({
			pending: pool.pending[fundedAccount],
			queued: {},
		});
		expect(await result('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' });

		// The node's own account sends once more with another price.
		const own = {
			from: nodeAccount,
			to: demoAccount,
			value: '0x5',
			nonce: await result('eth_getTransactionCount', nodeAccount, 'latest'),
		};
		const fees = { gas: '0x5208', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00' };
		await result('eth_sendTransaction', { ...own, ...fees });
		expect(await result('eth_pendingTransactions')).toHaveLength(1);
		const again = await result('eth_resend', { ...own, ...fees }, '0x174876e800', '0x5209');
		await evm.request('evm_mine');
		await evm.request('evm_setAutomine', [true]);
		expect(await result('eth_getTransactionReceipt', again)).toMatchObject({ status: '0x1' });
		expect(await result('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
	});

	test('is signed and sent by the account the node keeps, and by no other', async () => {
		expect(await result('eth_accounts')).toEqual([nodeAccount.toLowerCase()]);
		const fields = {
			from: nodeAccount,
			to: demoAccount,
			value: '0x1',
			gas: '0x5208',
			gasPrice: '0x77359400',
			nonce: '0x63',
		};
		const { raw, tx } = await result('eth_signTransaction', fields);
		expect(tx).toMatchObject({
			type: '0x0',
			nonce: '0x63',
			gasPrice: '0x77359400',
			maxFeePerGas: null,
		});
		expect(tx.hash).toBe(await result('web3_sha3', raw));
		expect(
			(await error('eth_sendTransaction', { from: demoAccount, to: demoAccount })).message,
		).toBe('unknown account');
		expect((await error('eth_signTransaction', { from: nodeAccount })).message).toBe(
			'gas not specified',
		);
	});

	const revert = (data: string) =>
		`60${(data.length / 2).toString(16).padStart(2, '0')}600c60003960${(data.length / 2).toString(16).padStart(2, '0')}6000fd${data}`;
	const reason = `08c379a0${word(32)}${word(2)}${'6e6f'.padEnd(64, '0')}`;
	test.each([
		[
			'a reason',
			revert(reason),
			{ code: 3, message: 'execution reverted: no', data: `0x${reason}` },
		],
		[
			'a panic',
			revert(`4e487b71${word(0x12)}`),
			{
				code: 3,
				message: 'execution reverted: division or modulo by zero',
				data: `0x4e487b71${word(0x12)}`,
			},
		],
		[
			'an error of its own',
			revert('deadbeef'),
			{ code: 3, message: 'execution reverted', data: '0xdeadbeef' },
		],
		['nothing', '60006000fd', { code: -32000, message: 'execution reverted' }],
		['no gas left', '5b600056', { code: -32000, message: 'out of gas' }],
	])('that fails with %s', async (_, code, expected) => {
		const to = '0x00000000000000000000000000000000000000aa';
		const overrides = { [to]: { code: `0x${code}` } };
		expect(await error('eth_call', { to, gas: '0x186a0' }, 'latest', overrides)).toEqual(expected);
		const detailed = await result('eth_callDetailed', { to, gas: '0x186a0' }, 'latest', overrides);
		expect(detailed).toMatchObject({ errCode: expected.code === 3 ? 3 : 0, err: expected.message });
	});

	const whose = `address ${fundedAccount}`;
	test.each([
		[
			'too little gas',
			{ gas: '0x5207' },
			'intrinsic gas too low: have 20999, want 21000 (supplied gas 20999)',
		],
		[
			'a tip above the fee',
			{ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' },
			`max priority fee per gas higher than max fee per gas: ${whose}, maxPriorityFeePerGas: 2, maxFeePerGas: 1 (supplied gas 50000000)`,
		],
		[
			'a fee that it cannot pay',
			{ from: demoAccount, gas: '0x5208', gasPrice: hex(10n ** 24n) },
			/^insufficient funds for gas \* price \+ value: address 0x\w{40} have \d+ want \d+ \(supplied gas 21000\)$/,
		],
	])('that cannot begin, with %s', async (_, fields, text) => {
		const tx = { from: fundedAccount, to: demoAccount, ...fields };
		const { code, message } = await error('eth_call', tx, 'latest');
		expect(code).toBe(-32000);
		expect(message.startsWith('err: ')).toBe(true);
		expect(message.slice(5)).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
	});

	test('that reverts touches what it touches', async () => {
		// reads slot 5 and fails
		const code = '60055460006000fd';
		const creation = await result(
			'eth_sendRawTransaction',
			await signTransaction({ to: null, value: 0n, data: deploy(code) }),
		);
		const { contractAddress: to } = await result('eth_getTransactionReceipt', creation);
		expect(await result('eth_createAccessList', { from: fundedAccount, to }, 'latest')).toEqual({
			accessList: [{ address: to, storageKeys: [`0x${word(5)}`] }],
			error: 'execution reverted',
			gasUsed: expect.stringMatching(/^0x/),
		});
	});

	test('is traced step by step, with its own gas alone', async () => {
		const evm = await real.evm();
		await evm.request('evm_setAutomine', [false]);
		const nonce = Number(await result('eth_getTransactionCount', fundedAccount, 'latest'));
		const data = deploy('602a60005260206000f3');
		const hashes: string[] = [];
		for (const i of [0, 1])
			hashes.push(
				await result(
					'eth_sendRawTransaction',
					await signTransaction({ nonce: nonce + i, to: null, value: 0n, data }),
				),
			);
		await evm.request('evm_mine');
		await evm.request('evm_setAutomine', [true]);
		const traces = await Promise.all(hashes.map((hash) => result('debug_traceTransaction', hash)));
		expect(traces[1].gas).toBe(traces[0].gas);
		expect(traces[1].structLogs[0]).toMatchObject({ pc: 0, op: 'PUSH1', depth: 1 });
	});
});

describe('logs and filters', () => {
	test('filters tell what came since they were asked', async () => {
		const [blocks, pending, logs] = await Promise.all([
			result('eth_newBlockFilter'),
			result('eth_newPendingTransactionFilter', true),
			result('eth_newFilter', { topics: [transferTopic.getEvent('Transfer')!.topicHash] }),
		]);
		const { creation, contractAddress, hash } = await emit();
		expect(await result('eth_getFilterChanges', blocks)).toHaveLength(2);
		expect((await result('eth_getFilterChanges', pending)).map((tx: any) => tx.hash)).toEqual([
			creation,
			hash,
		]);
		expect((await result('eth_getFilterChanges', logs))[0]).toMatchObject({
			transactionHash: hash,
			address: contractAddress,
		});
		expect(await result('eth_getFilterChanges', logs)).toEqual([]);
		expect((await result('eth_getFilterLogs', logs)).at(-1)).toMatchObject({
			transactionHash: hash,
		});
		expect(await result('eth_uninstallFilter', logs)).toBe(true);
		expect(await error('eth_getFilterLogs', logs)).toEqual({
			code: -32000,
			message: 'filter not found',
		});
		expect(await error('eth_getFilterLogs', blocks)).toEqual({
			code: -32000,
			message: 'filter not found',
		});
	});

	test('a range has its limits', async () => {
		const devnet = await startNode({ maxLogBlocks: 3, batchLimit: 2 });
		await (await devnet.evm()).request('anvil_mine', ['0x6']);
		const ask = (criteria: object) => call(devnet, cChain, 'eth_getLogs', [criteria]);
		expect((await ask({ fromBlock: '0x1', toBlock: '0x4' })).error).toEqual({
			code: -32000,
			message: 'requested too many blocks from 1 to 4, maximum is set to 3',
		});
		expect((await ask({ fromBlock: '0x1', toBlock: '0x3' })).result).toEqual([]);
		expect((await ask({ fromBlock: '0x3', toBlock: '0x1' })).error.message).toBe(
			'invalid block range params',
		);
		expect((await ask({ fromBlock: '0x9' })).error.message).toBe(
			'requested from block 9 after last accepted block 6',
		);
		expect((await ask({ blockHash: `0x${'1'.repeat(64)}` })).error.message).toBe('unknown block');
		const batch = [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }));
		expect((await send(devnet, cChain, JSON.stringify(batch))).text).toContain('batch too large');
	});
});

describe('the subnet EVM', () => {
	test('has an EVM of its own, by ID and by alias', async () => {
		for (const path of [l1, '/ext/bc/demo/rpc'])
			expect((await call(real, path, 'eth_chainId')).result).toBe('0xcc4e4');
		const block = (await call(real, l1, 'eth_getBlockByNumber', ['latest', false])).result;
		expect(block).not.toHaveProperty('extDataHash');
		expect((await call(real, l1, 'eth_getBalance', [demoAccount, 'latest'])).result).toMatch(
			/^0x[1-9a-f]/,
		);
	});

	test('tells its configuration, with numbers beyond 2^53', async () => {
		const { text } = await send(real, l1, '{"jsonrpc":"2.0","id":1,"method":"eth_feeConfig"}');
		expect(text).toContain('"targetGas":18446744073709551615');
		expect((await call(real, l1, 'eth_feeConfig', ['0xffffff'])).error.message).toBe(
			'cannot query unfinalized data',
		);
		const config = (await call(real, l1, 'eth_getChainConfig')).result;
		expect(config).toMatchObject({
			chainId: 836836,
			subnetEVMTimestamp: 0,
			upgrades: { precompileUpgrades: [{}, {}] },
		});
		expect(config).not.toHaveProperty('eip150Hash');
		expect((await call(document, l1, 'eth_getChainConfig')).result).toHaveProperty('eip150Hash');
		expect((await call(real, cChain, 'eth_feeConfig')).error.code).toBe(-32601);
	});

	test('tells which rules were active when', async () => {
		const active = async (...params: unknown[]) =>
			Object.keys((await call(real, l1, 'eth_getActivePrecompilesAt', params)).result);
		expect(await active(0)).toEqual([]);
		expect(await active(1_740_000_000)).toContain('contractNativeMinterConfig');
		expect(await active()).not.toContain('contractNativeMinterConfig');
		const { ethRules, avalancheRules, precompiles } = (await call(real, l1, 'eth_getActiveRulesAt'))
			.result;
		expect(ethRules).toMatchObject({ ChainID: 836836, IsCancun: true });
		expect(avalancheRules).toMatchObject({ IsSubnetEVM: true, IsEtna: true });
		expect(precompiles.txAllowListConfig).toEqual({ timestamp: expect.any(Number) });
		expect((await call(real, l1, 'eth_getActiveRulesAt', ['latest'])).error).toEqual({
			code: -32602,
			message: 'invalid argument 0: json: cannot unmarshal string into Go value of type uint64',
		});
	});
});
