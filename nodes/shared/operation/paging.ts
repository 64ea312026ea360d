/** The one walk over a list that comes in pages. */
import { fail, type Answer } from '../errors';
import { isRecord } from '../values/records';
import { OddAnswer } from './pipeline';

/** The token of the next page of a service's list; absent or empty on the last one. One that is no text is odd. */
export const nextTokenOf = (result: unknown): string | undefined => {
	const token = (isRecord(result) ? result.nextPageToken : undefined) ?? '';
	if (typeof token !== 'string') throw new OddAnswer('its token for the next page is no text');
	return token === '' ? undefined : token;
};

/** A page without a new record, but with a token, is no end yet; so many in a row are a list without one. */
const mostWithoutNews = 3;

interface Walk<P extends { next?: unknown }> {
	/** Reads the page that a token leads to, the first one without a token. */
	read: (token: P['next']) => Promise<Answer<P>>;
	/** The token to begin with. */
	first?: P['next'];
	/** Whether a page holds nothing, for lists that would not end if many did. */
	isEmpty?: (page: P) => boolean;
	/** Whether all that a page holds came before. */
	isRepeated?: (page: P) => boolean;
	/** What a person does about a list without an end. */
	hint: string;
}

/** The pages of a list, each as it is asked for. A failure, also that of a list without an end, is the last. */
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

/** What is said of a list whose last pages brought nothing new, of which so many were empty. */
const sayNoNews = (empty: number): string =>
	empty >= mostWithoutNews
		? `The service returned ${empty} empty pages in a row, each with a token for the next page`
		: `The service returned ${mostWithoutNews} pages in a row without a new record, each with a token for the next page`;
