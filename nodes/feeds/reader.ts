/** Reads a feed upwards from a place, walk by walk, and keeps what was not emitted before. */
import { fail, type Answer } from '../shared/errors';
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

/** Half of the marks that are kept. */
const mostAhead = mostSeen / 2;
/** Those of them that may be of records which were done before. */
const mostOldAhead = mostAhead / 4;
/** Those of them whose time has been corrected since. */
const mostMendedAhead = mostOldAhead / 2;

interface PollBounds {
	budget: Budget;
	/** When it began, UNIX seconds. */
	at: number;
	/** Whether a walk may go on with the next poll. */
	mayPause: boolean;
	/** Whether a position that was read may get more records. */
	mayBeLate: boolean;
	/** Whether positions are times. */
	isOfTimes: boolean;
	/** Tells when a record that cannot be read comes as it is; without it, such a record fails the poll. */
	patience?: Patience;
	/** How far earlier polls came, where their last batch is emitted again. */
	reached?: Place;
}

const listMarks = (seen: Seen): Set<string> =>
	new Set([...seen.values()].flatMap((marks) => [...marks]));

export class Reader {
	readonly emitted: Array<FeedRecord | Gap> = [];
	next: number;
	/** Everything below this position was read whole, whichever server answered. */
	provenTo = Infinity;
	/** Whether something is in the way of whatever comes next. */
	isStopped = false;
	/** When the oldest of the walks began, UNIX seconds. */
	asOf: number;
	private floor: number;
	private leftOutFrom = Infinity;
	private readonly readBefore: number;
	private readonly seen: Seen;
	/** Those whose position was not read yet. */
	private through: Through[];
	/** What lies below was done before. */
	private readonly begun: number;
	/** Of records of times, where each mark stands: a later reading may give its record another time. */
	private readonly placed = new Map<string, number>();
	/** What can come again with the last batch: what earlier polls emitted. */
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

	/** Whether it has read anything that no earlier poll had read. */
	get hasMoved(): boolean {
		return !this.reading.budget.isRereading;
	}

	/** Reads on towards the end; false where the source has no more for now. */
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

	/** The refusal of a record that may still become readable. One that was reported comes as it is, or is known. */
	private findUnread(records: FeedRecord[]): Answer<never> | undefined {
		const unread = records.filter(({ unreadable }) => unreadable);
		if (!unread.length) return undefined;
		const known = listMarks(this.seen);
		const { patience, reached } = this.reading;
		const isReported = ({ key, position }: FeedRecord): boolean => {
			const mark = markOfKey(key);
			return known.has(mark) || this.reported.has(mark) || position < (reached?.floor ?? 0);
		};
		// All are counted, so that they are given up together.
		const waiting = unread.filter((record) => !isReported(record) && !patience?.isOver(record));
		return waiting[0]?.unreadable!.refusal;
	}

	/** Goes on where no poll has read; the next poll reads again what this one leaves out. */
	skipKnown(): void {
		if (this.next >= this.readBefore) return;
		this.leftOutFrom = this.next;
		this.next = this.readBefore;
	}

	private skipGone(start: number, { to, reason }: { to: number; reason: string }): void {
		// What an earlier poll could read is not gone, though another server lacks it.
		const from = this.reading.mayBeLate ? start : Math.max(start, Math.min(this.readBefore, to));
		if (from < to) this.emitted.push({ from, to, reason });
		this.floor = to;
	}

	/** Marks what was emitted of positions that were emitted in part; records are in their order. */
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
	 * Emits what was met whose time lies in the future, and these: once, whatever time a later reading gives them. Where
	 * they are known already, they are marked alone. Fails where there are more than can be remembered.
	 */
	doubt(
		others: Doubtful[] = [],
		isKnown: (record: FeedRecord) => boolean = () => false,
	): Answer<void> {
		for (const { record, notAfter } of [...others, ...this.met]) {
			// What stands below a record of where the watch had come is as old; what is new there comes with its true time.
			const isOld =
				notAfter <= this.begun ||
				record.position < this.begun ||
				this.placed.has(markOfKey(record.key));
			// The next answer may list it as the newest; it has no place in time that would let it be forgotten.
			if (isOld && this.countAhead() >= mostOldAhead) continue;
			this.mark(record);
			if (!isOld && !isKnown(record))
				this.emitted.push({ ...record, json: { ...timeDoubtful, ...record.json } });
		}
		if (this.countAhead() <= mostAhead) return { ok: true, result: undefined };
		return fail('not-understood', `More than ${mostAhead} records have times in the future`, {
			hint: faultOfService,
		});
	}

	/** How many records are marked in the future. */
	private countAhead(): number {
		return [...this.placed.values()].filter((position) => this.isAhead(position)).length;
	}

	private isAhead(position: number): boolean {
		return position >= Math.max(this.next, this.readBefore);
	}

	/** Whether it was not marked before; one that had another time then is marked where it stands now. */
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

	/** The same of a record whose time can be. Of several servers, one may give it the false time again: its mark stays. */
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
			// A block that it does not say may be another one than before.
			if (record.unreadable && !this.reading.isOfTimes && this.isMarked(record)) continue;
			if (this.markBelieved(record)) this.emitted.push(record);
		}
	}

	private isMarked({ key }: FeedRecord): boolean {
		const mark = markOfKey(key);
		return [...this.seen.values()].some((marks) => marks.has(mark));
	}

	/**
	 * The place for the cursor; no late records are looked for below the position `settled`. Where the end may be false,
	 * what this poll read counts as read only as far as its records are remembered.
	 */
	settle(settled: number, isEndThere = true): Place {
		const done = Math.min(this.leftOutFrom, Math.max(this.floor, Math.min(this.next, settled)));
		const { floor, seen } = trimSeen(this.seen, done);
		// A record that a later reading gives a false time may be the newest below the floor.
		if (this.reading.isOfTimes)
			for (const [position, marks] of marksBelow(this.seen, floor, seen)) seen.set(position, marks);
		const next = this.hasMoved && isEndThere ? this.next : this.readBefore;
		const through = this.through.filter(([position]) => position >= floor);
		return { floor, next, seen: packSeen(seen), ...(through.length && { through }) };
	}
}
