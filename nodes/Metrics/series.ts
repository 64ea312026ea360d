/** One metric of one chain over a period, as a metric report reads it, with its summary. */
import type { IDataObject } from 'n8n-workflow';
import { comparedChains, metricsChain } from '../shared/chains/fields';
import { nameListedChain } from '../shared/chains/listed';
import type { Answer } from '../shared/errors';
import { sayId, sayName } from '../shared/values/foreign';
import type { Client } from '../shared/network/client';
import { average, isAtLeast, sum } from '../shared/values/numbers';
import type { Values } from '../shared/operation/operations';
import { mapInPieces, workOf } from '../shared/pace';
import { fieldValue } from '../shared/fields/fields';
import { readPeriod } from '../shared/fields/period';
import { simplify } from '../shared/operation/pipeline';
import { readPages, type ListOperation } from '../shared/report/reading';
import { readSecond } from '../shared/values/times';
import { writeNumber } from '../shared/values/writing';
import { furtherMetrics, metric, timeInterval, type MetricFacts } from './fields';
import { boundsOf, periodBefore } from './periods';

export interface MetricSubject {
	/** The services' name and ID of the chain. */
	chain: string;
	chainId: string;
	/** The metric's ID in the service, and its name for people. */
	metric: string;
	called: string;
	timeInterval: string;
	/** Empty if there are no values. */
	unit: string;
	isAdditive: boolean;
}

export interface Point {
	/** ISO 8601, in UTC as the service counts. */
	start: string;
	end: string;
	isComplete: boolean;
	/** Decimal text in the unit for readers. */
	value: string;
	unit: string;
}

/** The points in order, with their summary. */
export interface Series {
	subject: MetricSubject;
	points: Point[];
	/** True if the service does not have this metric of the chain at all. */
	isMissing: boolean;
	/** How many values of other times the service gave. No figure counts them. */
	outside: number;
	/** Only if values of parts of a period add up to its value. It alone counts an interval that is not over. */
	total?: string;
	average?: string;
	highest?: Point;
	lowest?: Point;
	/** Decimal places of its values for readers. */
	places: number;
	/** The same of the period before, if it is compared. */
	before?: Series;
}

export interface ReadSeries {
	/** The values of the list request, with the period that it reads. */
	asked: Values;
	chain: string;
	records: IDataObject[];
	pages: number;
	isMissing: boolean;
	outside: number;
}

export const noValues = 'The service has no values for this period.';

/** More than the 18 decimals of a wei are not needed. */
const averagePlaces = 18;

const manyChains: Record<string, string> = {
	mainnet: 'all chains of Mainnet',
	testnet: 'all chains of Fuji',
	total: 'all chains',
};

export const nameOfChain = ({ chain, chainId }: Pick<MetricSubject, 'chain' | 'chainId'>): string =>
	manyChains[chainId] ?? (chain === chainId ? `Chain ${chain}` : sayName(chain));

/** Name and ID, as in the list of chains. */
export const nameWithId = (subject: Pick<MetricSubject, 'chain' | 'chainId'>): string =>
	subject.chain === subject.chainId
		? nameOfChain(subject)
		: `${nameOfChain(subject)} (${sayId(subject.chainId)})`;

/** The records of a chain in the period and a compared one before, in the service's order, and the name of the chain. */
async function readSeries(
	client: Client,
	row: ListOperation,
	values: Values,
): Promise<Answer<ReadSeries>> {
	const { from, to } = readPeriod(values);
	const both = { from: periodBefore(values)?.from ?? from, to };
	const asked = { ...values, period: () => both };
	const bounds = boundsOf(both, fieldValue(values, timeInterval));
	const isAsked = ({ timestamp }: IDataObject): boolean => {
		const time = readSecond(timestamp);
		return time !== undefined && time >= bounds.from && time < bounds.to;
	};
	const records: IDataObject[] = [];
	let [pages, outside] = [0, 0];
	for await (const page of readPages(client, 'metrics', row, asked)) {
		if (!page.ok) return page;
		pages++;
		const completed = (await row.completePage?.(page.result, { client, values: asked })) ?? page;
		if (!completed.ok) return completed;
		const ofPeriod = completed.result.filter(isAsked);
		outside += completed.result.length - ofPeriod.length;
		for (const record of ofPeriod) records.push(record);
	}
	const chain = await nameListedChain(client, fieldValue(values, metricsChain));
	return { ok: true, result: { asked, chain, records, pages, outside, isMissing: false } };
}

/** The values once for each requested metric. */
export function byMetric(values: Values): Values[] {
	const further = fieldValue(values, furtherMetrics) ?? [];
	return [...new Set([fieldValue(values, metric), ...further])].map((each) => ({
		...values,
		metric: each,
	}));
}

/** The chain of a report, and those that it is compared with, as they were chosen. */
const listChosen = (values: Values): string[] => [
	fieldValue(values, metricsChain),
	...(fieldValue(values, comparedChains) ?? []),
];

/** The chains that were chosen more than once, by ID. */
export const listRepeated = (values: Values): string[] =>
	listChosen(values).filter((chain, place, all) => all.indexOf(chain) !== place);

