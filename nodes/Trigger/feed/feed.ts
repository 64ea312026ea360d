/**
 * A feed of records with a position and an identity, and one poll of it as a pure function: a cursor, a world,
 * a clock and a budget make the records to emit and the next cursor. Whatever fails, nothing moves.
 */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer, type Failure } from '../../shared/errors';
import { blocksApart } from '../../shared/network/hosts';
import {
	cursorVersion,
	fitDescent,
	markOfKey,
	mostSeen,
	packSeen,
	unpackSeen,
	type FeedCursor,
	type Place,
	type Seen,
	type Step,
} from './cursor';

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

/** Records that are gone for ever before they were read: `from` up to, not including, `to`. */
export interface Gap extends Range {
	reason: string;
}

export interface Page {
	/** In any order; may hold records outside the range, or ones that an earlier page held. */
	records: FeedRecord[];
	/** Leads to the next page. */
	next?: string;
	/** Everything of the range below this position is read, for sources that read upwards. */
	doneTo?: number;
	/**
	 * Everything of the range below this position is read whole, whichever server answered; what lies above it is read
	 * again with the next poll. All that is read where it is absent.
	 */
	provenTo?: number;
	/** Positions from the start of the range that nobody can read any more. */
	gone?: { to: number; reason: string };
	/** Lowest position that the page touched, records that are not wanted included. */
	lowest?: number;
}

/** Where the records come from. */
export interface World {
	/** The first position that does not exist yet. */
	readEnd(): Promise<Answer<number>>;
	/** One page of a range; the page that a token of an earlier one leads to. */
	readPage(range: Range, token?: string): Promise<Answer<Page>>;
	/** The first position at or after a time in UNIX seconds; `end` is the feed's. */
	seek(time: number, end: number): Promise<Answer<number>>;
	/** The share of the requests of one poll that were sent, for sources that count them. */
	spent?(): number;
	/** How many positions to ask for at once. */
	span: number;
	/** Where a look at the newest records begins; `end` is the feed's. */
	sampleFrom(end: number): number;
	/** Whether a smaller range means fewer pages; otherwise pages always lead down from the newest record. */
	isRanged: boolean;
	/** Whether positions are UNIX seconds, and the end is that of the newest record, however old; or else blocks. */
	isTimed: boolean;
}

export interface FeedSettings {
	event: FeedCursor['event'];
	/** Names what is watched, and from where. */
	feed: string;
	start: { at: 'now' } | { at: 'position'; position: number } | { at: 'time'; time: number };
	/** Positions before the end that may still be taken back. */
	confirmations: number;
	/** Seconds for which late records of a position are looked for; 0 reads everything once. */
	settleSeconds: number;
	/** Keeps where the last batch began, so that it can be emitted again. */
	redeliver: boolean;
}

export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** How long this poll may take. */
	budgetMs: number;
}

export interface Polled {
	emitted: Array<FeedRecord | Gap>;
	cursor: FeedCursor;
}

/** A poll ends after so many records, so that memory stays bounded; the rest comes with the next one. */
export const mostRecords = 1000;
/** A poll ends after so many pages, or a long outage would run into the rate limit of the service and never end. */
const mostPagesOfPoll = 30;
/** Reading again, for late records, takes at most this share of a poll's pages and time. */
const rereadShare = 1 / 3;
/** A range that needs more pages is cut. */
const mostPages = 10;
/** A descent through more pages than this is given up. */
const mostDescent = 500;
/** How many ends are kept, to know which positions are old enough. */
const mostEnds = 10;

/** What is remembered of this feed, or nothing where the settings name another one now. */
export const recall = (
	cursor: FeedCursor | undefined,
	{ event, feed }: FeedSettings,
): FeedCursor | undefined => (cursor?.event === event && cursor.feed === feed ? cursor : undefined);

/** A watch that could not begin: it begins, when it can, where it would have begun when it was published. */
export const postpone = ({ event, feed, start }: FeedSettings, { now }: Clock): FeedCursor => ({
	version: cursorVersion,
	event,
	feed,
	pending: start.at === 'time' ? start.time : Math.floor(now() / 1000),
});

