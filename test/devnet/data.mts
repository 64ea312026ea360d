import { isBech32, isNodeId, makeBytes, throwDice } from './ids.mts';
import { getBalance, listHoldings, listInternals, listTransactions, listTransfers, primarySubnetId } from './ledger.mts';
import type { Asset, Block, Contract, EvmChain, Internal, Transaction, Transfer, Utxo, Vertex, XTransaction } from './ledger.mts';
import { listMetricTimes, measure, metricNames, restrictedMetrics } from './metrics.mts';
import type { Profile, Received, Reply } from './wire.mts';
import { identifyReward } from './world.mts';
import type { Network, Reward, World } from './world.mts';

/** The data service (/v1) and the metrics service (/v2): one row for each endpoint. */

type Args = Record<string, any>;
interface Play {
	world: World;
	isReal: boolean;
}
/** A page of a list is written when it is asked for; `beside` stands next to the list. */
interface List<T = any> {
	list: string;
	items: T[];
	write: (item: T) => unknown;
	beside?: object;
}
type Rule = (values: string[], name: string) => unknown;
interface Endpoint {
	query?: Record<string, Rule>;
	/** Smallest, largest and default page size. */
	page?: readonly [number, number, number];
	answer(args: Args, play: Play): List | object;
}

const errorTexts: Record<number, string> = {
	400: 'Bad Request',
	401: 'Unauthorized',
	403: 'Forbidden',
	404: 'Not Found',
	429: 'Too Many Requests',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
};

class HttpError extends Error {
	readonly status: number;
	/** All that is wrong with the parameters; empty where it is something else. */
	readonly list: string[];
	constructor(status: number, message: string, list: string[] = []) {
		super(message);
		this.status = status;
		this.list = list;
	}
}
class BadValue extends Error {}

/** The error body of both documents. */
export const writeError = (status: number, message: string | string[]): Reply => ({
	status,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	json: { message, error: errorTexts[status] ?? 'Error', statusCode: status },
});

// ---- what a parameter may be

const one =
	(read: (text: string, name: string) => unknown): Rule =>
	(values, name) => {
		if (values.length > 1) throw new BadValue(`${name} must be a string`);
		return read(values[0]!, name);
	};
const oneOf = (...allowed: string[]) =>
	one((text, name) => {
		if (!allowed.includes(text)) throw new BadValue(`${name} must be one of the following values: ${allowed.join(', ')}`);
		return text;
	});
const matching = (pattern: RegExp, problem: string) =>
	one((text, name) => {
		if (!pattern.test(text)) throw new BadValue(`${name} ${problem}`);
		return text;
	});
const integer = (min = 0, max = Number.MAX_SAFE_INTEGER) =>
	one((text, name) => {
		if (!/^-?\d+$/.test(text)) throw new BadValue(`${name} must be an integer number`);
		if (Number(text) < min) throw new BadValue(`${name} must not be less than ${min}`);
		if (Number(text) > max) throw new BadValue(`${name} must not be greater than ${max}`);
		return Number(text);
	});
const commaSeparated = (isValid: (text: string) => boolean, problem: string) =>
	one((text, name) => {
		const list = text.split(',').map((entry) => entry.trim());
		if (!list.every(isValid)) throw new BadValue(`${name} ${problem}`);
		return list;
	});
const evmAddress = matching(/^0x[0-9a-fA-F]{40}$/, 'must be a valid address');
/** P-avax1... and avax1...; whether it is of the right network is seen later. */
const plainAddress = (text: string) => text.replace(/^[PXC]-/, '');
const primaryAddresses = commaSeparated(
	(text) => ['avax', 'fuji'].some((prefix) => isBech32(prefix, plainAddress(text))),
	'must be valid addresses',
);
const text = one((value) => value);

const currencies = 'usd eur aud cad chf clp cny czk dkk gbp hkd huf jpy nzd'.split(' ');
const rates = [1, 0.86, 1.53, 1.4, 0.8, 938, 7.11, 20.9, 6.43, 0.76, 7.78, 330, 154, 1.75];
const txTypes = (
	'AddValidatorTx AddSubnetValidatorTx AddDelegatorTx CreateChainTx CreateSubnetTx ImportTx ExportTx AdvanceTimeTx ' +
	'RewardValidatorTx RemoveSubnetValidatorTx TransformSubnetTx AddPermissionlessValidatorTx AddPermissionlessDelegatorTx ' +
	'BaseTx TransferSubnetOwnershipTx ConvertSubnetToL1Tx RegisterL1ValidatorTx SetL1ValidatorWeightTx DisableL1ValidatorTx ' +
	'IncreaseL1ValidatorBalanceTx UNKNOWN CreateAssetTx OperationTx'
).split(' ');

const currency = oneOf(...currencies);
const network = oneOf('mainnet', 'fuji', 'testnet');
const blocks = { startBlock: integer(), endBlock: integer() };
const times = { startTimestamp: integer(), endTimestamp: integer() };
const blockNumber = matching(/^\d+$/, 'must be a number string');

const pathRules: Record<string, Rule> = {
	network,
	address: evmAddress,
	blockId: matching(/^(\d+|0x[0-9a-fA-F]{64})$/, 'must be a block number or a block hash'),
	metric: oneOf(...metricNames),
};

// ---- finding things

