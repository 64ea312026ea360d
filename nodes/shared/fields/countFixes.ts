/** Recognizes text that was entered for a number, and says how to write the number. */
import type { INodeProperties } from 'n8n-workflow';
import { multiply } from '../values/numbers';
import { readPage } from './pasted';
import { daySeconds, hourSeconds } from '../values/timeUnits';

/**
 * A block may also be a tag, or digits in hexadecimal; the number of a block is digits alone. A quantity, such as the
 * argument of a function, may be in hexadecimal.
 */
export type Counted =
	| 'number'
	| 'block'
	| 'blockNumber'
	| 'amount'
	| 'amounts'
	| 'price'
	| 'limit'
	| 'whole'
	| 'quantity';

/** The parts of a field that change the advice on a number. */
export interface CountedField extends Pick<INodeProperties, 'typeOptions'> {
	/** Its lowest number, which its rule says, too. */
	minimum?: number;
	/** Its label, which can name a unit: "Remind Every (Hours)". */
	displayName?: string;
	/** The field beside it that holds its unit. */
	unitIn?: string;
}

type Fix = (text: string, field: CountedField) => string;

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

/** "1.000,50" is 1000.50, and "1.000,00" is 1000. */
function joinThousands(text: string): string {
	const [, whole, decimals] = /^(.*)[.,](\d+)$/.exec(text)!;
	const fraction = /[1-9]/.test(decimals) ? `.${decimals}` : '';
	return `${whole.replace(/\D/g, '')}${fraction}`;
}

/** The number in a text if it reads in one way alone. */
function plainIn(text: string): string | undefined {
	const [number = ''] = /\d[\d.,]*/.exec(text) ?? [];
	if (withDecimals.test(number)) return joinThousands(number);
	const isPerhapsOther = /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) || isPerhapsThousands(number);
	const plain = number.replace(',', '.');
	return !isPerhapsOther && /^\d+(?:\.\d+)?$/.test(plain) ? plain : undefined;
}

const unit = String.raw`(?:\p{Sc}|[A-Za-z]{3,10}(?:\.[A-Za-z]{1,3})?)`;
/** "$ 5", "AVAX 5", "1.000,50 USDC.e". */
const withUnit = new RegExp(
	String.raw`^(?:(?:\p{Sc}|[A-Z]{3,5})\s*(\d[\d.,'’_\s]*)|(\d[\d.,'’_\s]*)${unit})$`,
	'u',
);

const currency = String.raw`(?:\p{Sc}|USD|EUR|GBP|CHF|JPY|CNY|AUD|CAD|INR|dollars?|euros?|pounds?)`;
const figure = String.raw`\d[\d.,'’_\s]*(?:k|m|mio|million|bn)?`;
/** The figure of an amount of money would count as so many tokens. */
const ofMoney: Array<[looks: RegExp, fix: Fix]> = [
	[
		new RegExp(String.raw`^(?:${currency}\s*${figure}|${figure}\s*${currency})$`, 'iu'),
		() => 'This is an amount of money, and the field counts tokens: enter how many tokens it is.',
	],
];

function fixUnit(text: string, { unitIn }: CountedField): string {
	const [, behind, before = behind] = withUnit.exec(text)!;
	const number = before.replace(/\D+$/, '');
	const where = unitIn ? `; choose its unit under ${unitIn}` : ', without a currency or unit';
	const fix = suggestNumber('amount', number);
	return `The number alone belongs here${where}${fix ? `. ${fix}` : `: enter ${number}.`}`;
}

const multiplied = /^\d[\d.,]*\s*(?:k|thousand|mio|mn|million|bn|billion)$/i;
const zerosOf: Record<string, number> = { k: 3, t: 3, m: 6, b: 9 };

/** "100k" is 100000. A single m stays unclear: minutes, or millions. */
function fixMultiplied(text: string): string {
	const number = plainIn(text);
	const [letter] = /[a-z]/i.exec(text)!;
	const whole = number && multiply(number, `1${'0'.repeat(zerosOf[letter.toLowerCase()])}`);
	return `Write the number with all its digits${whole ? `: enter ${whole}` : ', such as 100000'}.`;
}

const secondsOf: Record<string, number> = {
	s: 1,
	m: 60,
	h: hourSeconds,
	d: daySeconds,
	w: 7 * daySeconds,
	month: 30 * daySeconds,
	y: 365 * daySeconds,
};
/** How labels such as Max Wait (Seconds) name their unit. */
const labelled: Record<string, number> = {
	seconds: 1,
	minutes: 60,
	hours: hourSeconds,
	days: daySeconds,
};
const timed =
	/^(\d+(?:[.,]\d+)?)\s*(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|months?|y|years?)$/i;

/** A time with another unit than the field's: "2m" in seconds, "3 months" in days. */
function fixTime(text: string, { displayName = '', ...field }: CountedField): string | undefined {
	const counted = /\((\w+)\)$/.exec(displayName)?.[1].toLowerCase() ?? '';
	const [, number, word] = timed.exec(text) ?? [];
	if (!number || !Object.hasOwn(labelled, counted)) return undefined;
	const letter = word.toLowerCase().startsWith('month') ? 'month' : word[0].toLowerCase();
	const exact = (Number(number.replace(',', '.')) * secondsOf[letter]) / labelled[counted];
	return `This field counts in ${counted}: enter ${sayWithin(exact, field)}.`;
}

