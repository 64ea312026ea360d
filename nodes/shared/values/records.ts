/** Records: JSON objects, and what stands in them. */
import type { IDataObject } from 'n8n-workflow';

export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The record with every text and key in it, at any depth, as `change` makes it. */
export function mapTexts(record: IDataObject, change: (text: string) => string): IDataObject {
	const map = (value: unknown): unknown => {
		if (typeof value === 'string') return change(value);
		if (Array.isArray(value)) return value.map(map);
		return isRecord(value) ? mapTexts(value, change) : value;
	};
	const entries = Object.entries(record).map(([key, value]) => [change(key), map(value)]);
	return Object.fromEntries(entries) as IDataObject;
}

/**
 * What a table holds under a name that a user or a server chose. Every object inherits names such as `constructor`,
 * which stand for nothing here.
 */
export const lookUp = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
	Object.hasOwn(table, name) ? table[name] : undefined;

/** What a truth value of a server stands for; anything but a truth value says nothing. */
export function byTruth<T>(value: unknown, ifTrue: T, ifFalse: T): T | undefined {
	if (value === true) return ifTrue;
	return value === false ? ifFalse : undefined;
}

/** The value at a path such as `reward.amount`; undefined where there is none. */
export function valueAt(record: unknown, path: string): unknown {
	const point = path.indexOf('.');
	const name = point < 0 ? path : path.slice(0, point);
	const value = isRecord(record) ? lookUp(record, name) : undefined;
	return point < 0 ? value : valueAt(value, path.slice(point + 1));
}

/** Adds a field; a mere assignment would take a field `__proto__` for the prototype. */
export function put(record: IDataObject, key: string, value: unknown): void {
	if (key === '__proto__')
		Object.defineProperty(record, key, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	else record[key] = value as IDataObject[string];
}
