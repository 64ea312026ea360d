/** What is reported of what the machine found, and when: baseline, quiet hours, reminders, groups. */
import { isAcknowledged, keepAcknowledged } from './acknowledgement';
import { baselineState } from './alertState';
import { isChosen } from './conditions';
import { grow } from './growth';
import { holdsAt, type Holds } from './hold';
import { listAlsoBad } from './inhibition';
import { left } from './left';
import type { Advanced, Move } from './machine';
import {
	ownKey,
	sourceKey,
	type Alert,
	type GroupNotice,
	type Notice,
	type Subject,
	type WatchSettings,
} from './model';
import { gatherGroups } from './namedGroups';
import type { Past } from './past';
import { hasLeft, isNewlyChosen } from './presence';
import type { Reading } from './readings';
import { isReminderDue, listLoudDue } from './reminders';

/** With fewer validators in one poll, each gets its own item whatever their share. */
export const minimumGroup = 5;

/** A subject after this poll, with the notices about it. */
interface Followed {
	key: string;
	subject: Subject;
	notices: Notice[];
	/** Those of them that began in a group, and end in one if others do. */
	begunInGroup: Notice[];
}

/** What one poll of all subjects reports, in the order in which it is reported, and what is remembered of them. */
export interface Delivery {
	notices: Array<Notice | GroupNotice>;
	subjects: Map<string, Subject>;
}

/** One poll of all subjects. */
export function deliver(
	advanced: Advanced[],
	past: Past,
	settings: WatchSettings,
	reading: Reading,
): Delivery {
	const { at } = reading;
	const holds = holdsAt(at, settings, advanced, reading);
	const followed = advanced.map((each) => follow(each, past, settings, at, holds));
	const subjects = new Map(followed.map(({ key, subject }) => [key, subject]));
	const begunInGroup = new Set(followed.flatMap((each) => each.begunInGroup));
	const notices = followed.flatMap((each) => each.notices);
	const all: Delivery['notices'] = [];
	for (const alert of new Set(notices.map((notice) => notice.alert))) {
		const of = (isWanted: (notice: Notice) => boolean) =>
			notices.filter((notice) => notice.alert === alert && isWanted(notice));
		const isJoining = ({ reason }: Notice) => reason === 'new' || reason === 'renewed';
		const group = new Grouping(alert, subjects, advanced, settings, holds);
		// In the order of time: who is new comes before it leaves, and leaves before it returns.
		all.push(
			...group.ended(of(isJoining), begunInGroup),
			...group.began(of(({ turned }) => turned === 'began')),
			...group.ended(
				of((notice) => notice.turned === 'ended' && !isJoining(notice)),
				begunInGroup,
			),
			...group.grown(of(({ turned }) => turned === 'grew')),
			...group.lasting(of(({ turned }) => turned === 'lasts')),
		);
	}
	return { notices: all, subjects: forgetLeft(subjects, settings) };
}

/** One subject: its states after this reading, and what is reported of them. */
function follow(
	advanced: Advanced,
	past: Past,
	settings: WatchSettings,
	at: number,
	holds: Holds,
): Followed {
	const { key, validator, moves } = advanced;
	const { joined, ...subject } = advanced.subject;
	const followed: Followed = {
		key,
		subject: {
			...subject,
			states: { ...subject.states },
			reported: { ...subject.reported },
			...(subject.grown && { grown: { ...subject.grown } }),
			acknowledged: keepAcknowledged(subject, at, () => false),
			loudDue: listLoudDue(key, subject, past, settings, at),
		},
		notices: [],
		begunInGroup: [],
	};
	if (joined && holds.ofJoined(key)) followed.subject.joined = joined;
	else if (joined && isReported(left, 'ended', settings))
		followed.notices.push({ alert: left, turned: 'ended', key, validator, ...joined });
	for (const move of moves) report(followed, advanced, move, past, settings, at, holds);
	return followed;
}

