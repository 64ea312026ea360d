/** Reads blocks upwards, page by page. */
import { walkPages } from '../../shared/operation/paging';
import { mostRecords } from '../budget';
import { faultOfService, type Ascending, type AscendingPage } from '../source';
import { Found, isInTheWay, mostPages, type Walker } from './walk';

export const ascend = (source: Ascending): Walker => ({
	progress: {},
	async walk(range, { readBefore, budget }) {
		const found = new Found(range);
		let doneTo: number | undefined;
		let provenTo = Infinity;
		let isStopped = false;
		let read = 0;
		const pages = walkPages<AscendingPage>({
			read: async (token) => {
				budget.pages++;
				return await source.readPage(range, token);
			},
			hint: faultOfService,
		});
		for await (const page of pages) {
			if (!page.ok) {
				isStopped = doneTo !== undefined && doneTo > Math.max(range.from, readBefore);
				if (isStopped && isInTheWay(page.failure)) break;
				return page;
			}
			// A hole after records begins the next range.
			if (page.result.gone && doneTo !== undefined) break;
			found.add(page.result);
			provenTo = Math.min(provenTo, page.result.provenTo ?? Infinity);
			const { from, to } = found.rest;
			doneTo = Math.max(from, Math.min(to, page.result.doneTo));
			const isFull = ++read >= mostPages || found.count >= mostRecords;
			if (!page.result.next || isFull || budget.isOver) break;
		}
		const to = doneTo!;
		const records = found.in({ from: range.from, to });
		return { ok: true, result: { records, to, gone: found.gone, provenTo, isStopped } };
	},
});
