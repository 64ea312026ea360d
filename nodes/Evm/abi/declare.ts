/**
 * Declarations of functions, events and errors: a signature such as `balanceOf(address owner) returns (uint256)`, or
 * ABI JSON. Source: Solidity documentation, Contract ABI Specification. ethers reads the signatures.
 */
import { Fragment, id, ParamType } from 'ethers';
import type { FunctionFragment } from 'ethers';
import { InvalidField, shorten, show } from '../../shared/fields/fields';
import { isHash } from '../../shared/values/ids';
import { isRecord, lookUp } from '../../shared/values/records';
import { lazy } from '../../shared/start';
import { wellKnownEvents, wellKnownFunctions } from '../wellKnownAbi';

/** A signature, or ABI JSON as text or object: an entry, a list of entries or signatures, a compiler's artifact. */
export type AbiSource = string | object;

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
	/** The outputs are those of the standard: the signature has none. */
	isAssumed?: true;
}

export interface AbiEvent extends Declared {
	/** The first topic of its logs; an anonymous event has none. */
	topic?: string;
}

export interface AbiError extends Declared {
	/** The first four bytes of its data. */
	selector: string;
}

/** What it returns, or the error it throws: n8n's linter allows no throw of other errors inside a catch. */
export function attempt<T>(run: () => T): T | Error {
	try {
		return run();
	} catch (error) {
		return error as Error;
	}
}

type Kind = 'function' | 'event' | 'error';

/** The first is the example. */
const known: Record<Kind, string[]> = {
	function: wellKnownFunctions,
	event: Object.values(wellKnownEvents).flatMap(([, , ...signatures]) => signatures),
	error: ['InsufficientBalance(uint256 available, uint256 required)'],
};

/** The declaration of this name, or else the example of its kind. */
const exampleOf = (kind: Kind, name: string): string =>
	known[kind].find((signature) => signature.startsWith(`${name.trim()}(`)) ?? known[kind][0];

interface DeclaredEntry {
	kind: unknown;
	name: unknown;
	anonymous: boolean;
	/** What ethers reads: a signature with its kind in front and no name of its own, or an entry of ABI JSON. */
	form: string | object;
}

/** Most characters of one signature: ethers goes over all of it once for each bracket around it. */
const longestSignature = 10_000;
/** How deep lists and tuples may stand in each other. */
const deepestNesting = 32;
/** Most values that fixed lists of one parameter may hold: more than the gas of a call reads from storage. */
const mostFixedValues = 100_000;

/** Where a signature begins: on a line of its own, which words that go on with one do not. */
const nextSignature =
	/\n(?=(?:(?:function|event|error)\s)?(?!(?:returns|override|tuple)\b)[A-Za-z_$][\w$]*\s?\()/;

/** The signatures of a text in Solidity, each of one line or several, without the comments around them. */
function splitSignatures(text: string): string[] {
	const bare = text.replace(/\/\/.*|\/\*[^]*?(?:\*\/|$)/g, ' ');
	const lines = bare.replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '));
	const signatures = lines.split(nextSignature).filter((part) => part.trim());
	return signatures.length ? signatures : [text];
}

/** How deep lists and tuples stand in each other in a signature. */
function depthOf(signature: string): number {
	/** Of each bracket that is open, the depth of what stands in it so far. */
	const open: number[] = [];
	let [own, deepest] = [0, 0];
	for (const character of signature) {
		if (character === '[') own++;
		if (character === '(') {
			open.push(0);
			own = 0;
		}
		if (character === ',' || character === ')') {
			const within = Math.max(open.pop() ?? 0, own);
			if (character === ',') open.push(within);
			own = character === ',' ? 0 : within + 1;
		}
		deepest = Math.max(deepest, own, open.length);
	}
	// The brackets around the parameters are no tuple.
	return deepest - 1;
}

/** The same of the parameters of ABI JSON; what is deeper than allowed is not looked at. */
function depthOfParams(params: unknown, above = 0): number {
	if (above > deepestNesting || !Array.isArray(params)) return above;
	return params.filter(isRecord).reduce((deepest, { type, components }) => {
		const lists = typeof type === 'string' ? type.split('[').length - 1 : 0;
		return Math.max(deepest, depthOfParams(components, above + lists + (components ? 1 : 0)));
	}, above);
}

const tooDeep = (kind: Kind, name: unknown) =>
	new InvalidField(
		`must not nest lists and tuples more than ${deepestNesting} deep, as the ${kind} ${show(name)} does`,
	);

/** A function that many contracts have, if this is one; events begin with a capital. */
const functionLike = (name: string, declaration: string): string | undefined =>
	/^[a-z]/.test(name) && !/[\s,]indexed[\s,)]/.test(declaration)
		? known.function.find((signature) => signature.startsWith(`${name}(`))
		: undefined;

