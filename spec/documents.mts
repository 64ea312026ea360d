/**
 * The tables of the two interface documents as data: every JSON-RPC method and every REST endpoint with its
 * parameters, their allowed values and bounds, and the shape of its success body.
 */

/**
 * s text, i integer (64-bit ones may come as decimal text), n number, b boolean, any whatever the document leaves
 * open; [shape] a list; { '*': shape } a map; otherwise an object, fields that may be missing ending in `?`.
 */
export type Shape = 's' | 'i' | 'n' | 'b' | 'any' | [Shape] | { [field: string]: Shape };

export interface Parameter {
	name: string;
	/** s[] is a list, s,s a text of values with commas between. */
	type: 's' | 'i' | 's[]' | 's,s' | 'object';
	required?: boolean;
	values?: string[];
	min?: number;
	max?: number;
}

export interface Method {
	method: string;
	path: string;
	/** Named: an object. Positional: an array. Wrapped: an array that holds one object. */
	style: 'named' | 'positional' | 'wrapped';
	params: Parameter[];
	/** What the result is; `success` stands for an empty object. */
	result: Shape | 'success';
	deprecated?: boolean;
	/** Not on the public server. */
	notPublic?: boolean;
}

export interface Endpoint {
	number: number;
	host: 'data' | 'metrics';
	path: string;
	/** What stands in the path, in braces. */
	inPath: Parameter[];
	inQuery: Parameter[];
	pageSize?: { min: number; max: number; default: number };
	body: { [field: string]: Shape };
}

// ---- Node JSON-RPC document

const named = (path: string, rest: Partial<Method> = {}) =>
	({ path, style: 'named', params: [], ...rest }) as const;

const admin = (method: string, params: Parameter[], result: Method['result']): Method => ({
	...named('/ext/admin'),
	...{ method, params, result, notPublic: true },
});

const adminMethods: Method[] = [
	admin(
		'admin.alias',
		[
			{ name: 'endpoint', type: 's', required: true },
			{ name: 'alias', type: 's', required: true },
		],
		'success',
	),
	admin(
		'admin.aliasChain',
		[
			{ name: 'chain', type: 's', required: true },
			{ name: 'alias', type: 's', required: true },
		],
		'success',
	),
	admin('admin.getChainAliases', [{ name: 'chain', type: 's', required: true }], {
		aliases: ['s'],
	}),
	admin('admin.getLoggerLevel', [{ name: 'loggerName', type: 's' }], {
		loggerLevels: { '*': { logLevel: 's', displayLevel: 's' } },
	}),
	admin(
		'admin.setLoggerLevel',
		[
			{ name: 'loggerName', type: 's' },
			{ name: 'logLevel', type: 's' },
			{ name: 'displayLevel', type: 's' },
		],
		'success',
	),
	admin('admin.loadVMs', [], { newVMs: { '*': ['s'] }, 'failedVMs?': { '*': 's' } }),
	admin('admin.lockProfile', [], 'success'),
	admin('admin.memoryProfile', [], 'success'),
	admin('admin.startCPUProfiler', [], 'success'),
	admin('admin.stopCPUProfiler', [], 'success'),
];

const info = (
	method: string,
	params: Parameter[],
	result: Shape,
	rest: Partial<Method> = {},
): Method => ({
	...named('/ext/info'),
	...{ method, params, result, ...rest },
});

const peer: Shape = {
	ip: 's',
	publicIP: 's',
	nodeID: 's',
	version: 's',
	lastSent: 's',
	lastReceived: 's',
	benched: ['s'],
	observedUptime: 'i',
	trackedSubnets: ['s'],
};

const fees =
	'txFee createAssetTxFee createSubnetTxFee transformSubnetTxFee createBlockchainTxFee addPrimaryNetworkValidatorFee addPrimaryNetworkDelegatorFee addSubnetValidatorFee addSubnetDelegatorFee';

const upgradeTimes =
	'apricotPhase1Time apricotPhase2Time apricotPhase3Time apricotPhase4Time apricotPhase5Time apricotPhasePre6Time apricotPhase6Time apricotPhasePost6Time banffTime cortinaTime durangoTime etnaTime fortunaTime graniteTime heliconTime';

