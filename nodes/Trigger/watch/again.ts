/**
 * What comes again after a start of n8n, which may have stopped before a workflow ran with the last items: n8n's usual
 * engine stores the memory of a poll first, and then the execution.
 */
import type { IDataObject } from 'n8n-workflow';
import { alertIdOf } from './alertIds';
import { alerts } from './conditions';
import type { Condition } from './conditions/condition';
import { unpackSubjects } from './cursor';
import { alertEventOf } from './laterEvents';
import { left } from './left';
import { sourceKey, type Alert, type Subject, type WatchSettings } from './model';
import type { WatchCursor } from './past';
import type { Reading } from './readings';

/** Items older than this have reached somebody, or nobody has been helped by them. */
const youngSeconds = 10 * 60;

/** When the last items were emitted, UNIX seconds; older versions stored no time beside them. */
const emittedAt = ({ lastAt, last = [] }: WatchCursor): number =>
	lastAt ?? Date.parse(String(last[0].observedAt)) / 1000;

const isYoung = (before: WatchCursor, at: number): boolean => at - emittedAt(before) < youngSeconds;

/** The last items that are to be emitted once more: `before` is what n8n had stored, `after` what this poll made of it. */
export function listAgain(
	before: WatchCursor,
	after: WatchCursor,
	reading: Reading,
	settings: WatchSettings,
): IDataObject[] {
	if (!before.last?.length) return [];
	// Each heartbeat that is an item stores the memory: without one since, n8n stopped soon after these.
	const isUnproven = !!settings.heartbeat?.sendsItem && before.at === emittedAt(before);
	if (!isYoung(before, reading.at) && !isUnproven) return [];
	const standing = new Standing(after, { ...reading, views: after.views }, settings);
	return before.last.filter((item) => !standing.isOver(item));
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

	/** Whether nothing of it is so any more: the alert has ended, or one that had ended has begun again. */
	isOver(item: IDataObject): boolean {
		if (item.items) return (item.items as IDataObject[]).every((part) => this.isOver(part));
		const name = alertEventOf(item);
		const alert = alerts.find(({ event, endEvent }) => [event, endEvent].includes(name as string));
		if (!alert?.endEvent) return false;
		const ids = Object.values((item.alertIds as IDataObject | undefined) ?? [item.alertId]);
		if (name === alert.endEvent) return isEach(ids, this.listIds(alert, true));
		// Nobody is remembered who left and was not watched by name.
		if (alert === left) return isEach(ids, this.listIds(alert, false));
		const lasting = this.listIds(alert, true);
		return !ids.some((id) => lasting.has(id));
	}

	/** IDs of an alert, of the subjects that have it or of those that do not. */
	private listIds(alert: Alert, isLasting: boolean): Set<unknown> {
		const { at } = this.reading;
		const { of }: Partial<Condition> = alert;
		const ids = this.subjects
			// The source and the node itself are named alike.
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

/** A cursor has so many bytes for each watched validator, and so many besides; what stands beside it has 512. */
const bytesOfValidator = 64;
const bytesBesides = 8192 - 512;
const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A cursor with what its poll emitted, or else with what the ones before did, while that may come again. */
export function keepLast(
	cursor: WatchCursor,
	before: WatchCursor | undefined,
	emitted: IDataObject[],
): WatchCursor {
	if (emitted.length) return fitIn({ ...cursor, lastAt: cursor.at }, emitted);
	if (!before?.last?.length || !isYoung(before, cursor.at)) return cursor;
	return fitIn({ ...cursor, lastAt: emittedAt(before) }, before.last);
}

/** With the items as far as they fit in: if need be without what can be looked up again. */
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

/** Without the record of its validator and the link to it; one item for many has their messages once. */
function dropRecord(item: IDataObject): IDataObject {
	const kept = { ...item };
	delete kept.explorerUrl;
	delete kept.members;
	if (!('items' in kept)) return { ...kept, validator: null };
	const items = (kept.items as IDataObject[]).map((part) => dropShared(dropRecord(part), kept));
	return { ...kept, items };
}

/** A part of one item for many without its message, and without what the whole says too or nobody knows. */
function dropShared(part: IDataObject, whole: IDataObject): IDataObject {
	const isOwn = ([name, value]: [string, unknown]): boolean =>
		name !== 'message' && value !== null && value !== whole[name];
	return Object.fromEntries(Object.entries(part).filter(isOwn)) as IDataObject;
}
