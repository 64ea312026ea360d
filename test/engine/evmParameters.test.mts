/** What is entered in the fields of EVM operations: what is sent, what is refused, and what never comes back. */
import type { INodeParameters } from 'n8n-workflow';
import { address, hashOf } from '../support/hex.mts';
import { useEvm, saidBy } from '../support/useEngine.mts';
import { eachCall, useScript } from '../support/useScript.mts';

const node = useScript(eachCall(() => ({ result: null })));
const run = useEvm(node);

describe('parameters', () => {
	const sent = async (resource: string, operation: string, parameters: INodeParameters) => {
		const answers: Record<string, unknown> = {
			eth_feeHistory: { oldestBlock: '0x1' },
			eth_fillTransaction: { raw: '0x' },
			debug_startGoTrace: null,
		};
		node.answerCalls(({ method }) => ({ result: method in answers ? answers[method] : '0x' }));
		const { error } = await run(resource, operation, parameters);
		expect(error).toBeUndefined();
		return node.calls[0].params;
	};

	test('that are left out leave their place, and nothing at the end', async () => {
		const call = { to: address(1), data: '0x1234' };
		expect(
			await sent('contract', 'call', {
				transaction: call,
				additionalFields: { blockOverrides: '{"time":"0x1"}' },
			}),
		).toEqual([call, 'latest', null, { time: '0x1' }]);
		expect(await sent('contract', 'call', { transaction: call, block: 255 })).toEqual([
			call,
			'0xff',
		]);
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
		expect(await sent('debug', 'startGoTrace', { file: '../a b/c?d#e' })).toEqual(['../a b/c?d#e']);
		expect(await sent('personal', 'newAccount', { password: ' two words ' })).toEqual([
			' two words ',
		]);
	});

	test('another chain is another path', async () => {
		const blockchain = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt';
		await sent('chain', 'getId', { chain: blockchain });
		expect(node.received[0].path).toBe(`/ext/bc/${blockchain}/rpc`);
	});

	test.each([
		['account', 'getBalance', { address: address(1), chain: '../info' }, 'Chain'],
		['account', 'getBalance', { address: address(1), block: 'newest' }, 'Block'],
		['account', 'getBalance', { address: address(1), block: -1 }, 'Block'],
		[
			'account',
			'getBalance',
			{ address: address(1), block: '={{ 12345678901234567890 }}' },
			'Block: it must be given as text',
		],
		['block', 'getByNumber', { block: hashOf(1) }, 'Block'],
		['block', 'getByHash', { blockHash: '0x12' }, 'Block Hash'],
		['transaction', 'sendRaw', { rawTransaction: '0x123' }, 'Raw Transaction'],
		['transaction', 'estimateGas', { transaction: {} }, 'Fill in Transaction'],
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
		expect(saidBy(error)).toContain(name);
		expect(node.received).toEqual([]);
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
	node.answerCalls(() => ({ result }));
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
		node.answerCalls(({ params }) => ({
			error: { code: -32000, message: `no key for ${params.join(' ')}` },
		}));
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
	const asked = { transactionHash: hashOf(1) };
	test.each<[string, string, INodeParameters, string | null, object]>([
		['transaction', 'get', asked, null, { txHash: hashOf(1), chain: 'C-Chain' }],
		['transaction', 'getReceipt', asked, null, { txHash: hashOf(1), chain: 'C-Chain' }],
		['transaction', 'getRaw', { transactionHash: hashOf(1) }, '0x', {}],
		['block', 'getByNumber', { block: 5 }, null, { block: '5', chain: 'C-Chain' }],
		[
			'transaction',
			'getByBlockNumber',
			{ block: 5, index: 7 },
			null,
			{ block: '5', index: '7', chain: 'C-Chain' },
		],
		['block', 'getReceipts', { block: 5 }, null, { block: '5', chain: 'C-Chain' }],
		['block', 'getTransactionCountByNumber', { block: 5 }, null, { chain: 'C-Chain', block: '5' }],
	])('%s %s says so', async (resource, operation, parameters, result, about) => {
		node.answerCalls(() => ({ result }));
		const { items, error } = await run(resource, operation, parameters);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([{ ...about, found: false }]);
	});

	test('a method that newer nodes lost says so, and what to use', async () => {
		node.answerCalls(({ method }) => ({
			error: { code: -32601, message: `the method ${method} does not exist/is not available` },
		}));
		const { error } = await run('keystore', 'getManyAccounts');
		expect(error?.description).toContain('internal-account');
		expect(error?.description).toMatch(/Helicon.*Send Raw/);
	});
});

test('a field named error does not make an item a failed one', async () => {
	node.answerCalls(() => ({ result: { type: 'CALL', error: 'execution reverted' } }));
	const { items, error } = await run(
		'debug',
		'traceCall',
		{ transaction: { to: address(1) } },
		{ onError: 'continueErrorOutput' },
	);
	expect(error).toBeUndefined();
	expect(items[0].json).toEqual({
		chain: 'C-Chain',
		type: 'CALL',
		reportedError: 'execution reverted',
	});
});