const all = (names: string, shape: Shape): { [field: string]: Shape } =>
	Object.fromEntries(names.split(' ').map((name) => [name, shape]));

const infoMethods: Method[] = [
	info('info.acps', [], {
		acps: {
			'*': {
				supportWeight: 'i',
				supporters: ['s'],
				objectWeight: 'i',
				objectors: ['s'],
				abstainWeight: 'i',
			},
		},
	}),
	info('info.isBootstrapped', [{ name: 'chain', type: 's', required: true }], {
		isBootstrapped: 'b',
	}),
	info('info.getBlockchainID', [{ name: 'alias', type: 's', required: true }], {
		blockchainID: 's',
	}),
	info('info.getNetworkID', [], { networkID: 'i' }),
	info('info.getNetworkName', [], { networkName: 's' }),
	info(
		'info.getNodeID',
		[],
		{ nodeID: 's', nodePOP: { publicKey: 's', proofOfPossession: 's' } },
		{ notPublic: true },
	),
	info('info.getNodeIP', [], { ip: 's' }, { notPublic: true }),
	info('info.getNodeVersion', [], {
		version: 's',
		databaseVersion: 's',
		gitCommit: 's',
		vmVersions: { '*': 's' },
		rpcProtocolVersion: 's',
	}),
	info('info.getTxFee', [], all(fees, 'i'), { deprecated: true }),
	info('info.getVMs', [], { vms: { '*': ['s'] } }, { notPublic: true }),
	info('info.peers', [{ name: 'nodeIDs', type: 's[]' }], { numPeers: 'i', peers: [peer] }),
	info('info.uptime', [{ name: 'subnetID', type: 's' }], {
		rewardingStakePercentage: 'n',
		weightedAveragePercentage: 'n',
	}),
	info('info.upgrades', [], {
		...all(upgradeTimes, 's'),
		apricotPhase4MinPChainHeight: 'i',
		cortinaXChainStopVertexID: 's',
	}),
];

const feeConfig = all(
	'gasLimit targetBlockRate minBaseFee targetGas baseFeeChangeDenominator minBlockGasCost maxBlockGasCost blockGasCostStep',
	'i',
);
/** The addresses are a list or null; an upgrade that disables has none. */
const precompile: Shape = { 'adminAddresses?': 'any', blockTimestamp: 'i', 'disable?': 'b' };
const chainConfig: Shape = {
	chainId: 'i',
	...all(
		'homesteadBlock eip150Block eip155Block eip158Block byzantiumBlock constantinopleBlock petersburgBlock istanbulBlock muirGlacierBlock',
		'i',
	),
	eip150Hash: 's',
};

const evm = (
	path: string,
	method: string,
	params: Parameter[],
	result: Shape,
	rest: Partial<Method> = {},
): Method => ({ ...{ path, style: 'positional', method, params, result, ...rest } });

/** The three additions of the C-Chain; the methods of the reference client are not listed in the document. */
const cChainMethods: Method[] = [
	evm('/ext/bc/C/rpc', 'eth_baseFee', [], 's'),
	evm('/ext/bc/C/rpc', 'eth_maxPriorityFeePerGas', [], 's'),
	evm('/ext/bc/C/rpc', 'eth_getChainConfig', [], chainConfig),
];

