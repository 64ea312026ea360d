/** The field Return of a report, and the files of its choices. */
import type { IDataObject } from 'n8n-workflow';
import { fieldValue, type Field } from '../fields/fields';
import { InvalidField } from '../fields/invalid';
import { choices } from '../fields/kinds';
import { putExactLast } from '../operation/columns';
import type { Given, OutputFile, Remark, Values } from '../operation/operations';
import { asOne } from '../operation/remarks';
import { inPieces, takeTurn, workOf } from '../pace';
import { alphabetically } from '../start';
import type { CsvForm } from './csv';
import { writeBrief, type Page } from './page';

interface Choice {
	name: string;
	value: string;
	description: string;
}

/** The choice for items without a total, offered by every report. */
const withoutTotal = 'rows';

const listCommon = (noun: string): Choice[] => [
	{ name: 'CSV', value: 'csv', description: `File with a row for each ${noun} and no total` },
	{ name: 'Items', value: 'items', description: `An item for each ${noun}, before the total` },
	{
		name: 'Items Without Total',
		value: withoutTotal,
		description: `An item for each ${noun}, to add to a sheet. Choose it alone.`,
	},
	{ name: 'Page', value: 'page', description: 'Field html of the total, for an e-mail' },
	{ name: 'Page File', value: 'pageFile', description: 'The same page as an HTML file' },
];

export const chartChoice: Choice = {
	name: 'Chart',
	value: 'chart',
	description: 'Bars of the period as an SVG file',
};

/** `noun` is the subject of a row. `more` has choices of this report only, or its own words for a common choice. */
export const returnField = (noun: string, more: Choice[] = []): Field<string[] | undefined> =>
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

const anyReturn = returnField('row');

/** The choices of Return. There is one, because the field is required. */
export const returnsIn = (values: Values): string[] => fieldValue(values, anyReturn)!;

const returnsOf = ([{ values }]: Given[]): string[] => returnsIn(values);

/** Warns that a sum over all items counts everything twice. */
const sayTotal: Remark = (given) =>
	returnsOf(given).includes('items') && given.some(({ items }) => items.length > 1)
		? 'The last item is the total. To sum the others, filter it out by isTotal.'
		: undefined;

/** Names the fields for Send Email, because n8n opens a view without them. */
const sayMail: Remark = (given) => {
	const returns = returnsOf(given);
	return returns.includes('page') && !isForSheet(returns)
		? 'In Send Email, title is the subject, html the HTML, and attachments belongs in Attachments (File), which an older n8n calls Attachments.'
		: undefined;
};

/** Warns that Send Email sends an e-mail for each row. */
const sayMailForEach: Remark = (given) => {
	const returns = returnsOf(given);
	return returns.includes('items') && returns.includes('page')
		? 'Send Email sends an e-mail for each item. For one alone, take Items out of Return.'
		: undefined;
};

/** One hint, since n8n shows each in a box of its own above the items. */
export const reportRemarks: Remark[] = [asOne(sayTotal, sayMail, sayMailForEach)];

const types = { csv: 'text/csv', html: 'text/html', svg: 'image/svg+xml' };

/** Makes the file of a choice: its binary property, its name, and its content. */
export interface FileMaker {
	property: string;
	name: (slug: string) => `${string}.${keyof typeof types}`;
	write: (form: CsvForm) => string | Generator<void, string | Buffer>;
}

/** The total holds page and files, so a choice without a total must stand alone. `lists` are such choices too. */
export function checkReturn(
	values: Values,
	{ params = [] }: { params?: Field[] },
	lists: string[],
): InvalidField | undefined {
	const chosen = returnsIn(values);
	const alone = chosen.find((choice) => choice === withoutTotal || lists.includes(choice));
	if (alone === undefined || chosen.length === 1) return undefined;
	const { options = [] } = params.find((field) => field.name === 'return')!;
	const { name } = options.find((option) => 'value' in option && option.value === alone)!;
	const instead = lists.includes(alone)
		? ` Without ${name}, the total holds the same in its field ${alone}.`
		: '';
	return new InvalidField(
		`Choose ${name} alone in Return`,
		undefined,
		`Remove ${name} or all other choices: the page and the files are part of the total, and ${name} has none.${instead}`,
	);
}

/** A sheet takes each field for a column, and has no use for a page. */
export const isForSheet = (returns: string[]): boolean => returns.includes(withoutTotal);

/** Send Email needs these fields in every item, because an expression without its field would send "undefined". */
export const mailOf = (title: string, figures: Page['figures']): IDataObject => ({
	title,
	html: writeBrief(title, figures),
});

interface Told {
	returns: string[];
	isTool: boolean;
}

/** The items of a report: the rows if Return asks for them, then the total. */
export function itemsOf(
	rows: IDataObject[],
	total: IDataObject,
	{ returns, isTool }: Told,
): IDataObject[] {
	const ordered = rows.map(putExactLast);
	if (isTool || returns.includes('items')) return [...ordered, putExactLast(total)];
	return isForSheet(returns) ? ordered : [putExactLast(total)];
}

/** The properties of the files, in the form of Send Email's Attachments. */
export const toAttachments = (files: OutputFile[]): IDataObject =>
	files.length ? { attachments: files.map(({ property }) => property).join(',') } : {};

/** What is asked for of a report. */
export interface Requested {
	returns: string[];
	form: CsvForm;
}

/** Writes the requested files, each in pieces. */
export async function makeFiles(
	makers: Record<string, FileMaker>,
	{ returns, form }: Requested,
	slug: string,
): Promise<OutputFile[]> {
	const files: OutputFile[] = [];
	for (const [choice, { property, name, write }] of Object.entries(makers)) {
		if (!returns.includes(choice)) continue;
		const file = name(slug);
		const ending = file.slice(file.lastIndexOf('.') + 1) as keyof typeof types;
		await takeTurn(workOf.file);
		const written = write(form);
		const content = typeof written === 'string' ? written : await inPieces(written);
		files.push({ property, name: file, mimeType: types[ending], content });
	}
	return files;
}
