/** Which entry of a list is meant by words that are not its value. */
import type { INodePropertyOptions } from 'n8n-workflow';

/** Words that people write, in small letters and without spaces, and the values that they mean. */
export type Synonyms = Readonly<Record<string, string>>;

const plainly = (text: string): string => text.toLowerCase().replace(/[\s_-]/g, '');

/** The value and the name of an entry, and the two parts of a name such as "Euro (EUR)". */
const wordsOf = ({ name, value }: INodePropertyOptions): string[] =>
	[String(value), name, ...name.split(/[()]/)].map(plainly).filter(Boolean);

/** The value of the one entry that is meant; undefined where none is, or several are. */
export function findChoice(
	options: readonly INodePropertyOptions[],
	entered: unknown,
	synonyms: Synonyms = {},
): string | undefined {
	if (typeof entered !== 'string') return undefined;
	const word = plainly(entered);
	if (Object.hasOwn(synonyms, word)) return synonyms[word];
	const fitting = options.filter((option) => wordsOf(option).includes(word));
	return fitting.length === 1 ? String(fitting[0].value) : undefined;
}
