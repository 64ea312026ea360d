/** What a statement says: its rows, its balances, and the words for both. */
import { DateTime } from 'luxon';
import { nameOf } from '../shared/fields/names';
import { piecesOf, spend, workOf } from '../shared/pace';
import type { Report } from '../shared/report/recipe';
import { nameRange } from '../shared/report/totals';
import { countOf, writeNumber } from '../shared/report/writing';
import { toChecksumAddress } from '../shared/values/checksum';
import { lookOf, sayId } from '../shared/values/foreign';
import { isEmptyRange } from '../shared/chains/blockRange';
import { multiply, sum, toUnits } from '../shared/values/numbers';
import {
	allClose,
	listBalances,
	sumBalances,
	type Balance,
	type Closes,
} from './statementBalances';
import type { Asset, Movement, NftMovement } from './statementMovements';
import type { StatementRead } from './statementReading';

/** A movement with what is derived from it. */
export interface StatementRow {
	movement: Movement;
	asset: Asset;
	/** In whole tokens; undefined where the decimals are unknown. */
	amount?: string;
	/** Exact, in the currency of its price. */
	value?: string;
	/** The same in each statement that holds it. */
	key: string;
}

/** Sums of the values that are known, exact. */
export interface Value {
	currency: string;
	incoming: string;
	outgoing: string;
	fees: string;
}

export interface Statement extends Report<StatementRow> {
	read: StatementRead;
	/** All movements; an agent gets none of them as rows. */
	all: StatementRow[];
	/** For each address and asset. */
	balances: Balance[];
	/** For each asset, over all addresses. */
	totals: Balance[];
	closes: Closes;
	/** What was received and paid is worth, in each currency. */
	values: Value[];
	/** What an asset is called where its symbol alone could be mistaken for another's. */
	labels: Map<string, string>;
}

/** An address as people write it. */
export const writeAddress = (address: string): string => sayId(toChecksumAddress(address));

/** An address with the name that a person gave it. */
export function writeOwner(address: string | undefined, { names }: StatementRead): string {
	if (address === undefined) return '';
	return nameOf(names, address) ?? writeAddress(address);
}

/** Smallest units as a decimal number, with a minus where it is below zero. */
export const inWhole = (units: bigint | undefined, { decimals }: Asset): string | undefined =>
	units === undefined || decimals === undefined ? undefined : toUnits(String(units), decimals);

/** Symbols that are one to a reader: all but the native token's stand with the token's address. */
function labelAssets(assets: Iterable<Asset>): Map<string, string> {
	const all = [...assets];
	const counts = new Map<string, number>();
	for (const { symbol } of all) counts.set(lookOf(symbol), (counts.get(lookOf(symbol)) ?? 0) + 1);
	return new Map(
		all.map(({ token, symbol }) => {
			const isPlain = token === '' || counts.get(lookOf(symbol)) === 1;
			return [token, isPlain ? symbol : `${symbol} ${token.slice(0, 10)}`];
		}),
	);
}

/** Rows in their order, each with a key that a later statement gives it again. */
function* toRows({ movements, group, chain }: StatementRead): Generator<void, StatementRow[]> {
	const seen = new Map<string, number>();
	const rows: StatementRow[] = [];
	for (const movement of movements) {
		yield* spend(workOf.line);
		const asset = group.assets.get(movement.token)!;
		const amount = inWhole(movement.amount, asset);
		const place = `${chain.name} ${movement.hash} ${writeAddress(movement.address)}`;
		const count = (seen.get(place) ?? 0) + 1;
		seen.set(place, count);
		const value = movement.price && multiply(movement.price.price, amount);
		rows.push({
			movement,
			asset,
			key: `${place} ${count}`,
			...(amount !== undefined && { amount }),
			...(value !== undefined && { value }),
		});
	}
	return rows;
}

/** What changes the wealth of all addresses together: no transfer between them, and nothing sent to oneself. */
export const changesWealth = ({ movement }: StatementRow): boolean =>
	!movement.isTransfer && movement.direction !== 'self';

/** The amount as it changes what the address holds: below zero for what it sent or paid. */
export function changeOf({ movement, amount }: StatementRow): string | undefined {
	if (amount === undefined || movement.direction === 'incoming') return amount;
	return movement.direction === 'self' || Number(amount) === 0 ? '0' : `-${amount}`;
}

/** What was received and paid is worth, as far as the service has prices. */
function* sumValues(rows: StatementRow[]): Generator<void, Value[]> {
	const valued = rows.filter((row) => changesWealth(row) && row.value !== undefined);
	const values: Value[] = [];
	for (const currency of new Set(valued.map(({ movement }) => movement.price!.currency))) {
		const own = valued.filter(({ movement }) => movement.price!.currency === currency);
		const of = (direction: Movement['direction']) =>
			piecesOf(
				sum,
				own.flatMap((row) => (row.movement.direction === direction ? row.value! : [])),
			);
		values.push({
			currency,
			incoming: yield* of('incoming'),
			outgoing: yield* of('outgoing'),
			fees: yield* of('fee'),
		});
	}
	return values;
}

