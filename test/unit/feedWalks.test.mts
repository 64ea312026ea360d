/** The three ways of reading a list, page by page: how far each comes, what it holds, and where the next poll goes on. */
import { fail, type Answer, type Failure } from '../../nodes/shared/errors';
import { Budget } from '../../nodes/feeds/budget';
import { fitDescent, type DescentStep } from '../../nodes/feeds/cursor';
import type {
	Ascending,
	AscendingPage,
	Descending,
	FeedRecord,
	ListPage,
	PositionRange,
	Ranged,
} from '../../nodes/feeds/source';
import { ascend } from '../../nodes/feeds/walks/ascending';
import { Descent } from '../../nodes/feeds/walks/descending';
import { RangedWalk } from '../../nodes/feeds/walks/ranged';
import { Found, isInTheWay, type Pass, type Walked } from '../../nodes/feeds/walks/walk';

const at = 1_800_000_000;
const record = (position: number, key = `r${position}`): FeedRecord => ({
	position,
	key,
	json: {},
});
const records = (from: number, to: number): FeedRecord[] =>
	Array.from({ length: to - from }, (_, i) => record(from + i));

const limited: Failure = fail('rate-limited', 'Slow down', { passing: true }).failure;
const broken: Failure = fail('refused', 'No such thing').failure;
const passing: Failure = fail('server', 'Busy', { passing: true }).failure;
const forgotten: Failure = fail('refused', 'Unknown page', { httpStatus: 400 }).failure;

/** A source whose pages follow each other, with the tokens and ranges that were asked for. */
class Pages<P extends ListPage> {
	readonly tokens: Array<string | undefined> = [];
	readonly ranges: PositionRange[] = [];
	constructor(private readonly answers: Array<Omit<P, 'next'> | Failure>) {}

	readPage = async (range: PositionRange, token?: string): Promise<Answer<P>> => {
		this.tokens.push(token);
		this.ranges.push({ ...range });
		const nth = this.tokens.length - 1;
		const answer = this.answers[nth]!;
		if ('kind' in answer) return { ok: false, failure: answer };
		const next = nth + 1 < this.answers.length ? `page ${nth + 1}` : undefined;
		return { ok: true, result: { next, ...answer } as P };
	};
}

/** A poll whose time is over after so many pages. */
function passOf(changes: Partial<Pass> & { latePages?: number } = {}): Pass {
	const { latePages = Infinity, ...pass } = changes;
	const isLate = (): boolean => budget !== undefined && budget.pages >= latePages;
	let budget: Budget | undefined;
	budget = new Budget({ now: () => Number(isLate()), budgetMs: 1 }, () => 0);
	budget.isRereading = false;
	return { at, readBefore: 0, mayPause: true, budget, ...pass };
}

const positions = ({ records: found }: Walked): number[] => found.map(({ position }) => position);
function demand<T>(answer: Answer<T>): T {
	if (!answer.ok) throw new Error(answer.failure.message);
	return answer.result;
}

describe('what was found in a range', () => {
	const found = (...pages: ListPage[]): Found => {
		const all = new Found({ from: 10, to: 20 });
		pages.forEach((page) => all.add(page));
		return all;
	};

	test('is each record of the range once, the first and last position included', () => {
		const all = found({ records: records(8, 15) }, { records: records(14, 23) });
		expect(all.in({ from: 0, to: 99 })).toEqual(records(10, 20));
		expect(all.in({ from: 12, to: 14 })).toEqual(records(12, 14));
		expect(all.rest).toEqual({ from: 10, to: 20 });
	});

	test('is nothing that is gone: the range begins after it, and as the first page says', () => {
		const all = found(
			{ records: records(10, 16), gone: { to: 13, reason: 'pruned' } },
			{ records: [], gone: { to: 18, reason: 'later' } },
		);
		expect(all.rest).toEqual({ from: 13, to: 20 });
		expect(all.gone).toEqual({ to: 13, reason: 'pruned' });
		expect(all.in({ from: 0, to: 99 })).toEqual(records(13, 16));
		expect(found({ records: [], gone: { to: 5, reason: 'pruned' } }).rest.from).toBe(10);
	});

	test('knows its lowest position, of what is not wanted too', () => {
		expect(found().lowest).toBe(20);
		expect(found({ records: [record(15), record(12), record(17)] }).lowest).toBe(12);
		expect(found({ records: [record(15)], lowest: 11 }).lowest).toBe(11);
		expect(found({ records: [record(12)], lowest: 14 }).lowest).toBe(12);
	});

	test('is cut to whole positions, the oldest ones', () => {
		const page = {
			records: [record(14, 'a'), record(14, 'b'), record(11), record(12), record(13)],
		};
		for (const [most, left] of [
			[5, [14, 14, 11, 12, 13]],
			[4, [11, 12, 13]],
			[3, [11, 12, 13]],
			[2, [11, 12]],
		] as const) {
			const all = found(page);
			all.cut(most);
			expect(all.in({ from: 0, to: 99 }).map(({ position }) => position)).toEqual(left);
			expect(all.rest.to).toBe(most === 5 ? 20 : Math.max(...left) + 1);
		}
	});

	test('keeps a position whole that alone holds too much', () => {
		const all = found({ records: [record(12, 'a'), record(12, 'b'), record(12, 'c'), record(15)] });
		all.cut(1);
		expect(all.in({ from: 0, to: 99 })).toHaveLength(3);
		expect(all.rest.to).toBe(13);
	});
});

