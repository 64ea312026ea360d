/** The notes of a metric report, and what its figures lack. */
import { listFew } from '../shared/values/lists';
import { capitalize } from '../shared/values/text';
import { countOf, sentence } from '../shared/values/writing';
import { startsBetween } from './periods';
import { notePreviousOfMetrics } from './previous';
import { indexOf, intervalForAll, isCut, isSplit, placeOfBefore } from './reportCharts';
import {
	nameSeries,
	sayCovered,
	sayMetrics,
	seriesNames,
	type MetricPart,
	type MetricReport,
} from './reportParts';
import { day, nameOfChain, nameWithId, noValues } from './series';

/** Says which part of a period the figures cover, if the title names another. */
export function sayPart(report: MetricReport, named?: string): string | undefined {
	const covered = sayCovered(report);
	return named && covered
		? `The period is ${named}, and the figures run ${covered}, in UTC.`
		: undefined;
}

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

function noteRepeated({ parts, repeated }: MetricReport): string[] {
	const found = parts[0].series.filter(({ subject }) => repeated.includes(subject.chainId));
	return sentence(
		`Chosen more than once, and shown once: ${seriesNames(found)}.`,
		found.length > 0,
	);
}

function sayNoValues({ series }: MetricReport): string[] {
	const empty = series.filter(({ points, isMissing }) => !points.length && !isMissing);
	const isOneMetric = new Set(series.map(({ subject }) => subject.metric)).size === 1;
	return empty.map(({ subject }) => {
		if (series.length === 1) return noValues;
		const of = `of ${nameOfChain(subject)} for this period`;
		return isOneMetric
			? `The service has no values ${of}.`
			: `The service has no values (${subject.called}) ${of}.`;
	});
}

/** The most intervals without a value that a note lists. The rest are counted. */
const fewGaps = 3;

/** Says which intervals of a series have no value, while the report has earlier and later ones. */
function sayGaps(report: MetricReport): string[] {
	const { series, lines, timeInterval } = report;
	const [first, last] = [lines[0], lines.at(-1)];
	if (!first || !last) return [];
	const starts = startsBetween(first.start, last.start, timeInterval);
	return series.flatMap((each) => {
		const has = new Set(each.points.map(({ start }) => start));
		const gaps = starts.filter((start) => !has.has(start));
		if (!has.size || !gaps.length) return [];
		const of = series.length > 1 ? ` of ${nameSeries(each, report)}` : '';
		const listed = listFew(gaps, fewGaps, day).join(', ');
		return [
			`The service has no value${of} for ${countOf(gaps.length, timeInterval)}: ${listed}. The figures are of the others.`,
		];
	});
}

function sayOutside({ series }: MetricReport): string[] {
	const count = series.reduce((sum, { outside }) => sum + outside, 0);
	return sentence(
		`The figures leave out ${countOf(count, 'value')} that the service gave for other times.`,
		count > 0,
	);
}

/** What the figures lack, for the output panel: items without a total have no notes. */
export function sayLacks(report: MetricReport): string | undefined {
	const { series, parts } = report;
	const isOfSome = series.some(({ points }) => points.length);
	const values = isOfSome
		? [...noteMissing(parts), ...sayNoValues(report), ...sayGaps(report)]
		: [];
	const notes = [...values, ...sayOutside(report)];
	return notes.length ? notes.join(' ') : undefined;
}

function sayCut(report: MetricReport): string[] {
	const { parts } = report;
	const interval = intervalForAll(report);
	const choice = interval ? `Time Interval ${capitalize(interval)}` : 'a shorter Period';
	return sentence(
		`A chart with "last" in its title leaves out earlier values. To see all of them there, choose ${choice}. The file of Chart in Return has all.`,
		parts.some((part) => isCut(part, parts.length)),
	);
}

function sayScales(report: MetricReport): string[] {
	const { parts, comparison } = report;
	const lacking = comparison ? ', without the period before' : '';
	const isBeside = parts.some((part) => placeOfBefore(part, report) === 'page');
	return sentence(
		`Chains whose highest values differ more than tenfold have a chart each, with a scale of its own. Chart as Index puts them into one${lacking}.`,
		!isBeside && parts.some((part) => isSplit(part, report)),
	);
}

/** Says how charts show the period before, or where it is not. */
function sayBeside(report: MetricReport): string[] {
	const { parts, comparison, isIndex } = report;
	if (!comparison) return [];
	const places = parts.map((part) => placeOfBefore(part, report));
	const each = parts[0].series.length > 1 ? ' Each chain has a chart of its own.' : '';
	return [
		...sentence(
			`Charts show each ${report.timeInterval} beside that of the same place in ${comparison.nameBefore}.${each}`,
			places.includes('page'),
		),
		...sentence(
			`The page has no room for the period before in ${places.includes('page') ? 'some' : 'its'} charts. The file of Chart in Return has it.`,
			places.includes('file'),
		),
		...sentence(
			'Charts of an index have no room for the period before. The change since then is in the figures and items.',
			isIndex && parts.some(indexOf),
		),
	];
}

/** Says what an index is, and which series have none. */
function sayIndex(report: MetricReport): string[] {
	if (!report.isIndex) return [];
	const found = report.parts.map((part) => ({ part, index: indexOf(part) }));
	const without = found.flatMap(({ part, index }) => {
		const [start] = part.lines.map((line) => line.start);
		const others = index ? index.others : part.series.filter(({ points }) => points.length);
		return others.map(
			(each) =>
				`${nameSeries(each, report)} has no index: its value of ${day(start)} is 0 or unknown. The tables have its values.`,
		);
	});
	return [
		...sentence(
			"Charts show an index: the period's first interval is 100. Tables and files have the values.",
			found.some(({ index }) => index),
		),
		...without,
	];
}

/** `named` is the title's name of the period, if the figures do not cover it exactly. */
export function writeMetricNotes(report: MetricReport, named?: string): string[] {
	const { parts, lines, series, comparison } = report;
	const part = sayPart(report, named);
	const isComparison = parts[0].series.length > 1;
	const isInToken = parts.some(({ facts }) => facts.perWei);
	return [
		...(part ? [part] : []),
		...sentence(
			'The last interval is not over: its value still changes. Average, highest, lowest and first to last leave it out.',
			lines.some(({ isComplete }) => !isComplete),
		),
		...noteRepeated(report),
		...noteMissing(parts),
		...sayNoValues(report),
		...sayGaps(report),
		...sayOutside(report),
		...notePreviousOfMetrics(
			series.map((each) => ({ series: each, name: nameSeries(each, report) })),
			comparison,
		),
		...sayCut(report),
		...sayScales(report),
		...sayBeside(report),
		...sayIndex(report),
		...sentence('The values of each chain are in its own token.', isComparison && isInToken),
		'Days, weeks and months begin at 0:00 UTC, and belong to the period in which they begin.',
		'The page rounds some figures. CSV files have all digits, and items have them in fields that end with Exact.',
	];
}
