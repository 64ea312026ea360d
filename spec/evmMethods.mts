/**
 * The methods of the EVM endpoints as data: parameters in their order, what the answer is, which API of the chain's
 * configuration they belong to where that is off by default, and what changes with Helicon (avalanchego 1.15).
 */
import type { Shape } from './documents.mts';

export interface EvmMethod {
	method: string;
	/** In their order; the name of an object's type stands for the object. */
	params: string[];
	/** `null` where nothing is ever found. */
	result: Shape | 'success' | 'null';
	/** What one item of ours holds, where it is no element of a list in the result. */
	item?: Shape;
	/** The API that has to be listed in eth-apis; the others are on by default. */
	api?: string;
	/** C-Chain nodes have it no more since Helicon, have it off by default, or on by default. */
	sinceHelicon?: 'gone' | 'off' | 'on';
	/** The operation that takes the place of one that is gone, if one does, as texts name it. */
	instead?: string;
	/** Chains that alone serve it. */
	only?: 'C-Chain' | 'subnet-EVM';
	deprecated?: boolean;
}

/** The fields of the objects that methods take. */
export const objectFields: Record<string, string[]> = {
	TransactionArgs:
		'from to gas gasPrice maxFeePerGas maxPriorityFeePerGas value nonce data accessList chainId'.split(
			' ',
		),
	FilterCriteria: 'fromBlock toBlock blockHash address topics'.split(' '),
	TraceConfig:
		'tracer timeout reexec tracerConfig disableStack disableStorage enableMemory enableReturnData limit debug'.split(
			' ',
		),
	TraceCallConfig:
		'tracer timeout reexec tracerConfig disableStack disableStorage enableMemory enableReturnData limit debug stateOverrides blockOverrides txIndex'.split(
			' ',
		),
	StdTraceConfig:
		'reexec disableStack disableStorage enableMemory enableReturnData limit debug txHash'.split(
			' ',
		),
};

const all = (names: string, shape: Shape): { [field: string]: Shape } =>
	Object.fromEntries(names.split(' ').map((name) => [name, shape]));

const log: Shape = {
	...all('address data blockNumber transactionHash transactionIndex blockHash logIndex', 's'),
	topics: ['s'],
	removed: 'b',
};
const accessList: Shape = [{ address: 's', storageKeys: ['s'] }];
/** Whether it stands in a block, calls or creates, and offers one price or two, decides what is null or absent. */
const transaction: { [field: string]: Shape } = {
	...all('blockHash blockNumber transactionIndex to', 'any'),
	...all('from gas gasPrice hash input nonce value type v r s', 's'),
	...all('maxFeePerGas? maxPriorityFeePerGas? chainId? yParity?', 's'),
	'accessList?': accessList,
};
/** One that is not in any chain yet. */
const offline: Shape = {
	...all('type nonce to gas value input', 's'),
	...all('gasPrice maxPriorityFeePerGas maxFeePerGas', 'any'),
};
const receipt: Shape = {
	...all(
		'blockHash blockNumber cumulativeGasUsed effectiveGasPrice from gasUsed logsBloom status',
		's',
	),
	...all('transactionHash transactionIndex type', 's'),
	...all('contractAddress to', 'any'),
	logs: [log],
};
const header: Shape = {
	...all(
		'number parentHash sha3Uncles logsBloom transactionsRoot stateRoot receiptsRoot extraData',
		's',
	),
	...all(
		'difficulty totalDifficulty gasLimit gasUsed timestamp mixHash baseFeePerGas blockGasCost',
		's',
	),
	...all('timestampMilliseconds minDelayExcess', 's'),
	...all('extDataHash? extDataGasUsed? blobGasUsed? excessBlobGas? parentBeaconBlockRoot?', 's'),
	// null while a block is accepted and not settled yet
	...all('hash miner nonce', 'any'),
};
const block: Shape = {
	...header,
	size: 's',
	transactions: ['any'],
	uncles: ['s'],
	'blockExtraData?': 's',
};
const proof: Shape = {
	...all('address balance codeHash nonce storageHash', 's'),
	accountProof: ['s'],
	storageProof: [{ key: 's', value: 's', proof: ['s'] }],
};
const badBlock: Shape = { hash: 's', block: 'any', rlp: 's', reason: 's' };
const prices: Shape = { maxPriorityFeePerGas: 's', maxFeePerGas: 's' };
const feeConfig = all(
	'gasLimit targetBlockRate minBaseFee targetGas baseFeeChangeDenominator minBlockGasCost maxBlockGasCost blockGasCostStep',
	'i',
);
/** Accounts by their addresses; with balances in decimal. */
const dumped: Shape = { '*': { balance: 's', nonce: 'i', root: 's', codeHash: 's' } };
const callTrace: Shape = {
	...all('type from to gas gasUsed input', 's'),
	'output?': 's',
	'value?': 's',
};
const blockTraces: Shape = [{ txHash: 's', result: callTrace }];
const byNonce: Shape = { '*': transaction };
const pools = (of: Shape): Shape => ({ pending: of, queued: of });

