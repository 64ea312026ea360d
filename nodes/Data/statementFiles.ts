/** Files of a statement: its balances, its movements, and imports for tax programs. */
import { nameOf } from '../shared/fields/names';
import { mapInPieces, workOf } from '../shared/pace';
import { Clock } from '../shared/report/clock';
import { moneyCells, moneyHeads, yesOrNo } from '../shared/report/cells';
import { showCovered } from '../shared/report/covered';
import { writeLongCsv } from '../shared/report/csv';
import type { CsvTable } from '../shared/report/recipe';
import type { FileMaker } from '../shared/report/returned';
import { coinTrackingColumns } from './rewardFiles';
import {
	atomicOf,
	changeOf,
	changesWealth,
	closingCurrencyOf,
	closingValueOf,
	inWhole,
	methodOf,
	valueChangeOf,
	writeAddress,
	writeOwner,
	type StatementRow,
	type Statement,
} from './statement';
import type { Balance } from './statementBalances';
import { balanceKey } from './statementKeys';
import type { MovementKind, NftMovement } from './statementMovements';
import { nameOther, sayNobody } from './statementNames';

export const directions: Record<string, string> = {
	incoming: 'In',
	outgoing: 'Out',
	self: 'Self',
	fee: 'Fee',
};

/** The page of a transaction in an explorer. Undefined if the chain has no known explorer. */
export const linkOf = (hash: string, { read }: Statement): string | undefined =>
	read.chain.explorer === undefined ? undefined : `${read.chain.explorer}/tx/${hash}`;

const balanceHeads = [
	'Name',
	'Address',
	'Asset',
	'Token',
	'Opening',
	'In',
	'Out',
	'Imports in In',
	'Exports in Out',
	'Transfers In',
	'Transfers Out',
	'Fees',
	'Closing',
	...moneyHeads('Closing Value'),
	'Currency',
	'Difference',
	'Closes',
	'From',
	'Before',
	'Opening Block',
	'Closing Block',
	'Time Zone',
	'Chain',
	'Key',
];

function balanceCells(balance: Balance, statement: Statement): string[] {
	const { read, labels } = statement;
	const { address, token, closes } = balance;
	const asset = read.group.assets.get(token)!;
	const atomic = atomicOf(balance, read);
	const amounts = [
		balance.opening,
		balance.incoming,
		balance.outgoing,
		atomic.imports,
		atomic.exports,
		balance.transfersIn,
		balance.transfersOut,
		balance.fees,
		balance.closing,
	];
	const value = closingValueOf(balance, read);
	return [
		nameOf(read.names, address!) ?? '',
		writeAddress(address!),
		labels.get(token)!,
		token && writeAddress(token),
		...amounts.map((units) => inWhole(units, asset) ?? ''),
		...moneyCells(value),
		value === undefined ? '' : closingCurrencyOf(read),
		inWhole(balance.difference, asset) ?? '',
		closes,
		...showCovered(read, read.zone),
		String(read.blocks.from - 1),
		String(read.blocks.to - 1),
		read.zone,
		read.chain.name,
		balanceKey(balance, statement),
	];
}

/** A row for each address and asset, and none over several, so that a sum of rows counts nothing twice. */
export function* toCsv(statement: Statement): Generator<void, CsvTable> {
	const rows = yield* mapInPieces(statement.balances, workOf.line, (balance) =>
		balanceCells(balance, statement),
	);
	return { heads: balanceHeads, rows };
}

function* writeDetail(statement: Statement): Generator<void, Buffer> {
	const { read, all, labels } = statement;
	const clock = new Clock(read.zone);
	const heads = [
		'Time',
		'Direction',
		'Amount',
		'Change',
		'Asset',
		...moneyHeads('Value'),
		...moneyHeads('Value Change'),
		'Currency',
		'Name',
		'Counterparty Name',
		'Kind',
		'Method',
		'Transfer',
		'Failed',
		'Address',
		'Counterparty',
		'Token',
		'Fee Paid By',
		'Block',
		'Transaction',
		'Explorer',
		'Units',
		'Key',
		'Chain',
		'Time Zone',
	];
	const toCells = (row: StatementRow): string[] => {
		const { movement: m, amount, key } = row;
		return [
			clock.write(m.time),
			directions[m.direction],
			amount ?? '',
			changeOf(row) ?? '',
			labels.get(m.token)!,
			...moneyCells(row.value),
			...moneyCells(valueChangeOf(row)),
			m.price?.currency ?? '',
			nameOf(read.names, m.address) ?? '',
			nameOther(m, read.names) ?? '',
			m.kind,
			methodOf(m, read) ?? '',
			yesOrNo(m.isTransfer),
			yesOrNo(m.isOfFailed),
			writeAddress(m.address),
			m.counterparty === undefined ? '' : writeAddress(m.counterparty),
			m.token && writeAddress(m.token),
			writeOwner(m.feePaidBy, read),
			String(m.block),
			m.hash,
			linkOf(m.hash, statement) ?? '',
			String(m.amount),
			key,
			read.chain.name,
			read.zone,
		];
	};
	return yield* writeLongCsv({ heads, entries: all, toCells, isForSpreadsheets: true });
}