/** One poll. With `again` it emits the batch of the last poll that emitted something once more, and what is new. */
export async function pollFeed(
	cursor: FeedCursor | undefined,
	world: World,
	settings: FeedSettings,
	clock: Clock,
	again = false,
): Promise<Answer<Polled>> {
	const deadline = clock.now() + clock.budgetMs;
	const at = Math.floor(clock.now() / 1000);
	const known = recall(cursor, settings);
	const head = await world.readEnd();
	if (!head.ok) return head;
	const end = Math.max(0, head.result - settings.confirmations);
	if (known?.place && !world.isTimed && head.result + blocksApart.most < known.place.next)
		return endsBefore(head.result, known.place.next);
	const begun = known?.place
		? { ok: true as const, result: known.place }
		: await begin(known, end, world, settings);
	if (!begun.ok) return begun;
	const start = again && known?.last ? known.last : begun.result;

	const reader = new Reader(world, start, known?.span ?? world.span, {
		at,
		// What is redelivered must come with this poll, however long it takes.
		descent: (!again && known?.descent) || [],
		mayPause: !again,
		isLate: () => clock.now() >= deadline,
		mayBeLate: settings.settleSeconds > 0,
	});
	const isSpent = (share: number) =>
		clock.now() >= deadline - (1 - share) * clock.budgetMs ||
		reader.pages >= share * mostPagesOfPoll ||
		(world.spent?.() ?? 0) >= share;
	const isOver = () => isSpent(reader.hasMoved ? 1 : rereadShare);
	while (reader.next < end) {
		if (reader.hasMoved && (isOver() || reader.emitted.length >= mostRecords)) break;
		if (!again && !reader.hasMoved && reader.pages && isOver()) reader.skipKnown();
		const read = await reader.advance(end, isOver);
		if (!read.ok && reader.hasMoved && isInTheWay(read.failure)) break;
		if (!read.ok) return read;
		if (!read.result || reader.isStopped) break;
	}
	const { emitted } = reader;
	const ends = known?.ends ?? [];
	const before = reader.asOf - settings.settleSeconds;
	// On the way down a list, while newer records wait, it is the age of a time that tells that it is settled.
	const isBehind = world.isTimed && !world.isRanged && reader.next < end;
	const settled = Math.max(settledEnd(ends, before), isBehind ? before : 0);
	const place = reader.settle(Math.min(settings.settleSeconds ? settled : end, reader.provenTo));
	const last = emitted.length ? start : known?.last;
	return {
		ok: true,
		result: {
			emitted,
			cursor: {
				version: cursorVersion,
				event: settings.event,
				feed: settings.feed,
				place,
				...(settings.settleSeconds && { ends: noteEnd(ends, at, end, settings.settleSeconds) }),
				...(reader.span !== world.span && { span: reader.span }),
				...(settings.redeliver && last && { last }),
				...(reader.descent.length && { descent: reader.descent }),
			},
		},
	};
}

/** The place where a watch begins. From now on means: what is there already counts as emitted. */
async function begin(
	known: FeedCursor | undefined,
	end: number,
	world: World,
	{ start }: FeedSettings,
): Promise<Answer<Place>> {
	// A start that is still to come was not read yet.
	const from = (floor: number): Answer<Place> => ({
		ok: true,
		result: { floor, next: Math.min(floor, end), seen: '' },
	});
	if (start.at === 'position') return from(start.position);
	const time = known?.pending ?? (start.at === 'time' ? start.time : undefined);
	if (time !== undefined) {
		const found = await world.seek(time, end);
		return found.ok ? from(found.result) : found;
	}
	// The newest position may still get more records: it is read again, and what it has now is known.
	const reader = new Reader(
		world,
		{ floor: Math.max(0, end - 1), next: Math.max(0, end - 1), seen: '' },
		1,
	);
	while (reader.next < end) {
		const read = await reader.advance(end, never);
		if (!read.ok) return read;
		if (!read.result) break;
	}
	return { ok: true, result: { ...reader.settle(0), next: end } };
}

const never = (): boolean => false;

/** A failure that every next poll would meet in the same place: what was read before it is told first. */
const isInTheWay = ({ kind, passing }: Failure): boolean => kind === 'rate-limited' || !passing;

/** The end that the feed had at this time or before; what is below it is old enough. */
const settledEnd = (ends: NonNullable<FeedCursor['ends']>, time: number): number =>
	Math.max(0, ...ends.filter(([at]) => at <= time).map(([, end]) => end));

/** Keeps the newest end that is old enough and a few younger ones. */
function noteEnd(
	ends: NonNullable<FeedCursor['ends']>,
	at: number,
	end: number,
	settleSeconds: number,
) {
	const old = ends.filter(([then]) => then <= at - settleSeconds);
	const young = ends.filter(([then]) => then > at - settleSeconds && then <= at);
	const isNoted =
		young.length > 0 && at - young[young.length - 1][0] < settleSeconds / (mostEnds - 2);
	return [...old.slice(-1), ...young, ...(isNoted ? [] : [[at, end] as [number, number]])].slice(
		-mostEnds,
	);
}

