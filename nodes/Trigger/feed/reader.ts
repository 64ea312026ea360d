/** Reads a feed upwards from a place, walk by walk, and keeps what was not emitted before. */
import type { Answer } from '../../shared/errors';
import { countWork, inPieces, isPauseDue } from '../../shared/pace';
import type { Budget } from './budget';
import {
	markOfKey,
	packSeen,
	trimSeen,
	unpackSeen,
	type Place,
	type Seen,
	type Through,
} from './cursor';
import type { FeedRecord, Gap } from './source';
import type { Walker } from './walks/walk';

/** In the units of pace.ts. */
const workOfMark = 10;

interface Reading {
	budget: Budget;
	/** When it began, UNIX seconds. */
	at: number;
	/** Whether a walk may go on with the next poll. */
	mayPause: boolean;
	/** Whether a position that was read may get more records. */
	mayBeLate: boolean;
}

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
	private readonly through: Through[];

	constructor(
		private readonly walker: Walker,
		place: Place,
		private readonly reading: Reading,
	) {
		this.asOf = reading.at;
		this.floor = place.floor;
		this.next = place.floor;
		this.readBefore = place.next;
		this.seen = unpackSeen(place.seen);
		this.through = place.through ?? [];
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
		} = walked.result;
		this.provenTo = Math.min(this.provenTo, provenTo);
		this.asOf = Math.min(this.asOf, asOf);
		this.isStopped = isStopped;
		if (gone) this.skipGone(from, gone);
		records.sort((a, b) => a.position - b.position || (a.rank ?? 0) - (b.rank ?? 0));
		this.markThrough(records);
		await inPieces(this.emit(records));
		this.next = to;
		if (to > readBefore) this.reading.budget.isRereading = false;
		return { ok: true, result: to > from };
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
	private markThrough(records: FeedRecord[]): void {
		for (const [position, mark] of this.through) {
			const ofPosition = records.filter((record) => record.position === position);
			const last = ofPosition.findIndex(({ key }) => markOfKey(key) === mark);
			for (const record of ofPosition.slice(0, last + 1)) this.mark(record);
		}
	}

	/** Whether it was not marked before. */
	private mark({ position, key }: FeedRecord): boolean {
		const marks = this.seen.get(position) ?? new Set<string>();
		const mark = markOfKey(key);
		if (marks.has(mark)) return false;
		this.seen.set(position, marks.add(mark));
		return true;
	}

	/** A block can hold ten thousand records. */
	private *emit(records: FeedRecord[]): Generator<void, void> {
		for (const record of records) {
			countWork(workOfMark);
			if (isPauseDue()) yield;
			if (this.mark(record)) this.emitted.push(record);
		}
	}

	/** The place for the cursor; no late records are looked for below the position `settled`. */
	settle(settled: number): Place {
		const done = Math.min(this.leftOutFrom, Math.max(this.floor, Math.min(this.next, settled)));
		const { floor, seen } = trimSeen(this.seen, done);
		return { floor, next: this.hasMoved ? this.next : this.readBefore, seen: packSeen(seen) };
	}
}
