/** Decides which findings of the machine are reported, and when: baseline, quiet hours, reminders, groups. */
import { keepAcknowledged } from './acknowledgement';
import { noteLastDown } from './downs';
import { NoticeGroups } from './grouping';
import { holdsAt } from './hold';
import { followIncidents } from './incidents';
import { left } from './left';
import type { Advanced } from './machine';
import { ownKey, type GroupNotice, type Notice, type Subject, type WatchSettings } from './model';
import { confirmSecondsOf } from './outages';
import { isAfterGap, type Past } from './past';
import { hasLeft } from './presence';
import type { Incident, Reading, Suspicion } from './readings';
import { listLoudDue } from './reminders';
import { isReported, reportAlert, type Followed, type ReportContext } from './report';
import { followSuspicion } from './suspicion';

/** The notices of one poll in their order, and the subjects to remember. */
interface Delivered {
	notices: Array<Notice | GroupNotice>;
	subjects: Map<string, Subject>;
	suspicion?: Suspicion;
	incidents?: Incident[];
}

export function deliver(
	advanced: Advanced[],
	past: Past,
	settings: WatchSettings,
	reading: Reading,
): Delivered {
	const { at } = reading;
	const holds = holdsAt(at, settings, advanced, reading);
	const followed = advanced.map((each) => follow(each, { past, settings, at, holds }));
	const subjects = new Map(followed.map(({ key, subject }) => [key, subject]));
	const begunInGroup = new Set(followed.flatMap((each) => each.begunInGroup));
	const notices = followed.flatMap((each) => each.notices);
	const all: Array<Notice | GroupNotice> = [];
	const confirmSeconds = confirmSecondsOf(settings, past.cursor);
	const together = { settings, holds, reading, confirmSeconds };
	for (const alert of new Set(notices.map((notice) => notice.alert))) {
		const of = (isWanted: (notice: Notice) => boolean) =>
			notices.filter((notice) => notice.alert === alert && isWanted(notice));
		const isJoining = ({ reason }: Notice) => reason === 'new' || reason === 'renewed';
		const group = new NoticeGroups(alert, subjects, advanced, together);
		// In the order of time: a validator joins before it leaves, and leaves before it returns.
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
	const kept = forgetLeft(subjects, settings);
	const basis = { notices: all, subjects: kept, advanced, holds, past, settings, reading };
	const { suspicion, released, closed } = followSuspicion(basis);
	for (const alert of new Set(released.map((notice) => notice.alert))) {
		const of = released.filter((notice) => notice.alert === alert);
		all.push(...new NoticeGroups(alert, subjects, advanced, together).lasting(of));
	}
	const incidents = followIncidents(basis, closed);
	return { notices: all, subjects: kept, suspicion, incidents };
}

function follow(advanced: Advanced, context: ReportContext): Followed {
	const { settings, at, holds } = context;
	const { key, validator, moves } = advanced;
	const { joined, ...subject } = advanced.subject;
	const followed: Followed = {
		key,
		subject: {
			...subject,
			states: { ...subject.states },
			reported: { ...subject.reported },
			...(subject.grown && { grown: { ...subject.grown } }),
			...(subject.unsent && { unsent: { ...subject.unsent } }),
			acknowledged: keepAcknowledged(subject, at, () => false),
			loudDue: listLoudDue(key, subject, context),
		},
		notices: [],
		begunInGroup: [],
	};
	if (joined && holds.ofJoined(key)) followed.subject.joined = joined;
	else if (joined && isReported(left, 'ended', settings))
		followed.notices.push({
			...joined,
			alert: left,
			turned: 'ended',
			key,
			validator,
			mayEndEarlier: isAfterGap(key, joined.since, context.past),
		});
	for (const move of moves) reportAlert(followed, advanced, move, context);
	return followed;
}

/** A validator that left loses its other alerts. Unless it is watched by name, it is forgotten. */
function forgetLeft(
	subjects: ReadonlyMap<string, Subject>,
	{ nodeIds }: WatchSettings,
): Map<string, Subject> {
	const kept = new Map<string, Subject>();
	for (const [key, subject] of subjects) {
		if (!hasLeft(subject)) kept.set(key, subject);
		else if (nodeIds.length || key === ownKey) kept.set(key, withoutAlerts(subject));
	}
	return kept;
}

function withoutAlerts(subject: Subject): Subject {
	const { validation, endsAtHour, renews, states, reported, acknowledged } = subject;
	noteLastDown(subject, states[left.event].since);
	return {
		validation,
		endsAtHour,
		renews,
		states: { [left.event]: states[left.event] },
		reported: { [left.event]: reported[left.event] },
		acknowledged,
		downs: subject.downs,
	};
}
