/** What a user chose for a feed, as its polls take it. */
import type { FeedCursor } from './cursor';
import type { RecordName } from './source';

export interface FeedSettings {
	event: FeedCursor['event'];
	record: RecordName;
	/** Names what is watched, and from where. */
	feed: string;
	start: { at: 'now' } | { at: 'position'; position: number } | { at: 'time'; time: number };
	/** Positions before the end that may still be taken back. */
	confirmations: number;
	/** Seconds for which late records of a position are looked for; 0 reads everything once. */
	settleSeconds: number;
	/** Keeps where the last batch began, so that it can be emitted again. */
	redeliver: boolean;
	/** Seconds from which on what waits after a poll is reported; without it, it never is. */
	behindSeconds?: number;
	/** Another place, once. */
	startOver?: StartOver;
}

/** Another place to go on from, as Start Over From says. */
export interface StartOver {
	from: Exclude<FeedSettings['start'], { at: 'now' }>;
	/** A mark of what the user entered. */
	mark: string;
}
