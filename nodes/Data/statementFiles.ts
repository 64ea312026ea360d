/** Files of a statement: its balances, its movements, and imports for tax programs. */
import { pageOf } from '../shared/avalanche/explorer';
import { nameOf } from '../shared/fields/names';
import { mapInPieces, workOf } from '../shared/pace';
import { Clock } from '../shared/report/clock';
import { moneyColumns, yesOrNo } from '../shared/report/cells';
import { showCovered } from '../shared/report/covered';
import { cellsOf, headsOf, writeLongCsv, type CsvColumn, type CsvForm } from '../shared/report/csv';
import type { CsvTable } from '../shared/report/recipe';
import type { FileMaker } from '../shared/report/returned';
import { coinTrackingColumns, type Moved } from './rewardFiles';
import {
	atomicOf,
	changeOf,
	changesWealth,
	labelOf,
	methodOf,
	valueChangeOf,
	writeAddress,
	writeOwner,
	type StatementRow,
	type Statement,
} from './statement';
import { assetOf, inWhole } from './statementAssets';
import { currencyOfEnds, valueOfEnd } from './statementEndValues';
import type { Balance } from './statementBalances';
import type { PeriodEnd } from './statementEndPrices';
import { balanceKey, nftKeys } from './statementKeys';
import type { MovementKind, NftMovement } from './statementMovements';
import { nameOther, otherChains, sayNobody } from './statementNames';

export const directions: Record<string, string> = {
	incoming: 'In',
	outgoing: 'Out',
	self: 'Self',
	fee: 'Fee',
};

/** The page of a transaction in an explorer. Undefined if the chain has no known explorer. */
export const linkOf = (hash: string, { read }: Statement): string | undefined =>
	read.chain.explorer === undefined ? undefined : pageOf(read.chain.explorer, 'tx', hash);

function balanceColumns(statement: Statement): Array<CsvColumn<Balance>> {
	const { read } = statement;
	const units = (of: (balance: Balance) => bigint | undefined) => (balance: Balance) =>
		inWhole(of(balance), assetOf(read, balance.token)) ?? '';
	const valueAt = (end: PeriodEnd) => (balance: Balance) => valueOfEnd(end, balance, read);
	const isValued = (balance: Balance): boolean =>
		(valueAt('closing')(balance) ?? valueAt('opening')(balance)) !== undefined;
	const [from, before] = showCovered(read, read.zone);
	return [
		['Name', ({ address }) => nameOf(read.names, address!) ?? ''],
		['Address', ({ address }) => writeAddress(address!)],
		['Asset', ({ token }) => labelOf(statement, token)],
		['Token', ({ token }) => token && writeAddress(token)],
		['Opening', units(({ opening }) => opening)],
		['In', units(({ incoming }) => incoming)],
		['Out', units(({ outgoing }) => outgoing)],
		['Imports in In', units((balance) => atomicOf(balance, read).imports)],
		['Exports in Out', units((balance) => atomicOf(balance, read).exports)],
		['Transfers In', units(({ transfersIn }) => transfersIn)],
		['Transfers Out', units(({ transfersOut }) => transfersOut)],
		['Fees', units(({ fees }) => fees)],
		['Closing', units(({ closing }) => closing)],
		...moneyColumns('Opening Value', valueAt('opening')),
		...moneyColumns('Closing Value', valueAt('closing')),
		['Currency', (balance) => (isValued(balance) ? currencyOfEnds(read) : '')],
		['Difference', units(({ difference }) => difference)],
		['Closes', ({ closes }) => closes],
		['From', () => from],
		['Before', () => before],
		['Opening Block', () => String(read.blocks.from - 1)],
		['Closing Block', () => String(read.blocks.to - 1)],
		['Time Zone', () => read.zone],
		['Chain', () => read.chain.name],
		['Key', (balance) => balanceKey(balance, statement)],
	];
}

/** A row for each address and asset, and none over several, so that a sum of rows counts nothing twice. */
export function* toCsv(statement: Statement): Generator<void, CsvTable> {
	const columns = balanceColumns(statement);
	const rows = yield* mapInPieces(statement.balances, workOf.line, (balance) =>
		cellsOf(columns, balance),
	);
	return { heads: headsOf(columns), rows };
}

