/** The costs of the continuous fee for the balance of an L1 validator, in AVAX. */
import { daySeconds } from '../values/timeUnits';

export const [monthDays, topUpDays] = [30, 90];
const nanoAvax = 1e9;

export const toAvax = (nano: number | undefined): number | null =>
	nano === undefined ? null : Math.round(nano) / nanoAvax;

/** For a balance in nAVAX and a fee in nAVAX a second. Unknown figures are null. */
export function tellFeeCosts(balance: bigint | undefined, feeRate: number | undefined) {
	const costOf = (days: number) =>
		feeRate === undefined ? undefined : feeRate * days * daySeconds;
	const [month, wanted] = [costOf(monthDays), costOf(topUpDays)];
	const isKnown = balance !== undefined && wanted !== undefined;
	const missing = isKnown ? Math.max(0, Math.ceil(wanted - Number(balance))) : undefined;
	return { feePerMonth: toAvax(month), topUpFor90Days: toAvax(missing) };
}
