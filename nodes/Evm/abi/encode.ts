/**
 * Encodes JSON for the chain. Checks the values here, then lets ethers encode them. Integers are numbers, bigints, or
 * decimal or hexadecimal text. Bytes are hexadecimal text. Tuples are objects or lists.
 */
import { AbiCoder, concat, hexlify, keccak256, toUtf8Bytes } from 'ethers';
import type { ParamType } from 'ethers';
import { evmAddressRule, isEvmAddress, toChecksumAddress } from '../../shared/values/checksum';
import { InvalidField, show } from '../../shared/fields/invalid';
import { isBytes, isHash, zeroHash } from '../../shared/values/hex';
import { suggestNumber } from '../../shared/fields/countFixes';
import { parseJson } from '../../shared/values/numbers';
import { isRecord, lookUp } from '../../shared/values/records';
import { attempt } from './signatures';
import {
	numberBoundsOf,
	describeParams,
	isHashed,
	keysOf,
	type AbiEvent,
	type AbiFunction,
} from './declare';

const inWords = (bound: bigint): string => {
	const bits = (bound < 0n ? -bound - 1n : bound).toString(2).length;
	if (bits < 64) return String(bound);
	return bound < 0n ? `-2^${bits}` : `2^${bits}-1`;
};

const coder = AbiCoder.defaultAbiCoder();

/** Parses a list or an object in JSON text. Its numbers stay exact. */
function fromJsonText(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
	const parsed = attempt(() => parseJson(value));
	return parsed instanceof Error ? value : parsed;
}

function toInteger(value: unknown): bigint | undefined {
	if (typeof value === 'bigint') return value;
	if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
	// Limits the digits first, because reading millions of them takes seconds.
	return typeof value === 'string' && /^\s*(?:-?\d{1,200}|0x[0-9a-fA-F]{1,200})\s*$/.test(value)
		? BigInt(value)
		: undefined;
}

/** A parameter with its value, and its name `at` in errors. */
interface Given {
	param: ParamType;
	value: unknown;
	at: string;
}

/** The error for a value that does not fit. `rule` completes "must hold". */
function refusal({ param, value, at }: Given, rule: string): InvalidField {
	const where = `for ${at} (${param.format('sighash')})`;
	const isMissing = value === undefined || value === null || value === '';
	return new InvalidField(
		isMissing ? `must hold a value ${where}` : `must hold ${rule} ${where}, not ${show(value)}`,
	);
}

const trim = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** Converts the value of a parameter for the coder. `at` is its name in errors. */
function toValue(param: ParamType, value: unknown, at: string): unknown {
	const given = { param, value, at };
	if (param.isArray()) return toList(given, param.arrayLength, param.arrayChildren);
	if (param.isTuple()) return toTuple(given, param.components);
	switch (param.type) {
		case 'bool':
			return toBool(given);
		case 'address':
			return toAddress(given);
		case 'string':
			return toText(given);
	}
	const bounds = numberBoundsOf(param.type);
	return bounds ? toBounded(given, bounds) : toBytes(given);
}

function toList(given: Given, length: number, entries: ParamType): unknown[] {
	const list = fromJsonText(given.value);
	if (!Array.isArray(list)) throw refusal(given, 'a list');
	const isOfAnyLength = length === -1;
	if (!isOfAnyLength && list.length !== length) throw refusal(given, `a list of exactly ${length}`);
	return list.map((entry, index) => toValue(entries, entry, `${given.at}[${index}]`));
}

function toTuple(given: Given, components: readonly ParamType[]): unknown[] {
	const tuple = fromJsonText(given.value);
	if (typeof tuple !== 'object' || tuple === null) throw refusal(given, 'an object or a list');
	return toValues(components, tuple, given.at);
}

function toBool(given: Given): boolean {
	const value = trim(given.value);
	const isTrue =
		typeof value === 'string' ? lookUp({ true: true, false: false }, value.toLowerCase()) : value;
	if (typeof isTrue !== 'boolean') throw refusal(given, 'true or false');
	return isTrue;
}

function toAddress(given: Given): unknown {
	const address = trim(given.value);
	if (!isEvmAddress(address)) throw refusal(given, `an address (${evmAddressRule})`);
	return toChecksumAddress(address);
}

