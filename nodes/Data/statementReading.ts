/** The request of a statement, and the reading of its data. */

import { dataChain } from '../shared/chains/fields';
import type { Answer } from '../shared/errors';
import { evmAddressLines, type NamedAddresses } from '../shared/fields/chosenAddresses';
import { fieldValue, mergedValues, optional, type Field } from '../shared/fields/fields';
import { InvalidField } from '../shared/fields/invalid';
import { flag } from '../shared/fields/kinds';
import { otherNames, type Names } from '../shared/fields/names';
import { periodFields, readPeriod } from '../shared/fields/period';
import { timeZoneOf } from '../shared/fields/zones';
import type { Client } from '../shared/network/client';
import type { RunContext, Values } from '../shared/operation/operations';
import { inPieces, spend, workOf } from '../shared/pace';
import { returnField, returnsIn } from '../shared/report/returned';
import { beginAt, nowInSeconds, unfinishedOf, type Unfinished } from '../shared/report/covered';
import { timesOf } from '../shared/report/key';
import { toRange, type TimeRange } from '../shared/report/totals';
import type { Ends } from './statementBalances';
import { isEmptyRange, type BlockRange } from '../shared/chains/blockRange';
import { countTokenCalls } from './statementContracts';
import { findBlocks } from './statementBlocks';
import { askChain, type ChainFacts } from './statementChain';
import { noEndPrices, readEndPrices, type PeriodEnd } from './statementEndPrices';
import { addGivenPrices, tokenPrices, type GivenPrices } from './statementGivenPrices';
import { allNamesOf, listShared, listUnmet } from './statementNames';
import {
	readHeld,
	readLists,
	type Lists,
	type Price,
	type Question,
	type PagesRead as Work,
} from './statementLists';
import {
	noteTransactions,
	readMovements,
	readNfts,
	type StatementContext,
	type Movement,
	type NftMovement,
} from './statementMovements';
import { addPrices } from './statementPrices';
import type { StatementRows } from './statementRows';

/** More addresses would need more requests than a run should send. */
const mostAddresses = 50;

const addresses: Field<NamedAddresses | undefined> = {
	takesNames: true,
	...evmAddressLines(
		{
			displayName: 'Addresses',
			name: 'addresses',
			placeholder: 'e.g. 0x4aaEe6E2AB9c526E924f62052eF2221d2501Ff53 = Operations',
		},
		mostAddresses,
		'Make an item for each group of addresses: each item gives a statement of its own.',
	),
	notSent: true,
};

const returned = returnField('movement', [
	{
		name: 'Balances',
		value: 'balances',
		description: 'An item for each address and asset, with opening and closing. Choose it alone.',
	},
	{
		name: 'Counterparties',
		value: 'counterparties',
		description: 'An item for each one that paid or was paid, and asset. Choose it alone.',
	},
	{
		name: 'CoinTracking',
		value: 'coinTracking',
		description: 'CSV file of movements, to import into CoinTracking',
	},
	{
		name: 'CSV',
		value: 'csv',
		description: 'File with the balances and sums of each address and asset',
	},
	{
		name: 'Detail CSV',
		value: 'detailCsv',
		description: 'File with a row for each payment and fee, for people',
	},
	{
		name: 'Koinly',
		value: 'koinly',
		description: 'CSV file of movements, to import into Koinly',
	},
	{ name: 'NFT CSV', value: 'nftCsv', description: 'File with a row for each NFT that moved' },
]);
const timeZone = timeZoneOf('period and of the times in files');
const pricing = optional(
	flag({
		displayName: 'With Values',
		name: 'withValues',
		default: true,
		notSent: true,
		description:
			'Whether to read the price of the native token in USD at each transaction and both ends. Each takes 20 CU, and an import or export 40 to 120.',
	}),
);

export const statementFields: Field[] = [
	dataChain,
	addresses,
	...periodFields("the statement's"),
	returned,
	timeZone,
	{
		...otherNames,
		description: `${otherNames.description}. Addresses takes these names, too.`,
	},
	pricing,
	tokenPrices,
];

/** Prices alone would give values to some tokens, and to nothing else. */
export const checkPrices = (values: Values): InvalidField | undefined =>
	fieldValue(values, tokenPrices) && fieldValue(values, pricing) === false
		? new InvalidField(
				`${tokenPrices.displayName} has prices, and ${pricing.displayName} is off`,
				undefined,
				`Turn ${pricing.displayName} on, or remove ${tokenPrices.displayName}.`,
			)
		: undefined;

