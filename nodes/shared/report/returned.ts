/** The field Return of a report, and the files that its choices add. */
import type { IDataObject, NodeHint } from 'n8n-workflow';
import { choices, type Field } from '../fields';
import type { OutputFile } from '../operations';
import { alphabetically } from '../start';

interface Choice {
	name: string;
	value: string;
	description: string;
}

const listCommon = (noun: string): Choice[] => [
	{ name: 'CSV', value: 'csv', description: `File with a row for each ${noun} and a total row` },
	{ name: 'Items', value: 'items', description: `An item for each ${noun}, before the total` },
	{ name: 'Page', value: 'page', description: 'Field html of the total, for an e-mail' },
	{ name: 'Page File', value: 'pageFile', description: 'The same page as an HTML file' },
];

export const chartChoice: Choice = {
	name: 'Chart',
	value: 'chart',
	description: 'Bars of the period as an SVG file',
};

/** `noun` is what a row is about; `more` are the choices that not every report has. */
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
		[...listCommon(noun), ...more].sort((a, b) => alphabetically(a.name, b.name)),
	);

/** Of a node with a report: whoever sums its items would count all twice. */
export const totalHint: NodeHint = {
	message: 'The last item is the total. To sum the others, filter it out by isTotal.',
	displayCondition:
		'={{ $parameter["operation"] === "getReport" && $parameter["return"]?.includes("items") }}',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
};

/** What Send Email takes of a report: its fields are not in the view that n8n opens. */
export const mailHint: NodeHint = {
	message:
		'In Send Email, title is the subject, html the HTML, and attachments belongs in Attachments (File).',
	displayCondition:
		'={{ $parameter["operation"] === "getReport" && $parameter["return"]?.includes("page") }}',
	location: 'outputPane',
	whenToDisplay: 'afterExecution',
};

const types = { csv: 'text/csv', html: 'text/html', svg: 'image/svg+xml' };

/** What a choice makes: the property that holds the file, its name without the period, and its text. */
export interface FileMaker {
	property: string;
	name: (slug: string) => `${string}.${keyof typeof types}`;
	write: () => string;
}

/** The files' properties as Send Email's Attachments takes them. */
export const toAttachments = (files: OutputFile[]): IDataObject =>
	files.length ? { attachments: files.map(({ property }) => property).join(',') } : {};

/** The files that were asked for. */
export const makeFiles = (
	makers: Record<string, FileMaker>,
	returns: string[],
	slug: string,
): OutputFile[] =>
	Object.entries(makers)
		.filter(([choice]) => returns.includes(choice))
		.map(([, { property, name, write }]) => {
			const file = name(slug);
			const ending = file.slice(file.lastIndexOf('.') + 1) as keyof typeof types;
			return { property, name: file, mimeType: types[ending], text: write() };
		});
