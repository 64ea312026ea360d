/**
 * One poll of a feed: a cursor, a source, the user's choices and a clock make the records to emit and the next cursor. It
 * stores nothing, and whatever fails, nothing moves.
 */
import type { Answer } from '../shared/errors';
import { judgeBacklog, type FeedNotice } from './backlog';
import { begin, beginOver, ownCursor, postpone } from './begin';
import { Budget, mostRecords, type PollClock } from './budget';
import { confirmEnd } from './confirmEnd';
import { cursorVersion, type Batch, type FeedCursor, type Place } from './cursor';
import { addEnd, isEndConfirmed, settledEnd } from './ends';
import type { FeedSettings } from './feedSettings';
import { Reader } from './reader';
import type { FeedRecord, Gap, Head, Source } from './source';
import { keepStarted, markStarted, startOverDue } from './startOver';
import { limitOf, recall } from './takeBack';
import type { Patience } from './unreadable';
import { openWalker } from './walks/open';
import { isInTheWay, type Walker } from './walks/walk';

export interface Polled {
	emitted: Array<FeedRecord | Gap>;
	/** What the feed says of itself, after all that it emitted. */
	notices: FeedNotice[];
	cursor: FeedCursor;
	/** What the log is to say of this poll. */
	note?: string;
}

interface Recalling {
	/** Emits the last batch once more, if there is one, and what is new. */
	redelivers?: boolean;
	/** Whether a stored place that lies beyond all that exists may be taken back to now. */
	mayTakeBack?: boolean;
	/** With records that cannot be read; without it, they fail the poll. */
	patience?: Patience;
}

/** What a poll reads, and what the user chose for it. */
export interface Feed {
	source: Source;
	settings: FeedSettings;
}

/** One poll. */
export async function pollFeed(
	cursor: FeedCursor | undefined,
	feed: Feed,
	clock: PollClock,
	recalling: Recalling = {},
): Promise<Answer<Polled>> {
	const poll = new FeedPoll(cursor, feed, clock, recalling);
	return await poll.run();
}

/** Where a poll goes on. */
interface Stand {
	head: Head;
	/** The first position that is not to be read yet. */
	end: number;
	/** What is remembered, with its place no further than what exists. */
	known?: FeedCursor;
	/** Where the stored place was, if it was taken back: what lies below it was emitted. */
	wasAt: number;
	/** What was done to the stored place, for the log. */
	note?: string;
	place: Place;
}

/** How a poll read up to where it came. */
interface OpenReader {
	walker: Walker;
	reader: Reader;
	/** Where it began to read: at its place, or where the batch began that is emitted again. */
	start: Batch;
	/** The batch that is emitted again. */
	batch?: Batch;
}

class FeedPoll {
	/** When it began, UNIX seconds. */
	private readonly at: number;
	private readonly budget: Budget;
	/** What is remembered of this feed. */
	private readonly own: FeedCursor | undefined;
	private readonly source: Source;
	private readonly settings: FeedSettings;

	constructor(
		private readonly cursor: FeedCursor | undefined,
		{ source, settings }: Feed,
		private readonly clock: PollClock,
		private readonly recalling: Recalling,
	) {
		this.source = source;
		this.settings = settings;
		this.budget = new Budget(clock, () => source.spent?.() ?? 0);
		this.at = Math.floor(clock.now() / 1000);
		this.own = ownCursor(cursor, settings);
	}

	async run(): Promise<Answer<Polled>> {
		const stand = await this.takeStand();
		if (!stand.ok) return stand;
		if (!stand.result) return { ok: true, result: this.waitForStart() };
		const opened = this.openReader(stand.result);
		const read = await this.readOn(opened, stand.result.end);
		if (!read.ok) return read;
		const doubted = this.emitDoubtful(opened, stand.result);
		if (!doubted.ok) return doubted;
		return { ok: true, result: await this.finish(opened, stand.result) };
	}

	/** Finds the place to go on from; undefined before the start of the watch. */
	private async takeStand(): Promise<Answer<Stand | undefined>> {
		const { cursor, source, settings, recalling, at } = this;
		const over = startOverDue(cursor, settings);
		const stored = over ? undefined : this.own;
		const told = source.positions === 'seconds' ? await source.readEnd(at) : await source.readEnd();
		if (!told.ok) return told;
		const { mayTakeBack = false, patience } = recalling;
		const recalled = await recall(stored, told.result, source, { ...settings, mayTakeBack });
		if (!recalled.ok) return recalled;
		const { cursor: known, wasAt = 0, note } = recalled.result;
		const confirmed = await confirmEnd(known?.place, told.result, source, settings);
		if (!confirmed.ok) return confirmed;
		const { result: head } = confirmed;
		const end = Math.max(0, head.end - settings.confirmations);
		const stand = { head, end, known, wasAt, note };
		if (known?.place) return { ok: true, result: { ...stand, place: known.place } };
		const extent = { source, head, end };
		const begun = over
			? await beginOver(over, extent, settings)
			: await begin(known, extent, settings, patience);
		if (!begun.ok) return begun;
		return { ok: true, result: begun.result && { ...stand, place: begun.result } };
	}

