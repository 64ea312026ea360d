/** The records that wait after a poll. They are reported once when they are old, and once when none waits any more. */
import type { Budget } from './budget';
import { lagOf } from './lag';
import type { Source } from './source';

/** Remembered between polls while something waits. */
export interface Backlog {
	/** When a poll first saw it (UNIX seconds), and the feed's end then. All that waits below that end is as old. */
	seen: [at: number, end: number];
	/** Set once it was reported: the ID that both items share, and when (UNIX seconds). */
	told?: [id: number, at: number];
}

interface OfBacklog {
	/** The position at which the first reporting poll began. */
	id: number;
	/** When it was first reported, UNIX seconds. */
	since: number;
}

export interface BehindNotice extends OfBacklog {
	notice: 'behind';
	positions: Source['positions'];
	/** Everything below `from` was emitted. Records from `from` up to, not including, `to` still wait. */
	from: number;
	to: number;
	/** Something has been waiting for at least this long. */
	lagSeconds: number;
}

export interface CaughtUp extends OfBacklog {
	notice: 'caughtUp';
	lastedSeconds: number;
}

export type FeedNotice = BehindNotice | CaughtUp;

interface Reach {
	/** When the poll began, UNIX seconds. */
	at: number;
	/** The position at which the poll began. */
	id: number;
	/** Everything below this position has been read. */
	next: number;
	/** The lowest position known to wait. */
	oldest: number;
	/** The feed's end. Blocks above it still wait for confirmations. */
	end: number;
}

interface Judging {
	/** Age from which a backlog is reported. Undefined means never. */
	behindSeconds?: number;
	confirmations: number;
	source: Source;
	budget: Budget;
}

interface JudgedBacklog {
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
	// Without a block time, the age since a poll first saw it decides alone, and the report comes later.
	const lagSeconds = Math.max(at - seen[0], (await measure(reach, judging)) ?? 0);
	if (lagSeconds < behindSeconds) return { notices: [], backlog: { seen } };
	const sureEnd = await sureEndOf(end, isSeenBefore ? before.seen[1] : undefined, judging);
	if (sureEnd === undefined) return { notices: [], backlog: { seen } };
	const { positions } = source;
	const behind: BehindNotice = {
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
 * The end up to which records surely wait, because a server may report an end that no chain has. A poll with no time
 * left to ask takes the lower of the ends that two polls saw.
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

/** True if the server has the last block before the end. */
async function isThere(
	source: Extract<Source, { positions: 'blocks' }>,
	end: number,
): Promise<boolean> {
	const look = source.lookAt ?? source.timeOf;
	const answer = source.hasEnd ? await source.hasEnd(end) : await look(end - 1);
	return answer.ok && answer.result !== undefined && answer.result !== false;
}

/** Seconds since the oldest waiting record could have been emitted. Undefined if its block's time is unknown. */
async function measure(
	{ at, oldest }: Reach,
	{ source, budget, confirmations }: Judging,
): Promise<number | undefined> {
	if (source.positions === 'seconds') return at - oldest;
	if (!budget.mayAsk) return undefined;
	// It could be emitted once its last confirming block existed.
	const answer = await source.timeOf(oldest + confirmations);
	return answer.ok ? (lagOf(answer.result, at) ?? undefined) : undefined;
}
