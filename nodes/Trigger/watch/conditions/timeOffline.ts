/** The share left of the time that a validator may be offline without losing its reward, as a ladder. */
import { sayHoursLeft } from '../../../shared/values/durations';
import { isYoung } from '../../../shared/validators/upgrades';
import type { Context, Facts, Severity, Told } from '../model';
import type { Validator } from '../readings';
import { hourSeconds } from '../../../shared/values/timeUnits';
import type { Ladder } from './condition';
import { projectUptime } from '../../../shared/validators/projection';

const lastTenth = 0.1;

export const timeOffline: Ladder = {
	whole: 1,
	steps: [
		{ name: 'half', at: 0.5, what: 'half of the time offline used up' },
		{ name: 'tenth', at: lastTenth, what: 'at most a tenth of its time offline is left' },
		{ name: 'none', at: 0, what: 'no time offline left' },
	],
	left: (validator, context) => {
		if (context.source !== 'primaryNetwork' || isYoung(validator, context.at)) return undefined;
		const projected = projectUptime(validator, context);
		// It can stay offline until the end and still get its reward.
		if (!projected || projected.affordable >= projected.left) return undefined;
		return projected.affordable / projected.allowed;
	},
	sample: (share, validator, context) => {
		const projected = projectUptime(validator, context);
		if (!projected) return {};
		const over = share > 0 ? 0 : hourSeconds;
		const used = projected.allowed * (1 - share) + over;
		const offline = used / (context.at - validator.startedAt!);
		return { validator: { uptime: Math.round(10_000 * Math.max(0, 1 - offline)) / 100 } };
	},
};

/**
 * True if more than a tenth of the allowed time offline is left, or if the validator can miss the whole rest of its
 * validation. False if that is unknown.
 */
export function isWithinBudget(validator: Validator, context: Context): boolean {
	if (context.source !== 'primaryNetwork' || isYoung(validator, context.at)) return false;
	const projected = projectUptime(validator, context);
	if (!projected) return false;
	const { affordable, allowed, left } = projected;
	return affordable >= left || affordable > lastTenth * allowed;
}

/** For alerts that cost time offline. */
export const severityOf = ({ isWithinBudget: isWithin }: Told): Severity =>
	isWithin ? 'warning' : 'critical';

/** " It can be offline for 2 h more without losing its reward." Empty if that is not known. */
export function sayRest({ canBeOfflineHours: hours }: Facts): string {
	if (typeof hours !== 'number') return '';
	if (hours <= 0) return ` ${noneLeft}`;
	return ` It can be offline for ${sayHoursLeft(hours)} more without losing its reward.`;
}

export const noneLeft = 'No time offline is left without losing its reward.';
