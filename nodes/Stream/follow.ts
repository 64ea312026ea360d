/**
 * Follows a chain. A notification only says that there may be something up to a block. The data are read over HTTP from
 * the stored place on. So a missed, repeated, oversized or disordered notification neither loses nor doubles anything,
 * and events during an outage are read in the same way.
 */
import type { IDataObject } from 'n8n-workflow';
import type { FeedCursor, Place } from '../feeds/cursor';
import { begin, ownCursor, postpone } from '../feeds/begin';
import type { FeedSettings } from '../feeds/feedSettings';
import { pollFeed } from '../feeds/pollFeed';
import type { Ascending, Gap, Head, NodeBlocks } from '../feeds/source';
import type { Stored } from '../feeds/stored';
import { fail, nothing, type Answer, type Failure } from '../shared/errors';
import { blocksApart } from '../shared/network/hosts';
import { backoffOf, heededMs } from '../shared/network/pauses';
import { Bell, pauseFor } from './bell';
import { defaultLimits, mayReturnIfServed } from './connection';
import { Delivery, type DeliverySettings, type StreamCursor, type PlacedCursor } from './delivery';
import { Doubts } from './doubts';
import type { Outlet } from './executions';
import { Newest } from './newest';
import { Outage } from './outage';
import type { Removal } from './removal';
import { hourMs, minuteMs } from '../shared/values/timeUnits';

export interface FollowSettings extends DeliverySettings {
	feed: FeedSettings;
	/** The length of a slice. At its end, its events start one execution. */
	sliceMs: number;
	/** Older blocks are skipped and reported as a gap. Undefined reads all. */
	mostBlocksBack?: number;
}

interface FollowContext extends Outlet {
	/** Opens a source for one read. After a failure, it starts without cached answers. */
	open(afterFailure: boolean): Promise<NodeBlocks>;
	/** Writes to n8n's log, once for each text. */
	warn(text: string): void;
}

/** Reads anyway after this time, in case a subscription stays silent while blocks move on. */
const safetyMs = minuteMs;
/** Delivers the records of a read after at most this time. */
const readMs = 5_000;
/** Tries for a block that only another server has, before waiting for the next notification or safety read. */
const mostRetries = 8;
/** By n8n's clock. If the newest block of a chain is older than this, the node may still be syncing. */
const freshMs = hourMs;

/** The result of one read: all is read, some is left, or nothing came. */
type Progress = 'done' | 'moved' | 'behind';

interface End extends Head {
	/** True if several answers agree on it. */
	isAgreed: boolean;
}

export class Follower {
	private readonly newest = new Newest(() => this.delivery?.cursor.place?.next);
	private readonly doubts = new Doubts();
	private readonly bell = new Bell();
	private delivery: Delivery | undefined;
	/** The place stored before this process began. */
	private storedNext: number | undefined;
	/** Items to deliver before the next read. */
	private readonly notices: IDataObject[] = [];
	private readonly connection: Outage;
	private readonly reads: Outage;
	private isConnected = false;
	/** The last time that the node answered or a connection was open, in ms since 1970. */
	private servedAt = -Infinity;
	/** True if the last read failed or has not ended. */
	private hasFailed = false;

	constructor(
		private readonly stored: Stored<StreamCursor>,
		private readonly settings: FollowSettings,
		private readonly around: FollowContext,
	) {
		this.connection = new Outage(around);
		this.reads = new Outage(around);
	}

	lagOf(position: number): number {
		return this.newest.lagOf(position);
	}

	/** The connection is open. Anything may have happened before. */
	opened(): void {
		this.connection.end();
		this.isConnected = true;
		this.newest.hear(undefined);
		this.bell.ring();
	}

	/** There are blocks up to this one. Undefined if the number is unknown. */
	sawBlock(block: number | undefined): void {
		this.newest.hear(block);
	}

	/** There may be something to emit up to this block. Undefined if the number is unknown. */
	wake(block?: number): void {
		this.newest.hearAtLeast(block);
		this.bell.ring();
	}

	/** The connection is lost. Until it is back, safety reads ask for the newest block. */
	lost(failure: Failure): void {
		this.newest.hear(undefined);
		if (this.isConnected) this.servedAt = this.around.now();
		this.isConnected = false;
		this.connection.note(failure);
	}

	/** A log was removed. If its item went out here, reports the removal. Otherwise asks the chain about it. */
	takeBack(removal: Removal | undefined): void {
		const { delivery } = this;
		if (!delivery) return;
		const { log, height = Infinity } = removal ?? {};
		const taken = log === undefined ? undefined : delivery.takeBack(log, height);
		if (taken) this.notices.push(...taken.map((id) => removal!.nameItem(id)));
		else if (!removal || !this.newest.isBelievable(height) || !delivery.isInReach(height))
			return this.around.warn(ignoredRemoval);
		else if (height < delivery.cursor.place.next) this.doubts.add(removal);
		else delivery.rewind(height);
		this.bell.ring();
	}

