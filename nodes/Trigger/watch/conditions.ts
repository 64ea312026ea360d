/** What can be wrong with a watched validator, when a reading shows it, and how it begins and ends. */
import type { Validator } from './source';
import type { UptimeSettings } from './settings';
import type { findNeeded } from './upgrades';

/** Each condition by the event that begins it, with the event that ends it and the state that is then left. */
export const conditions = {
	disconnected: { end: 'reconnected', goodState: 'connected' },
	belowThreshold: { end: 'aboveThreshold', goodState: 'aboveThreshold' },
	inactive: { end: 'active', goodState: 'active' },
	left: { end: 'joined', goodState: 'joined' },
	unreachable: { end: 'reachable', goodState: 'reachable' },
	fell: { end: 'recovered', goodState: 'steady' },
	requirementAtRisk: { end: 'requirementSafe', goodState: 'requirementSafe' },
	endingSoon: { end: 'endingLater', goodState: 'endingLater' },
	balanceLow: { end: 'balanceRestored', goodState: 'balanceSufficient' },
	outdated: { end: 'upToDate', goodState: 'upToDate' },
} as const;

export type Condition = keyof typeof conditions;

/** What one reading says of a condition. Unknown is neither down nor recovered. */
export type Evidence = 'bad' | 'good' | 'unknown';

/** The uptime of a validation younger than this says nothing: seconds without a connection are whole percents. */
const youngUptimeSeconds = 3600;

/** What else a judgement rests on. */
export interface Circumstances {
	/** UNIX seconds. */
	at: number;
	/** When Helicon begins, UNIX seconds, where that was asked for. */
	heliconAt?: number;
	/** The network's upgrade that decides which version is needed, where the user does not. */
	needed?: ReturnType<typeof findNeeded>;
	/** Highest uptime within the time that a fall is looked for in, percent. */
	highest?: number;
	/** What each active L1 validator pays, nAVAX a second, once it is known. */
	feeRate?: number;
	/** Seconds until the balance of an L1 validator is used up; Infinity beyond what is looked ahead. */
	lastsFor?: number;
}

/** Percent of uptime that the reward of a validation takes: more for those that start after Helicon. */
const requiredUptime = (
	{ startedAt }: Validator,
	{ heliconAt }: Circumstances,
): number | undefined =>
	startedAt === undefined || heliconAt === undefined ? undefined : startedAt >= heliconAt ? 90 : 80;

/** The uptime that the settings ask of a validator, percent. */
export const thresholdOf = (
	validator: Validator,
	{ threshold }: UptimeSettings,
	circumstances: Circumstances,
): number | undefined =>
	threshold === 'reward' ? requiredUptime(validator, circumstances) : threshold;

/** Whether the next validation follows by itself (ACP-236) when this one is over. */
export const doesRenew = ({ nextPeriod = 0 }: Validator): boolean => nextPeriod > 0;

const isYoung = ({ startedAt }: Validator, at: number): boolean =>
	!!startedAt && at - startedAt < youngUptimeSeconds;

/**
 * How a validation can still end: `best` is its uptime at the end (percent) if it is online from now on, and
 * `affordable` the seconds it can still be offline without missing the required uptime; below 0 it is missed.
 * Nothing where the uptime, the required one or the times are unknown.
 */
export function projectUptime(validator: Validator, circumstances: Circumstances) {
	const { uptime, startedAt, endsAt } = validator;
	const { at } = circumstances;
	const required = requiredUptime(validator, circumstances);
	if (
		required === undefined ||
		uptime === undefined ||
		!startedAt ||
		!endsAt ||
		at <= startedAt ||
		at >= endsAt
	)
		return undefined;
	const total = endsAt - startedAt;
	const allowed = total * (1 - required / 100);
	const offline = (1 - uptime / 100) * (at - startedAt);
	const affordable = Math.round(allowed - offline);
	return { required, allowed, affordable, left: endsAt - at, best: 100 * (1 - offline / total) };
}

/** Before Helicon no validation was shorter than two weeks; since then one of 48 hours is possible. */
const shortValidation = 14 * 86_400;

