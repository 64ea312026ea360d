/** Numbers as an EVM chain writes them; texts are read as numbers too, in hexadecimal with 0x. */
type Numeric = bigint | number | string;

/** A quantity: `0x1f`. */
export const hex = (value: Numeric): string => `0x${BigInt(value).toString(16)}`;
/** 32 bytes, without 0x. */
export const word = (value: Numeric): string => BigInt(value).toString(16).padStart(64, '0');
export const hashOf = (value: Numeric): string => `0x${word(value)}`;
export const address = (value: Numeric): string =>
	`0x${BigInt(value).toString(16).padStart(40, '0')}`;

/** A short text as a contract returns it. */
export const asText = (text: string): string =>
	`0x${word(32)}${word(text.length)}${Buffer.from(text).toString('hex').padEnd(64, '0')}`;
