/** A user's choices for a feed, as its polls take them. */
import type { FeedCursor } from './cursor';
import type { RecordName } from './source';

export interface FeedSettings {
	event: FeedCursor['event'];
	record: RecordName;
	/** Names the watched subject and its start. */
	feed: string;
	start: { at: 'now' } | { at: 'position'; position: number } | { at: 'time'; time: number };
	/** How many of the newest positions are held back, because they may still be taken back. */
	confirmations: number;
	/** How long a position is checked for late records, in seconds. 0 reads everything once. */
	settleSeconds: number;
	/** Keeps the place at which the last batch began, so that it can be emitted again. */
	redeliver: boolean;
	/** Age in seconds from which a backlog is reported. Without it, none ever is. */
	behindSeconds?: number;
	startOver?: StartOver;
}

/** Another place to go on from, once, as the option Start Over From says. */
export interface StartOver {
	from: Exclude<FeedSettings['start'], { at: 'now' }>;
	/** A mark of the entered value. */
	mark: string;
}