/** What a statement without a movement says where the chain had no block. */
const noBlock = 'The chain has no block in this period.';
const noMovement = 'These addresses had no movement in this period.';

const sentence = (words: string, isSaid: boolean): string[] => (isSaid ? [words] : []);

/** Several balances by their asset and owner: few by name, more by their number. */
const fewBalances = 3;
function listNamed(balances: Balance[], statement: Unnoted): string {
	const { labels, read } = statement;
	const named = balances.slice(0, fewBalances).map(({ token, address, difference }) => {
		const asset = read.group.assets.get(token)!;
		const words = inWhole(difference, asset) ?? '';
		const owner = read.addresses.length > 1 ? ` of ${writeOwner(address, read)}` : '';
		return [words, `${labels.get(token)}${owner}`].filter(Boolean).join(' ');
	});
	const others = balances.length - named.length;
	return [...named, ...(others > 0 ? [`${others} more`] : [])].join(', ');
}

function noteNfts({ nfts }: StatementRead): string[] {
	const of = (wanted: NftMovement['direction']) =>
		nfts.filter(({ direction }) => direction === wanted).length;
	return sentence(
		`NFTs are listed apart: ${of('incoming')} received, ${of('outgoing')} sent.`,
		nfts.length > 0,
	);
}

const hasNoBlock = ({ blocks }: StatementRead): boolean => isEmptyRange(blocks);

type Unnoted = Omit<Statement, 'notes'>;

function writeNotes(statement: Unnoted): string[] {
	const { read, balances, all } = statement;
	const open = balances.filter(({ closes }) => closes === 'no');
	const unknown = balances.filter(({ closes }) => closes === 'unknown');
	const transfers = all.filter(({ movement }) => movement.isTransfer).length;
	const unvalued = all.filter(({ value }) => value === undefined).length;
	const unscaled = all.filter(({ amount }) => amount === undefined).length;
	return [
		...sentence(noBlock, hasNoBlock(read)),
		...sentence(
			`A difference is left that no service explains: ${listNamed(open, statement)}. Tokens whose balances change without a transfer leave one.`,
			open.length > 0,
		),
		...sentence(
			`Whether it closes is unknown, since the service does not have both balances: ${listNamed(unknown, statement)}.`,
			unknown.length > 0,
		),
		...sentence(
			`In and Out leave out ${countOf(transfers, 'movement')} between these addresses.`,
			transfers > 0,
		),
		...sentence(
			`${countOf(read.failed, 'transaction')} failed: each cost a fee and moved nothing.`,
			read.failed > 0,
		),
		...sentence(
			'The service did not list imports from other chains and exports to them. They are in the difference.',
			!read.hasAtomic,
		),
		...noteNfts(read),
		...sentence(
			`Without a value: ${countOf(unvalued, 'movement')}. The service has prices of the native token alone, in USD, from a day after the transaction.`,
			read.withValues && unvalued > 0,
		),
		...sentence(
			`The service does not say how many decimals the token of ${countOf(unscaled, 'movement')} has. Units has the whole number.`,
			unscaled > 0,
		),
		'Balances are those before the first block of the period and after its last. Sums are exact.',
	];
}

/** Beginning and end as the clocks of the statement's time zone show them. */
export const showRange = ({ range, zone }: StatementRead): string[] =>
	[range.from, range.to].map((time) =>
		DateTime.fromSeconds(time, { zone, locale: 'en' }).toFormat('yyyy-MM-dd HH:mm'),
	);

/** Choices of Return that give an item for each movement. */
const isOfRows = (choice: string): boolean => choice === 'items' || choice === 'rows';

/** Adds up what was read. */
export function* addUp(read: StatementRead): Generator<void, Statement> {
	const balances = yield* listBalances(read.movements, read.ends, read.group);
	const all = yield* toRows(read);
	const { name, slug } = nameRange(read.range, read.zone);
	const { pages, read: records } = read.work;
	const unnoted: Unnoted = {
		read,
		balances,
		all,
		slug,
		title: `Statement of ${read.chain.name}, ${name}`,
		fileName: `statement-${read.chain.slug}`,
		rows: !read.isTool && read.returns.some(isOfRows) ? all : [],
		totals: sumBalances(balances),
		closes: allClose(balances),
		values: yield* sumValues(all),
		labels: labelAssets(read.group.assets.values()),
		tally: {
			pages,
			read: records,
			wanted: records,
			ifEmpty: hasNoBlock(read) ? noBlock : noMovement,
		},
	};
	return { ...unnoted, notes: writeNotes(unnoted) };
}

/** Decimal places that a reader sees; the files have all. */
const shownPlaces = 4;

/** An amount for a reader; what is not known stays empty. */
export const showAmount = (units: bigint | undefined, asset: Asset): string => {
	const amount = inWhole(units, asset);
	return amount === undefined ? '' : writeNumber(amount, shownPlaces);
};