const getBlock = 'Block > Get by Number';
const sendRaw = 'Transaction > Send Raw';
const startProfiler = 'Avalanche Admin: Profile > Start CPU Profiler';
const writeLockProfile = 'Avalanche Admin: Profile > Write Lock Profile';
/** By method. */
const instead: Record<string, string> = {
	eth_accounts: sendRaw,
	eth_coinbase: getBlock,
	eth_etherbase: getBlock,
	...Object.fromEntries(
		[
			...[
				'listAccounts',
				'listWallets',
				'openWallet',
				'deriveAccount',
				'newAccount',
				'importRawKey',
			],
			...[
				'unlockAccount',
				'lockAccount',
				'sendTransaction',
				'signTransaction',
				'initializeWallet',
				'unpair',
			],
		].map((name) => [`personal_${name}`, sendRaw]),
	),
	debug_getRawHeader: 'Block > Get Header by Number',
	debug_getRawBlock: getBlock,
	debug_getRawReceipts: 'Block > Get Many Receipts',
	debug_getRawTransaction: 'Transaction > Get Raw',
	debug_printBlock: getBlock,
	debug_storageRangeAt: 'Contract > Get Storage',
	debug_getModifiedAccountsByNumber: 'Debug > Trace Block by Number',
	debug_getModifiedAccountsByHash: 'Debug > Trace Block by Hash',
	debug_verbosity: 'Avalanche Admin: Logger > Set Level',
	debug_cpuProfile: startProfiler,
	debug_startCPUProfile: startProfiler,
	debug_stopCPUProfile: 'Avalanche Admin: Profile > Stop CPU Profiler',
	debug_setMutexProfileFraction: startProfiler,
	debug_mutexProfile: writeLockProfile,
	debug_writeMutexProfile: writeLockProfile,
	debug_writeMemProfile: 'Avalanche Admin: Profile > Write Memory Profile',
};

const methodsOf = (
	table: Record<string, [params: string, result: EvmMethod['result'], item?: Shape]>,
	rest: Partial<EvmMethod> = {},
): EvmMethod[] =>
	Object.entries(table).map(([method, [params, result, item]]) => ({
		...{
			method,
			params: params.split(' ').filter(Boolean),
			result,
			item,
			instead: instead[method],
		},
		...rest,
	}));

