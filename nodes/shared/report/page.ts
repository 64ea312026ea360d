/**
 * A report as one HTML page, for e-mails and browsers. It uses tables and inline styles, which all mail clients draw,
 * and no scripts or outside resources. A style sheet adds dark, narrow and print layouts for clients that know it.
 */
import { barsEach, colorsOf, sharesOf, type Chart } from './chart';
import { countOf, escapeMarkup } from '../values/writing';

/** Text, or text that links to a page or has a line of its own below. `url` is one that we made: no text of others may be one. */
export type Cell = string | { text: string; url?: string; below?: string };

/** A cell with a link, or text alone where no page is known. */
export const linkTo = (url: string | undefined, text: string): Cell =>
	url === undefined ? text : { text, url };

/** `bad` is to be acted on now, and `soon` later. The words of a row say so, too: not everybody sees colors. */
export type Mark = 'bad' | 'soon';

/** The sheet has other colors for dark layouts. */
const markColors: Record<Mark, string> = { bad: '#fbdadd', soon: '#fff1cc' };

/** A table of a page. */
export interface Rows {
	title: string;
	/** The first head names the groups. The other columns hold numbers, unless `textHeads` names them. */
	heads: string[];
	textHeads?: string[];
	rows: Cell[][];
	/** Marks rows that must stand out. */
	marks?: Array<Mark | undefined>;
	/** The number of further rows, which were never meant to be shown. */
	more?: number;
	/** Says how to find the rows that are not shown. A table without it has those of the main one. */
	elsewhere?: string;
}

export interface Page {
	title: string;
	about: string;
	/** A note says in small letters what a figure lacks. */
	figures: Array<{ label: string; value: string; note?: string }>;
	charts: Chart[];
	table: Rows & {
		total?: Cell[];
		elsewhere: string;
	};
	/** Tables below the main one. They get the space it leaves. */
	details?: Rows[];
	/** Missing data, and help with the figures. */
	notes: string[];
}

/** Gmail cuts off messages at 102 KB, and quoted-printable adds some bytes. */
const mostBytes = 90_000;
/** Rows of a table that leave the chart below it in sight. */
const rowsOfScreen = 15;
/** Reserved for the end of the page. */
const sparedBytes = 2_000;

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** On a phone, long names break, and a wide table shows each figure on a line of its own, behind its head. */
const sheet = [
	'body{margin:0;padding:0;overflow-wrap:break-word}',
	// Here and in attributes, what all cells have takes less room than in styles of each, so more rows fit on the page.
	'.rows td,.rows th{border-bottom:1px solid #dddddd}.rows i{display:none}.rows a{color:inherit}',
	'.rows td:first-child{min-width:90px;overflow-wrap:anywhere}',
	'@media (prefers-color-scheme:dark){',
	'.page{background:#1b1b1f!important;color:#eeeeee!important}',
	'.soft{color:#b5b5bd!important}.rows td,.rows th,.rows tr{border-color:#44444c!important}',
	'.card{background:#2a2a30!important}.bar{background:#ff5a67!important}',
	'.bad{background:#55232a!important}.soon{background:#4a3c14!important}}',
	'@media (max-width:600px){.figure{display:block!important;width:auto!important}',
	'.rows td,.rows th{padding:4px 3px!important;font-size:11px!important}',
	'.rows td{white-space:normal!important}',
	'.stack tr{display:block;padding:4px 0;border-bottom:1px solid #bbbbbb}.stack th{display:none!important}',
	'.stack td{display:block;overflow:hidden;text-align:right!important;border:0!important;padding:1px 3px!important;font-size:13px!important}',
	'.stack td:first-child{text-align:left!important;font-weight:bold}.stack td.soft{font-weight:normal}',
	'.stack i{display:inline!important;float:left;font-style:normal;padding-right:12px}.stack td:empty{display:none}}',
	'@media print{.page{background:#ffffff!important;color:#000000!important}tr{page-break-inside:avoid}}',
].join('\n');

const soft = 'color:#66666e';
const small = 'font-size:13px;line-height:18px';
const smaller = 'font-size:12px;line-height:17px';

interface RowStyle {
	tag?: 'td' | 'th';
	more?: string;
	marked?: Mark;
	/** For each column: true if it holds text. */
	isText?: boolean[];
	/** For each column of a wide table: its head, which only phones show. */
	labels?: string[];
	isTight?: boolean;
}

const listText = ({ heads, textHeads = [] }: Rows): boolean[] =>
	heads.map((head) => textHeads.includes(head));

/** Columns that fit beside each other on a phone. */
const mostNarrow = 3;
const isWide = ({ heads }: Rows): boolean => heads.length > mostNarrow;

/** With more columns, those of a page for a desktop get less room, and amounts leave their unit to the next line. */
const mostRoomy = 6;
const isTight = ({ heads }: Rows): boolean => heads.length > mostRoomy;

/** A page with many columns takes more of a wide screen. */
const widthOf = (tables: Rows[]): number => (tables.some(isTight) ? 960 : 760);

