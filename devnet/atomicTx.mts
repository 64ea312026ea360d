import { hash } from 'node:crypto';
import { encodeCb58, makeBytes } from './ids.mts';

/** Atomic transactions of the C-Chain as bytes, and their IDs. */

export const number = (value: number | bigint, bytes: number) =>
	Buffer.from(
		BigInt(value)
			.toString(16)
			.padStart(2 * bytes, '0'),
		'hex',
	);
/** The ID of bytes. */
export const identify = (bytes: Uint8Array) => encodeCb58(hash('sha256', bytes, 'buffer'));

/** An unsigned import to the C-Chain or export from it, as bytes; each key makes another one. */
export function makeAtomicTx(key: string, type = 0): Buffer {
	const [networkId, zero, pChainId] = [number(1, 4), number(0, 4), Buffer.alloc(32)];
	const codecAndType = number(type, 6);
	return Buffer.concat([
		codecAndType,
		networkId,
		makeBytes(32, 'C-Chain'),
		pChainId,
		makeBytes(80, key),
		zero,
	]);
}

/** The one that the ledger has in a block. */
export const makeRecordedTx = (seed: number, block: number, type: 'ImportTx' | 'ExportTx') =>
	makeAtomicTx(`${seed}/atomic/${block}`, type === 'ImportTx' ? 0 : 1);
