/**
 * One poll of several lists that form one watch. Each list has its own place, so that a failing list holds back only
 * itself, and adding or removing one moves no other. The lists take turns within the requests of a poll.
 */
import { isOfAccess, type Answer, type Failure } from '../shared/errors';
import type { FeedNotice } from './backlog';
import { beginOver, ownCursor, postpone } from './begin';
import { mostRecords, type PollClock } from './budget';
import { confirmEnd } from './confirmEnd';
import { cursorVersion, type FeedCursor, type PartCursor } from './cursor';
import type { FeedSettings, StartOver } from './feedSettings';
import { pollFeed, type Polled } from './pollFeed';
import type { Ascending, AscendingPage, FeedRecord, Gap, Head, Ranged } from './source';
import { keepStarted, markStarted, startOverDue } from './startOver';
import type { Patience } from './unreadable';

export interface Part {
	/** `key` names the list in the cursor, `label` in messages. */
	key: string;
	label: string;
	/** The wallet of the list, if it belongs to only one. */
	address?: string;
	source: (Ascending | Ranged) & { positions: 'blocks' };
	settings: FeedSettings;
}

/** The lists of one watch, all of one chain. */
export interface ListGroup {
	settings: FeedSettings;
	parts: Part[];
	/** Names of the subjects whose records each list holds together. Absent if each has lists of its own. */
	subjects?: string[];
	/** Requests sent in this poll so far. */
	requests: () => number;
}

export interface GroupEmitted {
	part: Part;
	record: FeedRecord | Gap | FeedNotice;
}

/** The result of a poll. `failed` holds the lists that could not be read, while others may have been. */
export interface GroupPolled {
	emitted: GroupEmitted[];
	cursor: FeedCursor;
	failed: Array<{ part: Part; failure: Failure }>;
}

interface GroupRecalling {
	/** Emits the last batches once more. */
	redelivers: boolean;
	/** Patience with a list's unreadable records. Without it, they fail the list. */
	patienceOf: (part: Part) => Patience | undefined;
}

/** After this many requests, a poll begins no further list. */
const mostRequestsOfPoll = 50;

/** Shared by all lists of one poll, and asked for only once. */
interface Shared {
	head: Head;
	hasEnd?: (end: number) => Promise<Answer<boolean>>;
	/** The position from which each subject is watched. */
	since: Map<string, number>;
}

/** The source of a list, with the shared end of the chain, counting its share of the remaining requests. */
function share(
	{ source }: Part,
	{ head, hasEnd, since }: Shared,
	requests: () => number,
): Part['source'] {
	const before = requests();
	const left = Math.max(1, mostRequestsOfPoll - before);
	const own = {
		readEnd: async () => await source.readEnd(head.end),
		...(hasEnd && { hasEnd }),
		spent: () => Math.max(source.spent?.() ?? 0, (requests() - before) / left),
	};
	if (source.way === 'ranged') return { ...source, ...own };
	return {
		...source,
		...own,
		readPage: async (range, token) => watchedOf(await source.readPage(range, token), since),
	};
}

/** Leaves out records from before their subject was watched. */
function watchedOf(page: Answer<AscendingPage>, since: Map<string, number>): Answer<AscendingPage> {
	if (!page.ok) return page;
	const isWatched = ({ subject, position }: FeedRecord): boolean =>
		subject === undefined || position >= (since.get(subject) ?? 0);
	const records = page.result.records.filter(isWatched);
	return { ok: true, result: { ...page.result, records } };
}

/** Polls all lists there is room for. Fails as a whole only if the chain's end or a beginning cannot be read. */
export async function pollGroup(
	cursor: FeedCursor | undefined,
	group: ListGroup,
	clock: PollClock,
	recalling: GroupRecalling,
): Promise<Answer<GroupPolled>> {
	const { settings, parts, requests } = group;
	const known = ownCursor(cursor, settings);
	const [{ source }] = parts;
	const told = await source.readEnd();
	if (!told.ok) return told;
	const hasEnd = source.hasEnd && once(source.hasEnd);
	const over = startOverDue(cursor, settings);
	const asked = { head: told.result, hasEnd };
	const begun = over
		? await startAllOver(over, known, group, asked)
		: await beginAll(known, group, asked, clock);
	if (!begun.ok) return begun;
	const { places, ...shared } = begun.result;
	const polling = new Polling(places, { ...shared, hasEnd }, clock, recalling);
	const polled = await polling.run(inTurn(parts, known?.turn), requests, settings);
	const marked = { ...polled.cursor, ...markStarted(cursor, settings) };
	return { ok: true, result: { ...polled, cursor: marked } };
}

