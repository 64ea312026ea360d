import { makeBytes, throwDice } from './ids.mts';
import { listEveryTransfer } from './holdings.mts';
import { primarySubnetId, recordedFees } from './ledger.mts';
import type { Holding } from './holdings.mts';
import type {
	Asset,
	Atomic,
	Block,
	Contract,
	EvmChain,
	Internal,
	Transaction,
	Transfer,
	Utxo,
	Vertex,
	XTransaction,
} from './ledger.mts';
import { valueLists } from '../spec/kinds.mts';
import { identifyReward } from './world.mts';
import type { Network, PrimaryValidator, Reward, World } from './world.mts';

/** The records of the data service, in the shapes of both profiles. */

/** What an account of a chain holds now, of the native token or of a token; undefined where only the ledger knows. */
export type ReadHeld = (
	chain: EvmChain,
	account: string,
	token?: string,
) => Promise<bigint | undefined>;

export interface DataContext {
	world: World;
	isReal: boolean;
	readHeld?: ReadHeld;
}

export const daySeconds = 86_400;

const currencies = valueLists.currency!.split(' ');
const rates = [1, 0.86, 1.53, 1.4, 0.8, 938, 7.11, 20.9, 6.43, 0.76, 7.78, 330, 154, 1.75];

const rateOf = (code: string): number => rates[currencies.indexOf(code)]!;
/** Price of one token: the service knows that of the dollar alone. */
const priceErc20 = (symbol: string, code: string) => (symbol === 'DUSD' ? rateOf(code) : 0);

/** Price of one AVAX at a time: the same for a day, wandering with the years. */
function priceAvax(time: number, code: string): number {
	const day = Math.floor(time / daySeconds);
	const dollars =
		28 + 12 * Math.sin(day / 97) + 5 * Math.sin(day / 13) + 2 * throwDice('price', day).share();
	return Number((dollars * rateOf(code)).toFixed(4));
}

/** Money is a number in the real service, a string in the document. */
const writeMoney = (value: number, currencyCode: string, { isReal }: DataContext) => ({
	currencyCode,
	value: isReal ? value : String(value),
});

/** Fields that the document always has and the real service may leave out. */
export const maybe = <T extends object>(
	{ isReal }: DataContext,
	there: boolean,
	fields: T,
): T | Record<string, never> => (there || !isReal ? fields : {});

const logo = (name: string) => `https://images.example.org/${name.toLowerCase()}.png`;

export function writeReward(reward: Reward, context: DataContext, code: string) {
	const { txHash, utxoId, rewardTxHash, outputIndex } = identifyReward(reward);
	const { world } = context;
	const isPriced = reward.priced && reward.endTimestamp < world.time - daySeconds;
	const asset =
		world.ledger.primary[reward.owner.startsWith('avax') ? 'mainnet' : 'fuji'].assets[0]!;
	return {
		addresses: [reward.owner],
		txHash,
		amountStaked: String(reward.staked),
		nodeId: reward.nodeId,
		startTimestamp: reward.startTimestamp,
		endTimestamp: reward.endTimestamp,
		rewardType: reward.rewardType,
		utxoId,
		outputIndex,
		reward: {
			...writeAsset(asset),
			amount: String(reward.amount),
			...(isPriced && {
				historicalPrice: writeMoney(priceAvax(reward.endTimestamp, code), code, context),
			}),
		},
		rewardTxHash,
	};
}

