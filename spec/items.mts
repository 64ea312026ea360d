/** What n8n's items hold, by the answers of spec/ that they are cut out of. */
import type { Output } from '../nodes/shared/operation/operations.ts';
import { isObject } from './check.mts';
import { nameType, type FieldType, type RecordType, type Type } from './grammar.mts';
import { kinds } from './kinds.mts';

/** Whole numbers may come as decimal text, exact as they are; those that can pass 2^53 always do. */
const isInItem: Partial<Record<keyof typeof kinds, (value: unknown) => boolean>> = {
	i: (value) => kinds.i(value) || (kinds.s(value) && /^-?\d+$/.test(value as string)),
	big: kinds.s,
	d: kinds.s,
	m: kinds.s,
};

/**
 * What is wrong with a value of an item, in words. Further fields are no matter; missing ones are where it has to be
 * `complete`.
 */
export function findProblems(value: unknown, type: Type, complete: boolean, at = ''): string[] {
	const accept = (isRight: boolean) =>
		isRight ? [] : [`${at} is ${JSON.stringify(value)}, not ${nameType(type)}`];
	switch (type.kind) {
		case 'leaf':
			return accept((isInItem[type.name] ?? kinds[type.name])(value));
		case 'values':
			return accept(type.values.includes(value as string));
		case 'range':
			return accept(Number.isSafeInteger(value));
		case 'list':
			if (!Array.isArray(value)) return accept(false);
			return value.flatMap((entry, i) => findProblems(entry, type.of, complete, `${at}[${i}]`));
		case 'map':
			if (!isObject(value)) return accept(false);
			return Object.entries(value).flatMap(([key, entry]) =>
				findProblems(entry, type.of, complete, `${at}.${key}`),
			);
		case 'union':
			return type.of
				.map((arm) => findProblems(value, arm, complete, at))
				.sort((a, b) => a.length - b.length)[0]!;
		case 'record':
			if (!isObject(value)) return accept(false);
			return type.fields.flatMap(({ name, isOptional, type: of }) => {
				if (name in value) return findProblems(value[name], of, complete, `${at}.${name}`);
				return complete && !isOptional ? [`${at}.${name} is missing`] : [];
			});
	}
}

const field = (name: string, type: Type): FieldType => ({ name, isOptional: false, type });
const record = (name: string, fields: FieldType[]): RecordType => ({
	kind: 'record',
	name,
	fields,
});

/** The fields of a record, whichever of several kinds it is; those that only some kinds have may be missing. */
function mergeArms(arms: RecordType[]): RecordType {
	const names = [...new Set(arms.flatMap(({ fields }) => fields.map(({ name }) => name)))];
	const fields = names.map((name) => {
		const found = arms.flatMap((arm) => arm.fields.filter((one) => one.name === name));
		const types = found.map(({ type }) => type);
		return {
			name,
			isOptional: found.length < arms.length || found.some(({ isOptional }) => isOptional),
			type: types.length > 1 ? mergeTypes(types) : types[0]!,
		};
	});
	return record(arms.map(({ name }) => name).join(), fields);
}
function mergeTypes(types: Type[]): Type {
	const arms = types.flatMap((type) => (type.kind === 'union' ? type.of : [type]));
	const isEach = <K extends Type['kind']>(kind: K) => arms.every((arm) => arm.kind === kind);
	if (isEach('record')) return mergeArms(arms as RecordType[]);
	if (isEach('list'))
		return {
			kind: 'list',
			of: mergeTypes((arms as Array<{ of: Type }>).map(({ of }) => of)),
		} as Type;
	return { kind: 'union', of: arms };
}

/** What an item holds of a value: one that is no object stands under a name. */
export function nameRecord(type: Type, name: string): Type {
	const merged = type.kind === 'union' ? mergeTypes([type]) : type;
	return ['record', 'map'].includes(merged.kind) ? merged : record(name, [field(name, merged)]);
}

const partOf = (type: Type, name: string): Type => {
	const found = type.kind === 'record' && type.fields.find((one) => one.name === name);
	if (!found) throw new Error(`${nameType(type)} has no field ${name}`);
	return found.type;
};
const elementOf = (type: Type): Type => {
	if (type.kind !== 'list' && type.kind !== 'map')
		throw new Error(`${nameType(type)} has no parts`);
	return type.of;
};

const fieldsOf = (type: Type): FieldType[] => (type.kind === 'record' ? type.fields : []);

/** What an item holds that is cut out of an answer in this way. */
export function typeOfItem(output: Output, answer: Type | 'success'): Type {
	if (output.kind === 'success' || answer === 'success')
		return record('success', [field('success', { kind: 'leaf', name: 'b' })]);
	const part = output.field === undefined ? answer : partOf(answer, output.field);
	if (output.kind === 'record')
		return nameRecord(output.first ? elementOf(part) : part, output.as ?? 'result');
	if (output.kind === 'list') return nameRecord(elementOf(part), output.as ?? 'value');
	const key = field(output.key, { kind: 'leaf', name: 's' });
	const inner =
		output.kind === 'map'
			? nameRecord(elementOf(part), output.as ?? 'value')
			: nameRecord(
					mergeTypes(fieldsOf(nameRecord(part, 'value')).map(({ type }) => elementOf(type))),
					'value',
				);
	return record(nameType(inner), [key, ...fieldsOf(inner)]);
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
