/**
 * Fields: each says once how it looks in n8n, what it accepts and what of it the API gets.
 * `encode` gets what the user entered (or an expression gave) and returns what is sent,
 * or throws an InvalidField that states the rule.
 */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { evmAddressForm, isEvmAddress } from '../values/checksum';
import { findChoice, type Synonyms } from './choices';
import type { Counted } from './countFixes';
import {
	asSentence,
	findSecret,
	hideSecrets,
	identifierOf,
	isPerhapsSecret,
	sayHowToFill,
	suggest,
	type Identifier,
} from './fixes';
import { findObject } from './givenObjects';
import { isId, isNodeId } from '../values/ids';
import { located, locator } from './locator';
import type { Answer, Failure } from '../errors';
import type { Client } from '../network/client';
import { toDecimalText } from '../values/numbers';
import { piecesOf, type Paced } from '../pace';
import { readPasted } from './pasted';
import { alphabetically } from '../start';

export interface EncodeContext {
	/** The workflow's time zone, for dates that carry none. */
	timezone: string;
}

/** What n8n is told of a field. */
const shown = [
	'displayName',
	'name',
	'type',
	'typeOptions',
	'default',
	'required',
	'noDataExpression',
	'options',
	'placeholder',
	'description',
	'hint',
	'modes',
] as const satisfies Array<keyof INodeProperties>;

export interface Field extends Pick<INodeProperties, (typeof shown)[number]> {
	/** Its name in the API, where it differs from the parameter's; a dot leads into an object. */
	apiName?: string;
	/** Its row uses it and does not send it. */
	notSent?: boolean;
	/** Shown in the collection of optional fields, and left out of the request while empty. */
	optional?: boolean;
	/** Shown, and read, only while the fields named here, which stand before it, have one of these values. */
	showFor?: Record<string, Array<string | boolean>>;
	/** What it identifies something by: a wrong value is explained. */
	holds?: Identifier;
	/** Which kind of number it takes: a wrong one is explained. */
	counts?: Counted;
	/** What it accepts, for errors and the documentation: completes "must be". */
	rule?: string;
	/** Takes several values of its kind; the operation runs for each of them. */
	isSeveral?: true;
	/** The fields that a collection holds. */
	parts?: Field[];
	/** Takes other words for its values too. */
	takesWords?: true;
	/** What it is encoded as holds several values, each with a name of its own. */
	isMerged?: true;
	/** Turns what was encoded into what the API takes, where a host has to be asked; undefined: it is taken as it is. */
	resolve?: (encoded: unknown, client: Client) => Promise<Answer<unknown>> | undefined;
	/** What a failure means for this value, and what to do about it. */
	explain?: (failure: Failure, value: unknown, client: Client) => Promise<string | undefined>;
	encode: Paced<[value: unknown, context: EncodeContext], unknown>;
}

/** A value that its field does not accept. */
export class InvalidField extends Error {
	constructor(
		message: string,
		/** The one value that breaks the rule. */
		readonly entered?: string,
		/** The rule, what was given, and how to mend it; the message is a sentence then, and else completes one. */
		readonly description?: string,
	) {
		super(message);
	}
}

/** Of two values that are in the wrong order, with each label. */
export const outOfOrder = (
	problem: string,
	[first, start]: [label: string, value: string],
	[second, end]: [label: string, value: string],
	advice?: string,
): InvalidField => {
	const given = `${first} is ${start} and ${second} is ${end}.`;
	return new InvalidField(problem, undefined, advice ? `${given} ${advice}` : given);
};

/** Whether it takes a password or a key. */
export const isSecret = ({ typeOptions }: Field): boolean => typeOptions?.password === true;

/** Spaces can be a password, and are nothing else. */
const isEmpty = (field: Field, entered: unknown): boolean => {
	const value = located(entered);
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && (isSecret(field) ? value : value.trim()) === '')
	);
};

/** Whether a list or an object holds a number that JSON does not know, and would send as null. */
function holdsNoNumber(value: unknown): boolean {
	let found = false;
	JSON.stringify(value, (_key, entry: unknown) => {
		found ||= typeof entry === 'number' && !Number.isFinite(entry);
		return typeof entry === 'bigint' ? String(entry) : entry;
	});
	return found;
}

