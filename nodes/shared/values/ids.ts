/**
 * Text forms of Avalanche's IDs, checked to the last character before anything is sent. cb58 is written by hand,
 * because the bech32 library takes two to three times as long for it, and a poll reads thousands.
 */
import { createHash } from 'node:crypto';
import { bech32 } from '@scure/base';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Longer than any ID. The work grows with the square of the text's length. */
const longestId = 100;

/** The bytes of a cb58 text (base58 with a 4-byte SHA-256 checksum). Undefined if it is malformed or too long. */
export function decodeCb58(text: string): Buffer | undefined {
	if (text.length > longestId) return undefined;
	let value = 0n;
	// Nine digits at a time fit into an exact number. BigInt digit by digit is slow.
	for (const group of text.match(/.{1,9}/gsu) ?? []) {
		const digits = [...group].map((character) => base58.indexOf(character));
		if (digits.includes(-1)) return undefined;
		const number = digits.reduce((sum, digit) => sum * 58 + digit, 0);
		value = value * BigInt(58 ** group.length) + BigInt(number);
	}
	const hex = value === 0n ? '' : value.toString(16);
	const leadingZeros = /^1*/.exec(text)![0].length;
	const bytes = Buffer.concat([
		Buffer.alloc(leadingZeros),
		Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex'),
	]);
	const payload = bytes.subarray(0, -4);
	const checksum = createHash('sha256').update(payload).digest().subarray(-4);
	return bytes.length >= 4 && checksum.equals(bytes.subarray(-4)) ? payload : undefined;
}

export function encodeCb58(payload: Buffer): string {
	const checksum = createHash('sha256').update(payload).digest().subarray(-4);
	const bytes = Buffer.concat([payload, checksum]);
	const zeros = bytes.findIndex((byte) => byte !== 0);
	let text = '';
	// Divided by hand, three digits at a time, in numbers below 2^31. BigInt is thirty times slower.
	for (let first = zeros; first < bytes.length; ) {
		let rest = 0;
		for (let i = first; i < bytes.length; i++) {
			const value = (rest << 8) | bytes[i];
			bytes[i] = value / 58 ** 3;
			rest = value % 58 ** 3;
		}
		for (let i = 0; i < 3; i++, rest = (rest / 58) | 0) text = base58[rest % 58] + text;
		while (bytes[first] === 0) first++;
	}
	return '1'.repeat(zeros) + text.replace(/^1+/, '');
}

/** A 32-byte ID in cb58: a blockchain, subnet, transaction, asset, validation or VM ID. */
export const isId = (text: string): boolean => decodeCb58(text)?.length === 32;

/** A node ID: `NodeID-` and 20 bytes in cb58. */
export const isNodeId = (text: string): boolean =>
	text.startsWith('NodeID-') && decodeCb58(text.slice('NodeID-'.length))?.length === 20;

/** A 20-byte EVM address in hexadecimal, in any case, as servers write it. isEvmAddress is for user input. */
export const isHexAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

/** A bech32 address with its network prefix (avax1..., fuji1...), with or without `P-`, `X-` or `C-`. */
export function isBech32Address(text: string): boolean {
	const [, address] = /^(?:[PXC]-)?([a-z][a-z0-9]*1[a-z0-9]{38})$/.exec(text) ?? [];
	return address !== undefined && bech32.decodeUnsafe(address) !== undefined;
}

/** The ends of a long hexadecimal address or hash. */
export const shortenHex = (id: string): string => `${id.slice(0, 6)}...${id.slice(-4)}`;

/** "NodeID-MFrZ...xXZ", which fits on one line of a phone. */
export function shortenNodeId(nodeId: string): string {
	const [, start, end] = /^(NodeID-.{4}).{4,}(.{3})$/.exec(nodeId) ?? [];
	return start ? `${start}...${end}` : nodeId;
}

/** The placeholder for no transaction and no UTXO: 32 zero bytes in cb58. */
export const zeroId = '11111111111111111111111111111111LpoYY';
