/** Decides when a lasting alert is reported again, and how loud. */
import { sayDuration } from '../../shared/values/durations';
import { alerts } from './conditions';
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

const isNeverLouder = (event: string): boolean =>
	alerts.some((alert) => alert.event === event && alert.neverLouder);

/** The time after which this alert is louder; 0 for never. */
const louderSecondsOf = (event: string, { louderSeconds = 0 }: WatchSettings): number =>
	louderSeconds && isNeverLouder(event) ? 0 : louderSeconds;

/** The start of an alert, UNIX seconds. */
interface Begun {
	event: string;
	since: number;
}

/** Number of its reminders that were due until `at`. */
function countReminders({ event, since }: Begun, settings: WatchSettings, at: number): number {
	const { reminderSeconds } = settings;
	const louderSeconds = louderSecondsOf(event, settings);
	const age = Math.max(0, at - since);
	const count = reminderSeconds ? Math.floor(age / reminderSeconds) : 0;
	const isLouderApart =
		louderSeconds > 0 && !(reminderSeconds && louderSeconds % reminderSeconds === 0);
	return isLouderApart && age >= louderSeconds ? count + 1 : count;
}

/** The time up to which reminders of a subject were handled. Reminders of quiet hours wait for their end. */
const remindedAtOf = (key: string, { cursor }: Past): number | undefined =>
	key === sourceKey ? cursor?.remindedAt : cursor?.watched?.remindedAt;

/** True if a reminder fell due since earlier polls handled theirs. */
export function isReminderDue(
	key: string,
	begun: Begun,
	{ past, settings, at }: PollBasis,
): boolean {
	const count = (time: number) => countReminders(begun, settings, time);
	return count(at) > count(remindedAtOf(key, past) ?? at);
}

/** The reported alerts whose louder reminder is due by now and not sent yet. */
export function listLoudDue(
	key: string,
	{ states, reported, loudDue = [] }: Subject,
	{ past, settings, at }: PollBasis,
): string[] | undefined {
	if (!settings.louderSeconds) return undefined;
	const before = remindedAtOf(key, past);
	const isDue = (event: string): boolean => {
		const louderSeconds = louderSecondsOf(event, settings);
		if (!louderSeconds) return false;
		const loudAt = states[event].since + louderSeconds;
		return at >= loudAt && (before === undefined || before < loudAt);
	};
	const found = Object.keys(states)
		.filter((event) => hasItem(reported[event]))
		.filter((event) => loudDue.includes(event) || isDue(event));
	return found.length ? found : undefined;
}

/** Number of reminders that were sent of an alert until the poll before. */
export function countSent(
	key: string,
	begun: Begun,
	{ unsent = {} }: Subject,
	{ past, settings }: PollBasis,
): number {
	const handledAt = remindedAtOf(key, past);
	const due = handledAt === undefined ? 0 : countReminders(begun, settings, handledAt);
	return Math.max(0, due - (unsent[begun.event] ?? 0));
}

/** Remembers how many of those that were due until now were not sent: under a silence, or before reminders were chosen. */
export function noteSent(
	key: string,
	begun: Begun,
	subject: Subject,
	{ past, settings, at, sent, isQuiet }: PollBasis & { sent: number; isQuiet: boolean },
): void {
	const handledAt = handledUntil(remindedAtOf(key, past), at, isQuiet);
	const unsent = countReminders(begun, settings, handledAt) - sent;
	const others = { ...subject.unsent };
	delete others[begun.event];
	subject.unsent = unsent ? { ...others, [begun.event]: unsent } : others;
}

/** The time up to which a poll handles reminders. In quiet hours they wait. */
export const handledUntil = (before: number | undefined, at: number, isQuiet: boolean): number =>
	isQuiet ? (before ?? at) : at;

/** The one of several by which they are counted and timed. */
export const oldestOf = (notices: Notice[]): Notice =>
	notices.reduce((oldest, each) => (each.since < oldest.since ? each : oldest));

/** The number of the reminder, from 1. A sample may come before the first one is due. */
export const numberOf = (
	{ alert: { event }, since, reminder }: Notice,
	settings: WatchSettings,
	at: number,
): number => reminder ?? Math.max(1, countReminders({ event, since }, settings, at));

/** ", for 2 h now (reminder 2)", if the alert lasts or grew. */
export function saySoFar(notice: Notice, settings: WatchSettings, at: number): string {
	const { turned, since } = notice;
	if (turned !== 'lasts' && turned !== 'grew') return '';
	const which = turned === 'lasts' ? ` (reminder ${numberOf(notice, settings, at)})` : '';
	return `, for ${sayDuration(at - since)} now${which}`;
}

/** An alert that lasts for `louderSeconds` is critical, even if it is first reported that late. */
export const loudnessOf = (
	severity: Severity,
	{ alert, turned, since, goodSince }: Notice,
	settings: WatchSettings,
	at: number,
): Severity => {
	const louderSeconds = louderSecondsOf(alert.event, settings);
	const isLouder = alert.endEvent && turned !== 'ended' && louderSeconds > 0;
	const until = turned === 'began' ? (goodSince ?? at) : at;
	return isLouder && until - since >= louderSeconds ? 'critical' : severity;
};
