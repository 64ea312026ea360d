/** When a heartbeat is due, and what time nobody looked: a pure function of what earlier polls left and this one. */

/** What is stored beside the cursor. Times are UNIX seconds. */
export interface Pulse {
	/** The last heartbeat. */
	beatAt?: number;
	/** The last poll, and the last one that could read its source. */
	polledAt: number;
	seenAt?: number;
	/** Set by a poll that could not read its source, where the one before could not either, or is not known. */
	failsSince?: number;
	/** Seconds between the last polls, the oldest first. */
	gaps: number[];
	/** Left by a tick without items: only a durable cursor can show it to another process. */
	isCommitted?: true;
	/** A time nobody looked that is still to be reported. */
	blind?: Blind;
}

/** From the last poll that is known to the first one after it. */
export interface Blind {
	from: number;
	to: number;
}

export interface Look {
	at: number;
	/** Whether the source could be read. */
	isSeen: boolean;
	/** Whether nothing but heartbeats is to be reported now. */
	isQuiet: boolean;
	/** Whether n8n calls this a tick of the schedule, and not an activation. */
	isTick: boolean;
	/** The last poll of this trigger in this process. */
	ownPolledAt?: number;
}

interface Beat {
	pulse: Pulse;
	/** Whether a heartbeat is due, and can be sent. */
	isDue: boolean;
	/** Nobody looked then, and it is time to say so. */
	blind?: Blind;
}

/** Of so many gaps the middle one counts. */
const mostGaps = 3;
const usualInterval = 60;
/** Before anything is known of them, polls may be hours apart. */
const longestInterval = 3600;

/** Seconds between two polls: the middle one of the last gaps, the shorter where there are two. */
function intervalOf(gaps: number[], otherwise = usualInterval): number {
	const sorted = [...gaps].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) / 2)] ?? otherwise;
}

/** A gap that no jitter of polls explains. */
const isLong = (gap: number, gaps: number[] = []): boolean =>
	gap > 3 * intervalOf(gaps, longestInterval) + 120;

/** Due when less than half a poll is missing, or after the clock was set back. */
function isDue({ beatAt, gaps }: Pulse, at: number, everySeconds: number): boolean {
	if (beatAt === undefined || at < beatAt) return true;
	const half = Math.min(intervalOf(gaps), everySeconds) / 2;
	return everySeconds - (at - beatAt) < half;
}

/** The last poll that is proven: what the usual engine stored may be weeks old, and others may have followed. */
function lastProven(pulse: Pulse | undefined, { isTick, ownPolledAt }: Look): number | undefined {
	const proven = pulse?.isCommitted && isTick ? pulse.polledAt : undefined;
	const known = [ownPolledAt, proven].filter((each) => each !== undefined);
	return known.length ? Math.max(...known) : undefined;
}

/** `beatsEvery` is set where each beat is an item: the next one would have stored a later poll. */
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

/** What is still to be reported, and what is new: one time from the first to the last. */
const join = (old: Blind | undefined, found: Blind | undefined): Blind | undefined =>
	old && found ? { from: Math.min(old.from, found.from), to: found.to } : (found ?? old);

/** Takes a poll into account. `beatsEvery` is set where each beat is an item, with which n8n stores the pulse. */
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
	};
	const due = isDue(pulse, at, everySeconds) && (isSeen || isLasting(before, at));
	if (due) pulse.beatAt = at;
	return { pulse, isDue: due, ...(blind && !isQuiet && { blind }) };
}

/** The last gaps between polls, with the one before this poll if nothing is missing in it. */
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

/** Whether the poll before could not read its source either: a failing poll may have stored nothing. */
function isLasting(before: Pulse | undefined, at: number): boolean {
	if (!before) return false;
	const { failsSince, seenAt, gaps } = before;
	return failsSince !== undefined || (seenAt !== undefined && at - seenAt > 1.5 * intervalOf(gaps));
}
