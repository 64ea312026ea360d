/** Addresses of EVM chains in checksum form (ERC-55); bundled, because it hashes with ethers. */
import { getAddress } from 'ethers';
import { isEvmAddress } from './ids';

/** An address with its checksum; anything else as it is. */
export const toChecksumAddress = (value: unknown): unknown =>
	typeof value === 'string' && isEvmAddress(value) ? getAddress(value.toLowerCase()) : value;
