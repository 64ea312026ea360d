/** A value entered as JSON. */
import { InvalidField, type Field, type Look } from '../../shared/fields';
import { parseJson } from '../../shared/numbers';

/** What the JSON says; undefined when the text is none. */
function readJson(entered: string): unknown {
	try {
		return parseJson(entered);
	} catch {
		return undefined;
	}
}

/** JSON, or what an expression gives in its place. Integers beyond 2^53 are not rounded but become text. */
export const json = (look: Look, rule: string, test: (value: unknown) => boolean): Field => ({
	type: 'json',
	default: '',
	required: true,
	...look,
	rule,
	encode: (value) => {
		const parsed = typeof value === 'string' ? readJson(value) : value;
		if (parsed === undefined || !test(parsed)) throw new InvalidField(`must be ${rule}`);
		return parsed;
	},
});
