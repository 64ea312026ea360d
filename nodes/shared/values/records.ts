import type { IDataObject } from 'n8n-workflow';

export const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The record with `change` applied to every text and key, at any depth. */
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
 * The entry of a table under a name that a user or a server chose. Ignores names such as `constructor`, which every
 * object inherits.
 */
export const lookUp = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
	Object.hasOwn(table, name) ? table[name] : undefined;

/** A boolean of a server. Anything else, such as "false" or 0, says nothing. */
export const readBoolean = (value: unknown): boolean | undefined =>
	typeof value === 'boolean' ? value : undefined;

/** Translates a boolean of a server. Anything but a boolean gives undefined. */
export function byTruth<T>(value: unknown, ifTrue: T, ifFalse: T): T | undefined {
	if (value === true) return ifTrue;
	return value === false ? ifFalse : undefined;
}

/** The value at a path such as `reward.amount`, or undefined. */
export function valueAt(record: unknown, path: string): unknown {
	const point = path.indexOf('.');
	const name = point < 0 ? path : path.slice(0, point);
	const value = isRecord(record) ? lookUp(record, name) : undefined;
	return point < 0 ? value : valueAt(value, path.slice(point + 1));
}

/** Sets a field. A plain assignment to `__proto__` would set the prototype. */
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
