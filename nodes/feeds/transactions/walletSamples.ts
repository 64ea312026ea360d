/** The lists of a test run of New Transaction for several wallets. */
import type { Answer } from '../../shared/errors';
import type { ListGroup, Part } from '../group';
import type { FeedRecord, ListPage, PositionRange } from '../source';
import { movesNothing, type WalletSettings } from './wallets';

/** Leaves out the calls that a published workflow would leave out, so that a test run shows no item that never comes. */
export function forTestRun(group: ListGroup, { callsToo }: WalletSettings): ListGroup {
	if (callsToo) return group;
	const isOfTokens = ({ settings }: Part): boolean => settings.record === 'tokenTransfer';
	const parts = group.parts.map((part) => {
		const transfers = group.parts.find((each) => isOfTokens(each) && each.address === part.address);
		return transfers && !isOfTokens(part) ? withoutCalls(part, transfers) : part;
	});
	return { ...group, parts };
}

const nameOfMove = ({ subject, json }: FeedRecord): string =>
	`${String(subject)} ${String(json.txHash)}`;

function withoutCalls(part: Part, transfers: Part): Part {
	const { readPage } = part.source;
	const source = {
		...part.source,
		readPage: async (range: PositionRange, token?: string) => {
			const page = await readPage(range, token);
			if (!page.ok || !page.result.records.some(({ json }) => movesNothing(json))) return page;
			const told = await readTold(transfers, range);
			if (!told.ok) return told;
			const { names, from } = told.result;
			const isShown = (record: FeedRecord): boolean =>
				!movesNothing(record.json) || (record.position >= from && !names.has(nameOfMove(record)));
			return { ok: true, result: { ...page.result, records: page.result.records.filter(isShown) } };
		},
	};
	return { ...part, source: source as Part['source'] };
}

interface Told {
	names: Set<string>;
	/** The first position whose transfers are all known. */
	from: number;
}

/** The transactions whose transfers are told. Of a list that begins with the newest, one page is enough for samples. */
async function readTold({ source }: Part, range: PositionRange): Promise<Answer<Told>> {
	const names = new Set<string>();
	for (let token: string | undefined; ; ) {
		const page = await source.readPage(range, token);
		if (!page.ok) return page;
		for (const record of page.result.records) names.add(nameOfMove(record));
		token = page.result.next;
		if (token === undefined) return { ok: true, result: { names, from: range.from } };
		const { lowest } = page.result as ListPage;
		if (lowest !== undefined) return { ok: true, result: { names, from: lowest + 1 } };
	}
}