const subnetEvmPath = '/ext/bc/{blockchainId}/rpc';
const subnetEvmMethods: Method[] = [
	evm(subnetEvmPath, 'eth_feeConfig', [{ name: 'blk', type: 's' }], {
		feeConfig,
		lastChangedAt: 'i',
	}),
	evm(subnetEvmPath, 'eth_getChainConfig', [], {
		...chainConfig,
		feeConfig,
		'allowFeeRecipients?': 'b',
		subnetEVMTimestamp: 'i',
		'contractDeployerAllowListConfig?': precompile,
		'contractNativeMinterConfig?': precompile,
		'feeManagerConfig?': precompile,
		upgrades: { 'precompileUpgrades?': [{ '*': precompile }] },
	}),
	evm(
		subnetEvmPath,
		'eth_getActivePrecompilesAt',
		[{ name: 'timestamp', type: 'i' }],
		{ '*': 'any' },
		{ deprecated: true },
	),
	evm(subnetEvmPath, 'eth_getActiveRulesAt', [{ name: 'timestamp', type: 'i' }], {
		ethRules: all(
			'IsHomestead IsEIP150 IsEIP155 IsEIP158 IsByzantium IsConstantinople IsPetersburg IsIstanbul IsCancun',
			'b',
		),
		avalancheRules: all('IsSubnetEVM IsDurango IsEtna', 'b'),
		precompiles: { '*': { timestamp: 'i' } },
	}),
];

const evmAdmin = (method: string, params: Parameter[], result: Method['result']): Method => ({
	path: '/ext/bc/C/admin',
	style: 'wrapped',
	...{ method, params, result, notPublic: true },
});

const evmAdminMethods: Method[] = [
	evmAdmin('admin_startCPUProfiler', [], 'success'),
	evmAdmin('admin_stopCPUProfiler', [], 'success'),
	evmAdmin('admin_memoryProfile', [], 'success'),
	evmAdmin('admin_lockProfile', [], 'success'),
	evmAdmin('admin_setLogLevel', [{ name: 'level', type: 's', required: true }], 'success'),
	evmAdmin('admin_getVMConfig', [], { config: { '*': 'any' } }),
];

const native = (method: string, params: Parameter[], result: Shape): Method => ({
	path: '/ext/bc/C/native',
	style: 'wrapped',
	...{ method, params, result },
});
const txID: Parameter = { name: 'txID', type: 's', required: true };
const encoding: Parameter = { name: 'encoding', type: 's' };

const nativeMethods: Method[] = [
	native(
		'native.getUTXOs',
		[
			{ name: 'addresses', type: 's[]', required: true },
			{ name: 'sourceChain', type: 's', required: true },
			{ name: 'startIndex.address', type: 's' },
			{ name: 'startIndex.utxo', type: 's' },
			{ name: 'limit', type: 'i' },
			encoding,
		],
		{ utxos: ['s'], endIndex: { address: 's', utxo: 's' }, numFetched: 'n', encoding: 's' },
	),
	native('native.issueTx', [{ name: 'tx', type: 's', required: true }, encoding], { txID: 's' }),
	native('native.getAtomicTxStatus', [txID], { status: 's', 'blockHeight?': 'n' }),
	native('native.getAtomicTx', [txID, encoding], { tx: 's', encoding: 's', 'blockHeight?': 'n' }),
];

const validatorsMethods: Method[] = [
	{
		...named('/ext/bc/{blockchainId}/validators'),
		method: 'validators.getCurrentValidators',
		params: [{ name: 'nodeIDs', type: 's[]' }],
		result: {
			validators: [
				{
					validationID: 's',
					nodeID: 's',
					weight: 'i',
					startTimestamp: 'i',
					isActive: 'b',
					isL1Validator: 'b',
					isConnected: 'b',
					uptimeSeconds: 'i',
					uptimePercentage: 'n',
				},
			],
		},
	},
];

export const methods: Method[] = [
	...adminMethods,
	...infoMethods,
	...cChainMethods,
	...subnetEvmMethods,
	...evmAdminMethods,
	...nativeMethods,
	...validatorsMethods,
];

// ---- Indexed Data and Metrics REST document

const assetAmount = {
	assetId: 's',
	name: 's',
	symbol: 's',
	denomination: 'i',
	type: 's',
	amount: 's',
} as const;
const money: Shape = { currencyCode: 's', value: 's' };
/** Of from and to; the service leaves out what it does not know. */
const addressInfo: Shape = {
	'name?': 's',
	'symbol?': 's',
	'decimals?': 'i',
	'logoUri?': 's',
	address: 's',
};
const chainInfo: Shape = { chainName: 's', network: 's' };

