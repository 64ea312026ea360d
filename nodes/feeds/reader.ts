/** Reads a feed upwards from a place, walk by walk, and keeps only the records not emitted before. */
import { fail, nothing, type Answer } from '../shared/errors';
import { countWork, inPieces, isPauseDue, workOf } from '../shared/pace';
import type { Budget } from './budget';
import {
	markOfKey,
	marksBelow,
	mostSeen,
	packSeen,
	trimSeen,
	unpackSeen,
	type Place,
	type Seen,
	type Through,
} from './cursor';
import { timeDoubtful } from './doubts';
import {
	faultOfService,
	type Doubtful,
	type FeedRecord,
	type Gap,
	type PositionRange,
} from './source';
import type { Patience } from './unreadable';
import type { Walker } from './walks/walk';

/** Most marks of records in the future: half of all marks kept. */
const mostAhead = mostSeen / 2;
/** Most of these marks that may belong to records which were done before. */
const mostOldAhead = mostAhead / 4;
/** Most of these marks that may belong to records whose time has been corrected since. */
const mostMendedAhead = mostOldAhead / 2;

interface PollBounds {
	budget: Budget;
	/** When the poll began, UNIX seconds. */
	at: number;
	/** True if a walk may go on in the next poll. */
	mayPause: boolean;
	/** True if a position may get more records after it was read. */
	mayBeLate: boolean;
	/** True if positions are UNIX seconds. */
	isOfTimes: boolean;
	/** Decides when an unreadable record is emitted as it came. Without it, such a record fails the poll. */
	patience?: Patience;
	/** How far earlier polls came, if their last batch is emitted again. */
	reached?: Place;
}

const listMarks = (seen: Seen): Set<string> =>
	new Set([...seen.values()].flatMap((marks) => [...marks]));

export class Reader {
	readonly emitted: Array<FeedRecord | Gap> = [];
	next: number;
	/** Everything below this position was read whole, whichever server answered. */
	provenTo = Infinity;
	/** True if a failure blocks everything that follows. */
	isStopped = false;
	/** When the oldest of the walks began, UNIX seconds. */
	asOf: number;
	private floor: number;
	private leftOutFrom = Infinity;
	private readonly readBefore: number;
	private readonly seen: Seen;
	/** Partly emitted positions that were not read yet. */
	private through: Through[];
	/** The floor at which reading began. Everything below it was done before. */
	private readonly begun: number;
	/** In a feed of times, the position of each mark, because a later reading may give its record another time. */
	private readonly placed = new Map<string, number>();
	/** Marks of records that earlier polls emitted. They can come again with the last batch. */
	private readonly reported: Set<string>;
	private readonly met: Doubtful[] = [];

	constructor(
		private readonly walker: Walker,
		place: Place,
		private readonly reading: PollBounds,
	) {
		this.asOf = reading.at;
		this.floor = place.floor;
		this.next = place.floor;
		this.readBefore = place.next;
		this.seen = unpackSeen(place.seen);
		this.through = place.through ?? [];
		this.begun = place.floor;
		this.reported = listMarks(unpackSeen(reading.reached?.seen ?? ''));
		if (!reading.isOfTimes) return;
		for (const [position, marks] of this.seen)
			for (const mark of marks) this.placed.set(mark, position);
	}

	/** True once it has read something that no earlier poll had read. */
	get hasMoved(): boolean {
		return !this.reading.budget.isRereading;
	}

	/** Reads on towards the end. False if the source has no more for now. */
	async advance(end: number): Promise<Answer<boolean>> {
		const { next: from, readBefore } = this;
		const walked = await this.walker.walk({ from, to: end }, { ...this.reading, readBefore });
		if (!walked.ok) return walked;
		const {
			records,
			to,
			gone,
			provenTo = Infinity,
			asOf = Infinity,
			isStopped = false,
			doubtful = [],
		} = walked.result;
		const unread = this.findUnread(records);
		if (unread) return unread;
		this.met.push(...doubtful);
		this.provenTo = Math.min(this.provenTo, provenTo);
		this.asOf = Math.min(this.asOf, asOf);
		this.isStopped = isStopped;
		if (gone) this.skipGone(from, gone);
		records.sort((a, b) => a.position - b.position || (a.rank ?? 0) - (b.rank ?? 0));
		this.markThrough(records, { from, to });
		await inPieces(this.emit(records));
		this.next = to;
		if (to > readBefore) this.reading.budget.isRereading = false;
		return { ok: true, result: to > from };
	}

	/** The refusal of a record that may still become readable. An unreadable record that was reported before passes. */
	private findUnread(records: FeedRecord[]): Answer<never> | undefined {
		const unread = records.filter(({ unreadable }) => unreadable);
		if (!unread.length) return undefined;
		const known = listMarks(this.seen);
		const { patience, reached } = this.reading;
		const isReported = ({ key, position }: FeedRecord): boolean => {
			const mark = markOfKey(key);
			return known.has(mark) || this.reported.has(mark) || position < (reached?.floor ?? 0);
		};
		// Counts all of them, so that they are given up together.
		const waiting = unread.filter((record) => !isReported(record) && !patience?.isOver(record));
		return waiting[0]?.unreadable!.refusal;
	}

