/** A value that a field does not accept: what is wrong, how to mend it, and how a message shows the value. */
import { shorten } from '../values/text';
import type { Field } from './fields';
import { asSentence, hideSecrets, isPerhapsSecret, suggest } from './fixes';
import { findObject } from './givenObjects';

/** A value that its field does not accept. */
export class InvalidField extends Error {
	constructor(
		message: string,
		/** The one value that breaks the rule. */
		readonly entered?: string,
		/** The rule, what was given, and how to mend it; the message is a sentence then, and else completes one. */
		readonly description?: string,
	) {
		super(message);
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

/** What a field does not accept: the fault in one line, then how to mend it, the rule, and what was given. */
export function describeInvalid(
	{ displayName, holds, counts }: Pick<Field, 'displayName' | 'holds' | 'counts'>,
	error: unknown,
): InvalidField {
	const { description, message, entered } =
		error instanceof InvalidField ? error : new InvalidField('could not be read');
	// A part of a collection has said all of itself.
	if (description !== undefined)
		return new InvalidField(`${displayName}: ${message}`, undefined, description);
	const fix = entered !== undefined && suggest(holds ?? counts, entered);
	const problem = `${displayName} ${hideKey(message, entered)}`;
	const sentence = asSentence(problem);
	if (fix) {
		const [fault, advice] = splitFix(fix);
		const description = [advice, sentence].filter(Boolean).join(' ');
		return new InvalidField(`Check ${displayName}: ${fault}`, undefined, description);
	}
	const line = sayFault(displayName, message);
	return new InvalidField(line, undefined, line === problem ? '' : sentence);
}

/** The fault without a value that may be a key: it stands in no message and no record of a run. */
const hideKey = (message: string, entered?: string): string =>
	entered !== undefined && isPerhapsSecret(entered)
		? message.replace(show(entered), 'what was entered')
		: message;

/** The first line, which n8n shows in a toast. */
const longestLine = 90;

/** The beginning of a sentence that says something by itself: what stands in quotation marks is not cut. */
function firstClause(line: string): string | undefined {
	const [, clause] = /^(.{20,80}?)(?:[;:,] | \()/s.exec(line) ?? [];
	const isWhole = clause !== undefined && clause.split('"').length % 2 === 1;
	return isWhole ? clause : undefined;
}

/** What is wrong with a field, where a line holds it. */
function sayFault(displayName: string, message: string): string {
	const [, given] = /(?:, not|;) ("[^"]{1,40}")(?: is not one)?$/.exec(message) ?? [];
	if (given) return `Check ${displayName}: it cannot be ${given}`;
	const [, missing] = /^has (.+)$/s.exec(message) ?? [];
	const line = missing ? `Check ${displayName}: ${missing}` : `${displayName} ${message}`;
	return line.length <= longestLine ? line : (firstClause(line) ?? `Check ${displayName}`);
}

/** An object as JSON, or its kind where it cannot be written so (one that holds itself). */
function tryJson(value: unknown): string {
	try {
		return JSON.stringify(value, (_key, entry: unknown) =>
			typeof entry === 'bigint' ? String(entry) : entry,
		);
	} catch {
		return Object.prototype.toString.call(value);
	}
}

/** A value as a message shows it. */
export const show = (value: unknown): string =>
	`"${shorten(hideSecrets(typeof value === 'object' ? tryJson(value) : String(value)), 80)}"`;
