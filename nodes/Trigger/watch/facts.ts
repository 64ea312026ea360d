/** The figures of an alert, and how urgent it is by them. */
import type { Condition } from './conditions/condition';
import { left } from './left';
import { sourceKey, type Facts, type Notice, type Severity, type WatchSettings } from './model';

/** The facts of a notice; none of a validator that is in no list. */
export function factsOf(
	{ alert, key, validator, context, turned }: Notice,
	{ rules }: WatchSettings,
): Facts {
	const { facts, unknownFacts }: Partial<Condition> = alert;
	const subject = key === sourceKey ? { record: {} } : validator;
	const rule = rules[alert.event];
	const known = subject && context && facts?.(subject, rule, context, turned === 'ended');
	return { ...unknownFacts, ...known };
}

/** How urgent the alert of a notice is. Its end is as urgent: who was woken by one wants to sleep again. */
export function urgencyOf(notice: Notice, settings: WatchSettings, at: number): Severity {
	const { alert, turned, validator, reason, context } = notice;
	const facts = factsOf({ ...notice, turned: 'began' }, settings);
	const why = alert === left && turned === 'ended' ? 'removed' : reason;
	const { timezone } = settings;
	const told = { facts, validator, reason: why, at, timezone, failure: context?.failure };
	return alert.words.began(told)?.severity ?? 'warning';
}
