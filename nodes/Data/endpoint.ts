/** Endpoint > Call Any: a GET of any path of the Data API. */
import { fieldValue, optional, type Field } from '../shared/fields/fields';
import { InvalidField } from '../shared/fields/invalid';
import { json } from '../shared/fields/json';
import { text } from '../shared/fields/kinds';
import type { Resource, RestOperation } from '../shared/operation/operations';
import { isPlainPath } from '../shared/values/paths';
import { isRecord } from '../shared/values/records';

const isPlain = (entry: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof entry);

const isQuery = (query: unknown): boolean =>
	isRecord(query) && Object.values(query).flat().every(isPlain);

/** Explains common mistakes in a pasted path: a whole URL, or a query string. */
function explainPath(entered: string): InvalidField | undefined {
	const [, path, query] = /^(?:https?:\/\/[^/]+)?(\/[^?#]*)(?:\?([^#]*))?/i.exec(entered) ?? [];
	if (path === undefined || (path === entered && query === undefined)) return undefined;
	const asQuery = query && JSON.stringify(Object.fromEntries(new URLSearchParams(query)));
	const rest = asQuery ? ` In Additional Fields, enter as Query: ${asQuery}` : '';
	const fault = /^http/i.test(entered) ? 'this is a whole URL' : 'the query has a field of its own';
	return new InvalidField(fault, entered, `Enter ${path} as Path.${rest}`);
}

const explained = <T>(field: Field<T>): Field<T> => ({
	...field,
	encode: (value, context) => {
		const known = typeof value === 'string' ? explainPath(value.trim()) : undefined;
		if (known) throw known;
		return field.encode(value, context);
	},
});

const path = explained(
	text(
		{
			displayName: 'Path',
			name: 'path',
			placeholder: 'e.g. /v1/chains',
			description: 'Path after the Data URL, without a query string',
		},
		'a path that starts with /v and a number, without a query, semicolons, empty segments or dots alone',
		(path) => /^\/v\d+(\/[\w.~:@!$&'()*+,=-]+)+$/.test(path) && isPlainPath(path.slice(1)),
	),
);

const query = optional(
	json<Record<string, unknown>>(
		{
			displayName: 'Query',
			name: 'query',
			default: '{}',
			placeholder: 'e.g. {"network": "fuji"}',
			description: 'Query parameters as a JSON object. A list sends its parameter once per value.',
		},
		'a JSON object of texts, numbers, booleans or lists of these',
		isQuery,
	),
);

const listField = optional(
	text(
		{
			displayName: 'List Field',
			name: 'listField',
			placeholder: 'e.g. chains',
			description:
				'Response field that holds a list. Each entry becomes an item, across all pages. Leave empty to get one item with the whole response.',
		},
		'a field name',
		(name) => /^\w+$/.test(name),
	),
);

export const endpoint = {
	name: 'Endpoint',
	operations: {
		call: {
			name: 'Call Any',
			action: 'Call any Data API endpoint',
			description:
				'Send a GET request to any Data API path, for data that no other operation covers',
			path: '{path}',
			params: [path, query, listField],
			output: { kind: 'chosen', listField },
			pageSize: { min: 1, max: 10_000, default: 10, unknown: true },
			identity: 'none',
			toRequest: (values) => ({
				path: fieldValue(values, path),
				query: fieldValue(values, query) ?? {},
			}),
		},
	},
} satisfies Resource<RestOperation>;
