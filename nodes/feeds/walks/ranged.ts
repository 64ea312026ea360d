/** Reads the list of a range to its end. A list that is too long is read in shorter ranges. */
import type { Answer } from '../../shared/errors';
import { walkPages } from '../../shared/operation/paging';
import { faultOfService, type ListPage, type PositionRange, type Ranged } from '../source';
import { Found, mostPages, tellOld, type Pass, type Walked, type Walker } from './walk';

interface Listed {
	found: Found;
	isWhole: boolean;
}

export class RangedWalk implements Walker {
	constructor(
		private readonly source: Ranged,
		/** How many positions a list covered at the end of the last poll. */
		private span = source.span,
	) {}

	get progress() {
		return this.span === this.source.span ? {} : { span: this.span };
	}

	async walk({ from, to: end }: PositionRange, pass: Pass): Promise<Answer<Walked>> {
		const whole = { from, to: Math.min(end, from + this.span) };
		let mayForget = true;
		for (let range = whole; ; ) {
			const list = await this.readList(range, pass, mayForget);
			if (!list.ok) return list;
			if (list.result === 'forgotten') {
				// The service forgot a page, so the list is read anew, once.
				mayForget = false;
				range = whole;
				continue;
			}
			const { found, isWhole } = list.result;
			const { to } = range;
			if (isWhole) {
				const done = Math.max(found.rest.from, to);
				const { gone, doubtful } = found;
				return {
					ok: true,
					result: { records: found.in({ from, to: done }), to: done, gone, doubtful },
				};
			}
			// The number of positions that held half of the records read, if all are equally dense.
			this.span = Math.max(1, Math.min((to - from) >> 1, (to - found.lowest) >> 1));
			range = { from, to: from + this.span };
		}
	}

	private async readList(
		range: PositionRange,
		{ budget }: Pass,
		mayForget: boolean,
	): Promise<Answer<Listed | 'forgotten'>> {
		const found = new Found(range);
		let read = 0;
		let isWhole = false;
		const pages = walkPages<ListPage>({
			read: async (token) => {
				budget.pages++;
				return await this.source.readPage(range, token);
			},
			isRepeated: tellOld(),
			hint: faultOfService,
		});
		for await (const page of pages) {
			if (!page.ok) {
				const { kind, httpStatus } = page.failure;
				const isForgotten = read > 0 && httpStatus === 400 && kind !== 'rate-limited';
				return isForgotten && mayForget ? { ok: true, result: 'forgotten' } : page;
			}
			found.add(page.result);
			read++;
			isWhole = !page.result.next;
			if (isWhole || (read >= mostPages && range.to - range.from > 1)) break;
		}
		if (isWhole && read === 1) this.span = Math.min(this.source.span, this.span * 4);
		return { ok: true, result: { found, isWhole } };
	}
}
