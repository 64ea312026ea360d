/** The blocks of a node's chain as a feed, whatever is read of them. */
import type { IDataObject } from 'n8n-workflow';
import { nothing, type Answer } from '../../shared/errors';
import { isHash, toInteger } from '../../shared/values/hex';
import { believeTime } from '../doubts';
import { seek } from '../seek';
import type { Ascending, AscendingPage, NodeBlocks, PositionRange } from '../source';
import { notYet, type Chain } from './chain';

/** How a feed reads its records from a chain's blocks. */
export interface BlockPages {
	/** How many of the newest blocks a test run looks at. If it finds nothing, it tries the next number. */
	sampleBlocks: number[];
	/** One page. `end` is the first block that does not exist yet. */
	readPage(
		range: PositionRange,
		token: string | undefined,
		end: number,
	): Promise<Answer<AscendingPage>>;
}

/** How often to ask for the end of a growing chain until two answers agree. */
const mostLooks = 5;

/** The end `told`, or a later one, if its newest block exists and the next does not. Undefined without agreement. */
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
		// If the end grows with each look, the last one accepts it.
		if (isThere && (isNewest || (look === mostLooks && current > end)))
			return { ok: true, result: end };
		// An existing block is proof, whatever end the server reports.
		end = isThere ? Math.max(current, end + 1) : current;
	}
	return nothing;
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
			if (!block.ok) return block;
			if (!block.result) return nothing;
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

/** The first block at or after a time, among those below `feedEnd`. `end` is the chain's end. */
async function seekBlock(
	chain: Chain,
	time: number,
	feedEnd: number,
	end: number,
): Promise<Answer<number>> {
	/** Missing blocks count as of the time `missing`. */
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
	// Another answer contradicts the time that the search found for this block.
	if (found.result < feedEnd && at.time < time) return notYet(found.result);
	if (below.block && below.time < time) return found;
	// Another server has the block that the search took for missing, or the block may just not be there yet.
	const before = found.result - 1;
	if (below.block || !newest || before >= end - chain.apart) return notYet(before);
	// The time lies in a hole or below it, so the feed begins with the hole.
	return await seekWith(Infinity);
}

/** The time of a block, UNIX seconds. Without a block, it is `missing`. */
const timeIn = (
	chain: Chain,
	number: number,
	block: IDataObject | undefined,
	missing: number,
): Answer<number> =>
	block
		? believeTime(number, toInteger(block.timestamp), chain.client.timeOf('node'))
		: { ok: true, result: missing };

/** Looks again, in one batch, at a block, the one below it and the newest. A missing one gets the time Infinity. */
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
