/**
 * The sixteen endpoints of the data and the metrics service as their public OpenAPI descriptions have them: every
 * parameter with its values, and every field of the answers with its type and whether it may be absent.
 *
 * A record is a text of `name:type`, `name?:type` where the field may be absent, `+Other` for all fields of another
 * record. A type is a leaf (below), `low..high` for a whole number in a request, a list of values, a record, `[type]`
 * for a list, or several types with `|` between.
 */

/** What a leaf may be; in a request all are text. */
export const leaves = {
	/** Any text. */
	s: (value: unknown) => typeof value === 'string',
	/** A whole number of any size, as text. */
	d: (value: unknown) => isText(value, /^\d+$/),
	/** Money as text: the schema says number, its example is text. */
	m: (value: unknown) => isText(value, /^\d+(\.\d+)?$/),
	/** A whole number that by its meaning stays below 2^53: a time, a count, a place. */
	i: (value: unknown) => Number.isSafeInteger(value),
	/** Any number; 64-bit ones and sums go beyond 2^53. */
	n: (value: unknown) => typeof value === 'number',
	b: (value: unknown) => typeof value === 'boolean',
	// In a request.
	id: (value: unknown) => isText(value, /^[1-9A-HJ-NP-Za-km-z]{40,60}$/),
	address: (value: unknown) => isText(value, /^0x[0-9a-fA-F]{40}$/),
	addresses: (value: unknown) =>
		isText(value, /^([PX]-)?(avax|fuji)1\w{38}(,([PX]-)?(avax|fuji)1\w{38})*$/),
	nodeIds: (value: unknown) => isText(value, /^NodeID-\w+(,NodeID-\w+)*$/),
	block: (value: unknown) => isText(value, /^(\d+|0x[0-9a-fA-F]{64})$/),
};
const isText = (value: unknown, form: RegExp) => typeof value === 'string' && form.test(value);

const valueLists = {
	network: 'mainnet fuji testnet',
	xChainId: `
		x-chain 2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM
		2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm`,
	blockchainId: `
		p-chain x-chain c-chain 11111111111111111111111111111111LpoYY
		2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM 2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm
		2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5 yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp`,
	chainName: 'p-chain x-chain c-chain',
	currency: 'usd eur aud cad chf clp cny czk dkk gbp hkd huf jpy nzd',
	sortOrder: 'asc desc',
	status: 'failed success',
	feature: 'nftIndexing webhooks teleporter',
	timeInterval: 'hour day week month',
	metric: `
		activeAddresses activeSenders cumulativeTxCount cumulativeAddresses cumulativeContracts
		cumulativeDeployers contracts deployers gasUsed txCount avgGps maxGps avgTps maxTps avgGasPrice
		maxGasPrice feesPaid`,
	txType: `
		AddValidatorTx AddSubnetValidatorTx AddDelegatorTx CreateChainTx CreateSubnetTx ImportTx ExportTx
		AdvanceTimeTx RewardValidatorTx RemoveSubnetValidatorTx TransformSubnetTx AddPermissionlessValidatorTx
		AddPermissionlessDelegatorTx BaseTx TransferSubnetOwnershipTx ConvertSubnetToL1Tx RegisterL1ValidatorTx
		SetL1ValidatorWeightTx DisableL1ValidatorTx IncreaseL1ValidatorBalanceTx UNKNOWN CreateAssetTx
		OperationTx`,
	xTxType: 'BaseTx CreateAssetTx OperationTx ImportTx ExportTx UNKNOWN',
	internalTxType: 'UNKNOWN CALL CREATE CREATE2 CREATE3 CALLCODE DELEGATECALL STATICCALL',
	callType: 'NATIVE_TRANSFER CONTRACT_CALL CONTRACT_CREATION',
	chainFormat: 'non-linear linear',
	assetType: 'secp256k1 nft',
	assetCap: 'fixed variable',
	rewardType: 'VALIDATOR DELEGATOR VALIDATOR_FEE',
	chainStatus: 'OK UNAVAILABLE',
	vmName: 'EVM BITCOIN ETHEREUM',
	erc20: 'ERC-20',
	erc721: 'ERC-721',
	erc1155: 'ERC-1155',
	unknown: 'UNKNOWN',
	indexStatus: `
		UNKNOWN MISSING_TOKEN INVALID_TOKEN_URI INVALID_TOKEN_URI_SCHEME UNREACHABLE_TOKEN_URI
		THROTTLED_TOKEN_URI METADATA_CONTENT_TOO_LARGE INVALID_METADATA INVALID_METADATA_JSON INDEXED UNINDEXED`,
	linkType: `
		Blog CoinGecko CoinMarketCap Discord Documentation Facebook Github Instagram LinkedIn Medium Reddit
		Support Telegram TikTok Twitter Website Whitepaper Youtube`,
};

