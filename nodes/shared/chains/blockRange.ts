/** A range of blocks, without the block `to` itself. */
export interface BlockRange {
	from: number;
	to: number;
}

/** A range of blocks or of UNIX seconds. Either bound may be open. */
export type OpenRange = Partial<BlockRange>;

export const isEmptyRange = ({ from = 0, to = Infinity }: OpenRange): boolean => from >= to;

/** The overlap of two ranges. */
export const intersect = (one: OpenRange, other: OpenRange): OpenRange => ({
	from: pick(Math.max, one.from, other.from),
	to: pick(Math.min, one.to, other.to),
});

const pick = (of: (a: number, b: number) => number, a?: number, b?: number): number | undefined =>
	a === undefined || b === undefined ? (a ?? b) : of(a, b);
