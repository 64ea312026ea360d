import {
	getBalance,
	isSame,
	listEveryInternal,
	listEveryTransaction,
	listEveryTransfer,
	listHoldings,
	listTokens,
	listTransactions,
} from './holdings.mts';
import { primarySubnetId } from './ledger.mts';
import type { Holding } from './holdings.mts';
import type {
	Atomic,
	Block,
	Contract,
	ErcType,
	EvmChain,
	Transaction,
	Transfer,
	Utxo,
	Vertex,
	XTransaction,
} from './ledger.mts';
import { findQuiet, makeQuietBlock } from './past.mts';
import { isDailyMetric, listMetricTimes, measure } from './metrics.mts';
import { HttpError, plainAddress } from './parameters.mts';
import {
	writeActive,
	writeAsset,
	writeAtomic,
	writeAtomicTransaction,
	writeBalances,
	writeBlock,
	writeChain,
	writeContract,
	writeErc20Balance,
	writeHolding,
	writeInternal,
	writeMetricsChain,
	writeNative,
	writeReward,
	writeTransaction,
	writeTransactionDetails,
	writeTransfer,
	writeVertex,
	writeXTransaction,
} from './records.mts';
import type { DataContext } from './records.mts';
import type { Network, Reward } from './world.mts';

/** What the Data API (/v1) and the Metrics API (/v2) answer. */

export type Args = Record<string, any>;
/** The list of an answer: each record is written when its page is asked for; `beside` stands next to the list. */
export interface List<T = any> {
	/** Asked for the first page alone; the pages after it are of the same list. */
	items: () => T[];
	write: (item: T) => unknown;
	beside?: object;
}
/** What an endpoint answers to arguments that spec/ allows. Throws an HttpError. */
export type DataAnswer = (
	args: Args,
	context: DataContext,
) => List | object | Promise<List | object>;

const toNetwork = (name: string): Network => (name === 'mainnet' ? 'mainnet' : 'fuji');
/** The start of a range belongs to it, the end does not. */
const isWithin = (value: number, start = 0, end = Infinity) => value >= start && value < end;

function findChain({ chainId }: Args, { world }: DataContext): EvmChain {
	const chain = world.ledger.chains.find(
		(known) => known.chainId === chainId || known.blockchainId === chainId,
	);
	if (!chain) throw new HttpError(404, `Chain ${chainId} not found`);
	return chain;
}

/** The chain, if it has an index to be read. */
function openChain(args: Args, context: DataContext): EvmChain {
	const chain = findChain(args, context);
	if (chain.status === 'UNAVAILABLE')
		throw new HttpError(503, `Chain ${chain.chainId} is unavailable`);
	return chain;
}

/** The letter of a Primary Network chain, if it is one of those allowed and of that network. */
function findLetter(args: Args, context: DataContext, allowed: string): string {
	const of = (name: Network) => {
		const { xChainId, cChainId } = context.world.ledger.primary[name];
		return {
			'p-chain': 'P',
			'x-chain': 'X',
			'c-chain': 'C',
			[primarySubnetId]: 'P',
			[xChainId]: 'X',
			[cChainId]: 'C',
		};
	};
	const here = toNetwork(args.network);
	const letter: string | undefined = of(here)[args.blockchainId as string];
	if (letter && allowed.includes(letter)) return letter;
	if (of(here === 'fuji' ? 'mainnet' : 'fuji')[args.blockchainId]) {
		throw new HttpError(
			400,
			`blockchainId ${args.blockchainId} does not belong to network ${args.network}`,
		);
	}
	const problem = `blockchainId must be one of the chains ${[...allowed].join(', ')}`;
	throw new HttpError(400, problem, [problem]);
}

function readAddresses(args: Args): string[] | undefined {
	const addresses = (args.addresses as string[] | undefined)?.map(plainAddress);
	const prefix = args.network === 'mainnet' ? 'avax1' : 'fuji1';
	const foreign = addresses?.find((address) => !address.startsWith(prefix));
	if (foreign)
		throw new HttpError(400, `address ${foreign} does not belong to network ${args.network}`);
	return addresses;
}

/** Native balance after a block, by default the last one. */
async function writeNativeAt(args: Args, context: DataContext) {
	const chain = openChain(args, context);
	const { address, blockNumber, currency = 'usd' } = args;
	const isLast = blockNumber === undefined;
	const held = isLast ? await context.readHeld?.(chain, address) : undefined;
	const at = isLast ? Infinity : Number(blockNumber);
	return writeNative(chain, held ?? getBalance(chain, address, at), currency, context);
}

