/** Reads a list down from its newest record, over several polls if it is long. */
import type { Answer, Failure } from '../../shared/errors';
import { walkPages } from '../../shared/operation/paging';
import { mostRecords } from '../budget';
import { fitDescent, type Step } from '../cursor';
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
		private steps: Step[],
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
		{ from, to: end }: PositionRange,
		{ at, readBefore, mayPause, budget }: Pass,
		resumed?: Step,
	): Promise<Descended> {
		const found = new Found({ from, to: Math.min(end, resumed?.lowest ?? end) });
		let token = resumed?.token;
		let read = resumed?.pages ?? 0;
		/** Leaves the way down to the next poll, where that is possible. */
		const isPaused = (): boolean => {
			// Only above what was read before, so that the next poll gets further than this one did.
			const isNew = found.lowest > Math.max(from, readBefore);
			const step = { token: token!, lowest: found.lowest, pages: read, at: resumed?.at ?? at };
			return mayPause && isNew && this.pause(step);
		};
		const paused = (): Descended => ({
			ok: true,
			result: { records: [], to: from, ...(found.doubtful.length && { doubtful: found.doubtful }) },
		});
		const pages = walkPages<ListPage>({
			read: async (next) => {
				budget.pages++;
				return await this.readPage({ from, to: found.rest.to }, next);
			},
			first: token,
			isRepeated: tellOld(),
			hint: faultOfService,
		});
		for await (const page of pages) {
			if (!page.ok) {
				const isLimited = page.failure.kind === 'rate-limited';
				const hasLed = token !== resumed?.token;
				if (isLimited && hasLed && isPaused()) return paused();
				const isForgotten =
					token !== undefined && !isLimited && (page.failure.httpStatus === 400 || !hasLed);
				return { ...page, isForgotten };
			}
			found.add(page.result);
			found.cut(mostRecords);
			read++;
			const { next, highest = Infinity } = page.result;
			if (!next || highest < from) break;
			token = next;
			if (read >= mostDescent && found.lowest >= from) return this.giveUp(found, resumed);
			if (budget.isLate && isPaused()) return paused();
		}
		return this.finish(found, resumed);
	}

	private async readPage(range: PositionRange, token?: string): Promise<Answer<ListPage>> {
		const { newest } = this;
		if (token || !newest) return await this.source.readPage(range, token);
		// Once: a list that is read anew may hold more.
		this.newest = undefined;
		return { ok: true, result: newest };
	}

	/** Leaves the way down to the next poll, where there is room to remember it. */
	private pause(step: Step): boolean {
		const steps = fitDescent([...this.steps, step]);
		if (steps.length) this.steps = steps;
		return steps.length > 0;
	}

	private finish(found: Found, resumed: Step | undefined): Descended {
		const { from, to } = found.rest;
		const done = Math.max(from, to);
		const { gone, doubtful } = found;
		const records = found.in({ from, to: done });
		return this.end({ records, to: done, gone, doubtful }, resumed);
	}

	private giveUp(found: Found, resumed: Step | undefined): Descended {
		const reason = `more than ${mostDescent} pages of newer records come first`;
		// The lowest position itself may go on on the next page.
		const from = found.lowest + 1;
		const to = Math.max(found.rest.to, from);
		const { doubtful } = found;
		const records = found.in({ from, to });
		return this.end({ records, to, gone: { to: from, reason }, doubtful }, resumed);
	}

	/** A step that has led to all below it is done with; where there was no room for all, it leads to the rest too. */
	private end(walked: Walked, resumed: Step | undefined): Descended {
		if (resumed && walked.to >= resumed.lowest) this.steps = this.steps.slice(0, -1);
		return { ok: true, result: { ...walked, asOf: resumed?.at } };
	}
}
