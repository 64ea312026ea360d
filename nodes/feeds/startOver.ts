/** Start Over From: takes a feed to another place, once for each value of the option. */
import { fail, type Answer } from '../shared/errors';
import { blocksApart } from '../shared/network/hosts';
import type { FeedCursor } from './cursor';
import type { FeedSettings, StartOver } from './feedSettings';
import type { Head } from './source';

/** The place to start over from. Undefined if the value was already applied, to this feed or the one before. */
export const startOverDue = (
	cursor: FeedCursor | undefined,
	{ startOver }: FeedSettings,
): StartOver | undefined =>
	startOver && cursor?.startedOver !== startOver.mark ? startOver : undefined;

/** The last applied value, for the next cursor. */
export const keepStarted = (cursor: FeedCursor | undefined): Pick<FeedCursor, 'startedOver'> =>
	cursor?.startedOver === undefined ? {} : { startedOver: cursor.startedOver };

/** The same once the current value is applied. */
export const markStarted = (
	cursor: FeedCursor | undefined,
	{ startOver }: FeedSettings,
): Pick<FeedCursor, 'startedOver'> =>
	startOver ? { startedOver: startOver.mark } : keepStarted(cursor);

/** How a watch begins there. A time counts as noted in the past, so that no newer block is waited for. */
export const beginningOf = ({
	from,
}: StartOver): { known?: Pick<FeedCursor, 'pending'>; start: FeedSettings['start'] } =>
	from.at === 'time' ? { known: { pending: from.time }, start: { at: 'now' } } : { start: from };

/** Refuses a block far beyond the chain, because everything up to it would be left out. `label` names its option. */
export const refuseBeyond = (
	label: string,
	from: FeedSettings['start'],
	{ end }: Head,
): Answer<never> | undefined =>
	from.at === 'position' && from.position > end + blocksApart.most
		? fail('invalid-input', `${label} is ${from.position}, but the newest block is ${end - 1}`, {
				hint: 'Enter a block that exists, or remove the option.',
			})
		: undefined;
