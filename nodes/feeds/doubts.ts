/** Marks and places records whose time cannot be right, or whose amount is unknown, so that a feed can report them. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../shared/errors';
import { isAhead } from '../shared/values/times';
import { faultOfService, type Doubtful, type FeedRecord, type Head, type ListPage } from './source';

/** Marks a record reported with an unknown amount. With a minimum set, all simplified records have this field. */
export const sayUnknown = (isUnknown: boolean, isSaidByAll: boolean): IDataObject =>
	isUnknown || isSaidByAll ? { isAmountUnknown: isUnknown } : {};
/** Marks a record whose time lies in the future. */
export const timeDoubtful = { isTimeDoubtful: true };

/** After this many pages without a believable time, the search for the end of a list gives up. */
const mostDoubtfulPages = 3;

/** An entry in list order. It has a `record` only if the record is wanted. */
export interface Listed {
	position: number;
	key: string;
	record?: FeedRecord;
}

export const listUnread = (listed: Listed[], unread: FeedRecord[]): Listed[] => [
	...listed,
	...unread.map((record) => ({ position: record.position, key: record.key, record })),
];

/** A page of a list whose positions are UNIX seconds, newest first. */
export interface TimedPage {
	listed: Listed[];
	/** The highest position of the requested range. */
	askedTo?: number;
	next?: string;
}

/** A list of times as its service sends it. {@link believe} decides which of the times are possible. */
interface TimedList<Range> {
	/** The host's current time, UNIX seconds. Undefined if the host does not say. */
	hostTime(): number | undefined;
	read(range: Range | 'newest', token?: string): Promise<Answer<TimedPage>>;
}

/** The end and pages of a list, read so that no place lies beyond a possible time, whatever times the list holds. */
export function believe<Range>(list: TimedList<Range>): {
	readEnd: (now?: number) => Promise<Answer<Head>>;
	readPage: (range: Range, token?: string) => Promise<Answer<ListPage>>;
} {
	let ownTime = 0;
	const readPage = async (range: Range | 'newest', token?: string): Promise<Answer<ListPage>> => {
		const page = await list.read(range, token);
		return page.ok ? judgePage(page.result, list.hostTime(), ownTime) : page;
	};
	return {
		async readEnd(now = Math.floor(Date.now() / 1000)) {
			ownTime = now;
			const newest = await readPage('newest');
			if (!newest.ok) return newest;
			const doubtful = [...(newest.result.doubtful ?? [])];
			let page = newest.result;
			for (let pages = 1; page.highest === undefined && page.next !== undefined; pages++) {
				if (pages >= mostDoubtfulPages) return allAhead;
				const next = await readPage('newest', page.next);
				if (!next.ok) return next;
				page = next.result;
				doubtful.push(...(page.doubtful ?? []));
			}
			const { highest = -1 } = page;
			return {
				ok: true,
				result: {
					end: highest + 1,
					newest: newest.result,
					now: list.hostTime() ?? now,
					doubtful,
				},
			};
		},
		readPage,
	};
}

/** Caps the positions of unreadable entries at `now`. */
const atMost = (now: number, listed: Listed[]): Listed[] =>
	listed.map((entry) => {
		if (!entry.record?.unreadable) return entry;
		const position = Math.min(entry.position, now);
		return { ...entry, position, record: { ...entry.record, position } };
	});

/** Separates records with a possible time from those in the future. */
function judgePage(
	{ listed, askedTo = Infinity, next }: TimedPage,
	hostTime: number | undefined,
	ownTime: number,
): Answer<ListPage> {
	const records: FeedRecord[] = [];
	const doubtful: Doubtful[] = [];
	let [lowest, highest] = [Infinity, -Infinity];
	for (const { position, record } of atMost(hostTime ?? ownTime, listed)) {
		if (isAhead(position, hostTime ?? ownTime)) {
			// The newest comes first, so this record is no newer than the lowest position above it.
			if (record) doubtful.push({ record, notAfter: lowest });
			continue;
		}
		if (position > askedTo) return beyondRange;
		lowest = Math.min(lowest, position);
		highest = Math.max(highest, position);
		if (record) records.push(record);
	}
	const isAnyTrue = highest > -Infinity;
	// In that case, this machine's clock may just as well be wrong.
	if (hostTime === undefined && listed.length && !isAnyTrue) return allAhead;
	return {
		ok: true,
		result: {
			records,
			keys: listed.map(({ key }) => key),
			...(isAnyTrue && { lowest, highest }),
			...(doubtful.length && { doubtful }),
			...(next && { next }),
		},
	};
}

/** A block's time in UNIX seconds, to find a start by. Fails if it is impossible. `hostTime` is the host's clock. */
export function believeTime(
	block: number | string,
	time: number | undefined,
	hostTime: number | undefined,
): Answer<number> {
	// Only the first block of a chain may have the time 0.
	const isTold = time !== undefined && (time > 0 || (time === 0 && Number(block) === 0));
	if (!isTold) return notBelieved(`Block ${block} came without a time`, noTimeHint);
	return isAhead(time, hostTime)
		? notBelieved(`The time of block ${block} lies in the future`, aheadHint)
		: { ok: true, result: time };
}

const notBelieved = (message: string, hint: string): Answer<never> =>
	fail('not-understood', message, { passing: true, hint });
const noTimeHint = 'The next poll asks again. If the message stays, use another source.';
const aheadHint =
	'The next poll asks again. If the message stays, check the clock of the machine that runs n8n. For a development network whose clock is ahead, set Start Block.';

const beyondRange: Answer<never> = fail(
	'not-understood',
	'The Data API returned a record of a later time than it was asked for',
	{ hint: faultOfService },
);

const allAhead: Answer<never> = fail(
	'not-understood',
	'The times of the newest records all lie in the future',
	{
		hint: `${faultOfService} If the message stays, check the clock of the machine that runs n8n.`,
	},
);
