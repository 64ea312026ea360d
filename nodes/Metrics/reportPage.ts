/** The parts of a metric report for people: page, charts, notes and CSV file. */
import { mapInPieces, workOf } from '../shared/pace';
import { hasUnevenSeries, type Chart } from '../shared/report/chart';
import type { CsvTable, Figures, Report, Table } from '../shared/report/recipe';
import { mostBars } from '../shared/report/totals';
import { countOf, writeNumber } from '../shared/values/writing';
import {
	day,
	nameOfChain,
	nameWithId,
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

// ---- notes

/** For all charts of a page together. More bars would leave no room for tables. */
const mostBarsOfPage = 160;

/** The series in a chart. A series without values would only be a name without bars. */
function listDrawn({ series }: MetricPart): Series[] {
	const full = series.filter(({ points }) => points.length);
	return full.length ? full : series;
}

/** The most intervals that fit into the chart of a part. */
const mostIntervals = (part: MetricPart, charts: number): number =>
	Math.floor(Math.min(mostBars, Math.floor(mostBarsOfPage / charts)) / listDrawn(part).length);

/** The range of the figures: first and last day, or times for hours. */
export function sayCovered({ lines, timeInterval }: MetricReport): string | undefined {
	const [first, last] = [lines[0], lines.at(-1)];
	if (!first || !last) return undefined;
	const [from, to] = [Date.parse(first.start), Date.parse(last.end)];
	if (timeInterval !== 'hour') return `${dateOf(from)} to ${dateOf(to - 1)}`;
	return [from, to]
		.map((time) => new Date(time).toISOString().slice(0, 16).replace('T', ' '))
		.join(' to ');
}

const dateOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Names the metrics that the service lacks for compared chains. */
function noteMissing(parts: MetricPart[]): string[] {
	return parts[0].series.flatMap(({ subject }, i) => {
		const without = parts.filter(({ series }) => series[i].isMissing);
		if (!without.length) return [];
		const what = without.length === parts.length ? 'figures' : sayMetrics(without);
		return [
			`The Metrics API has no ${what} of ${nameWithId(subject)}. Take it out of Compare With, or leave it empty.`,
		];
	});
}

function sayNoValues({ series }: MetricReport): string[] {
	const empty = series.filter(({ points, isMissing }) => !points.length && !isMissing);
	const isOneMetric = new Set(series.map(({ subject }) => subject.metric)).size === 1;
	return empty.map(({ subject }) => {
		if (series.length === 1) return 'The service has no values for this period.';
		const of = `of ${nameOfChain(subject)} for this period`;
		return isOneMetric
			? `The service has no values ${of}.`
			: `The service has no values (${subject.called}) ${of}.`;
	});
}

/** Says how many intervals the charts show if they cannot show all. */
function sayShown({ parts, timeInterval }: MetricReport): string[] {
	const shown = parts.map((part) => mostIntervals(part, parts.length));
	const cut = parts.findIndex(({ lines }, i) => lines.length > shown[i]);
	if (cut < 0) return [];
	const noun = parts[cut].series.length > 1 ? 'intervals' : 'values';
	return parts.length > 1
		? [`Charts show at most the last ${countOf(Math.min(...shown), timeInterval)}.`]
		: [`The chart shows the last ${shown[cut]} ${noun}.`];
}

/** `named` is the title's name of the period, if the figures do not cover it exactly. */
export function writeNotes(report: MetricReport, named?: string): string[] {
	const { parts, lines } = report;
	const covered = sayCovered(report);
	const isComparison = parts[0].series.length > 1;
	const isInToken = parts.some(({ facts }) => facts.perWei);
	return [
		...(named && covered
			? [`The period is ${named}, and the figures cover ${covered}, in UTC.`]
			: []),
		...(lines.some(({ isComplete }) => !isComplete)
			? ['The last interval is not over: its value still changes.']
			: []),
		...noteMissing(parts),
		...sayNoValues(report),
		...sayShown(report),
		...(isComparison && isInToken ? ['The values of each chain are in its own token.'] : []),
		'Days, weeks and months begin at 0:00 UTC, and belong to the period in which they begin. Some figures are rounded.',
	];
}

// ---- charts

export const unitsOf = (series: Series[]): string =>
	[...new Set(series.map(({ subject: { unit } }) => unit).filter(Boolean))].join(', ');

/** A metric with its unit, unless the name says it. */
function withUnit({ facts: { name }, series }: MetricPart): string {
	const unit = unitsOf(series);
	return !unit || name.toLowerCase() === unit ? name : `${name} (${unit})`;
}

function toChart(part: MetricPart, charts: number): Chart {
	const drawn = listDrawn(part);
	const lines = toLines(drawn).slice(-mostIntervals(part, charts));
	const chart: Chart = {
		title: withUnit(part),
		...(drawn.length > 1 && { series: drawn.map(({ subject }) => nameOfChain(subject)) }),
		bars: lines.flatMap(({ start, points }) =>
			points.map((point, i) => ({
				name: day(start),
				amount: point?.value ?? '0',
				shown: point ? showPoint(point.value, drawn[i]) : noValue,
			})),
		),
	};
	return hasUnevenSeries(chart) ? { ...chart, hasOwnScales: true } : chart;
}

export const toCharts = (parts: MetricPart[]): Chart[] =>
	parts.map((part) => toChart(part, parts.length));

// ---- figures and tables

/** More figures would be too many at first glance. */
const mostFigures = 5;

const noValue = '–';

/** Label and value of the last row: a sum if the values have one, else the average. */
const lastOf = ({ total, average, subject }: Series): [name: string, value?: string] =>
	subject.isAdditive ? ['Total', total] : ['Average', average];

/** Names a series among several: by metric, by chain, or by both. */
function nameSeries({ subject }: Series, { parts }: Pick<MetricReport, 'parts'>): string {
	if (parts.length === 1) return nameOfChain(subject);
	return parts[0].series.length === 1
		? subject.called
		: `${subject.called} of ${nameOfChain(subject)}`;
}

/** All figures of a single series. With several series, one comparable figure of each. */
export function toFigures(report: MetricReport): Figures {
	const { series, parts } = report;
	const [first] = series;
	if (isOne(report))
		return summary(first).flatMap(([label, value, at]) =>
			value === undefined
				? []
				: [{ label: at ? `${label}, ${day(at)}` : label, value: showPoint(value, first) }],
		);
	const shown = series.length > mostFigures ? parts.map(({ series: [each] }) => each) : series;
	return shown.flatMap((each) => {
		const [name, value] = lastOf(each);
		if (value === undefined) return [];
		return [
			{
				label: `${nameSeries(each, report)}: ${name.toLowerCase()}`,
				value: showPoint(value, each),
			},
		];
	});
}

export function toMail({ point: { start, value }, series }: Row, report: MetricReport) {
	const { called, unit } = series.subject;
	return {
		about: isOne(report) ? day(start) : `${nameSeries(series, report)}, ${day(start)}`,
		figures: [{ label: called, value: `${value} ${unit}` }],
	};
}

/** The change from the first to the last complete interval, such as "+12.5 %". Undefined without two intervals. */
function sayChange({ points }: Series): string | undefined {
	const over = points.filter(({ isComplete }) => isComplete).map(({ value }) => Number(value));
	const [first, last] = [over[0], over.at(-1)!];
	if (over.length < 2 || !first) return undefined;
	const percent = (100 * (last - first)) / Math.abs(first);
	return `${percent < 0 ? '-' : '+'}${writeNumber(Math.abs(percent).toFixed(1), 1)} %`;
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
	return {
		title: `By ${what.toLowerCase()}`,
		heads: [what, ...labels, 'First to last'],
		rows: series.map((each, i) => [
			nameSeries(each, report),
			...labels.map((label) => sayFigure(each, summaries[i].get(label)!)),
			sayChange(each) ?? noValue,
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
			timeInterval[0].toUpperCase() + timeInterval.slice(1),
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
	const { parts, lines, charts, timeInterval } = report;
	const intervals = countOf(lines.length, timeInterval);
	const covered = sayCovered(report);
	const tables = parts.map((part) => toTable(part, report));
	const ofIntervals = tables.map(({ rows, total, ...table }) => ({
		...table,
		rows: [...rows, total],
	}));
	return {
		about: [
			`${seriesNames(parts[0].series)}, by ${timeInterval}: ${intervals}.`,
			...(covered ? [`From ${covered}, in UTC.`] : []),
		].join(' '),
		charts,
		// With several metrics, the table that has all of them comes first.
		...(parts.length > 1
			? { table: compare(report), details: ofIntervals }
			: { table: tables[0], details: isOne(report) ? [] : [compare(report)] }),
	};
}

export function* toCsv(report: MetricReport): Generator<void, CsvTable> {
	const { series, lines } = report;
	const headOf = (each: Series): string => {
		const { called, unit } = each.subject;
		const name = isOne(report) ? called : nameSeries(each, report);
		return unit ? `${name} (${unit})` : name;
	};
	return {
		heads: ['From', 'Before', ...series.map(headOf), 'Complete'],
		rows: yield* mapInPieces(lines, workOf.line, ({ start, end, isComplete, points }) => [
			start,
			end,
			...points.map((point) => point?.value ?? ''),
			isComplete ? 'yes' : 'no',
		]),
	};
}
