/** The charts of a metric report: of the whole period for a file, and what fits on the page. */
import { areUneven, barsEach, splitSeries, type Chart } from '../shared/report/chart';
import { mostBars } from '../shared/report/totals';
import { daySeconds } from '../shared/values/timeUnits';
import { countOf } from '../shared/values/writing';
import { indexFrom, toIndex, type ChartIndex } from './chartIndex';
import { startsOf } from './periods';
import type { Comparison } from './previous';
import { noValue, toLines, withUnit, type MetricPart, type MetricReport } from './reportParts';
import { day, nameInterval, nameOfChain, showPoint, type Point, type Series } from './series';

/** What decides how a part is drawn. */
type Drawing = Pick<MetricReport, 'isIndex' | 'comparison' | 'timeInterval'>;

// ---- what fits

/** For all charts of a page together, so that tables have room: a month by day of ten series. */
const mostBarsOfPage = 310;
/** For one chart of several series: a month by day of five. */
const mostBarsOfChart = 155;

/** The series in a chart. A series without values would only be a name without bars. */
function listDrawn({ series }: MetricPart): Series[] {
	const full = series.filter(({ points }) => points.length);
	return full.length ? full : series;
}

/** The bars for which a page has room in the charts of one metric. */
const roomOf = (metrics: number): number =>
	Math.min(mostBarsOfChart, Math.floor(mostBarsOfPage / metrics));

/** The most intervals that fit into the chart of a part. */
const mostIntervals = (part: MetricPart, metrics: number): number =>
	Math.min(mostBars, Math.floor(roomOf(metrics) / listDrawn(part).length));

/** True if a chart of the page begins later than the values. */
export const isCut = (part: MetricPart, metrics: number): boolean =>
	part.lines.length > mostIntervals(part, metrics);

const coarser = [
	{ interval: 'day', seconds: daySeconds },
	{ interval: 'week', seconds: 7 * daySeconds },
	{ interval: 'month', seconds: 28 * daySeconds },
];

/** The shortest interval whose charts have room for all. Undefined if there is none that every metric has. */
export function intervalForAll({ parts, covered, timeInterval }: MetricReport): string | undefined {
	if (!covered || parts.some(({ facts }) => facts.isDaily || facts.isDailyOnPublic))
		return undefined;
	const most = Math.min(...parts.map((part) => mostIntervals(part, parts.length)));
	const place = coarser.findIndex(({ interval }) => interval === timeInterval);
	const length = covered.to - covered.from;
	// A period can begin and end within an interval.
	const fits = ({ seconds }: (typeof coarser)[number]) => Math.ceil(length / seconds) + 1 <= most;
	return coarser.slice(place + 1).find(fits)?.interval;
}

// ---- the period before

/** The comparison, if the charts of a part show the period before. An index has its base in this one. */
function besideOf(part: MetricPart, { isIndex, comparison }: Drawing): Comparison | undefined {
	const isKnown = part.series.some(({ before }) => before?.points.length);
	return (isKnown && !(isIndex && indexOf(part)) && comparison) || undefined;
}

/** How many intervals the chart of a chain has, and how many bars for each. A period that is not over ends with its last value. */
function sizeBeside(
	{ points, before }: Series,
	{ now, before: then, timeInterval, isOver }: Comparison,
): { intervals: number; each: number } {
	if (!before?.points.length) return { intervals: points.length, each: 1 };
	const soFar = startsOf(now, timeInterval).indexOf(points.at(-1)?.start ?? '') + 1;
	return { intervals: isOver ? Math.max(now.count, then.count) : soFar, each: 2 };
}

/** The first interval of a series beside the first one before, and so on. */
function drawBeside(title: string, series: Series, comparison: Comparison): Chart {
	const { now, before, name, nameBefore, timeInterval } = comparison;
	const both = [
		{ starts: startsOf(now, timeInterval), of: series },
		{ starts: startsOf(before, timeInterval), of: series.before! },
	].map(({ starts, of }) => ({
		starts,
		points: new Map(of.points.map((point) => [point.start, point])),
	}));
	const [{ starts }, { starts: startsBefore }] = both;
	const { intervals } = sizeBeside(series, comparison);
	const bars = Array.from({ length: intervals }, (_, i) =>
		both.map((each) => ({
			// The longer period has days to which none of the other belongs.
			name: nameInterval(
				each.points.get(each.starts[i]) ?? {
					start: each.starts[i] ?? starts[i] ?? startsBefore[i],
					isComplete: true,
				},
			),
			...toBar(each.points.get(each.starts[i]), series),
		})),
	);
	return { title, series: [name, nameBefore], bars: bars.flat() };
}