/** An active validator of the Primary Network, as the Data API saw it when it last polled. */
export function writeActive(validator: PrimaryValidator, world: World) {
	const { txID, nodeID, weight, delegationFee, startTime, endTime, delegators } = validator;
	const { reachability, uptime } = world.getPolled(validator);
	const total = world.primary.reduce((sum, each) => sum + each.weight, 0n);
	const delegated = delegators.reduce((sum, each) => sum + each.weight, 0n);
	const benched = 100 - reachability;
	return {
		txHash: txID,
		nodeId: nodeID,
		subnetId: primarySubnetId,
		amountStaked: String(weight),
		delegationFee,
		startTimestamp: startTime,
		endTimestamp: endTime,
		validationStatus: 'active',
		stakePercentage: Number((weight * 1_000_000n) / total) / 10_000,
		delegatorCount: delegators.length,
		amountDelegated: String(delegated),
		delegationCapacity: String(4n * weight),
		uptimePerformance: uptime,
		avalancheGoVersion: world.nodes.get(nodeID)!.version,
		potentialRewards: {
			validationRewardAmount: String(validator.potentialReward),
			delegationRewardAmount: '0',
		},
		validatorHealth: {
			reachabilityPercent: reachability,
			benchedPChainRequestsPercent: benched,
			benchedXChainRequestsPercent: benched,
			benchedCChainRequestsPercent: benched,
		},
	};
}

export const writeAsset = ({ assetId, name, symbol, denomination, type }: Asset) => ({
	assetId,
	name,
	symbol,
	denomination,
	type,
});

function sumAssets(utxos: Utxo[]) {
	const assets = [...new Set(utxos.map(({ asset }) => asset))];
	return assets.map((asset) => {
		const own = utxos.filter((utxo) => utxo.asset === asset);
		return {
			asset,
			amount: own.reduce((sum, { amount }) => sum + amount, 0n),
			utxoCount: own.length,
		};
	});
}
const writeSums = (utxos: Utxo[]) =>
	sumAssets(utxos).map(({ asset, amount }) => ({ ...writeAsset(asset), amount: String(amount) }));
export const writeBalances = (utxos: Utxo[]) =>
	sumAssets(utxos).map(({ asset, amount, utxoCount }) => ({
		...writeAsset(asset),
		amount: String(amount),
		utxoCount,
	}));

function nameChain(letter: string, name: Network, { world }: DataContext): string {
	const { xChainId, cChainId } = world.ledger.primary[name];
	return { P: primarySubnetId, X: xChainId, C: cChainId }[letter]!;
}

function writeUtxo(utxo: Utxo, name: Network, context: DataContext) {
	const isNft = utxo.asset.type === 'nft';
	const seal = (part: string, length: number) =>
		`0x${makeBytes(length, utxo.id, part).toString('hex')}`;
	return {
		addresses: [utxo.owner],
		asset: { ...writeAsset(utxo.asset), amount: String(utxo.amount) },
		consumedOnChainId: nameChain(utxo.consumedOn, name, context),
		...maybe(context, utxo.consumedBy !== undefined, {
			consumingTxHash: utxo.consumedBy?.hash ?? '',
		}),
		createdOnChainId: nameChain(utxo.createdOn, name, context),
		utxoId: utxo.id,
		...maybe(context, !isNft, { utxoBytes: seal('bytes', 60) }),
		...maybe(context, utxo.consumedBy !== undefined, {
			consumingTxTimestamp: utxo.consumedBy?.timestamp ?? 0,
			// What another chain sent was signed there.
			credentials: [
				maybe(context, utxo.createdOn === 'X', {
					signature: seal('signature', 65),
					publicKey: seal('publicKey', 33),
				}),
			],
		}),
		creationTxHash: utxo.createdBy.hash,
		...maybe(context, isNft, { groupId: 0, payload: isNft ? seal('payload', 16) : '' }),
		locktime: utxo.locktime,
		outputIndex: String(utxo.index),
		threshold: 1,
		timestamp: utxo.createdBy.timestamp,
		utxoType: utxo.type,
	};
}