const toNetwork = (name: string): Network => (name === 'mainnet' ? 'mainnet' : 'fuji');
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
/** The start of a range belongs to it, the end does not. */
const isWithin = (value: number, start = 0, end = Infinity) => value >= start && value < end;

function findChain({ chainId }: Args, { world }: Play): EvmChain {
	const chain = world.ledger.chains.find((known) => known.chainId === chainId || known.blockchainId === chainId);
	if (!chain) throw new HttpError(404, `Chain ${chainId} not found`);
	return chain;
}

/** The chain, if it has an index to be read. */
function openChain(args: Args, play: Play): EvmChain {
	const chain = findChain(args, play);
	if (chain.status === 'UNAVAILABLE') throw new HttpError(503, `Chain ${chain.chainId} is unavailable`);
	return chain;
}

/** The letter of a Primary Network chain, if it is one of those allowed and of that network. */
function findLetter(args: Args, play: Play, allowed: string): string {
	const of = (name: Network) => {
		const { xChainId, cChainId } = play.world.ledger.primary[name];
		return { 'p-chain': 'P', 'x-chain': 'X', 'c-chain': 'C', [primarySubnetId]: 'P', [xChainId]: 'X', [cChainId]: 'C' };
	};
	const here = toNetwork(args.network);
	const letter: string | undefined = of(here)[args.blockchainId as string];
	if (letter && allowed.includes(letter)) return letter;
	if (of(here === 'fuji' ? 'mainnet' : 'fuji')[args.blockchainId]) {
		throw new HttpError(400, `blockchainId ${args.blockchainId} does not belong to network ${args.network}`);
	}
	const problem = `blockchainId must be one of the chains ${[...allowed].join(', ')}`;
	throw new HttpError(400, problem, [problem]);
}

function readAddresses(args: Args): string[] | undefined {
	const addresses = (args.addresses as string[] | undefined)?.map(plainAddress);
	const prefix = args.network === 'mainnet' ? 'avax1' : 'fuji1';
	const foreign = addresses?.find((address) => !address.startsWith(prefix));
	if (foreign) throw new HttpError(400, `address ${foreign} does not belong to network ${args.network}`);
	return addresses;
}

// ---- prices

const daySeconds = 86_400;

/** Price of one AVAX at a time: the same for a day, wandering with the years. */
function priceAvax(time: number, code: string): number {
	const day = Math.floor(time / daySeconds);
	const dollars = 28 + 12 * Math.sin(day / 97) + 5 * Math.sin(day / 13) + 2 * throwDice('price', day).share();
	return Number((dollars * rates[currencies.indexOf(code)]!).toFixed(4));
}

/** Money is a number in the real service, a string in the document. */
const writeMoney = (value: number, currencyCode: string, { isReal }: Play) => ({ currencyCode, value: isReal ? value : String(value) });

/** Fields that the document always has and the real service may leave out. */
const maybe = <T extends object>({ isReal }: Play, there: boolean, fields: T): T | Record<string, never> =>
	there || !isReal ? fields : {};

const logo = (name: string) => `https://images.example.org/${name.toLowerCase()}.png`;

// ---- records

function writeReward(reward: Reward, play: Play, code: string) {
	const { txHash, utxoId, rewardTxHash, outputIndex } = identifyReward(reward);
	const { world } = play;
	const isPriced = reward.priced && reward.endTimestamp < world.time - daySeconds;
	const asset = world.ledger.primary[reward.owner.startsWith('avax') ? 'mainnet' : 'fuji'].assets[0]!;
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
			...(isPriced && { historicalPrice: writeMoney(priceAvax(reward.endTimestamp, code), code, play) }),
		},
		rewardTxHash,
	};
}

const writeAsset = ({ assetId, name, symbol, denomination, type }: Asset) => ({ assetId, name, symbol, denomination, type });

function sumAssets(utxos: Utxo[]) {
	const assets = [...new Set(utxos.map(({ asset }) => asset))];
	return assets.map((asset) => {
		const own = utxos.filter((utxo) => utxo.asset === asset);
		return { asset, amount: own.reduce((sum, { amount }) => sum + amount, 0n), utxoCount: own.length };
	});
}
const writeSums = (utxos: Utxo[]) => sumAssets(utxos).map(({ asset, amount }) => ({ ...writeAsset(asset), amount: String(amount) }));
const writeBalances = (utxos: Utxo[]) =>
	sumAssets(utxos).map(({ asset, amount, utxoCount }) => ({ ...writeAsset(asset), amount: String(amount), utxoCount }));

function nameChain(letter: string, name: Network, { world }: Play): string {
	const { xChainId, cChainId } = world.ledger.primary[name];
	return { P: primarySubnetId, X: xChainId, C: cChainId }[letter]!;
}

