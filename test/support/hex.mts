/** Numbers as an EVM chain writes them; texts are read as numbers too, in hexadecimal with 0x. */
type Numeric = bigint | number | string;

/** A quantity: `0x1f`. */
export const hex = (value: Numeric): string => `0x${BigInt(value).toString(16)}`;
/** 32 bytes, without 0x. */
export const word = (value: Numeric): string => BigInt(value).toString(16).padStart(64, '0');
export const hashOf = (value: Numeric): string => `0x${word(value)}`;
export const address = (value: Numeric): string =>
	`0x${BigInt(value).toString(16).padStart(40, '0')}`;
