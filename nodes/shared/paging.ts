/** The one walk over a list that comes in pages. */
import { fail, type Answer } from './errors';
import { isRecord } from './records';

/** The token of the next page of a service's list; absent or empty on the last one. */
export const nextTokenOf = (result: unknown): string | undefined => {
	const token = isRecord(result) ? result.nextPageToken : undefined;
	return typeof token === 'string' && token !== '' ? token : undefined;
};

/** An empty page with a token is no end yet; so many in a row are a list without one. */
const mostEmpty = 3;

interface Walk<P extends { next?: unknown }> {
	/** Reads the page that a token leads to, the first one without a token. */
	read: (token: P['next']) => Promise<Answer<P>>;
	/** The token to begin with. */
	first?: P['next'];
	/** Whether a page holds nothing, for lists that would not end if many did. */
	isEmpty?: (page: P) => boolean;
	/** What a person does about a list without an end. */
	hint: string;
}

/** The pages of a list, each as it is asked for. A failure, also that of a list without an end, is the last. */
export async function* walkPages<P extends { next?: unknown }>({
	read,
	first,
	isEmpty = () => false,
	hint,
}: Walk<P>): AsyncGenerator<Answer<P>, void> {
	const seen = new Set([JSON.stringify(first)]);
	let empty = 0;
	for (let token = first; ; ) {
		const page = await read(token);
		yield page;
		const next = page.ok ? page.result.next : undefined;
		if (!page.ok || next === undefined) return;
		token = next;
		const name = JSON.stringify(token);
		empty = isEmpty(page.result) ? empty + 1 : 0;
		if (seen.has(name) || empty >= mostEmpty)
			return yield fail(
				'not-understood',
				seen.has(name)
					? 'The service returned the same page token twice, so its list has no end'
					: `The service returned ${mostEmpty} empty pages in a row, each with a token for the next page`,
				{ hint },
			);
		seen.add(name);
	}
}
