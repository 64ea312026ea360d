/**
 * Turns an answer into records: cut, refine (one type per number, decimals beside amounts), extend with derived
 * fields, simplify. The runner and the trigger take the same steps.
 */
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { toColumns } from './columns';
import { namesIn } from '../fields/names';
import { readAmount, toDecimalText, toUnits } from '../values/numbers';
import type { Asked, Output, RecordRules, Values } from './operations';
import { isRecord, put, valueAt } from '../values/records';
import { sayText } from '../values/foreign';

/** An answer in another form than its operation expects. The message completes "The answer could not be read:". */
export class OddAnswer extends Error {}

/** The hint for such an answer. */
export const otherServer =
	'The server may be of another kind or version than this operation expects.';

/** Throws an OddAnswer unless the value has this form. */
export function demand<T>(
	value: unknown,
	isRight: (value: unknown) => value is T,
	form: string,
): T {
	if (!isRight(value)) throw new OddAnswer(`it holds no ${form} where one is expected`);
	return value;
}

const isScalar = (value: unknown): boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

const oddValue = () => new OddAnswer('it holds no single value where one is expected');

type OutputOf<Kind extends Output['kind']> = Extract<Output, { kind: Kind }>;
type Element = Pick<OutputOf<'record'>, 'as' | 'isAny'>;

/** Objects stay as they are, other values go under `as`. Throws an OddAnswer if the output has no place for it. */
function toRecord(value: unknown, { as, isAny }: Element): IDataObject {
	if (isRecord(value)) return value;
	if (as === undefined) return demand(value, isRecord, 'object');
	if (isAny || isScalar(value)) return { [as]: value as GenericValue };
	throw oddValue();
}

/** A record of a list. Nothing and an empty object are none and throw an OddAnswer. */
export function toListed(value: unknown, element: Element = {}): IDataObject {
	if (value === null) throw new OddAnswer('it holds nothing where an entry of a list is expected');
	const record = toRecord(value, element);
	if (Object.keys(record).length) return record;
	throw new OddAnswer('it holds an empty record in a list');
}

/** An empty object says nothing of what was requested. Only an output for any value shows it. */
function cutOne(value: unknown, output: OutputOf<'record'>): IDataObject {
	const { as, isAny } = output;
	// An object in place of one value would add fields that nobody asked for.
	if (as !== undefined && !isAny && isRecord(value)) throw oddValue();
	const record = toRecord(value, output);
	for (const name in record) if (Object.hasOwn(record, name)) return record;
	if (isAny && as !== undefined) return { [as]: {} };
	throw new OddAnswer('it holds nothing of what was requested');
}

/** True for an answer that reports success: an empty one, or that of nodes which write it out. */
function isSuccess(result: unknown, { reports }: OutputOf<'success'>): boolean {
	if (result === null) return true;
	if (!isRecord(result)) return false;
	const names = Object.keys(result);
	if (names.length === 1 && names[0] === 'success') return result.success === true;
	return names.every((name) => name === reports && isRecord(result[name]));
}

/** Methods that change something answer with nothing. Any other answer may be a refusal. */
function cutSuccess(result: unknown, output: OutputOf<'success'>): IDataObject[] {
	if (isSuccess(result, output)) return [{ success: true }];
	const words = typeof result === 'string' ? result : JSON.stringify(result);
	throw new OddAnswer(`it should be empty, and says ${sayText(words) || 'nothing'}`);
}

/** The record that stands for an answer with nothing in it, if the output declares one. */
function standIn(result: unknown, output: Output): IDataObject | undefined {
	if (!('none' in output)) return undefined;
	const isNothing = result === null || ('nothing' in output && result === output.nothing);
	return isNothing ? output.none : undefined;
}

const cutRecord = (part: unknown, output: OutputOf<'record'>): IDataObject[] =>
	output.first
		? demand(part, Array.isArray, 'list')
				.slice(0, 1)
				.map((value) => toListed(value, output))
		: [cutOne(part, output)];

function cutList(list: unknown, output: OutputOf<'list'>): IDataObject[] {
	if (list === null && output.mayBeNull) return [];
	return demand(list, Array.isArray, 'list').map((value) => toListed(value, output));
}

const entriesOf = (part: unknown) => Object.entries(demand(part, isRecord, 'map'));

const cutMap = (part: unknown, { key: keyName, as }: OutputOf<'map'>): IDataObject[] =>
	entriesOf(part).map(([key, value]) => ({
		[keyName]: key,
		...toRecord(value, { as, isAny: true }),
	}));

