/** The parts of a metric report for people: page, charts and CSV file. */
import { mapInPieces, workOf } from '../shared/pace';
import { timeCell, yesOrNo } from '../shared/report/cells';
import { Clock } from '../shared/report/clock';
import { barsEach, hasUnevenSeries, splitSeries, type Chart } from '../shared/report/chart';
import { sayBefore } from '../shared/report/comparison';
import { showCovered } from '../shared/report/covered';
import type { CsvTable, Figures, Report, Table } from '../shared/report/recipe';
import { mostBars, type TimeRange } from '../shared/report/totals';
import { capitalize } from '../shared/values/text';
import { daySeconds } from '../shared/values/timeUnits';
import { countOf, writeNumber } from '../shared/values/writing';
import { indexFrom, toIndex, type ChartIndex } from './chartIndex';
import { sayPrevious, type AskedComparison } from './previous';
import {
	comparedFigure,
	day,
	nameOfChain,
	showPoint,
	summary,
	type MetricFacts,
	type Point,
	type Series,
} from './series';

interface Row {
	point: Point;
	series: Series;
}

/** An interval with the point of each series, if it has one. */
export interface Line {
	start: string;
	end: string;
	isComplete: boolean;
	points: Array<Point | undefined>;
}

/** One metric of all chains, in the order of the request. */
export interface MetricPart {
	facts: MetricFacts;
	series: Series[];
	lines: Line[];
}

export interface MetricReport extends Report<Row> {
	/** One for each metric, in the order of the request. */
	parts: MetricPart[];
	/** The series of all parts. */
	series: Series[];
	lines: Line[];
	timeInterval: string;
	/** True if charts show an index in place of values. */
	isIndex: boolean;
	/** What the figures cover. Undefined without values. */
	covered?: TimeRange;
	/** Undefined unless it was asked for. */
	comparison?: AskedComparison;
	/** Times and time zone of a period by the hour, unless they are days of UTC. */
	times?: string;
}

export const isOne = ({ series }: Pick<MetricReport, 'series'>): boolean => series.length === 1;

/** The intervals of all series, oldest first. */
export function toLines(series: Series[]): Line[] {
	const lines = new Map<string, Line>();
	for (const [place, { points }] of series.entries())
		for (const point of points) {
			const { start, end, isComplete } = point;
			const line = lines.get(start) ?? { start, end, isComplete: true, points: [] };
			line.points[place] = point;
			line.isComplete &&= isComplete;
			lines.set(start, line);
		}
	const sorted = [...lines.values()].sort((a, b) => (a.start < b.start ? -1 : 1));
	return sorted.map((line) => ({ ...line, points: series.map((_, i) => line.points[i]) }));
}

const listNames = (names: string[]): string =>
	[names.slice(0, -1).join(', '), names.at(-1)!].filter(Boolean).join(' and ');

export const seriesNames = (series: Series[]): string =>
	listNames(series.map(({ subject }) => nameOfChain(subject)));

/** A title with more metrics would be too long. */
const mostNamed = 3;

export function sayMetrics(parts: MetricPart[]): string {
	const names = parts.map(({ facts }) => facts.name);
	if (names.length <= mostNamed) return listNames(names);
	return `${names[0]} and ${names.length - 1} other metrics`;
}

// ---- what fits and what is covered

/** For all charts of a page together, so that tables have room: a month by day of ten series. */
const mostBarsOfPage = 310;
/** For one chart of several series: a month by day of five. */
const mostBarsOfChart = 155;

/** The series in a chart. A series without values would only be a name without bars. */
function listDrawn({ series }: MetricPart): Series[] {
	const full = series.filter(({ points }) => points.length);
	return full.length ? full : series;
}

/** The most intervals that fit into the chart of a part. */
function mostIntervals(part: MetricPart, charts: number): number {
	const bars = Math.min(mostBarsOfChart, Math.floor(mostBarsOfPage / charts));
	return Math.min(mostBars, Math.floor(bars / listDrawn(part).length));
}

/** The moments from and up to which the figures run, as other reports show them. */
export const sayCovered = ({ covered }: MetricReport): string | undefined =>
	covered && showCovered({ range: covered }, 'utc').join(' to ');

/** True if a chart of the page begins later than the values. */
export const isCut = (part: MetricPart, charts: number): boolean =>
	part.lines.length > mostIntervals(part, charts);

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

// ---- charts

export const unitsOf = (series: Series[]): string =>
	[...new Set(series.map(({ subject: { unit } }) => unit).filter(Boolean))].join(', ');

/** The unit of a metric of this name. Empty if it has none, or if the name says it. */
const unitBeside = (name: string, unit: string): string =>
	name.toLowerCase() === unit ? '' : unit;

/** A metric with its unit, unless the name says it. */
function withUnit({ facts: { name }, series }: MetricPart): string {
	const unit = unitBeside(name, unitsOf(series));
	return unit ? `${name} (${unit})` : name;
}

