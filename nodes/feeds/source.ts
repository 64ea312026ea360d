/** The sources of a feed's records: lists of three kinds, each read in its own way (`walks/`). */
import type { IDataObject } from 'n8n-workflow';
import type { BlockRange } from '../shared/chains/blockRange';
import type { Answer } from '../shared/errors';

/** The hint if a list goes wrong. */
export const faultOfService = 'The service is at fault. The next poll tries again.';

/** The event name of a record's item. The name of a decoded event takes its place. */
export type RecordName =
	| 'transaction'
	| 'tokenTransfer'
	| 'reward'
	| 'log'
	| 'block'
	| 'acceptedTransaction'
	| 'pendingTransaction';

/** A record that cannot be read, and the reason. */
export interface Unreadable {
	/** Completes "A record cannot be read: it ...". */
	reason: string;
	record: unknown;
	/** When it happened, UNIX seconds. Absent if unknown. */
	time?: number;
	/** Fails the poll while the record may still become readable. */
	refusal: Answer<never>;
}

export interface FeedRecord {
	/** Block number, or UNIX seconds. */
	position: number;
	/** Order within a position, if the source knows one. */
	rank?: number;
	/** Identity, the same in every reading. */
	key: string;
	/** The owner's name in the cursor, if a list holds the records of several owners. */
	subject?: string;
	json: IDataObject;
	/** When it happened according to the server, UNIX seconds. Absent if records of this kind have no time. */
	time?: number | undefined;
	/** Set if it could not be read. Its position may then be the highest one possible. */
	unreadable?: Unreadable;
}

/** A range of positions: blocks, or seconds for a list without blocks. */
export type PositionRange = BlockRange;

/** Records that were lost before anybody could read them, from `from` up to, not including, `to`. */
export interface Gap extends PositionRange {
	reason: string;
}

export interface RecordPage {
	/** In any order. May hold records outside the range, or of an earlier page. */
	records: FeedRecord[];
	/** The keys of everything on the page, including unwanted records. Absent if no such list can be endless. */
	keys?: string[];
	/** The token of the next page. */
	next?: string;
	/** Positions from the start of the range that nobody can read any more. */
	gone?: { to: number; reason: string };
}

export interface AscendingPage extends RecordPage {
	/** Everything in the range below this position is read. */
	doneTo: number;
	/**
	 * Everything in the range below this position is read whole, whichever server answered. The next poll reads the
	 * rest again. Absent means that all is read whole.
	 */
	provenTo?: number;
}

export interface ListPage extends RecordPage {
	/** The lowest and highest position on the page, including unwanted records. */
	lowest?: number;
	highest?: number;
	/** Records with a future time. `lowest` and `highest` leave them out. */
	doubtful?: Doubtful[];
}

/** A record whose position cannot be right. */
export interface Doubtful {
	record: FeedRecord;
	/** The lowest position above it in its list, which begins with the newest record. Infinity at the top. */
	notAfter: number;
}

export interface Head {
	/** The first position that does not exist yet. */
	end: number;
	/** The newest page of a list, if the end was read from it. */
	newest?: ListPage;
	/** For feeds of times: the host's current time (UNIX seconds), and records beyond it that were met on the way. */
	now?: number;
	doubtful?: Doubtful[];
}

/** Tells a block from another one of the same height. */
interface BlockMark {
	hash?: string;
	/** UNIX seconds. */
	time?: number;
}

interface Common<P extends RecordPage> {
	/** One page of a range: the first, or the one that an earlier page's token leads to. */
	readPage(range: PositionRange, token?: string): Promise<Answer<P>>;
	/** The share of a poll's requests already sent, if the source counts them. */
	spent?(): number;
	/** A record with zero or empty values, for a test run that finds none. Fails if none can ever come. */
	makeUp(): Promise<Answer<FeedRecord[]>>;
}

interface OfBlocks {
	positions: 'blocks';
	/** The first block at or after a time in UNIX seconds. `end` is the feed's end. */
	seek(time: number, end: number): Promise<Answer<number>>;
	/** When a block was made, UNIX seconds. Undefined if the server does not say. */
	timeOf(block: number): Promise<Answer<number | undefined>>;
	/** A block of the chain. Undefined if the server does not have it. */
	lookAt?(block: number): Promise<Answer<BlockMark | undefined>>;
	/** Asks nothing if the caller knows the end. */
	readEnd(known?: number): Promise<Answer<Head>>;
	/** True if the block before this end exists. Absent if reading on would show a missing one anyway. */
	hasEnd?(end: number): Promise<Answer<boolean>>;
}

/** Positions are UNIX seconds. The end is that of the newest record, however old this record is. */
interface OfSeconds {
	positions: 'seconds';
	/** `now` is this machine's time in UNIX seconds, for hosts that do not say theirs. */
	readEnd(now?: number): Promise<Answer<Head>>;
}

export interface Ascending extends Common<AscendingPage>, OfBlocks {
	way: 'ascending';
	/**
	 * The end that several answers agree on, beginning with the one first reported. Undefined if they do not agree.
	 * Pages are then read up to this end. A source with this method proves each block by reading it.
	 */
	agreeOnEnd?(told: number): Promise<Answer<number | undefined>>;
	/** How many of the newest blocks a test run looks at. If it finds nothing, it tries the next number. */
	sampleBlocks: number[];
	/** A record that does not fit its declaration, for a test run. Absent if all fit. */
	makeUpUnread?(): Promise<Answer<FeedRecord[]>>;
}

/** The blocks of a node, which answers more than one question about them. */
export interface NodeBlocks extends Ascending {
	agreeOnEnd: NonNullable<Ascending['agreeOnEnd']>;
	lookAt: NonNullable<OfBlocks['lookAt']>;
}

/** The list of a range, its newest record first. A smaller range means fewer pages. */
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
