/**
 * Contract calls, results, logs and reverts for people: declared by a signature such as
 * `balanceOf(address owner) returns (uint256)` or by ABI JSON, given and returned as plain JSON.
 * Integers of any size come as decimal strings at any depth, addresses with their checksum (EIP-55), bytes as
 * hexadecimal text, tuples as objects. Source: Solidity documentation, Contract ABI Specification.
 *
 * ethers reads the signatures and does the encoding. The build puts the part of it that is used here into this
 * module's output, so that the package needs nothing at run time.
 */
import {
	AbiCoder,
	concat,
	Fragment,
	getAddress,
	hexlify,
	id,
	keccak256,
	ParamType,
	toBeHex,
	toUtf8Bytes,
	toUtf8String,
	Utf8ErrorFuncs,
} from 'ethers';
import type { FunctionFragment, Result } from 'ethers';
import { InvalidField } from '../shared/fields';
import { isEvmAddress, isHash } from '../shared/ids';
import { parseJson } from '../shared/numbers';
import { isRecord } from '../shared/records';

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
}

export interface AbiEvent extends Declared {
	/** The first topic of its logs; an anonymous event has none. */
	topic?: string;
}

export interface AbiError extends Declared {
	/** The first four bytes of its data. */
	selector: string;
}

type Json = string | boolean | Json[] | { [name: string]: Json };

/** Data of the chain that do not fit their declaration; the message is a sentence for the user. */
export class UnreadableData extends Error {}

/** What it returns, or the error it throws: n8n's linter allows no throw of other errors inside a catch. */
function attempt<T>(run: () => T): T | Error {
	try {
		return run();
	} catch (error) {
		return error as Error;
	}
}

const show = (value: unknown): string => {
	const exact = (_key: string, entry: unknown) => (typeof entry === 'bigint' ? String(entry) : entry);
	const text = typeof value === 'object' ? JSON.stringify(value, exact) : String(value);
	return `"${text.length > 80 ? `${text.slice(0, 77)}...` : text}"`;
};

// Declarations

type Kind = 'function' | 'event' | 'error';

const examples: Record<Kind, string> = {
	function: 'balanceOf(address owner) returns (uint256)',
	event: 'Transfer(address indexed from, address indexed to, uint256 value)',
	error: 'InsufficientBalance(uint256 available, uint256 required)',
};

interface Entry {
	kind: unknown;
	name: unknown;
	anonymous: boolean;
	/** What ethers reads: a signature with its kind in front and no name of its own, or an entry of ABI JSON. */
	form: string | object;
}

