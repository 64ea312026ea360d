/** Drops balances of a lower block than one already judged: a server behind the same URL lags behind the others. */
import { notYet } from '../../feeds/node/chain';
import { hourSeconds } from '../../shared/values/timeUnits';
import { markNode } from './alertIds';
import { isLate } from './head/late';
import type { WatchCursor } from './past';
import type { Reading, SeenBlock } from './readings';

/** Nothing but lower blocks for this long means that the chain began anew. */
const believedAfter = hourSeconds;

/** The block that the balances of this node were last judged at. */
const blockBefore = (node: string, cursor: WatchCursor | undefined): SeenBlock | undefined =>
	cursor?.views?.at(-1)?.node === markNode({ node }) ? cursor.block : undefined;

/** Where the clock does not show it, such a reading is a failure that `unreachable` waits with. */
export function dropLower(
	reading: Reading,
	node: string,
	cursor: WatchCursor | undefined,
): Reading {
	const { at, failure: unread } = reading;
	const block = unread ? undefined : reading.block;
	const before = blockBefore(node, cursor);
	if (!block || !before || block.height >= before.height)
		return { ...reading, block: block ?? before };
	const lowerSince = Math.min(before.lowerSince ?? at, at);
	if (at - lowerSince >= believedAfter) return reading;
	const about = { block: { ...before, lowerSince }, lowerFor: at - lowerSince };
	const { failure } = isLate(reading.blockAge) ? {} : notYet(before.height);
	return { ...reading, ...about, validators: undefined, failure };
}