	private waitForStart(): Polled {
		const { cursor, settings, clock } = this;
		const pending = { ...postpone(settings, clock), ...keepStarted(cursor) };
		return { emitted: [], notices: [], cursor: pending };
	}

	/** Opens the reader at the place, or at the batch, which must come with this poll, however long the poll takes. */
	private openReader({ head, known, place }: Stand): OpenReader {
		const { source, settings, recalling, budget, at } = this;
		const batch = recalling.redelivers ? known?.last : undefined;
		const walker = openWalker(source, head, batch ? { span: known?.span } : known);
		const start = batch ?? place;
		const reader = new Reader(walker, start, {
			budget,
			at,
			mayPause: !batch,
			mayBeLate: settings.settleSeconds > 0,
			isOfTimes: source.positions === 'seconds',
			patience: recalling.patience,
			reached: batch && known?.place,
		});
		return { walker, reader, start, batch };
	}

	/** Reads towards the end, as far as the poll may; a failure behind something new ends the reading alone. */
	private async readOn({ reader, batch }: OpenReader, end: number): Promise<Answer<void>> {
		const { budget } = this;
		const done: Answer<void> = { ok: true, result: undefined };
		while (reader.next < end) {
			const isFull = budget.isOver || reader.emitted.length >= mostRecords;
			if (reader.hasMoved && isFull) return done;
			const isRereadingLong = !batch && !reader.hasMoved && budget.pages > 0 && budget.isOver;
			if (isRereadingLong) reader.skipKnown();
			const read = await reader.advance(end);
			if (!read.ok) return reader.hasMoved && isInTheWay(read.failure) ? done : read;
			if (!read.result || reader.isStopped) return done;
		}
		return done;
	}

	private emitDoubtful({ reader }: OpenReader, { head, wasAt }: Stand): Answer<void> {
		const isKnown = ({ position }: FeedRecord): boolean => position < wasAt;
		return reader.doubt(head.doubtful, isKnown);
	}

	/** Says what the feed says of itself, and what the next poll is to know. */
	private async finish(opened: OpenReader, stand: Stand): Promise<Polled> {
		const { source, settings, budget } = this;
		const { reader, batch } = opened;
		const { known, note } = stand;
		const { place, ends } = await this.settle(opened, stand);
		const reach = this.reachOf(opened, stand);
		const judged = await judgeBacklog(this.own?.backlog, reach, { ...settings, source, budget });
		const notices = [...(batch?.notices ?? []), ...judged.notices];
		const isEmitting = reader.emitted.length > 0 || notices.length > 0;
		const last = isEmitting ? batchFrom(opened.start, notices) : known?.last;
		return {
			emitted: reader.emitted,
			notices,
			...(note && { note }),
			cursor: {
				version: cursorVersion,
				event: settings.event,
				feed: settings.feed,
				place,
				confirmed: true,
				...(ends && { ends }),
				...(settings.redeliver && last && { last }),
				...(judged.backlog && { backlog: judged.backlog }),
				...markStarted(this.cursor, settings),
				...opened.walker.progress,
			},
		};
	}

	/** The place of the next poll, below which no late records are looked for, and the ends that tell it. */
	private async settle(
		{ reader }: OpenReader,
		{ head, end, known }: Stand,
	): Promise<Pick<FeedCursor, 'ends'> & { place: Place }> {
		const { source, at } = this;
		const { settleSeconds } = this.settings;
		// No time to come is over: records of now may still be added below it.
		const isOver = Math.min(end, limitOf(head));
		if (settleSeconds === 0) return { place: reader.settle(Math.min(isOver, reader.provenTo)) };
		const ends = known?.ends ?? [];
		const before = reader.asOf - settleSeconds;
		// On the way down a list, while newer records wait, it is the age of a time that tells that it is settled.
		const isBehind = source.way === 'descending' && reader.next < end;
		const settled = Math.max(settledEnd(ends, before, isOver), isBehind ? before : 0);
		const isEndThere = await isEndConfirmed(ends, isOver, source);
		return {
			place: reader.settle(Math.min(settled, reader.provenTo), isEndThere),
			ends: isEndThere ? addEnd(ends, at, isOver, settleSeconds) : ends,
		};
	}

	private reachOf({ walker, reader }: OpenReader, { end, place }: Stand) {
		const { descent } = walker.progress;
		// On the way down a list, what was met above waits for sure.
		const lowestMet = reader.hasMoved ? undefined : descent?.at(-1)?.lowest;
		return {
			at: this.at,
			id: (this.own?.place ?? place).next,
			next: reader.next,
			oldest: lowestMet || reader.next,
			end,
		};
	}
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