interface PollState {
	/** When it began, UNIX seconds. */
	at: number;
	/** Where earlier polls came on their way down a list. */
	descent: Step[];
	/** Whether the way down may go on with the next poll. */
	mayPause: boolean;
	/** Whether the time of the poll is over. */
	isLate(): boolean;
	/** Whether a position that was read may get more records. */
	mayBeLate: boolean;
}

/** Reads a feed upwards from a place, range by range, and keeps what was not emitted before. */
class Reader {
	readonly emitted: Array<FeedRecord | Gap> = [];
	next: number;
	/** Whether anything was read that no poll had read before. */
	hasMoved = false;
	/** Pages read so far. */
	pages = 0;
	/** All below it was read whole, whichever server answered. */
	provenTo = Infinity;
	/** Whether something is in the way of all that would be read next. */
	isStopped = false;
	/** When the oldest list of those that were read began to be read. */
	asOf: number;
	/** Where the next poll can go on down the list. */
	descent: Step[];
	private floor: number;
	private leftOutFrom = Infinity;
	private readonly readBefore: number;
	private readonly seen: Seen;

	constructor(
		private readonly world: World,
		place: Place,
		public span: number,
		private readonly poll: PollState = {
			at: 0,
			descent: [],
			mayPause: false,
			isLate: never,
			mayBeLate: false,
		},
	) {
		this.asOf = poll.at;
		this.descent = poll.descent;
		this.floor = place.floor;
		this.next = place.floor;
		this.readBefore = place.next;
		this.seen = unpackSeen(place.seen);
	}

	/** Reads the next range; false where the source has no more for now. */
	async advance(end: number, isOver: () => boolean): Promise<Answer<boolean>> {
		const range = { from: this.next, to: Math.min(end, this.next + this.span) };
		const read = await this.readRange(range, isOver);
		if (!read.ok) return read;
		const { records, to, gone } = read.result;
		if (gone) {
			// What an earlier poll could read is not gone, though another server lacks it.
			const from = this.poll.mayBeLate
				? range.from
				: Math.max(range.from, Math.min(this.readBefore, gone.to));
			if (from < gone.to) this.emitted.push({ from, to: gone.to, reason: gone.reason });
			this.floor = gone.to;
		}
		for (const record of records.sort(
			(a, b) => a.position - b.position || (a.rank ?? 0) - (b.rank ?? 0),
		)) {
			this.take(record);
		}
		this.next = to;
		this.hasMoved ||= to > this.readBefore;
		return { ok: true, result: to > range.from };
	}

	/** Goes on where no poll has read; the next one reads again what this one leaves out. */
	skipKnown(): void {
		if (this.next >= this.readBefore) return;
		this.leftOutFrom = this.next;
		this.next = this.readBefore;
	}

	private take(record: FeedRecord): void {
		const marks = this.seen.get(record.position) ?? new Set<string>();
		const mark = markOfKey(record.key);
		if (marks.has(mark)) return;
		this.seen.set(record.position, marks.add(mark));
		this.emitted.push(record);
	}

