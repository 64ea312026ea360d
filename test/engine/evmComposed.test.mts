/** EVM operations whose request is not what is entered, field by field, on nodes of both generations; and what changed with Helicon. */
import { getAddress } from 'ethers';
import type { IDataObject } from 'n8n-workflow';
import { demoL1Chain, fundedAccount } from '../../devnet/devnet.mts';
import { hashOf, hex, word } from '../support/hex.mts';
import {
	rows,
	nameOf,
	worldNames,
	Scene,
	recipient,
	other,
	transferTopic,
	transferData,
	run,
	scenes,
	useScenes,
	spelled,
	describeInEditor,
} from './evmScene.mts';

useScenes();

const transferArgs = { to: getAddress(recipient), value: '7' };
const signature = 'transfer(address to, uint256 value) returns (bool ok)';
const transferEvent = 'Transfer(address indexed from, address indexed to, uint256 value)';
/** Approval(address,address,uint256) */
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const abi = JSON.stringify([
	{ type: 'function', name: 'number', inputs: [], outputs: [{ type: 'uint256' }] },
	{ type: 'function', name: 'name', inputs: [], outputs: [{ type: 'string' }] },
	{
		type: 'event',
		name: 'Approval',
		inputs: ['owner', 'spender', 'value'].map((name, i) => ({
			name,
			type: i < 2 ? 'address' : 'uint256',
			indexed: i < 2,
		})),
	},
	{ type: 'event', name: 'Paused', inputs: [] },
]);
/** number() */
const numberData = '0x8381f58a';

/** Field by field: what is entered beside the base, and what is then sent first. */
const spelledCases: Array<
	[
		name: string,
		field: string,
		entered: IDataObject,
		method: string,
		params: (scene: Scene) => unknown[],
	]
> = [
	...(
		[
			['contract', { contract: other }, { to: other }, 'latest'],
			[
				'function',
				{ function: 'number() returns (uint256)', arguments: '[]' },
				{ data: numberData },
				'latest',
			],
			[
				'arguments',
				{ arguments: { to: other, value: '1' } },
				{ data: `0xa9059cbb${word(BigInt(other))}${word(1n)}` },
				'latest',
			],
			[
				'functionName',
				{ function: abi, functionName: 'number', arguments: '[]' },
				{ data: numberData },
				'latest',
			],
			['block', { block: '255' }, {}, '0xff'],
			['from', { from: other }, { from: other }, 'latest'],
			['value', { value: '0.5' }, { value: '0x6f05b59d3b20000' }, 'latest'],
			['valueUnit', { value: '10', valueUnit: 'wei' }, { value: '0xa' }, 'latest'],
			['gas', { gas: '21000' }, { gas: '0x5208' }, 'latest'],
		] as const
	).map(([field, entered, sent, block]) => {
		const params = ({ contract }: Scene) => [{ to: contract, data: transferData, ...sent }, block];
		return [
			'contract callFunction',
			field,
			entered as IDataObject,
			'eth_call',
			params,
		] as (typeof spelledCases)[number];
	}),
	...(
		[
			['events', { events: transferEvent }, { topics: [transferTopic] }],
			['fromBlock', { fromBlock: '0' }, { fromBlock: '0x0' }],
			['toBlock', { toBlock: 'finalized' }, { toBlock: 'finalized' }],
			['blockHash', { blockHash: hashOf(1) }, { blockHash: hashOf(1) }],
			['addresses', { addresses: [recipient, other] }, { address: [recipient, other] }],
			['eventName', { events: abi, eventName: 'Approval' }, { topics: [approvalTopic] }],
			[
				'arguments',
				{ arguments: { to: [recipient, other] } },
				{
					topics: [
						transferTopic,
						null,
						[`0x${word(BigInt(recipient))}`, `0x${word(BigInt(other))}`],
					],
				},
			],
		] as const
	).map(([field, entered, sent]) => {
		const params = () => [{ topics: [transferTopic], ...sent }];
		return [
			'log getMany',
			field,
			entered as unknown as IDataObject,
			'eth_getLogs',
			params,
		] as (typeof spelledCases)[number];
	}),
	...(
		[
			['getInfo', '0x18160ddd', []],
			['getBalance', '0x70a08231', ['address']],
			['getAllowance', '0xdd62ed3e', ['owner', 'spender']],
		] as const
	).flatMap(([operation, selector, given]) =>
		['token', 'block', ...given].map((field): (typeof spelledCases)[number] => {
			const value = field === 'block' ? '255' : other;
			const addresses = given.map((name) => (name === field ? other : recipient));
			const data = selector + addresses.map((one) => word(BigInt(one))).join('');
			const params = ({ contract }: Scene) => [
				{ to: field === 'token' ? other : contract, data },
				field === 'block' ? '0xff' : 'latest',
			];
			return [`token ${operation}`, field, { [field]: value }, 'eth_call', params];
		}),
	),
	[
		'transaction wait',
		'transaction',
		{ transaction: hashOf(2), timeLimit: 1 },
		'eth_getTransactionReceipt',
		() => [hashOf(2)],
	],
	[
		'method call',
		'method',
		{ method: 'eth_getBlockByNumber' },
		'eth_getBlockByNumber',
		() => ['latest'],
	],
	[
		'method call',
		'parameters',
		{ parameters: '["0x1", false]' },
		'eth_getHeaderByNumber',
		() => ['0x1', false],
	],
];
const bases: Record<string, (scene: Scene) => Record<string, unknown>> = {
	'contract callFunction': ({ contract }) => ({
		contract,
		function: signature,
		arguments: [recipient, 7],
		block: 'latest',
	}),
	'contract encodeCall': () => ({ function: signature, arguments: `["${recipient}", "0x7"]` }),
	'log getMany': () => ({ events: transferEvent }),
	'token getInfo': ({ contract }) => ({ token: contract }),
	'token getBalance': ({ contract }) => ({ token: contract, address: recipient }),
	'token getAllowance': ({ contract }) => ({
		token: contract,
		owner: recipient,
		spender: recipient,
	}),
	'transaction wait': ({ transactionHash }) => ({ transaction: transactionHash, timeLimit: 5 }),
	'method call': () => ({ method: 'eth_getHeaderByNumber', parameters: '["latest"]' }),
};
const rowOf = (name: string) => rows.find((at) => nameOf(at) === name)!;

