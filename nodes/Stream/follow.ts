/**
 * Follows a chain. A notification only says that there is something up to a block: what it is, is read over HTTP from the
 * place that was kept. So a notification that is missed, repeated, too large or out of order loses and doubles nothing,
 * and what happened while the connection was down is read in the same way.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Answer, Failure } from '../shared/errors';
import { backoffOf } from '../shared/network/gate';
import { begin, ownCursor, pollFeed, postpone, type FeedSettings } from '../Trigger/feed/pollFeed';
import type { FeedCursor, Place } from '../Trigger/feed/cursor';
import type { Ascending, Gap, Head } from '../Trigger/feed/source';
import type { Stored } from '../Trigger/memory';
import { Bell, pauseFor } from './bell';
import { defaultLimits } from './connection';
import { Delivery, type DeliverySettings, type Outlet, type StreamCursor } from './delivery';

export interface FollowSettings extends DeliverySettings {
	feed: FeedSettings;
	/** Of a slice, after whose end its events start one execution. */
	sliceMs: number;
	/** What lies further back is not read, and told as a gap; undefined reads all. */
	mostBlocksBack?: number;
}

export interface Surroundings extends Outlet {
	/** A source for one read; after a failure it knows nothing of what was asked before. */
	open(afterFailure: boolean): Promise<Ascending>;
	/** A failure that no later attempt changes, or that has lasted. */
	report(failure: Failure): void;
	now(): number;
}

/** A subscription that stays silent while blocks move on is made up for after this time. */
const safetyMs = 60_000;
/** One read goes on for so long before what it found is delivered. */
const readMs = 5_000;
/** So often a block is asked for again that another server told of, before the next notification or safety read. */
const mostRetries = 8;
/** An outage that lasts so long is reported, once. */
const outageMs = 5 * 60_000;

export class Follower {
	/** The newest block that the node told of since the connection was opened. */
	private head: number | undefined;
	private readonly bell = new Bell();
	private delivery: Delivery | undefined;
	/** Items that stand before all that is read next. */
	private readonly notices: IDataObject[] = [];
	private readonly connection: Outage;
	private readonly reads: Outage;
	private isConnected = false;
	/** When the node answered last, or a connection was open, in ms since 1970. */
	private servedAt = -Infinity;
	/** Whether the last read failed, or has not ended. */
	private hasFailed = false;

	constructor(
		private readonly stored: Stored<StreamCursor>,
		private readonly settings: FollowSettings,
		private readonly around: Surroundings,
	) {
		this.connection = new Outage(around);
		this.reads = new Outage(around);
	}

	/** How far the chain is ahead of a position, in blocks. */
	lagOf(position: number): number {
		return Math.max(0, (this.head ?? position) - position);
	}

	/** The connection is open, after a time in which anything may have happened. */
	opened(): void {
		this.connection.end();
		this.isConnected = true;
		this.head = undefined;
		this.bell.ring();
	}

	/** There are blocks up to this one. */
	sawBlock(block: number): void {
		this.head = block;
	}

	/** There may be something to emit up to this block, or up to one that nobody knows. */
	wake(block?: number): void {
		if (block === undefined) this.head = undefined;
		else if (this.head !== undefined) this.head = Math.max(this.head, block);
		this.bell.ring();
	}

	/** The connection is lost: the safety reads ask for the newest block. */
	lost(failure: Failure): void {
		this.head = undefined;
		if (this.isConnected) this.servedAt = this.around.now();
		this.isConnected = false;
		this.connection.note(failure);
	}

	/** What stood from this block on was taken back, which the items tell. */
	takeBack(block: number, items: IDataObject[]): void {
		if (block < (this.delivery?.cursor.place?.next ?? 0)) this.delivery!.rewind(block);
		this.notices.push(...items);
		this.bell.ring();
	}

	/** Starts an execution before the feed comes to a record; not while anything older waits. Whether it did. */
	deliverEarly(item: IDataObject): boolean {
		return this.isAtEnd && this.delivery!.deliverNow(item);
	}

	/** Whether all was read, as far as the node told. */
	private get isAtEnd(): boolean {
		const { head, delivery } = this;
		const { confirmations } = this.settings.feed;
		return head !== undefined && head - confirmations < (delivery?.cursor.place?.next ?? 0);
	}

	/** Finds the place where the feed begins, unless one is stored. A temporary failure leaves it to `run`. */
	async begin(): Promise<Answer<undefined>> {
		const { settings, around, stored } = this;
		const done: Answer<undefined> = { ok: true, result: undefined };
		const known = ownCursor(stored.cursor, settings.feed);
		const postponed = postpone(settings.feed, around);
		let place = known?.place;
		if (!place) {
			const found = await findBeginning(known, await this.open(), settings.feed);
			if (!found.ok) {
				if (!known) stored.cursor = postponed;
				return found;
			}
			this.succeeded();
			place = found.result;
		}
		if (!place) {
			stored.cursor = postponed;
			return done;
		}
		const { version, event, feed } = postponed;
		const cursor = { version, event, feed, ...known, place, pending: undefined };
		stored.cursor = cursor;
		this.delivery = new Delivery(stored, cursor, settings, around);
		return done;
	}

