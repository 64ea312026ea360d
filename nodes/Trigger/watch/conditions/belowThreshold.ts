import { sayPercent } from '../../../feeds/items/words';
import { percent } from '../../../shared/fields/kinds';
import { sayHoursLeft } from '../../../shared/values/durations';
import { isYoung, requiredUptime } from '../../../shared/validators/upgrades';
import type { Context, Facts } from '../model';
import type { Validator } from '../readings';
import { badIf, uptimeRead, type Condition } from './condition';
import { pingSeconds } from './pings';
import { sayRest, severityOf } from './timeOffline';

interface Rule {
	/** Percent, or `reward` for the uptime that the reward of each validation requires. */
	threshold: number | 'reward';
}

const threshold = percent({
	displayName: 'Uptime Threshold (%)',
	name: 'threshold',
	default: 90,
	description:
		'Alert below this uptime. Without this option: Minimum Uptime for Rewards (80 % or 90 %). Outside the Primary Network: 90 %.',
});

const thresholdOf = (
	validator: Validator,
	{ threshold: chosen }: Rule,
	context: Context,
): number | undefined =>
	chosen === 'reward' ? requiredUptime(validator, context.upgrades) : chosen;

const sayThreshold = ({ threshold: limit }: Facts): string =>
	limit === null ? 'the threshold' : `${limit} %`;

/** The uptime is the average so far, so below the threshold the reward is not lost yet. */
function sayChance(facts: Facts): string {
	const { canBeOfflineHours: hours } = facts;
	if (typeof hours !== 'number' || hours <= 0) return sayRest(facts);
	return ` Its reward is not lost yet: it can be offline for ${sayHoursLeft(hours)} more.`;
}

export const belowThreshold: Condition<Rule> = {
	code: 1,
	event: 'belowThreshold',
	endEvent: 'aboveThreshold',
	goodState: 'aboveThreshold',
	option: {
		name: 'Low Uptime',
		description:
			'The uptime is below the minimum for rewards (80 % or 90 %), or below your threshold',
	},
	sources: { primaryNetwork: 'default', blockchain: 'default', node: 'default' },
	endsWithValidation: true,
	suspectsQueriedNode: true,
	options: [threshold],
	readRule: (read, source) => ({
		threshold: read(
			threshold,
			source === 'primaryNetwork' ? 'reward' : threshold.default,
		) as Rule['threshold'],
	}),
	needs: ({ threshold: chosen }) => ({ heliconTime: chosen === 'reward' }),
	confirmSeconds: (source) => (source === 'node' ? pingSeconds : 0),
	reads: uptimeRead,
	// The uptime of an inactive L1 validator stands still (avalanchego v1.14.2).
	judge: (validator, rule, context) => {
		const { active, uptime } = validator;
		const wanted = thresholdOf(validator, rule, context);
		const isSilent = active === false || uptime === undefined || wanted === undefined;
		return badIf(isSilent || isYoung(validator, context.at) ? undefined : uptime < wanted);
	},
	ruleFacts: ({ threshold: chosen }) => ({ threshold: chosen }),
	facts: (validator, rule, context) => ({
		threshold: thresholdOf(validator, rule, context) ?? null,
	}),
	words: {
		always: 'critical',
		byBudget: true,
		began: (told) => {
			const rest = sayChance(told.facts);
			return {
				severity: severityOf(told),
				what: `uptime ${sayPercent(told.validator?.uptime)}, below ${sayThreshold(told.facts)},`,
				todo: `Check that the validator stays online.${rest}`,
				figures: rest,
			};
		},
		ended: ({ validator, facts }) =>
			`uptime ${sayPercent(validator?.uptime)}, no longer below ${sayThreshold(facts)},`,
		manyTodo: 'Check that they stay online.',
		manyBegan: 'have an uptime below the threshold',
		manyEnded: 'are above the threshold again',
	},
	sample: (validator, rule, context) => ({
		validator: { uptime: Math.max(0, (thresholdOf(validator, rule, context) ?? 0) - 1) },
	}),
	sampleEnd: ({ uptime = 0, ...validator }, rule, context) => ({
		validator: { uptime: Math.max(uptime, thresholdOf(validator, rule, context) ?? 0) },
	}),
};
