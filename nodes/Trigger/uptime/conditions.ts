/** What can be wrong with a watched validator, when a reading shows it, and how it begins and ends. */
import type { Reading, Validator } from './source';
import type { UptimeSettings } from './settings';

/** Each condition by the event that begins it, with the event that ends it and the state that is then left. */
export const conditions = {
	disconnected: { end: 'reconnected', goodState: 'connected' },
	belowThreshold: { end: 'aboveThreshold', goodState: 'aboveThreshold' },
	inactive: { end: 'active', goodState: 'active' },
	left: { end: 'joined', goodState: 'joined' },
	unreachable: { end: 'reachable', goodState: 'reachable' },
} as const;

export type Condition = keyof typeof conditions;

/** What one reading says of a condition. Unknown is neither down nor recovered. */
export type Evidence = 'bad' | 'good' | 'unknown';

/** The uptime of a validation younger than this says nothing: seconds without a connection are whole percents. */
const youngUptimeSeconds = 3600;

/** What a record says of a validator that is in the list. */
export const judge: Record<
	'inactive' | 'disconnected' | 'belowThreshold',
	(validator: Validator, settings: UptimeSettings, at: number) => Evidence
> = {
	inactive: ({ active }) => (active === undefined ? 'unknown' : active ? 'good' : 'bad'),
	// An inactive L1 validator is never "connected", and its uptime stands still (avalanchego v1.14.2).
	disconnected: ({ active, connected }) =>
		active === false || connected === undefined ? 'unknown' : connected ? 'good' : 'bad',
	belowThreshold: ({ active, uptime, startedAt }, { threshold }, at) =>
		active === false || uptime === undefined || (startedAt && at - startedAt < youngUptimeSeconds)
			? 'unknown'
			: uptime < threshold
				? 'bad'
				: 'good',
};

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
	/** How its beginning was told: in an item of its own, in one for a group, or not at all. */
	told?: 'alone' | 'inGroup' | 'silently';
}

/**
 * An entry after a break, in which nobody looked (or n8n lost what was seen, since it stores a poll's state only
 * with the next item): what is half counted is counted anew.
 */
export function resume(entry: Entry): Entry | undefined {
	if (entry.phase === 'suspect') return undefined;
	return { phase: 'alert', since: entry.since, count: 0, told: entry.told };
}

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
	const isNew = !wasKnown && validator.startedAt !== undefined && at - validator.startedAt < newlySeconds;
	return validator.active !== undefined && (isNew || wasInactive);
}

/** Seconds a suspect has to stay bad, however few polls the user asks for. */
function secondsToConfirm(condition: Condition, entry: Entry, { source }: UptimeSettings): number {
	if (entry.settling) return settleSeconds;
	return condition === 'belowThreshold' && source === 'node' ? pingSeconds : 0;
}

/** What becomes of an entry with one more reading; `turned` says that the condition began or ended with it. */
export function advance(
	condition: Condition,
	entry: Entry | undefined,
	evidence: Evidence,
	settings: UptimeSettings,
	{ at }: Pick<Reading, 'at'>,
	settling = false,
): { entry?: Entry; turned?: 'began' | 'ended' } {
	if (evidence === 'unknown') return { entry };
	if (evidence === 'bad') {
		if (entry && entry.phase !== 'suspect') {
			return { entry: resume(entry) };
		}
		const suspect: Entry = entry
			? { ...entry, count: entry.count + 1 }
			: { phase: 'suspect', since: at, count: 1, settling };
		const isSure =
			suspect.count >= settings.badPolls &&
			at - suspect.since >= secondsToConfirm(condition, suspect, settings);
		if (!isSure) return { entry: suspect };
		return { entry: { phase: 'alert', since: suspect.since, count: 0, told: 'alone' }, turned: 'began' };
	}
	if (!entry || entry.phase === 'suspect') return {};
	const recovering: Entry = {
		...entry,
		phase: 'recovering',
		count: entry.count + 1,
		goodSince: entry.goodSince ?? at,
	};
	return { entry: recovering, ...(recovering.count >= settings.goodPolls && { turned: 'ended' }) };
}
