/** The figures of an alert, and how urgent it is by them. */
import type { Condition } from './conditions/condition';
import { isWithinBudget } from './conditions/timeOffline';
import { left } from './left';
import {
	sourceKey,
	type Alert,
	type Facts,
	type Notice,
	type Severity,
	type Told,
	type WatchSettings,
} from './model';

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

/** What the words of a notice are made of. */
export function toldOf(
	{ validator, reason, context, alert }: Notice,
	facts: Facts,
	{ timezone, severityByBudget }: WatchSettings,
	at: number,
): Told {
	const mayBeWithin = !!severityByBudget && !!alert.words.byBudget && !!validator && !!context;
	return {
		facts,
		validator,
		reason,
		at,
		timezone,
		failure: context?.failure,
		...(mayBeWithin && { isWithinBudget: isWithinBudget(validator, context) }),
	};
}

/** How urgent an alert always is; nothing where it may be a warning and critical at different times. */
export const alwaysOf = (
	{ words: { always, byBudget } }: Alert,
	{ severityByBudget }: WatchSettings,
): Severity | undefined => (severityByBudget && byBudget ? undefined : always);

/** How urgent the alert of a notice is. Its end is as urgent: who was woken by one wants to sleep again. */
export function urgencyOf(notice: Notice, settings: WatchSettings, at: number): Severity {
	const { alert, turned, reason } = notice;
	const facts = factsOf({ ...notice, turned: 'began' }, settings);
	const why = alert === left && turned === 'ended' ? 'removed' : reason;
	const told = toldOf({ ...notice, reason: why }, facts, settings, at);
	return alert.words.began(told)?.severity ?? 'warning';
}
