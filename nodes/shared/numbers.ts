/** Exact numbers: JSON without rounding, and arithmetic on decimal strings. */

type ExactReviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const parseWith = JSON.parse as (text: string, reviver: ExactReviver) => unknown;

/** Whether this JavaScript engine can read JSON without rounding (Node.js 22 or newer can). */
export const canReadExactly = parseWith('1', (_key, _value, context) => context?.source) === '1';

const integerText = /^-?\d+$/;

/**
 * Reads JSON without rounding: an integer beyond 2^53 arrives as its decimal string, everything else as
 * JSON.parse gives it. Throws a SyntaxError when the text is no JSON. Needs `canReadExactly`.
 */
export function parseJson(text: string): unknown {
	// Without a run of 16 digits there is no integer beyond 2^53, and the plain parser is far quicker.
	if (!/\d{16}/.test(text)) return JSON.parse(text);
	return parseWith(text, (_key, value, context) =>
		typeof value === 'number' && !Number.isSafeInteger(value) && integerText.test(context!.source!)
			? context!.source
			: value,
	);
}

interface Decimal {
	digits: bigint;
	scale: number;
}

/** Reads a decimal number, with or without an exponent; undefined when the value is none. */
function readDecimal(value: unknown): Decimal | undefined {
	const match = /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,4}))?$/.exec(String(value));
	if (!match || match[2] + match[3] === '') return undefined;
	const digits = BigInt(match[1] + match[2] + match[3]);
	const scale = match[3].length - Number(match[4] ?? 0);
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
	const places = Number(decimals);
	if (decimals === '' || decimals === null || !Number.isInteger(places) || places < 0 || places > 255)
		return undefined;
	if (!integerText.test(String(amount))) return undefined;
	return writeDecimal({ digits: BigInt(String(amount)), scale: places });
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
