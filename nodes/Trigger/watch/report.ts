/** Decides what one poll reports and remembers of one alert of a subject. */
import { isAcknowledged } from './acknowledgement';
import { baselineState } from './alertState';
import { isChosen } from './conditions';
import { disconnected } from './conditions/disconnected';
import { noteDown } from './downs';
import { grow } from './growth';
import type { Hold, Holds } from './hold';
import { listAlsoBad } from './inhibition';
import { left } from './left';
import type { Advanced, Move } from './machine';
import {
	hasItem,
	sourceKey,
	type Acknowledged,
	type Alert,
	type AlertState,
	type Grown,
	type Notice,
	type Reported,
	type Subject,
	type WatchSettings,
} from './model';
import { isAfterGap, type PollBasis } from './past';
import { isNewTo } from './ownRules';
import { countSent, isReminderDue, noteSent } from './reminders';

export interface Followed {
	key: string;
	subject: Subject;
	notices: Notice[];
	/** Ends among them whose alerts began in an item about many. Several of these end in one item, too. */
	begunInGroup: Notice[];
}

export interface ReportContext extends PollBasis {
	holds: Holds;
}

interface AlertCase {
	subject: Subject;
	advanced: Advanced;
	move: Move;
	state: AlertState;
	/** It was bad when it was first looked for, and the user does not want such alerts reported. */
	isBaseline: boolean;
	/** How its beginning was reported. Undefined while it is unconfirmed. */
	before?: Reported;
	/** Its beginning, or its end. */
	notice: Notice;
	held: Hold;
}

interface Outcome {
	begins: boolean;
	ends: boolean;
	grows: boolean;
	reminds: boolean;
	/** Number of reminders until now, with this one. */
	sent?: number;
	reported?: Reported;
	grown?: Grown;
	acknowledged?: Acknowledged;
}

export function reportAlert(
	followed: Followed,
	advanced: Advanced,
	move: Move,
	context: ReportContext,
): void {
	const { subject } = followed;
	const { event } = move.judgement.alert;
	const found = findCase(subject, advanced, move, context);
	if (!found) return forget(subject, event);
	if (isPast(found, context)) return settle(found);
	const outcome = decide(found, context);
	addNotices(followed, found, outcome, context);
	if (outcome.ends) settle(found);
	else keep(found, outcome);
}

/** Undefined if the alert is good. */
function findCase(
	subject: Subject,
	advanced: Advanced,
	move: Move,
	{ past, settings, at, holds }: ReportContext,
): AlertCase | undefined {
	const { judgement, state: next, isOver } = move;
	const { alert, evidence, reason } = judgement;
	const isNew = advanced.isBaseline || isNewTo(advanced.key, alert, past, settings);
	const isBaseline = !!next && isNew && evidence !== 'good' && !settings.reportExisting;
	const state = isBaseline ? baselineState(at) : next;
	if (!state) return undefined;
	const { key, validator, context } = advanced;
	const turned = isOver ? 'ended' : 'began';
	const notice: Notice = { alert, turned, key, validator, context, reason, since: state.since };
	return {
		subject,
		advanced,
		move,
		state,
		isBaseline,
		before: state.phase === 'unconfirmed' ? undefined : reportedBefore(subject, alert),
		notice,
		held: holds.of(notice),
	};
}

const reportedBefore = ({ reported }: Subject, { event }: Alert): Reported =>
	reported[event] ?? 'waiting';

/** True if it came and went unreported, under a silence or while another alert covered it. */
function isPast({ advanced, move, before, held }: AlertCase, { holds }: ReportContext): boolean {
	const { alert, evidence } = move.judgement;
	if (before !== 'waiting') return false;
	if (held === 'silenced') return move.isOver;
	return evidence === 'good' && holds.isInhibited(advanced.key, alert.event);
}

function decide(found: AlertCase, context: ReportContext): Outcome {
	const { subject, move, isBaseline, before, held } = found;
	const { alert } = move.judgement;
	const begins = !held && !isBaseline && before === 'waiting';
	const ends = !held && (move.isOver || (begins && !alert.endEvent));
	const earlier = isBaseline ? 'silently' : before;
	const reported = begins ? begunAs(alert, context.settings) : earlier;
	const grown = subject.grown?.[alert.event];
	const outcome: Outcome = { begins, ends, grows: false, reminds: false, reported, grown };
	return hasItem(reported) && !ends
		? followLasting(found, { ...outcome, reported }, context)
		: outcome;
}

const begunAs = (alert: Alert, settings: WatchSettings): Reported =>
	isChosen(alert, settings) ? 'alone' : 'silently';

/** The outcome for an alert that was reported and lasts. */
function followLasting(
	found: AlertCase,
	outcome: Outcome & { reported: Reported },
	context: ReportContext,
): Outcome {
	const { settings, holds } = context;
	const { subject, advanced, move, notice } = found;
	const { begins, reported, grown: before } = outcome;
	const { alert, evidence } = move.judgement;
	const told = { notice, begins, reported };
	const acknowledged = holds.acknowledged(told, evidence, subject.acknowledged?.[alert.event]);
	const isOpen = isOpenCase(found, acknowledged);
	const mayGrow = isOpen && evidence === 'bad';
	const grown = mayGrow ? grow(before, alert, advanced, settings) : before;
	const grows = stepsTold(grown) > stepsTold(before);
	const mayRemind = isOpen && !begins && !grows;
	const reminders = remind(found, { begins, mayRemind }, context);
	return { ...outcome, grown, grows, ...reminders, acknowledged };
}

