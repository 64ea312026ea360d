/**
 * From an answer to the records of items: cut out, refined (numbers of one type, decimals beside amounts), extended
 * by what follows from them, simplified. The runner and the trigger take the same steps.
 */
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { toColumns } from './columns';
import type { Names } from '../fields/names';
import { toDecimalText, toUnits } from '../values/numbers';
import type { Asked, Output, RecordRules, Values } from './operations';
import { isRecord, put, valueAt } from '../values/records';

/** An answer of another form than its operation expects; the message completes "The answer could not be read:". */
export class OddAnswer extends Error {}

/** The value, which must be of this form. */
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

/** What an answer is read as. */
type Element = Pick<Extract<Output, { kind: 'record' }>, 'as' | 'isAny'>;

/** A value as a record: an object as it is, any other under its name, where the output has one for it. */
function toRecord(value: unknown, { as, isAny }: Element): IDataObject {
	if (isRecord(value)) return value;
	if (as === undefined) return demand(value, isRecord, 'object');
	if (isAny || isScalar(value)) return { [as]: value as GenericValue };
	throw oddValue();
}

/** A record of a list, which an object without any field is not. */
export function toListed(value: unknown, element: Element = {}): IDataObject {
	const record = toRecord(value, element);
	if (Object.keys(record).length) return record;
	throw new OddAnswer('it holds an empty record in a list');
}

/** One record; what changes something answers with an empty one. */
function cutOne(value: unknown, output: Extract<Output, { kind: 'record' }>): IDataObject {
	const { as, isAny } = output;
	// An object in place of one value would give fields that nobody asked for.
	if (as !== undefined && !isAny && isRecord(value)) throw oddValue();
	const record = toRecord(value, output);
	for (const name in record) if (Object.hasOwn(record, name)) return record;
	return { success: true };
}

/** Cuts the answer into raw records, in the answer's order; throws an OddAnswer where it is of another form. */
export function cut(result: unknown, output: Output): IDataObject[] {
	const isNothing = result === null || ('nothing' in output && result === output.nothing);
	if ('none' in output && output.none && isNothing) return [output.none];
	if (output.kind === 'success') return [{ success: true }];
	const part = output.field === undefined ? result : valueAt(result, output.field);
	switch (output.kind) {
		case 'record':
			return output.first
				? demand(part, Array.isArray, 'list')
						.slice(0, 1)
						.map((value) => toListed(value, output))
				: [cutOne(part, output)];
		case 'list': {
			const list = output.of ? output.of(result) : part;
			if (list === null && output.mayBeNull) return [];
			return demand(list, Array.isArray, 'list').map((value) => toListed(value, output));
		}
		case 'map':
			return entriesOf(part).map(([key, value]) => ({
				[output.key]: key,
				...toRecord(value, { as: output.as, isAny: true }),
			}));
		case 'lists':
			return entriesOf(part).flatMap(([key, value]) =>
				[value].flat().map((entry) => ({ [output.key]: key, ...cutEntry(entry) })),
			);
	}
}

const entriesOf = (part: unknown) => Object.entries(demand(part, isRecord, 'map'));

/** What stands in one of the lists of a map. */
function cutEntry(entry: unknown): IDataObject {
	if (entry === null) throw new OddAnswer('it holds nothing where an entry of a list is expected');
	return toListed(entry, { as: 'value', isAny: true });
}

/** A number that came as text, as number; text that is none, or is beyond 2^53, stays. */
function toNumber(value: unknown): unknown {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}

type Refiner = (record: IDataObject) => IDataObject;

const refiners = new WeakMap<RecordRules, Refiner>();

/** What gives every declared field its one type and puts decimals beside amounts, at any depth; made once for each row. */
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
	// Looked up by name, not searched: every field of every record comes by here.
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
			const text = places === undefined ? undefined : toUnits(value, places);
			if (text !== undefined) refined[`${key}Decimal`] = text;
		}
		return refined;
	};
	return refineRecord;
}

/** A record by the rules of its row. */
export const refine = (record: IDataObject, rules: RecordRules): IDataObject =>
	refinerOf(rules)(record);

/** The record as a person and the next node work with it; `values` are what was asked for. */
export function simplify(
	record: IDataObject,
	{ simplify: how, named }: RecordRules,
	values: Values,
): IDataObject {
	const shown = typeof how === 'object' ? toColumns(record, how, values) : how?.(record, values);
	const names = named && (values.names as Names | undefined);
	if (!names) return shown ?? record;
	return putNames(named(names, record, values), shown ?? record);
}

/** What is said of a record, such as its group: behind the node ID and its name, or before all else. */
export function putNames(called: IDataObject, own: IDataObject): IDataObject {
	const { nodeId, name } = own;
	if (nodeId === undefined) return { ...called, ...own };
	return { nodeId, ...(name !== undefined && { name }), ...called, ...own };
}

export type PipelineStep = 'refine' | 'extend' | 'simplify';

/** Takes the steps after the cut, up to and including this one. */
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