/** The cursor of a watch that cannot be read when published. It and its new lists begin then, see {@link postpone}. */
export function postponeGroup(
	cursor: FeedCursor | undefined,
	{ settings, parts }: ListGroup,
	clock: Pick<PollClock, 'now'>,
): FeedCursor {
	const known = ownCursor(cursor, settings);
	const postponed = postpone(settings, clock);
	if (!known?.parts) return known ?? { ...postponed, ...keepStarted(cursor) };
	const { pending } = postponed;
	const added = parts.filter(({ key }) => !known.parts?.[key]).map(({ key }) => [key, { pending }]);
	return { ...known, parts: { ...known.parts, ...Object.fromEntries(added) } };
}

type HasEnd = NonNullable<Shared['hasEnd']>;

function once(ask: HasEnd): HasEnd {
	const asked = new Map<number, Promise<Answer<boolean>>>();
	return async (end) => {
		const answer = asked.get(end) ?? ask(end);
		asked.set(end, answer);
		return await answer;
	};
}

const inTurn = (parts: Part[], turn: string | undefined): Part[] => {
	const first = Math.max(
		0,
		parts.findIndex(({ key }) => key === turn),
	);
	return [...parts.slice(first), ...parts.slice(0, first)];
};

type Places = Map<string, FeedCursor | undefined>;

const ofPart = ({ settings }: Part, stored: PartCursor): FeedCursor => ({
	version: cursorVersion,
	event: settings.event,
	feed: settings.feed,
	...stored,
});

interface Begun extends Shared {
	places: Places;
}

type Asked = Omit<Shared, 'since'>;

/** The confirmed end of the chain, and the first list with that end. `end` leaves out what is not confirmed yet. */
async function confirmForAll(
	{ settings, parts }: ListGroup,
	{ head, hasEnd }: Asked,
): Promise<Answer<{ source: Part['source']; head: Head; end: number }>> {
	const source = { ...parts[0].source, ...(hasEnd && { hasEnd }) };
	const confirmed = await confirmEnd(undefined, head, source, settings);
	if (!confirmed.ok) return confirmed;
	const end = Math.max(0, confirmed.result.end - settings.confirmations);
	return { ok: true, result: { source, head: confirmed.result, end } };
}

/** True for a subject that an existing watch did not have yet. */
const isAdded = (known: FeedCursor | undefined, subject: string): boolean =>
	known?.parts !== undefined && known.since?.[subject] === undefined;

/** Subjects that were added are watched from `end`. */
const sinceOf = (known: FeedCursor | undefined, subjects: string[], end: number): Shared['since'] =>
	new Map(
		subjects.map((subject) => [
			subject,
			isAdded(known, subject) ? end : (known?.since?.[subject] ?? 0),
		]),
	);

/** New lists, and new subjects of existing lists, begin at the current end without requests of their own. */
async function beginAll(
	known: FeedCursor | undefined,
	group: ListGroup,
	asked: Asked,
	{ now }: PollClock,
): Promise<Answer<Begun>> {
	const { settings, parts, subjects = [] } = group;
	const places = placesOf(known, parts);
	const unplaced = settings.start.at === 'now' ? parts.filter(({ key }) => !places.has(key)) : [];
	const areAllKnown = !unplaced.length && !subjects.some((subject) => isAdded(known, subject));
	if (areAllKnown)
		return {
			ok: true,
			result: { places, since: sinceOf(known, subjects, 0), head: asked.head },
		};
	const confirmed = await confirmForAll(group, asked);
	if (!confirmed.ok) return confirmed;
	const { end, head } = confirmed.result;
	const ends: FeedCursor['ends'] = settings.settleSeconds
		? [[Math.floor(now() / 1000), end]]
		: undefined;
	for (const part of unplaced) {
		const place = { floor: end, next: end, seen: '' };
		places.set(part.key, ofPart(part, { place, confirmed: true, ...(ends && { ends }) }));
	}
	return { ok: true, result: { places, since: sinceOf(known, subjects, end), head } };
}

