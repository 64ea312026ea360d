/** What Simplify makes of the answers of a node, column by column and in their order, and that nothing changes without. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { putExactLast } from '../../nodes/shared/operation/columns';
import { hashOf } from '../support/hex.mts';
import { outputOf, useNode } from '../support/useEngine.mts';
import { useScript } from '../support/useScript.mts';

const server = useScript();
const runs = {
	avalancheEvm: useNode('avalancheEvm', server),
	avalancheEvmAdvanced: useNode('avalancheEvmAdvanced', server),
	avalancheInfo: useNode('avalancheInfo', server),
	avalancheNative: useNode('avalancheNative', server),
};

const account = '0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc';
const address = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const word = (digits: string) => `0x${digits.padStart(64, '0')}`;
const l1 = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt';
const txId = '2QouvFWUbjuySRxeX5xMbNCuAaKWfbk5FeEa2JmoF85RKLk2dD';

const log = {
	address: account,
	topics: [word('1')],
	data: '0x',
	blockNumber: '0x10',
	transactionHash: hashOf(1),
	transactionIndex: '0x0',
	blockHash: hashOf(2),
	blockTimestamp: '0x65f2b3c0',
	logIndex: '0x1',
	removed: false,
};
const simpleLog = {
	blockNumber: 16,
	time: '2024-03-14T08:22:24Z',
	address,
	transactionIndex: 0,
	logIndex: 1,
	removed: false,
	txHash: hashOf(1),
	blockHash: hashOf(2),
	data: '0x',
	topics: [word('1')],
};
const transaction = {
	hash: hashOf(1),
	blockHash: hashOf(2),
	blockNumber: '0x10',
	from: account,
	to: null,
	gas: '0x5208',
	gasPrice: '0x5d21dba00',
	value: '0xde0b6b3a7640001',
	nonce: '0x7',
	input: '0x',
	type: '0x0',
	chainId: '0xa86a',
	transactionIndex: '0x0',
	v: '0x1',
	r: '0x2',
	s: '0x3',
};
/** Time and status come from elsewhere. The columns of a call of a token, which only a transaction has, stand before the gas. */
const withCall = ({
	blockNumber,
	amount,
	symbol,
	from,
	to,
	...rest
}: IDataObject): IDataObject => ({
	blockNumber,
	time: null,
	amount,
	symbol,
	from,
	to,
	status: null,
	function: null,
	arguments: null,
	tokenAmount: null,
	tokenSymbol: null,
	unlimited: null,
	tokenTransfers: null,
	...rest,
	tokenAmountExact: null,
});

const simpleTransaction = {
	blockNumber: 16,
	amount: 1,
	symbol: 'AVAX',
	from: address,
	to: null,
	gas: 21000,
	gasPrice: 25,
	nonce: 7,
	type: 0,
	chainId: '43114',
	transactionIndex: 0,
	txHash: hashOf(1),
	blockHash: hashOf(2),
	input: '0x',
	amountExact: '1.000000000000000001',
	gasPriceExact: '25',
};
const prices = (gwei: number) => ({
	maxPriorityFeePerGas: '0x1',
	maxFeePerGas: `0x${(gwei * 1e9).toString(16)}`,
});
const feeConfig = {
	gasLimit: 12_000_000,
	targetBlockRate: 2,
	minBaseFee: 25_000_000_001,
	targetGas: 60_000_000,
	baseFeeChangeDenominator: 36,
	minBlockGasCost: 0,
	maxBlockGasCost: 1_000_000,
	blockGasCostStep: 200_000,
};
const { minBaseFee: _wei, targetBlockRate: _seconds, ...counted } = feeConfig;
const texts = Object.entries(counted).map(([name, value]) => [`${name}Exact`, String(value)]);
const { gasLimitExact, ...restExact } = Object.fromEntries(texts) as Record<string, string>;
const simpleFees = {
	...feeConfig,
	minBaseFee: 25.000000001,
	gasLimitExact,
	minBaseFeeExact: '25.000000001',
	...restExact,
};

/** Numbers that can pass 2^53 are always text. */
const rawFees = Object.fromEntries(
	Object.entries(feeConfig).map(([name, value]) => [
		name,
		name === 'targetBlockRate' ? value : String(value),
	]),
);

