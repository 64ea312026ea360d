/** How far the chain reaches, as far as the node can be believed. */
import { blocksApart } from '../shared/network/hosts';

/** Of the place, and of the newest block that was believed before: what is further away, another answer must confirm. */
const isNear = (block: number, known: number | undefined): boolean =>
	known !== undefined && Math.abs(block - known) <= blocksApart.most;

export class Newest {
	/** What a notification told last; undefined where the node has to be asked. */
	told: number | undefined;
	/** The newest block that was believed. */
	private believed: number | undefined;

	/** `next` is the place of the feed: the first block that was not read. */
	constructor(private readonly next: () => number | undefined) {}

	/** There may be blocks up to this one, or nobody knows up to which one. */
	hear(block: number | undefined): void {
		this.told = block !== undefined && this.isBelievable(block) ? block : undefined;
		if (this.told !== undefined) this.believed = this.told;
	}

	/** There is something in this block. */
	hearAtLeast(block: number | undefined): void {
		const isKnown = block !== undefined && this.told !== undefined;
		this.hear(isKnown ? Math.max(block, this.told!) : undefined);
	}

	/** Whether one answer suffices to read up to this block. Nothing is skipped for its sake. */
	isBelievable(block: number): boolean {
		return isNear(block, this.next()) || isNear(block, this.believed);
	}

	/** What the node answered, or several answers agree on. */
	learn(block: number): void {
		this.believed = block;
	}

	/** How far the chain is ahead of a position, in blocks. */
	lagOf(position: number): number {
		return Math.max(0, (this.told ?? this.believed ?? position) - position);
	}
}
