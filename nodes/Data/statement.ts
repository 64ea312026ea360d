/** The content of a statement: its rows, its balances, and the words for both. */
import { listFew } from '../shared/values/lists';
import { nameOf } from '../shared/fields/names';
import { piecesOf, spend, workOf } from '../shared/pace';
import type { Report } from '../shared/report/recipe';
import { numberAlike } from '../shared/report/key';
import { nameRange } from '../shared/report/totals';
import { countOf, sentence, writeNumber } from '../shared/values/writing';
import { toChecksumAddress } from '../shared/values/checksum';
import { findAlike, sayId } from '../shared/values/foreign';
import { shortenHex } from '../shared/values/ids';
import { withSign } from './columns';
import { isEmptyRange } from '../shared/chains/blockRange';
import { multiply, sum } from '../shared/values/numbers';
import { assetOf, demandListed, inWhole } from './statementAssets';
import {
	closesOf,
	listBalances,
	sumBalances,
	type Balance,
	type Closes,
} from './statementBalances';
import { noteContracts } from './statementContracts';
import { listDealings, type Dealing } from './statementDealings';
import type { Asset, Movement, NftMovement } from './statementMovements';
import { noteNoValues, notePrices } from './statementEndValues';
import { noteGiven } from './statementGivenPrices';
import { noteUnmet, noteUnnamed } from './statementNames';
import type { StatementRead } from './statementReading';
import { noteUnvalued } from './statementUnvalued';

export interface StatementRow {
	movement: Movement;
	asset: Asset;
	/** In whole tokens. Undefined if the decimals are unknown. */
	amount?: string;
	/** Exact, in the currency of the price. */
	value?: string;
	/** Identifies the movement in all statements that include it. */
	key: string;
}

interface Value {
	currency: string;
	incoming: string;
	outgoing: string;
	fees: string;
}

export interface Statement extends Report<StatementRow> {
	read: StatementRead;
	/** All movements. An AI agent gets none of them as `rows`. */
	all: StatementRow[];
	/** For each address and asset. */
	balances: Balance[];
	/** For each asset, over all addresses. */
	totals: Balance[];
	/** For each counterparty and asset, over all addresses. */
	dealings: Dealing[];
	closes: Closes;
	/** Values of receipts and payments, in each currency. */
	values: Value[];
	/** The names of assets. They include the token's address if symbols look alike. */
	labels: Map<string, string>;
}

/** Imports and exports. Undefined if the service did not list them. */
export const atomicOf = ({ imports, exports }: Balance, { hasAtomic }: StatementRead) => ({
	imports: hasAtomic ? imports : undefined,
	exports: hasAtomic ? exports : undefined,
});

export const writeAddress = (address: string): string => sayId(toChecksumAddress(address));

export const labelOf = ({ labels }: Pick<Statement, 'labels'>, token: string): string =>
	demandListed(labels.get(token), token);

/** The name, or the ends of the address, where a whole one would fill the line. */
export const writeShort = (address: string, { names }: StatementRead): string =>
	nameOf(names, address) ?? shortenHex(writeAddress(address));

export function writeOwner(address: string | undefined, { names }: StatementRead): string {
	if (address === undefined) return '';
	return nameOf(names, address) ?? writeAddress(address);
}

/** The function that the transaction of a movement called. Undefined if none, or if the service does not tell it. */
export const methodOf = ({ hash }: Movement, { group }: StatementRead): string | undefined =>
	group.sent.get(hash)?.method;

/** Adds the token's address to symbols that look the same to a reader, except that of the native token. */
function labelAssets(assets: Iterable<Asset>): Map<string, string> {
	const all = [...assets];
	const isShared = findAlike(all.map(({ symbol }) => symbol));
	return new Map(
		all.map(({ token, symbol }) => {
			const isPlain = token === '' || !isShared(symbol);
			return [token, isPlain ? symbol : `${symbol} ${token.slice(0, 10)}`];
		}),
	);
}

/** Rows in order. A later statement gives each movement the same key. */
function* toRows({ movements, group, chain }: StatementRead): Generator<void, StatementRow[]> {
	const numbered = numberAlike();
	const rows: StatementRow[] = [];
	for (const movement of movements) {
		yield* spend(workOf.line);
		const asset = assetOf({ group }, movement.token);
		const amount = inWhole(movement.amount, asset);
		const place = `${chain.name} ${movement.hash} ${writeAddress(movement.address)}`;
		const value = movement.price && multiply(movement.price.price, amount);
		rows.push({
			movement,
			asset,
			key: numbered(place),
			...(amount !== undefined && { amount }),
			...(value !== undefined && { value }),
		});
	}
	return rows;
}

