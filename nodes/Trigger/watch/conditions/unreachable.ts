import { fail } from '../../../shared/errors';
import { isOfAddresses, type WatchSource } from '../model';
import type { Condition } from './condition';

/** Sources that watch something else than validators. */
const watchedOf: Partial<Record<WatchSource, string>> = {
	node: 'uptime',
	peers: 'peer',
	health: 'health',
	l1Balance: 'balance',
};

const nameWatched = (source: WatchSource | undefined): string => {
	if (isOfAddresses(source)) return 'balance';
	return (source && watchedOf[source]) ?? 'validator';
};

export const unreachable: Condition = {
	code: 4,
	event: 'unreachable',
	endEvent: 'reachable',
	goodState: 'reachable',
	option: {
		name: 'Node Unreachable',
		description: 'The node of your credential does not answer, so nothing is checked',
	},
	sources: {
		primaryNetwork: 'default',
		blockchain: 'default',
		balances: 'default',
		peers: 'default',
		node: 'default',
		health: 'default',
		native: 'default',
		erc20: 'default',
		pChain: 'default',
		l1Balance: 'default',
	},
	of: 'source',
	isOfReading: true,
	isDoubtful: ({ isTakingIn }) => !!isTakingIn,
	judge: (_source, _rule, { failure }) => (failure ? 'bad' : 'good'),
	facts: (_source, _rule, { failure, downBefore, source }, isEnd) => {
		if (isEnd) return {};
		const down = isOfAddresses(source) ? {} : { downBefore: downBefore ?? [] };
		return { hint: failure?.hint ?? null, ...down };
	},
	words: {
		always: 'critical',
		began: ({ failure, source, isUndecided }) => ({
			severity: 'critical',
			what: isUndecided ? 'cannot say who is down' : 'cannot be read',
			todo: [
				failure && `${failure.message.replace(/\.$/, '')}.`,
				failure?.hint ?? 'Check that the node runs, and that the credential leads to it.',
				isUndecided
					? 'Nobody knows whether they are down until an observer has a vote.'
					: `No ${nameWatched(source)} is checked until the node answers.`,
			]
				.filter(Boolean)
				.join(' '),
		}),
		ended: () => 'can be read again',
		manyBegan: '',
		manyEnded: '',
	},
	sample: (_source, _rule, { downBefore }) => ({
		context: { failure: fail('unreachable', 'The node did not answer').failure, downBefore },
	}),
};
