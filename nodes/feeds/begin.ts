/** Finds the place at which a feed begins: now, at a position, at a time, or anew after Start Over From. */
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

/** The cursor, unless it belongs to another feed than the settings now name. */
export const ownCursor = (
	cursor: FeedCursor | undefined,
	{ event, feed }: FeedSettings,
): FeedCursor | undefined => (cursor?.event === event && cursor.feed === feed ? cursor : undefined);

/** The cursor of a watch that cannot begin yet. It will begin at its start time, or else when it was published. */
export const postpone = (
	{ event, feed, start }: FeedSettings,
	{ now }: Pick<PollClock, 'now'>,
): FeedCursor => ({
	version: cursorVersion,
	event,
	feed,
	pending: start.at === 'time' ? start.time : Math.floor(now() / 1000),
});

/** A source and how far it reaches now. */
interface Extent {
	source: Source;
	head: Head;
	/** The first position that must not be read yet. */
	end: number;
}

/** The place at which a watch begins. Undefined until its start has come. */
type Beginning = Answer<Place | undefined>;

/** The place at which a feed starts over. It never waits for its start. Fails for a block far beyond the chain. */
export async function beginOver(
	over: StartOver,
	extent: Extent,
	settings: FeedSettings,
): Promise<Beginning> {
	const { known, start } = beginningOf(over);
	return (
		refuseBeyond('Start Over From Block', over.from, extent.head) ??
		(await begin(known, extent, { ...settings, start }))
	);
}

/** The place at which a watch begins: as its settings say, or when it was published if it could not begin then. */
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

/** A start in the future has not been read yet, so `next` stops at the end. */
const placeAt = (floor: number, { end }: Extent): Place => ({
	floor,
	next: Math.min(floor, end),
	seen: '',
});

/** The first block at or after a time. Undefined while a start that the user chose is still to come. */
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

/** Starting now counts all existing records as emitted. The newest position may get more, so its records are marked. */
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
	// Of several servers, one may lack a block that another reported.
	if (reader.next < end && !isOfTimes) return lacksBlock(newest);
	const doubted = reader.doubt(head.doubtful);
	return doubted.ok ? { ok: true, result: { ...reader.settle(0), next: end } } : doubted;
}

/**
 * Caps a time noted by this machine's clock at the host's current time. Listed records from before the noted time have
 * happened, even if the host's clock is behind.
 */
function happenedBy(head: Head, time: number): number {
	const listed = (head.doubtful ?? []).map(({ record }) => record.position + 1);
	return Math.min(time, Math.max(limitOf(head), head.end, ...listed.filter((end) => end <= time)));
}
