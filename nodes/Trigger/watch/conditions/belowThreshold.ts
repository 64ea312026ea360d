import { choice, decimal } from '../../../shared/fields';
import { isYoung, requiredUptime } from '../../../shared/upgrades';
import type { Context, Validator } from '../model';
import { sayPercent } from '../words';
import { badIf, type Condition } from './condition';
import { pingSeconds } from './requiredUptime';

interface Rule {
	/** Percent; `reward` is what the reward of each validation requires. */
	threshold: number | 'reward';
}

const thresholdKind = choice(
	{ displayName: 'Threshold', name: 'thresholdKind', default: 'fixed', noDataExpression: true },
	[
		{ name: 'Fixed', value: 'fixed', description: 'One percentage for all validators' },
		{
			name: 'Required for the Reward',
			value: 'reward',
			description: '90 percent; 80 percent for validations that started before Helicon',
		},
	],
);

const threshold = decimal(
	{
		displayName: 'Threshold (Percent)',
		name: 'threshold',
		default: 90,
		description:
			'Report an uptime below this. The reward requires 80 percent from validations that started before the Helicon upgrade, and 90 percent from later ones.',
	},
	0,
	100,
);

const thresholdOf = (
	validator: Validator,
	{ threshold: chosen }: Rule,
	context: Context,
): number | undefined =>
	chosen === 'reward' ? requiredUptime(validator, context.upgrades) : chosen;

/** The uptime of a validator is below the threshold. */
export const belowThreshold: Condition<Rule> = {
	code: 1,
	event: 'belowThreshold',
	endEvent: 'aboveThreshold',
	goodState: 'aboveThreshold',
	option: {
		name: 'Below Threshold',
		description: 'The uptime drops below the threshold; ends with "aboveThreshold"',
	},
	sources: { primaryNetwork: 'default', blockchain: 'default', node: 'default' },
	endsWithValidation: true,
	suspectsQueriedNode: true,
	fields: [
		{ field: thresholdKind, sources: ['primaryNetwork'] },
		{ field: threshold, hide: { thresholdKind: ['reward'] } },
	],
	readRule: (read, source) => ({
		threshold:
			source === 'primaryNetwork' && read(thresholdKind) === 'reward'
				? 'reward'
				: (read(threshold) as number),
	}),
	needs: ({ threshold: chosen }) => ({ heliconTime: chosen === 'reward' }),
	confirmSeconds: (source) => (source === 'node' ? pingSeconds : 0),
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
		began: ({ validator, facts }) => ({
			severity: 'critical',
			what: `uptime ${sayPercent(validator?.uptime)}, below ${facts.threshold} %,`,
			todo: 'Check that the validator stays online.',
		}),
		ended: ({ validator, facts }) =>
			`uptime ${sayPercent(validator?.uptime)}, no longer below ${facts.threshold} %,`,
		manyBegan: 'have an uptime below the threshold',
		manyEnded: 'are above the threshold again',
	},
	sample: (validator, rule, context) => ({
		validator: { uptime: Math.max(0, (thresholdOf(validator, rule, context) ?? 0) - 1) },
	}),
};
