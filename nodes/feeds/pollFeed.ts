/**
 * One poll of a feed: a cursor, a source, the user's choices and a clock make the records to emit and the next cursor. It
 * stores nothing, and whatever fails, nothing moves.
 */
import { fail, type Answer } from '../shared/errors';
import { blocksApart } from '../shared/network/hosts';
import { judgeBacklog, type FeedNotice } from './backlog';
import { Budget, mostRecords, type PollClock } from './budget';
import { cursorVersion, type Batch, type FeedCursor, type Place } from './cursor';
import { Reader } from './reader';
import type { Ascending, FeedRecord, Gap, Head, RecordName, Source } from './source';
import {
	beginningOf,
	keepStarted,
	markStarted,
	refuseBeyond,
	startOverDue,
	type StartOver,
} from './startOver';
import { limitOf, recall } from './takeBack';
import type { Patience } from './unreadable';
import { ascend } from './walks/ascending';
import { Descent } from './walks/descending';
import { RangedWalk } from './walks/ranged';
import { isInTheWay, type Walker } from './walks/walk';

export interface FeedSettings {
	event: FeedCursor['event'];
	record: RecordName;
	/** Names what is watched, and from where. */
	feed: string;
	start: { at: 'now' } | { at: 'position'; position: number } | { at: 'time'; time: number };
	/** Positions before the end that may still be taken back. */
	confirmations: number;
	/** Seconds for which late records of a position are looked for; 0 reads everything once. */
	settleSeconds: number;
	/** Keeps where the last batch began, so that it can be emitted again. */
	redeliver: boolean;
	/** Seconds from which on what waits after a poll is reported; without it, it never is. */
	behindSeconds?: number;
	/** Another place, once. */
	startOver?: StartOver;
}

export interface Polled {
	emitted: Array<FeedRecord | Gap>;
	/** What the feed says of itself, after all that it emitted. */
	notices: FeedNotice[];
	cursor: FeedCursor;
	/** What the log is to say of this poll. */
	note?: string;
}

type Ends = NonNullable<FeedCursor['ends']>;

/** How many ends are kept, to know which positions are old enough. */
const mostEnds = 10;

/** What is remembered of this feed, or nothing where the settings name another one now. */
export const ownCursor = (
	cursor: FeedCursor | undefined,
	{ event, feed }: FeedSettings,
): FeedCursor | undefined => (cursor?.event === event && cursor.feed === feed ? cursor : undefined);

/** A watch that cannot begin yet: it begins, when it can, at its start, or where it was published. */
export const postpone = (
	{ event, feed, start }: FeedSettings,
	{ now }: Pick<PollClock, 'now'>,
): FeedCursor => ({
	version: cursorVersion,
	event,
	feed,
	pending: start.at === 'time' ? start.time : Math.floor(now() / 1000),
});

/** The walker of a source, which goes on where the last poll left it. */
function openWalker(
	source: Source,
	{ newest }: Head,
	{ span, descent = [] }: Pick<FeedCursor, 'span' | 'descent'> = {},
): Walker {
	if (source.way === 'ascending') return ascend(source);
	return source.way === 'ranged'
		? new RangedWalk(source, span)
		: new Descent(source, descent, newest);
}

interface Recalling {
	/** Emits the last batch once more, if there is one, and what is new. */
	redelivers?: boolean;
	/** Whether a stored place that lies beyond all that exists may be taken back to now. */
	mayTakeBack?: boolean;
	/** With records that cannot be read; without it, they fail the poll. */
	patience?: Patience;
}