/** Fields that no request shows; the tests below and those of the file named show what they do. */
const unsent = [
	...['function', 'arguments', 'functionName'].map((field) => `contract encodeCall ${field}`),
	...['timeLimit', 'confirmations'].map((field) => `transaction wait ${field}`),
	// evmContracts.test.mts
	'contract callFunction decimals',
	// evmLogs.test.mts
	'log getMany addTime',
	// periods.test.mts
	...['askedTime', 'side', 'fullTransactions'].map((field) => `block getByTime ${field}`),
	...['period', 'from', 'to'].map((field) => `log getMany ${field}`),
];
test('every field of what is spelled by us has a case', () => {
	const fields = spelled.flatMap((name) =>
		rowOf(name)
			.fields.map((field) => `${name} ${field.name}`)
			.filter((field) => !field.endsWith(' chain')),
	);
	expect([...spelledCases.map(([name, field]) => `${name} ${field}`), ...unsent].sort()).toEqual(
		fields.sort(),
	);
});

describe.each(worldNames)('on a node of %s', (world) => {
	test.each(spelledCases)('%s spells %s of %j', async (name, _field, entered, method, params) => {
		const scene = scenes[world];
		const { sent } = await run(scene, rowOf(name), { ...bases[name](scene), ...entered });
		expect([sent.method, sent.params]).toEqual([method, params(scene)]);
	});

	test('a call is encoded, without the node', async () => {
		const encode = async (entered: object) => {
			const { items, sent } = await run(scenes[world], rowOf('contract encodeCall'), {
				...bases['contract encodeCall'](scenes[world]),
				...entered,
			});
			expect(sent).toBeUndefined();
			return items;
		};
		expect(await encode({})).toEqual([{ args: transferArgs, data: transferData }]);
		expect(await encode({ arguments: [other, 1] })).toEqual([
			{
				args: { to: getAddress(other), value: '1' },
				data: `0xa9059cbb${word(BigInt(other))}${word(1n)}`,
			},
		]);
		expect(await encode({ function: abi, functionName: 'number', arguments: '[]' })).toEqual([
			{ data: numberData },
		]);
	});

	test('a contract is called and its logs are read by signature', async () => {
		const scene = scenes[world];
		const called = await run(
			scene,
			rowOf('contract callFunction'),
			bases['contract callFunction'](scene),
		);
		expect(called.items).toEqual([{ args: transferArgs, ok: true }]);
		const read = await run(scene, rowOf('log getMany'), {
			...bases['log getMany'](scene),
			blockHash: scene.blockHash,
		});
		const { transactionHash, blockHash } = scene;
		expect(read.items).toMatchObject([{ event: 'Transfer', transactionHash, blockHash }]);
		expect(read.items[0].args).toEqual({
			from: fundedAccount,
			to: '0x00000000000000000000000000000000000000AA',
			value: '7',
		});
	});

	test('a transaction is waited for, for so long and for so many blocks', async () => {
		const scene = scenes[world];
		const wait = async (entered: object) =>
			await run(scene, rowOf('transaction wait'), {
				...bases['transaction wait'](scene),
				...entered,
			});
		const { items } = await wait({});
		expect(items).toMatchObject([{ transactionHash: scene.transactionHash, status: '0x1' }]);
		expect(scene.devnet.log).toHaveLength(1);
		expect((await wait({ transaction: hashOf(2), timeLimit: 1 })).error?.message).toContain(
			'within 1 s',
		);
		const evm = await scene.devnet.evm();
		const head = Number(await evm.request('eth_blockNumber'));
		const waiting = wait({ confirmations: head + 1, timeLimit: 20 });
		await evm.request('anvil_mine', [hex(head + 1)]);
		expect((await waiting).items).toMatchObject([{ transactionHash: scene.transactionHash }]);
		expect(
			scene.devnet.log.map(({ rpcMethod, rpcMethods }) => rpcMethod ?? rpcMethods?.[0]),
		).toContain('eth_blockNumber');
	});
});

