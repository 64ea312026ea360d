/** What the two operations of metrics ask: a chain, a metric and the time of its values. */
import { metricsChain } from '../shared/chains/fields';
import { optional, type Field } from '../shared/fields/fields';
import { choice, choices } from '../shared/fields/kinds';
import { moment } from '../shared/fields/moments';

export interface MetricFacts {
	name: string;
	/** True if each interval counts anew, so that values add up. Not for distinct addresses, rates and states. */
	isAdditive?: true;
	/** Set if the metric is in the chain's own token: one wei in the unit for readers, gwei or whole tokens. */
	perWei?: string;
	/** Exists by day only (document, Metrics, rule 4). */
	isDaily?: true;
	/** The public service refuses it by any other interval than the day. */
	isDailyOnPublic?: true;
}

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
export const metricOf = (metric: unknown): Metric => byValue.get(metric)!;

const metricOptions = metricList.map(({ name, value, description }) => ({
	name,
	value,
	description,
}));

export const furtherMetrics = choices(
	{
		displayName: 'Further Metrics',
		name: 'furtherMetrics',
		description: 'Further metrics for the same report. Each has a chart and a table of its own.',
	},
	metricOptions,
);

export const metric = choice(
	{
		displayName: 'Metric',
		name: 'metric',
		default: 'txCount',
		description: 'Metric to get',
	},
	metricOptions,
	{ transactioncount: 'txCount', txs: 'txCount', fees: 'feesPaid' },
);

export const timeInterval = choice(
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
);

/** Of both operations. */
export const metricFields: Field[] = [
	{
		...metricsChain,
		description:
			'Chain from the list, its ID or its name; mainnet, testnet or total for all chains together',
	},
	metric,
	timeInterval,
];

const periodNote =
	"Hours use the given time zone, or else the workflow's. Days, weeks and months use the date as written, in UTC.";

export const startTimestamp = optional(
	moment({
		displayName: 'Start Time',
		name: 'startTimestamp',
		description: `First hour or day to include. Weeks and months must begin on this day or later. ${periodNote}`,
	}),
);

export const endTimestamp = optional(
	moment({
		displayName: 'End Time',
		name: 'endTimestamp',
		description: `Include only intervals that begin before this time, even if they end after it. ${periodNote}`,
	}),
);
