/** Addresses of EVM chains in checksum form (ERC-55). */
import { getAddress } from 'ethers';
import { isEvmAddress } from './ids';

/** Those that were asked for last: a checksum is a hash, and logs repeat their addresses. */
const known = new Map<string, string>();
const mostKnown = 10_000;

/** An address with its checksum; anything else as it is. */
export function toChecksumAddress(value: unknown): unknown {
	if (typeof value !== 'string' || !isEvmAddress(value)) return value;
	const found = known.get(value);
	if (found !== undefined) return found;
	if (known.size >= mostKnown) known.clear();
	const address = getAddress(value.toLowerCase());
	known.set(value, address);
	return address;
}