/** One alert of a subject: what is reported of it now, and what is kept. */
function report(
	followed: Followed,
	advanced: Advanced,
	{ judgement, state: next, isOver }: Move,
	past: Past,
	settings: WatchSettings,
	at: number,
	holds: Holds,
): void {
	const { key, validator, context } = advanced;
	const { alert, evidence, reason } = judgement;
	const { event } = alert;
	const { subject, notices } = followed;
	const isNew = advanced.isBaseline || isNewlyChosen(event, past, settings);
	const isBaseline = !!next && isNew && evidence !== 'good' && !settings.reportExisting;
	const state = isBaseline ? baselineState(at) : next;
	if (!state) return forget(subject, event);

	const before = state.phase === 'unconfirmed' ? undefined : (subject.reported[event] ?? 'waiting');
	const { since: began } = state;
	const turned = isOver ? 'ended' : 'began';
	const now: Notice = { alert, turned, key, validator, context, reason, since: began };
	const held = holds.of(now);
	const isPast =
		held === 'silenced' ? isOver : evidence === 'good' && holds.isInhibited(key, event);
	if (isPast && before === 'waiting') return settle(followed, advanced, event);
	const begins = !held && !isBaseline && before === 'waiting';
	const begun = isChosen(alert, settings) ? 'alone' : 'silently';
	const reported = isBaseline ? 'silently' : begins ? begun : before;
	const ends = !held && (isOver || (begins && !alert.endEvent));
	const isTold = reported === 'alone' || reported === 'inGroup';
	const found = { notice: now, begins, reported: reported! };
	const acknowledged =
		isTold && !ends
			? holds.acknowledged(found, evidence, subject.acknowledged?.[event])
			: undefined;
	const isWorkedOn = isAcknowledged(acknowledged);
	const isOpen = isTold && !ends && !held && !isWorkedOn && state.phase === 'confirmed';
	const isLasting = isOpen && !begins && !holds.isQuiet;
	const wasGrown = subject.grown?.[event];
	const grown = isOpen && evidence === 'bad' ? grow(wasGrown, alert, advanced, settings) : wasGrown;
	const grows = (grown?.told ?? 0) > (wasGrown?.told ?? 0);
	const isDue =
		subject.loudDue?.includes(event) || isReminderDue(key, state.since, past, settings, at);
	const reminds = isLasting && isDue;

	const add = (turned: Notice['turned'], why = reason): Notice => {
		const { since, goodSince } = state;
		const found = wasFound(key, event, since, past, at);
		const about = { alert, turned, key, validator, context, since, goodSince };
		const alsoBad = turned === 'ended' ? undefined : listAlsoBad(alert, advanced, settings);
		const notice: Notice = { ...about, wasFound: found, reason: why, alsoBad, grown };
		if (isReported(alert, turned, settings)) notices.push(notice);
		return notice;
	};
	if (reported !== 'silently') {
		// Reported late, after quiet hours: why a validator was gone is not known any more.
		if (begins) add('began', evidence === 'good' && alert === left ? 'removed' : reason);
		if (ends) {
			const notice = add('ended');
			if (reported === 'inGroup') followed.begunInGroup.push(notice);
		} else if (grows) add('grew');
		else if (reminds) add('lasts');
		if (grows || reminds) forgetLoudDue(subject, event);
	}

	if (ends) settle(followed, advanced, event);
	else {
		subject.states[event] = state;
		if (reported) subject.reported[event] = reported;
		if (grown) subject.grown = { ...subject.grown, [event]: grown };
		if (acknowledged) subject.acknowledged = { ...subject.acknowledged, [event]: acknowledged };
	}
}

/** An alert is over, and what was compared is compared from now on with what it is now. */
function settle({ subject }: Followed, { seen }: Advanced, event: string): void {
	forget(subject, event);
	if (event in seen) subject.fingerprints = { ...subject.fingerprints, [event]: seen[event] };
}

function forget(subject: Subject, event: string): void {
	const { states, reported, grown, acknowledged } = subject;
	delete states[event];
	delete reported[event];
	delete grown?.[event];
	forgetLoudDue(subject, event);
	if (acknowledged?.[event]) acknowledged[event] = { ...acknowledged[event], level: 'over' };
}

function forgetLoudDue(subject: Subject, event: string): void {
	const rest = subject.loudDue?.filter((due) => due !== event);
	subject.loudDue = rest?.length ? rest : undefined;
}

const isReported = (alert: Alert, turned: Notice['turned'], settings: WatchSettings): boolean =>
	isChosen(alert, settings) && (turned !== 'ended' || (!!alert.endEvent && settings.reportEnds));

/** Whether it was so when it was first looked for: in the first reading of all, or of this alert. */
const wasFound = (
	key: string,
	event: string,
	since: number,
	{ baselineAt, hasBaseline, judgedSince }: Past,
	at: number,
): boolean =>
	(key === sourceKey ? !hasBaseline : since === baselineAt) || since <= (judgedSince[event] ?? at);

/** Notices of one alert: each for itself, or those of many in one. */
class Grouping {
	constructor(
		private readonly alert: Alert,
		private readonly subjects: Map<string, Subject>,
		private readonly advanced: Advanced[],
		private readonly settings: WatchSettings,
		private readonly holds: Holds,
	) {}