/** What all rows of a table have in common. */
const styleOf = (table: Rows): RowStyle => ({
	isText: listText(table),
	...(isWide(table) && { labels: table.heads }),
	isTight: isTight(table),
});

const bold = 'font-weight:bold';

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

/** The text of a cell, with its link and the line below if it has them. */
function writeCell(cell: Cell): string {
	const text = escapeMarkup(textOf(cell));
	if (typeof cell === 'string') return text;
	const { url, below } = cell;
	const linked = url === undefined ? text : `<a href="${escapeMarkup(url)}">${text}</a>`;
	return below ? `${linked}<br>${escapeMarkup(below)}` : linked;
}

/** A date or a percentage, which no table breaks. */
const unbroken = /^(\d{4}-\d\d-\d\d|[-+\d.,]+ %)$/;

function writeRow(
	[name, ...numbers]: Cell[],
	{ tag = 'td', more, marked, isText = [], labels, isTight: mayBreak }: RowStyle = {},
): string {
	const write = (inside: string, attributes: string, style?: string): string =>
		`<${tag}${attributes}${style ? ` style="${style}"` : ''}>${inside}</${tag}>`;
	const isHead = tag === 'th';
	// Cells have the place of their row, and heads one of their own.
	const right = isHead ? ' align="right"' : '';
	const cells = numbers.map((cell, i) => {
		const wrap = isHead || (mayBreak && !unbroken.test(textOf(cell))) ? '' : ' nowrap';
		const place = isText[i + 1] ? ' align="left"' : right;
		const label = labels && cell ? `<i hidden>${escapeMarkup(labels[i + 1])} </i>` : '';
		return write(label + writeCell(cell), place + wrap, more);
	});
	const mark = marked ? ` class="${marked}" bgcolor="${markColors[marked]}"` : '';
	const first = write(writeCell(name), ' align="left"', marked ? bold : more);
	return `<tr${mark} align="right">${first}${cells.join('')}</tr>`;
}

/** Figures that stand in one row of a page. */
export const mostInRow = 5;

/** As many columns as all rows can fill, so that each row has figures of one kind. */
const columnsOf = (figures: number): number =>
	figures <= mostInRow
		? Math.max(figures, 1)
		: ([5, 4, 3].find((of) => figures % of === 0) ?? mostInRow);

function writeFigures(figures: Page['figures']): string {
	const columns = columnsOf(figures.length);
	const width = Math.floor(100 / columns);
	const cells = figures.map(
		({ label, value, note }) =>
			`<td class="figure card" width="${width}%" valign="top" style="padding:12px;background:#f4f4f6">` +
			`<div class="soft" style="${small};${soft}">${escapeMarkup(label)}</div>` +
			`<div style="font-size:20px;line-height:28px;font-weight:bold">${escapeMarkup(value)}</div>` +
			`${note ? `<div class="soft" style="${smaller};${soft}">${escapeMarkup(note)}</div>` : ''}</td>`,
	);
	const rows = Array.from({ length: Math.ceil(cells.length / columns) || 1 }, (_, i) =>
		cells.slice(i * columns, (i + 1) * columns).join(''),
	);
	return `<table role="presentation" width="100%" cellspacing="4" cellpadding="0" border="0"><tr>${rows.join('</tr><tr>')}</tr></table>`;
}

/** A bar in its color. Only the first color has one for dark layouts. */
const drawBar = (share: number, color: string, place: number): string =>
	`<div${place ? '' : ' class="bar"'} style="width:${share}%;height:10px;background:${color}">&nbsp;</div>`;

/** Horizontal bars made of tables, because mail clients draw no SVG. Short markup leaves room for many. */
function writeBars(chart: Chart): string {
	const shares = sharesOf(chart);
	const each = barsEach(chart);
	const series = colorsOf(chart);
	const lines = chart.bars.map(({ name, shown }, i) => {
		const place = i % each;
		const bar = shares[i] > 0 ? drawBar(shares[i], series[place].color, place) : '';
		const label = place ? '<td></td>' : `<td nowrap>${escapeMarkup(name)}</td>`;
		// The first row sets the width of the column.
		const cell = i ? '<td>' : '<td width="70%">';
		return `<tr>${label}${cell}${bar}</td><td align="right" nowrap>${escapeMarkup(shown)}</td></tr>`;
	});
	const legend = each > 1 ? writeLegend(series) : '';
	return `${legend}<table width="100%" cellspacing="0" cellpadding="2" border="0" style="${small}">${lines.join('\n')}</table>`;
}

