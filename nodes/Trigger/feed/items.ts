/** Items of a feed: the record as the Data node gives it, with what lets it be recognised. */
import type { IDataObject } from 'n8n-workflow';
import { nameItem } from '../identity';
import type { FeedSettings } from './pollFeed';
import type { FeedRecord, Gap } from './source';

const nameEvent = { newTransaction: 'transaction', newReward: 'reward' } as const;

/** `eventId` is the same however often the item is delivered; `scope` tells one trigger node from any other. */
export function makeItem(
	emitted: FeedRecord | Gap,
	{ event, feed }: FeedSettings,
	scope: string,
	nowMs: number,
): IDataObject {
	const isGap = 'reason' in emitted;
	const name = isGap ? 'gap' : nameEvent[event];
	const identity = isGap ? [emitted.from, emitted.to] : [emitted.key];
	return {
		event: name,
		...(isGap ? sayGap(emitted, event) : emitted.json),
		observedAt: new Date(nowMs).toISOString(),
		eventId: nameItem(name, scope, feed, ...identity),
	};
}

const sayGap = ({ from, to, reason }: Gap, event: FeedSettings['event']): IDataObject => ({
	from,
	to,
	reason,
	message: `${event === 'newReward' ? 'Rewards' : 'Transactions'} from ${from} up to, but not including, ${to} are missing: ${reason}.`,
});
