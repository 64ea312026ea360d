import { sayMoment, toIso, type ZonedTime } from '../../../feeds/items/words';
import { integer } from '../../../shared/fields/kinds';
import type { Context, Facts } from '../model';
import { sayBalance, sayTopUp, sayTopUpInTitle, tellBalance, unknownBalance } from './balance';
import { badIf, balanceRead, type Condition } from './condition';
import { daySeconds } from '../../../shared/values/timeUnits';

interface Rule {
	/** A balance that lasts this many seconds or fewer is low. */
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

/** With this little time left the alert is critical: it cannot wait for the next working day. */
const urgentSeconds = 3 * daySeconds;

/** The lowest fee, nAVAX a second, for samples that know no other. */
const sampleFee = 512;
/** After its top-up, a sample's balance lasts this much longer than the warning time. */
const sampleSeconds = 90 * daySeconds;

const isUrgent = (lastsUntil: unknown, at: number): boolean =>
	typeof lastsUntil === 'string' && Date.parse(lastsUntil) / 1000 - at <= urgentSeconds;

/** ISO time. Null if it is unknown, or too far away to be projected. */
export const lastsUntilOf = ({ at, lastsFor }: Context): string | null =>
	lastsFor === undefined ? null : toIso(Math.floor(at + lastsFor));

/** "until 26 Nov 22:05 CET, in 5 d 3 h". Undefined while the fee or the balance is unknown. */
function sayUntil({ lastsUntil, feeRate, balance }: Facts, clock: ZonedTime): string | undefined {
	if (lastsUntil) return `until ${sayMoment(lastsUntil, clock)}`;
	return feeRate === null || balance === null ? undefined : 'for more than a year';
}

function sayLasting(facts: Facts, clock: ZonedTime): string {
	const until = sayUntil(facts, clock);
	return until
		? `balance for the fee lasts ${until}`
		: 'low balance for the fee: how long it lasts is not known now';
}

function sayRestored(facts: Facts, clock: ZonedTime): string {
	const until = sayUntil(facts, clock);
	return until ? `balance lasts ${until}` : 'balance is no longer low';
}

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
	readRule: (read) => ({ balanceSeconds: read(balanceDays) * daySeconds }),
	needs: () => ({ fee: true }),
	reads: balanceRead,
	judge: (_validator, { balanceSeconds }, { lastsFor }) =>
		badIf(lastsFor === undefined ? undefined : lastsFor <= balanceSeconds),
	ladder: {
		whole: 28,
		steps: [
			{ name: '14 days', at: 14, what: '14 days or less', isSaid: true },
			{ name: '3 days', at: urgentSeconds / daySeconds, what: '3 days or less', isSaid: true },
			{ name: '0 days', at: 0 },
		],
		left: (_validator, { lastsFor }) =>
			lastsFor === undefined ? undefined : lastsFor / daySeconds,
		sample: (days, _validator, { feeRate = sampleFee }) => ({
			validator: { balance: BigInt(Math.floor(feeRate * days * daySeconds)) },
			context: { feeRate, lastsFor: days * daySeconds },
		}),
	},
	unknownFacts: { feeRate: null, lastsUntil: null, ...unknownBalance },
	facts: (validator, rule, context) => ({
		feeRate: context.feeRate ?? null,
		lastsUntil: lastsUntilOf(context),
		...tellBalance(validator, rule, context),
	}),
	words: {
		began: ({ validator, facts, ...clock }) =>
			validator?.balance === 0n
				? {
						severity: 'critical',
						what: 'no balance left for the fee',
						todo: `${sayTopUp(facts)}The validator becomes active again with a balance.`,
						figures: sayTopUp(facts),
					}
				: {
						severity: isUrgent(facts.lastsUntil, clock.at) ? 'critical' : 'warning',
						what: sayLasting(facts, clock),
						title: `${sayLasting(facts, clock)}${sayTopUpInTitle(facts)}`,
						todo: `${sayBalance(facts)}${sayTopUp(facts)}Without a balance, the validator becomes inactive.`,
						figures: `${sayBalance(facts)}${sayTopUp(facts)}`,
					},
		ended: ({ facts, ...clock }) => sayRestored(facts, clock),
		manyTodo: 'Top up their balances.',
		manyBegan: 'have a low balance',
		manyEnded: 'are funded again',
		saysWhen: true,
	},
	sample: (_validator, { balanceSeconds }, { feeRate = sampleFee }) => ({
		validator: { balance: BigInt(Math.floor(feeRate * balanceSeconds)) },
		context: { feeRate, lastsFor: balanceSeconds },
	}),
	sampleEnd: (_validator, { balanceSeconds }, { feeRate = sampleFee }) => ({
		validator: { balance: BigInt(Math.ceil(feeRate * (balanceSeconds + sampleSeconds))) },
		context: { feeRate, lastsFor: balanceSeconds + sampleSeconds },
	}),
};
