/** The uptime that the reward of a validation on the Primary Network requires, and how a validation can still end. */
import type { Context, Validator } from '../model';

/** The uptime of a validation younger than this says nothing: seconds without a connection are whole percents. */
const youngSeconds = 3600;

/** Seconds of own uptime that info.uptime may be wrong after a reconnect: it heals with the next ping, within 22.5 s. */
export const pingSeconds = 30;

export const isYoung = ({ startedAt }: Validator, at: number): boolean =>
	!!startedAt && at - startedAt < youngSeconds;

/** Percent: more for validations that start after Helicon. */
export function requiredUptime(
	{ startedAt }: Validator,
	{ upgrades }: Context,
): number | undefined {
	const heliconAt = upgrades?.helicon;
	if (startedAt === undefined || heliconAt === undefined) return undefined;
	return startedAt >= heliconAt ? 90 : 80;
}

/**
 * How a validation can still end: `best` is its uptime at the end (percent) if it is online from now on, and
 * `affordable` the seconds it can still be offline without missing the required uptime; below 0 it is missed.
 * Nothing where the uptime, the required one or the times are unknown.
 */
export function projectUptime(validator: Validator, context: Context) {
	const { uptime, startedAt, endsAt } = validator;
	const { at } = context;
	const required = requiredUptime(validator, context);
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