export const evmMethods: EvmMethod[] = [
	...methodsOf({
		rpc_modules: ['', { '*': 's' }, { namespace: 's', version: 's' }],
		web3_clientVersion: ['', 's'],
		web3_sha3: ['data', 's'],
		net_listening: ['', 'b'],
		net_peerCount: ['', 's'],
		net_version: ['', 's'],

		eth_gasPrice: ['', 's'],
		eth_baseFee: ['', 's'],
		eth_maxPriorityFeePerGas: ['', 's'],
		eth_feeHistory: [
			'blockCount lastBlock rewardPercentiles',
			{ oldestBlock: 's', 'reward?': [['s']], baseFeePerGas: ['s'], gasUsedRatio: ['n'] },
		],
		eth_syncing: ['', 'b'],

		eth_chainId: ['', 's'],
		eth_blockNumber: ['', 's'],
		eth_getBalance: ['address block', 's'],
		eth_getProof: ['address storageKeys block', proof],
		eth_getHeaderByNumber: ['block', header],
		eth_getHeaderByHash: ['hash', header],
		eth_getBlockByNumber: ['block fullTx', block],
		eth_getBlockByHash: ['hash fullTx', block],
		eth_getUncleByBlockNumberAndIndex: ['block index', 'null'],
		eth_getUncleByBlockHashAndIndex: ['hash index', 'null'],
		eth_getUncleCountByBlockNumber: ['block', 's'],
		eth_getUncleCountByBlockHash: ['hash', 's'],
		eth_getCode: ['address block', 's'],
		eth_getStorageAt: ['address key block', 's'],
		eth_getBlockReceipts: ['block', [receipt]],
		eth_call: ['TransactionArgs block stateOverrides blockOverrides', 's'],
		eth_estimateGas: ['TransactionArgs block stateOverrides', 's'],
		eth_createAccessList: ['TransactionArgs block', { accessList, gasUsed: 's', 'error?': 's' }],
		eth_getChainConfig: ['', { chainId: 'i' }],
		eth_callDetailed: [
			'TransactionArgs block stateOverrides',
			{ gas: 'i', errCode: 'n', err: 's', returnData: 's' },
		],

		eth_getBlockTransactionCountByNumber: ['block', 's'],
		eth_getBlockTransactionCountByHash: ['hash', 's'],
		eth_getTransactionByBlockNumberAndIndex: ['block index', transaction],
		eth_getTransactionByBlockHashAndIndex: ['hash index', transaction],
		eth_getRawTransactionByBlockNumberAndIndex: ['block index', 's'],
		eth_getRawTransactionByBlockHashAndIndex: ['hash index', 's'],
		eth_getTransactionCount: ['address block', 's'],
		eth_getTransactionByHash: ['hash', transaction],
		eth_getRawTransactionByHash: ['hash', 's'],
		eth_getTransactionReceipt: ['hash', receipt],
		eth_sendRawTransaction: ['data', 's'],
		eth_sendTransaction: ['TransactionArgs', 's'],
		eth_fillTransaction: ['TransactionArgs', { raw: 's', tx: offline }],
		eth_sign: ['address data', 's'],
		eth_signTransaction: [
			'TransactionArgs',
			{ raw: 's', tx: { ...offline, ...all('v r s hash', 's') } },
		],
		eth_pendingTransactions: ['', [transaction]],
		eth_resend: ['TransactionArgs gasPrice gasLimit', 's'],

		eth_newPendingTransactionFilter: ['fullTx', 's'],
		eth_newBlockFilter: ['', 's'],
		eth_newFilter: ['FilterCriteria', 's'],
		eth_getFilterChanges: ['id', ['any']],
		eth_getFilterLogs: ['id', [log]],
		eth_uninstallFilter: ['id', 'b'],
		eth_getLogs: ['FilterCriteria', [log]],
	}),
	...methodsOf(
		{ eth_suggestPriceOptions: ['', { slow: prices, normal: prices, fast: prices }] },
		{ only: 'C-Chain' },
	),
	...methodsOf(
		{
			eth_feeConfig: ['block', { feeConfig, 'lastChangedAt?': 'i' }],
			eth_getActiveRulesAt: [
				'timestamp',
				{
					ethRules: { '*': 'any' },
					avalancheRules: { '*': 'b' },
					precompiles: { '*': { timestamp: 'i' } },
				},
			],
		},
		{ only: 'subnet-EVM' },
	),
	...methodsOf(
		{ eth_getActivePrecompilesAt: ['timestamp', { '*': 'any' }] },
		{ only: 'subnet-EVM', deprecated: true },
	),
	...methodsOf(
		{ eth_getBadBlocks: ['', [badBlock]], eth_etherbase: ['', 's'], eth_coinbase: ['', 's'] },
		{ sinceHelicon: 'gone' },
	),
	...methodsOf({ eth_accounts: ['', ['s']] }, { api: 'internal-account', sinceHelicon: 'gone' }),
	...methodsOf(
		{
			txpool_content: ['', pools({ '*': byNonce }), { pool: 's', ...transaction }],
			txpool_contentFrom: ['address', pools(byNonce), { pool: 's', ...transaction }],
			txpool_inspect: ['', pools({ '*': { '*': 's' } }), all('pool from nonce summary', 's')],
			txpool_status: ['', pools('s')],
		},
		{ api: 'internal-tx-pool', sinceHelicon: 'on' },
	),
	...methodsOf(
		{
			personal_listAccounts: ['', ['s']],
			personal_listWallets: ['', ['any']],
			personal_openWallet: ['url passphrase', 'success'],
			personal_deriveAccount: ['url path pin', { address: 's', url: 's' }],
			personal_newAccount: ['password', 's'],
			personal_importRawKey: ['privateKey password', 's'],
			personal_unlockAccount: ['address password duration', 'b'],
			personal_lockAccount: ['address', 'b'],
			personal_sendTransaction: ['TransactionArgs password', 's'],
			personal_signTransaction: ['TransactionArgs password', { raw: 's', tx: offline }],
			personal_sign: ['data address password', 's'],
			personal_ecRecover: ['data signature', 's'],
			personal_initializeWallet: ['url', 's'],
			personal_unpair: ['url pin', 'success'],
		},
		{ api: 'internal-personal', sinceHelicon: 'gone' },
	),
	...methodsOf(
		{
			debug_getRawHeader: ['block', 's'],
			debug_getRawBlock: ['block', 's'],
			debug_getRawReceipts: ['block', ['s']],
			debug_getRawTransaction: ['hash', 's'],
			debug_printBlock: ['number', 's'],
		},
		{ api: 'internal-debug', sinceHelicon: 'off' },
	),
	...methodsOf(
		{
			debug_dumpBlock: ['block', { root: 's', accounts: dumped }],
			debug_preimage: ['hash', 's'],
			debug_getBadBlocks: ['', [badBlock]],
			debug_accountRange: [
				'block start maxResults nocode nostorage incompletes',
				{ accounts: dumped },
			],
			debug_storageRangeAt: [
				'block txIndex contract keyStart maxResult',
				{ storage: 'any', nextKey: 'any' },
			],
			debug_getModifiedAccountsByNumber: ['startNum endNum', ['s']],
			debug_getModifiedAccountsByHash: ['startHash endHash', ['s']],
			debug_getAccessibleState: ['from to', 'n'],
		},
		{ api: 'debug', sinceHelicon: 'gone' },
	),
	...methodsOf(
		{
			debug_traceTransaction: ['hash TraceConfig', callTrace],
			debug_traceBlockByNumber: ['block TraceConfig', blockTraces],
			debug_traceBlockByHash: ['hash TraceConfig', blockTraces],
			debug_traceBlock: ['rlp TraceConfig', blockTraces],
			debug_traceBadBlock: ['hash TraceConfig', blockTraces],
			debug_traceCall: ['TransactionArgs block TraceCallConfig', callTrace],
			debug_intermediateRoots: ['hash TraceConfig', ['s']],
		},
		{ api: 'debug-tracer', sinceHelicon: 'on' },
	),
	...methodsOf(
		{
			debug_traceBlockFromFile: ['file TraceConfig', blockTraces],
			debug_standardTraceBlockToFile: ['hash StdTraceConfig', ['s']],
			debug_standardTraceBadBlockToFile: ['hash StdTraceConfig', ['s']],
		},
		{ api: 'debug-file-tracer', sinceHelicon: 'on' },
	),
	...methodsOf(
		{
			debug_verbosity: ['level', 'success'],
			debug_vmodule: ['pattern', 'success'],
			debug_memStats: ['', { '*': 'any' }],
			debug_gcStats: ['', { '*': 'any' }],
			debug_cpuProfile: ['file nsec', 'success'],
			debug_startCPUProfile: ['file', 'success'],
			debug_stopCPUProfile: ['', 'success'],
			debug_goTrace: ['file nsec', 'success'],
			debug_startGoTrace: ['file', 'success'],
			debug_stopGoTrace: ['', 'success'],
			debug_blockProfile: ['file nsec', 'success'],
			debug_setBlockProfileRate: ['rate', 'success'],
			debug_writeBlockProfile: ['file', 'success'],
			debug_mutexProfile: ['file nsec', 'success'],
			debug_setMutexProfileFraction: ['rate', 'success'],
			debug_writeMutexProfile: ['file', 'success'],
			debug_writeMemProfile: ['file', 'success'],
			debug_stacks: ['filter', 's'],
			debug_freeOSMemory: ['', 'success'],
			debug_setGCPercent: ['percent', 'n'],
		},
		{ api: 'debug-handler', sinceHelicon: 'off' },
	),
	...methodsOf(
		{ admin_exportChain: ['file first last', 'b'], admin_importChain: ['file', 'b'] },
		{ api: 'admin', sinceHelicon: 'gone' },
	),
];
