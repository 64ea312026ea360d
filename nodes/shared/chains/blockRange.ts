/** A range of blocks: from one up to, not including, another. */
export interface BlockRange {
	from: number;
	to: number;
}

/** A range of blocks or of seconds whose bounds may be open. */
export type OpenRange = Partial<BlockRange>;

export const isEmptyRange = ({ from = 0, to = Infinity }: OpenRange): boolean => from >= to;

/** What two ranges have in common. */
export const intersect = (one: OpenRange, other: OpenRange): OpenRange => ({
	from: pick(Math.max, one.from, other.from),
	to: pick(Math.min, one.to, other.to),
});

const pick = (of: (a: number, b: number) => number, a?: number, b?: number): number | undefined =>
	a === undefined || b === undefined ? (a ?? b) : of(a, b);