	/** Starts an execution before the feed reaches its record, unless anything older waits. True if it started. */
	deliverEarly(item: IDataObject): boolean {
		return this.isAtEnd && this.delivery!.deliverNow(item);
	}

	/** True if the feed has read everything that the node announced. */
	private get isAtEnd(): boolean {
		const { delivery, newest } = this;
		const { confirmations } = this.settings.feed;
		const { told } = newest;
		return told !== undefined && told - confirmations < (delivery?.cursor.place.next ?? 0);
	}

	/** Finds the beginning of the feed, unless a place is stored. After a temporary failure, `run` tries again. */
	async begin(): Promise<Answer<undefined>> {
		const { settings, around, stored } = this;
		const known = ownCursor(stored.cursor, settings.feed);
		const postponed = postpone(settings.feed, around);
		let place = known?.place;
		this.storedNext = place?.next;
		let began = stored.cursor?.began;
		if (!place) {
			const found = await findBeginning(known, await this.open(), settings.feed);
			if (!found.ok) {
				if (!known) stored.cursor = postponed;
				return found;
			}
			this.succeeded();
			place = found.result;
			began = place && Math.max(place.floor, place.next);
		}
		if (!place) {
			stored.cursor = postponed;
			return nothing;
		}
		const { version, event, feed } = postponed;
		const cursor = { version, event, feed, ...known, place, began, pending: undefined };
		stored.cursor = cursor;
		this.delivery = new Delivery(stored, cursor, settings, around);
		return nothing;
	}

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
				if (read.result === 'done') return;
				if (read.result === 'moved') tries = 0;
				else if (++tries > mostRetries) return;
				// This server lags behind the one that announced the block.
				else await pauseFor(backoffOf(tries) / 2, around.closing);
			} else {
				const { passing, retryAfterMs } = read.failure;
				if (!passing && !this.mayReturn(read.failure)) return around.report(read.failure);
				this.reads.note({ ...read.failure, passing: true });
				await pauseFor(Math.max(heededMs(retryAfterMs), backoffOf(++failures)), around.closing);
			}
		}
	}

	private async readOn(): Promise<Answer<Progress>> {
		if (!this.delivery) {
			const begun = await this.begin();
			if (!begun.ok) return begun;
		}
		const { delivery } = this;
		// The watch begins in the future.
		if (!delivery) return { ok: true, result: 'done' };
		while (this.notices.length) await delivery.deliverAlone(this.notices.shift()!);
		const source = await this.open();
		const head = await this.findEnd(source, delivery);
		if (!head.ok) return head;
		const skipped = this.skipTooFar(delivery.cursor, head.result);
		if (skipped && !(await delivery.deliver([skipped.gap], skipped.cursor)))
			return { ok: true, result: 'done' };
		return await this.readTo(head.result, source, delivery);
	}

	/** Finds the end of the next read, after checking that the place is still in the chain. */
	private async findEnd(source: NodeBlocks, delivery: Delivery): Promise<Answer<End>> {
		const rewound = await this.settleDoubts(source, delivery);
		if (!rewound.ok) return rewound;
		const head = await this.readEnd(source, delivery);
		if (!head.ok) return head;
		const returned = await this.returnToChain(source, delivery, head.result);
		return returned.ok ? head : returned;
	}

	private async readTo(
		head: End,
		source: NodeBlocks,
		delivery: Delivery,
	): Promise<Answer<Progress>> {
		const settings = this.settings.feed;
		const { cursor } = delivery;
		const isStale = delivery.watchRereads();
		const known: Ascending = { ...source, readEnd: async () => ({ ok: true, result: head }) };
		const clock = { now: this.around.now, budgetMs: readMs };
		const polled = await pollFeed(cursor, { source: known, settings }, clock);
		if (!polled.ok) return polled;
		this.succeeded();
		// A removal came meanwhile. Report it first, then read its place again.
		if (isStale() || this.notices.length) return { ok: true, result: 'moved' };
		const { emitted, cursor: after } = polled.result;
		if (!(await delivery.deliver(emitted, after))) return { ok: true, result: 'done' };
		const { next } = delivery.cursor.place!;
		const told = (this.newest.told ?? -1) + 1;
		const end = Math.max(head.end, told) - settings.confirmations;
		if (next >= end) return { ok: true, result: 'done' };
		return { ok: true, result: next > cursor.place.next ? 'moved' : 'behind' };
	}

	/** Goes back to the height of a reported removal if the chain confirms it. */
	private async settleDoubts(source: NodeBlocks, delivery: Delivery): Promise<Answer<undefined>> {
		const lowest = await this.doubts.settle(source, (height) => delivery.isInReach(height));
		if (!lowest.ok) return lowest;
		if (lowest.result < Infinity) delivery.rewind(lowest.result);
		return nothing;
	}

	/** The end of the next read, from a notification or the node. If more depends on it, two answers must agree. */
	private async readEnd(source: NodeBlocks, { cursor }: Delivery): Promise<Answer<End>> {
		const { newest } = this;
		const isTold = newest.told !== undefined;
		const head = await source.readEnd(isTold ? newest.told! + 1 : undefined);
		if (!head.ok) return head;
		const { end } = head.result;
		const isDecisive = !newest.isBelievable(end - 1) || this.isTooFar(cursor, end);
		const agreed: Answer<number | undefined> = isDecisive ? await source.agreeOnEnd(end) : nothing;
		if (!agreed.ok) return agreed;
		const isAgreed = agreed.result !== undefined;
		if (isAgreed || !isDecisive) newest.learn((agreed.result ?? end) - 1);
		return { ok: true, result: { end: agreed.result ?? end, isAgreed } };
	}

	/** Moves the place to the end of the chain if it lies beyond. An earlier version may have stored such a place. */
	private async returnToChain(
		source: NodeBlocks,
		delivery: Delivery,
		{ end, isAgreed }: End,
	): Promise<Answer<undefined>> {
		const { next } = delivery.cursor.place!;
		const isBeyond = next === this.storedNext && end + blocksApart.most < next;
		// A chain that ends before the watch began is another chain.
		if (!isBeyond || !isAgreed || end < (delivery.cursor.began ?? 0)) return nothing;
		const [newest, last] = [await source.lookAt(end - 1), await source.lookAt(next - 1)];
		if (!newest.ok) return newest;
		if (!last.ok) return last;
		const { time } = newest.result ?? {};
		const isFresh = time !== undefined && time * 1000 >= this.around.now() - freshMs;
		if (last.result || !isFresh) return nothing;
		delivery.moveTo(end);
		this.around.warn(
			`The stored place, block ${next}, lay beyond the chain, which ends at block ${end - 1}. The stream goes on from there.`,
		);
		return nothing;
	}

	private async open(): Promise<NodeBlocks> {
		const source = await this.around.open(this.hasFailed);
		this.hasFailed = true;
		return source;
	}

	private succeeded(): void {
		this.hasFailed = false;
		this.servedAt = this.around.now();
	}

	/**
	 * True for failures that may pass although they do not look so. An answer that cannot be understood is an exception,
	 * if this node gave good ones before.
	 */
	private mayReturn({ kind }: Failure): boolean {
		if (kind === 'not-understood') return this.servedAt > -Infinity;
		const isServed = this.isConnected || this.around.now() - this.servedAt < defaultLimits.returnMs;
		return mayReturnIfServed.includes(kind) && isServed;
	}

	/** True if some blocks below this end lie too far back. */
	private isTooFar({ place }: PlacedCursor, end: number): boolean {
		const { mostBlocksBack = Infinity } = this.settings;
		return end - mostBlocksBack > place.next;
	}

	/** The gap that replaces blocks too far back, and the cursor after it. */
	private skipTooFar(
		cursor: PlacedCursor,
		{ end, isAgreed }: End,
	): { gap: Gap; cursor: PlacedCursor } | undefined {
		if (!isAgreed || !this.isTooFar(cursor, end)) return undefined;
		const { mostBlocksBack = 0 } = this.settings;
		const { next: from } = cursor.place!;
		const to = end - mostBlocksBack;
		const reason = `the trigger reads at most ${mostBlocksBack} blocks back`;
		const place: Place = { floor: to, next: to, seen: '' };
		return { gap: { from, to, reason }, cursor: { ...cursor, place } };
	}
}

async function findBeginning(
	known: FeedCursor | undefined,
	source: NodeBlocks,
	feed: FeedSettings,
): Promise<Answer<Place | undefined>> {
	const head = await source.readEnd();
	if (!head.ok) return head;
	const agreed = await source.agreeOnEnd(head.result.end);
	if (!agreed.ok) return agreed;
	const { result: end } = agreed;
	return end === undefined ? noEnd : await begin(known, { source, head: { end }, end }, feed);
}

const noEnd = fail('not-understood', 'The node does not have the block that it calls its newest', {
	passing: true,
	hint: 'Several servers may share this URL, and one of them may be far behind. Try again in a minute.',
});
const ignoredRemoval =
	'The node reported a removed log without a block that the stream can have read. The stream ignores such reports.';
