/** Lines of Silences as people say them, such as "Frankfurt-1 until 18:00" or "for 2h: Frankfurt-1, Down". */
import type { DateTime } from 'luxon';
import type { Side } from './spokenTimes';

/** What stands in a line. */
interface Plain {
	who: string;
	alert: string;
	/** The end, or the beginning and the end. */
	times: DateTime[];
	reason: string;
}

/** How the parts of a line are read. */
interface Readers {
	isWho: (text: string) => boolean;
	isAlert: (text: string) => boolean;
	readMoments: (text: string, side?: Side) => DateTime[] | undefined;
}

/** A longer line is no slip of somebody in a hurry. */
const mostWords = 30;

const beginsTime = /^(?:from|von|until|till?|bis|for|für)$/i;

/** The first words that are something, as many as possible, and the words behind them. */
function takeWords<T>(words: string[], read: (text: string) => T | undefined): [T, string[]] | [] {
	for (let count = words.length; count > 0; count--) {
		const found = read(words.slice(0, count).join(' '));
		if (found !== undefined) return [found, words.slice(count)];
	}
	return [];
}

function takeCovered(words: string[], { isWho, isAlert }: Readers) {
	const [who, behind] = takeWords(words, (text) => (isWho(text) ? text : undefined));
	if (who === undefined) return undefined;
	const [alert = 'all', rest = behind!] = takeWords(behind!, (text) =>
		isAlert(text) ? text : undefined,
	);
	return { who, alert, rest };
}

/** The times behind a word such as "until", which belongs to some of them: "for 2h", "from 18:00 until 20:00". */
function takeTimes(words: string[], { readMoments }: Readers): [DateTime[], string[]] | [] {
	const whole = takeWords(words, readMoments);
	const isBehindWord = words.length > 0 && beginsTime.test(words[0]);
	return whole.length || !isBehindWord ? whole : takeWords(words.slice(1), readMoments);
}

function readAt(place: number, words: string[], readers: Readers): Plain | undefined {
	const [times, behind] = takeTimes(words.slice(place), readers);
	const covered = times && takeCovered(place ? words.slice(0, place) : behind!, readers);
	// Only behind all else can words be a reason.
	if (!covered || (place && covered.rest.length)) return undefined;
	const { who, alert, rest } = covered;
	return { who, alert, times, reason: (place ? behind! : rest).join(' ') };
}

/** Without a word before it, two times are a beginning and an end. */
const readersOfBare = (readers: Readers): Readers => ({
	...readers,
	readMoments: (text, side) => readers.readMoments(text, side) ?? readTwo(text.split(' '), readers),
});

function readTwo(words: string[], { readMoments }: Readers): DateTime[] | undefined {
	for (let count = 1; count < words.length; count++) {
		const from = readMoments(words.slice(0, count).join(' '), 'from');
		const until = from?.length === 1 && readMoments(words.slice(count).join(' '));
		if (until && until.length === 1 && from[0] < until[0]) return [from[0], until[0]];
	}
	return undefined;
}

/** Undefined if the line does not say whom and until when. */
export function readPlain(line: string, readers: Readers): Plain | undefined {
	const words = line.split(/[\s,;]+/).flatMap((word) => word.replace(/[:.]$/, '') || []);
	if (words.length > mostWords) return undefined;
	const places = words.flatMap((word, place) => (beginsTime.test(word) ? [place] : []));
	// "Frankfurt-1 tonight" has no word before its time. With two commas, a line has its form.
	const isBare = !places.length && line.split(',').length < 3;
	const tried = isBare ? [...words.keys()].slice(1) : places;
	return tried
		.map((place) => readAt(place, words, isBare ? readersOfBare(readers) : readers))
		.find((found) => found !== undefined);
}
