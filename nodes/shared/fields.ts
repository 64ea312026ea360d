/**
 * Fields: each says once how it looks in n8n, what it accepts and what of it the API gets.
 * `encode` gets what the user entered (or an expression gave) and returns what is sent,
 * or throws an InvalidField that states the rule.
 */
import { DateTime } from 'luxon';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { evmAddressRule, isEvmAddress } from './checksum';
import { asSentence, identifierOf, sayHowToFill, suggestFix, type Identifier } from './fixes';
import { isBech32Address, isId, isNodeId } from './ids';
import { located, locator } from './locator';
import type { Answer, Failure } from './errors';
import type { Client } from './network/client';
import { toDecimalText } from './numbers';
import { alphabetically } from './start';

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
	/** What it accepts, for errors and the documentation: completes "must be". */
	rule?: string;
	/** Takes several values of its kind; the operation runs for each of them. */
	isSeveral?: true;
	/** The fields that a collection holds. */
	parts?: Field[];
	/** What it is encoded as holds several values, each with a name of its own. */
	isMerged?: true;
	/** Turns what was encoded into what the API takes, where a host has to be asked; undefined: it is taken as it is. */
	resolve?: (encoded: unknown, client: Client) => Promise<Answer<unknown>> | undefined;
	/** What a failure means for this value, and what to do about it. */
	explain?: (failure: Failure, value: unknown, client: Client) => Promise<string | undefined>;
	encode: (value: unknown, context: EncodeContext) => unknown;
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
		if (field.type === 'json' && typeof value === 'object' && holdsNoNumber(value))
			throw new InvalidField('must not contain NaN or Infinity');
		encoded = isEmpty(field, value) ? undefined : field.encode(value, context);
	} catch (error) {
		throw describeInvalid(field, error);
	}
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
	{ displayName, holds }: Pick<Field, 'displayName' | 'holds'>,
	error: unknown,
): InvalidField {
	const { description, message, entered } =
		error instanceof InvalidField ? error : new InvalidField('could not be read');
	// A part of a collection has said all of itself.
	if (description !== undefined)
		return new InvalidField(`${displayName}: ${message}`, undefined, description);
	const problem = `${displayName} ${message}`;
	const fix = holds && entered !== undefined && suggestFix(holds, entered);
	const sentence = asSentence(problem);
	if (fix) {
		const [fault, advice] = splitFix(fix);
		const description = [advice, sentence].filter(Boolean).join(' ');
		return new InvalidField(`Check ${displayName}: ${fault}`, undefined, description);
	}
	const line = sayFault(displayName, message);
	return new InvalidField(line, undefined, line === problem ? '' : sentence);
}

/** The first line, which n8n shows in a toast. */
const longestLine = 90;

/** What is wrong with a field, where a line holds it. */
function sayFault(displayName: string, message: string): string {
	const [, given] = /(?:, not|;) ("[^"]{1,40}")(?: is not one)?$/.exec(message) ?? [];
	if (given) return `Check ${displayName}: it cannot be ${given}`;
	const [, missing] = /^has (.+)$/s.exec(message) ?? [];
	const line = missing ? `Check ${displayName}: ${missing}` : `${displayName} ${message}`;
	return line.length <= longestLine ? line : `Check ${displayName}`;
}

/** Adds what a field was encoded as to the values of an item. */
export function addValue(values: Record<string, unknown>, field: Field, encoded: unknown): void {
	if (encoded === undefined) return;
	if (field.isMerged) Object.assign(values, encoded);
	else values[field.name] = encoded;
}

