/** The items of a metric report: one for each value, then the summary. */
import type { IDataObject } from 'n8n-workflow';
import { unlessUsual, writeKey } from '../shared/report/key';
import { showPreviousOfSeries, type AskedComparison } from './previous';
import { isOne, seriesNames, unitsOf, type MetricReport } from './reportParts';
import { nameOfChain, summary, type MetricSubject, type Series } from './series';

/** Stays the same for the same chain, metric, interval and time. */
const keyOf = (
	{ chainId, metric, timeInterval }: Pick<MetricSubject, 'chainId' | 'metric' | 'timeInterval'>,
	...parts: Array<string | undefined>
): string => writeKey(chainId, metric, ...parts, unlessUsual(timeInterval, 'day'));

const seriesOf = (subject: MetricSubject): IDataObject => ({
	chain: nameOfChain(subject),
	chainId: subject.chainId,
	metric: subject.metric,
	timeInterval: subject.timeInterval,
});

export function toItem(
	{ point, series: { subject } }: MetricReport['rows'][number],
	more: IDataObject,
): IDataObject {
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

/** The figures of a series as numbers and as exact text. Null without a value. */
function toNumbers(series: Series): { numbers: IDataObject; exact: IDataObject } {
	const numbers: IDataObject = {};
	const exact: IDataObject = {};
	for (const [label, value, at] of summary(series)) {
		if (label === 'Total' && !series.subject.isAdditive) continue;
		const name = label.toLowerCase();
		numbers[name] = value === undefined ? null : Number(value);
		if (label === 'Highest' || label === 'Lowest') numbers[`${name}At`] = at ?? null;
		exact[`${name}Exact`] = value ?? null;
	}
	return { numbers, exact };
}

function describeSeries(series: Series, comparison?: AskedComparison): IDataObject {
	const { subject, points } = series;
	const { numbers, exact } = toNumbers(series);
	const { chainId, metric, unit } = subject;
	return {
		chain: nameOfChain(subject),
		chainId,
		metric,
		...numbers,
		unit: unit || null,
		values: points.length,
		...showPreviousOfSeries(series, comparison),
		...exact,
	};
}

export function toTotal(report: MetricReport, more: IDataObject): IDataObject {
	const { rows, series, parts, lines, notes, title, slug, timeInterval, comparison } = report;
	const { attachments, ...mail } = more;
	const { numbers, exact } = toNumbers(series[0]);
	const [chains] = parts.map((part) => part.series);
	const asked = {
		chain: seriesNames(chains),
		chainId: chains.map(({ subject }) => subject.chainId).join(','),
		metric: parts.map((part) => part.series[0].subject.metric).join(','),
	};
	return {
		title,
		from: lines[0]?.start ?? null,
		to: lines.at(-1)?.end ?? null,
		isPeriodOver: report.unfinished === undefined,
		// Figures of several series have no sum, so each series has its own.
		...(isOne(report)
			? numbers
			: { series: series.map((each) => describeSeries(each, comparison)) }),
		unit: unitsOf(series),
		values: rows.length,
		...(isOne(report) && showPreviousOfSeries(series[0], comparison)),
		isTotal: true,
		...asked,
		timeInterval,
		...mail,
		key: keyOf({ ...asked, timeInterval }, slug, report.times),
		...(attachments !== undefined && { attachments }),
		notes,
		...(isOne(report) && exact),
	};
}
