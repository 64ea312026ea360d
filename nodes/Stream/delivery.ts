/**
 * Delivers the records of a feed, and stores the progress. n8n saves static data when it is asked to start an
 * execution, and may crash before it starts. So the stored place is the one before the oldest unfinished execution.
 * After a crash these events come again, grouped into the same executions.
 */
import type { IDataObject } from 'n8n-workflow';
import { Advance, endOf } from '../feeds/advance';
import {
	markOfKey,
	packSeen,
	unpackSeen,
	type FeedCursor,
	type Place,
	type Through,
} from '../feeds/cursor';
import type { Gap } from '../feeds/source';
import type { Stored } from '../feeds/stored';
import { countWork, inPieces, isPauseDue, workOf } from '../shared/pace';
import { Executions, type Emitted, type ExecutionSettings, type Outlet } from './executions';
import { Sent } from './sent';

/** A feed's cursor. Its place is the one before the unfinished executions. */
export interface StreamCursor extends FeedCursor {
	/** The ends of these executions, oldest first. */
	unfinished?: Through[];
	/** The first position that the watch reports. */
	began?: number;
	/** Items by their marks, with their number of removals. An item that returns after one is no repetition. */
	returns?: Array<[mark: string, times: number]>;
	/** How often `returns` overflowed. Part of every key, so that n8n skips nothing after an overflow. */
	takenBack?: number;
}

/** That of a feed that has begun. */
export type PlacedCursor = StreamCursor & { place: Place };

type Grouping = 'event' | 'block' | 'slice';

export interface DeliverySettings extends ExecutionSettings {
	grouping: Grouping;
}

/** Most entries of `returns`. They take 4 KB. */
const mostReturns = 256;
/** Ignores a removal further below the place than this, unless its item is known to have gone out. */
const mostBlocksBack = 64;

export class Delivery extends Executions {
	private readonly grouping: Grouping;
	/** The place in the feed after everything that went out. */
	private at: PlacedCursor;
	/** Ends of executions that an earlier process did not see finish, except those that have come again since. */
	private earlier: Through[];
	private readonly sent = new Sent();
	/** Grows when blocks that were read but not delivered have to be read again. */
	private rereads = 0;
	/** Nothing below this height is read again. */
	private readonly lowest: number;

	constructor(
		private readonly stored: Stored<StreamCursor>,
		cursor: PlacedCursor,
		settings: DeliverySettings,
		outlet: Outlet,
	) {
		super(settings, outlet);
		this.grouping = settings.grouping;
		const { unfinished = [], ...at } = cursor;
		this.at = at;
		this.earlier = unfinished;
		// An earlier version did not store `began`.
		this.lowest = cursor.began ?? cursor.place.next;
	}

	get cursor(): PlacedCursor {
		return this.at;
	}

	/** Makes a test that tells if the blocks of the current read have to be read again. */
	watchRereads(): () => boolean {
		const { rereads } = this;
		return () => this.rereads !== rereads;
	}

	/** Delivers the records of a poll, then stores the cursor after it. False if the workflow ended meanwhile. */
	async deliver(emitted: Emitted[], after: FeedCursor): Promise<boolean> {
		const isStale = this.watchRereads();
		const advance = new Advance(this.at.place);
		let before = this.at.place;
		const left = emitted.filter((one) => isGap(one) || !this.sent.has(one.key));
		for (const group of groupEmitted(left, this.grouping, this.earlier)) {
			await inPieces(addAll(advance, group));
			const items = await this.prepare(group);
			if (!items) return false;
			// The rest may have been removed too. It is read again.
			if (isStale()) return true;
			const { place } = advance;
			this.at = { ...this.at, place };
			this.sent.add(group, items);
			const end = endOf(group[group.length - 1]);
			this.earlier = this.earlier.filter((one) => one[0] !== end[0] || one[1] !== end[1]);
			this.start(items, { before, end, hasFinished: false });
			before = place;
		}
		const { place = this.at.place } = after;
		this.earlier = this.earlier.filter(([position]) => position >= place.next);
		this.at = { ...this.at, ...after, place };
		this.store();
		return true;
	}

	/** Reads the height of a removed log again. Returns the items of the log, undefined if none went out. */
	takeBack(log: string, height: number): string[] | undefined {
		const ids = this.sent.takeBack(log, height);
		for (const id of ids ?? []) this.noteReturn(id);
		if (ids) this.rewind(height);
		return ids;
	}

