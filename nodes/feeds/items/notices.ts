/** The items of a feed that is behind, or has caught up. */
import type { IDataObject } from 'n8n-workflow';
import { countOf } from '../../shared/values/writing';
import { sayDuration, sayTimeLeft } from '../../shared/values/durations';
import type { BehindNotice, CaughtUp, FeedNotice } from '../backlog';
import { fingerprint, nameItem } from '../identity';
import { sayTime, toIso, type ZonedTime } from './words';

interface Traits extends ZonedTime {
	scope: string;
	feed: string;
}

/** `what` names the feed's records in the plural, such as Transactions. */
export function makeNotice(notice: FeedNotice, what: string, traits: Traits): IDataObject {
	const { notice: event, id, since } = notice;
	const { scope, feed, at } = traits;
	return {
		event,
		...(notice.notice === 'behind' ? sayBehind(notice, what, traits) : sayCaughtUp(notice, what)),
		since: toIso(since),
		alertId: fingerprint('behind', scope, feed, id),
		observedAt: toIso(at),
		eventId: nameItem(event, scope, feed, id),
	};
}

function sayBehind(
	{ positions, from, to, lagSeconds }: BehindNotice,
	what: string,
	clock: ZonedTime,
): IDataObject {
	const isOfBlocks = positions === 'blocks';
	const late = `${sayTimeLeft(lagSeconds)} behind`;
	const waiting = isOfBlocks
		? `${countOf(to - from, 'block')} from block ${from} on must still be read`
		: `those from ${sayTime(from, clock)} on are still to come`;
	return {
		title: `${what} are ${late}`,
		message: `${what} are at least ${late}: ${waiting}. Each poll reads on, the oldest first.`,
		severity: 'warning',
		from: isOfBlocks ? from : toIso(from),
		to: isOfBlocks ? to : toIso(to),
		lagBlocks: isOfBlocks ? to - from : null,
		lagSeconds,
	};
}

const sayCaughtUp = ({ lastedSeconds }: CaughtUp, what: string): IDataObject => ({
	title: `${what} have caught up`,
	message: `${what} have caught up, after ${sayDuration(lastedSeconds)}. Nothing waits any more.`,
	severity: 'resolved',
	lastedSeconds,
});
