/**
 * The endpoints of the Data API and the Metrics API. Written from the document "Indexed Data and Metrics REST
 * Interface" and the public OpenAPI descriptions of the two services, whose operation each entry names.
 */
import { describeEndpoints, each, type EndpointEntry } from './entry.mts';
import { describeRecord } from './grammar.mts';

const records = {
	Money: 'currencyCode:currency value:m/big|m',
	ChainInfo: 'chainName:chainName network:network',

	Asset: 'assetId:s name:s symbol:s denomination:i type:assetType',
	Amount: '...Asset amount:d',
	PricedAmount: '...Amount historicalPrice??:Money',
	CreatedAsset: '...Asset createdAtTimestamp:i cap:assetCap',
	Balance: '...Amount utxoCount:i',
	Shared: '...Balance sharedWithChainId:s',
	SharedOnP: '...Shared status:s',
	BalancesOnP: `
		unlockedUnstaked:[Balance] unlockedStaked:[Balance] lockedPlatform:[Balance] lockedStakeable:[Balance]
		lockedStaked:[Balance] pendingStaked:[Balance] atomicMemoryUnlocked:[SharedOnP]
		atomicMemoryLocked:[SharedOnP]`,
	BalancesOnX:
		'locked:[Balance] unlocked:[Balance] atomicMemoryUnlocked:[Shared] atomicMemoryLocked:[Shared]',
	BalancesOnC: 'atomicMemoryUnlocked:[SharedOnP]/[Shared] atomicMemoryLocked:[SharedOnP]/[Shared]',

	Credential: 'signature?:s publicKey?:s',
	Utxo: `
		addresses:[s] asset:Amount consumedOnChainId:s consumingTxHash?:s createdOnChainId:s utxoId:s
		utxoBytes?:s consumingTxTimestamp?:i creationTxHash:s credentials?:[Credential] groupId?:i locktime:i/big
		outputIndex:d payload?:s threshold:i timestamp:i utxoType:s`,
	XTransaction: `
		txHash:s chainFormat:chainFormat timestamp:i txType:xTxType memo:s consumedUtxos:[Utxo]
		emittedUtxos:[Utxo] amountUnlocked:[Amount] amountCreated:[Amount] sourceChain?:s destinationChain?:s
		assetCreated?:CreatedAsset`,
	OfVertices: '...XTransaction vertices:[(hash:s height:i timestamp:i)]',
	OfBlock: '...XTransaction blockHeight:i blockHash:s',
	Vertex: `
		vertexHash:s parentHashes:[s] vertexHeight:i vertexIndex:i vertexTimestamp:i txCount:i transactions:[s]
		vertexSizeBytes:i`,
	Reward: `
		addresses:[s] txHash:s amountStaked:d nodeId:s startTimestamp:i endTimestamp:i rewardType:rewardType
		utxoId:s outputIndex:i reward:PricedAmount rewardTxHash:s`,

	ActiveValidator: `
		txHash:s nodeId:s subnetId:s amountStaked:d delegationFee:m startTimestamp:i endTimestamp:i
		validationStatus:validationStatus stakePercentage:n delegatorCount:i amountDelegated:d delegationCapacity:d
		uptimePerformance:n avalancheGoVersion:s
		potentialRewards:(validationRewardAmount:d delegationRewardAmount:d)
		validatorHealth:(reachabilityPercent:n benchedPChainRequestsPercent:n benchedXChainRequestsPercent:n
		benchedCChainRequestsPercent:n)`,

	Party: 'name?:s symbol?:s decimals?:i logoUri?:s address:s',
	InBlock: 'blockNumber:d blockTimestamp:i blockTimestampMilliseconds+?:i blockHash:s',
	Transaction: `
		...InBlock blockMinDelayExcess+?:i chainId:d/s blockIndex:i txHash:s txStatus:d/s txType:i gasLimit:d
		gasUsed:d gasPrice:d nonce:d from:Party to:Party
		method?:(callType:callType methodHash:s methodName?:s) value:d`,
	Transferred: '...InBlock txHash:s from:Party to:Party',
	Internal:
		'...Transferred internalTxType:internalTxType value:d isReverted:b gasUsed:d gasLimit:d',
	Transfer: '...Transferred logIndex:i',
	Erc20Transfer: '...Transfer value:d erc20Token:Erc20Token',
	Erc721Transfer: '...Transfer erc721Token:Erc721Token',
	Erc1155Transfer: '...Transfer value:d erc1155Token:Erc1155Token',

	// The document shows transfers of all tokens in this form.
	Erc20Token: 'address:s name:s symbol:s decimals:i logoUri?:s ercType:s/erc20 price?:Money',
	Metadata: `
		indexStatus:indexStatus metadataLastUpdatedTimestamp?:i name?:s symbol?:s imageUri?:s description?:s
		animationUri?:s externalUrl?:s background?:s`,
	Erc721Metadata: '...Metadata attributes?:s',
	Erc1155Metadata: '...Metadata decimals?:i properties?:s',
	Erc20Balance: `
		...Erc20Token chainId:d/s balance:d balanceValue?:Money tokenReputation+:any`,
	Erc721Token: `
		address:s name:s symbol:s ercType:erc721 tokenId:d tokenUri:s metadata:Erc721Metadata ownerAddress?:s`,
	Erc1155Token: 'address:s ercType:erc1155 tokenId:d tokenUri:s metadata:Erc1155Metadata',
	Erc721Balance: '...Erc721Token chainId:d/s',
	Erc1155Balance: '...Erc1155Token chainId:d/s balance:d',
	NativeBalance: `
		name:s symbol:s decimals:i logoUri?:s chainId:d/s price?:Money balance:d balanceValue?:Money`,

	Image: 'assetId?:s imageUri?:s',
	Pricing: 'coingeckoCoinId?:s',
	Contract: `
		name?:s description?:s officialSite?:s email?:s logoAsset?:Image bannerAsset?:Image color?:s
		resourceLinks?:[(type:linkType url:s)] tags?:[s] address:s
		deploymentDetails?:(txHash:s deployerAddress:s deployerContractAddress?:s)`,
	Erc20Contract: `
		...Contract ercType:erc20 symbol?:s decimals+:i pricingProviders+?:Pricing`,
	Erc721Contract: '...Contract ercType:erc721 symbol?:s',
	Erc1155Contract: '...Contract ercType:erc1155 symbol?:s pricingProviders+?:Pricing',
	// The document makes no difference between contracts.
	UnknownContract: '...Contract ercType:unknown symbol-:s',

	Chain: `
		chainId:s status:chainStatus chainName:s description:s platformChainId?:s subnetId?:s vmId?:s
		vmName:vmName explorerUrl?:s rpcUrl:s wsUrl?:s isTestnet:b utilityAddresses?:(multicall?:s)
		networkToken:(name:s symbol:s decimals:i logoUri?:s description?:s) chainLogoUri?:s private?:b
		enabledFeatures?:[feature]`,
	Block: `
		chainId:s ...InBlock txCount:i
		${each('baseFee gasUsed gasLimit gasCost', 'd')} parentHash:s feesSpent:d cumulativeTransactions:d`,
	Atomic: `
		txHash:s blockHeight:i blockHash:s timestamp:i memo:s amountUnlocked:[Amount] amountCreated:[Amount]
		sourceChain:s destinationChain:s txType:xTxType`,
	AtomicExport:
		'...Atomic evmInputs:[(fromAddress:s asset:Amount credentials:[Credential])] emittedUtxos:[Utxo]',
	AtomicImport: '...Atomic evmOutputs:[(toAddress:s asset:Amount)] consumedUtxos:[Utxo]',
	MeasuredChain: 'evmChainId:i chainName:s blockchainId??:s subnetId??:s network:s',
	Health: 'status:s info:any error:any details:any',
};

