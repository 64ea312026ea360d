/** Says at the end of a run that one list was read again for each input item. */
import type { GenericValue, IDataObject } from 'n8n-workflow';
import type { Values } from './operations';
import { isRecord } from '../values/records';

interface Run {
	itemIndex: number;
	about: IDataObject;
	values: Values;
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 1;

const isSame = (one: unknown, other: unknown): boolean =>
	one === other || (areParts(one) && areParts(other) && areSame(one, other));

const areParts = (value: unknown): value is Record<string, GenericValue> =>
	Array.isArray(value) || isRecord(value);

function areSame(one: Record<string, GenericValue>, other: Record<string, GenericValue>): boolean {
	const keys = Object.keys(one);
	if (keys.length !== Object.keys(other).length) return false;
	return keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}

/** n8n runs a node once for each input item, also if an expression reads the whole input each time. */
export function sayRepeats(runs: Run[], itemCount: number): string | undefined {
	const ofEach = runs.length / itemCount;
	if (itemCount < 2 || !Number.isInteger(ofEach) || ofEach < 1) return undefined;
	if (ofEach === 1 && !Object.values(runs[0].values).some(isList)) return undefined;
	const isRepeated = runs.every(({ itemIndex, about, values }, i) => {
		const first = runs[i % ofEach];
		const isInPlace = itemIndex === Math.floor(i / ofEach);
		return isInPlace && isSame(about, first.about) && isSame(values, first.values);
	});
	return isRepeated
		? `The same list was read once for each of ${itemCount} input items, so all results stand here ${itemCount} times. Turn on Execute Once under Settings.`
		: undefined;
}
