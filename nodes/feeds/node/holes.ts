/** Explains why a server lacks a block: the block is gone, or the server lags behind another one. */
import type { Answer } from '../../shared/errors';
import { halve } from '../../shared/chains/blockSearch';
import type { AscendingPage } from '../source';
import { notYet, type Chain } from './chain';

const historyGone = 'the node does not have these blocks';

/** True if a server has a block with everything that the feed reads of it. */
export type IsThere = (block: number) => Promise<Answer<boolean>>;

/** The page that begins with a missing block: a hole up to the next existing one, or empty if it may still come. */
export async function explainMissing(
	chain: Chain,
	isThere: IsThere,
	missing: number,
	end: number,
): Promise<Answer<AscendingPage>> {
	const later: Answer<AscendingPage> = { ok: true, result: { records: [], doneTo: missing } };
	// The newest blocks may just not have arrived yet.
	if (missing >= end - chain.apart) return later;
	/** True if a server that has the newest block lacks this one. Undefined if the server merely lags. */
	const isLacking = async (block: number): Promise<Answer<boolean | undefined>> => {
		// Asked together, so that one server answers both.
		const [newest, asked] = await chain.together([isThere(end - 1), isThere(block)]);
		if (!newest.ok) return newest;
		return asked.ok ? { ok: true, result: newest.result ? !asked.result : undefined } : asked;
	};
	const lacking = await isLacking(missing);
	if (!lacking.ok) return lacking;
	if (lacking.result === undefined) return later;
	if (!lacking.result) return notYet(missing);
	const there = await findNext(chain, isThere, missing, end);
	if (!there.ok) return there;
	// Checks the last block of the hole too, because a lagging server would make the hole longer than it is.
	const last = await isLacking(there.result - 1);
	if (!last.ok) return last;
	if (!last.result) return later;
	const gone = { to: there.result, reason: historyGone };
	return { ok: true, result: { records: [], gone, doneTo: gone.to, next: String(gone.to) } };
}

/** The first existing block after a missing one. */
async function findNext(
	chain: Chain,
	isThere: IsThere,
	missing: number,
	end: number,
): Promise<Answer<number>> {
	// In growing steps, so that blocks between two holes are not taken for part of one.
	let [below, above] = [missing, end - 1];
	for (let steps = 1; missing + steps < end - 1; steps *= 2) {
		const [answer] = await chain.together([isThere(missing + steps)]);
		if (!answer.ok) return answer;
		if (answer.result) {
			above = missing + steps;
			break;
		}
		below = missing + steps;
	}
	return await halve(below, above, async (block) => (await chain.together([isThere(block)]))[0]);
}
