/** The items of a statement's counterparties. */
import type { IDataObject } from 'n8n-workflow';
import { periodColumns } from '../shared/report/covered';
import { mailOf } from '../shared/report/returned';
import { toNumberOrNull } from '../shared/values/numbers';
import { assetOf, inWhole, showUnits, writeAddress, type Statement } from './statement';
import type { Dealing } from './statementDealings';
import { dealingKey } from './statementKeys';

/** Numbers first, then their exact text. */
export function toDealingItem(dealing: Dealing, { read }: Statement): IDataObject {
	const { name, counterparty, token, payments } = dealing;
	const asset = assetOf(read, token);
	const [incoming, outgoing] = [dealing.incoming, dealing.outgoing].map((units) =>
		inWhole(units, asset),
	);
	return {
		counterpartyName: name ?? null,
		counterparty: counterparty === undefined ? null : writeAddress(counterparty),
		symbol: asset.symbol,
		token: token === '' ? null : writeAddress(token),
		incoming: toNumberOrNull(incoming),
		outgoing: toNumberOrNull(outgoing),
		payments,
		incomingExact: incoming ?? null,
		outgoingExact: outgoing ?? null,
	};
}

export function toDealingRow(dealing: Dealing, statement: Statement): IDataObject {
	const { read, title } = statement;
	const { name, counterparty, token, incoming, outgoing } = dealing;
	const asset = assetOf(read, token);
	const other = counterparty === undefined ? 'no counterparty' : writeAddress(counterparty);
	const figures = [
		{ label: 'In', value: showUnits(incoming, asset) || 'unknown' },
		{ label: 'Out', value: showUnits(outgoing, asset) || 'unknown' },
	];
	return {
		...toDealingItem(dealing, statement),
		...periodColumns(read),
		chain: read.chain.name,
		isTotal: false,
		...mailOf(`${title}: ${name ?? other}, ${asset.symbol}`, figures),
		key: dealingKey(dealing, statement),
	};
}