const utxo: Shape = {
	addresses: ['s'],
	asset: assetAmount,
	consumedOnChainId: 's',
	consumingTxHash: 's',
	createdOnChainId: 's',
	utxoId: 's',
	utxoBytes: 's',
	consumingTxTimestamp: 'i',
	creationTxHash: 's',
	credentials: [{ signature: 's', publicKey: 's' }],
	groupId: 'i',
	locktime: 'i',
	outputIndex: 's',
	payload: 's',
	threshold: 'i',
	timestamp: 'i',
	utxoType: 's',
};

const primaryTransaction: Shape = {
	txHash: 's',
	chainFormat: 's',
	timestamp: 'i',
	txType: 's',
	memo: 's',
	consumedUtxos: [utxo],
	emittedUtxos: [utxo],
	amountUnlocked: [assetAmount],
	amountCreated: [assetAmount],
	sourceChain: 's',
	destinationChain: 's',
	assetCreated: {
		assetId: 's',
		name: 's',
		symbol: 's',
		denomination: 'i',
		type: 's',
		createdAtTimestamp: 'i',
		cap: 's',
	},
	vertices: [{ hash: 's', height: 'i', timestamp: 'i' }],
};

const counted: Shape = { ...assetAmount, utxoCount: 'i' };
const shared: Shape = { ...counted, sharedWithChainId: 's', 'status?': 's' };
/** Which of the lists there are depends on the chain. */
const balances: Shape = {
	'unlockedUnstaked?': [counted],
	'unlockedStaked?': [counted],
	'lockedPlatform?': [counted],
	'lockedStakeable?': [counted],
	'lockedStaked?': [counted],
	'pendingStaked?': [counted],
	atomicMemoryUnlocked: [shared],
	atomicMemoryLocked: [shared],
};

const evmTransaction: Shape = {
	blockNumber: 's',
	blockTimestamp: 'i',
	blockHash: 's',
	chainId: 's',
	blockIndex: 'i',
	txHash: 's',
	txStatus: 's',
	txType: 'i',
	gasLimit: 's',
	gasUsed: 's',
	gasPrice: 's',
	nonce: 's',
	from: addressInfo,
	to: addressInfo,
	method: { callType: 's', methodHash: 's', methodName: 's' },
	value: 's',
};

const internalTransaction: Shape = {
	blockNumber: 's',
	blockTimestamp: 'i',
	blockHash: 's',
	txHash: 's',
	from: addressInfo,
	to: addressInfo,
	internalTxType: 's',
	value: 's',
	isReverted: 'b',
	gasUsed: 's',
	gasLimit: 's',
};

const ercTransfer: Shape = {
	blockNumber: 's',
	blockTimestamp: 'i',
	blockHash: 's',
	txHash: 's',
	from: addressInfo,
	to: addressInfo,
	logIndex: 'i',
	value: 's',
	erc20Token: {
		address: 's',
		name: 's',
		symbol: 's',
		decimals: 'i',
		logoUri: 's',
		ercType: 's',
		price: money,
	},
};

const nativeTokenBalance: Shape = {
	name: 's',
	symbol: 's',
	decimals: 'i',
	logoUri: 's',
	chainId: 's',
	price: money,
	balance: 's',
	balanceValue: money,
};

const metadata = {
	indexStatus: 's',
	metadataLastUpdatedTimestamp: 'i',
	name: 's',
	symbol: 's',
	imageUri: 's',
	description: 's',
	animationUri: 's',
	externalUrl: 's',
	background: 's',
} as const;

const erc1155Balance: Shape = {
	address: 's',
	ercType: 's',
	tokenId: 's',
	tokenUri: 's',
	metadata: { ...metadata, decimals: 'i', properties: 's' },
	chainId: 's',
	balance: 's',
};

const erc721Balance = {
	address: 's',
	name: 's',
	symbol: 's',
	ercType: 's',
	tokenId: 's',
	tokenUri: 's',
	metadata: { ...metadata, attributes: 's' },
	ownerAddress: 's',
	chainId: 's',
} as const;

