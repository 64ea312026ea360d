/** Classes of a statement's movements. Together they include each movement once. Each tells how many have a value. */
import { moneyPlaces } from '../shared/report/cells';
import type { Rows } from '../shared/report/page';
import { writeNumber } from '../shared/values/writing';
import { sayWord } from '../shared/values/foreign';
import { changesWealth, type StatementRow, type Statement } from './statement';

/** The classes in order: fees, payments, then all others. A movement belongs to the first class that fits. */
const listClasses = (
	symbol: string,
): Array<[name: string, holds: (row: StatementRow) => boolean]> => [
	['Fees', (row) => changesWealth(row) && row.movement.direction === 'fee'],
	['Payments: imports and exports', (row) => changesWealth(row) && !!row.movement.isAtomic],
	['Payments: tokens', (row) => changesWealth(row) && row.movement.token !== ''],
	[`Payments: ${symbol}`, changesWealth],
	['Between these addresses', ({ movement }) => movement.isTransfer],
	['From an address to itself', () => true],
];

const writeCount = (count: number): string => writeNumber(String(count), 0);

const isValued = ({ value }: StatementRow): boolean => value !== undefined;

/** Counts the movements of each class, and those with a value. The last line has all. */
export function toClasses({ all, read }: Statement): Rows {
	const classes = listClasses(read.chain.symbol);
	const classOf = (row: StatementRow) => classes.find(([, holds]) => holds(row))![0];
	const byClass = new Map<string, StatementRow[]>(classes.map(([name]) => [name, []]));
	for (const row of all) byClass.get(classOf(row))!.push(row);
	const toRow = (name: string, rows: StatementRow[]) => [
		name,
		writeCount(rows.length),
		...(read.withValues ? [writeCount(rows.filter(isValued).length)] : []),
	];
	const found = [...byClass].filter(([, rows]) => rows.length);
	const rows = found.map(([name, own]) => toRow(name, own));
	return {
		title: 'Movements',
		heads: ['Class', 'Movements', ...(read.withValues ? ['With a value'] : [])],
		rows: [...rows, toRow('All movements', all)],
	};
}

/** The values of receipts and payments. Says so if some of them have no value. */
export function toValues({ all, values }: Statement): Rows {
	const counted = all.filter(changesWealth);
	const known = counted.filter(isValued).length;
	const isWhole = known === counted.length;
	const amounts = ['In', 'Out', 'Fees'];
	return {
		title: isWhole
			? 'Value of all payments and fees'
			: `Value of ${writeCount(known)} of ${writeCount(counted.length)} payments and fees: the others have none`,
		heads: [
			'Currency',
			...(isWhole ? amounts : amounts.map((name) => `${name}, where it has a value`)),
		],
		rows: values.map(({ currency, incoming, outgoing, fees }) => [
			sayWord(currency),
			...[incoming, outgoing, fees].map((value) => writeNumber(value, moneyPlaces)),
		]),
	};
}
