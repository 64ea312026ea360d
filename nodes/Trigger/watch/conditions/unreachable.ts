import { fail } from '../../../shared/errors';
import { isLate, sayLate } from '../head/late';
import { isOfAddresses, type Told, type WatchSource } from '../model';
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

const advice = 'Until it has caught up, use another node. Check its disk, CPU and network.';

/** It answers, and by its words and by the clock what it says is old. */
const sayOld = (age: number): string[] => [
	`The ${sayLate(age)}.`,
	'If other nodes are as late, the chain itself stands.',
	advice,
];

/** A lasting alert goes on for some time after it is no longer new. */
const isOld = ({ failure, blockAge }: Pick<Told, 'failure' | 'blockAge'>): boolean =>
	!failure && isLate(blockAge, true);

const sayUnread = ({ failure, source, undecided }: Told): string[] => [
	...(failure ? [`${failure.message.replace(/\.$/, '')}.`] : []),
	failure?.hint ?? 'Check that the node runs, and that the credential leads to it.',
	undecided
		? `Nobody knows whether ${undecided.count === 1 ? 'it is' : 'they are'} down until an observer has a vote.`
		: `No ${nameWatched(source)} is checked until the node answers.`,
];

function sayWhat(told: Told): string {
	if (isOld(told)) return 'does not know the balances of now';
	const { undecided } = told;
	if (!undecided) return 'cannot be read';
	return undecided.count === 1
		? `cannot say whether ${undecided.called} is down`
		: 'cannot say who is down';
}

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
	judge: (_source, _rule, { failure, blockAge, lowerFor, isConfirmed }) => {
		if (isLate(blockAge, isConfirmed) || isLate(lowerFor)) return 'bad';
		// One server of several may lag behind, so a lower block in between shows nothing.
		if (lowerFor !== undefined) return 'unknown';
		return failure ? 'bad' : 'good';
	},
	facts: (_source, _rule, { failure, blockAge, downBefore, source }, isEnd) => {
		if (isEnd) return {};
		const down = isOfAddresses(source) ? {} : { downBefore: downBefore ?? [] };
		const hint = isOld({ failure, blockAge }) ? advice : failure?.hint;
		return { hint: hint ?? null, ...down };
	},
	words: {
		always: 'critical',
		began: (told) => ({
			severity: 'critical',
			what: sayWhat(told),
			todo: (isOld(told) ? sayOld(told.blockAge!) : sayUnread(told)).join(' '),
		}),
		ended: () => 'can be read again',
		manyBegan: '',
		manyEnded: '',
	},
	sample: (_source, _rule, { downBefore }) => ({
		context: { failure: fail('unreachable', 'The node did not answer').failure, downBefore },
	}),
};
