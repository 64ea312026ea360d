/**
 * Exact numbers: JSON without rounding, and arithmetic on decimal text. Written by hand: big.js and decimal.js-light
 * take three to four times as long to place a point, a tenth to a third longer to add or multiply, and cannot pause.
 */
import { paced, spend, workOf } from '../pace';

/**
 * Finds numbers that a double may not hold: 16 digits, with or without a point, or a large exponent. Matches only at
 * the start of a JSON number, to skip the many texts with hexadecimal digits.
 */
const maybeInexact = /(?:^|[[,:\s])-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3,})/;
/** A number in JSON outside of texts. Not a key. */
const number = /-?\d[\d.eE+-]*(?!\s*:)/g;
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads JSON without rounding. A number that JavaScript cannot hold as written (an integer beyond 2^53, more digits
 * than a double has, 1e400) becomes text. Everything else is as JSON.parse gives it. Throws a SyntaxError for invalid
 * JSON.
 */
export function parseJson(text: string): unknown {
	if (!maybeInexact.test(text)) return JSON.parse(text);
	// A reviver runs for each value. For 64 MiB of small numbers beside one large number, that takes a minute.
	const parts: string[] = [];
	for (let at = 0; at < text.length; ) {
		const quote = text.indexOf('"', at);
		const start = quote < 0 ? text.length : quote;
		parts.push(quoteInexact(text.slice(at, start)));
		at = endOfText(text, start);
		parts.push(text.slice(start, at));
	}
	return JSON.parse(parts.join(''));
}

/** The end of the JSON string that begins at this quotation mark. */
function endOfText(json: string, start: number): number {
	for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
		let slashes = 0;
		while (json[end - 1 - slashes] === '\\') slashes++;
		if (slashes % 2 === 0) return end + 1;
	}
	return json.length;
}

/** Quotes the numbers that a double does not hold. */
const quoteInexact = (json: string): string =>
	maybeInexact.test(json)
		? json.replace(number, (written) =>
				maybeInexact.test(written) && jsonNumber.test(written) && !isExact(Number(written), written)
					? `"${written}"`
					: written,
			)
		: json;

/** True if the number equals its text. Digits without an exponent beyond 2^53 always count as inexact. */
function isExact(value: number, written: string): boolean {
	const hasExponent = /[eE]/.test(written);
	if (!hasExponent && written.length < 16) return true;
	if (!Number.isFinite(value) || (!hasExponent && Math.abs(value) > Number.MAX_SAFE_INTEGER))
		return false;
	const [said, held] = [written, value].map(readDecimal);
	return said !== undefined && held !== undefined && writeDecimal(said) === writeDecimal(held);
}

interface Decimal {
	digits: bigint;
	scale: number;
}

/** More than doubles need, or 256 bits with 255 decimals. The work grows with the square of the length. */
const mostDigits = 800;

