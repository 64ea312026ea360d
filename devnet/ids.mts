import { hash } from 'node:crypto';

/** Encodings of the network's identifiers, and numbers that depend on nothing but a seed. */

const sha256 = (data: string | Uint8Array) => hash('sha256', data, 'buffer');

type Parts = Array<string | number>;

/** Throws dice: the same parts give the same row of throws, whatever was thrown elsewhere. */
export interface Dice {
	/** At least 0, below 1. */
	share(): number;
	/** At least min, at most max. */
	between(min: number, max: number): number;
	/** Whether something happens that happens with this share of throws. */
	chance(share: number): boolean;
	pick<T>(choices: readonly T[]): T;
	/** Puts a list in another order, in place. */
	shuffle<T>(list: T[]): T[];
}

export function throwDice(...parts: Parts): Dice {
	let bytes = sha256(parts.join('/'));
	let at = 0;
	const share = () => {
		if (at + 6 > bytes.length) [bytes, at] = [sha256(bytes), 0];
		at += 6;
		return bytes.readUIntBE(at - 6, 6) / 2 ** 48;
	};
	const between = (min: number, max: number) => min + Math.floor(share() * (max - min + 1));
	return {
		share,
		between,
		chance: (most) => share() < most,
		pick: (choices) => choices[between(0, choices.length - 1)]!,
		shuffle(list) {
			for (let i = list.length - 1; i > 0; i--) {
				const j = between(0, i);
				[list[i], list[j]] = [list[j]!, list[i]!];
			}
			return list;
		},
	};
}

/** Keeps the texts that were made of parts: tests draw the same world again and again. */
function remember(make: (...parts: Parts) => string): (...parts: Parts) => string {
	const made = new Map<string, string>();
	const most = 50_000;
	return (...parts) => {
		const key = parts.join('/');
		const known = made.get(key);
		if (known) return known;
		// a mock network that runs for days makes new ones all the time
		if (made.size >= most) made.clear();
		const text = make(...parts);
		made.set(key, text);
		return text;
	};
}

/** Bytes that depend on the parts alone. */
export function makeBytes(length: number, ...parts: Parts): Buffer {
	const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, i) =>
		sha256(`${parts.join('/')}#${i}`),
	);
	return Buffer.concat(blocks).subarray(0, length);
}

const makeHexOf = remember(
	(length, ...parts) => `0x${makeBytes(Number(length), ...parts).toString('hex')}`,
);
export const makeHex = (length: number, ...parts: Parts) => makeHexOf(length, ...parts);

/** The last four bytes of the SHA-256, which follow bytes wherever the network checks them. */
export const checksum = (bytes: Uint8Array) => sha256(bytes).subarray(-4);

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** cb58: base 58 of the bytes and the last four bytes of their SHA-256. */
export function encodeCb58(bytes: Uint8Array): string {
	const whole = Buffer.concat([bytes, checksum(bytes)]);
	const words = new Float64Array(whole.length / 2).map((_, i) => whole.readUInt16BE(2 * i));
	let text = '';
	// Divides by hand, five digits at a time: big integers would take most of a page's time.
	for (let first = 0; first < words.length; first += words[first] === 0 ? 1 : 0) {
		let rest = 0;
		for (let i = first; i < words.length; i++) {
			const value = rest * 2 ** 16 + words[i]!;
			words[i] = Math.floor(value / 58 ** 5);
			rest = value - words[i]! * 58 ** 5;
		}
		for (let i = 0; i < 5; i++, rest = Math.floor(rest / 58)) text = base58[rest % 58] + text;
	}
	const zeros = whole.findIndex((byte) => byte !== 0);
	return '1'.repeat(zeros) + text.replace(/^1+/, '');
}