/** Starts all lists over at one place, which is looked up once. */
async function startAllOver(
	over: StartOver,
	known: FeedCursor | undefined,
	group: ListGroup,
	asked: Asked,
): Promise<Answer<Begun>> {
	const { settings, parts, subjects = [] } = group;
	const confirmed = await confirmForAll(group, asked);
	if (!confirmed.ok) return confirmed;
	const begun = await beginOver(over, confirmed.result, settings);
	if (!begun.ok) return begun;
	const place = begun.result;
	const places: Places = new Map(
		parts.map((part) => {
			const backlog = known?.parts?.[part.key]?.backlog;
			return [part.key, ofPart(part, { place, confirmed: true, ...(backlog && { backlog }) })];
		}),
	);
	const since = new Map(subjects.map((subject) => [subject, 0]));
	return { ok: true, result: { places, since, head: confirmed.result.head } };
}

function placesOf(known: FeedCursor | undefined, parts: Part[]): Places {
	const places: Places = new Map();
	for (const part of parts) {
		const stored = known?.parts?.[part.key];
		if (stored) places.set(part.key, ofPart(part, stored));
		else if (known?.pending !== undefined)
			places.set(part.key, ofPart(part, { pending: known.pending }));
	}
	return places;
}

/** Cursor fields that all lists share. */
const inCommon = ['version', 'event', 'feed'] as const;

/** True for a failure that the next list would meet as well. */
const isOfAll = (failure: Failure): boolean =>
	isOfAccess(failure) || ['rate-limited', 'timeout', 'used-up'].includes(failure.kind);

class Polling {
	private readonly emitted: GroupEmitted[] = [];
	private readonly failed: GroupPolled['failed'] = [];
	private readonly emitting = new Set<string>();
	private readonly until: number;

	constructor(
		private readonly places: Places,
		private readonly shared: Shared,
		private readonly clock: PollClock,
		private readonly recalling: GroupRecalling,
	) {
		this.until = clock.now() + clock.budgetMs;
	}

	async run(order: Part[], requests: () => number, settings: FeedSettings): Promise<GroupPolled> {
		// Batches to emit again come in this poll, whoever's turn it is.
		const { redelivers } = this.recalling;
		const hasBatch = ({ key }: Part) => redelivers && this.places.get(key)?.last !== undefined;
		const parts = [...order.filter(hasBatch), ...order.filter((part) => !hasBatch(part))];
		let turn: string | undefined;
		for (const [i, part] of parts.entries()) {
			if (i > 0 && !hasBatch(part) && this.isOver(requests)) {
				turn = part.key;
				break;
			}
			const failure = await this.poll(part, requests);
			if (!failure) continue;
			this.failed.push({ part, failure });
			if (!isOfAll(failure)) continue;
			turn = part.key;
			break;
		}
		return {
			emitted: this.emitted,
			failed: this.failed,
			cursor: this.remember(order, settings, turn),
		};
	}

	private isOver(requests: () => number): boolean {
		const isFull = this.emitted.length >= mostRecords || requests() >= mostRequestsOfPoll;
		return isFull || this.clock.now() >= this.until;
	}

	/** Polls one list. If it fails, its place stays as it was. */
	private async poll(part: Part, requests: () => number): Promise<Failure | undefined> {
		const { clock } = this;
		const { redelivers, patienceOf } = this.recalling;
		const budgetMs = Math.max(0, this.until - clock.now());
		const source = share(part, this.shared, requests);
		const place = this.places.get(part.key);
		const recalling = { redelivers, mayTakeBack: true, patience: patienceOf(part) };
		const own = { ...clock, budgetMs };
		// All lists have started over together already.
		const settings = { ...part.settings, startOver: undefined };
		const answer = await pollFeed(place, { source, settings }, own, recalling);
		if (!answer.ok) return answer.failure;
		const { emitted, notices, cursor }: Polled = answer.result;
		this.places.set(part.key, cursor);
		const told = [...emitted, ...notices];
		if (told.length) this.emitting.add(part.key);
		this.emitted.push(...told.map((record) => ({ part, record })));
		return undefined;
	}

	/** Builds the cursor. Only the batches of the last poll with output can come again, so other lists drop theirs. */
	private remember(parts: Part[], settings: FeedSettings, turn: string | undefined): FeedCursor {
		const kept = parts.flatMap(({ key }): Array<[string, PartCursor]> => {
			const cursor = this.places.get(key);
			if (!cursor) return [];
			const part: Partial<FeedCursor> = { ...cursor };
			for (const name of inCommon) delete part[name];
			if (this.emitting.size && !this.emitting.has(key)) delete part.last;
			return [[key, part]];
		});
		const { version, event, feed } = postpone(settings, this.clock);
		const { since } = this.shared;
		return {
			version,
			event,
			feed,
			parts: Object.fromEntries(kept),
			...(since.size && { since: Object.fromEntries(since) }),
			...(turn && { turn }),
		};
	}
}
