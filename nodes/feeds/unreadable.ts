/** A record that cannot be read: it fails polls for a while, and then comes as an item of its own, so that it stops nothing for ever. */
import { optional, type Field } from '../shared/fields/fields';
import { choice } from '../shared/fields/kinds';
import { toInteger } from '../shared/values/hex';
import { slackSeconds } from '../shared/values/times';
import { markOfKey } from './cursor';
import { Lately } from './lately';
import type { FeedRecord } from './source';

/** So few of a list alone are records that cannot be read; more, without a readable one, are a list of another form. */
const mostAlone = 2;
/** Whether a list holds nothing but what cannot be read, and is none of records. */
export const isNoList = (readable: number, unread: number): boolean =>
	readable === 0 && unread > mostAlone;

/** Polls that fail before a record is given up. */
const mostPolls = 10;
/** The same of a record that is older than so many polls, a minute each: one process may never come to more. */
const mostPollsOfOld = 3;
const oldSeconds = 60 * mostPolls;
/** Longer than any pause between polls that is of use. */
const rememberedMs = 2 * 86_400_000;

/** How often in a row the polls of a feed met each record that they could not read. */
const met = new Lately<Map<string, number>>(rememberedMs);

/** Tells when a record of a feed is given up. */
export class Patience {
	private readonly before: Map<string, number>;
	private readonly now = new Map<string, number>();

	/** `feed` tells the feed of one trigger node from those of any other; `nowSeconds` is in UNIX seconds. */
	constructor(
		private readonly feed: string,
		private readonly nowSeconds: number,
	) {
		this.before = met.get(feed) ?? new Map<string, number>();
	}

	/** Counts the poll, once, and says whether the record comes as it is. */
	isOver({ key, unreadable }: FeedRecord): boolean {
		const mark = markOfKey(key);
		const polls = (this.before.get(mark) ?? 0) + 1;
		this.now.set(mark, polls);
		met.set(this.feed, this.now);
		const age = this.nowSeconds - (unreadable?.time ?? Infinity);
		return polls >= (age >= oldSeconds ? mostPollsOfOld : mostPolls);
	}
}

/** A time that a record says of itself, as far as it can be; the next best where it cannot. */
export function timeIn(value: unknown, otherwise: number | undefined): number | undefined {
	const time = toInteger(value);
	const latest = Math.floor(Date.now() / 1000) + slackSeconds;
	return time !== undefined && time > 0 && time <= latest ? time : otherwise;
}

/** Of a raw record, in characters. */
const longestRaw = 4000;
/** In a text: letters and digits of English, and what can neither mark up, link nor mention. */
const risky = /\\.|(?<!\d)[.:]|[.:](?!\d)|[^A-Za-z0-9 ,+().:-]/gs;

const escapeRisky = (found: string): string =>
	found.startsWith('\\') ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A record as JSON in its own order, or its beginning; characters that could do anything elsewhere are escaped. */
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

/** What a poll does about a record that cannot be read. */
export const whenUnreadable: Field = optional(
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
