import { sayAvax, sayTopUp, tellBalance, unknownBalance } from './balance';
import { countOf } from '../../../shared/values/writing';
import { monthDays } from '../../../shared/validators/feeCosts';
import { badIf, balanceRead, type Condition } from './condition';

/** Seconds after a top-up for 90 days, these are still about 90. */
const aboutDays = 0.05;

/** ", for about 90 days,". Empty while the fee is unknown. */
function sayDays(balance: number, feePerMonth: unknown): string {
	if (typeof feePerMonth !== 'number' || feePerMonth <= 0) return '';
	const days = Math.floor((balance / feePerMonth) * monthDays + aboutDays);
	return `, for ${days < 1 ? 'less than a day' : `about ${countOf(days, 'day')}`},`;
}

/**
 * An alert of its own, because the warning of {@link balanceLow} may be weeks old by then, and a node may go on calling
 * the validator active.
 */
export const balanceUsedUp: Condition = {
	code: 12,
	event: 'balanceUsedUp',
	endEvent: 'balanceToppedUp',
	goodState: 'balanceLeft',
	option: {
		name: 'Balance Used Up',
		description: 'Nothing is left of the balance for the fee',
	},
	sources: { balances: 'default' },
	reads: balanceRead,
	judge: ({ balance }) => badIf(balance === undefined ? undefined : balance === 0n),
	unknownFacts: unknownBalance,
	facts: tellBalance,
	words: {
		always: 'critical',
		began: ({ facts }) => ({
			severity: 'critical',
			what: 'balance for the fee used up',
			todo: `${sayTopUp(facts)}The validator becomes active again with a balance.`,
			figures: sayTopUp(facts),
		}),
		ended: ({ facts: { balance, feePerMonth } }) =>
			typeof balance === 'number'
				? `has ${sayAvax(balance)} for the fee again${sayDays(balance, feePerMonth)}`
				: 'has a balance for the fee again',
		manyTodo: 'Top up their balances.',
		manyBegan: 'have used up their balance',
		manyEnded: 'have a balance again',
	},
	sample: () => ({ validator: { balance: 0n } }),
	sampleEnd: ({ balance }) => ({ validator: { balance: balance || 1_000_000_000n } }),
};
