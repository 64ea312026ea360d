/**
 * How spec/ writes down what an API takes and gives.
 *
 * A record is a text of fields:
 * - `name:type` is always there.
 * - `name?:type` may be left out by the real service; the document always has it. Of parameters: may be left out.
 * - `name??:type` may be missing in both.
 * - `name+:type` (or `name+?:type`) comes from the real service alone; `name-:type` stands in the document alone.
 * - `...Other` stands for all fields of another record.
 *
 * A type is a kind or a list of values (kinds.mts), a record by its name, a record in parentheses, `[type]` for a list,
 * `{type}` for a map, `low..high` for a whole number, `a|b` for one of several, and `a/b` where the document has `a`
 * and the real service has `b`.
 */
import { kinds, type KindName, valueLists } from './kinds.mts';

export type Type =
	| { kind: 'leaf'; name: KindName }
	| { kind: 'range'; min: number; max: number }
	| { kind: 'values'; name: string; values: string[] }
	| { kind: 'list'; of: Type }
	| { kind: 'map'; of: Type }
	| { kind: 'union'; of: Type[] }
	| RecordType;
export interface RecordType {
	kind: 'record';
	name: string;
	fields: FieldType[];
}
export interface FieldType {
	name: string;
	isOptional: boolean;
	type: Type;
}
/** Who answers: the interface document to the letter, or the services as they were seen. */
export type View = 'document' | 'real';
/** A type as each of the two has it. */
export type Described<T extends Type = Type> = Record<View, T>;

/** Splits at a mark that stands outside all brackets. */
function splitAt(text: string, isMark: RegExp): string[] {
	const parts = [''];
	let depth = 0;
	for (const letter of text.trim()) {
		if ('([{'.includes(letter)) depth++;
		if (')]}'.includes(letter)) depth--;
		if (!depth && isMark.test(letter)) parts.push('');
		else parts[parts.length - 1] += letter;
	}
	return parts.filter(Boolean);
}

/** Whether a field with these marks is there in a view, and whether it may be missing. */
const readMarks = (marks: string, view: View) => ({
	isThere: view === 'document' ? !marks.includes('+') : !marks.includes('-'),
	isOptional: marks.includes('??') || (view === 'real' && marks.includes('?')),
});

/** Reads types of one view, with these records by their names. */
function createReader(records: Record<string, string>, view: View) {
	/** @param place name of the record in parentheses that stands here */
	function readType(text: string, place: string): Type {
		const views = splitAt(text, /\//);
		if (views.length > 1) return readType(views[view === 'document' ? 0 : 1]!, place);
		const arms = splitAt(text, /\|/);
		if (arms.length > 1) return { kind: 'union', of: arms.map((arm) => readType(arm, place)) };
		const inner = text.slice(1, -1);
		if (text.startsWith('[')) return { kind: 'list', of: readType(inner, place) };
		if (text.startsWith('{')) return { kind: 'map', of: readType(inner, place) };
		if (text.startsWith('(')) return readRecord(place, inner);
		const [, min, max] = /^(\d+)\.\.(\d*)$/.exec(text) ?? [];
		if (min)
			return { kind: 'range', min: Number(min), max: max ? Number(max) : Number.MAX_SAFE_INTEGER };
		if (Object.hasOwn(kinds, text)) return { kind: 'leaf', name: text as KindName };
		if (Object.hasOwn(valueLists, text))
			return { kind: 'values', name: text, values: splitAt(valueLists[text]!, /\s/) };
		if (Object.hasOwn(records, text)) return readRecord(text, records[text]!);
		throw new Error(`spec/ has no type ${text} (${place})`);
	}
	function readRecord(name: string, text: string): RecordType {
		const fields = splitAt(text, /\s/).flatMap((field): FieldType[] => {
			if (field.startsWith('...')) return readRecordNamed(field.slice(3)).fields;
			const [, own, marks, type] = /^(\w+)([?+-]*):(.+)$/s.exec(field) ?? [];
			if (!own) throw new Error(`spec/ cannot read ${field} (${name})`);
			const { isThere, isOptional } = readMarks(marks!, view);
			if (!isThere) return [];
			return [{ name: own, isOptional, type: readType(type!, `${name}.${own}`) }];
		});
		return { kind: 'record', name, fields };
	}
	function readRecordNamed(name: string): RecordType {
		const type = readType(name, name);
		if (type.kind !== 'record') throw new Error(`spec/ has no record ${name}`);
		return type;
	}
	return { readType, readRecord };
}

/** A type, or a record without its parentheses, in both views. */
export function describeType(
	name: string,
	text: string,
	records: Record<string, string> = {},
): Described {
	const isRecord = !text.trim() || /^(\.\.\.\w|\w+[?+-]*:)/.test(text.trim());
	const read = (view: View) => {
		const reader = createReader(records, view);
		return isRecord ? reader.readRecord(name, text) : reader.readType(text.trim(), name);
	};
	return { document: read('document'), real: read('real') };
}

/** A record in both views. */
export function describeRecord(
	name: string,
	text: string,
	records: Record<string, string> = {},
): Described<RecordType> {
	const read = (view: View) => createReader(records, view).readRecord(name, text);
	return { document: read('document'), real: read('real') };
}

/** Parameters in both views; `name?:type` may be left out of a request, whoever answers. */
export const describeParams = (
	name: string,
	text: string,
	records: Record<string, string> = {},
): Described<RecordType> => describeRecord(name, text.replace(/\?+:/g, '??:'), records);

/** A type as texts and errors name it. */
export const nameType = (type: Type): string => {
	if (type.kind === 'list') return `[${nameType(type.of)}]`;
	if (type.kind === 'leaf' || type.kind === 'record') return type.name;
	return type.kind;
};

/** All fields in a type by name, at any depth. */
export function listNames(type: Type): string[] {
	if (type.kind === 'list' || type.kind === 'map') return listNames(type.of);
	if (type.kind === 'union') return type.of.flatMap(listNames);
	if (type.kind !== 'record') return [];
	return type.fields.flatMap(({ name, type: of }) => [name, ...listNames(of)]);
}