	/** Jumps to the first position that no poll has read. The next poll reads the skipped part again. */
	skipKnown(): void {
		if (this.next >= this.readBefore) return;
		this.leftOutFrom = this.next;
		this.next = this.readBefore;
	}

	private skipGone(start: number, { to, reason }: { to: number; reason: string }): void {
		// Positions that an earlier poll could read are not gone, even if another server lacks them.
		const from = this.reading.mayBeLate ? start : Math.max(start, Math.min(this.readBefore, to));
		if (from < to) this.emitted.push({ from, to, reason });
		this.floor = to;
	}

	/** Marks the records already emitted of partly emitted positions. Expects the records in order. */
	private markThrough(records: FeedRecord[], { from, to }: PositionRange): void {
		const isRead = ([position]: Through): boolean => position >= from && position < to;
		for (const [position, mark] of this.through.filter(isRead)) {
			const ofPosition = records.filter((record) => record.position === position);
			const last = ofPosition.findIndex(({ key }) => markOfKey(key) === mark);
			for (const record of ofPosition.slice(0, last + 1)) this.mark(record);
		}
		this.through = this.through.filter((one) => !isRead(one));
	}

	/**
	 * Emits the records with a future time, from `others` and from the pages read, once each, whatever time a later
	 * reading gives them. Known ones are only marked. Fails if there are more than can be remembered.
	 */
	doubt(
		others: Doubtful[] = [],
		isKnown: (record: FeedRecord) => boolean = () => false,
	): Answer<void> {
		for (const { record, notAfter } of [...others, ...this.met]) {
			// A record listed below the place that the watch had reached is old. A new one comes with its true time.
			const isOld =
				notAfter <= this.begun ||
				record.position < this.begun ||
				this.placed.has(markOfKey(record.key));
			// Old ones are marked too: the next answer may list them as the newest. Such marks never age, so few stay.
			if (isOld && this.countAhead() >= mostOldAhead) continue;
			this.mark(record);
			if (!isOld && !isKnown(record))
				this.emitted.push({ ...record, json: { ...timeDoubtful, ...record.json } });
		}
		if (this.countAhead() <= mostAhead) return nothing;
		return fail('not-understood', `More than ${mostAhead} records have times in the future`, {
			hint: faultOfService,
		});
	}

	private countAhead(): number {
		return [...this.placed.values()].filter((position) => this.isAhead(position)).length;
	}

	private isAhead(position: number): boolean {
		return position >= Math.max(this.next, this.readBefore);
	}

	/** True if the record was not marked before. A mark that had another time moves to the new position. */
	private mark({ position, key }: FeedRecord): boolean {
		const marks = this.seen.get(position) ?? new Set<string>();
		const mark = markOfKey(key);
		if (marks.has(mark)) return false;
		this.seen.set(position, marks.add(mark));
		if (!this.reading.isOfTimes) return true;
		const before = this.placed.get(mark);
		this.placed.set(mark, position);
		if (before === undefined) return true;
		this.seen.get(before)?.delete(mark);
		if (!this.seen.get(before)?.size) this.seen.delete(before);
		return false;
	}

	/** Marks a record with a possible time. A few marks in the future stay: a server may give the false time again. */
	private markBelieved(record: FeedRecord): boolean {
		if (!this.reading.isOfTimes) return this.mark(record);
		const before = this.placed.get(markOfKey(record.key));
		const wasAhead = before !== undefined && this.isAhead(before);
		return !(wasAhead && this.countAhead() <= mostMendedAhead) && this.mark(record);
	}

	/** A block can hold ten thousand records. */
	private *emit(records: FeedRecord[]): Generator<void, void> {
		for (const record of records) {
			countWork(workOf.mark);
			if (isPauseDue()) yield;
			// An unreadable record may not name its block, so an earlier poll may have marked it in another one.
			if (record.unreadable && !this.reading.isOfTimes && this.isMarked(record)) continue;
			if (this.markBelieved(record)) this.emitted.push(record);
		}
	}

	private isMarked({ key }: FeedRecord): boolean {
		const mark = markOfKey(key);
		return [...this.seen.values()].some((marks) => marks.has(mark));
	}

	/**
	 * The place for the cursor. No late records are looked for below the position `settled`. If the end may be false,
	 * `next` stays, and only the marks tell which records this poll has read.
	 */
	settle(settled: number, isEndThere = true): Place {
		const done = Math.min(this.leftOutFrom, Math.max(this.floor, Math.min(this.next, settled)));
		const { floor, seen } = trimSeen(this.seen, done);
		// A later reading may give a false time to the newest record below the floor, so its mark stays.
		if (this.reading.isOfTimes)
			for (const [position, marks] of marksBelow(this.seen, floor, seen)) seen.set(position, marks);
		const next = this.hasMoved && isEndThere ? this.next : this.readBefore;
		const through = this.through.filter(([position]) => position >= floor);
		return { floor, next, seen: packSeen(seen), ...(through.length && { through }) };
	}
}