/** An ERC-721 or an ERC-1155 item: what both have, and what one of them has. */
const collectible: Shape = {
	address: 's',
	'name?': 's',
	'symbol?': 's',
	ercType: 's',
	tokenId: 's',
	tokenUri: 's',
	metadata: { ...metadata, 'attributes?': 's', 'decimals?': 'i', 'properties?': 's' },
	'ownerAddress?': 's',
	chainId: 's',
	'balance?': 's',
};

const reward: Shape = {
	addresses: ['s'],
	txHash: 's',
	amountStaked: 's',
	nodeId: 's',
	startTimestamp: 'i',
	endTimestamp: 'i',
	rewardType: 's',
	utxoId: 's',
	outputIndex: 'i',
	reward: { ...assetAmount, 'historicalPrice?': money },
	rewardTxHash: 's',
};

const asset: Shape = { assetId: 's', imageUri: 's' };
const contract: Shape = {
	name: 's',
	description: 's',
	officialSite: 's',
	email: 's',
	logoAsset: asset,
	bannerAsset: asset,
	color: 's',
	resourceLinks: [{ type: 's', url: 's' }],
	tags: ['s'],
	address: 's',
	deploymentDetails: { txHash: 's', deployerAddress: 's', deployerContractAddress: 's' },
	ercType: 's',
	symbol: 's',
};

const chain: Shape = {
	chainId: 's',
	status: 's',
	chainName: 's',
	description: 's',
	platformChainId: 's',
	subnetId: 's',
	vmId: 's',
	vmName: 's',
	explorerUrl: 's',
	rpcUrl: 's',
	wsUrl: 's',
	isTestnet: 'b',
	utilityAddresses: { multicall: 's' },
	networkToken: { name: 's', symbol: 's', decimals: 'i', logoUri: 's', description: 's' },
	chainLogoUri: 's',
	private: 'b',
	enabledFeatures: ['s'],
};

const vertex: Shape = {
	vertexHash: 's',
	parentHashes: ['s'],
	vertexHeight: 'i',
	vertexIndex: 'i',
	vertexTimestamp: 'i',
	txCount: 'i',
	transactions: ['s'],
	vertexSizeBytes: 'i',
};

/** The document says number; sums pass 2^53, so an item says it as exact text. */
const point: Shape = { value: 's', timestamp: 'i' };

const network: Parameter = {
	name: 'network',
	type: 's',
	required: true,
	values: ['mainnet', 'fuji', 'testnet'],
};
const blockchainId: Parameter = { name: 'blockchainId', type: 's', required: true };
const chainId: Parameter = { name: 'chainId', type: 's', required: true };
const address: Parameter = { name: 'address', type: 's', required: true };
const blockRange: Parameter[] = [
	{ name: 'startBlock', type: 'i' },
	{ name: 'endBlock', type: 'i' },
];
const timeRange: Parameter[] = [
	{ name: 'startTimestamp', type: 'i', min: 0 },
	{ name: 'endTimestamp', type: 'i', min: 0 },
];
const currency: Parameter = {
	name: 'currency',
	type: 's',
	values: 'usd eur aud cad chf clp cny czk dkk gbp hkd huf jpy nzd'.split(' '),
};
const blockNumber: Parameter = { name: 'blockNumber', type: 's' };
const contractAddress: Parameter = { name: 'contractAddress', type: 's' };

const small = { min: 1, max: 100, default: 10 };
const large = { min: 1, max: 500, default: 10 };
const nextPageToken = { 'nextPageToken?': 's' } as const;

const data = (
	number: number,
	path: string,
	inPath: Parameter[],
	inQuery: Parameter[],
	body: Endpoint['body'],
	pageSize?: Endpoint['pageSize'],
): Endpoint => ({
	...{ number, host: 'data', path, inPath, inQuery, body },
	...(pageSize && { pageSize, body: { ...nextPageToken, ...body } }),
});

const metricNames =
	'activeAddresses activeSenders cumulativeTxCount cumulativeAddresses cumulativeContracts cumulativeDeployers contracts deployers gasUsed txCount avgGps maxGps avgTps maxTps avgGasPrice maxGasPrice feesPaid'.split(
		' ',
	);

