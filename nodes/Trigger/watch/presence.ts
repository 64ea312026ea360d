/** Whether a subject is in the list, and what that means: it is new, renewed, returned, left, ended or absent. */
import { alerts, isFollowed } from './conditions';
import { inactive } from './conditions/inactive';
import { hourOf, markOfValidation } from './cursor';
import { left } from './left';
import {
	ownKey,
	type Evidence,
	type Joined,
	type Reading,
	type Reason,
	type Subject,
	type Validator,
	type WatchSettings,
} from './model';
import { nobody, type Past } from './past';

/** A subject of this poll: what is remembered of it, without what is over with its validation or no longer followed. */
export interface Presence {
	key: string;
	subject: Subject;
	/** As this reading shows it; nothing where it does not list it. */
	validator?: Validator;
	/** Whether it was not watched before, and its first reading is the baseline. */
	isBaseline: boolean;
	/** Whether the queried node may not have noticed yet that it joined or became active again. */
	isSettling: boolean;
	/** Whether it is in the list, as evidence of {@link left}, and why that changed. */
	missing: Evidence;
	reason: Reason;
}

/** An observer may miss a validator that it learnt of this recently. */
const newSeconds = 180;

/** All watched validators; none where they could not be read. */
export function trackPresence(
	past: Past,
	{ at, validators }: Reading,
	settings: WatchSettings,
): Presence[] {
	if (!validators) return [];
	return [...listKeys(past, validators, settings)].map((key) => {
		const validator = validators.get(key);
		const subject = past.subjects?.get(key);
		return validator
			? trackListed(key, validator, subject, past, settings, at)
			: trackMissing(key, subject, past, settings, at);
	});
}

function listKeys(
	{ subjects }: Past,
	validators: ReadonlyMap<string, Validator>,
	{ source, nodeIds }: WatchSettings,
): Iterable<string> {
	if (source === 'node') return [ownKey];
	if (nodeIds.length) return nodeIds;
	return new Set([...(subjects?.keys() ?? []), ...validators.keys()]);
}

/** Whether it was reported that a validator left, or was not to be. */
export const hasLeft = ({ states, reported }: Subject): boolean =>
	states[left.event]?.phase === 'confirmed' && reported[left.event] !== 'waiting';

/** Whether an alert was chosen after the watch began, so that what is bad already is its baseline. */
export const isNewlyChosen = (event: string, past: Past, settings: WatchSettings): boolean =>
	settings.conditions.includes(event) && past.judgedSince[event] === undefined;

/** A subject without some alerts. */
function without(subject: Subject, isGone: (event: string) => boolean): Subject {
	const keep = <T>(all: Record<string, T>) =>
		Object.fromEntries(Object.entries(all).filter(([event]) => !isGone(event)));
	return { ...subject, states: keep(subject.states), reported: keep(subject.reported) };
}

function trackListed(
	key: string,
	validator: Validator,
	was: Subject | undefined,
	past: Past,
	settings: WatchSettings,
	at: number,
): Presence {
	const { endsAt, startedAt, active, nextPeriod = 0 } = validator;
	const validation = markOfValidation(validator.validationId);
	const endsAtHour = endsAt ? hourOf(endsAt) : undefined;
	// A validation never changes its end, but one that renews itself may keep its ID.
	const isProlonged = !!endsAtHour && endsAtHour > (was?.endsAtHour ?? Infinity);
	// Who left has no validation any more that the next one could renew.
	const former = was && !hasLeft(was) ? was.validation : '';
	const isRenewed = !!former && (former !== validation || isProlonged);
	const isKnown = !!former && !isRenewed;
	const isBaseline = !was && past.isFirst;
	const gone = alerts.filter(
		(alert) =>
			(isRenewed && alert.endsWithValidation) ||
			!isFollowed(alert, settings) ||
			(alert.isAlwaysFollowed && isNewlyChosen(alert.event, past, settings)),
	);
	const { joined, ...rest } = without(was ?? nobody, (event) =>
		gone.some((alert) => alert.event === event),
	);
	const joining: Joined | undefined = isRenewed
		? // Who left and came back in quiet hours has "returned" when they are over.
			rest.reported[left.event] === 'waiting'
			? undefined
			: { since: at, reason: 'renewed' }
		: !was && !isBaseline
			? { since: at, reason: 'new' }
			: undefined;
	const isNew = !isKnown && startedAt !== undefined && at - startedAt < newSeconds;
	const { highs, balance, fingerprints } = rest;
	return {
		key,
		validator,
		subject: {
			validation,
			...(endsAtHour && { endsAtHour }),
			...(nextPeriod > 0 && { renews: true }),
			states: rest.states,
			reported: rest.reported,
			joined: joined ?? joining,
			...(!isRenewed && { highs }),
			balance,
			...(former === validation && { fingerprints }),
		},
		isBaseline,
		// Only the validators of an L1 are active or not.
		isSettling: active !== undefined && (isNew || !!was?.states[inactive.event]),
		missing: 'good',
		reason: 'returned',
	};
}

/** A watched validator that the source does not list. */
function trackMissing(
	key: string,
	was: Subject = nobody,
	past: Past,
	settings: WatchSettings,
	at: number,
): Presence {
	const { validation, endsAtHour, renews, states } = was;
	const leftAt = states[left.event]?.since ?? at;
	const hasEnded = endsAtHour !== undefined && endsAtHour * 3600 <= leftAt;
	const atItsEnd = renews ? 'notRenewed' : 'ended';
	return {
		key,
		subject: isNewlyChosen(left.event, past, settings)
			? without(was, (event) => event === left.event)
			: was,
		isBaseline: !validation && !states[left.event] && past.isFirst,
		isSettling: false,
		missing: 'bad',
		reason: !validation ? 'absent' : hasEnded ? atItsEnd : 'removed',
	};
}
