/** EVM addresses. The case of their letters is a checksum (ERC-55). */
import { getAddress } from 'ethers';
import { isHexAddress } from './ids';

/**
 * Caches the last addresses in two generations. A checksum takes a hash, and addresses are checked before they are
 * shown and repeat in logs.
 */
let known = new Map<string, string>();
let knownBefore = new Map<string, string>();
const mostKnown = 20_000;

/** An address with its checksum. Anything else stays unchanged. */
export function toChecksumAddress(value: unknown): unknown {
	if (typeof value !== 'string' || !isHexAddress(value)) return value;
	const address = known.get(value) ?? knownBefore.get(value) ?? getAddress(value.toLowerCase());
	keep(value, address);
	return address;
}

function keep(written: string, address: string): void {
	if (known.has(written)) return;
	if (known.size >= mostKnown) {
		knownBefore = known;
		known = new Map();
	}
	known.set(written, address);
	// The checksummed form needs no hash later either.
	if (written !== address) known.set(address, address);
}

export const evmAddressRule = '0x and 40 hexadecimal digits; mixed case needs a valid checksum';
export const evmAddressForm = `an EVM address (${evmAddressRule})`;

/** True for an address in lower case, in upper case, or with a valid checksum. */
export function isEvmAddress(value: unknown): value is string {
	if (typeof value !== 'string' || !isHexAddress(value)) return false;
	const digits = value.slice(2);
	return (
		[digits.toLowerCase(), digits.toUpperCase()].includes(digits) ||
		toChecksumAddress(value) === value
	);
}
