/** The parts of a metric report for people: figures, page and CSV file. */
import { mapInPieces, workOf } from '../shared/pace';
import { timeCell, yesOrNo } from '../shared/report/cells';
import { Clock } from '../shared/report/clock';
import { sayBefore } from '../shared/report/comparison';
import type { CsvTable, Figures, Table } from '../shared/report/recipe';
import { mostInRow } from '../shared/report/page';
import { capitalize } from '../shared/values/text';
import { daySeconds } from '../shared/values/timeUnits';
import { countOf, writeNumber } from '../shared/values/writing';
import { sayPrevious } from './previous';
import { toPageCharts } from './reportCharts';
import {
	isOne,
	nameSeries,
	noValue,
	sayCovered,
	seriesNames,
	unitBeside,
	withUnit,
	type MetricPart,
	type MetricReport,
	type Row,
} from './reportParts';
import {
	comparedFigure,
	figureOf,
	day,
	nameInterval,
	nameOfChain,
	showPoint,
	summary,
	type Point,
	type Series,
} from './series';

/** More figures would be too many at first glance. */
const mostFigures = 10;

/** The value of a tile, which has no head that says the unit. */
function showFigure(value: string, series: Series): string {
	const { called, unit } = series.subject;
	const many = unit === 'native token' ? 'native tokens' : unit;
	return [showPoint(value, series), unitBeside(called, many)].filter(Boolean).join(' ');
}

/** Label and value of the last row. */
const lastOf = (series: Series): [name: 'Total' | 'Average', value?: string] => {
	const figure = comparedFigure(series);
	return [figure === 'total' ? 'Total' : 'Average', series[figure]];
};

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
	const { label, value } = sayBefore(comparison.compared.name, {
		figure: comparedFigure(series),
		...said,
	});
	return isOne(report)
		? [{ label: capitalize(label), value }]
		: [{ label: `${nameSeries(series, report)}: ${label}`, value }];
}

/** The series with a figure at first glance: all of them, or the first metric of each chain. */
function listShown({ series, parts }: MetricReport): Series[] {
	const [chains] = parts.map((part) => part.series);
	if (series.length > mostFigures) return chains;
	// Figures that take two rows of a page have those of a chain in one row, if its metrics are more than the chains.
	const isByChain = series.length > mostInRow && chains.length <= parts.length;
	return isByChain ? chains.flatMap((_, i) => parts.map((part) => part.series[i])) : series;
}

/** The figures at first glance. Changes are left to the table if they would be too many. */
export function toFigures(report: MetricReport): Figures {
	const shown = listShown(report);
	const figures = isOne(report) ? toOwnFigures(shown[0]) : toSharedFigures(shown, report);
	const changes = shown.flatMap((each) => toPreviousFigure(each, report));
	return figures.length + changes.length > mostFigures ? figures : [...figures, ...changes];
}

export function toMail({ point, series }: Row, report: MetricReport) {
	const at = nameInterval(point);
	return {
		about: isOne(report) ? at : `${nameSeries(series, report)}, ${at}`,
		figures: [{ label: series.subject.called, value: showFigure(point.value, series) }],
	};
}

const listOver = ({ points }: Series): Point[] => points.filter(({ isComplete }) => isComplete);

const daysOfWeek = 7;

/** True if these points are the days of one week. */
function isWeek(points: Point[]): boolean {
	const [first, last] = [points[0], points.at(-1)].map((point) => Date.parse(point?.start ?? ''));
	return points.length === daysOfWeek && last - first === (daysOfWeek - 1) * daySeconds * 1000;
}

/** True if all series by day begin and end with a week of their own: a Thursday and a Saturday compare badly. */
const haveWeeks = ({ series, timeInterval }: MetricReport): boolean =>
	timeInterval === 'day' &&
	series
		.map(listOver)
		.every(
			(over) =>
				!over.length ||
				(over.length >= 2 * daysOfWeek &&
					isWeek(over.slice(0, daysOfWeek)) &&
					isWeek(over.slice(-daysOfWeek))),
		);

/** The change from the first to the last complete intervals, such as "+12.5 %". Undefined if they are the same. */
function sayFirstToLast(series: Series, length: number): string | undefined {
	const over = listOver(series);
	const [first, last] = [over.slice(0, length), over.slice(-length)].map((points) =>
		Number(figureOf(points, 'average')),
	);
	if (over.length < 2 * length || !first) return undefined;
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
		heads: [`Change since ${comparison.compared.name}`],
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
	const isByWeek = haveWeeks(report);
	return {
		title: `By ${what.toLowerCase()}`,
		heads: [what, ...labels, isByWeek ? 'First to last week' : 'First to last', ...previous.heads],
		rows: series.map((each, i) => [
			nameSeries(each, report),
			...labels.map((label) => sayFigure(each, summaries[i].get(label)!)),
			sayFirstToLast(each, isByWeek ? daysOfWeek : 1) ?? noValue,
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
		rows: lines.map((line) => [
			nameInterval(line),
			...line.points.map((point, i) => (point ? showPoint(point.value, series[i]) : noValue)),
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
	const range = covered ? `, ${covered}` : '';
	const tables = parts.map((part) => toTable(part, report));
	const ofIntervals = tables.map(({ rows, total, ...table }) => ({
		...table,
		rows: [...rows, total],
	}));
	return {
		about: `${seriesNames(parts[0].series)}, by ${timeInterval}: ${intervals}${range}. Time zone: UTC.`,
		charts: toPageCharts(report),
		// The table that has all chains and metrics beside each other comes first.
		...(isOne(report)
			? { table: tables[0], details: [] }
			: { table: compare(report), details: ofIntervals }),
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
