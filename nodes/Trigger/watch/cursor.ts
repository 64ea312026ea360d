/**
 * The stored form of subjects: at most 64 characters each, plus a bounded rest. Compact JSON with names in place of
 * codes takes 45 characters for a subject in good order (34 here), 83 with one alert (40), and 224 with five (64).
 */
import { createHash } from 'node:crypto';
import { markOf } from '../../feeds/identity';
import { decodeCb58, encodeCb58 } from '../../shared/values/ids';
import { dropCounts } from './alertState';
import { alerts } from './conditions';
import type { Acknowledged, AlertState, Grown, Joined, Reported, Subject } from './model';
import type { Downs } from './readings';
import { hourSeconds } from '../../shared/values/timeUnits';

const markLength = 3;
const noMark = '.'.repeat(markLength);

/** Short, because it only tells apart the validations of one node. */
export const markOfValidation = (validationId = ''): string => markOf(validationId, markLength);

/** A number below 2^28 that tells apart two texts. */
export const fingerprintOf = (text: string): number =>
	createHash('sha256').update(text).digest().readUInt32BE() >>> 4;

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A whole number in `length` base-64 digits. One that does not fit becomes the largest that does. */
function packNumber(value: number, length: number): string {
	const whole = Math.min(Math.max(0, Math.floor(value)), 64 ** length - 1);
	const first = Math.floor(whole / 64 ** quickDigits);
	let rest = whole - first * 64 ** quickDigits;
	let packed = '';
	for (let i = Math.min(length, quickDigits); i > 0; i--, rest >>= 6)
		packed = digits[rest & 63] + packed;
	return length > quickDigits ? packNumber(first, length - quickDigits) + packed : packed;
}
/** Numbers of this many digits are below 2^31, and much quicker to pack than larger ones. */
const quickDigits = 5;

const unpackNumber = (packed: string): number =>
	[...packed].reduce((value, digit) => value * 64 + digits.indexOf(digit), 0);

/** Reads a packed text from its start. */
class Packed {
	private position = 0;
	constructor(private readonly text: string) {}
	get isOver(): boolean {
		return this.position >= this.text.length;
	}
	take(length: number): string {
		return this.text.slice(this.position, (this.position += length));
	}
	takeNumber(length: number): number {
		return unpackNumber(this.take(length));
	}
	takeUntil(end: string): string {
		const text = this.take(this.text.indexOf(end, this.position) - this.position);
		this.position += end.length;
		return text;
	}
}

/** 2026-01-01, UNIX seconds. Stored seconds reach from there to 2037, stored hours to 2040. */
const epoch = 1_767_225_600;
/** A part of a subject packs a code and a time or fingerprint into six digits. This many codes leave over 28 bits. */
const codeCount = 192;
const timeCount = Math.floor(64 ** 6 / codeCount);

/** 17 bits hold hours up to 2040. One more says that the validation renews itself. */
const hourCount = 2 ** 17;

/** The stored hour of an end. An end too far away counts as the last hour that fits. */
export const hourOf = (endsAt: number): number =>
	Math.min(Math.max(0, Math.floor(endsAt / hourSeconds)), epoch / hourSeconds + hourCount - 1);

type Kind = Pick<AlertState, 'phase' | 'isDoubtful'> & { reported?: Reported };

/** The kinds of parts of an alert. Their order is part of the stored form. */
const kinds: Kind[] = [
	{ phase: 'unconfirmed', isDoubtful: false },
	{ phase: 'unconfirmed', isDoubtful: true },
	...(['confirmed', 'recovering'] as const).flatMap((phase) =>
		(['alone', 'inGroup', 'silently', 'waiting'] as const).map((reported) => ({ phase, reported })),
	),
];
/** The next kind is that of a fingerprint. */
const fingerprintKind = kinds.length;
const kindCount = kinds.length + 1;
/** Alerts with codes below this have a part code for each of their kinds. */
const shortAlertCount = 17;
/** The next codes say that a validator joined in quiet hours, one for each reason. */
const joinedCode = shortAlertCount * kindCount;
const joinedReasons = ['new', 'renewed'] as const;
/** The next code stands for all further alerts. Two more digits say which alert, and which kind. */
const furtherCode = joinedCode + joinedReasons.length;
/** The next code says how far an alert has grown. Its number holds the reported steps, the step, and the alert. */
const grownCode = furtherCode + 1;
const stepCount = 8;
const grownAlertCount = 512;
/** The count of reported steps stays below this. Multiples of it hold the step that only one reading has shown. */
const toldCount = 2 ** 13;
/** Larger than any such number: it marks that the louder reminder of an alert is due. */
const loudDueMark = stepCount * toldCount;
/** The next code holds the end of an acknowledgement. Two more digits say which alert, and its level. */
const acknowledgedCode = furtherCode + 2;
const levels: Array<Acknowledged['level']> = ['warning', 'critical', 'over', 'unsure', 'apart'];
const levelCount = 8;
/** The stored form has room for codes below this. */
export const alertCodeCount = shortAlertCount + Math.floor(64 ** 2 / kindCount);

