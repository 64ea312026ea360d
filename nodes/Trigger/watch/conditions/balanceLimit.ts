/** Alerts on a balance below or above a limit, for addresses and L1 validators. */
import { writeAmount } from '../../../shared/values/writing';
import { cutShort, sayWord } from '../../../shared/values/foreign';
import { isAtLeast, multiply, toUnits } from '../../../shared/values/numbers';
import type { Facts } from '../model';
import { avaxUnit, type BalanceUnit, type Validator } from '../readings';
import { isTokenKey } from '../tokenKeys';
import { badIf, balanceRead, type Condition } from './condition';

export interface LimitRule {
	/** Whole units of the asset, as plain decimal text. Absent if no limit holds. */
	limit?: string;
	/** Limits of single addresses or validators, by key. */
	limits?: Record<string, string>;
	/** How far past the limit a balance must come back to end the alert, in percent of the limit. */
	margin: number;
}

/** The rule of one balance. The limit of the asset itself holds for no further token. */
export function ruleOfBalance(rule: LimitRule, key: string): LimitRule {
	const own = rule.limits?.[key];
	return own === undefined && !isTokenKey(key) ? rule : { ...rule, limit: own };
}

/** L1 validators report no asset. */
const assetOf = ({ asset = avaxUnit }: Validator): BalanceUnit => asset;

/** Whole units. Undefined if the balance is unknown. */
const unitsOf = (validator: Validator): string | undefined =>
	validator.balance === undefined
		? undefined
		: toUnits(String(validator.balance), assetOf(validator).decimals);

const percentOf = (text: string, percent: number): string =>
	multiply(multiply(text, String(percent)), '0.01')!;

/** Base units, rounded up. */
function toBase(units: string, { decimals }: BalanceUnit): bigint {
	const [whole, fraction = ''] = multiply(units, `1${'0'.repeat(decimals)}`)!.split('.');
	return BigInt(whole) + (fraction ? 1n : 0n);
}

/** Cuts digits off and never rounds up, so that a balance below a limit never reads like the limit. */
const sayAmount = (exact: unknown, symbol: unknown): string =>
	[writeAmount(String(exact)), sayWord(symbol) || 'units'].join(' ');

/** "50,000,000 AVAX": the balance that the facts hold. */
export const sayHeld = ({ balanceExact, symbol }: Facts): string =>
	balanceExact === null ? 'not known' : sayAmount(balanceExact, symbol);

export const sayLimit = ({ limitExact, symbol }: Facts): string => sayAmount(limitExact, symbol);

interface Direction {
	code: number;
	event: string;
	endEvent: string;
	goodState: string;
	option: { name: string; description: string };
	word: 'below' | 'above';
	isBeyond: (balance: string, limit: string) => boolean;
	/** Percent of the limit at which the alert ends. */
	shareBack: (margin: number) => number;
	todo: (facts: Facts) => string;
}

function watchLimit(direction: Direction): Condition<LimitRule> {
	const { code, event, endEvent, goodState, option, word, isBeyond, shareBack, todo } = direction;
	const backAt = ({ limit = '0', margin }: LimitRule): string =>
		percentOf(limit, shareBack(margin));
	const sayNow = (facts: Facts): string => `balance ${sayHeld(facts)}`;
	return {
		code,
		event,
		endEvent,
		goodState,
		option,
		sources: { native: 'default', erc20: 'default', pChain: 'default', l1Balance: 'default' },
		identity: ({ limit }) => limit,
		reads: balanceRead,
		ruleOf: ruleOfBalance,
		judge: (validator, rule, { isConfirmed }) => {
			const balance = unitsOf(validator);
			if (balance === undefined || rule.limit === undefined) return 'unknown';
			return badIf(isBeyond(balance, isConfirmed ? backAt(rule) : rule.limit));
		},
		facts: (validator, rule) => {
			const { symbol, block } = assetOf(validator);
			const balance = unitsOf(validator);
			return {
				balance: balance === undefined ? null : Number(balance),
				symbol: symbol ?? null,
				limit: rule.limit === undefined ? null : Number(rule.limit),
				backAt: Number(backAt(rule)),
				...(block !== undefined && { blockNumber: block }),
				balanceExact: balance ?? null,
				limitExact: rule.limit ?? null,
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
		sample: (validator, { limit = '0' }) => {
			const balance = toBase(percentOf(limit, word === 'below' ? 50 : 150), assetOf(validator));
			return { validator: { balance: word === 'below' ? balance : balance + 1n } };
		},
		sampleEnd: (validator, rule) => {
			const balance = toBase(backAt(rule), assetOf(validator));
			return { validator: { balance: word === 'below' ? balance : balance / 2n } };
		},
	};
}

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

/** Items quote at most this many characters of a failure message. */
const longestReason = 200;

/** One address cannot be read while others can. If none can, the alert is `unreachable`. */
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
				validator?.failure?.hint ?? 'Check the address, and that the node serves this chain.',
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