export interface StatementRead {
	chain: ChainFacts;
	/** The period as it was asked for. An open end is infinite. */
	asked: TimeRange;
	/** The same, from the first movement on if it has no beginning. */
	range: TimeRange;
	unfinished?: Unfinished;
	/** Times of day at which the period begins and ends, if not at midnight. */
	times?: string;
	blocks: BlockRange;
	zone: string;
	names?: Names;
	/** Names that the user gave to more than one of the addresses. */
	sharedNames: string[];
	/** Names of Others that no movement is with. */
	unmetNames: string[];
	isTool: boolean;
	returns: string[];
	addresses: string[];
	group: StatementContext;
	movements: Movement[];
	nfts: NftMovement[];
	ends: Map<string, Ends>;
	failed: number;
	/** Transactions that call a token's function, by the address that they call. */
	tokenCalls: Map<string, number>;
	/** False if the chain is the C-Chain and the service did not list its imports and exports. */
	hasAtomic: boolean;
	/** True if values were asked for. */
	withValues: boolean;
	/** True if movements have the values that the service has. */
	arePriced: boolean;
	/** Prices of tokens that the user gave. */
	given?: GivenPrices;
	/** The price of the native token at each end. Undefined if the service has none, or without values. */
	prices: Partial<Record<PeriodEnd, Price>>;
	/** False if the service has no price of the native token, neither of the past nor of now. */
	isChainPriced: boolean;
	work: Work;
}

interface Asking {
	client: Client;
	question: Omit<Question, 'address'>;
	work: Work;
}

async function readEach(
	{ client, question, work }: Asking,
	asked: string[],
): Promise<Answer<Map<string, Lists>>> {
	const found = new Map<string, Lists>();
	for (const address of asked) {
		const none = { native: [], internal: [], erc20: [], erc721: [], erc1155: [], atomic: [] };
		const lists: Answer<Lists> = isEmptyRange(question.blocks)
			? { ok: true, result: none }
			: await readLists(client, { ...question, address }, work);
		if (!lists.ok) return lists;
		found.set(address, lists.result);
	}
	return { ok: true, result: found };
}

/** The holdings of each address before the first block of the period and after its last. */
async function readEnds(
	{ client, question, work }: Asking,
	asked: string[],
): Promise<Answer<Map<string, Ends>>> {
	const { from, to } = question.blocks;
	const found = new Map<string, Ends>();
	for (const address of asked) {
		const own = { ...question, address };
		const opening = await readHeld(client, own, from - 1, work);
		if (!opening.ok) return opening;
		const closing = await readHeld(client, own, to - 1, work);
		if (!closing.ok) return closing;
		found.set(address, { opening: opening.result, closing: closing.result });
	}
	return { ok: true, result: found };
}

/** The end of a period that was over when it was read. Otherwise, closing balances are those of now. */
const endOf = ({ to }: TimeRange, readAt: number): number | undefined =>
	to > readAt ? undefined : to;

const askEndPrices = async ({ client, question, range, readAt }: Begun, address: string) =>
	await readEndPrices(
		client,
		{ ...question, address },
		{
			opening: Number.isFinite(range.from) ? range.from : undefined,
			closing: endOf(range, readAt),
		},
	);

const firstTime = (movements: Movement[]): number | undefined =>
	movements.length ? movements.reduce((a, { time }) => Math.min(a, time), Infinity) : undefined;

const byPlace = (a: Movement | NftMovement, b: Movement | NftMovement): number => a.block - b.block;

/** Reads the movements of all addresses, one address after the other. */
function* gather<T>(
	listed: Map<string, Lists>,
	group: StatementContext,
	readOf: (lists: Lists, address: string, group: StatementContext) => Iterable<T>,
): Generator<void, T[]> {
	const all: T[] = [];
	for (const [address, lists] of listed)
		for (const found of readOf(lists, address, group)) {
			yield* spend(workOf.event);
			all.push(found);
		}
	return all;
}

export const readStatement =
	(rowsOf: () => StatementRows) =>
	async (client: Client, values: Values, runContext: RunContext): Promise<Answer<StatementRead>> =>
		await readWith(rowsOf(), { client, values, runContext });

interface Run {
	client: Client;
	values: Values;
	runContext: RunContext;
}