const records = {
	Error: 'message:s|[s] statusCode:i error:s',
	Money: 'currencyCode:currency value:n|m',
	ChainInfo: 'chainName:chainName network:network',

	Asset: 'assetId:s name:s symbol:s denomination:i type:assetType',
	Amount: '+Asset amount:d',
	PricedAmount: '+Amount historicalPrice?:Money',
	CreatedAsset: '+Asset createdAtTimestamp:i cap:assetCap',
	Balance: '+Amount utxoCount:i',
	Shared: '+Balance sharedWithChainId:s',
	SharedOnP: '+Shared status:s',
	BalancesOnP: `
		unlockedUnstaked:[Balance] unlockedStaked:[Balance] lockedPlatform:[Balance] lockedStakeable:[Balance]
		lockedStaked:[Balance] pendingStaked:[Balance] atomicMemoryUnlocked:[SharedOnP]
		atomicMemoryLocked:[SharedOnP]`,
	BalancesOnX:
		'locked:[Balance] unlocked:[Balance] atomicMemoryUnlocked:[Shared] atomicMemoryLocked:[Shared]',
	BalancesOnC: 'atomicMemoryUnlocked:[Shared] atomicMemoryLocked:[Shared]',

	Credential: 'signature?:s publicKey?:s',
	Utxo: `
		addresses:[s] asset:Amount consumedOnChainId:s consumingTxHash?:s createdOnChainId:s utxoId:s
		utxoBytes?:s consumingTxTimestamp?:i creationTxHash:s credentials?:[Credential] groupId?:i locktime:n
		outputIndex:d payload?:s threshold:i timestamp:i utxoType:s`,
	XTransaction: `
		txHash:s chainFormat:chainFormat timestamp:i txType:xTxType memo:s consumedUtxos:[Utxo]
		emittedUtxos:[Utxo] amountUnlocked:[Amount] amountCreated:[Amount] sourceChain?:s destinationChain?:s
		assetCreated?:CreatedAsset`,
	OfVertices: '+XTransaction vertices:[VertexOfTransaction]',
	OfBlock: '+XTransaction blockHeight:i blockHash:s',
	VertexOfTransaction: 'hash:s height:i timestamp:i',
	Vertex: `
		vertexHash:s parentHashes:[s] vertexHeight:i vertexIndex:i vertexTimestamp:i txCount:i transactions:[s]
		vertexSizeBytes:i`,
	Reward: `
		addresses:[s] txHash:s amountStaked:d nodeId:s startTimestamp:i endTimestamp:i rewardType:rewardType
		utxoId:s outputIndex:i reward:PricedAmount rewardTxHash:s`,

	Party: 'name?:s symbol?:s decimals?:i logoUri?:s address:s',
	InBlock:
		'blockNumber:d blockTimestamp:i blockTimestampMilliseconds?:i blockHash:s txHash:s from:Party to:Party',
	Method: 'callType:callType methodHash:s methodName?:s',
	Transaction: `
		+InBlock blockMinDelayExcess?:i chainId:s blockIndex:i txStatus:s txType:i gasLimit:d gasUsed:d
		gasPrice:d nonce:d method?:Method value:d`,
	Internal: '+InBlock internalTxType:internalTxType value:d isReverted:b gasUsed:d gasLimit:d',
	Transfer: '+InBlock logIndex:i',
	Erc20Transfer: '+Transfer value:d erc20Token:Erc20Token',
	Erc721Transfer: '+Transfer erc721Token:Erc721Token',
	Erc1155Transfer: '+Transfer value:d erc1155Token:Erc1155Token',

	Erc20Token: 'address:s name:s symbol:s decimals:i logoUri?:s ercType:erc20 price?:Money',
	Metadata: `
		indexStatus:indexStatus metadataLastUpdatedTimestamp?:i name?:s symbol?:s imageUri?:s description?:s
		animationUri?:s externalUrl?:s background?:s`,
	Erc721Metadata: '+Metadata attributes?:s',
	Erc1155Metadata: '+Metadata decimals?:i properties?:s',
	Erc721Token:
		'address:s name:s symbol:s ercType:erc721 tokenId:d tokenUri:s metadata:Erc721Metadata ownerAddress?:s',
	Erc1155Token: 'address:s ercType:erc1155 tokenId:d tokenUri:s metadata:Erc1155Metadata',
	Erc721Balance: '+Erc721Token chainId:s',
	Erc1155Balance: '+Erc1155Token chainId:s balance:d',
	NativeBalance:
		'name:s symbol:s decimals:i logoUri?:s chainId:s price?:Money balance:d balanceValue?:Money',

	Image: 'assetId?:s imageUri?:s',
	Link: 'type:linkType url:s',
	Deployment: 'txHash:s deployerAddress:s deployerContractAddress?:s',
	Pricing: 'coingeckoCoinId?:s',
	Contract: `
		name?:s description?:s officialSite?:s email?:s logoAsset?:Image bannerAsset?:Image color?:s
		resourceLinks?:[Link] tags?:[s] address:s deploymentDetails?:Deployment`,
	Erc20Contract: '+Contract ercType:erc20 symbol?:s decimals:i pricingProviders?:Pricing',
	Erc721Contract: '+Contract ercType:erc721 symbol?:s',
	Erc1155Contract: '+Contract ercType:erc1155 symbol?:s pricingProviders?:Pricing',
	UnknownContract: '+Contract ercType:unknown',

	Utilities: 'multicall?:s',
	Token: 'name:s symbol:s decimals:i logoUri?:s description?:s',
	Chain: `
		chainId:s status:chainStatus chainName:s description:s platformChainId?:s subnetId?:s vmId?:s
		vmName:vmName explorerUrl?:s rpcUrl:s wsUrl?:s isTestnet:b utilityAddresses?:Utilities
		networkToken:Token chainLogoUri?:s private?:b enabledFeatures?:[feature]`,
	Point: 'value:n timestamp:i',
};

