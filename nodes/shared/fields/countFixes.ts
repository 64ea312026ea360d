/** Recognizes text that was entered for a number, and says how to write the number. */
import { multiply } from '../values/numbers';
import { readPage } from './pasted';

/** A block may also be a tag, or digits in hexadecimal. The argument of a function is a number of any form. */
export type Counted = 'number' | 'block' | 'amount' | 'amounts' | 'limit' | 'argument';

export const gaveNothing = 'An expression gave nothing: check the name of the field that it reads.';

const separated = /^#?[1-9]\d{0,2}(?:[,.'’_\s]\d{3})+$/;
/** Thousands apart, and a mark of another kind before the decimals. */
const withDecimals = /^[1-9]\d{0,2}(?:(?:[.'’_\s]\d{3})+,|(?:[,'’_\s]\d{3})+\.)\d+$/;
const date = /^(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{4})/;

/** People write "1e6" of an exact number. Spreadsheets and programs write "1.23457E+12" of one with more digits. */
function fixExponent(text: string): string {
	const [, digits, exponent] = /^([\d.,]+)e(\d{1,2})$/i.exec(text) ?? [];
	const whole = digits && multiply(digits.replace(',', '.'), `1${'0'.repeat(Number(exponent))}`);
	return whole
		? `This number has an exponent: enter ${whole}.`
		: 'A spreadsheet rounded this number: enter all its digits.';
}

const enterAlone = (what: string, text: string): string =>
	`Leave out ${what}: enter ${/\d+(?:\.\d+)?/.exec(text)![0]}.`;

const factors: Record<string, string> = { k: '1000', t: '1000', m: '1000000', b: '1000000000' };

/** "5k" and "2.5 million". */
function writeOut(text: string): string {
	const [, number, word] = /^([\d.,]+)\s*(\w+)$/.exec(text)!;
	const whole = multiply(number.replace(',', '.'), factors[word[0].toLowerCase()]);
	return `Write out the number: enter ${whole}.`;
}

const secondsOf = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800 };
/** Words for units of time, by their first letters. */
const span = /^(\d+)\s*(s|sec|m|min|h|hr|d|w|(?:second|minute|hour|day|week))s?$/i;

/** "2 hours" in a field whose label names a unit. Undefined for anything else. */
function convertSpan(entered: string, label: string): string | undefined {
	const [, count, word = ''] = span.exec(entered) ?? [];
	const units = Object.keys(secondsOf) as Array<keyof typeof secondsOf>;
	const unit = units.find((each) => each[0] === word[0]?.toLowerCase());
	const wanted = units.find((each) => new RegExp(`\\(${each}s\\)`, 'i').test(label));
	if (!unit || !wanted) return undefined;
	const number = (Number(count) * secondsOf[unit]) / secondsOf[wanted];
	return Number.isInteger(number)
		? `This field counts in ${wanted}s: enter ${number}.`
		: `This field counts in whole ${wanted}s: enter ${Math.ceil(number)} or another whole number.`;
}

