/** The common recipe of reports: records become rows and a total, and these become items, a page and files. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../errors';
import { fieldValue } from '../fields/fields';
import { sayLastLeftOut } from '../fields/period';
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
import { sayAsOf, sayUnfinished, type Unfinished } from './covered';
import { csvForm, forSpreadsheets, writeCsv, type CsvForm } from './csv';
import { writeBrief, writePage, type Page } from './page';
import {
	checkReturn,
	isForSheet,
	itemsOf,
	mailOf,
	makeFiles,
	reportRemarks,
	returnsIn,
	toAttachments,
	type FileMaker,
	type Requested,
} from './returned';

export type Figures = Page['figures'];

/** A CSV file. It has no total row, because a sum of the column would count everything twice. */
export interface CsvTable {
	heads: string[];
	rows: string[][];
}

export interface Table extends CsvTable {
	total: string[];
}

export interface Report<Row> {
	title: string;
	/** Begins the titles of rows, where the title of the report does not fit one row. */
	rowTitle?: string;
	/** Files are named `${fileName}-${slug}.csv`. The slug is the period or the day. */
	fileName: string;
	slug: string;
	/** Replaces the slug in the names of files, while keys keep the slug of the period. */
	fileSlug?: string;
	rows: Row[];
	/** The charts of the SVG file, if the report offers Chart. */
	charts?: Chart[];
	/** Set if the period was not over. Title, notes, names of files and hint then say so. */
	unfinished?: Unfinished;
	/** Missing data, and help with the figures. */
	notes: string[];
	/** Set if a last note says where the sums have all digits. */
	hasSums?: boolean;
	/** Counts of the list that was read. */
	tally?: Tally;
}

/** The parts that each report defines. The rest of the operation follows from them. */
interface ReportRecipe<Read, Row, R extends Report<Row>>
	extends Pick<
		ComposedOperation,
		'action' | 'description' | 'params' | 'check' | 'explain' | 'counts' | 'composes' | 'returns'
	> {
	/** The documentation's words for a row and for the last item, such as `group` and `total`. */
	words: { row: string; last: string };
	/** Sends all requests. A failure ends the run. */
	read: (client: Client, values: Values, runContext: RunContext) => Promise<Answer<Read>>;
	/** Adds up the records, in pieces. */
	group: (read: Read) => Generator<void, R>;
	/** The fields of an item. `more` has the fields for Send Email, which each report places itself. */
	columns: {
		row: (row: Row, report: R, more: IDataObject) => IDataObject;
		total: (report: R, more: IDataObject) => IDataObject;
	};
	/** The e-mail of a row: words for the end of the title, and figures. */
	mail: (row: Row, report: R) => { about: string; figures: Figures };
	/** The most important figures. */
	figures: (report: R) => Figures;
	/** The page, without title, figures and notes. */
	page: (report: R) => {
		about: string;
		charts?: Chart[];
		table: Omit<Page['table'], 'elsewhere'>;
		details?: Page['details'];
	};
	csv: (report: R) => Generator<void, CsvTable>;
	/** Additional files of this report, by their choice in Return. */
	files?: (report: R) => Record<string, FileMaker>;
	/** Items that replace rows and total, by their choice in Return. */
	lists?: Record<string, (report: R) => IDataObject[]>;
}

/** The files of a report, and the fields of its last item for Send Email. */
interface Written {
	files: OutputFile[];
	mail: IDataObject;
}

type Writer<Row, R extends Report<Row>> = Pick<
	ReportRecipe<unknown, Row, R>,
	'figures' | 'page' | 'csv' | 'files'
>;

/** Renders the page. Says how to get the rows that do not fit: the CSV file has them. */
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

function* renderCsv(table: Generator<void, CsvTable>, form: CsvForm): Generator<void, string> {
	const { heads, rows } = yield* table;
	return forSpreadsheets(yield* piecesOf(writeCsv, [heads, ...rows], form));
}

/** Makers of the report's files, by their choice in Return. */
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
			write: (form) => renderCsv(csv(report), form),
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

/** Renders the page once, for both the e-mail and the file. */
async function write<Row, R extends Report<Row>>(
	writer: Writer<Row, R>,
	report: R,
	asked: Requested,
): Promise<Written> {
	const { returns } = asked;
	const isForMail = returns.includes('page');
	let page = '';
	if (isForMail || returns.includes('pageFile')) {
		await takeTurn(workOf.file);
		page = renderPage(writer, report, returns);
	}
	const files = await makeFiles(
		makersOf(writer, report, page),
		asked,
		report.fileSlug ?? report.slug,
	);
	const html = isForMail ? page : writeBrief(report.title, writer.figures(report));
	return { files, mail: { html, ...toAttachments(files) } };
}

