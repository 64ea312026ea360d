import { sayMoment, toIso } from '../../../feeds/items/words';
import { integer } from '../../../shared/fields/kinds';
import { isYoung } from '../../../shared/validators/upgrades';
import { sayTimeLeft } from '../../../shared/values/durations';
import { doesRenew } from '../../../shared/validators/validators';
import { badIf, uptimeRead, type Condition } from './condition';
import { projectUptime } from '../../../shared/validators/projection';
import { timeOffline } from './timeOffline';

interface Rule {
	/** The reward is at risk with fewer seconds of time offline left than this. */
	riskSeconds: number;
}

const riskHours = integer(
	{
		displayName: 'Reward at Risk Below (Hours)',
		name: 'riskHours',
		default: 24,
		description:
			'Alert when a validator can go offline for less than this without losing its reward. Half of its allowed time must be used up, too.',
	},
	1,
	8760,
);

export const requirementAtRisk: Condition<Rule> = {
	code: 6,
	event: 'requirementAtRisk',
	endEvent: 'requirementSafe',
	goodState: 'requirementSafe',
	option: {
		name: 'Reward at Risk',
		description: 'A day or less of further time offline would cost the reward',
	},
	sources: { primaryNetwork: 'default' },
	endsWithValidation: true,
	suspectsQueriedNode: true,
	options: [riskHours],
	readRule: (read) => ({ riskSeconds: (read(riskHours) as number) * 3600 }),
	needs: () => ({ heliconTime: true }),
	reads: uptimeRead,
	// Not at risk: a validator that can miss the whole rest of its validation, or has half of its allowance left.
	judge: (validator, { riskSeconds }, context) => {
		const projected = projectUptime(validator, context);
		if (!projected || isYoung(validator, context.at)) return 'unknown';
		const { affordable, allowed, left } = projected;
		return badIf(affordable < Math.min(riskSeconds, allowed / 2, left));
	},
	ladder: timeOffline,
	unknownFacts: {
		requiredUptime: null,
		bestUptime: null,
		affordableSeconds: null,
		endsAt: null,
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
		began: ({ validator, facts, ...clock }) => {
			const { requiredUptime, bestUptime, affordableSeconds, endsAt } = facts;
			const renews = doesRenew(validator!);
			if (typeof affordableSeconds !== 'number')
				return {
					severity: 'warning',
					title: 'may lose its reward',
					what: 'may lose its reward: how long it can still be offline is not known now',
					todo: 'Keep it online.',
				};
			if (affordableSeconds < 0)
				return {
					severity: 'critical',
					title: `misses the required uptime of ${requiredUptime} %`,
					what: `misses the required uptime of ${requiredUptime} %: ${bestUptime} % at best by ${sayMoment(endsAt, clock)}`,
					todo: renews
						? 'The reward is lost, and the network removes the validator at its end. Plan its next validation.'
						: 'The reward of this validation is lost. Plan its next validation.',
				};
			return {
				severity: 'warning',
				title: `only ${sayTimeLeft(affordableSeconds)} offline left`,
				what: `only ${sayTimeLeft(affordableSeconds)} offline left until ${sayMoment(endsAt, clock)}`,
				todo: `Below ${requiredUptime} % of uptime it loses its reward${renews ? ' and its renewal' : ''}; keep it online.`,
			};
		},
		ended: ({ facts: { requiredUptime } }) =>
			`the required uptime ${requiredUptime === null ? '' : `of ${requiredUptime} % `}is safe again`,
		manyTodo: 'Keep them online.',
		manyBegan: 'are at risk of losing their reward',
		manyEnded: 'are safe again',
		saysWhen: true,
	},
	sample: (validator, { riskSeconds }, context) => {
		const projected = projectUptime(validator, context);
		if (!projected) return {};
		// Half of the time below which it is at risk.
		const affordable = Math.min(riskSeconds, projected.allowed / 2, projected.left) / 2;
		const offline = (projected.allowed - affordable) / (context.at - validator.startedAt!);
		return { validator: { uptime: 100 * Math.max(0, 1 - offline) } };
	},
	sampleEnd: () => ({ validator: { uptime: 100 } }),
};