type Case = [
	what: `${string} ${string}`,
	entered: INodeParameters,
	answer: unknown,
	item: IDataObject,
	/** Without Simplify; what the answer is under no name of its own. */
	raw?: unknown,
];

const ofEvm: Case[] = [
	[
		'account getBalance',
		{ address: account, block: 255 },
		'0x14d1120d7b160000',
		{ address, balance: 1.5, symbol: 'AVAX', chain: 'C-Chain', block: '255', balanceExact: '1.5' },
		{ balance: '0x14d1120d7b160000' },
	],
	[
		'account getBalance',
		{ address: account, chain: l1 },
		'0x0',
		{ address, balance: 0, chain: l1, block: 'latest', balanceExact: '0' },
		{ balance: '0x0' },
	],
	[
		'account getTransactionCount',
		{ address: account, block: hashOf(7) },
		'0x10',
		{ address, transactionCount: 16, chain: 'C-Chain', block: hashOf(7) },
		{ transactionCount: '0x10' },
	],
	[
		'contract getCode',
		{ contract: account },
		'0x60',
		{ address, code: '0x60', chain: 'C-Chain', block: 'latest' },
		{ code: '0x60' },
	],
	[
		'contract getStorage',
		{ contract: account, slot: '0x1f' },
		`0x${'f'.repeat(64)}`,
		{ address, slot: '0x1f', value: `0x${'f'.repeat(64)}`, chain: 'C-Chain', block: 'latest' },
		{ value: `0x${'f'.repeat(64)}` },
	],
	[
		'contract callFunction',
		{ contract: account, function: 'f() returns (uint256 block, address owner)', arguments: '[]' },
		`${word('5')}${word(account.slice(2)).slice(2)}`,
		// An output of such a name is what was wanted.
		{ address, block: '5', owner: address, chain: 'C-Chain' },
		{ block: '5', owner: address },
	],
	[
		'contract callDetailed',
		{ transaction: { to: account } },
		{ gas: 21000, errCode: 0, err: '', returnData: '0x' },
		{ gas: 21000, errCode: 0, err: '', returnData: '0x', chain: 'C-Chain', block: 'latest' },
		{ gas: '21000', errCode: 0, err: '', returnData: '0x' },
	],
	[
		'block getLatestNumber',
		{},
		'0x10',
		{ blockNumber: 16, chain: 'C-Chain' },
		{ blockNumber: '0x10' },
	],
	[
		'block getTransactionCountByHash',
		{ blockHash: hashOf(1) },
		'0x2',
		{ blockHash: hashOf(1), transactionCount: 2, chain: 'C-Chain' },
		{ transactionCount: '0x2' },
	],
	[
		'block getByNumber',
		{ block: 16, fullTransactions: true },
		{
			hash: hashOf(2),
			number: '0x10',
			parentHash: hashOf(3),
			miner: account,
			size: '0x2f1',
			timestamp: '0x65f2b3c0',
			gasUsed: '0x5208',
			baseFeePerGas: '0x5d21dba00',
			logsBloom: '0x00',
			transactions: [transaction],
		},
		{
			number: 16,
			time: '2024-03-14T08:22:24Z',
			miner: address,
			transactionCount: 1,
			gasUsed: 21000,
			baseFeePerGas: 25,
			size: 753,
			hash: hashOf(2),
			parentHash: hashOf(3),
			transactions: [simpleTransaction],
			chain: 'C-Chain',
			baseFeePerGasExact: '25',
		},
	],
	[
		'transaction get',
		{ transactionHash: hashOf(1) },
		transaction,
		putExactLast({ ...withCall(simpleTransaction), chain: 'C-Chain' }),
	],
	[
		'transaction getReceipt',
		{ transactionHash: hashOf(1) },
		{
			transactionHash: hashOf(1),
			blockNumber: '0x10',
			blockHash: hashOf(2),
			status: '0x0',
			from: account,
			to: account,
			contractAddress: null,
			gasUsed: '0x5208',
			effectiveGasPrice: '0x5d21dba00',
			cumulativeGasUsed: '0x5208',
			logs: [log],
		},
		{
			blockNumber: 16,
			time: null,
			fee: 0.000525,
			symbol: 'AVAX',
			from: address,
			to: address,
			contractAddress: null,
			status: 'failed',
			gasUsed: 21000,
			effectiveGasPrice: 25,
			cumulativeGasUsed: 21000,
			txHash: hashOf(1),
			blockHash: hashOf(2),
			logs: [simpleLog],
			chain: 'C-Chain',
			feeExact: '0.000525',
			effectiveGasPriceExact: '25',
		},
	],
	['log getManyRaw', { returnAll: true }, [log], { ...simpleLog, chain: 'C-Chain' }, log],
	[
		'fee getGasPrice',
		{},
		'0x3b9aca01',
		{ gasPrice: 1.000000001, unit: 'gwei', chain: 'C-Chain', gasPriceExact: '1.000000001' },
		{ gasPrice: '0x3b9aca01' },
	],
	[
		'fee getHistory',
		{ additionalFields: { percentiles: '50' } },
		{
			oldestBlock: '0x10',
			baseFeePerGas: ['0x1', '0x5d21dba00'],
			gasUsedRatio: [0.5],
			reward: [['0x3b9aca00']],
		},
		{
			oldestBlock: 16,
			baseFeePerGas: [1e-9, 25],
			gasUsedRatio: [0.5],
			reward: [[1]],
			unit: 'gwei',
			chain: 'C-Chain',
			baseFeePerGasExact: ['0.000000001', '25'],
			rewardExact: [['1']],
		},
	],
	[
		'fee suggestPrices',
		{},
		{ slow: prices(1), fast: prices(3) },
		{
			slowMaxFeePerGas: 1,
			fastMaxFeePerGas: 3,
			slowMaxPriorityFeePerGas: 1e-9,
			fastMaxPriorityFeePerGas: 1e-9,
			unit: 'gwei',
			chain: 'C-Chain',
			slowMaxFeePerGasExact: '1',
			fastMaxFeePerGasExact: '3',
			slowMaxPriorityFeePerGasExact: '0.000000001',
			fastMaxPriorityFeePerGasExact: '0.000000001',
		},
	],
	[
		'chain getConfig',
		{},
		{
			chainId: 43114,
			homesteadBlock: 0,
			durangoBlockTimestamp: 0,
			cancunTime: 1710404544,
			etnaTimestamp: 1710404544,
			feeConfig,
			upgrades: { precompileUpgrades: [{ txAllowListConfig: { blockTimestamp: 1710404544 } }] },
		},
		{
			chainId: '43114',
			homesteadBlock: 0,
			durangoTime: '1970-01-01T00:00:00Z',
			cancunTime: '2024-03-14T08:22:24Z',
			etnaTime: '2024-03-14T08:22:24Z',
			upgrades: { precompileUpgrades: [{ txAllowListConfig: { time: '2024-03-14T08:22:24Z' } }] },
			feeConfig: simpleFees,
			chain: 'C-Chain',
		},
		expect.objectContaining({ chainId: 43114, feeConfig: rawFees }),
	],
];