/** Items that replace rows and total, if Return asks for them. */
function listOf<Row, R extends Report<Row>>(
	lists: ReportRecipe<unknown, Row, R>['lists'] = {},
	report: R,
	returns: string[],
): Made | undefined {
	const list = returns.map((choice) => lists[choice]).find(Boolean);
	return list && { ok: true, result: list(report).map(putExactLast), tally: report.tally };
}

type ToItems<Row, R extends Report<Row>> = Pick<ReportRecipe<unknown, Row, R>, 'columns' | 'mail'>;

/** Marks a report whose period was not over, so that nobody takes it for a finished one. */
function markUnfinished<R extends Report<unknown>>(report: R): R {
	const { unfinished, title, slug, notes, tally } = report;
	if (!unfinished) return report;
	const words = sayUnfinished(unfinished);
	return {
		...report,
		title: `${title}, ${sayAsOf(unfinished)}`,
		fileSlug: `${slug}-not-over`,
		notes: [words, ...notes],
		...(tally && { tally: { ...tally, unfinished: words } }),
	};
}

/** The report with a further note. The output panel says it by itself. */
const withNote = <R extends Report<unknown>>(report: R, note: string | undefined): R =>
	note === undefined ? report : { ...report, notes: [note, ...report.notes] };

/** What each choice of Return does to the digits of sums. */
function sayRounding(returns: string[]): string {
	const rounding = [
		{ is: /^page/, words: 'The page rounds figures.' },
		{ is: /csv$/i, words: 'CSV files round money beside an exact column.' },
		{ is: /^items$/, words: 'All digits stand in fields or columns with Exact in their name.' },
	];
	const said = rounding.filter(({ is }) => returns.some((choice) => is.test(choice)));
	return ['Sums are exact.', ...said.map(({ words }) => words)].join(' ');
}

const withRounding = <R extends Report<unknown>>(report: R, returns: string[]): R =>
	report.hasSums ? { ...report, notes: [...report.notes, sayRounding(returns)] } : report;

/** An AI agent reads the items. It gets no files and no fields for Send Email. */
async function giveToTool<Row, R extends Report<Row>>(
	{ columns }: ToItems<Row, R>,
	report: R,
	returns: string[],
): Promise<Made> {
	const toRow = (row: Row) => columns.row(row, report, {});
	const rows = await inPieces(mapInPieces(report.rows, workOf.line, toRow));
	const result = itemsOf(rows, columns.total(report, {}), { returns, isTool: true });
	return { ok: true, result, files: [], tally: report.tally };
}

async function giveToWorkflow<Row, R extends Report<Row>>(
	{ columns, mail, ...writer }: ToItems<Row, R> & Writer<Row, R>,
	report: R,
	asked: Requested,
): Promise<Made> {
	const { returns } = asked;
	const written = await write(writer, report, asked);
	const toRow = (row: Row): IDataObject => {
		const { about, figures } = mail(row, report);
		const title = `${report.rowTitle ?? report.title}: ${about}`;
		return columns.row(row, report, isForSheet(returns) ? { title } : mailOf(title, figures));
	};
	const rows = await inPieces(mapInPieces(report.rows, workOf.line, toRow));
	const result = itemsOf(rows, columns.total(report, written.mail), { returns, isTool: false });
	return { ok: true, result, files: written.files, tally: report.tally };
}

/** Makes the operation Get Report from a recipe. */
export function defineReport<Read, Row, R extends Report<Row>>(
	recipe: ReportRecipe<Read, Row, R>,
): ComposedOperation {
	const { words, read, group, columns, mail, figures, page, csv, files, lists, ...operation } =
		recipe;

	async function run(client: Client, values: Values, runContext: RunContext): Promise<Made> {
		const answer = await read(client, values, runContext);
		if (!answer.ok) return answer;
		const made = await inPieces(group(answer.result));
		const report = markUnfinished(withNote(made, sayLastLeftOut(values)));
		const returns = returnsIn(values);
		if (runContext.isTool) return await giveToTool({ columns, mail }, report, returns);
		const list = listOf<Row, R>(lists, report, returns);
		if (list) return list;
		const form = fieldValue(values, csvForm) ?? 'point';
		const parts = { columns, mail, figures, page, csv, files };
		return await giveToWorkflow(parts, withRounding(report, returns), { returns, form });
	}

	const listed = Object.keys(lists ?? {});
	return {
		...operation,
		name: 'Get Report',
		params: [...(operation.params ?? []), csvForm],
		remarks: reportRemarks,
		check: (values) => checkReturn(values, recipe, listed) ?? recipe.check?.(values),
		run,
		gives: `One item for each ${words.row}, if Return holds Items, then one item with the ${words.last} and the files.`,
	};
}
