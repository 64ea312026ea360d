/**
 * Starts executions with what a feed emitted, a few at a time, and stores how far it came. n8n saves static data when it
 * is asked to start an execution, and may stop before it has started. So what is stored is the place before the oldest
 * execution that has not finished. After a crash these events come again, in the same executions.
 */
import type { IDataObject } from 'n8n-workflow';
import { countWork, inPieces, isPauseDue } from '../shared/pace';
import { Advance, endOf } from '../Trigger/feed/advance';
import type { FeedCursor, Place, Through } from '../Trigger/feed/cursor';
import type { FeedRecord, Gap } from '../Trigger/feed/source';
import { hash } from '../Trigger/identity';
import type { Stored } from '../Trigger/memory';
import { Bell } from './bell';

/** A feed's cursor. Its place is that before the executions that had not finished. */
export interface StreamCursor extends FeedCursor {
	/** Where these executions end, the oldest first. */
	unfinished?: Through[];
	/** How often the node took logs back: what comes again after this is no repetition. */
	takenBack?: number;
}

/** What becomes one execution. */
export type Grouping = 'event' | 'block' | 'slice';

export interface DeliverySettings {
	/** Tells the items of one trigger node from those of any other. */
	scope: string;
	grouping: Grouping;
	/** 0: any number, and nobody waits for them. */
	mostUnfinished: number;
}

/** What n8n offers a trigger for its executions. */
export interface Outlet {
	toItem(emitted: Emitted): IDataObject;
	/** Starts one execution, which n8n skips where it knows the key. `finished` is absent where nobody waits for it. */
	start(items: IDataObject[], key: string, finished?: () => void): void;
	/** The workflow is no longer published. */
	closing: AbortSignal;
}

type Emitted = FeedRecord | Gap;

interface Execution {
	before: Place;
	end: Through;
	hasFinished: boolean;
}

/** Work of one item, of its place and of one execution, in the units of pace.ts. */
const workOfItem = 80;
const workOfPlace = 10;
const workOfExecution = 500;

export class Delivery {
	/** Where the feed stands after all that went out. */
	private at: StreamCursor;
	/** Those that have a place in the feed, the oldest first. */
	private readonly executions: Execution[] = [];
	private unfinished = 0;
	private readonly room = new Bell();
	/** Where executions ended that an earlier process did not see finish. */
	private earlier: Through[];

	constructor(
		private readonly stored: Stored<StreamCursor>,
		cursor: FeedCursor & Pick<StreamCursor, 'unfinished'>,
		private readonly settings: DeliverySettings,
		private readonly outlet: Outlet,
	) {
		const { unfinished = [], ...at } = cursor;
		this.at = at;
		this.earlier = unfinished;
	}

	/** From where the feed is read on. */
	get cursor(): FeedCursor {
		return this.at;
	}

	/** What a poll emitted, and where it came; false where the workflow ended meanwhile. */
	async deliver(emitted: Emitted[], after: FeedCursor): Promise<boolean> {
		const { grouping } = this.settings;
		const { takenBack } = this.at;
		const advance = new Advance(this.at.place!);
		let before = this.at.place!;
		for (const group of groupEmitted(emitted, grouping, this.earlier)) {
			await inPieces(addAll(advance, group));
			const items = await this.prepare(group);
			if (!items) return false;
			// What follows may have been taken back too: it is read again.
			if (this.at.takenBack !== takenBack) return true;
			const { place } = advance;
			this.at = { ...this.at, place };
			this.start(items, { before, end: endOf(group[group.length - 1]), hasFinished: false });
			before = place;
		}
		this.earlier = this.earlier.filter(([position]) => position >= after.place!.next);
		this.at = { ...this.at, ...after };
		this.store();
		return true;
	}

	/** One execution with what has no place in the feed, once there is room. */
	async deliverAlone(item: IDataObject): Promise<void> {
		if (await this.waitForRoom()) this.start([item]);
	}

	/** The same only if there is room now; whether there was. */
	deliverNow(item: IDataObject): boolean {
		if (!this.hasRoom) return false;
		this.start([item]);
		return true;
	}

	private get hasRoom(): boolean {
		const { mostUnfinished: most } = this.settings;
		return most === 0 || this.unfinished < most;
	}

	/** The feed goes on from an earlier position: what stood there was taken back. */
	rewind(position: number): void {
		const { takenBack = 0 } = this.at;
		const place = { floor: position, next: position, seen: '' };
		this.at = { ...this.at, place, takenBack: takenBack + 1 };
		for (const execution of this.executions)
			if (execution.before.next > position) execution.before = place;
		this.store();
	}

	/** The items of an execution, once it may start. */
	private async prepare(group: Emitted[]): Promise<IDataObject[] | undefined> {
		if (!(await this.waitForRoom())) return undefined;
		const items: IDataObject[] = [];
		const { toItem, closing } = this.outlet;
		countWork(workOfExecution);
		await inPieces(
			(function* () {
				for (const one of group) {
					countWork(workOfItem);
					if (isPauseDue()) yield;
					items.push(toItem(one));
				}
			})(),
		);
		return closing.aborted ? undefined : items;
	}

	/** Whether an execution may start, which it may not once the workflow ended. */
	private async waitForRoom(): Promise<boolean> {
		const { closing } = this.outlet;
		while (!this.hasRoom && !closing.aborted) await this.room.wait([closing]);
		return !closing.aborted;
	}

	private start(items: IDataObject[], execution?: Execution): void {
		const isWaitedFor = this.settings.mostUnfinished > 0;
		// Nobody tells when others have finished: n8n has started them long before the next one.
		if (!isWaitedFor) this.executions.length = 0;
		if (execution) this.executions.push(execution);
		if (isWaitedFor) this.unfinished++;
		this.store();
		const ids = items.map(({ eventId }) => eventId);
		const key = `${this.settings.scope}:${hash(ids, this.at.takenBack ?? 0)}`;
		this.outlet.start(items, key, isWaitedFor ? () => this.finish(execution) : undefined);
	}

	private finish(execution: Execution | undefined): void {
		this.unfinished--;
		if (execution) execution.hasFinished = true;
		while (this.executions[0]?.hasFinished) this.executions.shift();
		this.store();
		this.room.ring();
	}

	private store(): void {
		// The next one that follows the feed may have begun.
		if (this.outlet.closing.aborted) return;
		const [oldest] = this.executions;
		this.stored.cursor = oldest
			? { ...this.at, place: oldest.before, unfinished: this.executions.map(({ end }) => end) }
			: this.at;
	}
}

function* addAll(advance: Advance, group: Emitted[]): Generator<void, void> {
	for (const one of group) {
		countWork(workOfPlace);
		if (isPauseDue()) yield;
		advance.add(one);
	}
}

/** The executions that a part of a feed becomes. The first ones end where those ended that are repeated. */
export function groupEmitted(
	emitted: Emitted[],
	grouping: Grouping,
	repeated: Through[] = [],
): Emitted[][] {
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