export function writeXTransaction(transaction: XTransaction, name: Network, context: DataContext) {
	const { hash, timestamp, type, memo, consumed, emitted, created, peer, vertex, block } =
		transaction;
	const isLinear = context.isReal && block !== undefined;
	const own = nameChain('X', name, context);
	const other = peer ? nameChain(peer, name, context) : own;
	const noAsset = {
		assetId: '',
		name: '',
		symbol: '',
		denomination: 0,
		type: 'secp256k1',
		createdAtTimestamp: 0,
		cap: 'fixed',
	};
	return {
		txHash: hash,
		chainFormat: isLinear ? 'linear' : 'non-linear',
		timestamp,
		txType: type,
		memo,
		consumedUtxos: consumed.map((utxo) => writeUtxo(utxo, name, context)),
		emittedUtxos: emitted.map((utxo) => writeUtxo(utxo, name, context)),
		amountUnlocked: writeSums(consumed),
		amountCreated: writeSums(emitted),
		...maybe(context, type === 'ImportTx', { sourceChain: type === 'ImportTx' ? other : own }),
		...maybe(context, type === 'ExportTx', { destinationChain: type === 'ExportTx' ? other : own }),
		...maybe(context, created !== undefined, {
			assetCreated: created
				? {
						...writeAsset(created),
						createdAtTimestamp: created.createdAtTimestamp,
						cap: created.cap,
					}
				: noAsset,
		}),
		...(isLinear
			? { blockHeight: block.height, blockHash: block.hash }
			: { vertices: [{ hash: vertex.hash, height: vertex.height, timestamp: vertex.timestamp }] }),
	};
}

export const writeVertex = ({ hash, parents, height, timestamp, transactions }: Vertex) => ({
	vertexHash: hash,
	parentHashes: parents,
	vertexHeight: height,
	vertexIndex: 0,
	vertexTimestamp: timestamp,
	txCount: transactions.length,
	transactions: transactions.map((transaction) => transaction.hash),
	vertexSizeBytes: 180 + 420 * transactions.length,
});

function writeParty(address: string, chain: EvmChain, context: DataContext) {
	const contract = chain.contracts.find(
		(known) => known.address === address && known.ercType !== 'UNKNOWN',
	);
	const { name = '', symbol = '', decimals = 0 } = contract ?? {};
	return {
		...maybe(context, contract !== undefined, {
			name,
			symbol,
			decimals,
			logoUri: contract ? logo(symbol) : '',
		}),
		address,
	};
}

const writePlace = ({ block, hash }: Transaction, chain: EvmChain, context: DataContext) => ({
	...writeBlockPlace(block, chain, context),
	txHash: hash,
});
/** Only Avalanche's own chains tell the time of a block to the millisecond, and what Granite added. */
const hasGranite = ({ vmName }: EvmChain, { isReal }: DataContext) => isReal && vmName === 'EVM';
const writeBlockPlace = (
	{ number, hash, timestamp }: Pick<Block, 'number' | 'hash' | 'timestamp'>,
	chain: EvmChain,
	context: DataContext,
) => ({
	blockNumber: String(number),
	blockTimestamp: timestamp,
	...(hasGranite(chain, context) && {
		blockTimestampMilliseconds: timestamp * 1000 + (number % 1000),
	}),
	blockHash: hash,
});

export function writeTransaction(transaction: Transaction, chain: EvmChain, context: DataContext) {
	const { block, method } = transaction;
	return {
		...writeBlockPlace(block, chain, context),
		...(hasGranite(chain, context) && { blockMinDelayExcess: 7_970_124 }),
		chainId: chain.chainId,
		blockIndex: transaction.index,
		txHash: transaction.hash,
		txStatus: transaction.success ? '1' : '0',
		txType: transaction.type,
		gasLimit: String(transaction.gasLimit),
		gasUsed: String(transaction.gasUsed),
		gasPrice: String(transaction.gasPrice),
		nonce: String(transaction.nonce),
		from: writeParty(transaction.from, chain, context),
		to: writeParty(transaction.to, chain, context),
		...maybe(context, method !== undefined || block.number % 2 === 0, {
			method: {
				callType: method?.callType ?? 'NATIVE_TRANSFER',
				methodHash: method?.hash ?? '',
				...maybe(context, method?.name !== undefined, { methodName: method?.name ?? '' }),
			},
		}),
		value: String(transaction.value),
	};
}

