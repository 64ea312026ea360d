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

/** The value at a path such as `reward.amount`; undefined where there is none. */
export function valueAt(record: unknown, path: string): unknown {
	const point = path.indexOf('.');
	const value = isRecord(record) ? record[point < 0 ? path : path.slice(0, point)] : undefined;
	return point < 0 ? value : valueAt(value, path.slice(point + 1));
}
