/** What a feed reports although something of it cannot be right, or is not known, and how its item says so. */
import type { IDataObject } from 'n8n-workflow';
import { fail, type Answer } from '../shared/errors';
import { isAhead } from '../shared/values/times';
import { faultOfService, type Doubtful, type FeedRecord, type Head, type ListPage } from './source';

/**
 * Whether a record comes although nobody knows if it reaches the minimum amount. Where one is set, all simplified records
 * say it.
 */
export const sayUnknown = (isUnknown: boolean, isSaidByAll: boolean): IDataObject =>
	isUnknown || isSaidByAll ? { isAmountUnknown: isUnknown } : {};
/** Of a record whose time lies in the future. */
export const timeDoubtful = { isTimeDoubtful: true };

/** Pages without a time to believe, after which the end of a list is looked for no further. */
const mostDoubtfulPages = 3;

/** An entry of a list, in the list's order; without a record where it is not wanted. */
export interface Listed {
	position: number;
	key: string;
	record?: FeedRecord;
}

/** A list with those of its entries that cannot be read. */
export const listUnread = (listed: Listed[], unread: FeedRecord[]): Listed[] => [
	...listed,
	...unread.map((record) => ({ position: record.position, key: record.key, record })),
];

/** A page of a list whose positions are UNIX seconds, the newest first. */
export interface TimedPage {
	listed: Listed[];
	/** The highest position that was asked for. */
	askedTo?: number;
	next?: string;
}

/** A list of times as its service gives it; {@link believe} tells which of its times can be. */
interface TimedList<Range> {
	/** What time it is by the host, UNIX seconds; undefined where it does not say it. */
	hostTime(): number | undefined;
	/** The page of a range, or of the newest records. */
	read(range: Range | 'newest', token?: string): Promise<Answer<TimedPage>>;
}

/** The end and the pages of a list of times, whatever times stand in it: no place lies beyond what can be. */
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

/** The list with what cannot be read no later than now. */
const atMost = (now: number, listed: Listed[]): Listed[] =>
	listed.map((entry) => {
		if (!entry.record?.unreadable) return entry;
		const position = Math.min(entry.position, now);
		return { ...entry, position, record: { ...entry.record, position } };
	});

/** A page with what can be apart from what cannot. */
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
			// What stands below a record is no newer than that.
			if (record) doubtful.push({ record, notAfter: lowest });
			continue;
		}
		if (position > askedTo) return beyondRange;
		lowest = Math.min(lowest, position);
		highest = Math.max(highest, position);
		if (record) records.push(record);
	}
	const isAnyTrue = highest > -Infinity;
	// Then it is as likely that the clock of this machine is wrong.
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

/**
 * The time of a block, by which it is found where a watch begins, UNIX seconds. Fails where the block cannot have it;
 * `hostTime` is what time it is by the host, where it says it.
 */
export function believeTime(
	block: number | string,
	time: number | undefined,
	hostTime: number | undefined,
): Answer<number> {
	// Only of a chain's first block the time may be none.
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
