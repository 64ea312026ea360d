/** From an answer to records: cut out, numbers of one type, decimals beside amounts, simplified. */
import type { GenericValue, IDataObject } from 'n8n-workflow';
import { toDecimalText, toUnits } from './numbers';
import type { Operation, Output } from './operations';

export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path such as `reward.amount`; undefined where there is none. */
export const valueAt = (record: unknown, path: string): unknown =>
	path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), record);

const firstAt = (record: unknown, paths: string): unknown =>
	paths.split('|').map((path) => valueAt(record, path)).find((value) => value !== undefined);

/** Cuts the answer into raw records, in the answer's order. */
export function cutRecords(result: unknown, output: Output): IDataObject[] {
	const named = (value: unknown, name: string): IDataObject =>
		isRecord(value) ? value : { [name]: value as GenericValue };
	if (output.kind === 'record') {
		const record = named(output.field ? valueAt(result, output.field) : result, output.as ?? 'result');
		return [Object.keys(record).length ? record : { success: true }];
	}
	const part = valueAt(result, output.field ?? '');
	if (output.kind === 'list') {
		const list = output.field === undefined ? result : part;
		return (Array.isArray(list) ? list : []).map((value) => named(value, output.as ?? 'value'));
	}
	return Object.entries(isRecord(part) ? part : {}).flatMap(([key, value]) =>
		output.kind === 'lists'
			? (value as unknown[]).map((entry) => ({ [output.key]: key, ...named(entry, 'value') }))
			: [{ [output.key]: key, ...named(value, output.as ?? 'value') }],
	);
}

/** Gives every declared field its one type and adds decimals beside amounts, at any depth; changes the value. */
export function refine<T>(value: T, operation: Operation): T {
	const { exact = [], numeric = [], units = [] } = operation;
	const visit = (node: unknown): void => {
		if (Array.isArray(node)) return node.forEach(visit);
		if (!isRecord(node)) return;
		for (const [key, child] of Object.entries(node)) {
			if (typeof child === 'object') visit(child);
			else if (exact.includes(key)) node[key] = toDecimalText(child) as GenericValue;
			else if (numeric.includes(key) && typeof child === 'string' && child.trim() !== '' && Number.isFinite(Number(child)))
				node[key] = Number(child);
		}
		for (const [amount, decimals] of units) {
			const text = toUnits(node[amount], typeof decimals === 'number' ? decimals : valueAt(node, decimals));
			if (text !== undefined) node[`${amount}Decimal`] = text;
		}
	};
	visit(value);
	return value;
}

/** The record as a person works with it; fields that it does not have are left out. */
export function simplify(record: IDataObject, how: NonNullable<Operation['simplify']>): IDataObject {
	if (typeof how === 'function') return how(record);
	const entries = Object.entries(how).map(([name, paths]) => [name, firstAt(record, paths)] as const);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as IDataObject;
}
