import { sayWhen, toIso } from '../../words';
import { badIf, type Condition } from './condition';

/** A validator that renews itself (ACP-236) is set to stop: by its owner, or by a thief of the owner's key. */
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
	facts: ({ endsAt }) => ({ endsAt: endsAt === undefined ? null : toIso(endsAt) }),
	words: {
		began: ({ facts, ...clock }) => ({
			severity: 'warning',
			title: 'no longer renews itself',
			what: `no longer renews itself: its validation ends ${sayWhen(facts.endsAt, clock)}`,
			todo: "If you did not order this, check the owner's key.",
		}),
		ended: ({ facts, ...clock }) => `renews itself again ${sayWhen(facts.endsAt, clock)}`,
		manyBegan: 'no longer renew themselves',
		manyEnded: 'are renewing themselves again',
		saysWhen: true,
	},
	sample: () => ({ validator: { nextPeriod: 0 } }),
};
