/** The one recipe of reports: what was read becomes rows and a total, and these become items, a page and files. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../errors';
import type { Client } from '../network/client';
import { putExactLast } from '../operation/columns';
import type { Tally } from '../operation/hints';
import type {
	ComposedOperation,
	Made,
	OutputFile,
	RunContext,
	Values,
} from '../operation/operations';
import { inPieces, mapInPieces, piecesOf, takeTurn, workOf } from '../pace';
import { writeSvg, type Chart } from './chart';
import { forSpreadsheets, writeCsv } from './csv';
import { writeBrief, writePage, type Page } from './page';
import {
	checkReturn,
	itemsOf,
	mailOf,
	makeFiles,
	reportRemarks,
	toAttachments,
	type FileMaker,
} from './returned';

export type Figures = Page['figures'];

/** A CSV file, which has no row of totals: a sum over its column would count all twice. */
export interface CsvTable {
	heads: string[];
	rows: string[][];
}

/** A table as people read it on the page. */
export interface Table extends CsvTable {
	total: string[];
}

/** What every report holds, beside what is its own. */
export interface Report<Row> {
	title: string;
	/** What the files are called: `${fileName}-${slug}.csv`. The slug names the period or the day. */
	fileName: string;
	slug: string;
	rows: Row[];
	/** The bars of the SVG file, where the report has the choice Chart. */
	charts?: Chart[];
	/** What is missing, and how to read the figures. */
	notes: string[];
	/** What was read of a list. */
	tally?: Tally;
}

/** What is the report's own: the rest of the operation follows from it. */
interface ReportRecipe<Read, Row, R extends Report<Row>>
	extends Pick<
		ComposedOperation,
		'action' | 'description' | 'params' | 'check' | 'explain' | 'counts' | 'composes' | 'returns'
	> {
	/** What a row and the last item are called in the documentation, such as `group` and `total`. */
	words: { row: string; last: string };
	/** Sends all requests. A failure ends the run. */
	read: (client: Client, values: Values, surroundings: RunContext) => Promise<Answer<Read>>;
	/** Adds up what was read, in pieces. */
	group: (read: Read) => Generator<void, R>;
	/** The fields of an item; what Send Email takes of it, `more`, stands where the report has its place. */
	columns: {
		row: (row: Row, report: R, more: IDataObject) => IDataObject;
		total: (report: R, more: IDataObject) => IDataObject;
	};
	/** What Send Email shows of a row: behind the title, and below it. */
	mail: (row: Row, report: R) => { about: string; figures: Figures };
	/** What a reader looks for first. */
	figures: (report: R) => Figures;
	/** What the page holds beside title, figures and notes. */
	page: (report: R) => {
		about: string;
		charts?: Chart[];
		table: CsvTable & Partial<Table> & { title: string; isMarked?: boolean[] };
		details?: Page['details'];
	};
	/** The exact figures. */
	csv: (report: R) => Generator<void, CsvTable>;
	/** Files that not every report has, by their choice in Return. */
	files?: (report: R) => Record<string, FileMaker>;
	/** Items in place of rows and total, by their choice in Return. */
	lists?: Record<string, (report: R) => IDataObject[]>;
}

/** What is made of a report once: its files, and what its last item says to Send Email. */
interface Written {
	files: OutputFile[];
	mail: IDataObject;
}

type Writer<Row, R extends Report<Row>> = Pick<
	ReportRecipe<unknown, Row, R>,
	'figures' | 'page' | 'csv' | 'files'
>;

/** The page; a row that it has no room for stands in the CSV file. */
function renderPage<Row, R extends Report<Row>>(
	{ figures, page }: Writer<Row, R>,
	report: R,
	returns: string[],
): string {
	const { title, notes } = report;
	const { about, charts = [], table, details } = page(report);
	const elsewhere = returns.includes('csv')
		? 'See the CSV file.'
		: 'Return CSV to get all of them.';
	return writePage({
		title,
		about,
		figures: figures(report),
		charts,
		table: { ...table, elsewhere },
		details,
		notes,
	});
}

function* renderCsv(table: Generator<void, CsvTable>): Generator<void, string> {
	const { heads, rows } = yield* table;
	return forSpreadsheets(yield* piecesOf(writeCsv, [heads, ...rows]));
}

/** The files of the report, each by its choice in Return. */
function makersOf<Row, R extends Report<Row>>(
	{ csv, files }: Writer<Row, R>,
	report: R,
	page: string,
): Record<string, FileMaker> {
	const { fileName, charts } = report;
	return {
		csv: {
			property: 'csv',
			name: (slug) => `${fileName}-${slug}.csv`,
			write: () => renderCsv(csv(report)),
		},
		...files?.(report),
		pageFile: {
			property: 'page',
			name: (slug) => `${fileName}-${slug}.html`,
			write: () => page,
		},
		...(charts && {
			chart: {
				property: 'chart',
				name: (slug) => `${fileName}-${slug}.svg`,
				write: () => writeSvg(charts),
			},
		}),
	};
}

/** The page is rendered once, for the e-mail and for its file. */
async function write<Row, R extends Report<Row>>(
	writer: Writer<Row, R>,
	report: R,
	returns: string[],
): Promise<Written> {
	const isForMail = returns.includes('page');
	let page = '';
	if (isForMail || returns.includes('pageFile')) {
		await takeTurn(workOf.file);
		page = renderPage(writer, report, returns);
	}
	const files = await makeFiles(makersOf(writer, report, page), returns, report.slug);
	const html = isForMail ? page : writeBrief(report.title, writer.figures(report));
	return { files, mail: { html, ...toAttachments(files) } };
}

/** An agent reads the items: no files, and nothing for Send Email. */
const unwritten: Written = { files: [], mail: {} };

/** The operation Get Report of a recipe. */
export function defineReport<Read, Row, R extends Report<Row>>(
	recipe: ReportRecipe<Read, Row, R>,
): ComposedOperation {
	const { words, read, group, columns, mail, figures, page, csv, files, lists, ...operation } =
		recipe;

	async function run(client: Client, values: Values, surroundings: RunContext): Promise<Made> {
		const answer = await read(client, values, surroundings);
		if (!answer.ok) return answer;
		const report = await inPieces(group(answer.result));
		const { isTool } = surroundings;
		const returns = values.return as string[];
		const list = isTool ? undefined : returns.map((choice) => lists?.[choice]).find(Boolean);
		if (list) return { ok: true, result: list(report).map(putExactLast), tally: report.tally };
		const written = isTool
			? unwritten
			: await write({ figures, page, csv, files }, report, returns);
		const toMail = (row: Row): IDataObject => {
			const shown = mail(row, report);
			return mailOf(`${report.title}: ${shown.about}`, shown.figures);
		};
		const rows = await inPieces(
			mapInPieces(report.rows, workOf.line, (row) =>
				columns.row(row, report, isTool ? {} : toMail(row)),
			),
		);
		return {
			ok: true,
			result: itemsOf(rows, columns.total(report, written.mail), { returns, isTool }),
			files: written.files,
			tally: report.tally,
		};
	}

	const listed = Object.keys(lists ?? {});
	return {
		...operation,
		name: 'Get Report',
		remarks: reportRemarks,
		check: (values) => checkReturn(values, recipe, listed) ?? recipe.check?.(values),
		run,
		gives: `One item for each ${words.row}, if Return holds Items, then one item with the ${words.last} and the files.`,
	};
}