/** The value of a tile, which has no head that says the unit. */
function showFigure(value: string, series: Series): string {
	const { called, unit } = series.subject;
	const many = unit === 'native token' ? 'native tokens' : unit;
	return [showPoint(value, series), unitBeside(called, many)].filter(Boolean).join(' ');
}

/** The index of a part's chart. Undefined if no series has one. */
export function indexOf(part: MetricPart): ChartIndex | undefined {
	const index = indexFrom(listDrawn(part));
	return index?.indexed.length ? index : undefined;
}

/** The bar of a point, by its index or by its value. */
function toBar(point: Point | undefined, series: Series, index?: ChartIndex) {
	if (!point) return { amount: '0', shown: noValue };
	if (index) return toIndex(point, series, index.start);
	return { amount: point.value, shown: showPoint(point.value, series) };
}

/** The whole chart of a metric, or one of each chain where their values differ too much for one scale. */
function drawPart(part: MetricPart, isIndex: boolean): Chart[] {
	const index = isIndex ? indexOf(part) : undefined;
	const drawn = index?.indexed ?? listDrawn(part);
	const chart: Chart = {
		title: index ? `${part.facts.name}, index (${day(index.start)} = 100)` : withUnit(part),
		...(drawn.length > 1 && { series: drawn.map(({ subject }) => nameOfChain(subject)) }),
		bars: toLines(drawn).flatMap(({ start, points }) =>
			points.map((point, i) => ({ name: day(start), ...toBar(point, drawn[i], index) })),
		),
	};
	return !index && hasUnevenSeries(chart) ? splitSeries(chart) : [chart];
}

/** Charts of the whole period, as a file has them. */
export const toCharts = (parts: MetricPart[], isIndex: boolean): Chart[] =>
	parts.flatMap((part) => drawPart(part, isIndex));

/** The same with as many of the last intervals as fit on a page, which says so. */
const toPageCharts = ({ parts, isIndex, timeInterval }: MetricReport): Chart[] =>
	parts.flatMap((part) => {
		const charts = drawPart(part, isIndex);
		if (!isCut(part, parts.length)) return charts;
		const most = mostIntervals(part, parts.length);
		return charts.map((chart) => ({
			...chart,
			title: `${chart.title}, last ${countOf(most, timeInterval)}`,
			bars: chart.bars.slice(-most * barsEach(chart)),
		}));
	});

// ---- figures and tables

/** More figures would be too many at first glance. */
const mostFigures = 5;

const noValue = '–';

/** Label and value of the last row. */
const lastOf = (series: Series): [name: 'Total' | 'Average', value?: string] => {
	const figure = comparedFigure(series);
	return [figure === 'total' ? 'Total' : 'Average', series[figure]];
};

/** Names a series among several: by metric, by chain, or by both. */
export function nameSeries({ subject }: Series, { parts }: Pick<MetricReport, 'parts'>): string {
	if (parts.length === 1) return nameOfChain(subject);
	return parts[0].series.length === 1
		? subject.called
		: `${subject.called} of ${nameOfChain(subject)}`;
}

/** All figures of a single series. */
const toOwnFigures = (series: Series): Figures =>
	summary(series).flatMap(([label, value, at]) =>
		value === undefined
			? []
			: [{ label: at ? `${label}, ${day(at)}` : label, value: showFigure(value, series) }],
	);

/** One comparable figure of each of several series. */
const toSharedFigures = (series: Series[], report: MetricReport): Figures =>
	series.flatMap((each) => {
		const [name, value] = lastOf(each);
		if (value === undefined) return [];
		const label = `${nameSeries(each, report)}: ${name.toLowerCase()}`;
		return [{ label, value: showFigure(value, each) }];
	});

/** How a series differs from the period before, or only the figure of that period if the difference is not known. */
function toPreviousFigure(series: Series, report: MetricReport): Figures {
	const { comparison } = report;
	if (!comparison) return [];
	const said = sayPrevious(series, comparison, showFigure);
	if (!said.from) return [];
	const { label, value } = sayBefore(comparison.nameBefore, {
		figure: comparedFigure(series),
		...said,
	});
	return isOne(report)
		? [{ label: capitalize(label), value }]
		: [{ label: `${nameSeries(series, report)}: ${label}`, value }];
}

/** The figures at first glance. Changes are left to the table if they would be too many. */
export function toFigures(report: MetricReport): Figures {
	const { series, parts } = report;
	const shown = series.length > mostFigures ? parts.map(({ series: [each] }) => each) : series;
	const figures = isOne(report) ? toOwnFigures(series[0]) : toSharedFigures(shown, report);
	const changes = shown.flatMap((each) => toPreviousFigure(each, report));
	return figures.length + changes.length > mostFigures ? figures : [...figures, ...changes];
}

