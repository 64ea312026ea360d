/** Prices of the service, which is free to send anything. */
import { readAmount } from '../shared/values/numbers';

/** The price of a whole token as exact text. Undefined if it can be none: 0, negative, Infinity, or no number. */
export function priceOf(value: unknown): string | undefined {
	const price = readAmount(value);
	return price && /[1-9]/.test(price) ? price : undefined;
}

/** The code of a currency, in capitals. */
export const readCurrency = (code: unknown): string | undefined =>
	typeof code === 'string' && /^[a-z]{2,10}$/i.test(code) ? code.toUpperCase() : undefined;
