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
import { firstIntervals, startsOf, type Grid } from './periods';
import { comparedFigure, figureOf, type Point, type Series } from './series';
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
	/** What is compared: both periods, or as many intervals from the start of each as are over. */
	compared: { now: Grid; before: Grid; name: string };
}

/** A comparison that was asked for, null if there is no period before. */
export type AskedComparison = Comparison | null;

type Figure = 'total' | 'average';

/** The end of the last interval that is over, as the service reports them. */
const endOfLast = (series: Series[]): string =>
	series
		.flatMap(({ points }) => points)
		.reduce((last, { end, isComplete }) => (isComplete && end > last ? end : last), '');

/** As many intervals of both periods as are over. If there are none, the period before stands alone. */
export function comparedParts(
	series: Series[],
	{ now, before, nameBefore, timeInterval, isOver }: Omit<Comparison, 'compared'>,
): Comparison['compared'] {
	if (isOver) return { now, before, name: nameBefore };
	const last = endOfLast(series);
	const over = startsOf(now, timeInterval).filter((start) => start < last).length;
	const count = Math.min(over, before.count);
	if (!count) return { now: firstIntervals(now, 0, timeInterval), before, name: nameBefore };
	const [part, partBefore] = [now, before].map((grid) => firstIntervals(grid, count, timeInterval));
	const length = count === 1 ? timeInterval : countOf(count, timeInterval);
	return { now: part, before: partBefore, name: `the first ${length} of ${nameBefore}` };
}

const pointsIn = ({ points }: Series, { from, to }: Grid): Point[] => {
	const [start, end] = [from, to].map((at) => toIsoTime(at)!);
	return points.filter((point) => point.start >= start && point.start < end);
};

/** Values that lack an interval, or have one that is not over, are no whole sum. */
function wholeFigure(series: Series, grid: Grid, of: Figure): string | undefined {
	const points = pointsIn(series, grid);
	const isWhole = points.length === grid.count && points.every(({ isComplete }) => isComplete);
	return isWhole ? figureOf(points, of) : undefined;
}

/** Four weeks have no total to compare with that of five, while months are compared as they are. */
const areAlike = ({ compared: { now, before } }: Comparison): boolean =>
	now.count === before.count || (now.isAsLong && before.isAsLong);

interface Change extends Difference {
	/** The figure of the period before. */
	from?: string;
	/** The figure of this period that is compared with it. */
	figure?: string;
}

function changeOf(series: Series, comparison: Comparison, of: Figure): Change {
	const { now, before } = comparison.compared;
	const from = series.before && wholeFigure(series.before, before, of);
	const isComparable = of === 'average' || areAlike(comparison);
	const figure = isComparable ? wholeFigure(series, now, of) : undefined;
	return { from, figure, ...compare(figure, from) };
}

/** The part of this period that is compared, with its figures. Nothing if that is the whole period. */
function toPart(changes: Array<Change & { of: Figure }>, comparison: Comparison): IDataObject {
	if (comparison.isOver) return {};
	const figures = changes.flatMap(({ of, figure = null }) => [
		[`${of}Compared`, toNumberOrNull(figure)],
		[`${of}ComparedExact`, figure],
	]);
	return { comparedUntil: toIsoTime(comparison.compared.now.to), ...Object.fromEntries(figures) };
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
	return [...numbers, ...exact, toPart(changes, comparison)];
}

/** The column of a series. There is none unless a comparison was asked for. */
export function showPreviousOfSeries(series: Series, comparison?: AskedComparison): IDataObject {
	if (comparison === undefined) return {};
	if (comparison === null || !series.before) return { previousPeriod: null };
	const { before } = comparison.compared;
	const period = {
		from: toIsoTime(before.from),
		to: toIsoTime(before.to),
		values: pointsIn(series.before, before).length,
	};
	return { previousPeriod: Object.assign(period, ...toColumns(series, comparison)) };
}

/** "+4.1 % (per day +0.7 %)" of totals of unequal periods: October has more fees already because it has more days. */
function sayChangeOf(series: Series, comparison: Comparison, change: Change): string {
	const { timeInterval, compared } = comparison;
	const { now, before } = compared;
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
	const { compared, timeInterval } = comparison;
	const note = (part: Series | undefined, grid: Grid, period: string): string[] => {
		const found = part && pointsIn(part, grid).length;
		return sentence(
			`Not compared: ${name}, with values of ${found} of ${countOf(grid.count, timeInterval)} in ${period}.`,
			found !== undefined && found !== grid.count,
		);
	};
	return [
		...note(series.before, compared.before, comparison.nameBefore),
		...note(series, compared.now, comparison.name),
	];
}

/** Hours are counted as hours, because days differ by one when clocks change. */
const sayLength = ({ from, to, count }: Grid, timeInterval: string): string =>
	timeInterval === 'hour'
		? countOf(count, 'hour')
		: countOf(Math.round((to - from) / daySeconds), 'day');

/** Says that totals are of periods of unequal length, if a change of one is known. */
function noteLengths(named: Named[], comparison: Comparison): string[] {
	const { compared, name, nameBefore, timeInterval } = comparison;
	const { now, before } = compared;
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

function saySoFar({ isOver, compared, name, nameBefore, timeInterval }: Comparison): string[] {
	const { count } = compared.now;
	const length = countOf(count, timeInterval);
	return sentence(
		`This period is not over. Compared are ${length} of ${name} with as many of ${nameBefore}, each from its start.`,
		!isOver && count > 0,
	);
}

interface Named {
	series: Series;
	name: string;
}

export function notePreviousOfMetrics(named: Named[], comparison?: AskedComparison): string[] {
	if (comparison === undefined) return [];
	if (comparison === null) return [noPeriodBefore];
	const { compared, timeInterval } = comparison;
	const { now, before } = compared;
	const hasTotals = named.some(({ series }) => series.subject.isAdditive);
	return [
		...sentence(notOverYet, !now.count),
		...saySoFar(comparison),
		...named
			.filter(({ series }) => !series.isMissing)
			.flatMap(({ series, name }) => noteGaps(series, name, comparison)),
		...sentence(
			`Totals are not compared, because this period has ${countOf(now.count, timeInterval)}, and the one before ${before.count}.`,
			now.count > 0 && hasTotals && !areAlike(comparison),
		),
		...noteLengths(named, comparison),
		...noteFromZero(named, comparison),
	];
}
