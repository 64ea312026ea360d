/** Finds out if the queried node has lost its connections to many validators, and not only to the watched ones. */
import { disconnected } from './conditions/disconnected';
import { minimumGroup } from './grouping';
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

/** Undefined if nothing is known about the other validators. */
export function isNodeSuspect(
	{ overview }: Reading,
	{ suspectShare }: WatchSettings,
): boolean | undefined {
	if (!overview) return undefined;
	const { disconnected: failing, judged } = overview;
	return failing >= minimumGroup && failing * 100 > suspectShare * judged;
}
