/** The time that an alert lasted, with a mark if a gap in polling makes it inexact. */
import { sayDuration } from '../../shared/values/durations';
import type { Notice } from './model';

/** True if it may have begun before it was first seen. */
export const isOpen = ({ alert, wasFound, mayBeginEarlier }: Notice): boolean =>
	!!wasFound || !!mayBeginEarlier || !!alert.words.seenLate;

/** "2 h or more": the duration. Gaps in polling at its beginning or end make it inexact. */
export function sayLasted(notice: Notice, seconds: number): string {
	const lasted = sayDuration(seconds);
	if (isOpen(notice)) return notice.mayEndEarlier ? `about ${lasted}` : `${lasted} or more`;
	return notice.mayEndEarlier ? `${lasted} or less` : lasted;
}
