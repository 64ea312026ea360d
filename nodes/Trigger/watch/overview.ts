/** Whether the queried node lacks its connections to many of all validators, and not to the watched ones alone. */
import { disconnected } from './conditions/disconnected';
import { minimumGroup } from './grouping';
import type { WatchSettings } from './model';
import type { Overview, Reading, Validator } from './readings';

/** How many of all validators the queried node should be connected to, and is not. */
export function summarize(validators: Validator[], settings: WatchSettings): Overview {
	const { source, rules } = settings;
	const evidence = validators.map((validator) =>
		disconnected.judge(validator, rules.disconnected, { at: 0, source }),
	);
	const countOf = (wanted: string) => evidence.filter((each) => each === wanted).length;
	return { disconnected: countOf('bad'), judged: countOf('bad') + countOf('good') };
}

/** Nothing where nobody knows about the others. */
export function isNodeSuspect(
	{ overview }: Reading,
	{ suspectShare }: WatchSettings,
): boolean | undefined {
	if (!overview) return undefined;
	const { disconnected: failing, judged } = overview;
	return failing >= minimumGroup && failing * 100 > suspectShare * judged;
}
