/**
 * Fields. Each says once how it looks in n8n, which values it accepts, and which value the API gets. `encode` turns
 * the entered value, or that of an expression, into the value to send, or throws an InvalidField with the rule.
 */
import type { INodeProperties } from 'n8n-workflow';
import type { Answer, Failure } from '../errors';
import type { Client } from '../network/client';
import { piecesOf, withoutPauses, type Paced } from '../pace';
import { isHash } from '../values/hex';
import { sayHowToFill, sayHowToSwitch } from './fixes';
import { describeInvalid, InvalidField, show, type Explained } from './invalid';
import { located } from './located';
import { findSecret } from './secrets';

export interface EncodeContext {
	/** The workflow's time zone, for dates without one. */
	timezone: string;
	/** True for the dialog of a trigger, which has no input items. */
	isTrigger?: boolean;
}

/** The parts of a field that n8n gets. */
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

/** `T` is what `encode` gives, or what `resolve` makes of it. */
export interface Field<T = unknown>
	extends Pick<INodeProperties, (typeof shown)[number]>,
		Explained {
	/** Its name in the API, if that differs from the parameter's. A dot makes a nested object. */
	apiName?: string;
	/** The row uses it but does not send it. */
	notSent?: boolean;
	/** Shown in the collection of optional fields, and left out of the request while empty. */
	optional?: boolean;
	/** Shown and read only while these fields have one of these values. They must come before it. */
	showFor?: Record<string, Array<string | boolean>>;
	/** The accepted values, for errors and the documentation. Completes "must be". */
	rule?: string;
	/** Takes several values. The operation runs for each of them. */
	isSeveral?: true;
	/** The fields in a collection. */
	parts?: Field[];
	/** Also takes other words for its values. */
	takesWords?: true;
	/** Also takes names that a field such as Names gives to validators and wallets. */
	takesNames?: true;
	/** Gives the names that other fields take. */
	givesNames?: true;
	/** Encodes to an object of values by name, which join those of the item. */
	isMerged?: true;
	/** Asks a host for the value that the API takes. Undefined if the encoded value will do. */
	resolve?: (encoded: unknown, client: Client) => Promise<Answer<unknown>> | undefined;
	/** The name of a resolved value, for items. It asks nothing that `resolve` has not asked. */
	callOf?: (entered: unknown, resolved: unknown, client: Client) => Promise<string | undefined>;
	/** The meaning of a failure for this value, and advice. */
	explain?: (failure: Failure, value: unknown, client: Client) => Promise<string | undefined>;
	encode: Paced<[value: unknown, context: EncodeContext], T>;
}

/** True if it takes a password or a key. */
export const isSecret = ({ typeOptions }: Field): boolean => typeOptions?.password === true;

/** Spaces count as nothing, unless they are a password. */
const isLeftEmpty = (field: Field, entered: unknown): boolean => {
	const value = located(entered);
	return (
		value === undefined ||
		value === null ||
		(typeof value === 'string' && (isSecret(field) ? value : value.trim()) === '')
	);
};

/** True if it contains NaN or Infinity. JSON has no such numbers and would send null. */
function holdsNoNumber(value: unknown): boolean {
	let found = false;
	JSON.stringify(value, (_key, entry: unknown) => {
		found ||= typeof entry === 'number' && !Number.isFinite(entry);
		return typeof entry === 'bigint' ? String(entry) : entry;
	});
	return found;
}

/** Throws an InvalidField that names the field. An empty optional value is undefined. */
export const encodeField = <T>(
	field: Field<T>,
	value: unknown,
	context: EncodeContext,
): T | undefined => withoutPauses(encodeInPieces(field, value, context));

/** The same in pieces, for values that may be long, such as a list of addresses. */
export function* encodeInPieces<T>(
	field: Field<T>,
	value: unknown,
	context: EncodeContext,
): Generator<void, T | undefined> {
	let encoded: T | undefined;
	try {
		refuseSecret(field, value);
		demandNumbers(field, value);
		encoded = isLeftEmpty(field, value) ? undefined : yield* piecesOf(field.encode, value, context);
	} catch (error) {
		const refused = refuseExpression(located(value)) ?? error;
		throw describeInvalid({ ...field, isOfTrigger: context.isTrigger }, refused);
	}
	return demandFilled(field, encoded);
}