/** A transaction with the price of its chain's token at its time, which comes after a day. */
export function writeTransactionDetails(
	transaction: Transaction,
	chain: EvmChain,
	context: DataContext,
) {
	const { timestamp } = transaction.block;
	const isPriced = chain.token.symbol === 'AVAX' && timestamp < context.world.time - daySeconds;
	const price = (time: number) => writeMoney(priceAvax(time, 'usd'), 'usd', context);
	return {
		networkTokenDetails: {
			networkToken: writeNetworkToken(chain, context),
			...maybe(context, isPriced, { currentPrice: price(context.world.time) }),
			...maybe(context, isPriced, { historicalPrice: price(timestamp) }),
		},
		nativeTransaction: writeTransaction(transaction, chain, context),
	};
}

/** An import to the C-Chain or an export from it. */
export function writeAtomicTransaction(
	{ block, hash, type, wallet, amount, fee, peer }: Atomic,
	name: Network,
	context: DataContext,
) {
	const [avax] = context.world.ledger.primary[name].assets;
	const of = (sum: bigint) => ({ ...writeAsset(avax!), amount: String(sum) });
	const [own, other] = ['C', peer].map((letter) => nameChain(letter, name, context));
	const isImport = type === 'ImportTx';
	return {
		txHash: hash,
		blockHeight: block.number,
		blockHash: block.hash,
		timestamp: block.timestamp,
		memo: '0x',
		amountUnlocked: [of(amount + fee)],
		amountCreated: [of(amount)],
		sourceChain: isImport ? other : own,
		destinationChain: isImport ? own : other,
		txType: type,
		...(isImport
			? { evmOutputs: [{ toAddress: wallet, asset: of(amount) }], consumedUtxos: [] }
			: {
					evmInputs: [{ fromAddress: wallet, asset: of(amount + fee), credentials: [] }],
					emittedUtxos: [],
				}),
	};
}

export const writeInternal = (
	{ transaction, type, from, to, value, isReverted }: Internal,
	chain: EvmChain,
	context: DataContext,
) => ({
	...writePlace(transaction, chain, context),
	from: writeParty(from, chain, context),
	to: writeParty(to, chain, context),
	internalTxType: type,
	value: String(value),
	isReverted,
	gasUsed: String(transaction.gasUsed / 3n),
	gasLimit: String(transaction.gasLimit / 2n),
});

function writeErc20(contract: Contract, context: DataContext, code = 'usd') {
	const isDollar = contract.symbol === 'DUSD';
	return {
		address: contract.address,
		name: contract.name,
		symbol: contract.symbol,
		decimals: contract.decimals,
		...maybe(context, isDollar, { logoUri: logo(contract.symbol) }),
		ercType: contract.ercType,
		...maybe(context, isDollar, {
			price: writeMoney(priceErc20(contract.symbol, code), code, context),
		}),
	};
}

/** The service knows the reputation of a token on the C-Chain alone, and not of every one. */
export function writeErc20Balance(
	{ contract, amount }: Holding,
	{ chainId }: EvmChain,
	code: string,
	context: DataContext,
) {
	const { symbol, decimals } = contract;
	const isPriced = symbol === 'DUSD';
	const value = Number(((priceErc20(symbol, code) * Number(amount)) / 10 ** decimals).toFixed(2));
	const tokenReputation = isPriced && chainId === '43114' ? 'Benign' : null;
	return {
		...writeErc20(contract, context, code),
		chainId,
		balance: String(amount),
		...maybe(context, isPriced, { balanceValue: writeMoney(value, code, context) }),
		...(context.isReal && { tokenReputation }),
	};
}

const indexStatuses =
	'INDEXED INDEXED UNREACHABLE_TOKEN_URI THROTTLED_TOKEN_URI INVALID_METADATA UNINDEXED'.split(' ');

