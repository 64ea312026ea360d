/** Names with groups as users enter them: "Frankfurt-1 [fra]", or each in a field of its own. */
import { hasTurns, lookOf } from '../values/foreign';
import { InvalidField, show } from './invalid';

/** The user's name and group for a validator or an address. At least one is set. */
export interface Called {
	name?: string;
	group?: string;
}

/** Two names or two groups with the same key are one, in whatever letter case: people write them so to find one. */
export const keyOfCalled = (called: string): string => lookOf(called).toLowerCase();

/** "Frankfurt-1 (fra, NodeID-4mJd...Gsn)". Without a name, the whole ID takes its place. */
export function sayCalled(
	{ name, group }: Called,
	{ whole, short }: Record<'whole' | 'short', string>,
): string {
	const behind = [group, name && short].filter(Boolean).join(', ');
	return behind ? `${name ?? whole} (${behind})` : (name ?? whole);
}

/** One ID with its name and its place, such as "line 3". The group is separate, or in brackets after the name. */
export interface Named {
	place: string;
	id: string;
	name: unknown;
	group?: unknown;
}

const longestName = 60;
/** Includes spaces and marks that are dropped later. */
const mostTyped = 1000;

const tooLong = (text: string, place: string, what = 'name'): InvalidField =>
	new InvalidField(
		`must have a ${what} of at most ${longestName} characters in ${place}, not ${show(text)}`,
	);

/** Refuses a name of megabytes before it is read. */
export function demandShort(name: string, place: string): void {
	if (name.trim().length > mostTyped) throw tooLong(name, place);
}

/** As one line; empty if the value is not text or a number. */
function toLine(value: unknown, place: string): string {
	if (typeof value !== 'string' && typeof value !== 'number') return '';
	demandShort(String(value), place);
	return String(value).replace(/\s+/g, ' ').trim();
}

export const isEmpty = (value: unknown): boolean => (value ?? '') === '';

/** Splits a name from the group in brackets after it. */
function splitGroup(text: string, place: string): { name: string; group?: string } {
	const [open, close] = [text.lastIndexOf('['), text.lastIndexOf(']')];
	const isGroup = close >= 0 && close === text.length - 1;
	if (open > close || (isGroup && open < 0))
		throw new InvalidField(
			`must have both brackets around a group in ${place}, as in "Frankfurt-1 [fra]", not ${show(text)}`,
		);
	if (!isGroup) return { name: text };
	return { name: text.slice(0, open).trim(), group: text.slice(open + 1, close).trim() };
}

/** Refuses invisible characters, and text too long for a title. */
function demandReadable(text: string, what: 'name' | 'group', place: string): void {
	if (hasTurns(text))
		throw new InvalidField(
			`must have a ${what} without invisible characters in ${place}: enter the ${what} again by hand`,
		);
	if (text.length > longestName || !text.isWellFormed()) throw tooLong(text, place, what);
}

/** Characters that separate the parts of a silence or mark up a message. */
const noPartOfGroup = /[[\],;=<>@*`~|\\]/;

function demandGroup(group: string, place: string): void {
	if (!lookOf(group)) throw new InvalidField(`has an empty group in ${place}`);
	demandReadable(group, 'group', place);
	const [odd] = noPartOfGroup.exec(group) ?? [];
	if (odd !== undefined)
		throw new InvalidField(
			`has a group with "${odd}" in ${place}: ${show(group)}`,
			undefined,
			'A group has none of , ; = [ ] > < @ * ` ~ | \\ in its name. Give each validator one group.',
		);
}

/** The name and group of an entry. Throws an InvalidField. */
export function readCalled({ name: given, group: beside, place }: Named): Called {
	const { name, group: behind } = splitGroup(toLine(given, place), place);
	const isBeside = !isEmpty(beside);
	if (isBeside && behind !== undefined)
		throw new InvalidField(`has two groups in ${place}: one behind the name, and one beside it`);
	const group = isBeside ? toLine(beside, place) : behind;
	const isNamed = lookOf(name) !== '';
	if (!isNamed && group === undefined) throw new InvalidField(`has no name in ${place}`);
	if (isNamed) demandReadable(name, 'name', place);
	if (group !== undefined) demandGroup(group, place);
	return { ...(isNamed && { name }), ...(group !== undefined && { group }) };
}
