/** Compiles operation tables into n8n's node properties. */
import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { optional, toProperty, type Field } from '../fields/fields';
import { flag, integer, text } from '../fields/kinds';
import { alphabetically } from '../start';
import {
	fieldsOf,
	hasEffect,
	isLocal,
	pageSizeOf,
	type Group,
	type Operation,
	type PageSize,
} from './operations';
import { toolLimit, toolProperties, toToolProperty } from './tool';

const byName = <T extends { displayName?: string; name: string }>(a: T, b: T): number =>
	alphabetically(a.displayName ?? a.name, b.displayName ?? b.name);

export const isList = (operation: Operation): boolean =>
	'output' in operation &&
	['list', 'map', 'lists', 'chosen'].includes(operation.output?.kind ?? '');

/** The collection of the optional fields. They are filters only if they select records. */
export const extrasOf = (operation: Operation): 'filters' | 'additionalFields' =>
	isList(operation) && !operation.noFilters ? 'filters' : 'additionalFields';

export const returnAll = flag({
	displayName: 'Return All',
	name: 'returnAll',
	description: 'Whether to return all results or only up to a given limit',
});

export const limit = integer(
	{
		displayName: 'Limit',
		name: 'limit',
		default: 50,
		counts: 'limit',
		showFor: { returnAll: [false] },
		description: 'Max number of results to return',
	},
	1,
);

const limitOfTool: Field = {
	...limit,
	default: toolLimit,
	description: 'Max number of results to return. If an answer has so many, more may follow.',
};

/** What gives people all that it has, and an agent no more than a list would. */
const isLong = (operation: Operation): boolean => isLocal(operation) && operation.isLong === true;

/** True if Limit stands in the dialog. */
export const hasLimit = (operation: Operation, isTool: boolean): boolean =>
	isList(operation) || (isTool && isLong(operation));

/** Return All, and Limit with different defaults for people and for the tool of an AI agent. */
function limitsOf(operation: Operation): INodeProperties[] {
	if (isLong(operation)) return [toToolProperty({ ...limitOfTool, showFor: undefined })];
	if (!isList(operation)) return [];
	const { oneForEach } = operation;
	return [
		{ ...returnAll, ...(oneForEach?.all && { showFor: oneForEach.all }) },
		{ ...limit, showFor: { ...oneForEach?.all, ...limit.showFor, '@tool': [false] } },
		{ ...limitOfTool, showFor: { ...limit.showFor, '@tool': [true] } },
	].map(toProperty);
}

