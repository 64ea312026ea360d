/** Fields of JSON, and what is wrong with text that is nearly JSON. */
import { parseJson } from '../values/numbers';
import { gaveNothing } from './countFixes';
import type { Field, FieldWords } from './fields';
import { asSentence } from './fixes';
import { InvalidField, show } from './invalid';

function readJson(entered: string): unknown {
	try {
		return parseJson(entered);
	} catch {
		return undefined;
	}
}

/** Longer texts are not searched for faults. */
const longestMended = 10_000;

/** What JavaScript or people write and JSON does not have, with the text that takes its place. */
const faults: Array<[looks: RegExp, advice: string, instead: string]> = [
	[/(?<![:/\w])\/\/[^\n]*|\/\*[^]*?\*\//g, 'JSON has no comments: leave them out.', ''],
	[/'/g, 'Put double quotes around texts.', '"'],
	[/(?<![\w"])(\d+)n\b/g, 'Write numbers without n.', '"$1"'],
	[/,(?=\s*[\]}])/g, 'Leave out the comma before the end.', ''],
];

const findFaults = (text: string): typeof faults =>
	text.length > longestMended ? [] : faults.filter(([looks]) => text.search(looks) >= 0);

function isOpen(text: string): boolean {
	const count = (mark: RegExp): number => text.match(mark)?.length ?? 0;
	return count(/[[{]/g) > count(/[\]}]/g);
}

/** Advice on text that is no JSON; empty if its faults are of no known kind. */
export function sayJsonFaults(text: string): string {
	const advice = findFaults(text).map(([, fault]) => fault);
	if (isOpen(text)) advice.push('A bracket is missing at its end.');
	return advice.join(' ');
}

/** Turns bare values into a list of texts, and mends the faults. */
function mendJson(text: string): string {
	if (/^\d{1,3}(?:,\d{3})+$/.test(text)) return JSON.stringify([text.replaceAll(',', '')]);
	if (/^[\w.+-]+(?:[,;\s]+[\w.+-]+)*$/.test(text)) return JSON.stringify(text.split(/[,;\s]+/));
	const mended = findFaults(text).reduce((rest, [looks, , by]) => rest.replace(looks, by), text);
	return mended.replace(/\s*\n\s*/g, ' ').trim();
}

/** Nothing about text that is JSON, though of another form than the field takes. */
function adviseOn(text: string): string {
	if (isNothing(text)) return gaveNothing;
	return readJson(text) === undefined
		? sayJsonFaults(text) || 'Put double quotes around texts.'
		: '';
}

/** What an expression gives that reads a field of another name. */
const isNothing = (text: string): boolean => /^(?:null|undefined|NaN)$/.test(text);

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
	const isMended = text !== '' && !isNothing(text) && test(readJson(mended));
	const shown = isMended ? mended : example;
	if (!shown) return new InvalidField(`must be ${rule}`);
	const enter = `Enter ${isMended ? '' : 'for example '}${shown}`;
	const given = text && `This is ${asSentence(show(text))}`;
	return new InvalidField(
		`it must be ${rule}`,
		undefined,
		[given, adviseOn(text), enter].filter(Boolean).join(' '),
	);
}

/** JSON of the form that `test` demands, or the value of an expression. Integers beyond 2^53 become text, so they keep every digit. */
export const json = <T = unknown>(
	look: FieldWords,
	rule: string,
	test: (value: unknown) => boolean,
): Field<T> => ({
	type: 'json',
	default: '',
	required: true,
	...look,
	rule,
	encode: (value) => {
		const parsed = typeof value === 'string' ? readJson(value) : value;
		if (parsed === undefined || !test(parsed)) throw refuseJson(value, look, { rule, test });
		return parsed as T;
	},
});
