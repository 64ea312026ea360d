/** The payments of a statement on its page: the newest, as many as a page can hold. */
import { Clock } from '../shared/report/clock';
import type { Page } from '../shared/report/page';
import { writeNumber } from '../shared/values/writing';
import { nameOf } from '../shared/fields/names';
import { shortenHex } from '../shared/values/ids';
import { asNobody } from '../shared/values/nobody';
import { showAmount, writeAddress, type Statement, type StatementRow } from './statement';
import { directions } from './statementFiles';

type Details = NonNullable<Page['details']>[number];

/** More would leave no room on a page that mail programs show whole. */
const mostRows = 200;

const isPayment = ({ movement }: StatementRow): boolean => movement.direction !== 'fee';

function writeShort(address: string | undefined, { read }: Statement): string {
	if (address === undefined) return '';
	return nameOf(read.names, address) ?? shortenHex(writeAddress(address));
}

function sayMoved({ movement, asset }: StatementRow, { labels }: Statement): string {
	const amount = showAmount(movement.amount, asset) || '?';
	return `${directions[movement.direction]} ${amount} ${labels.get(movement.token)!}`;
}

/** For a movement without another side. Of a token, that side is nobody. */
function sayNobody({ movement: { kind, direction } }: StatementRow): string {
	if (kind !== 'token') return kind;
	return direction === 'incoming' ? asNobody.from : asNobody.to;
}

/** Short of the fees, which the table of classes counts. */
export function toPayments(statement: Statement): Details {
	const { all, read } = statement;
	const clock = new Clock(read.zone);
	const valueOf = ({ value, movement }: StatementRow) =>
		value === undefined ? '' : `${writeNumber(value, 2)} ${movement.price!.currency}`;
	const toRow = (row: StatementRow): string[] => [
		clock.write(row.movement.time, 'minutes'),
		writeShort(row.movement.address, statement),
		sayMoved(row, statement),
		writeShort(row.movement.counterparty, statement) || sayNobody(row),
		...(read.withValues ? [valueOf(row)] : []),
	];
	const payments = all.filter(isPayment);
	const newest = payments.slice(-mostRows).reverse();
	return {
		title: 'Payments, the newest first',
		heads: ['Time', 'Wallet', 'Payment', 'Counterparty', ...(read.withValues ? ['Value'] : [])],
		rows: newest.map(toRow),
		more: payments.length - newest.length,
		elsewhere: read.returns.includes('detailCsv')
			? 'The Detail CSV has all of them.'
			: 'Add Detail CSV to Return to get all of them.',
	};
}