/** Reads a decimal number, with or without an exponent. Undefined if it is none or has more than 800 digits. */
function readDecimal(value: unknown): Decimal | undefined {
	const text = ['string', 'number', 'bigint'].includes(typeof value) ? String(value) : '';
	const match =
		text.length <= mostDigits && /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
	if (!match) return undefined;
	const [, sign, whole, fraction = '', exponent = '0'] = match;
	if (whole + fraction === '' || Math.abs(Number(exponent)) > mostDigits) return undefined;
	const digits = BigInt(sign + whole + fraction);
	const scale = fraction.length - Number(exponent);
	return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

/** Writes digits x 10^-scale as plain text, without an exponent and trailing zeros. */
const writeDecimal = ({ digits, scale }: Decimal): string => placePoint(digits.toString(), scale);

/** Writes an integer in BigInt's form x 10^-scale. */
function placePoint(integer: string, scale: number): string {
	const sign = integer.startsWith('-') ? '-' : '';
	const digits = integer.slice(sign.length).padStart(scale + 1, '0');
	const whole = digits.slice(0, digits.length - scale);
	const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
	return sign + whole + (fraction ? `.${fraction}` : '');
}

/** An integer in BigInt's form. */
const plainInteger = /^(?:0|-?[1-9]\d*)$/;

/**
 * The amount in whole units: amount x 10^-decimals, exactly (`'1500000000', 9` gives `'1.5'`). Undefined if the amount
 * is not an integer or the decimals are not from 0 to 255.
 */
export function toUnits(amount: unknown, decimals: unknown): string | undefined {
	const places = typeof decimals === 'string' && decimals !== '' ? Number(decimals) : decimals;
	if (typeof places !== 'number' || !Number.isInteger(places) || places < 0 || places > 255)
		return undefined;
	// Most amounts need no arithmetic.
	if (typeof amount === 'string' && amount.length <= mostDigits && plainInteger.test(amount))
		return placePoint(amount, places);
	const whole = readDecimal(amount);
	const unit = whole && 10n ** BigInt(whole.scale);
	if (!unit || whole.digits % unit !== 0n) return undefined;
	return writeDecimal({ digits: whole.digits / unit, scale: places });
}

/** The exact product of two decimal numbers as text. Undefined if one of them is not a decimal number. */
export function multiply(a: unknown, b: unknown): string | undefined {
	const x = readDecimal(a);
	const y = x && readDecimal(b);
	return y && writeDecimal({ digits: x.digits * y.digits, scale: x.scale + y.scale });
}

/** The exact sum of decimal texts as text. Throws if one of them is not a decimal number. */
export const sum = paced(function* (texts: string[]): Generator<void, string> {
	const sums = new Sums();
	for (const text of texts) {
		yield* spend(workOf.amount);
		sums.add(text);
	}
	return writeDecimal(sums.total);
});

const shortDecimal = /^-?\d+(?:\.\d+)?$/;
/** Text of this length has at most 15 digits, which a double holds exactly. */
const mostShort = 15;
/** A double holds this number plus one more short number exactly. */
const mostCounted = 2 ** 52;

/** Adds short decimals as numbers, by scale. Only long ones are added as BigInt, which takes ten times as long. */
class Sums {
	private readonly counted: number[] = [];
	private whole: Decimal = { digits: 0n, scale: 0 };

	add(text: string): void {
		if (text.length > mostShort || !shortDecimal.test(text))
			return this.addLong(readDecimal(text), text);
		const point = text.indexOf('.');
		const scale = point < 0 ? 0 : text.length - point - 1;
		const units = point < 0 ? Number(text) : Number(text.slice(0, point) + text.slice(point + 1));
		const sum = (this.counted[scale] ?? 0) + units;
		if (Math.abs(sum) <= mostCounted) this.counted[scale] = sum;
		else {
			this.counted[scale] = 0;
			this.addLong({ digits: BigInt(sum), scale }, text);
		}
	}

	get total(): Decimal {
		this.counted.forEach((units, scale) => this.addLong({ digits: BigInt(units), scale }, ''));
		this.counted.splice(0);
		return this.whole;
	}

	private addLong(decimal: Decimal | undefined, text: string): void {
		if (!decimal) throw new RangeError(`${text} is no decimal number`);
		const scale = Math.max(this.whole.scale, decimal.scale);
		const digits = toScale(this.whole, scale) + toScale(decimal, scale);
		this.whole = { digits, scale };
	}
}

const toScale = ({ digits, scale }: Decimal, to: number): bigint =>
	scale === to ? digits : digits * 10n ** BigInt(to - scale);

/** Decimal text with this many places, rounded half away from zero, as accountants do (2.345 to 2.35). */
export function round(text: string, places: number): string {
	const decimal = readDecimal(text);
	if (!decimal) throw new RangeError(`${text} is no decimal number`);
	const { digits, scale } = decimal;
	const size = digits < 0n ? -digits : digits;
	const unit = 10n ** BigInt(Math.max(scale - places, 0));
	const rounded = ((size + unit / 2n) / unit) * 10n ** BigInt(Math.max(places - scale, 0));
	const all = rounded.toString().padStart(places + 1, '0');
	const [whole, fraction] = [all.slice(0, all.length - places), all.slice(all.length - places)];
	const sign = digits < 0n && rounded > 0n ? '-' : '';
	return sign + whole + (places ? `.${fraction}` : '');
}

/** The average of decimal texts with this many places, rounded half away from zero. Throws for an empty list. */
export function average(texts: string[], places: number): string {
	const count = BigInt(texts.length);
	const { digits, scale } = readDecimal(sum(texts))!;
	// Cutting off behind one more place cannot turn less than a half into a half.
	const finer = Math.max(places + 1, scale);
	const units = digits * 10n ** BigInt(finer - scale);
	const text = writeDecimal({ digits: units / count, scale: finer });
	return round(text, places);
}

/** True for the text of a decimal number. */
export const isDecimal = (value: unknown): value is string =>
	typeof value === 'string' && readDecimal(value) !== undefined;

/** A number as plain decimal text (1e-7 becomes 0.0000001). Anything else, text too, stays unchanged. */
export function toDecimalText(value: unknown): unknown {
	if (typeof value !== 'number') return value;
	const decimal = readDecimal(value);
	return decimal ? writeDecimal(decimal) : value;
}

const plainAmount = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** An amount or price of a server as plain text. Undefined for what is none: negative, Infinity, or any other form. */
export function readAmount(value: unknown): string | undefined {
	// Most amounts need no arithmetic.
	if (typeof value === 'string' && value.length <= mostDigits && plainAmount.test(value))
		return value;
	const decimal = readDecimal(value);
	return decimal && decimal.digits >= 0n ? writeDecimal(decimal) : undefined;
}

/** A finite number, or one in text. Undefined for anything else. */
export function readNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** True if a is at least b, compared exactly. False if one of them is not a decimal number. */
export function isAtLeast(a: unknown, b: unknown): boolean {
	const [x, y] = [readDecimal(a), readDecimal(b)];
	if (!x || !y) return false;
	return x.digits * 10n ** BigInt(y.scale) >= y.digits * 10n ** BigInt(x.scale);
}

/** Exact text as a number for a column, null where it is not known. */
export const toNumberOrNull = (text: string | null | undefined): number | null =>
	text === null || text === undefined ? null : Number(text);
