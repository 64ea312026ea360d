/** How far behind what happened it is reported. */

/** The first block of the oldest chain, UNIX seconds: what claims to be older has no time. */
const firstBlock = 1_230_940_800;
/** A block may be so far ahead of its time; one that is further ahead shows that a clock is wrong. */
const mostAheadSeconds = 10;

/** Seconds from a time, UNIX seconds, to `at`; null where the time cannot be. */
export function lagOf(time: number | undefined, at: number): number | null {
	const isBelieved = time !== undefined && time >= firstBlock && time <= at + mostAheadSeconds;
	return isBelieved ? Math.max(0, at - time) : null;
}
