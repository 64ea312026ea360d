/** The kinds of fields: text, numbers, choices, switches and collections. */
import type { INodePropertyOptions } from 'n8n-workflow';
import { alphabetically } from '../start';
import { toDecimalText } from '../values/numbers';
import { findChoice, type Synonyms } from './choices';
import { isPerhapsThousands } from './countFixes';
import { encodeField, optional, toProperty, type Field, type FieldWords } from './fields';
import { identifierOf } from './identifiers';
import { InvalidField, refuseObject, show } from './invalid';
import { readPasted } from './pasted';

/** Text, or a number that is exact. Refuses anything else. */
export const asText = (value: unknown): string => {
	if (typeof value === 'string') {
		if (!value.isWellFormed()) throw new InvalidField('must not contain half of a character');
		return value.trim();
	}
	if (typeof value === 'bigint') return String(value);
	if (typeof value === 'number' && Number.isFinite(value)) {
		if (Number.isInteger(value) && !Number.isSafeInteger(value))
			throw new InvalidField(
				`must be given as text: beyond 2^53, the number ${value} is not exact`,
			);
		return String(toDecimalText(value));
	}
	refuseObject(value);
	if (typeof value === 'number')
		throw new InvalidField(
			`an expression gave ${value}, which is no number`,
			undefined,
			'Check the fields that it reads, and its calculation.',
		);
	throw new InvalidField(`must be text, not ${show(value)}`);
};

export const textual = <T>(
	look: FieldWords,
	rule: string,
	encode: Field<T>['encode'],
): Field<T> => ({
	type: 'string',
	default: '',
	required: true,
	...look,
	rule,
	encode,
});

/** One text that passes the test. */
export const text = (
	look: FieldWords,
	rule: string,
	test: (value: string) => boolean,
): Field<string> => {
	const { displayName, holds = identifierOf(test) } = look;
	return textual({ holds, ...look }, rule, (value) => {
		const entered = asText(value);
		const read = holds ? readPasted(entered, { displayName, holds, takes: test }) : entered;
		if (!test(read)) throw new InvalidField(`must be ${rule}, not ${show(entered)}`, entered);
		return read;
	});
};

/** True for a decimal number of at least 0, with no more digits than 256 bits can have, that reads in one way alone. */
export const isAmount = (value: string): boolean =>
	/^(\d{1,78}\.?\d{0,78}|\.\d{1,78})$/.test(value) && !isPerhapsThousands(value);

/** An amount as decimal text. */
export const amount = (look: FieldWords): Field<string> =>
	text({ counts: 'amount', ...look }, 'a decimal number of at least 0', isAmount);

/** Text that is sent as it is. Only the server can judge it. */
export const freeText = (look: FieldWords): Field<string> =>
	textual(look, 'any text', (value) => {
		if (typeof value !== 'string') throw new InvalidField('must be text');
		return value;
	});

/** The text or number as entered, for advice. */
const writtenOf = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;

/** For a fraction between two of the numbers: "0.5" hours. */
function adviseWhole(entered: unknown, min: number, max: number): string | undefined {
	const isDecimal = typeof entered === 'string' && /^\s*\d+[.,]\d+\s*$/.test(entered);
	const number = isDecimal ? Number(entered.replace(',', '.')) : entered;
	if (typeof number !== 'number' || !(number > min && number < max)) return undefined;
	return Number.isInteger(number)
		? undefined
		: `Enter ${Math.ceil(number)} or another whole number.`;
}

/** n8n gets no minimum: its editor raises a lower number to it without a word. The rule refuses that number in words. */
export const integer = (
	look: FieldWords,
	min: number,
	max = Number.MAX_SAFE_INTEGER,
): Field<number> => {
	const isBounded = max < Number.MAX_SAFE_INTEGER;
	const rule = `a whole number ${isBounded ? `from ${min} to ${max}` : `of at least ${min}`}`;
	return {
		type: 'number',
		default: 0,
		required: true,
		counts: 'number',
		...look,
		minimum: min,
		typeOptions: { ...(isBounded && { maxValue: max }), numberPrecision: 0 },
		rule,
		encode: (value) => {
			refuseObject(value);
			const isWritten =
				typeof value === 'bigint' || (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value));
			const number = isWritten ? Number(value) : value;
			if (
				typeof number !== 'number' ||
				!Number.isSafeInteger(number) ||
				number < min ||
				number > max
			)
				throw new InvalidField(
					`must be ${rule}, not ${show(value)}`,
					writtenOf(value),
					adviseWhole(value, min, max),
				);
			return number;
		},
	};
};

/** A whole number without a default. n8n's number fields need one, and a block 0 that nobody entered is the whole chain. */
export const openInteger = (look: FieldWords, min: number): Field<number> => ({
	...integer(look, min),
	type: 'string',
	default: '',
	typeOptions: undefined,
});

export const decimal = (look: FieldWords, min: number, max: number): Field<number> => {
	const rule = `a number from ${min} to ${max}`;
	return {
		type: 'number',
		counts: 'number',
		...look,
		default: look.default ?? 0,
		minimum: min,
		typeOptions: { maxValue: max },
		rule,
		encode: (value) => {
			const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
			if (typeof number === 'number' && number >= min && number <= max) return number;
			throw new InvalidField(`must be ${rule}, not ${show(value)}`, writtenOf(value));
		},
	};
};

const rounded = (percent: number): number => Number(percent.toPrecision(6));