/** Refuses a secret outside of password fields, so that it reaches no server and no message. */
function refuseSecret(field: Field, value: unknown): void {
	const entered = located(value);
	const isExpected = isSecret(field) || (field.holds === 'hash' && isBareHash(entered));
	const found = isExpected ? undefined : findSecret(entered);
	if (found) throw new InvalidField(found.fault, undefined, found.advice);
}

/** A hash without 0x looks like a key. */
const isBareHash = (entered: unknown): boolean =>
	typeof entered === 'string' && isHash(`0x${entered.trim()}`);

/** For a text that no field of this kind takes, and that is an expression of n8n. */
function refuseExpression(entered: unknown): InvalidField | undefined {
	const advice = typeof entered === 'string' && sayHowToSwitch(entered);
	return advice
		? new InvalidField(
				`has an expression that was entered as text: ${show(entered)}`,
				undefined,
				advice,
			)
		: undefined;
}

function demandNumbers({ type }: Field, value: unknown): void {
	if (type === 'json' && typeof value === 'object' && holdsNoNumber(value))
		throw new InvalidField('must not contain NaN or Infinity');
}

function demandFilled<T>(field: Field, encoded: T | undefined): T | undefined {
	if (encoded === undefined && !field.optional)
		throw new InvalidField(`Fill in ${field.displayName}`, undefined, sayHowToFill(field));
	return encoded;
}

/** The value that a field gave to the values of an item. */
export const fieldValue = <T>(values: Record<string, unknown>, { name }: Field<T>): T =>
	values[name] as T;

/** The values that a merged field gave to those of an item. Each is absent if it gave none. */
export const mergedValues = <T>(
	values: Record<string, unknown>,
	{ isMerged }: Field<T>,
): Partial<NonNullable<T>> => (isMerged ? values : {}) as Partial<NonNullable<T>>;

/** Adds the encoded value of a field to the values of an item. */
export function addValue(values: Record<string, unknown>, field: Field, encoded: unknown): void {
	if (encoded === undefined) return;
	const { names } = values;
	if (field.isMerged) Object.assign(values, encoded);
	else values[field.name] = encoded;
	// Names entered beside IDs and those of the field Names are one address book.
	if (names && names !== values.names) values.names = { ...names, ...(values.names as object) };
}

/** Resolves the values of these fields. Returns the same object, and no promise, if no host has to be asked. */
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

/** Resolves the fields one after another. The first was asked for already. */
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
		if (!answer.ok) return { ok: false, failure: nameField(field, answer.failure) };
		resolved = { ...resolved, [field.name]: answer.result };
	}
	return { ok: true, result: resolved };
}

/** Names the field of a value that a host does not know. */
function nameField({ displayName, name }: Field, failure: Failure): Failure {
	if (failure.kind !== 'not-found') return failure;
	const { message } = failure;
	return {
		...failure,
		fieldName: name,
		message: `Check ${displayName}: ${message[0].toLowerCase()}${message.slice(1)}`,
	};
}

/** The name of the first of these values that was resolved and has one. */
export async function callResolved(
	fields: Field[],
	entered: object,
	resolved: object,
	client: Client,
): Promise<string | undefined> {
	const [from, to] = [entered, resolved] as Array<Record<string, unknown>>;
	for (const { name, callOf } of fields) {
		const called =
			from[name] === to[name] ? undefined : await callOf?.(from[name], to[name], client);
		if (called !== undefined) return called;
	}
	return undefined;
}

export function toProperty(field: Field): INodeProperties {
	const property: Record<string, unknown> = {};
	for (const key of shown) if (field[key] !== undefined) property[key] = field[key];
	if (field.showFor) property.displayOptions = { show: field.showFor };
	return property as unknown as INodeProperties;
}

/** True if a field is shown, given the values entered into the fields before it. */
export const isShown = ({ showFor }: Field, entered: Record<string, unknown>): boolean =>
	showFor === undefined ||
	Object.entries(showFor).every(([name, values]) => (values as unknown[]).includes(entered[name]));

/** A switch is on as soon as a user adds it, since who adds it wants it. */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({
	...field,
	...(field.type === 'boolean' && { default: true }),
	optional: true,
	required: false,
});

/** The words of a declared field. Its kind adds the rest. */
export type FieldWords = Pick<Field, 'displayName' | 'name' | 'description'> &
	Partial<Omit<Field, 'type' | 'encode'>>;
