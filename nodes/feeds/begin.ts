/** Where a feed begins: from now on, at a position, at a time, or once more at another place. */
import type { Answer } from '../shared/errors';
import { Budget, type PollClock } from './budget';
import { lacksBlock } from './confirmEnd';
import { cursorVersion, type FeedCursor, type Place } from './cursor';
import type { FeedSettings, StartOver } from './feedSettings';
import { Reader } from './reader';
import type { Head, Source } from './source';
import { beginningOf, refuseBeyond } from './startOver';
import { limitOf } from './takeBack';
import type { Patience } from './unreadable';
import { openWalker } from './walks/open';

/** What is remembered of this feed, or nothing where the settings name another one now. */
export const ownCursor = (
	cursor: FeedCursor | undefined,
	{ event, feed }: FeedSettings,
): FeedCursor | undefined => (cursor?.event === event && cursor.feed === feed ? cursor : undefined);

/** A watch that cannot begin yet: it begins, when it can, at its start, or where it was published. */
export const postpone = (
	{ event, feed, start }: FeedSettings,
	{ now }: Pick<PollClock, 'now'>,
): FeedCursor => ({
	version: cursorVersion,
	event,
	feed,
	pending: start.at === 'time' ? start.time : Math.floor(now() / 1000),
});

/** What a feed holds now, as its source says. */
export interface Extent {
	source: Source;
	head: Head;
	/** The first position that is not to be read yet. */
	end: number;
}

/** The place where a watch begins; undefined before its start. */
export type Beginning = Answer<Place | undefined>;

/** The place where a feed starts over, which never has to be waited for. */
export async function beginOver(
	over: StartOver,
	extent: Extent,
	settings: FeedSettings,
): Promise<Beginning> {
	const { known, start } = beginningOf(over);
	return refuseBeyond(over, extent.head) ?? (await begin(known, extent, { ...settings, start }));
}

/** The place where a watch begins, as its settings say, or as it was published where it could not begin then. */
export async function begin(
	known: Pick<FeedCursor, 'pending' | 'known'> | undefined,
	extent: Extent,
	{ start }: FeedSettings,
	patience?: Patience,
): Promise<Beginning> {
	if (start.at === 'position') return { ok: true, result: placeAt(start.position, extent) };
	const time = known?.pending ?? (start.at === 'time' ? start.time : undefined);
	if (time === undefined) return await beginNow(extent, patience);
	const { source } = extent;
	if (source.positions === 'blocks') return await seekStart(time, source, extent, start);
	const place = placeAt(start.at === 'time' ? time : happenedBy(extent.head, time), extent);
	return { ok: true, result: { ...place, seen: known?.known ?? '' } };
}

/** A start that is still to come was not read yet. */
const placeAt = (floor: number, { end }: Extent): Place => ({
	floor,
	next: Math.min(floor, end),
	seen: '',
});

/** The block at a time; a start that the user chose is waited for. */
async function seekStart(
	time: number,
	source: Extract<Source, { positions: 'blocks' }>,
	extent: Extent,
	start: FeedSettings['start'],
): Promise<Beginning> {
	const { end } = extent;
	const found = await source.seek(time, end);
	if (!found.ok) return found;
	const isToCome = start.at === 'time' && found.result >= end;
	return { ok: true, result: isToCome ? undefined : placeAt(found.result, extent) };
}

/** From now on means: what is there already counts as emitted. The newest position may still get more records. */
async function beginNow({ source, head, end }: Extent, patience?: Patience): Promise<Beginning> {
	const newest = Math.max(0, end - 1);
	const isOfTimes = source.positions === 'seconds';
	const place = { floor: newest, next: newest, seen: '' };
	const reader = new Reader(openWalker(source, head), place, {
		budget: Budget.unlimited(),
		at: 0,
		mayPause: false,
		mayBeLate: false,
		isOfTimes,
		patience,
	});
	while (reader.next < end) {
		const read = await reader.advance(end);
		if (!read.ok) return read;
		if (!read.result) break;
	}
	// Of several servers, one may lack what another told.
	if (reader.next < end && !isOfTimes) return lacksBlock(newest);
	const doubted = reader.doubt(head.doubtful);
	return doubted.ok ? { ok: true, result: { ...reader.settle(0), next: end } } : doubted;
}

/**
 * A time that this machine's clock noted, no further than time has come by the host's. What its list holds from before
 * that time has happened, even if the host's clock is behind.
 */
function happenedBy(head: Head, time: number): number {
	const listed = (head.doubtful ?? []).map(({ record }) => record.position + 1);
	return Math.min(time, Math.max(limitOf(head), head.end, ...listed.filter((end) => end <= time)));
}
