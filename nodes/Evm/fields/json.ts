import { gaveNothing } from '../../shared/fields/countFixes';
import { asSentence } from '../../shared/fields/fixes';
import { InvalidField, show } from '../../shared/fields/invalid';
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

/** The fault that makes a text no JSON. */
function findFault(text: string): string {
	if (/^(?:null|undefined|NaN)$/.test(text)) return gaveNothing;
	if (/(?:^|[\s,[{\]}])(?:\/\/|\/\*)/.test(text)) return 'JSON has no comments: remove them.';
	const count = (mark: RegExp) => text.match(mark)?.length ?? 0;
	const isOpen = count(/[[{]/g) > count(/[\]}]/g);
	return isOpen ? 'A bracket is missing at its end.' : 'Put double quotes around texts.';
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
	const fault = findFault(text);
	const mended = mendJson(text);
	const isMended = text !== '' && fault !== gaveNothing && test(readJson(mended));
	const shown = isMended ? mended : example;
	if (!shown) return new InvalidField(`must be ${rule}`);
	return new InvalidField(
		`it must be ${rule}`,
		undefined,
		`${sayValue(text)}${fault} Enter ${isMended ? '' : 'for example '}${shown}`,
	);
}

const sayValue = (text: string): string => (text ? `This is ${asSentence(show(text))} ` : '');

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
