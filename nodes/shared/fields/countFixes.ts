/** Recognizes text that was entered for a number, and says how to write the number. */
import { multiply } from '../values/numbers';
import { readPage } from './pasted';

/** A block may also be a tag, or digits in hexadecimal. */
export type Counted = 'number' | 'block' | 'amount' | 'amounts' | 'limit';

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
	[
		/^\p{Sc}|^\d[\d.,]*\s*(?:\p{Sc}|[A-Za-z]{3,10})$/u,
		() => 'Enter the number alone: leave out the currency or unit.',
	],
	[/^(?:undefined|null|nan)$/i, () => gaveNothing],
	[
		/^(?:all|max|unlimited|everything)$/i,
		() => 'Enter a whole number: to get everything, turn on Return All where the operation has it.',
	],
];

const ofBlock: typeof ofAll = [
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
	[/^(?=.*[a-f])[\da-f]{1,16}$/i, () => 'Put 0x in front of a number in hexadecimal.'],
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
		/=/,
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

const ofLimit: typeof ofAll = [
	[/^(?:0|-\d+)$/, () => 'Enter at least 1: to get everything, turn on Return All.'],
];

const ofKind: Record<Counted, typeof ofAll> = {
	number: ofAll,
	amount: [...ofAmount, ...ofAll, ...ofNoNumber],
	amounts: [...ofAmounts, ...ofAmount, ...ofAll, ...ofNoNumber],
	block: [...ofBlock, ...ofAll],
	limit: [...ofLimit, ...ofAll],
};

/** Advice on text entered for a number; undefined if none is known. */
export function suggestNumber(kind: Counted, entered: string): string | undefined {
	const page = readPage(entered);
	const [, number] = /\/blocks?\/(\d+)/.exec(page?.pathname ?? '') ?? [];
	if (page)
		return `This is the address of a page: enter the number alone${number ? `, such as ${number}` : ''}.`;
	return ofKind[kind].find(([looks]) => looks.test(entered))?.[1](entered);
}
