/** The uptime that the reward of a validation on the Primary Network requires, and how a validation can still end. */
import { requiredUptime } from '../../../shared/validators/upgrades';
import type { Context } from '../model';
import type { Validator } from '../readings';

/** Seconds of own uptime that info.uptime may be wrong after a reconnect: it heals with the next ping, within 22.5 s. */
export const pingSeconds = 30;

/**
 * How a validation can still end: `best` is its uptime at the end (percent) if it is online from now on, and
 * `affordable` the seconds it can still be offline without missing the required uptime; below 0 it is missed.
 * Nothing where the uptime, the required one or the times are unknown.
 */
export function projectUptime(validator: Validator, context: Context) {
	const { uptime, startedAt, endsAt } = validator;
	const { at } = context;
	const required = requiredUptime(validator, context.upgrades);
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
