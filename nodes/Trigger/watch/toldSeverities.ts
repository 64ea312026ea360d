/** The severities at which this process told each alert, so that an end closes only what Alertmanager was told. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { markOf } from '../../feeds/identity';
import { Lately } from '../../feeds/lately';
import type { Stored } from '../../feeds/stored';
import { nodeKeyOf } from '../memory';
import { isLater } from './laterEvents';
import type { WatchSettings } from './model';
import type { WatchCursor } from './past';
import { dayMs } from '../../shared/values/timeUnits';

/** Without an entry, an alert may have been told at any severity. */
export type ToldSeverities = Map<string, Set<unknown>>;

/** `place` marks the memory that the last poll left. Another mark shows that another process polled meanwhile. */
interface Note {
	place: string;
	told: ToldSeverities;
}

/** Watches are polled far more often. Notes of removed triggers go. */
const keptMs = 7 * dayMs;
const notes = new Lately<Note>(keptMs);
const markLength = 22;

const placeOf = ({ cursor }: Stored<WatchCursor>): string =>
	markOf(JSON.stringify(cursor) ?? '', markLength);

/** To be called before a poll. What it returns is called after it, and has the notes that hold for its items. */
export function openTold(
	context: IPollFunctions,
	{ payloads = [] }: WatchSettings,
	stored: Stored<WatchCursor>,
): () => ToldSeverities {
	const isNoted = context.getMode() !== 'manual' && payloads.includes('alertmanager');
	if (!isNoted) return () => new Map<string, Set<unknown>>();
	const watch = nodeKeyOf(context);
	const began = placeOf(stored);
	return () => {
		const place = placeOf(stored);
		const known = notes.get(watch);
		const isOurs = known !== undefined && [began, place].includes(known.place);
		const told: ToldSeverities = isOurs ? known.told : new Map<string, Set<unknown>>();
		notes.set(watch, { place, told });
		return told;
	};
}

/** An item that comes again after a restart does not say what else was told. */
export function noteTold(told: ToldSeverities, alertId: string, item: IDataObject): void {
	if (item.again) return;
	if (isLater(item)) told.get(alertId)?.add(item.severity);
	else told.set(alertId, new Set([item.severity]));
}
