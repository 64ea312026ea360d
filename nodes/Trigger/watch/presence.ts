/** Finds out if a subject is in the list, and if it is new, renewed, returned, left, ended or absent. */
import { keepAcknowledged } from './acknowledgement';
import { alerts, isFollowed, mayHaveOwnRules, ruleIdentityOf } from './conditions';
import { inactive } from './conditions/inactive';
import { hourOf, markOfValidation } from './cursor';
import { left } from './left';
import {
	isOfQueriedNode,
	ownKey,
	type Evidence,
	type Joined,
	type Reason,
	type Subject,
	type WatchSettings,
} from './model';
import { isNewTo } from './ownRules';
import { nobody, type Past, type PollBasis } from './past';
import type { Reading, Validator } from './readings';
import { daySeconds, hourSeconds } from '../../shared/values/timeUnits';

/** A subject of this poll. Alerts that ended with its validation or are no longer followed are forgotten. */
export interface Presence {
	key: string;
	subject: Subject;
	/** Undefined if this reading does not list it. */
	validator?: Validator;
	/** True if it was not watched before, and its first reading is the baseline. */
	isBaseline: boolean;
	/** True if the queried node may not have noticed yet that it joined or became active again. */
	isSettling: boolean;
	/** Evidence for {@link left}, and the reason for the change. */
	missing: Evidence;
	reason: Reason;
}

/** An observer may miss a validator that it learnt of less than this long ago. */
const newSeconds = 180;

/** All watched validators. Empty if they could not be read. */
export function trackPresence(
	past: Past,
	{ at, validators, isPartial }: Reading,
	settings: WatchSettings,
): Presence[] {
	if (!validators) return [];
	if (isPartial) return trackHeard(past, validators);
	const basis = { past, settings, at };
	return [...listKeys(past, validators, settings)].map((key) => {
		const validator = validators.get(key);
		const subject = past.subjects?.get(key);
		return validator
			? trackListed(key, validator, subject, basis)
			: trackMissing(key, subject, basis);
	});
}

/** Used if only other observers could be read: by their word, nobody joins or leaves. */
const trackHeard = (past: Past, validators: ReadonlyMap<string, Validator>): Presence[] =>
	[...(past.subjects ?? [])].map(([key, subject]) => ({
		key,
		subject,
		validator: hasLeft(subject) ? undefined : validators.get(key),
		isBaseline: false,
		isSettling: false,
		missing: 'unknown',
		reason: 'removed',
	}));

function listKeys(
	{ subjects }: Past,
	validators: ReadonlyMap<string, Validator>,
	{ source, nodeIds }: WatchSettings,
): Iterable<string> {
	if (isOfQueriedNode(source)) return [ownKey];
	if (nodeIds.length) return nodeIds;
	return new Set([...(subjects?.keys() ?? []), ...validators.keys()]);
}

/** True if a validator has left, and this was reported or will never be. */
export const hasLeft = ({ states, reported }: Subject): boolean =>
	states[left.event]?.phase === 'confirmed' && reported[left.event] !== 'waiting';

function without(subject: Subject, isGone: (event: string) => boolean): Subject {
	const keep = <T>(all: Record<string, T>) =>
		Object.fromEntries(Object.entries(all).filter(([event]) => !isGone(event)));
	const { states, reported, grown, acknowledged, loudDue } = subject;
	return {
		...subject,
		states: keep(states),
		reported: keep(reported),
		...(grown && { grown: keep(grown) }),
		...(acknowledged && { acknowledged: keepAcknowledged(subject, 0, isGone) }),
		...(loudDue && { loudDue: loudDue.filter((event) => !isGone(event)) }),
	};
}

/**
 * How a listed validator relates to the watch. `baseline` and `new` were not watched before, `known` is unchanged,
 * `renewed` began a new validation without a break, and `returned` was watched while it had no validation.
 */
type Arrival = 'baseline' | 'new' | 'known' | 'renewed' | 'returned';

/** The validation of a reading, as it is remembered. */
type Validation = Pick<Subject, 'validation' | 'endsAtHour'>;

const validationOf = ({ validationId, endsAt }: Validator): Validation => ({
	validation: markOfValidation(validationId),
	endsAtHour: (endsAt && hourOf(endsAt)) || undefined,
});

/** A validator that left has no validation that the next one could renew. */
const formerOf = (was: Subject | undefined): string | undefined =>
	was && !hasLeft(was) ? was.validation : undefined;

/** No validation of the Primary Network or of a subnet lasts longer. */
const longestValidation = 366 * daySeconds;

/**
 * True if a server that lags behind shows an earlier validation than another one showed before. One that was removed
 * and added again may end earlier, too, but has just begun.
 */
function isEarlier(
	{ startedAt, endsAt }: Validator,
	was: Subject,
	{ past: { cursor }, at }: PollBasis,
): boolean {
	if (hasLeft(was) || !endsAt || startedAt === undefined || !was.endsAtHour) return false;
	const remaining = was.endsAtHour * hourSeconds - at;
	const isBelievable = remaining > 0 && remaining < longestValidation;
	const hasJustBegun = startedAt > (cursor?.watched?.readAt ?? at) - hourSeconds;
	return isBelievable && hourOf(endsAt) < was.endsAtHour && !hasJustBegun;
}

