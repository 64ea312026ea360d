/** Explains a value that a field does not accept: the fault, the advice, and the value in a form for messages. */
import { sayFew } from '../values/lists';
import { capitalize, keepBrackets, shorten } from '../values/text';
import type { Counted } from './countFixes';
import { adviseSeveral, asSentence, sayExample, suggest, type Advised, type Shown } from './fixes';
import { findObject } from './givenObjects';
import type { Identifier } from './identifiers';
import { hideSecrets, isPerhapsSecret } from './secrets';

/** A fault, and where in a list it stands. */
export interface Placed {
	place: string;
	error: InvalidField;
}

export class InvalidField extends Error {
	/** The rule, the value and the advice. Without it, the message completes a sentence after the field's name. */
	readonly description?: string;
	/** The other wrong entries of its list. */
	others: Placed[] = [];

	constructor(
		message: string,
		/** The one value that breaks the rule. */
		readonly entered?: string,
		description?: string,
		/** Where in a field of several lines or entries it stands, such as "line 3". */
		readonly place?: string,
	) {
		super(keepBrackets(message));
		this.description = description && keepBrackets(description);
	}
}

/** An expression gave a list to a field of one value. Only the field knows where several go. */
class ListGiven extends InvalidField {}

/** For two values in the wrong order, each with its label. */
export const outOfOrder = (
	problem: string,
	[first, start]: [label: string, value: string],
	[second, end]: [label: string, value: string],
	advice?: string,
): InvalidField => {
	const given = `${first} is ${start} and ${second} is ${end}.`;
	return new InvalidField(problem, undefined, advice ? `${given} ${advice}` : given);
};

/** Refuses an object in place of one value. */
export function refuseObject(value: unknown): void {
	const found = findObject(value);
	if (found && found[1] === undefined) throw new ListGiven(found[0]);
	if (found) throw new InvalidField(found[0], undefined, found[1]);
}

/** Splits advice into the fault and the remedy: "the value is 1 digit too short", "Copy the whole value." */
function splitFix(fix: string): [fault: string, advice: string] {
	const [, fault, advice] = /^(.+?)(?:[.:](?: |$)|, so )(.*)$/s.exec(fix) ?? ['', fix, ''];
	return [fault[0].toLowerCase() + fault.slice(1), capitalize(advice)];
}

/** The parts of a field that help to explain a wrong value. */
export interface Explained extends Advised {
	displayName: string;
	/** The kind of identifier it takes. A wrong one is then explained. */
	holds?: Identifier;
	/** The kind of number it takes. A wrong one is then explained. */
	counts?: Counted;
	/** The kind of identifier that a text is meant as, for a field that takes several kinds. */
	kindOf?: (entered: string) => Identifier | undefined;
}

/** Puts the fault into one line, and the advice, the rule, the value and other faults into the description. */
export function describeInvalid(field: Explained & Partial<Shown>, error: unknown): InvalidField {
	const invalid = error instanceof InvalidField ? error : new InvalidField('could not be read');
	const { message, description } = describeOne(field, invalid);
	const others = sayOthers(field, invalid.others);
	return new InvalidField(
		message,
		undefined,
		[description, others].filter(Boolean).join(' ') || undefined,
	);
}

/** More places in a message help nobody. */
const mostNamed = 5;

/** The other places with their reasons. Those with the same reason stand together. */
function sayOthers(field: Explained & Partial<Shown>, others: Placed[]): string {
	if (!others.length) return '';
	const byReason = new Map<string, string[]>();
	for (const { place, error } of others.slice(0, mostNamed)) {
		const reason = reasonOf(field, error);
		const where = reason.includes(place) ? [] : [`${place}${sayGiven(place, error.entered)}`];
		byReason.set(reason, [...(byReason.get(reason) ?? []), ...where]);
	}
	const said = [...byReason].map(([reason, places]) =>
		[sayFew(places, 0), reason].filter(Boolean).join(': '),
	);
	const more = others.length - mostNamed;
	const rest = more > 0 ? `; and ${more} more` : '';
	return `Also wrong: ${said.join('; ')}${rest}.`;
}

