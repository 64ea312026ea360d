/**
 * From an answer to the records of items: cut out, refined (numbers of one type, decimals beside amounts), extended
 * by what follows from them, simplified. The runner and the trigger take the same steps.
 */
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { toColumns } from './columns';
import { toDecimalText, toUnits } from './numbers';
import type { Asked, Output, RecordRules, Values } from './operations';
import { isRecord, valueAt } from './records';

/** An answer of another form than its operation expects; the message completes "The answer could not be read:". */
export class OddAnswer extends Error {}

/** The value that must be a list or a map; null is an empty one, as Go writes it. */
function demand<T>(
	value: unknown,
	isRight: (value: unknown) => value is T,
	form: string,
): T | undefined {
	if (value === null) return undefined;
	if (!isRight(value)) throw new OddAnswer(`it holds no ${form} where one is expected`);
	return value;
}

/** Cuts the answer into raw records, in the answer's order; throws an OddAnswer where it is of another form. */
export function cut(result: unknown, output: Output): IDataObject[] {
	const named = (value: unknown, name: string): IDataObject =>
		isRecord(value) ? value : { [name]: value as GenericValue };
	const isNothing = result === null || ('nothing' in output && result === output.nothing);
	if ('none' in output && output.none && isNothing) return [output.none];
	if (output.kind === 'record') {
		const found = output.field ? valueAt(result, output.field) : result;
		if (output.first)
			return (demand(found, Array.isArray, 'list') ?? [])
				.slice(0, 1)
				.map((value) => named(value, output.as ?? 'result'));
		const record = named(found, output.as ?? 'result');
		return [Object.keys(record).length ? record : { success: true }];
	}
	if (output.kind === 'success') return [{ success: true }];
	const part = valueAt(result, output.field ?? '');
	if (output.kind === 'list') {
		const list = output.of ? output.of(result) : output.field === undefined ? result : part;
		return (demand(list, Array.isArray, 'list') ?? []).map((value) =>
			named(value, output.as ?? 'value'),
		);
	}
	return Object.entries(demand(part, isRecord, 'map') ?? {}).flatMap(([key, value]) =>
		output.kind === 'lists'
			? [value].flat().map((entry) => ({ [output.key]: key, ...named(entry, 'value') }))
			: [{ [output.key]: key, ...named(value, output.as ?? 'value') }],
	);
}

/** A number that came as text, as number; text that is none, or is beyond 2^53, stays. */
function toNumber(value: unknown): unknown {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}

/** Adds a field; a mere assignment would take a field `__proto__` for the prototype. */
function put(record: IDataObject, key: string, value: unknown): void {
	if (key === '__proto__')
		Object.defineProperty(record, key, {
			...{ value, enumerable: true, configurable: true, writable: true },
		});
	else record[key] = value as GenericValue;
}

/** What gives every declared field its one type and puts decimals beside amounts, at any depth. */
function refinerOf({
	exact = [],
	numeric = [],
	units = [],
}: RecordRules): (record: IDataObject) => IDataObject {
	if (!exact.length && !numeric.length && !units.length) return (record) => record;
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
	{ simplify: how }: RecordRules,
	values: Values,
): IDataObject {
	if (typeof how === 'object') return toColumns(record, how, values);
	return how ? how(record, values) : record;
}

export type Step = 'refine' | 'extend' | 'simplify';

/** Takes the steps after the cut, up to and including this one. */
export function finish(
	records: IDataObject[],
	row: RecordRules,
	asked: Asked,
	lastStep: Step,
): IDataObject[] {
	const refined = records.map(refinerOf(row));
	if (lastStep === 'refine') return refined;
	const { extend = (record) => record } = row;
	const extended = refined
		.map((record) => extend(record, asked))
		.filter((record) => record !== undefined);
	return lastStep === 'extend'
		? extended
		: extended.map((record) => simplify(record, row, asked.values));
}
