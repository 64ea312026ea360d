import type { Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import type { TimeRange } from '../shared/report/totals';
import type { BlockRange } from '../shared/chains/blockRange';
import { searchBlocks } from './blockTimes';

/**
 * The blocks of a period by the service's times. Empty (`from` = `to`) if there are none. Never includes block 0, which
 * moves nothing: its balances are the earliest opening balances.
 */
export async function findBlocks(
	client: Client,
	chainId: string,
	{ from, to }: TimeRange,
): Promise<Answer<BlockRange>> {
	const search = searchBlocks(client, chainId);
	const newest = await search.newest();
	if (!newest.ok) return newest;
	const behind = newest.result.number + 1;
	/** The first block at or after a moment. If there is none yet, the number after the newest. */
	const findFirst = async (moment: number): Promise<Answer<number>> => {
		const found = await search.firstFrom(moment);
		return found.ok ? { ok: true, result: found.result ?? behind } : found;
	};
	const first: Answer<number> = Number.isFinite(from)
		? await findFirst(from)
		: { ok: true, result: 1 };
	if (!first.ok) return first;
	const end: Answer<number> = Number.isFinite(to)
		? await findFirst(to)
		: { ok: true, result: behind };
	if (!end.ok) return end;
	const begin = Math.max(first.result, 1);
	return { ok: true, result: { from: begin, to: Math.max(begin, end.result) } };
}
