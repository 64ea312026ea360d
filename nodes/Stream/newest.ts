/** The newest block of the chain, as far as the node is credible. */
import { blocksApart } from '../shared/network/hosts';

/** True if a block is near the feed's place or the last believed block. Others need a second answer. */
const isNear = (block: number, known: number | undefined): boolean =>
	known !== undefined && Math.abs(block - known) <= blocksApart.most;

export class Newest {
	/** The newest block by notification. Undefined if the node must be asked. */
	told: number | undefined;
	private believed: number | undefined;

	/** `next` is the place of the feed: its first unread block. */
	constructor(private readonly next: () => number | undefined) {}

	/** There may be blocks up to this one. Undefined if the number is unknown. */
	hear(block: number | undefined): void {
		this.told = block !== undefined && this.isBelievable(block) ? block : undefined;
		if (this.told !== undefined) this.believed = this.told;
	}

	/** There is something in this block. */
	hearAtLeast(block: number | undefined): void {
		const isKnown = block !== undefined && this.told !== undefined;
		this.hear(isKnown ? Math.max(block, this.told!) : undefined);
	}

	/** True if a single answer is enough to read up to this block. Nothing is skipped on such an answer. */
	isBelievable(block: number): boolean {
		return isNear(block, this.next()) || isNear(block, this.believed);
	}

	/** Takes the node's answer, or the one that several answers agree on. */
	learn(block: number): void {
		this.believed = block;
	}

	lagOf(position: number): number {
		return Math.max(0, (this.told ?? this.believed ?? position) - position);
	}
}
