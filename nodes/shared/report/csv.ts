/** CSV files by RFC 4180: commas, CRLF, quotation marks if a cell needs them. */
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

const writeCell = (cell: string): string => {
	if (isPlain.test(cell)) return cell;
	const text = dropTurns(cell);
	const safe = number.test(text) ? text : text.replace(beginsFormula, "'");
	return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const writeLine = (cells: string[]): string => `${cells.map(writeCell).join(',')}\r\n`;

/** The rows as text. A cell that a spreadsheet could run as a formula gets an apostrophe, so that it shows as text. */
export const writeCsv = paced(function* (rows: string[][]): Generator<void, string> {
	const lines: string[] = [];
	for (const cells of rows) {
		yield* spend(cells.length * workOf.cell);
		lines.push(writeLine(cells));
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
	isForSpreadsheets?: boolean;
	/** False to drop the line end after the last line. */
	endsWithLine?: boolean;
}

/** Writes a file with a line for each of many entries. Keeps only the bytes, not the lines. */
export function* writeLongCsv<T>({
	columns,
	entries,
	isForSpreadsheets = false,
	endsWithLine = true,
}: LongFile<T>): Generator<void, Buffer> {
	const file = new Bytes();
	file.add((isForSpreadsheets ? forSpreadsheets : String)(writeLine(headsOf(columns))));
	for (const entry of entries) {
		const cells = cellsOf(columns, entry);
		yield* spend(workOf.line + cells.length * workOf.cell);
		file.add(writeLine(cells));
	}
	return endsWithLine ? file.all : file.all.subarray(0, -2);
}

/** Adds the mark by which Excel recognizes UTF-8. Other importers do not expect it. */
export const forSpreadsheets = (csv: string): string => `\uFEFF${csv}`;
