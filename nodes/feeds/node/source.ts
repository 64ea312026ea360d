/** The blocks of a chain of a node as a feed, whatever is read of them. */
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../shared/errors';
import { isHash, toInteger } from '../../shared/values/hex';
import { believeTime } from '../doubts';
import { seek } from '../seek';
import type { Ascending, AscendingPage, NodeBlocks, PositionRange } from '../source';
import { notYet, type Chain } from './chain';

/** How a feed reads what it wants of a chain's blocks. */
export interface BlockPages {
	/** How many of the newest blocks a test run looks at; at more of them where it finds nothing. */
	sampleBlocks: number[];
	/** One page; `end` is the first block that does not exist yet. */
	readPage(
		range: PositionRange,
		token: string | undefined,
		end: number,
	): Promise<Answer<AscendingPage>>;
}

/** So often the end of a chain that grows is asked for until two answers agree. */
const mostLooks = 5;

/** The end that `told` says, or one that the chain told since: its newest block is there, and the next one is not. */
async function agreeOnEnd(chain: Chain, told: number): Promise<Answer<number | undefined>> {
	for (let look = 1, end = told; look <= mostLooks; look++) {
		const [now, newest, next] = await chain.together([
			chain.readEnd(),
			chain.readBlock(end - 1),
			chain.readBlock(end),
		]);
		for (const answer of [now, newest, next]) if (!answer.ok) return answer;
		const isThere = newest.ok && newest.result !== undefined;
		const isNewest = next.ok && next.result === undefined;
		const current = now.ok ? now.result : end;
		// One that grows with each look is agreed on in the end.
		if (isThere && (isNewest || (look === mostLooks && current > end)))
			return { ok: true, result: end };
		// A block that is there is proof, whatever the end is said to be.
		end = isThere ? Math.max(current, end + 1) : current;
	}
	return { ok: true, result: undefined };
}

export function openBlocks(
	chain: Chain,
	pages: BlockPages,
	makeUp: Ascending['makeUp'],
): NodeBlocks {
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
		async agreeOnEnd(told) {
			const agreed = await agreeOnEnd(chain, told);
			if (agreed.ok) end = agreed.result ?? end;
			return agreed;
		},
		async lookAt(number) {
			const [block] = await chain.together([chain.readBlock(number)]);
			if (!block.ok || !block.result) return block as Answer<undefined>;
			const { hash, timestamp } = block.result;
			const time = toInteger(timestamp);
			return { ok: true, result: { hash: isHash(hash) ? hash : undefined, time } };
		},
		async timeOf(number) {
			const [block] = await chain.together([chain.readBlock(number)]);
			return block.ok ? { ok: true, result: toInteger(block.result?.timestamp) } : block;
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
			return block.ok ? timeIn(chain, number, block.result, missing) : block;
		});
	const found = await seekWith(-Infinity);
	if (!found.ok || found.result === 0) return found;
	const around = await lookAround(chain, found.result, end);
	if (!around.ok) return around;
	const { below, at, newest } = around.result;
	// What was said of one of them on the way here, another answer does not confirm.
	if (found.result < feedEnd && at.time < time) return notYet(found.result);
	if (below.block && below.time < time) return found;
	// Another server has the block that the queried one lacked.
	const before = found.result - 1;
	if (below.block || !newest || before >= end - chain.apart) return notYet(before);
	// The time lies in a hole, or below it: the feed begins with this hole.
	return await seekWith(Infinity);
}

/** UNIX seconds of a block; `missing` where there is none. */
const timeIn = (
	chain: Chain,
	number: number,
	block: IDataObject | undefined,
	missing: number,
): Answer<number> =>
	block
		? believeTime(number, toInteger(block.timestamp), chain.client.timeOf('node'))
		: { ok: true, result: missing };

/** A second look: at a block, at the one below it, and at the newest of the chain. A missing one counts as of no time. */
async function lookAround(chain: Chain, number: number, end: number) {
	const [below, first, newest] = await chain.together([
		chain.readBlock(number - 1),
		chain.readBlock(number),
		chain.readBlock(end - 1),
	]);
	if (!below.ok) return below;
	if (!first.ok) return first;
	if (!newest.ok) return newest;
	const timeBelow = timeIn(chain, number - 1, below.result, Infinity);
	if (!timeBelow.ok) return timeBelow;
	const time = timeIn(chain, number, first.result, Infinity);
	if (!time.ok) return time;
	const result = {
		below: { block: below.result, time: timeBelow.result },
		at: { time: time.result },
		newest: newest.result,
	};
	return { ok: true, result } as const;
}
