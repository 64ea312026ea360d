/** Exact numbers: JSON without rounding, and arithmetic on decimal strings. */

type ExactReviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver: ExactReviver) => unknown;

/** Whether this JavaScript engine can read JSON without rounding (Node.js 22 or newer can). */
export const canReadExactly = parseWith('1', (_key, _value, context) => context?.source) === '1';

/** What may be a number that a double does not hold: 16 digits, with or without a point in them, or a large exponent. */
const maybeInexact = /\d[\d.]{15}|\d[eE][+-]?\d{3,}(?![\w"])/;

/**
 * Reads JSON without rounding: a number that JavaScript cannot hold as it is written (an integer or more beyond
 * 2^53, more digits than a double has, 1e400) arrives as its text, everything else as JSON.parse gives it.
 * Throws a SyntaxError when the text is no JSON. Needs `canReadExactly`.
 */
export function parseJson(text: string): unknown {
	// The plain parser is far quicker.
	if (!maybeInexact.test(text)) return JSON.parse(text);
	return parseWith(text, (_key, value, context) =>
		typeof value === 'number' && !isExact(value, context!.source!) ? context!.source : value,
	);
}

/** Whether the number is what its text says; digits without an exponent that go beyond 2^53 always count as inexact. */
function isExact(value: number, written: string): boolean {
	const hasExponent = /[eE]/.test(written);
	if (!hasExponent && written.length < 16) return true;
	if (!Number.isFinite(value) || (!hasExponent && Math.abs(value) > Number.MAX_SAFE_INTEGER)) return false;
	const [said, held] = [written, value].map(readDecimal);
	return said !== undefined && held !== undefined && writeDecimal(said) === writeDecimal(held);
}

interface Decimal {
	digits: bigint;
	scale: number;
}

/** More than a double or 256 bits with 255 decimals take. The work grows with the square of the length. */
const mostDigits = 800;

/** Reads a decimal number, with or without an exponent; undefined when the value is none, or beyond 800 digits. */
function readDecimal(value: unknown): Decimal | undefined {
	const text = ['string', 'number', 'bigint'].includes(typeof value) ? String(value) : '';
	const match = text.length <= mostDigits && /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
	if (!match) return undefined;
	const [, sign, whole, fraction = '', exponent = '0'] = match;
	if (whole + fraction === '' || Math.abs(Number(exponent)) > mostDigits) return undefined;
	const digits = BigInt(sign + whole + fraction);
	const scale = fraction.length - Number(exponent);
	return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** Writes digits x 10^-scale as plain text, without an exponent and without trailing zeros. */
function writeDecimal({ digits, scale }: Decimal): string {
	const sign = digits < 0n ? '-' : '';
	const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
	const whole = text.slice(0, text.length - scale);
	const fraction = text.slice(text.length - scale).replace(/0+$/, '');
	return sign + whole + (fraction ? `.${fraction}` : '');
}

/**
 * The amount in whole units: amount x 10^-decimals, exactly (`'1500000000', 9` gives `'1.5'`).
 * Undefined when the amount is no integer or the decimals are not from 0 to 255.
 */
export function toUnits(amount: unknown, decimals: unknown): string | undefined {
	const places = typeof decimals === 'string' && decimals !== '' ? Number(decimals) : decimals;
	if (typeof places !== 'number' || !Number.isInteger(places) || places < 0 || places > 255) return undefined;
	const whole = readDecimal(amount);
	const unit = whole && 10n ** BigInt(whole.scale);
	if (!unit || whole.digits % unit !== 0n) return undefined;
	return writeDecimal({ digits: whole.digits / unit, scale: places });
}

/** The exact product of two decimal numbers as text; undefined when one of them is none. */
export function multiply(a: unknown, b: unknown): string | undefined {
	const [x, y] = [readDecimal(a), readDecimal(b)];
	return x && y && writeDecimal({ digits: x.digits * y.digits, scale: x.scale + y.scale });
}

/** A number or decimal text as plain decimal text (1e-7 becomes 0.0000001); anything else unchanged. */
export function toDecimalText(value: unknown): unknown {
	if (typeof value !== 'number') return value;
	const decimal = readDecimal(value);
	return decimal ? writeDecimal(decimal) : value;
}

/** Whether one decimal number is at least another, exactly; false when one of them is none. */
export function isAtLeast(a: unknown, b: unknown): boolean {
	const [x, y] = [readDecimal(a), readDecimal(b)];
	if (!x || !y) return false;
	return x.digits * 10n ** BigInt(y.scale) >= y.digits * 10n ** BigInt(x.scale);
}
