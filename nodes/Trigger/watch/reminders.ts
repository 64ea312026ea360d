/** When an alert that lasts is reported again, and how loud. */
import { sayDuration } from '../words';
import type { Notice, Severity, WatchSettings } from './model';

export const hasReminders = ({ reminderSeconds, louderSeconds }: WatchSettings): boolean =>
	reminderSeconds > 0 || !!louderSeconds;

/** How many reminders of what began at `since` were due until `at`. */
export function countReminders(
	since: number,
	{ reminderSeconds, louderSeconds = 0 }: WatchSettings,
	at: number,
): number {
	const age = Math.max(0, at - since);
	const count = reminderSeconds ? Math.floor(age / reminderSeconds) : 0;
	const isLouderApart =
		louderSeconds > 0 && !(reminderSeconds && louderSeconds % reminderSeconds === 0);
	return isLouderApart && age >= louderSeconds ? count + 1 : count;
}

/** Which reminder of an alert this is, in a test run at least the first. */
export const numberOf = (since: number, settings: WatchSettings, at: number): number =>
	Math.max(1, countReminders(since, settings, at));

/** ", for 2 h now (reminder 2)", of what lasts. */
export function saySoFar({ turned, since }: Notice, settings: WatchSettings, at: number): string {
	if (turned !== 'lasts' && turned !== 'grew') return '';
	const which = turned === 'lasts' ? ` (reminder ${numberOf(since, settings, at)})` : '';
	return `, for ${sayDuration(at - since)} now${which}`;
}

/** How urgent an item is: what nobody ended for so long is critical. */
export const loudnessOf = (
	severity: Severity,
	{ turned, since }: Notice,
	{ louderSeconds }: WatchSettings,
	at: number,
): Severity => {
	const isLater = turned === 'lasts' || turned === 'grew';
	return isLater && louderSeconds && at - since >= louderSeconds ? 'critical' : severity;
};