	/** All records of a range, or of as much of its beginning as a poll can hold. */
	private async readRange({ from, to: end }: Range, isOver: () => boolean) {
		let resumed = this.descent.at(-1);
		let to = Math.min(end, resumed?.lowest ?? end);
		let retold = false;
		for (;;) {
			const found = new Map<string, FeedRecord>();
			const tokens = new Set<string>();
			let token = resumed?.token;
			let lowest = to;
			let gone: Page['gone'];
			let doneTo: number | undefined;
			const at = resumed?.at ?? this.poll.at;
			// Only above what was read before, so that the next poll gets further than this one did.
			const canPause = () =>
				this.poll.mayPause &&
				!this.world.isRanged &&
				!retold &&
				lowest > Math.max(from, this.readBefore);
			for (let pages = 1 + (resumed?.pages ?? 0); ; pages++) {
				this.pages++;
				const answer = await this.world.readPage({ from, to }, token);
				if (!answer.ok) {
					if (
						doneTo !== undefined &&
						doneTo > Math.max(from, this.readBefore) &&
						isInTheWay(answer.failure)
					) {
						this.isStopped = true;
						return {
							ok: true as const,
							result: { records: below(found, doneTo), to: doneTo, gone },
						};
					}
					const isLimited = answer.failure.kind === 'rate-limited';
					const hasLed = token !== undefined && token !== resumed?.token;
					if (
						isLimited &&
						hasLed &&
						canPause() &&
						this.pause({ token: token!, lowest, pages: pages - 1, at })
					)
						return { ok: true as const, result: { records: [], to: from, gone: undefined } };
					// The service forgot the token: its list is read anew, once, and to its end.
					const isForgotten = !isLimited && (answer.failure.httpStatus === 400 || !hasLed);
					if (!token || retold || !isForgotten) return answer;
					retold = true;
					resumed = undefined;
					this.descent = [];
					to = end;
					break;
				}
				const page = answer.result;
				// A hole behind others' records is the beginning of the next range.
				if (page.gone && doneTo !== undefined) {
					return { ok: true as const, result: { records: below(found, doneTo), to: doneTo, gone } };
				}
				gone ??= page.gone;
				doneTo = page.doneTo;
				if (page.provenTo !== undefined) this.provenTo = Math.min(this.provenTo, page.provenTo);
				for (const record of page.records) {
					lowest = Math.min(lowest, record.position);
					if (record.position >= Math.max(from, gone?.to ?? from) && record.position < to)
						found.set(record.key, record);
				}
				lowest = Math.min(lowest, page.lowest ?? lowest);
				if (!this.world.isRanged) to = cutNewest(found, to);
				const isWhole = !page.next;
				if (isWhole && pages === 1 && this.world.isRanged)
					this.span = Math.min(this.world.span, this.span * 4);
				if (isWhole || (page.doneTo !== undefined && (pages >= mostPages || isOver()))) {
					const done = Math.max(gone?.to ?? from, Math.min(to, page.doneTo ?? to));
					this.endDescent(resumed, done);
					return { ok: true as const, result: { records: below(found, done), to: done, gone } };
				}
				if (tokens.has(page.next!)) return endless;
				tokens.add((token = page.next!));
				if (
					this.world.isRanged &&
					page.doneTo === undefined &&
					pages >= mostPages &&
					to - from > 1
				) {
					// As many positions as held half of what was read, if all are as dense as these.
					to = from + Math.max(1, Math.min((to - from) >> 1, (to - lowest) >> 1));
					this.span = to - from;
					break;
				}
				if (!this.world.isRanged && pages >= mostDescent && lowest >= from) {
					const reason = `more than ${mostDescent} pages of newer records lie before it`;
					// The lowest position itself may go on on the next page.
					const records = [...found.values()].filter(({ position }) => position > lowest);
					const first = lowest + 1;
					const done = Math.max(to, first);
					this.endDescent(resumed, done);
					return { ok: true as const, result: { records, to: done, gone: { to: first, reason } } };
				}
				if (canPause() && this.poll.isLate() && this.pause({ token, lowest, pages, at }))
					return { ok: true as const, result: { records: [], to: from, gone: undefined } };
			}
		}
	}

	/** Leaves the way down a list for the next poll, where there is room to remember it. */
	private pause(step: Step): boolean {
		const descent = fitDescent([...this.descent, step]);
		if (descent.length) this.descent = descent;
		return descent.length > 0;
	}

	/** A step that has led to all below it is done with; where there was no room for all, it leads to the rest too. */
	private endDescent(resumed: Step | undefined, done: number): void {
		if (!resumed) return;
		this.asOf = Math.min(this.asOf, resumed.at);
		if (done >= resumed.lowest) this.descent = this.descent.slice(0, -1);
	}

	/** The place that is left; `settled` is the position below which no late records are looked for. */
	settle(settled: number): Place {
		let floor = Math.min(this.leftOutFrom, Math.max(this.floor, Math.min(this.next, settled)));
		const positions = [...this.seen.keys()].sort((a, b) => b - a);
		let count = 0;
		for (const position of positions) {
			count += this.seen.get(position)!.size;
			if (count > mostSeen) {
				// No memory for more: what lies so far back is done.
				floor = Math.max(floor, position + 1);
				break;
			}
		}
		for (const position of positions) if (position < floor) this.seen.delete(position);
		return { floor, next: this.hasMoved ? this.next : this.readBefore, seen: packSeen(this.seen) };
	}
}

const below = (found: Map<string, FeedRecord>, end: number): FeedRecord[] =>
	[...found.values()].filter(({ position }) => position < end);

/** Leaves the oldest records that a poll can hold, whole positions only; returns the end of what is left. */
function cutNewest(found: Map<string, FeedRecord>, to: number): number {
	if (found.size <= mostRecords) return to;
	const positions = [...found.values()].map(({ position }) => position).sort((a, b) => a - b);
	const end = Math.max(positions[mostRecords], positions[0] + 1);
	for (const [key, { position }] of found) if (position >= end) found.delete(key);
	return end;
}

const endsBefore = (end: number, next: number): { ok: false; failure: Failure } =>
	fail('not-understood', `The source ends before ${end}, far below ${next}, which it had reached`, {
		passing: true,
		hint: 'Another network may stand behind the URL, or its index is being built anew. If it stays so, replace this node by a new one to start afresh.',
	});

const endless = fail(
	'not-understood',
	'The service gave the same page token twice, so its list has no end',
	{
		hint: 'This is a fault of the service. The next poll tries again.',
	},
);
