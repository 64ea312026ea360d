/**
 * Reads the values that an AI model writes into a tool's fields. If a field refuses one, the likeliest reading that
 * it accepts is used.
 */
import { DateTime } from 'luxon';
import type { INodePropertyOptions } from 'n8n-workflow';
import { encodeField, type EncodeContext, type Field } from '../fields/fields';
import { isLocator, located } from '../fields/located';
import { parseJson } from '../values/numbers';
import { isRecord, lookUp } from '../values/records';

/** Models write such words to leave out an optional value. */
const isNothing = (value: unknown): boolean =>
	typeof value === 'string' && /^(null|none|undefined|n\/a)$/i.test(unwrap(value));

/** Without quotation marks around it, and without the full stop of a sentence. */
const unwrap = (text: string): string => {
	const plain = text.trim().replace(/[.,;]$/, '');
	return /^(["'`])(.*)\1$/s.exec(plain)?.[2].trim() ?? plain;
};

const isScalar = (value: unknown): boolean => ['string', 'number'].includes(typeof value);

/** Parses a list of texts or numbers written as JSON. Any other value stays as it is. */
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

/** As ISO 8601. Reads milliseconds, almost-ISO times, and dates whose month cannot be taken for the day. */
function readMoment(text: string): string | undefined {
	if (/^\d{12,13}$/.test(text)) return new Date(Number(text)).toISOString();
	const iso = text.replace(/^(\d{4}-\d\d-\d\d) +(?=\d)/, '$1T').replace(/ *(UTC|GMT)$/i, 'Z');
	if (iso !== text) return iso;
	const plain = text.replace(',', '');
	const dates = dateForms.map((form) => DateTime.fromFormat(plain, form, { locale: 'en' }));
	return dates.find(({ isValid }) => isValid)?.toISODate() ?? undefined;
}

/** Words in lower case. An address has digits, so it keeps the capitals of its checksum. */
const readWord = (text: string): string =>
	/^[a-z ]+$/i.test(text) ? text.toLowerCase().replace(/ block$/, '') : text;

/** Digits of a block number and the like. A single comma may be a decimal point, so it stays. */
const readNumber = (text: string): string => {
	const digits = text.replace(/^(?:block )?#?(?=\d)/i, '').replace(/\.0+$/, '');
	return /^\d{1,3}(,\d{3}){2,}$/.test(digits) ? digits.replaceAll(',', '') : digits;
};

const prefixes: Partial<Record<NonNullable<Field['holds']>, RegExp>> = {
	evmAddress: /^(0x)?(?=[\da-f]{40}$)/i,
	hash: /^(0x)?(?=[\da-f]{64}$)/i,
	nodeId: /^(nodeid-)?(?=[\da-z]{30,}$)/i,
};

/** Adds the prefix of an identifier, or corrects its case. */
const complete = (text: string, { holds }: Field): string => {
	const prefix = holds && prefixes[holds];
	return prefix ? text.replace(prefix, holds === 'nodeId' ? 'NodeID-' : '0x') : text;
};

/** Makes "active_addresses" and "Active Addresses" equal. */
const plainly = (text: unknown): string =>
	String(text)
		.toLowerCase()
		.replace(/[\s_-]/g, '');

/** Options with this value or name. The explanation in brackets may be missing: "US Dollar (USD)". */
const optionsLike = (text: string, options: INodePropertyOptions[]): unknown[] =>
	options
		.filter(({ name, value }) =>
			[value, name, name.replace(/\(.*\)/, '')].some((known) => plainly(known) === plainly(text)),
		)
		.map(({ value }) => value);

/** The possible meanings of a text in a field, likeliest first. */
function meaningsOf(text: string, field: Field): unknown[] {
	const plain = unwrap(text);
	if (field.type === 'boolean') return [lookUp({ true: true, false: false }, plain.toLowerCase())];
	if (field.type === 'dateTime') return [plain, readMoment(plain)];
	// The model wrote one entry without the list around it. Broken JSON is no entry.
	if (field.type === 'json') return /^[[{]/.test(plain) ? [] : [[plain]];
	if (field.type === 'options' || field.type === 'multiOptions')
		return optionsLike(plain, field.options as INodePropertyOptions[]);
	if (field.holds) return [complete(plain, field)];
	return [plain, readWord(plain), readNumber(plain)];
}

/** The possible readings of a value that its field refused, likeliest first. */
function readingsOf(field: Field, value: unknown): unknown[] {
	// The model had nothing for this argument, so the field's default applies.
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

/** The first reading that the field accepts, or else the value as written. */
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

/** Encodes a value that a model wrote. An InvalidField shows the value as it was written. */
export const encodeMeant: typeof encodeField = (field, value, context) =>
	encodeField(field, readMeant(field, value, context), context);
