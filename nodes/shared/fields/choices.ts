/** Finds the list entry that a user means by words other than its value. */
import type { INodePropertyOptions } from 'n8n-workflow';

/** The words that people write and the values they mean. In lower case, without spaces, hyphens and underscores. */
export type Synonyms = Readonly<Record<string, string>>;

const plainly = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

/** The value and the name of an entry, and both parts of a name such as "Euro (EUR)". */
const wordsOf = ({ name, value }: INodePropertyOptions): string[] =>
	[String(value), name, ...name.split(/[()]/)].map(plainly).filter(Boolean);

/** The one entry that fits; undefined if none or several do. */
export function findChoice<O extends INodePropertyOptions>(
	options: readonly O[],
	entered: unknown,
	synonyms: Synonyms = {},
): O | undefined {
	if (typeof entered !== 'string') return undefined;
	const word = plainly(entered);
	const fitting = Object.hasOwn(synonyms, word)
		? options.filter(({ value }) => value === synonyms[word])
		: options.filter((option) => wordsOf(option).includes(word));
	return fitting.length === 1 ? fitting[0] : undefined;
}
