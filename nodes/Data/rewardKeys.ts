/** Keys of the rows of a reward report. */
import { nameIds, timesOf, unlessUsual, writeKey, zoneOf } from '../shared/report/key';
import { usualTypes, valueCurrency } from './fields';
import type { RewardQuestion } from './rewardReading';
import { listAddresses, type GroupBy } from './rewardTotals';

export const totalName = 'Total';

/** The reward types, unless the amount counts those that it counts by default. */
function nameTypes({ types, addresses }: RewardQuestion): string | undefined {
	const usual = usualTypes[addresses === undefined ? 'validators' : 'addresses'];
	const [chosen, left] = [types, usual].map((each) => [...each].sort().join('+'));
	return unlessUsual(chosen, left);
}

/** Makes the key of each group. It names the IDs that were asked for, unless the group is one of them. */
export function toKeyOf(asked: RewardQuestion, slug: string): (group: string) => string {
	const { network, range, zone, groupBy, nodeIds, addresses, currency } = asked;
	const validators = nameIds(nodeIds);
	const receivers = addresses === undefined ? undefined : nameIds(listAddresses(addresses));
	const choices = [
		timesOf(range, zone),
		unlessUsual(currency.toUpperCase(), valueCurrency.default as string),
		zoneOf(zone),
		nameTypes(asked),
	];
	return (group) => {
		const of = (kind: GroupBy, ids: string | undefined) =>
			groupBy === kind && group !== totalName ? undefined : ids;
		const ids = writeKey(of('validator', validators), of('address', receivers));
		return writeKey(network, slug, group, ids && `of ${ids}`, ...choices);
	};
}
