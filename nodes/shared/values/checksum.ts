/** Addresses of EVM chains: their checksum is the case of their letters (ERC-55). */
import { getAddress } from 'ethers';
import { isHexAddress } from './ids';

/**
 * Those that were asked for last, and those before them: a checksum is a hash, and addresses are checked before they are
 * shown, and repeat themselves in logs.
 */
let known = new Map<string, string>();
let knownBefore = new Map<string, string>();
const mostKnown = 20_000;

/** An address with its checksum; anything else as it is. */
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
	// What comes with its checksum later is not hashed again.
	if (written !== address) known.set(address, address);
}

export const evmAddressRule = '0x and 40 hexadecimal digits; mixed case needs a valid checksum';
export const evmAddressForm = `an EVM address (${evmAddressRule})`;

/** An address in small letters, in capitals, or with its checksum. */
export function isEvmAddress(value: unknown): value is string {
	if (typeof value !== 'string' || !isHexAddress(value)) return false;
	const digits = value.slice(2);
	return (
		[digits.toLowerCase(), digits.toUpperCase()].includes(digits) ||
		toChecksumAddress(value) === value
	);
}
