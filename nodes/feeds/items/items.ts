/** Items of a feed: the record of the Data or EVM node, with the fields that identify it. */
import type { IDataObject } from 'n8n-workflow';
import { networkByCredential } from '../../shared/chains/network';
import type { PublicNetwork } from '../../shared/avalanche/publicNetworks';
import type { Names } from '../../shared/fields/names';
import type { Client } from '../../shared/network/client';
import { putExactLast, toIsoTime } from '../../shared/operation/columns';
import { capitalize } from '../../shared/values/text';
import type { FeedNotice } from '../backlog';
import { nameItem } from '../identity';
import { lagOf } from '../lag';
import type { EventSettings } from '../settings';
import type { FeedRecord, Gap, RecordName, Unreadable } from '../source';
import { writeRaw } from '../unreadable';
import type { Minimums } from '../transactions/minimums';
import { describeRecord } from './describe';
import { makeNotice } from './notices';

const nouns: Record<RecordName, string> = {
	transaction: 'transaction',
	tokenTransfer: 'token transfer',
	reward: 'reward',
	log: 'contract event',
	block: 'block',
	acceptedTransaction: 'transaction',
	pendingTransaction: 'transaction',
};

/** "Token transfers", for the beginning of a sentence. */
const pluralOf = (record: RecordName): string => `${capitalize(nouns[record])}s`;

export interface ItemSettings
	extends Pick<
		EventSettings,
		| 'feed'
		| 'scope'
		| 'isSimple'
		| 'timezone'
		| 'testEvent'
		| 'minimumAmount'
		| 'stopsAtUnreadable'
		| 'dress'
		| 'remark'
	> {
	/** Minimums of single tokens. */
	minimumAmounts?: Minimums;
	/** The network of the records, if the credential names it. */
	network?: PublicNetwork;
	/** The user's names for the watched addresses. */
	names?: Names;
}

export const atNetwork = (client: Client, settings: ItemSettings): ItemSettings => ({
	...settings,
	network: networkByCredential(client),
});

/** `eventId` stays the same however often the item is delivered. `scope` tells one trigger node from any other. */
export function makeItem(
	emitted: FeedRecord | Gap | FeedNotice,
	settings: ItemSettings,
	nowMs: number,
): IDataObject {
	const { feed: ofFeed, scope, isSimple, timezone, dress } = settings;
	const { record, feed } = ofFeed;
	const at = Math.floor(nowMs / 1000);
	if ('notice' in emitted)
		return makeNotice(emitted, pluralOf(record), { scope, feed, timezone, at });
	if ('unreadable' in emitted && emitted.unreadable)
		return makeUnreadable(emitted, emitted.unreadable, { record, feed, scope }, nowMs);
	const isGap = 'reason' in emitted;
	const name = isGap ? 'gap' : record;
	const identity = isGap ? [emitted.from, emitted.to] : [emitted.key];
	const clock = { at, timezone };
	const shown = isGap ? sayGap(emitted, record) : emitted.json;
	const told = !isGap && isSimple ? describeRecord(record, shown, clock, settings) : undefined;
	const item: IDataObject = {
		event: name,
		// Twice: the first sets the order of the fields, the second overrides any such field of the record.
		...told,
		...shown,
		...told,
		...('time' in emitted && { lagSeconds: lagOf(emitted.time, at) }),
		observedAt: toIsoTime(at),
		eventId: nameItem(name, scope, feed, ...identity),
	};
	return putExactLast(dress ? dress(item) : item);
}

/** The record as it came, and the reason why the watch cannot use it. */
const makeUnreadable = (
	{ key }: FeedRecord,
	{ reason, record: raw }: Unreadable,
	{ record, feed, scope }: { record: RecordName; feed: string; scope: string },
	nowMs: number,
): IDataObject => ({
	event: 'unreadable',
	title: `A ${nouns[record]} cannot be read`,
	message: `A ${nouns[record]} cannot be read: it ${reason}. The trigger goes on without it. See the field record for what came.`,
	severity: 'warning',
	reason,
	record: writeRaw(raw),
	observedAt: toIsoTime(Math.floor(nowMs / 1000)),
	eventId: nameItem('unreadable', scope, feed, key),
});

const sayGap = ({ from, to, reason }: Gap, record: RecordName): IDataObject => ({
	from,
	to,
	reason,
	message: `${pluralOf(record)} from ${from} up to, but not including, ${to} are missing: ${reason}.`,
});
