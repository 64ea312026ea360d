/**
 * Starts executions with what a feed emitted, a few at a time, and stores how far it came. n8n saves static data when it
 * is asked to start an execution, and may stop before it has started. So what is stored is the place before the oldest
 * execution that has not finished. After a crash these events come again, in the same executions.
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
import { hash } from '../feeds/identity';
import type { FeedRecord, Gap } from '../feeds/source';
import type { Stored } from '../feeds/stored';
import { fail, type Failure } from '../shared/errors';
import { backoffOf } from '../shared/network/pauses';
import { countWork, inPieces, isPauseDue, workOf } from '../shared/pace';
import { Bell, pauseFor } from './bell';
import { Outage, type Reporter } from './outage';
import { Sent } from './sent';

/** A feed's cursor. Its place is that before the executions that had not finished. */
export interface StreamCursor extends FeedCursor {
	/** Where these executions end, the oldest first. */
	unfinished?: Through[];
	/** The first position that the watch reports. */
	began?: number;
	/** Items whose removal was told, by their marks, and how often: when such an item comes again, it is no repetition. */
	returns?: Array<[mark: string, times: number]>;
	/** How often there were too many of them to remember: then nothing that follows is a repetition. */
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
export interface Outlet extends Reporter {
	toItem(emitted: Emitted): IDataObject;
	/** Starts one execution, which n8n skips where it knows the key. `waiter` is absent where nobody waits for it. */
	start(items: IDataObject[], key: string, waiter?: Waiter): void;
	/** The workflow is no longer published. */
	closing: AbortSignal;
}

/** Who waits for an execution. */
export interface Waiter {
	finished(): void;
	/** n8n could not start it, as while its database is away. */
	refused(reason: string): void;
}

type Emitted = FeedRecord | Gap;

interface Execution {
	before: Place;
	end: Through;
	hasFinished: boolean;
}

/** Of them; they take 4 KB. */
const mostReturns = 256;
/** A removal further below the place than this, of what is not known to have gone out, is not looked into. */
const mostBlocksBack = 64;

export class Delivery {
	/** Where the feed stands after all that went out. */
	private at: StreamCursor;
	/** Those that have a place in the feed, the oldest first. */
	private readonly executions: Execution[] = [];
	private unfinished = 0;
	private readonly room = new Bell();
	/** Where executions ended that an earlier process did not see finish, as far as they have not come again. */
	private earlier: Through[];
	private readonly sent = new Sent();
	/** Grows when what was read and has not gone out has to be read again. */
	private rereads = 0;
	/** Nothing below it is read again. */
	private readonly lowest: number;
	/** While n8n starts no executions. */
	private readonly refusals: Outage;

	constructor(
		private readonly stored: Stored<StreamCursor>,
		cursor: StreamCursor,
		private readonly settings: DeliverySettings,
		private readonly outlet: Outlet,
	) {
		const { unfinished = [], ...at } = cursor;
		this.at = at;
		this.earlier = unfinished;
		// An earlier version did not store where the watch began.
		this.lowest = cursor.began ?? cursor.place?.next ?? 0;
		this.refusals = new Outage(outlet);
	}

	/** From where the feed is read on. */
	get cursor(): StreamCursor {
		return this.at;
	}

	/** Tells whether something that is being read has to be read again. */
	watchRereads(): () => boolean {
		const { rereads } = this;
		return () => this.rereads !== rereads;
	}

