/** Cells that the CSV files of all reports write alike, and their heads. */
import { round } from '../values/numbers';
import { readTime } from '../values/times';
import { writeNumber } from '../values/writing';
import type { Clock } from './clock';
import type { CsvColumn } from './csv';

/** The digits of money behind the point. The exact text stands beside it. */
export const moneyPlaces = 2;

/** The columns of an amount of money. Its cells are empty if it is unknown. */
export const moneyColumns = <T>(
	name: string,
	exactOf: (entry: T) => string | undefined,
): Array<CsvColumn<T>> => [
	[name, (entry) => roundMoney(exactOf(entry))],
	[`Exact ${name}`, (entry) => exactOf(entry) ?? ''],
];

const roundMoney = (exact: string | undefined): string =>
	exact === undefined ? '' : round(exact, moneyPlaces);

/** Money for readers, with its currency. */
export const showMoney = (exact: string, currency: string): string =>
	`${writeNumber(exact, moneyPlaces)} ${currency}`;

/** A time of an item, such as `2026-10-01T00:00:00Z`, in the time zone of the file. Empty if it is no time. */
export function timeCell(time: unknown, clock: Clock): string {
	const seconds = readTime(time);
	return seconds === undefined ? '' : clock.write(seconds, 'minutes');
}

/** Empty if it is unknown. */
export function yesOrNo(value: boolean | undefined): string {
	if (value === undefined) return '';
	return value ? 'yes' : 'no';
}
