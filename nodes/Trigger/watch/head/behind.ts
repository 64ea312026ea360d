/** How far a node is behind a chain, by the times in the newest blocks. */
import type { HeadLag, NewestBlock, OtherHead } from '../readings';

/** The C-Chain of Mainnet has a block every few seconds. Other chains may have none for days. */
const busyChainId = 43_114;

export const isBusy = (chainId: number | undefined): boolean => chainId === busyChainId;

/** Seconds since the newest block, by the clock of n8n or that of the node, whichever is less: one may be wrong. */
export const ageOf = (blockAt: number, clocks: Array<number | undefined>): number =>
	Math.max(0, Math.min(...clocks.filter((clock) => clock !== undefined)) - blockAt);

/** A node that has the newest block of all is not behind, however old that block is. */
export function compareHeads(
	{ height, blockAt }: Pick<NewestBlock, 'height' | 'blockAt'>,
	others: OtherHead[],
): Pick<HeadLag, 'seconds' | 'blocks' | 'than'> {
	const timed = others.filter(
		(each): each is OtherHead & { height: number; blockAt: number } =>
			each.height !== null && each.blockAt !== undefined,
	);
	if (!timed.length || blockAt === undefined) return {};
	const [ahead] = timed
		.filter((each) => each.blockAt > blockAt)
		.sort((a, b) => b.blockAt - a.blockAt);
	if (!ahead) return { seconds: 0, blocks: 0 };
	const blocks = Math.max(0, ahead.height - height);
	return { seconds: ahead.blockAt - blockAt, blocks, than: ahead.name };
}

/** True if it is less far behind than at the poll before. Undefined if one of both is unknown. */
export const catchesUp = ({ seconds, before }: HeadLag): boolean | undefined =>
	seconds === undefined || before === undefined ? undefined : seconds < before;
