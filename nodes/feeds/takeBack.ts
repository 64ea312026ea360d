/** Takes a stored place back to now if a wrong time or height has led it beyond everything that exists. */
import { fail, type Answer } from '../shared/errors';
import { blocksApart } from '../shared/network/hosts';
import { slackSeconds } from '../shared/values/times';
import type { FeedCursor, Place } from './cursor';
import { toIso } from './items/words';
import type { FeedSettings } from './feedSettings';
import type { Head, Source } from './source';

interface Recalled {
	cursor?: FeedCursor;
	/** The change to the place, for the log, and the position at which it was. */
	note?: string;
	wasAt?: number;
}

/** The first position in the future: for times, one second from now. Infinity for blocks. */
export const limitOf = ({ now = Infinity }: Head): number => now + 1;

/** The cursor, with its place no further than everything that exists. Fails if nobody can tell how far that is. */
export async function recall(
	cursor: FeedCursor | undefined,
	head: Head,
	source: Source,
	settings: FeedSettings & { mayTakeBack: boolean },
): Promise<Answer<Recalled>> {
	const place = cursor?.place;
	if (!cursor || !place) return { ok: true, result: { cursor } };
	if (source.positions === 'blocks') {
		const mayTakeBack = settings.mayTakeBack && !cursor.confirmed;
		return await recallHeight(cursor, head, source, mayTakeBack);
	}
	const limit = limitOf(head);
	if (place.next <= limit + slackSeconds) return { ok: true, result: { cursor } };
	return takeBack(cursor, toIso, (each) => cutTime(each, limit, settings));
}

async function recallHeight(
	cursor: FeedCursor,
	{ end }: Head,
	source: Source,
	mayTakeBack: boolean,
): Promise<Answer<Recalled>> {
	const { next } = cursor.place!;
	const isBelow = (head: number): boolean => head + blocksApart.most < next;
	if (!isBelow(end)) return { ok: true, result: { cursor } };
	if (!mayTakeBack) return endsBefore(end, next);
	// One answer may be as wrong as the one that led here.
	const again = await source.readEnd();
	if (!again.ok) return again;
	const isSure = isBelow(again.result.end) && Math.abs(again.result.end - end) <= blocksApart.most;
	if (!isSure) return endsBefore(end, next);
	const lowest = Math.min(end, again.result.end);
	return takeBack(cursor, String, () => ({ floor: lowest, next: lowest, seen: '' }));
}

/** Drops the way down a list that an earlier poll began, because it leads to the false place too. */
function takeBack(
	{ version, event, feed, place, last }: FeedCursor,
	write: (position: number) => string | null,
	cut: (place: Place) => Place,
): Answer<Recalled> {
	const taken = cut(place!);
	const from = write(place!.next) ?? 'a time beyond all dates';
	return {
		ok: true,
		result: {
			cursor: {
				version,
				event,
				feed,
				place: taken,
				...(last && { last: { ...last, ...cut(last) } }),
			},
			wasAt: place!.next,
			note: `The stored place of this watch lay in the future (${from}), so it was taken back to ${write(taken.next)}. Earlier polls may have missed what came between.`,
		},
	};
}

/** Keeps the marks of the records, so that none of them comes again. */
function cutTime({ floor, next, seen }: Place, limit: number, { start }: FeedSettings): Place {
	// A start in the future is waited for, so it stays.
	const latest = start.at === 'time' ? Math.max(start.time, limit) : limit;
	return { floor: Math.min(floor, latest), next: Math.min(next, limit), seen };
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
