/** Metric > Get Report: one metric over a period, with its highest, lowest and average value, as items, files and a page. */
import type { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { nameChain } from '../shared/chains';
import type { Field } from '../shared/fields';
import type { Client } from '../shared/network/client';
import { average, isAtLeast, sum } from '../shared/numbers';
import type { LocalOperation, Made, Surroundings, Values } from '../shared/operations';
import { checkPeriod, periodFields, readPeriod } from '../shared/period';
import { simplify } from '../shared/pipeline';
import { writeSvg, type Chart } from '../shared/report/chart';
import { forSpreadsheets, writeCsv } from '../shared/report/csv';
import { writePage, type Page } from '../shared/report/page';
import { readPages, type ListOperation } from '../shared/report/reading';
import {
	chartChoice,
	makeFiles,
	returnField,
	toAttachments,
	type FileMaker,
} from '../shared/report/returned';
import { mostBars, nameRange } from '../shared/report/totals';
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
}

interface Report {
	title: string;
	about: string;
	metric: string;
	unit: string;
	/** Oldest first. */
	points: Point[];
	/** Present where the values of a longer period are the sum of those of its parts. */
	total?: string;
	average?: string;
	highest?: Point;
	lowest?: Point;
	notes: string[];
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

const show = (value: string, { points }: Pick<Report, 'points'>): string =>
	writeNumber(value, placesFor(points));

const findExtreme = (
	points: Point[],
	isBetter: (a: Point, b: Point) => boolean,
): Point | undefined =>
	points.reduce<Point | undefined>(
		(best, point) => (!best || isBetter(point, best) ? point : best),
		undefined,
	);

function toReport(
	points: Point[],
	named: Pick<Report, 'title' | 'about' | 'metric' | 'unit'>,
	isAdditive: boolean,
): Report {
	const values = points.map(({ value }) => value);
	const isOpen = points.some(({ isComplete }) => !isComplete);
	return {
		...named,
		points,
		...(isAdditive && { total: sum(values) }),
		...(values.length > 0 && { average: sum([average(values, averagePlaces)]) }),
		highest: findExtreme(points, (a, b) => !isAtLeast(b.value, a.value)),
		lowest: findExtreme(points, (a, b) => !isAtLeast(a.value, b.value)),
		notes: [
			...(isOpen ? ['The last interval is not over: its value still changes.'] : []),
			...(points.length > mostBars ? [`The chart shows the last ${mostBars} values.`] : []),
			...(points.length ? [] : ['The service has no values for this period.']),
			'Days, weeks and months begin at 0:00 UTC. Some figures are rounded.',
		],
	};
}

const toChart = (report: Report): Chart => ({
	title: `${report.metric} (${report.unit})`,
	bars: report.points.slice(-mostBars).map(({ start, value }) => ({
		name: day(start),
		amount: value,
		shown: show(value, report),
	})),
});

const summary = (
	report: Report,
): Array<[label: string, value: string | undefined, at?: string]> => [
	['Total', report.total],
	['Average', report.average],
	['Highest', report.highest?.value, report.highest?.start],
	['Lowest', report.lowest?.value, report.lowest?.start],
];

function toPage(report: Report, returns: string[]): Page {
	const { title, about, unit, points, notes } = report;
	const last = report.total === undefined ? ['Average', report.average] : ['Total', report.total];
	return {
		...{ title, about, notes, chart: toChart(report) },
		figures: summary(report).flatMap(([label, value, at]) =>
			value === undefined
				? []
				: [{ label: at ? `${label}, ${day(at)}` : label, value: show(value, report) }],
		),
		table: {
			title: 'Values',
			heads: ['From', unit],
			rows: points.map(({ start, value }) => [day(start), show(value, report)]),
			total: [last[0]!, last[1] === undefined ? '' : show(last[1], report)],
			elsewhere: returns.includes('csv') ? 'See the CSV file.' : 'Return CSV to get all of them.',
		},
	};
}

function writeReportCsv({ points, metric, unit, total, average: mean }: Report): string {
	const last = total === undefined ? ['Average', mean ?? ''] : ['Total', total];
	return forSpreadsheets(
		writeCsv([
			['From', 'Before', `${metric} (${unit})`, 'Complete'],
			...points.map(({ start, end, value, isComplete }) => [
				...[start, end, value, isComplete ? 'yes' : 'no'],
			]),
			[last[0], '', last[1], ''],
		]),
	);
}

const fileMakers = (
	report: Report,
	returns: string[],
	name: string,
): Record<string, FileMaker> => ({
	csv: {
		property: 'csv',
		name: (slug) => `${name}-${slug}.csv`,
		write: () => writeReportCsv(report),
	},
	pageFile: {
		property: 'page',
		name: (slug) => `${name}-${slug}.html`,
		write: () => writePage(toPage(report, returns)),
	},
	chart: {
		property: 'chart',
		name: (slug) => `${name}-${slug}.svg`,
		write: () => writeSvg(toChart(report)),
	},
});

function toTotal(report: Report, more: IDataObject): IDataObject {
	const numbers: IDataObject = {};
	const exact: IDataObject = {};
	for (const [label, value, at] of summary(report)) {
		if (value === undefined) continue;
		const name = label.toLowerCase();
		numbers[name] = Number(value);
		if (at !== undefined) numbers[`${name}At`] = at;
		exact[`${name}Exact`] = value;
	}
	const { points, unit, notes, title } = report;
	return {
		title,
		...numbers,
		unit,
		values: points.length,
		isTotal: true,
		...more,
		notes,
		...exact,
	};
}

/** The values of a row of the table as it gives them under Simplify; undefined where a point is no number. */
function toPoint(
	record: IDataObject,
	row: ListOperation,
	values: Values,
): Point & { unit: string } {
	const { start, end, complete, valueExact, unit } = simplify(record, row, values);
	return {
		...({ start, end, value: valueExact, unit } as {
			start: string;
			end: string;
			value: string;
			unit: string;
		}),
		isComplete: complete === true,
	};
}

/** The report over the operation that lists a metric, and the fields that both have. */
export function reportOf(
	row: ListOperation,
	fields: Field[],
	metricOf: (metric: string) => MetricFacts,
): LocalOperation {
	async function run(client: Client, values: Values, { isTool }: Surroundings): Promise<Made> {
		const { from, to } = readPeriod(values);
		const asked = { ...values, startTimestamp: from, endTimestamp: to };
		const records: IDataObject[] = [];
		let pages = 0;
		for await (const page of readPages(client, 'metrics', row, asked)) {
			if (!page.ok) return page;
			pages++;
			records.push(...page.result);
		}
		const points = records
			.map((record) => toPoint(record, row, asked))
			.sort((a, b) => (a.start < b.start ? -1 : 1));
		const returns = values.return as string[];
		const { metric, chainId } = values as Record<string, string>;
		const chain = nameChain(chainId) as string;
		const ends = [points[0]?.start, points.at(-1)?.end].map((iso) => iso && Date.parse(iso) / 1000);
		const inUtc = (time: DateTime | undefined, other: string | number | undefined) =>
			time ? time.setZone('utc', { keepLocalTime: true }).toSeconds() : Number(other ?? 0);
		const range = { from: inUtc(from, ends[0]), to: inUtc(to, ends[1]) };
		const { name: called, isAdditive } = metricOf(metric);
		const { name, slug } = nameRange(range, 'utc');
		const named = {
			title: `${called}, ${name}`,
			about: `${chain === chainId ? `Chain ${chain}` : chain}, by ${String(values.timeInterval)}. ${countOf(points.length, 'value')}.`,
			...{ metric: called, unit: points[0]?.unit ?? '' },
		};
		const report = toReport(points, named, isAdditive === true);
		const items = points.map(({ start, end, isComplete, value, unit }) => ({
			...{ start, end, value: Number(value), unit, complete: isComplete, isTotal: false },
			valueExact: value,
		}));
		const files = isTool ? [] : makeFiles(fileMakers(report, returns, metric), returns, slug);
		const total = toTotal(report, {
			...{ chain, chainId, metric, timeInterval: values.timeInterval as string },
			...(returns.includes('page') && !isTool && { html: writePage(toPage(report, returns)) }),
			...toAttachments(files),
		});
		return {
			ok: true,
			result: [...(returns.includes('items') || isTool ? items : []), total],
			files,
			tally: { pages, read: records.length, wanted: records.length },
		};
	}
	return {
		name: 'Get Report',
		action: 'Get report of chain metric over time',
		description: 'A metric over a period with its average and extremes, as items, files and a page',
		params: [...fields, ...periodFields, returnField('group', [chartChoice])],
		check: (values) => row.check?.(values) ?? checkPeriod(values),
		explain: row.explain,
		run,
		sends: [],
		computeUnits: row.computeUnits,
		gives:
			'One item for each interval, if Return holds Items, then one item with the summary and the files.',
		returns: [
			...['start', 'end', 'value', 'unit', 'complete', 'isTotal', 'valueExact', 'title', 'total'],
			...['average', 'highest', 'highestAt', 'lowest', 'lowestAt', 'values', 'chain', 'chainId'],
			'metric',
			...[
				'timeInterval',
				'html',
				'attachments',
				'notes',
				'totalExact',
				'averageExact',
				'highestExact',
				'lowestExact',
			],
		],
	};
}