const isOpenCase = ({ held, state }: AlertCase, acknowledged: Acknowledged | undefined): boolean =>
	!held && !isAcknowledged(acknowledged) && state.phase === 'confirmed';

const stepsTold = (grown: Grown | undefined): number => grown?.told ?? 0;

/** Says if a reminder is due, and counts those sent. The subject remembers the unsent ones. */
function remind(
	{ subject, advanced: { key }, move, state }: AlertCase,
	{ begins, mayRemind }: { begins: boolean; mayRemind: boolean },
	context: ReportContext,
): Required<Pick<Outcome, 'reminds' | 'sent'>> {
	const { isQuiet } = context.holds;
	const { event } = move.judgement.alert;
	const begun = { event, since: state.since };
	const isDue = () => subject.loudDue?.includes(event) || isReminderDue(key, begun, context);
	const reminds = mayRemind && !isQuiet && !!isDue();
	const sentBefore = begins ? 0 : countSent(key, begun, subject, context);
	const sent = sentBefore + (reminds ? 1 : 0);
	noteSent(key, begun, subject, { ...context, sent, isQuiet });
	return { reminds, sent };
}

/** Adds the notices to report, in the order of time. */
function addNotices(
	{ notices, begunInGroup }: Followed,
	found: AlertCase,
	outcome: Outcome,
	context: ReportContext,
): void {
	if (outcome.reported === 'silently') return;
	const { alert } = found.move.judgement;
	for (const turned of turnsOf(outcome)) {
		const notice = toNotice(turned, found, outcome, context);
		if (isReported(alert, turned, context.settings)) notices.push(notice);
		if (turned === 'ended' && outcome.reported === 'inGroup') begunInGroup.push(notice);
	}
	if (outcome.grows || outcome.reminds) forgetLoudDue(found.subject, alert.event);
}

function turnsOf({ begins, ends, grows, reminds }: Outcome): Array<Notice['turned']> {
	const turns: Array<Notice['turned']> = begins ? ['began'] : [];
	if (ends) turns.push('ended');
	else if (grows) turns.push('grew');
	else if (reminds) turns.push('lasts');
	return turns;
}

function toNotice(
	turned: Notice['turned'],
	{ advanced, move, state }: AlertCase,
	{ grown, ends, sent }: Outcome,
	basis: ReportContext,
): Notice {
	const { key, validator, context } = advanced;
	const { alert, evidence, reason } = move.judgement;
	const { since, goodSince } = state;
	// Reported late, after quiet hours: the reason why the validator was gone is no longer known.
	const isReturned = turned === 'began' && evidence === 'good' && alert === left;
	return {
		alert,
		turned,
		key,
		validator,
		context,
		since,
		goodSince,
		wasFound: wasFound(key, alert, since, basis),
		mayBeginEarlier: isAfterGap(key, since, basis.past),
		mayEndEarlier: goodSince !== undefined && isAfterGap(key, goodSince, basis.past),
		isOver: turned === 'began' && ends && !!alert.endEvent,
		isLate: turned === 'began' && advanced.subject.reported[alert.event] === 'waiting',
		reason: isReturned ? 'removed' : reason,
		alsoBad: turned === 'ended' ? undefined : listAlsoBad(alert, advanced, basis.settings),
		grown,
		...(turned === 'lasts' && { reminder: sent }),
		failing: basis.holds.failing({ alert, key, turned }),
	};
}

function keep({ subject, move, state }: AlertCase, outcome: Outcome): void {
	const { event } = move.judgement.alert;
	const { reported, grown, acknowledged } = outcome;
	subject.states[event] = state;
	if (reported) subject.reported[event] = reported;
	if (grown) subject.grown = { ...subject.grown, [event]: grown };
	if (acknowledged) subject.acknowledged = { ...subject.acknowledged, [event]: acknowledged };
}

/** Ends an alert. Later readings are compared with the fingerprint of this one. */
function settle({ subject, advanced: { seen }, move, state }: AlertCase): void {
	const { alert } = move.judgement;
	const { event } = alert;
	if (alert === disconnected) noteDown(subject, state);
	forget(subject, event);
	if (event in seen) subject.fingerprints = { ...subject.fingerprints, [event]: seen[event] };
}

function forget(subject: Subject, event: string): void {
	const { states, reported, grown, acknowledged } = subject;
	delete states[event];
	delete reported[event];
	delete grown?.[event];
	delete subject.unsent?.[event];
	forgetLoudDue(subject, event);
	if (acknowledged?.[event]) acknowledged[event] = { ...acknowledged[event], level: 'over' };
}

function forgetLoudDue(subject: Subject, event: string): void {
	const rest = subject.loudDue?.filter((due) => due !== event);
	subject.loudDue = rest?.length ? rest : undefined;
}

export const isReported = (
	alert: Alert,
	turned: Notice['turned'],
	settings: WatchSettings,
): boolean =>
	isChosen(alert, settings) && (turned !== 'ended' || (!!alert.endEvent && settings.reportEnds));

/** True if it was bad when it was first looked for, in the first reading or the first that judged this alert. */
const wasFound = (
	key: string,
	alert: Alert,
	since: number,
	{ past, settings, at }: PollBasis,
): boolean => {
	const { baselineAt, hasBaseline, judgedSince } = past;
	const isFirst = key === sourceKey ? !hasBaseline : since === baselineAt;
	const isBefore = since <= (judgedSince[alert.event] ?? at);
	return isFirst || isBefore || isNewTo(key, alert, past, settings);
};
