/** The operation tables of the built package, for what is made of them: the documentation and the tests. */
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type { IDataObject, INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import type { Field } from '../nodes/shared/fields/fields.ts';
import type {
	Group,
	Operation,
	Output,
	PageSize,
	Values,
} from '../nodes/shared/operation/operations.ts';
import { requireBuild } from './built.mts';

requireBuild();

/** One operation, and where it stands. */
export interface Row {
	description: INodeTypeDescription;
	group: Group;
	resource: string;
	operation: string;
	row: Operation;
	/** All its fields, those of the group among them. */
	fields: Field[];
	/** The JSON-RPC method or the path of a GET, with `{name}` for a field; empty for a local operation. */
	method: string;
	/** The path of its requests, with `{name}` for a field. */
	path: string;
	/** Present on lists that come in pages. */
	pageSize?: PageSize;
	/** How its answer becomes items; absent for a local operation, and where its parameters decide. */
	output?: Output;
	/** Whether it sends nothing. */
	isOffline: boolean;
	/** Whether it gives an item for each of several records. */
	isList: boolean;
}

const load = createRequire(join(process.cwd(), 'package.json'));
const pack = load('./dist/index.js') as typeof import('../index.ts');
const { addValue, encodeField, extrasOf, fieldsOf, groups, isComposed, isList, isLocal, isShown } =
	pack;
/** Which API of a chain's configuration serves a method of the EVM endpoints, as its row says; which are on by default. */
export const { apiOf, defaultEthApis } = pack;

function requestOf(
	row: Operation,
	group: Group,
): Pick<Row, 'method' | 'path' | 'output' | 'pageSize'> {
	if (isLocal(row)) return { method: '', path: '' };
	const { output: declared = { kind: 'record' } } = row;
	const output = declared.kind === 'chosen' ? undefined : declared;
	if ('path' in row) return { method: row.path, path: row.path, output, pageSize: row.pageSize };
	return { method: row.method, path: (row.endpoint ?? group.endpoint)!.path, output };
}

/** Every operation of every node of the package, in the order of its tables. */
export function listRows(): Row[] {
	const { n8n } = load('./package.json') as { n8n: { nodes: string[] } };
	return n8n.nodes.flatMap((nodePath) => {
		const { description } = new (load(`./${nodePath}`)[basename(nodePath, '.node.js')])() as {
			description: INodeTypeDescription;
		};
		const group = groups[description.name];
		if (!group) return [];
		return Object.entries(group.resources).flatMap(([resource, { operations }]) =>
			Object.entries(operations).map(([operation, row]) => ({
				description,
				group,
				resource,
				operation,
				row,
				fields: fieldsOf(row, group),
				...requestOf(row, group),
				isOffline: isLocal(row) && !isComposed(row),
				isList: isList(row),
			})),
		);
	});
}

/** The operations that a row is composed of, among all; none for most rows. */
export const partsOf = ({ row }: Pick<Row, 'row'>, rows: Row[]): Row[] =>
	isComposed(row) ? row.composes.map((name) => findRow(name, rows)) : [];

function findRow(name: string, rows: Row[]): Row {
	const found = rows.find(
		({ description, resource, operation }) =>
			name === `${description.name} ${resource} ${operation}`,
	);
	if (!found) throw new Error(`There is no operation ${name}`);
	return found;
}

/** An operation as the pages call it. */
export const nameRow = ({ group, resource, row }: Row): string =>
	`${group.resources[resource].name}: ${row.name}`;

/** The page about a node's operations, to which its Docs button leads: `docs/operations/data.md`. */
export const pageOf = ({ documentationUrl = '' }: INodeTypeDescription): string =>
	documentationUrl.slice(documentationUrl.indexOf('docs/'));

/** What the placeholder of a field shows: `e.g. 7`. */
const readPlaceholder = ({ placeholder }: Pick<Field, 'placeholder'>) =>
	/^e\.g\. (.*)$/s.exec(placeholder ?? '')?.[1];

/** A value that a person could enter: that of the placeholder, the preset, the first choice or part. */
function exampleOf(field: Field): unknown {
	const options = (field.options ?? []) as Array<{
		name: string;
		value?: unknown;
		placeholder?: string;
		values?: Field[];
	}>;
	const rowOf = (parts: Field[] = []) =>
		Object.fromEntries(parts.map((part) => [part.name, readPlaceholder(part)]));
	const candidates: Partial<Record<Field['type'], unknown[]>> = {
		dateTime: ['2026-01-01T00:00:00Z'],
		// Options that a host lists are IDs.
		multiOptions: options.length
			? options.map(({ value }) => [value])
			: [['NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg']],
		options: options.map(({ value }) => value),
		collection: options.map((part) => ({ [part.name]: readPlaceholder(part) })),
		fixedCollection: options.map(({ name, values }) => ({ [name]: [rowOf(values)] })),
		string: field.typeOptions?.password ? ['a password'] : [],
	};
	return [readPlaceholder(field), field.default, ...(candidates[field.type] ?? [])].find(
		(value) => {
			try {
				return encodeField({ ...field, optional: false }, value, { timezone: 'UTC' }) !== undefined;
			} catch {
				return false;
			}
		},
	);
}

/** Values of other fields with which a field is shown. */
export const whatShows = ({ showFor = {} }: Pick<Field, 'showFor'>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(showFor).map(([name, [first]]) => [name, first]));

/**
 * The fewest parameters that an operation accepts, as entered and as encoded, with these for a start; throws where the
 * tables show none.
 */
export function makeExample(
	{ resource, operation, row, fields }: Row,
	chosen: Record<string, unknown> = {},
) {
	const entered: Record<string, unknown> = {};
	const values: Values = {};
	const add = (field: Field) => {
		const value = chosen[field.name] ?? exampleOf(field);
		if (value === undefined)
			throw new Error(
				`${resource} ${operation}: the placeholder of ${field.displayName} is no example it accepts`,
			);
		entered[field.name] = value;
		addValue(values, field, encodeField(field, value, { timezone: 'UTC' }));
	};
	for (const field of fields)
		if (field.optional ? field.name in chosen : isShown(field, entered)) add(field);
	for (const field of fields.filter((other) => other.optional)) if (row.check?.(values)) add(field);
	const problem = row.check?.(values);
	if (problem)
		throw new Error(`${resource} ${operation}: the placeholders make no example: ${problem}`);
	return { entered, values };
}

/** n8n's parameters for these values: the optional ones stand in their collection. */
export function toParameters(
	{ resource, operation, fields, row }: Row,
	entered: Record<string, unknown>,
): INodeParameters {
	const pick = (isOptional: boolean) =>
		Object.fromEntries(
			fields
				.filter((field) => field.name in entered && Boolean(field.optional) === isOptional)
				.map((field) => [field.name, entered[field.name]]),
		) as IDataObject;
	const extra = pick(true);
	return {
		resource,
		operation,
		...pick(false),
		...(Object.keys(extra).length && { [extrasOf(row)]: extra }),
	} as INodeParameters;
}
