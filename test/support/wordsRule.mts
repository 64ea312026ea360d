/** What a reader, and the chat or mail he reads in, must not find in a text of which others chose a part. */

/** As programs read a text that look for links: one form of each letter, without what nobody sees or what they drop. */
const asRead = (text: string): string =>
	text
		.normalize('NFKC')
		.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
		.replaceAll('\u3002', '.')
		.replace(/(?<=\.)[(.]+(?=\w)/g, '');

const rules: Array<[fault: string, found: RegExp]> = [
	['a control character', /(?!\n)\p{Cc}/u],
	['a line separator', /[\u2028\u2029]/],
	['a direction mark or a character that nobody sees', /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u],
	['half a character', /\p{Cs}/u],
	['a combining mark', /\p{M}/u],
	['a mention', /@/],
	['a tag or a quotation', /[<>]/],
	['markup', /[*~`|#[\]{}\\$&]|(?<![A-Za-z])_|_(?![A-Za-z])/],
	['an emoji by its name', /:\w+:/],
	['a command', /(?:^|\s)\/\w+(?![\w/])/],
	['a scheme', /[a-z]:[^ \n]/i],
	['an IPv6 address', /\w:\w*:/],
	['an IP address', /[\da-f]\.\d/i],
	['a host', /[\p{L}\p{N}-]\s?\.(?:[\p{L}\p{N}]{2}|\s[\p{Ll}\p{Lo}]{2}|\p{L}[.-])/u],
];

/**
 * What is wrong with a text; `own` are parts of it that our own code wrote, such as the URL of the explorer, which
 * are read as nothing. The text may have as many lines as are said.
 */
export function listFaults(text: string, own: Array<string | RegExp> = [], lines = 1): string[] {
	const foreign = own.reduce<string>((rest, part) => rest.replaceAll(part, ' own '), text);
	const found = rules.filter(([, fault]) => fault.test(foreign) || fault.test(asRead(foreign)));
	const faults = found.map(([fault]) => fault);
	return text.split(/\r\n|\r|\n/).length > lines ? [...faults, 'another line'] : faults;
}

/** What goes on with a number that stands before it. */
const goesOn = /^(?:[\p{N}\p{P}\p{S}\s]|[ex]\d|[kmbgt](?!\p{L}))/iu;

/** What is wrong with a symbol as a sentence shows it after an amount. */
export function judgeSymbol(shown: string, given: string): string[] {
	const [, quoted] = /^"([^"]*)"$/.exec(shown) ?? [];
	const faults = [...shown].length > 20 ? ['more than twenty characters'] : [];
	const isImitation = /\p{sc=Cyrillic}|\p{sc=Greek}/u.test(shown);
	if (quoted !== undefined) return faults;
	return [
		...faults,
		...(shown !== given ? ['another text than what was given, and no quotation marks'] : []),
		...(goesOn.test(shown) ? ['a part of the amount, without quotation marks'] : []),
		...(/\s/.test(shown) ? ['more than one word, without quotation marks'] : []),
		...(isImitation ? ['letters that imitate others, without quotation marks'] : []),
	];
}