function toText(given: Given): string {
	const { value } = given;
	const isOneValue = typeof value !== 'object' && value !== undefined;
	// An unpaired surrogate has no bytes in UTF-8.
	if (!isOneValue || /\p{Surrogate}/u.test(String(value))) throw refusal(given, 'text');
	return String(value);
}

function adviseInteger(value: unknown): string | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	return suggestNumber('quantity', String(value).trim());
}

const notWhole = ({ param, at }: Given, description: string): InvalidField =>
	new InvalidField(
		`${at} (${param.format('sighash')}) must be a whole number`,
		undefined,
		description,
	);

function toBounded(given: Given, [lowest, highest]: [bigint, bigint]): bigint {
	const { value } = given;
	const integer = toInteger(trim(value));
	if (integer === undefined && Number.isInteger(value))
		throw refusal(given, 'a number this large as text, to keep every digit,');
	const rule = `a whole number from ${inWords(lowest)} to ${inWords(highest)}`;
	const advice = integer === undefined ? adviseInteger(value) : undefined;
	if (advice) throw notWhole(given, `${advice} It must be ${rule}.`);
	if (integer === undefined || integer < lowest || integer > highest) throw refusal(given, rule);
	return integer;
}

function toBytes(given: Given): string {
	const bytes = trim(given.value);
	const size = given.param.type.slice('bytes'.length);
	const digits = 2 * Number(size);
	const isOfSize = (text: string): boolean => !size || text.length === '0x'.length + digits;
	if (isBytes(bytes) && isOfSize(bytes)) return bytes;
	const ofSize = `${size} bytes (0x and ${digits} hexadecimal digits)`;
	throw refusal(given, size ? ofSize : 'bytes (0x and pairs of hexadecimal digits)');
}

/** Names the parameters without a value if a list is too short. */
function sayMissing(params: readonly ParamType[], values: unknown[]): string {
	const rest = params.slice(values.length);
	if (values.length === 0 || rest.length === 0) return '';
	return `; ${describeParams(rest)} ${rest.length === 1 ? 'is' : 'are'} missing at its end`;
}

const sampleOf = (params: readonly ParamType[]): string =>
	JSON.stringify(params.map(({ type }) => (type === 'address' ? '0x...' : type)));

const sayAll = (params: readonly ParamType[]): string =>
	params.length ? `Enter a list such as ${sampleOf(params)}.` : 'It takes none: enter [].';

/** The values of several parameters, given as a list in order or as an object by key. */
function toValues(params: readonly ParamType[], given: unknown, within = ''): unknown[] {
	const keys = keysOf(params);
	const values = fromJsonText(given);
	const where = within && ` for ${within}`;
	const wanted = `${params.length} value${params.length === 1 ? '' : 's'}${where} (${describeParams(params)})`;
	if (Array.isArray(values)) {
		if (values.length !== params.length)
			throw new InvalidField(
				`must hold ${wanted}, not ${values.length}${sayMissing(params, values)}`,
				undefined,
				sayAll(params),
			);
	} else if (isRecord(values)) {
		const unknown = Object.keys(values).find((key) => !keys.includes(key));
		if (unknown !== undefined && params.every(({ name }) => !name))
			throw new InvalidField(
				'the declaration names no arguments',
				undefined,
				`Enter a list in its order, such as ${sampleOf(params)}. Or write a name behind each type of the function.`,
			);
		if (unknown !== undefined)
			throw new InvalidField(`must hold ${wanted}; ${show(unknown)} is not among them`);
	} else {
		throw new InvalidField(`must be a list or an object of ${wanted}, not ${show(given)}`);
	}
	return params.map((param, index) => {
		const key = keys[index];
		const name = param.name ? key : `argument ${index + 1}`;
		const at = within ? `${within}.${key}` : name;
		return toValue(param, Array.isArray(values) ? values[index] : lookUp(values, key), at);
	});
}

/**
 * Encodes a call. The arguments are a list in order, an object by name, or either as JSON text. An integer is a number,
 * a bigint, or decimal or hexadecimal text. A list or a tuple may be JSON text. Throws an InvalidField that names the
 * parameter.
 */
