/** The payments of a statement on its page: the newest, as many as a page can hold. */
import { isOfAvalanche, pageOf } from '../shared/avalanche/explorer';
import { showMoney } from '../shared/report/cells';
import { Clock } from '../shared/report/clock';
import { linkTo, type Cell, type Rows } from '../shared/report/page';
import { isHash } from '../shared/values/hex';
import {
	labelOf,
	showUnits,
	writeAddress,
	writeShort,
	type Statement,
	type StatementRow,
} from './statement';
import { directions } from './statementFiles';
import { sayOtherSide } from './statementNames';

/** More would leave no room on a page that mail programs show whole. */
const mostRows = 200;

const isPayment = ({ movement }: StatementRow): boolean => movement.direction !== 'fee';

function sayMoved({ movement, asset }: StatementRow, statement: Statement): string {
	const amount = showUnits(movement.amount, asset) || '?';
	return `${directions[movement.direction]} ${amount} ${labelOf(statement, movement.token)}`;
}

/** The other side, or why it has no address. */
function sayOther({ movement }: StatementRow, statement: Statement): Cell {
	const { counterparty, kind } = movement;
	if (counterparty !== undefined)
		return link(
			'address',
			writeAddress(counterparty),
			writeShort(counterparty, statement.read),
			statement,
		);
	return sayOtherSide(movement) ?? kind;
}

/** A cell with the page of an EVM transaction or address, where Avalanche's explorer has one. Imports and exports have other IDs. */
function link(kind: 'address' | 'tx', id: string, text: string, { read }: Statement): Cell {
	const { explorer, network } = read.chain;
	const isOwn = explorer !== undefined && isOfAvalanche(explorer, network);
	const isKnown = isOwn && (kind === 'address' || isHash(id));
	return linkTo(isKnown ? pageOf(explorer, kind, id) : undefined, text);
}

/** Short of the fees, which the table of classes counts. */
export function toPayments(statement: Statement): Rows {
	const { all, read } = statement;
	const clock = new Clock(read.zone);
	const valueOf = ({ value, movement }: StatementRow) =>
		value === undefined ? '' : showMoney(value, movement.price!.currency);
	const toRow = (row: StatementRow): Cell[] => [
		link('tx', row.movement.hash, clock.write(row.movement.time, 'minutes'), statement),
		writeShort(row.movement.address, read),
		sayMoved(row, statement),
		sayOther(row, statement),
		...(read.withValues ? [valueOf(row)] : []),
	];
	const payments = all.filter(isPayment);
	const newest = payments.slice(-mostRows).reverse();
	return {
		title: 'Payments, the newest first',
		heads: ['Time', 'Wallet', 'Payment', 'Counterparty', ...(read.withValues ? ['Value'] : [])],
		textHeads: ['Wallet', 'Counterparty'],
		rows: newest.map(toRow),
		more: payments.length - newest.length,
		elsewhere: read.returns.includes('detailCsv')
			? 'The Detail CSV has all of them.'
			: 'Add Detail CSV to Return to get all of them.',
	};
}
