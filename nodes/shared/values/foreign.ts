/**
 * Words that others chose, as our own sentences show them: they can neither link, mention, mark up, break a line, hide or
 * turn what follows, nor pass for an amount or another name. What is dropped is dropped first, and then it is judged what
 * the rest looks like. Fields of items keep what the service gave.
 */
import { isHexAddress } from './ids';
import { isHash } from './hex';

/** Of a symbol, quotation marks included: wallets show no more. */
const longestSymbol = 20;
/** Of a name, such as that of a chain or a contract. */
const longestName = 60;
/** Of a sentence, such as that of a node's refusal. */
export const longestText = 300;
/** Of an ID in any of the forms that the services have. */
const longestId = 80;

/** What nobody sees, and marks that stand on, below or through a letter. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{M}\u2800]/gu;
/** A space of any width, a control character or the end of a line. */
const spaces = /[\p{Z}\p{Cc}]+/gu;

/** The beginning of the text in one form of each letter; a text may have megabytes. */
function readBeginning(value: unknown, most: number): string {
	const isText = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
	return (isText ? String(value) : '').slice(0, 10 * most).normalize('NFKC');
}

/** Without what nobody sees, in one line. */
const dropUnseen = (text: string): string => text.replace(unseen, '').replace(spaces, ' ');

/** The text, or its beginning where it has more characters; none is cut in half. */
export function cutShort(text: string, most: number): string {
	const characters = [...text];
	return characters.length > most
		? `${characters
				.slice(0, most - 3)
				.join('')
				.trim()}...`
		: text;
}

/** Letters that are written from right to left would turn the digits that follow them, so no name keeps them. */
const turned = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;
/** Full stops of all kinds, as browsers read them. */
const dots = /[.\u3002]+/g;
/** USDC.e: one letter that ends the text makes no host. */
const ofBridge = /^[A-Za-z0-9]+\.[A-Za-z]$/;

/** Letters, digits and currencies, with a hyphen, a plus and a dot where they stand in a word; a dot that may link is raised. */
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

/** One word of Latin letters, or of those of East Asia, which no other letter looks like. */
const plainWord =
	/^(?:[A-Za-zÀ-ÖØ-öø-ÿ][A-Za-zÀ-ÖØ-öø-ÿ0-9\p{Sc}.+-]*|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+)$/u;
/** What goes on with an amount that stands before it: an exponent, a factor, a number in words. */
const ofAmount =
	/^(?:[ex]\d|(?:[kmbgtp]|bn|mm|mn|tn|mio|mrd|hundred|thousand|million|billion|trillion|dozen|percent)(?!\p{L})|[一二三四五六七八九十百千万萬亿億兆〇零两兩])/iu;

const isPlainWord = (word: string): boolean => plainWord.test(word) && !ofAmount.test(word);

const quote = (text: string, most: number): string => text && `"${cutShort(text, most - 2)}"`;

/** A name of one word, such as the symbol of a token; in quotation marks where it is anything else, or looks like more. */
export function sayWord(value: unknown, most = longestSymbol): string {
	const word = cleanWords(readBeginning(value, most));
	const isAsGiven = word === value && [...word].length <= most;
	return isAsGiven && isPlainWord(word) ? word : quote(word, most);
}

/** A name that may have several words, such as that of a chain, where no amount and no other words stand before it. */
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

/** The text in one form of each character, where it has this form. */
function sayForm(value: unknown, form: RegExp): string | undefined {
	const text = readBeginning(value, longestId);
	return form.test(text) ? text : undefined;
}

/** Whole decimal digits, such as the number of a block or of a token. */
export const sayInteger = (value: unknown): string =>
	sayForm(value, /^-?\d{1,78}$/) ?? sayWord(value);

const versionForm = /^(?:[a-z][a-z-]{0,30}\/)?v?\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[a-z0-9]{1,20})?$/i;

/** A version, such as avalanchego/1.15.2. */
export const sayVersion = (value: unknown): string => sayForm(value, versionForm) ?? sayName(value);

/** A value of a contract: a number, bytes, a truth, or words that its sender chose. */
export function sayValue(value: unknown): string {
	const plain = sayForm(value, /^(?:-?\d{1,78}|0x[0-9a-fA-F]*|true|false)$/);
	return plain === undefined ? sayWord(value, longestId) : cutShort(plain, longestId);
}

const latin = /\p{sc=Latin}/u;
/** Letters of other scripts, but for those that look like none of Latin. */
const lookalike =
	/[^\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Common}\p{sc=Inherited}]/u;

/** The punctuation of sentences, where it stands as in one: elsewhere it marks up, commands, names an emoji or links. */
const keepPunctuation = (text: string): string =>
	text
		.replace(/[^\p{L}\p{N}\p{Sc} .\u3002,;:!?%'"()/+=_-]|\$/gu, ' ')
		// A path of two parts, such as /ext/P, is no command of a chat.
		.replace(/(?<![\p{L}\p{N}])(?:[_=+]|\/(?!\p{L}+\/\p{L}))+|[_/=+](?![\p{L}\p{N}])/gu, ' ')
		.replace(/(?<![\p{L}\p{N}"')])[:!?%]+|[:!?](?=[^ "])|[:=,;]+\s*$/gu, ' ')
		.replace(/-(?![\p{L}\p{N} ])|(?<=-)-/gu, '');

/** A full stop stands at the end, or before a space and a capital letter or a figure. */
const stops = /[.\u3002]+(?=$| +["(]*[\p{Lu}\p{N}])/gu;

/** Full stops end sentences; within a word they are raised, and between others dropped. */
function keepStops(text: string): string {
	const sentences = text.split(stops);
	const raised = sentences.map((each) =>
		each.replace(/[.\u3002]+ +/g, ' ').replace(dots, '\u00b7'),
	);
	// What was cut before says so.
	return raised.join('.') + (text.endsWith('...') ? '..' : '');
}

/** A word of letters that look like those of another script stands in quotation marks. */
const quoteLookalikes = (text: string): string =>
	text.replace(/[\p{L}\p{N}]+/gu, (word) =>
		latin.test(word) && lookalike.test(word) ? `"${word}"` : word,
	);

/** Sentences of a server: they stay readable, and dots within words are raised. */
export function sayText(value: unknown, most = longestText): string {
	const text = keepStops(keepPunctuation(dropUnseen(readBeginning(value, most))));
	return cutShort(quoteLookalikes(text.replace(/ +/g, ' ').trim()), most);
}

/** What turns text or hides in it; joined emoji and the letters of all scripts need none of these. */
const turns =
	/[\u0085\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Text of a cell or a page, whoever chose it: nothing turns it or hides in it, and its words stay. */
export const dropTurns = (text: string): string => text.replace(turns, '');

/** Whether something turns the text or hides in it. */
export const hasTurns = (text: string): boolean => dropTurns(text) !== text;

/** What is seen of a name, in one form of each letter: two names of one look are one to a reader. */
export const lookOf = (name: string): string =>
	name
		.normalize('NFKC')
		.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
		.trim();
