/**
 * Declarations of functions, events and errors: a signature such as `balanceOf(address owner) returns (uint256)`, or
 * ABI JSON (Solidity documentation, Contract ABI Specification). ethers reads the signatures. abitype accepts the same
 * wrong ones (`uint256[0]`), says less about others, refuses `tuple(...)`, and adds 24 kB: encoding still needs ethers.
 */
import { Fragment, id, ParamType, type FunctionFragment } from 'ethers';
import { InvalidField, show } from '../../shared/fields/invalid';
import { lazy } from '../../shared/start';
import { lookUp } from '../../shared/values/records';
import { capitalize, shorten } from '../../shared/values/text';
import { wellKnownFunctions } from '../wellKnownAbi';
import {
	attempt,
	countFixed,
	exampleOf,
	findBadType,
	findFirst,
	findKeyword,
	known,
	mostFixedValues,
	readEntries,
	readSignature,
	type AbiSource,
	type DeclaredEntry,
	type SignatureKind,
} from './signatures';

interface Declared {
	name: string;
	/** The form that is hashed, such as `transfer(address,uint256)`. */
	signature: string;
	inputs: readonly ParamType[];
}

export interface AbiFunction extends Declared {
	/** The first four bytes of a call, such as 0xa9059cbb. */
	selector: string;
	outputs: readonly ParamType[];
	/** True if the signature declares no outputs, so those of the standard are used. */
	isAssumed?: true;
}

export interface AbiEvent extends Declared {
	/** The first topic of its logs. An anonymous event has none. */
	topic?: string;
}

export interface AbiError extends Declared {
	selector: string;
}

interface Parsed extends Declared {
	outputs: readonly ParamType[];
	anonymous: boolean;
}

type Fault = Error & { argument?: string; value?: unknown };

function parse(kind: SignatureKind, entry: DeclaredEntry): Parsed {
	const { name, form, anonymous } = entry;
	const fragment = attempt(() => Fragment.from(form) as FunctionFragment);
	if (fragment instanceof Error) throw refuseForm(kind, entry, fragment);
	const { inputs, outputs = [] } = fragment;
	const params = [...inputs, ...outputs];
	const badType = findFirst(params, findBadType);
	if (badType !== undefined) throw refuseType(kind, name, badType);
	const large = params.find((param) => countFixed(param) > mostFixedValues);
	if (large) throw refuseLarge(kind, name, large);
	const types = inputs.map((input) => input.format('sighash')).join(',');
	return { name: String(name), signature: `${String(name)}(${types})`, inputs, outputs, anonymous };
}

/** The words for a declaration that ethers cannot read. */
function refuseForm(
	kind: SignatureKind,
	{ name, form }: DeclaredEntry,
	{ message, argument, value }: Fault,
): InvalidField {
	const badType = argument === 'type' ? value : /^expected TYPE; got ID "(.+)"$/.exec(message)?.[1];
	if (badType !== undefined) return refuseType(kind, name, badType);
	const keyword = typeof form === 'string' && findKeyword(form);
	return new InvalidField(
		keyword
			? `must not name a parameter ${show(keyword)}, which is a keyword: remove this name from the ${kind} ` +
				`${show(name)}, or use ABI JSON`
			: `must be written as in ${exampleOf(kind, String(name))}; check the brackets, commas and words of the ${kind} ${show(name)}`,
	);
}

const refuseType = (kind: SignatureKind, name: unknown, type: unknown): InvalidField =>
	new InvalidField(
		`must use the types of an ABI; ${show(type)} of the ${kind} ${show(name)} is not one ` +
			'(write address for a contract, uint8 for an enum, the members in brackets for a struct)',
	);

const refuseLarge = (kind: SignatureKind, name: unknown, large: ParamType): InvalidField =>
	new InvalidField(
		`must not declare fixed lists of more than ${mostFixedValues} values in one parameter, as ` +
			`${show(large.format('sighash'))} of the ${kind} ${show(name)} does`,
	);

/** The last source of each kind with its result. Most items of a run share the source, and an ABI can be long. */
const lastRead = new Map<SignatureKind, { source: AbiSource; wanted?: string; found: Parsed[] }>();

/** The declarations of a kind. `wanted` is a name or a whole signature and selects among them. */
function select(kind: SignatureKind, source: AbiSource, wanted?: string): Parsed[] {
	const last = lastRead.get(kind);
	if (typeof source === 'string' && last?.source === source && last.wanted === wanted)
		return last.found;
	const entries = readEntries(kind, source).filter((entry) => entry.kind === kind);
	const hasTypes = wanted?.includes('(');
	const asked = wanted ? readSignature(kind, hasTypes ? wanted : `${wanted}()`) : undefined;
	const signature = asked && hasTypes ? parse(kind, asked).signature : undefined;
	const found = entries
		.filter((entry) => !asked || entry.name === asked.name)
		.map((entry) => parse(kind, entry))
		.filter((declared) => !signature || declared.signature === signature);
	lastRead.set(kind, { source, wanted, found });
	return found;
}

/** Asks for a name if the source declares several. */
function refuseSeveral(kind: SignatureKind, shown: string, first: string): InvalidField {
	const field = `${capitalize(kind)} Name`;
	return new InvalidField(
		`several are declared; fill in ${field}`,
		undefined,
		`In Additional Fields, enter one of these as ${field}, such as ${first}: ${shown}`,
	);
}

/** Names the first entry of the source if it is of another kind. */
function sayOtherKind(kind: SignatureKind, source: AbiSource): string {
	const [first] = readEntries(kind, source);
	const isOther = first && (first.kind === 'event' || first.kind === 'function');
	return isOther ? `, but the ${first.kind} ${show(first.name)}` : '';
}