export function toMail({ point: { start, value }, series }: Row, report: MetricReport) {
	return {
		about: isOne(report) ? day(start) : `${nameSeries(series, report)}, ${day(start)}`,
		figures: [{ label: series.subject.called, value: showFigure(value, series) }],
	};
}

/** The change from the first to the last complete interval, such as "+12.5 %". Undefined without two intervals. */
function sayFirstToLast({ points }: Series): string | undefined {
	const over = points.filter(({ isComplete }) => isComplete).map(({ value }) => Number(value));
	const [first, last] = [over[0], over.at(-1)!];
	if (over.length < 2 || !first) return undefined;
	const percent = (100 * (last - first)) / Math.abs(first);
	return `${percent < 0 ? '-' : '+'}${writeNumber(Math.abs(percent).toFixed(1), 1)} %`;
}

/** The column of the period before, if it is compared. */
function toPreviousColumn({ series, comparison }: MetricReport) {
	if (!comparison) return { heads: [], cells: series.map((): string[] => []) };
	const say = (each: Series): string => {
		const { change, from } = sayPrevious(each, comparison, showPoint);
		return [change, from && `from ${from}`].filter(Boolean).join(', ') || noValue;
	};
	return {
		heads: [`Change since ${comparison.nameBefore}`],
		cells: series.map((each) => [say(each)]),
	};
}

/** A row with the figures of each series. */
function compare(report: MetricReport) {
	const { series, parts } = report;
	const summaries = series.map(
		(each) => new Map(summary(each).map(([label, ...of]) => [label, of])),
	);
	const labels = [...summaries[0].keys()].filter((label) =>
		summaries.some((figures) => figures.get(label)![0] !== undefined),
	);
	const sayFigure = (each: Series, [value, at]: [string | undefined, string?]): string => {
		if (value === undefined) return noValue;
		return at ? `${showPoint(value, each)} (${day(at)})` : showPoint(value, each);
	};
	const what = parts.length === 1 ? 'Chain' : 'Metric';
	const previous = toPreviousColumn(report);
	return {
		title: `By ${what.toLowerCase()}`,
		heads: [what, ...labels, 'First to last', ...previous.heads],
		rows: series.map((each, i) => [
			nameSeries(each, report),
			...labels.map((label) => sayFigure(each, summaries[i].get(label)!)),
			sayFirstToLast(each) ?? noValue,
			...previous.cells[i],
		]),
	};
}

/** A row for each interval of one metric, and a column for each chain. */
function toTable(
	part: MetricPart,
	{ timeInterval, parts }: MetricReport,
): Table & { title: string } {
	const { series, lines } = part;
	const [name] = lastOf(series[0]);
	return {
		title: parts.length > 1 ? `${withUnit(part)} by ${timeInterval}` : `By ${timeInterval}`,
		heads: [
			capitalize(timeInterval),
			...series.map(({ subject }) => (series.length > 1 ? nameOfChain(subject) : subject.unit)),
		],
		rows: lines.map(({ start, points }) => [
			day(start),
			...points.map((point, i) => (point ? showPoint(point.value, series[i]) : noValue)),
		]),
		total: [
			name,
			...series.map((each) => {
				const [, value] = lastOf(each);
				return value === undefined ? noValue : showPoint(value, each);
			}),
		],
	};
}

export function toPage(report: MetricReport) {
	const { parts, lines, timeInterval } = report;
	const intervals = countOf(lines.length, timeInterval);
	const covered = sayCovered(report);
	const range = covered ? `, from ${covered}` : '';
	const tables = parts.map((part) => toTable(part, report));
	const ofIntervals = tables.map(({ rows, total, ...table }) => ({
		...table,
		rows: [...rows, total],
	}));
	return {
		about: `${seriesNames(parts[0].series)}, by ${timeInterval}: ${intervals}${range}. Time zone: UTC.`,
		charts: toPageCharts(report),
		// With several metrics, the table that has all of them comes first.
		...(parts.length > 1
			? { table: compare(report), details: ofIntervals }
			: { table: tables[0], details: isOne(report) ? [] : [compare(report)] }),
	};
}

export function* toCsv(report: MetricReport): Generator<void, CsvTable> {
	const { series, lines } = report;
	const clock = new Clock('utc');
	const headOf = (each: Series): string => {
		const { called, unit } = each.subject;
		const name = isOne(report) ? called : nameSeries(each, report);
		return unit ? `${name} (${unit})` : name;
	};
	return {
		heads: ['From', 'Before', ...series.map(headOf), 'Complete', 'Time Zone'],
		rows: yield* mapInPieces(lines, workOf.line, ({ start, end, isComplete, points }) => [
			timeCell(start, clock),
			timeCell(end, clock),
			...points.map((point) => point?.value ?? ''),
			yesOrNo(isComplete),
			'UTC',
		]),
	};
}