/** The beginning of the reading. `readAt` is before the newest block is asked for. */
interface Begun extends Asking {
	chain: ChainFacts;
	range: TimeRange;
	readAt: number;
}

async function begin(rows: StatementRows, { client, values }: Run): Promise<Answer<Begun>> {
	const chainId = fieldValue(values, dataChain);
	const chain = await askChain(client, chainId);
	if (!chain.ok) return chain;
	const range = toRange(readPeriod(values));
	const readAt = nowInSeconds();
	const blocks = await findBlocks(client, chainId, range);
	if (!blocks.ok) return blocks;
	const times = {
		...(Number.isFinite(range.from) && { from: range.from }),
		...(Number.isFinite(range.to) && { to: range.to }),
	};
	const { network } = chain.result;
	const question = { rows, chainId, network, blocks: blocks.result, times };
	const work: Work = { pages: 0, read: 0 };
	return { ok: true, result: { client, question, work, chain: chain.result, range, readAt } };
}

function toGroup({ symbol, decimals }: ChainFacts, listed: Map<string, Lists>): StatementContext {
	const native = { token: '', symbol, decimals };
	const group: StatementContext = {
		addresses: new Set(listed.keys()),
		sent: new Map(),
		assets: new Map([['', native]]),
	};
	for (const own of listed.values()) noteTransactions(own, group);
	return group;
}

type Priced = Pick<
	StatementRead,
	'withValues' | 'arePriced' | 'prices' | 'isChainPriced' | 'given'
>;

/** The prices at both ends, and those of movements, which get them. */
async function readPrices(
	begun: Begun,
	{ values, runContext: { isTool } }: Run,
	movements: Movement[],
): Promise<Answer<Priced>> {
	const withValues = fieldValue(values, pricing) !== false;
	const [first] = mergedValues(values, addresses).addresses!;
	const atEnds = withValues ? await askEndPrices(begun, first.toLowerCase()) : noEndPrices;
	if (!atEnds.ok) return atEnds;
	// An AI agent does not wait for prices of a chain that has none at the ends.
	const asksPrices = withValues && (!isTool || atEnds.result.isChainPriced);
	const added: Answer<boolean> = asksPrices
		? await addPrices(begun, movements, isTool)
		: { ok: true, result: withValues };
	if (!added.ok) return added;
	const isChainPriced = atEnds.result.isChainPriced || movements.some(({ price }) => price);
	const given = fieldValue(values, tokenPrices);
	addGivenPrices(movements, given);
	const { prices } = atEnds.result;
	return {
		ok: true,
		result: { withValues, arePriced: added.result, prices, isChainPriced, given },
	};
}

async function readWith(rows: StatementRows, run: Run): Promise<Answer<StatementRead>> {
	const { values, runContext } = run;
	const { timezone, isTool } = runContext;
	const asked = mergedValues(values, addresses).addresses!.map((address) => address.toLowerCase());
	const begun = await begin(rows, run);
	if (!begun.ok) return begun;
	const { chain, range, work, question, readAt } = begun.result;
	const zone = fieldValue(values, timeZone) ?? timezone;
	const lists = await readEach(begun.result, asked);
	if (!lists.ok) return lists;
	const ends = await readEnds(begun.result, asked);
	if (!ends.ok) return ends;
	const group = toGroup(chain, lists.result);
	const movements = await inPieces(gather(lists.result, group, readMovements));
	const nfts = await inPieces(gather(lists.result, group, readNfts));
	const priced = await readPrices(begun.result, run, movements);
	if (!priced.ok) return priced;
	return {
		ok: true,
		result: {
			chain,
			blocks: question.blocks,
			group,
			ends: ends.result,
			work,
			isTool,
			...priced.result,
			asked: range,
			range: beginAt(firstTime(movements), range, readAt),
			unfinished: unfinishedOf({ ends: range.to, readAt, zone }),
			times: timesOf(range, zone),
			zone,
			names: allNamesOf(values),
			sharedNames: listShared(asked, values),
			unmetNames: listUnmet([...movements, ...nfts], values),
			returns: returnsIn(values),
			addresses: asked,
			movements: movements.sort(byPlace),
			nfts: nfts.sort(byPlace),
			failed: movements.filter(({ isOfFailed }) => isOfFailed).length,
			tokenCalls: countTokenCalls(lists.result),
			hasAtomic: [...lists.result.values()].every(({ atomic }) => atomic !== undefined),
		},
	};
}
