/** Reads the list of a range to its end; a list that is too long is read in shorter ranges. */
import type { Answer } from '../../../shared/errors';
import { PageTokens } from '../../../shared/pages';
import { faultOfService, type Range, type Ranged } from '../source';
import { Found, mostPages, type Pass, type Walked, type Walker } from './walk';

/** A list as far as it was read. */
interface Listed {
	found: Found;
	isWhole: boolean;
}

export class RangedWalk implements Walker {
	constructor(
		private readonly source: Ranged,
		/** How many positions the last poll asked for at once, in the end. */
		private span = source.span,
	) {}

	get progress() {
		return this.span === this.source.span ? {} : { span: this.span };
	}

	async walk({ from, to: end }: Range, pass: Pass): Promise<Answer<Walked>> {
		const whole = { from, to: Math.min(end, from + this.span) };
		let mayForget = true;
		for (let range = whole; ; ) {
			const list = await this.readList(range, pass, mayForget);
			if (!list.ok) return list;
			if (list.result === 'forgotten') {
				// The service forgot a page: the list is read anew, once.
				mayForget = false;
				range = whole;
				continue;
			}
			const { found, isWhole } = list.result;
			const { to } = range;
			if (isWhole) {
				const done = Math.max(found.rest.from, to);
				return {
					ok: true,
					result: { records: found.in({ from, to: done }), to: done, gone: found.gone },
				};
			}
			// As many positions as held half of what was read, if all are as dense as these.
			this.span = Math.max(1, Math.min((to - from) >> 1, (to - found.lowest) >> 1));
			range = { from, to: from + this.span };
		}
	}

	private async readList(
		range: Range,
		{ budget }: Pass,
		mayForget: boolean,
	): Promise<Answer<Listed | 'forgotten'>> {
		const found = new Found(range);
		const tokens = new PageTokens(faultOfService);
		let token: string | undefined;
		for (let pages = 1; ; pages++) {
			budget.pages++;
			const page = await this.source.readPage(range, token);
			if (!page.ok) {
				const { kind, httpStatus } = page.failure;
				const isForgotten = token && httpStatus === 400 && kind !== 'rate-limited';
				return isForgotten && mayForget ? { ok: true, result: 'forgotten' } : page;
			}
			found.add(page.result);
			const { next } = page.result;
			if (!next) {
				if (pages === 1) this.span = Math.min(this.source.span, this.span * 4);
				return { ok: true, result: { found, isWhole: true } };
			}
			const followed = tokens.follow(next, 1);
			if (!followed.ok) return followed;
			token = followed.result;
			if (pages >= mostPages && range.to - range.from > 1)
				return { ok: true, result: { found, isWhole: false } };
		}
	}
}
