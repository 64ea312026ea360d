/** Recognizes text that was entered for a number, and says how to write the number. */
import type { INodeProperties } from 'n8n-workflow';
import { multiply } from '../values/numbers';
import { readPage } from './pasted';

/** A block may also be a tag, or digits in hexadecimal; the number of a block is digits alone. */
export type Counted = 'number' | 'block' | 'blockNumber' | 'amount' | 'amounts' | 'limit';

/** The parts of a field that change the advice on a number. */
export interface CountedField extends Pick<INodeProperties, 'typeOptions'> {
	/** The field beside it that holds its unit. */
	unitIn?: string;
}

/** The unit can stand in the label. */
type Labelled = CountedField & Partial<Pick<INodeProperties, 'displayName'>>;
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

/** The number in a text if it reads in one way alone. */
function plainIn(text: string): string | undefined {
	const [number = ''] = /\d[\d.,]*/.exec(text) ?? [];
	const [, whole, decimals] = withDecimals.test(number) ? /^(.*)[.,](\d+)$/.exec(number)! : [];
	if (whole) return `${whole.replace(/\D/g, '')}.${decimals}`;
	const isPerhapsOther = /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) || isPerhapsThousands(number);
	const plain = number.replace(',', '.');
	return !isPerhapsOther && /^\d+(?:\.\d+)?$/.test(plain) ? plain : undefined;
}

function fixUnit(text: string, { unitIn }: CountedField): string {
	const number = plainIn(text);
	const where = unitIn ? `, and choose its unit under ${unitIn}` : ', without a currency or unit';
	return `Enter the number alone${where}${number ? `: enter ${number}` : ''}.`;
}

const multiplied = /^\d[\d.,]*\s*(?:k|mio|mn|million)$/i;

/** "100k" is 100000. A single m stays unclear: minutes, or millions. */
function fixMultiplied(text: string): string {
	const number = plainIn(text);
	const zeros = /k$/i.test(text) ? 3 : 6;
	const whole = number && multiply(number, `1${'0'.repeat(zeros)}`);
	return `Write the number with all its digits${whole ? `: enter ${whole}` : ', such as 100000'}.`;
}

const secondsOf: Record<string, number> = {
	s: 1,
	m: 60,
	h: 3600,
	d: 86_400,
	w: 7 * 86_400,
	month: 30 * 86_400,
	y: 365 * 86_400,
};
/** How labels such as Max Wait (Seconds) name their unit. */
const labelled: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };
const timed =
	/^(\d+(?:[.,]\d+)?)\s*(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?|months?|y|years?)$/i;

/** A time with another unit than the field's: "2m" in seconds, "3 months" in days. */
function fixTime(
	text: string,
	{ displayName = '', typeOptions = {} }: Labelled,
): string | undefined {
	const unit = /\((\w+)\)$/.exec(displayName)?.[1].toLowerCase() ?? '';
	const [, number, word] = timed.exec(text) ?? [];
	if (!number || !Object.hasOwn(labelled, unit)) return undefined;
	const letter = word.toLowerCase().startsWith('month') ? 'month' : word[0].toLowerCase();
	const seconds = Number(number.replace(',', '.')) * secondsOf[letter];
	const wanted = Math.ceil(seconds / labelled[unit]);
	const { maxValue = Infinity } = typeOptions;
	return wanted > maxValue
		? `This field counts in ${unit}: enter ${maxValue} at most.`
		: `This field counts in ${unit}: enter ${wanted}.`;
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
	[multiplied, fixMultiplied],
	[/^\p{Sc}|^\d[\d.,]*\s*(?:\p{Sc}|[A-Za-z]{3,10}(?:\.[a-z])?)$/u, fixUnit],
	[/^(?:undefined|null|nan)$/i, () => gaveNothing],
	[
		/^(?:all|max|unlimited|everything)$/i,
		() => 'Enter a whole number: to get everything, turn on Return All where the operation has it.',
	],
];

const ofBlockNumber: typeof ofAll = [
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
	blockNumber: [...ofBlockNumber, ...ofAll],
	limit: [...ofLimit, ...ofAll],
};

/** Advice on text entered for a number; undefined if none is known. */
export function suggestNumber(
	kind: Counted,
	entered: string,
	field: Labelled = {},
): string | undefined {
	const page = readPage(entered);
	const [, number] = /\/blocks?\/(\d+)/.exec(page?.pathname ?? '') ?? [];
	if (page)
		return `This is the address of a page: enter the number alone${number ? `, such as ${number}` : ''}.`;
	const ofTime = fixTime(entered, field);
	return ofTime ?? ofKind[kind].find(([looks]) => looks.test(entered))?.[1](entered, field);
}
