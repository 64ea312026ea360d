/** Opens the walker that fits a source. */
import type { FeedCursor } from '../cursor';
import type { Head, Source } from '../source';
import { ascend } from './ascending';
import { Descent } from './descending';
import { RangedWalk } from './ranged';
import type { Walker } from './walk';

/** The walker of a source. It goes on from the point that the last poll reached. */
export function openWalker(
	source: Source,
	{ newest }: Head,
	{ span, descent = [] }: Pick<FeedCursor, 'span' | 'descent'> = {},
): Walker {
	if (source.way === 'ascending') return ascend(source);
	return source.way === 'ranged'
		? new RangedWalk(source, span)
		: new Descent(source, descent, newest);
}
