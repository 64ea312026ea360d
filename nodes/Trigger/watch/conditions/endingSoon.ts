import { sayWhen, toIso } from '../../../feeds/items/words';
import { integer } from '../../../shared/fields/kinds';
import { doesRenew } from '../../../shared/validators/validators';
import type { Validator } from '../readings';
import { badIf, type Condition } from './condition';

interface Rule {
	/** With less time than this a validation ends soon. */
	endingSeconds: number;
}

const endingHours = integer(
	{
		displayName: 'Warn Before the End (Hours)',
		name: 'endingHours',
		default: 168,
		description:
			'How many hours ahead to report the end of a validation. A validation shorter than two weeks is reported in its second half. One that renews itself does not end.',
	},
	1,
	8760,
);

/** Before Helicon no validation was shorter than two weeks; since then one of 48 hours is possible. */
const shortValidation = 14 * 86_400;

/** Seconds ahead of its end: that of a short validation is reported no earlier than when half of it is over. */
function warnBeforeEnd({ startedAt, endsAt }: Validator, { endingSeconds }: Rule): number {
	const length = startedAt === undefined || endsAt === undefined ? Infinity : endsAt - startedAt;
	return length < shortValidation ? Math.min(endingSeconds, length / 2) : endingSeconds;
}

/** The validation of a validator ends soon, and does not renew itself. */
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
	options: [endingHours],
	readRule: (read) => ({ endingSeconds: (read(endingHours) as number) * 3600 }),
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