/** The values with those of these fields resolved; the same object where nothing was to be resolved. */
export async function resolveValues<V extends object>(
	fields: Field[],
	values: V,
	client: Client,
): Promise<Answer<V>> {
	let resolved = values;
	for (const { name, resolve } of fields) {
		const value = (values as Record<string, unknown>)[name];
		const asked = value === undefined ? undefined : resolve?.(value, client);
		if (!asked) continue;
		const answer = await asked;
		if (!answer.ok) return answer;
		resolved = { ...resolved, [name]: answer.result };
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
export const isShown = ({ showFor = {} }: Field, entered: Record<string, unknown>): boolean =>
	Object.entries(showFor).every(([name, values]) => (values as unknown[]).includes(entered[name]));

export const optional = <T extends Field>(field: T): T => ({
	...field,
	optional: true,
	required: false,
});

/** The field of a reading operation that runs for each of several values, of which `encode` gets one. */
export const several = (field: Field): Field => ({
	...field,
	isSeveral: true,
	encode: (value, context) => field.encode(splitSeveral(value)[0] ?? '', context),
	rule: `${field.rule}; several are separated by commas or lines, or are a list`,
	description: `${field.description}. Separate several by commas.`,
});

/** What stands between IDs or addresses of a list, none of which holds a space. */
const separators = /[,;\s]+/;

/** The values that were entered into a field that takes several. */
export const splitSeveral = (given: unknown): unknown[] => {
	const entered = located(given);
	const entries = typeof entered === 'string' ? entered.split(separators) : [entered].flat();
	return entries
		.map((entry: unknown) => (typeof entry === 'string' ? entry.trim() : entry))
		.filter((entry) => entry !== '');
};

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
	`"${shorten(typeof value === 'object' ? tryJson(value) : String(value), 80)}"`;

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
export const text = (look: Look, rule: string, test: (value: string) => boolean): Field =>
	textual({ holds: identifierOf(test), ...look }, rule, (value) => {
		const entered = asText(value);
		if (!test(entered)) throw new InvalidField(`must be ${rule}, not ${show(entered)}`, entered);
		return entered;
	});

/** Text that goes out as it is: what it means is for the server to say. */
export const freeText = (look: Look): Field =>
	textual(look, 'any text', (value) => {
		if (typeof value !== 'string') throw new InvalidField('must be text');
		return value;
	});

/** Several values of text, entered with commas or given as an array by an expression; sent as `join` says. */
export const textList = (
	look: Look,
	rule: string,
	test: (value: string) => boolean,
	join: (values: string[]) => unknown = (values) => values,
): Field => {
	const holds = identifierOf(test);
	// "1 000" is one number, and no list of two.
	const between = holds ? separators : ',';
	return textual({ holds, ...look }, `a list of ${rule}`, (value) => {
		const entries = Array.isArray(value) ? value.map(asText) : asText(value).split(between);
		const values = entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
		const wrong = values.find((entry) => !test(entry));
		if (wrong !== undefined)
			throw new InvalidField(`must be a list of ${rule}; ${show(wrong)} is not one`, wrong);
		return values.length ? join(values) : undefined;
	});
};

/** A whole number within its bounds. */
export const integer = (look: Look, min: number, max = Number.MAX_SAFE_INTEGER): Field => {
	const isBounded = max < Number.MAX_SAFE_INTEGER;
	const rule = `a whole number ${isBounded ? `from ${min} to ${max}` : `of at least ${min}`}`;
	return {
		type: 'number',
		default: 0,
		required: true,
		...look,
		typeOptions: { minValue: min, ...(isBounded && { maxValue: max }), numberPrecision: 0 },
		rule,
		encode: (value) => {
			const isWritten =
				typeof value === 'bigint' || (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value));
			const number = isWritten ? Number(value) : value;
			if (
				typeof number !== 'number' ||
				!Number.isSafeInteger(number) ||
				number < min ||
				number > max
			)
				throw new InvalidField(`must be ${rule}, not ${show(value)}`);
			return number;
		},
	};
};

/** A number within its bounds, which need not be whole. */
export const decimal = (look: Look, min: number, max: number): Field => {
	const rule = `a number from ${min} to ${max}`;
	return {
		type: 'number',
		...look,
		default: look.default ?? 0,
		typeOptions: { minValue: min, maxValue: max },
		rule,
		encode: (value) => {
			const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
			if (typeof number === 'number' && number >= min && number <= max) return number;
			throw new InvalidField(`must be ${rule}`);
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

/** One value of a list. */
export const choice = (look: Look, values: readonly (string | INodePropertyOptions)[]): Field => {
	const options = toOptions(values);
	const rule = `one of ${options.map((option) => option.value).join(', ')}`;
	return {
		type: 'options',
		default: options[0].value,
		required: true,
		...look,
		options,
		rule,
		encode: (value) => {
			if (!options.some((option) => option.value === value))
				throw new InvalidField(`must be ${rule}, not ${show(value)}`);
			return value;
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
			return chosen.length ? chosen : undefined;
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

const momentRule = 'a date, an ISO 8601 time or UNIX seconds of at least 0';

/**
 * A moment, entered as a date, an ISO 8601 text or UNIX seconds: a DateTime in the zone that it was written in,
 * in the workflow's where it names none, in UTC for seconds.
 */
export const moment = (look: Look): Field => ({
	type: 'dateTime',
	default: '',
	required: true,
	...look,
	rule: momentRule,
	encode: (value, { timezone }) => {
		let time: DateTime = DateTime.invalid('no time');
		if (/^\s*(19|20)\d{6}\s*$/.test(String(value)))
			throw new InvalidField(`must have hyphens in its date, as in 2026-01-31, not ${show(value)}`);
		// Whether 10/11 is in October or in November, nobody knows.
		if (/^\s*\d{1,2}[./-]\d{1,2}[./-]\d{4}\b/.test(String(value)))
			throw new InvalidField(`must begin with the year, as in 2026-01-31, not ${show(value)}`);
		if (typeof value === 'number' || (typeof value === 'string' && /^\s*\d+\s*$/.test(value))) {
			time = DateTime.fromSeconds(Number(value), { zone: 'utc' });
		} else if (typeof value === 'string') {
			time = DateTime.fromISO(value.trim(), { zone: timezone, setZone: true });
		} else if (value instanceof Date) {
			time = DateTime.fromJSDate(value, { zone: 'utc' });
		} else if (DateTime.isDateTime(value)) {
			time = value;
		}
		// 253402300800 is the year 10000: anything above was meant as milliseconds.
		if (!(time.toSeconds() >= 0 && time.toSeconds() < 253_402_300_800))
			throw new InvalidField(`must be ${momentRule}, not ${show(value)}`);
		return time;
	},
});

/** A moment as UNIX seconds. */
export const timestamp = (look: Look): Field => {
	const field = moment(look);
	return {
		...field,
		encode: (value, context) => Math.floor((field.encode(value, context) as DateTime).toSeconds()),
	};
};

const nodeIdsLook = {
	displayName: 'Node IDs',
	name: 'nodeIds',
	placeholder: 'e.g. NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	description: 'Node IDs (NodeID-...), separated by commas, or an expression that returns a list',
};
const nodeIdsRule = 'node IDs (NodeID-... with a valid checksum)';

/** Node IDs as a node takes them: a list. */
export const nodeIds = textList({ ...nodeIdsLook, apiName: 'nodeIDs' }, nodeIdsRule, isNodeId);

const joined = (values: string[]): string => values.join(',');

export const subnetId = locator(
	text(
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
export const validator = locator(
	text(
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

export const evmAddress = text(
	{
		displayName: 'Address',
		name: 'address',
		placeholder: 'e.g. 0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
		description: 'Wallet or contract address on the chain (0x...)',
	},
	`an EVM address (${evmAddressRule})`,
	isEvmAddress,
);

export const primaryAddresses = textList(
	{
		displayName: 'Addresses',
		name: 'addresses',
		holds: 'primaryAddress',
		placeholder: 'e.g. P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		description:
			'Addresses that begin with avax1 or fuji1, with or without P- or X- in front, separated by commas',
	},
	'addresses such as P-avax1... with a valid checksum',
	(address) => /^([PX]-)?(avax|fuji)1/.test(address) && isBech32Address(address),
	joined,
);
