/**
 * The methods of the EVM endpoints: parameters in their order, what the answer is, which API of the chain's
 * configuration they belong to where that is off by default, and what changes with Helicon (avalanchego 1.15). Those
 * that the document "Node JSON-RPC Interface" lists were written from it, the others from avalanchego's source.
 */
import { describeMethods, each, type MethodEntry } from './entry.mts';
import { describeType, type Type } from './grammar.mts';

export interface EvmMethod {
	method: string;
	/** In their order; the name of an object's type stands for the object. */
	params: string[];
	/** `null` where nothing is ever found. */
	result: Type | 'success' | 'null';
	/** What one item of ours holds, where it is no element of a list in the result. */
	item?: Type;
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

const records = {
	Log: `
		${each('address data blockNumber transactionHash transactionIndex blockHash logIndex', 's')} topics:[s]
		removed:b`,
	Access: 'address:s storageKeys:[s]',
	// Whether it stands in a block, calls or creates, and offers one price or two, decides what is null or absent.
	Transaction: `
		${each('blockHash blockNumber transactionIndex to', 'any')}
		${each('from gas gasPrice hash input nonce value type v r s', 's')}
		${each('maxFeePerGas? maxPriorityFeePerGas? chainId? yParity?', 's')} accessList?:[Access]`,
	// One that is not in any chain yet.
	Offline: `
		${each('type nonce to gas value input', 's')} ${each('gasPrice maxPriorityFeePerGas maxFeePerGas', 'any')}`,
	Signed: `...Offline ${each('v r s hash', 's')}`,
	Receipt: `
		${each('blockHash blockNumber cumulativeGasUsed effectiveGasPrice from gasUsed logsBloom status', 's')}
		${each('transactionHash transactionIndex type', 's')} ${each('contractAddress to', 'any')} logs:[Log]`,
	// Hash, miner and nonce are null while a block is accepted and not settled yet.
	Header: `
		${each('number parentHash sha3Uncles logsBloom transactionsRoot stateRoot receiptsRoot extraData', 's')}
		${each('difficulty totalDifficulty gasLimit gasUsed timestamp mixHash baseFeePerGas blockGasCost', 's')}
		${each('timestampMilliseconds minDelayExcess', 's')}
		${each('extDataHash? extDataGasUsed? blobGasUsed? excessBlobGas? parentBeaconBlockRoot?', 's')}
		${each('hash miner nonce', 'any')}`,
	Block: '...Header size:s transactions:[any] uncles:[s] blockExtraData?:s',
	Proof: `
		${each('address balance codeHash nonce storageHash', 's')} accountProof:[s]
		storageProof:[(key:s value:s proof:[s])]`,
	BadBlock: 'hash:s block:any rlp:s reason:s',
	Prices: 'maxPriorityFeePerGas:s maxFeePerGas:s',
	// Balances in decimal.
	Account: 'balance:s nonce:i root:s codeHash:s',
	CallTrace: `${each('type from to gas gasUsed input', 's')} output?:s value?:s`,
	BlockTrace: 'txHash:s result:CallTrace',

	// Of the document.
	FeeConfig: each(
		`gasLimit targetBlockRate minBaseFee targetGas baseFeeChangeDenominator minBlockGasCost maxBlockGasCost
		blockGasCostStep`,
		'i',
	),
	// The addresses are a list or null; an upgrade that disables has none.
	Precompile: 'adminAddresses??:any blockTimestamp:i disable??:b',
	ChainConfig: `
		chainId:i ${each(
			`homesteadBlock eip150Block eip155Block eip158Block byzantiumBlock constantinopleBlock
			petersburgBlock istanbulBlock muirGlacierBlock`,
			'i',
		)} eip150Hash-:s daoForkSupport+?:b
		${each('daoForkBlock+? berlinBlock+? londonBlock+? shanghaiTime+? cancunTime+?', 'i')}
		${each('etnaTimestamp+? fortunaTimestamp+? graniteTimestamp+? heliconTimestamp+?', 'i')}`,
	// The upgrades by name: JSON tags of params/extras in coreth and in subnet-evm.
	CChainConfig: `
		...ChainConfig ${each(
			`apricotPhase1BlockTimestamp+? apricotPhase2BlockTimestamp+? apricotPhase3BlockTimestamp+?
			apricotPhase4BlockTimestamp+? apricotPhase5BlockTimestamp+? apricotPhasePre6BlockTimestamp+?
			apricotPhase6BlockTimestamp+? apricotPhasePost6BlockTimestamp+? banffBlockTimestamp+?
			cortinaBlockTimestamp+? durangoBlockTimestamp+?`,
			'i',
		)}`,
	SubnetChainConfig: `
		...ChainConfig feeConfig:FeeConfig allowFeeRecipients??:b subnetEVMTimestamp:i durangoTimestamp+?:i
		contractDeployerAllowListConfig??:Precompile contractNativeMinterConfig??:Precompile
		feeManagerConfig??:Precompile upgrades:(precompileUpgrades??:[{Precompile}])`,
	EthRules: each(
		`IsHomestead IsEIP150 IsEIP155 IsEIP158 IsByzantium IsConstantinople IsPetersburg IsIstanbul IsCancun`,
		'b',
	),
	AvalancheRules: each('IsSubnetEVM IsDurango IsEtna', 'b'),
};

const getBlock = 'Avalanche EVM Chains: Block > Get by Number';
const sendRaw = 'Avalanche EVM Chains: Transaction > Send Raw';
const startProfiler = 'Avalanche Node Admin: Profile > Start CPU Profiler';
const writeLockProfile = 'Avalanche Node Admin: Profile > Write Lock Profile';
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
	debug_getRawHeader: 'Avalanche EVM Chains: Block > Get Header by Number',
	debug_getRawBlock: getBlock,
	debug_getRawReceipts: 'Avalanche EVM Chains: Block > Get Many Receipts',
	debug_getRawTransaction: 'Avalanche EVM Chains: Transaction > Get Raw',
	debug_printBlock: getBlock,
	debug_storageRangeAt: 'Avalanche EVM Chains: Contract > Get Storage',
	debug_getModifiedAccountsByNumber: 'Debug > Trace Block by Number',
	debug_getModifiedAccountsByHash: 'Debug > Trace Block by Hash',
	debug_verbosity: 'Avalanche Node Admin: Logger > Set Level',
	debug_cpuProfile: startProfiler,
	debug_startCPUProfile: startProfiler,
	debug_stopCPUProfile: 'Avalanche Node Admin: Profile > Stop CPU Profiler',
	debug_setMutexProfileFraction: startProfiler,
	debug_mutexProfile: writeLockProfile,
	debug_writeMutexProfile: writeLockProfile,
	debug_writeMemProfile: 'Avalanche Node Admin: Profile > Write Memory Profile',
};