/** A collectible; what is told of it depends on whether its metadata could be read. */
function writeToken(
	{ address, name, symbol, ercType }: Contract,
	tokenId: string,
	context: DataContext,
) {
	const is721 = ercType === 'ERC-721';
	const indexStatus = indexStatuses[Number(BigInt(tokenId) % 6n) % 6]!;
	const known = {
		metadataLastUpdatedTimestamp: 1_760_000_000,
		name: `${name} #${tokenId}`,
		symbol,
		imageUri: `ipfs://demo/${symbol}/${tokenId}.png`,
		description: `Number ${tokenId} of ${name}.`,
		animationUri: '',
		externalUrl: `https://nft.example.org/${symbol}/${tokenId}`,
		background: '',
		...(is721
			? { attributes: '[{"trait_type":"Height","value":"4810"}]' }
			: { decimals: 0, properties: '{"weight":"7"}' }),
	};
	return {
		address,
		...(is721 && { name, symbol }),
		ercType,
		tokenId,
		tokenUri: `ipfs://demo/${symbol}/${tokenId}.json`,
		metadata: { indexStatus, ...maybe(context, indexStatus === 'INDEXED', known) },
	};
}

/** The service has lost sight of the owner of one. */
const writeOwner = ({ ercType }: Contract, tokenId: string, owner: string, context: DataContext) =>
	ercType === 'ERC-721' ? maybe(context, tokenId !== '2', { ownerAddress: owner }) : {};

export function writeTransfer(transfer: Transfer, chain: EvmChain, context: DataContext) {
	const { transaction, logIndex, contract, from, to, value, tokenId = '' } = transfer;
	const is721 = contract.ercType === 'ERC-721';
	const isSameToken = (other: Transfer) =>
		other.contract === contract && other.tokenId === transfer.tokenId;
	const owner = listEveryTransfer(chain).findLast(isSameToken)!.to;
	const token = {
		...writeToken(contract, tokenId, context),
		...writeOwner(contract, tokenId, owner, context),
	};
	// The document knows one kind of token only.
	const tokens: Record<string, object> = {
		'ERC-20': { erc20Token: writeErc20(contract, context) },
		'ERC-721': { erc721Token: token },
		'ERC-1155': { erc1155Token: token },
	};
	return {
		...writePlace(transaction, chain, context),
		from: writeParty(from, chain, context),
		to: writeParty(to, chain, context),
		logIndex,
		...maybe(context, !is721, { value: String(value) }),
		...(context.isReal ? tokens[contract.ercType] : tokens['ERC-20']),
	};
}

export function writeNative(
	{ chainId, token }: EvmChain,
	balance: bigint,
	code: string,
	context: DataContext,
) {
	const isPriced = token.symbol === 'AVAX';
	const price = isPriced ? priceAvax(context.world.time, code) : 0;
	const value = Number((price * (Number(balance) / 1e18)).toFixed(2));
	return {
		...token,
		...maybe(context, isPriced, { logoUri: logo(token.symbol) }),
		chainId,
		...maybe(context, isPriced, { price: writeMoney(price, code, context) }),
		balance: String(balance),
		...maybe(context, isPriced, { balanceValue: writeMoney(value, code, context) }),
	};
}

export const writeHolding = (
	{ contract, tokenId, amount }: Holding,
	chain: EvmChain,
	owner: string,
	context: DataContext,
) => ({
	...writeToken(contract, tokenId, context),
	...writeOwner(contract, tokenId, owner, context),
	chainId: chain.chainId,
	...(contract.ercType === 'ERC-1155' && { balance: String(amount) }),
});

/** What is told of a contract; of one that nobody described, little more than that it is there. */
export function writeContract(contract: Contract, { vmName }: EvmChain, context: DataContext) {
	const {
		name,
		symbol,
		ercType,
		address,
		decimals,
		deployer,
		factory = '',
		txHash,
		isDescribed,
	} = contract;
	const isCoin = ercType === 'ERC-20';
	return {
		...maybe(context, isDescribed, {
			name,
			description: `${name} of the demo chains.`,
			officialSite: 'https://demo.example.org',
			email: 'team@demo.example.org',
			logoAsset: { assetId: `${symbol}-logo`, imageUri: logo(symbol) },
			bannerAsset: maybe(context, isCoin, {
				assetId: `${symbol}-banner`,
				imageUri: logo(`${symbol}-banner`),
			}),
			color: '#e84142',
			resourceLinks: [{ type: 'Website', url: 'https://demo.example.org' }],
			tags: ['demo'],
		}),
		address,
		// Of chains that are not its own the service has no traces.
		...maybe(context, vmName === 'EVM', {
			deploymentDetails: {
				txHash,
				deployerAddress: deployer,
				...maybe(context, factory !== '', { deployerContractAddress: factory }),
			},
		}),
		ercType,
		...maybe(context, isDescribed && ercType !== 'UNKNOWN', { symbol }),
		...(context.isReal && isCoin && { decimals }),
		...(context.isReal &&
			isDescribed &&
			['ERC-20', 'ERC-1155'].includes(ercType) && {
				pricingProviders: isCoin ? { coingeckoCoinId: symbol.toLowerCase() } : {},
			}),
	};
}