/** The fault in few words, without the field's name and without advice. */
function reasonOf(field: Explained & Partial<Shown>, invalid: InvalidField): string {
	const fix = fixOf(field, invalid);
	if (fix) return splitFix(fix)[0];
	const rule = hideKey(invalid.message, invalid.entered);
	const { message } = describeOne(field, invalid);
	return (rule.length <= longestLine ? rule : message)
		.replace(field.displayName, '')
		.replace(/^(?:Check )?[:,\s]*|^has /, '')
		.replace(/; "[^"]*" is not one$/, '');
}

function describeOne(field: Explained & Partial<Shown>, invalid: InvalidField): InvalidField {
	const { displayName } = field;
	const { message, entered, place } = invalid;
	const description = invalid instanceof ListGiven ? adviseSeveral(field) : invalid.description;
	if (description !== undefined) return withAdvice(displayName, message, description);
	const fix = fixOf(field, invalid);
	const shown = hideKey(message, entered);
	if (fix) {
		const [fault, advice] = splitFix(fix);
		const description = [advice, sayRest(`${displayName} ${shown}`, invalid)]
			.filter(Boolean)
			.join(' ');
		const line = sayPlaced(displayName, fault, { entered, place });
		return new InvalidField(line, undefined, description);
	}
	const { line, rest } = sayFault(displayName, shown);
	const example = hasExample.test(`${line} ${rest}`) ? '' : sayExample(field);
	return new InvalidField(line, undefined, [rest, example].filter(Boolean).join(' '));
}

/** The fault and the advice for a value of a known kind. */
function fixOf(
	field: Explained & Partial<Shown>,
	{ description, entered }: InvalidField,
): string | undefined {
	if (description !== undefined || entered === undefined) return undefined;
	const { holds, counts, kindOf } = field;
	return suggest(holds ?? counts ?? kindOf?.(entered), entered, field);
}

/** The rule with the value. If the line says the fault and its place, only the rest of the value is new. */
function sayRest(sentence: string, { entered = '', place, message }: InvalidField): string {
	if (place === undefined || !message.startsWith('has no ')) return asSentence(sentence);
	return sayGiven(place, entered) && entered.length > longestGiven
		? `You entered ${asSentence(show(entered))}`
		: '';
}

/** Words before an example, or before all that can be entered. */
const hasExample = /such as|like \d|as in|Example|one of|\bfrom \d|at most|true or false/;

/** Enough to find a value among others. */
const longestGiven = 20;

/** The line that n8n shows. Of a list it names the entry, because a published workflow shows this line alone. */
function sayPlaced(
	displayName: string,
	fault: string,
	{ entered, place }: Pick<InvalidField, 'entered' | 'place'>,
): string {
	if (place === undefined) return `Check ${displayName}: ${fault}`;
	return `Check ${displayName}, ${place}: ${fault}${sayGiven(place, entered)}`;
}

/** The value in brackets, unless the place has it or nobody may read it. */
function sayGiven(place: string, entered?: string): string {
	const isShown = entered && !isPerhapsSecret(entered) && !place.includes('"');
	return isShown ? ` (${show(shorten(entered, longestGiven))})` : '';
}

/** A message about the field goes on after its name. A part of a collection has already explained itself. */
function withAdvice(displayName: string, message: string, advice: string): InvalidField {
	const [, ofPart] = /^Check (.+)$/s.exec(message) ?? [];
	if (ofPart) return new InvalidField(`Check ${displayName}, ${ofPart}`, undefined, advice);
	if (!/^(has|must) /.test(message))
		return new InvalidField(`Check ${displayName}: ${message}`, undefined, advice);
	const { line, rest } = sayFault(displayName, message);
	return new InvalidField(line, undefined, [rest, advice].filter(Boolean).join(' '));
}