	/** True if a removal at this height may concern blocks that were read, or the next ones. */
	isInReach(height: number): boolean {
		return height >= this.lowest && height >= this.at.place.next - mostBlocksBack;
	}

	/** Reads the feed again from this height, because the chain has changed there. */
	rewind(height: number): void {
		this.rereads++;
		// The records that these executions had there may not be in the chain now.
		this.earlier = this.earlier.filter(([position]) => position < height);
		const place = placeBefore(this.at.place, height);
		if (!place) return;
		this.at = { ...this.at, place };
		for (const execution of this.executions)
			execution.before = placeBefore(execution.before, height) ?? execution.before;
		this.store();
	}

	/** Restarts the watch at this position. */
	moveTo(position: number): void {
		const place = { floor: position, next: position, seen: '' };
		this.at = { ...this.at, place, began: position };
		this.earlier = [];
		this.store();
	}

	private noteReturn(id: string): void {
		const { takenBack = 0, returns = [] } = this.at;
		const mark = markOfKey(id);
		const others = returns.filter(([one]) => one !== mark);
		if (others.length < mostReturns)
			this.at = { ...this.at, returns: [...others, [mark, this.timesOf(id) + 1]] };
		else this.at = { ...this.at, returns: [], takenBack: takenBack + 1 };
	}

	private timesOf(id: string): number {
		const { returns } = this.at;
		if (!returns?.length) return 0;
		const mark = markOfKey(id);
		return returns.find(([one]) => one === mark)?.[1] ?? 0;
	}

	/** The items, and the number of their removals. */
	protected override identify(items: IDataObject[]): unknown[] {
		const [ids] = super.identify(items);
		const times = items
			.map(({ eventId, removes }) => this.timesOf(String(removes ?? eventId)))
			.reduce((sum, one) => sum + one, 0);
		const { takenBack = 0 } = this.at;
		return times ? [ids, takenBack, times] : [ids, takenBack];
	}

	protected override store(): void {
		// The next stream on this cursor may have begun.
		if (this.outlet.closing.aborted) return;
		const [oldest] = this.executions;
		const unfinished = [...this.executions.map(({ end }) => end), ...this.earlier];
		unfinished.sort(([a], [b]) => a - b);
		this.stored.cursor = {
			...this.at,
			...(oldest && { place: oldest.before }),
			...(unfinished.length && { unfinished }),
		};
	}
}

/** The place for a new read from this height on. Undefined if the feed has not read so far. */
function placeBefore(
	{ floor, next, seen, through = [] }: Place,
	height: number,
): Place | undefined {
	if (height > next) return undefined;
	const kept = [...unpackSeen(seen)].filter(([position]) => position < height);
	const before = through.filter(([position]) => position < height);
	return {
		floor: Math.min(floor, height),
		next: height,
		seen: packSeen(new Map(kept)),
		...(before.length && { through: before }),
	};
}

function* addAll(advance: Advance, group: Emitted[]): Generator<void, void> {
	for (const one of group) {
		countWork(workOf.place);
		if (isPauseDue()) yield;
		advance.add(one);
	}
}

/** Groups a part of a feed into executions. Repeated executions come first and end where they ended before. */
export function groupEmitted(
	emitted: Emitted[],
	grouping: Grouping,
	repeated: Through[] = [],
): Emitted[][] {
	// Single events need no regrouping.
	if (grouping === 'event') return emitted.map((one) => [one]);
	const groups: Emitted[][] = [];
	let from = 0;
	for (const [position, mark] of repeated) {
		const isEnd = (one: Emitted, i: number): boolean => {
			if (i < from || (isGap(one) ? one.to : one.position) !== position) return false;
			return endOf(one)[1] === mark;
		};
		const to = emitted.findIndex(isEnd) + 1;
		if (!to) continue;
		groups.push(emitted.slice(from, to));
		from = to;
	}
	let group: Emitted[] = [];
	for (const one of emitted.slice(from)) {
		const before = group[group.length - 1];
		if (before && belongTogether(before, one, grouping)) group.push(one);
		else groups.push((group = [one]));
	}
	return groups;
}

const isGap = (one: Emitted): one is Gap => 'reason' in one;

const belongTogether = (before: Emitted, one: Emitted, grouping: Grouping): boolean =>
	grouping === 'slice' ||
	(grouping === 'block' && !isGap(before) && !isGap(one) && before.position === one.position);
