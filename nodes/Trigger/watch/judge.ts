/** Judges each alert of each subject by one reading. */
import { conditions, isFollowed, ruleFor } from './conditions';
import type { Condition } from './conditions/condition';
import { disconnected } from './conditions/disconnected';
import { inactive } from './conditions/inactive';
import { left } from './left';
import type { Measured } from './measure';
import {
	sourceKey,
	type Alert,
	type Context,
	type Evidence,
	type Reason,
	type Subject,
	type WatchSettings,
} from './model';
import type { Past } from './past';
import type { Reading, Validator } from './readings';

export interface Judgement {
	alert: Alert;
	evidence: Evidence;
	isDoubtful?: boolean;
	/** Number of bad readings it takes, if it differs from the settings. */
	badPolls?: number;
	confirmSeconds?: number;
	reason?: Reason;
}

export interface JudgedSubject {
	key: string;
	subject: Subject;
	validator?: Validator;
	context: Context;
	isBaseline: boolean;
	/** Fingerprints of this reading. */
	seen: Record<string, number>;
	judgements: Judgement[];
}

const nothing: Validator = { record: {} };

function judgeOne(
	condition: Condition,
	{ key, validator, context }: Pick<Required<JudgedSubject>, 'key' | 'validator' | 'context'>,
	settings: WatchSettings,
	{ subject, fingerprint }: { subject?: Subject; fingerprint?: { is: number; was: number } } = {},
): Judgement {
	const { event } = condition;
	const { source, unreadPolls } = settings;
	const compared = fingerprint && { hasChanged: fingerprint.is !== fingerprint.was };
	const phase = subject?.states[event]?.phase;
	const isConfirmed = phase === 'confirmed' || phase === 'recovering';
	const judged = { ...context, ...compared, isConfirmed };
	return {
		alert: condition,
		evidence: condition.judge(validator, ruleFor(condition, key, settings), judged),
		isDoubtful: condition.isDoubtful?.(context),
		confirmSeconds: condition.confirmSeconds?.(source),
		...(condition.isOfReading && unreadPolls !== undefined && { badPolls: unreadPolls }),
		...(condition.isSure?.(validator) && { badPolls: 1 }),
	};
}

/** Alerts of a validator that is down. */
const downs = [left.event, inactive.event, disconnected.event];

const listDown = ({ subjects }: Past): string[] =>
	[...(subjects ?? [])]
		.filter(([, { states }]) => downs.some((event) => states[event]?.phase === 'confirmed'))
		.map(([key]) => key);

function judgeSource(past: Past, reading: Reading, settings: WatchSettings): JudgedSubject {
	const { source: subject } = past;
	const { at, failure, isTakingIn, blockAge, lowerFor } = reading;
	const downBefore = failure && listDown(past);
	const ofReading = { at, failure, isTakingIn, blockAge, lowerFor };
	const context = { ...ofReading, source: settings.source, downBefore };
	const followed = conditions.filter(
		(condition) => condition.of === 'source' && isFollowed(condition, settings),
	);
	const isForgotten = ({ states }: Subject) =>
		Object.keys(states).some((event) => !followed.some((each) => each.event === event));
	return {
		key: sourceKey,
		subject: isForgotten(subject) ? { ...subject, states: {}, reported: {} } : subject,
		context,
		isBaseline: false,
		seen: {},
		judgements: followed.map((condition) =>
			judgeOne(condition, { key: sourceKey, validator: nothing, context }, settings, { subject }),
		),
	};
}

function judgeValidator(measured: Measured, settings: WatchSettings): JudgedSubject {
	const { key, subject, validator, context, isBaseline, seen, missing, reason } = measured;
	const about = { key, subject, validator, context, isBaseline, seen };
	const presence: Judgement = { alert: left, evidence: missing, reason };
	if (!validator) {
		// Alerts that began in quiet hours are reported before they go with the validator.
		const waiting = Object.keys(subject.states)
			.filter((event) => subject.reported[event] === 'waiting')
			.flatMap((event) => conditions.filter((condition) => condition.event === event))
			.map((alert): Judgement => ({ alert, evidence: 'unknown' }));
		return { ...about, judgements: [...waiting, presence] };
	}
	// The further observers say nothing but who is connected. If only they answered, presence is unknown.
	const followed = conditions.filter(
		(condition) =>
			condition.of !== 'source' &&
			isFollowed(condition, settings) &&
			(missing !== 'unknown' || condition === disconnected),
	);
	const judgements = followed.map((condition) => {
		const { event } = condition;
		const was = subject.fingerprints?.[event];
		const is = seen[event];
		const fingerprint = was !== undefined && is !== undefined ? { was, is } : undefined;
		return judgeOne(condition, { key, validator, context }, settings, { subject, fingerprint });
	});
	return { ...about, judgements: [presence, ...judgements] };
}

export const judge = (
	measured: Measured[],
	past: Past,
	reading: Reading,
	settings: WatchSettings,
): JudgedSubject[] => [
	judgeSource(past, reading, settings),
	...measured.map((each) => judgeValidator(each, settings)),
];