export const encodeCall = (fn: AbiFunction, args: unknown): string =>
	concat([fn.selector, coder.encode(fn.inputs, toValues(fn.inputs, args))]);

/** The bytes to hash (Contract ABI Specification, Encoding of Indexed Event Parameters): no lengths, no offsets. */
function packIndexed(param: ParamType, value: unknown): string {
	const packWord = (inner: ParamType, entry: unknown): string => {
		const packed = packIndexed(inner, entry);
		return packed.padEnd(2 + Math.ceil((packed.length - 2) / 64) * 64, '0');
	};
	if (param.isArray())
		return concat((value as unknown[]).map((entry) => packWord(param.arrayChildren, entry)));
	if (param.isTuple())
		return concat(
			param.components.map((component, i) => packWord(component, (value as unknown[])[i])),
		);
	if (param.type === 'string') return hexlify(toUtf8Bytes(value as string));
	return param.type === 'bytes' ? (value as string) : coder.encode([param], [value]);
}

function toTopic(param: ParamType, given: unknown, at: string): string {
	if (!isHashed(param)) return coder.encode([param], [toValue(param, given, at)]);
	const hash = isRecord(given) && Object.keys(given).length === 1 ? given.hash : undefined;
	if (isHash(hash)) return hash.toLowerCase();
	return keccak256(packIndexed(param, toValue(param, given, at)));
}

/**
 * The topics by which eth_getLogs finds an event. The filters are an object by name, or a list in the order of the
 * indexed parameters. An empty filter matches any value, a list any of its values. A hashed parameter may also be given
 * as `{ hash }`, as `decodeLog` returns it. Throws an InvalidField that names the parameter.
 */
export function encodeTopics(event: AbiEvent, filters: unknown): Array<string | string[] | null> {
	const indexed = event.inputs.filter((input) => input.indexed);
	const topics = readFilters(event, indexed, filters).map(([key, given], index) =>
		toTopics(indexed[index], given, key),
	);
	const all = event.topic === undefined ? topics : [event.topic, ...topics];
	return all.slice(0, all.findLastIndex((topic) => topic !== null) + 1);
}

/** The filter of each indexed parameter, under its key. */
function readFilters(
	event: AbiEvent,
	indexed: ParamType[],
	filters: unknown,
): Array<[key: string, given: unknown]> {
	const keys = keysOf(event.inputs).filter((_key, index) => event.inputs[index].indexed);
	const values = fromJsonText(filters ?? {});
	if (!Array.isArray(values) && !isRecord(values))
		throw new InvalidField(
			`must be an object or a list of values to search by, not ${show(filters)}`,
		);
	const unknown = Array.isArray(values)
		? values[keys.length]
		: Object.keys(values).find((key) => !keys.includes(key));
	if (unknown !== undefined)
		throw new InvalidField(
			`must hold only indexed parameters of ${event.name} (${describeParams(indexed) || 'it has none'}); ${show(unknown)} is not one`,
		);
	return keys.map((key, index) => [
		key,
		Array.isArray(values) ? values[index] : lookUp(values, key),
	]);
}

/** One topic, a list of alternatives, or null for any. */
function toTopics(param: ParamType, given: unknown, key: string): string | string[] | null {
	if (given === undefined || given === null || given === '') return null;
	const choices = param.type === 'string' ? given : fromJsonText(given);
	if (!Array.isArray(choices)) return toTopic(param, given, key);
	if (choices.length === 0)
		throw new InvalidField(`must hold at least one value for ${key}, or leave it out`);
	return choices.map((choice, i) => toTopic(param, choice, `${key}[${i}]`));
}

/** The topics and data of an event whose arguments are all empty or zero. */
export function encodeEmptyLog({ topic, inputs }: AbiEvent): { topics: string[]; data: string } {
	const indexed = inputs.filter((input) => input.indexed).map(() => zeroHash);
	const rest = inputs.filter((input) => !input.indexed);
	const data = coder.encode(rest, coder.getDefaultValue(rest));
	return { topics: [...(topic === undefined ? [] : [topic]), ...indexed], data };
}