	/** What a poll emitted, and where it came; false where the workflow ended meanwhile. */
	async deliver(emitted: Emitted[], after: FeedCursor): Promise<boolean> {
		const { grouping } = this.settings;
		const isStale = this.watchRereads();
		const advance = new Advance(this.at.place!);
		let before = this.at.place!;
		const left = emitted.filter((one) => isGap(one) || !this.sent.has(one.key));
		for (const group of groupEmitted(left, grouping, this.earlier)) {
			await inPieces(addAll(advance, group));
			const items = await this.prepare(group);
			if (!items) return false;
			// What follows may have been taken back too: it is read again.
			if (isStale()) return true;
			const { place } = advance;
			this.at = { ...this.at, place };
			this.sent.add(group, items);
			const end = endOf(group[group.length - 1]);
			this.earlier = this.earlier.filter((one) => one[0] !== end[0] || one[1] !== end[1]);
			this.start(items, { before, end, hasFinished: false });
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

	/** The items that told of a log at this height, which is read again; undefined where none went out. */
	takeBack(log: string, height: number): string[] | undefined {
		const ids = this.sent.takeBack(log, height);
		for (const id of ids ?? []) this.noteReturn(id);
		if (ids) this.rewind(height);
		return ids;
	}

	/** Whether a removal at this height may concern what was read, and what is read next. */
	isInReach(height: number): boolean {
		return height >= this.lowest && height >= this.at.place!.next - mostBlocksBack;
	}

	/** The feed is read again from this height on: the chain has become another one. */
	rewind(height: number): void {
		this.rereads++;
		// What an execution held there is not in the chain as it was.
		this.earlier = this.earlier.filter(([position]) => position < height);
		const place = placeBefore(this.at.place!, height);
		if (!place) return;
		this.at = { ...this.at, place };
		for (const execution of this.executions)
			execution.before = placeBefore(execution.before, height) ?? execution.before;
		this.store();
	}

	/** The watch begins anew here. */
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

	/** How often the removal of this item was told. */
	private timesOf(id: string): number {
		const { returns } = this.at;
		if (!returns?.length) return 0;
		const mark = markOfKey(id);
		return returns.find(([one]) => one === mark)?.[1] ?? 0;
	}

	/** By what n8n knows an execution: by its items, and how often they were taken back. */
	private keyOf(items: IDataObject[]): string {
		const ids = items.map(({ eventId }) => eventId);
		const times = items
			.map(({ eventId, removes }) => this.timesOf(String(removes ?? eventId)))
			.reduce((sum, one) => sum + one, 0);
		const { takenBack = 0 } = this.at;
		const identity = times ? [ids, takenBack, times] : [ids, takenBack];
		return `${this.settings.scope}:${hash(...identity)}`;
	}

	/** The items of an execution, once it may start. */
	private async prepare(group: Emitted[]): Promise<IDataObject[] | undefined> {
		if (!(await this.waitForRoom())) return undefined;
		const items: IDataObject[] = [];
		const { toItem, closing } = this.outlet;
		countWork(workOf.execution);
		await inPieces(
			(function* () {
				for (const one of group) {
					countWork(workOf.streamedItem);
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
		const key = this.keyOf(items);
		if (isWaitedFor) this.launch(items, key, () => this.finish(execution));
		else this.outlet.start(items, key);
	}

	/** Starts an execution until n8n takes it, which knows the key of one that it has taken after all. */
	private launch(items: IDataObject[], key: string, finished: () => void, attempt = 1): void {
		this.outlet.start(items, key, {
			finished: () => {
				this.refusals.end();
				finished();
			},
			refused: (reason) => {
				this.refusals.note(notStarted(reason));
				void pauseFor(backoffOf(attempt), this.outlet.closing).then((isOpen) => {
					if (isOpen) this.launch(items, key, finished, attempt + 1);
				});
			},
		});
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
		const unfinished = [...this.executions.map(({ end }) => end), ...this.earlier];
		unfinished.sort(([a], [b]) => a - b);
		this.stored.cursor = {
			...this.at,
			...(oldest && { place: oldest.before }),
			...(unfinished.length && { unfinished }),
		};
	}
}

/** The place from which what stands from this height on is read again; undefined where it was not read yet. */
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

/** The executions that a part of a feed becomes. The first ones end where those ended that are repeated. */
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

const notStarted = (reason: string): Failure =>
	fail('server', `n8n could not start an execution: ${reason}`, {
		passing: true,
		hint: 'The events wait, and come when n8n starts executions again. Its log says more.',
	}).failure;

const isGap = (one: Emitted): one is Gap => 'reason' in one;

const belongTogether = (before: Emitted, one: Emitted, grouping: Grouping): boolean =>
	grouping === 'slice' ||
	(grouping === 'block' && !isGap(before) && !isGap(one) && before.position === one.position);
