/** When an import or export was included, and that it was accepted. The API names only its block. */
import { chainPath } from '../shared/avalanche/paths';
import { readBlockTime } from '../shared/chains/timesOfBlocks';
import type { Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import type { RpcOperation } from '../shared/operation/operations';
import { toInteger } from '../shared/values/hex';
import { readNumber } from '../shared/values/numbers';

/** UNIX seconds. Null if the node does not tell the block. Fails for an answer about another block. */
async function readTime(client: Client, chain: unknown, height: number): Promise<Answer> {
	const time = await readBlockTime(client, chainPath(String(chain), 'rpc'), height);
	if (!time.ok && time.failure.kind === 'not-understood') return time;
	return { ok: true, result: time.ok ? (toInteger(time.result) ?? null) : null };
}

/** Adds the time of the block, and the status. Both are null while the transaction is in no block. */
export const addOutcome: NonNullable<RpcOperation['complete']> = async (
	made,
	{ client, values },
) => {
	if (!made.ok) return made;
	const [record] = made.result;
	const height = readNumber(record.blockHeight);
	if (height === undefined) return made;
	const time = await readTime(client, values.chain, height);
	if (!time.ok) return time;
	const outcome = { blockTimestamp: time.result as number | null, status: 'Accepted' };
	return { ...made, result: [{ ...record, ...outcome }] };
};