/** True if the movement changes the total of all addresses, so not for transfers between them or to oneself. */
export const changesWealth = ({ movement }: StatementRow): boolean =>
	!movement.isTransfer && movement.direction !== 'self';

/** The signed change of the address's balance. */
export const changeOf = ({ movement, amount }: StatementRow): string | undefined =>
	withSign(amount, movement.direction);

/** The signed value of that change. In a sum, transfers between the statement's addresses cancel. */
export const valueChangeOf = ({ movement, value }: StatementRow): string | undefined =>
	withSign(value, movement.direction);

/** Adds up the values of receipts and payments that have a price. */
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

/** Explains an empty statement if the chain had no block. */
const noBlock = 'The chain has no block in this period.';
const noMovementOfHolders =
	'There was no movement in this period. Balances and Page in Return have the balances.';
const noMovement =
	"These addresses had no movement in this period. Check Chain, and that each is a wallet: a token's contract seldom holds anything.";

const fewBalances = 3;
function listNamed(balances: Balance[], statement: Unnoted): string {
	const { read } = statement;
	const say = ({ token, address, difference }: Balance): string => {
		const asset = assetOf(read, token);
		const words = showUnits(difference, asset);
		const owner = read.addresses.length > 1 ? ` of ${writeOwner(address, read)}` : '';
		return [words, `${labelOf(statement, token)}${owner}`].filter(Boolean).join(' ');
	};
	return listFew(balances, fewBalances, say).join(', ');
}

function noteNfts({ nfts }: StatementRead): string[] {
	const of = (wanted: NftMovement['direction']) =>
		nfts.filter(({ direction }) => direction === wanted).length;
	return sentence(
		`NFTs are listed apart: ${of('incoming')} received, ${of('outgoing')} sent.`,
		nfts.length > 0,
	);
}

function noteFailed({ failed }: StatementRead): string[] {
	const each = failed === 1 ? 'it' : 'each';
	return sentence(
		`${countOf(failed, 'transaction')} failed: ${each} cost a fee and moved nothing.`,
		failed > 0,
	);
}

/** Imports and exports only move AVAX between chains, so an accountant may have to take them off. */
function noteAtomic({ totals: [native], read }: Unnoted): string[] {
	const asset = assetOf(read, '');
	const [moved, paid] = [native.imports, native.exports].map(
		(units) => `${showUnits(units, asset)} ${asset.symbol}`,
	);
	const imports =
		native.imports > 0n ? [`In holds imports of ${moved} from the P- and X-Chain`] : [];
	const exports = native.exports > 0n ? [`Out holds exports of ${paid} to the P- and X-Chain`] : [];
	const held = [...imports, ...exports];
	return sentence(
		`${held.join(', and ')}. Between your own addresses, these are no income and no expense.`,
		held.length > 0,
	);
}

const hasNoBlock = ({ blocks }: StatementRead): boolean => isEmptyRange(blocks);

type Unnoted = Omit<Statement, 'notes'>;

/** What does not add up: items alone would hide it. */
function noteOpen(statement: Unnoted): string[] {
	const { balances } = statement;
	const open = balances.filter(({ closes }) => closes === 'no');
	const unknown = balances.filter(({ closes }) => closes === 'unknown');
	return [
		...sentence(
			`A difference is left that no service explains: ${listNamed(open, statement)}. Tokens whose balances change without a transfer leave one.`,
			open.length > 0,
		),
		...sentence(
			`Whether it closes is unknown, since the service does not have both balances: ${listNamed(unknown, statement)}.`,
			unknown.length > 0,
		),
	];
}

/** A sum of a column would leave these movements out in silence, as the files for tax programs do. */
function noteUnscaled({ all }: Unnoted): string[] {
	const unscaled = all.filter(({ amount }) => amount === undefined).length;
	return sentence(
		`The service does not say how many decimals the token of ${countOf(unscaled, 'movement')} has. Units has the whole number. The files for Koinly and CoinTracking leave these movements out.`,
		unscaled > 0,
	);
}

const noteTokens = ({ read }: Unnoted): string[] =>
	noteContracts(read.tokenCalls, (address) => writeOwner(address, read));

