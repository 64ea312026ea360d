/**
 * The APIs that the C-Chain's configuration lists in `apis` since avalanchego 1.15.2, with their methods, and the names
 * that `eth-apis` had for them (vms/saevm/cchain/config.md of avalanchego, September 2026). Not seen on a real node.
 */
export interface ApiOfCChain {
	isOn: boolean;
	methods: string[];
	/** What `eth-apis` called it. */
	formerly: string[];
}

const named = (prefix: string, names: string) =>
	names.split(' ').map((name) => `${prefix}_${name}`);
const eth = (names: string) => named('eth', names);
const debug = (names: string) => named('debug', names);

export const apisOfCChain: Record<string, ApiOfCChain> = {
	web3: { isOn: true, formerly: ['web3'], methods: named('web3', 'clientVersion sha3') },
	net: { isOn: true, formerly: ['net'], methods: named('net', 'listening peerCount version') },
	txpool: {
		isOn: true,
		formerly: ['internal-tx-pool'],
		methods: named('txpool', 'content contentFrom inspect status'),
	},
	gas: {
		isOn: true,
		formerly: ['internal-eth'],
		methods: eth('feeHistory gasPrice maxPriorityFeePerGas syncing'),
	},
	chain: {
		isOn: true,
		formerly: ['internal-blockchain'],
		methods: eth(
			'blockNumber call chainId createAccessList estimateGas getBalance getBlockByHash getBlockByNumber getBlockReceipts getCode getHeaderByHash getHeaderByNumber getProof getStorageAt getUncleByBlockHashAndIndex getUncleByBlockNumberAndIndex getUncleCountByBlockHash getUncleCountByBlockNumber',
		),
	},
	transactions: {
		isOn: true,
		formerly: ['internal-transaction'],
		methods: eth(
			'fillTransaction getBlockTransactionCountByHash getBlockTransactionCountByNumber getRawTransactionByHash getRawTransactionByBlockHashAndIndex getRawTransactionByBlockNumberAndIndex getTransactionByHash getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionCount getTransactionReceipt pendingTransactions resend sendRawTransaction sendTransaction sign signTransaction',
		),
	},
	subscriptions: {
		isOn: true,
		formerly: ['eth-filter'],
		methods: eth(
			'getFilterChanges getFilterLogs getLogs newBlockFilter newFilter newPendingTransactionFilter uninstallFilter',
		),
	},
	avalanche: {
		isOn: true,
		formerly: ['internal-eth', 'internal-blockchain'],
		methods: eth('baseFee callDetailed getChainConfig suggestPriceOptions'),
	},
	trace: {
		isOn: true,
		formerly: ['debug-tracer', 'debug-file-tracer'],
		methods: debug(
			'intermediateRoots standardTraceBadBlockToFile standardTraceBlockToFile traceBadBlock traceBlock traceBlockByHash traceBlockByNumber traceBlockFromFile traceCall traceTransaction',
		),
	},
	db: {
		isOn: false,
		formerly: ['internal-debug'],
		methods: debug('getRawBlock getRawHeader getRawReceipts getRawTransaction printBlock'),
	},
	profile: {
		isOn: false,
		formerly: ['debug-handler'],
		methods: debug(
			'blockProfile cpuProfile freeOSMemory gcStats goTrace memStats mutexProfile setBlockProfileRate setGCPercent setMutexProfileFraction stacks startCPUProfile startGoTrace stopCPUProfile stopGoTrace verbosity vmodule writeBlockProfile writeMemProfile writeMutexProfile',
		),
	},
};

/** The APIs that are on where the configuration lists none. */
export const defaultApis = Object.keys(apisOfCChain).filter((name) => apisOfCChain[name]!.isOn);
