/** Metric > Get Report: one metric over a period, with its highest, lowest and average value, as items, files and a page. */
import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { nameListedChain } from '../shared/chains';
import type { Answer } from '../shared/errors';
import type { Field } from '../shared/fields';
import { sayName } from '../shared/foreign';
import type { Client } from '../shared/network/client';
import { average, isAtLeast, sum } from '../shared/numbers';
import type { ComposedOperation, Values } from '../shared/operations';
import { mapInPieces, workOf } from '../shared/pace';
import { checkPeriod, periodFields, readPeriod, startOf, type Period } from '../shared/period';
import { simplify } from '../shared/pipeline';
import type { Chart } from '../shared/report/chart';
import { readPages, type ListOperation } from '../shared/report/reading';
import { defineReport, type Figures, type Report, type Table } from '../shared/report/recipe';
import { chartChoice, returnField } from '../shared/report/returned';
import { mostBars, nameRange, type Range } from '../shared/report/totals';
import { countOf, writeNumber } from '../shared/report/writing';

/** What a report says of a metric. */
export interface MetricFacts {
	name: string;
	/** Is counted anew in each interval: no address that comes again, no rate and no state. */
	isAdditive?: true;
}

/** A value and the interval that it stands for. */
interface Point {
	/** ISO 8601, in UTC as the service counts. */
	start: string;
	end: string;
	isComplete: boolean;
	/** Decimal text in the unit that people use. */
	value: string;
	unit: string;
}

/** Which metric of which chain, and by what. */
interface Subject {
	/** The chain's name and ID, as services call them. */
	chain: string;
	chainId: string;
	/** The metric as the service and as people call it. */
	metric: string;
	called: string;
	timeInterval: string;
	unit: string;
}

interface MetricReport extends Report<Point> {
	subject: Subject;
	/** Present where the values of a longer period are the sum of those of its parts. */
	total?: string;
	average?: string;
	highest?: Point;
	lowest?: Point;
}

/** More than wei take. */
const averagePlaces = 18;

const day = (iso: string): string =>
	iso
		.replace(/T00:00:00Z$/, '')
		.replace(/Z$/, ' UTC')
		.replace('T', ' ');

/** A reader's places: none for whole numbers, two for others, four for small ones. */
const placesFor = (points: Point[]): number => {
	if (points.every(({ value }) => !value.includes('.'))) return 0;
	return points.some(({ value }) => Number(value) >= 100) ? 2 : 4;
};

const show = (value: string, { rows }: Pick<MetricReport, 'rows'>): string =>
	writeNumber(value, placesFor(rows));

const findExtreme = (
	points: Point[],
	isBetter: (a: Point, b: Point) => boolean,
): Point | undefined =>
	points.reduce<Point | undefined>(
		(best, point) => (!best || isBetter(point, best) ? point : best),
		undefined,
	);

type Extremes = Pick<MetricReport, 'total' | 'average' | 'highest' | 'lowest'>;

/** What sums the values up; a sum only where they are counted anew in each interval. */
function findExtremes(points: Point[], isAdditive: boolean): Extremes {
	const values = points.map(({ value }) => value);
	return {
		...(isAdditive && { total: sum(values) }),
		...(values.length > 0 && { average: sum([average(values, averagePlaces)]) }),
		highest: findExtreme(points, (a, b) => !isAtLeast(b.value, a.value)),
		lowest: findExtreme(points, (a, b) => !isAtLeast(a.value, b.value)),
	};
}

function writeNotes(points: Point[]): string[] {
	const isOpen = points.some(({ isComplete }) => !isComplete);
	return [
		...(isOpen ? ['The last interval is not over: its value still changes.'] : []),
		...(points.length > mostBars ? [`The chart shows the last ${mostBars} values.`] : []),
		...(points.length ? [] : ['The service has no values for this period.']),
		'Days, weeks and months begin at 0:00 UTC. Some figures are rounded.',
	];
}

const toChart = ({ called, unit }: Subject, points: Point[]): Chart => ({
	title: `${called} (${unit})`,
	bars: points.slice(-mostBars).map(({ start, value }) => ({
		name: day(start),
		amount: value,
		shown: show(value, { rows: points }),
	})),
});

const summary = (
	report: MetricReport,
): Array<[label: string, value: string | undefined, at?: string]> => [
	['Total', report.total],
	['Average', report.average],
	['Highest', report.highest?.value, report.highest?.start],
	['Lowest', report.lowest?.value, report.lowest?.start],
];

const toFigures = (report: MetricReport): Figures =>
	summary(report).flatMap(([label, value, at]) =>
		value === undefined
			? []
			: [{ label: at ? `${label}, ${day(at)}` : label, value: show(value, report) }],
	);

const toMail = ({ start, value }: Point, { subject }: MetricReport) => ({
	about: day(start),
	figures: [{ label: subject.called, value: `${value} ${subject.unit}` }],
});

/** The name and the value of the last row: a sum where values have one. */
const lastOf = ({ total, average: mean }: MetricReport): [name: string, value?: string] =>
	total === undefined ? ['Average', mean] : ['Total', total];

function toPage(report: MetricReport) {
	const { subject, rows, chart } = report;
	const [name, value] = lastOf(report);
	return {
		about: `${nameOf(subject)}, by ${subject.timeInterval}. ${countOf(rows.length, 'value')}.`,
		chart,
		table: {
			title: 'Values',
			heads: ['From', subject.unit],
			rows: rows.map((point) => [day(point.start), show(point.value, report)]),
			total: [name, value === undefined ? '' : show(value, report)],
		},
	};
}

