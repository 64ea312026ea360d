/** Payments > Get Statement: movements of a period with balances before and after, as items, files and a page. */
import type { IDataObject } from 'n8n-workflow';
import { nameOf, type Names } from '../shared/fields/names';
import { checkPeriod } from '../shared/fields/period';
import { toIsoTime } from '../shared/operation/columns';
import type { ComposedOperation } from '../shared/operation/operations';
import { periodColumns } from '../shared/report/covered';
import { defineReport } from '../shared/report/recipe';
import { mailOf } from '../shared/report/returned';
import { toNumberOrNull } from '../shared/values/numbers';
import {
	addUp,
	atomicOf,
	changeOf,
	methodOf,
	showUnits,
	valueChangeOf,
	writeAddress,
	writeOwner,
	writeShort,
	type Statement,
	type StatementRow,
} from './statement';
import { assetOf, inWhole } from './statementAssets';
import { currencyOfEnds, priceOfEnd, valueOfEnd } from './statementEndValues';
import type { Balance } from './statementBalances';
import { toDealingItem, toDealingRow } from './statementDealingItems';
import { directions, linkOf, toCsv, toFiles } from './statementFiles';
import { balanceKey, totalKey } from './statementKeys';
import { nameOther, sayOtherSide } from './statementNames';
import { toFigures, toPage, toValueFigures } from './statementPage';
import { checkPrices, readStatement, statementFields } from './statementReading';
import { composes, unlisted, type StatementRows } from './statementRows';

const toFeePayer = ({ feePaidBy }: StatementRow['movement'], names?: Names) => ({
	feePaidByName: (feePaidBy && nameOf(names, feePaidBy)) ?? null,
	feePaidBy: feePaidBy === undefined ? null : writeAddress(feePaidBy),
});

function toItem({ movement: m, ...row }: StatementRow, statement: Statement, more: IDataObject) {
	const { read } = statement;
	const { names, chain } = read;
	const other = m.counterparty;
	const all = { movement: m, ...row };
	const [change, valueChange] = [changeOf(all), valueChangeOf(all)];
	return {
		addressName: nameOf(names, m.address) ?? null,
		time: toIsoTime(m.time),
		direction: m.direction,
		amount: toNumberOrNull(row.amount),
		change: toNumberOrNull(change),
		symbol: row.asset.symbol,
		value: toNumberOrNull(row.value),
		valueChange: toNumberOrNull(valueChange),
		currency: m.price?.currency ?? null,
		counterpartyName: nameOther(m, names) ?? null,
		counterparty: other === undefined ? null : writeAddress(other),
		kind: m.kind,
		method: methodOf(m, read) ?? null,
		isTransfer: m.isTransfer,
		isOfFailed: m.isOfFailed,
		address: writeAddress(m.address),
		token: m.token === '' ? null : writeAddress(m.token),
		...toFeePayer(m, names),
		txHash: m.hash,
		explorerUrl: linkOf(m.hash, statement) ?? null,
		blockNumber: m.block,
		chain: chain.name,
		isTotal: false,
		...more,
		units: String(m.amount),
		amountExact: row.amount ?? null,
		changeExact: change ?? null,
		valueExact: row.value ?? null,
		valueChangeExact: valueChange ?? null,
		key: row.key,
	};
}

const amountsOf = (balance: Balance, read: Statement['read']) => ({
	opening: balance.opening,
	incoming: balance.incoming,
	outgoing: balance.outgoing,
	...atomicOf(balance, read),
	transfersIn: balance.transfersIn,
	transfersOut: balance.transfersOut,
	fees: balance.fees,
	closing: balance.closing,
	difference: balance.difference,
});

/** Balances and sums of an asset: numbers first, then their exact text. */
function toBalanceItem(balance: Balance, statement: Statement): IDataObject {
	const { read } = statement;
	const { address, token } = balance;
	const asset = assetOf(read, token);
	const amounts = Object.entries(amountsOf(balance, read)).map(
		([name, units]) => [name, inWhole(units, asset)] as const,
	);
	const [opening, closing] = (['opening', 'closing'] as const).map((end) => ({
		value: valueOfEnd(end, balance, read),
		price: priceOfEnd(end, token, read)?.price,
	}));
	const isValued = (opening.value ?? closing.value) !== undefined;
	return {
		...(address !== undefined && {
			addressName: nameOf(read.names, address) ?? null,
			address: writeAddress(address),
		}),
		symbol: asset.symbol,
		token: token === '' ? null : writeAddress(token),
		...Object.fromEntries(amounts.map(([name, amount]) => [name, toNumberOrNull(amount)])),
		closingValue: toNumberOrNull(closing.value),
		closingPrice: toNumberOrNull(closing.price),
		openingValue: toNumberOrNull(opening.value),
		openingPrice: toNumberOrNull(opening.price),
		currency: isValued ? currencyOfEnds(read) : null,
		closes: balance.closes,
		...Object.fromEntries(amounts.map(([name, amount]) => [`${name}Exact`, amount ?? null])),
		closingValueExact: closing.value ?? null,
		openingValueExact: opening.value ?? null,
	};
}