/** Encodes the value of a field; throws an InvalidField that names it. An empty optional value is undefined. */
export function encodeField(field: Field, value: unknown, context: EncodeContext): unknown {
	let encoded: unknown;
	try {
		refuseSecret(field, value);
		demandNumbers(field, value);
		encoded = isEmpty(field, value) ? undefined : field.encode(value, context);
	} catch (error) {
		throw describeInvalid(field, error);
	}
	return demandFilled(field, encoded);
}

/** Encodes what may be long, such as a list of addresses. */
export function* encodeInPieces(
	field: Field,
	value: unknown,
	context: EncodeContext,
): Generator<void, unknown> {
	let encoded: unknown;
	try {
		refuseSecret(field, value);
		demandNumbers(field, value);
		encoded = isEmpty(field, value) ? undefined : yield* piecesOf(field.encode, value, context);
	} catch (error) {
		throw describeInvalid(field, error);
	}
	return demandFilled(field, encoded);
}

/** What only its owner may know goes to no server, and stands in no message, whichever field it was entered into. */
function refuseSecret(field: Field, value: unknown): void {
	const entered = located(value);
	const found = isSecret(field) ? undefined : findSecret(entered);
	if (found) throw new InvalidField(found.fault, undefined, found.advice);
}

/** An object where one value belongs, in words. */
export function refuseObject(value: unknown): void {
	const found = findObject(value);
	if (found) throw new InvalidField(found[0], undefined, found[1]);
}

function demandNumbers({ type }: Field, value: unknown): void {
	if (type === 'json' && typeof value === 'object' && holdsNoNumber(value))
		throw new InvalidField('must not contain NaN or Infinity');
}

function demandFilled(field: Field, encoded: unknown): unknown {
	if (encoded === undefined && !field.optional)
		throw new InvalidField(`Fill in ${field.displayName}`, undefined, sayHowToFill(field));
	return encoded;
}

/** The fault in a few words, and what to do about it: "the value is 1 digit too short", and "Copy the whole value." */
function splitFix(fix: string): [fault: string, advice: string] {
	const [, fault, advice] = /^(.+?)(?:[.:](?: |$)|, so )(.*)$/s.exec(fix) ?? ['', fix, ''];
	return [
		fault[0].toLowerCase() + fault.slice(1),
		(advice[0] ?? '').toUpperCase() + advice.slice(1),
	];
}

/** What a field does not accept: the fault in one line, then how to mend it, the rule, and what was given. */
export function describeInvalid(
	{ displayName, holds, counts }: Pick<Field, 'displayName' | 'holds' | 'counts'>,
	error: unknown,
): InvalidField {
	const { description, message, entered } =
		error instanceof InvalidField ? error : new InvalidField('could not be read');
	// A part of a collection has said all of itself.
	if (description !== undefined)
		return new InvalidField(`${displayName}: ${message}`, undefined, description);
	const fix = entered !== undefined && suggest(holds ?? counts, entered);
	const problem = `${displayName} ${hideKey(message, entered)}`;
	const sentence = asSentence(problem);
	if (fix) {
		const [fault, advice] = splitFix(fix);
		const description = [advice, sentence].filter(Boolean).join(' ');
		return new InvalidField(`Check ${displayName}: ${fault}`, undefined, description);
	}
	const line = sayFault(displayName, message);
	return new InvalidField(line, undefined, line === problem ? '' : sentence);
}

/** The fault without a value that may be a key: it stands in no message and no record of a run. */
const hideKey = (message: string, entered?: string): string =>
	entered !== undefined && isPerhapsSecret(entered)
		? message.replace(show(entered), 'what was entered')
		: message;

/** The first line, which n8n shows in a toast. */
const longestLine = 90;