/** Removes a value that may be a key, so that no message and no record of a run shows it. */
function hideKey(message: string, entered?: string): string {
	if (entered === undefined || !isPerhapsSecret(entered)) return message;
	const shown = keepBrackets(show(entered));
	return message.replace(`: ${shown}`, '').replace(shown, 'what was entered');
}

/** Length of the first line, which n8n shows in a toast. */
const longestLine = 90;
/** Length of a first clause with the name of its field. */
const longestClause = 80;

/** The line that n8n shows first, and the rest below it. */
interface Fault {
	line: string;
	rest: string;
}

/** Splits off a first clause that makes sense by itself, or else says the whole below. Never cuts a quotation. */
function firstClause(sentence: string, whole: string): Fault | undefined {
	const [, line, mark, rest] = /^(.{20,80}?)([;:,] | \()(.*)$/s.exec(sentence) ?? [];
	if (line === undefined || !isWhole(line)) return undefined;
	const [, given] = /^(?:not )?(".*")$/s.exec(rest) ?? [];
	if (given) return { line, rest: `This is ${asSentence(given)}` };
	const [, rule, other] = (mark === ' (' && /^([^()]*)\)(?:, not (".*"))?$/s.exec(rest)) || [];
	if (rule) return { line, rest: sayRule(rule, other) };
	const isSentence = mark === '; ' || mark === ': ';
	return { line, rest: isSentence ? asSentence(capitalize(rest)) : whole };
}

/** True if the text ends outside of quotation marks and brackets. */
const isWhole = (text: string): boolean =>
	text.split('"').length % 2 === 1 && text.split('(').length === text.split(')').length;

/** The rule that was in brackets, and the value given instead. */
const sayRule = (rule: string, given: string | undefined): string =>
	[capitalize(asSentence(rule)), given && `This is ${asSentence(given)}`].filter(Boolean).join(' ');

/** Where in a field of lines or rows the fault is. */
const placeIn = / in ((?:entry \d+ of )?(?:line|row|entry) (?:\d+|"[^"]*"))/;

/** The fault of a field: the value that it cannot have, with the rule below, or the rule. Nothing is said twice. */
function sayFault(displayName: string, message: string): Fault {
	const rule = asSentence(`${displayName} ${message}`);
	const [, missing] = /^has (.+)$/s.exec(message) ?? [];
	if (missing) return fitLine(displayName, missing, rule);
	const [end, given] = /(?:, not|;) ("[^"]{1,40}")(?: is not one)?$/.exec(message) ?? [];
	if (!end || !given) return fitLine(displayName, `it ${message}`, rule);
	const [, place] = placeIn.exec(message) ?? [];
	const where = [displayName, place].filter(Boolean).join(', ');
	const rest = asSentence(`${displayName} ${message.slice(0, -end.length)}`);
	return { line: `Check ${where}: it cannot be ${given}`, rest };
}

/** All in one line if it has room. */
function fitLine(displayName: string, fault: string, whole: string): Fault {
	const start = `Check ${displayName}`;
	const line = `${start}: ${fault}`;
	if (line.length <= longestLine) return { line, rest: '' };
	const clause = firstClause(fault, whole);
	return clause && start.length + clause.line.length <= longestClause
		? { ...clause, line: `${start}: ${clause.line}` }
		: { line: start, rest: whole };
}

/** An object as JSON, or its kind if that fails, as for one that contains itself. */
function tryJson(value: unknown): string {
	try {
		const json = JSON.stringify(value, (_key, entry: unknown) =>
			typeof entry === 'bigint' ? String(entry) : entry,
		);
		// JSON writes a date as a text.
		return json.startsWith('"') ? (JSON.parse(json) as string) : json;
	} catch {
		return Object.prototype.toString.call(value);
	}
}

/** A value as messages show it. */
export const show = (value: unknown): string =>
	`"${shorten(hideSecrets(typeof value === 'object' ? tryJson(value) : String(value)), 80)}"`;
