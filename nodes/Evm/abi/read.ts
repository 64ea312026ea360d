/**
 * Reads ABI-encoded bytes into JSON. Work and memory stay in proportion to the bytes, even for hostile data.
 *
 * Written by hand, because no library's decoder pauses: 50,000 words take ethers 21 s in one stretch (128 KB of hostile
 * bytes[] end the process), viem 0.17 s (the same data end it too), micro-eth-signer 0.11 s.
 */
import { getAddress, type ParamType } from 'ethers';
import { countWork, isPauseDue, workOf } from '../../shared/pace';
import { keysOf, numberBoundsOf } from './declare';

export type Json = string | boolean | Json[] | { [name: string]: Json };

/** Thrown if data of the chain do not fit their declaration. The message is a sentence for the user, or a part. */
export class UnreadableData extends Error {}

/** Bytes of a word. */
const word = 32;

/** The average number of reads per byte. Offsets may share bytes, but hostile ones all point at the same bytes. */
const mostReads = 4;

/** Bytes of a text decoded at once. */
const textPiece = 1 << 18;

/** The bytes of one answer. Counts how many of them were read. */
class Source {
	private readonly bytes: Buffer;
	private bytesRead = 0;

	constructor(data: unknown) {
		const digits = typeof data === 'string' && data.startsWith('0x') ? data.slice(2) : '?';
		this.bytes = Buffer.from(digits, 'hex');
		// Buffer.from stops at the first invalid pair of digits.
		if (this.bytes.length * 2 !== digits.length)
			throw new UnreadableData('it is not hexadecimal text');
	}

	demand(at: number, length: number): void {
		if (at + length > this.bytes.length) throw new UnreadableData('it ends too early');
	}

	private take(at: number, length: number): void {
		this.demand(at, length);
		this.bytesRead += length;
		if (this.bytesRead > mostReads * this.bytes.length)
			throw new UnreadableData('its parts point at the same bytes over and over');
	}

	word(at: number): string {
		this.take(at, word);
		countWork(1);
		return this.bytes.toString('hex', at, at + word);
	}

	/** Reads an offset or a length. Neither can exceed the number of bytes. */
	index(at: number): number {
		const index = Number(`0x${this.word(at)}`);
		this.demand(0, index);
		return index;
	}

	/** The bytes as hexadecimal digits. Reads the padding after them too. */
	hex(at: number, length: number): string {
		this.take(at, Math.ceil(length / word) * word);
		countWork(length / word);
		return this.bytes.toString('hex', at, at + length);
	}

	/** Reads text. A contract may store any bytes, so invalid UTF-8 becomes U+FFFD. */
	*text(at: number, length: number): Generator<void, string> {
		this.take(at, Math.ceil(length / word) * word);
		const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
		let text = '';
		for (let start = at; start < at + length; start += textPiece) {
			if (isPauseDue()) yield;
			const end = Math.min(start + textPiece, at + length);
			countWork((end - start) / word);
			text += decoder.decode(this.bytes.subarray(start, end), { stream: end < at + length });
		}
		return text;
	}
}

/** The layout of a type by the specification. */
interface Shape {
	/** True if its place holds an offset to the value. */
	isDynamic: boolean;
	/** Bytes of its place. */
	size: number;
	read: (source: Source, at: number) => Generator<void, Json> | string | boolean;
}

const shapes = new WeakMap<ParamType, Shape>();

function shapeOf(param: ParamType): Shape {
	const known = shapes.get(param);
	if (known) return known;
	const shape = toShape(param);
	shapes.set(param, shape);
	return shape;
}

function toShape(param: ParamType): Shape {
	if (param.isArray()) return toList(param);
	return param.isTuple() ? toTuple(param.components) : toValue(param);
}

function toList({
	arrayLength,
	arrayChildren,
}: ParamType & { arrayLength: number; arrayChildren: ParamType }): Shape {
	const entry = shapeOf(arrayChildren);
	const isFixed = arrayLength !== -1;
	const isDynamic = !isFixed || entry.isDynamic;
	return {
		isDynamic,
		size: isDynamic ? word : arrayLength * entry.size,
		*read(source, at) {
			const length = isFixed ? arrayLength : source.index(at);
			const first = isFixed ? at : at + word;
			source.demand(first, length * entry.size);
			return yield* readParts(length, () => entry, source, first);
		},
	};
}

function toTuple(params: readonly ParamType[]): Shape {
	const parts = params.map(shapeOf);
	const isDynamic = parts.some((part) => part.isDynamic);
	const keys = keysOf(params);
	return {
		isDynamic,
		size: isDynamic ? word : parts.reduce((sum, { size }) => sum + size, 0),
		*read(source, at) {
			const values = yield* readParts(parts.length, (index) => parts[index], source, at);
			return Object.fromEntries(values.map((value, index) => [keys[index], value]));
		},
	};
}

function toValue({ type }: ParamType): Shape {
	if (type === 'string')
		return {
			isDynamic: true,
			size: word,
			read: (source, at) => source.text(at + word, source.index(at)),
		};
	if (type === 'bytes')
		return {
			isDynamic: true,
			size: word,
			read: (source, at) => `0x${source.hex(at + word, source.index(at))}`,
		};
	return { isDynamic: false, size: word, read: numberReader(type) ?? toBytes(type) };
}

/** The reader of a type that fills one word as a number. Undefined for other types. */
function numberReader(type: string): Shape['read'] | undefined {
	const bounds = numberBoundsOf(type);
	if (!bounds) return undefined;
	const [least, greatest] = bounds;
	return (source, at) => {
		const digits = source.word(at);
		const whole = BigInt(`0x${digits}`);
		const value = least < 0n ? BigInt.asIntN(256, whole) : whole;
		if (value < least || value > greatest) throw new UnreadableData(`${value} is beyond ${type}`);
		if (type === 'bool') return value === 1n;
		if (type !== 'address') return String(value);
		countWork(workOf.checksum);
		return getAddress(`0x${digits.slice(-40)}`);
	};
}

function toBytes(type: string): Shape['read'] {
	const digits = 2 * Number(type.slice('bytes'.length));
	return (source, at) => {
		const whole = source.word(at);
		if (/[^0]/.test(whole.slice(digits)))
			throw new UnreadableData(`0x${whole} is longer than ${type}`);
		return `0x${whole.slice(0, digits)}`;
	};
}

/** Reads consecutive places. Offsets count from the first place. */
function* readParts(
	length: number,
	partAt: (index: number) => Shape,
	source: Source,
	first: number,
): Generator<void, Json[]> {
	const values: Json[] = [];
	for (let index = 0, place = first; index < length; index++) {
		if (isPauseDue()) yield;
		const { isDynamic, size, read } = partAt(index);
		const value = read(source, isDynamic ? first + source.index(place) : place);
		values.push(typeof value === 'object' ? yield* value : value);
		place += size;
	}
	return values;
}

/**
 * The values of the parameters, in order. Yields if a pause is due. Throws an UnreadableData that says why the data do
 * not fit: they end too early, a value exceeds its type, or offsets inflate them.
 */
export function* readValues(params: readonly ParamType[], data: unknown): Generator<void, Json[]> {
	const source = new Source(data);
	return yield* readParts(params.length, (index) => shapeOf(params[index]), source, 0);
}

/** Like `readValues`, as an object by the keys of the parameters. */
export function* readRecord(
	params: readonly ParamType[],
	data: unknown,
): Generator<void, { [name: string]: Json }> {
	const values = yield* readValues(params, data);
	const keys = keysOf(params);
	return Object.fromEntries(values.map((value, index) => [keys[index], value]));
}
