/** How Period narrows a list: by blocks, by times or by reading no further than it reaches. */
import type { IDataObject } from 'n8n-workflow';
import { intersect, isEmptyRange, type OpenRange } from '../chains/blockRange';
import { mostProbes, type BlockSearch } from '../chains/blockSearch';
import type { Answer } from '../errors';
import { isBounded, isWithin, listPeriodFields, readPeriod, type Period } from '../fields/period';
import { countOf } from '../report/writing';
import { valueAt } from '../values/records';
import type { ListRequest, Narrowed, Operation, PeriodRule, Selection, Values } from './operations';
import { OddAnswer } from './pipeline';

/** Asks for no more than the period; undefined where it has no bounds, or where the service knows none. */
export function narrowToPeriod(
	{ period: rule }: Operation,
	asking: ListRequest,
): Promise<Answer<Narrowed>> | undefined {
	if (!rule?.narrow) return undefined;
	const period = readPeriod(asking.values);
	return isBounded(period) ? rule.narrow(asking, period) : undefined;
}

/** The second of a record, without which nobody knows whether it lies in a period. */
function secondOf(record: IDataObject, path: string): number {
	const time = valueAt(record, path);
	if (typeof time === 'number' && Number.isSafeInteger(time) && time > 0) return time;
	throw new OddAnswer('it holds a record without its time');
}

/** What keeps the records of the period; undefined where all are wanted. */
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

/** A list that begins with its newest record, and that the service cannot narrow. */
export const byOrder = (noun: string, timeAt: string): PeriodRule => ({
	fields: listPeriodFields('. Reading stops at the first page before the period.'),
	timeAt,
	noun,
	isNewestFirst: true,
});

/** The fields of a time range that a service takes, in UNIX seconds, and where its records have their time. */
interface ByTimes {
	labels: string;
	start: string;
	end: string;
	timeAt: string;
	noun: string;
}

/**
 * A list that its service narrows by times. Whether a record on a bound belongs to the service's range is not known: one
 * second more is asked for, and the period itself decides.
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

/** What a list of blocks knows of its own range of blocks. */
interface ByBlocks {
	/** The labels of its fields, for the hint. */
	labels: string;
	searchOf: (asking: ListRequest) => BlockSearch;
	/** The range that was entered. */
	readRange: (asking: ListRequest) => Promise<Answer<OpenRange>>;
	/** The values that ask for a range. */
	withRange: (values: Values, range: OpenRange) => Values;
}

/** A list that its service narrows by blocks alone: the blocks of the period are found, and the narrower range holds. */
export const byBlocks = ({ labels, searchOf, readRange, withRange }: ByBlocks): PeriodRule => ({
	fields: listPeriodFields(
		`. With ${labels}, the narrower range holds. Each end takes ${mostProbes} requests at most.`,
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

/** Blocks may be some seconds ahead of the clock here. A period that ends later still has no last block. */
const secondsAhead = 60;

/** The blocks of a period. One without any begins behind the newest block, or where it ends. */
async function blocksOf(search: BlockSearch, { from, to }: Period): Promise<Answer<OpenRange>> {
	const isOver = to && to.toSeconds() <= Date.now() / 1000 + secondsAhead;
	const [first, end] = await Promise.all([
		from && startOf(search, from.toSeconds()),
		isOver ? startOf(search, to.toSeconds()) : undefined,
	]);
	if (first && !first.ok) return first;
	if (end && !end.ok) return end;
	return { ok: true, result: { from: first?.result, to: end?.result } };
}

/** The first block at or after a moment; behind the newest one where there is none yet. */
async function startOf(search: BlockSearch, moment: number): Promise<Answer<number>> {
	const [first, newest] = [await search.firstFrom(moment), await search.newest()];
	if (!first.ok) return first;
	if (!newest.ok) return newest;
	return { ok: true, result: first.result ?? newest.result.number + 1 };
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
