/** Fields that a record must have because they identify it or its watch judges by them. */
import type { IDataObject } from 'n8n-workflow';
import { isHexAddress } from '../shared/values/ids';
import { valueAt } from '../shared/values/records';

const kinds = {
	text: (value: unknown) => typeof value === 'string' && value !== '',
	integer: (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0,
	/** A whole number as text, which may be longer than a JavaScript number can be. */
	decimal: (value: unknown) => typeof value === 'string' && /^\d+$/.test(value),
	flag: (value: unknown) => typeof value === 'boolean',
	address: (value: unknown) => typeof value === 'string' && isHexAddress(value),
};

export type Fields = Array<[path: string, kind: keyof typeof kinds]>;

/** The first of these fields that a record lacks or has in another form. */
export const lackOf = (record: IDataObject, fields: Fields): string | undefined =>
	fields.find(([path, kind]) => !kinds[kind](valueAt(record, path)))?.[0];
