/** The name of a signed transaction on its network, from its bytes. */
import { createHash } from 'node:crypto';
import { keccak256 } from 'ethers';
import { encodeCb58 } from '../values/ids';

/**
 * The hash of the transaction that a call sends, by which its network will know it: of eth_sendRawTransaction (and its
 * kin), or the ID of an issueTx with bytes in hexadecimal. Undefined if the call does not say.
 */
export function transactionHashOf(
	method: string,
	params: Record<string, unknown> | unknown[],
): string | undefined {
	const [first] = Array.isArray(params) ? params : [params];
	if (/^eth_sendRawTransaction/.test(method)) return isHex(first) ? keccak256(first) : undefined;
	if (!/\.issueTx$/.test(method)) return undefined;
	const { tx, encoding = 'hex' } = (first ?? {}) as { tx?: unknown; encoding?: unknown };
	if (!isHex(tx) || (encoding !== 'hex' && encoding !== 'hexnc')) return undefined;
	const bytes = Buffer.from(tx.slice(2), 'hex');
	const signed = encoding === 'hex' ? bytes.subarray(0, -4) : bytes;
	return encodeCb58(createHash('sha256').update(signed).digest());
}

const isHex = (value: unknown): value is string =>
	typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value);
