/** Says why movements and closing balances have no value. */
import { sentence, countOf } from '../shared/values/writing';
import { isPriceToCome } from './rewards';
import type { Movement } from './statementMovements';
import type { StatementRead } from './statementReading';

/** The reasons in order. The first that applies to a movement counts. */
const reasons: Array<{ is: (movement: Movement) => boolean; words: string }> = [
	{ is: ({ price }) => price !== undefined, words: 'of tokens of unknown decimals' },
	{
		is: ({ token }) => token !== '',
		words: 'of tokens without a price: Prices of Tokens takes one',
	},
	{ is: ({ time }) => isPriceToCome(time), words: 'of the last day: prices come a day later' },
	{ is: () => true, words: 'of a time of which the service has no price' },
];

/** Counts the movements of each reason. */
function listReasons(unvalued: Movement[]): string {
	const counts = reasons.map(() => 0);
	for (const movement of unvalued) counts[reasons.findIndex(({ is }) => is(movement))]++;
	const said = reasons.flatMap(({ words }, i) => {
		const are = counts[i] === 1 ? 'is' : 'are';
		return counts[i] ? `${counts[i]} ${are} ${words}.` : [];
	});
	return said.join(' ');
}

export function noteUnvalued(unvalued: Movement[], read: StatementRead): string[] {
	const { isChainPriced, chain, withValues, arePriced } = read;
	if (withValues && !arePriced)
		return sentence('Only a shorter period has the values of payments.', unvalued.length > 0);
	const why = isChainPriced
		? listReasons(unvalued)
		: `The service has no price of ${chain.symbol} on this chain, and none of tokens.`;
	return sentence(
		`Without a value: ${countOf(unvalued.length, 'movement')}. ${why}`,
		arePriced && unvalued.length > 0,
	);
}

const noPriceOf = (end: string, { chain }: StatementRead): string =>
	`The ${end} value is unknown: the service has no price of ${chain.symbol} on this chain.`;

/** Says why the opening value is unknown. */
export const sayNoOpeningValue = (read: StatementRead): string =>
	read.isChainPriced
		? 'The opening value is unknown: the service has no price of the day before.'
		: noPriceOf('opening', read);

/** Says why the closing value is unknown. */
export function sayNoClosingValue(read: StatementRead): string {
	const { isChainPriced, range, unfinished } = read;
	if (!isChainPriced) return noPriceOf('closing', read);
	if (unfinished) return 'The closing value is unknown: the service has no price of now.';
	const yet = isPriceToCome(range.to) ? ' yet. Prices come a day later.' : '.';
	return `The closing value is unknown: the service has no price of the last day${yet}`;
}
