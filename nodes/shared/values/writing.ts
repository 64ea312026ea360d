/** Writes text for HTML and SVG, and numbers for readers in English format, whatever the machine's language. */
import { dropTurns } from './foreign';
import { round } from './numbers';

const names: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes text for tags and attributes, and drops control characters, which XML forbids. */
export const escapeMarkup = (text: string): string =>
	dropTurns(text)
		.toWellFormed()
		// eslint-disable-next-line no-control-regex -- these are what XML has no form for
		.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
		.replace(/[&<>"']/g, (character) => names[character]);

const isZero = (text: string): boolean => Number(text) === 0;

/** Two digits of a number that these places would show as 0. A fee of 0.00 would pass for none. */
function writeSmall(text: string, places: number): string | undefined {
	if (places === 0 || isZero(text) || !isZero(round(text, places))) return undefined;
	const [, zeros] = /\.(0*)/.exec(text)!;
	return round(text, zeros.length + 2).replace(/0+$/, '');
}

/** Decimal text for readers: this many places, rounded half away from zero, with commas between thousands. */
export const writeNumber = (text: string, places: number): string => {
	const [whole, ...fraction] = (writeSmall(text, places) ?? round(text, places)).split('.');
	return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
};

/** All places of an amount of AVAX on the P-Chain, which is a whole number of nAVAX. */
const wholePlaces = 9;

/** Of more places, such as the 18 of most tokens, the rest is left to the exact text beside the words. */
const mostPlaces = 6;

/** The places of a fraction that are said. Below 1, six digits from the first non-zero one. */
function placesOf(whole: string, fraction: string): number {
	if (fraction.length <= wholePlaces) return fraction.length;
	return /^-?0$/.test(whole) ? fraction.search(/[1-9]/) + mostPlaces : mostPlaces;
}

/**
 * An amount in words: all of nine places, or six of more. "1.234567..." is cut off, never rounded up. Zeros before the cut
 * say nothing: "1.5..." and not "1.500000...". A whole number keeps one: "1.0...".
 */
export function writeAmount(exact: string): string {
	const [whole, zeros = ''] = exact.split('.');
	const fraction = zeros.replace(/0+$/, '');
	const places = placesOf(whole, fraction);
	const isCut = fraction.length > places;
	const said = fraction.slice(0, places).replace(/0+$/, '');
	const part = isCut ? `.${said || '0'}...` : said && `.${said}`;
	return `${writeNumber(whole, 0)}${part}`;
}

/** `1 reward`, `1,200 rewards`. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
	`${writeNumber(String(count), 0)} ${count === 1 ? noun : plural}`;

/** A note as a list of one, or of none if it does not hold. */
export const sentence = (words: string, isSaid: boolean): string[] => (isSaid ? [words] : []);
