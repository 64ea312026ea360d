/** Measures over several readings: highest uptimes, how long balances last, and changed fingerprints. */
import { conditions, isChosen, needsOf } from './conditions';
import { fingerprintOf } from './cursor';
import { lastByMeasured, lastByReported, type Lasting } from './lastingBalances';
import { measureFee } from './measuredFee';
import type { Context, WatchSettings } from './model';
import { markOwnRules } from './ownRules';
import type { Past } from './past';
import type { Presence } from './presence';
import type { MeasuredFee, Reading, Validator } from './readings';
import { carryOn } from './sources/reportedFee';

export interface Measured extends Presence {
	context: Context;
	/** Fingerprints of this reading, by event, for the conditions that compare them. */
	seen: Record<string, number>;
}

/** Measurements of all validators together, to be remembered. */
export interface Measurements {
	/** Length of a slot of {@link Subject.highs} in seconds, and the number of the newest slot since 1970. */
	slots?: [seconds: number, newest: number];
	fee?: MeasuredFee;
	/** True if the fee was reported, or measured for long enough. */
	isFeeKnown?: boolean;
}

/** The time window of a fall is divided into this many slots. The newest one is still running. */
const slotCount = 4;
const highsPerPoint = 40;

/** The slot of a time: its length in seconds, and its number since 1970. */
function findSlot(at: number, withinSeconds: number): [seconds: number, newest: number] {
	const seconds = Math.ceil(withinSeconds / slotCount);
	return [seconds, Math.floor(at / seconds)];
}

/**
 * The highest uptimes with one more reading: of the newest slot, of the newest two, and so on. Repetitions at the end
 * are left out. They reach back three to four slots, so never beyond the time window.
 */
function updateHighs(
	highs: number[] | undefined,
	uptime: number,
	[formerSeconds, formerSlot] = [0, 0],
	[seconds, slot]: readonly [number, number],
): number[] {
	const high = Math.floor(uptime * highsPerPoint);
	const passed = slot - formerSlot;
	if (!highs || formerSeconds !== seconds || passed < 0) return [high];
	const updated = Array.from({ length: slotCount }, (_, age) =>
		age < passed ? high : Math.max(high, highs[Math.min(age - passed, highs.length - 1)]),
	);
	return updated.slice(0, updated.indexOf(updated[slotCount - 1]) + 1);
}

export function measure(
	presences: Presence[],
	past: Past,
	reading: Reading,
	settings: WatchSettings,
): { measured: Measured[]; measurements: Measurements } {
	const { at, validators } = reading;
	if (!validators) return { measured: [], measurements: {} };
	if (reading.isPartial) return measureHeard(presences, past, at, settings);
	const needs = needsOf(settings);
	const slots = needs.highestWithin ? findSlot(at, needs.highestWithin) : undefined;
	const fees = needs.fee ? measureFees({ at, validators }, past, reading) : {};
	const measured = presences.map((presence) =>
		measureOne(presence, { past, reading, settings, slots, ...fees }),
	);
	const isFeeKnown = fees.lasting?.feeRate !== undefined;
	return { measured, measurements: { slots, fee: fees.fee, isFeeKnown } };
}

/** The fee of L1 validators and how long their balances last, as reported or as measured. */
interface Fees {
	fee?: MeasuredFee;
	lasting?: Lasting;
}

function measureFees(
	list: { at: number; validators: ReadonlyMap<string, Validator> },
	{ cursor, subjects }: Past,
	{ fee: now, feeBefore }: Reading,
): Fees {
	const reported = now ?? (feeBefore && carryOn(feeBefore, list.at));
	if (reported) return { lasting: lastByReported(list, reported) };
	const before = cursor && { at: cursor.at, fee: cursor.watched?.fee };
	const fee = measureFee(list, before, subjects);
	return { fee, lasting: fee && lastByMeasured(list, fee) };
}

interface MeasuredBy extends Fees {
	past: Past;
	reading: Reading;
	settings: WatchSettings;
	slots?: [seconds: number, newest: number];
}

function measureOne(presence: Presence, by: MeasuredBy): Measured {
	const { past, reading, settings, slots, fee, lasting } = by;
	const { key, validator, subject } = presence;
	const { at, upgrades } = reading;
	const { source } = settings;
	const about = { at, source, upgrades: upgrades?.times, downs: subject.downs };
	if (!validator || presence.missing === 'unknown')
		return { ...presence, context: about, seen: {} };
	const { uptime } = validator;
	const highs =
		slots && uptime !== undefined
			? updateHighs(subject.highs, uptime, past.cursor?.watched?.slots, slots)
			: undefined;
	const seen = readFingerprints(validator, settings);
	return {
		...presence,
		subject: {
			...subject,
			highs,
			balance: fee && (fee.since === at ? toFloat(validator.balance) : subject.balance),
			fingerprints: {
				...keepKnown(subject.fingerprints, seen),
				...markOwnRules(key, settings),
			},
		},
		seen,
		context: {
			...about,
			highest: highs && highs[highs.length - 1] / highsPerPoint,
			feeRate: lasting?.feeRate,
			lastsFor: validator.balance === 0n ? 0 : lasting?.seconds.get(key),
			isSettling: presence.isSettling,
		},
	};
}

/** Remembered fingerprints stay. A missing one is taken from this reading. */
const keepKnown = (
	remembered: Record<string, number> = {},
	seen: Record<string, number>,
): Record<string, number> =>
	Object.fromEntries(
		Object.entries(seen).map(([event, mark]) => [event, remembered[event] ?? mark]),
	);

/** Nothing is measured from other observers: their uptimes never agree with those of the queried node. */
function measureHeard(
	presences: Presence[],
	{ cursor }: Past,
	at: number,
	{ source }: WatchSettings,
): { measured: Measured[]; measurements: Measurements } {
	const { slots, fee } = cursor?.watched ?? {};
	return {
		measured: presences.map((presence) => {
			const context = { at, source, downs: presence.subject.downs };
			return { ...presence, context, seen: {} };
		}),
		measurements: { slots, fee },
	};
}

const toFloat = (value: bigint | undefined): number | undefined =>
	value === undefined ? undefined : Number(value);

/** Fingerprints of the chosen conditions, to be compared with later readings. */
function readFingerprints(validator: Validator, settings: WatchSettings): Record<string, number> {
	const seen: Record<string, number> = {};
	for (const condition of conditions) {
		const text = isChosen(condition, settings) ? condition.fingerprint?.(validator) : undefined;
		if (text !== undefined) seen[condition.event] = fingerprintOf(text);
	}
	return seen;
}
