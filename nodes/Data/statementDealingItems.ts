/** The items of a statement's counterparties. */
import type { IDataObject } from 'n8n-workflow';
import { showMoney } from '../shared/report/cells';
import { periodColumns } from '../shared/report/covered';
import { mailOf } from '../shared/report/returned';
import { toNumberOrNull } from '../shared/values/numbers';
import { showUnits, writeAddress, writeOwner, writeShort, type Statement } from './statement';
import { assetOf, inWhole } from './statementAssets';
import type { Dealing } from './statementDealings';
import { dealingKey } from './statementKeys';
import { givenPriceOf } from './statementGivenPrices';
import { priceCurrency } from './statementLists';

type Read = Statement['read'];

function toValueColumns(dealing: Dealing, read: Read): IDataObject {
	const { incomingValue, outgoingValue, currency, paymentsWithoutValue }: Partial<Dealing> =
		read.arePriced ? dealing : {};
	const isKnown = (incomingValue ?? outgoingValue) !== undefined;
	return {
		incomingValue: toNumberOrNull(incomingValue),
		outgoingValue: toNumberOrNull(outgoingValue),
		currency: isKnown ? (currency ?? priceCurrency) : null,
		paymentsWithoutValue: paymentsWithoutValue ?? null,
		incomingValueExact: incomingValue ?? null,
		outgoingValueExact: outgoingValue ?? null,
	};
}

/** Numbers first, then their exact text. */
export function toDealingItem(dealing: Dealing, { read }: Statement): IDataObject {
	const { name, counterparty, token, payments, addresses } = dealing;
	const asset = assetOf(read, token);
	const [incoming, outgoing] = [dealing.incoming, dealing.outgoing].map((units) =>
		inWhole(units, asset),
	);
	const { incomingValueExact, outgoingValueExact, ...values } = toValueColumns(dealing, read);
	return {
		counterpartyName: name ?? null,
		counterparty: counterparty === undefined ? null : writeAddress(counterparty),
		symbol: asset.symbol,
		token: token === '' ? null : writeAddress(token),
		incoming: toNumberOrNull(incoming),
		outgoing: toNumberOrNull(outgoing),
		...values,
		payments,
		addressNames: addresses.map((address) => writeOwner(address, read)).join(', '),
		// A model has the names, and the addresses of those without a name.
		...(!read.isTool && { addresses: addresses.map(writeAddress) }),
		incomingExact: incoming ?? null,
		outgoingExact: outgoing ?? null,
		incomingValueExact,
		outgoingValueExact,
	};
}

/** As for balances, tokens without a price have no figure of their value. */
function toValueFigures(dealing: Dealing, read: Read) {
	const { token, incomingValue, outgoingValue, currency = priceCurrency } = dealing;
	const isPriced = token === '' || givenPriceOf(token, read.given) !== undefined;
	if (!read.arePriced || !isPriced) return [];
	const show = (value: string | undefined): string =>
		value === undefined ? 'unknown' : showMoney(value, currency);
	return [
		{ label: 'Value of In', value: show(incomingValue) },
		{ label: 'Value of Out', value: show(outgoingValue) },
	];
}

export function toDealingRow(dealing: Dealing, statement: Statement): IDataObject {
	const { read, title } = statement;
	const { name, counterparty, token, incoming, outgoing } = dealing;
	const asset = assetOf(read, token);
	const other = counterparty === undefined ? 'no counterparty' : writeShort(counterparty, read);
	const figures = [
		{ label: 'In', value: showUnits(incoming, asset) || 'unknown' },
		{ label: 'Out', value: showUnits(outgoing, asset) || 'unknown' },
		...toValueFigures(dealing, read),
	];
	return {
		...toDealingItem(dealing, statement),
		...periodColumns(read),
		timeZone: read.zone,
		chain: read.chain.name,
		isTotal: false,
		...mailOf(`${title}: ${name ?? other}, ${asset.symbol}`, figures),
		key: dealingKey(dealing, statement),
	};
}