const document = (endpoint: number, operation: string) =>
	`Indexed Data and Metrics REST Interface, endpoint ${endpoint}; OpenAPI, ${operation}`;
/** Those that the document lacks. */
const openApi = (operation: string) => `OpenAPI, ${operation}`;

const blocks = 'startBlock?:0.. endBlock?:0..';
const times = 'startTimestamp?:0.. endTimestamp?:0..';
const ofAccount = 'chainId:chainId address:account';
const onX = 'network:network blockchainId:xChainId';
const account = '/v1/chains/{chainId}/addresses/{address}';
const primary = '/v1/networks/{network}/blockchains/{blockchainId}';

const health = { answer: '...Health', node: null, source: openApi('data-health-check') };

export const dataEndpoints: EndpointEntry[] = [
	...describeEndpoints(
		{ host: 'data', node: 'avalancheData', records },
		{
			[`${primary}/assets/{assetId}/transactions`]: {
				params: `${onX} assetId:assetId txTypes?:[txType] ${times}`,
				answer: 'transactions:[OfVertices]/[OfVertices|OfBlock] chainInfo:ChainInfo',
				pageSize: '1..100, 10',
				source: document(1, 'listAssetTransactions'),
			},
			[`${primary}/balances`]: {
				params:
					'network:network blockchainId:primaryChainId blockTimestamp?:0.. addresses?:addresses',
				needs: 'addresses',
				answer: `
					balances:BalancesOnP|BalancesOnC/BalancesOnP|BalancesOnX|BalancesOnC chainInfo:ChainInfo`,
				source: document(2, 'getBalancesByAddresses'),
			},
			// The C-Chain's alone: those of the other chains have no operation.
			[`${primary}/transactions`]: {
				params: `network:network blockchainId:cChainId addresses?:accounts ${times}`,
				answer: 'transactions:[AtomicExport|AtomicImport] chainInfo:ChainInfo',
				pageSize: '1..100, 10',
				node: null,
				source: openApi('listLatestPrimaryNetworkTransactions'),
			},
			[`${primary}/vertices`]: {
				params: onX,
				answer: 'vertices:[Vertex] chainInfo:ChainInfo',
				pageSize: '1..100, 10',
				source: document(15, 'listLatestXChainVertices'),
			},
			'/v1/networks/{network}/rewards': {
				params: `
					network:network addresses?:addresses nodeIds?:nodeIds sortOrder?:sortOrder currency?:currency`,
				needs: 'nodeIds',
				answer: 'historicalRewards:[Reward]',
				pageSize: '1..100, 10',
				source: document(7, 'listHistoricalPrimaryNetworkRewards'),
			},
			// One of the observers of Avalanche Trigger.
			'/v1/networks/{network}/validators': {
				params: 'network:network nodeIds?:nodeIds validationStatus?:validationStatus',
				answer: 'validators:[ActiveValidator]',
				pageSize: '1..100, 10',
				node: null,
				source: openApi('listValidators'),
			},
			'/v1/networks/{network}': {
				params: 'network:network',
				answer: 'validatorDetails:any delegatorDetails:any',
				node: null,
				source: openApi('getNetworkDetails'),
			},
			'/v1/chains': {
				params: 'network?:network feature?:feature',
				answer: 'chains:[Chain]',
				source: document(14, 'supportedChains'),
			},
			'/v1/chains/{chainId}': {
				params: 'chainId:chainId',
				answer: '...Chain',
				node: null,
				source: openApi('getChainInfo'),
			},
			'/v1/chains/{chainId}/blocks': {
				params: 'chainId:chainId',
				answer: 'blocks:[Block]',
				pageSize: '1..100, 10',
				node: null,
				source: openApi('getLatestBlocks'),
			},
			'/v1/chains/{chainId}/blocks/{blockId}': {
				params: 'chainId:chainId blockId:block',
				answer: '...Block',
				node: null,
				source: openApi('getBlock'),
			},
			'/v1/chains/{chainId}/blocks/{blockId}/transactions': {
				params: 'chainId:chainId blockId:block',
				answer: 'transactions:[Transaction]',
				pageSize: '0..100, 0',
				source: document(8, 'getTransactionsForBlock'),
			},
			'/v1/chains/{chainId}/transactions': {
				params: 'chainId:chainId status?:status',
				answer: 'transactions:[Transaction]',
				pageSize: '1..100, 10',
				source: document(10, 'listLatestTransactions'),
			},
			'/v1/chains/{chainId}/transactions/{txHash}': {
				params: 'chainId:chainId txHash:evmTxHash',
				answer: `
					networkTokenDetails:(networkToken:(name:s symbol:s decimals:i logoUri?:s description?:s)
					currentPrice?:Money historicalPrice?:Money) nativeTransaction:Transaction`,
				node: null,
				source: openApi('getTransaction'),
			},
			'/v1/chains/{chainId}/tokens/{address}/transfers': {
				params: `chainId:chainId address:token ${blocks}`,
				answer: 'transfers:[Erc20Transfer]/[Erc20Transfer|Erc721Transfer|Erc1155Transfer]',
				pageSize: '1..100, 10',
				source: document(3, 'listTransfers'),
			},
			'/v1/chains/{chainId}/contracts/{address}/deployments': {
				params: 'chainId:chainId address:deployer',
				answer: 'contracts:[Erc20Contract|Erc721Contract|Erc1155Contract|UnknownContract]',
				pageSize: '1..100, 10',
				source: document(12, 'listContractDeployments'),
			},
			[`${account}/transactions:listNative`]: {
				params: `${ofAccount} ${blocks}`,
				answer: 'transactions:[Transaction]',
				pageSize: '1..100, 10',
				source: document(5, 'listNativeTransactions'),
			},
			[`${account}/transactions:listErc20`]: {
				params: `${ofAccount} ${blocks}`,
				answer: 'transactions:[Erc20Transfer]',
				pageSize: '1..100, 10',
				source: openApi('listErc20Transactions'),
			},
			[`${account}/transactions:listErc721`]: {
				params: `${ofAccount} ${blocks}`,
				answer: 'transactions:[Erc20Transfer]/[Erc721Transfer]',
				pageSize: '1..100, 10',
				node: null,
				source: openApi('listErc721Transactions'),
			},
			[`${account}/transactions:listErc1155`]: {
				params: `${ofAccount} ${blocks}`,
				answer: 'transactions:[Erc20Transfer]/[Erc1155Transfer]',
				pageSize: '1..100, 10',
				node: null,
				source: openApi('listErc1155Transactions'),
			},
			[`${account}/transactions:listInternals`]: {
				params: `${ofAccount} ${blocks}`,
				answer: 'transactions:[Internal]',
				pageSize: '1..100, 10',
				source: document(4, 'listInternalTransactions'),
			},
			[`${account}/balances:getNative`]: {
				params: `${ofAccount} blockNumber?:blockNumber currency?:currency`,
				answer: 'nativeTokenBalance:NativeBalance',
				source: document(13, 'getNativeBalance'),
			},
			[`${account}/balances:listErc20`]: {
				params: `
					${ofAccount} blockNumber?:blockNumber contractAddresses?:tokens filterSpamTokens?:flag
					currency?:currency`,
				answer: 'nativeTokenBalance:NativeBalance erc20TokenBalances:[Erc20Balance]',
				pageSize: '1..500, 10',
				source: openApi('listErc20Balances'),
			},
			[`${account}/balances:listErc721`]: {
				params: `${ofAccount} contractAddress?:collectible`,
				answer: 'nativeTokenBalance:NativeBalance erc721TokenBalances:[Erc721Balance]',
				pageSize: '1..500, 10',
				source: document(9, 'listErc721Balances'),
			},
			[`${account}/balances:listErc1155`]: {
				params: `${ofAccount} blockNumber?:blockNumber contractAddress?:multiToken`,
				answer: 'nativeTokenBalance:NativeBalance erc1155TokenBalances:[Erc1155Balance]',
				pageSize: '1..500, 10',
				source: document(6, 'listErc1155Balances'),
			},
			[`${account}/balances:listCollectibles`]: {
				params: `${ofAccount} contractAddress?:collectible`,
				answer: 'collectibleBalances:[Erc721Balance|Erc1155Balance]',
				pageSize: '1..500, 10',
				source: document(11, 'listCollectibleBalances'),
			},
			'/v1/health-check': health,
			'/v1/live-check': health,
		},
	),
	...describeEndpoints(
		{ host: 'metrics', node: 'avalancheMetrics', records },
		{
			'/v2/health-check': health,
			'/v2/live-check': health,
			'/v2/chains': {
				params: 'network?:network',
				answer: 'chains:[MeasuredChain]',
				pageSize: '1..10000, 10000',
				node: null,
				source: openApi('listChains'),
			},
			'/v2/chains/{chainId}': {
				params: 'chainId:evmChainId',
				answer: '...MeasuredChain',
				node: null,
				source: openApi('getChain'),
			},
			'/v2/chains/{chainId}/metrics/{metric}': {
				params: `chainId:measuredChain metric:metric timeInterval?:timeInterval ${times}`,
				boundsAre: 'unknown',
				answer: 'results:[(value:big timestamp:i)]',
				pageSize: '1..2160, 100',
				source: document(16, 'getEvmChainMetrics'),
			},
		},
	),
];

/** The body of an error, and the statuses that every endpoint may answer with it. */
export const errorBody = describeRecord('Error', 'message:s/s|[s] statusCode:i error:s');
export const errorStatuses = [400, 401, 403, 404, 429, 500, 502, 503];