function writeUtxo(utxo: Utxo, name: Network, play: Play) {
	const isNft = utxo.asset.type === 'nft';
	const seal = (part: string, length: number) => `0x${makeBytes(length, utxo.id, part).toString('hex')}`;
	return {
		addresses: [utxo.owner],
		asset: { ...writeAsset(utxo.asset), amount: String(utxo.amount) },
		consumedOnChainId: nameChain(utxo.consumedOn, name, play),
		...maybe(play, utxo.consumedBy !== undefined, { consumingTxHash: utxo.consumedBy?.hash ?? '' }),
		createdOnChainId: nameChain(utxo.createdOn, name, play),
		utxoId: utxo.id,
		...maybe(play, !isNft, { utxoBytes: seal('bytes', 60) }),
		...maybe(play, utxo.consumedBy !== undefined, {
			consumingTxTimestamp: utxo.consumedBy?.timestamp ?? 0,
			credentials: [{ signature: seal('signature', 65), publicKey: seal('publicKey', 33) }],
		}),
		creationTxHash: utxo.createdBy.hash,
		...maybe(play, isNft, { groupId: 0, payload: isNft ? seal('payload', 16) : '' }),
		locktime: utxo.locktime,
		outputIndex: String(utxo.index),
		threshold: 1,
		timestamp: utxo.createdBy.timestamp,
		utxoType: utxo.type,
	};
}

function writeXTransaction(transaction: XTransaction, name: Network, play: Play) {
	const { hash, timestamp, type, memo, consumed, emitted, created, peer, vertex, block } = transaction;
	const isLinear = play.isReal && block !== undefined;
	const own = nameChain('X', name, play);
	const other = peer ? nameChain(peer, name, play) : own;
	const noAsset = { assetId: '', name: '', symbol: '', denomination: 0, type: '', createdAtTimestamp: 0, cap: '' };
	return {
		txHash: hash,
		chainFormat: isLinear ? 'linear' : 'non-linear',
		timestamp,
		txType: type,
		memo,
		consumedUtxos: consumed.map((utxo) => writeUtxo(utxo, name, play)),
		emittedUtxos: emitted.map((utxo) => writeUtxo(utxo, name, play)),
		amountUnlocked: writeSums(consumed),
		amountCreated: writeSums(emitted),
		...maybe(play, type === 'ImportTx', { sourceChain: type === 'ImportTx' ? other : own }),
		...maybe(play, type === 'ExportTx', { destinationChain: type === 'ExportTx' ? other : own }),
		...maybe(play, created !== undefined, {
			assetCreated: created ? { ...writeAsset(created), createdAtTimestamp: created.createdAtTimestamp, cap: created.cap } : noAsset,
		}),
		...(isLinear
			? { blockHeight: block.height, blockHash: block.hash }
			: { vertices: [{ hash: vertex.hash, height: vertex.height, timestamp: vertex.timestamp }] }),
	};
}

const writeVertex = ({ hash, parents, height, timestamp, transactions }: Vertex) => ({
	vertexHash: hash,
	parentHashes: parents,
	vertexHeight: height,
	vertexIndex: 0,
	vertexTimestamp: timestamp,
	txCount: transactions.length,
	transactions: transactions.map((transaction) => transaction.hash),
	vertexSizeBytes: 180 + 420 * transactions.length,
});

function writeParty(address: string, chain: EvmChain, play: Play) {
	const contract = chain.contracts.find((known) => known.address === address && known.ercType !== 'UNKNOWN');
	const { name = '', symbol = '', decimals = 0 } = contract ?? {};
	return { ...maybe(play, contract !== undefined, { name, symbol, decimals, logoUri: contract ? logo(symbol) : '' }), address };
}

const writePlace = ({ block, hash }: Transaction, { isReal }: Play) => ({
	...writeBlockPlace(block, isReal),
	txHash: hash,
});
const writeBlockPlace = ({ number, hash, timestamp }: Block, isReal: boolean) => ({
	blockNumber: String(number),
	blockTimestamp: timestamp,
	...(isReal && { blockTimestampMilliseconds: timestamp * 1000 + (number % 1000) }),
	blockHash: hash,
});

function writeTransaction(transaction: Transaction, chain: EvmChain, play: Play) {
	const { block, method } = transaction;
	return {
		...writeBlockPlace(block, play.isReal),
		...(play.isReal && { blockMinDelayExcess: 7_970_124 }),
		chainId: chain.chainId,
		blockIndex: transaction.index,
		txHash: transaction.hash,
		txStatus: transaction.success ? '1' : '0',
		txType: transaction.type,
		gasLimit: String(transaction.gasLimit),
		gasUsed: String(transaction.gasUsed),
		gasPrice: String(transaction.gasPrice),
		nonce: String(transaction.nonce),
		from: writeParty(transaction.from, chain, play),
		to: writeParty(transaction.to, chain, play),
		...maybe(play, method !== undefined || block.number % 2 === 0, {
			method: {
				callType: method?.callType ?? 'NATIVE_TRANSFER',
				methodHash: method?.hash ?? '',
				...maybe(play, method?.name !== undefined, { methodName: method?.name ?? '' }),
			},
		}),
		value: String(transaction.value),
	};
}

const writeInternal = ({ transaction, type, from, to, value, isReverted }: Internal, chain: EvmChain, play: Play) => ({
	...writePlace(transaction, play),
	from: writeParty(from, chain, play),
	to: writeParty(to, chain, play),
	internalTxType: type,
	value: String(value),
	isReverted,
	gasUsed: String(transaction.gasUsed / 3n),
	gasLimit: String(transaction.gasLimit / 2n),
});

function writeErc20(contract: Contract, play: Play) {
	const isDollar = contract.symbol === 'DUSD';
	return {
		address: contract.address,
		name: contract.name,
		symbol: contract.symbol,
		decimals: contract.decimals,
		...maybe(play, isDollar, { logoUri: logo(contract.symbol) }),
		ercType: contract.ercType,
		...maybe(play, isDollar, { price: writeMoney(isDollar ? 1 : 0, 'usd', play) }),
	};
}

