import { integer } from '../../../shared/fields';
import { sayMoment, toIso } from '../../words';
import { badIf, type Condition } from './condition';

interface Rule {
	/** With less time than this a balance is low. */
	balanceSeconds: number;
}

const balanceDays = integer(
	{
		displayName: 'Warn Before the Balance Runs Out (Days)',
		name: 'balanceDays',
		default: 14,
		description: 'How many days ahead to report an empty balance, at the fee that the node reports',
	},
	1,
	365,
);

/** The balance of an L1 validator for the continuous fee runs out soon, or has. */
export const balanceLow: Condition<Rule> = {
	code: 8,
	event: 'balanceLow',
	endEvent: 'balanceRestored',
	goodState: 'balanceSufficient',
	option: {
		name: 'Low Balance',
		description: 'The balance for the fee runs out within days, or is used up',
	},
	sources: { balances: 'default' },
	options: [balanceDays],
	readRule: (read) => ({ balanceSeconds: (read(balanceDays) as number) * 86_400 }),
	needs: () => ({ fee: true }),
	judge: (_validator, { balanceSeconds }, { lastsFor }) =>
		badIf(lastsFor === undefined ? undefined : lastsFor <= balanceSeconds),
	facts: (_validator, _rule, { at, feeRate, lastsFor }) => ({
		feeRate: feeRate ?? null,
		lastsUntil: lastsFor === undefined ? null : toIso(Math.floor(at + lastsFor)),
	}),
	words: {
		began: ({ validator, facts, ...clock }) =>
			validator?.balance === 0n
				? {
						severity: 'critical',
						what: 'no balance left for the fee',
						todo: 'Top up the balance to make the validator active again.',
					}
				: {
						severity: 'warning',
						what: `balance for the fee lasts until ${sayMoment(facts.lastsUntil, clock)}`,
						todo: 'Top up the balance, or the validator becomes inactive then.',
					},
		ended: ({ facts: { lastsUntil }, ...clock }) =>
			`balance lasts ${lastsUntil ? `until ${sayMoment(lastsUntil, clock)}` : 'for more than a year'}`,
		manyBegan: 'have a low balance',
		manyEnded: 'are funded again',
		saysWhen: true,
	},
	sample: ({ balance }, { balanceSeconds }) => ({
		context: {
			feeRate: balance === undefined ? undefined : Number(balance) / balanceSeconds,
			lastsFor: balanceSeconds,
		},
	}),
};
