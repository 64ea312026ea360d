/** Metric > Get Report: metrics of one or several chains over a period, as items, files and a page. */
import { comparedChains } from '../shared/chains/fields';
import type { Answer } from '../shared/errors';
import { fieldValue, optional, type Field } from '../shared/fields/fields';
import { InvalidField } from '../shared/fields/invalid';
import { flag } from '../shared/fields/kinds';
import type { Client } from '../shared/network/client';
import type { ComposedOperation, Values } from '../shared/operation/operations';
import { checkPeriod, periodFields, readPeriod, type Period } from '../shared/fields/period';
import type { ListOperation } from '../shared/report/reading';
import { comparePrevious } from '../shared/report/comparison';
import { nowInSeconds, unfinishedOf } from '../shared/report/covered';
import { timesOf, writeKey, zoneOf } from '../shared/report/key';
import { defineReport } from '../shared/report/recipe';
import { chartChoice, returnField } from '../shared/report/returned';
import { nameRange, type TimeRange } from '../shared/report/totals';
import { toSlug } from '../shared/values/text';
import { furtherMetrics, metric, metricFields, metricOf, timeInterval } from './fields';
import { boundsOf, gridOf, periodBefore, rangeInUtc, type Grid } from './periods';
import { comparedParts, type AskedComparison } from './previous';
import { toItem, toTotal } from './reportItems';
import { sayLacks, sayPart, writeMetricNotes } from './reportNotes';
import { toCharts } from './reportCharts';
import { toCsv, toFigures, toMail, toPage } from './reportPage';
import {
	sayMetrics,
	seriesNames,
	toLines,
	type Line,
	type MetricPart,
	type MetricReport,
} from './reportParts';
import {
	byMetric,
	nameOfChain,
	noValues,
	listRepeated,
	readAllSeries,
	toSeries,
	type MetricSubject,
	type ReadSeries,
	type Series,
} from './series';
import { daySeconds, hourSeconds } from '../shared/values/timeUnits';

/** The chain's name in file names. */
const slugOf = (subject: MetricSubject): string =>
	toSlug(nameOfChain(subject)).slice(0, 40) || subject.chainId;

/** One or two names, or for more the word for all of them. */
const joinSlugs = (names: string[], many: string): string =>
	names.length > 2 ? many : names.join('-and-');

/** Names metrics and chains as a person would name the file. */
const nameFile = (parts: MetricPart[], chains: Series[]): string =>
	[
		joinSlugs(
			parts.map(({ facts }) => toSlug(facts.name)),
			'metrics',
		),
		joinSlugs(
			chains.map(({ subject }) => slugOf(subject)),
			`${chains.length}-chains`,
		),
	].join('-');

interface Read {
	period: Period;
	/** The period before, null if there is none, and undefined if it is not compared. */
	before?: Period | null;
	readAt: number;
	isIndex: boolean;
	/** IDs of chains that were chosen more than once. */
	repeated: string[];
	/** By metric, then by chain. */
	all: ReadSeries[][];
}

async function readAll(client: Client, row: ListOperation, values: Values): Promise<Answer<Read>> {
	const readAt = nowInSeconds();
	const all = await readAllSeries(client, row, values);
	if (!all.ok) return all;
	const before = values.comparePrevious ? (periodBefore(values) ?? null) : undefined;
	const isIndex = values.chartAsIndex === true;
	const period = readPeriod(values);
	const repeated = listRepeated(values);
	return { ok: true, result: { period, before, readAt, isIndex, repeated, all: all.result } };
}

const secondsOf = (iso: string): number => Date.parse(iso) / 1000;

/** The name of the period in UTC, as the service counts. */
const nameOfPeriod = (period: Period) => nameRange(rangeInUtc(period), 'utc');

/** The part of the period that has values, up to now. Undefined without values. */
function coveredOf(lines: Line[], readAt: number): TimeRange | undefined {
	const [first, last] = [lines[0], lines.at(-1)];
	if (!first || !last) return undefined;
	return { from: secondsOf(first.start), to: Math.min(secondsOf(last.end), readAt) };
}

/** Only hours follow the clocks of the workflow. All else begins at midnight in UTC. */
function timesOfHours({ from, to }: Period, interval: string): string | undefined {
	const zone = (from ?? to)?.zoneName;
	if (interval !== 'hour' || !zone) return undefined;
	return writeKey(timesOf(boundsOf({ from, to }, interval), zone), zoneOf(zone));
}

/** True if the lines begin and end with the days of the period, or its hours. */
function isCovered(lines: Line[], period: Period, interval: string): boolean {
	const length = interval === 'hour' ? hourSeconds : daySeconds;
	const { from, to } = boundsOf(period, interval);
	const [start, end] = [lines[0]?.start, lines.at(-1)?.end].map((at = '') => secondsOf(at));
	const begins = !Number.isFinite(from) || Math.floor(from / length) * length === start;
	return begins && (!Number.isFinite(to) || Math.ceil(to / length) * length === end);
}

/** For items without a total, which have no notes. Missing values are no reason for it. */
function hintPart(report: MetricReport, named?: string, grid?: Grid): string | undefined {
	const part = sayPart(report, named);
	if (!part || !grid || grid.fitsPeriod) return undefined;
	return `${part} Each ${report.timeInterval} belongs to the period in which it begins.`;
}