const isOfAvalanche = ({ vmName, blockchainId = '' }: EvmChain) =>
	vmName === 'EVM' && blockchainId !== '';

const writeNetworkToken = (chain: EvmChain, context: DataContext) => ({
	...chain.token,
	...maybe(context, isOfAvalanche(chain), {
		logoUri: logo(chain.token.symbol),
		description: `The token of ${chain.name}.`,
	}),
});

export function writeChain(chain: EvmChain, context: DataContext) {
	const {
		chainId,
		status,
		name,
		description,
		blockchainId = '',
		subnetId = '',
		vmName,
		features,
	} = chain;
	const isOwn = isOfAvalanche(chain);
	const base = `https://api.example.org/ext/bc/${blockchainId || chainId}`;
	return {
		chainId,
		status,
		chainName: name,
		description,
		...maybe(context, isOwn, {
			platformChainId: blockchainId,
			subnetId,
			vmId: isOwn ? 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6' : '',
		}),
		vmName,
		...maybe(context, isOwn, { explorerUrl: `https://explorer.example.org/${chainId}` }),
		rpcUrl: `${base}/rpc`,
		...maybe(context, isOwn, { wsUrl: `${base.replace('https', 'wss')}/ws` }),
		isTestnet: chain.network === 'fuji',
		...maybe(context, isOwn, {
			utilityAddresses: maybe(context, features.includes('webhooks'), {
				multicall: '0xed386Fe855C1EFf2f843B910923Dd8846E45C5A4',
			}),
		}),
		networkToken: writeNetworkToken(chain, context),
		...maybe(context, isOwn, { chainLogoUri: logo(`chain-${chainId}`), private: false }),
		...maybe(context, features.length > 0, { enabledFeatures: features }),
	};
}

export function writeAtomic(
	utxos: Utxo[],
	shared: string,
	name: Network,
	context: DataContext,
	withStatus: boolean,
) {
	const sharedWithChainId = nameChain(shared, name, context);
	return writeBalances(utxos).map((sum) => ({
		...sum,
		sharedWithChainId,
		...(withStatus && { status: 'AVAILABLE' }),
	}));
}

/** The metrics service names chains otherwise. */
export const writeMetricsChain = ({
	chainId,
	name,
	blockchainId,
	subnetId,
	network: net,
}: EvmChain) => ({
	evmChainId: Number(chainId),
	chainName: name,
	blockchainId,
	subnetId,
	network: net === 'mainnet' ? 'mainnet' : 'testnet',
});
export function writeBlock(
	{ number, hash, parentHash, timestamp, transactions, fees: own = recordedFees }: Block,
	chain: EvmChain,
	context: DataContext,
) {
	const gasUsed = transactions.reduce((sum, transaction) => sum + transaction.gasUsed, 0n);
	const fees = transactions.reduce(
		(sum, transaction) => sum + transaction.gasUsed * transaction.gasPrice,
		0n,
	);
	return {
		chainId: chain.chainId,
		...writeBlockPlace({ number, hash, timestamp }, chain, context),
		txCount: transactions.length,
		baseFee: String(own.baseFee),
		gasUsed: String(gasUsed),
		gasLimit: String(own.gasLimit),
		gasCost: '0',
		parentHash,
		feesSpent: String(fees),
		cumulativeTransactions: String(number * 3 + transactions.length),
	};
}