/** The beginning of a sentence that says something by itself: what stands in quotation marks is not cut. */
function firstClause(line: string): string | undefined {
	const [, clause] = /^(.{20,80}?)(?:[;:,] | \()/s.exec(line) ?? [];
	const isWhole = clause !== undefined && clause.split('"').length % 2 === 1;
	return isWhole ? clause : undefined;
}

/** What is wrong with a field, where a line holds it. */
function sayFault(displayName: string, message: string): string {
	const [, given] = /(?:, not|;) ("[^"]{1,40}")(?: is not one)?$/.exec(message) ?? [];
	if (given) return `Check ${displayName}: it cannot be ${given}`;
	const [, missing] = /^has (.+)$/s.exec(message) ?? [];
	const line = missing ? `Check ${displayName}: ${missing}` : `${displayName} ${message}`;
	return line.length <= longestLine ? line : (firstClause(line) ?? `Check ${displayName}`);
}

/** Adds what a field was encoded as to the values of an item. */
export function addValue(values: Record<string, unknown>, field: Field, encoded: unknown): void {
	if (encoded === undefined) return;
	const { names } = values;
	if (field.isMerged) Object.assign(values, encoded);
	else values[field.name] = encoded;
	// The names that stand beside IDs and those of the field Names are one address book.
	if (names && names !== values.names) values.names = { ...names, ...(values.names as object) };
}

/** The values with those of these fields resolved; the same object, at once, where nothing was to be resolved. */
export function resolveValues<V extends object>(
	fields: Field[],
	values: V,
	client: Client,
): Answer<V> | Promise<Answer<V>> {
	for (let i = 0; i < fields.length; i++) {
		const asked = askFor(fields[i], values, client);
		if (asked) return resolveFrom(fields.slice(i), values, client, asked);
	}
	return { ok: true, result: values };
}

function askFor(
	{ name, resolve }: Field,
	values: object,
	client: Client,
): Promise<Answer<unknown>> | undefined {
	const value = (values as Record<string, unknown>)[name];
	return value === undefined ? undefined : resolve?.(value, client);
}

/** Resolves the values of these fields one after another; the first was asked for already. */
async function resolveFrom<V extends object>(
	fields: Field[],
	values: V,
	client: Client,
	first: Promise<Answer<unknown>>,
): Promise<Answer<V>> {
	let resolved = values;
	for (const [i, field] of fields.entries()) {
		const answer = await (i === 0 ? first : askFor(field, values, client));
		if (!answer) continue;
		if (!answer.ok) return answer;
		resolved = { ...resolved, [field.name]: answer.result };
	}
	return { ok: true, result: resolved };
}

/** The field as n8n shows it. */
export function toProperty(field: Field): INodeProperties {
	const property: Record<string, unknown> = {};
	for (const key of shown) if (field[key] !== undefined) property[key] = field[key];
	if (field.showFor) property.displayOptions = { show: field.showFor };
	return property as unknown as INodeProperties;
}

/** Whether a field is shown, for what was entered into the fields before it. */
export const isShown = ({ showFor }: Field, entered: Record<string, unknown>): boolean =>
	showFor === undefined ||
	Object.entries(showFor).every(([name, values]) => (values as unknown[]).includes(entered[name]));

export const optional = <T extends Field>(field: T): T => ({
	...field,
	optional: true,
	required: false,
});

/** What a declared field says of itself; its kind adds the rest. */
export type Look = Pick<Field, 'displayName' | 'name' | 'description'> &
	Partial<Omit<Field, 'type' | 'encode'>>;

/** An object as JSON, or its kind where it cannot be written so (one that holds itself). */
function tryJson(value: unknown): string {
	try {
		return JSON.stringify(value, (_key, entry: unknown) =>
			typeof entry === 'bigint' ? String(entry) : entry,
		);
	} catch {
		return Object.prototype.toString.call(value);
	}
}

export const shorten = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most - 3)}...` : text;

/** A value as a message shows it. */
export const show = (value: unknown): string =>
	`"${shorten(hideSecrets(typeof value === 'object' ? tryJson(value) : String(value)), 80)}"`;

/** Text, or a number that is exact; anything else is refused. */
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
	throw new InvalidField(`must be text, not ${show(value)}`);
};

/** What is entered as text, and read as `encode` says. */
export const textual = (look: Look, rule: string, encode: Field['encode']): Field => ({
	type: 'string',
	default: '',
	required: true,
	...look,
	rule,
	encode,
});

/** One value of text that passes the test. */
export const text = (look: Look, rule: string, test: (value: string) => boolean): Field => {
	const { displayName, holds = identifierOf(test) } = look;
	return textual({ holds, ...look }, rule, (value) => {
		const entered = asText(value);
		const read = holds ? readPasted(entered, { displayName, holds, takes: test }) : entered;
		if (!test(read)) throw new InvalidField(`must be ${rule}, not ${show(entered)}`, entered);
		return read;
	});
};

/** Text that goes out as it is: what it means is for the server to say. */
export const freeText = (look: Look): Field =>
	textual(look, 'any text', (value) => {
		if (typeof value !== 'string') throw new InvalidField('must be text');
		return value;
	});

/** A text or a number as it was entered, for advice. */
const writtenOf = (value: unknown): string | undefined =>
	typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;

/** A whole number within its bounds. */
export const integer = (look: Look, min: number, max = Number.MAX_SAFE_INTEGER): Field => {
	const isBounded = max < Number.MAX_SAFE_INTEGER;
	const rule = `a whole number ${isBounded ? `from ${min} to ${max}` : `of at least ${min}`}`;
	return {
		type: 'number',
		default: 0,
		required: true,
		counts: 'number',
		...look,
		typeOptions: { minValue: min, ...(isBounded && { maxValue: max }), numberPrecision: 0 },
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
				throw new InvalidField(`must be ${rule}, not ${show(value)}`, writtenOf(value));
			return number;
		},
	};
};

/** A number within its bounds, which need not be whole. */
export const decimal = (look: Look, min: number, max: number): Field => {
	const rule = `a number from ${min} to ${max}`;
	return {
		type: 'number',
		counts: 'number',
		...look,
		default: look.default ?? 0,
		typeOptions: { minValue: min, maxValue: max },
		rule,
		encode: (value) => {
			const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
			if (typeof number === 'number' && number >= min && number <= max) return number;
			throw new InvalidField(`must be ${rule}`, writtenOf(value));
		},
	};
};

const toOptions = (values: readonly (string | INodePropertyOptions)[]): INodePropertyOptions[] =>
	values.map((value) => (typeof value === 'string' ? { name: value, value } : value));

/**
 * Fields shown together and sent as one object by their names in the API, or as what `toSent` makes of their values;
 * absent without any of them.
 */
export const collection = (
	look: Look,
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
 * One value of a list. With `synonyms`, which only a field has that no other depends on, it is also taken by its name, in
 * any case, and by these words.
 */
export const choice = (
	look: Look,
	values: readonly (string | INodePropertyOptions)[],
	synonyms?: Synonyms,
): Field => {
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
			if (options.some((option) => option.value === value)) return value;
			refuseObject(value);
			const meant = findChoice(options, value, synonyms);
			if (meant !== undefined && synonyms) return meant;
			if (meant !== undefined)
				throw new InvalidField(`write ${meant}, not ${show(value)}`, undefined, `Enter ${meant}.`);
			throw new InvalidField(`must be ${rule}, not ${show(value)}`);
		},
	};
};

/** Any number of values of a list. */
export const choices = (look: Look, values: readonly (string | INodePropertyOptions)[]): Field => {
	const options = toOptions(values);
	const rule = `a list of ${options.map((option) => option.value).join(', ')}`;
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
			const wrong = chosen.findIndex((entry) => !options.some(({ value: of }) => of === entry));
			if (wrong >= 0) throw new InvalidField(`must be ${rule}; ${show(chosen[wrong])} is not one`);
			return chosen.length ? [...new Set(chosen)] : undefined;
		},
	};
};

/** True or false. */
export const flag = (look: Look): Field => ({
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

export const subnetId = /* @__PURE__ */ locator(
	/* @__PURE__ */ text(
		{
			displayName: 'Subnet',
			name: 'subnetId',
			apiName: 'subnetID',
			placeholder: 'e.g. 11111111111111111111111111111111LpoYY',
			description: 'Subnet of an L1, from the list or by its ID',
		},
		'a subnet ID (cb58 with a valid checksum)',
		isId,
	),
	{ list: 'searchSubnets' },
);

/** One validator of the Primary Network. */
export const validator = /* @__PURE__ */ locator(
	/* @__PURE__ */ text(
		{
			displayName: 'Validator',
			name: 'nodeId',
			placeholder: 'e.g. NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
			description: 'Validator from the list, or its node ID',
		},
		'a node ID (NodeID-... with a valid checksum)',
		isNodeId,
	),
	{ list: 'searchValidators' },
);

export const evmAddress = /* @__PURE__ */ text(
	{
		displayName: 'Address',
		name: 'address',
		placeholder: 'e.g. 0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
		description: 'Wallet or contract address on the chain (0x...)',
	},
	evmAddressForm,
	isEvmAddress,
);
