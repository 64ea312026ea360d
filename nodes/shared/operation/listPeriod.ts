/** How Period narrows a list: by blocks, by times, or by stopping before the period. */
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { intersect, isEmptyRange, type OpenRange } from '../chains/blockRange';
import { mostProbes, type BlockSearch } from '../chains/blockSearch';
import type { Answer } from '../errors';
import { isBounded, isWithin, listPeriodFields, readPeriod, type Period } from '../fields/period';
import { countOf } from '../values/writing';
import { valueAt } from '../values/records';
import { readSecond } from '../values/times';
import type { ListRequest, Narrowed, Operation, PeriodRule, Selection, Values } from './operations';
import { OddAnswer } from './pipeline';

/** Narrows the request to the period; undefined if the period is open or the row cannot narrow. */
export function narrowToPeriod(
	{ period: rule }: Operation,
	asking: ListRequest,
): Promise<Answer<Narrowed>> | undefined {
	if (!rule?.narrow) return undefined;
	const period = readPeriod(asking.values);
	return isBounded(period) ? rule.narrow(asking, period) : undefined;
}

/** UNIX seconds. Without its time, nobody can tell if a record lies in the period. */
export function secondOf(record: IDataObject, path: string): number {
	const time = readSecond(valueAt(record, path));
	if (time !== undefined) return time;
	throw new OddAnswer('it holds a record without a possible time');
}

/** Keeps the records of the period; undefined if nothing has to be dropped here. */
export function selectByPeriod({ period: rule }: Operation, values: Values): Selection | undefined {
	const { timeAt, noun = 'record', isNewestFirst } = rule ?? {};
	if (timeAt === undefined || !isBounded(readPeriod(values))) return undefined;
	return {
		noun,
		narrowedBy: ['Period'],
		isWanted: (record, asked) => isWithin(secondOf(record, timeAt), readPeriod(asked)),
		isPast: (record, asked) => {
			const { from } = readPeriod(asked);
			return isNewestFirst === true && !!from && secondOf(record, timeAt) < from.toSeconds();
		},
	};
}

/** For a list that begins with its newest record, and that the service cannot narrow. */
export const byOrder = (noun: string, timeAt: string): PeriodRule => ({
	fields: listPeriodFields('. Reading stops at the first page before the period.'),
	timeAt,
	noun,
	isNewestFirst: true,
});

/** The service's parameters for a time range (UNIX seconds), and the path of a record's time. */
interface ByTimes {
	labels: string;
	start: string;
	end: string;
	timeAt: string;
	noun: string;
}

/**
 * For a list that its service narrows by times. Nobody knows if the service includes a record exactly on a bound, so
 * the request asks for one second more and the period itself decides.
 */
export const byTimes = ({ labels, start, end, timeAt, noun }: ByTimes): PeriodRule => ({
	fields: listPeriodFields(`. With ${labels}, the narrower period holds.`),
	timeAt,
	noun,
	narrow: ({ values }, { from, to }) => {
		const asked = {
			from: from && Math.max(0, Math.ceil(from.toSeconds()) - 1),
			to: to && Math.ceil(to.toSeconds()),
		};
		const given = { from: values[start], to: values[end] } as OpenRange;
		const range = intersect(asked, given);
		const isEmpty = isEmptyRange(range);
		const result = { values: { ...values, [start]: range.from, [end]: range.to }, isEmpty };
		return Promise.resolve({ ok: true, result });
	},
});

/** How a list reads and sets its own range of blocks. */
interface ByBlocks {
	/** The labels of its block fields, for the hint. */
	labels: string;
	/** Period without bounds, if the list then does not hold all times. */
	open?: INodePropertyOptions;
	searchOf: (asking: ListRequest) => BlockSearch;
	/** The range that the user entered. */
	readRange: (asking: ListRequest) => Promise<Answer<OpenRange>>;
	withRange: (values: Values, range: OpenRange) => Values;
}

/** For a list that its service narrows only by blocks. The period becomes blocks, and the narrower range holds. */
export const byBlocks = ({
	labels,
	open,
	searchOf,
	readRange,
	withRange,
}: ByBlocks): PeriodRule => ({
	fields: listPeriodFields(
		`. With ${labels}, the narrower range holds. Each end takes ${mostProbes} requests at most.`,
		open,
	),
	narrow: async (asking, period) => {
		const search = searchOf(asking);
		const found = await blocksOf(search, period);
		if (!found.ok) return found;
		const entered = await readRange(asking);
		if (!entered.ok) return entered;
		const range = intersect(found.result, entered.result);
		const isEmpty = isEmptyRange(range);
		const values = isEmpty ? asking.values : withRange(asking.values, range);
		const note = sayBlocks(found.result, search.requests);
		return { ok: true, result: { values, isEmpty, note } };
	},
});

/** Block times may run some seconds ahead of our clock. A period that ends later has no last block yet. */
const secondsAhead = 60;

/** The blocks of a period. An empty one begins after the newest block, or at its own end. */
async function blocksOf(search: BlockSearch, { from, to }: Period): Promise<Answer<OpenRange>> {
	const isOver = to && to.toSeconds() <= Date.now() / 1000 + secondsAhead;
	const [first, end] = await Promise.all([
		from && search.startOf(from.toSeconds()),
		isOver ? search.startOf(to.toSeconds()) : undefined,
	]);
	if (first && !first.ok) return first;
	if (end && !end.ok) return end;
	return { ok: true, result: { from: first?.result, to: end?.result } };
}

function sayBlocks({ from, to }: OpenRange, requests: number): string | undefined {
	const found = `(found with ${countOf(requests, 'request')})`;
	if (from === undefined && to === undefined) return undefined;
	if (to === undefined) return `Period begins with block ${from} ${found}.`;
	if (from === undefined) return `Period ends before block ${to} ${found}.`;
	return from < to
		? `Period is blocks ${from} to ${to - 1} ${found}.`
		: `Period holds no block ${found}.`;
}
