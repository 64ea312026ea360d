/** Metric > Get Report: one metric of one or several chains over a period, as items, files and a page. */
import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { comparedChains } from '../shared/chains/fields';
import type { Answer } from '../shared/errors';
import type { Field } from '../shared/fields/fields';
import type { Client } from '../shared/network/client';
import type { ComposedOperation, Values } from '../shared/operation/operations';
import { mapInPieces, workOf } from '../shared/pace';
import { checkPeriod, periodFields, readPeriod, type Period } from '../shared/fields/period';
import type { Chart } from '../shared/report/chart';
import type { ListOperation } from '../shared/report/reading';
import { defineReport, type Figures, type Report, type Table } from '../shared/report/recipe';
import { chartChoice, returnField } from '../shared/report/returned';
import { mostBars, nameRange, type TimeRange } from '../shared/report/totals';
import { countOf } from '../shared/report/writing';
import {
	compare,
	day,
	lastOf,
	nameOfChain,
	noValue,
	readSeries,
	show,
	summary,
	toSeries,
	type MetricFacts,
	type Point,
	type ReadSeries,
	type Series,
	type MetricSubject,
} from './series';

/** A point of one of the chains. */
interface Row {
	point: Point;
	series: Series;
}

/** An interval, with the point of each chain that has one. */
interface Line {
	start: string;
	end: string;
	isComplete: boolean;
	points: Array<Point | undefined>;
}

interface MetricReport extends Report<Row> {
	/** One for each chain, in the order in which they were asked for. */
	series: Series[];
	lines: Line[];
	timeInterval: string;
}

const isOne = ({ series }: Pick<MetricReport, 'series'>): boolean => series.length === 1;