function compareWith(
	{ period, before }: Read,
	{
		series,
		timeInterval,
		unfinished,
	}: Pick<MetricReport, 'series' | 'timeInterval' | 'unfinished'>,
): AskedComparison | undefined {
	if (!before) return before;
	const [now, then] = [period, before].map((each) => gridOf(each, timeInterval)!);
	const [name, nameBefore] = [period, before].map((each) => nameOfPeriod(each).name);
	const points = series.flatMap((each) => each.points);
	const isOver = !unfinished && points.every(({ isComplete }) => isComplete);
	const both = { name, nameBefore, timeInterval, now, before: then, isOver };
	return { ...both, compared: comparedParts(series, both) };
}

/** With more charts, a page would be hard to read. */
const mostFurther = 4;

/** The metrics besides the first one, limited in number. */
const limited = (metrics: Field<string[] | undefined>): typeof metrics => ({
	...metrics,
	optional: true,
	notSent: true,
	encode: (value, context) => {
		const chosen = metrics.encode(value, context);
		if (chosen && chosen.length > mostFurther)
			throw new InvalidField(`can hold at most ${mostFurther} metrics, not ${chosen.length}`);
		return chosen;
	},
});

const chartAsIndex = optional({
	...flag({
		displayName: 'Chart as Index',
		name: 'chartAsIndex',
		description:
			'Whether to draw each chain as an index from 100, which has no room for the period before',
	}),
	notSent: true,
});

function* toParts(
	{ period, before, all }: Read,
	row: ListOperation,
): Generator<void, MetricPart[]> {
	const parts: MetricPart[] = [];
	for (const ofMetric of all) {
		const [{ asked }] = ofMetric;
		const facts = metricOf(fieldValue(asked, metric));
		const start = before ? gridOf(period, fieldValue(asked, timeInterval))!.from : undefined;
		const series: Series[] = [];
		for (const each of ofMetric) series.push(yield* toSeries(each, row, facts, start));
		parts.push({ facts, series, lines: toLines(series) });
	}
	return parts;
}

/** The report without its notes, which need the rest of it. */
function toReport(read: Read, parts: MetricPart[]): MetricReport {
	const { period, readAt, isIndex, repeated, all } = read;
	const series = parts.flatMap((part) => part.series);
	const lines = toLines(series);
	const rows = series.flatMap((each) => each.points.map((point) => ({ point, series: each })));
	const { name, slug } = nameOfPeriod(period);
	const { timeInterval } = series[0].subject;
	const [chains] = parts.map((part) => part.series);
	const ends = boundsOf(period, timeInterval).to;
	const unfinished = unfinishedOf({ ends, readAt, zone: 'utc' });
	const comparison = compareWith(read, { series, timeInterval, unfinished });
	return {
		title: `${sayMetrics(parts)} of ${seriesNames(chains)}, ${name}`,
		unfinished,
		fileName: nameFile(parts, chains),
		slug,
		parts,
		series,
		lines,
		rows,
		timeInterval,
		isIndex,
		repeated,
		covered: coveredOf(lines, readAt),
		comparison,
		times: timesOfHours(period, timeInterval),
		charts: toCharts(parts, { isIndex, comparison, timeInterval }),
		notes: [],
		tally: {
			pages: all.flat().reduce((sum, each) => sum + each.pages, 0),
			read: rows.length,
			wanted: rows.length,
			called: seriesNames(chains),
			ifEmpty: noValues,
		},
	};
}

/** Says what the figures cover, in notes and for items without them. */
function withNotes(report: MetricReport, read: Read): MetricReport {
	const { period } = read;
	const { lines, timeInterval, tally } = report;
	const { name } = nameOfPeriod(period);
	const named = isCovered(lines, period, timeInterval) ? undefined : name;
	const covered = hintPart(report, named, gridOf(period, timeInterval));
	const lacks = sayLacks(report);
	return {
		...report,
		tally: { ...tally!, covered, lacks },
		notes: writeMetricNotes(report, named),
	};
}

export function reportOf(row: ListOperation): ComposedOperation {
	return defineReport({
		action: 'Get report of chain metric over time',
		description: 'Metrics over a period with average and extremes, as items, files and a page',
		words: { row: 'interval', last: 'summary' },
		params: [
			...metricFields,
			...periodFields(),
			limited(furtherMetrics),
			comparedChains,
			comparePrevious('the total or average'),
			chartAsIndex,
			returnField('interval', [chartChoice]),
		],
		check: (values) => {
			const faults = byMetric(values).map((each) => row.check?.(each));
			return faults.find(Boolean) ?? checkPeriod(values);
		},
		explain: async (failure, values, client) => {
			for (const each of byMetric(values)) {
				const words = await row.explain?.(failure, each, client);
				if (words) return words;
			}
			return undefined;
		},
		composes: ['avalancheMetrics metric getMany', 'avalancheData chain getMany'],
		read: (client, values) => readAll(client, row, values),
		group: function* (read) {
			return withNotes(toReport(read, yield* toParts(read, row)), read);
		},
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
			'from',
			'to',
			'isPeriodOver',
			'total',
			'average',
			'highest',
			'highestAt',
			'lowest',
			'lowestAt',
			'series',
			'values',
			'previousPeriod',
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
