/** What waits after a poll of a feed: reported once when it is old, and once when nothing waits any more. */
import type { Budget } from './budget';
import { lagOf } from './lag';
import type { Source } from './source';

/** What is remembered while something waits. */
export interface Backlog {
	/** When a poll saw it wait, UNIX seconds, and where the feed ended then: all that waits below is as old. */
	seen: [at: number, end: number];
	/** That it was reported: what names the items, and when, UNIX seconds. */
	told?: [id: number, at: number];
}

/** What both items of a backlog have in common. */
interface OfBacklog {
	/** Where the poll began that reported it first. */
	id: number;
	/** When it was reported first, UNIX seconds. */
	since: number;
}

/** The feed is behind. */
export interface Behind extends OfBacklog {
	notice: 'behind';
	positions: Source['positions'];
	/** Everything below this position has come, and everything below the end is still to come. */
	from: number;
	to: number;
	/** For so long at least something waits. */
	lagSeconds: number;
}

/** The feed was behind, and nothing waits any more. */
export interface CaughtUp extends OfBacklog {
	notice: 'caughtUp';
	lastedSeconds: number;
}

export type FeedNotice = Behind | CaughtUp;

/** How far a poll came. */
interface Reach {
	/** When it began, UNIX seconds. */
	at: number;
	/** Where it began. */
	id: number;
	/** Everything below it has come. */
	next: number;
	/** The oldest position that is known to wait. */
	oldest: number;
	/** Where the feed ends: what waits for confirmations lies beyond. */
	end: number;
}

interface Judging {
	/** From which age on it is reported; undefined where it never is. */
	behindSeconds?: number;
	confirmations: number;
	source: Source;
	budget: Budget;
}

/** What a poll reports of what waits, and what it remembers. */
export interface JudgedBacklog {
	notices: FeedNotice[];
	backlog?: Backlog;
}

export async function judgeBacklog(
	before: Backlog | undefined,
	reach: Reach,
	judging: Judging,
): Promise<JudgedBacklog> {
	const { behindSeconds, source } = judging;
	if (behindSeconds === undefined) return { notices: [] };
	const { at, id, next, end } = reach;
	if (next >= end) return { notices: before?.told ? [catchUp(before.told, at)] : [] };
	const isSeenBefore = before !== undefined && next < before.seen[1];
	const seen: Backlog['seen'] = isSeenBefore ? before.seen : [at, end];
	if (before?.told) return { notices: [], backlog: { seen, told: before.told } };
	// The memory alone tells it later, where nobody says how old the block is.
	const lagSeconds = Math.max(at - seen[0], (await measure(reach, judging)) ?? 0);
	if (lagSeconds < behindSeconds) return { notices: [], backlog: { seen } };
	const sureEnd = await sureEndOf(end, isSeenBefore ? before.seen[1] : undefined, judging);
	if (sureEnd === undefined) return { notices: [], backlog: { seen } };
	const { positions } = source;
	const behind: Behind = {
		notice: 'behind',
		id,
		since: at,
		positions,
		from: next,
		to: sureEnd,
		lagSeconds,
	};
	return { notices: [behind], backlog: { seen, told: [id, at] } };
}

const catchUp = ([id, since]: NonNullable<Backlog['told']>, at: number): CaughtUp => ({
	notice: 'caughtUp',
	id,
	since,
	lastedSeconds: Math.max(0, at - since),
});

/**
 * Up to where something waits for sure: a server may tell an end that no chain has. A poll that may ask nothing more takes
 * what two polls were told.
 */
async function sureEndOf(
	end: number,
	before: number | undefined,
	{ source, budget }: Judging,
): Promise<number | undefined> {
	if (source.positions === 'seconds') return end;
	if (budget.mayAsk) return (await isThere(source, end)) ? end : undefined;
	return before === undefined ? undefined : Math.min(end, before);
}

/** Whether the last block before an end is shown to be there. */
async function isThere(
	source: Extract<Source, { positions: 'blocks' }>,
	end: number,
): Promise<boolean> {
	const look = source.lookAt ?? source.timeOf;
	const answer = source.hasEnd ? await source.hasEnd(end) : await look(end - 1);
	return answer.ok && answer.result !== undefined && answer.result !== false;
}

/** How long the oldest that waits could have come, in seconds; undefined where nobody says it. */
async function measure(
	{ at, oldest }: Reach,
	{ source, budget, confirmations }: Judging,
): Promise<number | undefined> {
	if (source.positions === 'seconds') return at - oldest;
	if (!budget.mayAsk) return undefined;
	// It could come once it had its last confirmation.
	const answer = await source.timeOf(oldest + confirmations);
	return answer.ok ? (lagOf(answer.result, at) ?? undefined) : undefined;
}
