/** Removals of logs that are not known to have gone out. Only a block with another hash confirms them. */
import type { NodeBlocks } from '../feeds/source';
import type { Answer } from '../shared/errors';
import type { Removal } from './removal';

/** Most removals that wait for a look at their blocks. */
const most = 1_000;

export class Doubts {
	private readonly open = new Map<string, Pick<Removal, 'height' | 'blockHash'>>();

	add({ height, blockHash }: Removal): void {
		if (this.open.size < most) this.open.set(`${height} ${blockHash}`, { height, blockHash });
	}

	/** The lowest height with another block than the removed log's. Infinity if there is none. */
	async settle(
		source: NodeBlocks,
		isInReach: (height: number) => boolean,
	): Promise<Answer<number>> {
		for (const [name, { height }] of this.open) if (!isInReach(height)) this.open.delete(name);
		const heights = [...new Set([...this.open.values()].map(({ height }) => height))];
		const looks = heights.map(async (height) => await source.lookAt(height));
		const hashes = new Map<number, string>();
		for (const [i, block] of (await Promise.all(looks)).entries()) {
			if (!block.ok) return block;
			// A block that does not exist yet is checked again later.
			if (block.result?.hash) hashes.set(heights[i], block.result.hash.toLowerCase());
		}
		let lowest = Infinity;
		for (const [name, { height, blockHash }] of this.open) {
			const hash = hashes.get(height);
			if (hash === undefined) continue;
			this.open.delete(name);
			if (hash !== blockHash.toLowerCase()) lowest = Math.min(lowest, height);
		}
		return { ok: true, result: lowest };
	}
}
