/** Decides when a heartbeat is due, and finds gaps in polling. Pure functions of the stored pulse and this poll. */
import { isLongGap, longestInterval, usualInterval } from '../intervals';

/** Stored beside the cursor. Times are UNIX seconds. */
export interface Pulse {
	beatAt?: number;
	/** The last poll, and the last poll that could read its source. */
	polledAt: number;
	seenAt?: number;
	/** The first failed poll in a row. Absent once a poll can read its source. */
	failsSince?: number;
	/** Seconds between the last polls, the oldest first. */
	gaps: number[];
	/** Set by a tick without items. Another process sees such a pulse only if n8n stores it with durable cursors. */
	isCommitted?: true;
	/** A gap in polling that is still to be reported. */
	blind?: Blind;
	/** Since when the receiver takes no ping, if that was reported. */
	unpingedSince?: number;
	/** A mark of its URL, which is a secret. */
	unpingedUrl?: string;
}

/** A gap in polling: from the last known poll to the first one after it, UNIX seconds. */
export interface Blind {
	from: number;
	to: number;
}

export interface Look {
	at: number;
	isSeen: boolean;
	/** If true, only heartbeats are reported now, and a gap waits. */
	isQuiet: boolean;
	/** True if n8n calls this poll a tick of the schedule, false for an activation. */
	isTick: boolean;
	/** The last poll of this trigger in this process. */
	ownPolledAt?: number;
}

interface Beat {
	pulse: Pulse;
	/** True if a heartbeat is due and can be sent. If the source cannot be read, it waits for a second failed poll. */
	isDue: boolean;
	/** A gap to report now. */
	blind?: Blind;
}

/** The median of this many gaps counts as the poll interval. */
const mostGaps = 3;

/** Seconds between two polls: the median of the last gaps, or the shorter of two. */
function intervalOf(gaps: number[], otherwise = usualInterval): number {
	const sorted = [...gaps].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) / 2)] ?? otherwise;
}

const isLong = (gap: number, gaps: number[] = []): boolean =>
	isLongGap(gap, intervalOf(gaps, longestInterval));

/** True if less than half a poll interval is missing, or if the clock was set back. */
function isDue({ beatAt, gaps }: Pulse, at: number, everySeconds: number): boolean {
	if (beatAt === undefined || at < beatAt) return true;
	const half = Math.min(intervalOf(gaps), everySeconds) / 2;
	return everySeconds - (at - beatAt) < half;
}

/** The last poll that certainly had none after it. The usual engine's stored pulse may be weeks old. */
function lastProven(pulse: Pulse | undefined, { isTick, ownPolledAt }: Look): number | undefined {
	const proven = pulse?.isCommitted && isTick ? pulse.polledAt : undefined;
	const known = [ownPolledAt, proven].filter((each) => each !== undefined);
	return known.length ? Math.max(...known) : undefined;
}

/** `beatsEvery` is set if each beat is an item: the stored poll is then at most one beat too old. */
function findBlind(
	pulse: Pulse | undefined,
	look: Look,
	beatsEvery: number | undefined,
): Blind | undefined {
	const proven = lastProven(pulse, look);
	const from = proven ?? pulse?.polledAt;
	if (from === undefined || (proven === undefined && beatsEvery === undefined)) return undefined;
	const spare = proven === undefined ? beatsEvery! : 0;
	return isLong(look.at - from - spare, pulse?.gaps) ? { from, to: look.at } : undefined;
}

/** Merges a gap that is still to be reported with a new one. */
const join = (old: Blind | undefined, found: Blind | undefined): Blind | undefined =>
	old && found ? { from: Math.min(old.from, found.from), to: found.to } : (found ?? old);

/** Takes a poll into account. With `sendsItem`, each beat is an item, and n8n stores the pulse with it. */
export function takePulse(
	before: Pulse | undefined,
	look: Look,
	{ everySeconds, sendsItem }: { everySeconds: number; sendsItem: boolean },
): Beat {
	const { at, isSeen, isQuiet } = look;
	const blind = join(before?.blind, findBlind(before, look, sendsItem ? everySeconds : undefined));
	const pulse: Pulse = {
		...(before?.beatAt !== undefined && { beatAt: before.beatAt }),
		polledAt: at,
		...(isSeen ? { seenAt: at } : fails(before, at)),
		gaps: gapsWith(before, look),
		...(blind && isQuiet && { blind }),
		...recallPings(before),
	};
	const due = isDue(pulse, at, everySeconds) && (isSeen || isLasting(before, at));
	if (due) pulse.beatAt = at;
	return { pulse, isDue: due, ...(blind && !isQuiet && { blind }) };
}

const recallPings = ({ unpingedSince, unpingedUrl }: Partial<Pulse> = {}): Partial<Pulse> => ({
	...(unpingedSince !== undefined && { unpingedSince }),
	...(unpingedUrl !== undefined && { unpingedUrl }),
});

/** The last gaps between polls. A long newest gap counts only if no poll can be missing in it. */
function gapsWith(before: Pulse | undefined, look: Look): number[] {
	const gaps = before?.gaps ?? [];
	const proven = lastProven(before, look);
	const gap = look.at - (proven ?? before?.polledAt ?? look.at);
	const isKnown = proven !== undefined || !isLong(gap, gaps);
	return isKnown && gap > 0 ? [...gaps, gap].slice(-mostGaps) : gaps;
}

const fails = (before: Pulse | undefined, at: number): Partial<Pulse> => ({
	...(before?.seenAt !== undefined && { seenAt: before.seenAt }),
	failsSince: before?.failsSince ?? at,
});

/** True if the poll before failed, too. If it stored nothing, an old `seenAt` shows it. */
function isLasting(before: Pulse | undefined, at: number): boolean {
	if (!before) return false;
	const { failsSince, seenAt, gaps } = before;
	return failsSince !== undefined || (seenAt !== undefined && at - seenAt > 1.5 * intervalOf(gaps));
}