function readSignature(kind: Kind, text: string): DeclaredEntry {
	const words = text
		.replace(/\s+(?:virtual\b|override\b(?:\s*\([^()]*\))?)?/g, ' ')
		.replace(/(?<![\s;{])[\s;{]+$/, '')
		.trim();
	if (words.length > longestSignature)
		throw new InvalidField(
			`must hold signatures of at most ${longestSignature} characters; one has ${words.length}`,
		);
	const match = /^(?:(function|event|error) )?([A-Za-z_$][\w$]*) ?(\(.*?)( anonymous)?$/.exec(
		words,
	);
	if (/^\d+\. ?\w+ ?\(0x[\da-f]{8}\)$/i.test(words))
		throw new InvalidField(
			'this is the heading of an explorer',
			undefined,
			`Enter the function with the types of its arguments, such as ${/[A-Za-z_]\w*/.exec(words)![0]}(address).`,
		);
	if (isHash(words))
		throw new InvalidField(
			`this is a topic, and no declaration`,
			undefined,
			`Enter the declaration, such as ${exampleOf(kind, text)}. To find logs by a topic, use Topics.`,
		);
	if (!match)
		throw new InvalidField(
			`must be a signature such as ${exampleOf(kind, text)}, or ABI JSON, not ${show(text)}`,
		);
	const [, stated, name, declaration, anonymous] = match;
	if (kind === 'function' && /[\s,]indexed[\s,)]/.test(declaration))
		throw new InvalidField(
			'this declares an event',
			undefined,
			`Enter a function, such as ${known.function[0]}. For events, use Log > Get Many.`,
		);
	const asFunction = kind === 'event' && !stated ? functionLike(name, declaration) : undefined;
	if (asFunction)
		throw new InvalidField(
			'this is a function',
			undefined,
			`${asFunction} is a function of tokens. Enter an event, such as ${exampleOf('event', name[0].toUpperCase() + name.slice(1))}.`,
		);
	if (/[(,]\s*(?:0x[\da-f]+|\d|["'])/i.test(declaration))
		throw new InvalidField(
			'a value stands where a type belongs',
			undefined,
			`Enter the types, such as ${name}(address). The values belong into Arguments.`,
		);
	if (depthOf(declaration) > deepestNesting) throw tooDeep(kind, name);
	const isNameless =
		!stated && /^(?:constructor\(|fallback\(|receive\( ?\))/.test(name + declaration);
	return {
		kind: isNameless ? name : (stated ?? kind),
		name,
		anonymous: anonymous !== undefined,
		// ethers takes its own keywords, such as error and receive, for no names.
		form: `${stated ?? kind} f${declaration}`,
	};
}

function readEntries(kind: Kind, source: AbiSource): DeclaredEntry[] {
	let abi: unknown = source;
	if (typeof source === 'string' && /^\s*[[{]/.test(source)) {
		abi = attempt(() => JSON.parse(source) as unknown);
		if (abi instanceof Error)
			throw new InvalidField(`must be valid JSON if it starts like JSON: ${abi.message}`);
	}
	if (isRecord(abi) && Array.isArray(abi.abi)) abi = abi.abi;
	return (Array.isArray(abi) ? abi : [abi]).flatMap((entry: unknown) => {
		if (typeof entry === 'string')
			return splitSignatures(entry).map((text) => readSignature(kind, text));
		if (!isRecord(entry))
			throw new InvalidField(`must hold ABI entries or signatures; ${show(entry)} is neither`);
		const { type = 'function', name } = entry;
		const depth = Math.max(depthOfParams(entry.inputs), depthOfParams(entry.outputs));
		if (depth > deepestNesting && type === kind) throw tooDeep(kind, name);
		return { kind: type, name, anonymous: entry.anonymous === true, form: { ...entry, type } };
	});
}

/** The first type at or below the parameter that ethers accepts and no contract can have. */
function findBadType(param: ParamType): string | undefined {
	if (param.isArray())
		return param.arrayLength === 0 ? param.type : findBadType(param.arrayChildren);
	if (param.isTuple())
		return param.components.length ? findFirst(param.components, findBadType) : '()';
	return /^(?:u?int|bytes)0/.test(param.type) ? param.type : undefined;
}

/** How many values fixed lists make of the parameter, at each place where it stands. */
function countFixed(param: ParamType): number {
	if (param.isArray()) return Math.max(param.arrayLength, 1) * countFixed(param.arrayChildren);
	return param.isTuple() ? param.components.reduce((sum, entry) => sum + countFixed(entry), 0) : 1;
}

function findFirst<T, Found>(
	list: readonly T[],
	find: (entry: T) => Found | undefined,
): Found | undefined {
	for (const entry of list) {
		const found = find(entry);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** A name of a parameter that Solidity or Vyper allows and the signatures of ethers do not. */
const findKeyword = (signature: string): string | undefined =>
	/[\w$)\]] (constructor|error|event|fallback|function|receive|struct|tuple) ?[,)]/.exec(
		signature,
	)?.[1];

interface Parsed extends Declared {
	outputs: readonly ParamType[];
	anonymous: boolean;
}

function parse(kind: Kind, { name, form, anonymous }: DeclaredEntry): Parsed {
	const fragment = attempt(() => Fragment.from(form) as FunctionFragment);
	let badType: unknown;
	if (fragment instanceof Error) {
		const { message, argument, value } = fragment as Error & { argument?: string; value?: unknown };
		badType = argument === 'type' ? value : /^expected TYPE; got ID "(.+)"$/.exec(message)?.[1];
	} else {
		badType = findFirst([...fragment.inputs, ...(fragment.outputs ?? [])], findBadType);
	}
	if (badType !== undefined)
		throw new InvalidField(
			`must use the types of an ABI; ${show(badType)} of the ${kind} ${show(name)} is not one ` +
				'(write address for a contract, uint8 for an enum, the members in brackets for a struct)',
		);
	const keyword = typeof form === 'string' && findKeyword(form);
	if (fragment instanceof Error && keyword)
		throw new InvalidField(
			`must not name a parameter ${show(keyword)}, which is a keyword: remove this name from the ${kind} ` +
				`${show(name)}, or use ABI JSON`,
		);
	if (fragment instanceof Error)
		throw new InvalidField(
			`must be written as in ${exampleOf(kind, String(name))}; check the brackets, commas and words of the ${kind} ${show(name)}`,
		);
	const { inputs, outputs = [] } = fragment;
	const large = [...inputs, ...outputs].find((param) => countFixed(param) > mostFixedValues);
	if (large)
		throw new InvalidField(
			`must not declare fixed lists of more than ${mostFixedValues} values in one parameter, as ` +
				`${show(large.format('sighash'))} of the ${kind} ${show(name)} does`,
		);
	const types = inputs.map((input) => input.format('sighash')).join(',');
	return { name: String(name), signature: `${String(name)}(${types})`, inputs, outputs, anonymous };
}

/** The last text of each kind and what it held: the items of a run mostly share theirs, and an ABI can be long. */
const lastRead = new Map<Kind, { source: AbiSource; wanted?: string; found: Parsed[] }>();

/** The declarations of a kind in the source; with a name, or a whole signature, only those that it means. */
function select(kind: Kind, source: AbiSource, wanted?: string): Parsed[] {
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

/** Several are declared: where to say which. */
function refuseSeveral(kind: Kind, shown: string, first: string): InvalidField {
	const field = `${kind[0].toUpperCase()}${kind.slice(1)} Name`;
	return new InvalidField(
		`several are declared; fill in ${field}`,
		undefined,
		`In Additional Fields, enter one of these as ${field}, such as ${first}: ${shown}`,
	);
}

/** What the source declares instead. */
function sayOtherKind(kind: Kind, source: AbiSource): string {
	const [first] = readEntries(kind, source);
	const isOther = first && (first.kind === 'event' || first.kind === 'function');
	return isOther ? `, but the ${first.kind} ${show(first.name)}` : '';
}

function selectOne(kind: Kind, source: AbiSource, wanted?: string): Parsed {
	const found = select(kind, source, wanted);
	if (found.length === 1) return found[0];
	const list = (found.length ? found : select(kind, source)).map(({ signature }) => signature);
	const shown = list.slice(0, 20).join(', ') + (list.length > 20 ? ', ...' : '');
	if (found.length > 1) throw refuseSeveral(kind, shown, list[0]);
	const title = `${kind[0].toUpperCase()}${kind.slice(1)}`;
	const which = wanted ? `${show(wanted)} that ${title} Name asks for` : 'to use';
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

/** The parameters of each well-known event that some are indexed of, by its signature. */
const standardEvents = lazy(() =>
	known.event
		.map((text) => parse('event', readSignature('event', text)))
		.filter(({ inputs }) => inputs.some(({ indexed }) => indexed)),
);

/**
 * An event that was declared without any `indexed`, as the standards index it, and as it was declared: a log says by its
 * topics which of them fits. Any other event alone.
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

/** Those that every contract declares alike; what transfers return differs. */
const standardFunctions = lazy(() =>
	wellKnownFunctions
		.map((text) => parse('function', readSignature('function', text)))
		.filter(({ name }) => name !== 'transfer'),
);

/**
 * Reads the declaration of a function. Where the source holds several, `name` chooses one; functions that share
 * a name are told apart by their types, as in `transfer(address,uint256)`. A signature such as `balanceOf(address)`
 * returns what the standard says. Throws an InvalidField.
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

/** Reads the declaration of an event, chosen as a function is. Throws an InvalidField. */
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

/** The key of each parameter in an object: its name, or its index where it has none or shares it. */
export function keysOf(params: readonly ParamType[]): string[] {
	const taken = new Set(['']);
	return params.map(({ name }, index) => {
		if (taken.has(name)) return String(index);
		taken.add(name);
		return name;
	});
}

/** Parameters as messages name them. */
export const describe = (params: readonly ParamType[]): string =>
	shorten(params.map((param) => `${param.format('sighash')} ${param.name}`.trim()).join(', '), 500);

/** The least and the greatest value of a type that is a number in its word; undefined for any other type. */
export function boundsOf(type: string): [bigint, bigint] | undefined {
	const [, unsigned, bits] =
		/^(u?)int(\d+)$/.exec(lookUp({ bool: 'uint1', address: 'uint160' }, type) ?? type) ?? [];
	if (bits === undefined) return undefined;
	const size = BigInt(bits);
	return unsigned ? [0n, (1n << size) - 1n] : [-(1n << (size - 1n)), (1n << (size - 1n)) - 1n];
}

/** An indexed parameter of such a type is not in the log itself: its hash is. */
export const isHashed = (param: ParamType): boolean =>
	param.isArray() || param.isTuple() || param.type === 'string' || param.type === 'bytes';
