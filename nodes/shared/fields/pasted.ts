/** What people paste around an identifier: quotation marks, or the address of its page at a block explorer. */
import type { Identifier } from './identifiers';

const explorers =
	/^(?:(?:subnets|subnets-test|explorer|explorer-test)\.avax\.network|(?:[a-z\d-]+\.)?snowtrace\.(?:io|dev)|(?:testnet\.)?snowscan\.xyz|(?:testnet\.)?avascan\.info|core\.app)$/;

/** Longer than the address of any page; what is longer is read as it is. */
const longestPage = 2000;

/** The address of a web page, if the text is one. */
export function readPage(text: string): URL | undefined {
	if (!/^https?:\/\/\S+$/i.test(text) || text.length > longestPage) return undefined;
	return URL.parse(text) ?? undefined;
}

/** The parts of its path, each with the one before it, which says what it is. */
function partsOf({ pathname }: URL): Array<{ before: string; part: string }> {
	const parts = pathname.split('/').filter(Boolean);
	return parts.map((part, i) => ({ before: (parts[i - 1] ?? '').toLowerCase(), part }));
}

/** A hash or an ID can be of many things: the page has to be about that which the field is for. */
const aboutSame: Array<[before: RegExp, field: RegExp]> = [
	[/^(tx|txs|transactions?)$/, /\b(transaction|tx)/i],
	[/^blocks?$/, /\bblock\b/i],
	[/^subnets?$/, /\bsubnet/i],
	[/^(blockchains?|chains?)$/, /\b(block)?chain/i],
	[/^validations?$/, /\bvalidation/i],
];

const isAboutSame = (before: string, label: string): boolean =>
	aboutSame.some(([page, field]) => page.test(before) && field.test(label));

/** Quotation marks, brackets of all kinds, punctuation, and spaces that no keyboard has. */
const around =
	/^[-\s[\](){}<>,;:.*\u2022"'`\u2018-\u201f\u2039\u203a\u00ab\u00bb]+|[-\s[\](){}<>,;:.*\u2022"'`\u2018-\u201f\u2039\u203a\u00ab\u00bb]+$/g;

interface Wanted {
	displayName: string;
	holds: Identifier;
	takes: (text: string) => boolean;
}

/** The identifier in what was pasted, where it is certain; else what was pasted. */
export function readPasted(entered: string, { displayName, holds, takes }: Wanted): string {
	if (takes(entered) || entered.length > longestPage) return entered;
	const bare = entered.replace(around, '');
	if (takes(bare)) return bare;
	const page = readPage(bare);
	if (!page || !explorers.test(page.hostname)) return entered;
	const needsWord = holds === 'hash' || holds === 'id';
	const found = partsOf(page).filter(({ part }) => takes(part));
	const [first, ...others] = found;
	if (!first || others.length > 0) return entered;
	return needsWord && !isAboutSame(first.before, displayName) ? entered : first.part;
}

/** The one text in it that is accepted, whatever stands around it. */
export function findInText(text: string, takes: (text: string) => boolean): string | undefined {
	if (text.length > longestPage) return undefined;
	const found = new Set((text.match(/[A-Za-z\d]+(?:-[A-Za-z\d]+)*/g) ?? []).filter(takes));
	return found.size === 1 ? [...found][0] : undefined;
}
