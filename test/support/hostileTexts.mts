/**
 * Texts that strangers choose: symbols and names of tokens, versions of peers, texts of a node's errors. What they try stands
 * beside each. Whoever writes the code that shows them does not write this list.
 */
export interface HostileText {
	text: string;
	tries: string;
}

const char = (code: number): string => String.fromCodePoint(code);
const zeroWidthSpace = char(0x200b);
const zeroWidthJoiner = char(0x200d);
const softHyphen = char(0xad);
const wordJoiner = char(0x2060);
const byteOrderMark = char(0xfeff);
const rightToLeftOverride = char(0x202e);
const rightToLeftMark = char(0x200f);
const leftToRightIsolate = char(0x2066);
const popIsolate = char(0x2069);
const noBreakSpace = char(0xa0);
const narrowNoBreakSpace = char(0x202f);
const thinSpace = char(0x2009);
const combiningStrike = char(0x336);
const combiningDotBelow = char(0x323);
const variationSelector = char(0xfe0f);
const tagLetter = char(0xe0041);

/** What becomes a link in a chat or a mail. */
export const links: HostileText[] = [
	{ text: 'ava-claim.com', tries: 'a host alone' },
	{ text: `ava-claim.${zeroWidthSpace}com`, tries: 'a host once the zero-width space is dropped' },
	{ text: `ava-claim${zeroWidthJoiner}.${softHyphen}com`, tries: 'a host once both are dropped' },
	{ text: `claim.${wordJoiner}${byteOrderMark}io`, tries: 'two dropped characters after the dot' },
	{ text: `claim.${rightToLeftMark}io`, tries: 'a direction mark after the dot' },
	{ text: `claim.${combiningDotBelow}io`, tries: 'a combining mark after the dot' },
	{ text: `claim.${tagLetter}xyz`, tries: 'a tag letter after the dot' },
	{ text: `claim.(xyz`, tries: 'a dropped bracket after the dot' },
	{ text: `claim.*io*`, tries: 'dropped markup after the dot' },
	{ text: 'claim..io', tries: 'two dots, of which one may be dropped' },
	{ text: 'claim. io', tries: 'a space that some strip' },
	{ text: '203.0.113.9', tries: 'an IPv4 address' },
	{ text: '203.0.113.9:8080', tries: 'an IPv4 address with a port' },
	{ text: `203.0.${zeroWidthSpace}113.9`, tries: 'an IPv4 address once a character is dropped' },
	{ text: '1.1', tries: 'an IPv4 address in its short form' },
	{ text: '0x7f.1', tries: 'an IPv4 address in hexadecimal' },
	{ text: '[2001:db8::1]', tries: 'an IPv6 address' },
	{ text: 'https://claim.io/x', tries: 'a whole URL' },
	{ text: 'hxxps:claim', tries: 'a scheme' },
	{ text: 'tg://resolve?domain=claim', tries: 'a link of a chat' },
	{ text: 'mailto:me@claim.io', tries: 'a mail address' },
	{ text: 'me@claim.io', tries: 'a mail address without a scheme' },
	{ text: 'www.claim', tries: 'www before a name' },
	{
		text: `claim${char(0x3002)}com`,
		tries: 'the ideographic full stop, which browsers take as a dot',
	},
	{ text: `claim${char(0xff0e)}com`, tries: 'the fullwidth full stop' },
	{ text: `claim${char(0xff61)}com`, tries: 'the halfwidth ideographic full stop' },
	{ text: `claim${char(0x2024)}com`, tries: 'the one dot leader' },
	{ text: `clаim.соm`, tries: 'a host in Cyrillic letters that look Latin' },
	{ text: 'xn--clim-5cd.com', tries: 'a host in Punycode' },
	{ text: 'claim.7z', tries: 'a dot before a digit and a letter' },
	{ text: 'claim.c0m', tries: 'a dot before letters and a digit' },
	{ text: 'a.b.c.d.e', tries: 'single letters between dots' },
	{ text: 't.me', tries: 'the shortest host of a chat' },
	{ text: 'x.co-x', tries: 'a dot, two letters and a hyphen' },
	{ text: 'claim.zip', tries: 'a top-level domain that is a file type, too' },
	{
		text: `claim.c${softHyphen}o${softHyphen}m`,
		tries: 'a hyphen that is dropped between each two letters',
	},
	{ text: `claim.${'é'}s`, tries: 'a letter with an accent after the dot' },
	{ text: 'claim.中国', tries: 'a top-level domain in Chinese' },
];

