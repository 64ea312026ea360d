/**
 * Makes words that others chose safe for our own sentences. They cannot link, mention, mark up, break a line, hide or
 * reverse text, or pass for an amount or another name. Unwanted characters are dropped first, then the rest is judged
 * by its look. Fields of items keep the service's text.
 */
import { isHexAddress } from './ids';
import { isHash } from './hex';

/** Includes quotation marks. Wallets do not show more either. */
const longestSymbol = 20;
/** For names of chains, contracts and the like. */
const longestName = 60;
/** For sentences, such as a node's refusal. */
export const longestText = 300;
/** For IDs in all forms of the services. */
const longestId = 80;

/** Invisible characters, and marks on, below or through a letter. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{M}\u2800]/gu;
/** Spaces of any width, control characters and line ends. */
const spaces = /[\p{Z}\p{Cc}]+/gu;

/** The beginning of a text, which may have megabytes, with each letter in one form. */
function readBeginning(value: unknown, most: number): string {
	const isText = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
	return (isText ? String(value) : '').slice(0, 10 * most).normalize('NFKC');
}

/** Drops invisible characters and puts the text on one line. */
const dropUnseen = (text: string): string => text.replace(unseen, '').replace(spaces, ' ');

/** Cuts a long text, but never inside a character. */
export function cutShort(text: string, most: number): string {
	const characters = [...text];
	return characters.length > most
		? `${characters
				.slice(0, most - 3)
				.join('')
				.trim()}...`
		: text;
}

/** Letters of right-to-left scripts. Names lose them, because they would reverse the digits after them. */
const turned = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
/** Full stops of all kinds, as browsers read them. */
const dots = /[.\u3002]+/g;
/** Tokens such as USDC.e. One letter after the dot makes no host. */
const ofBridge = /^[A-Za-z0-9]+\.[A-Za-z]$/;

/** Keeps letters, digits and currencies, and hyphen, plus and dot inside a word. Raises dots that could form a link. */
const cleanWords = (text: string): string =>
	dropUnseen(text)
		.replace(turned, '')
		.replace(/['\u2019]/g, '')
		.replace(/[^\p{L}\p{N}\p{Sc} .\u3002+-]|\$/gu, ' ')
		.replace(/(?<![\p{L}\p{N}])[+-]+|-(?![\p{L}\p{N}])/gu, ' ')
		.split(' ')
		.map((word) => (ofBridge.test(word) ? word : raiseDots(word)))
		.filter(Boolean)
		.join(' ');

const raiseDots = (word: string): string =>
	word.replace(/^[.\u3002]+|[.\u3002]+$/g, '').replace(dots, '\u00b7');

/** One word of Latin letters, or of East Asian letters, which have no lookalikes. */
const plainWord =
	/^(?:[A-Za-zÀ-ÖØ-öø-ÿ][A-Za-zÀ-ÖØ-öø-ÿ0-9\p{Sc}.+-]*|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+)$/u;
/** The continuation of an amount before it: an exponent, a factor, a number in words. */
const ofAmount =
	/^(?:[ex]\d|(?:[kmbgtp]|bn|mm|mn|tn|mio|mrd|hundred|thousand|million|billion|trillion|dozen|percent)(?!\p{L})|[一二三四五六七八九十百千万萬亿億兆〇零两兩])/iu;

const isPlainWord = (word: string): boolean => plainWord.test(word) && !ofAmount.test(word);

const quote = (text: string, most: number): string => text && `"${cutShort(text, most - 2)}"`;

/** A one-word name, such as a token's symbol. Put in quotation marks if it is, or looks like, anything else. */
export function sayWord(value: unknown, most = longestSymbol): string {
	const word = cleanWords(readBeginning(value, most));
	const isAsGiven = word === value && [...word].length <= most;
	return isAsGiven && isPlainWord(word) ? word : quote(word, most);
}

/** A name of one or more words, such as a chain's. Not for use after an amount or other words. */
export function sayName(value: unknown, most = longestName): string {
	const name = cleanWords(readBeginning(value, most));
	const [first, ...others] = name.split(' ');
	const isNext = (word: string) => /^\d+$/.test(word) || isPlainWord(word);
	const isPlain = isPlainWord(first) && others.every(isNext);
	return isPlain && name === value && [...name].length <= most ? name : quote(name, most);
}

const idForm = /^(?:\d{1,20}|NodeID-[0-9A-Za-z]{1,80}|(?:[PXC]-)?[0-9A-Za-z]{20,80})$/;

/** An address, a hash or another ID. */
export const sayId = (value: unknown): string =>
	typeof value === 'string' && (isHexAddress(value) || isHash(value) || idForm.test(value))
		? value
		: sayName(value, longestId) || 'unknown';

/** The text with each letter in one form, if it matches. */
function sayForm(value: unknown, form: RegExp): string | undefined {
	const text = readBeginning(value, longestId);
	return form.test(text) ? text : undefined;
}

/** Decimal digits, such as the number of a block or of a token. */
export const sayInteger = (value: unknown): string =>
	sayForm(value, /^-?\d{1,78}$/) ?? sayWord(value);

const versionForm = /^(?:[a-z][a-z-]{0,30}\/)?v?\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[a-z0-9]{1,20})?$/i;

/** A version, such as avalanchego/1.15.2. */
export const sayVersion = (value: unknown): string => sayForm(value, versionForm) ?? sayName(value);

/** A value of a contract: a number, bytes, a boolean, or words of the sender's choice. */
export function sayValue(value: unknown): string {
	const plain = sayForm(value, /^(?:-?\d{1,78}|0x[0-9a-fA-F]*|true|false)$/);
	return plain === undefined ? sayWord(value, longestId) : cutShort(plain, longestId);
}

const latin = /\p{sc=Latin}/u;
/** Letters of other scripts, except those without Latin lookalikes. */
const lookalike =
	/[^\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Common}\p{sc=Inherited}]/u;

