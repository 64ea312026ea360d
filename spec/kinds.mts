/** The leaves of spec/'s grammar: what a single value may be. */

const isText = (value: unknown, form: RegExp) => typeof value === 'string' && form.test(value);
const matching = (form: RegExp) => (value: unknown) => isText(value, form);
const anyText = (value: unknown) => typeof value === 'string';

const cb58 = /^[1-9A-HJ-NP-Za-km-z]{40,60}$/;
const evmAddress = /^0x[0-9a-fA-F]{40}$/;

/** Whether a value is of a kind. In the path and the query of a request, all are text. */
export const kinds = {
	/** Any text. */
	s: anyText,
	/** A whole number of any size as text. */
	d: matching(/^\d+$/),
	/** A number with or without a fraction as text. */
	m: matching(/^\d+(\.\d+)?$/),
	/** A whole number that by its meaning stays below 2^53: a time, a count, a place. */
	i: (value: unknown) => Number.isSafeInteger(value),
	/** A number that a double holds. */
	n: (value: unknown) => typeof value === 'number',
	/** A number that can pass 2^53, as 64-bit ones and sums do. */
	big: (value: unknown) => typeof value === 'number',
	b: (value: unknown) => typeof value === 'boolean',
	any: () => true,

	// What parameters are. devnet/examples.mts has values that the mock network knows for each.

	/** An ID of a chain, subnet, asset or transaction in CB58. */
	id: matching(cb58),
	subnetId: matching(cb58),
	assetId: matching(cb58),
	/** A validation on an L1. */
	validationId: matching(cb58),
	nodeId: matching(/^NodeID-\w+$/),
	/** Several with commas between. */
	nodeIds: matching(/^NodeID-\w+(,NodeID-\w+)*$/),
	/** A blockchain ID or an alias; `blockchainId` is the ID alone. */
	blockchain: anyText,
	blockchainId: matching(cb58),
	alias: anyText,
	newAlias: anyText,
	/** What stands after /ext/ in a path. */
	endpointPath: anyText,
	loggerName: anyText,
	logLevel: matching(/^(off|fatal|error|warn|info|trace|debug|verbo)$/i),
	evmLogLevel: anyText,
	/** An EVM chain ID; the services also take blockchain IDs. */
	chainId: anyText,
	/** One with metrics; `total`, `mainnet` and `testnet` stand for all, or for those of a network. */
	measuredChain: anyText,
	/** One with metrics, by its EVM chain ID alone. */
	evmChainId: matching(/^\d+$/),
	/** An account of an EVM chain, one that deployed contracts, and contracts by what they hold. */
	account: matching(evmAddress),
	deployer: matching(evmAddress),
	token: matching(evmAddress),
	/** Several with commas between. */
	tokens: matching(/^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40})*$/),
	collectible: matching(evmAddress),
	multiToken: matching(evmAddress),
	/** Accounts of the Primary Network with commas between, with or without the letter of a chain. */
	addresses: matching(/^([PX]-)?(avax|fuji)1\w{38}(,([PX]-)?(avax|fuji)1\w{38})*$/),
	/** Accounts of the C-Chain with commas between. */
	accounts: matching(/^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40})*$/),
	/** A transaction of an EVM chain. */
	evmTxHash: matching(/^0x[0-9a-fA-F]{64}$/),
	/** A block of an EVM chain by its number or hash. */
	block: matching(/^(\d+|0x[0-9a-fA-F]{64})$/),
	blockNumber: matching(/^\d+$/),
	/** A block as EVM methods take it: a tag, or a number in hex. */
	blockTag: anyText,
	/** True or false, which stand as text in a query. */
	flag: (value: unknown) => /^(true|false)$/.test(String(value)),
	/** Seconds since 1970. */
	time: (value: unknown) => Number.isSafeInteger(value),
	count: (value: unknown) => Number.isSafeInteger(value),
	/** An account that owns UTXOs, and the ID of one. */
	utxoAddress: anyText,
	utxoId: matching(cb58),
	/** The chain that UTXOs come from, by its alias. */
	sourceChain: anyText,
	/** How bytes are written; nodes know `json` and refuse it. */
	encoding: matching(/^(hex|hexnc|hexc|json)$/i),
	/** A transaction between chains, by its ID and in hex. */
	atomicTxId: matching(cb58),
	atomicTx: matching(/^0x[0-9a-f]+$/),
} satisfies Record<string, (value: unknown) => boolean>;
export type KindName = keyof typeof kinds;

/** Kinds that are lists of values. */
export const valueLists: Record<string, string> = {
	network: 'mainnet fuji testnet',
	xChainId: `
		x-chain 2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM
		2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm`,
	cChainId: `
		c-chain 2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5
		yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp`,
	primaryChainId: `
		p-chain x-chain c-chain 11111111111111111111111111111111LpoYY
		2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM 2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm
		2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5 yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp`,
	chainName: 'p-chain x-chain c-chain',
	currency: 'usd eur aud cad chf clp cny czk dkk gbp hkd huf jpy nzd',
	sortOrder: 'asc desc',
	status: 'failed success',
	validationStatus: 'active completed pending removed',
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
