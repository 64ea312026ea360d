import { sayHoursLeft } from '../../../shared/values/durations';
import type { Facts } from '../model';
import { isHeardTwice } from '../observers/count';
import { badIf, type Condition } from './condition';
import { noneLeft, sayRest, severityOf, timeOffline } from './timeOffline';

function sayAllowance({ canBeOfflineHours: left, allowedOfflineHours: whole }: Facts): string {
	if (typeof left !== 'number' || typeof whole !== 'number') return '';
	if (left === 0) return noneLeft;
	const [rest, all] = [left, whole].map(sayHoursLeft);
	return `Its reward allows ${rest} more offline, of ${all} in all.`;
}

export const disconnected: Condition = {
	code: 0,
	event: 'disconnected',
	endEvent: 'reconnected',
	goodState: 'connected',
	option: {
		name: 'Down',
		description: 'The node of your credential has no connection to it',
	},
	sources: { primaryNetwork: 'default', blockchain: 'default', peers: 'default' },
	suspectsQueriedNode: true,
	isDoubtful: ({ isSettling }) => !!isSettling,
	isSure: isHeardTwice,
	reads: { what: 'connection', isKnown: ({ connected }) => connected !== undefined },
	// An inactive L1 validator is never "connected" (avalanchego v1.14.2).
	judge: ({ active, connected }) =>
		badIf(active === false || connected === undefined ? undefined : !connected),
	ladder: timeOffline,
	words: {
		always: 'critical',
		byBudget: true,
		began: (told) => {
			const rest = sayRest(told.facts);
			return {
				severity: severityOf(told),
				what: 'no connection',
				todo: `Check that its avalanchego runs and that port 9651 is open.${rest}`,
				figures: rest,
			};
		},
		ended: () => 'connected again',
		cost: ({ facts }) => sayAllowance(facts),
		manyTodo: 'Check first what they have in common.',
		manyBegan: 'have no connection',
		manyEnded: 'are connected again',
	},
	// info.peers has no record of a peer that the node is not connected to.
	sample: ({ nodeId }, _rule, { source }) => ({
		validator: {
			connected: false,
			...(source === 'peers' && { version: undefined, record: { nodeID: nodeId! } }),
		},
	}),
	sampleEnd: () => ({ validator: { connected: true } }),
};
