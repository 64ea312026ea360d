/** What the fields of this node's items are, as nodes/shared/returns.ts explains. */
import type { Returns } from '../shared/returns';

export const returns: Returns = {
	event: 'What happened, such as block or transaction, or the name of a decoded event',
	eventId: 'The same for the same event, also if it is delivered twice',
	lagBlocks: 'Number of newer blocks that the chain had by then',
	missedBefore: 'Number of pending transactions left out before this one',
	observedAt: 'When the trigger saw it, in UTC',
	sample: 'True for a sample of a test run, and absent otherwise',
};