/** One poll. */
export async function pollFeed(
	cursor: FeedCursor | undefined,
	source: Source,
	settings: FeedSettings,
	clock: PollClock,
	{ redelivers = false, mayTakeBack = false, patience }: Recalling = {},
): Promise<Answer<Polled>> {
	const spent = () => source.spent?.() ?? 0;
	const budget = new Budget(clock, spent);
	const at = Math.floor(clock.now() / 1000);
	const own = ownCursor(cursor, settings);
	const over = startOverDue(cursor, settings);
	const stored = over ? undefined : own;
	const told = source.positions === 'seconds' ? await source.readEnd(at) : await source.readEnd();
	if (!told.ok) return told;
	const recalled = await recall(stored, told.result, source, { ...settings, mayTakeBack });
	if (!recalled.ok) return recalled;
	const { cursor: known, wasAt = 0 } = recalled.result;
	const head = await confirmEnd(known?.place, told.result, source, settings);
	if (!head.ok) return head;
	const end = Math.max(0, head.result.end - settings.confirmations);
	const begun: Answer<Place | undefined> = known?.place
		? { ok: true, result: known.place }
		: over
			? await beginOver(over, end, head.result, source, settings)
			: await begin(known, end, head.result, source, settings, patience);
	if (!begun.ok) return begun;
	if (!begun.result) {
		const postponed = { ...postpone(settings, clock), ...keepStarted(cursor) };
		return { ok: true, result: { emitted: [], notices: [], cursor: postponed } };
	}
	/** Where the batch begins that is emitted again: it must come with this poll, however long the poll takes. */
	const batch = redelivers ? known?.last : undefined;
	const start = batch ?? begun.result;
	const walker = openWalker(source, head.result, batch ? { span: known?.span } : known);
	const mayBeLate = settings.settleSeconds > 0;
	const isOfTimes = source.positions === 'seconds';
	const reached = batch && known?.place;
	const reading = { budget, at, mayPause: !batch, mayBeLate, isOfTimes, patience, reached };
	const reader = new Reader(walker, start, reading);
	while (reader.next < end) {
		const isFull = budget.isOver || reader.emitted.length >= mostRecords;
		if (reader.hasMoved && isFull) break;
		if (!batch && !reader.hasMoved && budget.pages && budget.isOver) reader.skipKnown();
		const read = await reader.advance(end);
		if (!read.ok && reader.hasMoved && isInTheWay(read.failure)) break;
		if (!read.ok) return read;
		if (!read.result || reader.isStopped) break;
	}
	const isKnown = ({ position }: FeedRecord): boolean => position < wasAt;
	const doubted = reader.doubt(head.result.doubtful, isKnown);
	if (!doubted.ok) return doubted;
	const { emitted } = reader;
	// No time to come is over: records of now may still be added below it.
	const isOver = Math.min(end, limitOf(head.result));
	const ends = known?.ends ?? [];
	const before = reader.asOf - settings.settleSeconds;
	// On the way down a list, while newer records wait, it is the age of a time that tells that it is settled.
	const isBehind = source.way === 'descending' && reader.next < end;
	const settled = Math.max(settledEnd(ends, before, isOver), isBehind ? before : 0);
	const isEndThere = settings.settleSeconds === 0 || (await isEndConfirmed(ends, isOver, source));
	const place = reader.settle(
		Math.min(settings.settleSeconds ? settled : isOver, reader.provenTo),
		isEndThere,
	);
	const { descent } = walker.progress;
	const reach = {
		at,
		id: (own?.place ?? begun.result).next,
		next: reader.next,
		// On the way down a list, what was met above waits for sure.
		oldest: (!reader.hasMoved && descent?.at(-1)?.lowest) || reader.next,
		end,
	};
	const judged = await judgeBacklog(own?.backlog, reach, { ...settings, source, budget });
	const notices = [...(batch?.notices ?? []), ...judged.notices];
	const last = emitted.length || notices.length ? batchFrom(start, notices) : known?.last;
	return {
		ok: true,
		result: {
			emitted,
			notices,
			...(recalled.result.note && { note: recalled.result.note }),
			cursor: {
				version: cursorVersion,
				event: settings.event,
				feed: settings.feed,
				place,
				confirmed: true,
				...(settings.settleSeconds && {
					ends: isEndThere ? addEnd(ends, at, isOver, settings.settleSeconds) : ends,
				}),
				...(settings.redeliver && last && { last }),
				...(judged.backlog && { backlog: judged.backlog }),
				...markStarted(cursor, settings),
				...walker.progress,
			},
		},
	};
}

/** Each start adds one at most to those that come again. */
const mostNotices = 2;

/** What a poll emitted, by where it began. */
const batchFrom = ({ floor, next, seen, through }: Batch, notices: FeedNotice[]): Batch => ({
	floor,
	next,
	seen,
	...(through && { through }),
	...(notices.length && { notices: notices.slice(-mostNotices) }),
});

/** The place where a feed starts over, which never has to be waited for. */
export async function beginOver(
	over: StartOver,
	end: number,
	head: Head,
	source: Source,
	settings: FeedSettings,
): Promise<Answer<Place | undefined>> {
	const { known, start } = beginningOf(over);
	return (
		refuseBeyond(over, head) ?? (await begin(known, end, head, source, { ...settings, start }))
	);
}

/** The place where a watch begins; undefined before its start. From now on means: what is there already counts as emitted. */
export async function begin(
	known: Pick<FeedCursor, 'pending' | 'known'> | undefined,
	end: number,
	head: Head,
	source: Source,
	{ start }: FeedSettings,
	patience?: Patience,
): Promise<Answer<Place | undefined>> {
	// A start that is still to come was not read yet.
	const from = (floor: number): Answer<Place> => ({
		ok: true,
		result: { floor, next: Math.min(floor, end), seen: '' },
	});
	if (start.at === 'position') return from(start.position);
	const time = known?.pending ?? (start.at === 'time' ? start.time : undefined);
	if (time !== undefined) {
		if (source.positions === 'seconds') {
			// It was noted by this machine's clock.
			const floor = start.at === 'time' ? time : Math.min(time, reachedBy(head, time));
			return { ok: true, result: { floor, next: Math.min(floor, end), seen: known?.known ?? '' } };
		}
		const found = await source.seek(time, end);
		if (!found.ok) return found;
		const isToCome = start.at === 'time' && found.result >= end;
		return isToCome ? { ok: true, result: undefined } : from(found.result);
	}
	// The newest position may still get more records: it is read again, and what it has now is known.
	const newest = Math.max(0, end - 1);
	const reading = {
		budget: Budget.unlimited(),
		at: 0,
		mayPause: false,
		mayBeLate: false,
		isOfTimes: source.positions === 'seconds',
		patience,
	};
	const place = { floor: newest, next: newest, seen: '' };
	const reader = new Reader(openWalker(source, head), place, reading);
	while (reader.next < end) {
		const read = await reader.advance(end);
		if (!read.ok) return read;
		if (!read.result) break;
	}
	// Of several servers, one may lack what another told.
	if (reader.next < end && source.positions !== 'seconds') return lacksBlock(newest);
	const doubted = reader.doubt(head.doubtful);
	return doubted.ok ? { ok: true, result: { ...reader.settle(0), next: end } } : doubted;
}

