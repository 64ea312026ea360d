/**
 * From JSON to the chain. ethers does the encoding of what is checked here. Integers are numbers, bigints, or decimal
 * or hexadecimal text; bytes are hexadecimal text; tuples are objects or lists.
 */
import { AbiCoder, concat, hexlify, keccak256, toUtf8Bytes } from 'ethers';
import type { ParamType } from 'ethers';
import { evmAddressRule, isEvmAddress, toChecksumAddress } from '../../shared/checksum';
import { InvalidField, show } from '../../shared/fields';
import { isBytes } from '../../shared/hex';
import { isHash } from '../../shared/ids';
import { parseJson } from '../../shared/numbers';
import { isRecord } from '../../shared/records';
import {
	attempt,
	boundsOf,
	describe,
	isHashed,
	keysOf,
	type AbiEvent,
	type AbiFunction,
} from './declare';

const inWords = (bound: bigint): string => {
	const bits = (bound < 0n ? -bound - 1n : bound).toString(2).length;
	return bits < 64 ? String(bound) : bound < 0n ? `-2^${bits}` : `2^${bits}-1`;
};

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
	// The digits are counted first: to read millions of them takes seconds.
	return typeof value === 'string' && /^\s*(?:-?\d{1,200}|0x[0-9a-fA-F]{1,200})\s*$/.test(value)
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
		if (arrayLength !== -1 && list.length !== arrayLength)
			throw refuse(`a list of exactly ${arrayLength}`);
		return list.map((entry, index) => toValue(arrayChildren, entry, `${at}[${index}]`));
	}
	if (param.isTuple()) {
		const tuple = fromJsonText(given);
		if (typeof tuple !== 'object' || tuple === null) throw refuse('an object or a list');
		return toValues(param.components, tuple, at);
	}
	const text = typeof given === 'string' ? given.trim() : given;
	if (param.type === 'bool') {
		const isTrue =
			typeof text === 'string' ? { true: true, false: false }[text.toLowerCase()] : text;
		if (typeof isTrue !== 'boolean') throw refuse('true or false');
		return isTrue;
	}
	if (param.type === 'address') {
		if (!isEvmAddress(text)) throw refuse(`an address (${evmAddressRule})`);
		return toChecksumAddress(text);
	}
	if (param.type === 'string') {
		const isText =
			typeof given !== 'object' && given !== undefined && !/\p{Surrogate}/u.test(String(given));
		if (!isText) throw refuse('text');
		return String(given);
	}
	const bounds = boundsOf(param.type);
	if (bounds) {
		const integer = toInteger(text);
		if (typeof given === 'number' && Number.isInteger(given) && integer === undefined)
			throw refuse('a number this large as text, to keep every digit,');
		if (integer === undefined || integer < bounds[0] || integer > bounds[1])
			throw refuse(`a whole number from ${inWords(bounds[0])} to ${inWords(bounds[1])}`);
		return integer;
	}
	const length = param.type.slice('bytes'.length);
	if (!isBytes(text) || (length && text.length !== 2 + 2 * Number(length)))
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
		if (values.length !== params.length)
			throw new InvalidField(`must hold ${wanted}, not ${values.length}`);
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

/** What is hashed (Contract ABI Specification, Encoding of Indexed Event Parameters): no lengths, no offsets. */
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
		throw new InvalidField(
			`must be an object or a list of values to search by, not ${show(filters)}`,
		);
	const unknown = Array.isArray(values)
		? values[keys.length]
		: Object.keys(values).find((key) => !keys.includes(key));
	if (unknown !== undefined)
		throw new InvalidField(
			`must hold only indexed parameters of ${event.name} (${describe(indexed) || 'it has none'}); ${show(unknown)} is not one`,
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

const emptyWord = `0x${'0'.repeat(64)}`;

/** The topics and the data of an event whose arguments are all empty or zero. */
export function encodeEmptyLog({ topic, inputs }: AbiEvent): { topics: string[]; data: string } {
	const indexed = inputs.filter((input) => input.indexed).map(() => emptyWord);
	const rest = inputs.filter((input) => !input.indexed);
	const data = coder.encode(rest, coder.getDefaultValue(rest));
	return { topics: [...(topic === undefined ? [] : [topic]), ...indexed], data };
}
