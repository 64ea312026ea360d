/** Reads blocks upwards, page by page. */
import { PageTokens } from '../../../shared/pages';
import { faultOfService, type Ascending } from '../source';
import { Found, isInTheWay, mostPages, type Walked, type Walker } from './walk';

export const ascend = (source: Ascending): Walker => ({
	progress: {},
	async walk(range, { readBefore, budget }) {
		const found = new Found(range);
		const tokens = new PageTokens(faultOfService);
		let token: string | undefined;
		let doneTo: number | undefined;
		let provenTo = Infinity;
		const walkedTo = (to: number, isStopped = false): { ok: true; result: Walked } => {
			const records = found.in({ from: range.from, to });
			return { ok: true, result: { records, to, gone: found.gone, provenTo, isStopped } };
		};
		for (let pages = 1; ; pages++) {
			budget.pages++;
			const page = await source.readPage(range, token);
			if (!page.ok) {
				const isNew = doneTo !== undefined && doneTo > Math.max(range.from, readBefore);
				return isNew && isInTheWay(page.failure) ? walkedTo(doneTo!, true) : page;
			}
			// A hole behind records is the beginning of the next range.
			if (page.result.gone && doneTo !== undefined) return walkedTo(doneTo);
			found.add(page.result);
			provenTo = Math.min(provenTo, page.result.provenTo ?? Infinity);
			const { from, to } = found.rest;
			doneTo = Math.max(from, Math.min(to, page.result.doneTo));
			const { next } = page.result;
			if (!next || pages >= mostPages || budget.isOver) return walkedTo(doneTo);
			const followed = tokens.follow(next, 1);
			if (!followed.ok) return followed;
			token = followed.result;
		}
	},
});