const eventOf = (code: number): string => alerts.find((alert) => alert.code === code)!.event;
const codeOf = (event: string): number => alerts.find((alert) => alert.event === event)!.code;

const packPart = (code: number, number: number): string =>
	packNumber(Math.min(Math.max(0, number), timeCount - 1) * codeCount + code, 6);

const packSteps = (event: string, count: number, step: number): string =>
	packPart(grownCode, (count * stepCount + step) * grownAlertCount + codeOf(event));

const packGrown = (event: string, { step, told, rising = 0 }: Grown): string =>
	packSteps(event, rising * toldCount + Math.min(told, toldCount - 1), step);

const packLoudDue = (event: string): string => packSteps(event, loudDueMark, 0);

function takeGrown(subject: Subject, number: number): void {
	const steps = Math.floor(number / grownAlertCount);
	const count = Math.floor(steps / stepCount);
	const event = eventOf(number % grownAlertCount);
	if (count === loudDueMark) {
		subject.loudDue = [...(subject.loudDue ?? []), event];
		return;
	}
	const rising = Math.floor(count / toldCount);
	const grown = { step: steps % stepCount, told: count % toldCount, ...(rising && { rising }) };
	subject.grown = { ...subject.grown, [event]: grown };
}

const packAcknowledged = (event: string, { until, level }: Acknowledged): string =>
	packPart(acknowledgedCode, until - epoch) +
	packNumber(codeOf(event) * levelCount + levels.indexOf(level), 2);

function takeAcknowledged(packed: Packed, subject: Subject, number: number): void {
	const further = packed.takeNumber(2);
	const acknowledged = { until: number + epoch, level: levels[further % levelCount] };
	const event = eventOf(Math.floor(further / levelCount));
	subject.acknowledged = { ...subject.acknowledged, [event]: acknowledged };
}

function packPartOf(event: string, kind: number, number: number): string {
	const code = codeOf(event);
	if (code < shortAlertCount) return packPart(code * kindCount + kind, number);
	const further = (code - shortAlertCount) * kindCount + kind;
	return packPart(furtherCode, number) + packNumber(further, 2);
}

/**
 * A code and the time it began. An alert that is not confirmed adds one digit for the count, and a recovering one three
 * more for the seconds since its first good reading.
 */
function packState(
	event: string,
	state: AlertState,
	reported: Reported | undefined,
	at: number,
): string {
	const { phase, since, count, isDoubtful = false, goodSince } = state;
	const kind = kinds.findIndex(
		(each) =>
			each.phase === phase &&
			(phase === 'unconfirmed' ? each.isDoubtful === isDoubtful : each.reported === reported),
	);
	return (
		packPartOf(event, kind, since - epoch) +
		(phase === 'confirmed' ? '' : packNumber(count, 1)) +
		(phase === 'recovering' ? packNumber(at - goodSince!, 3) : '')
	);
}

function packParts(subject: Subject, at: number): string[] {
	const { states, reported, grown = {}, acknowledged = {}, fingerprints = {}, joined } = subject;
	const { loudDue = [] } = subject;
	return [
		...Object.entries(states).map(([event, state]) => packState(event, state, reported[event], at)),
		...Object.entries(fingerprints).map(([event, fingerprint]) =>
			packPartOf(event, fingerprintKind, fingerprint),
		),
		...Object.entries(grown).map(([event, each]) => packGrown(event, each)),
		...loudDue.map(packLoudDue),
		...Object.entries(acknowledged).map(([event, each]) => packAcknowledged(event, each)),
		...(joined
			? [packPart(joinedCode + joinedReasons.indexOf(joined.reason), joined.since - epoch)]
			: []),
	];
}