	/** Reads and delivers until the workflow ends. */
	async run(): Promise<void> {
		const { closing } = this.around;
		for (;;) {
			const rang = await this.bell.wait([closing], safetyMs);
			if (closing.aborted) return;
			if (!rang && this.isAtEnd) continue;
			if (this.settings.grouping === 'slice') await pauseFor(this.settings.sliceMs, closing);
			await this.readAll();
		}
	}

	private async readAll(): Promise<void> {
		const { around } = this;
		for (let failures = 0, tries = 0; !around.closing.aborted; ) {
			const read = await this.readOn();
			if (read.ok) {
				failures = 0;
				this.reads.end();
				if (read.result === 'done' || ++tries > mostRetries) return;
				if (read.result === 'moved') tries = 0;
				// The server that answered is behind the one that told of the block.
				else await pauseFor(backoffOf(tries) / 2, around.closing);
			} else {
				const { passing, retryAfterMs = 0 } = read.failure;
				if (!passing && !this.mayReturn(read.failure)) return around.report(read.failure);
				this.reads.note({ ...read.failure, passing: true });
				await pauseFor(Math.max(retryAfterMs, backoffOf(++failures)), around.closing);
			}
		}
	}

	/** One read and its delivery: whether the end is reached, something is left, or nothing came. */
	private async readOn(): Promise<Answer<'done' | 'moved' | 'behind'>> {
		if (!this.delivery) {
			const begun = await this.begin();
			if (!begun.ok) return begun;
		}
		const { settings, around, delivery } = this;
		// It begins at a time to come.
		if (!delivery) return { ok: true, result: 'done' };
		while (this.notices.length) await delivery.deliverAlone(this.notices.shift()!);
		const source = await this.open();
		const head = await source.readEnd(this.head === undefined ? undefined : this.head + 1);
		if (!head.ok) return head;
		const skipped = this.skipTooFar(delivery.cursor, head.result);
		if (skipped && !(await delivery.deliver([skipped.gap], skipped.cursor)))
			return { ok: true, result: 'done' };
		const { cursor } = delivery;
		const known: Ascending = { ...source, readEnd: async () => head };
		const polled = await pollFeed(cursor, known, settings.feed, {
			now: around.now,
			budgetMs: readMs,
		});
		if (!polled.ok) return polled;
		this.succeeded();
		// Something was taken back meanwhile: that comes first, and its place is read again.
		if (delivery.cursor !== cursor || this.notices.length) return { ok: true, result: 'moved' };
		const { emitted, cursor: after } = polled.result;
		if (!(await delivery.deliver(emitted, after))) return { ok: true, result: 'done' };
		const { next } = delivery.cursor.place!;
		const end = Math.max(head.result.end, (this.head ?? -1) + 1) - settings.feed.confirmations;
		if (next >= end) return { ok: true, result: 'done' };
		return { ok: true, result: next > cursor.place!.next ? 'moved' : 'behind' };
	}

	private async open(): Promise<Ascending> {
		const source = await this.around.open(this.hasFailed);
		this.hasFailed = true;
		return source;
	}

	private succeeded(): void {
		this.hasFailed = false;
		this.servedAt = this.around.now();
	}

	/** A node that restarts says for a while that it does not know the chains of L1s. */
	private mayReturn({ kind }: Failure): boolean {
		const isServed = this.isConnected || this.around.now() - this.servedAt < defaultLimits.returnMs;
		return kind === 'not-found' && isServed;
	}

	/** The gap in place of blocks that lie too far back, and the cursor after it. */
	private skipTooFar(
		cursor: FeedCursor,
		{ end }: Head,
	): { gap: Gap; cursor: FeedCursor } | undefined {
		const { mostBlocksBack } = this.settings;
		const { next: from } = cursor.place!;
		const to = mostBlocksBack === undefined ? 0 : end - mostBlocksBack;
		if (to <= from) return undefined;
		const reason = `the trigger reads at most ${mostBlocksBack} blocks back`;
		const place: Place = { floor: to, next: to, seen: '' };
		return { gap: { from, to, reason }, cursor: { ...cursor, place } };
	}
}

/** What fails for a while, and is reported once if it lasts. */
class Outage {
	/** Ms since 1970. */
	private since: number | undefined;
	private isReported = false;

	constructor(private readonly around: Pick<Surroundings, 'now' | 'report'>) {}

	note(failure: Failure): void {
		const now = this.around.now();
		this.since ??= now;
		if (this.isReported || now - this.since < outageMs) return;
		this.isReported = true;
		this.around.report(failure);
	}

	end(): void {
		this.since = undefined;
		this.isReported = false;
	}
}

async function findBeginning(
	known: FeedCursor | undefined,
	source: Ascending,
	feed: FeedSettings,
): Promise<Answer<Place | undefined>> {
	const head = await source.readEnd();
	return head.ok ? await begin(known, head.result.end, head.result, source, feed) : head;
}
