/** A stream over a scripted chain, in an n8n that can stop anywhere. */
import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { Follower, type FollowSettings } from '../../nodes/Stream/follow';
import type { StreamCursor } from '../../nodes/Stream/delivery';
import type { Failure } from '../../nodes/shared/errors';
import { makeItem } from '../../nodes/feeds/items/items';
import type { Ascending, FeedRecord, NodeBlocks } from '../../nodes/feeds/source';
import type { Stored } from '../../nodes/feeds/stored';
import { itemTraits, ScriptedFeed, settingsOf } from './feedWorld.mts';

export interface Execution {
	key: string;
	items: IDataObject[];
	/** Whether it runs until the test finishes it. */
	finish: () => void;
}

export const followSettings = (more: Partial<FollowSettings> = {}): FollowSettings => ({
	feed: settingsOf('ascending'),
	scope: 'workflow:node',
	grouping: 'event',
	sliceMs: 0,
	mostUnfinished: 3,
	...more,
});

/** Short waits are over at once, and those of a minute or more when a test says so. */
export function useQuickWaits(): { passMinute: () => void } {
	let long: AbortController[] = [];
	beforeAll(() => {
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const clock = new AbortController();
			if (ms < 60_000) setTimeout(() => clock.abort(), 0);
			else long.push(clock);
			return clock.signal;
		});
	});
	afterAll(() => jest.restoreAllMocks());
	const passMinute = () => {
		const ended = long;
		long = [];
		for (const clock of ended) clock.abort();
	};
	return { passMinute };
}

export class StreamHost {
	readonly feed = new ScriptedFeed('ascending');
	/** Executions that began, in their order. */
	readonly executions: Execution[] = [];
	readonly reports: Failure[] = [];
	/** What n8n's log was told. */
	readonly warnings: string[] = [];
	/** Executions that run. */
	running = 0;
	mostRunning = 0;
	/** Whether n8n has deduplication keys. */
	hasKeys = true;
	/** Whether executions run until a test finishes them. */
	isSlow = false;
	/** The number of the execution whose request finds n8n crashing: static data is saved, and nothing starts. */
	crashAt: number | undefined;
	private reads = 0;
	/** What the node answers to every read, if anything is wrong. */
	refusal: Failure | undefined;
	stored: Stored<StreamCursor> = {};
	/** Tells the hashes of the chain from those of others. */
	fork = '';
	follower!: Follower;
	private saved = '{}';
	private closing = new AbortController();
	private readonly keys = new Set<string>();
	private ended: Promise<void> | undefined;

	constructor(readonly settings: FollowSettings = followSettings()) {}

	/** The hash of a block, which changes with the chain. */
	hashOf(block: number): string {
		return `hash of ${block}${this.fork}`;
	}

	/** The node takes a log back. */
	takeBack({ key, position }: { key: string; position: number }): void {
		this.follower.takeBack({
			log: `${key} 0`,
			height: position,
			blockHash: `hash of ${position}`,
			nameItem: (removes) => ({ eventId: `removed ${removes}`, removes }),
		});
	}

	/** n8n starts, or the workflow is published; the connection opens. */
	async start(): Promise<void> {
		this.closing = new AbortController();
		this.stored = JSON.parse(this.saved) as Stored<StreamCursor>;
		const { signal } = this.closing;
		this.follower = new Follower(this.stored, this.settings, {
			open: async () => {
				const source: NodeBlocks = {
					...(this.feed.source as Ascending),
					agreeOnEnd: async (told) => ({ ok: true, result: told }),
					lookAt: async (block) => ({ ok: true, result: { hash: this.hashOf(block) } }),
				};
				const { refusal: failure } = this;
				this.reads++;
				return failure ? { ...source, readEnd: async () => ({ ok: false, failure }) } : source;
			},
			report: (failure) => this.reports.push(failure),
			warn: (text) => this.warnings.push(text),
			now: () => this.feed.time * 1000,
			toItem: (one) => {
				const item = makeItem(one, { ...itemTraits, ...this.settings }, 0);
				// As items of logs are.
				return 'key' in one ? { ...item, txHash: one.key, logIndex: 0 } : item;
			},
			start: (items, key, waiter) => {
				if (!signal.aborted) this.begin(items, key, waiter?.finished);
			},
			closing: signal,
		});
		await this.follower.begin();
		this.save();
		this.ended = this.follower.run();
		this.follower.opened();
		await this.settle();
	}

	/** The workflow ends: without an execution nothing is saved. */
	async stop(): Promise<void> {
		this.closing.abort();
		await this.ended;
	}

	/** The node tells of its newest block, and that there is something. */
	async tell(block = this.feed.end - 1): Promise<void> {
		this.follower.sawBlock(block);
		this.follower.wake(block);
		await this.settle();
	}

	/** Until so many reads more have begun. */
	async waitForReads(more: number): Promise<void> {
		for (const enough = this.reads + more; this.reads < enough; ) await wait(1);
	}

	/** Until nothing happens any more. */
	async settle(): Promise<void> {
		for (let quiet = 0, before = ''; quiet < 4; quiet++) {
			await wait(2);
			const now = `${this.feed.requests} ${this.executions.length} ${this.running}`;
			if (now !== before) quiet = 0;
			before = now;
		}
	}

	get delivered(): FeedRecord['key'][] {
		return this.executions.flatMap(({ items }) => items.map(({ eventId }) => String(eventId)));
	}

	/** The IDs of the items of these records. */
	idsOf(records: Array<{ key: string; position: number }>): string[] {
		const settings = { ...itemTraits, ...this.settings };
		return records.map((record) => String(makeItem({ ...record, json: {} }, settings, 0).eventId));
	}

	private save(): void {
		this.saved = JSON.stringify(this.stored);
	}

	private begin(items: IDataObject[], key: string, finished?: () => void): void {
		this.save();
		if (this.crashAt === this.executions.length) {
			this.crashAt = undefined;
			this.closing.abort();
			return;
		}
		if (this.hasKeys && this.keys.has(key)) return void finished?.();
		this.keys.add(key);
		this.running++;
		this.mostRunning = Math.max(this.mostRunning, this.running);
		const finish = () => {
			this.running--;
			finished?.();
		};
		this.executions.push({ key, items, finish });
		if (!this.isSlow) queueMicrotask(finish);
	}
}
