/** The Metrics API (Indexed Data and Metrics REST document, endpoint 16). */
import type { DateTime, DateTimeUnit } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { isCChain } from '../shared/avalanche/chains';
import { metricsChain } from '../shared/chains/fields';
import { nativeSymbolOf } from '../shared/chains/listed';
import { askedEvmChain, avax, exact, type Columns } from '../shared/operation/columns';
import { sortOrder } from '../shared/fields/common';
import { flag } from '../shared/fields/kinds';
import { fieldValue, optional } from '../shared/fields/fields';
import type { InvalidField } from '../shared/fields/invalid';
import { multiply } from '../shared/values/numbers';
import { writeTime } from '../shared/values/times';
import { intersect, isEmptyRange, type OpenRange } from '../shared/chains/blockRange';
import { checkOrder, listPeriodFields, readPeriod } from '../shared/fields/period';
import { OddAnswer } from '../shared/operation/pipeline';
import { recordsOf } from '../shared/operation/remarks';
import type { ListOperation } from '../shared/report/reading';
import { restGroup } from '../shared/operation/groups';
import {
	same,
	type Asked,
	type Remark,
	type RestOperation,
	type Values,
} from '../shared/operation/operations';
import { reportOf } from './report';
import { endOfInterval, firstWhole, type TimeInterval } from './periods';
import {
	endTimestamp,
	metric,
	metricFields,
	metricOf,
	startTimestamp,
	timeInterval,
} from './fields';

interface Times {
	interval: TimeInterval;
	start?: DateTime;
	end?: DateTime;
}

const readTimes = (values: Values): Times => ({
	interval: fieldValue(values, timeInterval),
	start: fieldValue(values, startTimestamp),
	end: fieldValue(values, endTimestamp),
});

/**
 * The times in UNIX seconds, widened to whole hours or days. Days, weeks and months begin at 0:00 UTC, so a calendar
 * day means that day in UTC, in whatever zone the date was written.
 */
function secondsOf({ start, end, interval }: Times): OpenRange {
	const unit: DateTimeUnit = interval === 'hour' ? 'hour' : 'day';
	const toUtc = (time: DateTime) =>
		unit === 'hour' ? time.toUTC() : time.setZone('utc', { keepLocalTime: true });
	// The last millisecond before the end lies in the last hour or day of the period.
	return {
		from: start && toUtc(start).startOf(unit).toUnixInteger(),
		to:
			end &&
			toUtc(end.minus(1))
				.startOf(unit)
				.plus({ [unit]: 1 })
				.toUnixInteger(),
	};
}

/** The intersection of Period with Start and End Time. */
function toRange(values: Values): OpenRange {
	const times = readTimes(values);
	const { interval } = times;
	const { from, to } = readPeriod(values);
	const start = from && firstWhole(from, interval);
	return intersect(secondsOf(times), secondsOf({ interval, start, end: to }));
}

/** A second early, because the document's "after" and "before" may or may not include a point on the bound. */
function toQuery(values: Values): IDataObject {
	const { from, to } = toRange(values);
	return {
		timeInterval: fieldValue(values, timeInterval),
		startTimestamp: from && from - 1,
		endTimestamp: to && to - 1,
	};
}

function checkMetric(values: Values): string | InvalidField | undefined {
	const { name, isDaily } = metricOf(fieldValue(values, metric));
	if (isDaily && fieldValue(values, timeInterval) !== 'day')
		return `Time Interval must be Day for ${name}`;
	const { from, to } = secondsOf(readTimes(values));
	return from !== undefined && to !== undefined ? checkOrder(from, to) : undefined;
}

