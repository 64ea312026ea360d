/** What went out of late: by its key, so that no second reading brings it again, and by the log that it tells of. */
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
	/** The items of logs: several where a log is a batch of transfers. */
	private readonly logs = new Recent<SentItem[]>();

	/** The records of an execution, and their items. */
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

	/** The IDs of the items of a log that went out at this height, which are forgotten; undefined where there is none. */
	takeBack(log: string, height: number): string[] | undefined {
		const items = this.logs.get(log);
		if (!items?.every((item) => item.height === height)) return undefined;
		this.logs.take(log);
		for (const { key } of items) this.keys.take(key);
		return items.map(({ id }) => id);
	}
}
