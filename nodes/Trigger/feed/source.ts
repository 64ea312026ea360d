/** Where the records of a feed come from: one of three kinds of lists, each read in its own way (`walks/`). */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../shared/errors';

/** The hint where a list goes wrong. */
export const faultOfService = 'The service is at fault. The next poll tries again.';

/** What an item calls a record; the name of a decoded event takes its place. */
export type RecordName =
	| 'transaction'
	| 'tokenTransfer'
	| 'reward'
	| 'log'
	| 'block'
	| 'acceptedTransaction'
	| 'pendingTransaction';

export interface FeedRecord {
	/** Block number, or UNIX seconds. */
	position: number;
	/** Order within a position, where the source knows one. */
	rank?: number;
	/** Identity, the same in every reading. */
	key: string;
	json: IDataObject;
}

/** A half-open range of positions. */
export interface Range {
	from: number;
	to: number;
}

/** Records that were lost before anybody could read them: `from` up to, not including, `to`. */
export interface Gap extends Range {
	reason: string;
}

export interface Page {
	/** In any order; may hold records outside the range, or records of an earlier page. */
	records: FeedRecord[];
	/** Leads to the next page. */
	next?: string;
	/** Positions from the start of the range that nobody can read any more. */
	gone?: { to: number; reason: string };
}

export interface AscendingPage extends Page {
	/** Everything of the range below this position is read. */
	doneTo: number;
	/**
	 * Everything of the range below this position is read whole, whichever server answered. The next poll reads what
	 * lies above it again. Without it, all is read whole.
	 */
	provenTo?: number;
}

export interface ListPage extends Page {
	/** Lowest and highest position that the page holds, of records that are not wanted too. */
	lowest?: number;
	highest?: number;
}

/** Where a feed ends. */
export interface Head {
	/** The first position that does not exist yet. */
	end: number;
	/** The newest page of a list, where the end was read from this page. */
	newest?: ListPage;
}

interface Common<P extends Page> {
	readEnd(): Promise<Answer<Head>>;
	/** One page of a range: the first, or the page that the token of an earlier page leads to. */
	readPage(range: Range, token?: string): Promise<Answer<P>>;
	/** A record whose values are zero or empty, for a test run that finds none; fails where none can ever come. */
	makeUp(): Promise<Answer<FeedRecord[]>>;
}

interface OfBlocks {
	positions: 'blocks';
	/** The first block at or after a time in UNIX seconds; `end` is the feed's. */
	seek(time: number, end: number): Promise<Answer<number>>;
}

/** Positions are UNIX seconds. The end is the newest record's, however old this record is. */
interface OfSeconds {
	positions: 'seconds';
}

/** Blocks, read upwards. */
export interface Ascending extends Common<AscendingPage>, OfBlocks {
	way: 'ascending';
	/** Nothing is asked where a caller knows the end. */
	readEnd(known?: number): Promise<Answer<Head>>;
	/** How many of the newest blocks a test run looks at; at more of them where it finds nothing. */
	sampleBlocks: number[];
	/** The share of a poll's requests that were sent, where a source counts them. */
	spent?(): number;
}

/** The list of a range, its newest record first: a smaller range means fewer pages. */
export type Ranged = Common<ListPage> &
	(OfBlocks | OfSeconds) & {
		way: 'ranged';
		/** How many positions one list may cover. */
		span: number;
	};

/** A list that begins with its newest record, whatever the range. */
export interface Descending extends Common<ListPage>, OfSeconds {
	way: 'descending';
}

export type Source = Ascending | Ranged | Descending;
