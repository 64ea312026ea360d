/** Earlier Downs of validators that go down again and again. Few do, so the cursor stores them apart. */
import { daySeconds } from '../../shared/values/timeUnits';
import { disconnected } from './conditions/disconnected';
import { packDown, unpackDowns } from './cursor';
import type { AlertState, Subject } from './model';

/** Of these, the latest are remembered. */
const mostStored = 24;

/** In the order of the subjects, which is that in which they are stored. */
export function packDowns(subjects: ReadonlyMap<string, Subject>, at: number): string | undefined {
	const known = [...subjects.values()]
		.flatMap(({ downs }, index) => (downs && downs !== 'unknown' ? [{ index, downs }] : []))
		.sort((a, b) => b.downs.endedAt - a.downs.endedAt)
		.slice(0, mostStored);
	return known.map(({ index, downs }) => packDown(index, downs, at)).join('') || undefined;
}

/** The subjects with their earlier Downs, each until it stays connected for a day. Those that had no room are unknown. */
export function withDowns(
	subjects: ReadonlyMap<string, Subject>,
	{ downs: packed, at: packedAt }: { downs?: string; at: number },
	at: number,
): ReadonlyMap<string, Subject> {
	if (packed === undefined) return subjects;
	const stored = unpackDowns(packed, packedAt);
	const isFull = stored.size >= mostStored;
	return new Map(
		[...subjects].map(([key, subject], index) => {
			const downs = stored.get(index);
			if (!downs) return [key, isFull ? { ...subject, downs: 'unknown' } : subject];
			const until = subject.states[disconnected.event]?.since ?? at;
			return [key, until - downs.endedAt > daySeconds ? subject : { ...subject, downs }];
		}),
	);
}

/** Counts a Down that is over, also one that a silence covered. */
export function noteDown(subject: Subject, { since, goodSince = since }: AlertState): void {
	const { downs } = subject;
	const before = downs && downs !== 'unknown' ? downs : { count: 0, since };
	subject.downs = { count: before.count + 1, since: before.since, endedAt: goodSince };
}
