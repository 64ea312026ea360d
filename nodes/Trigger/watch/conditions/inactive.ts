import { badIf, type Condition } from './condition';

export const inactive: Condition = {
	code: 2,
	event: 'inactive',
	endEvent: 'active',
	goodState: 'active',
	option: {
		name: 'Inactive',
		description: 'It was disabled, or its balance for the fee ran out',
	},
	sources: { blockchain: 'default' },
	isAlwaysFollowed: true,
	suspectsQueriedNode: true,
	reads: { what: 'state', isKnown: ({ active }) => active !== undefined },
	judge: ({ active }) => badIf(active === undefined ? undefined : !active),
	words: {
		always: 'critical',
		began: () => ({
			severity: 'critical',
			what: 'inactive',
			todo: 'It does not validate until it is active again. It was disabled, or its balance for the fee ran out; check its balance.',
		}),
		ended: () => 'active again',
		manyTodo: 'Check their balances.',
		manyBegan: 'are inactive',
		manyEnded: 'are active again',
	},
	sample: () => ({ validator: { active: false, connected: false } }),
	sampleEnd: () => ({ validator: { active: true, connected: true } }),
};
