/** Lines "who = amount": amounts for a token or a wallet, each checked. */
import { paced, spend, workOf } from '../pace';
import { isRecord } from '../values/records';
import type { Named } from './called';
import { suggestNumber } from './countFixes';
import { Faults } from './faults';
import type { Field, FieldWords } from './fields';
import { InvalidField, show } from './invalid';
import { isAmount } from './kinds';
import { listNamed, type IdRule } from './namedEntries';

export interface AmountLine {
	place: string;
	id: string;
	/** Whole units, as it was entered. */
	amount: string;
}

function* listEntries(value: unknown, reading: IdRule, faults: Faults): Generator<void, Named[]> {
	if (!isRecord(value) || isRecord(value.json)) return yield* listNamed(value, reading, faults);
	if (!Object.keys(value).length)
		throw new InvalidField(
			'an expression gave an object without entries',
			undefined,
			'Check the fields that it reads. Leave the field empty for no lines.',
		);
	return Object.entries(value).map(([id, name]) => ({ place: `entry ${show(id)}`, id, name }));
}

/** Reads lines, rows, or an object of amounts. Throws an InvalidField that tells the places of faults. */
export function* listAmounts<Line>(
	value: unknown,
	reading: IdRule,
	readLine: (line: AmountLine) => Line,
): Generator<void, Line[]> {
	const lines: Line[] = [];
	const faults = new Faults();
	for (const entry of yield* listEntries(value, reading, faults)) {
		yield* spend(workOf.entry);
		faults.check(entry.place, () => lines.push(readLine(readAmount(entry, reading))));
	}
	faults.throwFirst();
	return lines;
}

function readAmount({ place, id, name }: Named, { price }: IdRule): AmountLine {
	const amount = String(name ?? '').trim();
	if (isAmount(amount)) return { place, id: id.trim(), amount };
	throw new InvalidField(
		`must have ${price ?? 'a number of whole tokens'} in ${place}, not ${show(amount)}`,
		undefined,
		suggestNumber(price === undefined ? 'amount' : 'price', amount) ??
			'Enter digits, such as 1000.5.',
	);
}

export const refuseTwice = ({ place, id }: AmountLine, advice = ''): InvalidField =>
	new InvalidField(
		`${show(id)} stands twice, the second time in ${place}`,
		undefined,
		`Keep one of its lines.${advice}`,
	);

/** Explained as an address, of which it may be a mistyped one. `form` says of what there is none. */
export const refuseToken = ({ place, id }: AmountLine, form: string): InvalidField =>
	new InvalidField(`has no ${form} in ${place}: ${show(id)}`, id, undefined, place);

/**
 * Reads an amount for each token, by contract or symbol in small letters. `form` says in an error of what there is none.
 * Throws an InvalidField for a line without a token, and for a token that comes twice.
 */
export function* readTokenAmounts(
	value: unknown,
	reading: IdRule,
	form: string,
): Generator<void, Map<string, string>> {
	const found = new Map<string, string>();
	yield* listAmounts(value, reading, (line) => {
		const { id, amount } = line;
		const token = id.toLowerCase();
		if (!reading.takes(id)) throw refuseToken(line, form);
		if (found.has(token)) throw refuseTwice(line);
		found.set(token, amount);
	});
	return found;
}

/** A field of such lines. `read` gives undefined if there are none. */
export const amountLines = <Read>(
	look: FieldWords & Pick<Field, 'holds'>,
	{ rule }: IdRule,
	read: (value: unknown) => Generator<void, Read | undefined>,
): Field<Read | undefined> => ({
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	...look,
	optional: true,
	rule,
	encode: paced(read),
});