/** What an address holds of ERC-20 tokens after a block, by default the last one. */
async function listCoins(args: Args, context: DataContext): Promise<List<Holding>> {
	const list = listHeld(args, context, ['ERC-20'], (holding, chain) =>
		writeErc20Balance(holding, chain, args.currency ?? 'usd', context),
	);
	const { readHeld } = context;
	if (!readHeld || args.blockNumber !== undefined) return list;
	const chain = openChain(args, context);
	const known = list.items();
	const read = async (contract: Contract): Promise<Holding> => {
		const before = known.find((holding) => holding.contract === contract)?.amount ?? 0n;
		const held = await readHeld(chain, args.address, contract.address);
		return { contract, tokenId: '', amount: held ?? before };
	};
	const asked = listTokens(chain).filter((contract) => ofAskedContract(args)({ contract }));
	const updated = await Promise.all(asked.map(read));
	return { ...list, items: () => updated.filter(({ amount }) => amount > 0n) };
}

const primaryInfo = (letter: string, args: Args) => ({
	chainInfo: { chainName: `${letter.toLowerCase()}-chain`, network: toNetwork(args.network) },
});

const ofAskedContract = ({ contractAddress, contractAddresses }: Args) => {
	const asked: string[] = contractAddresses ?? [contractAddress].filter(Boolean);
	return ({ contract }: Pick<Holding, 'contract'>) =>
		!asked.length || asked.some((address) => isSame(contract.address, address));
};

function listHeld(
	args: Args,
	context: DataContext,
	types: ErcType[],
	write = (holding: Holding, chain: EvmChain): object =>
		writeHolding(holding, chain, args.address, context),
): List<Holding> {
	const chain = openChain(args, context);
	const at = args.blockNumber === undefined ? Infinity : Number(args.blockNumber);
	const held = types.flatMap((type) => listHoldings(chain, type, args.address, at));
	return {
		items: () => held.filter(ofAskedContract(args)),
		write: (holding) => write(holding, chain),
	};
}

/** A list of an address or contract on an EVM chain, newest first, within a range of blocks. */
function listBlocks<T>(
	args: Args,
	context: DataContext,
	items: (chain: EvmChain) => T[],
	getBlock: (item: T) => Block,
	write: (item: T, chain: EvmChain, context: DataContext) => unknown,
): List<T> {
	const chain = openChain(args, context);
	const isInRange = (item: T) => isWithin(getBlock(item).number, args.startBlock, args.endBlock);
	return {
		items: () => items(chain).filter(isInRange).reverse(),
		write: (item) => write(item, chain, context),
	};
}

const touches =
	({ address }: Args) =>
	({ from, to }: { from: string; to: string }) =>
		isSame(from, address) || isSame(to, address);
const findBlock = (item: { transaction: Transaction }) => item.transaction.block;

/** The transfers of an address of all tokens of a kind. */
const listTransfersOf =
	(ercType: ErcType): DataAnswer =>
	(args, context) => {
		const isOfKind = ({ contract }: Transfer) => contract.ercType === ercType;
		const items = (chain: EvmChain) =>
			listEveryTransfer(chain).filter(isOfKind).filter(touches(args));
		return listBlocks(args, context, items, findBlock, writeTransfer);
	};

/** A block that holds something, by its number or hash. */
const findFull = (chain: EvmChain, { blockId }: Args): Block | undefined =>
	[...chain.past, ...chain.blocks].find(
		({ number, hash }) => String(number) === blockId || hash === blockId.toLowerCase(),
	);

/** Those between the blocks of the past hold what strangers did, and are known by their number. */
const findOther = (chain: EvmChain, { blockId }: Args): Block | undefined =>
	/^\d+$/.test(blockId) && Number(blockId) < (chain.blocks[0]?.number ?? 0)
		? makeQuietBlock(chain, Number(blockId))
		: undefined;

const noBlock = ({ blockId }: Args) => new HttpError(404, `Block ${blockId} not found`);

/** The outputs that addresses owned at a time, by the chains they were made on and are spent on. */
function findBalance(args: Args, context: DataContext) {
	const name = toNetwork(args.network);
	const addresses = readAddresses(args);
	if (!addresses && context.isReal)
		throw new HttpError(400, 'addresses is required', ['addresses should not be empty']);
	const at: number = args.blockTimestamp ?? context.world.time;
	const { transactions } = context.world.ledger.primary[name];
	const utxos = transactions
		.flatMap(({ emitted }) => emitted)
		.filter(({ owner, createdBy, consumedBy }) => {
			const isThere = createdBy.timestamp <= at && !(consumedBy && consumedBy.timestamp <= at);
			return isThere && (!addresses || addresses.includes(owner));
		});
	const on = (created: string, consumed: string) =>
		utxos.filter(({ createdOn, consumedOn }) => createdOn === created && consumedOn === consumed);
	const isFree = ({ locktime }: Utxo) => locktime <= at;
	return { name, addresses, at, on, isFree };
}

