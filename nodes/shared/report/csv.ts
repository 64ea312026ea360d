/** CSV files as RFC 4180 has them: commas, CRLF, quotation marks where a cell needs them. */
import { paced, spend, workOf } from '../pace';
import { dropTurns } from '../values/foreign';

/**
 * Where a spreadsheet begins a cell that it would run (OWASP, CSV Injection), the wide forms of East Asia included: in
 * front of the text, and behind whatever a program of another country or with other settings splits a line at. Quotation
 * marks do not hold there, since the line that they stand in does not begin with them.
 */
const beginsFormula = /^(?=[\t\r\n])|(?:^|(?<=[;,|\t\r\n]))(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g;
const number = /^-?\d+(\.\d+)?$/;
/** A cell that holds nothing that matters here, as most do. */
const isPlain = /^(?:\w(?:[\w .:/-]*[\w.:/-])?)?$/;

const writeCell = (cell: string): string => {
	if (isPlain.test(cell)) return cell;
	const text = dropTurns(cell);
	const safe = number.test(text) ? text : text.replace(beginsFormula, "'");
	return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const writeLine = (cells: string[]): string => `${cells.map(writeCell).join(',')}\r\n`;

/** The rows as text. Cells that a spreadsheet would run get an apostrophe in front, which it shows as text. */
export const writeCsv = paced(function* (rows: string[][]): Generator<void, string> {
	const lines: string[] = [];
	for (const cells of rows) {
		yield* spend(cells.length * workOf.cell);
		lines.push(writeLine(cells));
	}
	return lines.join('');
});

/** A text that grows as bytes, which take half of the memory and no work of the garbage collector. */
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

interface LongFile<T> {
	heads: string[];
	entries: Iterable<T>;
	toCells: (entry: T) => string[];
	isForSpreadsheets?: boolean;
	/** Whether the last line ends as the others do. */
	endsWithLine?: boolean;
}

/** A file with a line for each of many entries: each line is dropped once it is among the bytes. */
export function* writeLongCsv<T>({
	heads,
	entries,
	toCells,
	isForSpreadsheets = false,
	endsWithLine = true,
}: LongFile<T>): Generator<void, Buffer> {
	const file = new Bytes();
	file.add((isForSpreadsheets ? forSpreadsheets : String)(writeLine(heads)));
	for (const entry of entries) {
		const cells = toCells(entry);
		yield* spend(workOf.line + cells.length * workOf.cell);
		file.add(writeLine(cells));
	}
	return endsWithLine ? file.all : file.all.subarray(0, -2);
}

/** With the mark by which Excel knows UTF-8; importers of other programs do not expect it. */
export const forSpreadsheets = (csv: string): string => `\uFEFF${csv}`;
