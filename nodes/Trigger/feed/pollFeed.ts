/**
 * One poll of a feed as a pure function: a cursor, a source, the user's choices and a clock make the records to emit
 * and the next cursor. Whatever fails, nothing moves.
 */
import { fail, type Answer } from '../../shared/errors';
import { blocksApart } from '../../shared/network/hosts';
import { Budget, mostRecords, type Clock } from './budget';
import { cursorVersion, type FeedCursor, type Place } from './cursor';
import { Reader } from './reader';
import type { FeedRecord, Gap, Head, RecordName, Source } from './source';
import { ascend } from './walks/ascending';
import { Descent } from './walks/descending';
import { RangedWalk } from './walks/ranged';
import { isInTheWay, type Walker } from './walks/walk';

export interface FeedSettings {
	event: FeedCursor['event'];
	record: RecordName;
	/** Names what is watched, and from where. */
	feed: string;
	start: { at: 'now' } | { at: 'position'; position: number } | { at: 'time'; time: number };
	/** Positions before the end that may still be taken back. */
	confirmations: number;
	/** Seconds for which late records of a position are looked for; 0 reads everything once. */
	settleSeconds: number;
	/** Keeps where the last batch began, so that it can be emitted again. */
	redeliver: boolean;
}

export interface Polled {
	emitted: Array<FeedRecord | Gap>;
	cursor: FeedCursor;
}

/** How many ends are kept, to know which positions are old enough. */
const mostEnds = 10;

/** What is remembered of this feed, or nothing where the settings name another one now. */
export const ownCursor = (
	cursor: FeedCursor | undefined,
	{ event, feed }: FeedSettings,
): FeedCursor | undefined => (cursor?.event === event && cursor.feed === feed ? cursor : undefined);

/** A watch that cannot begin yet: it begins, when it can, at its start, or where it was published. */
export const postpone = (
	{ event, feed, start }: FeedSettings,
	{ now }: Pick<Clock, 'now'>,
): FeedCursor => ({
	version: cursorVersion,
	event,
	feed,
	pending: start.at === 'time' ? start.time : Math.floor(now() / 1000),
});

/** The walker of a source, which goes on where the last poll left it. */
function openWalker(
	source: Source,
	{ newest }: Head,
	{ span, descent = [] }: Pick<FeedCursor, 'span' | 'descent'> = {},
): Walker {
	if (source.way === 'ascending') return ascend(source);
	return source.way === 'ranged'
		? new RangedWalk(source, span)
		: new Descent(source, descent, newest);
}

/** One poll. With `redelivers` it emits the last batch once more, if there is one, and what is new. */
export async function pollFeed(
	cursor: FeedCursor | undefined,
	source: Source,
	settings: FeedSettings,
	clock: Clock,
	redelivers = false,
): Promise<Answer<Polled>> {
	const spent = () => (source.way === 'ascending' && source.spent?.()) || 0;
	const budget = new Budget(clock, spent);
	const at = Math.floor(clock.now() / 1000);
	const known = ownCursor(cursor, settings);
	const head = await source.readEnd();
	if (!head.ok) return head;
	const end = Math.max(0, head.result.end - settings.confirmations);
	const isOfBlocks = source.positions === 'blocks';
	if (known?.place && isOfBlocks && head.result.end + blocksApart.most < known.place.next)
		return endsBefore(head.result.end, known.place.next);
	const begun: Answer<Place | undefined> = known?.place
		? { ok: true, result: known.place }
		: await begin(known, end, head.result, source, settings);
	if (!begun.ok) return begun;
	if (!begun.result)
		return { ok: true, result: { emitted: [], cursor: postpone(settings, clock) } };
	/** Where the batch begins that is emitted again: it must come with this poll, however long the poll takes. */
	const batch = redelivers ? known?.last : undefined;
	const start = batch ?? begun.result;
	const walker = openWalker(source, head.result, batch ? { span: known?.span } : known);
	const mayBeLate = settings.settleSeconds > 0;
	const reader = new Reader(walker, start, { budget, at, mayPause: !batch, mayBeLate });
	while (reader.next < end) {
		const isFull = budget.isOver || reader.emitted.length >= mostRecords;
		if (reader.hasMoved && isFull) break;
		if (!batch && !reader.hasMoved && budget.pages && budget.isOver) reader.skipKnown();
		const read = await reader.advance(end);
		if (!read.ok && reader.hasMoved && isInTheWay(read.failure)) break;
		if (!read.ok) return read;
		if (!read.result || reader.isStopped) break;
	}
	const { emitted } = reader;
	const ends = known?.ends ?? [];
	const before = reader.asOf - settings.settleSeconds;
	// On the way down a list, while newer records wait, it is the age of a time that tells that it is settled.
	const isBehind = source.way === 'descending' && reader.next < end;
	const settled = Math.max(settledEnd(ends, before), isBehind ? before : 0);
	const place = reader.settle(Math.min(settings.settleSeconds ? settled : end, reader.provenTo));
	const last = emitted.length ? start : known?.last;
	return {
		ok: true,
		result: {
			emitted,
			cursor: {
				version: cursorVersion,
				event: settings.event,
				feed: settings.feed,
				place,
				...(settings.settleSeconds && { ends: addEnd(ends, at, end, settings.settleSeconds) }),
				...(settings.redeliver && last && { last }),
				...walker.progress,
			},
		},
	};
}

