/** Counters of a node from one poll to the next: they only grow, and begin anew when the node starts. */
import { markOf } from '../../../feeds/identity';
import type { Figure, SeenMetrics } from '../readings';

/** The memory is small: a node that lists more chains than these has no counters of the rest. */
const mostKept = 20;
const markLength = 6;
const round = (figure: number): number => Number(figure.toFixed(4));

export class Counters {
	/** For the next poll. */
	readonly seen: SeenMetrics;
	private readonly before?: SeenMetrics;

	/** @param of who counts: another node has other counters */
	constructor(of: string, before: SeenMetrics | undefined) {
		if (before?.of === of) this.before = before;
		this.seen = { of, counts: {}, figures: {} };
	}

	/**
	 * What they make together of their growth since they were last looked at; as long as that is too little, or they began
	 * anew, what they made before.
	 */
	measure(
		name: string,
		now: number[],
		toFigure: (growth: number[]) => number | undefined,
	): number | undefined {
		if (Object.keys(this.seen.counts).length >= mostKept) return undefined;
		const key = markOf(name, markLength);
		const was = this.before?.counts[key];
		const growth = was && now.map((count, i) => count - (was[i] ?? 0));
		const isAnew = !growth || growth.some((each) => each < 0);
		const measured = isAnew ? undefined : toFigure(growth);
		const figure = measured ?? this.before?.figures[key];
		this.seen.counts[key] = measured === undefined && !isAnew ? was! : now;
		if (figure !== undefined) this.seen.figures[key] = round(figure);
		return figure;
	}
}

/** The figures of the chains that have one. */
export const knownOf = (figures: Array<{ chain: string; value: number | undefined }>): Figure[] =>
	figures.filter((each): each is Figure => each.value !== undefined);
