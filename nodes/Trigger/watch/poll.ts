/** One poll of the event Uptime Drop over the node's static data: what comes again, what is new, what is stored. */
import { deepCopy, type IDataObject } from 'n8n-workflow';
import { unpackStates, type UptimeCursor } from './cursor';
import type { UptimeSettings } from './settings';
import type { Reading } from './source';
import { recall, step } from './step';

/** What a poll finds of the last one, and leaves for the next. */
export interface Stored {
	cursor?: UptimeCursor;
}

/** Static data that this n8n process has polled with: what is not among it was just loaded from the database. */
const polled = new WeakSet<object>();

/** Takes a reading into account. With redelivery on, the first poll after a start brings the last items once more. */
export function pollStored(
	stored: Stored,
	reading: Reading,
	settings: UptimeSettings,
): IDataObject[] {
	const last = settings.redeliver ? deepCopy(recall(stored.cursor, settings)?.last ?? []) : [];
	const again = polled.has(stored) ? [] : last;
	const { items, cursor } = step(stored.cursor, reading, settings);
	polled.add(stored);
	stored.cursor = keepLast(
		{ ...cursor, last: undefined },
		items.length ? [...again, ...items] : last,
		settings,
	);
	return [...again, ...items];
}

/** A cursor has so many bytes for each watched validator, and so many besides. */
const bytesOfValidator = 64;
const bytesBesides = 8192;
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A cursor with the last items, as far as they fit in: without the records of their validators if need be. */
function keepLast(
	cursor: UptimeCursor,
	items: IDataObject[],
	{ redeliver }: UptimeSettings,
): UptimeCursor {
	if (!redeliver || !items.length) return cursor;
	const { watched, at } = cursor;
	const count = watched ? unpackStates(watched.states, at).size : 0;
	let room = bytesBesides + bytesOfValidator * count - sizeOf({ ...cursor, last: [] });
	if (sizeOf(items) <= room) return { ...cursor, last: items };
	const last = items.map(dropRecord).filter((item) => (room -= sizeOf(item) + 1) >= 0);
	return last.length ? { ...cursor, last } : cursor;
}

function dropRecord(item: IDataObject): IDataObject {
	const { items } = item as { items?: IDataObject[] };
	return items ? { ...item, items: items.map(dropRecord) } : { ...item, validator: null };
}