/** The place where a watch begins; undefined before its start. From now on means: what is there already counts as emitted. */
export async function begin(
	known: FeedCursor | undefined,
	end: number,
	head: Head,
	source: Source,
	{ start }: FeedSettings,
): Promise<Answer<Place | undefined>> {
	// A start that is still to come was not read yet.
	const from = (floor: number): Answer<Place> => ({
		ok: true,
		result: { floor, next: Math.min(floor, end), seen: '' },
	});
	if (start.at === 'position') return from(start.position);
	const time = known?.pending ?? (start.at === 'time' ? start.time : undefined);
	if (time !== undefined) {
		if (source.positions === 'seconds') return from(time);
		const found = await source.seek(time, end);
		if (!found.ok) return found;
		const isToCome = start.at === 'time' && found.result >= end;
		return isToCome ? { ok: true, result: undefined } : from(found.result);
	}
	// The newest position may still get more records: it is read again, and what it has now is known.
	const newest = Math.max(0, end - 1);
	const reader = new Reader(
		openWalker(source, head),
		{ floor: newest, next: newest, seen: '' },
		{ budget: Budget.unlimited(), at: 0, mayPause: false, mayBeLate: false },
	);
	while (reader.next < end) {
		const read = await reader.advance(end);
		if (!read.ok) return read;
		if (!read.result) break;
	}
	return { ok: true, result: { ...reader.settle(0), next: end } };
}

/** The end that the feed had at this time or before; what is below it is old enough. */
const settledEnd = (ends: NonNullable<FeedCursor['ends']>, time: number): number =>
	Math.max(0, ...ends.filter(([at]) => at <= time).map(([, end]) => end));

/** Keeps the newest end that is old enough and a few younger ones. */
function addEnd(
	ends: NonNullable<FeedCursor['ends']>,
	at: number,
	end: number,
	settleSeconds: number,
) {
	const old = ends.filter(([then]) => then <= at - settleSeconds);
	const young = ends.filter(([then]) => then > at - settleSeconds && then <= at);
	const isAdded =
		young.length > 0 && at - young[young.length - 1][0] < settleSeconds / (mostEnds - 2);
	return [...old.slice(-1), ...young, ...(isAdded ? [] : [[at, end] as [number, number]])].slice(
		-mostEnds,
	);
}

const endsBefore = (end: number, next: number): Answer<never> =>
	fail(
		'not-understood',
		`The source ends at ${end - 1}, but an earlier poll has read up to ${next - 1}`,
		{
			passing: true,
			hint: 'The URL may lead to another network now. If the message stays, replace this node with a new one to start afresh.',
		},
	);
