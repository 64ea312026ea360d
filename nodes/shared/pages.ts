/** When a list that comes in pages has no end. */
import { fail, type Answer } from './errors';

/** An empty page with a token is no end yet; so many in a row are a list without one. */
const mostEmpty = 3;

/** Follows the tokens of one list. */
export class PageTokens {
	private readonly seen: Set<string | undefined>;
	private empty = 0;

	/** `hint` says what a person does about a list without an end, `first` is the token that it is begun with. */
	constructor(
		private readonly hint: string,
		first?: string,
	) {
		this.seen = new Set([first]);
	}

	/** The token that leads on from a page of so many records, unless it never ends. */
	follow(token: string, records: number): Answer<string> {
		this.empty = records ? 0 : this.empty + 1;
		if (this.seen.has(token))
			return fail(
				'not-understood',
				'The service returned the same page token twice, so its list has no end',
				{
					hint: this.hint,
				},
			);
		if (this.empty >= mostEmpty)
			return fail(
				'not-understood',
				`The service returned ${mostEmpty} empty pages in a row, each with a token for the next page`,
				{
					hint: this.hint,
				},
			);
		this.seen.add(token);
		return { ok: true, result: token };
	}
}
