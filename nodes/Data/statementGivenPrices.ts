/** Prices of tokens that the user gave to a statement: one for each contract, the same at all times. */
import { amountLines, readTokenAmounts } from '../shared/fields/amountLines';
import type { IdRule } from '../shared/fields/namedEntries';
import { isEvmAddress, toChecksumAddress } from '../shared/values/checksum';
import { sayId } from '../shared/values/foreign';
import { listFew } from '../shared/values/lists';
import { sentence, writeAmount } from '../shared/values/writing';
import { priceCurrency, type Price } from './statementLists';
import type { Movement } from './statementMovements';

/** By contract in small letters. A symbol is none, because any contract can give itself the same one. */
export type GivenPrices = Map<string, string>;

const ofPrices: IdRule = {
	rule: 'lines "contract = price", or an object of prices by contract',
	needsNames: true,
	takes: isEvmAddress,
	called: 'token',
	form: 'contract = price',
	howTo:
		'Write the contract of the token (0x...), and not its symbol, then = and its price in US dollars, such as 1.',
	price: 'a price in digits',
};

export const tokenPrices = amountLines<GivenPrices>(
	{
		displayName: 'Prices of Tokens',
		name: 'tokenPrices',
		placeholder: 'e.g. 0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E = 1',
		description: 'A line for each token: "contract = US dollars for one". Others have no value.',
		holds: 'evmAddress',
		notSent: true,
	},
	ofPrices,
	function* (value) {
		const found = yield* readTokenAmounts(value, ofPrices, 'contract of a token');
		return found.size ? found : undefined;
	},
);

export function givenPriceOf(token: string, given: GivenPrices | undefined): Price | undefined {
	const price = given?.get(token);
	return price === undefined ? undefined : { price, currency: priceCurrency };
}

export function addGivenPrices(movements: Movement[], given: GivenPrices | undefined): void {
	for (const movement of movements) movement.price ??= givenPriceOf(movement.token, given);
}

const few = 3;

/** Which values are at these prices, and which prices no token of the statement has. `labels` has its assets. */
export function noteGiven(given: GivenPrices | undefined, labels: Map<string, string>): string[] {
	const each = [...(given ?? [])];
	const [used, unused] = [true, false].map((is) =>
		each.filter(([token]) => labels.has(token) === is),
	);
	const sayPrice = ([token, price]: [string, string]): string =>
		`${labels.get(token)} (${writeAmount(price)} ${priceCurrency})`;
	const sayToken = ([token]: [string, string]): string => sayId(toChecksumAddress(token));
	return [
		...sentence(
			`Values of these tokens are at prices that you entered, the same at all times: ${listFew(used, few, sayPrice).join(', ')}.`,
			used.length > 0,
		),
		...sentence(
			`Prices of Tokens has lines without effect: this statement has no token ${listFew(unused, few, sayToken).join(', ')}.`,
			unused.length > 0,
		),
	];
}