const writeLegend = (series: ReturnType<typeof colorsOf>): string =>
	`<p style="margin:0 0 8px;${small}">${series
		.map(({ name, color }) => `<span style="color:${color}">&#9632;</span> ${escapeMarkup(name)}`)
		.join(' &nbsp; ')}</p>\n`;

const heading = (text: string): string =>
	`<h2 style="margin:24px 0 8px;font-size:16px;line-height:22px">${escapeMarkup(text)}</h2>`;

const writeNotes = (notes: string[]): string =>
	notes.length
		? `${heading('Notes')}\n<ul style="margin:0;padding-left:20px">${notes
				.map((note) => `<li style="margin-bottom:4px">${escapeMarkup(note)}</li>`)
				.join('\n')}</ul>`
		: '';

/** A title and figures, as the e-mail text of an item without a page. */
export const writeBrief = (title: string, figures: Page['figures']): string =>
	[
		`<p><strong>${escapeMarkup(title)}</strong></p>`,
		...figures.map(({ label, value, note }) => {
			const limits = note ? ` (${note})` : '';
			return `<p>${escapeMarkup(`${label}: ${value}${limits}`)}</p>`;
		}),
	].join('\n');

const beginTable = (table: Rows): string =>
	[
		heading(table.title),
		`<div style="overflow-x:auto"><table class="${isWide(table) ? 'rows stack' : 'rows'}" width="100%" cellspacing="0" cellpadding="${isTight(table) ? 3 : 5}" border="0" style="${isTight(table) ? smaller : small}">`,
		writeRow(table.heads, { tag: 'th', more: 'vertical-align:bottom', isText: listText(table) }),
	].join('\n');
const endTable = '</table></div>';

/** Writes the rows that fit, and the bytes left. If some do not fit, adds a line with `elsewhere`. */
function fillTable(
	table: Rows,
	room: number,
	elsewhere: string,
): { lines: string[]; left: number } {
	const lines: string[] = [];
	const { rows, marks, more = 0 } = table;
	const style = styleOf(table);
	let left = room;
	for (const [i, cells] of rows.entries()) {
		const written = writeRow(cells, { ...style, marked: marks?.[i] });
		const rest = left - bytesOf(written) - 1;
		if (rest < 0) {
			const end = writeRest(table, lines.length, elsewhere);
			return { lines: [...lines, end], left: Math.max(rest, 0) };
		}
		left = rest;
		lines.push(written);
	}
	if (more > 0) lines.push(writeRest(table, lines.length, elsewhere));
	return { lines, left };
}

/** Counts the rows that do not fit, and says where to find them. */
function writeRest({ rows, more = 0, heads }: Rows, written: number, elsewhere: string): string {
	const words = `${countOf(rows.length + more - written, 'more row')}. ${elsewhere}`;
	return `<tr><td class="soft" colspan="${heads.length}" style="${soft}">${escapeMarkup(words)}</td></tr>`;
}

/** The page, in less than 90,000 bytes. Rows that do not fit are counted. The files have them. */
export function writePage(page: Page): string {
	const { title, about, figures, charts, table, details = [], notes } = page;
	const drawn = charts.filter(({ bars: { length } }) => length);
	const charted = drawn.flatMap((chart) => [heading(chart.title), writeBars(chart)]);
	// A table of one screen comes first, if it would be hidden below a screen of bars.
	const isShort = table.rows.length <= rowsOfScreen;
	const isTableFirst = isShort && table.rows.length < drawn.flatMap(({ bars }) => bars).length;
	const before = [
		'<!DOCTYPE html>',
		'<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
		'<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
		`<title>${escapeMarkup(title)}</title><style>${sheet}</style></head>`,
		'<body class="page" style="margin:0;padding:0;background:#ffffff;color:#1c1c20;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px">',
		'<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" border="0" style="table-layout:fixed;background:#ffffff;color:#1c1c20"><tr><td align="center" style="padding:16px">',
		`<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="table-layout:fixed;max-width:${widthOf([table, ...details])}px;text-align:left;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px"><tr><td>`,
		`<h1 style="margin:0 0 4px;font-size:22px;line-height:28px">${escapeMarkup(title)}</h1>`,
		`<p class="soft" style="margin:0 0 16px;${soft}">${escapeMarkup(about)}</p>`,
		writeFigures(figures),
		...(isTableFirst ? [] : charted),
		beginTable(table),
	].join('\n');
	const total = [
		...(table.total ? [writeRow(table.total, { ...styleOf(table), more: bold })] : []),
		endTable,
		...(isTableFirst ? charted : []),
	].join('\n');
	const begun = details.map(beginTable);
	const after = [writeNotes(notes), '</td></tr></table></td></tr></table></body></html>\n'].join(
		'\n',
	);
	const fixed = [before, total, ...begun.flatMap((begin) => [begin, endTable]), after].join('\n');
	const { elsewhere } = table;
	const main = fillTable(
		table,
		mostBytes - sparedBytes - bytesOf(fixed),
		`The total includes them. ${elsewhere}`,
	);
	let { left } = main;
	const below = details.flatMap((detail, i) => {
		const filled = fillTable(detail, left, detail.elsewhere ?? elsewhere);
		left = filled.left;
		return [begun[i], ...filled.lines, endTable];
	});
	return [before, ...main.lines, total, ...below, after].join('\n');
}
