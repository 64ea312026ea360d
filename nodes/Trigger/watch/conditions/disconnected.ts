import { toIso } from '../../../feeds/items/words';
import { sayDuration, sayHoursLeft } from '../../../shared/values/durations';
import type { Context, Facts, Told } from '../model';
import { isHeardTwice } from '../observers/count';
import { uncounted } from '../readings';
import { badIf, type Condition } from './condition';
import { noneLeft, sayRest, severityOf, timeOffline } from './timeOffline';

function sayAllowance({ canBeOfflineHours: left, allowedOfflineHours: whole }: Facts): string {
	if (typeof left !== 'number' || typeof whole !== 'number') return '';
	if (left === 0) return noneLeft;
	const [rest, all] = [left, whole].map(sayHoursLeft);
	return `Its reward allows ${rest} more offline, of ${all} in all.`;
}

const unknownTimes = { timesDown: null, timesDownSince: null };

function countTimes({ downs }: Context): Facts {
	if (downs === 'unknown' || downs?.count === uncounted) return unknownTimes;
	return {
		timesDown: 1 + (downs?.count ?? 0),
		timesDownSince: downs ? toIso(downs.since) : null,
	};
}

/** Two can be an upgrade and a restart. */
const fewestSaid = 3;

/** " It was down 3 times in 2 h.", of a validator that comes back and goes down again. */
function sayTimes({ facts: { timesDown, timesDownSince: since }, at }: Told): string {
	if (typeof timesDown !== 'number' || typeof since !== 'string' || timesDown < fewestSaid)
		return '';
	const seconds = Math.max(0, at - Date.parse(since) / 1000);
	return ` It was down ${timesDown} times in ${sayDuration(seconds)}.`;
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
	judge({ active, connected, isContradicted }, _rule, { isConfirmed }) {
		if (active === false || connected === undefined) return 'unknown';
		return badIf(!connected || !!(isConfirmed && isContradicted));
	},
	ladder: timeOffline,
	facts: (_validator, _rule, context) => countTimes(context),
	unknownFacts: unknownTimes,
	words: {
		always: 'critical',
		byBudget: true,
		began: (told) => {
			const rest = `${sayRest(told.facts)}${sayTimes(told)}`;
			return {
				severity: severityOf(told),
				what: 'no connection',
				todo: `Check that its avalanchego runs and that port 9651 is open.${rest}`,
				figures: rest,
			};
		},
		ended: () => 'connected again',
		cost: (told) => `${sayAllowance(told.facts)}${sayTimes(told)}`.trim(),
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
