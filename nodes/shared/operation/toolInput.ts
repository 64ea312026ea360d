/**
 * What a model writes into a field of a tool. Of a value that the field refuses, the first likely reading that
 * it accepts is taken.
 */
import { DateTime } from 'luxon';
import type { INodePropertyOptions } from 'n8n-workflow';
import { encodeField, type EncodeContext, type Field } from '../fields/fields';
import { isLocator, located } from '../fields/located';
import { parseJson } from '../values/numbers';
import { isRecord, lookUp } from '../values/records';

/** Words for nothing, in the place of an optional value. */
const isNothing = (value: unknown): boolean =>
	typeof value === 'string' && /^(null|none|undefined|n\/a)$/i.test(unwrap(value));

/** Without quotation marks around it, and without the full stop of a sentence. */
const unwrap = (text: string): string => {
	const plain = text.trim().replace(/[.,;]$/, '');
	return /^(["'`])(.*)\1$/s.exec(plain)?.[2].trim() ?? plain;
};

const isScalar = (value: unknown): boolean => ['string', 'number'].includes(typeof value);

/** A list of texts or numbers that was written as JSON; any other value as it is. */
export function readWrittenList(value: unknown): unknown {
	const text = located(value);
	if (typeof text !== 'string' || !/^\s*\[.*\]\s*$/s.test(text)) return value;
	try {
		const list = parseJson(text);
		return Array.isArray(list) && list.every(isScalar) ? list : value;
	} catch {
		return value;
	}
}

const dateForms = [
	'yyyy/M/d',
	'yyyy-M-d',
	'd LLLL yyyy',
	'd LLL yyyy',
	'LLLL d yyyy',
	'LLL d yyyy',
];

/** ISO 8601, of a date whose month cannot be taken for its day, and of milliseconds. */
function readMoment(text: string): string | undefined {
	if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString();
	const iso = text.replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T').replace(/ *(UTC|GMT)$/i, 'Z');
	if (iso !== text) return iso;
	const plain = text.replace(',', '');
	const dates = dateForms.map((form) => DateTime.fromFormat(plain, form, { locale: 'en' }));
	return dates.find(({ isValid }) => isValid)?.toISODate() ?? undefined;
}

/** A word in small letters; an address keeps the letter case of its checksum. */
const readWord = (text: string): string =>
	/^[a-z ]+$/i.test(text) ? text.toLowerCase().replace(/ block$/, '') : text;

/** A number of a block and the like, whose separators cannot be a decimal point. */
const readNumber = (text: string): string => {
	const digits = text.replace(/^(?:block )?#?(?=\d)/i, '').replace(/\.0+$/, '');
	return /^\d{1,3}(,\d{3}){2,}$/.test(digits) ? digits.replaceAll(',', '') : digits;
};

const prefixes: Partial<Record<NonNullable<Field['holds']>, RegExp>> = {
	evmAddress: /^(0x)?(?=[\da-f]{40}$)/i,
	hash: /^(0x)?(?=[\da-f]{64}$)/i,
	nodeId: /^(nodeid-)?(?=[\da-z]{30,}$)/i,
};

/** An identifier with its prefix. */
const complete = (text: string, { holds }: Field): string => {
	const prefix = holds && prefixes[holds];
	return prefix ? text.replace(prefix, holds === 'nodeId' ? 'NodeID-' : '0x') : text;
};

/** Without spaces, hyphens and underscores, in lower case: "active_addresses", "Active Addresses". */
const plainly = (text: unknown): string =>
	String(text)
		.toLowerCase()
		.replace(/[\s_-]/g, '');

/** The values of the options with this value or name; the explanation behind a name can be absent: "US Dollar (USD)". */
const optionsLike = (text: string, options: INodePropertyOptions[]): unknown[] =>
	options
		.filter(({ name, value }) =>
			[value, name, name.replace(/\(.*\)/, '')].some((known) => plainly(known) === plainly(text)),
		)
		.map(({ value }) => value);

/** What a text can have meant in a field, the likeliest first. */
function meaningsOf(text: string, field: Field): unknown[] {
	const plain = unwrap(text);
	if (field.type === 'boolean') return [lookUp({ true: true, false: false }, plain.toLowerCase())];
	if (field.type === 'dateTime') return [plain, readMoment(plain)];
	// One entry of a list that was left out; broken JSON is no entry.
	if (field.type === 'json') return /^[[{]/.test(plain) ? [] : [[plain]];
	if (field.type === 'options' || field.type === 'multiOptions')
		return optionsLike(plain, field.options as INodePropertyOptions[]);
	if (field.holds) return [complete(plain, field)];
	return [plain, readWord(plain), readNumber(plain)];
}

/** What a value that its field refuses can have meant, the likeliest first. */
function readingsOf(field: Field, value: unknown): unknown[] {
	// An argument that the model had nothing for: what the field holds at first.
	if ((value ?? '') === '' || isNothing(value)) return [located(field.default)];
	const isText = field.type === 'multiOptions' && typeof value === 'string';
	const list = isText && !value.includes('[') ? value.split(',') : readWrittenList(value);
	const mend = (entry: unknown) => (typeof entry === 'string' ? meaningsOf(entry, field) : [entry]);
	if (!Array.isArray(list)) return mend(value);
	const single = list.length === 1 ? mend(list[0]) : [];
	return [list, list.map((entry) => mend(entry).at(-1)), ...single];
}

function isAccepted(field: Field, value: unknown, context: EncodeContext): boolean {
	try {
		encodeField(field, value, context);
		return true;
	} catch {
		return false;
	}
}

/** The value as its field takes it; as it was written, where nobody can tell what was meant. */
function readMeant(field: Field, entered: unknown, context: EncodeContext): unknown {
	const { optional, parts } = field;
	const value = located(entered);
	if (optional && isNothing(value)) return undefined;
	if (parts && isRecord(value))
		return Object.fromEntries(
			Object.entries(value).map(([name, of]) => {
				const part = parts.find((one) => one.name === name);
				return [name, part ? readMeant(part, of, context) : of];
			}),
		);
	if (isAccepted(field, entered, context)) return entered;
	return (
		readingsOf(field, value)
			.filter((reading) => reading !== undefined)
			.map((reading) => (isLocator(entered) ? { ...entered, value: reading } : reading))
			.find((reading) => isAccepted(field, reading, context)) ?? entered
	);
}

/** Encodes what a model wrote into a field; throws an InvalidField for the value as it was written. */
export const encodeMeant: typeof encodeField = (field, value, context) =>
	encodeField(field, readMeant(field, value, context), context);
