/** The field Return of a report, and the files that its choices add. */
import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../fields/fields';
import { InvalidField } from '../fields/invalid';
import { choices } from '../fields/kinds';
import { putExactLast } from '../operation/columns';
import type { Given, OutputFile, Remark, Values } from '../operation/operations';
import { inPieces, takeTurn, workOf } from '../pace';
import { alphabetically } from '../start';
import { writeBrief, type Page } from './page';

interface Choice {
	name: string;
	value: string;
	description: string;
}

/** The choice of every report that gives items and no total. */
const withoutTotal = 'rows';

const listCommon = (noun: string): Choice[] => [
	{ name: 'CSV', value: 'csv', description: `File with a row for each ${noun} and no total` },
	{ name: 'Items', value: 'items', description: `An item for each ${noun}, before the total` },
	{
		name: 'Items Without Total',
		value: withoutTotal,
		description: `An item for each ${noun} and nothing else, to add to a sheet`,
	},
	{ name: 'Page', value: 'page', description: 'Field html of the total, for an e-mail' },
	{ name: 'Page File', value: 'pageFile', description: 'The same page as an HTML file' },
];

export const chartChoice: Choice = {
	name: 'Chart',
	value: 'chart',
	description: 'Bars of the period as an SVG file',
};

/** `noun` is what a row is about; `more` are the choices that not every report has, or that it has words of its own for. */
export const returnField = (noun: string, more: Choice[] = []): Field =>
	choices(
		{
			displayName: 'Return',
			name: 'return',
			required: true,
			default: ['csv', 'page'],
			notSent: true,
			description: `What to return. Items gives an item for each ${noun}. The last item holds the total, and the files as binary data.`,
		},
		[
			...listCommon(noun).filter(({ value }) => more.every((own) => own.value !== value)),
			...more,
		].sort((a, b) => alphabetically(a.name, b.name)),
	);

const returnsOf = ([{ values }]: Given[]): string[] => values.return as string[];

/** Whoever sums the items of a report would count all twice. */
const sayTotal: Remark = (given) =>
	returnsOf(given).includes('items')
		? 'The last item is the total. To sum the others, filter it out by isTotal.'
		: undefined;

/** What Send Email takes of a report: its fields are not in the view that n8n opens. */
const sayMail: Remark = (given) => {
	const returns = returnsOf(given);
	return returns.includes('page') && !returns.includes(withoutTotal)
		? 'In Send Email, title is the subject, html the HTML, and attachments belongs in Attachments (File).'
		: undefined;
};

/** Whoever wants one e-mail would get one for each row. */
const sayMailForEach: Remark = (given) => {
	const returns = returnsOf(given);
	return returns.includes('items') && returns.includes('page')
		? 'Send Email sends an e-mail for each item. For one alone, take Items out of Return.'
		: undefined;
};

export const reportRemarks: Remark[] = [sayTotal, sayMail, sayMailForEach];

const types = { csv: 'text/csv', html: 'text/html', svg: 'image/svg+xml' };

/** What a choice makes: the property that holds the file, its name without the period, and its content. */
export interface FileMaker {
	property: string;
	name: (slug: string) => `${string}.${keyof typeof types}`;
	write: () => string | Generator<void, string | Buffer>;
}

/** The total holds the page and the files: beside a choice without one, such as those of `lists`, they have no place. */
export function checkReturn(
	{ return: returns }: Values,
	{ params = [] }: { params?: Field[] },
	lists: string[],
): InvalidField | undefined {
	const chosen = returns as string[];
	const alone = chosen.find((choice) => choice === withoutTotal || lists.includes(choice));
	if (alone === undefined || chosen.length === 1) return undefined;
	const { options = [] } = params.find((field) => field.name === 'return')!;
	const { name } = options.find((option) => 'value' in option && option.value === alone)!;
	return new InvalidField(
		`Choose ${name} alone in Return`,
		undefined,
		`Remove ${name} or all other choices: the page and the files are part of the total, and ${name} has none.`,
	);
}

/** What Send Email takes of any item: an expression that finds no field would send "undefined". */
export const mailOf = (title: string, figures: Page['figures']): IDataObject => ({
	title,
	html: writeBrief(title, figures),
});

interface Told {
	returns: string[];
	isTool: boolean;
}

/** The items of a report: its rows where they were asked for, and the total behind them. */
export function itemsOf(
	rows: IDataObject[],
	total: IDataObject,
	{ returns, isTool }: Told,
): IDataObject[] {
	const ordered = rows.map(putExactLast);
	if (isTool || returns.includes('items')) return [...ordered, putExactLast(total)];
	return returns.includes(withoutTotal) ? ordered : [putExactLast(total)];
}

/** The files' properties as Send Email's Attachments takes them. */
export const toAttachments = (files: OutputFile[]): IDataObject =>
	files.length ? { attachments: files.map(({ property }) => property).join(',') } : {};

/** The files that were asked for, each written in pieces. */
export async function makeFiles(
	makers: Record<string, FileMaker>,
	returns: string[],
	slug: string,
): Promise<OutputFile[]> {
	const files: OutputFile[] = [];
	for (const [choice, { property, name, write }] of Object.entries(makers)) {
		if (!returns.includes(choice)) continue;
		const file = name(slug);
		const ending = file.slice(file.lastIndexOf('.') + 1) as keyof typeof types;
		await takeTurn(workOf.file);
		const written = write();
		const content = typeof written === 'string' ? written : await inPieces(written);
		files.push({ property, name: file, mimeType: types[ending], content });
	}
	return files;
}
