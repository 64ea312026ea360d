/**
 * The contracts of the methods of the EVM endpoints: parameters in their order, what the answer is, and an example. Those
 * that the document "Node JSON-RPC Interface" lists were written from it, the others from avalanchego's source. Which
 * API serves a method, and what replaces one that is gone, stands in the row.
 */
import { describeMethods, each, type MethodEntry } from './entry.mts';
import { describeType, type Type } from './grammar.mts';

export interface EvmMethod {
	method: string;
	/** In their order; the name of an object's type stands for the object. */
	params: string[];
	/** `null` where nothing is ever found. */
	result: Type | 'success' | 'null';
	/** An example of each parameter, as the table writes it; none where a test has to make its own. */
	example?: string[];
	/** What one item of ours holds, where it is no element of a list in the result. */
	item?: Type;
	/** What the example is answered with, where any value of the type would not do. */
	gives?: unknown;
	/** What those fields of an item are that no other operation has, for `__schema__/` and the docs. */
	words?: Record<string, string>;
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

/**
 * A method as the table has it: its parameters, its answer, and what else there is to say. A parameter is its name, after
 * it the document's type where it has one, and its example where one is needed: `hash=$blockHash index="0x0"`. An example
 * is JSON, or the name of a thing that each network has (ground.mts).
 */
type Contract = [params: string, answer: string, more?: More];
interface More extends Pick<EvmMethod, 'only' | 'deprecated' | 'gives' | 'words'> {
	/** What one item of ours holds, where it is no element of the answer. */
	item?: string;
}

const contracts: Record<string, Contract> = {
	rpc_modules: ['', '{s}', { item: 'namespace:s version:s' }],
	web3_clientVersion: ['', 's'],
	web3_sha3: ['data="0x68656c6c6f"', 's'],
	net_listening: ['', 'b', { gives: true }],
	net_peerCount: ['', 's', { gives: '0x0' }],
	net_version: ['', 's'],

	eth_gasPrice: ['', 's'],
	eth_baseFee: ['', 's'],
	eth_maxPriorityFeePerGas: ['', 's'],
	eth_feeHistory: [
		'blockCount lastBlock rewardPercentiles',
		'oldestBlock:s reward?:[[s]] baseFeePerGas:[s] gasUsedRatio:[n]',
	],
	eth_syncing: ['', 'b', { gives: false }],

	eth_chainId: ['', 's'],
	eth_blockNumber: ['', 's'],
	eth_getBalance: ['address=$account block="latest"', 's'],
	eth_getProof: ['address storageKeys block', 'Proof'],
	eth_getHeaderByNumber: ['block=$block', 'Header'],
	eth_getHeaderByHash: ['hash=$blockHash', 'Header'],
	eth_getBlockByNumber: ['block=$block fullTx=false', 'Block'],
	eth_getBlockByHash: ['hash=$blockHash fullTx=false', 'Block'],
	eth_getUncleByBlockNumberAndIndex: ['block=$block index="0x0"', 'null'],
	eth_getUncleByBlockHashAndIndex: ['hash=$blockHash index="0x0"', 'null'],
	eth_getUncleCountByBlockNumber: ['block=$block', 's'],
	eth_getUncleCountByBlockHash: ['hash=$blockHash', 's'],
	eth_getCode: ['address=$contract block="latest"', 's'],
	eth_getStorageAt: ['address=$contract key="0x0" block="latest"', 's'],
	eth_getBlockReceipts: ['block=$block', '[Receipt]'],
	eth_call: ['TransactionArgs block stateOverrides blockOverrides', 's'],
	eth_estimateGas: ['TransactionArgs block stateOverrides', 's'],
	eth_createAccessList: ['TransactionArgs block', 'accessList:[Access] gasUsed:s error?:s'],
	eth_getChainConfig: ['', '...CChainConfig'],
	eth_callDetailed: ['TransactionArgs block stateOverrides', 'gas:i errCode:n err:s returnData:s'],

	eth_getBlockTransactionCountByNumber: ['block=$block', 's'],
	eth_getBlockTransactionCountByHash: ['hash=$blockHash', 's'],
	eth_getTransactionByBlockNumberAndIndex: ['block=$block index="0x0"', 'Transaction'],
	eth_getTransactionByBlockHashAndIndex: ['hash=$blockHash index="0x0"', 'Transaction'],
	eth_getRawTransactionByBlockNumberAndIndex: ['block=$block index="0x0"', 's'],
	eth_getRawTransactionByBlockHashAndIndex: ['hash=$blockHash index="0x0"', 's'],
	eth_getTransactionCount: ['address=$account block="latest"', 's'],
	eth_getTransactionByHash: ['hash=$transactionHash', 'Transaction'],
	eth_getRawTransactionByHash: ['hash=$transactionHash', 's'],
	eth_getTransactionReceipt: ['hash=$transactionHash', 'Receipt'],
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

	eth_suggestPriceOptions: ['', 'slow:Prices normal:Prices fast:Prices', { only: 'C-Chain' }],
	eth_feeConfig: [
		'block?:blockTag',
		'feeConfig:FeeConfig lastChangedAt?:i',
		{ only: 'subnet-EVM' },
	],
	eth_getActiveRulesAt: [
		'timestamp?:time',
		'ethRules:EthRules/{any} avalancheRules:AvalancheRules/{b} precompiles:{(timestamp:i)}',
		{ only: 'subnet-EVM' },
	],
	eth_getActivePrecompilesAt: [
		'timestamp?:time',
		'{any}',
		{ only: 'subnet-EVM', deprecated: true },
	],

	eth_getBadBlocks: ['', '[BadBlock]', { gives: [] }],
	eth_etherbase: ['', 's'],
	eth_coinbase: ['', 's'],
	eth_accounts: ['', '[s]'],

	txpool_content: [
		'',
		'pending:{{Transaction}} queued:{{Transaction}}',
		{ item: 'pool:s ...Transaction' },
	],
	txpool_contentFrom: [
		'address=$account',
		'pending:{Transaction} queued:{Transaction}',
		{ item: 'pool:s ...Transaction' },
	],
	txpool_inspect: ['', 'pending:{{s}} queued:{{s}}', { item: 'pool:s from:s nonce:s summary:s' }],
	txpool_status: ['', 'pending:s queued:s'],

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

	debug_getRawHeader: ['block=$block', 's'],
	debug_getRawBlock: ['block=$block', 's'],
	debug_getRawReceipts: ['block=$block', '[s]'],
	debug_getRawTransaction: ['hash=$transactionHash', 's'],
	debug_printBlock: ['number', 's'],

	debug_dumpBlock: ['block=$block', 'root:s accounts:{Account}'],
	debug_preimage: ['hash', 's'],
	debug_getBadBlocks: ['', '[BadBlock]'],
	debug_accountRange: ['block start maxResults nocode nostorage incompletes', 'accounts:{Account}'],
	debug_storageRangeAt: ['block txIndex contract keyStart maxResult', 'storage:any nextKey:any'],
	debug_getModifiedAccountsByNumber: ['startNum endNum', '[s]'],
	debug_getModifiedAccountsByHash: ['startHash endHash', '[s]'],
	debug_getAccessibleState: ['from to', 'n'],

	debug_traceTransaction: ['hash TraceConfig', 'CallTrace'],
	debug_traceBlockByNumber: ['block TraceConfig', '[BlockTrace]'],
	debug_traceBlockByHash: ['hash TraceConfig', '[BlockTrace]'],
	debug_traceBlock: ['rlp TraceConfig', '[BlockTrace]'],
	debug_traceBadBlock: ['hash TraceConfig', '[BlockTrace]'],
	debug_traceCall: ['TransactionArgs block TraceCallConfig', 'CallTrace'],
	debug_intermediateRoots: ['hash TraceConfig', '[s]'],

	debug_traceBlockFromFile: ['file TraceConfig', '[BlockTrace]'],
	debug_standardTraceBlockToFile: ['hash StdTraceConfig', '[s]'],
	debug_standardTraceBadBlockToFile: ['hash StdTraceConfig', '[s]'],

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
	debug_setGCPercent: ['percent=100', 'n'],

	admin_exportChain: ['file first last', 'b'],
	admin_importChain: ['file', 'b'],
};

const withoutExamples = (params: string) => params.replace(/=\S+/g, '');
/** A parameter of a contract, in its parts: `hash`, `block?:blockTag`, `index="0x0"`. */
const paramPattern = /^(\w+)[^=]*(?:=(.*))?$/;

function readContract([method, [params, answer, { item, ...more } = {}]]: [
	string,
	Contract,
]): EvmMethod {
	const read = (text: string) => describeType(method, text, records).real;
	const parts = params.split(' ').flatMap((param) => {
		const [, name, example] = paramPattern.exec(param) ?? [];
		return name ? [{ name, example }] : [];
	});
	return {
		method,
		params: parts.map(({ name }) => name),
		example: parts.every(({ example }) => example)
			? parts.map(({ example }) => example!)
			: undefined,
		result: answer === 'success' || answer === 'null' ? answer : read(answer),
		item: item === undefined ? undefined : read(item),
		...more,
	};
}

export const evmMethods: EvmMethod[] = Object.entries(contracts).map(readContract);

/** Those that the document lists, where it lists them; a subnet's EVM says more of its configuration. */
const documented = (
	node: string,
	path: string,
	names: string[],
	answers: Record<string, string> = {},
) =>
	describeMethods(
		{
			node,
			path,
			style: 'positional',
			records,
			source: 'Node JSON-RPC Interface, EVM API and Subnet EVM additions',
		},
		Object.fromEntries(
			names.map((method) => {
				const [params, answer, { deprecated } = {}] = contracts[method]!;
				return [
					method,
					{ params: withoutExamples(params), answer: answers[method] ?? answer, deprecated },
				];
			}),
		),
	);

export const documentedEvmMethods: MethodEntry[] = [
	...documented('avalancheEvm', '/ext/bc/C/rpc', [
		'eth_baseFee',
		'eth_maxPriorityFeePerGas',
		'eth_getChainConfig',
	]),
	...documented('avalancheEvm', '/ext/bc/{blockchainId}/rpc', ['eth_getChainConfig'], {
		eth_getChainConfig: '...SubnetChainConfig',
	}),
	...documented('avalancheEvmAdvanced', '/ext/bc/{blockchainId}/rpc', [
		'eth_feeConfig',
		'eth_getActivePrecompilesAt',
		'eth_getActiveRulesAt',
	]),
];