const blocks = 'startBlock?:0.. endBlock?:0..';
const times = 'startTimestamp?:0.. endTimestamp?:0..';
const ofChain = 'chainId:s';
const ofAccount = 'chainId:s address:address';
const onX = 'network:network blockchainId:xChainId';
const account = '/v1/chains/{chainId}/addresses/{address}';
const primary = '/v1/networks/{network}/blockchains/{blockchainId}';

/** Path, parameters in path and query, the answer, and how large its pages may be. */
const rows: Array<[path: string, parameters: string, answer: string, pageSize?: string]> = [
	[
		`${primary}/assets/{assetId}/transactions`,
		`${onX} assetId:id txTypes?:[txType] ${times}`,
		'transactions:[OfVertices|OfBlock] chainInfo:ChainInfo',
		'1..100',
	],
	[
		`${primary}/balances`,
		'network:network blockchainId:blockchainId blockTimestamp?:0.. addresses?:addresses',
		'balances:BalancesOnP|BalancesOnX|BalancesOnC chainInfo:ChainInfo',
	],
	[`${primary}/vertices`, onX, 'vertices:[Vertex] chainInfo:ChainInfo', '1..100'],
	[
		'/v1/networks/{network}/rewards',
		'network:network addresses?:addresses nodeIds?:nodeIds sortOrder?:sortOrder currency?:currency',
		'historicalRewards:[Reward]',
		'1..100',
	],
	['/v1/chains', 'network?:network feature?:feature', 'chains:[Chain]'],
	[
		'/v1/chains/{chainId}/tokens/{address}/transfers',
		`${ofAccount} ${blocks}`,
		'transfers:[Erc20Transfer|Erc721Transfer|Erc1155Transfer]',
		'1..100',
	],
	[
		`${account}/transactions:listInternals`,
		`${ofAccount} ${blocks}`,
		'transactions:[Internal]',
		'1..100',
	],
	[
		`${account}/transactions:listNative`,
		`${ofAccount} ${blocks}`,
		'transactions:[Transaction]',
		'1..100',
	],
	[
		'/v1/chains/{chainId}/blocks/{blockId}/transactions',
		`${ofChain} blockId:block`,
		'transactions:[Transaction]',
		'0..100',
	],
	[
		'/v1/chains/{chainId}/transactions',
		`${ofChain} status?:status`,
		'transactions:[Transaction]',
		'1..100',
	],
	[
		`${account}/balances:getNative`,
		`${ofAccount} blockNumber?:d currency?:currency`,
		'nativeTokenBalance:NativeBalance',
	],
	[
		`${account}/balances:listErc721`,
		`${ofAccount} contractAddress?:address`,
		'nativeTokenBalance:NativeBalance erc721TokenBalances:[Erc721Balance]',
		'1..500',
	],
	[
		`${account}/balances:listErc1155`,
		`${ofAccount} blockNumber?:d contractAddress?:address`,
		'nativeTokenBalance:NativeBalance erc1155TokenBalances:[Erc1155Balance]',
		'1..500',
	],
	[
		`${account}/balances:listCollectibles`,
		`${ofAccount} contractAddress?:address`,
		'collectibleBalances:[Erc721Balance|Erc1155Balance]',
		'1..500',
	],
	[
		'/v1/chains/{chainId}/contracts/{address}/deployments',
		ofAccount,
		'contracts:[Erc20Contract|Erc721Contract|Erc1155Contract|UnknownContract]',
		'1..100',
	],
	[
		'/v2/chains/{chainId}/metrics/{metric}',
		`${ofChain} metric:metric timeInterval?:timeInterval ${times}`,
		'results:[Point]',
		'1..2160',
	],
];

