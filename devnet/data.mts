import { isNodeId, makeBytes } from './ids.mts';
import {
	getBalance,
	isSame,
	listHoldings,
	listInternals,
	listTransactions,
	listTransfers,
	primarySubnetId,
} from './ledger.mts';
import type {
	Block,
	Contract,
	EvmChain,
	Holding,
	Transaction,
	Transfer,
	Utxo,
	Vertex,
	XTransaction,
} from './ledger.mts';
import { isDailyMetric, listMetricTimes, measure } from './metrics.mts';
import {
	BadValue,
	blockNumber,
	blocks,
	commaSeparated,
	currency,
	evmAddress,
	HttpError,
	integer,
	network,
	oneOf,
	pathRules,
	plainAddress,
	primaryAddresses,
	text,
	times,
	txTypes,
	writeError,
} from './parameters.mts';
import type { Rule } from './parameters.mts';
import {
	daySeconds,
	maybe,
	writeAsset,
	writeAtomic,
	writeBalances,
	writeBlock,
	writeChain,
	writeContract,
	writeHolding,
	writeInternal,
	writeMetricsChain,
	writeNative,
	writeReward,
	writeTransaction,
	writeTransfer,
	writeVertex,
	writeXTransaction,
} from './records.mts';
import type { Play } from './records.mts';
import type { Profile, Received, Reply } from './wire.mts';
import type { Network, Reward, World } from './world.mts';

/** The data service (/v1) and the metrics service (/v2): one row for each endpoint. */

type Args = Record<string, any>;
/** A page of a list is written when it is asked for; `beside` stands next to the list. */
interface List<T = any> {
	list: string;
	/** Asked for the first page alone; the pages after it are of the same list. */
	items: () => T[];
	write: (item: T) => unknown;
	beside?: object;
}
interface Endpoint {
	query?: Record<string, Rule>;
	/** Smallest, largest and default page size. */
	page?: readonly [number, number, number];
	answer(args: Args, play: Play): List | object;
}

const toNetwork = (name: string): Network => (name === 'mainnet' ? 'mainnet' : 'fuji');
/** The start of a range belongs to it, the end does not. */
const isWithin = (value: number, start = 0, end = Infinity) => value >= start && value < end;

function findChain({ chainId }: Args, { world }: Play): EvmChain {
	const chain = world.ledger.chains.find(
		(known) => known.chainId === chainId || known.blockchainId === chainId,
	);
	if (!chain) throw new HttpError(404, `Chain ${chainId} not found`);
	return chain;
}

/** The chain, if it has an index to be read. */
function openChain(args: Args, play: Play): EvmChain {
	const chain = findChain(args, play);
	if (chain.status === 'UNAVAILABLE')
		throw new HttpError(503, `Chain ${chain.chainId} is unavailable`);
	return chain;
}

