/** Items of a feed: the record as the Data or EVM node gives it, with what lets it be recognised. */
import type { IDataObject } from 'n8n-workflow';
import { putExactLast, toIsoTime } from '../../shared/columns';
import { nameItem } from '../identity';
import type { FeedEvent } from './cursor';
import type { FeedSettings } from './pollFeed';
import type { FeedRecord, Gap } from './source';

/** What a record is called; the name of a decoded event takes its place. */
const nameRecord: Record<FeedEvent, string> = {
	newTransaction: 'transaction',
	newReward: 'reward',
	contractEvent: 'log',
	newBlock: 'block',
	acceptedTransaction: 'acceptedTransaction',
	pendingTransaction: 'pendingTransaction',
};
const namePlural: Record<FeedEvent, string> = {
	newTransaction: 'Transactions',
	newReward: 'Rewards',
	contractEvent: 'Contract events',
	newBlock: 'Blocks',
	acceptedTransaction: 'Transactions',
	pendingTransaction: 'Transactions',
};

/** `eventId` is the same however often the item is delivered; `scope` tells one trigger node from any other. */
export function makeItem(
	emitted: FeedRecord | Gap,
	{ event, feed }: FeedSettings,
	scope: string,
	nowMs: number,
): IDataObject {
	const isGap = 'reason' in emitted;
	const name = isGap ? 'gap' : nameRecord[event];
	const identity = isGap ? [emitted.from, emitted.to] : [emitted.key];
	return putExactLast({
		event: name,
		...(isGap ? sayGap(emitted, event) : emitted.json),
		observedAt: toIsoTime(Math.floor(nowMs / 1000)),
		eventId: nameItem(name, scope, feed, ...identity),
	});
}

const sayGap = ({ from, to, reason }: Gap, event: FeedSettings['event']): IDataObject => ({
	from,
	to,
	reason,
	message: `${namePlural[event]} from ${from} up to, but not including, ${to} are missing: ${reason}.`,
});
