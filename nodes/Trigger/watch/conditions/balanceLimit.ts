/** The balance of an address, or of an L1 validator, is below or above a limit in whole units of its asset. */
import { writeAmount } from '../../../shared/report/writing';
import { cutShort, sayWord } from '../../../shared/values/foreign';
import { isAtLeast, multiply, toUnits } from '../../../shared/values/numbers';
import type { Facts } from '../model';
import type { BalanceUnit, Validator } from '../readings';
import { badIf, type Condition } from './condition';

/** What the user set. */
export interface LimitRule {
	/** In whole units of the asset, as plain decimal text. */
	limit: string;
	/** By how much of the limit a balance must be beyond it to be back, percent. */
	margin: number;
}

/** What L1 validators hold. */
const avax: BalanceUnit = { symbol: 'AVAX', decimals: 9 };

const assetOf = ({ asset = avax }: Validator): BalanceUnit => asset;

/** In whole units; nothing where it is not known. */
const unitsOf = (validator: Validator): string | undefined =>
	validator.balance === undefined
		? undefined
		: toUnits(String(validator.balance), assetOf(validator).decimals);

/** So many percent of a decimal text. */
const percentOf = (text: string, percent: number): string =>
	multiply(multiply(text, String(percent)), '0.01')!;

/** The least whole number of base units that is so much or more. */
function toBase(units: string, { decimals }: BalanceUnit): bigint {
	const [whole, fraction = ''] = multiply(units, `1${'0'.repeat(decimals)}`)!.split('.');
	return BigInt(whole) + (fraction ? 1n : 0n);
}

/** An amount with its symbol: what is cut off never moves it over the limit. */
const sayAmount = (exact: unknown, symbol: unknown): string =>
	[writeAmount(String(exact)), sayWord(symbol) || 'units'].join(' ');

/** One direction of the two. */
interface Direction {
	code: number;
	event: string;
	endEvent: string;
	goodState: string;
	option: { name: string; description: string };
	word: 'below' | 'above';
	/** Whether a balance is beyond a limit. */
	isBeyond: (balance: string, limit: string) => boolean;
	/** Which share of the limit ends it, percent. */
	shareBack: (margin: number) => number;
	/** A sentence of what to do. */
	todo: (facts: Facts) => string;
}

function watchLimit(direction: Direction): Condition<LimitRule> {
	const { code, event, endEvent, goodState, option, word, isBeyond, shareBack, todo } = direction;
	const backAt = ({ limit, margin }: LimitRule): string => percentOf(limit, shareBack(margin));
	const sayNow = ({ balanceExact, symbol }: Facts): string =>
		balanceExact === null ? 'balance not known' : `balance ${sayAmount(balanceExact, symbol)}`;
	const sayLimit = ({ limitExact, symbol }: Facts): string => sayAmount(limitExact, symbol);
	return {
		code,
		event,
		endEvent,
		goodState,
		option,
		sources: { native: 'default', erc20: 'default', pChain: 'default', l1Balance: 'default' },
		identity: ({ limit }) => limit,
		judge: (validator, rule, { isConfirmed }) => {
			const balance = unitsOf(validator);
			if (balance === undefined) return 'unknown';
			return badIf(isBeyond(balance, isConfirmed ? backAt(rule) : rule.limit));
		},
		facts: (validator, rule) => {
			const { symbol, block } = assetOf(validator);
			const balance = unitsOf(validator);
			return {
				balance: balance === undefined ? null : Number(balance),
				symbol: symbol ?? null,
				limit: Number(rule.limit),
				backAt: Number(backAt(rule)),
				...(block !== undefined && { blockNumber: block }),
				balanceExact: balance ?? null,
				limitExact: rule.limit,
				backAtExact: backAt(rule),
			};
		},
		words: {
			began: ({ facts, validator }) => ({
				severity: word === 'below' && validator?.balance === 0n ? 'critical' : 'warning',
				what: `${sayNow(facts)}, ${word} ${sayLimit(facts)},`,
				todo: todo(facts),
			}),
			ended: ({ facts }) => `${sayNow(facts)}, no longer ${word} ${sayLimit(facts)},`,
			manyBegan: '',
			manyEnded: '',
		},
		sample: (validator, { limit }) => {
			const balance = toBase(percentOf(limit, word === 'below' ? 50 : 150), assetOf(validator));
			return { validator: { balance: word === 'below' ? balance : balance + 1n } };
		},
		sampleEnd: (validator, rule) => {
			const balance = toBase(backAt(rule), assetOf(validator));
			return { validator: { balance: word === 'below' ? balance : balance / 2n } };
		},
	};
}

/** What brings a balance back to where the alert ends. */
function sayMissing({ backAtExact, symbol }: Facts): string {
	return `Top it up: the alert ends at ${sayAmount(backAtExact, symbol)}.`;
}

const sayTooMuch = ({ backAtExact, symbol }: Facts): string =>
	`Move what is too much: the alert ends at ${sayAmount(backAtExact, symbol)}.`;

export const balanceBelow = watchLimit({
	code: 14,
	event: 'balanceBelow',
	endEvent: 'balanceNoLongerBelow',
	goodState: 'balanceNotBelow',
	option: { name: 'Balance Below', description: 'The balance is below your limit' },
	word: 'below',
	isBeyond: (balance, limit) => !isAtLeast(balance, limit),
	shareBack: (margin) => 100 + margin,
	todo: sayMissing,
});

export const balanceAbove = watchLimit({
	code: 15,
	event: 'balanceAbove',
	endEvent: 'balanceNoLongerAbove',
	goodState: 'balanceNotAbove',
	option: { name: 'Balance Above', description: 'The balance is above your limit' },
	word: 'above',
	isBeyond: (balance, limit) => !isAtLeast(limit, balance),
	shareBack: (margin) => 100 - margin,
	todo: sayTooMuch,
});

/** Of a message that says why. */
const longestReason = 200;

/** The balance of one address cannot be read, while those of others can. */
export const balanceUnreadable: Condition = {
	code: 16,
	event: 'balanceUnreadable',
	endEvent: 'balanceReadable',
	goodState: 'balanceReadable',
	option: {
		name: 'Balance Unreadable',
		description: 'The balance of an address cannot be read, so nothing is known of it',
	},
	sources: { native: 'default', erc20: 'default', pChain: 'default' },
	isOfReading: true,
	judge: ({ failure }) => badIf(failure !== undefined),
	facts: ({ failure }, _rule, _context, isEnd) =>
		isEnd ? {} : { reason: failure?.message ?? null, hint: failure?.hint ?? null },
	words: {
		always: 'critical',
		began: ({ validator }) => ({
			severity: 'critical',
			what: 'balance cannot be read',
			todo: [
				validator?.failure &&
					`${cutShort(validator.failure.message.replace(/\.$/, ''), longestReason)}.`,
				'It is neither below nor above a limit until it can be read.',
			]
				.filter(Boolean)
				.join(' '),
		}),
		ended: () => 'balance can be read again',
		manyBegan: '',
		manyEnded: '',
	},
	sample: () => ({
		validator: {
			balance: undefined,
			failure: {
				kind: 'server',
				message: 'The node did not answer for this address',
				passing: true,
			},
		},
	}),
};
