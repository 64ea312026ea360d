/**
 * Fields: each says once how it looks in n8n, what it accepts and what of it the API gets.
 * `encode` gets what the user entered (or an expression gave) and returns what is sent,
 * or throws an InvalidField that states the rule.
 */
import type { INodeProperties } from 'n8n-workflow';
import type { Answer, Failure } from '../errors';
import type { Client } from '../network/client';
import { piecesOf, withoutPauses, type Paced } from '../pace';
import { findSecret, sayHowToFill } from './fixes';
import { describeInvalid, InvalidField, type Explained } from './invalid';
import { located } from './located';

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

export interface Field extends Pick<INodeProperties, (typeof shown)[number]>, Explained {
	/** Its name in the API, where it differs from the parameter's; a dot leads into an object. */
	apiName?: string;
	/** Its row uses it and does not send it. */
	notSent?: boolean;
	/** Shown in the collection of optional fields, and left out of the request while empty. */
	optional?: boolean;
	/** Shown, and read, only while the fields named here, which stand before it, have one of these values. */
	showFor?: Record<string, Array<string | boolean>>;
	/** What it accepts, for errors and the documentation: completes "must be". */
	rule?: string;
	/** Takes several values of its kind; the operation runs for each of them. */
	isSeveral?: true;
	/** The fields that a collection holds. */
	parts?: Field[];
	/** Takes other words for its values too. */
	takesWords?: true;
	/** Takes the names that the field Names gives to validators, too. */
	takesNames?: true;
	/** What it is encoded as holds several values, each with a name of its own. */
	isMerged?: true;
	/** Turns what was encoded into what the API takes, where a host has to be asked; undefined: it is taken as it is. */
	resolve?: (encoded: unknown, client: Client) => Promise<Answer<unknown>> | undefined;
	/** What a failure means for this value, and what to do about it. */
	explain?: (failure: Failure, value: unknown, client: Client) => Promise<string | undefined>;
	encode: Paced<[value: unknown, context: EncodeContext], unknown>;
}

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
export const encodeField = (field: Field, value: unknown, context: EncodeContext): unknown =>
	withoutPauses(encodeInPieces(field, value, context));

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

function demandNumbers({ type }: Field, value: unknown): void {
	if (type === 'json' && typeof value === 'object' && holdsNoNumber(value))
		throw new InvalidField('must not contain NaN or Infinity');
}

function demandFilled(field: Field, encoded: unknown): unknown {
	if (encoded === undefined && !field.optional)
		throw new InvalidField(`Fill in ${field.displayName}`, undefined, sayHowToFill(field));
	return encoded;
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
export type FieldWords = Pick<Field, 'displayName' | 'name' | 'description'> &
	Partial<Omit<Field, 'type' | 'encode'>>;