/** Percent. Refuses a fraction such as 0.9 for 90 %, which would find nothing in silence. */
export const percent = (look: FieldWords): Field<number> => {
	const field = decimal(look, 0, 100);
	return {
		...field,
		encode: (value, context) => {
			const chosen = field.encode(value, context);
			if (chosen === 0 || chosen >= 1) return chosen;
			const meant = rounded(chosen * 100);
			throw new InvalidField(
				`${chosen} means ${chosen} %`,
				String(chosen),
				`Enter percent: for ${meant} percent, enter ${meant}.`,
			);
		},
	};
};

/** An entry of a list: an option of n8n, or a value that is its own name. */
export type ListEntry<V> = V | (Omit<INodePropertyOptions, 'value'> & { readonly value: V });

/** The values of a list's entries. */
type ListValue = INodePropertyOptions['value'];

const toOptions = <V extends ListValue>(
	values: ReadonlyArray<ListEntry<V>>,
): Array<INodePropertyOptions & { value: V }> =>
	values.map((value) => (typeof value === 'object' ? value : { name: String(value), value }));

/** Fields shown together and sent as one object by API name, or as `toSent` returns it. Absent if all are empty. */
export const collection = (
	look: FieldWords,
	fields: Field[],
	toSent?: (values: Record<string, unknown>) => Record<string, unknown>,
): Field => {
	const parts = [...fields]
		.sort((a, b) => alphabetically(a.displayName, b.displayName))
		.map(optional);
	return {
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		...look,
		options: parts.map(toProperty),
		parts,
		encode: (value, context) => {
			if (typeof value !== 'object' || value === null || Array.isArray(value))
				throw new InvalidField(
					`must be an object with fields such as ${parts[0].name}, not ${show(value)}`,
				);
			const given = value as Record<string, unknown>;
			const unknown = Object.keys(given).find((name) => !parts.some((part) => part.name === name));
			if (unknown !== undefined) throw new InvalidField(`has no field "${unknown}"`);
			const entries = parts
				.map((part) => [
					toSent ? part.name : (part.apiName ?? part.name),
					encodeField(part, given[part.name], context),
				])
				.filter(([, encoded]) => encoded !== undefined);
			if (!entries.length) return undefined;
			const values = Object.fromEntries(entries) as Record<string, unknown>;
			return toSent?.(values) ?? values;
		},
	};
};

/**
 * One value of a list. With `synonyms`, it also takes the entry's name in any case, and these words. Only for a field
 * that no `showFor` names, because `showFor` compares the value as it was entered.
 */
export const choice = <const V extends ListValue>(
	look: FieldWords,
	values: ReadonlyArray<ListEntry<V>>,
	synonyms?: Synonyms,
): Field<V> => {
	const options = toOptions(values);
	const rule = `one of ${options.map((option) => option.value).join(', ')}`;
	return {
		type: 'options',
		default: options[0].value,
		required: true,
		...look,
		options,
		rule,
		...(synonyms && { takesWords: true }),
		encode: (value) => {
			const chosen = options.find((option) => option.value === value);
			if (chosen) return chosen.value;
			refuseObject(value);
			const meant = findChoice(options, value, synonyms);
			if (meant && synonyms) return meant.value;
			if (meant) throw refuseWording(meant, value);
			throw new InvalidField(`must be ${rule}, not ${show(value)}`, writtenOf(value));
		},
	};
};

/** The entry is clear from the words, and an expression must give its value. */
function refuseWording({ name, value }: INodePropertyOptions, entered: unknown): InvalidField {
	const meant = String(value);
	const isSame = name.toLowerCase() === meant.toLowerCase();
	const fault = isSame
		? `write ${meant}, not ${show(entered)}`
		: `the value of ${name} is ${meant}, not ${show(entered)}`;
	return new InvalidField(fault, undefined, `Let the expression give ${meant}.`);
}

/** As the dialog calls it, and as an expression gives it: "Items Without Total (rows)". */
const sayOption = ({ name, value }: INodePropertyOptions): string =>
	name.toLowerCase() === String(value).toLowerCase() ? String(value) : `${name} (${value})`;

/** The value that was entered, or the one of the entry's name, which the dialog shows. */
const valueOf = <V>(options: Array<{ name: string; value: V }>, entered: unknown): V | undefined =>
	(options.find(({ value }) => value === entered) ?? options.find(({ name }) => name === entered))
		?.value;

/** Several values of a list, by value or name. No `showFor` may name the field, as with `choice`. */
export const choices = <const V extends ListValue>(
	look: FieldWords,
	values: ReadonlyArray<ListEntry<V>>,
): Field<V[] | undefined> => {
	const options = toOptions(values);
	const rule = `a list of ${options.map(sayOption).join(', ')}`;
	return {
		type: 'multiOptions',
		default: [],
		...look,
		options,
		rule,
		encode: (value) => {
			const chosen = Array.isArray(value)
				? value
				: asText(value)
						.split(',')
						.map((entry) => entry.trim());
			const meant = chosen.map((entry) => {
				const known = valueOf(options, entry);
				if (known === undefined)
					throw new InvalidField(`must be ${rule}; ${show(entry)} is not one`);
				return known;
			});
			return meant.length ? [...new Set(meant)] : undefined;
		},
	};
};

export const flag = (look: FieldWords): Field<boolean> => ({
	type: 'boolean',
	default: false,
	required: true,
	...look,
	rule: 'true or false',
	encode: (value) => {
		if (typeof value !== 'boolean')
			throw new InvalidField(`must be true or false, not ${show(value)}`);
		return value;
	},
});