/** The bytes of a base 58 text, or undefined where it is none. */
function decodeBase58(text: string): Buffer | undefined {
	let value = 0n;
	for (const letter of text) {
		const digit = base58.indexOf(letter);
		if (digit < 0) return undefined;
		value = value * 58n + BigInt(digit);
	}
	const hex = value === 0n ? '' : value.toString(16);
	const zeros = text.length - text.replace(/^1+/, '').length;
	return Buffer.concat([
		Buffer.alloc(zeros),
		Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex'),
	]);
}

/** The bytes of a cb58 text, or undefined where it is none. */
export function decodeCb58(text: string): Buffer | undefined {
	const whole = decodeBase58(text);
	const bytes = whole?.subarray(0, -4);
	return bytes?.length && checksum(bytes).equals(whole!.subarray(-4)) ? bytes : undefined;
}

/** What a node says of a text that is no ID; undefined where it is one. */
export function checkId(text: string): string | undefined {
	const whole = decodeBase58(text);
	if (!text) return 'base58 decoding error: zero length string';
	if (!whole)
		return `base58 decoding error: Invalid base58 digit ('${[...text].find((letter) => !base58.includes(letter))}')`;
	if (whole.length < 4) return 'input string is smaller than the checksum size';
	const bytes = decodeCb58(text);
	if (!bytes) return 'invalid input checksum';
	return bytes.length === 32
		? undefined
		: `invalid hash length: expected 32 bytes but got ${bytes.length}`;
}

/** An ID of 32 bytes: a transaction, a blockchain, a subnet, an asset. */
export const makeId = remember((...parts) => encodeCb58(makeBytes(32, ...parts)));
export const isId = (text: string) => decodeCb58(text)?.length === 32;

export const makeNodeId = remember((...parts) => `NodeID-${encodeCb58(makeBytes(20, ...parts))}`);
export const isNodeId = (text: string) =>
	text.startsWith('NodeID-') && decodeCb58(text.slice(7))?.length === 20;

const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

function sumBech32(prefix: string, digits: number[]): number {
	const letters = [...prefix].map((letter) => letter.charCodeAt(0));
	const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
	let sum = 1;
	for (const digit of [
		...letters.map((code) => code >> 5),
		0,
		...letters.map((code) => code & 31),
		...digits,
	]) {
		const top = sum >>> 25;
		sum = ((sum & 0x1ffffff) << 5) ^ digit;
		generators.forEach((generator, bit) => (top >> bit) & 1 && (sum ^= generator));
	}
	return sum;
}

const encodeBech32Of = remember((prefix, hex) => {
	const bits = [...Buffer.from(String(hex), 'hex')].map((byte) =>
		byte.toString(2).padStart(8, '0'),
	);
	const digits = bits
		.join('')
		.match(/.{5}/g)!
		.map((group) => Number.parseInt(group, 2));
	const text = digits.map((digit) => bech32[digit]).join('');
	return `${prefix}1${text}${writeBech32Checksum(String(prefix), digits)}`;
});
/** The bech32 address of 20 bytes, without a chain's prefix: avax1..., fuji1... */
export const encodeBech32 = (prefix: string, bytes: Uint8Array): string =>
	encodeBech32Of(prefix, Buffer.from(bytes).toString('hex'));

/** The six letters that end an address; `kind` is 1 for bech32. */
function writeBech32Checksum(prefix: string, digits: number[], kind = 1): string {
	const sum = sumBech32(prefix, [...digits, 0, 0, 0, 0, 0, 0]) ^ kind;
	return [25, 20, 15, 10, 5, 0].map((shift) => bech32[(sum >> shift) & 31]).join('');
}

/** The 20 bytes of a bech32 address and its prefix, or undefined where it is none. */
export function decodeBech32(text: string): { prefix: string; bytes: Buffer } | undefined {
	const at = text.lastIndexOf('1');
	const prefix = text.slice(0, Math.max(0, at));
	const digits = [...text.slice(at + 1)].map((letter) => bech32.indexOf(letter));
	if (!prefix || digits.length !== 38 || digits.includes(-1) || sumBech32(prefix, digits) !== 1)
		return undefined;
	const bits = digits.slice(0, -6).map((digit) => digit.toString(2).padStart(5, '0'));
	const bytes = bits
		.join('')
		.match(/.{8}/g)!
		.map((byte) => Number.parseInt(byte, 2));
	return { prefix, bytes: Buffer.from(bytes) };
}

