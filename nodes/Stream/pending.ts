/** Pending transactions, which only their notifications tell of: a bounded number waits for executions. */
import type { IDataObject } from 'n8n-workflow';
import { isHash } from '../shared/values/hex';
import { isRecord } from '../shared/values/records';
import { Bell } from './bell';
import type { Delivery } from './delivery';
import { Recent } from './recent';

/** Those that wait for an execution, or for their receipt. */
const mostWaiting = 1_000;

export const hashOf = (transaction: unknown): string =>
	String(isRecord(transaction) ? transaction.hash : transaction);

/** Whether it is a transaction in the form that was subscribed to: whole, or its hash alone. */
export const isTransaction = (said: unknown, isWhole: boolean): boolean =>
	isHash(hashOf(said)) && isRecord(said) === isWhole;

interface PendingSettings {
	/** The item of a transaction; `missed` ones that came before it were left out. */
	toItem(transaction: unknown, missed: number): IDataObject;
	/** The transaction with its receipt, undefined where there is none in time; absent where it is not wanted. */
	complete?(transaction: unknown): Promise<unknown>;
}

export class Pending {
	private readonly waiting: unknown[] = [];
	private completing = 0;
	private missed = 0;
	private readonly recent = new Recent<true>();
	private readonly bell = new Bell();

	constructor(
		private readonly delivery: Delivery,
		private readonly settings: PendingSettings,
		private readonly closing: AbortSignal,
	) {}

	take(transaction: unknown): void {
		const hash = hashOf(transaction);
		if (this.recent.has(hash)) return;
		this.recent.add(hash, true);
		const { complete } = this.settings;
		if (!complete) return this.queue(transaction);
		if (this.completing >= mostWaiting) return void this.missed++;
		this.completing++;
		void complete(transaction)
			.then((completed) => {
				if (completed !== undefined) this.queue(completed);
			})
			// What a server answers may be so odd that nothing can be made of it.
			.catch(() => void this.missed++)
			.finally(() => void this.completing--);
	}

	/** Starts executions until the workflow ends. */
	async run(): Promise<void> {
		while (!this.closing.aborted) {
			await this.bell.wait([this.closing]);
			while (this.waiting.length && !this.closing.aborted) {
				const item = this.settings.toItem(this.waiting.shift(), this.missed);
				this.missed = 0;
				await this.delivery.deliverAlone(item);
			}
		}
	}

	/** The newest ones wait: what is older is the least of use. */
	private queue(transaction: unknown): void {
		this.waiting.push(transaction);
		if (this.waiting.length > mostWaiting) {
			this.waiting.shift();
			this.missed++;
		}
		this.bell.ring();
	}
}
