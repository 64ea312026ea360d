/** How a validation can still end, and how long its validator may be offline until then. */
import { requiredUptime, type UpgradeTimes } from './upgrades';
import type { ReportedValidator } from './validators';

/** UNIX seconds, and what the network requires. */
interface Moment {
	at: number;
	upgrades?: UpgradeTimes;
}

/**
 * How a validation can still end: `best` is its uptime at the end (percent) if it is online from now on, and
 * `affordable` the seconds it can still be offline without missing the required uptime; below 0 it is missed.
 * Nothing where the uptime, the required one or the times are unknown.
 */
export function projectUptime(
	validator: Pick<ReportedValidator, 'uptime' | 'startedAt' | 'endsAt'>,
	{ at, upgrades }: Moment,
) {
	const { uptime, startedAt, endsAt } = validator;
	const required = requiredUptime(validator, upgrades);
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

type Projection = ReturnType<typeof projectUptime>;

const toHours = (seconds: number): number => Math.floor(Math.round(seconds) / 360) / 10;

/**
 * The hours that a validator may still be offline, of those that are left, without missing the uptime that its reward
 * requires, 0 where that is missed; and the hours that this is in a whole validation. Null where it is not known.
 */
export const showProjection = (projected: Projection) => ({
	canBeOfflineHours: projected
		? toHours(Math.max(0, Math.min(projected.affordable, projected.left)))
		: null,
	allowedOfflineHours: projected ? toHours(projected.allowed) : null,
});
