/** Projects the uptime of a validation, and how long its validator can be offline until the end. */
import { requiredUptime, type UpgradeTimes } from './upgrades';
import type { ReportedValidator } from './validators';

/** UNIX seconds, and the upgrades that decide the required uptime. */
interface Moment {
	at: number;
	upgrades?: UpgradeTimes;
}

/**
 * The possible end of a validation. `best` is the final uptime (percent) if the validator is online from now on.
 * `affordable` is the time (seconds) it can be offline without missing the required uptime, below 0 if that is missed
 * already. Undefined if the uptime, the required uptime or the times are unknown.
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
 * The hours that the validator can still be offline without missing the uptime for its reward, at most the hours left,
 * and 0 if it is missed already. Also the hours allowed in the whole validation. Null if unknown.
 */
export const showProjection = (projected: Projection) => ({
	canBeOfflineHours: projected
		? toHours(Math.max(0, Math.min(projected.affordable, projected.left)))
		: null,
	allowedOfflineHours: projected ? toHours(projected.allowed) : null,
});
