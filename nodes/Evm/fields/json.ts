import { InvalidField } from '../../shared/fields/invalid';
import type { Field, FieldWords } from '../../shared/fields/fields';
import { parseJson } from '../../shared/values/numbers';

function readJson(entered: string): unknown {
	try {
		return parseJson(entered);
	} catch {
		return undefined;
	}
}

/** Turns bare values into a list of texts, and single quotes into double ones. */
function mendJson(text: string): string {
	if (/^\d{1,3}(?:,\d{3})+$/.test(text)) return JSON.stringify([text.replaceAll(',', '')]);
	return /^[\w.+-]+(?:[,;\s]+[\w.+-]+)*$/.test(text)
		? JSON.stringify(text.split(/[,;\s]+/))
		: text.replaceAll("'", '"');
}

/** The error for a wrong value, with an example or the mended input. */
function refuseJson(
	value: unknown,
	{ displayName, placeholder = '' }: FieldWords,
	{ rule, test }: { rule: string; test: (value: unknown) => boolean },
) {
	const [, example] = /^e\.g\. (.+)/s.exec(placeholder) ?? [];
	const text = typeof value === 'string' ? value.trim() : '';
	if (typeof value === 'number' && !Number.isSafeInteger(value))
		return new InvalidField(
			'a number this large must be given as text',
			undefined,
			`Beyond 2^53, a number is not exact. ${displayName} takes a list with a text, such as ["1500000000000000001"].`,
		);
	const mended = mendJson(text);
	const isMended = text !== '' && test(readJson(mended));
	const shown = isMended ? mended : example;
	if (!shown) return new InvalidField(`must be ${rule}`);
	return new InvalidField(
		`it must be ${rule}`,
		undefined,
		`Put double quotes around texts. Enter ${isMended ? '' : 'for example '}${shown}`,
	);
}

/** JSON, or the value of an expression. Integers beyond 2^53 become text, so they keep every digit. */
export const json = (look: FieldWords, rule: string, test: (value: unknown) => boolean): Field => ({
	type: 'json',
	default: '',
	required: true,
	...look,
	rule,
	encode: (value) => {
		const parsed = typeof value === 'string' ? readJson(value) : value;
		if (parsed === undefined || !test(parsed)) throw refuseJson(value, look, { rule, test });
		return parsed;
	},
});