/** Which movements have no value. A sum of a column would leave them out in silence. */
function noteUnvaluedOf({ read, all }: Unnoted): string[] {
	const unvalued = all.filter(({ value }) => value === undefined);
	return noteUnvalued(
		unvalued.map(({ movement }) => movement),
		read,
	);
}

const noteUnnamedOf = ({ read }: Unnoted): string[] => noteUnnamed(read.movements);

const noteUnmetOf = ({ read }: Unnoted): string[] => noteUnmet(read.unmetNames);

function writeNotes(statement: Unnoted): string[] {
	const { read, all } = statement;
	const transfers = all.filter(({ movement }) => movement.isTransfer).length;
	return [
		...sentence(noBlock, hasNoBlock(read)),
		...noteTokens(statement),
		...noteOpen(statement),
		...sentence(
			`In and Out leave out ${countOf(transfers, 'movement')} between these addresses.`,
			transfers > 0,
		),
		...noteUnnamedOf(statement),
		...noteUnmetOf(statement),
		...noteAtomic(statement),
		...noteFailed(read),
		...sentence(
			'The service did not list imports from other chains and exports to them. They are in the difference.',
			!read.hasAtomic,
		),
		...sentence(
			`Several of these addresses have the name ${read.sharedNames.join(', ')}. The ends of the address tell them apart.`,
			read.sharedNames.length > 0,
		),
		...noteNfts(read),
		...noteUnvaluedOf(statement),
		...noteUnscaled(statement),
		...noteGivenOf(statement),
		...notePrices(read),
		...noteNoValuesOf(statement),
		read.unfinished
			? 'Opening balances are those before the first block of the period, closing ones those of now.'
			: 'Balances are those before the first block of the period and after its last.',
	];
}

const noteGivenOf = ({ read, labels }: Unnoted): string[] => noteGiven(read.given, labels);

const noteNoValuesOf = ({ read, totals: [native] }: Unnoted): string[] =>
	noteNoValues(read, native);

const lacking = [
	noteTokens,
	noteOpen,
	noteUnnamedOf,
	noteUnmetOf,
	noteUnvaluedOf,
	noteUnscaled,
	noteGivenOf,
	noteNoValuesOf,
];

/** For the output panel: items without a total have no notes. */
function writeLacks(statement: Unnoted): string | undefined {
	if (hasNoBlock(statement.read)) return undefined;
	const notes = [
		...sentence(noMovementOfHolders, onlyHolds(statement)),
		...lacking.flatMap((note) => note(statement)),
	];
	return notes.length ? notes.join(' ') : undefined;
}

/** True if nothing moved, while an address holds something. */
const onlyHolds = ({ read, balances, all }: Unnoted): boolean =>
	!hasNoBlock(read) &&
	!all.length &&
	balances.some(({ opening, closing }) => (opening ?? closing ?? 0n) > 0n);

/** Choices of Return that give an item for each movement. */
const isOfRows = (choice: string): boolean => choice === 'items' || choice === 'rows';

export function* addUp(read: StatementRead): Generator<void, Statement> {
	const balances = yield* listBalances(read.movements, read.ends, read.group);
	const all = yield* toRows(read);
	const { name, slug } = nameRange(read.asked, read.zone);
	const { pages, read: records } = read.work;
	const unnoted: Unnoted = {
		read,
		balances,
		all,
		slug,
		title: `Statement of ${read.chain.name}, ${name}`,
		unfinished: read.unfinished,
		fileName: `statement-${read.chain.slug}`,
		rows: !read.isTool && read.returns.some(isOfRows) ? all : [],
		totals: yield* sumBalances(balances),
		dealings: yield* listDealings(all, read.names),
		hasSums: true,
		closes: closesOf(balances),
		values: yield* sumValues(all),
		labels: labelAssets(read.group.assets.values()),
		tally: {
			pages,
			read: records,
			wanted: records,
			called: read.chain.name,
			ifEmpty: hasNoBlock(read) ? noBlock : noMovement,
		},
	};
	const tally = {
		...unnoted.tally!,
		hasFigures: onlyHolds(unnoted),
		lacks: writeLacks(unnoted),
	};
	return { ...unnoted, tally, notes: writeNotes(unnoted) };
}

/** Decimal places for readers. The files have all. */
const shownPlaces = 4;

/** An amount for a reader. Empty if unknown. */
export const showUnits = (units: bigint | undefined, asset: Asset): string => {
	const amount = inWhole(units, asset);
	return amount === undefined ? '' : writeNumber(amount, shownPlaces);
};
