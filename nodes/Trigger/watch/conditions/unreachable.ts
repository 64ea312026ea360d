import { fail } from '../../../shared/errors';
import type { Condition } from './condition';

/** The source cannot be read, so nothing is known of any validator. */
export const unreachable: Condition = {
	code: 4,
	event: 'unreachable',
	endEvent: 'reachable',
	goodState: 'reachable',
	option: {
		name: 'Node Unreachable',
		description:
			'The node of your credential does not answer, so nothing is known of any validator',
	},
	sources: {
		primaryNetwork: 'default',
		blockchain: 'default',
		balances: 'default',
		peers: 'default',
		node: 'default',
	},
	of: 'source',
	isDoubtful: ({ isTakingIn }) => !!isTakingIn,
	judge: (_source, _rule, { failure }) => (failure ? 'bad' : 'good'),
	facts: (_source, _rule, { failure }, isEnd) => (isEnd ? {} : { hint: failure?.hint ?? null }),
	words: {
		began: ({ failure }) => ({
			severity: 'critical',
			what: 'cannot be read',
			todo: `${failure ? `${failure.message.replace(/\.$/, '')}. ` : ''}No validator is checked until then.`,
		}),
		ended: () => 'can be read again',
		manyBegan: '',
		manyEnded: '',
	},
	sample: () => ({ context: { failure: fail('unreachable', 'The node did not answer').failure } }),
};