export const simplifyOption = flag({
	displayName: 'Simplify',
	name: 'simplify',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

/** A tool that only reads shows Output instead. */
const simplifyForPeople = { ...simplifyOption, showFor: { '@tool': [false] } };

export const wholeResponse = optional(
	flag({
		displayName: 'Whole Response',
		name: 'wholeResponse',
		description: 'Whether to return one page of the raw response as one item',
	}),
);

const option = (...given: Parameters<typeof integer>): Field => optional(integer(...given));

const makePagingOptions = ({ min, max }: PageSize) => ({
	pageSize: option(
		{
			displayName: 'Page Size',
			name: 'pageSize',
			default: max,
			description: 'Max number of records per request',
		},
		min,
		max,
	),
	pageToken: optional(
		text(
			{
				displayName: 'Page Token',
				name: 'pageToken',
				description: 'Start at nextPageToken of an earlier response, with all else unchanged',
			},
			'a page token',
			(token) => token.length <= 4096,
		),
	),
});

const pagingBySize = new Map<PageSize, ReturnType<typeof makePagingOptions>>();

/** The same bounds object gives the same field objects, because a run remembers values by field. */
export function pagingOptions(size: PageSize) {
	const known = pagingBySize.get(size) ?? makePagingOptions(size);
	pagingBySize.set(size, known);
	return known;
}

/** The menu's description: deprecation, purpose, and nodes that do not serve it. */
const describeOperation = ({
	description,
	deprecated,
	notPublic,
	removed,
	note,
}: Operation): string =>
	[
		deprecated && `Deprecated: ${deprecated}`,
		description,
		...(note ? [note] : [notPublic, removed]),
	]
		.filter(Boolean)
		.join('. ');

/** Inside a collection, n8n needs a slash before the name of a field outside it. */
const inCollection = (field: Field): INodeProperties =>
	toProperty({
		...field,
		...(field.showFor && {
			showFor: Object.fromEntries(
				Object.entries(field.showFor).map(([name, values]) => [`/${name}`, values]),
			),
		}),
	});

/** The condition shared by all fields, if any. Without it, n8n would show an empty collection. */
function showOfAll(fields: Field[]): Field['showFor'] {
	const [first] = fields;
	const isSame = ({ showFor }: Field): boolean =>
		JSON.stringify(showFor) === JSON.stringify(first.showFor);
	return first?.showFor && fields.every(isSame) ? first.showFor : undefined;
}

/**
 * Adds text that the menu has no room for: warnings as an orange notice above the fields, other details as the hint
 * of the first field that has none.
 */
function withDetails(operation: Operation, fields: INodeProperties[]): INodeProperties[] {
	const { details, isWarning, note, notPublic, removed } = operation;
	const at = isWarning || !details ? -1 : fields.findIndex(({ hint }) => hint === undefined);
	const warnings = [at < 0 ? details : undefined, ...(note ? [notPublic, removed] : [])];
	const text = warnings.filter(Boolean).join('. ');
	const told = fields.map((field, i) => (i === at ? { ...field, hint: `${details}.` } : field));
	return text
		? [{ displayName: `${text}.`, name: 'notice', type: 'notice', default: '' }, ...told]
		: told;
}

function propertiesOf(operation: Operation, group: Group): INodeProperties[] {
	const fields = fieldsOf(operation, group);
	const list = isList(operation);
	const pageSize = pageSizeOf(operation);
	const changes = hasEffect(operation, group);
	const optional = fields.filter((field) => field.optional);
	const extra = optional.map(inCollection).sort(byName);
	const whenShown = showOfAll(optional);
	const name = extrasOf(operation);
	const filters = name === 'filters';
	const options = [
		...(pageSize ? Object.values(pagingOptions(pageSize)).map(toProperty) : []),
		...(list ? [toProperty(wholeResponse)] : []),
	].sort(byName);
	return [
		...withDetails(operation, fields.filter((field) => !field.optional).map(toOwnProperty)),
		...limitsOf(operation),
		...(operation.simplify ? [toProperty(changes ? simplifyOption : simplifyForPeople)] : []),
		...toolProperties(operation, group),
		...(extra.length
			? [
					{
						displayName: filters ? 'Filters' : 'Additional Fields',
						name,
						type: 'collection' as const,
						placeholder: filters ? 'Add Filter' : 'Add Field',
						default: {},
						...(whenShown && { displayOptions: { show: whenShown } }),
						options: extra,
					},
				]
			: []),
		...(options.length
			? [
					{
						displayName: 'Options',
						name: 'options',
						type: 'collection' as const,
						placeholder: 'Add Option',
						default: {},
						options,
					},
				]
			: []),
	];
}

/**
 * n8n shows each field whose governing field holds an expression, and would demand a value in it before the expression
 * is read. So the runner alone demands one.
 */
function toOwnProperty(field: Field): INodeProperties {
	const { required, ...property } = toProperty(field);
	return field.showFor || !required ? property : { ...property, required };
}

/** The expression for the text below a node on the canvas: "Get Report: Reward". */
export function operationSubtitle({ resources }: Group): string {
	const names = Object.entries(resources).map(([resource, { name, operations }]) => [
		resource,
		Object.fromEntries(
			Object.entries(operations).map(([operation, row]) => [operation, `${row.name}: ${name}`]),
		),
	]);
	// Two closing braces would end the expression.
	const byResource = JSON.stringify(Object.fromEntries(names)).replaceAll('}}', '} }');
	return `={{ ${byResource}[$parameter["resource"]]?.[$parameter["operation"]] }}`;
}

interface SharedProperty {
	/** Equal for the same property of several operations. */
	identity: string;
	property: INodeProperties & { displayOptions: IDisplayOptions };
}

/**
 * Adds an operation's properties in its order, so that each field follows the one that controls it. Properties that
 * other operations have are shared, unless that would change the order.
 */
function addInOrder(
	shared: SharedProperty[],
	own: INodeProperties[],
	{ resource, operation }: { resource: string; operation: string },
): void {
	let next = 0;
	for (const property of own) {
		const identity = JSON.stringify(property);
		const at = shared.findIndex((one, place) => place >= next && one.identity === identity);
		if (at >= 0) shared[at].property.displayOptions.show!.operation!.push(operation);
		else {
			const show = {
				...property.displayOptions?.show,
				resource: [resource],
				operation: [operation],
			};
			shared.splice(next, 0, { identity, property: { ...property, displayOptions: { show } } });
		}
		next = (at >= 0 ? at : next) + 1;
	}
}

/** All properties of a node: resource, operation, and each field once for all operations that share it. */
export function compileProperties(group: Group): INodeProperties[] {
	const { resources } = group;
	const resourceOptions = Object.entries(resources).map(([value, { name }]) => ({ name, value }));
	const [firstResource] = Object.keys(resources);
	const properties: INodeProperties[] = [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resourceOptions.sort(byName),
			default: firstResource,
		},
	];
	for (const [resource, { operations }] of Object.entries(resources)) {
		const rows = Object.entries(operations);
		const [firstOperation] = Object.keys(operations);
		properties.push({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: rows
				.map(
					([value, row]): INodePropertyOptions => ({
						name: row.deprecated ? `${row.name} (Deprecated)` : row.name,
						value,
						action: row.action,
						description: describeOperation(row),
					}),
				)
				.sort(byName),
			default: firstOperation,
		});
	}
	for (const [resource, { operations }] of Object.entries(resources)) {
		const shared: SharedProperty[] = [];
		for (const [value, row] of Object.entries(operations))
			addInOrder(shared, propertiesOf(row, group), { resource, operation: value });
		properties.push(...inOrder(shared.map(({ property }) => property)));
	}
	return properties;
}

const last = [
	'returnAll',
	'limit',
	'simplify',
	'output',
	'outputFields',
	'allowChanges',
	'filters',
	'additionalFields',
	'options',
];
const dialogPlaceOf = ({ name, type }: INodeProperties): number =>
	type === 'notice' ? -2 : last.indexOf(name);

/** Operations share properties, so notices go first and the properties of every list last. */
const inOrder = <T extends INodeProperties>(properties: T[]): T[] =>
	[...properties].sort((a, b) => dialogPlaceOf(a) - dialogPlaceOf(b));
