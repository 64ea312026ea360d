/** Starts executions, a few at a time, and again if n8n refuses one. */
import type { IDataObject } from 'n8n-workflow';
import type { Place, Through } from '../feeds/cursor';
import { fingerprint } from '../feeds/identity';
import type { FeedRecord, Gap } from '../feeds/source';
import { fail, type Failure } from '../shared/errors';
import { backoffOf } from '../shared/network/pauses';
import { countWork, inPieces, isPauseDue, workOf } from '../shared/pace';
import { Bell, pauseFor } from './bell';
import { Outage, type Reporter } from './outage';

export interface ExecutionSettings {
	/** The identity of the trigger node in n8n's keys. */
	scope: string;
	/** 0 means any number, started without waiting for any. */
	mostUnfinished: number;
}

export interface Outlet extends Reporter {
	toItem(emitted: Emitted): IDataObject;
	/** Starts one execution. n8n skips it if it knows the key. Without `waiter`, nobody waits for the execution. */
	start(items: IDataObject[], key: string, waiter?: Waiter): void;
	/** Aborted once the workflow is no longer published. */
	closing: AbortSignal;
}

export interface Waiter {
	finished(): void;
	/** n8n could not start it, for example because its database is down. */
	refused(reason: string): void;
}

export type Emitted = FeedRecord | Gap;

interface Execution {
	before: Place;
	end: Through;
	hasFinished: boolean;
}

const notStarted = (reason: string): Failure =>
	fail('server', `n8n could not start an execution: ${reason}`, {
		passing: true,
		hint: 'The events wait, and come when n8n starts executions again. Its log says more.',
	}).failure;

export class Executions {
	/** Executions with a place in the feed, oldest first. */
	protected readonly executions: Execution[] = [];
	private unfinished = 0;
	private readonly room = new Bell();
	/** Tracks how long n8n has started no executions. */
	private readonly refusals: Outage;

	constructor(
		private readonly settings: ExecutionSettings,
		protected readonly outlet: Outlet,
	) {
		this.refusals = new Outage(outlet);
	}

	/** Starts one execution for an item without a place in the feed, once there is room. */
	async deliverAlone(item: IDataObject): Promise<void> {
		if (await this.waitForRoom()) this.start([item]);
	}

	/** Like `deliverAlone`, but only if there is room now. True if it started. */
	deliverNow(item: IDataObject): boolean {
		if (!this.hasRoom) return false;
		this.start([item]);
		return true;
	}

	private get hasRoom(): boolean {
		const { mostUnfinished: most } = this.settings;
		return most === 0 || this.unfinished < most;
	}

	/** What tells an execution from all others of the trigger. */
	protected identify(items: IDataObject[]): unknown[] {
		return [items.map(({ eventId }) => eventId), 0];
	}

	/** Stores the progress. Executions without a place have none. */
	protected store(): void {}

	protected async prepare(group: Emitted[]): Promise<IDataObject[] | undefined> {
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

	/** True once an execution may start. False if the workflow ended. */
	private async waitForRoom(): Promise<boolean> {
		const { closing } = this.outlet;
		while (!this.hasRoom && !closing.aborted) await this.room.wait([closing]);
		return !closing.aborted;
	}

	protected start(items: IDataObject[], execution?: Execution): void {
		const isWaitedFor = this.settings.mostUnfinished > 0;
		// Nobody reports their end. n8n has started them long before the next one.
		if (!isWaitedFor) this.executions.length = 0;
		if (execution) this.executions.push(execution);
		if (isWaitedFor) this.unfinished++;
		this.store();
		// n8n recognizes an execution by its key.
		const key = `${this.settings.scope}:${fingerprint(...this.identify(items))}`;
		if (isWaitedFor) this.launch(items, key, () => this.finish(execution));
		else this.outlet.start(items, key);
	}

	/** Tries until n8n accepts the execution. If n8n accepted an earlier try after all, it knows the key. */
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
}