/** The lists of a balance: all eight on the P-Chain, fewer elsewhere; the document has eight for the X-Chain too. */
function writePrimaryBalances(letter: string, args: Args, context: DataContext) {
	const { name, addresses, at, on, isFree } = findBalance(args, context);
	const withStatus = !context.isReal || letter === 'P';
	// What was exported to the X-Chain was imported at once; the others keep theirs waiting.
	const waiting = letter === 'X' ? [] : on('X', letter);
	const isLocked = (utxo: Utxo) => !isFree(utxo);
	const atomic = {
		atomicMemoryUnlocked: writeAtomic(waiting.filter(isFree), 'X', name, context, withStatus),
		atomicMemoryLocked: writeAtomic(waiting.filter(isLocked), 'X', name, context, withStatus),
	};
	if (letter === 'C') return atomic;
	const own = on('X', 'X');
	const unlocked = writeBalances(own.filter(isFree));
	const locked = writeBalances(own.filter(isLocked));
	if (letter === 'X' && context.isReal) return { locked, unlocked, ...atomic };
	const empty = {
		unlockedStaked: [],
		lockedPlatform: [],
		lockedStakeable: [],
		lockedStaked: [],
		pendingStaked: [],
	};
	if (letter === 'X')
		return { ...empty, unlockedUnstaked: unlocked, lockedPlatform: locked, ...atomic };

	const { rewards, primary, ledger } = context.world;
	const isOwn = ({ owner }: { owner: string }) => !addresses || addresses.includes(owner);
	const earned = rewards[name].filter((reward) => isOwn(reward) && reward.endTimestamp <= at);
	const stakes = primary.flatMap((validator) => [validator, ...validator.delegators]);
	const staked =
		name === 'mainnet' ? stakes.filter((stake) => isOwn(stake) && stake.startTime <= at) : [];
	const sum = (amounts: bigint[]) => {
		const amount = String(amounts.reduce((total, value) => total + value, 0n));
		return amounts.length
			? [{ ...writeAsset(ledger.primary[name].assets[0]!), amount, utxoCount: amounts.length }]
			: [];
	};
	return {
		unlockedUnstaked: sum(earned.map(({ amount }) => amount)),
		...empty,
		unlockedStaked: sum(staked.map(({ weight }) => weight)),
		...atomic,
	};
}

const health = () => ({
	status: 'ok',
	info: { database: { status: 'up' } },
	error: {},
	details: { database: { status: 'up' } },
});

const listMeasured = ({ world }: DataContext) =>
	world.ledger.chains.filter(({ vmName, status }) => vmName === 'EVM' && status === 'OK');

const account = '/v1/chains/{chainId}/addresses/{address}';
const primary = '/v1/networks/{network}/blockchains/{blockchainId}';