/** Takes one part into a subject. `at` is the time of the poll that packed it. */
function takePart(packed: Packed, subject: Subject, at: number): void {
	const whole = packed.takeNumber(6);
	const code = whole % codeCount;
	const number = Math.floor(whole / codeCount);
	if (code >= joinedCode && code < furtherCode) {
		const reason: Joined['reason'] = joinedReasons[code - joinedCode];
		subject.joined ??= { since: number + epoch, reason };
		return;
	}
	if (code === grownCode) return takeGrown(subject, number);
	if (code === acknowledgedCode) return takeAcknowledged(packed, subject, number);
	const partOfAlert = code === furtherCode ? joinedCode + packed.takeNumber(2) : code;
	const event = eventOf(Math.floor(partOfAlert / kindCount));
	const kindOfPart = partOfAlert % kindCount;
	if (kindOfPart === fingerprintKind) {
		subject.fingerprints = { ...subject.fingerprints, [event]: number };
		return;
	}
	const { reported, ...kind } = kinds[kindOfPart];
	const count = kind.phase === 'confirmed' ? 0 : packed.takeNumber(1);
	const goodSince = kind.phase === 'recovering' ? at - packed.takeNumber(3) : undefined;
	subject.states[event] = {
		...kind,
		since: number + epoch,
		count,
		...(goodSince !== undefined && { goodSince }),
	};
	if (reported) subject.reported[event] = reported;
}

/**
 * Earlier Downs of the subject with this place in the list, in 13 digits. While a later one lasts for more than three
 * days, those before it seem to have ended three days ago.
 */
export const packDown = (index: number, { count, since, endedAt }: Downs, at: number): string =>
	packNumber(index, 3) +
	packNumber(count, 2) +
	packNumber(since - epoch, 5) +
	packNumber(at - endedAt, 3);

export function unpackDowns(text: string, at: number): Map<number, Downs> {
	const packed = new Packed(text);
	const downs = new Map<number, Downs>();
	while (!packed.isOver) {
		const index = packed.takeNumber(3);
		const count = packed.takeNumber(2);
		const since = packed.takeNumber(5) + epoch;
		downs.set(index, { count, since, endedAt: at - packed.takeNumber(3) });
	}
	return downs;
}

export const nodeIdPrefix = 'NodeID-';
/** No node ID is longer, and no longer key fits into {@link bytesOfSubject}. */
export const maximumKeyLength = 40;

/** The 20 bytes of a node ID in 27 characters. Any other key stands between two `!`, which those never have. */
function packKey(key: string): string {
	const bytes = key.startsWith(nodeIdPrefix)
		? decodeCb58(key.slice(nodeIdPrefix.length))
		: undefined;
	if (bytes?.length === nodeIdLength) return bytes.toString('base64url');
	return `!${Buffer.from(key).toString('base64url')}!`;
}
const nodeIdLength = 20;
const packedNodeIdLength = 27;

function takeKey(packed: Packed): string {
	const first = packed.take(1);
	if (first === '!') return Buffer.from(packed.takeUntil('!'), 'base64url').toString();
	const bytes = Buffer.from(first + packed.take(packedNodeIdLength - 1), 'base64url');
	return nodeIdPrefix + encodeCb58(bytes);
}

/** Stands in place of the number of highs if a balance follows: no source shows both uptimes and balances. */
const balanceFollows = 5;
const waysToFollow = 6;

/** One digit for a number below 63, as nearly all are, or else three. */
const packSmall = (value: number): string =>
	value < 63 ? packNumber(value, 1) : packNumber(63, 1) + packNumber(value, 2);

function takeSmall(packed: Packed): number {
	const first = packed.takeNumber(1);
	return first < 63 ? first : packed.takeNumber(2);
}

/**
 * `<node ID><mark><end><counts><highs or balance><parts>`. At most 64 characters with a node ID and no more than five
 * alerts, all settled.
 */