/** Adds the metric to a point, its interval, and if that was complete at the time of the request. */
function describePoint(point: IDataObject, { values, at }: Asked): IDataObject | undefined {
	const { interval } = readTimes(values);
	const start = point.timestamp;
	if (typeof start !== 'number' || !Number.isSafeInteger(start))
		throw new OddAnswer('it holds a value without its time');
	const end = endOfInterval(start, interval);
	const complete = end * 1000 <= at;
	if (values.onlyComplete && !complete) return undefined;
	const asked = fieldValue(values, metric);
	return {
		metric: asked,
		chainId: fieldValue(values, metricsChain),
		timeInterval: interval,
		start: writeTime(start),
		end: writeTime(end),
		complete,
		value: point.value,
		unit: metricOf(asked).unit,
		...point,
	};
}

/** Gas prices are shown in gwei and fees in whole tokens. Several chains together have several tokens. */
const nameUnit = (unit: unknown, { metric: of, chainId, symbol }: IDataObject): unknown => {
	if (of === 'feesPaid') return isCChain(chainId) ? avax : (symbol ?? 'native token');
	return metricOf(of)?.perWei ? 'gwei' : unit;
};

/** Adds the symbol of the chain's token to fees, if the list of chains says it. The metrics service does not. */
const addSymbols: RestOperation['completePage'] = async (records, { client, values }) => {
	const chainId = fieldValue(values, metricsChain);
	const isFee = fieldValue(values, metric) === 'feesPaid' && records.length > 0;
	const symbol = isFee && !isCChain(chainId) ? await nativeSymbolOf(client, chainId) : undefined;
	return { ok: true, result: symbol ? records.map((each) => ({ ...each, symbol })) : records };
};

const columns: Columns = {
	...same('start'),
	value: {
		...exact('value'),
		read: (value, { metric: of }) => multiply(value, metricOf(of)?.perWei ?? 1),
	},
	unit: { path: 'unit', read: nameUnit },
	...same('metric', 'timeInterval', 'end', 'complete'),
	...askedEvmChain,
};

/** Warns of the current interval, whose value still changes. */
const sayIncomplete: Remark = (given) =>
	recordsOf(given).some(({ complete }) => complete === false)
		? 'The newest interval is not over (complete: false), so its value still changes. The filter Only Complete Intervals leaves it out.'
		: undefined;

/** The service sorts newest first, and has no other order. */
const order = {
	...sortOrder('Sort by time. The default is newest first. Limit keeps the newest in both orders.'),
	notSent: true as const,
};

const getMany = {
	name: 'Get Many',
	action: 'Get many values of chain metric',
	description: 'One metric of a chain or network by hour, day, week or month, newest first',
	path: '/v2/chains/{chainId}/metrics/{metric}',
	// The API's description says 10, its guide 100.
	computeUnits: 100,
	params: [
		...metricFields,
		startTimestamp,
		endTimestamp,
		optional(
			flag({
				displayName: 'Only Complete Intervals',
				name: 'onlyComplete',
				notSent: true,
				description: 'Whether to leave out the current interval, whose value still changes',
			}),
		),
		order,
	],
	check: checkMetric,
	period: {
		fields: listPeriodFields('. With Start and End Time, the narrower period holds.'),
		narrow: ({ values }) => {
			const isEmpty = isEmptyRange(toRange(values));
			return Promise.resolve({ ok: true, result: { values, isEmpty } });
		},
	},
	isReversed: (values) => fieldValue(values, order) === 'asc',
	toRequest: (values) => ({ query: toQuery(values) }),
	output: { kind: 'list', field: 'results' },
	pageSize: { min: 1, max: 2160, default: 100 },
	identity: ['timestamp'],
	exact: ['value'],
	extend: describePoint,
	completePage: addSymbols,
	simplify: columns,
	remarks: [sayIncomplete],
	explain: ({ httpStatus }, values) => {
		const { name, isDailyOnPublic } = metricOf(fieldValue(values, metric));
		const isByDay = fieldValue(values, timeInterval) === 'day';
		return httpStatus === 400 && isDailyOnPublic && !isByDay
			? `The public service offers ${name} by day only. Set Time Interval to Day.`
			: undefined;
	},
} satisfies ListOperation;

export const metrics = restGroup('metrics', {
	metric: {
		name: 'Metric',
		operations: { getMany, getReport: reportOf(getMany) },
	},
});