/** What a node says of a text that is no bech32 address; undefined where it is one. */
export function checkBech32(text: string): string | undefined {
	if (decodeBech32(text)) return undefined;
	if (text.length < 8 || text.length > 90) return `invalid bech32 string length ${text.length}`;
	const at = text.lastIndexOf('1');
	if (at < 1 || at + 7 > text.length) return `invalid separator index ${at}`;
	const [prefix, data] = [text.slice(0, at), text.slice(at + 1)];
	const bad = [...data].find((letter) => !bech32.includes(letter));
	if (bad) return `invalid character not part of charset: ${bad.charCodeAt(0)}`;
	const digits = [...data.slice(0, -6)].map((letter) => bech32.indexOf(letter));
	const [expected, ofBech32m] = [1, 0x2bc830a3].map((kind) =>
		writeBech32Checksum(prefix, digits, kind),
	);
	// The second one follows the first in its own text.
	return `invalid checksum (expected (bech32=${expected}, bech32m=${expected}${ofBech32m}), got ${data.slice(-6)})`;
}

export const isBech32 = (prefix: string, text: string): boolean =>
	decodeBech32(text)?.prefix === prefix;

const mask = (1n << 64n) - 1n;
const rotate = (value: bigint, by: bigint) => ((value << by) | (value >> (64n - by))) & mask;

/** Keccak-256 of at most 135 bytes: one block, which is all an address needs. */
function hashKeccak(data: Uint8Array): Buffer {
	const block = Buffer.alloc(200);
	block.set(data);
	block[data.length]! ^= 0x01;
	block[135]! ^= 0x80;
	const lanes = Array.from({ length: 25 }, (_, i) => block.readBigUInt64LE(i * 8));
	for (let round = 0, shift = 1; round < 24; round++) {
		const columns = [0, 1, 2, 3, 4].map((x) =>
			[0, 5, 10, 15, 20].reduce((sum, y) => sum ^ lanes[x + y]!, 0n),
		);
		for (let i = 0; i < 25; i++)
			lanes[i]! ^= columns[(i + 4) % 5]! ^ rotate(columns[(i + 1) % 5]!, 1n);
		let [x, y, moved] = [1, 0, lanes[1]!];
		for (let step = 1; step <= 24; step++) {
			[x, y] = [y, (2 * x + 3 * y) % 5];
			const value = rotate(moved, BigInt((step * (step + 1)) / 2) % 64n);
			[moved, lanes[x + 5 * y]] = [lanes[x + 5 * y]!, value];
		}
		for (let row = 0; row < 25; row += 5) {
			const old = lanes.slice(row, row + 5);
			for (let i = 0; i < 5; i++)
				lanes[row + i] = old[i]! ^ (~old[(i + 1) % 5]! & mask & old[(i + 2) % 5]!);
		}
		for (let bit = 0n; bit < 7n; bit++) {
			if (shift & 1) lanes[0]! ^= 1n << ((1n << bit) - 1n);
			shift = (shift << 1) ^ (shift >> 7 ? 0x171 : 0);
		}
	}
	lanes.slice(0, 4).forEach((lane, i) => block.writeBigUInt64LE(lane, i * 8));
	return block.subarray(0, 32);
}

/** An EVM address in the mixed case of EIP-55. */
export function writeAddress(bytes: Uint8Array): string {
	const plain = Buffer.from(bytes).toString('hex');
	const sum = hashKeccak(Buffer.from(plain)).toString('hex');
	return `0x${[...plain].map((letter, i) => (sum[i]! >= '8' ? letter.toUpperCase() : letter)).join('')}`;
}
export const makeAddress = remember((...parts) => writeAddress(makeBytes(20, ...parts)));
