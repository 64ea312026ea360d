/** RFC 4180, read by a parser of its own: rows of cells. */
export function parseCsv(csv: string): string[][] {
	const cells = [...csv.replace(/^\uFEFF/, '').matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/g)];
	const rows: string[][] = [[]];
	for (const [, cell, end] of cells) {
		rows.at(-1)!.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
		if (end === '\r\n') rows.push([]);
		else if (end === '') break;
	}
	return rows.filter((row) => row.length > 1);
}