/** By path. One that spec/ describes and this table lacks is answered from its description. */
export const dataAnswers: Record<string, DataAnswer> = {
	[`${primary}/assets/{assetId}/transactions`]: (args, context) => {
		const letter = findLetter(args, context, 'X');
		const name = toNetwork(args.network);
		const { assets, transactions } = context.world.ledger.primary[name];
		const asset = assets.find(({ assetId }) => assetId === args.assetId);
		if (!asset) throw new HttpError(404, `Asset ${args.assetId} not found`);
		const moves = ({ consumed, emitted }: XTransaction) =>
			[...consumed, ...emitted].some((utxo) => utxo.asset === asset);
		const isAsked = (transaction: XTransaction) =>
			moves(transaction) &&
			isWithin(transaction.timestamp, args.startTimestamp, args.endTimestamp) &&
			(!args.txTypes || args.txTypes.includes(transaction.type));
		const items = () => transactions.filter(isAsked).reverse();
		const write = (transaction: XTransaction) => writeXTransaction(transaction, name, context);
		return { items, write, beside: primaryInfo(letter, args) };
	},
	[`${primary}/balances`]: (args, context) => {
		const letter = findLetter(args, context, 'PXC');
		return {
			balances: writePrimaryBalances(letter, args, context),
			...primaryInfo(letter, args),
		};
	},
	[`${primary}/transactions`]: (args, context) => {
		const letter = findLetter(args, context, 'C');
		const name = toNetwork(args.network);
		const { cChainId } = context.world.ledger.primary[name];
		const chain = context.world.ledger.chains.find((one) => one.blockchainId === cChainId)!;
		const asked: string[] | undefined = args.addresses;
		const isAsked = ({ wallet, block }: Atomic) =>
			(!asked || asked.some((address) => isSame(address, wallet))) &&
			isWithin(block.timestamp, args.startTimestamp, args.endTimestamp);
		const items = () => chain.atomics.filter(isAsked).reverse();
		const write = (atomic: Atomic) => writeAtomicTransaction(atomic, name, context);
		return { items, write, beside: primaryInfo(letter, args) };
	},
	[`${primary}/vertices`]: (args, context) => {
		const letter = findLetter(args, context, 'X');
		const { vertices } = context.world.ledger.primary[toNetwork(args.network)];
		// Since the X-Chain is linear it makes none.
		const isTold = ({ transactions }: Vertex) =>
			!context.isReal || !transactions.some(({ block }) => block);
		return {
			items: () => vertices.filter(isTold).reverse(),
			write: writeVertex,
			beside: primaryInfo(letter, args),
		};
	},
	'/v1/networks/{network}/rewards': (args, context) => {
		const addresses = readAddresses(args);
		if (!addresses && !args.nodeIds)
			throw new HttpError(400, 'At least one of addresses or nodeIds is required');
		const isAsked = ({ owner, nodeId }: Reward) =>
			(!addresses || addresses.includes(owner)) && (!args.nodeIds || args.nodeIds.includes(nodeId));
		const items = () => {
			const newestFirst = context.world.rewards[toNetwork(args.network)].filter(isAsked);
			return args.sortOrder === 'asc' ? newestFirst.reverse() : newestFirst;
		};
		const write = (reward: Reward) => writeReward(reward, context, args.currency ?? 'usd');
		return { items, write };
	},
	'/v1/networks/{network}/validators': (args, { world }) => {
		const isAsked = ({ nodeID }: { nodeID: string }) =>
			!args.nodeIds || args.nodeIds.includes(nodeID);
		const isThere = toNetwork(args.network) === 'mainnet' && args.validationStatus !== 'completed';
		return {
			items: () => (isThere ? world.primary.filter(isAsked) : []),
			write: (validator) => writeActive(validator, world),
		};
	},
	'/v1/networks/{network}': (_, { world }) => {
		const delegators = world.primary.flatMap((validator) => validator.delegators);
		const sum = (stakes: Array<{ weight: bigint }>) =>
			String(stakes.reduce((total, { weight }) => total + weight, 0n));
		const version = {
			version: 'avalanchego/1.14.2',
			amountStaked: sum(world.primary),
			validatorCount: world.primary.length,
		};
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
	'/v1/chains': (args, context) => {
		const chains = context.world.ledger.chains.filter(
			(chain) =>
				(!args.network || chain.network === toNetwork(args.network)) &&
				(!args.feature || chain.features.includes(args.feature)),
		);
		return { chains: chains.map((chain) => writeChain(chain, context)) };
	},
	'/v1/chains/{chainId}': (args, context) => writeChain(findChain(args, context), context),
	'/v1/chains/{chainId}/blocks': (args, context) =>
		listBlocks(
			args,
			context,
			({ blocks: all }) => [...all],
			(block) => block,
			writeBlock,
		),
	'/v1/chains/{chainId}/blocks/{blockId}/transactions': (args, context) => {
		const chain = openChain(args, context);
		const block = findFull(chain, args) ?? findOther(chain, args);
		if (!block) throw noBlock(args);
		const write = (transaction: Transaction) => writeTransaction(transaction, chain, context);
		return { items: () => block.transactions, write };
	},
	'/v1/chains/{chainId}/blocks/{blockId}': (args, context) => {
		const chain = openChain(args, context);
		const block = findFull(chain, args) ?? findOther(chain, args);
		if (!block) throw noBlock(args);
		return writeBlock(block, chain, context);
	},
	'/v1/chains/{chainId}/transactions/{txHash}': (args, context) => {
		const chain = openChain(args, context);
		const transaction =
			listEveryTransaction(chain).find(({ hash }) => isSame(hash, args.txHash)) ??
			findQuiet(chain, args.txHash);
		if (!transaction) throw new HttpError(404, `Transaction ${args.txHash} not found`);
		return writeTransactionDetails(transaction, chain, context);
	},
	'/v1/chains/{chainId}/transactions': (args, context) => {
		const isAsked = ({ success }: Transaction) =>
			!args.status || success === (args.status === 'success');
		const items = (chain: EvmChain) => listTransactions(chain).filter(isAsked);
		return listBlocks(args, context, items, ({ block }) => block, writeTransaction);
	},
	'/v1/chains/{chainId}/tokens/{address}/transfers': (args, context) => {
		const isOfToken = ({ contract }: Transfer) => isSame(contract.address, args.address);
		const items = (chain: EvmChain) => listEveryTransfer(chain).filter(isOfToken);
		return listBlocks(args, context, items, findBlock, writeTransfer);
	},
	'/v1/chains/{chainId}/contracts/{address}/deployments': (args, context) => {
		const chain = openChain(args, context);
		const isOwn = ({ deployer, factory = '' }: Contract) =>
			isSame(deployer, args.address) || isSame(factory, args.address);
		return {
			items: () => chain.contracts.filter(isOwn),
			write: (contract: Contract) => writeContract(contract, chain, context),
		};
	},
	[`${account}/transactions:listNative`]: (args, context) => {
		const items = (chain: EvmChain) => listEveryTransaction(chain).filter(touches(args));
		return listBlocks(args, context, items, ({ block }) => block, writeTransaction);
	},
	[`${account}/transactions:listInternals`]: (args, context) => {
		const items = (chain: EvmChain) => listEveryInternal(chain).filter(touches(args));
		return listBlocks(args, context, items, findBlock, writeInternal);
	},
	[`${account}/transactions:listErc20`]: listTransfersOf('ERC-20'),
	[`${account}/transactions:listErc721`]: listTransfersOf('ERC-721'),
	[`${account}/transactions:listErc1155`]: listTransfersOf('ERC-1155'),
	[`${account}/balances:listErc20`]: async (args, context) => ({
		...(await listCoins(args, context)),
		beside: { nativeTokenBalance: await writeNativeAt(args, context) },
	}),
	[`${account}/balances:listErc1155`]: async (args, context) => ({
		...listHeld(args, context, ['ERC-1155']),
		beside: { nativeTokenBalance: await writeNativeAt(args, context) },
	}),
	[`${account}/balances:listErc721`]: async (args, context) => ({
		...listHeld(args, context, ['ERC-721']),
		beside: { nativeTokenBalance: await writeNativeAt(args, context) },
	}),
	[`${account}/balances:listCollectibles`]: (args, context) =>
		listHeld(args, context, ['ERC-721', 'ERC-1155']),
	[`${account}/balances:getNative`]: async (args, context) => ({
		nativeTokenBalance: await writeNativeAt(args, context),
	}),
	'/v1/health-check': health,
	'/v1/live-check': health,
	'/v2/health-check': health,
	'/v2/live-check': health,
	'/v2/chains': (args, context) => ({
		items: () =>
			listMeasured(context).filter(
				(chain) => !args.network || chain.network === toNetwork(args.network),
			),
		write: writeMetricsChain,
	}),
	'/v2/chains/{chainId}': (args, context) => {
		const chain = listMeasured(context).find(({ chainId }) => chainId === args.chainId);
		if (!chain) throw new HttpError(404, `Chain ${args.chainId} not found`);
		return writeMetricsChain(chain);
	},
	'/v2/chains/{chainId}/metrics/{metric}': (
		{ chainId, metric, timeInterval, startTimestamp, endTimestamp },
		context,
	) => {
		const groups: Record<string, Network[]> = {
			total: ['mainnet', 'fuji'],
			mainnet: ['mainnet'],
			testnet: ['fuji'],
		};
		const isAsked = (chain: EvmChain) =>
			groups[chainId]?.includes(chain.network) ?? chain.chainId === chainId;
		const chains = listMeasured(context).filter(isAsked);
		if (!chains.length) throw new HttpError(404, `Chain ${chainId} not found`);
		const isRestricted = isDailyMetric(metric) || (context.isReal && metric === 'feesPaid');
		if (isRestricted && (timeInterval ?? 'day') !== 'day') {
			throw new HttpError(
				400,
				`timeInterval ${timeInterval} is not supported for metric ${metric}, only day is`,
			);
		}
		const interval = timeInterval ?? (isRestricted ? 'day' : 'hour');
		const { time } = context.world;
		const items = () =>
			listMetricTimes(chains, interval, time).filter((start) =>
				isWithin(start, startTimestamp, endTimestamp),
			);
		const write = (start: number) => ({
			value: measure(metric, chains, interval, start, time),
			timestamp: start,
		});
		return { items, write };
	},
};
