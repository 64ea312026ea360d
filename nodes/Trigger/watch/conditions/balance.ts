/** Figures and words for the balance of an L1 validator: the amount left, the cost of the fee, and the top-up. */
import { writeNumber } from '../../../shared/values/writing';
import { monthDays, tellFeeCosts, toAvax, topUpDays } from '../../../shared/validators/feeCosts';
import type { Context, Facts } from '../model';
import type { Validator } from '../readings';

export const unknownBalance: Facts = { balance: null, feePerMonth: null, topUpFor90Days: null };

/** In AVAX, at the current fee. Unknown figures are null. */
export const tellBalance = (
	{ balance }: Validator,
	_rule: unknown,
	{ feeRate }: Context,
): Facts => ({
	balance: toAvax(balance === undefined ? undefined : Number(balance)),
	...tellFeeCosts(balance, feeRate),
});

/** Two decimal places, or three significant digits below 1 AVAX. */
export function sayAvax(amount: number): string {
	const isSmall = amount < 1;
	const rounded = isSmall ? Number(amount.toPrecision(3)) : amount;
	return `${writeNumber(rounded.toFixed(9), isSmall ? 9 : 2).replace(/\.?0+$/, '')} AVAX`;
}

/** "The balance is 0.66 AVAX, and 30 days cost 1.33 AVAX now. ", or as much of it as is known. */
export function sayBalance({ balance, feePerMonth }: Facts): string {
	if (typeof balance !== 'number') return '';
	const left = `The balance is ${sayAvax(balance)}`;
	return typeof feePerMonth === 'number'
		? `${left}, and ${monthDays} days cost ${sayAvax(feePerMonth)} now. `
		: `${left}. `;
}

/** Rounds up, so that no message asks for less than 90 days cost. */
const roundUp = (amount: number): number => (amount < 1 ? amount : Math.ceil(amount * 100) / 100);

/** "Top up 3.32 AVAX to last 90 days. " */
export function sayTopUp({ topUpFor90Days: amount }: Facts): string {
	if (typeof amount !== 'number') return 'Top up the balance. ';
	return amount > 0 ? `Top up ${sayAvax(roundUp(amount))} to last ${topUpDays} days. ` : '';
}

/** ", top up 3.32 AVAX". Empty if the amount is unknown, or nothing. */
export const sayTopUpInTitle = ({ topUpFor90Days: amount }: Facts): string =>
	typeof amount === 'number' && amount > 0 ? `, top up ${sayAvax(roundUp(amount))}` : '';
