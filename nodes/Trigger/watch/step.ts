/**
 * One poll of a watch as a pure function. From the memory of earlier polls and one reading, it makes the items to emit
 * and the memory for the next poll.
 */
import type { IDataObject } from 'n8n-workflow';
import { timeoutMs } from '../limits';
import { trackViews } from './alertIds';
import { deliver } from './delivery';
import { listLasting } from './digest';
import { judge } from './judge';
import { advanceAll } from './machine';
import { measure } from './measure';
import type { WatchSettings } from './model';
import { leastApart, ownWatchCursor, recallWatch, type WatchCursor } from './past';
import { trackPresence } from './presence';
import type { Reading } from './readings';
import { remember } from './remember';
import { render } from './render';
import { countSilenced } from './silences';
import { findUnreportedUpgrade } from './unknownUpgrade';

/**
 * If a reading started this many seconds before the last one, it was not overtaken, but the clock was set back. A poll
 * makes at most three requests to its node in a row. This is twice their time.
 */
const longestPoll = (2 * 3 * timeoutMs) / 1000;

/**
 * Takes one reading into account. To report nothing twice, it drops a reading that a later one overtook. A failed
 * reading leaves the memory of the validators as it is.
 */
export function step(
	stored: WatchCursor | undefined,
	reading: Reading,
	settings: WatchSettings,
): { items: IDataObject[]; cursor: WatchCursor } {
	const cursor = ownWatchCursor(stored, settings);
	if (cursor && reading.at < cursor.at && cursor.at - reading.at < longestPoll)
		return { items: [], cursor };
	const past = recallWatch(cursor, reading.at, settings);
	// A change in the very second of the baseline does not belong to it.
	const at = past.isFirst ? reading.at : Math.max(reading.at, past.baselineAt + 1);
	const views = trackViews(past, { ...reading, at });
	const seen = { ...reading, at, views };

	const presences = trackPresence(past, seen, settings);
	const { measured, measurements } = measure(presences, past, seen, settings);
	const judged = judge(measured, past, seen, settings);
	const advanced = advanceAll(judged, { ...settings, apartSeconds: leastApart(cursor) }, at);
	const { notices, subjects, suspicion, incidents } = deliver(advanced, past, settings, seen);
	const unknownUpgrade = findUnreportedUpgrade(past, seen, settings);
	return {
		items: render(notices, unknownUpgrade, settings, {
			...seen,
			suspicion,
			incidents,
			...(settings.digest && { lasting: listLasting(subjects, at, settings) }),
			silencedCount: countSilenced(subjects, at, settings),
		}),
		cursor: remember(past, reading, settings, {
			subjects,
			measurements,
			unknownUpgrade,
			views,
			suspicion,
			incidents,
		}),
	};
}
