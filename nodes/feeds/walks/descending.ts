/** Reads a list down from its newest record, over several polls if it is long. */
import type { Answer, Failure } from '../../shared/errors';
import { walkPages } from '../../shared/operation/paging';
import { mostRecords } from '../budget';
import { fitDescent, type DescentStep } from '../cursor';
import { faultOfService, type Descending, type ListPage, type PositionRange } from '../source';
import { Found, tellOld, type Pass, type Walked, type Walker } from './walk';

/** A descent through more pages than this is given up. */
const mostDescent = 500;

type Descended =
	| { ok: true; result: Walked }
	| { ok: false; failure: Failure; isForgotten: boolean };

export class Descent implements Walker {
	constructor(
		private readonly source: Descending,
		/** Where earlier polls came on their way down. */
		private steps: DescentStep[],
		/** The newest page, where it was just read. */
		private newest?: ListPage,
	) {}

	get progress() {
		return this.steps.length ? { descent: this.steps } : {};
	}

	async walk(range: PositionRange, pass: Pass): Promise<Answer<Walked>> {
		const walked = await this.descend(range, pass, this.steps.at(-1));
		if (walked.ok || !walked.isForgotten) return walked;
		// The service forgot the token: its list is read anew, once, and to its end.
		this.steps = [];
		return await this.descend(range, { ...pass, mayPause: false });
	}

	/** Down from the newest record, or from where an earlier poll came. */
	private async descend(
		range: PositionRange,
		pass: Pass,
		resumed?: DescentStep,
	): Promise<Descended> {
		const way = new Way(range, pass, resumed);
		for await (const page of this.listPages(way)) {
			if (!page.ok) return (way.isHeldUp(page.failure) && this.pause(way)) || way.fail(page);
			if (!way.goOn(page.result)) break;
			if (way.isTooLong) return this.giveUp(way);
			const paused = pass.budget.isLate && this.pause(way);
			if (paused) return paused;
		}
		return this.finish(way);
	}

	private listPages(way: Way): AsyncGenerator<Answer<ListPage>> {
		return walkPages<ListPage>({
			read: async (next) => {
				way.pass.budget.pages++;
				return await this.readPage({ from: way.range.from, to: way.found.rest.to }, next);
			},
			first: way.token,
			isRepeated: tellOld(),
			hint: faultOfService,
		});
	}

	private async readPage(range: PositionRange, token?: string): Promise<Answer<ListPage>> {
		const { newest } = this;
		if (token || !newest) return await this.source.readPage(range, token);
		// Once: a list that is read anew may hold more.
		this.newest = undefined;
		return { ok: true, result: newest };
	}

	/** Leaves the way down to the next poll, where it gets further than this one and there is room to remember it. */
	private pause(way: Way): Descended | undefined {
		if (!way.mayPause) return undefined;
		const steps = fitDescent([...this.steps, way.step]);
		if (!steps.length) return undefined;
		this.steps = steps;
		const { doubtful } = way.found;
		const walked = { records: [], to: way.range.from, ...(doubtful.length && { doubtful }) };
		return { ok: true, result: walked };
	}

	private finish({ found, resumed }: Way): Descended {
		const { from, to } = found.rest;
		const done = Math.max(from, to);
		const { gone, doubtful } = found;
		const records = found.in({ from, to: done });
		return this.end({ records, to: done, gone, doubtful }, resumed);
	}

	private giveUp({ found, resumed }: Way): Descended {
		const reason = `more than ${mostDescent} pages of newer records come first`;
		// The lowest position itself may go on on the next page.
		const from = found.lowest + 1;
		const to = Math.max(found.rest.to, from);
		const { doubtful } = found;
		const records = found.in({ from, to });
		return this.end({ records, to, gone: { to: from, reason }, doubtful }, resumed);
	}

	/** A step that has led to all below it is done with; where there was no room for all, it leads to the rest too. */
	private end(walked: Walked, resumed: DescentStep | undefined): Descended {
		if (resumed && walked.to >= resumed.lowest) this.steps = this.steps.slice(0, -1);
		return { ok: true, result: { ...walked, asOf: resumed?.at } };
	}
}

/** One way down: what it met, and where it has come to. */
class Way {
	readonly found: Found;
	token: string | undefined;
	private read: number;

	constructor(
		readonly range: PositionRange,
		readonly pass: Pass,
		/** Where an earlier poll left it. */
		readonly resumed?: DescentStep,
	) {
		const { from, to } = range;
		this.found = new Found({ from, to: Math.min(to, resumed?.lowest ?? to) });
		this.token = resumed?.token;
		this.read = resumed?.pages ?? 0;
	}

	/** Takes a page; false where nothing that is wanted follows. */
	goOn(page: ListPage): boolean {
		this.found.add(page);
		this.found.cut(mostRecords);
		this.read++;
		const { next, highest = Infinity } = page;
		if (!next || highest < this.range.from) return false;
		this.token = next;
		return true;
	}

	get isTooLong(): boolean {
		return this.read >= mostDescent && this.found.lowest >= this.range.from;
	}

	/** Only above what was read before, so that the next poll gets further than this one did. */
	get mayPause(): boolean {
		const { mayPause, readBefore } = this.pass;
		return mayPause && this.found.lowest > Math.max(this.range.from, readBefore);
	}

	get step(): DescentStep {
		const { token, found, read, resumed, pass } = this;
		return { token: token!, lowest: found.lowest, pages: read, at: resumed?.at ?? pass.at };
	}

	/** Whether the token led anywhere. */
	private get hasLed(): boolean {
		return this.token !== this.resumed?.token;
	}

	/** Whether it got somewhere before a rate limit. */
	isHeldUp({ kind }: Failure): boolean {
		return kind === 'rate-limited' && this.hasLed;
	}

	/** A service forgets tokens: the first one fails then, or one fails as a request that is wrong. */
	fail({ failure }: { failure: Failure }): Descended {
		const isOfToken = failure.httpStatus === 400 || !this.hasLed;
		const isLimited = failure.kind === 'rate-limited';
		const isForgotten = this.token !== undefined && !isLimited && isOfToken;
		return { ok: false, failure, isForgotten };
	}
}