function* toCsv(report: MetricReport): Generator<void, Table> {
	const { called, unit } = report.subject;
	const [name, value = ''] = lastOf(report);
	return {
		heads: ['From', 'Before', `${called} (${unit})`, 'Complete'],
		rows: yield* mapInPieces(report.rows, workOf.line, (point) => [
			point.start,
			point.end,
			point.value,
			point.isComplete ? 'yes' : 'no',
		]),
		total: [name, '', value, ''],
	};
}

const keyOf = ({ chainId, metric }: Subject, part: string): string =>
	`${chainId} ${metric} ${part}`;

/** Which series a value is of. */
const seriesOf = ({ chain, chainId, metric, timeInterval }: Subject): IDataObject => ({
	chain,
	chainId,
	metric,
	timeInterval,
});

function toItem(point: Point, { subject }: MetricReport, more: IDataObject): IDataObject {
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

function toTotal(report: MetricReport, more: IDataObject): IDataObject {
	const numbers: IDataObject = {};
	const exact: IDataObject = {};
	for (const [label, value, at] of summary(report)) {
		if (value === undefined) continue;
		const name = label.toLowerCase();
		numbers[name] = Number(value);
		if (at !== undefined) numbers[`${name}At`] = at;
		exact[`${name}Exact`] = value;
	}
	const { rows, subject, notes, title, slug } = report;
	const { attachments, ...mail } = more;
	return {
		title,
		...numbers,
		unit: subject.unit,
		values: rows.length,
		isTotal: true,
		...seriesOf(subject),
		...mail,
		key: keyOf(subject, slug),
		...(attachments !== undefined && { attachments }),
		notes,
		...exact,
	};
}

/** A point of the list as its own operation gives it under Simplify. */
function toPoint(record: IDataObject, row: ListOperation, values: Values): Point {
	const { start, end, complete, valueExact, unit } = simplify(record, row, values);
	return {
		start: start as string,
		end: end as string,
		value: valueExact as string,
		unit: unit as string,
		isComplete: complete === true,
	};
}

/** The first hour or day that begins in a period: each interval is of the period in which it begins. */
export function firstWhole(from: DateTime, interval: unknown): DateTime {
	const [time, unit] =
		interval === 'hour' ? [from.toUTC(), 'hour' as const] : [from, 'day' as const];
	const start = startOf(time, unit);
	return start < time ? start.plus({ [unit]: 1 }) : start;
}

const nameOf = ({ chain, chainId }: Pick<Subject, 'chain' | 'chainId'>): string =>
	chain === chainId ? `Chain ${chain}` : sayName(chain);

/** The chain's name, as a file's name has it. */
const slugOf = ({ chain, chainId }: Subject): string =>
	chain
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, 40) || chainId;

interface Read {
	/** What the list was asked for: the values, with the bounds as it takes them. */
	asked: Values;
	period: Period;
	chain: string;
	records: IDataObject[];
	pages: number;
}

/** The period's points, in the order of the service, and the name of the chain. */
async function readSeries(
	client: Client,
	row: ListOperation,
	values: Values,
): Promise<Answer<Read>> {
	const period = readPeriod(values);
	const first = period.from && firstWhole(period.from, values.timeInterval);
	const asked = { ...values, startTimestamp: first, endTimestamp: period.to };
	const records: IDataObject[] = [];
	let pages = 0;
	for await (const page of readPages(client, 'metrics', row, asked)) {
		if (!page.ok) return page;
		pages++;
		for (const record of page.result) records.push(record);
	}
	const chain = await nameListedChain(client, values.chainId as string);
	return { ok: true, result: { asked, period, chain, records, pages } };
}

/** The period in UTC, in which the service counts; where it has no bounds, that of the points, oldest first. */
function rangeOf(points: Point[], { from, to }: Period): Range {
	const inUtc = (time: DateTime | undefined, point: string | undefined): number => {
		if (time) return time.setZone('utc', { keepLocalTime: true }).toSeconds();
		return point ? Date.parse(point) / 1000 : 0;
	};
	return { from: inUtc(from, points[0]?.start), to: inUtc(to, points.at(-1)?.end) };
}

/** The report over the operation that lists a metric, and the fields that both have. */
export function reportOf(
	row: ListOperation,
	fields: Field[],
	metricOf: (metric: string) => MetricFacts,
): ComposedOperation {
	function* addUp({ asked, period, chain, records, pages }: Read): Generator<void, MetricReport> {
		const points = yield* mapInPieces(records, workOf.line, (record) =>
			toPoint(record, row, asked),
		);
		points.sort((a, b) => (a.start < b.start ? -1 : 1));
		const { metric, chainId, timeInterval } = asked as Record<string, string>;
		const { name: called, isAdditive = false } = metricOf(metric);
		const unit = points[0]?.unit ?? '';
		const subject = { chain, chainId, metric, called, timeInterval, unit };
		const { name, slug } = nameRange(rangeOf(points, period), 'utc');
		return {
			title: `${called} of ${nameOf(subject)}, ${name}`,
			fileName: `${metric}-${slugOf(subject)}`,
			slug,
			subject,
			rows: points,
			...findExtremes(points, isAdditive),
			chart: toChart(subject, points),
			notes: writeNotes(points),
			tally: { pages, read: records.length, wanted: records.length },
		};
	}
	return defineReport({
		action: 'Get report of chain metric over time',
		description: 'A metric over a period with its average and extremes, as items, files and a page',
		words: { row: 'interval', last: 'summary' },
		params: [...fields, ...periodFields(), returnField('group', [chartChoice])],
		check: (values) => row.check?.(values) ?? checkPeriod(values),
		explain: row.explain,
		composes: ['avalancheMetrics metric getMany', 'avalancheData chain getMany'],
		read: (client, values) => readSeries(client, row, values),
		group: addUp,
		columns: { row: toItem, total: toTotal },
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