/** The intervals that any chain has, oldest first. */
function toLines(series: Series[]): Line[] {
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

/** How many intervals a chart has room for. */
const mostIntervals = (series: Series[]): number => Math.floor(mostBars / series.length);

function writeNotes(series: Series[], lines: Line[], { perWei }: MetricFacts): string[] {
	const isOpen = lines.some(({ isComplete }) => !isComplete);
	const shown = mostIntervals(series);
	const without = series.filter(({ points }) => !points.length).map(({ subject }) => subject);
	return [
		...(isOpen ? ['The last interval is not over: its value still changes.'] : []),
		...(lines.length > shown
			? [`The chart shows the last ${shown} ${series.length > 1 ? 'intervals' : 'values'}.`]
			: []),
		...without.map((subject) =>
			series.length > 1
				? `The service has no values of ${nameOfChain(subject)} for this period.`
				: 'The service has no values for this period.',
		),
		...(series.length > 1 && perWei ? ['The values of each chain are in its own token.'] : []),
		'Days, weeks and months begin at 0:00 UTC, and belong to the period in which they begin. Some figures are rounded.',
	];
}

const unitsOf = (series: Series[]): string =>
	[...new Set(series.map(({ subject: { unit } }) => unit).filter(Boolean))].join(', ');

/** A metric with its unit, where its name does not say it already. */
const withUnit = (called: string, unit: string): string =>
	called.toLowerCase() === unit ? called : `${called} (${unit})`;

function toChart(called: string, series: Series[], lines: Line[]): Chart {
	const isComparison = series.length > 1;
	return {
		title: withUnit(called, unitsOf(series)),
		...(isComparison && { series: series.map(({ subject }) => nameOfChain(subject)) }),
		bars: lines.slice(-mostIntervals(series)).flatMap(({ start, points }) =>
			points.map((point, i) => ({
				name: day(start),
				amount: point?.value ?? '0',
				shown: point ? show(point.value, series[i]) : noValue,
			})),
		),
	};
}

/** All figures of one chain; of several, the one that compares them. */
function toFigures(report: MetricReport): Figures {
	const [first] = report.series;
	if (isOne(report))
		return summary(first).flatMap(([label, value, at]) =>
			value === undefined
				? []
				: [{ label: at ? `${label}, ${day(at)}` : label, value: show(value, first) }],
		);
	return report.series.flatMap((series) => {
		const [name, value] = lastOf(series);
		return value === undefined
			? []
			: [
					{
						label: `${nameOfChain(series.subject)}: ${name.toLowerCase()}`,
						value: show(value, series),
					},
				];
	});
}

function toMail({ point: { start, value }, series: { subject } }: Row, report: MetricReport) {
	return {
		about: isOne(report) ? day(start) : `${nameOfChain(subject)}, ${day(start)}`,
		figures: [{ label: subject.called, value: `${value} ${subject.unit}` }],
	};
}

const namesOf = (series: Series[]): string => {
	const names = series.map(({ subject }) => nameOfChain(subject));
	return [names.slice(0, -1).join(', '), names.at(-1)!].filter(Boolean).join(' and ');
};

function toPage(report: MetricReport) {
	const { series, lines, chart, timeInterval } = report;
	const [name] = lastOf(series[0]);
	const intervals = countOf(lines.length, timeInterval);
	return {
		about: `${namesOf(series)}, by ${timeInterval}: ${intervals}.`,
		chart,
		table: {
			title: `By ${timeInterval}`,
			heads: [
				timeInterval[0].toUpperCase() + timeInterval.slice(1),
				...series.map(({ subject }) => (isOne(report) ? subject.unit : nameOfChain(subject))),
			],
			rows: lines.map(({ start, points }) => [
				day(start),
				...points.map((point, i) => (point ? show(point.value, series[i]) : noValue)),
			]),
			total: [
				name,
				...series.map((each) => {
					const [, value] = lastOf(each);
					return value === undefined ? '' : show(value, each);
				}),
			],
		},
		details: isOne(report) ? [] : [compare(report.series)],
	};
}

function* toCsv(report: MetricReport): Generator<void, Table> {
	const { series, lines } = report;
	const [name] = lastOf(series[0]);
	const headOf = ({ subject }: Series): string => {
		const { called, unit } = subject;
		return isOne(report) ? `${called} (${unit})` : `${nameOfChain(subject)} (${unit})`;
	};
	return {
		heads: ['From', 'Before', ...series.map(headOf), 'Complete'],
		rows: yield* mapInPieces(lines, workOf.line, ({ start, end, isComplete, points }) => [
			start,
			end,
			...points.map((point) => point?.value ?? ''),
			isComplete ? 'yes' : 'no',
		]),
		total: [name, '', ...series.map((each) => lastOf(each)[1] ?? ''), ''],
	};
}

const keyOf = ({ chainId, metric }: MetricSubject, part: string): string =>
	`${chainId} ${metric} ${part}`;

/** Which series a value is of. */
const seriesOf = ({ chain, chainId, metric, timeInterval }: MetricSubject): IDataObject => ({
	chain,
	chainId,
	metric,
	timeInterval,
});

function toItem({ point, series: { subject } }: Row, more: IDataObject): IDataObject {
	const { start, end, isComplete, value, unit } = point;
	return {
		start,
		end,
		value: Number(value),
		unit,
		complete: isComplete,
		isTotal: false,
		...seriesOf(subject),
		valueExact: value,
		key: keyOf(subject, start),
		...more,
	};
}

/** The figures of a series: numbers, and their exact texts. */
function toNumbers(series: Series): { numbers: IDataObject; exact: IDataObject } {
	const numbers: IDataObject = {};
	const exact: IDataObject = {};
	for (const [label, value, at] of summary(series)) {
		if (value === undefined) continue;
		const name = label.toLowerCase();
		numbers[name] = Number(value);
		if (at !== undefined) numbers[`${name}At`] = at;
		exact[`${name}Exact`] = value;
	}
	return { numbers, exact };
}

/** What the last item says of each chain of a comparison. */
function describeSeries(series: Series): IDataObject {
	const { subject, points } = series;
	const { numbers, exact } = toNumbers(series);
	const { chain, chainId, unit } = subject;
	return { chain, chainId, ...numbers, unit, values: points.length, ...exact };
}

function toTotal(report: MetricReport, more: IDataObject): IDataObject {
	const { rows, series, notes, title, slug } = report;
	const [{ subject }] = series;
	const { attachments, ...mail } = more;
	const { numbers, exact } = toNumbers(series[0]);
	const { metric, timeInterval } = subject;
	const ids = series.map(({ subject: { chainId } }) => chainId).join(',');
	// Figures of several chains have no sum: each has its own.
	const figures = isOne(report) ? numbers : { series: series.map(describeSeries) };
	return {
		title,
		...figures,
		unit: unitsOf(series),
		values: rows.length,
		isTotal: true,
		...(isOne(report)
			? seriesOf(subject)
			: { chain: namesOf(series), chainId: ids, metric, timeInterval }),
		...mail,
		key: keyOf({ ...subject, chainId: ids }, slug),
		...(attachments !== undefined && { attachments }),
		notes,
		...(isOne(report) && exact),
	};
}

/** The chain's name, as a file's name has it. */
const slugOf = ({ chain, chainId }: MetricSubject): string =>
	chain
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, 40) || chainId;