function packSubject(key: string, subject: Subject, at: number): string {
	const { validation, endsAtHour, renews, highs = [], balance } = subject;
	const parts = packParts(subject, at);
	const follows = balance === undefined ? highs.length : balanceFollows;
	const hours = endsAtHour === undefined ? 0 : Math.max(0, endsAtHour - epoch / hourSeconds);
	return [
		packKey(key),
		validation || noMark,
		packNumber(hours + (renews ? hourCount : 0), 3),
		packSmall(parts.length * waysToFollow + follows),
		balance === undefined
			? highs.map((high) => packNumber(high, 2)).join('')
			: packNumber(balance, 9),
		...parts,
	].join('');
}

function takeSubject(packed: Packed, at: number): [key: string, subject: Subject] {
	const key = takeKey(packed);
	const mark = packed.take(markLength);
	const end = packed.takeNumber(3);
	const hours = end % hourCount;
	const head = takeSmall(packed);
	const follows = head % waysToFollow;
	const hasBalance = follows === balanceFollows;
	const highs = hasBalance ? [] : Array.from({ length: follows }, () => packed.takeNumber(2));
	const subject: Subject = {
		validation: mark === noMark ? '' : mark,
		...(hours > 0 && { endsAtHour: hours + epoch / hourSeconds }),
		...(end >= hourCount && { renews: true }),
		states: {},
		reported: {},
		...(highs.length > 0 && { highs }),
		...(hasBalance && { balance: packed.takeNumber(9) }),
	};
	for (let left = Math.floor(head / waysToFollow); left > 0; left--) takePart(packed, subject, at);
	return [key, subject];
}

/** Drops the steps of alerts and due louder reminders. The step that the next poll finds is then no news. */
const withoutSteps = (subject: Subject): Subject => ({
	...subject,
	grown: undefined,
	loudDue: undefined,
});

/** Also drops all that later readings show again: highest uptimes, fingerprints, and unconfirmed counts. */
const strip = (subject: Subject): Subject => ({
	...dropCounts(withoutSteps(subject)),
	highs: undefined,
	fingerprints: undefined,
});

/** Also drops acknowledgements, and alerts that do not fit: first those not reported yet, then `forgottenFirst`. */
function cut(subject: Subject): Subject {
	const { joined, states, ...rest } = { ...strip(subject), acknowledged: undefined };
	const rank = ([event]: [string, AlertState]): number => {
		if (subject.reported[event] === 'waiting') return 2;
		return isForgottenFirst(event) ? 1 : 0;
	};
	const kept = Object.entries(states)
		.sort((a, b) => rank(a) - rank(b))
		.slice(0, settledCount);
	const isFull = kept.length === settledCount;
	return { ...rest, states: Object.fromEntries(kept), ...(joined && !isFull && { joined }) };
}

const isForgottenFirst = (name: string): boolean =>
	alerts.some(({ event, forgottenFirst }) => event === name && forgottenFirst);

/** This many settled alerts fit into {@link bytesOfSubject} with a validator. */
const settledCount = 5;

const bytesOfSubject = 64;
/** A cursor may have 8 KB besides, and its other fields take no more than 2 of them. */
const bytesBesides = 6 * 1024;

/**
 * All subjects as one text, never longer than {@link bytesOfSubject} for each plus {@link bytesBesides}. If more is
 * wrong than fits, the last subjects are stripped: the others finish their counts some polls later and make room.
 * Alerts are cut only beyond a thousand validators with more than five settled alerts each.
 */
export function packSubjects(subjects: ReadonlyMap<string, Subject>, at: number): string {
	const rows = [...subjects].map(([key, subject]) => packSubject(key, subject, at));
	let excess = rows.join('').length - bytesBesides - bytesOfSubject * rows.length;
	const keys = excess > 0 ? [...subjects.keys()] : [];
	for (const shorten of [withoutSteps, strip, cut]) {
		for (let i = keys.length - 1; i >= 0 && excess > 0; i--) {
			const shortened = packSubject(keys[i], shorten(subjects.get(keys[i])!), at);
			excess -= rows[i].length - shortened.length;
			rows[i] = shortened;
		}
	}
	return rows.join('');
}

/** `at` is the time at which {@link packSubjects} packed them. */
export function unpackSubjects(text: string, at: number): Map<string, Subject> {
	const packed = new Packed(text);
	const subjects = new Map<string, Subject>();
	while (!packed.isOver) subjects.set(...takeSubject(packed, at));
	return subjects;
}