function toBalanceRow(balance: Balance, statement: Statement): IDataObject {
	const { read, title } = statement;
	const { chain, group } = read;
	const { token, incoming, outgoing, closing } = balance;
	const asset = assetOf({ group }, token);
	const figures = [
		{ label: 'In', value: showUnits(incoming, asset) },
		{ label: 'Out', value: showUnits(outgoing, asset) },
		{ label: 'Closing', value: showUnits(closing, asset) || 'unknown' },
		...toValueFigures(balance, read),
	];
	return {
		...toBalanceItem(balance, statement),
		...periodColumns(read),
		timeZone: read.zone,
		chain: chain.name,
		isTotal: false,
		...mailOf(`${title}: ${writeShort(balance.address!, read)}, ${asset.symbol}`, figures),
		key: balanceKey(balance, statement),
	};
}

const toNftItem = (nft: Statement['read']['nfts'][number], statement: Statement): IDataObject => ({
	time: toIsoTime(nft.time),
	direction: nft.direction,
	pieces: String(nft.amount),
	nft: nft.name,
	tokenId: nft.tokenId,
	ercType: nft.ercType,
	token: writeAddress(nft.token),
	addressName: nameOf(statement.read.names, nft.address) ?? null,
	address: writeAddress(nft.address),
	counterpartyName: nameOther(nft, statement.read.names) ?? null,
	counterparty: nft.counterparty === undefined ? null : writeAddress(nft.counterparty),
	isTransfer: nft.isTransfer,
	txHash: nft.hash,
	// A model has the hash.
	...(!statement.read.isTool && { explorerUrl: linkOf(nft.hash, statement) ?? null }),
});

function toTotal(statement: Statement, more: IDataObject): IDataObject {
	const { read, all, balances, totals, dealings, title, notes, closes } = statement;
	const { blocks, chain, addresses } = read;
	return {
		isTotal: true,
		title,
		...periodColumns(read),
		timeZone: read.zone,
		chain: chain.name,
		addresses: addresses.map(writeAddress),
		openingBlock: blocks.from - 1,
		closingBlock: blocks.to - 1,
		movements: all.length,
		closes,
		totals: totals.map((balance) => toBalanceItem(balance, statement)),
		balances: balances.map((balance) => toBalanceItem(balance, statement)),
		counterparties: dealings.map((dealing) => toDealingItem(dealing, statement)),
		nfts: read.nfts.map((nft) => toNftItem(nft, statement)),
		...more,
		notes,
		key: totalKey(statement),
	};
}

function toMail({ movement: m, asset }: StatementRow, { read }: Statement) {
	const moved = showUnits(m.amount, asset) || 'an unknown amount of';
	const words = `${directions[m.direction]} ${moved} ${asset.symbol}`;
	return {
		about: words,
		figures: [
			{ label: writeOwner(m.address, read), value: words },
			{
				label: 'Counterparty',
				value: writeOwner(m.counterparty, read) || sayOtherSide(m) || 'none',
			},
		],
	};
}

/** The operation. It gets the rows of other operations lazily, when it runs. */
export const statementOf = (rowsOf: () => StatementRows): ComposedOperation => ({
	...defineReport({
		action: 'Get statement of payments of addresses',
		description:
			'Payments and fees of addresses in a period, values in USD, and balances they explain',
		words: { row: 'movement', last: 'balances' },
		params: statementFields,
		check: (values) => checkPeriod(values) ?? checkPrices(values),
		read: readStatement(rowsOf),
		group: addUp,
		columns: { row: toItem, total: toTotal },
		mail: toMail,
		figures: toFigures,
		page: toPage,
		csv: toCsv,
		files: toFiles,
		lists: {
			balances: (statement) =>
				statement.balances.map((balance) => toBalanceRow(balance, statement)),
			counterparties: (statement) =>
				statement.dealings.map((dealing) => toDealingRow(dealing, statement)),
		},
		composes,
		returns: [
			'addressName',
			'time',
			'direction',
			'amount',
			'change',
			'symbol',
			'value',
			'valueChange',
			'currency',
			'counterpartyName',
			'counterparty',
			'kind',
			'method',
			'isTransfer',
			'isOfFailed',
			'address',
			'token',
			'feePaidByName',
			'feePaidBy',
			'txHash',
			'explorerUrl',
			'blockNumber',
			'chain',
			'isTotal',
			'title',
			'from',
			'to',
			'upTo',
			'isPeriodOver',
			'timeZone',
			'addresses',
			'openingBlock',
			'closingBlock',
			'movements',
			'closes',
			'opening',
			'incoming',
			'outgoing',
			'imports',
			'exports',
			'transfersIn',
			'transfersOut',
			'fees',
			'closing',
			'closingValue',
			'closingPrice',
			'openingValue',
			'openingPrice',
			'difference',
			'openingExact',
			'incomingExact',
			'outgoingExact',
			'importsExact',
			'exportsExact',
			'transfersInExact',
			'transfersOutExact',
			'feesExact',
			'closingExact',
			'closingValueExact',
			'openingValueExact',
			'differenceExact',
			'totals',
			'balances',
			'counterparties',
			'payments',
			'incomingValue',
			'outgoingValue',
			'paymentsWithoutValue',
			'addressNames',
			'incomingValueExact',
			'outgoingValueExact',
			'nfts',
			'html',
			'attachments',
			'notes',
			'units',
			'amountExact',
			'changeExact',
			'valueExact',
			'valueChangeExact',
			'key',
		],
	}),
	name: 'Get Statement',
	details:
		'Values are in US dollars. An address takes about 280 CU, each end of the period 260, and each transaction 20',
	asksBesides: Object.values(unlisted),
});