// ---- the table, read

export type Type =
	| { kind: 'leaf'; name: keyof typeof leaves }
	| { kind: 'range'; min: number; max: number }
	| { kind: 'values'; values: string[] }
	| { kind: 'list'; of: Type }
	| { kind: 'union'; of: Type[] }
	| RecordType;
export interface RecordType {
	kind: 'record';
	name: string;
	fields: Array<{ name: string; isOptional: boolean; type: Type }>;
}
export interface Endpoint {
	path: string;
	parameters: RecordType;
	answer: RecordType;
	pageSize?: { min: number; max: number };
}

const split = (words: string) => words.trim().split(/\s+/);

function readType(text: string): Type {
	if (text.startsWith('[') && text.endsWith(']') && !text.slice(1, -1).includes('['))
		return { kind: 'list', of: readType(text.slice(1, -1)) };
	if (text.includes('|')) return { kind: 'union', of: text.split('|').map(readType) };
	const [, min, max] = /^(\d+)\.\.(\d*)$/.exec(text) ?? [];
	if (min)
		return { kind: 'range', min: Number(min), max: max ? Number(max) : Number.MAX_SAFE_INTEGER };
	if (text in leaves) return { kind: 'leaf', name: text as keyof typeof leaves };
	if (text in valueLists)
		return { kind: 'values', values: split(valueLists[text as keyof typeof valueLists]) };
	if (text in records) return readRecord(text, records[text as keyof typeof records]);
	throw new Error(`The table has no type ${text}`);
}

function readRecord(name: string, text: string): RecordType {
	const fields = split(text).flatMap((field) => {
		if (field.startsWith('+')) return (readType(field.slice(1)) as RecordType).fields;
		const [, own, mark, type] = /^(\w+)(\??):(.+)$/.exec(field)!;
		return [{ name: own, isOptional: mark === '?', type: readType(type) }];
	});
	return { kind: 'record', name, fields };
}

export const endpoints: Endpoint[] = rows.map(([path, parameters, answer, pageSize]) => ({
	path,
	parameters: readRecord(
		path,
		pageSize ? `${parameters} pageToken?:s pageSize?:${pageSize}` : parameters,
	),
	answer: readRecord(path, pageSize ? `nextPageToken?:s ${answer}` : answer),
	...(pageSize && { pageSize: readType(pageSize) as { kind: 'range'; min: number; max: number } }),
}));

export const errorType = readType('Error') as RecordType;
/** The statuses that every endpoint may answer, all with that body. */
export const errorStatuses = [400, 401, 403, 404, 429, 500, 502, 503];
