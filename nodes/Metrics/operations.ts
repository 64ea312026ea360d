/** The Metrics API (Indexed Data and Metrics REST document, endpoint 16). */
import type { DateTime, DateTimeUnit } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { isCChain } from '../shared/avalanche/chains';
import { metricsChain } from '../shared/chains/fields';
import { askedEvmChain, exact, type Columns } from '../shared/operation/columns';
import { choice, choices, flag } from '../shared/fields/kinds';
import { optional, type Field } from '../shared/fields/fields';
import type { InvalidField } from '../shared/fields/invalid';
import { moment } from '../shared/fields/moments';
import { multiply } from '../shared/values/numbers';
import { writeTime } from '../shared/values/times';
import { intersect, isEmptyRange, type OpenRange } from '../shared/chains/blockRange';
import { checkOrder, listPeriodFields, readPeriod } from '../shared/fields/period';
import { OddAnswer } from '../shared/operation/pipeline';
import { recordsOf } from '../shared/operation/remarks';
import type { ListOperation } from '../shared/report/reading';
import { restGroup } from '../shared/operation/groups';
import { same, type Asked, type Remark, type Values } from '../shared/operation/operations';
import { reportOf } from './report';
import { endOfInterval, firstWhole, type TimeInterval } from './periods';
import type { MetricFacts } from './series';

interface Metric extends MetricFacts {
	value: string;
	/** Meaning of a point (document, Metrics). */
	description: string;
	unit: string;
}

const metricList: Metric[] = [
	{
		name: 'Active Addresses',
		value: 'activeAddresses',
		unit: 'addresses',
		description: 'Distinct addresses that sent or received a transaction or an ERC token transfer',
	},
	{
		name: 'Active Senders',
		value: 'activeSenders',
		unit: 'addresses',
		description: 'Distinct addresses that sent a transaction or an ERC token transfer',
	},
	{
		name: 'Average Gas per Second',
		value: 'avgGps',
		isDaily: true,
		unit: 'gas per second',
		description: 'Gas used per second, averaged over the day. Daily only.',
	},
	{
		name: 'Average Gas Price',
		value: 'avgGasPrice',
		isDaily: true,
		perWei: '1e-9',
		unit: 'wei',
		description: 'Average gas price paid that day, in gwei. Daily only.',
	},
	{
		name: 'Average Transactions per Second',
		value: 'avgTps',
		isDaily: true,
		unit: 'transactions per second',
		description: 'Transactions per second, averaged over the day. Daily only.',
	},
	{
		name: 'Contracts Created',
		value: 'contracts',
		isDaily: true,
		isAdditive: true,
		unit: 'contracts',
		description: 'Contracts created that day. Daily only.',
	},
	{
		name: 'Cumulative Addresses',
		value: 'cumulativeAddresses',
		isDaily: true,
		unit: 'addresses',
		description: 'Distinct senders and recipients from genesis to the end of the day. Daily only.',
	},
	{
		name: 'Cumulative Contracts',
		value: 'cumulativeContracts',
		isDaily: true,
		unit: 'contracts',
		description: 'Contracts created from genesis to the start of the day. Daily only.',
	},
	{
		name: 'Cumulative Deployers',
		value: 'cumulativeDeployers',
		isDaily: true,
		unit: 'addresses',
		description: 'Distinct contract deployers from genesis to the end of the day. Daily only.',
	},
	{
		name: 'Cumulative Transactions',
		value: 'cumulativeTxCount',
		isDaily: true,
		unit: 'transactions',
		description: 'Transactions from genesis to the end of the day. Daily only.',
	},
	{
		name: 'Deployers',
		value: 'deployers',
		isDaily: true,
		unit: 'addresses',
		description: 'Distinct addresses that deployed a contract that day. Daily only.',
	},
	{
		name: 'Fees Paid',
		value: 'feesPaid',
		perWei: '1e-18',
		isAdditive: true,
		isDailyOnPublic: true,
		unit: 'wei',
		description: 'Total fees paid, in AVAX or the native token. Daily only on the public service.',
	},
	{
		name: 'Gas Used',
		value: 'gasUsed',
		isAdditive: true,
		unit: 'gas',
		description: 'Gas used by all transactions',
	},
	{
		name: 'Maximum Gas per Second',
		value: 'maxGps',
		isDaily: true,
		unit: 'gas per second',
		description: 'Peak block of the day: gas per second since the previous block. Daily only.',
	},
	{
		name: 'Maximum Gas Price',
		value: 'maxGasPrice',
		isDaily: true,
		perWei: '1e-9',
		unit: 'wei',
		description: 'Highest gas price paid that day, in gwei. Daily only.',
	},
	{
		name: 'Maximum Transactions per Second',
		value: 'maxTps',
		isDaily: true,
		unit: 'transactions per second',
		description:
			'Peak block of the day: transactions per second since the previous block. Daily only.',
	},
	{
		name: 'Transactions',
		value: 'txCount',
		isAdditive: true,
		unit: 'transactions',
		description: 'Number of transactions',
	},
];

const byValue = new Map<unknown, Metric>(metricList.map((metric) => [metric.value, metric]));

/** The chosen metric. The field has checked that it exists. */
const metricOf = (metric: unknown): Metric => byValue.get(metric)!;

interface Times {
	interval: TimeInterval;
	start?: DateTime;
	end?: DateTime;
}

