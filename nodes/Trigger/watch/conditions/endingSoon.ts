import { sayWhen, toIso } from '../../../feeds/items/words';
import { integer } from '../../../shared/fields/kinds';
import { doesRenew } from '../../../shared/validators/validators';
import type { Validator } from '../readings';
import { badIf, type Condition } from './condition';
import { daySeconds, hourSeconds } from '../../../shared/values/timeUnits';

interface Rule {
	/** A validation ends soon with this many seconds left, or fewer. */
	endingSeconds: number;
}

const endingHours = integer(
	{
		displayName: 'Warn Before the End (Hours)',
		name: 'endingHours',
		default: 168,
		description:
			'How many hours ahead to report the end of a validation. A validation shorter than two weeks is reported in its second half. One that renews itself does not end. By default, the status report of validators warns 14 days ahead.',
	},
	1,
	8760,
);

/** Before Helicon a validation lasted two weeks or more. Since then it may last only 48 hours. */
const shortValidation = 14 * daySeconds;

/** Seconds before the end. A validation shorter than two weeks is reported in its second half at the earliest. */
function warnBeforeEnd({ startedAt, endsAt }: Validator, { endingSeconds }: Rule): number {
	const length = startedAt === undefined || endsAt === undefined ? Infinity : endsAt - startedAt;
	return length < shortValidation ? Math.min(endingSeconds, length / 2) : endingSeconds;
}

export const endingSoon: Condition<Rule> = {
	code: 7,
	event: 'endingSoon',
	endEvent: 'endingLater',
	goodState: 'endingLater',
	option: {
		name: 'Ending Soon',
		description: 'The validation ends within a week and does not renew itself',
	},
	sources: { primaryNetwork: 'default' },
	endsWithValidation: true,
	neverLouder: true,
	options: [endingHours],
	readRule: (read) => ({ endingSeconds: read(endingHours) * hourSeconds }),
	judge: (validator, rule, { at }) => {
		const { endsAt } = validator;
		const renews = doesRenew(validator);
		if (endsAt === undefined || renews === undefined) return 'unknown';
		return badIf(!renews && endsAt - at <= warnBeforeEnd(validator, rule));
	},
	unknownFacts: { endsAt: null },
	facts: ({ endsAt }) => ({ endsAt: endsAt === undefined ? null : toIso(endsAt) }),
	words: {
		always: 'warning',
		began: ({ facts, ...clock }) => ({
			severity: 'warning',
			what:
				typeof facts.endsAt === 'string'
					? `validation ends ${sayWhen(facts.endsAt, clock)}`
					: 'validation ends soon: when is not known now',
			todo: 'Plan its next validation.',
		}),
		ended: ({ validator, facts, ...clock }) => {
			const renews = doesRenew(validator!);
			if (validator?.endsAt === undefined)
				return `validation ${renews ? 'renews itself' : 'ends later'}`;
			return `validation ${renews ? 'renews itself' : 'ends later,'} ${sayWhen(facts.endsAt, clock)}`;
		},
		manyTodo: 'Plan their next validations.',
		manyBegan: 'end soon',
		manyEnded: 'are ending later',
		saysWhen: true,
	},
	sample: (validator, rule, { at }) => ({
		validator: { endsAt: Math.floor(at + warnBeforeEnd(validator, rule)), nextPeriod: undefined },
	}),
	sampleEnd: ({ endsAt = 0 }, { endingSeconds }, { at }) => ({
		validator: { endsAt: Math.max(endsAt, at + 2 * endingSeconds) },
	}),
};
