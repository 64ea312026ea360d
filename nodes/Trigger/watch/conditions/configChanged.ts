import { sayDuration } from '../../words';
import { badIf, type Condition } from './condition';

/** The owner of a validator that renews itself (ACP-236), or a thief of the owner's key, changed how. */
export const configChanged: Condition = {
	code: 11,
	event: 'configChanged',
	goodState: 'configUnchanged',
	option: {
		name: 'Auto-Renewal Changed',
		description: 'The period, the shares or the authority of its auto-renewal changed',
	},
	sources: { primaryNetwork: 'optional' },
	fingerprint: ({ nextPeriod, autoCompound, authority }) =>
		nextPeriod === undefined ? undefined : JSON.stringify([nextPeriod, autoCompound, authority]),
	judge: (_validator, _rule, { hasChanged }) => badIf(hasChanged),
	words: {
		began: ({ validator }) => ({
			severity: 'warning',
			title: 'auto-renewal changed',
			what: validator?.nextPeriod
				? `auto-renewal set to ${sayDuration(validator.nextPeriod)}, with ${validator.autoCompound === undefined ? 'an unknown part' : `${validator.autoCompound} %`} of the reward restaked,`
				: 'auto-renewal switched off',
			todo: "If you did not order this, check the owner's key.",
		}),
		ended: () => '',
		manyBegan: 'changed their auto-renewal',
		manyEnded: '',
	},
};
