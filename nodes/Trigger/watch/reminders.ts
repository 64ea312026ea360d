/** When an alert that lasts is reported again, and how loud. */
import { sayDuration } from '../../feeds/items/words';
import {
	hasItem,
	sourceKey,
	type Notice,
	type Severity,
	type Subject,
	type WatchSettings,
} from './model';
import type { Past, PollBasis } from './past';

export const hasReminders = ({ reminderSeconds, louderSeconds }: WatchSettings): boolean =>
	reminderSeconds > 0 || !!louderSeconds;

/** How many reminders of what began at `since` were due until `at`. */
function countReminders(
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

/** When reminders of a subject were looked for before; those of quiet hours wait for their end. */
const remindedAtOf = (key: string, { cursor }: Past): number | undefined =>
	key === sourceKey ? cursor?.remindedAt : cursor?.watched?.remindedAt;

/** Whether a reminder fell due since those of earlier polls. */
export function isReminderDue(
	key: string,
	since: number,
	{ past, settings, at }: PollBasis,
): boolean {
	const count = (time: number) => countReminders(since, settings, time);
	return count(at) > count(remindedAtOf(key, past) ?? at);
}

/** The reported alerts whose louder reminder fell due by now, and was not reported yet. */
export function listLoudDue(
	key: string,
	{ states, reported, loudDue = [] }: Subject,
	{ past, settings, at }: PollBasis,
): string[] | undefined {
	const { louderSeconds } = settings;
	if (!louderSeconds) return undefined;
	const before = remindedAtOf(key, past);
	const isDue = (event: string): boolean => {
		const loudAt = states[event].since + louderSeconds;
		return at >= loudAt && (before === undefined || before < loudAt);
	};
	const found = Object.keys(states)
		.filter((event) => hasItem(reported[event]))
		.filter((event) => loudDue.includes(event) || isDue(event));
	return found.length ? found : undefined;
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

/** How urgent an item is: what nobody ended for so long is critical, also where it is reported only then. */
export const loudnessOf = (
	severity: Severity,
	{ alert, turned, since, goodSince }: Notice,
	{ louderSeconds }: WatchSettings,
	at: number,
): Severity => {
	const isLouder = alert.endEvent && turned !== 'ended' && louderSeconds;
	const until = turned === 'began' ? (goodSince ?? at) : at;
	return isLouder && until - since >= louderSeconds ? 'critical' : severity;
};
