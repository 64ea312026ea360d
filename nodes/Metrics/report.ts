/** Metric > Get Report: metrics of one or several chains over a period, as items, files and a page. */
import type { DateTime } from 'luxon';
import { comparedChains } from '../shared/chains/fields';
import type { Answer } from '../shared/errors';
import type { Field } from '../shared/fields/fields';
import { InvalidField } from '../shared/fields/invalid';
import type { Client } from '../shared/network/client';
import type { ComposedOperation, Values } from '../shared/operation/operations';
import { checkPeriod, periodFields, readPeriod, type Period } from '../shared/fields/period';
import type { ListOperation } from '../shared/report/reading';
import { nowInSeconds, unfinishedOf } from '../shared/report/covered';
import { timesOf, writeKey, zoneOf } from '../shared/report/key';
import { defineReport } from '../shared/report/recipe';
import { chartChoice, returnField } from '../shared/report/returned';
import { nameRange, type TimeRange } from '../shared/report/totals';
import { toItem, toTotal } from './reportItems';
import {
	seriesNames,
	sayMetrics,
	toCharts,
	toCsv,
	toFigures,
	toLines,
	toMail,
	toPage,
	writeNotes,
	type Line,
	type MetricPart,
	type MetricReport,
} from './reportPage';
import {
	byMetric,
	readAllSeries,
	toSeries,
	type MetricFacts,
	type MetricSubject,
	type ReadSeries,
	type Series,
} from './series';

/** The chain's name in file names. */
const slugOf = ({ chain, chainId }: MetricSubject): string =>
	chain
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, 40) || chainId;

/** One slug, or the first of several with the second or the number of the others. */
function joinSlugs([first, second, ...others]: string[]): string {
	if (!second) return first;
	return `${first}-and-${others.length ? `${others.length + 1}-others` : second}`;
}

interface Read {
	period: Period;
	readAt: number;
	/** By metric, then by chain. */
	all: ReadSeries[][];
}

async function readAll(client: Client, row: ListOperation, values: Values): Promise<Answer<Read>> {
	const readAt = nowInSeconds();
	const all = await readAllSeries(client, row, values);
	if (!all.ok) return all;
	return { ok: true, result: { period: readPeriod(values), readAt, all: all.result } };
}

/** The period in UTC, as the service counts. Without bounds, the range of the lines, which are sorted oldest first. */
function rangeOf(lines: Line[], { from, to }: Period): TimeRange {
	const inUtc = (time: DateTime | undefined, point: string | undefined): number => {
		if (time) return time.setZone('utc', { keepLocalTime: true }).toSeconds();
		return point ? Date.parse(point) / 1000 : 0;
	};
	return { from: inUtc(from, lines[0]?.start), to: inUtc(to, lines.at(-1)?.end) };
}

/** Hours end at the moment of the period, longer intervals at its day in UTC. */
function endOf(lines: Line[], period: Period, interval: string): number {
	if (!period.to) return Infinity;
	return interval === 'hour' ? period.to.toSeconds() : rangeOf(lines, period).to;
}

/** Only hours follow the clocks of the workflow. All else begins at midnight in UTC. */
function timesOfHours({ from, to }: Period, interval: string): string | undefined {
	const zone = (from ?? to)?.zoneName;
	if (interval !== 'hour' || !zone) return undefined;
	const range = { from: from?.toSeconds() ?? -Infinity, to: to?.toSeconds() ?? Infinity };
	return writeKey(timesOf(range, zone), zoneOf(zone));
}

/** True if the lines begin and end with the days of the period, or its hours. */
function isCovered(lines: Line[], period: Period, interval: string): boolean {
	const [unit, length] = interval === 'hour' ? ['hour', 3600] : ['day', 86_400];
	const { from, to } =
		unit === 'hour'
			? { from: period.from?.toSeconds(), to: period.to?.toSeconds() }
			: rangeOf(lines, period);
	const [start, end] = [lines[0]?.start, lines.at(-1)?.end].map((at = '') => Date.parse(at) / 1000);
	const begins = from === undefined || Math.floor(from / length) * length === start;
	return begins && (to === undefined || Math.ceil(to / length) * length === end);
}

/** With more charts, a page would be hard to read. */
const mostFurther = 4;

/** The metrics besides the first one, limited in number. */
const limited = (metrics: Field): Field => ({
	...metrics,
	optional: true,
	notSent: true,
	encode: (value, context) => {
		const chosen = metrics.encode(value, context) as string[] | undefined;
		if (chosen && chosen.length > mostFurther)
			throw new InvalidField(`can hold at most ${mostFurther} metrics, not ${chosen.length}`);
		return chosen;
	},
});

interface MetricFields {
	shared: Field[];
	further: Field;
	metricOf: (metric: string) => MetricFacts;
}

export function reportOf(
	row: ListOperation,
	{ shared, further, metricOf }: MetricFields,
): ComposedOperation {
	function* addUp({ period, readAt, all }: Read): Generator<void, MetricReport> {
		const parts: MetricPart[] = [];
		for (const ofMetric of all) {
			const facts = metricOf(ofMetric[0].asked.metric as string);
			const series: Series[] = [];
			for (const each of ofMetric) series.push(yield* toSeries(each, row, facts));
			parts.push({ facts, series, lines: toLines(series) });
		}
		const series = parts.flatMap((part) => part.series);
		const lines = toLines(series);
		const rows = series.flatMap((each) => each.points.map((point) => ({ point, series: each })));
		const { name, slug } = nameRange(rangeOf(lines, period), 'utc');
		const pages = all.flat().reduce((sum, each) => sum + each.pages, 0);
		const { timeInterval } = series[0].subject;
		const [chains] = parts.map((part) => part.series);
		const metrics = joinSlugs(parts.map((part) => part.series[0].subject.metric));
		const unnoted: MetricReport = {
			title: `${sayMetrics(parts)} of ${seriesNames(chains)}, ${name}`,
			unfinished: unfinishedOf({ ends: endOf(lines, period, timeInterval), readAt, zone: 'utc' }),
			fileName: `${metrics}-${joinSlugs(chains.map(({ subject }) => slugOf(subject)))}`,
			slug,
			parts,
			series,
			lines,
			rows,
			timeInterval,
			times: timesOfHours(period, timeInterval),
			charts: toCharts(parts),
			notes: [],
			tally: {
				pages,
				read: rows.length,
				wanted: rows.length,
				called: seriesNames(chains),
				ifEmpty: 'The service has no values for this period.',
			},
		};
		const named = isCovered(lines, period, timeInterval) ? undefined : name;
		return { ...unnoted, notes: writeNotes(unnoted, named) };
	}
	return defineReport({
		action: 'Get report of chain metric over time',
		description: 'Metrics over a period with average and extremes, as items, files and a page',
		words: { row: 'interval', last: 'summary' },
		params: [
			...shared,
			...periodFields(),
			limited(further),
			comparedChains,
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
