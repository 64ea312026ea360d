/** What a poll keeps of a source that reads upwards: what is proved, and what was read before something is in the way. */
import type { FeedCursor } from '../../nodes/feeds/cursor';
import type { FeedSettings } from '../../nodes/feeds/feedSettings';
import { pollFeed } from '../../nodes/feeds/pollFeed';
import type { Ascending, AscendingPage, Descending, Source } from '../../nodes/feeds/source';
import { fail, type Answer, type FailureKind } from '../../nodes/shared/errors';

const settings: FeedSettings = {
	event: 'newTransaction',
	record: 'transaction',
	feed: 'feed',
	start: { at: 'now' },
	confirmations: 0,
	settleSeconds: 0,
	redeliver: false,
};
const clock = { now: () => 1_800_000_000_000, budgetMs: 30_000 };

/** Blocks in pages of ten; `pageAt` changes the page that begins there. */
function open(
	end: number,
	shown: number[],
	pageAt: (first: number) => Answer<Partial<AscendingPage>> | undefined,
): Ascending {
	return {
		way: 'ascending',
		positions: 'blocks',
		sampleBlocks: [20],
		makeUp: async () => ({ ok: true, result: [] }),
		readEnd: async () => ({ ok: true, result: { end } }),
		seek: async () => ({ ok: true, result: 0 }),
		timeOf: async () => ({ ok: true, result: undefined }),
		async readPage({ from, to }, token) {
			const first = token ? Number(token) : from;
			const last = Math.min(to, first + 10);
			const changed = pageAt(first);
			if (changed && !changed.ok) return changed;
			const records = shown
				.filter((position) => position >= first && position < last)
				.map((position) => ({ position, key: String(position), json: {} }));
			const next = last < to ? { next: String(last) } : {};
			return { ok: true, result: { records, doneTo: last, ...next, ...changed?.result } };
		},
	};
}
const cursorAt = (floor: number, next = floor): FeedCursor => ({
	version: 1,
	event: 'newTransaction',
	feed: 'feed',
	place: { floor, next, seen: '' },
});
const poll = async (cursor: FeedCursor, source: Source) => {
	const answer = await pollFeed(cursor, { source, settings }, clock);
	if (!answer.ok) throw new Error(answer.failure.message);
	const emitted = answer.result.emitted.map((one) =>
		'reason' in one ? [one.from, one.to] : one.position,
	);
	return { emitted, cursor: answer.result.cursor, place: answer.result.cursor.place! };
};

test('what is not proved is read again, and emitted once [T2]', async () => {
	const proven = (first: number) => ({
		ok: true as const,
		result: first === 110 ? { provenTo: 112 } : {},
	});
	const before = await poll(cursorAt(100), open(130, [105, 115, 125], proven));
	expect(before.emitted).toEqual([105, 115, 125]);
	expect([before.place.floor, before.place.next]).toEqual([112, 130]);
	// A record that the other server did not have.
	const after = await poll(
		before.cursor,
		open(131, [113, 115, 125, 130], () => undefined),
	);
	expect(after.emitted).toEqual([113, 130]);
	expect(after.place.floor).toBe(131);
});

test('what was read is no gap because another server lacks it [T2]', async () => {
	const gone = () => ({
		ok: true as const,
		result: { gone: { to: 120, reason: 'gone' }, doneTo: 120, next: '120' },
	});
	const openLacking = (from: number) =>
		open(130, [], (first) => (first === from ? gone() : undefined));
	expect((await poll(cursorAt(100, 115), openLacking(100))).emitted).toEqual([[115, 120]]);
	expect((await poll(cursorAt(100, 125), openLacking(100))).emitted).toEqual([]);
	expect((await poll(cursorAt(100), openLacking(100))).emitted).toEqual([[100, 120]]);
});

describe('what was read before [F7]', () => {
	const failing = (kind: FailureKind, passing: boolean, at: number) =>
		open(150, [105, 115, 125], (first) =>
			first === at ? fail(kind, 'in the way', { passing }) : undefined,
		);

	test.each<[string, FailureKind, boolean]>([
		['a rate limit', 'rate-limited', true],
		['what does not pass', 'refused', false],
	])('%s is emitted, and the next poll goes on there', async (_what, kind, passing) => {
		const { emitted, place, cursor } = await poll(cursorAt(100), failing(kind, passing, 120));
		expect(emitted).toEqual([105, 115]);
		expect([place.floor, place.next]).toEqual([120, 120]);
		await expect(poll(cursor, failing(kind, passing, 120))).rejects.toThrow('in the way');
	});

	test('anything else is dropped with the poll that fails', async () => {
		await expect(poll(cursorAt(100), failing('server', true, 120))).rejects.toThrow('in the way');
	});

	test('a rate limit is dropped too where it is nothing new', async () => {
		await expect(poll(cursorAt(100, 140), failing('rate-limited', true, 120))).rejects.toThrow(
			'in the way',
		);
	});
});

describe('the way down a list that takes more pages than a rate limit allows [F7]', () => {
	const newest = 1_000;
	/** One record a page, from the newest down; `allowed` pages are given. */
	const openList = (allowed: number): Descending => ({
		way: 'descending',
		positions: 'seconds',
		makeUp: async () => ({ ok: true, result: [] }),
		readEnd: async () => ({ ok: true, result: { end: newest + 1 } }),
		async readPage({ from }, token) {
			if (allowed-- <= 0) return fail('rate-limited', 'in the way', { passing: true });
			const position = token ? Number(token) : newest;
			const next = position > from ? { next: String(position - 1) } : {};
			return {
				ok: true,
				result: {
					records: [{ position, key: String(position), json: {} }],
					lowest: position,
					...next,
				},
			};
		},
	});

	test('is gone on with by the next poll, and all is emitted once', async () => {
		let cursor = cursorAt(970);
		const emitted: unknown[] = [];
		for (let polls = 0; polls < 20 && emitted.length < 31; polls++) {
			const result = await poll(cursor, openList(8));
			emitted.push(...result.emitted);
			cursor = result.cursor;
		}
		expect(emitted).toEqual(Array.from({ length: 31 }, (_, i) => 970 + i));
	});

	test('fails a poll that gets no page at all, and keeps what the one before reached', async () => {
		const { cursor } = await poll(cursorAt(970), openList(8));
		const before = JSON.stringify(cursor);
		await expect(poll(cursor, openList(0))).rejects.toThrow('in the way');
		expect(JSON.stringify(cursor)).toBe(before);
	});
});