/** What calls somebody, or runs a command of a chat. */
export const mentions: HostileText[] = [
	{ text: '@channel', tries: 'a mention' },
	{ text: '<!channel>', tries: 'a mention as Slack writes it' },
	{ text: '<@U012AB3CD>', tries: 'a user of Slack' },
	{ text: '＠everyone', tries: 'a mention with the fullwidth sign' },
	{ text: `@${zeroWidthSpace}everyone`, tries: 'a mention once a character is dropped' },
	{ text: '#general', tries: 'a channel' },
	{ text: '/remind me', tries: 'a command' },
	{ text: ':rotating_light:', tries: 'an emoji by its name' },
];

/** What marks up text, ends a tag or a line, or hides and turns what follows. */
export const markup: HostileText[] = [
	{ text: '<b>paid</b>', tries: 'HTML' },
	{ text: '<img src=x onerror=alert(1)>', tries: 'HTML that runs' },
	{ text: '&lt;script&gt;', tries: 'HTML by entities' },
	{ text: '*paid*', tries: 'bold' },
	{ text: '_paid_', tries: 'italics' },
	{ text: '~paid~', tries: 'struck through' },
	{ text: '`paid`', tries: 'code' },
	{ text: '[claim](https://claim.io)', tries: 'a link of Markdown' },
	{ text: '![x](https://claim.io/x.png)', tries: 'a picture of Markdown' },
	{ text: '> paid', tries: 'a quotation' },
	{ text: '# paid', tries: 'a heading' },
	{ text: '||paid||', tries: 'a spoiler' },
	{ text: 'USDC\nReceived 1 000 000 USDC', tries: 'a second line' },
	{ text: `USDC${char(0x2028)}Received`, tries: 'a line separator' },
	{ text: `USDC${char(0x85)}Received`, tries: 'a next-line control' },
	{ text: `USDC${char(0)}x`, tries: 'a null character' },
	{ text: `USDC${char(0x1b)}[2J`, tries: 'an escape sequence of a terminal' },
	{ text: `${rightToLeftOverride}CDSU`, tries: 'text from right to left' },
	{ text: `${leftToRightIsolate}USDC${popIsolate}`, tries: 'an isolate' },
	{
		text: `U${combiningStrike}S${combiningStrike}D${combiningStrike}C`,
		tries: 'struck by combining marks',
	},
	{ text: `Z${combiningDotBelow.repeat(80)}`, tries: 'eighty marks on one letter' },
	{ text: '{{ $json.secret }}', tries: 'an expression of n8n' },
	{ text: '${secret}', tries: 'a template' },
	{ text: '=HYPERLINK("https://claim.io")', tries: 'a formula' },
	{ text: '-2+3+cmd|calc', tries: 'a formula that begins with a sign' },
	{ text: '@SUM(1+1)', tries: 'a formula that begins with @' },
	{ text: '\t=1+1', tries: 'a formula after a tab' },
	{ text: '=1+1;=2+2', tries: 'a formula after a semicolon' },
];

