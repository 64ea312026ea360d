/** When an import or export was included, and that it was accepted. The API names only its block. */
import { chainPath } from '../shared/avalanche/paths';
import { readKnownTime } from '../shared/chains/timesOfBlocks';
import { completeRecord } from '../shared/operation/complete';
import { toInteger } from '../shared/values/hex';
import { readNumber } from '../shared/values/numbers';

/** Adds the time of the block, and the status. Both are null while the transaction is in no block. */
export const addAcceptance = completeRecord(async (record, { client, values }) => {
	const height = readNumber(record.blockHeight);
	if (height === undefined) return { ok: true, result: record };
	const time = await readKnownTime(client, chainPath(String(values.chain), 'rpc'), height);
	if (!time.ok) return time;
	const blockTimestamp = toInteger(time.result) ?? null;
	return { ok: true, result: { ...record, blockTimestamp, status: 'Accepted' } };
});
