/**
 * Emits the last items again after n8n starts. n8n may have stopped before a workflow ran with them: its usual engine
 * stores the memory of a poll first, and the execution after that.
 */
import type { IDataObject } from 'n8n-workflow';
import { alertIdOf } from './alertIds';
import type { Condition } from './conditions/condition';
import { unpackSubjects } from './cursor';
import { dropClosed } from './incidents';
import { alertEventOf, alertShownBy } from './laterEvents';
import { left } from './left';
import { sourceKey, type Alert, type Subject, type WatchSettings } from './model';
import type { WatchCursor } from './past';
import type { Reading } from './readings';

/** Older items have reached somebody, or are too late to help. */
const youngSeconds = 10 * 60;

/** Emission time of the last items, UNIX seconds. Older versions stored no time beside them. */
const emittedAt = ({ lastAt, last = [] }: WatchCursor): number =>
	lastAt ?? Date.parse(String(last[0].observedAt)) / 1000;

const isYoung = (before: WatchCursor, at: number): boolean => at - emittedAt(before) < youngSeconds;

/** The last items to emit once more. `before` is the cursor that n8n had stored, `after` is that of this poll. */
export function listAgain(
	before: WatchCursor,
	after: WatchCursor,
	reading: Reading,
	settings: WatchSettings,
): IDataObject[] {
	if (!before.last?.length) return [];
	// Each heartbeat item stores the memory. If none came since these items, n8n stopped soon after them.
	const isUnproven = !!settings.heartbeat?.sendsItem && before.at === emittedAt(before);
	if (!isYoung(before, reading.at) && !isUnproven) return [];
	const standing = new Standing(after, { ...reading, views: after.views }, settings);
	return before.last
		.filter((item) => !standing.isOver(item))
		.map((item) => dropIncidents(item, after));
}

/** An incident about the node that is over by now must not open again. Each alert of the item then has its own. */
function dropIncidents(
	item: IDataObject,
	{ suspected, incidents }: Pick<WatchCursor, 'suspected' | 'incidents'>,
): IDataObject {
	if (item.items)
		return {
			...item,
			items: (item.items as IDataObject[]).map((each) =>
				dropIncidents(each, { suspected, incidents }),
			),
		};
	const { suspectAlertId, suspectState, ...rest } = item;
	const isClosed = suspectState === 'lasts' && suspectAlertId !== suspected;
	return dropClosed(isClosed ? rest : item, { incidents });
}

export const markAgain = (item: IDataObject): IDataObject => {
	const { items } = item;
	const marked: IDataObject = { again: true, ...item };
	return items ? { ...marked, items: (items as IDataObject[]).map(markAgain) } : marked;
};

/** How the alerts of all subjects stand after a poll. */
class Standing {
	private readonly subjects: Array<[key: string, subject: Subject]>;

	constructor(
		{ at, ofSource, watched }: WatchCursor,
		private readonly reading: Reading,
		private readonly settings: WatchSettings,
	) {
		const source = unpackSubjects(ofSource, at).get(sourceKey)!;
		const validators = watched ? unpackSubjects(watched.states, at) : new Map<string, Subject>();
		this.subjects = [[sourceKey, source], ...validators];
	}

	/** True if nothing in the item still holds: the alert has ended, or one that had ended has begun again. */
	isOver(item: IDataObject): boolean {
		if (item.items) return (item.items as IDataObject[]).every((part) => this.isOver(part));
		const name = alertEventOf(item);
		const alert = alertShownBy(item);
		if (!alert?.endEvent) return false;
		const ids = Object.values((item.alertIds as IDataObject | undefined) ?? [item.alertId]);
		if (name === alert.endEvent) return isEach(ids, this.listIds(alert, true));
		// A validator that left is forgotten unless it is watched by name.
		if (alert === left) return isEach(ids, this.listIds(alert, false));
		const lasting = this.listIds(alert, true);
		return !ids.some((id) => lasting.has(id));
	}

	/** IDs of the alert for the subjects that have it, or for those that do not. */
	private listIds(alert: Alert, isLasting: boolean): Set<unknown> {
		const { at } = this.reading;
		const { of }: Partial<Condition> = alert;
		const ids = this.subjects
			// The source and the node itself would give the same IDs.
			.filter(([key]) => (key === sourceKey) === (of === 'source'))
			.map(([key, { states }]) => ({ key, state: states[alert.event] }))
			.filter(({ state }) => isLasting === (!!state && state.phase !== 'unconfirmed'))
			.map(({ key, state: { since } = { since: at } }) =>
				alertIdOf({ alert, turned: 'lasts', key, since }, this.settings, this.reading),
			);
		return new Set(ids);
	}
}

const isEach = (ids: unknown[], listed: Set<unknown>): boolean => ids.every((id) => listed.has(id));

/** A cursor may take this many bytes per watched validator, and these besides. The 512 go to data stored beside it. */
const bytesOfValidator = 64;
const bytesBesides = 8192 - 512;
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Adds the items that this poll emitted, or else those of earlier polls while they may come again. */
export function keepLast(
	cursor: WatchCursor,
	before: WatchCursor | undefined,
	emitted: IDataObject[],
): WatchCursor {
	if (emitted.length) return fitIn({ ...cursor, lastAt: cursor.at }, emitted);
	if (!before?.last?.length || !isYoung(before, cursor.at)) return cursor;
	return fitIn({ ...cursor, lastAt: emittedAt(before) }, before.last);
}

/** Adds an item that was made after the poll had stored its memory. */
export function keepToo(cursor: WatchCursor, items: IDataObject[]): WatchCursor {
	if (!items.length) return cursor;
	const { at, lastAt, last = [] } = cursor;
	return keepLast(cursor, undefined, [...(lastAt === at ? last : []), ...items]);
}

/** Adds the items that fit. If not all fit, they lose the data that can be looked up again. */
function fitIn(cursor: WatchCursor, items: IDataObject[]): WatchCursor {
	const { watched, at } = cursor;
	const count = watched ? unpackSubjects(watched.states, at).size : 0;
	let room = bytesBesides + bytesOfValidator * count - sizeOf({ ...cursor, last: [] });
	if (sizeOf(items) <= room) return { ...cursor, last: items };
	return {
		...cursor,
		last: items.map(dropRecord).filter((item) => (room -= sizeOf(item) + 1) >= 0),
	};
}

/**
 * Without the validator's record, its link, and the count of its Downs. An item about several keeps the first
 * line of its message, and a digest keeps the messages only once.
 */
function dropRecord(item: IDataObject): IDataObject {
	const kept = { ...item };
	delete kept.explorerUrl;
	delete kept.timesDown;
	delete kept.timesDownSince;
	delete kept.members;
	if (kept.nodeIds && !kept.items) kept.message = String(kept.message).split('\n', 1)[0];
	if (!('items' in kept)) return { ...kept, validator: null };
	const items = (kept.items as IDataObject[]).map((part) => dropShared(dropRecord(part), kept));
	return { ...kept, items };
}

/**
 * A part of an item for many, without its message, its nulls, and the fields that the whole item has too. That one's
 * `reminder` is the highest of all parts, so each keeps its own.
 */
function dropShared(part: IDataObject, whole: IDataObject): IDataObject {
	const isOwn = ([name, value]: [string, unknown]): boolean =>
		value !== null && name !== 'message' && (name === 'reminder' || value !== whole[name]);
	return Object.fromEntries(Object.entries(part).filter(isOwn)) as IDataObject;
}
