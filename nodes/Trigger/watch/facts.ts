/** The figures of an alert, and its urgency. */
import { ruleFor } from './conditions';
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
import { isOneOfSeveral } from './together';

/** Only `unknownFacts` for a validator that is in no list. */
export function factsOf(
	{ alert, key, validator, context, turned }: Notice,
	settings: WatchSettings,
): Facts {
	const { facts, unknownFacts }: Partial<Condition> = alert;
	const subject = key === sourceKey ? { record: {} } : validator;
	const rule = ruleFor(alert, key, settings);
	const known = subject && context && facts?.(subject, rule, context, turned === 'ended');
	return { ...unknownFacts, ...known };
}

export function toldOf(
	notice: Notice,
	facts: Facts,
	{ timezone, source, severityByBudget }: WatchSettings,
	at: number,
): Told {
	const { validator, reason, context, alert } = notice;
	const mayBeWithin = !!severityByBudget && !!alert.words.byBudget && !!validator && !!context;
	return {
		facts,
		validator,
		reason,
		at,
		timezone,
		source,
		failure: context?.failure,
		blockAge: context?.blockAge,
		...(mayBeWithin && {
			isWithinBudget: !isOneOfSeveral(notice) && isWithinBudget(validator, context),
		}),
	};
}

/** The severity that an alert always has. Undefined if it can be a warning at one time and critical at another. */
export const alwaysOf = (
	{ words: { always, byBudget } }: { words: Pick<Alert['words'], 'always' | 'byBudget'> },
	{ severityByBudget }: WatchSettings,
): Severity | undefined => (severityByBudget && byBudget ? undefined : always);

/** The end of an alert is as urgent as the alert: people woken by one want to sleep again. */
export function urgencyOf(notice: Notice, settings: WatchSettings, at: number): Severity {
	const { alert, turned, reason } = notice;
	const facts = factsOf({ ...notice, turned: 'began' }, settings);
	const why = alert === left && turned === 'ended' ? 'removed' : reason;
	const told = toldOf({ ...notice, reason: why }, facts, settings, at);
	return alert.words.began(told)?.severity ?? 'warning';
}
