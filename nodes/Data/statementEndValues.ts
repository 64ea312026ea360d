/** The values of balances at both ends of a statement's period, and the words for their prices. */
import { multiply } from '../shared/values/numbers';
import { sayWord } from '../shared/values/foreign';
import { sentence, writeAmount } from '../shared/values/writing';
import { assetOf, inWhole } from './statementAssets';
import type { Balance } from './statementBalances';
import type { PeriodEnd } from './statementEndPrices';
import { givenPriceOf } from './statementGivenPrices';
import { priceCurrency, type Price } from './statementLists';
import type { StatementRead } from './statementReading';
import { sayNoClosingValue, sayNoOpeningValue } from './statementUnvalued';

/** The currency of opening and closing values. A balance of 0 has a value without a price, too. */
export const currencyOfEnds = ({ prices }: Pick<StatementRead, 'prices'>): string =>
	prices.closing?.currency ?? prices.opening?.currency ?? priceCurrency;

/** The price of one token at an end of the period. Undefined if it is unknown or in another currency. */
export function priceOfEnd(end: PeriodEnd, token: string, read: StatementRead): Price | undefined {
	if (token === '') return read.prices[end];
	const price = givenPriceOf(token, read.given);
	return price?.currency === currencyOfEnds(read) ? price : undefined;
}

/** A balance at an end of the period in that currency. Undefined if it or the price is unknown. */
export function valueOfEnd(
	end: PeriodEnd,
	{ token, [end]: units }: Balance,
	read: StatementRead,
): string | undefined {
	if (units === 0n && read.withValues) return '0';
	const price = priceOfEnd(end, token, read);
	return price && multiply(price.price, inWhole(units, assetOf(read, token)));
}

export function notePrices(read: StatementRead): string[] {
	const { opening, closing } = read.prices;
	return [
		...(opening ? [sayOpeningPrice(read, opening)] : []),
		...(closing ? [sayClosingPrice(read, closing)] : []),
	];
}

/** Nothing has to be said of a balance of 0 without a price: its value is 0. */
export function noteNoValues(read: StatementRead, native: Balance): string[] {
	const lacks = (end: PeriodEnd) => read.withValues && !read.prices[end] && native[end] !== 0n;
	return [
		...sentence(sayNoOpeningValue(read), lacks('opening')),
		...sentence(sayNoClosingValue(read), lacks('closing')),
	];
}

/** The service has no price of tokens, so a value of them is at a price that the user gave. */
const sayWhose = (end: PeriodEnd, { chain, given }: StatementRead): string =>
	given
		? `The ${end} value of ${chain.symbol} is`
		: `The ${end} value is that of ${chain.symbol} alone,`;

const sayOpeningPrice = (read: StatementRead, { price, currency }: Price): string =>
	`${sayWhose('opening', read)} at the price of the day before: ${writeAmount(price)} ${sayWord(currency)}.`;

function sayClosingPrice(read: StatementRead, { price, currency }: Price): string {
	const time = read.unfinished ? 'now' : 'the last day';
	const tokens = read.given
		? 'Of tokens, only those that you gave a price have one.'
		: 'Tokens have none.';
	return `${sayWhose('closing', read)} at the price of ${time}: ${writeAmount(price)} ${sayWord(currency)}. ${tokens}`;
}