export const endpoints: Endpoint[] = [
	data(
		1,
		'/v1/networks/{network}/blockchains/{blockchainId}/assets/{assetId}/transactions',
		[network, blockchainId, { name: 'assetId', type: 's', required: true }],
		[{ name: 'txTypes', type: 's[]' }, ...timeRange],
		{ transactions: [primaryTransaction], chainInfo },
		small,
	),
	data(
		2,
		'/v1/networks/{network}/blockchains/{blockchainId}/balances',
		[network, blockchainId],
		[
			{ name: 'blockTimestamp', type: 'i' },
			{ name: 'addresses', type: 's,s' },
		],
		{ balances, chainInfo },
	),
	data(
		3,
		'/v1/chains/{chainId}/tokens/{address}/transfers',
		[chainId, address],
		blockRange,
		{ transfers: [ercTransfer] },
		small,
	),
	data(
		4,
		'/v1/chains/{chainId}/addresses/{address}/transactions:listInternals',
		[chainId, address],
		blockRange,
		{ transactions: [internalTransaction] },
		small,
	),
	data(
		5,
		'/v1/chains/{chainId}/addresses/{address}/transactions:listNative',
		[chainId, address],
		blockRange,
		{ transactions: [evmTransaction] },
		small,
	),
	data(
		6,
		'/v1/chains/{chainId}/addresses/{address}/balances:listErc1155',
		[chainId, address],
		[blockNumber, contractAddress],
		{ nativeTokenBalance, erc1155TokenBalances: [erc1155Balance] },
		large,
	),
	data(
		7,
		'/v1/networks/{network}/rewards',
		[network],
		[
			{ name: 'addresses', type: 's,s' },
			{ name: 'nodeIds', type: 's,s' },
			{ name: 'sortOrder', type: 's', values: ['asc', 'desc'] },
			currency,
		],
		{ historicalRewards: [reward] },
		small,
	),
	data(
		8,
		'/v1/chains/{chainId}/blocks/{blockId}/transactions',
		[chainId, { name: 'blockId', type: 's', required: true }],
		[],
		{ transactions: [evmTransaction] },
		{ min: 0, max: 100, default: 0 },
	),
	data(
		9,
		'/v1/chains/{chainId}/addresses/{address}/balances:listErc721',
		[chainId, address],
		[contractAddress],
		{ nativeTokenBalance, erc721TokenBalances: [erc721Balance] },
		large,
	),
	data(
		10,
		'/v1/chains/{chainId}/transactions',
		[chainId],
		[{ name: 'status', type: 's', values: ['failed', 'success'] }],
		{ transactions: [evmTransaction] },
		small,
	),
	data(
		11,
		'/v1/chains/{chainId}/addresses/{address}/balances:listCollectibles',
		[chainId, address],
		[contractAddress],
		{ collectibleBalances: [collectible] },
		large,
	),
	data(
		12,
		'/v1/chains/{chainId}/contracts/{address}/deployments',
		[chainId, address],
		[],
		{ contracts: [contract] },
		small,
	),
	data(
		13,
		'/v1/chains/{chainId}/addresses/{address}/balances:getNative',
		[chainId, address],
		[blockNumber, currency],
		{ nativeTokenBalance },
	),
	data(
		14,
		'/v1/chains',
		[],
		[
			{ ...network, required: false },
			{ name: 'feature', type: 's', values: ['nftIndexing', 'webhooks', 'teleporter'] },
		],
		{ chains: [chain] },
	),
	data(
		15,
		'/v1/networks/{network}/blockchains/{blockchainId}/vertices',
		[network, blockchainId],
		[],
		{ vertices: [vertex], chainInfo },
		small,
	),
	{
		number: 16,
		host: 'metrics',
		path: '/v2/chains/{chainId}/metrics/{metric}',
		inPath: [chainId, { name: 'metric', type: 's', required: true, values: metricNames }],
		inQuery: [
			...timeRange,
			{ name: 'timeInterval', type: 's', values: ['hour', 'day', 'week', 'month'] },
		],
		pageSize: { min: 1, max: 2160, default: 100 },
		body: { ...nextPageToken, results: [point] },
	},
];
