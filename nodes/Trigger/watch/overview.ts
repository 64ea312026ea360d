/** Finds out if the queried node has lost its connections to many validators, and not only to the watched ones. */
import { disconnected } from './conditions/disconnected';
import type { WatchSettings } from './model';
import type { Overview, Reading, Validator } from './readings';

/** Counts the connections to validators that the queried node should have, and how many are missing. */
export function summarize(validators: Validator[], settings: WatchSettings): Overview {
	const { source, rules } = settings;
	const evidence = validators.map((validator) =>
		disconnected.judge(validator, rules.disconnected, { at: 0, source }),
	);
	const countOf = (wanted: string) => evidence.filter((each) => each === wanted).length;
	return { disconnected: countOf('bad'), judged: countOf('bad') + countOf('good') };
}

/** Fewer validators never show that the queried node is the cause, whatever their share. */
export const minimumGroup = 5;

export const exceedsShare = (
	failing: number,
	judged: number,
	{ suspectShare }: WatchSettings,
): boolean => failing >= minimumGroup && failing * 100 > suspectShare * judged;

/** Undefined if nothing is known about the other validators. */
export const isNodeSuspect = (
	{ overview }: Reading,
	settings: WatchSettings,
): boolean | undefined =>
	overview && exceedsShare(overview.disconnected, overview.judged, settings);
