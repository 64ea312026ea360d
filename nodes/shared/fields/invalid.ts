/** A value that a field does not accept: what is wrong, how to mend it, and how a message shows the value. */
import { keepBrackets, shorten } from '../values/text';
import type { Counted } from './countFixes';
import { asSentence, hideSecrets, isPerhapsSecret, suggest } from './fixes';
import { findObject } from './givenObjects';
import type { Identifier } from './identifiers';

/** A value that its field does not accept. */
export class InvalidField extends Error {
	/** The rule, what was given, and how to mend it; the message is a sentence then, and else completes one. */
	readonly description?: string;

	constructor(
		message: string,
		/** The one value that breaks the rule. */
		readonly entered?: string,
		description?: string,
	) {
		super(keepBrackets(message));
		this.description = description && keepBrackets(description);
	}
}

/** Of two values that are in the wrong order, with each label. */
export const outOfOrder = (
	problem: string,
	[first, start]: [label: string, value: string],
	[second, end]: [label: string, value: string],
	advice?: string,
): InvalidField => {
	const given = `${first} is ${start} and ${second} is ${end}.`;
	return new InvalidField(problem, undefined, advice ? `${given} ${advice}` : given);
};

/** An object where one value belongs, in words. */
export function refuseObject(value: unknown): void {
	const found = findObject(value);
	if (found) throw new InvalidField(found[0], undefined, found[1]);
}

/** The fault in a few words, and what to do about it: "the value is 1 digit too short", and "Copy the whole value." */
function splitFix(fix: string): [fault: string, advice: string] {
	const [, fault, advice] = /^(.+?)(?:[.:](?: |$)|, so )(.*)$/s.exec(fix) ?? ['', fix, ''];
	return [
		fault[0].toLowerCase() + fault.slice(1),
		(advice[0] ?? '').toUpperCase() + advice.slice(1),
	];
}

/** By what a field explains a value that it does not accept. */
export interface Explained {
	displayName: string;
	/** What it identifies something by: a wrong value is explained. */
	holds?: Identifier;
	/** What an identifier of another kind means here, where it is not what it means elsewhere. */
	ifOther?: Partial<Record<Identifier, string>>;
	/** Which kind of number it takes: a wrong one is explained. */
	counts?: Counted;
}

/** What a field does not accept: the fault in one line, then how to mend it, the rule, and what was given. */
export function describeInvalid(
	{ displayName, holds, ifOther, counts }: Explained,
	error: unknown,
): InvalidField {
	const { description, message, entered } =
		error instanceof InvalidField ? error : new InvalidField('could not be read');
	// A part of a collection has said all of itself.
	if (description !== undefined)
		return new InvalidField(`${displayName}: ${message}`, undefined, description);
	const fix = entered !== undefined && suggest(holds ?? counts, entered, ifOther);
	const shown = hideKey(message, entered);
	if (fix) {
		const sentence = asSentence(`${displayName} ${shown}`);
		const [fault, advice] = splitFix(fix);
		const description = [advice, sentence].filter(Boolean).join(' ');
		return new InvalidField(`Check ${displayName}: ${fault}`, undefined, description);
	}
	const { line, rest } = sayFault(displayName, shown);
	return new InvalidField(line, undefined, rest);
}

/** The fault without a value that may be a key: it stands in no message and no record of a run. */
function hideKey(message: string, entered?: string): string {
	if (entered === undefined || !isPerhapsSecret(entered)) return message;
	const shown = keepBrackets(show(entered));
	return message.replace(`: ${shown}`, '').replace(shown, 'what was entered');
}

/** The first line, which n8n shows in a toast. */
const longestLine = 90;

/** The line that n8n shows first, and what is left to say below it. */
interface Fault {
	line: string;
	rest: string;
}

const capitalize = (text: string): string => text[0].toUpperCase() + text.slice(1);

/** The beginning of a sentence that says something by itself: what stands in quotation marks is not cut. */
function firstClause(sentence: string): Fault | undefined {
	const [, line, mark, rest] = /^(.{20,80}?)([;:,] | \()(.*)$/s.exec(sentence) ?? [];
	if (line === undefined || !isWhole(line)) return undefined;
	const [, given] = /^(?:not )?(".*")$/s.exec(rest) ?? [];
	if (given) return { line, rest: `This is ${asSentence(given)}` };
	const [, rule, other] = (mark === ' (' && /^([^()]*)\)(?:, not (".*"))?$/s.exec(rest)) || [];
	if (rule) return { line, rest: sayRule(rule, other) };
	const isSentence = mark === '; ' || mark === ': ';
	return { line, rest: asSentence(isSentence ? capitalize(rest) : sentence) };
}

/** Whether it ends within no quotation and no brackets. */
const isWhole = (text: string): boolean =>
	text.split('"').length % 2 === 1 && text.split('(').length === text.split(')').length;

/** What stood in brackets, and what was given in its place. */
const sayRule = (rule: string, given: string | undefined): string =>
	[capitalize(asSentence(rule)), given && `This is ${asSentence(given)}`].filter(Boolean).join(' ');

/** What is wrong with a field. The line has all of it, where it has room: nothing is said twice. */
function sayFault(displayName: string, message: string): Fault {
	const whole = `${displayName} ${message}`;
	const [, missing] = /^has (.+)$/s.exec(message) ?? [];
	const line = missing ? `Check ${displayName}: ${missing}` : whole;
	if (line.length <= longestLine) return { line, rest: '' };
	const [end, given] = /(?:, not|;) ("[^"]{1,40}")(?: is not one)?$/.exec(message) ?? [];
	if (end && given) {
		const rule = whole.slice(0, -end.length);
		return { line: `Check ${displayName}: it cannot be ${given}`, rest: asSentence(rule) };
	}
	return firstClause(line) ?? { line: `Check ${displayName}`, rest: asSentence(whole) };
}

/** An object as JSON, or its kind where it cannot be written so (one that holds itself). */
function tryJson(value: unknown): string {
	try {
		const json = JSON.stringify(value, (_key, entry: unknown) =>
			typeof entry === 'bigint' ? String(entry) : entry,
		);
		// A date is written as a text.
		return json.startsWith('"') ? (JSON.parse(json) as string) : json;
	} catch {
		return Object.prototype.toString.call(value);
	}
}

/** A value as a message shows it. */
export const show = (value: unknown): string =>
	`"${shorten(hideSecrets(typeof value === 'object' ? tryJson(value) : String(value)), 80)}"`;
