/** Keys of the rows of a reward report. */
import { nameIds, timesOf, unlessUsual, writeKey, zoneOf } from '../shared/report/key';
import type { Interval, TimeRange } from '../shared/report/totals';
import { usualTypes, valueCurrency } from './fields';
import type { RewardQuestion } from './rewardReading';
import { listAddresses, type GroupBy, type TotalsRow } from './rewardTotals';

export const totalName = 'Total';

/** The reward types, unless the amount counts those that it counts by default. */
function nameTypes({ types, addresses }: RewardQuestion): string | undefined {
	const usual = usualTypes[addresses === undefined ? 'validators' : 'addresses'];
	const [chosen, left] = [types, usual].map((each) => [...each].sort().join('+'));
	return unlessUsual(chosen, left);
}

/** True for a day, week or month that the period does not cut: its row is the same in every period that holds it. */
const isWhole = ({ start, end }: Interval, { from, to }: TimeRange): boolean =>
	start >= from && end <= to;

/** Makes the key of each row. It names the IDs that were asked for, unless the group is one of them. */
export function toKeyOf(asked: RewardQuestion, slug: string): (row: TotalsRow) => string {
	const { network, range, zone, groupBy, nodeIds, addresses, currency } = asked;
	const validators = nameIds(nodeIds);
	const receivers = addresses === undefined ? undefined : nameIds(listAddresses(addresses));
	const times = timesOf(range, zone);
	const choices = [
		unlessUsual(currency.toUpperCase(), valueCurrency.default as string),
		zoneOf(zone),
		nameTypes(asked),
	];
	return ({ name, interval }) => {
		const of = (kind: GroupBy, ids: string | undefined) =>
			groupBy === kind && name !== totalName ? undefined : ids;
		const ids = writeKey(of('validator', validators), of('address', receivers));
		const isOfPeriod = interval === undefined || !isWhole(interval, range);
		const [period, hours] = isOfPeriod ? [slug, times] : [];
		return writeKey(network, period, name, ids && `of ${ids}`, hours, ...choices);
	};
}