/** The number that comes nearest among those that the field takes. */
function sayWithin(exact: number, { minimum = 0, typeOptions = {} }: CountedField): string {
	const { maxValue = Infinity, numberPrecision } = typeOptions;
	if (exact > maxValue) return `${maxValue} at most`;
	if (exact < minimum) return `${minimum} at least`;
	if (Number.isInteger(exact)) return String(exact);
	return numberPrecision === 0
		? `${Math.ceil(exact)} or another whole number`
		: String(Number(exact.toPrecision(3)));
}

/** For all kinds of numbers. */
const ofAll: Array<[looks: RegExp, fix: Fix]> = [
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
		(text, field) => {
			const number = joinThousands(text);
			const isWhole = field.typeOptions?.numberPrecision === 0;
			return `The number has separators: enter ${isWhole ? sayWithin(Number(number), field) : number}.`;
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
	[multiplied, fixMultiplied],
	[withUnit, fixUnit],
	[/^(?:undefined|null|nan)$/i, () => gaveNothing],
	[
		/^(?:all|max|unlimited|everything)$/i,
		() => 'Enter a whole number: to get everything, turn on Return All where the operation has it.',
	],
];

const ofBlockNumber: typeof ofAll = [
	[withDecimals, () => 'A block has a whole number: enter one such as 1234567.'],
	[/^block\s*(?:no\.?|number)?[\s:#]*\d+$/i, (text) => enterAlone('the words', text)],
	[
		date,
		() =>
			'This is a date: enter the number of a block. Block > Get by Time finds it. A list with Period takes dates there.',
	],
	[
		/^-(?!1$)\d+$/,
		() =>
			'A block has no negative number: enter the number of the block. For the last blocks of a list, use Period.',
	],
];

const ofBlock: typeof ofAll = [
	...ofBlockNumber,
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

/** Comes last: for numbers and words that name no block. */
const ofNoBlock: typeof ofAll = [
	[/^\d+\.\d+$/, () => 'A block has a whole number: enter one such as 1234567.'],
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

/** The argument of a contract counts the smallest units of a token, so an amount of whole tokens would be far too small. */
function inSmallestUnit(amount: string): string {
	const [six, eighteen] = ['1e6', '1e18'].map((units) => multiply(amount, units)!);
	const exact = /^\d+$/.test(six) ? `With 6 decimals, ${amount} is ${six}; with 18` : 'With 18';
	return /^\d+$/.test(eighteen)
		? `The argument is in the smallest unit of a token. ${exact} decimals, ${amount} is ${eighteen}.`
		: 'The argument is in the smallest unit of a token, which has no decimals.';
}

const fixQuantity: Fix = (text) => {
	const number = plainIn(text);
	return number ? inSmallestUnit(number) : 'Enter a whole number, without a currency or unit.';
};

/** What a function of a contract takes has no decimals. */
const ofQuantity: typeof ofAll = [
	...ofMoney,
	[
		/^[1-9]\d{0,2}\.\d{3}$/,
		(text) =>
			`This can mean ${text.replace('.', '')} or ${text}: enter ${text.replace('.', '')}, or the amount in the smallest unit of its token.`,
	],
	[multiplied, fixMultiplied],
	[/^(?![1-9]\d{0,2},\d{3}$)\d+[.,]\d+$/, fixQuantity],
	[withDecimals, fixQuantity],
	[withUnit, fixQuantity],
	...ofAll,
];

const ofLimit: typeof ofAll = [
	[/^(?:0|-\d+)$/, () => 'Enter at least 1: to get everything, turn on Return All.'],
];

const sayDecimal = (text: string): string =>
	`This number is in hexadecimal: enter ${BigInt(text.toLowerCase())}.`;

const inHexadecimal: typeof ofAll = [[/^0x[\da-f]{1,64}$/i, sayDecimal]];

/** No block has a higher number. Longer text is of a hash. */
const ofShortHexadecimal: typeof ofAll = [[/^0x[\da-f]{1,13}$/i, sayDecimal]];

const ofKind: Record<Counted, typeof ofAll> = {
	number: [...inHexadecimal, ...ofAll, ...ofWhole],
	whole: [...ofAll, ...ofWhole],
	quantity: ofQuantity,
	amount: [...inHexadecimal, ...ofMoney, ...ofAmount, ...ofAll, ...ofNoNumber],
	price: [...inHexadecimal, ...ofAmount, ...ofAll, ...ofNoNumber],
	amounts: [...inHexadecimal, ...ofMoney, ...ofAmounts, ...ofAmount, ...ofAll, ...ofNoNumber],
	block: [...ofBlock, ...ofAll, ...ofNoBlock],
	blockNumber: [...ofShortHexadecimal, ...ofBlockNumber, ...ofAll],
	limit: [...inHexadecimal, ...ofLimit, ...ofAll, ...ofWhole],
};

/** Longer text is no number, and the patterns above would halt n8n over it. */
const longestAdvised = 1000;

/** Advice on text entered for a number; undefined if none is known. */
export function suggestNumber(
	kind: Counted,
	entered: string,
	field: CountedField = {},
): string | undefined {
	if (entered.length > longestAdvised) return undefined;
	const page = readPage(entered);
	const [, number] = /\/blocks?\/(\d+)/.exec(page?.pathname ?? '') ?? [];
	if (page)
		return `This is the address of a page: enter the number alone${number ? `, such as ${number}` : ''}.`;
	const ofTime = fixTime(entered, field);
	return ofTime ?? ofKind[kind].find(([looks]) => looks.test(entered))?.[1](entered, field);
}