function selectOne(kind: SignatureKind, source: AbiSource, wanted?: string): Parsed {
	const found = select(kind, source, wanted);
	if (found.length === 1) return found[0];
	const list = (found.length ? found : select(kind, source)).map(({ signature }) => signature);
	const shown = list.slice(0, 20).join(', ') + (list.length > 20 ? ', ...' : '');
	if (found.length > 1) throw refuseSeveral(kind, shown, list[0]);
	const which = wanted ? `${show(wanted)} that ${capitalize(kind)} Name asks for` : 'to use';
	throw new InvalidField(
		`must hold the ${kind} ${which}; it holds ${shown || `no ${kind}${sayOtherKind(kind, source)}`}`,
	);
}

const toEvent = ({ name, signature, inputs, anonymous }: Parsed): AbiEvent => ({
	name,
	signature,
	inputs,
	...(!anonymous && { topic: id(signature) }),
});

/** The well-known events with indexed parameters. */
const standardEvents = lazy(() =>
	known.event
		.map((text) => parse('event', readSignature('event', text)))
		.filter(({ inputs }) => inputs.some(({ indexed }) => indexed)),
);

/**
 * An event declared without any `indexed`: first indexed as the standards do, then as declared. The topics of a log
 * tell which one fits. Any other event stays alone.
 */
export function withStandards(event: AbiEvent): AbiEvent[] {
	if (event.topic === undefined || event.inputs.some(({ indexed }) => indexed)) return [event];
	const standards = standardEvents().filter(({ signature }) => signature === event.signature);
	return [...standards.map((standard) => indexAs(event, standard.inputs)), event];
}

const indexAs = (event: AbiEvent, standard: readonly ParamType[]): AbiEvent => ({
	...event,
	inputs: event.inputs.map(({ name, type }, i) =>
		ParamType.from({ name, type, indexed: standard[i].indexed === true }, true),
	),
});

/** Functions that all contracts declare alike. Not `transfer`, whose return value differs. */
const standardFunctions = lazy(() =>
	wellKnownFunctions
		.map((text) => parse('function', readSignature('function', text)))
		.filter(({ name }) => name !== 'transfer'),
);

/**
 * Reads the declaration of a function. `name` chooses one of several. For functions that share a name, it must include
 * the types, as in `transfer(address,uint256)`. A signature without outputs, such as `balanceOf(address)`, gets those
 * of the standard. Throws an InvalidField.
 */
export function parseFunction(source: AbiSource, name?: string): AbiFunction {
	const { name: own, signature, inputs, outputs } = selectOne('function', source, name);
	const isBare = typeof source === 'string' && !outputs.length && !/^\s*[[{]/.test(source);
	const standard = isBare && standardFunctions().find((known) => known.signature === signature);
	return {
		name: own,
		signature,
		selector: id(signature).slice(0, 10),
		inputs,
		...(standard ? { outputs: standard.outputs, isAssumed: true as const } : { outputs }),
	};
}

/** Reads the declaration of an event. `name` chooses as in `parseFunction`. Throws an InvalidField. */
export const parseEvent = (source: AbiSource, name?: string): AbiEvent =>
	toEvent(selectOne('event', source, name));

/** Reads every event of the source, for `decodeLog`. Throws an InvalidField. */
export const parseEvents = (source: AbiSource): AbiEvent[] => select('event', source).map(toEvent);

/** Reads every custom error of the source, for `decodeRevert`. Throws an InvalidField. */
export const parseErrors = (source: AbiSource): AbiError[] =>
	select('error', source).map(({ name, signature, inputs }) => ({
		name,
		signature,
		selector: id(signature).slice(0, 10),
		inputs,
	}));

/** The key of each parameter in an object: its name, or its index if it has no name or shares it. */
export function keysOf(params: readonly ParamType[]): string[] {
	const taken = new Set(['']);
	return params.map(({ name }, index) => {
		if (taken.has(name)) return String(index);
		taken.add(name);
		return name;
	});
}

/** The values by the keys of {@link keysOf}, as declared. An object itself puts all indexes before the names. */
export function valuesOf(byKey: Record<string, unknown>): unknown[] {
	const names = Object.keys(byKey).filter((key) => !/^\d+$/.test(key));
	return Object.keys(byKey).map((_, index) =>
		Object.hasOwn(byKey, index) ? byKey[index] : byKey[names.shift()!],
	);
}

/** The keys of what a function returns: a single value without a name is `value`. */
export const keysOfResult = (outputs: readonly ParamType[]): string[] =>
	outputs.length === 1 && !outputs[0].name ? ['value'] : keysOf(outputs);

export const describeParams = (params: readonly ParamType[]): string =>
	shorten(params.map((param) => `${param.format('sighash')} ${param.name}`.trim()).join(', '), 500);

/** The least and the greatest value of a type that fills one word as a number. Undefined for other types. */
export function numberBoundsOf(type: string): [bigint, bigint] | undefined {
	const [, unsigned, bits] =
		/^(u?)int(\d+)$/.exec(lookUp({ bool: 'uint1', address: 'uint160' }, type) ?? type) ?? [];
	if (bits === undefined) return undefined;
	const size = BigInt(bits);
	return unsigned ? [0n, (1n << size) - 1n] : [-(1n << (size - 1n)), (1n << (size - 1n)) - 1n];
}

/** True if a log holds only the hash of an indexed parameter of this type. */
export const isHashed = (param: ParamType): boolean =>
	param.isArray() || param.isTuple() || param.type === 'string' || param.type === 'bytes';
