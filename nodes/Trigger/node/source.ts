/** The blocks of a chain of a node as a feed, whatever is read of them. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../shared/errors';
import { seek } from '../feed/seek';
import type { Ascending, AscendingPage, Range } from '../feed/source';
import { notYet, type Chain } from './chain';

/** How a feed reads what it wants of a chain's blocks. */
export interface Pages {
	/** How many of the newest blocks a test run looks at; at more of them where it finds nothing. */
	sampleBlocks: number[];
	/** One page; `end` is the first block that does not exist yet. */
	readPage(range: Range, token: string | undefined, end: number): Promise<Answer<AscendingPage>>;
}

export function openBlocks(chain: Chain, pages: Pages, makeUp: Ascending['makeUp']): Ascending {
	/** The first block that did not exist when this poll asked. */
	let end = 0;
	return {
		way: 'ascending',
		positions: 'blocks',
		sampleBlocks: pages.sampleBlocks,
		spent: () => chain.spent,
		async readEnd(known) {
			const answer =
				known === undefined ? await chain.readEnd() : ({ ok: true, result: known } as const);
			if (!answer.ok) return answer;
			end = answer.result;
			return { ok: true, result: { end } };
		},
		readPage: async (range, token) => await pages.readPage(range, token, end),
		seek: async (time, feedEnd) => await seekBlock(chain, time, feedEnd, end),
		makeUp,
	};
}

/** The first block at or after a time, among those below `feedEnd`; `end` is the chain's. */
async function seekBlock(
	chain: Chain,
	time: number,
	feedEnd: number,
	end: number,
): Promise<Answer<number>> {
	/** Blocks that are missing count as of this time. */
	const seekWith = async (missing: number) =>
		await seek(time, feedEnd, async (number) => {
			const block = await chain.readBlock(number);
			return block.ok ? { ok: true, result: timeOf(block.result, missing) } : block;
		});
	const found = await seekWith(-Infinity);
	if (!found.ok || found.result === 0) return found;
	const before = found.result - 1;
	const [below, newest] = await chain.together([chain.readBlock(before), chain.readBlock(end - 1)]);
	if (!below.ok) return below;
	if (!newest.ok) return newest;
	if (below.result && timeOf(below.result, 0) < time) return found;
	// Another server has the block that the queried one lacked.
	if (below.result || !newest.result || before >= end - chain.apart) return notYet(before);
	// The time lies in a hole, or below it: the feed begins with this hole.
	return await seekWith(Infinity);
}

const timeOf = (block: IDataObject | undefined, missing: number): number =>
	block ? Number(block.timestamp) : missing;