const ofAdvanced: Case[] = [
	[
		'keystore getManyAccounts',
		{ returnAll: true },
		[account],
		{ address, chain: 'C-Chain' },
		{ address: account },
	],
	[
		'transactionPool inspect',
		{ returnAll: true },
		{ pending: { [account]: { 7: 'a payment' } }, queued: {} },
		{ pool: 'pending', from: address, nonce: 7, summary: 'a payment', chain: 'C-Chain' },
		{ pool: 'pending', from: account, nonce: '7', summary: 'a payment' },
	],
	[
		'subnetEvm getFeeConfig',
		{ chain: l1 },
		{ feeConfig, lastChangedAt: 5 },
		{
			...feeConfig,
			minBaseFee: 25.000000001,
			lastChangedAt: 5,
			chain: l1,
			block: 'latest',
			gasLimitExact,
			minBaseFeeExact: '25.000000001',
			...restExact,
		},
		{ feeConfig: rawFees, lastChangedAt: 5 },
	],
];

const otherFees = [
	'createSubnetTxFee',
	'transformSubnetTxFee',
	'createBlockchainTxFee',
	'addPrimaryNetworkValidatorFee',
	'addPrimaryNetworkDelegatorFee',
	'addSubnetValidatorFee',
	'addSubnetDelegatorFee',
];
const noFees = Object.fromEntries(otherFees.map((name) => [name, null]));
const noExactFees = Object.fromEntries(otherFees.map((name) => [`${name}Exact`, null]));
const fees = { txFee: 1_000_000, createAssetTxFee: '10000000' };
const ofOthers: Array<[keyof typeof runs, ...Case]> = [
	[
		'avalancheInfo',
		'network getTxFee',
		{},
		fees,
		{
			txFee: 0.001,
			createAssetTxFee: 0.01,
			...noFees,
			symbol: 'AVAX',
			txFeeExact: '0.001',
			createAssetTxFeeExact: '0.01',
			...noExactFees,
		},
		{
			txFee: '1000000',
			txFeeDecimal: '0.001',
			createAssetTxFee: '10000000',
			createAssetTxFeeDecimal: '0.01',
		},
	],
	[
		'avalancheInfo',
		'network acps',
		{ returnAll: true },
		{
			acps: {
				23: {
					supportWeight: '2000000001',
					supporters: ['NodeID-a'],
					objectWeight: '0',
					objectors: [],
					abstainWeight: '18446744073709551615',
				},
			},
		},
		{
			acp: '23',
			supportWeight: 2.000000001,
			objectWeight: 0,
			abstainWeight: 18446744073.709551615,
			supporters: ['NodeID-a'],
			objectors: [],
			supportWeightExact: '2.000000001',
			objectWeightExact: '0',
			abstainWeightExact: '18446744073.709551615',
		},
		{
			acp: '23',
			supportWeight: '2000000001',
			supporters: ['NodeID-a'],
			objectWeight: '0',
			objectors: [],
			abstainWeight: '18446744073709551615',
		},
	],
	[
		'avalancheInfo',
		'peer peers',
		{ returnAll: true },
		{
			peers: [
				{
					ip: '1.2.3.4:9651',
					nodeID: 'NodeID-a',
					observedUptime: '99',
					lastSent: '2026-11-21T22:04:05.123456789+01:00',
					trackedSubnets: ['a'],
				},
			],
		},
		{
			nodeId: 'NodeID-a',
			publicIP: null,
			version: null,
			observedUptime: 99,
			lastSent: '2026-11-21T21:04:05Z',
			lastReceived: null,
			benched: null,
			trackedSubnets: ['a'],
		},
		{
			ip: '1.2.3.4:9651',
			nodeID: 'NodeID-a',
			observedUptime: 99,
			lastSent: '2026-11-21T22:04:05.123456789+01:00',
			trackedSubnets: ['a'],
		},
	],
	[
		'avalancheInfo',
		'chain isBootstrapped',
		{ chain: 'X' },
		{ isBootstrapped: true },
		{ chain: 'X-Chain', isBootstrapped: true },
	],
	[
		'avalancheInfo',
		'chain getBlockchainID',
		{ alias: 'X' },
		{ blockchainID: txId },
		{ alias: 'X', blockchainId: txId },
	],
	[
		'avalancheNative',
		'transaction getAtomicTx',
		{ txId },
		{ tx: '0x00', encoding: 'hex', blockHeight: '41' },
		{
			txHash: txId,
			chain: 'C-Chain',
			time: null,
			status: 'Accepted',
			blockHeight: 41,
			encoding: 'hex',
			tx: '0x00',
		},
		{ tx: '0x00', encoding: 'hex', blockHeight: 41 },
	],
	[
		'avalancheNative',
		'transaction getAtomicTxStatus',
		{ txId },
		{ status: 'Accepted', blockHeight: '41' },
		{ txHash: txId, chain: 'C-Chain', status: 'Accepted', blockHeight: 41 },
		{ status: 'Accepted', blockHeight: 41 },
	],
];

const cases = [
	...ofEvm.map((entry): (typeof ofOthers)[number] => ['avalancheEvm', ...entry]),
	...ofAdvanced.map((entry): (typeof ofOthers)[number] => ['avalancheEvmAdvanced', ...entry]),
	...ofOthers,
];

test.each(cases.map(([type, what, ...given]) => [type, what, given] as const))(
	'%s %s',
	async (type, what, [entered, answer, item, raw = answer]) => {
		server.answerCalls(() => ({ result: answer }));
		const [resource, operation] = what.split(' ');
		const read = async (more: INodeParameters) =>
			await outputOf(runs[type](resource, operation, { ...entered, ...more }));
		const [simple, ...none] = await read({});
		// As text, so that the order of the columns counts.
		expect(JSON.stringify(simple, null, 1)).toBe(JSON.stringify(item, null, 1));
		expect(none).toEqual([]);
		expect(await read({ simplify: false })).toEqual([raw]);
	},
);