/** Where a signature begins: on a line of its own, which words that go on with one do not. */
const nextSignature =
	/\n(?=\s*(?:(?:function|event|error)\s+)?(?!(?:returns|override|tuple)\b)[A-Za-z_$][\w$]*\s*\()/;

/** The signatures of a text in Solidity, each of one line or several, without the comments around them. */
function splitSignatures(text: string): string[] {
	const parts = text.replace(/\/\/.*|\/\*[^]*?\*\//g, ' ').split(nextSignature);
	const signatures = parts.filter((part) => part.trim());
	return signatures.length ? signatures : [text];
}

function readSignature(kind: Kind, text: string): Entry {
	const words = text
		.replace(/\s+(?:virtual\b|override\b(?:\s*\([^)]*\))?)?/g, ' ')
		.replace(/[\s;{]+$/, '')
		.trim();
	const match = /^(?:(function|event|error) )?([A-Za-z_$][\w$]*) ?(\(.*?)( anonymous)?$/.exec(words);
	if (!match)
		throw new InvalidField(`must be a signature such as ${examples[kind]}, or ABI JSON, not ${show(text)}`);
	const [, stated, name, declaration, anonymous] = match;
	const isNameless = !stated && /^(?:constructor\(|fallback\(|receive\( ?\))/.test(name + declaration);
	return {
		kind: isNameless ? name : (stated ?? kind),
		name,
		anonymous: anonymous !== undefined,
		// ethers takes its own keywords, such as error and receive, for no names.
		form: `${stated ?? kind} f${declaration}`,
	};
}

function readEntries(kind: Kind, source: AbiSource): Entry[] {
	let abi: unknown = source;
	if (typeof source === 'string' && /^\s*[[{]/.test(source)) {
		abi = attempt(() => JSON.parse(source) as unknown);
		if (abi instanceof Error)
			throw new InvalidField(`must be valid JSON where it begins as JSON: ${abi.message}`);
	}
	if (isRecord(abi) && Array.isArray(abi.abi)) abi = abi.abi;
	return (Array.isArray(abi) ? abi : [abi]).flatMap((entry: unknown) => {
		if (typeof entry === 'string') return splitSignatures(entry).map((text) => readSignature(kind, text));
		if (!isRecord(entry))
			throw new InvalidField(`must hold ABI entries or signatures; ${show(entry)} is neither`);
		const { type = 'function', name } = entry;
		return { kind: type, name, anonymous: entry.anonymous === true, form: { ...entry, type } };
	});
}

/** The first type at or below the parameter that ethers accepts and no contract can have. */
function findBadType(param: ParamType): string | undefined {
	if (param.isArray()) return param.arrayLength === 0 ? param.type : findBadType(param.arrayChildren);
	if (param.isTuple()) return param.components.length ? findFirst(param.components, findBadType) : '()';
	return /^(?:u?int|bytes)0/.test(param.type) ? param.type : undefined;
}

function findFirst<T, Found>(list: readonly T[], find: (entry: T) => Found | undefined): Found | undefined {
	for (const entry of list) {
		const found = find(entry);
		if (found !== undefined) return found;
	}
	return undefined;
}

/** A name of a parameter that Solidity or Vyper allows and the signatures of ethers do not. */
const findKeyword = (signature: string): string | undefined =>
	/[\w$)\]] (constructor|error|event|fallback|function|receive|struct|tuple) ?[,)]/.exec(signature)?.[1];

interface Parsed extends Declared {
	outputs: readonly ParamType[];
	anonymous: boolean;
}

function parse(kind: Kind, { name, form, anonymous }: Entry): Parsed {
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
			`must use the types of an ABI; ${show(badType)} of the ${kind} ${show(name)} is none ` +
				'(write address for a contract, uint8 for an enum, the members in brackets for a struct)',
		);
	const keyword = typeof form === 'string' && findKeyword(form);
	if (fragment instanceof Error && keyword)
		throw new InvalidField(
			`must not name a parameter ${show(keyword)} where it is a signature: leave out that name of the ${kind} ` +
				`${show(name)}, or give its ABI JSON`,
		);
	if (fragment instanceof Error)
		throw new InvalidField(
			`must be written as in ${examples[kind]}; check the brackets, commas and words of the ${kind} ${show(name)}`,
		);
	const { inputs, outputs = [] } = fragment;
	const types = inputs.map((input) => input.format('sighash')).join(',');
	return { name: String(name), signature: `${String(name)}(${types})`, inputs, outputs, anonymous };
}

/** The last text of each kind and what it held: the items of a run mostly share theirs, and an ABI can be long. */
const lastRead = new Map<Kind, { source: AbiSource; wanted?: string; found: Parsed[] }>();

/** The declarations of a kind in the source; with a name, or a whole signature, only those that it means. */
function select(kind: Kind, source: AbiSource, wanted?: string): Parsed[] {
	const last = lastRead.get(kind);
	if (typeof source === 'string' && last?.source === source && last.wanted === wanted) return last.found;
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

function selectOne(kind: Kind, source: AbiSource, wanted?: string): Parsed {
	const found = select(kind, source, wanted);
	if (found.length === 1) return found[0];
	const list = (found.length ? found : select(kind, source)).map(({ signature }) => signature);
	const shown = list.slice(0, 20).join(', ') + (list.length > 20 ? ', ...' : '');
	if (found.length > 1)
		throw new InvalidField(`must make clear which ${kind} is meant; name one of ${shown}`);
	const title = `${kind[0].toUpperCase()}${kind.slice(1)}`;
	const which = wanted ? `${show(wanted)} that ${title} Name asks for` : 'that is asked for';
	throw new InvalidField(`must hold the ${kind} ${which}; it holds ${shown || `no ${kind}`}`);
}

const toEvent = ({ name, signature, inputs, anonymous }: Parsed): AbiEvent => ({
	name,
	signature,
	inputs,
	...(!anonymous && { topic: id(signature) }),
});

/**
 * Reads the declaration of a function. Where the source holds several, `name` chooses one; functions that share
 * a name are told apart by their types, as in `transfer(address,uint256)`. Throws an InvalidField.
 */
export function parseFunction(source: AbiSource, name?: string): AbiFunction {
	const { name: own, signature, inputs, outputs } = selectOne('function', source, name);
	return { name: own, signature, selector: id(signature).slice(0, 10), inputs, outputs };
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

// Names and bounds

/** The key of each parameter in an object: its name, or its index where it has none or shares it. */
const keysOf = (params: readonly ParamType[]): string[] =>
	params.map(({ name }, index) =>
		name && params.findIndex((param) => param.name === name) === index ? name : String(index),
	);

const describe = (params: readonly ParamType[]): string =>
	params.map((param) => `${param.format('sighash')} ${param.name}`.trim()).join(', ');

/** The least and the greatest value of a type that is a number in its word; undefined for any other type. */
function boundsOf(type: string): [bigint, bigint] | undefined {
	const [, unsigned, bits] = /^(u?)int(\d+)$/.exec({ bool: 'uint1', address: 'uint160' }[type] ?? type) ?? [];
	if (bits === undefined) return undefined;
	const size = BigInt(bits);
	return unsigned ? [0n, (1n << size) - 1n] : [-(1n << (size - 1n)), (1n << (size - 1n)) - 1n];
}

const inWords = (bound: bigint): string => {
	const bits = (bound < 0n ? -bound - 1n : bound).toString(2).length;
	return bits < 64 ? String(bound) : bound < 0n ? `-2^${bits}` : `2^${bits}-1`;
};

// From JSON to the chain

const coder = AbiCoder.defaultAbiCoder();

/** A list or an object may be given as JSON text, and its numbers stay exact. */
function fromJsonText(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const parsed = attempt(() => parseJson(value));
	return parsed instanceof Error ? value : parsed;
}

function toInteger(value: unknown): bigint | undefined {
	if (typeof value === 'bigint') return value;
	if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
	return typeof value === 'string' && /^\s*(?:-?\d+|0x[0-9a-fA-F]+)\s*$/.test(value)
		? BigInt(value)
		: undefined;
}

/** The value of one parameter as the coder takes it; `at` is what errors call the parameter. */
function toValue(param: ParamType, given: unknown, at: string): unknown {
	const refuse = (rule: string) =>
		new InvalidField(
			given === undefined || given === null || given === ''
				? `must hold a value for ${at} (${param.format('sighash')})`
				: `must hold ${rule} for ${at} (${param.format('sighash')}), not ${show(given)}`,
		);
	if (param.isArray()) {
		const { arrayLength, arrayChildren } = param;
		const list = fromJsonText(given);
		if (!Array.isArray(list)) throw refuse('a list');
		if (arrayLength !== -1 && list.length !== arrayLength) throw refuse(`a list of exactly ${arrayLength}`);
		return list.map((entry, index) => toValue(arrayChildren, entry, `${at}[${index}]`));
	}
	if (param.isTuple()) {
		const tuple = fromJsonText(given);
		if (typeof tuple !== 'object' || tuple === null) throw refuse('an object or a list');
		return toValues(param.components, tuple, at);
	}
	const text = typeof given === 'string' ? given.trim() : given;
	if (param.type === 'bool') {
		const isTrue = typeof text === 'string' ? { true: true, false: false }[text.toLowerCase()] : text;
		if (typeof isTrue !== 'boolean') throw refuse('true or false');
		return isTrue;
	}
	if (param.type === 'address') {
		if (typeof text !== 'string' || !isEvmAddress(text))
			throw refuse('an address (0x and 40 hexadecimal digits)');
		const address = attempt(() => getAddress(text));
		if (address instanceof Error) throw refuse('an address with a right checksum, or all in lower case,');
		return address;
	}
	if (param.type === 'string') {
		const isText = typeof given !== 'object' && given !== undefined && !/\p{Surrogate}/u.test(String(given));
		if (!isText) throw refuse('text');
		return String(given);
	}
	const bounds = boundsOf(param.type);
	if (bounds) {
		const integer = toInteger(text);
		if (typeof given === 'number' && Number.isInteger(given) && integer === undefined)
			throw refuse('a number of this size as text, as it is not exact otherwise,');
		if (integer === undefined || integer < bounds[0] || integer > bounds[1])
			throw refuse(`a whole number from ${inWords(bounds[0])} to ${inWords(bounds[1])}`);
		return integer;
	}
	const length = param.type.slice('bytes'.length);
	const isBytes = typeof text === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(text);
	if (!isBytes || (length && text.length !== 2 + 2 * Number(length)))
		throw refuse(
			length
				? `${length} bytes (0x and ${2 * Number(length)} hexadecimal digits)`
				: 'bytes (0x and pairs of hexadecimal digits)',
		);
	return text;
}

/** The values of several parameters, given as a list in their order or as an object by their keys. */
function toValues(params: readonly ParamType[], given: unknown, within = ''): unknown[] {
	const keys = keysOf(params);
	const values = fromJsonText(given);
	const where = within && ` for ${within}`;
	const wanted = `${params.length} value${params.length === 1 ? '' : 's'}${where} (${describe(params)})`;
	if (Array.isArray(values)) {
		if (values.length !== params.length) throw new InvalidField(`must hold ${wanted}, not ${values.length}`);
	} else if (isRecord(values)) {
		const unknown = Object.keys(values).find((key) => !keys.includes(key));
		if (unknown !== undefined)
			throw new InvalidField(`must hold ${wanted}; ${show(unknown)} is not among them`);
	} else {
		throw new InvalidField(`must be a list or an object of ${wanted}, not ${show(given)}`);
	}
	return params.map((param, index) => {
		const key = keys[index];
		const at = within ? `${within}.${key}` : param.name ? key : `argument ${index + 1}`;
		return toValue(param, Array.isArray(values) ? values[index] : values[key], at);
	});
}

/**
 * The data of a call. The arguments are a list in order or an object by name, or either as JSON text. An
 * integer is a number, a bigint, or decimal or hexadecimal text; a list or a tuple may be JSON text. Throws an
 * InvalidField that names the parameter.
 */
export const encodeCall = (fn: AbiFunction, args: unknown): string =>
	concat([fn.selector, coder.encode(fn.inputs, toValues(fn.inputs, args))]);

/** An indexed parameter of such a type is not in the log itself: its hash is. */
const isHashed = (param: ParamType): boolean =>
	param.isArray() || param.isTuple() || param.type === 'string' || param.type === 'bytes';

/** What is hashed (Contract ABI Specification, Encoding of Indexed Event Parameters): no lengths, no offsets. */
function packIndexed(param: ParamType, value: unknown): string {
	const packWord = (inner: ParamType, entry: unknown): string => {
		const packed = packIndexed(inner, entry);
		return packed.padEnd(2 + Math.ceil((packed.length - 2) / 64) * 64, '0');
	};
	if (param.isArray())
		return concat((value as unknown[]).map((entry) => packWord(param.arrayChildren, entry)));
	if (param.isTuple())
		return concat(param.components.map((component, i) => packWord(component, (value as unknown[])[i])));
	if (param.type === 'string') return hexlify(toUtf8Bytes(value as string));
	return param.type === 'bytes' ? (value as string) : coder.encode([param], [value]);
}

function toTopic(param: ParamType, given: unknown, at: string): string {
	if (!isHashed(param)) return coder.encode([param], [toValue(param, given, at)]);
	const hash = isRecord(given) && Object.keys(given).length === 1 ? given.hash : undefined;
	if (typeof hash === 'string' && isHash(hash)) return hash.toLowerCase();
	return keccak256(packIndexed(param, toValue(param, given, at)));
}

/**
 * The topics by which eth_getLogs finds an event. The filters are an object by name, or a list in the order of
 * the indexed parameters; empty means any value, a list means any of its values. What a log holds only as a hash
 * may also be given as `{ hash }`, as `decodeLog` returns it. Throws an InvalidField that names the parameter.
 */
export function encodeTopics(event: AbiEvent, filters: unknown): Array<string | string[] | null> {
	const indexed = event.inputs.filter((input) => input.indexed);
	const keys = keysOf(event.inputs).filter((_key, index) => event.inputs[index].indexed);
	const values = fromJsonText(filters ?? {});
	if (!Array.isArray(values) && !isRecord(values))
		throw new InvalidField(`must be an object or a list of values to search by, not ${show(filters)}`);
	const unknown = Array.isArray(values)
		? values[keys.length]
		: Object.keys(values).find((key) => !keys.includes(key));
	if (unknown !== undefined)
		throw new InvalidField(
			`must hold only indexed parameters of ${event.name} (${describe(indexed) || 'it has none'}); ${show(unknown)} is none`,
		);
	const topics = indexed.map((param, index) => {
		const key = keys[index];
		const given: unknown = Array.isArray(values) ? values[index] : values[key];
		if (given === undefined || given === null || given === '') return null;
		const choices = param.type === 'string' ? given : fromJsonText(given);
		if (!Array.isArray(choices)) return toTopic(param, given, key);
		if (choices.length === 0)
			throw new InvalidField(`must hold at least one value for ${key}, or leave it out`);
		return choices.map((choice, i) => toTopic(param, choice, `${key}[${i}]`));
	});
	const all = event.topic === undefined ? topics : [event.topic, ...topics];
	return all.slice(0, all.findLastIndex((topic) => topic !== null) + 1);
}

// From the chain to JSON

const wholeTypes = new WeakMap<ParamType, ParamType>();

/** The type with every word and text read whole, so that `toJson` sees a value that is beyond its own type. */
function toWhole(param: ParamType): ParamType {
	const known = wholeTypes.get(param);
	if (known) return known;
	const type = param
		.format('sighash')
		.replace(/bytes\d+/g, 'bytes32')
		.replace(/int\d+/g, 'int256')
		.replace(/string/g, 'bytes');
	const whole = ParamType.from(type.replace(/address|bool/g, 'uint256'));
	wholeTypes.set(param, whole);
	return whole;
}

function toJson(param: ParamType, value: unknown): Json {
	if (param.isArray()) return (value as Result).toArray().map((entry) => toJson(param.arrayChildren, entry));
	if (param.isTuple()) return toRecord(param.components, (value as Result).toArray());
	const { type } = param;
	if (typeof value === 'bigint') {
		const [least, greatest] = boundsOf(type)!;
		if (value < least || value > greatest) throw new UnreadableData(`${value} is beyond ${type}`);
		if (type === 'bool') return value === 1n;
		return type === 'address' ? getAddress(toBeHex(value, 20)) : String(value);
	}
	// A contract may store any bytes as a string: what is no UTF-8 is shown as U+FFFD.
	if (type === 'string') return toUtf8String(value as string, Utf8ErrorFuncs.replace);
	const length = /^bytes(\d+)$/.exec(type)?.[1];
	if (length === undefined) return value as string;
	const bytes = (value as string).slice(0, 2 + 2 * Number(length));
	if (bytes.padEnd(66, '0') !== value) throw new UnreadableData(`${value as string} is longer than ${type}`);
	return bytes;
}

const toRecord = (params: readonly ParamType[], values: unknown[]): { [name: string]: Json } =>
	Object.fromEntries(keysOf(params).map((key, index) => [key, toJson(params[index], values[index])]));

const decode = (params: readonly ParamType[], data: string): unknown[] =>
	coder.decode(params.map(toWhole), data).toArray();

/**
 * The answer of a call: outputs by name, the only one without a name as `value`, others without a name by index.
 * A function declared without outputs gives `{ data }` as it came. Throws an UnreadableData.
 */
export function decodeResult(fn: AbiFunction, data: string): { [name: string]: Json } {
	const { outputs } = fn;
	if (outputs.length === 0) return { data };
	if (data === '0x')
		throw new UnreadableData(
			`The answer is empty: the address is no contract, or its contract has no ${fn.signature}`,
		);
	const result = attempt(() => toRecord(outputs, decode(outputs, data)));
	if (result instanceof Error)
		throw new UnreadableData(
			`The answer of ${fn.signature} does not fit (${describe(outputs)})` +
				(result instanceof UnreadableData ? `: ${result.message}` : ''),
		);
	return outputs.length === 1 && !outputs[0].name ? { value: result[0] } : result;
}

const hashType = ParamType.from('bytes32');

export interface DecodedLog {
	event: string;
	signature: string;
	args: { [name: string]: Json };
}

/**
 * The event that a log records, with its arguments by name; undefined when the log is of none of the events or
 * does not fit. An indexed text, bytes, list or tuple is `{ hash }`: the log holds no more of it. Anonymous
 * events are tried last, since a log does not say which of them it is.
 */
export function decodeLog(
	events: AbiEvent | AbiEvent[],
	log: { topics: string[]; data: string },
): DecodedLog | undefined {
	const own = [events].flat().filter(({ topic }) => topic !== undefined && topic === log.topics[0]);
	const anonymous = [events].flat().filter(({ topic }) => topic === undefined);
	return findFirst([...own, ...anonymous], ({ name, signature, topic, inputs }) => {
		const topics = topic === undefined ? log.topics : log.topics.slice(1);
		const indexed = inputs.filter((input) => input.indexed);
		if (indexed.length !== topics.length) return undefined;
		const args = attempt(() => {
			const rest = decode(
				inputs.filter((input) => !input.indexed),
				log.data,
			);
			const words = decode(
				indexed.map((input) => (isHashed(input) ? hashType : input)),
				concat(topics),
			);
			const values = inputs.map((input) => (input.indexed ? words : rest).shift());
			return Object.fromEntries(
				keysOf(inputs).map((key, index): [string, Json] => {
					const [input, value] = [inputs[index], values[index]];
					return [key, input.indexed && isHashed(input) ? { hash: value as string } : toJson(input, value)];
				}),
			);
		});
		return args instanceof Error ? undefined : { event: name, signature, args };
	});
}

/** Solidity documentation, Panic via assert and Error via require. */
const panics: Record<string, string> = {
	'0': 'generic panic of the compiler',
	'1': 'an assertion failed',
	'17': 'arithmetic overflow or underflow',
	'18': 'division or modulo by zero',
	'33': 'a value that its enum does not have',
	'34': 'wrongly encoded bytes in storage',
	'49': 'pop() on an empty array',
	'50': 'array index out of bounds',
	'65': 'too much memory, or an array too large',
	'81': 'call of an internal function that was never set',
};

const builtin = parseErrors(['Error(string reason)', 'Panic(uint256 code)']);

export interface Revert {
	/** Why the call was reverted, in words. */
	message: string;
	/** The error's name and arguments, where its declaration is known. */
	name?: string;
	signature?: string;
	args?: { [name: string]: Json };
}

/** The reason in the data of a revert: the text of require, the meaning of a panic, or one of the custom errors. */
export function decodeRevert(data: string, errors: AbiError[] = []): Revert {
	if (data === '0x' || data === '') return { message: 'Reverted without a reason' };
	const known = [...builtin, ...errors].filter(({ selector }) => data.toLowerCase().startsWith(selector));
	const revert = findFirst(known, ({ name, signature, inputs }): Revert | undefined => {
		const args = attempt(() => toRecord(inputs, decode(inputs, `0x${data.slice(10)}`)));
		if (args instanceof Error) return undefined;
		if (signature === 'Error(string)') return { message: args.reason as string, name, signature, args };
		if (signature === 'Panic(uint256)') {
			const code = args.code as string;
			return { message: `Panic ${code}: ${panics[code] ?? 'unknown code'}`, name, signature, args };
		}
		const list = Object.entries(args).map(
			([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
		);
		return { message: `${name}(${list.join(', ')})`, name, signature, args };
	});
	return (
		revert ?? {
			message: `Reverted with ${data.length > 10 ? `an error of selector ${data.slice(0, 10)}` : data}; an ABI that holds the error tells its name`,
		}
	);
}

/** The address with the letter case of its checksum (EIP-55). Throws an InvalidField. */
export function checksumAddress(address: string): string {
	if (!isEvmAddress(address))
		throw new InvalidField(`must be an address (0x and 40 hexadecimal digits), not ${show(address)}`);
	return getAddress(address.toLowerCase());
}

export { keccak256 };
