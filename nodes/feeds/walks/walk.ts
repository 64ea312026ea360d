/** Shared by the three ways of reading. */
import type { Answer, Failure } from '../../shared/errors';
import type { Budget } from '../budget';
import type { FeedCursor } from '../cursor';
import type { Doubtful, FeedRecord, ListPage, RecordPage, PositionRange } from '../source';

/** A walk with more pages than this is cut. */
export const mostPages = 10;

export interface Pass {
	/** When the poll began, UNIX seconds. */
	at: number;
	/** Earlier polls have read everything below this position. */
	readBefore: number;
	/** True if the walk may go on in the next poll. */
	mayPause: boolean;
	budget: Budget;
}

export interface Walked {
	records: FeedRecord[];
	/** Everything in the range below this position is read. */
	to: number;
	/** Positions from the start of the range that nobody can read any more. */
	gone?: RecordPage['gone'];
	/** Records met on the way whose time lies in the future. */
	doubtful?: Doubtful[];
	/** Everything below this position is read whole, whichever server answered. Absent means all. */
	provenTo?: number;
	/** When the walk began, UNIX seconds, if an earlier poll began it. */
	asOf?: number;
	/** True if a failure blocks everything that follows. */
	isStopped?: boolean;
}

/** Reads a range, or as much of its beginning as a poll can hold. */
export interface Walker {
	walk(range: PositionRange, pass: Pass): Promise<Answer<Walked>>;
	/** The state from which the walks of the next poll go on. */
	readonly progress: Pick<FeedCursor, 'span' | 'descent'>;
}

/** True for a failure that every next poll would meet in the same place. The records before it are emitted first. */
export const isInTheWay = ({ kind, passing }: Failure): boolean =>
	kind === 'rate-limited' || !passing;

/** Returns a check for the pages of one walk: true if everything on a page came before. */
export function tellOld(): (page: Pick<RecordPage, 'keys'>) => boolean {
	const known = new Set<string>();
	return ({ keys = [] }) => {
		const before = known.size;
		for (const key of keys) known.add(key);
		return keys.length > 0 && known.size === before;
	};
}

/** The records of a range on the pages so far. */
export class Found {
	gone: RecordPage['gone'];
	/** The lowest position on any page. */
	lowest: number;
	readonly doubtful: Doubtful[] = [];
	private readonly records = new Map<string, FeedRecord>();
	private to: number;

	constructor(private readonly range: PositionRange) {
		this.to = range.to;
		this.lowest = range.to;
	}

	/** The range, without the part that is gone and the part that was cut. */
	get rest(): PositionRange {
		return { from: Math.max(this.range.from, this.gone?.to ?? this.range.from), to: this.to };
	}

	get count(): number {
		return this.records.size;
	}

	add(page: ListPage): void {
		this.gone ??= page.gone;
		for (const { record, notAfter } of page.doubtful ?? [])
			this.doubtful.push({ record, notAfter: Math.min(notAfter, this.lowest) });
		const { from, to } = this.rest;
		for (const record of page.records) {
			this.lowest = Math.min(this.lowest, record.position);
			if (record.position >= from && record.position < to) this.records.set(record.key, record);
		}
		this.lowest = Math.min(this.lowest, page.lowest ?? this.lowest);
	}

	/** Keeps the oldest records, at most this many. Positions stay whole, so a single position may hold more. */
	cut(most: number): void {
		if (this.records.size <= most) return;
		const positions = [...this.records.values()]
			.map(({ position }) => position)
			.sort((a, b) => a - b);
		this.to = Math.max(positions[most], positions[0] + 1);
		for (const [key, { position }] of this.records)
			if (position >= this.to) this.records.delete(key);
	}

	in({ from, to }: PositionRange): FeedRecord[] {
		return [...this.records.values()].filter(({ position }) => position >= from && position < to);
	}
}
