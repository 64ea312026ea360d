/** Each unreadable record fails polls for a while, then comes as an item of its own, so that nothing stops for ever. */
import { optional } from '../shared/fields/fields';
import { choice } from '../shared/fields/kinds';
import { toInteger } from '../shared/values/hex';
import { slackSeconds } from '../shared/values/times';
import { markOfKey } from './cursor';
import { Lately } from './lately';
import type { FeedRecord } from './source';
import { dayMs } from '../shared/values/timeUnits';

/** Up to this many unreadable entries can be records. More, without a readable one, mean a list of another form. */
const mostAlone = 2;
/** True if a list holds only unreadable entries, and too many of them to be records. */
export const isNoList = (readable: number, unread: number): boolean =>
	readable === 0 && unread > mostAlone;

/** Polls that fail before a record is given up. */
const mostPolls = 10;
/** The same for a record older than that many polls at one a minute, because one process may never get to more. */
const mostPollsOfOld = 3;
const oldSeconds = 60 * mostPolls;
/** Longer than any useful pause between polls. */
const rememberedMs = 2 * dayMs;

/** How many polls in a row met each unreadable record, by feed. */
const met = new Lately<Map<string, number>>(rememberedMs);

/** Decides when an unreadable record of a feed is given up. */
export class Patience {
	private readonly before: Map<string, number>;
	private readonly now = new Map<string, number>();

	/** `feed` tells the feed of one trigger node from those of any other. `nowSeconds` is in UNIX seconds. */
	constructor(
		private readonly feed: string,
		private readonly nowSeconds: number,
	) {
		this.before = met.get(feed) ?? new Map<string, number>();
	}

	/** Counts this poll, once, and returns true if the record is to be emitted as it came. */
	isOver({ key, unreadable }: FeedRecord): boolean {
		const mark = markOfKey(key);
		const polls = (this.before.get(mark) ?? 0) + 1;
		this.now.set(mark, polls);
		met.set(this.feed, this.now);
		const age = this.nowSeconds - (unreadable?.time ?? Infinity);
		return polls >= (age >= oldSeconds ? mostPollsOfOld : mostPolls);
	}
}

/** A record's own time if it is possible, else `otherwise`. */
export function timeIn(value: unknown, otherwise: number | undefined): number | undefined {
	const time = toInteger(value);
	const latest = Math.floor(Date.now() / 1000) + slackSeconds;
	return time !== undefined && time > 0 && time <= latest ? time : otherwise;
}

/** Most characters of a raw record. */
const longestRaw = 4000;
/** Within a text, matches all but English letters, digits and characters that cannot mark up, link or mention. */
const risky = /\\.|(?<!\d)[.:]|[.:](?!\d)|[^A-Za-z0-9 ,+().:-]/gs;

const escapeRisky = (found: string): string =>
	found.startsWith('\\') ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A record, or its beginning, as JSON in its own order. Characters that could have an effect elsewhere are escaped. */
export function writeRaw(record: unknown): string {
	const whole = JSON.stringify(record) ?? '';
	const escaped = whole
		.slice(0, longestRaw)
		.replace(
			/"((?:[^"\\]|\\.)*)("|$)/gs,
			(_text, inner: string, end: string) => `"${inner.replace(risky, escapeRisky)}${end}`,
		);
	const isCut = whole.length > longestRaw || escaped.length > longestRaw;
	return isCut ? `${escaped.slice(0, longestRaw - 3)}...` : escaped;
}

export const whenUnreadable = optional(
	choice(
		{
			displayName: 'When a Record Cannot Be Read',
			name: 'whenUnreadable',
			default: 'report',
			description: 'What happens once ten polls could not read a record, or three if it is old',
		},
		[
			{
				name: 'Report It and Go On',
				value: 'report',
				description: 'Emit one item with the record as it came, and read on',
			},
			{
				name: 'Stop',
				value: 'stop',
				description: 'Let each poll fail until the record can be read',
			},
		],
	),
);
