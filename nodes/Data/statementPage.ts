/** The figures and the page of a statement: by asset, by class, by wallet, and its payments. */
import { showMoney } from '../shared/report/cells';
import { sayPeriodCovered } from '../shared/report/covered';
import type { Figures } from '../shared/report/recipe';
import { listFew } from '../shared/values/lists';
import { sum } from '../shared/values/numbers';
import { countOf, sentence, writeNumber } from '../shared/values/writing';
import { labelOf, showUnits, writeOwner, type Statement } from './statement';
import { assetOf } from './statementAssets';
import { currencyOfEnds, priceOfEnd, valueOfEnd } from './statementEndValues';
import type { Balance } from './statementBalances';
import { toClasses, toValues } from './statementClasses';
import type { PeriodEnd } from './statementEndPrices';
import { toPayments } from './statementPayments';

const ends = [
	{ end: 'opening', label: 'Opening value' },
	{ end: 'closing', label: 'Closing value' },
] as const;

/** The values at both ends. Tokens without a price have no figure of them. */
export function toValueFigures(balance: Balance, read: Statement['read']) {
	const hasPrice = ends.some(({ end }) => priceOfEnd(end, balance.token, read));
	if (!read.withValues || (balance.token !== '' && !hasPrice)) return [];
	return ends.map(({ end, label }) => ({
		label,
		value: showValue(valueOfEnd(end, balance, read), read) || 'unknown',
	}));
}

/** With its currency. Empty if unknown. */
const showValue = (value: string | undefined, read: Statement['read']): string =>
	value === undefined ? '' : showMoney(value, currencyOfEnds(read));

const fewAssets = 3;

const closesWords = { yes: 'Yes', no: 'No', unknown: 'Unknown' };

/** Whether the assets close. Names those that do not, and says by how much, so that a growing token does not discredit the rest. */
function sayClosing(statement: Statement): { value: string; note?: string } {
	const { closes, totals, labels, read } = statement;
	if (closes !== 'no') return { value: closesWords[closes] };
	const open = totals.filter((balance) => balance.closes === 'no');
	const names = open.map(({ token }) => labelOf({ labels }, token));
	const few = names.length > fewAssets ? `${names.length} assets` : names.join(', ');
	const sayOne = ({ token, difference }: Balance) =>
		`${showUnits(difference, assetOf(read, token)) || 'some'} ${labelOf({ labels }, token)}`;
	const isKnown = totals.every((balance) => balance.closes !== 'unknown');
	return {
		value: isKnown && open.length < totals.length ? `All but ${few}` : closesWords.no,
		note: `no transfer explains ${listFew(open, fewAssets, sayOne).join(', ')}`,
	};
}

/** The value of all assets that have a price. Undefined if that of the native token is unknown. */
function sumEnd(end: PeriodEnd, { read, totals }: Statement): string | undefined {
	const [native, ...tokens] = totals.map((balance) => valueOfEnd(end, balance, read));
	return native === undefined
		? undefined
		: sum([native, ...tokens.flatMap((value) => value ?? [])]);
}

/** Says which tokens that value has, and which it lacks. A token of unknown balance may be held, too. */
function sayTokens(end: PeriodEnd, { read, totals: [native, ...tokens] }: Statement) {
	if (valueOfEnd(end, native, read) === undefined) return undefined;
	const held = tokens.filter((balance) => balance[end] !== 0n);
	const valued = held.filter((balance) => valueOfEnd(end, balance, read) !== undefined).length;
	const others = held.length - valued;
	return [
		...sentence(`with ${countOf(valued, 'token')}`, valued > 0),
		...sentence(`without ${countOf(others, 'token')} of unknown price`, others > 0),
	].join(', ');
}

export function toFigures(statement: Statement): Figures {
	const { all, read, totals } = statement;
	const [native] = totals;
	const { symbol } = read.chain;
	const asset = assetOf(read, '');
	const closing = showUnits(native.closing, asset) || 'unknown';
	const values = ends.map(({ end, label }) => ({
		label,
		value: showValue(sumEnd(end, statement), read) || 'unknown',
		note: sayTokens(end, statement) || undefined,
	}));
	return [
		{ label: 'Closing balance', value: closing === 'unknown' ? closing : `${closing} ${symbol}` },
		...(read.withValues ? values : []),
		{ label: 'Movements', value: writeNumber(String(all.length), 0) },
		{ label: 'Closes', ...sayClosing(statement) },
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
		...(read.withValues ? [showValue(valueOfEnd('closing', balance, read), read) || '?'] : []),
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
	const closing = sayClosing(statement);
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
			total: fillUp(['Closes'], read, [[closing.value, closing.note].filter(Boolean).join(': ')]),
		},
		details: [
			toClasses(statement),
			...(statement.values.length ? [toValues(statement)] : []),
			...(read.addresses.length > 1 ? [toWallets(statement)] : []),
			...(statement.all.length ? [toPayments(statement)] : []),
		],
	};
}