function detailColumns(statement: Statement): Array<CsvColumn<StatementRow>> {
	const { read } = statement;
	const clock = new Clock(read.zone);
	return [
		['Time', ({ movement }) => clock.write(movement.time)],
		['Direction', ({ movement }) => directions[movement.direction]],
		['Amount', ({ amount }) => amount ?? ''],
		['Change', (row) => changeOf(row) ?? ''],
		['Asset', ({ movement }) => labelOf(statement, movement.token)],
		...moneyColumns('Value', ({ value }: StatementRow) => value),
		...moneyColumns('Value Change', valueChangeOf),
		['Currency', ({ movement }) => movement.price?.currency ?? ''],
		['Name', ({ movement }) => nameOf(read.names, movement.address) ?? ''],
		['Counterparty Name', ({ movement }) => nameOther(movement, read.names) ?? ''],
		['Kind', ({ movement }) => movement.kind],
		['Method', ({ movement }) => methodOf(movement, read) ?? ''],
		['Transfer', ({ movement }) => yesOrNo(movement.isTransfer)],
		['Failed', ({ movement }) => yesOrNo(movement.isOfFailed)],
		['Address', ({ movement }) => writeAddress(movement.address)],
		['Counterparty', ({ movement }) => addressCell(movement.counterparty)],
		['Token', ({ movement }) => movement.token && writeAddress(movement.token)],
		[
			'Fee Paid By Name',
			({ movement: { feePaidBy } }) => (feePaidBy && nameOf(read.names, feePaidBy)) ?? '',
		],
		['Fee Paid By', ({ movement }) => addressCell(movement.feePaidBy)],
		['Block', ({ movement }) => String(movement.block)],
		['Transaction', ({ movement }) => movement.hash],
		['Explorer', ({ movement }) => linkOf(movement.hash, statement) ?? ''],
		['Units', ({ movement }) => String(movement.amount)],
		['Key', ({ key }) => key],
		['Chain', () => read.chain.name],
		['Time Zone', () => read.zone],
	];
}

const addressCell = (address: string | undefined): string =>
	address === undefined ? '' : writeAddress(address);

const writeDetail = (statement: Statement, form: CsvForm): Generator<void, Buffer> =>
	writeLongCsv({
		columns: detailColumns(statement),
		entries: statement.all,
		forSheet: form,
	});

function writeNfts(statement: Statement, form: CsvForm): Generator<void, Buffer> {
	const { read } = statement;
	const clock = new Clock(read.zone);
	const keys = nftKeys(statement);
	const columns: Array<CsvColumn<NftMovement>> = [
		['Time', ({ time }) => clock.write(time)],
		['Direction', ({ direction }) => directions[direction]],
		['Pieces', ({ amount }) => String(amount)],
		['NFT', ({ name }) => name],
		['Token ID', ({ tokenId }) => tokenId],
		['Type', ({ ercType }) => ercType],
		['Token', ({ token }) => writeAddress(token)],
		['Name', ({ address }) => nameOf(read.names, address) ?? ''],
		['Address', ({ address }) => writeAddress(address)],
		['Counterparty Name', (nft) => nameOther(nft, read.names) ?? ''],
		['Counterparty', ({ counterparty }) => addressCell(counterparty)],
		['Transfer', ({ isTransfer }) => yesOrNo(isTransfer)],
		['Block', ({ block }) => String(block)],
		['Transaction', ({ hash }) => hash],
		['Explorer', ({ hash }) => linkOf(hash, statement) ?? ''],
		['Key', (nft) => keys.get(nft)!],
		['Chain', () => read.chain.name],
		['Time Zone', () => read.zone],
	];
	return writeLongCsv({ columns, entries: read.nfts, forSheet: form });
}

const isForTaxes = (row: StatementRow): boolean => changesWealth(row) && row.amount !== undefined;

const kindWords: Record<MovementKind, string> = {
	payment: 'payment',
	creation: 'money for a new contract',
	internal: 'payment by a contract',
	token: 'token transfer',
	import: `import from the ${otherChains}`,
	export: `export to the ${otherChains}`,
	fee: 'fee of a transaction',
};

function describeMovement({ movement }: StatementRow, { read }: Statement): string {
	const { kind, address, counterparty, direction } = movement;
	const words = `${writeOwner(address, read)}: ${kindWords[kind]}`;
	if (counterparty === undefined) return [words, sayNobody(movement)].filter(Boolean).join(', ');
	return `${words} ${direction === 'incoming' ? 'from' : 'to'} ${writeOwner(counterparty, read)}`;
}

