/** Compares a node's counters from poll to poll. They only grow, and begin anew when the node starts. */
import { markOf } from '../../../feeds/identity';
import type { Figure, SeenMetrics } from '../readings';

/** The stored memory is small: if a node lists more chains than this, the rest has no counters. */
const mostKept = 20;
const markLength = 6;
const round = (figure: number): number => Number(figure.toFixed(4));

export class Counters {
	/** To be stored for the next poll. */
	readonly seen: SeenMetrics;
	private readonly before?: SeenMetrics;

	/** @param of ID of the node: another node has other counters */
	constructor(of: string, before: SeenMetrics | undefined) {
		if (before?.of === of) this.before = before;
		this.seen = { of, counts: {}, figures: {} };
	}

	/**
	 * The figure that the counters' growth gives since the last measurement, or the earlier figure if they grew too
	 * little or began anew.
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

export const knownOf = (figures: Array<{ chain: string; value: number | undefined }>): Figure[] =>
	figures.filter((each): each is Figure => each.value !== undefined);