/** The letter of a Primary Network chain, if it is one of those allowed and of that network. */
function findLetter(args: Args, play: Play, allowed: string): string {
	const of = (name: Network) => {
		const { xChainId, cChainId } = play.world.ledger.primary[name];
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
function writeNativeAt(chain: EvmChain, args: Args, play: Play) {
	const at = args.blockNumber === undefined ? Infinity : Number(args.blockNumber);
	return writeNative(chain, getBalance(chain, args.address, at), args.currency ?? 'usd', play);
}

// ---- endpoints

const pages = {
	list: [1, 100, 10],
	tokens: [1, 500, 10],
	block: [0, 100, 0],
	points: [1, 2160, 100],
} as const;

const primaryInfo = (letter: string, args: Args) => ({
	chainInfo: { chainName: `${letter.toLowerCase()}-chain`, network: toNetwork(args.network) },
});

function listHeld(
	args: Args,
	play: Play,
	list: string,
	types: Array<'ERC-721' | 'ERC-1155'>,
): List<Holding> {
	const chain = openChain(args, play);
	const at = args.blockNumber === undefined ? Infinity : Number(args.blockNumber);
	const held = types.flatMap((type) => listHoldings(chain, type, args.address, at));
	return {
		list,
		items: () =>
			held.filter(
				({ contract }) => !args.contractAddress || isSame(contract.address, args.contractAddress),
			),
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
	const isInRange = (item: T) => isWithin(getBlock(item).number, args.startBlock, args.endBlock);
	return {
		list,
		items: () => items(chain).filter(isInRange).reverse(),
		write: (item) => write(item, chain, play),
	};
}

const touches =
	({ address }: Args) =>
	({ from, to }: { from: string; to: string }) =>
		isSame(from, address) || isSame(to, address);
const findBlock = (item: { transaction: Transaction }) => item.transaction.block;

/** The outputs that addresses owned at a time, by the chains they were made on and are spent on. */
function findBalance(args: Args, play: Play) {
	const name = toNetwork(args.network);
	const addresses = readAddresses(args);
	if (!addresses && play.isReal)
		throw new HttpError(400, 'addresses is required', ['addresses should not be empty']);
	const at: number = args.blockTimestamp ?? play.world.time;
	const { transactions } = play.world.ledger.primary[name];
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
function writePrimaryBalances(letter: string, args: Args, play: Play) {
	const { name, addresses, at, on, isFree } = findBalance(args, play);
	const withStatus = !play.isReal || letter === 'P';
	// What was exported to the X-Chain was imported at once; the others keep theirs waiting.
	const waiting = letter === 'X' ? [] : on('X', letter);
	const isLocked = (utxo: Utxo) => !isFree(utxo);
	const atomic = {
		atomicMemoryUnlocked: writeAtomic(waiting.filter(isFree), 'X', name, play, withStatus),
		atomicMemoryLocked: writeAtomic(waiting.filter(isLocked), 'X', name, play, withStatus),
	};
	if (letter === 'C') return atomic;
	const own = on('X', 'X');
	const unlocked = writeBalances(own.filter(isFree));
	const locked = writeBalances(own.filter(isLocked));
	if (letter === 'X' && play.isReal) return { locked, unlocked, ...atomic };
	const empty = {
		unlockedStaked: [],
		lockedPlatform: [],
		lockedStakeable: [],
		lockedStaked: [],
		pendingStaked: [],
	};
	if (letter === 'X')
		return { ...empty, unlockedUnstaked: unlocked, lockedPlatform: locked, ...atomic };

	const { rewards, primary, ledger } = play.world;
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

const listMeasured = ({ world }: Play) =>
	world.ledger.chains.filter(({ vmName, status }) => vmName === 'EVM' && status === 'OK');

const account = '/v1/chains/{chainId}/addresses/{address}';
const primary = '/v1/networks/{network}/blockchains/{blockchainId}';

const endpoints: Record<string, Endpoint> = {
	[`${primary}/assets/{assetId}/transactions`]: {
		query: {
			txTypes: (values, name) => values.map((value) => oneOf(...txTypes)([value], name)),
			...times,
		},
		page: pages.list,
		answer: (args, play) => {
			const letter = findLetter(args, play, 'X');
			const name = toNetwork(args.network);
			const { assets, transactions } = play.world.ledger.primary[name];
			const asset = assets.find(({ assetId }) => assetId === args.assetId);
			if (!asset) throw new HttpError(404, `Asset ${args.assetId} not found`);
			const moves = ({ consumed, emitted }: XTransaction) =>
				[...consumed, ...emitted].some((utxo) => utxo.asset === asset);
			const isAsked = (transaction: XTransaction) =>
				moves(transaction) &&
				isWithin(transaction.timestamp, args.startTimestamp, args.endTimestamp) &&
				(!args.txTypes || args.txTypes.includes(transaction.type));
			const items = () => transactions.filter(isAsked).reverse();
			const write = (transaction: XTransaction) => writeXTransaction(transaction, name, play);
			return { list: 'transactions', items, write, beside: primaryInfo(letter, args) };
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
			const isTold = ({ transactions }: Vertex) =>
				!play.isReal || !transactions.some(({ block }) => block);
			return {
				list: 'vertices',
				items: () => vertices.filter(isTold).reverse(),
				write: writeVertex,
				beside: primaryInfo(letter, args),
			};
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
			if (!addresses && !args.nodeIds)
				throw new HttpError(400, 'At least one of addresses or nodeIds is required');
			const isAsked = ({ owner, nodeId }: Reward) =>
				(!addresses || addresses.includes(owner)) &&
				(!args.nodeIds || args.nodeIds.includes(nodeId));
			const items = () => {
				const newestFirst = play.world.rewards[toNetwork(args.network)].filter(isAsked);
				return args.sortOrder === 'asc' ? newestFirst.reverse() : newestFirst;
			};
			const write = (reward: Reward) => writeReward(reward, play, args.currency ?? 'usd');
			return { list: 'historicalRewards', items, write };
		},
	},
	'/v1/networks/{network}': {
		answer: (_, { world }) => {
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
	},
	'/v1/chains': {
		query: { network, feature: oneOf('nftIndexing', 'webhooks', 'teleporter') },
		answer: (args, play) => {
			const chains = play.world.ledger.chains.filter(
				(chain) =>
					(!args.network || chain.network === toNetwork(args.network)) &&
					(!args.feature || chain.features.includes(args.feature)),
			);
			return { chains: chains.map((chain) => writeChain(chain, play)) };
		},
	},
	'/v1/chains/{chainId}': { answer: (args, play) => writeChain(findChain(args, play), play) },
	'/v1/chains/{chainId}/blocks': {
		page: pages.list,
		answer: (args, play) =>
			listBlocks(
				'blocks',
				args,
				play,
				({ blocks: all }) => [...all],
				(block) => block,
				writeBlock,
			),
	},
	'/v1/chains/{chainId}/blocks/{blockId}/transactions': {
		page: pages.block,
		answer: (args, play) => {
			const chain = openChain(args, play);
			const block = chain.blocks.find(
				({ number, hash }) =>
					String(number) === args.blockId || hash === args.blockId.toLowerCase(),
			);
			if (!block) throw new HttpError(404, `Block ${args.blockId} not found`);
			const write = (transaction: Transaction) => writeTransaction(transaction, chain, play);
			return { list: 'transactions', items: () => block.transactions, write };
		},
	},
	'/v1/chains/{chainId}/transactions': {
		query: { status: oneOf('failed', 'success') },
		page: pages.list,
		answer: (args, play) => {
			const isAsked = ({ success }: Transaction) =>
				!args.status || success === (args.status === 'success');
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
			const chain = openChain(args, play);
			const isOwn = ({ deployer, factory = '' }: Contract) =>
				isSame(deployer, args.address) || isSame(factory, args.address);
			return {
				list: 'contracts',
				items: () => chain.contracts.filter(isOwn),
				write: (contract: Contract) => writeContract(contract, chain, play),
			};
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
		answer: (args, play) => ({
			nativeTokenBalance: writeNativeAt(openChain(args, play), args, play),
		}),
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
			items: () =>
				listMeasured(play).filter(
					(chain) => !args.network || chain.network === toNetwork(args.network),
				),
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
			const groups: Record<string, Network[]> = {
				total: ['mainnet', 'fuji'],
				mainnet: ['mainnet'],
				testnet: ['fuji'],
			};
			const isAsked = (chain: EvmChain) =>
				groups[chainId]?.includes(chain.network) ?? chain.chainId === chainId;
			const chains = listMeasured(play).filter(isAsked);
			if (!chains.length) throw new HttpError(404, `Chain ${chainId} not found`);
			const isRestricted = isDailyMetric(metric) || (play.isReal && metric === 'feesPaid');
			if (isRestricted && (timeInterval ?? 'day') !== 'day') {
				throw new HttpError(
					400,
					`timeInterval ${timeInterval} is not supported for metric ${metric}, only day is`,
				);
			}
			const interval = timeInterval ?? (isRestricted ? 'day' : 'hour');
			const { time } = play.world;
			const items = () =>
				listMetricTimes(chains, interval, time).filter((start) =>
					isWithin(start, startTimestamp, endTimestamp),
				);
			const write = (start: number) => ({
				value: measure(metric, chains, interval, start, time),
				timestamp: start,
			});
			return { list: 'results', items, write };
		},
	},
};

// ---- the service

/** The endpoint of a path, and what stands in its braces; colons must come as they are. */
const routes = Object.entries(endpoints).map(([path, endpoint]) => ({
	parts: path.split('/'),
	endpoint,
}));

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
		if (!pattern.every((part, i) => part === parts[i] || (part.startsWith('{') && parts[i] !== '')))
			continue;
		const given = pattern.flatMap((part, i) =>
			part.startsWith('{') ? [[part.slice(1, -1), decodePart(parts[i]!)]] : [],
		);
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

/** Answers for paths under /v1 and /v2; `emptyPage` holds a page back, with a token that leads to it. */
export function createDataService(world: World, profile: Profile) {
	const play: Play = { world, isReal: profile === 'real' };
	/** Oldest first; a token lives for a day. */
	const places = new Map<string, Place>();
	let issued = 0;

	const issueToken = (place: Place) => {
		const hex = makeBytes(16, world.seed, 'page token', issued++).toString('hex');
		const token = hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
		places.set(token, place);
		return token;
	};

	const readArgs = (endpoint: Endpoint, given: Record<string, string>, url: URL): Args => {
		const rules: Record<string, Rule> = { ...endpoint.query };
		if (endpoint.page)
			Object.assign(rules, {
				pageSize: integer(endpoint.page[0], endpoint.page[1]),
				pageToken: text,
			});
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
		for (const name of new Set(url.searchParams.keys()))
			read(name, url.searchParams.getAll(name), rules[name]);
		if (problems.length) throw new HttpError(400, problems.join(', '), problems);
		return args;
	};

	const readPage = (
		{ list, items, write, beside }: List,
		endpoint: Endpoint,
		args: Args,
		url: URL,
		emptyPage: boolean,
	) => {
		const filters = [
			url.pathname,
			...[...url.searchParams]
				.filter(([name]) => !name.startsWith('page'))
				.map(String)
				.sort(),
		].join('&');
		for (const [token, { since }] of places) {
			if (since >= world.time - daySeconds) break;
			places.delete(token);
		}
		const place = args.pageToken
			? places.get(args.pageToken)
			: { filters, items: items(), offset: 0, since: world.time };
		if (place?.filters !== filters) throw new HttpError(400, 'Invalid page token');
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
			const json =
				'list' in answer ? readPage(answer as List, endpoint, args, url, emptyPage) : answer;
			return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, json };
		} catch (error) {
			if (!(error instanceof HttpError)) throw error;
			return writeError(
				error.status,
				play.isReal && error.list.length ? error.list : error.message,
			);
		}
	};
}