/** The records of all metrics and chains of a report, by metric. */
export async function readAllSeries(
	client: Client,
	row: ListOperation,
	values: Values,
): Promise<Answer<ReadSeries[][]>> {
	const chainId = fieldValue(values, metricsChain);
	const all: ReadSeries[][] = [];
	for (const ofOne of byMetric(values)) {
		const ofMetric: ReadSeries[] = [];
		for (const eachChain of new Set(listChosen(values))) {
			const asked = { ...ofOne, chainId: eachChain };
			const answer = await (eachChain === chainId ? readSeries : readCompared)(client, row, asked);
			if (!answer.ok) return answer;
			ofMetric.push(answer.result);
		}
		all.push(ofMetric);
	}
	return { ok: true, result: all };
}

/** Reads a compared chain. If the service does not have it, the report goes on without it. */
async function readCompared(
	client: Client,
	row: ListOperation,
	asked: Values,
): Promise<Answer<ReadSeries>> {
	const answer = await readSeries(client, row, asked);
	if (answer.ok) return answer;
	const { failure } = answer;
	const chainId = fieldValue(asked, metricsChain);
	const chain = await nameListedChain(client, chainId);
	if (failure.kind === 'not-found')
		return {
			ok: true,
			result: { asked, chain, records: [], pages: 0, outside: 0, isMissing: true },
		};
	const message = `Compare With, ${nameWithId({ chain, chainId })}: ${failure.message}`;
	return { ok: false, failure: { ...failure, message } };
}

/** A point of the list, simplified as its operation does. */
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

const findExtreme = (
	points: Point[],
	isBetter: (a: Point, b: Point) => boolean,
): Point | undefined =>
	points.reduce<Point | undefined>(
		(best, point) => (!best || isBetter(point, best) ? point : best),
		undefined,
	);

/** The total or the average of points. Undefined without points. */
export function figureOf(points: Point[], figure: 'total' | 'average'): string | undefined {
	const values = points.map(({ value }) => value);
	if (!values.length) return undefined;
	return figure === 'total' ? sum(values) : sum([average(values, averagePlaces)]);
}

/** The summary of values. The sum exists only for additive metrics. An interval that is not over compares with no other. */
function summarize(points: Point[], isAdditive: boolean): Partial<Series> {
	const over = points.filter(({ isComplete }) => isComplete);
	const mean = figureOf(over, 'average');
	return {
		...(isAdditive && points.length > 0 && { total: figureOf(points, 'total') }),
		...(mean !== undefined && { average: mean }),
		highest: findExtreme(over, (a, b) => !isAtLeast(b.value, a.value)),
		lowest: findExtreme(over, (a, b) => !isAtLeast(a.value, b.value)),
	};
}

/** The points of records, oldest first, with their summary. */
function* toOne(
	{ asked, chain, records, isMissing, outside }: ReadSeries,
	row: ListOperation,
	{ name: called, ...facts }: MetricFacts,
): Generator<void, Series> {
	const points = yield* mapInPieces(records, workOf.line, (record) => toPoint(record, row, asked));
	points.sort((a, b) => (a.start < b.start ? -1 : 1));
	const unit = points[0]?.unit ?? '';
	const isAdditive = facts.isAdditive === true;
	return {
		subject: {
			chain,
			chainId: fieldValue(asked, metricsChain),
			metric: fieldValue(asked, metric),
			called,
			timeInterval: fieldValue(asked, timeInterval),
			unit,
			isAdditive,
		},
		points,
		isMissing,
		outside,
		places: placesFor(points),
		...summarize(points, isAdditive),
	};
}

/** The series of a chain. If the period before is compared, this one begins at `start`, in UNIX seconds. */
export function* toSeries(
	read: ReadSeries,
	row: ListOperation,
	facts: MetricFacts,
	start?: number,
): Generator<void, Series> {
	if (start === undefined) return yield* toOne(read, row, facts);
	const isBefore = ({ timestamp }: IDataObject): boolean => Number(timestamp) < start;
	const [earlier, now] = [true, false].map((of) => ({
		...read,
		records: read.records.filter((record) => isBefore(record) === of),
	}));
	const before = yield* toOne(earlier, row, facts);
	return { ...(yield* toOne(now, row, facts)), before };
}

/** A time of the service in short form. Midnight is left out. */
export const day = (iso: string): string =>
	iso
		.replace(/T00:00:00Z$/, '')
		.replace(/Z$/, ' UTC')
		.replace('T', ' ');

/** The name of an interval, which says so if it is not over. */
export const nameInterval = ({ start, isComplete }: Pick<Point, 'start' | 'isComplete'>): string =>
	isComplete ? day(start) : `${day(start)} (so far)`;

/** Decimal places for readers: none for whole numbers, two for others, four for small ones. */
const placesFor = (points: Point[]): number => {
	if (points.every(({ value }) => !value.includes('.'))) return 0;
	return points.some(({ value }) => Number(value) >= 100) ? 2 : 4;
};

export const showPoint = (value: string, { places }: Series): string => writeNumber(value, places);

/** The figure for all values together: a sum if they have one, else the average. */
export const comparedFigure = ({ subject }: Series): 'total' | 'average' =>
	subject.isAdditive ? 'total' : 'average';

/** The figures of a series. Extremes have the start of their interval. */
export const summary = (
	series: Series,
): Array<[label: string, value: string | undefined, at?: string]> => [
	['Total', series.total],
	['Average', series.average],
	['Highest', series.highest?.value, series.highest?.start],
	['Lowest', series.lowest?.value, series.lowest?.start],
];
