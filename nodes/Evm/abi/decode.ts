/** Decodes results, logs and reverts of the chain to JSON. */
import { ParamType } from 'ethers';
import { shorten } from '../../shared/values/text';
import { isBytes, isHash } from '../../shared/values/hex';
import { countWork, inPieces, isPauseDue, withoutPauses, workOf } from '../../shared/pace';
import { isRecord, lookUp } from '../../shared/values/records';
import { lazy } from '../../shared/start';
import {
	describeParams,
	isHashed,
	keysOf,
	keysOfResult,
	parseErrors,
	type AbiError,
	type AbiEvent,
	type AbiFunction,
} from './declare';
import { readRecord, readValues, UnreadableData, type Json } from './read';

/** Runs the work. Returns the error if the data do not fit. */
function* attempt<T>(work: Generator<void, T>): Generator<void, T | UnreadableData> {
	try {
		return yield* work;
	} catch (error) {
		return error instanceof UnreadableData ? error : new UnreadableData('it could not be read');
	}
}

/**
 * Decodes the result of a call: outputs by name, a single unnamed output as `value`, other unnamed ones by index. A
 * function declared without outputs gives `{ data }` as it came. Throws an UnreadableData.
 */
export async function decodeResult(
	fn: AbiFunction,
	data: unknown,
): Promise<{ [name: string]: Json }> {
	const { outputs, signature } = fn;
	if (typeof data !== 'string')
		throw new UnreadableData(`The answer of ${signature} is not hexadecimal text`);
	if (outputs.length === 0) return { data };
	if (data === '0x')
		throw new UnreadableData(
			`The answer is empty: the address is not a contract, or its contract has no ${signature}`,
		);
	const result = await inPieces(attempt(readRecord(outputs, data)));
	// Some old tokens return bytes32, although the standard says string.
	if (result instanceof UnreadableData && fn.isAssumed) return { data };
	if (result instanceof UnreadableData)
		throw new UnreadableData(
			`The answer of ${signature} does not fit (${describeParams(outputs)}): ${result.message}`,
		);
	const [key] = keysOfResult(outputs);
	return outputs.length === 1 ? { [key]: Object.values(result)[0] } : result;
}

/** The arguments of an encoded call, by name or else by index. Skips the selector of four bytes. */
export const decodeArguments = (
	{ inputs }: AbiFunction,
	data: string,
): Generator<void, { [name: string]: Json }> => readRecord(inputs, `0x${data.slice(10)}`);

export const decodeCall = async (
	fn: AbiFunction,
	data: string,
): Promise<{ [name: string]: Json }> => await inPieces(decodeArguments(fn, data));

const hashType = ParamType.from('bytes32');

export interface DecodedLog {
	event: string;
	signature: string;
	args: { [name: string]: Json };
}

/** The arguments of a log. The indexed ones come from its topics, the others from its data. */
function* readArguments(inputs: readonly ParamType[], topics: string[], data: string) {
	const indexed = inputs.filter((input) => input.indexed);
	const rest = yield* readValues(
		inputs.filter((input) => !input.indexed),
		data,
	);
	const words = yield* readValues(
		indexed.map((input) => (isHashed(input) ? hashType : input)),
		`0x${topics.map((topic) => topic.slice(2)).join('')}`,
	);
	const keys = keysOf(inputs);
	let [nextWord, nextRest] = [0, 0];
	const entries = inputs.map((input, index): [string, Json] => {
		if (!input.indexed) return [keys[index], rest[nextRest++]];
		const value = words[nextWord++];
		return [keys[index], isHashed(input) ? { hash: value } : value];
	});
	return Object.fromEntries(entries);
}

function* findEvent(events: AbiEvent[], log: unknown): Generator<void, DecodedLog | undefined> {
	countWork(workOf.event);
	if (isPauseDue()) yield;
	const { topics: all, data } = isRecord(log) ? log : {};
	const isLog = Array.isArray(all) && all.every(isHash);
	if (!isLog || typeof data !== 'string')
		throw new UnreadableData('The answer holds a log without readable topics and data');
	const own = events.filter(({ topic }) => topic !== undefined && topic === all[0]);
	const anonymous = events.filter(({ topic }) => topic === undefined);
	for (const { name, signature, topic, inputs } of [...own, ...anonymous]) {
		const topics = topic === undefined ? all : all.slice(1);
		if (inputs.filter((input) => input.indexed).length !== topics.length) continue;
		const args = yield* attempt(readArguments(inputs, topics, data));
		if (!(args instanceof UnreadableData)) return { event: name, signature, args };
	}
	return undefined;
}

/**
 * The event of a log, with its arguments by name. Undefined if the log is of none of the events or does not fit.
 * Indexed text, bytes, lists and tuples become `{ hash }`, because the log has only their hash. Anonymous events are
 * tried last, since a log does not name them. Throws an UnreadableData for anything but a log.
 */
export const decodeLog = async (
	events: AbiEvent | AbiEvent[],
	log: unknown,
): Promise<DecodedLog | undefined> => await inPieces(findEvent([events].flat(), log));

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

const builtin = lazy(() => parseErrors(['Error(string reason)', 'Panic(uint256 code)']));

/** A message shows at most this many characters of a reason, and this many entries of each list in it. */
const longestReason = 500;

/** Longer data of a revert would need pauses while they are read. */
const mostAtOnce = 100_000;

export interface Revert {
	message: string;
	/** Name, signature and arguments of the error, if its declaration is known. */
	name?: string;
	signature?: string;
	args?: { [name: string]: Json };
}

function tell(name: string, signature: string, args: { [name: string]: Json }): string {
	if (signature === 'Error(string)') return args.reason as string;
	if (signature === 'Panic(uint256)')
		return `Panic ${args.code as string}: ${lookUp(panics, args.code as string) ?? 'unknown code'}`;
	const cut = (_key: string, value: unknown) =>
		Array.isArray(value) ? value.slice(0, longestReason) : value;
	const list = Object.entries(args).map(
		([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value, cut)}`,
	);
	return `${name}(${list.join(', ')})`;
}

function* findReason(data: string, errors: AbiError[]): Generator<void, Revert> {
	if (data === '0x') return { message: 'Reverted without a reason' };
	const own = data.slice(0, 10).toLowerCase();
	for (const { name, signature, inputs } of errors.filter(({ selector }) => selector === own)) {
		const args = yield* attempt(readRecord(inputs, `0x${data.slice(10)}`));
		if (args instanceof UnreadableData) continue;
		return { message: shorten(tell(name, signature, args), longestReason), name, signature, args };
	}
	const what = data.length > 10 ? `selector ${data.slice(0, 10)}` : data;
	return { message: `Reverted with ${what}; the contract's ABI gives its name` };
}

/**
 * The reason in the data of a revert: the text of require, the meaning of a panic, or one of the custom errors.
 * Undefined if the data are not bytes.
 */
export const decodeRevert = async (
	data: unknown,
	errors: AbiError[] = [],
): Promise<Revert | undefined> =>
	isBytes(data) ? await inPieces(findReason(data, [...builtin(), ...errors])) : undefined;

/** Like `decodeRevert`, but synchronous: without custom errors, and without decoding very long data. */
export const decodeReason = (data: unknown): Revert | undefined =>
	isBytes(data)
		? withoutPauses(findReason(data, data.length > mostAtOnce ? [] : builtin()))
		: undefined;
