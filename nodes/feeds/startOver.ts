/** Start Over From: takes a feed to another place, once for each value of the option. */
import { fail, type Answer } from '../shared/errors';
import { blocksApart } from '../shared/network/hosts';
import type { FeedCursor } from './cursor';
import type { FeedSettings, StartOver } from './feedSettings';
import type { Head } from './source';

/** Where a feed is to start over; undefined where the value was applied, to this feed or to the one before. */
export const startOverDue = (
	cursor: FeedCursor | undefined,
	{ startOver }: FeedSettings,
): StartOver | undefined =>
	startOver && cursor?.startedOver !== startOver.mark ? startOver : undefined;

/** The value that was applied last, for the next cursor. */
export const keepStarted = (cursor: FeedCursor | undefined): Pick<FeedCursor, 'startedOver'> =>
	cursor?.startedOver === undefined ? {} : { startedOver: cursor.startedOver };

/** The same once the value of now is applied. */
export const markStarted = (
	cursor: FeedCursor | undefined,
	{ startOver }: FeedSettings,
): Pick<FeedCursor, 'startedOver'> =>
	startOver ? { startedOver: startOver.mark } : keepStarted(cursor);

/** As a watch begins there. A time is one that was noted, so that a chain without a newer block is not waited for. */
export const beginningOf = ({
	from,
}: StartOver): { known?: Pick<FeedCursor, 'pending'>; start: FeedSettings['start'] } =>
	from.at === 'time' ? { known: { pending: from.time }, start: { at: 'now' } } : { start: from };

/** The refusal of a block far beyond the chain: all that comes until then would be left out. */
export const refuseBeyond = ({ from }: StartOver, { end }: Head): Answer<never> | undefined =>
	from.at === 'position' && from.position > end + blocksApart.most
		? fail(
				'invalid-input',
				`Start Over From Block is ${from.position}, but the newest block is ${end - 1}`,
				{ hint: 'Enter a block that exists, or remove the option.' },
			)
		: undefined;