test('a rate limit, and what does not pass, is in the way of every next poll', () => {
	expect([limited, broken, passing].map(isInTheWay)).toEqual([true, true, false]);
});

describe('blocks, read upwards', () => {
	const walk = async (
		answers: Array<Omit<AscendingPage, 'next'> | Failure>,
		changes: Parameters<typeof passOf>[0] = {},
		range = { from: 10, to: 100 },
	) => {
		const pages = new Pages<AscendingPage>(answers);
		const walker = ascend({ readPage: pages.readPage } as Ascending);
		expect(walker.progress).toEqual({});
		const pass = passOf(changes);
		return { pages, pass, answer: await walker.walk(range, pass) };
	};
	const page = (from: number, to: number, more: Partial<AscendingPage> = {}) => ({
		records: records(from, to),
		doneTo: to,
		...more,
	});

	test('are read to the end of the range', async () => {
		const { answer, pages, pass } = await walk([page(10, 50), page(50, 120)]);
		const walked = demand(answer);
		expect(walked).toMatchObject({ to: 100, provenTo: Infinity, isStopped: false });
		expect(positions(walked)).toEqual(records(10, 100).map(({ position }) => position));
		expect([pages.tokens, pass.budget.pages]).toEqual([[undefined, 'page 1'], 2]);
	});

	test('hold nothing beyond what a page says it has done', async () => {
		const walked = demand((await walk([page(10, 50, { doneTo: 30 })])).answer);
		expect([walked.to, walked.records.length]).toEqual([30, 20]);
		expect(demand((await walk([page(0, 5, { doneTo: 5 })])).answer).to).toBe(10);
	});

	test('are proved as far as the least proved page', async () => {
		const walked = demand(
			(await walk([page(10, 20, { provenTo: 15 }), page(20, 30, { provenTo: 25 }), page(30, 40)]))
				.answer,
		);
		expect(walked.provenTo).toBe(15);
	});

	test.each([
		['is the beginning of the range', [page(40, 60, { gone: { to: 40, reason: 'pruned' } })], 60],
		[
			'behind records is left to the next range',
			[page(10, 30), page(40, 60, { gone: { to: 40, reason: 'pruned' } })],
			30,
		],
	])('a hole %s', async (_case, answers, to) => {
		const walked = demand((await walk(answers)).answer);
		expect(walked.to).toBe(to);
		expect(walked.gone).toEqual(to === 60 ? { to: 40, reason: 'pruned' } : undefined);
	});

	test.each([
		['a rate limit keeps what is new', limited, 0, true],
		['what does not pass keeps what is new', broken, 0, true],
		['a temporary failure drops all', passing, 0, false],
		['a rate limit drops what an earlier poll has read', limited, 30, false],
		['a rate limit keeps what an earlier poll has not read', limited, 29, true],
	])('%s', async (_case, failure, readBefore, isKept) => {
		const { answer } = await walk([page(10, 30), failure], { readBefore });
		if (isKept) expect(demand(answer)).toMatchObject({ to: 30, isStopped: true });
		else expect(answer).toEqual({ ok: false, failure });
	});

	test('fail where the first page does', async () => {
		expect((await walk([limited])).answer).toEqual({ ok: false, failure: limited });
		const nothingDone = [page(10, 10), limited];
		expect((await walk(nothingDone)).answer.ok).toBe(false);
	});

	test('are read in ten pages at most, and no further than the poll has time', async () => {
		const many = Array.from({ length: 12 }, (_, i) => page(10 + i, 11 + i));
		expect(demand((await walk(many)).answer).to).toBe(20);
		expect(demand((await walk(many, { latePages: 3 })).answer).to).toBe(13);
	});
});

