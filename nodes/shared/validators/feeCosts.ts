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
	const missing = isKnown ? Math.ceil(wanted - Number(balance)) : undefined;
	// Seconds after a top-up for 90 days, a balance lacks some already. Nobody tops up less than a day.
	const isLittle = missing !== undefined && missing < costOf(1)!;
	return { feePerMonth: toAvax(month), topUpFor90Days: isLittle ? 0 : toAvax(missing) };
}