/** A chart of each chain, because both periods of all of them would be too much for one. */
function drawPartBeside(part: MetricPart, comparison: Comparison): Chart[] {
	const drawn = listDrawn(part);
	return drawn.map((series) => {
		const title =
			drawn.length > 1 ? `${withUnit(part)}: ${nameOfChain(series.subject)}` : withUnit(part);
		if (series.before?.points.length) return drawBeside(title, series, comparison);
		return {
			title,
			bars: series.points.map((point) => ({ name: nameInterval(point), ...toBar(point, series) })),
		};
	});
}

/** How the period before is in the charts of a part: nowhere, in the file alone, or on the page, too. */
export function placeOfBefore(part: MetricPart, report: MetricReport): 'none' | 'file' | 'page' {
	const comparison = besideOf(part, report);
	if (!comparison) return 'none';
	const sizes = listDrawn(part).map((series) => sizeBeside(series, comparison));
	const bars = sizes.reduce((sum, { intervals, each }) => sum + intervals * each, 0);
	const fit = sizes.every(({ intervals }) => intervals <= mostBars);
	return fit && bars <= roomOf(report.parts.length) ? 'page' : 'file';
}

// ---- charts

/** The index of a part's chart. Undefined if no series has one. */
export function indexOf(part: MetricPart): ChartIndex | undefined {
	const index = indexFrom(listDrawn(part));
	return index?.indexed.length ? index : undefined;
}

/** The highest value that is drawn. A summary leaves out the interval that is not over, but the chart has its bar. */
const highestOf = ({ points }: Series): number =>
	points.reduce((highest, { value }) => Math.max(highest, Number(value)), 0);

/** True if a part has a chart of each chain, because their values differ too much for one scale. An index has one scale. */
export const isSplit = (part: MetricPart, { isIndex }: Pick<Drawing, 'isIndex'>): boolean =>
	!(isIndex && indexOf(part)) && areUneven(listDrawn(part).map(highestOf));

/** The bar of a point, by its index or by its value. */
function toBar(point: Point | undefined, series: Series, index?: ChartIndex) {
	if (!point) return { amount: '0', shown: noValue };
	if (index) return toIndex(point, series, index.start);
	return { amount: point.value, shown: showPoint(point.value, series) };
}

/** The whole chart of a metric, or one of each chain. */
function drawPart(part: MetricPart, drawing: Drawing): Chart[] {
	const comparison = besideOf(part, drawing);
	if (comparison) return drawPartBeside(part, comparison);
	const index = drawing.isIndex ? indexOf(part) : undefined;
	const drawn = index?.indexed ?? listDrawn(part);
	const chart: Chart = {
		title: index ? `${part.facts.name}, index (${day(index.start)} = 100)` : withUnit(part),
		...(drawn.length > 1 && { series: drawn.map(({ subject }) => nameOfChain(subject)) }),
		bars: toLines(drawn).flatMap((line) =>
			line.points.map((point, i) => ({
				name: nameInterval(line),
				...toBar(point, drawn[i], index),
			})),
		),
	};
	return isSplit(part, drawing) ? splitSeries(chart) : [chart];
}

/** Charts of the whole period, as a file has them. */
export const toCharts = (parts: MetricPart[], drawing: Drawing): Chart[] =>
	parts.flatMap((part) => drawPart(part, drawing));

/** The same with as many of the last intervals as fit on a page, which says so. The period before yields first. */
export const toPageCharts = (report: MetricReport): Chart[] =>
	report.parts.flatMap((part) => {
		const { parts, timeInterval } = report;
		if (placeOfBefore(part, report) === 'page') return drawPart(part, report);
		const charts = drawPart(part, { ...report, comparison: undefined });
		if (!isCut(part, parts.length)) return charts;
		const most = mostIntervals(part, parts.length);
		return charts.map((chart) => ({
			...chart,
			title: `${chart.title}, last ${countOf(most, timeInterval)}`,
			bars: chart.bars.slice(-most * barsEach(chart)),
		}));
	});