/** Keeps punctuation where sentences have it. Elsewhere it could mark up, command, name an emoji or link. */
const keepPunctuation = (text: string): string =>
	text
		.replace(/[^\p{L}\p{N}\p{Sc} .\u3002,;:!?%'"()/+=_-]|\$/gu, ' ')
		// A path of two parts, such as /ext/P, is not a chat command.
		.replace(/(?<![\p{L}\p{N}])(?:[_=+]|\/(?!\p{L}+\/\p{L}))+|[_/=+](?![\p{L}\p{N}])/gu, ' ')
		.replace(/(?<![\p{L}\p{N}"')])[:!?%]+|[:!?](?=[^ "])|[:=,;]+\s*$/gu, ' ')
		.replace(/-(?![\p{L}\p{N} ])|(?<=-)-/gu, '');

/** A full stop at the end, or before a space and a capital letter or a digit. */
const stops = /[.\u3002]+(?=$| +["(]*[\p{Lu}\p{N}])/gu;

/** Keeps full stops that end sentences, raises those inside words, and drops others. */
function keepStops(text: string): string {
	const sentences = text.split(stops);
	const raised = sentences.map((each) =>
		each.replace(/[.\u3002]+ +/g, ' ').replace(dots, '\u00b7'),
	);
	// A text that was cut before keeps its dots.
	return raised.join('.') + (text.endsWith('...') ? '..' : '');
}

/** Quotes words that mix letters of scripts that look alike. */
const quoteLookalikes = (text: string): string =>
	text.replace(/[\p{L}\p{N}]+/gu, (word) =>
		latin.test(word) && lookalike.test(word) ? `"${word}"` : word,
	);

/** Sentences of a server. They stay readable, but dots inside words are raised. */
export function sayText(value: unknown, most = longestText): string {
	const text = keepStops(keepPunctuation(dropUnseen(readBeginning(value, most))));
	return cutShort(quoteLookalikes(text.replace(/ +/g, ' ').trim()), most);
}

/** Characters that reverse or hide text. Joined emoji and all scripts work without them. */
const turns =
	/[\u0085\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Text for a cell or a page, from anybody. Drops only the characters that reverse or hide text. */
export const dropTurns = (text: string): string => text.replace(turns, '');

/** True if the text has characters that reverse or hide text. */
export const hasTurns = (text: string): boolean => dropTurns(text) !== text;

/** The visible part of a name, with each letter in one form. Names that look the same to a reader become equal. */
export const lookOf = (name: string): string =>
	name
		.normalize('NFKC')
		.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
		.trim();

/** Tells of each of these names if another one looks the same to a reader. */
export function findAlike(names: Iterable<string>): (name: string) => boolean {
	const counts = new Map<string, number>();
	for (const name of names) {
		const look = lookOf(name);
		counts.set(look, (counts.get(look) ?? 0) + 1);
	}
	return (name) => (counts.get(lookOf(name)) ?? 0) > 1;
}
