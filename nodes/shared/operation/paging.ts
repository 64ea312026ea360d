/** The one walk over a list that comes in pages. */
import { fail, type Answer } from '../errors';
import { isRecord } from '../values/records';
import { OddAnswer } from './pipeline';

/** A service's token for the next page; absent or empty on the last one. Any other value throws an OddAnswer. */
export const nextTokenOf = (result: unknown): string | undefined => {
	const token = (isRecord(result) ? result.nextPageToken : undefined) ?? '';
	if (typeof token !== 'string') throw new OddAnswer('its token for the next page is no text');
	return token === '' ? undefined : token;
};

/** A page without news need not be the last if it has a token. This many in a row mean that the list is endless. */
const mostWithoutNews = 3;

interface Walk<P extends { next?: unknown }> {
	/** Reads the page of a token, or the first page without one. */
	read: (token: P['next']) => Promise<Answer<P>>;
	first?: P['next'];
	/** True if a page is empty. Leave it out if many empty pages are normal. */
	isEmpty?: (page: P) => boolean;
	/** True if earlier pages had everything on this page. */
	isRepeated?: (page: P) => boolean;
	/** Advice for an endless list. */
	hint: string;
}

/** Yields the pages of a list as they are read. A failure, such as an endless list, comes last. */
export async function* walkPages<P extends { next?: unknown }>({
	read,
	first,
	isEmpty = () => false,
	isRepeated = () => false,
	hint,
}: Walk<P>): AsyncGenerator<Answer<P>, void> {
	const seen = new Set([JSON.stringify(first)]);
	let [empty, withoutNews] = [0, 0];
	for (let token = first; ; ) {
		const page = await read(token);
		yield page;
		const next = page.ok ? page.result.next : undefined;
		if (!page.ok || next === undefined) return;
		token = next;
		const name = JSON.stringify(token);
		const holdsNothing = isEmpty(page.result);
		empty = holdsNothing ? empty + 1 : 0;
		withoutNews = holdsNothing || isRepeated(page.result) ? withoutNews + 1 : 0;
		const fault = seen.has(name) ? sameToken : withoutNews >= mostWithoutNews && sayNoNews(empty);
		if (fault) return yield fail('not-understood', fault, { hint });
		seen.add(name);
	}
}

const sameToken = 'The service returned the same page token twice, so its list has no end';

/** The fault if the last pages brought nothing new. `empty` is how many of them were empty. */
const sayNoNews = (empty: number): string =>
	empty >= mostWithoutNews
		? `The service returned ${empty} empty pages in a row, each with a token for the next page`
		: `The service returned ${mostWithoutNews} pages in a row without a new record, each with a token for the next page`;
