/** Descriptions of the fields of this node's items. nodes/shared/returns.mts explains the form. */
import type { Returns } from '../shared/returns.mts';

export const returns: Returns = {
	average: 'Average of the values of intervals that are over',
	chainId: 'EVM chain ID, or mainnet, testnet or total',
	complete: 'Whether the interval is over',
	end: 'When the interval ends, in UTC',
	from: 'Start of the first interval that the figures cover, in UTC',
	highest: 'Highest value of an interval that is over',
	highestAt: 'Start of the interval with the highest value of those that are over, in UTC',
	isPeriodOver: 'Whether the period was over: if not, the figures still change',
	lowest: 'Lowest value of an interval that is over',
	lowestAt: 'Start of the interval with the lowest value of those that are over, in UTC',
	metric: 'Metric that was asked for',
	previousPeriod:
		'Total or average of the period before, or of its compared part; null if there is none',
	totalDifference: 'Compared total less that of the period before; null if not known',
	totalPercent: 'The same in percent of the period before; null if not known',
	averageDifference: 'Compared average less that of the period before; null if not known',
	averagePercent: 'The same of the average in percent; null if not known',
	start: 'When the interval starts, in UTC',
	timeInterval: 'Length of an interval: hour, day, week or month',
	to: 'End of the last interval that the figures cover, in UTC',
	total: 'Sum of the values',
	value: 'Value of the metric in the interval',
	values: 'Number of values',
};
