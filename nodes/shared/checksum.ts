/** Addresses of EVM chains: their checksum is the case of their letters (ERC-55). */
import { getAddress } from 'ethers';
import { isHexAddress } from './ids';

/** Those that were asked for last: a checksum is a hash, and logs repeat their addresses. */
const known = new Map<string, string>();
const mostKnown = 10_000;

/** An address with its checksum; anything else as it is. */
export function toChecksumAddress(value: unknown): unknown {
	if (typeof value !== 'string' || !isHexAddress(value)) return value;
	const found = known.get(value);
	if (found !== undefined) return found;
	if (known.size >= mostKnown) known.clear();
	const address = getAddress(value.toLowerCase());
	known.set(value, address);
	return address;
}

export const evmAddressRule = '0x and 40 hexadecimal digits; mixed case needs a valid checksum';

/** An address in small letters, in capitals, or with its checksum. */
export function isEvmAddress(value: unknown): value is string {
	if (typeof value !== 'string' || !isHexAddress(value)) return false;
	const digits = value.slice(2);
	return (
		[digits.toLowerCase(), digits.toUpperCase()].includes(digits) ||
		toChecksumAddress(value) === value
	);
}
