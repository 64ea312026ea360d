import { sayTopUp, tellBalance, unknownBalance } from './balance';
import { badIf, balanceRead, type Condition } from './condition';

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
		ended: () => 'has a balance for the fee again',
		manyTodo: 'Top up their balances.',
		manyBegan: 'have used up their balance',
		manyEnded: 'have a balance again',
	},
	sample: () => ({ validator: { balance: 0n } }),
	sampleEnd: ({ balance }) => ({ validator: { balance: balance || 1_000_000_000n } }),
};
