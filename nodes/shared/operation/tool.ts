/**
 * An operation as the tool of an AI agent: its extra parameters, the permission to change something, and its answer
 * in a form for a model, with few fields and a unit for each number.
 */
import { sayFew } from '../values/lists';
import {
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeProperties,
} from 'n8n-workflow';
import { fail, type Answer } from '../errors';
import { optional, toProperty, type Field } from '../fields/fields';
import { choice, flag } from '../fields/kinds';
import { textList } from '../fields/listFields';
import { round, toDecimalText } from '../values/numbers';
import { isRecord, lookUp, valueAt } from '../values/records';
import { listUnits, nativeToken } from './columns';
import { hasEffect, type Group, type Operation, type RecordRules } from './operations';

/** n8n gives the tool it makes of a node a type of its own. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

/** Phrases about the editor, and replacements for a model. */
const inPlaceOfEditor: Array<[said: RegExp, instead: string]> = [
	[/\bChoose (?:[\w ]+ )?from the list, or enter\b/g, 'Enter'],
	[/\bchoose (?:[\w ]+ )?from the list, or enter\b/g, 'enter'],
	[/,? or choose [\w ]+ from the list\b/g, ''],
	[/\bcopy it again from where it has capitals\b/g, 'give it with its capitals'],
	[/\bCopy the\b/g, 'Give the'],
	[/ Before a sum, make them numbers in Edit Fields: .*$/gs, ''],
	[/ Turn on Simplify to get .*$/gs, ''],
	[/^.*\bSend Email\b.*$/gs, ''],
	[/ Summarize and "is less than" [\w ]+ as 0\./g, ''],
	[/^The last item is the total\b.*$/gs, ''],
];

/** An error or a remark in words for a model, which has no list to choose from and nothing to copy. */
export const sayToModel = (text: string): string =>
	inPlaceOfEditor.reduce((said, [pattern, instead]) => said.replace(pattern, instead), text);

/** Default number of items, and most list entries within an item. */
export const toolLimit = 10;

/** Most requests that one tool call sends. */
export const mostRequests = 100;

/** Longest text in a simplified answer, in characters. */
const mostText = 1000;

const onlyTool = { '@tool': [true] };

/**
 * n8n's AI builder does not get parameters that a tool always disables. Otherwise they would show up in each operation
 * of the ordinary node, which has none of them. The builder checks each condition alone, the editor checks both, and
 * no node has version 0.
 */
const neverDisabled = { show: { ...onlyTool, '@version': [0] } };

const output = choice(
	{
		displayName: 'Output',
		name: 'output',
		description: 'What the agent gets',
		default: 'simplified',
	},
	[
		{
			name: 'Simplified',
			value: 'simplified',
			description: `Amounts with units. Long texts are cut, and lists after ${toolLimit} entries.`,
		},
		{ name: 'Raw', value: 'raw', description: 'All fields as the service returns them' },
		{ name: 'Selected Fields', value: 'fields', description: 'Some fields, in full' },
	],
);

const optionalOutput = optional(output);

const outputFields = textList(
	{
		displayName: 'Fields',
		name: 'outputFields',
		placeholder: 'e.g. address, balance',
		description: 'Names of fields, separated by commas',
		showFor: { output: ['fields'] },
	},
	'names of fields',
	(name) => name.length <= 200,
);

const allowChanges = flag({
	displayName: 'Allow Changes',
	name: 'allowChanges',
	description: 'Whether to let the agent run this operation, which may change something',
	noDataExpression: true,
});

/** The property of a field that no ordinary node has. */
export const toToolProperty = (field: Field): INodeProperties => ({
	...toProperty({ ...field, showFor: { ...onlyTool, ...field.showFor } }),
	disabledOptions: neverDisabled,
});

export const toolProperties = (operation: Operation, group: Group): INodeProperties[] =>
	(hasEffect(operation, group) ? [allowChanges] : [output, outputFields]).map(toToolProperty);

/** Throws if the tool would change something and nobody allowed that. */
export function demandAllowed(node: INode, operation: Operation, group: Group): void {
	// Reads the switch as it was saved, so that no expression, and so no model, can turn it on.
	if (!hasEffect(operation, group) || node.parameters.allowChanges === true) return;
	throw new NodeOperationError(
		node,
		`"${operation.action}" was not sent: the agent may not change anything`,
		{
			description: `This operation may change something. Turn on ${allowChanges.displayName} in the tool if the agent may run the operation.`,
		},
	);
}

/** The chosen form of a tool's answer, for an operation that reads. */
export interface ToolAnswer {
	output: 'simplified' | 'raw' | 'fields';
	fields: string[];
}

/** Reads and checks the chosen form; undefined for an operation that changes something. */
export function readToolAnswer(
	operation: Operation,
	group: Group,
	read: (field: Field) => unknown,
): ToolAnswer | undefined {
	if (hasEffect(operation, group)) return undefined;
	const chosen = read(optionalOutput) ?? 'simplified';
	const fields = chosen === 'fields' ? read(outputFields) : [];
	return { output: chosen, fields } as ToolAnswer;
}

/** The records in the chosen form. Fails if they have none of the chosen fields. */
export function toToolAnswer(
	records: IDataObject[],
	rules: RecordRules,
	{ output: chosen, fields }: ToolAnswer,
): Answer<IDataObject[]> {
	if (chosen === 'raw') return { ok: true, result: records };
	const units = { ...listUnits(rules.simplify), ...rules.counts };
	if (chosen === 'simplified')
		return { ok: true, result: records.map((record) => shorten(addUnits(record, units))) };
	const showsSymbol = fields.includes('symbol');
	const withUnits = records.map((record) => addUnits(record, units, showsSymbol));
	const picked = withUnits.map((record) => pick(record, fields));
	const unknown = fields.filter((name) =>
		withUnits.every((record) => valueAt(record, name) === undefined),
	);
	if (!records.length || !unknown.length) return { ok: true, result: picked };
	const known = sayFields([...new Set(records.flatMap(Object.keys))]);
	const fault = `The answer has no field ${unknown.join(', ')}`;
	const hint = `Choose among its fields: ${known}.`;
	if (unknown.length === fields.length) return fail('not-understood', fault, { hint });
	return { ok: true, result: [...picked, { note: `${fault}. ${hint}` }] };
}