/** How far time has come by the host's clock; what its list holds from before `time` has happened, even if that clock is behind. */
function reachedBy(head: Head, time: number): number {
	const listed = (head.doubtful ?? []).map(({ record }) => record.position + 1);
	return Math.max(limitOf(head), head.end, ...listed.filter((end) => end <= time));
}

/** The end that the feed had at this time or before, as far as all later ones confirm it; what is below it is old enough. */
function settledEnd(ends: Ends, time: number, now: number): number {
	const old = ends.filter(([at]) => at <= time).length;
	return old ? Math.min(now, ...ends.slice(old - 1).map(([, end]) => end)) : 0;
}

/** Whether what lies below an end may count as read, and as old later on: not where the block before it is not there. */
async function isEndConfirmed(ends: Ends, end: number, source: Source): Promise<boolean> {
	const isKnown = end === 0 || ends.some(([, before]) => before >= end);
	if (isKnown || source.positions === 'seconds' || !source.hasEnd) return true;
	const answer = await source.hasEnd(end);
	return answer.ok && answer.result;
}

/** Keeps the newest end that is old enough and a few younger ones. */
function addEnd(ends: Ends, at: number, end: number, settleSeconds: number) {
	const old = ends.filter(([then]) => then <= at - settleSeconds);
	const young = ends.filter(([then]) => then > at - settleSeconds && then <= at);
	const isAdded =
		young.length > 0 && at - young[young.length - 1][0] < settleSeconds / (mostEnds - 2);
	return [...old.slice(-1), ...young, ...(isAdded ? [] : [[at, end] as [number, number]])].slice(
		-mostEnds,
	);
}

/**
 * The end of a chain, which the answer to one question told, as others confirm it. They are asked where reading up to
 * the end would not show it, and where what lies below would count as read: at the beginning, and where it moves far.
 */
export async function confirmEnd(
	place: Place | undefined,
	head: Head,
	source: Source,
	{ settleSeconds }: FeedSettings,
): Promise<Answer<Head>> {
	const confirmed: Answer<Head> = { ok: true, result: head };
	if (source.positions === 'seconds') return confirmed;
	const { end } = head;
	if (source.way === 'ascending' && source.agreeOnEnd)
		return place ? confirmed : await agreeOnEnd(source.agreeOnEnd, end);
	const { hasEnd } = source;
	if (!hasEnd || end === 0) return confirmed;
	if (!place) return await confirmNewest(end, hasEnd, async () => await source.readEnd());
	// What moves it by less is read again, and does not count before later ends confirm it.
	const most = settleSeconds ? blocksApart.most : 0;
	if (end <= place.next + most) return confirmed;
	const answer = await hasEnd(end);
	if (!answer.ok) return answer;
	return answer.result ? confirmed : lacksBlock(end - 1);
}

/** How often the newest block is asked for where it has a next one: the chain may go on meanwhile. */
const mostEndsAsked = 4;

/** Where a watch begins, the newest block is there and the next one is not. */
async function confirmNewest(
	told: number,
	hasEnd: (end: number) => Promise<Answer<boolean>>,
	readEnd: () => Promise<Answer<Head>>,
): Promise<Answer<Head>> {
	for (let end = told, asked = 1; ; asked++) {
		const [last, next] = await Promise.all([hasEnd(end), hasEnd(end + 1)]);
		if (!last.ok) return last;
		if (!next.ok) return next;
		if (!last.result) return lacksBlock(end - 1);
		if (!next.result) return { ok: true, result: { end } };
		if (asked === mostEndsAsked) return hasMore(end - 1);
		const again = await readEnd();
		if (!again.ok) return again;
		end = again.result.end;
	}
}

/** Where a watch begins: what an end too low leaves out would count as new. */
async function agreeOnEnd(
	agree: NonNullable<Ascending['agreeOnEnd']>,
	told: number,
): Promise<Answer<Head>> {
	const agreed = await agree(told);
	if (!agreed.ok) return agreed;
	return agreed.result === undefined
		? lacksBlock(told - 1)
		: { ok: true, result: { end: agreed.result } };
}

const oneLags =
	'Several servers may share this URL, and one of them lags behind. The next poll tries again.';
const hasMore = (block: number): Answer<never> =>
	fail('server', `The source has a block after ${block}, though it says that this is the newest`, {
		passing: true,
		hint: oneLags,
	});
const lacksBlock = (block: number): Answer<never> =>
	fail('server', `The source does not have all of block ${block}, though it says so`, {
		passing: true,
		hint: oneLags,
	});
