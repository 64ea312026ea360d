/** Reads an identifier that was pasted in quotation marks, or as the address of its page at a block explorer. */
import type { Identifier } from './identifiers';

const explorers =
	/^(?:(?:subnets|subnets-test|explorer|explorer-test)\.avax\.network|(?:[a-z\d-]+\.)?snowtrace\.(?:io|dev)|(?:testnet\.)?snowscan\.xyz|(?:testnet\.)?avascan\.info|core\.app)$/;

/**
 * Explorers of other networks. A wallet has the same address here, but a contract has another: a watch of one that is
 * not here would stay silent. So none of their addresses is taken unasked.
 */
const otherExplorers =
	/^(?:[a-z\d-]+\.)*(?:etherscan\.io|arbiscan\.io|basescan\.org|blockscout\.com|bscscan\.com|celoscan\.io|debank\.com|gnosisscan\.io|lineascan\.build|moonscan\.io|polygonscan\.com|scrollscan\.com)$/;

export const isOfOtherNetwork = ({ hostname }: URL): boolean => otherExplorers.test(hostname);

/** No page has a longer address. Longer text stays as it is. */
const longestPage = 2000;

/** The URL, if the text is the address of a web page. Browsers show an explorer's without its scheme. */
export function readPage(text: string): URL | undefined {
	if (!/^\S+$/.test(text) || text.length > longestPage) return undefined;
	if (/^https?:\/\//i.test(text)) return URL.parse(text) ?? undefined;
	const page = /^[a-z\d.-]+\//i.test(text) ? URL.parse(`https://${text}`) : undefined;
	return page && (explorers.test(page.hostname) || isOfOtherNetwork(page)) ? page : undefined;
}

/** The parts of its path, each with the part before it, which tells its kind. */
function partsOf({ pathname }: URL): Array<{ before: string; part: string }> {
	const parts = pathname.split('/').filter(Boolean);
	return parts.map((part, i) => ({ before: (parts[i - 1] ?? '').toLowerCase(), part }));
}

const beforeTransaction = /^(tx|txs|transactions?)$/;

export const isOfTransaction = (page: URL): boolean =>
	partsOf(page).some(({ before }) => beforeTransaction.test(before));

/** A hash or an ID can mean many things, so the page must be about the same thing as the field. */
const aboutSame: Array<[before: RegExp, field: RegExp]> = [
	[beforeTransaction, /\b(transaction|tx)/i],
	[/^blocks?$/, /\bblock\b/i],
	[/^subnets?$/, /\bsubnet/i],
	[/^(blockchains?|chains?)$/, /\b(block)?chain/i],
	[/^validations?$/, /\bvalidation/i],
];

const isAboutSame = (before: string, label: string): boolean =>
	aboutSame.some(([page, field]) => page.test(before) && field.test(label));

/** Quotation marks, brackets, punctuation and rare spaces around a text. */
const around =
	/^[-\s[\](){}<>,;:.*\u2022"'`\u2018-\u201f\u2039\u203a\u00ab\u00bb]+|[-\s[\](){}<>,;:.*\u2022"'`\u2018-\u201f\u2039\u203a\u00ab\u00bb]+$/g;

/** Characters of no width, which come with text from web pages and chats. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

interface Wanted {
	displayName: string;
	holds: Identifier;
	takes: (text: string) => boolean;
}

/** The identifier in a pasted text, if it is certain. Otherwise the text. */
export function readPasted(entered: string, { displayName, holds, takes }: Wanted): string {
	if (takes(entered) || entered.length > longestPage) return entered;
	const bare = entered.replace(invisible, '').replace(around, '');
	if (takes(bare)) return bare;
	const page = readPage(bare);
	if (!page || !explorers.test(page.hostname)) return entered;
	const needsWord = holds === 'hash' || holds === 'id';
	const found = partsOf(page).filter(({ part }) => takes(part));
	const [first, ...others] = found;
	if (!first || others.length > 0) return entered;
	return needsWord && !isAboutSame(first.before, displayName) ? entered : first.part;
}

/** The one accepted text within it; undefined if there are none or several. */
export function findInText(text: string, takes: (text: string) => boolean): string | undefined {
	if (text.length > longestPage) return undefined;
	const found = new Set((text.match(/[A-Za-z\d]+(?:-[A-Za-z\d]+)*/g) ?? []).filter(takes));
	return found.size === 1 ? [...found][0] : undefined;
}
