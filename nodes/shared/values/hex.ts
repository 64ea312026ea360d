/** Numbers and bytes in hexadecimal, as Ethereum's JSON-RPC writes them. */

/**
 * A number of JSON-RPC. It has no leading zeros, unlike bytes such as a block's nonce, and at most 256 bits, because
 * decimal text of millions of digits takes minutes.
 */
export const isQuantity = (value: unknown): value is string =>
	typeof value === 'string' && /^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/.test(value);

/** Makes a quantity of a whole number, or of its decimal or hexadecimal text. */
export const toQuantity = (value: number | bigint | string): string =>
	`0x${(typeof value === 'string' ? BigInt(value) : value).toString(16)}`;

/** A quantity or a word of at most 256 bits as decimal text. Undefined for anything else. */
export const toDecimal = (value: unknown): string | undefined =>
	typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)
		? BigInt(value).toString()
		: undefined;

/**
 * A whole number of an answer, in hexadecimal or as a JSON number. Undefined for anything else, so null, an empty text
 * and an empty list do not become 0, nor true 1.
 */
export function toInteger(value: unknown): number | undefined {
	const isHex = typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value);
	const number = isHex ? Number(value) : value;
	return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

/** Placeholders for no block, transaction or account. */
export const zeroHash = `0x${'0'.repeat(64)}`;
export const zeroAddress = `0x${'0'.repeat(40)}`;

/** True for a hash or another word of 32 bytes. */
export const isHash = (value: unknown): value is `0x${string}` =>
	typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value);

/** True for whole bytes, even none (`0x`). */
export const isBytes = (value: unknown): value is string =>
	typeof value === 'string' && value.length % 2 === 0 && /^0x[0-9a-fA-F]*$/.test(value);
