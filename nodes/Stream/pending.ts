/** Pending transactions. Only notifications report them, and only a limited number waits for executions. */
import type { IDataObject } from 'n8n-workflow';
import { isHash } from '../shared/values/hex';
import { isRecord } from '../shared/values/records';
import { Bell } from './bell';
import type { Executions } from './executions';
import { Recent } from './recent';

/** Most transactions that wait for an execution, and most that wait for their receipt. */
const mostWaiting = 1_000;

export const hashOf = (transaction: unknown): string =>
	String(isRecord(transaction) ? transaction.hash : transaction);

/** True if the transaction has the subscribed form: whole, or only its hash. */
export const isTransaction = (said: unknown, isWhole: boolean): boolean =>
	isHash(hashOf(said)) && isRecord(said) === isWhole;

interface PendingSettings {
	/** The item of a transaction. `missed` is the number of earlier ones that were dropped. */
	toItem(transaction: unknown, missed: number): IDataObject;
	/** The transaction with its receipt, or undefined if none comes in time. Absent if the user wants no receipts. */
	complete?(transaction: unknown): Promise<unknown>;
}

export class Pending {
	private readonly waiting: unknown[] = [];
	private completing = 0;
	private missed = 0;
	private readonly recent = new Recent<true>();
	private readonly bell = new Bell();

	constructor(
		private readonly executions: Executions,
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
			// A server's answer may be too odd to process.
			.catch(() => void this.missed++)
			.finally(() => void this.completing--);
	}

	async run(): Promise<void> {
		while (!this.closing.aborted) {
			await this.bell.wait([this.closing]);
			while (this.waiting.length && !this.closing.aborted) {
				const item = this.settings.toItem(this.waiting.shift(), this.missed);
				this.missed = 0;
				await this.executions.deliverAlone(item);
			}
		}
	}

	/** Queues a transaction. Drops the oldest if the queue is full, because old ones are least useful. */
	private queue(transaction: unknown): void {
		this.waiting.push(transaction);
		if (this.waiting.length > mostWaiting) {
			this.waiting.shift();
			this.missed++;
		}
		this.bell.ring();
	}
}
