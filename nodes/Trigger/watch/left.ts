/** The alert about presence: a validator is no longer in the list, or is in it again. */
import type { Alert, Words } from './model';

const sayLeft: Record<string, Words> = {
	ended: {
		severity: 'warning',
		what: 'validation over',
		todo: 'It reached its planned end: no outage. Stake again if it is to go on.',
	},
	notRenewed: {
		severity: 'critical',
		what: 'validation over and not renewed',
		todo: 'It probably missed its required uptime. Check why, and stake again.',
	},
	removed: {
		severity: 'critical',
		what: 'no longer in the list of validators',
		todo: 'Check whether it was removed or disabled.',
	},
	absent: {
		severity: 'critical',
		what: 'not in the list of validators',
		todo: 'Check the node ID, and whether its validation has begun.',
	},
};

/** Nobody removes a validator of the Primary Network by hand, so its own node is the last to blame. */
const leftEarly: Words = {
	...sayLeft.removed,
	todo: 'Its validation was not over. Nobody ends one by hand, so the queried node may be behind: check the explorer.',
};

const sayJoined: Record<string, string> = {
	new: 'new validator',
	renewed: 'new validation, with a new uptime,',
	returned: 'in the list of validators again',
};

export const left: Alert = {
	code: 3,
	event: 'left',
	endEvent: 'joined',
	goodState: 'joined',
	option: {
		name: 'Left or Joined',
		description: 'It is no longer a validator, or it is a new one',
	},
	sources: {
		primaryNetwork: 'default',
		blockchain: 'default',
		balances: 'default',
		node: 'default',
		l1Balance: 'optional',
	},
	isAlwaysFollowed: true,
	suspectsQueriedNode: true,
	words: {
		began: ({ reason, source }) =>
			reason === 'removed' && source === 'primaryNetwork' ? leftEarly : sayLeft[reason!],
		ended: ({ reason }) => sayJoined[reason!],
		manyTodo: 'Check whether that was planned.',
		manyBegan: 'are not in the list any more',
		manyEnded: 'are in the list now',
	},
};