/** A longer list of field names would not help. */
const mostFields = 100;

/** Only field names that could be entered. A server may send any others. */
const sayFields = (names: string[]): string =>
	names
		.filter((name) => /^\w{1,60}$/.test(name))
		.slice(0, mostFields)
		.join(', ');

/** Ends a list that was cut. A model would otherwise take it for complete. */
export const sayMore = (given: number, isCertain = true): string =>
	`Only the first ${given} are here. There ${isCertain ? 'are' : 'may be'} more.`;

/** Beyond this many, values are only counted. */
const mostNamed = 3;

/** Says which values a call left out, of how many, and why. */
export function sayLeftOut(
	count: number,
	nameAt: (n: number) => string,
	{ of, reason }: { of: string; reason: string },
): string {
	const names = Array.from({ length: Math.min(count, mostNamed) }, (_, n) => nameAt(n));
	return `Left out: ${count} of ${of}: ${sayFew(names, count - names.length)}. ${reason}`;
}

/** Answers for an empty list. A model would take an empty answer for a failure. */
export const nothingMatched = 'Nothing was found for these parameters.';

/** Fields whose null means that nobody knows. A model would take a field that is left out for 0, or for a good sign. */
const unknownIfNull = ['connected', 'uptime', 'requiredUptime', 'canBeOfflineHours', 'version'];

/** Names what is unknown of some records, because it is left out there; undefined if nothing is. */
export function sayUnknownFields(
	records: IDataObject[],
	{ output: chosen }: Pick<ToolAnswer, 'output'>,
): string | undefined {
	// What was not found is said in other words.
	const found = records.filter((record) => record.found !== false);
	const names = unknownIfNull.filter((name) => found.some((record) => record[name] === null));
	return chosen === 'simplified' && names.length
		? `Unknown where it is left out: ${names.join(', ')}.`
		: undefined;
}

/** Adds `<name>Unit` after each number of known unit, at any depth, unless the record already shows that unit. */
function addUnits(
	record: IDataObject,
	units: Record<string, string>,
	showsSymbol = true,
): IDataObject {
	const add = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(add);
		return isRecord(value) ? addUnits(value, units, showsSymbol) : value;
	};
	const unitOf = (name: string, value: unknown) => {
		if (!Object.hasOwn(units, name) || typeof [value].flat(2)[0] !== 'number') return undefined;
		const unit = units[name] === nativeToken ? unitOfOwn(record) : units[name];
		const isSaid = record.unit === unit || (showsSymbol && record.symbol === unit);
		return isSaid ? undefined : unit;
	};
	const entries = Object.entries(record).flatMap(([name, value]) => {
		const unit = unitOf(name, value);
		return [[name, add(value)], ...(unit ? [[`${name}Unit`, unit]] : [])];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** The unit of an amount in the token of its record. An amount of a token without a symbol is of no known unit. */
const unitOfOwn = (record: IDataObject): unknown =>
	Object.hasOwn(record, 'symbol') ? (record.symbol ?? undefined) : nativeToken;

/** The fields with these names or paths, each with its unit. */
function pick(record: IDataObject, fields: string[]): IDataObject {
	const entries = fields
		.flatMap((name) => [name, `${name}Unit`])
		.map((name) => [name, valueAt(record, name)])
		.filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as IDataObject;
}

/** A list of one is the same as the field for one, and a balance can have an older name, too. */
const sameAs: Record<string, string> = {
	addresses: 'address',
	addressNames: 'addressName',
	amount: 'balance',
};

/** Digits of money for a model. A value below a cent keeps all of its own, because it would be 0. */
const centPlaces = 2;
const smallest = 0.01;

function roundValue(name: string, value: unknown, { currency }: IDataObject): unknown {
	const isMoney = typeof currency === 'string' && /(?:^v|V)alue(?:AtReceipt)?$/.test(name);
	if (!isMoney || typeof value !== 'number' || Math.abs(value) < smallest) return value;
	return Number(round(String(toDecimalText(value)), centPlaces));
}

/** Drops empty fields, those said twice and the exact texts of numbers, and cuts long texts, lists and money. */
function shorten(record: IDataObject): IDataObject {
	const isRepeated = (name: string, value: unknown): boolean => {
		const one = lookUp(sameAs, name);
		return one !== undefined && value === record[one];
	};
	const isSaid = ([name, value]: [string, unknown]) =>
		value !== null &&
		value !== '' &&
		!isRepeated(name, value) &&
		!(name.endsWith('Exact') && Object.hasOwn(record, name.slice(0, -5)));
	const entries = Object.entries(record)
		.filter(isSaid)
		.flatMap(([name, value]) => [
			[name, shortenValue(roundValue(name, value, record))],
			...(Array.isArray(value) && value.length > toolLimit ? [[`${name}Count`, value.length]] : []),
		]);
	return Object.fromEntries(entries) as IDataObject;
}

function shortenValue(value: unknown): unknown {
	if (Array.isArray(value)) return value.slice(0, toolLimit).map(shortenValue);
	if (isRecord(value)) return shorten(value);
	return typeof value === 'string' && value.length > mostText
		? `${value.slice(0, mostText)}... (${value.length} characters)`
		: value;
}
