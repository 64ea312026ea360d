/** Items that went out recently: by key, so that a second read does not repeat them, and by log, for removals. */
import type { IDataObject } from 'n8n-workflow';
import type { FeedRecord, Gap } from '../feeds/source';
import { Recent } from './recent';
import { logOf } from './removal';

interface SentItem {
	id: string;
	key: string;
	height: number;
}

export class Sent {
	private readonly keys = new Recent<true>();
	/** The items of each log. A log of a batch of transfers has several. */
	private readonly logs = new Recent<SentItem[]>();

	add(records: Array<FeedRecord | Gap>, items: IDataObject[]): void {
		for (const [i, record] of records.entries()) {
			if ('reason' in record) continue;
			const { key, position: height } = record;
			this.keys.add(key, true);
			const log = logOf(items[i]);
			if (log === undefined) continue;
			const item = { id: String(items[i].eventId), key, height };
			this.logs.add(log, [...(this.logs.get(log) ?? []), item]);
		}
	}

	has(key: string): boolean {
		return this.keys.has(key);
	}

	/** Forgets the items of a log that went out at this height and returns their IDs. Undefined if there are none. */
	takeBack(log: string, height: number): string[] | undefined {
		const items = this.logs.get(log);
		if (!items?.every((item) => item.height === height)) return undefined;
		this.logs.take(log);
		for (const { key } of items) this.keys.take(key);
		return items.map(({ id }) => id);
	}
}
