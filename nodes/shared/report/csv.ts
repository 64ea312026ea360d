/** CSV files by RFC 4180: CRLF, quotation marks if a cell needs them, and commas, or semicolons for those who write 1,5. */
import { optional } from '../fields/fields';
import { choice } from '../fields/kinds';
import { paced, spend, workOf } from '../pace';
import { dropTurns } from '../values/foreign';

/**
 * Matches the places in a cell that a spreadsheet could run as a formula (OWASP, CSV Injection), including the wide
 * characters of East Asia: the beginning, and after any character at which a program with other settings splits a line.
 * Quotation marks do not protect a cell there, because the split-off part does not begin with them.
 */
const beginsFormula = /^(?=[\t\r\n])|(?:^|(?<=[;,|\t\r\n]))(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g;
const number = /^-?\d+(\.\d+)?$/;
/** A cell without special characters, like most cells. */
const isPlain = /^(?:\w(?:[\w .:/-]*[\w.:/-])?)?$/;

/** The decimal mark, which decides what stands between columns. */
export type CsvForm = 'point' | 'comma';

/** For the files that people open. Importers of tax programs expect points. */
export const csvForm = optional(
	choice(
		{
			displayName: 'CSV Format',
			name: 'csvForm',
			default: 'point',
			notSent: true,
			description: 'Separators in CSV files that are not for tax programs',
		},
		[
			{ name: 'Commas and Decimal Points', value: 'point', description: 'As in 1234.56' },
			{ name: 'Semicolons and Decimal Commas', value: 'comma', description: 'As in 1234,56' },
		],
	),
);

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;

function writeText(cell: string, separator: ',' | ';'): string {
	const text = dropTurns(cell);
	const safe = number.test(text) ? text : text.replace(beginsFormula, "'");
	const needsQuotes = safe.includes(separator) || /["\r\n]|^\s|\s$/.test(safe);
	return needsQuotes ? quote(safe) : safe;
}

const cellWriters: Record<CsvForm, (cell: string) => string> = {
	point: (cell) => (isPlain.test(cell) ? cell : writeText(cell, ',')),
	comma: (cell) => {
		if (number.test(cell)) return cell.replace('.', ',');
		return isPlain.test(cell) ? cell : writeText(cell, ';');
	},
};

const separators: Record<CsvForm, string> = { point: ',', comma: ';' };

const writeLine = (cells: string[], form: CsvForm): string =>
	`${cells.map(cellWriters[form]).join(separators[form])}\r\n`;

/** The rows as text. A cell that a spreadsheet could run as a formula gets an apostrophe, so that it shows as text. */
export const writeCsv = paced(function* (
	rows: string[][],
	form: CsvForm = 'point',
): Generator<void, string> {
	const lines: string[] = [];
	for (const cells of rows) {
		yield* spend(cells.length * workOf.cell);
		lines.push(writeLine(cells, form));
	}
	return lines.join('');
});

/** Collects text as bytes, which take half the memory and no work of the garbage collector. */
class Bytes {
	private bytes = Buffer.allocUnsafe(2 ** 16);
	private used = 0;

	add(text: string): void {
		const needed = this.used + Buffer.byteLength(text);
		if (needed > this.bytes.length) this.grow(needed);
		this.used += this.bytes.write(text, this.used);
	}

	get all(): Buffer {
		return this.bytes.subarray(0, this.used);
	}

	private grow(needed: number): void {
		const larger = Buffer.allocUnsafe(Math.max(needed, Math.ceil(this.bytes.length * 1.5)));
		this.bytes.copy(larger, 0, 0, this.used);
		this.bytes = larger;
	}
}

/** A column of a file: its head, and its cell of an entry. */
export type CsvColumn<T> = [head: string, cell: (entry: T) => string];

export const headsOf = <T>(columns: Array<CsvColumn<T>>): string[] => columns.map(([head]) => head);

export const cellsOf = <T>(columns: Array<CsvColumn<T>>, entry: T): string[] =>
	columns.map(([, cell]) => cell(entry));

interface LongFile<T> {
	columns: Array<CsvColumn<T>>;
	entries: Iterable<T>;
	/** How a spreadsheet takes it; absent for a file that an importer reads. */
	forSheet?: CsvForm;
	/** False to drop the line end after the last line. */
	endsWithLine?: boolean;
}

/** Writes a file with a line for each of many entries. Keeps only the bytes, not the lines. */
export function* writeLongCsv<T>({
	columns,
	entries,
	forSheet,
	endsWithLine = true,
}: LongFile<T>): Generator<void, Buffer> {
	const file = new Bytes();
	const form = forSheet ?? 'point';
	const heads = writeLine(headsOf(columns), form);
	file.add(forSheet ? forSpreadsheets(heads) : heads);
	for (const entry of entries) {
		const cells = cellsOf(columns, entry);
		yield* spend(workOf.line + cells.length * workOf.cell);
		file.add(writeLine(cells, form));
	}
	return endsWithLine ? file.all : file.all.subarray(0, -2);
}

/** Adds the mark by which Excel recognizes UTF-8. Other importers do not expect it. */
export const forSpreadsheets = (csv: string): string => `\uFEFF${csv}`;
