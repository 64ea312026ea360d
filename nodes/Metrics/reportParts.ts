/** A metric report before it is drawn or written: its parts, its lines, and how they are called. */
import { sayPeriodCovered } from '../shared/report/covered';
import type { Report } from '../shared/report/recipe';
import type { TimeRange } from '../shared/report/totals';
import type { MetricFacts } from './fields';
import type { AskedComparison } from './previous';
import { nameOfChain, type Point, type Series } from './series';

export interface Row {
	point: Point;
	series: Series;
}

/** An interval with the point of each series, if it has one. */
export interface Line {
	start: string;
	end: string;
	isComplete: boolean;
	points: Array<Point | undefined>;
}

/** One metric of all chains, in the order of the request. */
export interface MetricPart {
	facts: MetricFacts;
	series: Series[];
	lines: Line[];
}

export interface MetricReport extends Report<Row> {
	/** One for each metric, in the order of the request. */
	parts: MetricPart[];
	/** The series of all parts. */
	series: Series[];
	lines: Line[];
	timeInterval: string;
	/** True if charts show an index in place of values. */
	isIndex: boolean;
	/** IDs of chains that were chosen more than once. */
	repeated: string[];
	/** What the figures cover. Undefined without values. */
	covered?: TimeRange;
	/** Undefined unless it was asked for. */
	comparison?: AskedComparison;
	/** Times and time zone of a period by the hour, unless they are days of UTC. */
	times?: string;
}

export const isOne = ({ series }: Pick<MetricReport, 'series'>): boolean => series.length === 1;

/** The intervals of all series, oldest first. */
export function toLines(series: Series[]): Line[] {
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

const listNames = (names: string[]): string =>
	[names.slice(0, -1).join(', '), names.at(-1)!].filter(Boolean).join(' and ');

export const seriesNames = (series: Series[]): string =>
	listNames(series.map(({ subject }) => nameOfChain(subject)));

/** A title with more metrics would be too long. */
const mostNamed = 3;

export function sayMetrics(parts: MetricPart[]): string {
	const names = parts.map(({ facts }) => facts.name);
	if (names.length <= mostNamed) return listNames(names);
	return `${names[0]} and ${names.length - 1} other metrics`;
}

/** Names a series among several: by metric, by chain, or by both. */
export function nameSeries({ subject }: Series, { parts }: Pick<MetricReport, 'parts'>): string {
	if (parts.length === 1) return nameOfChain(subject);
	return parts[0].series.length === 1
		? subject.called
		: `${subject.called} of ${nameOfChain(subject)}`;
}

export const unitsOf = (series: Series[]): string =>
	[...new Set(series.map(({ subject: { unit } }) => unit).filter(Boolean))].join(', ');

/** The unit of a metric of this name. Empty if it has none, or if the name says it. */
export const unitBeside = (name: string, unit: string): string =>
	name.toLowerCase() === unit ? '' : unit;

/** A metric with its unit, unless the name says it. */
export function withUnit({ facts: { name }, series }: MetricPart): string {
	const unit = unitBeside(name, unitsOf(series));
	return unit ? `${name} (${unit})` : name;
}

/** The part of the period that the figures cover, as other reports say it. */
export const sayCovered = ({ covered }: MetricReport): string | undefined =>
	covered && sayPeriodCovered({ range: covered }, 'utc');

/** Stands where a value is unknown. */
export const noValue = '–';
