/** The alert of a validator's presence: it is not in the list of validators any more, or is again. */
import type { Alert } from './model';

const sayLeft: Record<string, string> = {
	ended: 'is no validator any more: its validation reached its end, which is no outage',
	notRenewed:
		'is no validator any more: its validation ended and was not renewed, as that of one that misses its uptime is not',
	removed: 'is no longer in the list of validators',
	absent: 'is not in the list of validators',
};

const sayJoined: Record<string, string> = {
	new: 'is a new validator',
	renewed: 'began a new validation; its uptime counts from the start again',
	returned: 'is in the list of validators again',
};

export const left: Alert = {
	code: 3,
	event: 'left',
	endEvent: 'joined',
	goodState: 'joined',
	option: {
		name: 'Left',
		description: 'It is not in the list any more; ends with "joined", also for new validators',
	},
	sources: {
		primaryNetwork: 'default',
		blockchain: 'default',
		balances: 'default',
		node: 'default',
	},
	isAlwaysFollowed: true,
	suspectsQueriedNode: true,
	words: {
		began: ({ reason }) => sayLeft[reason!],
		ended: ({ reason }) => sayJoined[reason!],
		manyBegan: 'left the list',
		manyEnded: 'joined the list',
	},
};