describe('the list of a range', () => {
	const walk = async (
		answers: Array<Omit<ListPage, 'next'> | Failure>,
		{
			from = 10,
			to = 110,
			span = 100,
			startSpan,
		}: Partial<PositionRange> & { span?: number; startSpan?: number } = {},
	) => {
		const pages = new Pages<ListPage>(answers);
		const source = { readPage: pages.readPage, span } as unknown as Ranged;
		const walker = new RangedWalk(source, startSpan);
		const pass = passOf();
		return { pages, pass, walker, answer: await walker.walk({ from, to }, pass) };
	};
	const page = (from: number, to: number, more: Partial<ListPage> = {}) => ({
		records: records(from, to).reverse(),
		...more,
	});

	test('is read to its end', async () => {
		const { answer, pages, pass, walker } = await walk([page(60, 110), page(10, 60)]);
		const walked = demand(answer);
		expect([walked.to, walked.records.length, pass.budget.pages]).toEqual([110, 100, 2]);
		expect(pages.ranges).toEqual(Array(2).fill({ from: 10, to: 110 }));
		expect(walker.progress).toEqual({});
	});

	test('is asked for over the usual span, or the one that the last poll came to', async () => {
		const usual = await walk([page(10, 20)], { span: 50 });
		expect([usual.pages.ranges[0], demand(usual.answer).to]).toEqual([{ from: 10, to: 60 }, 60]);
		const short = await walk([page(10, 20), page(10, 12)], { span: 50, startSpan: 5 });
		expect(short.pages.ranges[0]).toEqual({ from: 10, to: 15 });
	});

	test.each([
		[5, 20],
		[20, 50],
	])(
		'asks for four times %d with the next range, where one page was enough',
		async (before, after) => {
			const { walker } = await walk([page(10, 12)], {
				span: 50,
				startSpan: before,
			});
			expect(walker.progress).toEqual(after === 50 ? {} : { span: after });
		},
	);

	test('leaves the span where it took several pages', async () => {
		const { walker } = await walk([page(12, 15), page(10, 12)], { span: 50, startSpan: 5 });
		expect(walker.progress).toEqual({ span: 5 });
	});

	test('that takes more than ten pages is read over half of what it held', async () => {
		const dense = Array.from({ length: 10 }, (_, i) => page(109 - i, 110 - i));
		const { answer, pages, walker } = await walk([...dense, page(10, 15)]);
		expect(pages.ranges.at(-1)).toEqual({ from: 10, to: 15 });
		expect([demand(answer).to, demand(answer).records.length]).toEqual([15, 5]);
		expect(walker.progress).toEqual({ span: 20 });
	});

	test('is read over no more than half of the range', async () => {
		const thin = Array.from({ length: 10 }, (_, i) => page(100 - 10 * i, 101 - 10 * i));
		const { pages } = await walk([...thin, page(10, 15)], { from: 10, to: 110 });
		expect(pages.ranges.at(-1)).toEqual({ from: 10, to: 10 + ((110 - 10) >> 1) });
	});

	test('is read over half of the range, too, where its pages hold what lies below', async () => {
		const wide = Array.from({ length: 10 }, (_, i) => page(100 - i, 101 - i, { lowest: -900 }));
		const { pages } = await walk([...wide, page(10, 15)]);
		expect(pages.ranges.at(-1)).toEqual({ from: 10, to: 60 });
	});

	test('of one position is read whole, however many pages it takes', async () => {
		const many = Array.from({ length: 25 }, (_, i) => ({ records: [record(10, `${i}`)] }));
		const { answer } = await walk(many, { from: 10, to: 11 });
		expect(demand(answer).records).toHaveLength(25);
	});

	test('begins after what is gone', async () => {
		const { answer } = await walk([page(40, 60, { gone: { to: 40, reason: 'old' } })]);
		expect(demand(answer)).toMatchObject({ to: 110, gone: { to: 40, reason: 'old' } });
	});

	test('is read anew, once, where the service forgot a page', async () => {
		const { answer, pages } = await walk([page(60, 110), forgotten, page(10, 110)]);
		expect(demand(answer).records).toHaveLength(100);
		expect(pages.tokens).toEqual([undefined, 'page 1', undefined]);
		const again = await walk([page(60, 110), forgotten, page(60, 110), forgotten]);
		expect(again.answer).toEqual({ ok: false, failure: forgotten });
	});

	test.each([
		['the first page is refused', [forgotten]],
		['a later page fails for another reason', [page(60, 110), passing]],
		[
			'a later page is refused for its rate',
			[page(60, 110), { ...forgotten, kind: 'rate-limited' as const }],
		],
	])('fails where %s', async (_case, answers) => {
		expect((await walk(answers)).answer.ok).toBe(false);
	});
});

