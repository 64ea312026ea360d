/** Whether values are what a document says. */
import type { Output } from '../nodes/shared/operations.ts';
import type { Shape } from './documents.mts';

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

const leaves: Record<string, (value: unknown) => boolean> = {
	s: (value) => typeof value === 'string',
	i: (value) => Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value)),
	n: (value) => typeof value === 'number',
	b: (value) => typeof value === 'boolean',
	any: () => true,
};

/**
 * What is wrong with a value, in words; nothing where it has the shape. Further fields are no matter; missing ones
 * are where it has to be `complete`.
 */
export function findProblems(value: unknown, shape: Shape, complete: boolean, at = ''): string[] {
	if (typeof shape === 'string')
		return leaves[shape](value) ? [] : [`${at} is ${JSON.stringify(value)}, not ${shape}`];
	if (Array.isArray(shape)) {
		if (!Array.isArray(value)) return [`${at} is ${JSON.stringify(value)}, not a list`];
		return value.flatMap((entry, i) => findProblems(entry, shape[0], complete, `${at}[${i}]`));
	}
	if (!isObject(value)) return [`${at} is ${JSON.stringify(value)}, not an object`];
	if ('*' in shape)
		return Object.entries(value).flatMap(([key, entry]) =>
			findProblems(entry, shape['*'], complete, `${at}.${key}`),
		);
	return Object.entries(shape).flatMap(([key, entry]) => {
		const name = key.replace('?', '');
		if (name in value) return findProblems(value[name], entry, complete, `${at}.${name}`);
		return complete && name === key ? [`${at}.${name} is missing`] : [];
	});
}

/** The shape of a record: one that is no object stands under a name. */
export const nameShape = (shape: Shape, name: string): { [field: string]: Shape } =>
	typeof shape === 'object' && !Array.isArray(shape) ? shape : { [name]: shape };

/** What an item holds that is cut out of a result in this way. */
export function shapeOfItem(output: Output, result: Shape): { [field: string]: Shape } {
	if (output.kind === 'success') return { success: 'b' };
	const part =
		output.field === undefined ? result : (result as Record<string, Shape>)[output.field];
	if (output.kind === 'record') return nameShape(part, output.as ?? 'result');
	if (output.kind === 'list') return nameShape((part as [Shape])[0], output.as ?? 'value');
	if (output.kind === 'map')
		return {
			[output.key]: 's',
			...nameShape((part as Record<string, Shape>)['*'], output.as ?? 'value'),
		};
	const [list] = Object.values(part as Record<string, [Shape]>);
	return { [output.key]: 's', ...nameShape(list[0], 'value') };
}

/** The JSON types of all leaves, by their path; the places in a list count as one. */
export function listTypes(
	value: unknown,
	at = '',
	types = new Map<string, Set<string>>(),
): Map<string, Set<string>> {
	if (Array.isArray(value)) value.forEach((entry) => listTypes(entry, `${at}[]`, types));
	else if (isObject(value))
		Object.entries(value).forEach(([key, entry]) => listTypes(entry, `${at}.${key}`, types));
	else if (value !== null && value !== undefined)
		types.set(at, (types.get(at) ?? new Set()).add(typeof value));
	return types;
}

/** The names of all fields in a shape, at any depth. */
export function listNames(shape: Shape): string[] {
	if (typeof shape === 'string') return [];
	if (Array.isArray(shape)) return listNames(shape[0]);
	return Object.entries(shape).flatMap(([key, entry]) => [
		key.replace('?', ''),
		...listNames(entry),
	]);
}