function* writeNfts(statement: Statement): Generator<void, Buffer> {
	const { read } = statement;
	const clock = new Clock(read.zone);
	const heads = [
		'Time',
		'Direction',
		'Pieces',
		'NFT',
		'Token ID',
		'Type',
		'Token',
		'Name',
		'Address',
		'Counterparty Name',
		'Counterparty',
		'Transfer',
		'Block',
		'Transaction',
		'Explorer',
	];
	const toCells = (nft: NftMovement): string[] => [
		clock.write(nft.time),
		directions[nft.direction],
		String(nft.amount),
		nft.name,
		nft.tokenId,
		nft.ercType,
		writeAddress(nft.token),
		nameOf(read.names, nft.address) ?? '',
		writeAddress(nft.address),
		nameOther(nft, read.names) ?? '',
		nft.counterparty === undefined ? '' : writeAddress(nft.counterparty),
		yesOrNo(nft.isTransfer),
		String(nft.block),
		nft.hash,
		linkOf(nft.hash, statement) ?? '',
	];
	return yield* writeLongCsv({ heads, entries: read.nfts, toCells, isForSpreadsheets: true });
}

const isForTaxes = (row: StatementRow): boolean => changesWealth(row) && row.amount !== undefined;

const kindWords: Record<MovementKind, string> = {
	payment: 'payment',
	creation: 'money for a new contract',
	internal: 'payment by a contract',
	token: 'token transfer',
	import: 'import from the P- or X-Chain',
	export: 'export to the P- or X-Chain',
	fee: 'fee of a transaction',
};

function describeMovement({ movement }: StatementRow, { read }: Statement): string {
	const { kind, address, counterparty, direction } = movement;
	const words = `${writeOwner(address, read)}: ${kindWords[kind]}`;
	if (counterparty === undefined) return [words, sayNobody(movement)].filter(Boolean).join(', ');
	return `${words} ${direction === 'incoming' ? 'from' : 'to'} ${writeOwner(counterparty, read)}`;
}

/**
 * Koinly's "universal template": support.koinly.io/en/articles/9489976 "How to create a custom CSV file with your data"
 * (read in November 2026). `cost` is its label for fees.
 */
function* writeKoinly(statement: Statement): Generator<void, Buffer> {
	const clock = new Clock('utc');
	const heads = [
		'Date',
		'Sent Amount',
		'Sent Currency',
		'Received Amount',
		'Received Currency',
		'Fee Amount',
		'Fee Currency',
		'Net Worth Amount',
		'Net Worth Currency',
		'Label',
		'Description',
		'TxHash',
	];
	const toCells = (row: StatementRow): string[] => {
		const { movement, amount, value } = row;
		const moved = [amount!, statement.labels.get(movement.token)!];
		const isIn = movement.direction === 'incoming';
		return [
			`${clock.write(movement.time, 'minutes')} UTC`,
			...(isIn ? ['', '', ...moved] : [...moved, '', '']),
			'',
			'',
			...(value === undefined ? ['', ''] : [value, movement.price!.currency]),
			movement.direction === 'fee' ? 'cost' : '',
			describeMovement(row, statement),
			movement.hash,
		];
	};
	return yield* writeLongCsv({ heads, entries: statement.all.filter(isForTaxes), toCells });
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
function* writeCoinTracking(statement: Statement): Generator<void, Buffer> {
	const { read } = statement;
	const clock = new Clock(read.zone);
	const toCells = (row: StatementRow): string[] => {
		const { movement, amount } = row;
		const moved = [amount!, statement.labels.get(movement.token)!];
		return [
			coinTrackingTypes[movement.direction],
			...(movement.direction === 'incoming' ? [...moved, '', ''] : ['', '', ...moved]),
			'',
			'',
			`Avalanche ${read.chain.name}`,
			'',
			describeMovement(row, statement),
			clock.write(movement.time),
			toTxId(row, statement),
		];
	};
	const entries = statement.all.filter(isForTaxes);
	// CoinTracking would read a line end after the last row as an empty row.
	return yield* writeLongCsv({
		heads: coinTrackingColumns,
		entries,
		toCells,
		endsWithLine: false,
	});
}

export function toFiles(statement: Statement): Record<string, FileMaker> {
	const { slug: chain } = statement.read.chain;
	return {
		detailCsv: {
			property: 'detailCsv',
			name: (slug) => `payments-${chain}-${slug}.csv`,
			write: () => writeDetail(statement),
		},
		nftCsv: {
			property: 'nftCsv',
			name: (slug) => `nfts-${chain}-${slug}.csv`,
			write: () => writeNfts(statement),
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