/** Who is connected does not depend on the validation. Nothing else of an earlier one holds now. */
const trackOutdated = (
	key: string,
	{ nodeId, connected }: Validator,
	subject: Subject,
): Presence => ({
	key,
	subject,
	validator: { nodeId, connected, record: { nodeID: nodeId } },
	isBaseline: false,
	isSettling: false,
	missing: 'unknown',
	reason: 'removed',
});

function classify(was: Subject | undefined, now: Validation, past: Past): Arrival {
	if (!was) return past.isFirst ? 'baseline' : 'new';
	const former = formerOf(was);
	if (!former) return 'returned';
	const { validation, endsAtHour } = now;
	// A validation never changes its end, so a later end means a renewal: one that renews itself may keep its ID.
	const isProlonged = !!endsAtHour && endsAtHour > (was.endsAtHour ?? Infinity);
	return former !== validation || isProlonged ? 'renewed' : 'known';
}

/** Since when a validator is new or renewed, if that is to be reported. */
function joinedBy(arrival: Arrival, rest: Subject, at: number): Joined | undefined {
	switch (arrival) {
		case 'new':
			return { since: at, reason: 'new' };
		case 'renewed':
			// A validator that left and came back in quiet hours is reported as "returned" when they are over.
			return rest.reported[left.event] === 'waiting' ? undefined : { since: at, reason: 'renewed' };
		default:
			return undefined;
	}
}

/** Alerts to forget: they ended with the old validation, are no longer followed, or are newly chosen. */
function listForgotten(
	key: string,
	arrival: Arrival,
	past: Past,
	settings: WatchSettings,
): string[] {
	return alerts
		.filter((alert) => {
			const isOver = arrival === 'renewed' && alert.endsWithValidation;
			// An alert with another limit is another alert, as new as one that was not chosen before.
			const hasRule = mayHaveOwnRules(alert) || ruleIdentityOf(alert, settings) !== undefined;
			const mayBegin = alert.isAlwaysFollowed || hasRule;
			const beginsNow = mayBegin && isNewTo(key, alert, past, settings);
			return isOver || beginsNow || !isFollowed(alert, settings);
		})
		.map(({ event }) => event);
}

function trackListed(
	key: string,
	validator: Validator,
	was: Subject | undefined,
	{ past, settings, at }: PollBasis,
): Presence {
	const shown = validationOf(validator);
	const isOutdated = was !== undefined && isEarlier(validator, was, { past, settings, at });
	if (isOutdated && was.validation !== shown.validation) return trackOutdated(key, validator, was);
	const now = isOutdated ? { ...shown, endsAtHour: was.endsAtHour } : shown;
	const arrival = classify(was, now, past);
	const forgotten = listForgotten(key, arrival, past, settings);
	const kept = without(was ?? nobody, (event) => forgotten.includes(event));
	const isSameValidation = formerOf(was) === now.validation;
	// An end that one poll does not know is no other end.
	const endsAtHour = now.endsAtHour ?? (isSameValidation ? was?.endsAtHour : undefined);
	return {
		key,
		validator,
		subject: {
			...kept,
			...now,
			endsAtHour,
			renews: (validator.nextPeriod ?? 0) > 0 || undefined,
			joined: kept.joined ?? joinedBy(arrival, kept, at),
			highs: arrival === 'renewed' ? undefined : kept.highs,
			fingerprints: isSameValidation ? kept.fingerprints : undefined,
		},
		isBaseline: arrival === 'baseline',
		isSettling: isSettling(validator, arrival, was, at),
		missing: 'good',
		reason: 'returned',
	};
}

/** Only L1 validators have an active state. */
function isSettling(
	{ active, startedAt }: Validator,
	arrival: Arrival,
	was: Subject | undefined,
	at: number,
): boolean {
	if (active === undefined) return false;
	const isNew = arrival !== 'known' && startedAt !== undefined && at - startedAt < newSeconds;
	return isNew || !!was?.states[inactive.event];
}

/** Why a subject is not in the list. */
function reasonOf({ validation, renews }: Subject, hasEnded: boolean): Reason {
	if (!validation) return 'absent';
	if (!hasEnded) return 'removed';
	return renews ? 'notRenewed' : 'ended';
}

function trackMissing(
	key: string,
	was: Subject = nobody,
	{ past, settings, at }: PollBasis,
): Presence {
	const { validation, endsAtHour, states } = was;
	const leftAt = states[left.event]?.since ?? at;
	const hasEnded = endsAtHour !== undefined && endsAtHour * hourSeconds <= leftAt;
	return {
		key,
		subject: isNewTo(key, left, past, settings)
			? without(was, (event) => event === left.event)
			: was,
		isBaseline: !validation && !states[left.event] && past.isFirst,
		isSettling: false,
		missing: 'bad',
		reason: reasonOf(was, hasEnded),
	};
}
