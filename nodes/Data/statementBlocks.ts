import type { Answer } from '../shared/errors';
import type { Client } from '../shared/network/client';
import type { TimeRange } from '../shared/report/totals';
import type { BlockRange } from '../shared/chains/blockRange';
import { searchIndexedBlocks } from './blockTimes';

/**
 * The blocks of a period by the service's times. Empty (`from` = `to`) if there are none. Never includes block 0, which
 * moves nothing: its balances are the earliest opening balances.
 */
export async function findBlocks(
	client: Client,
	chainId: string,
	{ from, to }: TimeRange,
): Promise<Answer<BlockRange>> {
	const search = searchIndexedBlocks(client, chainId);
	const newest = await search.newest();
	if (!newest.ok) return newest;
	const startOf = async (moment: number, ifOpen: number): Promise<Answer<number>> =>
		Number.isFinite(moment) ? await search.startOf(moment) : { ok: true, result: ifOpen };
	const first = await startOf(from, 1);
	if (!first.ok) return first;
	const end = await startOf(to, newest.result.number + 1);
	if (!end.ok) return end;
	const begin = Math.max(first.result, 1);
	return { ok: true, result: { from: begin, to: Math.max(begin, end.result) } };
}