const indexStatuses = 'INDEXED INDEXED UNREACHABLE_TOKEN_URI INDEXED INVALID_METADATA UNINDEXED'.split(' ');

/** A collectible; what is told of it depends on whether its metadata could be read. */
function writeToken({ address, name, symbol, ercType }: Contract, tokenId: string, play: Play) {
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
		...(is721 ? { attributes: '[{"trait_type":"Height","value":"4810"}]' } : { decimals: 0, properties: '{"weight":"7"}' }),
	};
	return {
		address,
		...(is721 && { name, symbol }),
		ercType,
		tokenId,
		tokenUri: `ipfs://demo/${symbol}/${tokenId}.json`,
		metadata: { indexStatus, ...maybe(play, indexStatus === 'INDEXED', known) },
	};
}

function writeTransfer(transfer: Transfer, chain: EvmChain, play: Play) {
	const { transaction, logIndex, contract, from, to, value, tokenId = '' } = transfer;
	const is721 = contract.ercType === 'ERC-721';
	// The document knows one kind of token only.
	const tokens: Record<string, object> = {
		'ERC-20': { erc20Token: writeErc20(contract, play) },
		'ERC-721': { erc721Token: writeToken(contract, tokenId, play) },
		'ERC-1155': { erc1155Token: writeToken(contract, tokenId, play) },
	};
	return {
		...writePlace(transaction, play),
		from: writeParty(from, chain, play),
		to: writeParty(to, chain, play),
		logIndex,
		...maybe(play, !is721, { value: String(value) }),
		...(play.isReal ? tokens[contract.ercType] : tokens['ERC-20']),
	};
}

function writeNative({ chainId, token }: EvmChain, balance: bigint, code: string, play: Play) {
	const isPriced = token.symbol === 'AVAX';
	const price = isPriced ? priceAvax(play.world.time, code) : 0;
	const value = Number((price * (Number(balance) / 1e18)).toFixed(2));
	return {
		...token,
		...maybe(play, isPriced, { logoUri: logo(token.symbol) }),
		chainId,
		...maybe(play, isPriced, { price: writeMoney(price, code, play) }),
		balance: String(balance),
		...maybe(play, isPriced, { balanceValue: writeMoney(value, code, play) }),
	};
}

/** Native balance after a block, by default the last one. */
function writeNativeAt(chain: EvmChain, args: Args, play: Play) {
	const at = args.blockNumber === undefined ? Infinity : Number(args.blockNumber);
	return writeNative(chain, getBalance(chain, args.address, at), args.currency ?? 'usd', play);
}

type Holding = ReturnType<typeof listHoldings>[number];
const writeHolding = ({ contract, tokenId, amount }: Holding, chain: EvmChain, owner: string, play: Play) => ({
	...writeToken(contract, tokenId, play),
	...(contract.ercType === 'ERC-721' && maybe(play, tokenId !== '2', { ownerAddress: owner })),
	chainId: chain.chainId,
	...(contract.ercType === 'ERC-1155' && { balance: String(amount) }),
});

function writeContract(contract: Contract, play: Play) {
	const { name, symbol, ercType, address, decimals, deployer, factory = '', txHash } = contract;
	const isKnown = ercType !== 'UNKNOWN';
	const isFamous = symbol === 'DUSD';
	const pricing = { pricingProviders: { coingeckoCoinId: symbol.toLowerCase() } };
	return {
		...maybe(play, isKnown, { name }),
		...maybe(play, isFamous, {
			description: `${name} of the demo chains.`,
			officialSite: 'https://demo.example.org',
			email: 'team@demo.example.org',
			logoAsset: { assetId: `${symbol}-logo`, imageUri: logo(symbol) },
			bannerAsset: { assetId: `${symbol}-banner`, imageUri: logo(`${symbol}-banner`) },
			color: '#e84142',
			resourceLinks: [{ type: 'Website', url: 'https://demo.example.org' }],
			tags: ['demo'],
		}),
		address,
		deploymentDetails: {
			txHash,
			deployerAddress: deployer,
			...maybe(play, factory !== '', { deployerContractAddress: factory }),
		},
		ercType,
		...maybe(play, isKnown, { symbol }),
		...(play.isReal && ercType === 'ERC-20' && { decimals, ...(isFamous && pricing) }),
	};
}

