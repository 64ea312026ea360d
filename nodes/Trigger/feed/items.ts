/** Items of a feed: the record as the Data or EVM node gives it, with what lets it be recognised. */
import type { IDataObject } from 'n8n-workflow';
import { putExactLast, toIsoTime } from '../../shared/columns';
import { nameItem } from '../identity';
import type { FeedSettings } from './pollFeed';
import type { FeedRecord, Gap, RecordName } from './source';

const plurals: Record<RecordName, string> = {
	transaction: 'Transactions',
	tokenTransfer: 'Token transfers',
	reward: 'Rewards',
	log: 'Contract events',
	block: 'Blocks',
	acceptedTransaction: 'Transactions',
	pendingTransaction: 'Transactions',
};

/** `eventId` is the same however often the item is delivered; `scope` tells one trigger node from any other. */
export function makeItem(
	emitted: FeedRecord | Gap,
	{ record, feed }: Pick<FeedSettings, 'record' | 'feed'>,
	scope: string,
	nowMs: number,
): IDataObject {
	const isGap = 'reason' in emitted;
	const name = isGap ? 'gap' : record;
	const identity = isGap ? [emitted.from, emitted.to] : [emitted.key];
	return putExactLast({
		event: name,
		...(isGap ? sayGap(emitted, record) : emitted.json),
		observedAt: toIsoTime(Math.floor(nowMs / 1000)),
		eventId: nameItem(name, scope, feed, ...identity),
	});
}

const sayGap = ({ from, to, reason }: Gap, record: RecordName): IDataObject => ({
	from,
	to,
	reason,
	message: `${plurals[record]} from ${from} up to, but not including, ${to} are missing: ${reason}.`,
});
