/** Where the records of a feed come from: one of three kinds of lists, each read in its own way (`walks/`). */
import type { IDataObject } from 'n8n-workflow';
import type { BlockRange } from '../shared/chains/blockRange';
import type { Answer } from '../shared/errors';

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

/** What is wrong with a record, and how it came. */
export interface Unreadable {
	/** Completes "A record cannot be read: it ...". */
	reason: string;
	record: unknown;
	/** When it happened, UNIX seconds; absent where nothing says it. */
	time?: number;
	/** How a poll fails while the record may still become readable. */
	refusal: Answer<never>;
}

export interface FeedRecord {
	/** Block number, or UNIX seconds. */
	position: number;
	/** Order within a position, where the source knows one. */
	rank?: number;
	/** Identity, the same in every reading. */
	key: string;
	/** Whose it is, where a list holds the records of several; the cursor has this name. */
	subject?: string;
	json: IDataObject;
	/** When it happened, UNIX seconds, as the server says; absent where no such record has a time. */
	time?: number | undefined;
	/** That it could not be read: its position may then be the highest that it can have. */
	unreadable?: Unreadable;
}

/** A range of positions: blocks, or seconds of a list without them. */
export type PositionRange = BlockRange;

/** Records that were lost before anybody could read them: `from` up to, not including, `to`. */
export interface Gap extends PositionRange {
	reason: string;
}

export interface RecordPage {
	/** In any order; may hold records outside the range, or records of an earlier page. */
	records: FeedRecord[];
	/** Identities of all that the page holds, of what is not wanted too; absent where no list can be without end. */
	keys?: string[];
	/** Leads to the next page. */
	next?: string;
	/** Positions from the start of the range that nobody can read any more. */
	gone?: { to: number; reason: string };
}

export interface AscendingPage extends RecordPage {
	/** Everything of the range below this position is read. */
	doneTo: number;
	/**
	 * Everything of the range below this position is read whole, whichever server answered. The next poll reads what
	 * lies above it again. Without it, all is read whole.
	 */
	provenTo?: number;
}

export interface ListPage extends RecordPage {
	/** Lowest and highest position that the page holds, of records that are not wanted too. */
	lowest?: number;
	highest?: number;
	/** Records whose time lies in the future; the positions above leave them out. */
	doubtful?: Doubtful[];
}

/** A record whose position cannot be right. */
export interface Doubtful {
	record: FeedRecord;
	/** The lowest position that stands above it in its list, whose newest record comes first; Infinity at its top. */
	notAfter: number;
}

/** Where a feed ends. */
export interface Head {
	/** The first position that does not exist yet. */
	end: number;
	/** The newest page of a list, where the end was read from this page. */
	newest?: ListPage;
	/** Of times: what time it is by the host, UNIX seconds, and the records beyond it that were met on the way. */
	now?: number;
	doubtful?: Doubtful[];
}

/** What tells a block from another one of the same height. */
interface BlockMark {
	hash?: string;
	/** UNIX seconds. */
	time?: number;
}

interface Common<P extends RecordPage> {
	/** One page of a range: the first, or the page that the token of an earlier page leads to. */
	readPage(range: PositionRange, token?: string): Promise<Answer<P>>;
	/** The share of a poll's requests that were sent, where a source counts them. */
	spent?(): number;
	/** A record whose values are zero or empty, for a test run that finds none; fails where none can ever come. */
	makeUp(): Promise<Answer<FeedRecord[]>>;
}

interface OfBlocks {
	positions: 'blocks';
	/** The first block at or after a time in UNIX seconds; `end` is the feed's. */
	seek(time: number, end: number): Promise<Answer<number>>;
	/** When a block was made, UNIX seconds; undefined where the server does not say it. */
	timeOf(block: number): Promise<Answer<number | undefined>>;
	/** A block of the chain; undefined where it is not there. */
	lookAt?(block: number): Promise<Answer<BlockMark | undefined>>;
	/** Nothing is asked where a caller knows the end. */
	readEnd(known?: number): Promise<Answer<Head>>;
	/** Whether the block before this end is there, where reading on would not show it. */
	hasEnd?(end: number): Promise<Answer<boolean>>;
}

/** Positions are UNIX seconds. The end is the newest record's, however old this record is. */
interface OfSeconds {
	positions: 'seconds';
	/** `now` is this machine's time in UNIX seconds, for hosts that do not say theirs. */
	readEnd(now?: number): Promise<Answer<Head>>;
}

/** Blocks, read upwards. */
export interface Ascending extends Common<AscendingPage>, OfBlocks {
	way: 'ascending';
	/**
	 * The end that several answers agree on, beginning with what one of them told; undefined where they do not. From then
	 * on pages are read up to this end. A source that has it shows with each block that it reads that the block is there.
	 */
	agreeOnEnd?(told: number): Promise<Answer<number | undefined>>;
	/** How many of the newest blocks a test run looks at; at more of them where it finds nothing. */
	sampleBlocks: number[];
	/** A record that does not fit its declaration, for a test run; absent where all fit. */
	makeUpUnread?(): Promise<Answer<FeedRecord[]>>;
}

/** The blocks of a node, which answers more than one question about them. */
export interface NodeBlocks extends Ascending {
	agreeOnEnd: NonNullable<Ascending['agreeOnEnd']>;
	lookAt: NonNullable<OfBlocks['lookAt']>;
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