/** For all kinds of numbers. */
const ofAll: Array<[looks: RegExp, fix: (text: string) => string]> = [
	[
		date,
		() => 'This is a date: enter a number. For a time, use Period where the operation has it.',
	],
	[
		separated,
		(text) =>
			`The number has separators: enter its digits alone, such as ${text.replace(/\D/g, '')}.`,
	],
	[
		withDecimals,
		(text) => {
			const [, whole, decimals] = /^(.*)[.,](\d+)$/.exec(text)!;
			return `The number has separators: enter ${whole.replace(/\D/g, '')}.${decimals}.`;
		},
	],
	[/^#\d+$/, (text) => `Leave out the # in front: enter ${text.slice(1)}.`],
	[/^\d+([.,]\d+)?e\+?\d+$/i, fixExponent],
	[
		/^\d+([.,]\d+)?\s*%$/,
		(text) => `Leave out the %: enter ${text.replace(/\s*%/, '').replace(',', '.')}.`,
	],
	[
		/^\d+,\d+$/,
		(text) => `The number has a comma: write a point, as in ${text.replace(',', '.')}.`,
	],
	[/^[<>=\u2264\u2265]+\s*\d+(?:\.\d+)?$/, (text) => enterAlone('the sign', text)],
	[/^\d+(?:[.,]\d+)?\s*(?:k|thousand|mio|million|mn|bn|billion)$/i, writeOut],
	[/^(?:\p{Sc}|[A-Z]{3,5})\s*\d+(?:\.\d+)?$/u, (text) => enterAlone('the currency', text)],
	[
		/^\d+(?:\.\d+)?\s*(?:\p{Sc}|[A-Za-z.]{3,10})$/u,
		(text) => enterAlone('the currency or unit', text),
	],
	[
		/^\p{Sc}\s*\d[\d.,'’\s]*$|^\d[\d.,'’\s]*(?:\p{Sc}|[A-Za-z]{3,10})$/u,
		(text) => {
			const number = text.replace(/^\p{Sc}\s*|\s*(?:\p{Sc}|[A-Za-z]+)$/gu, '');
			return `Leave out the currency or unit. ${suggestNumber('amount', number) ?? `Enter ${number}.`}`;
		},
	],
	[/^(?:undefined|null|nan)$/i, () => gaveNothing],
	[
		/^(?:all|max|unlimited|everything)$/i,
		() => 'Enter a whole number: to get everything, turn on Return All where the operation has it.',
	],
];

const ofBlock: typeof ofAll = [
	[
		/^\d+e\d{1,2}$/i,
		(text) =>
			`This can mean ${Number(text)} or a number in hexadecimal: enter ${Number(text)} or 0x${text}.`,
	],
	[
		/^0x/i,
		(text) => {
			const [odd] = /[^\da-f]/i.exec(text.slice(2)) ?? [];
			return odd
				? `"${odd}" is not a hexadecimal digit: enter the number of a block, such as 1234567.`
				: 'No block has so high a number: enter one such as 1234567.';
		},
	],
	[
		/^(?:latest|head|newest)\s*-\s*\d+$/i,
		() =>
			'This field does not count back from the newest block: enter the number of a block, such as 1234567.',
	],
	[/^block\s*(?:no\.?|number)?[\s:#]*\d+$/i, (text) => enterAlone('the words', text)],
	[/^-\d+$/, () => 'A block has no negative number: enter its number, or latest.'],
	[/^\d+\.\d+$/, () => 'A block has a whole number: enter one such as 1234567.'],
	[
		date,
		() =>
			'This is a date: enter the number of a block. Block > Get by Time finds it. A list with Period takes dates there.',
	],
	[
		/^(?:last|newest|current|head|now|-1)$/i,
		() => 'The newest block is called latest: enter latest.',
	],
	[
		/^(?:latest|pending|earliest|safe|finalized|accepted)$/i,
		(text) => `This word has small letters: enter ${text.toLowerCase()}.`,
	],
	[
		/\b(?:latest|pending|earliest|safe|finalized|accepted)\b/i,
		(text) =>
			`Enter the word alone: enter ${/latest|pending|earliest|safe|finalized|accepted/i.exec(text)![0].toLowerCase()}.`,
	],
	[/^(?=.*[a-f])[\da-f]{1,16}$/i, () => 'Put 0x in front of a number in hexadecimal.'],
];

/** Comes last: for words that name no block. */
const ofNoBlock: typeof ofAll = [
	[
		/\p{L}/u,
		() =>
			'This names no block: enter its number, or latest. Block > Get by Time finds the block of a time.',
	],
];

/** True for thousands as some countries write them. Others read the same text as a number with decimals. */
export const isPerhapsThousands = (text: string): boolean => /^[1-9]\d{0,2}\.\d\d0$/.test(text);

const ofAmount: typeof ofAll = [
	[
		/^[1-9]\d{0,2}[.,]\d{3}$/,
		(text) => {
			const decimal = String(Number(text.replace(',', '.')));
			const thousands = text.replace(/\D/g, '');
			return `This can mean ${thousands} or ${decimal}: enter ${thousands} or ${decimal}.`;
		},
	],
];

/** Comes last: for text that is no number at all. */
const ofNoNumber: typeof ofAll = [
	[
		/\p{L}.*=/u,
		() =>
			'Enter one number, without a name: it holds for all that are watched. For another limit, use another trigger.',
	],
	[
		/\p{L}/u,
		() => 'This is no number: enter digits, with a point before decimals, such as 1000.5.',
	],
];

/** For a field with one minimum for all assets. Another field takes a minimum for each. */
const ofAmounts: typeof ofAll = [
	[
		/^(?![\d.,]+e\+?\d+$).*\d[\d.,]*\s*[A-Za-z]+.*\d/i,
		() =>
			'These are several amounts: enter one number, which holds for every asset. Of several wallets or of ERC-20 tokens, the option Minimum Amounts by Token takes a line for each, such as USDC = 1000.',
	],
];

const ofWhole: typeof ofAll = [
	[/\p{L}/u, () => 'This is no number: enter its digits alone, such as 5.'],
];

const ofLimit: typeof ofAll = [
	[/^(?:0|-\d+)$/, () => 'Enter at least 1: to get everything, turn on Return All.'],
];

const ofKind: Record<Counted, typeof ofAll> = {
	number: [...ofAll, ...ofWhole],
	argument: ofAll,
	amount: [...ofAmount, ...ofAll, ...ofNoNumber],
	amounts: [...ofAmounts, ...ofAmount, ...ofAll, ...ofNoNumber],
	block: [...ofBlock, ...ofAll, ...ofNoBlock],
	limit: [...ofLimit, ...ofAll, ...ofWhole],
};

/** Advice on text entered for a number; undefined if none is known. */
export function suggestNumber(kind: Counted, entered: string, label = ''): string | undefined {
	const converted = convertSpan(entered, label);
	if (converted) return converted;
	const takesHexadecimal = kind === 'block' || kind === 'argument';
	if (!takesHexadecimal && /^0x[\da-f]{1,64}$/i.test(entered))
		return `This number is in hexadecimal: enter ${BigInt(entered.toLowerCase())}.`;
	const page = readPage(entered);
	const [, number] = /\/blocks?\/(\d+)/.exec(page?.pathname ?? '') ?? [];
	if (page)
		return `This is the address of a page: enter the number alone${number ? `, such as ${number}` : ''}.`;
	return ofKind[kind].find(([looks]) => looks.test(entered))?.[1](entered);
}