	began(notices: Notice[]): Array<Notice | GroupNotice> {
		const { alert } = this;
		const { event } = alert;
		const suspects = this.advanced.filter(({ key, validator, context }) => {
			const state = this.subjects.get(key)!.states[event];
			if (!alert.endEvent || state?.phase !== 'unconfirmed' || state.isDoubtful) return false;
			const { since } = state;
			return !this.holds.of({ alert, turned: 'began', key, validator, context, since });
		});
		if (!notices.length || !this.isGroup(notices.length + suspects.length))
			return this.gather(notices);
		// Those on their way down go with the rest, or they would follow one by one in the next polls.
		const followers = suspects.map(({ key, validator }): Notice => {
			const { since } = this.subjects.get(key)!.states[event];
			return { alert, turned: 'began', key, validator, since };
		});
		const all = [...notices, ...followers];
		for (const notice of all) {
			const { key, since } = notice;
			const subject = this.subjects.get(key)!;
			const { states, reported, acknowledged } = subject;
			// What came and went in quiet hours has no state any more.
			if (!states[event]) continue;
			states[event] = { phase: 'confirmed', since, count: 0 };
			reported[event] = 'inGroup';
			if (notices.includes(notice)) continue;
			const found = { notice, begins: true, reported: reported[event] };
			const begun = this.holds.acknowledged(found, 'unknown', acknowledged?.[event]);
			if (begun) subject.acknowledged = { ...acknowledged, [event]: begun };
		}
		return [this.group(all)];
	}

	/** Ends of what began together are reported together. */
	ended(notices: Notice[], begunInGroup: ReadonlySet<Notice>): Array<Notice | GroupNotice> {
		const together = notices.filter((notice) => begunInGroup.has(notice));
		if (this.isGroup(notices.length)) return [this.group(notices)];
		if (together.length < 2) return this.gather(notices);
		const others = notices.filter((notice) => !begunInGroup.has(notice));
		return [this.group(together), ...this.gather(others)];
	}

	/** Those of one step together. */
	grown(notices: Notice[]): Array<Notice | GroupNotice> {
		const steps = new Set(notices.map(({ grown }) => grown?.step));
		return [...steps].flatMap((step) =>
			this.lasting(notices.filter(({ grown }) => grown?.step === step)),
		);
	}

	lasting(notices: Notice[]): Array<Notice | GroupNotice> {
		return this.isGroup(notices.length) ? [this.group(notices)] : this.gather(notices);
	}

	/** Too few for one item about many: those of one group of Names are one. */
	private gather(notices: Notice[]): Array<Notice | GroupNotice> {
		const { alert, subjects, settings } = this;
		return gatherGroups(notices, subjects, settings, (key) => {
			const { states, reported } = subjects.get(key)!;
			const { phase, since } = states[alert.event] ?? {};
			if (phase !== 'confirmed' || !['alone', 'inGroup'].includes(reported[alert.event]))
				return false;
			return this.holds.of({ alert, turned: 'began', key, since: since! }) !== 'silenced';
		});
	}

	private get watchedCount(): number {
		return this.subjects.size - (this.subjects.has(sourceKey) ? 1 : 0);
	}

	private isGroup(count: number): boolean {
		return count >= minimumGroup && count * 100 > this.settings.suspectShare * this.watchedCount;
	}

	private group(notices: Notice[]): GroupNotice {
		const isBad = ({ states }: Subject) => states[this.alert.event]?.phase === 'confirmed';
		const stillBad = [...this.subjects].filter(([, subject]) => isBad(subject));
		return {
			notices,
			stillBad: stillBad.map(([key]) => key).sort(),
			watchedCount: this.watchedCount,
		};
	}
}

/** A validator that left takes its other alerts with it; one that nobody named is forgotten. */
function forgetLeft(
	subjects: ReadonlyMap<string, Subject>,
	{ nodeIds }: WatchSettings,
): Map<string, Subject> {
	const kept = new Map<string, Subject>();
	for (const [key, subject] of subjects) {
		const { validation, endsAtHour, renews, states, reported, acknowledged } = subject;
		if (!hasLeft(subject)) kept.set(key, subject);
		else if (nodeIds.length || key === ownKey)
			kept.set(key, {
				validation,
				endsAtHour,
				renews,
				states: { [left.event]: states[left.event] },
				reported: { [left.event]: reported[left.event] },
				acknowledged,
			});
	}
	return kept;
}