describe('a list, read down from its newest record', () => {
	const walk = async (
		answers: Array<Omit<ListPage, 'next'> | Failure>,
		{
			steps = [] as DescentStep[],
			newest = undefined as ListPage | undefined,
			from = 10,
			...pass
		}: Parameters<typeof passOf>[0] & {
			steps?: DescentStep[];
			newest?: ListPage;
			from?: number;
		} = {},
	) => {
		const pages = new Pages<ListPage>(answers);
		const walker = new Descent(
			{ readPage: pages.readPage } as unknown as Descending,
			steps,
			newest,
		);
		return { pages, walker, answer: await walker.walk({ from, to: 110 }, passOf(pass)) };
	};
	const page = (from: number, to: number, more: Partial<ListPage> = {}) => ({
		records: records(from, to).reverse(),
		...more,
	});
	const step: DescentStep = { token: 'kept', lowest: 60, pages: 7, at: at - 100 };

	test('ends with the list, or below the range', async () => {
		const whole = await walk([page(60, 110), page(20, 60)]);
		expect(demand(whole.answer)).toMatchObject({ to: 110 });
		expect(demand(whole.answer).records).toHaveLength(90);
		const below = await walk([page(60, 110), page(0, 60), page(0, 9, { highest: 9 }), passing]);
		expect(demand(below.answer).records).toHaveLength(100);
		expect(below.pages.tokens).toHaveLength(3);
		const just = await walk([page(10, 110, { highest: 10 }), page(5, 11, { highest: 9 })]);
		expect(just.pages.tokens).toHaveLength(2);
	});

	test('begins with the newest page that was read already, and only once', async () => {
		const { answer, pages } = await walk([page(10, 60)], {
			newest: { records: records(60, 110), next: 'second' },
		});
		expect(pages.tokens).toEqual(['second']);
		expect(demand(answer).records).toHaveLength(100);
	});

	test('keeps the oldest thousand records', async () => {
		const many = Array.from({ length: 1001 }, (_, i) => record(10 + (i >> 4), `${i}`));
		const walked = demand((await walk([{ records: many }])).answer);
		expect([walked.to, walked.records.length]).toEqual([72, 992]);
	});

	test('goes on with the next poll where the time of this one is over', async () => {
		const first = await walk([page(90, 110), page(70, 90), page(50, 70)], { latePages: 2 });
		expect(demand(first.answer)).toEqual({ records: [], to: 10 });
		expect(first.walker.progress).toEqual({
			descent: [{ token: 'page 2', lowest: 70, pages: 2, at }],
		});
		const second = await walk([page(10, 65)], { steps: [step] });
		expect(second.pages).toMatchObject({ tokens: ['kept'], ranges: [{ from: 10, to: 60 }] });
		expect(demand(second.answer)).toMatchObject({ to: 60, asOf: at - 100 });
		expect(positions(demand(second.answer)).sort((a, b) => a - b)).toEqual(
			records(10, 60).map(({ position }) => position),
		);
		expect(second.walker.progress).toEqual({});
	});

	test('adds a step for each poll, and counts its pages and its time from the first', async () => {
		const { walker } = await walk([page(50, 60), page(40, 50)], { steps: [step], latePages: 1 });
		expect(walker.progress).toEqual({
			descent: [step, { token: 'page 1', lowest: 50, pages: 8, at: at - 100 }],
		});
	});

	test('goes on to its end where it may not pause, or would only come to what was read', async () => {
		const answers = [page(60, 110), page(10, 60)];
		expect(demand((await walk(answers, { latePages: 1, mayPause: false })).answer).to).toBe(110);
		expect(demand((await walk(answers, { latePages: 1, readBefore: 60 })).answer).to).toBe(110);
		expect(demand((await walk(answers, { latePages: 1, readBefore: 59 })).answer).to).toBe(10);
		expect(demand((await walk(answers, { latePages: 1, from: 60 })).answer).to).toBe(110);
	});

	test('goes on where the token is too long to be kept', async () => {
		const newest = { records: records(60, 110), next: 'x'.repeat(500) };
		const { answer, walker } = await walk([page(10, 60)], { newest, latePages: 1 });
		expect([demand(answer).to, walker.progress]).toEqual([110, {}]);
	});

	test('keeps its way where a rate limit ends it, if it led any further', async () => {
		const led = await walk([page(90, 110), limited]);
		expect(demand(led.answer)).toEqual({ records: [], to: 10 });
		expect(led.walker.progress.descent).toHaveLength(1);
		for (const steps of [[], [step]]) {
			const stuck = await walk([limited], { steps });
			expect(stuck.answer).toMatchObject({ ok: false, failure: limited });
			expect(stuck.walker.progress).toEqual(steps.length ? { descent: steps } : {});
		}
	});

	test('is read anew, to its end, where the service forgot its page', async () => {
		const late = await walk([page(60, 110), forgotten, page(60, 110), page(10, 60)], {
			latePages: 3,
			mayPause: true,
		});
		expect(demand(late.answer).records).toHaveLength(100);
		for (const failure of [forgotten, passing]) {
			const kept = await walk([failure, page(10, 110)], { steps: [step] });
			expect(kept.pages.tokens).toEqual(['kept', undefined]);
			expect(demand(kept.answer).records).toHaveLength(100);
			expect(kept.walker.progress).toEqual({});
		}
	});

	test('fails where a page fails for another reason, or again', async () => {
		expect((await walk([forgotten])).answer.ok).toBe(false);
		expect((await walk([page(60, 110), passing, page(10, 110)])).answer.ok).toBe(false);
		const twice = await walk([page(60, 110), forgotten, page(60, 110), forgotten]);
		expect(twice.answer.ok).toBe(false);
	});

	test('is given up after 500 pages: what lies below is gone', async () => {
		const reached = { ...step, pages: 498 };
		const { answer, walker } = await walk([page(55, 60), page(50, 55), page(40, 50)], {
			steps: [reached],
		});
		expect(demand(answer)).toMatchObject({
			to: 60,
			gone: { to: 51, reason: 'more than 500 pages of newer records come first' },
			asOf: at - 100,
		});
		expect(positions(demand(answer)).sort((a, b) => a - b)).toEqual([
			51, 52, 53, 54, 55, 56, 57, 58, 59,
		]);
		expect(walker.progress).toEqual({});
	});

	test('is not given up where its last page reached below the range', async () => {
		const reached = { ...step, pages: 499 };
		const { answer } = await walk([page(5, 60), page(0, 5, { highest: 4 })], { steps: [reached] });
		expect(demand(answer).gone).toBeUndefined();
	});

	test('keeps a step that leads further down than what fitted', async () => {
		const many = Array.from({ length: 1500 }, (_, i) => record(10 + Math.floor(i / 30), `${i}`));
		const { answer, walker } = await walk([{ records: many }], { steps: [step] });
		expect(demand(answer).to).toBe(43);
		expect(walker.progress).toEqual({ descent: [step] });
	});
});

test('a descent keeps as many of its last steps as 440 characters hold', () => {
	const steps = Array.from({ length: 12 }, (_, i) => ({
		token: `token ${i}`,
		lowest: i,
		pages: i,
		at,
	}));
	const kept = fitDescent(steps);
	expect(kept).toEqual(steps.slice(-kept.length));
	expect(JSON.stringify(kept).length).toBeLessThanOrEqual(440);
	expect(JSON.stringify(steps.slice(-kept.length - 1)).length).toBeGreaterThan(440);
	const exact = [{ ...steps[0]!, token: '' }];
	exact[0]!.token = 'x'.repeat(440 - JSON.stringify(exact).length);
	expect(fitDescent(exact)).toEqual(exact);
	expect(fitDescent([{ ...exact[0]!, token: `${exact[0]!.token}x` }])).toEqual([]);
	expect(fitDescent([])).toEqual([]);
});
