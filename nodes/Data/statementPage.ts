/** The figures and the page of a statement: by asset, by class, by wallet, and its payments. */
import { showMoney } from '../shared/report/cells';
import { sayPeriodCovered } from '../shared/report/covered';
import type { Figures } from '../shared/report/recipe';
import { countOf, writeNumber } from '../shared/values/writing';
import {
	assetOf,
	currencyOfEnds,
	labelOf,
	showUnits,
	valueOfEnd,
	writeOwner,
	type Statement,
} from './statement';
import type { Balance } from './statementBalances';
import { toClasses, toValues } from './statementClasses';
import type { PeriodEnd } from './statementEndPrices';
import { toPayments } from './statementPayments';

/** The values at both ends. Tokens have no figure of them, because the service has no price for any. */
export function toValueFigures(balance: Balance, read: Statement['read']) {
	if (!read.withValues || balance.token !== '') return [];
	return [
		{ label: 'Opening value', value: showValue('opening', balance, read) || 'unknown' },
		{ label: 'Closing value', value: showValue('closing', balance, read) || 'unknown' },
	];
}

/** With its currency. Empty if unknown. */
function showValue(end: PeriodEnd, balance: Balance, read: Statement['read']): string {
	const value = valueOfEnd(end, balance, read);
	return value === undefined ? '' : showMoney(value, currencyOfEnds(read));
}

const fewAssets = 3;

const closesWords = { yes: 'Yes', no: 'No', unknown: 'Unknown' };

/** Names the assets that do not close. Undefined if all do, or if nobody knows. */
function sayDifference({ closes, balances, labels }: Statement): string | undefined {
	if (closes !== 'no') return undefined;
	const open = balances.filter((balance) => balance.closes === 'no');
	const assets = [...new Set(open.map(({ token }) => labelOf({ labels }, token)))];
	return `difference in ${assets.length > fewAssets ? `${assets.length} assets` : assets.join(', ')}`;
}

const sayCloses = (statement: Statement): string =>
	[closesWords[statement.closes], sayDifference(statement)].filter(Boolean).join(': ');

/** A value of several assets is that of the native token alone. A token of unknown balance may be held, too. */
function sayWithout(end: PeriodEnd, { read, totals: [native, ...tokens] }: Statement) {
	const held = tokens.filter((balance) => balance[end] !== 0n).length;
	const isKnown = valueOfEnd(end, native, read) !== undefined;
	return held && isKnown ? `without ${countOf(held, 'token')} of unknown price` : undefined;
}

export function toFigures(statement: Statement): Figures {
	const { all, read, totals } = statement;
	const [native] = totals;
	const { symbol } = read.chain;
	const asset = assetOf(read, '');
	const closing = showUnits(native.closing, asset) || 'unknown';
	const [openingValue, closingValue] = toValueFigures(native, read);
	return [
		{ label: 'Closing balance', value: closing === 'unknown' ? closing : `${closing} ${symbol}` },
		...(openingValue ? [{ ...openingValue, note: sayWithout('opening', statement) }] : []),
		...(closingValue ? [{ ...closingValue, note: sayWithout('closing', statement) }] : []),
		{ label: 'Movements', value: writeNumber(String(all.length), 0) },
		{ label: 'Closes', value: closesWords[statement.closes], note: sayDifference(statement) },
	];
}

/** An unknown balance shows as "?", not as zero. */
const shown = (balance: Balance, { read }: Statement): string[] => {
	const asset = assetOf(read, balance.token);
	const known = (units: bigint | undefined) =>
		asset.decimals === undefined || units === undefined ? '?' : showUnits(units, asset);
	const { opening, incoming, outgoing, fees, closing, difference } = balance;
	return [
		...[opening, incoming, outgoing, fees, closing].map(known),
		...(read.withValues ? [showValue('closing', balance, read) || '?'] : []),
		known(difference),
	];
};

const headsOf = ({ withValues }: Statement['read']): string[] => [
	'Opening',
	'In',
	'Out',
	'Fees',
	'Closing',
	...(withValues ? ['Closing value'] : []),
	'Difference',
];

/** Includes net transfers between the wallets, so that each row closes. */
function toWallets(statement: Statement) {
	const { balances, read } = statement;
	const heads = headsOf(read);
	const place = heads.indexOf('Closing');
	const rows = balances.map((balance) => {
		const { address, token, transfersIn, transfersOut } = balance;
		const asset = assetOf(read, token);
		const transfers = showUnits(transfersIn - transfersOut, asset) || '?';
		const owner = `${writeOwner(address, read)}, ${labelOf(statement, token)}`;
		return [owner, ...shown(balance, statement).toSpliced(place, 0, transfers)];
	});
	return {
		title: 'By wallet',
		heads: ['Wallet and asset', ...heads.toSpliced(place, 0, 'Transfers')],
		rows,
	};
}

/** A row of the table by asset, with empty cells at its end, or before the last cell given. */
const fillUp = (cells: string[], read: Statement['read'], last: string[] = []): string[] => [
	...cells,
	...Array<string>(headsOf(read).length + 1 - cells.length - last.length).fill(''),
	...last,
];

/** Below a token: the parts of In and Out that only moved between chains, if there are any. */
function toAtomicRow({ token, imports, exports }: Balance, read: Statement['read']): string[][] {
	if (imports === 0n && exports === 0n) return [];
	const asset = assetOf(read, token);
	const cells = ['', showUnits(imports, asset), showUnits(exports, asset)];
	return [fillUp(['of which imports, exports', ...cells], read)];
}

export function toPage(statement: Statement) {
	const { read, totals } = statement;
	const owners = read.addresses.map((address) => writeOwner(address, read)).join(', ');
	const few =
		read.addresses.length <= 5 ? owners : countOf(read.addresses.length, 'address', 'addresses');
	return {
		about: `${read.chain.name}, ${sayPeriodCovered(read, read.zone)}. Time zone: ${read.zone}. Addresses: ${few}.`,
		table: {
			title: 'By asset',
			heads: ['Asset', ...headsOf(read)],
			rows: totals.flatMap((balance) => [
				[labelOf(statement, balance.token), ...shown(balance, statement)],
				...toAtomicRow(balance, read),
			]),
			total: fillUp(['Closes'], read, [sayCloses(statement)]),
		},
		details: [
			toClasses(statement),
			...(statement.values.length ? [toValues(statement)] : []),
			...(read.addresses.length > 1 ? [toWallets(statement)] : []),
			...(statement.all.length ? [toPayments(statement)] : []),
		],
	};
}