const readTimes = ({ timeInterval, startTimestamp, endTimestamp }: Values): Times => ({
	interval: timeInterval as TimeInterval,
	start: startTimestamp as DateTime | undefined,
	end: endTimestamp as DateTime | undefined,
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
		timeInterval: values.timeInterval as string,
		startTimestamp: from && from - 1,
		endTimestamp: to && to - 1,
	};
}

function checkMetric(values: Values): string | InvalidField | undefined {
	const { metric, timeInterval } = values;
	const { name, isDaily } = metricOf(metric);
	if (isDaily && timeInterval !== 'day') return `Time Interval must be Day for ${name}`;
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
	const { metric, chainId } = values as Record<string, string>;
	return {
		metric,
		chainId,
		timeInterval: interval,
		start: writeTime(start),
		end: writeTime(end),
		complete,
		value: point.value,
		unit: metricOf(metric).unit,
		...point,
	};
}

/** Gas prices are shown in gwei and fees in whole tokens. Several chains together have several tokens. */
const nameUnit = (unit: unknown, { metric, chainId }: IDataObject): unknown => {
	if (metric === 'feesPaid') return isCChain(chainId) ? 'AVAX' : 'native token';
	return metricOf(metric)?.perWei ? 'gwei' : unit;
};

const columns: Columns = {
	...same('start'),
	value: {
		...exact('value'),
		read: (value, { metric }) => multiply(value, metricOf(metric)?.perWei ?? 1),
	},
	unit: { path: 'unit', read: nameUnit },
	...same('metric', 'timeInterval', 'end', 'complete'),
	...askedEvmChain,
};

const periodNote =
	"Hours use the given time zone, or else the workflow's. Days, weeks and months use the date as written, in UTC.";

const metricOptions = metricList.map(({ name, value, description }) => ({
	name,
	value,
	description,
}));

const further = choices(
	{
		displayName: 'Further Metrics',
		name: 'furtherMetrics',
		description: 'Further metrics for the same report. Each has a chart and a table of its own.',
	},
	metricOptions,
);

const shared: Field[] = [
	{
		...metricsChain,
		description:
			'Chain from the list, its ID or its name; mainnet, testnet or total for all chains together',
	},
	choice(
		{
			displayName: 'Metric',
			name: 'metric',
			default: 'txCount',
			description: 'Metric to get',
		},
		metricOptions,
		{ transactioncount: 'txCount', txs: 'txCount', fees: 'feesPaid' },
	),
	choice(
		{
			displayName: 'Time Interval',
			name: 'timeInterval',
			default: 'day',
			description:
				'Period that each value covers. Days, weeks (from Monday) and months begin at 0:00 UTC.',
		},
		[
			{ name: 'Day', value: 'day' },
			{ name: 'Hour', value: 'hour' },
			{ name: 'Month', value: 'month' },
			{ name: 'Week', value: 'week' },
		],
		{
			'1h': 'hour',
			hourly: 'hour',
			'1d': 'day',
			daily: 'day',
			'1w': 'week',
			weekly: 'week',
			monthly: 'month',
		},
	),
];

/** Warns of the current interval, whose value still changes. */
const sayIncomplete: Remark = (given) =>
	recordsOf(given).some(({ complete }) => complete === false)
		? 'The newest interval is not over (complete: false), so its value still changes. The filter Only Complete Intervals leaves it out.'
		: undefined;

const getMany = {
	name: 'Get Many',
	action: 'Get many values of chain metric',
	description: 'One metric of a chain or network by hour, day, week or month, newest first',
	path: '/v2/chains/{chainId}/metrics/{metric}',
	// The API's description says 10, its guide 100.
	computeUnits: 100,
	params: [
		...shared,
		optional(
			moment({
				displayName: 'Start Time',
				name: 'startTimestamp',
				description: `First hour or day to include. Weeks and months must begin on this day or later. ${periodNote}`,
			}),
		),
		optional(
			moment({
				displayName: 'End Time',
				name: 'endTimestamp',
				description: `Include only intervals that begin before this time, even if they end after it. ${periodNote}`,
			}),
		),
		optional(
			flag({
				displayName: 'Only Complete Intervals',
				name: 'onlyComplete',
				notSent: true,
				description: 'Whether to leave out the current interval, whose value still changes',
			}),
		),
	],
	check: checkMetric,
	period: {
		fields: listPeriodFields('. With Start and End Time, the narrower period holds.'),
		narrow: ({ values }) => {
			const isEmpty = isEmptyRange(toRange(values));
			return Promise.resolve({ ok: true, result: { values, isEmpty } });
		},
	},
	toRequest: (values) => ({ query: toQuery(values) }),
	output: { kind: 'list', field: 'results' },
	pageSize: { min: 1, max: 2160, default: 100 },
	identity: ['timestamp'],
	exact: ['value'],
	extend: describePoint,
	simplify: columns,
	remarks: [sayIncomplete],
	explain: ({ httpStatus }, { metric, timeInterval }) => {
		const { name, isDailyOnPublic } = metricOf(metric);
		return httpStatus === 400 && isDailyOnPublic && timeInterval !== 'day'
			? `The public service offers ${name} by day only. Set Time Interval to Day.`
			: undefined;
	},
} satisfies ListOperation;

export const metrics = restGroup('metrics', {
	metric: {
		name: 'Metric',
		operations: { getMany, getReport: reportOf(getMany, { shared, further, metricOf }) },
	},
});
