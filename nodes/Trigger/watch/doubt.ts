/** Decides if the queried node is the likely cause of an alert. */
import { disconnected } from './conditions/disconnected';
import { alertsOfConnections } from './inhibition';
import type { GroupNotice, Notice, WatchSettings } from './model';
import { isHeardTwice } from './observers/count';
import { exceedsShare, isNodeSuspect } from './overview';
import type { Reading } from './readings';

/**
 * True if the queried node also lost many other validators or calls itself unfit, and fewer than two observers voted on
 * this one. Of an alert that was held back, nobody knows whom the node saw when it began.
 */
export const doubtsNode = (
	{ alert, turned, validator, isDoubted, isLate }: Notice,
	settings: WatchSettings,
	reading: Reading,
): boolean =>
	isDoubted ??
	(turned === 'began' &&
		!isLate &&
		alert === disconnected &&
		!isHeardTwice(validator) &&
		(!!reading.unfit || isNodeSuspect(reading, settings) === true));

/** The same for many at once, unless the node is known to see others. The end of a validation never counts. */
const doubtsNodeOfMany = (
	{ alert, turned, validator }: Notice,
	reading: Reading,
	settings: WatchSettings,
): boolean =>
	turned === 'began' &&
	!!alert.suspectsQueriedNode &&
	!(alert === disconnected && (reading.isPartial || isHeardTwice(validator))) &&
	!(alert === disconnected && isNodeSuspect(reading, settings) === false);

/** A named group that fails together has a cause of its own. Those that put the node in doubt are not in its item. */
export function doubtsNodeOfGroup(
	{ group, notices, watchedCount, failing = notices.length }: GroupNotice,
	reading: Reading,
	settings: WatchSettings,
): boolean {
	if (group !== undefined) return false;
	if (notices.every((notice) => doubtsNode(notice, settings, reading))) return true;
	const areMany = exceedsShare(failing, watchedCount, settings);
	return areMany && doubtsNodeOfMany(notices[0], reading, settings);
}

/** True if the incident about the queried node stands for this alert, too: a low uptime by its own measure, for example. */
export const followsNode = ({ alert, turned, since }: Notice, { suspicion }: Reading): boolean =>
	suspicion?.state === 'lasts' &&
	turned !== 'ended' &&
	since >= suspicion.since &&
	alert !== disconnected &&
	alertsOfConnections.includes(alert);