/** How long ahead the end of a validation is told, seconds: that of a short one no earlier than when half of it is over. */
function warnBeforeEnd(
	{ startedAt, endsAt }: Validator,
	{ endingSeconds }: UptimeSettings,
): number {
	const length = startedAt === undefined || endsAt === undefined ? Infinity : endsAt - startedAt;
	return length < shortValidation ? Math.min(endingSeconds, length / 2) : endingSeconds;
}

/** The version that a node needs: the user's, or what the network's next upgrade takes. */
export const versionOf = (
	{ leastVersion }: UptimeSettings,
	{ needed }: Circumstances,
): string | undefined => leastVersion || needed?.version;

/** Whether a version like `avalanchego/1.14.2` is older than one like `1.15.0`; nothing where one is unknown. */
function isOlder(version: string | undefined, than: string | undefined): boolean | undefined {
	const [has, wants] = [version, than].map((each) =>
		/(\d+)\.(\d+)\.(\d+)/
			.exec(each ?? '')
			?.slice(1)
			.map(Number),
	);
	if (!has || !wants) return undefined;
	const at = has.findIndex((part, i) => part !== wants[i]);
	return at >= 0 && has[at] < wants[at];
}

type Judge = (
	validator: Validator,
	settings: UptimeSettings,
	circumstances: Circumstances,
) => Evidence;

const badIf = (isBad: boolean | undefined): Evidence =>
	isBad === undefined ? 'unknown' : isBad ? 'bad' : 'good';

/** What a record says of a validator that is in the list. */
export const judge: Record<Exclude<Condition, 'left' | 'unreachable'>, Judge> = {
	inactive: ({ active }) => badIf(active === undefined ? undefined : !active),
	// An inactive L1 validator is never "connected", and its uptime stands still (avalanchego v1.14.2).
	disconnected: ({ active, connected }) =>
		badIf(active === false || connected === undefined ? undefined : !connected),
	belowThreshold: (validator, settings, circumstances) => {
		const { active, uptime } = validator;
		const threshold = thresholdOf(validator, settings, circumstances);
		const isSilent = active === false || uptime === undefined || threshold === undefined;
		return badIf(isSilent || isYoung(validator, circumstances.at) ? undefined : uptime < threshold);
	},
	fell: (validator, { fellPoints }, { at, highest }) => {
		const { active, uptime } = validator;
		const isSilent = active === false || uptime === undefined || highest === undefined;
		return badIf(isSilent || isYoung(validator, at) ? undefined : highest - uptime >= fellPoints);
	},
	// What is left of the validation cannot be lost beyond its end; half of what is allowed is never "at risk".
	requirementAtRisk: (validator, { riskSeconds }, circumstances) => {
		const projected = projectUptime(validator, circumstances);
		if (!projected || isYoung(validator, circumstances.at)) return 'unknown';
		const { affordable, allowed, left } = projected;
		return badIf(affordable < Math.min(riskSeconds, allowed / 2, left));
	},
	endingSoon: (validator, settings, { at }) => {
		const { endsAt } = validator;
		if (endsAt === undefined) return 'unknown';
		return badIf(!doesRenew(validator) && endsAt - at <= warnBeforeEnd(validator, settings));
	},
	balanceLow: (_validator, { balanceSeconds }, { lastsFor }) =>
		badIf(lastsFor === undefined ? undefined : lastsFor <= balanceSeconds),
	outdated: ({ version }, settings, circumstances) =>
		badIf(isOlder(version, versionOf(settings, circumstances))),
};

/** Conditions that belong to one validation, so that the next one begins without them. */
export const ofOneValidation: Condition[] = [
	'belowThreshold',
	'fell',
	'requirementAtRisk',
	'endingSoon',
];

/** Conditions that others rest on: followed even where they are not to be told. */
export const followedAnyway: Condition[] = ['inactive', 'left'];

/** How one condition of one validator stands; a condition without an entry is good. Times are UNIX seconds. */
export interface Entry {
	phase: 'suspect' | 'alert' | 'recovering';
	/** Time of the first bad reading. */
	since: number;
	/** Bad readings so far of a suspect, good ones of what recovers. */
	count: number;
	/** Time of the first good reading of what recovers. */
	goodSince?: number;
	/** A suspect that the answering node may be wrong about for a minute: see {@link isSettling}. */
	settling?: boolean;
	/** How its beginning was told: in an item of its own, in one for a group, not at all, or not yet. */
	told?: 'alone' | 'inGroup' | 'silently' | 'waiting';
}