const isIn = ({ movement }: StatementRow): boolean => movement.direction === 'incoming';

/**
 * The columns of what came and of what went, as a tax program calls them.
 * Such a file has only rows whose amount is known.
 */
function movedColumns(statement: Statement): Record<'in' | 'out', Moved<StatementRow>> {
	const amount = (row: StatementRow): string => row.amount!;
	const asset = ({ movement }: StatementRow): string => labelOf(statement, movement.token);
	const onlyIf =
		(isWanted: boolean, cell: (row: StatementRow) => string) =>
		(row: StatementRow): string =>
			isIn(row) === isWanted ? cell(row) : '';
	return {
		in: { amount: onlyIf(true, amount), asset: onlyIf(true, asset) },
		out: { amount: onlyIf(false, amount), asset: onlyIf(false, asset) },
	};
}

/**
 * Koinly's "universal template": support.koinly.io/en/articles/9489976 "How to create a custom CSV file with your data"
 * (read in November 2026). `cost` is its label for fees.
 */
function writeKoinly(statement: Statement): Generator<void, Buffer> {
	const clock = new Clock('utc');
	const moved = movedColumns(statement);
	const columns: Array<CsvColumn<StatementRow>> = [
		['Date', ({ movement }) => `${clock.write(movement.time, 'minutes')} UTC`],
		['Sent Amount', moved.out.amount],
		['Sent Currency', moved.out.asset],
		['Received Amount', moved.in.amount],
		['Received Currency', moved.in.asset],
		['Fee Amount', () => ''],
		['Fee Currency', () => ''],
		['Net Worth Amount', ({ value }) => value ?? ''],
		[
			'Net Worth Currency',
			({ value, movement }) => (value === undefined ? '' : movement.price!.currency),
		],
		['Label', ({ movement }) => (movement.direction === 'fee' ? 'cost' : '')],
		['Description', (row) => describeMovement(row, statement)],
		['TxHash', ({ movement }) => movement.hash],
	];
	return writeLongCsv({ columns, entries: statement.all.filter(isForTaxes) });
}

const coinTrackingTypes: Record<string, string> = {
	incoming: 'Deposit',
	outgoing: 'Withdrawal',
	fee: 'Other Fee',
};

/** The parts of the key with the hash first, which an explorer finds. */
const toTxId = ({ key }: StatementRow, { read: { chain } }: Statement): string =>
	`${key.slice(chain.name.length + 1)} ${chain.name}`;

/** CoinTracking's bulk import, as for rewards. It takes rows with one Tx-ID for one, so the Tx-ID has all of the key. */
function writeCoinTracking(statement: Statement): Generator<void, Buffer> {
	const { read } = statement;
	const clock = new Clock(read.zone);
	const moved = movedColumns(statement);
	return writeLongCsv({
		columns: coinTrackingColumns<StatementRow>({
			Type: ({ movement }) => coinTrackingTypes[movement.direction],
			Buy: moved.in,
			Sell: moved.out,
			Exchange: () => `Avalanche ${read.chain.name}`,
			Comment: (row) => describeMovement(row, statement),
			Date: ({ movement }) => clock.write(movement.time),
			'Tx-ID': (row) => toTxId(row, statement),
		}),
		entries: statement.all.filter(isForTaxes),
		// As for rewards.
		endsWithLine: false,
	});
}

export function toFiles(statement: Statement): Record<string, FileMaker> {
	const { slug: chain } = statement.read.chain;
	return {
		detailCsv: {
			property: 'detailCsv',
			name: (slug) => `payments-${chain}-${slug}.csv`,
			write: (form) => writeDetail(statement, form),
		},
		nftCsv: {
			property: 'nftCsv',
			name: (slug) => `nfts-${chain}-${slug}.csv`,
			write: (form) => writeNfts(statement, form),
		},
		koinly: {
			property: 'koinly',
			name: (slug) => `payments-${chain}-${slug}-koinly.csv`,
			write: () => writeKoinly(statement),
		},
		coinTracking: {
			property: 'coinTracking',
			name: (slug) => `payments-${chain}-${slug}-cointracking.csv`,
			write: () => writeCoinTracking(statement),
		},
	};
}
