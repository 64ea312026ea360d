/** A range of blocks: from one up to, not including, another. */
export interface BlockRange {
	from: number;
	to: number;
}

/** A range of blocks or of seconds whose bounds may be open. */
export type OpenRange = Partial<BlockRange>;
