/** The values of balances at both ends of a statement's period, and the words for their prices. */
import { multiply } from '../shared/values/numbers';
import { sayWord } from '../shared/values/foreign';
import { sentence, writeAmount } from '../shared/values/writing';
import { assetOf, inWhole } from './statementAssets';
import type { Balance } from './statementBalances';
import type { PeriodEnd } from './statementEndPrices';
import { givenPriceOf } from './statementGivenPrices';
import { priceCurrency, toPrice, type Price } from './statementLists';
import type { StatementRead } from './statementReading';
import { sayNoClosingValue, sayNoOpeningValue } from './statementUnvalued';

/** The currency of opening and closing values. A balance of 0 has a value without a price, too. */
export const currencyOfEnds = ({ prices }: Pick<StatementRead, 'prices'>): string =>
	prices.closing?.currency ?? prices.opening?.currency ?? priceCurrency;

/** The service's price of a token, as balances of now have it. */
function priceOfNow(
	token: string,
	{ ends, unfinished, withValues }: StatementRead,
): Price | undefined {
	if (!unfinished || !withValues) return undefined;
	const prices = [...ends.values()].map(({ closing }) =>
		toPrice(closing?.tokens.get(token)?.price),
	);
	return prices.find((found) => found !== undefined);
}

/** The price of one token at an end of the period. Undefined if it is unknown or in another currency. */
export function priceOfEnd(end: PeriodEnd, token: string, read: StatementRead): Price | undefined {
	if (token === '') return read.prices[end];
	const ofService = end === 'closing' ? priceOfNow(token, read) : undefined;
	const price = givenPriceOf(token, read.given) ?? ofService;
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

/** The tokens of the statement that have a price at an end: those of the user, or those of the service. */
const listPriced = (end: PeriodEnd, read: StatementRead): string[] =>
	[...read.group.assets.keys()].filter((token) => token !== '' && priceOfEnd(end, token, read));

const sayWhose = (end: PeriodEnd, read: StatementRead): string =>
	listPriced(end, read).length
		? `The ${end} value of ${read.chain.symbol} is`
		: `The ${end} value is that of ${read.chain.symbol} alone,`;

const sayOpeningPrice = (read: StatementRead, { price, currency }: Price): string =>
	`${sayWhose('opening', read)} at the price of the day before: ${writeAmount(price)} ${sayWord(currency)}.`;

function sayTokenPrices(read: StatementRead): string {
	const priced = listPriced('closing', read);
	if (!priced.length) return 'Tokens have none.';
	return priced.every((token) => read.given?.has(token))
		? 'Of tokens, only those that you gave a price have one.'
		: `${read.given ? 'Other tokens' : 'Tokens'} have the price of now, where the service has one.`;
}

function sayClosingPrice(read: StatementRead, { price, currency }: Price): string {
	const time = read.unfinished ? 'now' : 'the last day';
	return `${sayWhose('closing', read)} at the price of ${time}: ${writeAmount(price)} ${sayWord(currency)}. ${sayTokenPrices(read)}`;
}