/** As the tables have them. */
const texts: Record<string, { params: string; result: string }> = {};
/** @param table the parameters (the document's with their types), the result, and an item where it is no element of it */
const methodsOf = (
	table: Record<string, [params: string, result: string, item?: string]>,
	rest: Partial<EvmMethod> = {},
): EvmMethod[] =>
	Object.entries(table).map(([method, [params, result, item]]) => {
		texts[method] = { params, result };
		const read = (text: string) => describeType(method, text, records).real;
		return {
			...{
				method,
				instead: instead[method],
				params: params.split(' ').flatMap((param) => param.match(/^\w+/) ?? []),
			},
			result: result === 'success' || result === 'null' ? result : read(result),
			...(item !== undefined && { item: read(item) }),
			...rest,
		};
	});

export const evmMethods: EvmMethod[] = [
	...methodsOf({
		rpc_modules: ['', '{s}', 'namespace:s version:s'],
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
			'oldestBlock:s reward?:[[s]] baseFeePerGas:[s] gasUsedRatio:[n]',
		],
		eth_syncing: ['', 'b'],

		eth_chainId: ['', 's'],
		eth_blockNumber: ['', 's'],
		eth_getBalance: ['address block', 's'],
		eth_getProof: ['address storageKeys block', 'Proof'],
		eth_getHeaderByNumber: ['block', 'Header'],
		eth_getHeaderByHash: ['hash', 'Header'],
		eth_getBlockByNumber: ['block fullTx', 'Block'],
		eth_getBlockByHash: ['hash fullTx', 'Block'],
		eth_getUncleByBlockNumberAndIndex: ['block index', 'null'],
		eth_getUncleByBlockHashAndIndex: ['hash index', 'null'],
		eth_getUncleCountByBlockNumber: ['block', 's'],
		eth_getUncleCountByBlockHash: ['hash', 's'],
		eth_getCode: ['address block', 's'],
		eth_getStorageAt: ['address key block', 's'],
		eth_getBlockReceipts: ['block', '[Receipt]'],
		eth_call: ['TransactionArgs block stateOverrides blockOverrides', 's'],
		eth_estimateGas: ['TransactionArgs block stateOverrides', 's'],
		eth_createAccessList: ['TransactionArgs block', 'accessList:[Access] gasUsed:s error?:s'],
		eth_getChainConfig: ['', '...CChainConfig'],
		eth_callDetailed: [
			'TransactionArgs block stateOverrides',
			'gas:i errCode:n err:s returnData:s',
		],

		eth_getBlockTransactionCountByNumber: ['block', 's'],
		eth_getBlockTransactionCountByHash: ['hash', 's'],
		eth_getTransactionByBlockNumberAndIndex: ['block index', 'Transaction'],
		eth_getTransactionByBlockHashAndIndex: ['hash index', 'Transaction'],
		eth_getRawTransactionByBlockNumberAndIndex: ['block index', 's'],
		eth_getRawTransactionByBlockHashAndIndex: ['hash index', 's'],
		eth_getTransactionCount: ['address block', 's'],
		eth_getTransactionByHash: ['hash', 'Transaction'],
		eth_getRawTransactionByHash: ['hash', 's'],
		eth_getTransactionReceipt: ['hash', 'Receipt'],
		eth_sendRawTransaction: ['data', 's'],
		eth_sendTransaction: ['TransactionArgs', 's'],
		eth_fillTransaction: ['TransactionArgs', 'raw:s tx:Offline'],
		eth_sign: ['address data', 's'],
		eth_signTransaction: ['TransactionArgs', 'raw:s tx:Signed'],
		eth_pendingTransactions: ['', '[Transaction]'],
		eth_resend: ['TransactionArgs gasPrice gasLimit', 's'],

		eth_newPendingTransactionFilter: ['fullTx', 's'],
		eth_newBlockFilter: ['', 's'],
		eth_newFilter: ['FilterCriteria', 's'],
		eth_getFilterChanges: ['id', '[any]'],
		eth_getFilterLogs: ['id', '[Log]'],
		eth_uninstallFilter: ['id', 'b'],
		eth_getLogs: ['FilterCriteria', '[Log]'],
	}),
	...methodsOf(
		{ eth_suggestPriceOptions: ['', 'slow:Prices normal:Prices fast:Prices'] },
		{ only: 'C-Chain' },
	),
	...methodsOf(
		{
			eth_feeConfig: ['block?:blockTag', 'feeConfig:FeeConfig lastChangedAt?:i'],
			eth_getActiveRulesAt: [
				'timestamp?:time',
				'ethRules:EthRules/{any} avalancheRules:AvalancheRules/{b} precompiles:{(timestamp:i)}',
			],
		},
		{ only: 'subnet-EVM' },
	),
	...methodsOf(
		{ eth_getActivePrecompilesAt: ['timestamp?:time', '{any}'] },
		{ only: 'subnet-EVM', deprecated: true },
	),
	...methodsOf(
		{ eth_getBadBlocks: ['', '[BadBlock]'], eth_etherbase: ['', 's'], eth_coinbase: ['', 's'] },
		{ sinceHelicon: 'gone' },
	),
	...methodsOf({ eth_accounts: ['', '[s]'] }, { api: 'internal-account', sinceHelicon: 'gone' }),
	...methodsOf(
		{
			txpool_content: [
				'',
				'pending:{{Transaction}} queued:{{Transaction}}',
				'pool:s ...Transaction',
			],
			txpool_contentFrom: [
				'address',
				'pending:{Transaction} queued:{Transaction}',
				'pool:s ...Transaction',
			],
			txpool_inspect: ['', 'pending:{{s}} queued:{{s}}', 'pool:s from:s nonce:s summary:s'],
			txpool_status: ['', 'pending:s queued:s'],
		},
		{ api: 'internal-tx-pool', sinceHelicon: 'on' },
	),
	...methodsOf(
		{
			personal_listAccounts: ['', '[s]'],
			personal_listWallets: ['', '[any]'],
			personal_openWallet: ['url passphrase', 'success'],
			personal_deriveAccount: ['url path pin', 'address:s url:s'],
			personal_newAccount: ['password', 's'],
			personal_importRawKey: ['privateKey password', 's'],
			personal_unlockAccount: ['address password duration', 'b'],
			personal_lockAccount: ['address', 'b'],
			personal_sendTransaction: ['TransactionArgs password', 's'],
			personal_signTransaction: ['TransactionArgs password', 'raw:s tx:Offline'],
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
			debug_getRawReceipts: ['block', '[s]'],
			debug_getRawTransaction: ['hash', 's'],
			debug_printBlock: ['number', 's'],
		},
		{ api: 'internal-debug', sinceHelicon: 'off' },
	),
	...methodsOf(
		{
			debug_dumpBlock: ['block', 'root:s accounts:{Account}'],
			debug_preimage: ['hash', 's'],
			debug_getBadBlocks: ['', '[BadBlock]'],
			debug_accountRange: [
				'block start maxResults nocode nostorage incompletes',
				'accounts:{Account}',
			],
			debug_storageRangeAt: [
				'block txIndex contract keyStart maxResult',
				'storage:any nextKey:any',
			],
			debug_getModifiedAccountsByNumber: ['startNum endNum', '[s]'],
			debug_getModifiedAccountsByHash: ['startHash endHash', '[s]'],
			debug_getAccessibleState: ['from to', 'n'],
		},
		{ api: 'debug', sinceHelicon: 'gone' },
	),
	...methodsOf(
		{
			debug_traceTransaction: ['hash TraceConfig', 'CallTrace'],
			debug_traceBlockByNumber: ['block TraceConfig', '[BlockTrace]'],
			debug_traceBlockByHash: ['hash TraceConfig', '[BlockTrace]'],
			debug_traceBlock: ['rlp TraceConfig', '[BlockTrace]'],
			debug_traceBadBlock: ['hash TraceConfig', '[BlockTrace]'],
			debug_traceCall: ['TransactionArgs block TraceCallConfig', 'CallTrace'],
			debug_intermediateRoots: ['hash TraceConfig', '[s]'],
		},
		{ api: 'debug-tracer', sinceHelicon: 'on' },
	),
	...methodsOf(
		{
			debug_traceBlockFromFile: ['file TraceConfig', '[BlockTrace]'],
			debug_standardTraceBlockToFile: ['hash StdTraceConfig', '[s]'],
			debug_standardTraceBadBlockToFile: ['hash StdTraceConfig', '[s]'],
		},
		{ api: 'debug-file-tracer', sinceHelicon: 'on' },
	),
	...methodsOf(
		{
			debug_verbosity: ['level', 'success'],
			debug_vmodule: ['pattern', 'success'],
			debug_memStats: ['', '{any}'],
			debug_gcStats: ['', '{any}'],
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

/** Those that the document lists, where it lists them; a subnet's EVM says more of its configuration. */
const documented = (
	node: string,
	path: string,
	names: string[],
	answers: Record<string, string> = {},
) =>
	describeMethods(
		{
			...{ node, path, style: 'positional', records },
			source: 'Node JSON-RPC Interface, EVM API and Subnet EVM additions',
		},
		Object.fromEntries(
			names.map((method) => {
				const { params, result } = texts[method]!;
				const { deprecated } = evmMethods.find((one) => one.method === method)!;
				return [method, { params, answer: answers[method] ?? result, deprecated }];
			}),
		),
	);

export const documentedEvmMethods: MethodEntry[] = [
	...documented('avalancheEvm', '/ext/bc/C/rpc', [
		...['eth_baseFee', 'eth_maxPriorityFeePerGas', 'eth_getChainConfig'],
	]),
	...documented('avalancheEvm', '/ext/bc/{blockchainId}/rpc', ['eth_getChainConfig'], {
		eth_getChainConfig: '...SubnetChainConfig',
	}),
	...documented('avalancheEvmAdvanced', '/ext/bc/{blockchainId}/rpc', [
		...['eth_feeConfig', 'eth_getActivePrecompilesAt', 'eth_getActiveRulesAt'],
	]),
];