/** One chain, or the first of several with what was added to it. */
function slugOfAll([first, second, ...others]: Series[]): string {
	if (!second) return slugOf(first.subject);
	const rest = others.length ? `${others.length + 1}-others` : slugOf(second.subject);
	return `${slugOf(first.subject)}-and-${rest}`;
}

interface Read {
	period: Period;
	all: ReadSeries[];
}

/** The chain, and those that it is compared with, each once. */
async function readAll(client: Client, row: ListOperation, values: Values): Promise<Answer<Read>> {
	const { chainId, compareWith = [] } = values as { chainId: string; compareWith?: string[] };
	const all: ReadSeries[] = [];
	for (const each of new Set([chainId, ...compareWith])) {
		const answer = await readSeries(client, row, { ...values, chainId: each });
		if (!answer.ok) return answer;
		all.push(answer.result);
	}
	return { ok: true, result: { period: readPeriod(values), all } };
}

/** The period in UTC, in which the service counts; where it has no bounds, that of the lines, oldest first. */
function rangeOf(lines: Line[], { from, to }: Period): TimeRange {
	const inUtc = (time: DateTime | undefined, point: string | undefined): number => {
		if (time) return time.setZone('utc', { keepLocalTime: true }).toSeconds();
		return point ? Date.parse(point) / 1000 : 0;
	};
	return { from: inUtc(from, lines[0]?.start), to: inUtc(to, lines.at(-1)?.end) };
}

/** The report over the operation that lists a metric, and the fields that both have. */
export function reportOf(
	row: ListOperation,
	fields: Field[],
	metricOf: (metric: string) => MetricFacts,
): ComposedOperation {
	function* addUp({ period, all }: Read): Generator<void, MetricReport> {
		const { metric, timeInterval } = all[0].asked as Record<string, string>;
		const facts = metricOf(metric);
		const series: Series[] = [];
		for (const each of all) series.push(yield* toSeries(each, row, facts));
		const lines = toLines(series);
		const rows = series.flatMap((each) => each.points.map((point) => ({ point, series: each })));
		const { name, slug } = nameRange(rangeOf(lines, period), 'utc');
		const pages = all.reduce((sum, each) => sum + each.pages, 0);
		return {
			title: `${facts.name} of ${namesOf(series)}, ${name}`,
			fileName: `${metric}-${slugOfAll(series)}`,
			slug,
			series,
			lines,
			rows,
			timeInterval,
			chart: toChart(facts.name, series, lines),
			notes: writeNotes(series, lines, facts),
			tally: { pages, read: rows.length, wanted: rows.length },
		};
	}
	return defineReport({
		action: 'Get report of chain metric over time',
		description: 'A metric over a period with its average and extremes, as items, files and a page',
		words: { row: 'interval', last: 'summary' },
		params: [...fields, ...periodFields(), comparedChains, returnField('group', [chartChoice])],
		check: (values) => row.check?.(values) ?? checkPeriod(values),
		explain: row.explain,
		composes: ['avalancheMetrics metric getMany', 'avalancheData chain getMany'],
		read: (client, values) => readAll(client, row, values),
		group: addUp,
		columns: { row: (each, _report, more) => toItem(each, more), total: toTotal },
		mail: toMail,
		figures: toFigures,
		page: toPage,
		csv: toCsv,
		returns: [
			'start',
			'end',
			'value',
			'unit',
			'complete',
			'isTotal',
			'valueExact',
			'title',
			'total',
			'average',
			'highest',
			'highestAt',
			'lowest',
			'lowestAt',
			'series',
			'values',
			'chain',
			'chainId',
			'metric',
			'timeInterval',
			'html',
			'attachments',
			'notes',
			'totalExact',
			'averageExact',
			'highestExact',
			'lowestExact',
			'key',
		],
	});
}