const cutEntry = (entry: unknown): IDataObject => toListed(entry, { as: 'value', isAny: true });

const cutLists = (part: unknown, { key: keyName }: OutputOf<'lists'>): IDataObject[] =>
	entriesOf(part).flatMap(([key, value]) =>
		[value].flat().map((entry) => ({ [keyName]: key, ...cutEntry(entry) })),
	);

/** Cuts the answer into raw records, in order. Throws an OddAnswer if it has another form. */
export function cut(result: unknown, output: Output): IDataObject[] {
	const none = standIn(result, output);
	if (none) return [none];
	if (output.kind === 'success') return cutSuccess(result, output);
	const part = output.field === undefined ? result : valueAt(result, output.field);
	switch (output.kind) {
		case 'record':
			return cutRecord(part, output);
		case 'list':
			return cutList(output.of ? output.of(result) : part, output);
		case 'map':
			return cutMap(part, output);
		case 'lists':
			return cutLists(part, output);
	}
}

/** Turns text into a number. Text that is no number, or is beyond 2^53, stays. */
function toNumber(value: unknown): unknown {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}

type Refiner = (record: IDataObject) => IDataObject;

const refiners = new WeakMap<RecordRules, Refiner>();

/** Gives every declared field its one type and puts decimals beside amounts, at any depth. Made once per row. */
function refinerOf(rules: RecordRules): Refiner {
	const known = refiners.get(rules);
	if (known) return known;
	const refiner = makeRefiner(rules);
	refiners.set(rules, refiner);
	return refiner;
}

const asItIs: Refiner = (record) => record;

function makeRefiner({ exact = [], numeric = [], units = [] }: RecordRules): Refiner {
	if (!exact.length && !numeric.length && !units.length) return asItIs;
	// A map, not a search: every field of every record is looked up here.
	const types = new Map<string, (value: unknown) => unknown>([
		...numeric.map((key) => [key, toNumber] as const),
		...exact.map((key) => [key, toDecimalText] as const),
	]);
	const decimalsOf = new Map(units);
	const refineValue = (key: string, value: unknown): unknown => {
		if (typeof value === 'object' && value !== null)
			return Array.isArray(value)
				? value.map((entry) => refineValue(key, entry))
				: refineRecord(value as IDataObject);
		const toType = types.get(key);
		return toType ? toType(value) : value;
	};
	const refineRecord = (raw: IDataObject): IDataObject => {
		const refined: IDataObject = {};
		for (const key of Object.keys(raw)) {
			const value = refineValue(key, raw[key]);
			put(refined, key, value);
			const decimals = decimalsOf.get(key);
			const places = typeof decimals === 'string' ? valueAt(raw, decimals) : decimals;
			const text = places === undefined ? undefined : toUnits(readAmount(value), places);
			if (text !== undefined) refined[`${key}Decimal`] = text;
		}
		return refined;
	};
	return refineRecord;
}

export const refine = (record: IDataObject, rules: RecordRules): IDataObject =>
	refinerOf(rules)(record);

/** The record in a form for people and the next node. `values` are those of the request. */
export function simplify(
	record: IDataObject,
	{ simplify: how, named }: RecordRules,
	values: Values,
): IDataObject {
	const shown = typeof how === 'object' ? toColumns(record, how, values) : how?.(record, values);
	const names = namesIn(values);
	const called = names && named?.(names, record, values);
	return called ? putNames(called, shown ?? record) : (shown ?? record);
}

/** Puts fields such as a group after the node ID and its name, or first if there is no node ID. */
export function putNames(called: IDataObject, own: IDataObject): IDataObject {
	const { nodeId, name } = own;
	if (nodeId === undefined) return { ...called, ...own };
	return { nodeId, ...(name !== undefined && { name }), ...called, ...own };
}

export type PipelineStep = 'refine' | 'extend' | 'simplify';

/** Runs the steps after the cut, up to and including `lastStep`. */
export function finish(
	records: IDataObject[],
	row: RecordRules,
	asked: Asked,
	lastStep: PipelineStep,
): IDataObject[] {
	const refiner = refinerOf(row);
	const { extend } = row;
	const finished: IDataObject[] = [];
	for (const record of records) {
		const refined = refiner(record);
		const extended = lastStep === 'refine' || !extend ? refined : extend(refined, asked);
		if (extended === undefined) continue;
		finished.push(lastStep === 'simplify' ? simplify(extended, row, asked.values) : extended);
	}
	return finished;
}
