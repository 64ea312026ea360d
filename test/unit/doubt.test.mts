/** Whether many Downs put the queried node in doubt, by the votes on each of them. */
import { disconnected } from '../../nodes/Trigger/watch/conditions/disconnected';
import { doubtsNodeOfGroup } from '../../nodes/Trigger/watch/doubt';
import type { Notice } from '../../nodes/Trigger/watch/model';
import type { Vote } from '../../nodes/Trigger/watch/readings';
import { settingsFor, start } from './watchSeries.mts';

const down = (name: string): Vote => ({ name, vote: 'down', reason: null });
const silent = (name: string): Vote => ({ name, vote: null, reason: 'no answer' });

/** Each letter is a validator that is down: 2 if two observers saw it, 1 if the queried node alone did. */
const noticesOf = (votes: string): Notice[] =>
	[...votes].map((vote, i) => ({
		alert: disconnected,
		turned: 'began',
		key: `NodeID-${i}`,
		since: start,
		validator: {
			nodeId: `NodeID-${i}`,
			record: {},
			votes: [down('own'), vote === '2' ? down('Zurich') : silent('Zurich')],
		},
	}));

test.each([
	['111111', true],
	['222222', false],
	['211111', true],
	['122222', false],
	['111112', true],
	['211112', false],
	['22111111', true],
	['2222211111', true],
	['222221111', false],
])(
	'of ten watched validators, %s are down: the node is in doubt is %s [U35]',
	(votes, isDoubted) => {
		const group = { notices: noticesOf(votes), stillBad: [], watchedCount: 10 };
		const settings = settingsFor({ suspectShare: 40 });
		expect(doubtsNodeOfGroup(group, { at: start }, settings)).toBe(isDoubted);
	},
);
