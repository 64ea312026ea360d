/** Series as an index for a chart: the value of one interval, the same for all of them, is 100. */
import { toDecimalText } from '../shared/values/numbers';
import { writeNumber } from '../shared/values/writing';
import type { Point, Series } from './series';

const base = 100;
const shownPlaces = 1;

/** An index, and the series that it fits. */
export interface ChartIndex {
	/** The start of the interval whose value is 100. */
	start: string;
	indexed: Series[];
	/** Series whose value of that interval is 0 or unknown: no index can be told of them. */
	others: Series[];
}

const pointAt = ({ points }: Series, start: string): Point | undefined =>
	points.find((point) => point.start === start);

/** The index from the first interval of any of these series. Undefined if none has a value. */
export function indexFrom(series: Series[]): ChartIndex | undefined {
	const [start] = series.flatMap(({ points }) => (points[0] ? [points[0].start] : [])).sort();
	if (start === undefined) return undefined;
	const hasBase = (each: Series): boolean => Number(pointAt(each, start)?.value ?? 0) > 0;
	return {
		start,
		indexed: series.filter(hasBase),
		others: series.filter((each) => each.points.length && !hasBase(each)),
	};
}

/** The index of a point of that series, as the amount and the words of a bar. */
export function toIndex({ value }: Point, series: Series, start: string) {
	const share = Number(value) / Number(pointAt(series, start)!.value);
	const amount = String(toDecimalText(share * base));
	return { amount, shown: writeNumber(amount, shownPlaces) };
}