describe('since Helicon', () => {
	const ask15 = async (
		name: string,
		entered: Record<string, unknown> = {},
		more: IDataObject = {},
	) => await run(scenes['avalanchego 1.15'], rowOf(name), entered, { simplify: true, ...more });

	test('the client names itself and its parts', async () => {
		expect((await ask15('chain getClientVersion')).items[0].clientVersion).toMatch(
			/^avalanchego\/1\.15\.\d+ \[database=\S+, rpcchainvm=\d+, go=\S+\]$/,
		);
	});

	test('safe and finalized lie behind latest, and the fields of a block are readable, old and new', async () => {
		const read = async (block: string) =>
			(await ask15('block getByNumber', { block, fullTransactions: false })).items[0];
		const [latest, safe, finalized, pending] = await Promise.all(
			['latest', 'safe', 'finalized', 'pending'].map(read),
		);
		const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string;
		expect(safe).toEqual(finalized);
		expect(Number(safe.number)).toBe(Number(latest.number) - 1);
		expect(latest).toMatchObject({
			settledHeight: safe.number,
			settledExcess: 0,
			settledGasNumerator: 0,
			targetExponent: 0,
			minPriceExponent: 0,
			settledExcessExact: '0',
			time: isoTime,
			settledGasTime: isoTime,
			hash: expect.stringMatching(/^0x/),
		});
		expect(pending).toMatchObject({ number: latest.number, hash: null, miner: null });
		const { items } = await ask15(
			'block getByNumber',
			{ block: 'pending', fullTransactions: false },
			{ simplify: false },
		);
		expect(items[0]).toMatchObject({ nonce: null, difficulty: '0x1', totalDifficulty: '0x0' });
	});

	test('the warp methods are gone, and the error of Call Any Method says what to use', async () => {
		const { error } = await ask15('method call', {
			method: 'warp_getMessage',
			parameters: '["x"]',
		});
		expect(error?.message).toContain('warp_getMessage does not exist');
		expect(error?.description).toMatch(/avalanchego 1\.15 \(Helicon\).*signature aggregator/);
		const { menu, notice } = describeInEditor(rowOf('method call'));
		expect(`${menu} ${notice}`).not.toMatch(/warp_/);
	});

	test('a chain of subnet-EVM goes on as before', async () => {
		const { items, error } = await ask15('chain getCoinbase', { chain: demoL1Chain.blockchainId });
		expect(error).toBeUndefined();
		expect(items).toEqual([
			{ chain: demoL1Chain.blockchainId, address: '0x0100000000000000000000000000000000000000' },
		]);
	});
});
