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
		/** How far earlier polls came on their way down. */
		private steps: DescentStep[],
		/** The newest page, if it was just read. */
		private newest?: ListPage,
	) {}

	get progress() {
		return this.steps.length ? { descent: this.steps } : {};
	}

	async walk(range: PositionRange, pass: Pass): Promise<Answer<Walked>> {
		const walked = await this.descend(range, pass, this.steps.at(-1));
		if (walked.ok || !walked.isForgotten) return walked;
		// The service forgot the token, so the list is read anew, once and to its end.
		this.steps = [];
		return await this.descend(range, { ...pass, mayPause: false });
	}

	/** Goes down from the newest record, or from the step that an earlier poll reached. */
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
		// Used only once, because a list that is read anew may hold more.
		this.newest = undefined;
		return { ok: true, result: newest };
	}

	/** Leaves the rest of the way to the next poll. Undefined if that gets no further, or its step does not fit. */
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
		// The lowest position may continue on the next page.
		const from = found.lowest + 1;
		const to = Math.max(found.rest.to, from);
		const { doubtful } = found;
		const records = found.in({ from, to });
		return this.end({ records, to, gone: { to: from, reason }, doubtful }, resumed);
	}

	/** Drops a step once all below it is read. If there was no room for all, the step stays and leads to the rest. */
	private end(walked: Walked, resumed: DescentStep | undefined): Descended {
		if (resumed && walked.to >= resumed.lowest) this.steps = this.steps.slice(0, -1);
		return { ok: true, result: { ...walked, asOf: resumed?.at } };
	}
}

/** One way down a list: its records so far, and how far it has come. */
class Way {
	readonly found: Found;
	token: string | undefined;
	private read: number;

	constructor(
		readonly range: PositionRange,
		readonly pass: Pass,
		/** The step at which an earlier poll left it. */
		readonly resumed?: DescentStep,
	) {
		const { from, to } = range;
		this.found = new Found({ from, to: Math.min(to, resumed?.lowest ?? to) });
		this.token = resumed?.token;
		this.read = resumed?.pages ?? 0;
	}

	/** Takes a page. False if nothing wanted follows. */
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

	/** Only above the positions read before, so that the next poll gets further than this one. */
	get mayPause(): boolean {
		const { mayPause, readBefore } = this.pass;
		return mayPause && this.found.lowest > Math.max(this.range.from, readBefore);
	}

	get step(): DescentStep {
		const { token, found, read, resumed, pass } = this;
		return { token: token!, lowest: found.lowest, pages: read, at: resumed?.at ?? pass.at };
	}

	/** True if the token has led to a page. */
	private get hasLed(): boolean {
		return this.token !== this.resumed?.token;
	}

	/** True if a rate limit stopped it after some progress. */
	isHeldUp({ kind }: Failure): boolean {
		return kind === 'rate-limited' && this.hasLed;
	}

	/** If the service forgot a token, either the first request fails, or a later one fails as a bad request. */
	fail({ failure }: { failure: Failure }): Descended {
		const isOfToken = failure.httpStatus === 400 || !this.hasLed;
		const isLimited = failure.kind === 'rate-limited';
		const isForgotten = this.token !== undefined && !isLimited && isOfToken;
		return { ok: false, failure, isForgotten };
	}
}
