/** The delay between an event and its report. */

/** The oldest chain's first block, UNIX seconds. No record can be older. */
const firstBlock = 1_230_940_800;
/** A block may be this far ahead of its time. More than that shows that a clock is wrong. */
const mostAheadSeconds = 10;

/** Seconds from `time` (UNIX seconds) to `at`. Null if the time cannot be right. */
export function lagOf(time: number | undefined, at: number): number | null {
	const isBelieved = time !== undefined && time >= firstBlock && time <= at + mostAheadSeconds;
	return isBelieved ? Math.max(0, at - time) : null;
}
