import { integer } from '../../../shared/fields';
import { sayDuration, toIso } from '../words';
import { badIf, type Condition } from './condition';
import { doesRenew, isYoung, projectUptime } from './requiredUptime';

interface Rule {
	/** With less time than this to be offline the required uptime is at risk. */
	riskSeconds: number;
}

const riskHours = integer(
	{
		displayName: 'Warn With Hours Left to Be Offline',
		name: 'riskHours',
		default: 24,
		description:
			'Report when the offline time that a validator can still afford, without losing its reward, drops below this (and below half of what it was allowed at the start)',
	},
	1,
	8760,
);

/** A validator of the Primary Network can hardly be offline any more without missing the uptime that its reward requires. */
export const requirementAtRisk: Condition<Rule> = {
	code: 6,
	event: 'requirementAtRisk',
	endEvent: 'requirementSafe',
	goodState: 'requirementSafe',
	option: {
		name: 'Requirement at Risk',
		description: 'More time offline would cost the reward; ends with "requirementSafe"',
	},
	sources: { primaryNetwork: 'optional' },
	endsWithValidation: true,
	fields: [{ field: riskHours }],
	readRule: (read) => ({ riskSeconds: (read(riskHours) as number) * 3600 }),
	needs: () => ({ heliconTime: true }),
	// What is left of the validation cannot be lost beyond its end; half of what is allowed is never "at risk".
	judge: (validator, { riskSeconds }, context) => {
		const projected = projectUptime(validator, context);
		if (!projected || isYoung(validator, context.at)) return 'unknown';
		const { affordable, allowed, left } = projected;
		return badIf(affordable < Math.min(riskSeconds, allowed / 2, left));
	},
	facts: (validator, _rule, context) => {
		const projected = projectUptime(validator, context);
		if (!projected) return {};
		const { required, affordable, best } = projected;
		return {
			requiredUptime: required,
			bestUptime: Number(best.toFixed(4)),
			affordableSeconds: affordable,
			endsAt: toIso(validator.endsAt!),
		};
	},
	words: {
		began: ({ validator, facts }) => {
			const { requiredUptime, bestUptime, affordableSeconds, endsAt } = facts;
			const renews = doesRenew(validator!);
			const takes = `the ${requiredUptime} % of uptime that its reward ${renews ? 'and its renewal take' : 'takes'}`;
			const isMissed = Number(affordableSeconds) < 0;
			const words = isMissed
				? `misses ${takes}: it can reach ${bestUptime} % at most by its end on ${endsAt}`
				: `can be offline for only ${sayDuration(Number(affordableSeconds))} more before it misses ${takes}; it ends on ${endsAt}`;
			if (!renews) return words;
			return isMissed
				? `${words}, and is removed then`
				: `${words}, and is removed then if it misses it`;
		},
		ended: ({ facts }) =>
			`is no longer at risk of missing the ${facts.requiredUptime} % of uptime that its reward takes`,
		manyBegan: 'are at risk of missing their reward',
		manyEnded: 'are no longer at risk',
		saysWhen: true,
	},
};
