/**
 * One poll of a feed. A cursor, a source, the user's choices and a clock yield the records to emit and the next cursor.
 * It stores nothing, and if it fails, nothing moves.
 */
import { nothing, type Answer } from '../shared/errors';
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
	/** Notices about the feed itself. They come after the emitted records. */
	notices: FeedNotice[];
	cursor: FeedCursor;
	/** A line for the log. */
	note?: string;
}

interface Recalling {
	/** Emits the last batch once more, if there is one, together with new records. */
	redelivers?: boolean;
	/** Lets a stored place that lies beyond everything that exists be taken back to now. */
	mayTakeBack?: boolean;
	/** Patience with unreadable records. Without it, they fail the poll. */
	patience?: Patience;
}

export interface Feed {
	source: Source;
	settings: FeedSettings;
}

export async function pollFeed(
	cursor: FeedCursor | undefined,
	feed: Feed,
	clock: PollClock,
	recalling: Recalling = {},
): Promise<Answer<Polled>> {
	const poll = new FeedPoll(cursor, feed, clock, recalling);
	return await poll.run();
}

/** The point from which a poll goes on. */
interface Stand {
	head: Head;
	/** The first position that must not be read yet. */
	end: number;
	/** The stored cursor. Its place is taken back if it lay beyond everything that exists. */
	known?: FeedCursor;
	/** The stored position before it was taken back, or 0. Everything below it was emitted. */
	wasAt: number;
	/** The change to the stored place, for the log. */
	note?: string;
	place: Place;
}

interface OpenReader {
	walker: Walker;
	reader: Reader;
	/** The place at which reading began: the stored place, or the start of the batch that is emitted again. */
	start: Batch;
	batch?: Batch;
}

class FeedPoll {
	/** When the poll began, UNIX seconds. */
	private readonly at: number;
	private readonly budget: Budget;
	/** The stored cursor, if it belongs to this feed. */
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

	/** Finds the place to go on from. Undefined before the start of the watch. */
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

	/** Opens the reader at the place, or at the batch to emit again. That must come whole, however long it takes. */
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

	/** Reads as far as the poll may. After new records, a failure that comes again in every poll only ends this. */
	private async readOn({ reader, batch }: OpenReader, end: number): Promise<Answer<void>> {
		const { budget } = this;
		while (reader.next < end) {
			const isFull = budget.isOver || reader.emitted.length >= mostRecords;
			if (reader.hasMoved && isFull) return nothing;
			const isRereadingLong = !batch && !reader.hasMoved && budget.pages > 0 && budget.isOver;
			if (isRereadingLong) reader.skipKnown();
			const read = await reader.advance(end);
			if (!read.ok) return reader.hasMoved && isInTheWay(read.failure) ? nothing : read;
			if (!read.result || reader.isStopped) return nothing;
		}
		return nothing;
	}

	private emitDoubtful({ reader }: OpenReader, { head, wasAt }: Stand): Answer<void> {
		const isKnown = ({ position }: FeedRecord): boolean => position < wasAt;
		return reader.doubt(head.doubtful, isKnown);
	}

	/** Adds the notices and builds the next cursor. */
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

	/** The place for the next poll, below which no late records are looked for, and the ends that decide it. */
	private async settle(
		{ reader }: OpenReader,
		{ head, end, known }: Stand,
	): Promise<Pick<FeedCursor, 'ends'> & { place: Place }> {
		const { source, at } = this;
		const { settleSeconds } = this.settings;
		// Future times are not over yet: records of now may still be added below them.
		const isOver = Math.min(end, limitOf(head));
		if (settleSeconds === 0) return { place: reader.settle(Math.min(isOver, reader.provenTo)) };
		const ends = known?.ends ?? [];
		const before = reader.asOf - settleSeconds;
		// On the way down a list with newer records still waiting, a position's own age tells that it is settled.
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
		// On the way down a list, the records met above surely wait.
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

/** Each restart adds at most one notice to those that come again. */
const mostNotices = 2;

/** The batch that a poll emitted, as the place at which the poll began. */
const batchFrom = ({ floor, next, seen, through }: Batch, notices: FeedNotice[]): Batch => ({
	floor,
	next,
	seen,
	...(through && { through }),
	...(notices.length && { notices: notices.slice(-mostNotices) }),
});
