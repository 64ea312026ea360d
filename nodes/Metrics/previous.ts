/** A metric report beside the period before its own. */
import type { IDataObject } from 'n8n-workflow';
import { toIsoTime } from '../shared/operation/columns';
import {
	compare,
	fromZero,
	isFromZero,
	noPeriodBefore,
	notOverYet,
	sayChange,
	type Difference,
} from '../shared/report/comparison';
import { toNumberOrNull } from '../shared/values/numbers';
import { listFew } from '../shared/values/lists';
import { countOf, sentence } from '../shared/values/writing';
import type { Grid } from './periods';
import { comparedFigure, type Series } from './series';
import { daySeconds } from '../shared/values/timeUnits';

/** Both periods, by the intervals that begin in them. */
export interface Comparison {
	name: string;
	/** The name of the period before. */
	nameBefore: string;
	timeInterval: string;
	now: Grid;
	before: Grid;
	/** False while a value of this period still changes. */
	isOver: boolean;
}

/** A comparison that was asked for, null if there is no period before. */
export type AskedComparison = Comparison | null;

type Figure = 'total' | 'average';

/** Values that lack an interval, or have one that is not over, are no whole sum. */
const isWhole = ({ points }: Series, { count }: Grid): boolean =>
	points.length === count && points.every(({ isComplete }) => isComplete);

const wholeFigure = (series: Series, grid: Grid, of: Figure): string | undefined =>
	isWhole(series, grid) ? series[of] : undefined;

/** Four weeks have no total to compare with that of five, while months are compared as they are. */
const areAlike = ({ now, before }: Comparison): boolean =>
	now.count === before.count || (now.isAsLong && before.isAsLong);

interface Change extends Difference {
	/** The figure of the period before. */
	from?: string;
}

function changeOf(series: Series, comparison: Comparison, of: Figure): Change {
	const { now, before, isOver } = comparison;
	const from = series.before && wholeFigure(series.before, before, of);
	const isComparable = isOver && (of === 'average' || areAlike(comparison));
	return { from, ...compare(isComparable ? wholeFigure(series, now, of) : undefined, from) };
}

/** The figures of the period before as numbers and as exact text. Null where not known. */
function toColumns(series: Series, comparison: Comparison): IDataObject[] {
	const figures: Figure[] = series.subject.isAdditive ? ['total', 'average'] : ['average'];
	const changes = figures.map((of) => ({ of, ...changeOf(series, comparison, of) }));
	const numbers = changes.map(({ of, from = null, difference, percent }) => ({
		[of]: toNumberOrNull(from),
		[`${of}Difference`]: toNumberOrNull(difference),
		[`${of}Percent`]: percent,
	}));
	const exact = changes.map(({ of, from = null, difference }) => ({
		[`${of}Exact`]: from,
		[`${of}DifferenceExact`]: difference,
	}));
	return [...numbers, ...exact];
}

/** The column of a series. There is none unless a comparison was asked for. */
export function showPreviousOfSeries(series: Series, comparison?: AskedComparison): IDataObject {
	if (comparison === undefined) return {};
	if (comparison === null || !series.before) return { previousPeriod: null };
	const { from, to } = comparison.before;
	const period = {
		from: toIsoTime(from),
		to: toIsoTime(to),
		values: series.before.points.length,
	};
	return { previousPeriod: Object.assign(period, ...toColumns(series, comparison)) };
}

/** "+4.1 % (per day +0.7 %)" of totals of unequal periods: October has more fees already because it has more days. */
function sayChangeOf(series: Series, comparison: Comparison, change: Change): string {
	const { now, before, timeInterval } = comparison;
	const said = sayChange(change);
	if (!said || comparedFigure(series) === 'average' || now.count === before.count) return said;
	return `${said} (per ${timeInterval} ${sayChange(changeOf(series, comparison, 'average'))})`;
}

/** The change of a total, or of an average if the values have no total. Both texts are empty if not known. */
export function sayPrevious(
	series: Series,
	comparison: Comparison,
	show: (value: string, series: Series) => string,
): { change: string; from: string } {
	const change = changeOf(series, comparison, comparedFigure(series));
	return {
		change: sayChangeOf(series, comparison, change),
		from: change.from === undefined ? '' : show(change.from, series.before!),
	};
}

/** Names the periods of which the service lacks values. A period that is not over has values to come. */
function noteGaps(series: Series, name: string, comparison: Comparison): string[] {
	const { now, before, isOver, timeInterval } = comparison;
	const note = (part: Series | undefined, { count }: Grid, period: string): string[] =>
		sentence(
			`Not compared: ${name}, with values of ${part?.points.length} of ${countOf(count, timeInterval)} in ${period}.`,
			!!part && part.points.length !== count,
		);
	return [
		...note(series.before, before, comparison.nameBefore),
		...note(isOver ? series : undefined, now, comparison.name),
	];
}

/** Hours are counted as hours, because days differ by one when clocks change. */
const sayLength = ({ from, to, count }: Grid, timeInterval: string): string =>
	timeInterval === 'hour'
		? countOf(count, 'hour')
		: countOf(Math.round((to - from) / daySeconds), 'day');

/** Says that totals are of periods of unequal length, if a change of one is known. */
function noteLengths(named: Named[], comparison: Comparison): string[] {
	const { now, before, name, nameBefore, timeInterval } = comparison;
	const [length, lengthBefore] = [now, before].map((grid) => sayLength(grid, timeInterval));
	const hasChange = named.some(
		({ series }) => changeOf(series, comparison, 'total').difference !== null,
	);
	return sentence(
		`Totals compare ${length} of ${name} with ${lengthBefore} of ${nameBefore}.`,
		hasChange && length !== lengthBefore,
	);
}

const mostNamed = 5;

function noteFromZero(named: Named[], comparison: Comparison): string[] {
	const found = named.filter(({ series }) => isFromZero(changeOf(series, comparison, 'average')));
	const names = listFew(found, mostNamed, ({ name }) => name).join(', ');
	return sentence(`${fromZero}: ${names}.`, found.length > 0);
}

interface Named {
	series: Series;
	name: string;
}

export function notePreviousOfMetrics(named: Named[], comparison?: AskedComparison): string[] {
	if (comparison === undefined) return [];
	if (comparison === null) return [noPeriodBefore];
	const { now, before, isOver, timeInterval } = comparison;
	const hasTotals = named.some(({ series }) => series.subject.isAdditive);
	return [
		...sentence(notOverYet, !isOver),
		...named
			.filter(({ series }) => !series.isMissing)
			.flatMap(({ series, name }) => noteGaps(series, name, comparison)),
		...sentence(
			`Totals are not compared, because this period has ${countOf(now.count, timeInterval)}, and the one before ${before.count}.`,
			isOver && hasTotals && !areAlike(comparison),
		),
		...noteLengths(named, comparison),
		...noteFromZero(named, comparison),
	];
}