/**
 * An entry after a break, in which nobody looked (or n8n lost what was seen, since it stores a poll's state only
 * with the next item): what is half counted is counted anew.
 */
export function resume(entry: Entry): Entry | undefined {
	if (entry.phase === 'suspect') return undefined;
	return { phase: 'alert', since: entry.since, count: 0, told: entry.told };
}

/** How it was already when the watch began: without a word, and without waiting for more polls. */
export const takeAsFound = (at: number): Entry => ({
	phase: 'alert',
	since: at,
	count: 0,
	told: 'silently',
});

/** Time after which a bad reading is no illusion of the answering node any more. */
const settleSeconds = 90;
/** An observer may miss a validator that it learnt of this recently. */
const newlySeconds = 180;
/** info.uptime heals with the next ping of the peers, up to 22.5 s after a reconnect. */
const pingSeconds = 30;

/**
 * Whether "not connected" may be an illusion: subnet-EVM compares its peers with a validator set that is up to
 * a minute old, so a validator that has just joined or become active again looks unconnected until then.
 */
export function isSettling(
	validator: Validator,
	wasKnown: boolean,
	wasInactive: boolean,
	at: number,
): boolean {
	const isNew =
		!wasKnown && validator.startedAt !== undefined && at - validator.startedAt < newlySeconds;
	return validator.active !== undefined && (isNew || wasInactive);
}

/** Seconds a suspect has to stay bad, however few polls the user asks for. */
function secondsToConfirm(condition: Condition, entry: Entry, settings: UptimeSettings): number {
	const { source, leastSeconds } = settings;
	const healing = condition === 'belowThreshold' || condition === 'fell' ? pingSeconds : 0;
	return Math.max(leastSeconds, entry.settling ? settleSeconds : source === 'node' ? healing : 0);
}

/** A time, and whether it lies in the hours in which nothing is told. */
export interface Moment {
	at: number;
	isQuiet: boolean;
}

/** What becomes of an entry with one more reading, whoever is told of it. */
function move(
	condition: Condition,
	entry: Entry | undefined,
	evidence: Evidence,
	settings: UptimeSettings,
	at: number,
	settling: boolean,
): Entry | undefined {
	if (evidence === 'unknown') return entry;
	if (evidence === 'bad') {
		if (entry && entry.phase !== 'suspect') return resume(entry);
		const suspect: Entry = entry
			? { ...entry, count: entry.count + 1 }
			: { phase: 'suspect', since: at, count: 1, settling };
		const isSure =
			suspect.count >= settings.badPolls &&
			at - suspect.since >= secondsToConfirm(condition, suspect, settings);
		return isSure ? { phase: 'alert', since: suspect.since, count: 0, told: 'waiting' } : suspect;
	}
	if (!entry || entry.phase === 'suspect') return undefined;
	return {
		...entry,
		phase: 'recovering',
		count: entry.count + 1,
		goodSince: entry.goodSince ?? at,
	};
}

/**
 * What becomes of an entry with one more reading. `turned` says whether it is time to tell that the condition
 * began or ended: both at once after quiet hours that saw it come and go.
 */
export function advance(
	condition: Condition,
	entry: Entry | undefined,
	evidence: Evidence,
	settings: UptimeSettings,
	{ at, isQuiet }: Moment,
	settling = false,
): { entry?: Entry; turned: Array<'began' | 'ended'> } {
	const next = move(condition, entry, evidence, settings, at, settling);
	if (!next || isQuiet) return { entry: next, turned: [] };
	const isOver =
		evidence === 'good' &&
		next.count >= settings.goodPolls &&
		at - next.goodSince! >= settings.leastSeconds;
	const began = next.told === 'waiting';
	return {
		entry: began ? { ...next, told: 'alone' } : next,
		turned: [...(began ? ['began' as const] : []), ...(isOver ? ['ended' as const] : [])],
	};
}
