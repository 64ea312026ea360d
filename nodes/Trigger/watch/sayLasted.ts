/** The time that an alert lasted, with a mark if a gap in polling makes it inexact. */
import { sayDuration } from '../../shared/values/durations';
import type { Notice } from './model';

/** True if it may have begun before it was first seen. */
export const isOpen = ({ alert, wasFound, mayBeginEarlier }: Notice): boolean =>
	!!wasFound || !!mayBeginEarlier || !!alert.words.seenLate;

/** "2 h or more": the duration. Gaps in polling at its beginning or end make it inexact. */
function sayLasted(notice: Notice, seconds: number): string {
	const lasted = sayDuration(seconds);
	if (isOpen(notice)) return notice.mayEndEarlier ? `about ${lasted}` : `${lasted} or more`;
	return notice.mayEndEarlier ? `${lasted} or less` : lasted;
}

const endsWithSpan = /\bin \d[^,]*$/;

/** ", after 2 h". Behind a time such as "in 54 d", a sentence of its own says it. Empty if the time is not known. */
export function sayAfter(notice: Notice, said: string): string {
	const { since, goodSince = since } = notice;
	if (goodSince <= since) return '';
	const lasted = sayLasted(notice, goodSince - since);
	return endsWithSpan.test(said) ? `. The alert lasted ${lasted}` : `, after ${lasted}`;
}
