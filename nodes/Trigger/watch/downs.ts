/** Earlier Downs of validators that go down again and again. Few do, so the cursor stores them apart. */
import { daySeconds } from '../../shared/values/timeUnits';
import { disconnected } from './conditions/disconnected';
import { packDown, unpackDowns } from './cursor';
import type { AlertState, Subject } from './model';
import { uncounted } from './readings';

/** Of these, the latest are remembered. */
const mostStored = 24;

/** The part of a cursor that is about them. */
export interface StoredDowns {
	/** In the order of the subjects, which is that in which they are stored. */
	downs?: string;
	/** When the last Down ended that had no room, in UNIX seconds. */
	downsLostAt?: number;
}

export function packDowns(
	subjects: ReadonlyMap<string, Subject>,
	{ downsLostAt: lostBefore }: StoredDowns,
	at: number,
): StoredDowns {
	const known = [...subjects.values()]
		.flatMap(({ downs }, index) => (downs && downs !== 'unknown' ? [{ index, downs }] : []))
		.sort((a, b) => b.downs.endedAt - a.downs.endedAt);
	const downs = known.slice(0, mostStored).map(({ index, downs: of }) => packDown(index, of, at));
	const lostAt = Math.max(known[mostStored]?.downs.endedAt ?? 0, lostBefore ?? 0);
	return {
		...(downs.length && { downs: downs.join('') }),
		...(at - lostAt <= daySeconds && { downsLostAt: lostAt }),
	};
}

/** The subjects with their earlier Downs, each until it stays connected for a day. Those that had no room are unknown. */
export function withDowns(
	subjects: ReadonlyMap<string, Subject>,
	{ downs: packed, downsLostAt, at: packedAt }: StoredDowns & { at: number },
	at: number,
): ReadonlyMap<string, Subject> {
	if (packed === undefined && downsLostAt === undefined) return subjects;
	const stored = unpackDowns(packed ?? '', packedAt);
	return new Map(
		[...subjects].map(([key, subject], index) => {
			const downs = stored.get(index);
			const until = subject.states[disconnected.event]?.since ?? at;
			const isRecent = (endedAt: number): boolean => until - endedAt <= daySeconds;
			if (downs) return [key, isRecent(downs.endedAt) ? { ...subject, downs } : subject];
			const mayHaveHad = downsLostAt !== undefined && isRecent(downsLostAt);
			return [key, mayHaveHad ? { ...subject, downs: 'unknown' } : subject];
		}),
	);
}

/** Counts a Down that is over, also one that a silence covered. After some that had no room, no count is true for a day. */
export function noteDown(subject: Subject, { since, goodSince = since }: AlertState): void {
	const { downs, reported } = subject;
	// The queried node may have been the cause of what many had together.
	if (reported[disconnected.event] === 'inGroup') return;
	if (downs === 'unknown') {
		subject.downs = { count: uncounted, since, endedAt: goodSince };
		return;
	}
	const count = Math.min((downs?.count ?? 0) + 1, uncounted);
	subject.downs = { count, since: downs?.since ?? since, endedAt: goodSince };
}

/** A Down that lasts while its validator leaves has no end of its own, and is over at the latest then. */
export function noteLastDown(subject: Subject, leftAt: number): void {
	const state = subject.states[disconnected.event];
	if (!state || state.phase === 'unconfirmed') return;
	noteDown(subject, { ...state, goodSince: state.goodSince ?? leftAt });
}
