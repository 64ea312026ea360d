import { sayWhen, toIso } from '../../../feeds/items/words';
import type { Validator } from '../readings';
import { badIf, type Condition } from './condition';
import { daySeconds } from '../../../shared/values/timeUnits';

const isEndKnown = (validator: Validator | undefined): boolean => validator?.endsAt !== undefined;

/** The owner of an auto-renewed validator (ACP-236), or a thief of the owner's key, stopped its renewal. */
export const exiting: Condition = {
	code: 10,
	event: 'exiting',
	endEvent: 'renewing',
	goodState: 'renewing',
	option: {
		name: 'Auto-Renewal Stopped',
		description: 'A validator that renews itself is set to stop',
	},
	sources: { primaryNetwork: 'optional' },
	endsWithValidation: true,
	judge: ({ nextPeriod }) => badIf(nextPeriod === undefined ? undefined : nextPeriod === 0),
	unknownFacts: { endsAt: null },
	facts: ({ endsAt }) => ({ endsAt: endsAt === undefined ? null : toIso(endsAt) }),
	words: {
		always: 'warning',
		began: ({ validator, facts, ...clock }) => ({
			severity: 'warning',
			title: 'no longer renews itself',
			what: `no longer renews itself${isEndKnown(validator) ? `: its validation ends ${sayWhen(facts.endsAt, clock)}` : ''}`,
			todo: "If you did not order this, check the owner's key.",
		}),
		ended: ({ validator, facts, ...clock }) =>
			`renews itself again${isEndKnown(validator) ? ` ${sayWhen(facts.endsAt, clock)}` : ''}`,
		manyTodo: "If you did not order this, check the owners' keys.",
		manyBegan: 'no longer renew themselves',
		manyEnded: 'are renewing themselves again',
		saysWhen: true,
	},
	sample: () => ({ validator: { nextPeriod: 0 } }),
	sampleEnd: ({ nextPeriod }) => ({ validator: { nextPeriod: nextPeriod || 14 * daySeconds } }),
};