function writeChain(chain: EvmChain, play: Play) {
	const { chainId, status, name, description, blockchainId = '', subnetId = '', vmName, token, features } = chain;
	const isOwn = vmName === 'EVM' && blockchainId !== '';
	const base = `https://api.example.org/ext/bc/${blockchainId || chainId}`;
	return {
		chainId,
		status,
		chainName: name,
		description,
		...maybe(play, isOwn, { platformChainId: blockchainId, subnetId, vmId: isOwn ? 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6' : '' }),
		vmName,
		...maybe(play, isOwn, { explorerUrl: `https://explorer.example.org/${chainId}` }),
		rpcUrl: `${base}/rpc`,
		...maybe(play, isOwn, { wsUrl: `${base.replace('https', 'wss')}/ws` }),
		isTestnet: chain.network === 'fuji',
		...maybe(play, isOwn, { utilityAddresses: { multicall: '0xed386Fe855C1EFf2f843B910923Dd8846E45C5A4' } }),
		networkToken: { ...token, ...maybe(play, isOwn, { logoUri: logo(token.symbol), description: `The token of ${name}.` }) },
		...maybe(play, isOwn, { chainLogoUri: logo(`chain-${chainId}`), private: false }),
		...maybe(play, features.length > 0, { enabledFeatures: features }),
	};
}

// ---- endpoints

const pages = { list: [1, 100, 10], tokens: [1, 500, 10], block: [0, 100, 0], points: [1, 2160, 100] } as const;

const primaryInfo = (letter: string, args: Args) => ({
	chainInfo: { chainName: `${letter.toLowerCase()}-chain`, network: toNetwork(args.network) },
});

function listHeld(args: Args, play: Play, list: string, types: Array<'ERC-721' | 'ERC-1155'>): List<Holding> {
	const chain = openChain(args, play);
	const at = args.blockNumber === undefined ? Infinity : Number(args.blockNumber);
	const held = types.flatMap((type) => listHoldings(chain, type, args.address, at));
	return {
		list,
		items: held.filter(({ contract }) => !args.contractAddress || isSame(contract.address, args.contractAddress)),
		write: (holding) => writeHolding(holding, chain, args.address, play),
	};
}

/** A list of an address or contract on an EVM chain, newest first, within a range of blocks. */
function listBlocks<T>(
	list: string,
	args: Args,
	play: Play,
	items: (chain: EvmChain) => T[],
	getBlock: (item: T) => Block,
	write: (item: T, chain: EvmChain, play: Play) => unknown,
): List<T> {
	const chain = openChain(args, play);
	const inRange = items(chain).filter((item) => isWithin(getBlock(item).number, args.startBlock, args.endBlock));
	return { list, items: inRange.reverse(), write: (item) => write(item, chain, play) };
}

const touches =
	({ address }: Args) =>
	({ from, to }: { from: string; to: string }) =>
		isSame(from, address) || isSame(to, address);
const findBlock = (item: { transaction: Transaction }) => item.transaction.block;

/** What an address owned on its chain at a time, list by list. */
function balanceUtxos(letter: string, args: Args, play: Play) {
	const name = toNetwork(args.network);
	const addresses = readAddresses(args);
	if (!addresses && play.isReal) throw new HttpError(400, 'addresses is required', ['addresses should not be empty']);
	const at: number = args.blockTimestamp ?? play.world.time;
	const { transactions } = play.world.ledger.primary[name];
	const utxos = transactions
		.flatMap(({ emitted }) => emitted)
		.filter(({ owner, createdBy, consumedBy }) => {
			const isThere = createdBy.timestamp <= at && !(consumedBy && consumedBy.timestamp <= at);
			return isThere && (!addresses || addresses.includes(owner));
		});
	const on = (created: string, consumed: string) => utxos.filter(({ createdOn, consumedOn }) => createdOn === created && consumedOn === consumed);
	const isFree = ({ locktime }: Utxo) => locktime <= at;
	return { name, addresses, at, utxos, on, isFree };
}

function writeAtomic(utxos: Utxo[], shared: string, name: Network, play: Play, withStatus: boolean) {
	const sharedWithChainId = nameChain(shared, name, play);
	return writeBalances(utxos).map((sum) => ({ ...sum, sharedWithChainId, ...(withStatus && { status: 'AVAILABLE' }) }));
}

/** The lists of a balance: all eight on the P-Chain, fewer elsewhere; the document has eight for the X-Chain too. */
function writePrimaryBalances(letter: string, args: Args, play: Play) {
	const { name, addresses, at, on, isFree } = balanceUtxos(letter, args, play);
	const withStatus = !play.isReal || letter === 'P';
	const arrived = on('X', letter);
	const atomic = {
		atomicMemoryUnlocked: writeAtomic(letter === 'X' ? [] : arrived.filter(isFree), letter === 'X' ? 'P' : 'X', name, play, withStatus),
		atomicMemoryLocked: writeAtomic(letter === 'X' ? [] : arrived.filter((utxo) => !isFree(utxo)), letter === 'X' ? 'P' : 'X', name, play, withStatus),
	};
	if (letter === 'C') return atomic;
	const own = on('X', 'X');
	const unlocked = writeBalances(own.filter(isFree));
	const locked = writeBalances(own.filter((utxo) => !isFree(utxo)));
	if (letter === 'X' && play.isReal) return { locked, unlocked, ...atomic };
	const empty = { unlockedStaked: [], lockedPlatform: [], lockedStakeable: [], lockedStaked: [], pendingStaked: [] };
	if (letter === 'X') return { ...empty, unlockedUnstaked: unlocked, lockedPlatform: locked, ...atomic };

	const { rewards, primary, ledger } = play.world;
	const isOwn = ({ owner }: { owner: string }) => !addresses || addresses.includes(owner);
	const earned = rewards[name].filter((reward) => isOwn(reward) && reward.endTimestamp <= at);
	const stakes = primary.flatMap((validator) => [validator, ...validator.delegators]);
	const staked = name === 'mainnet' ? stakes.filter((stake) => isOwn(stake) && stake.startTime <= at) : [];
	const sum = (amounts: bigint[]) => {
		const amount = String(amounts.reduce((total, value) => total + value, 0n));
		return amounts.length ? [{ ...writeAsset(ledger.primary[name].assets[0]!), amount, utxoCount: amounts.length }] : [];
	};
	return {
		unlockedUnstaked: sum(earned.map(({ amount }) => amount)),
		...empty,
		unlockedStaked: sum(staked.map(({ weight }) => weight)),
		...atomic,
	};
}

const health = () => ({ status: 'ok', info: { database: { status: 'up' } }, error: {}, details: { database: { status: 'up' } } });

/** The metrics service names chains otherwise. */
const writeMetricsChain = ({ chainId, name, blockchainId, subnetId, network: net }: EvmChain) => ({
	evmChainId: Number(chainId),
	chainName: name,
	blockchainId,
	subnetId,
	network: net,
});
const listMeasured = ({ world }: Play) => world.ledger.chains.filter(({ vmName, status }) => vmName === 'EVM' && status === 'OK');

function writeBlock({ number, hash, parentHash, timestamp, transactions }: Block, chain: EvmChain, play: Play) {
	const gasUsed = transactions.reduce((sum, transaction) => sum + transaction.gasUsed, 0n);
	const fees = transactions.reduce((sum, transaction) => sum + transaction.gasUsed * transaction.gasPrice, 0n);
	return {
		chainId: chain.chainId,
		...writeBlockPlace({ number, hash, parentHash, timestamp, transactions }, play.isReal),
		txCount: transactions.length,
		baseFee: '25000000000',
		gasUsed: String(gasUsed),
		gasLimit: '32000000',
		gasCost: '0',
		parentHash,
		feesSpent: String(fees),
		cumulativeTransactions: String(number * 3 + transactions.length),
	};
}

const account = '/v1/chains/{chainId}/addresses/{address}';
const primary = '/v1/networks/{network}/blockchains/{blockchainId}';

const endpoints: Record<string, Endpoint> = {
	[`${primary}/assets/{assetId}/transactions`]: {
		query: { txTypes: (values, name) => values.map((value) => oneOf(...txTypes)([value], name)), ...times },
		page: pages.list,
		answer: (args, play) => {
			const letter = findLetter(args, play, 'X');
			const name = toNetwork(args.network);
			const { assets, transactions } = play.world.ledger.primary[name];
			const asset = assets.find(({ assetId }) => assetId === args.assetId);
			if (!asset) throw new HttpError(404, `Asset ${args.assetId} not found`);
			const moves = ({ consumed, emitted }: XTransaction) => [...consumed, ...emitted].some((utxo) => utxo.asset === asset);
			const items = transactions.filter(
				(transaction) =>
					moves(transaction) &&
					isWithin(transaction.timestamp, args.startTimestamp, args.endTimestamp) &&
					(!args.txTypes || args.txTypes.includes(transaction.type)),
			);
			const write = (transaction: XTransaction) => writeXTransaction(transaction, name, play);
			return { list: 'transactions', items: items.reverse(), write, beside: primaryInfo(letter, args) };
		},
	},
	[`${primary}/balances`]: {
		query: { blockTimestamp: integer(), addresses: primaryAddresses },
		answer: (args, play) => {
			const letter = findLetter(args, play, 'PXC');
			return { balances: writePrimaryBalances(letter, args, play), ...primaryInfo(letter, args) };
		},
	},
	[`${primary}/vertices`]: {
		page: pages.list,
		answer: (args, play) => {
			const letter = findLetter(args, play, 'X');
			const { vertices } = play.world.ledger.primary[toNetwork(args.network)];
			// Since the X-Chain is linear it makes none.
			const items = vertices.filter(({ transactions }) => !play.isReal || !transactions.some(({ block }) => block));
			return { list: 'vertices', items: items.reverse(), write: writeVertex, beside: primaryInfo(letter, args) };
		},
	},
	'/v1/networks/{network}/rewards': {
		query: {
			addresses: primaryAddresses,
			nodeIds: commaSeparated(isNodeId, 'must be valid node IDs'),
			sortOrder: oneOf('asc', 'desc'),
			currency,
		},
		page: pages.list,
		answer: (args, play) => {
			const addresses = readAddresses(args);
			if (!addresses && !args.nodeIds) throw new HttpError(400, 'At least one of addresses or nodeIds is required');
			const items = play.world.rewards[toNetwork(args.network)].filter(
				({ owner, nodeId }) =>
					(!addresses || addresses.includes(owner)) && (!args.nodeIds || args.nodeIds.includes(nodeId)),
			);
			const write = (reward: Reward) => writeReward(reward, play, args.currency ?? 'usd');
			return { list: 'historicalRewards', items: args.sortOrder === 'asc' ? items.reverse() : items, write };
		},
	},
	'/v1/networks/{network}': {
		answer: (_, { world }) => {
			const delegators = world.primary.flatMap((validator) => validator.delegators);
			const sum = (stakes: Array<{ weight: bigint }>) => String(stakes.reduce((total, { weight }) => total + weight, 0n));
			const version = { version: 'avalanchego/1.14.2', amountStaked: sum(world.primary), validatorCount: world.primary.length };
			return {
				validatorDetails: {
					validatorCount: world.primary.length,
					totalAmountStaked: sum(world.primary),
					estimatedAnnualStakingReward: '7.12',
					stakingDistributionByVersion: [version],
					stakingRatio: '43.20',
				},
				delegatorDetails: { delegatorCount: delegators.length, totalAmountStaked: sum(delegators) },
			};
		},
	},
	'/v1/chains': {
		query: { network, feature: oneOf('nftIndexing', 'webhooks', 'teleporter') },
		answer: (args, play) => {
			const chains = play.world.ledger.chains.filter(
				(chain) =>
					(!args.network || chain.network === toNetwork(args.network)) && (!args.feature || chain.features.includes(args.feature)),
			);
			return { chains: chains.map((chain) => writeChain(chain, play)) };
		},
	},
	'/v1/chains/{chainId}': { answer: (args, play) => writeChain(findChain(args, play), play) },
	'/v1/chains/{chainId}/blocks': {
		page: pages.list,
		answer: (args, play) => listBlocks('blocks', args, play, ({ blocks: all }) => [...all], (block) => block, writeBlock),
	},
	'/v1/chains/{chainId}/blocks/{blockId}/transactions': {
		page: pages.block,
		answer: (args, play) => {
			const chain = openChain(args, play);
			const block = chain.blocks.find(({ number, hash }) => String(number) === args.blockId || hash === args.blockId.toLowerCase());
			if (!block) throw new HttpError(404, `Block ${args.blockId} not found`);
			const write = (transaction: Transaction) => writeTransaction(transaction, chain, play);
			return { list: 'transactions', items: block.transactions, write };
		},
	},
	'/v1/chains/{chainId}/transactions': {
		query: { status: oneOf('failed', 'success') },
		page: pages.list,
		answer: (args, play) => {
			const isAsked = ({ success }: Transaction) => !args.status || success === (args.status === 'success');
			const items = (chain: EvmChain) => listTransactions(chain).filter(isAsked);
			return listBlocks('transactions', args, play, items, ({ block }) => block, writeTransaction);
		},
	},
	'/v1/chains/{chainId}/tokens/{address}/transfers': {
		query: blocks,
		page: pages.list,
		answer: (args, play) => {
			const isOfToken = ({ contract }: Transfer) => isSame(contract.address, args.address);
			const items = (chain: EvmChain) => listTransfers(chain).filter(isOfToken);
			return listBlocks('transfers', args, play, items, findBlock, writeTransfer);
		},
	},
	'/v1/chains/{chainId}/contracts/{address}/deployments': {
		page: pages.list,
		answer: (args, play) => {
			const { contracts } = openChain(args, play);
			const isOwn = ({ deployer, factory = '' }: Contract) => isSame(deployer, args.address) || isSame(factory, args.address);
			return { list: 'contracts', items: contracts.filter(isOwn), write: (contract: Contract) => writeContract(contract, play) };
		},
	},
	[`${account}/transactions:listNative`]: {
		query: blocks,
		page: pages.list,
		answer: (args, play) => {
			const items = (chain: EvmChain) => listTransactions(chain).filter(touches(args));
			return listBlocks('transactions', args, play, items, ({ block }) => block, writeTransaction);
		},
	},
	[`${account}/transactions:listInternals`]: {
		query: blocks,
		page: pages.list,
		answer: (args, play) => {
			const items = (chain: EvmChain) => listInternals(chain).filter(touches(args));
			return listBlocks('transactions', args, play, items, findBlock, writeInternal);
		},
	},
	[`${account}/balances:listErc1155`]: {
		query: { blockNumber, contractAddress: evmAddress },
		page: pages.tokens,
		answer: (args, play) => ({
			...listHeld(args, play, 'erc1155TokenBalances', ['ERC-1155']),
			beside: { nativeTokenBalance: writeNativeAt(openChain(args, play), args, play) },
		}),
	},
	[`${account}/balances:listErc721`]: {
		query: { contractAddress: evmAddress },
		page: pages.tokens,
		answer: (args, play) => ({
			...listHeld(args, play, 'erc721TokenBalances', ['ERC-721']),
			beside: { nativeTokenBalance: writeNativeAt(openChain(args, play), args, play) },
		}),
	},
	[`${account}/balances:listCollectibles`]: {
		query: { contractAddress: evmAddress },
		page: pages.tokens,
		answer: (args, play) => listHeld(args, play, 'collectibleBalances', ['ERC-721', 'ERC-1155']),
	},
	[`${account}/balances:getNative`]: {
		query: { blockNumber, currency },
		answer: (args, play) => ({ nativeTokenBalance: writeNativeAt(openChain(args, play), args, play) }),
	},
	'/v1/health-check': { answer: health },
	'/v1/live-check': { answer: health },
	'/v2/health-check': { answer: health },
	'/v2/live-check': { answer: health },
	'/v2/chains': {
		query: { network },
		page: [1, 10_000, 10_000],
		answer: (args, play) => ({
			list: 'chains',
			items: listMeasured(play).filter((chain) => !args.network || chain.network === toNetwork(args.network)),
			write: writeMetricsChain,
		}),
	},
	'/v2/chains/{chainId}': {
		answer: (args, play) => {
			const chain = listMeasured(play).find(({ chainId }) => chainId === args.chainId);
			if (!chain) throw new HttpError(404, `Chain ${args.chainId} not found`);
			return writeMetricsChain(chain);
		},
	},
	'/v2/chains/{chainId}/metrics/{metric}': {
		query: { ...times, timeInterval: oneOf('hour', 'day', 'week', 'month') },
		page: pages.points,
		answer: ({ chainId, metric, timeInterval, startTimestamp, endTimestamp }, play) => {
			const groups: Record<string, Network[]> = { total: ['mainnet', 'fuji'], mainnet: ['mainnet'], testnet: ['fuji'] };
			const isAsked = (chain: EvmChain) => groups[chainId]?.includes(chain.network) ?? chain.chainId === chainId;
			const chains = listMeasured(play).filter(isAsked);
			if (!chains.length) throw new HttpError(404, `Chain ${chainId} not found`);
			const isRestricted = restrictedMetrics(metric) || (play.isReal && metric === 'feesPaid');
			if (isRestricted && (timeInterval ?? 'day') !== 'day') {
				throw new HttpError(400, `timeInterval ${timeInterval} is not supported for metric ${metric}, only day is`);
			}
			const interval = timeInterval ?? (isRestricted ? 'day' : 'hour');
			const { time } = play.world;
			const starts = listMetricTimes(chains, interval, time).filter((start) => isWithin(start, startTimestamp, endTimestamp));
			const write = (start: number) => ({ value: measure(metric, chains, interval, start, time), timestamp: start });
			return { list: 'results', items: starts, write };
		},
	},
};

// ---- the service

/** The endpoint of a path, and what stands in its braces; colons must come as they are. */
const routes = Object.entries(endpoints).map(([path, endpoint]) => ({ parts: path.split('/'), endpoint }));

/** A part of a path; one that is wrongly encoded stays as it is, and names nothing. */
const decodePart = (part: string) => {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
};

function route(path: string) {
	const parts = path.split('/');
	for (const { parts: pattern, endpoint } of routes) {
		if (pattern.length !== parts.length) continue;
		if (!pattern.every((part, i) => part === parts[i] || (part.startsWith('{') && parts[i] !== ''))) continue;
		const given = pattern.flatMap((part, i) => (part.startsWith('{') ? [[part.slice(1, -1), decodePart(parts[i]!)]] : []));
		return { endpoint, given: Object.fromEntries(given) as Record<string, string> };
	}
	return undefined;
}

interface Place {
	/** Path and filters the token belongs to. */
	filters: string;
	items: unknown[];
	offset: number;
	since: number;
}

/** Where the service looks for the API key. */
export const keyHeader = (profile: Profile) => (profile === 'real' ? 'x-glacier-api-key' : 'x-data-api-key');

/** Answers for paths under /v1 and /v2; `emptyPage` holds a page back, with a token that leads to it. */
export function createDataService(world: World, profile: Profile) {
	const play: Play = { world, isReal: profile === 'real' };
	const places = new Map<string, Place>();

	const issueToken = (place: Place) => {
		const hex = makeBytes(16, world.seed, 'page token', places.size).toString('hex');
		const token = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
		places.set(token, place);
		return token;
	};

	const readArgs = (endpoint: Endpoint, given: Record<string, string>, url: URL): Args => {
		const rules: Record<string, Rule> = { ...endpoint.query };
		if (endpoint.page) Object.assign(rules, { pageSize: integer(endpoint.page[0], endpoint.page[1]), pageToken: text });
		const args: Args = {};
		const problems: string[] = [];
		const read = (name: string, values: string[], rule: Rule | undefined) => {
			try {
				if (!rule) throw new BadValue(`property ${name} should not exist`);
				args[name] = rule(values, name);
			} catch (error) {
				if (!(error instanceof BadValue)) throw error;
				problems.push(error.message);
			}
		};
		for (const [name, value] of Object.entries(given)) read(name, [value], pathRules[name] ?? text);
		for (const name of new Set(url.searchParams.keys())) read(name, url.searchParams.getAll(name), rules[name]);
		if (problems.length) throw new HttpError(400, problems.join(', '), problems);
		return args;
	};

	const readPage = ({ list, items, write, beside }: List, endpoint: Endpoint, args: Args, url: URL, emptyPage: boolean) => {
		const filters = [url.pathname, ...[...url.searchParams].filter(([name]) => !name.startsWith('page')).map(String).sort()].join('&');
		const place = args.pageToken ? places.get(args.pageToken) : { filters, items, offset: 0, since: world.time };
		if (!place || place.filters !== filters || place.since < world.time - daySeconds) throw new HttpError(400, 'Invalid page token');
		const size = emptyPage ? 0 : (args.pageSize ?? endpoint.page![2]) || place.items.length;
		const offset = place.offset + size;
		const isMore = offset < place.items.length;
		const nextPageToken = isMore ? issueToken({ ...place, offset, since: world.time }) : '';
		return {
			...maybe(play, isMore, { nextPageToken }),
			[list]: place.items.slice(place.offset, offset).map(write),
			...beside,
		};
	};

	return ({ method, url }: Received, emptyPage = false): Reply => {
		try {
			const found = method === 'GET' ? route(url.pathname) : undefined;
			if (!found) throw new HttpError(404, `Cannot ${method} ${url.pathname}`);
			const { endpoint, given } = found;
			const args = readArgs(endpoint, given, url);
			const answer = endpoint.answer(args, play);
			const json = 'list' in answer ? readPage(answer as List, endpoint, args, url, emptyPage) : answer;
			return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, json };
		} catch (error) {
			if (!(error instanceof HttpError)) throw error;
			return writeError(error.status, play.isReal && error.list.length ? error.list : error.message);
		}
	};
}
