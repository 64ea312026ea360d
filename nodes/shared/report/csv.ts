/** CSV files as RFC 4180 has them: commas, CRLF, quotation marks where a cell needs them. */

/** What spreadsheets take for the beginning of a formula (OWASP, CSV Injection), the wide forms of East Asia included. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const number = /^-?\d+(\.\d+)?$/;

const writeCell = (text: string): string => {
	const safe = formula.test(text) && !number.test(text) ? `'${text}` : text;
	return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The rows as text. Cells that a spreadsheet would run get an apostrophe in front, which it shows as text. */
export const writeCsv = (rows: string[][]): string =>
	rows.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');

/** With the mark by which Excel knows UTF-8; importers of other programs do not expect it. */
export const forSpreadsheets = (csv: string): string => `\uFEFF${csv}`;