/** What stands after an amount and makes another amount of it, or looks like a known symbol. */
export const figures: HostileText[] = [
	{ text: '000 000 USDC', tries: '1 token as a million' },
	{ text: `000${noBreakSpace}000${noBreakSpace}USDC`, tries: 'the same with no-break spaces' },
	{ text: `000${narrowNoBreakSpace}000 USDC`, tries: 'the same with narrow no-break spaces' },
	{ text: `000${thinSpace}000 USDC`, tries: 'the same with thin spaces' },
	{ text: ',000,000 USDC', tries: 'a separator of thousands' },
	{ text: '.5 AVAX', tries: 'a decimal point' },
	{ text: '٫5 AVAX', tries: 'the Arabic decimal separator' },
	{ text: "'000 AVAX", tries: 'an apostrophe as separator' },
	{ text: '_000 AVAX', tries: 'an underscore as separator' },
	{ text: 'e6 USDC', tries: 'an exponent' },
	{ text: 'E18', tries: 'an exponent alone' },
	{ text: 'k AVAX', tries: 'thousands by a letter' },
	{ text: 'M USDC', tries: 'millions by a letter' },
	{ text: '-1 USDC', tries: 'a sign' },
	{ text: '+1 USDC', tries: 'a sign' },
	{ text: `${char(0x2212)}1 USDC`, tries: 'the minus sign of mathematics' },
	{ text: '% AVAX', tries: 'a share' },
	{ text: '٠٠٠ USDC', tries: 'Arabic-Indic digits' },
	{ text: '０００ USDC', tries: 'fullwidth digits' },
	{ text: `${char(0x1d7ce)}${char(0x1d7ce)}${char(0x1d7ce)} USDC`, tries: 'mathematical digits' },
	{ text: '²³ USDC', tries: 'superscript digits' },
	{ text: 'Ⅿ USDC', tries: 'a Roman numeral' },
	{ text: '①⓪ USDC', tries: 'digits in circles' },
	{ text: '$1M', tries: 'a currency sign and a figure' },
	{ text: '€', tries: 'a currency sign alone' },
	{ text: `${zeroWidthSpace}000 USDC`, tries: 'a digit once a character is dropped' },
	{ text: '(000) USDC', tries: 'a digit once a bracket is dropped' },
	{ text: 'USDC (1 000 000 USD)', tries: 'a value in brackets' },
	{
		text: 'USDC from 0x0000000000000000000000000000000000000000',
		tries: 'the rest of the sentence',
	},
	{ text: 'UЅDС', tries: 'USDC in Cyrillic letters' },
	{ text: 'ΑVΑX', tries: 'AVAX in Greek letters' },
	{ text: 'USDС', tries: 'one Cyrillic letter' },
	{ text: `US${zeroWidthSpace}DC`, tries: 'USDC with a character that nobody sees' },
	{ text: 'ＵＳＤＣ', tries: 'fullwidth letters' },
	{ text: `${char(0x1f4b0)}${variationSelector} 5`, tries: 'an emoji before a figure' },
	{ text: `${char(0x1f468)}${zeroWidthJoiner}${char(0x1f469)}`, tries: 'emoji joined to one' },
	{ text: 'x'.repeat(21), tries: 'more than twenty characters' },
	{ text: char(0x1d4b3).repeat(21), tries: 'more than twenty characters of two units each' },
	{ text: `${'x'.repeat(19)}${char(0x1d4b3)}x`, tries: 'a character of two units at the cut' },
	{ text: `x${'y'.repeat(1_000_000)}`, tries: 'a megabyte' },
	{ text: '', tries: 'nothing' },
	{ text: ' ', tries: 'a space' },
	{ text: zeroWidthSpace.repeat(5), tries: 'only characters that nobody sees' },
	{ text: char(0xd800), tries: 'half a character' },
	{ text: 'null', tries: 'a word of code' },
];

/** What honest tokens and networks are called; nothing of it may be lost. */
export const honest: HostileText[] = [
	{ text: 'USDC', tries: 'nothing' },
	{ text: 'USDC.e', tries: 'nothing: a bridged token' },
	{ text: 'WETH.e', tries: 'nothing: a bridged token' },
	{ text: 'BTC.b', tries: 'nothing: a bridged token' },
	{ text: 'USD₮', tries: 'nothing: a currency sign inside' },
	{ text: 'sAVAX', tries: 'nothing' },
	{ text: 'QI', tries: 'nothing' },
	{ text: 'JOE-LP', tries: 'nothing' },
	{ text: 'Dogé', tries: 'nothing: an accent' },
	{ text: '柴犬', tries: 'nothing: Chinese' },
];

export const hostileTexts: HostileText[] = [...links, ...mentions, ...markup, ...figures];
