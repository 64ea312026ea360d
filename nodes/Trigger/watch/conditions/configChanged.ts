import { sayDuration } from '../../../shared/values/durations';
import type { Validator } from '../readings';
import { badIf, type Condition } from './condition';

function saySetting(validator: Validator | undefined): string {
	const { nextPeriod, autoCompound } = validator ?? {};
	if (nextPeriod === undefined) return 'auto-renewal changed: to what is not known now,';
	if (nextPeriod === 0) return 'auto-renewal switched off';
	const part = autoCompound === undefined ? 'an unknown part' : `${autoCompound} %`;
	return `auto-renewal set to ${sayDuration(nextPeriod)}, with ${part} of the reward restaked,`;
}

/** The owner of an auto-renewed validator (ACP-236), or a thief of the owner's key, changed its renewal. */
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
		always: 'warning',
		began: ({ validator }) => ({
			severity: 'warning',
			title: 'auto-renewal changed',
			what: saySetting(validator),
			todo: "If you did not order this, check the owner's key.",
		}),
		ended: () => '',
		manyTodo: "If you did not order this, check the owners' keys.",
		manyBegan: 'changed their auto-renewal',
		manyEnded: '',
	},
};
