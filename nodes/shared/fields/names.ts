/** The user's names and groups for validators and addresses, one per line: `NodeID-... = Frankfurt-1 [fra]`. */
import type { IDataObject } from 'n8n-workflow';
import { paced, spend, workOf } from '../pace';
import { isEvmAddress } from '../values/checksum';
import { isBech32Address, isNodeId } from '../values/ids';
import { isRecord } from '../values/records';
import { sayFew } from '../values/lists';
import { shorten } from '../values/text';
import { demandShort, isEmpty, keyOfCalled, readCalled, type Called, type Named } from './called';
import { takeOnce, toOneForm } from './entries';
import type { Field, FieldWords } from './fields';
import type { Identifier } from './identifiers';
import { InvalidField, show } from './invalid';
import { readPasted } from './pasted';

/** By node ID or address, in the one form that {@link nameOf} looks up. */
export type Names = Record<string, Called>;

const canBeNamed = (id: string): boolean => isNodeId(id) || isEvmAddress(id) || isBech32Address(id);

function find(names: Names | undefined, id: string): Called | undefined {
	const key = toOneForm(id);
	return names && Object.hasOwn(names, key) ? names[key] : undefined;
}

/** The name the user gave to a node ID or an address, if any. */
export const nameOf = (names: Names | undefined, id: string): string | undefined =>
	find(names, id)?.name;

export const groupOf = (names: Names | undefined, id: string): string | undefined =>
	find(names, id)?.group;

const known = new WeakMap<Names, boolean>();

/** True if any name has a group. Remembered, because every record asks. */
export function haveGroups(names: Names | undefined): boolean {
	if (!names) return false;
	const has = known.get(names) ?? Object.values(names).some(({ group }) => group !== undefined);
	known.set(names, has);
	return has;
}

/** The column of a validator's group. It exists only if any name has a group. */
export const groupColumn = (names: Names | undefined, id: string | null): IDataObject =>
	haveGroups(names) ? { group: (id && groupOf(names, id)) || null } : {};

/** Fields of a row that may hold the name, the surest first. */
const nameFields = [/^name$/i, /name|label|alias|title/i];
const groupField = /^group$/i;

export interface IdRule {
	rule: string;
	needsNames: boolean;
	/** Accepts an ID of the field. `called` names such IDs in messages. */
	takes: (id: string) => boolean;
	called: string;
	/** The form of a line, if its parts are not an ID and a name: "token = amount". */
	form?: string;
}

/** The position of the first "=" outside a web address. The name begins after it. */
const signOf = (line: string): number =>
	line.replace(/https?:\/\/\S*/gi, (url) => '_'.repeat(url.length)).indexOf('=');

/** True if the entered list has names: "= name" in a line, rows, or an object of names by ID. */
const hasNames = (entered: unknown): boolean => {
	if (typeof entered === 'string') return entered.includes('=') && signOf(entered) >= 0;
	return Array.isArray(entered) ? entered.some(hasNames) : isRecord(entered);
};

const idIn = (text: string, takes: IdRule['takes']): string =>
	readPasted(text, { displayName: '', holds: 'nodeId', takes });

/** Refuses a second ID on a line, and an ID after the name. */
function demandName(id: string, name: string, place: string, { takes, form }: IdRule): void {
	demandShort(name, place);
	if (form !== undefined && name.includes('='))
		throw new InvalidField(`must have one "${form}" in ${place}: give each a line of its own`);
	if (form !== undefined) return;
	const behind = name.split(/[\s,;=]+/).find((text) => takes(idIn(text, takes)));
	if (behind === undefined) return;
	// A one-line field joins pasted lines into one.
	if (takes(idIn(id, takes)))
		throw new InvalidField(`has two IDs in ${place}: give each with a name a line of its own`);
	const called = toLine(`${id} ${name.replace(behind, '')}`);
	throw new InvalidField(
		`the ID comes first in ${place}`,
		undefined,
		`Enter ${idIn(behind, takes)} = ${called}.`,
	);
}

const toLine = (text: string): string => shorten(text.replace(/\s+/g, ' ').trim(), longestShown);
/** A name with its group is seldom longer. */
const longestShown = 80;

/** The bullet of a list entry, and the beginning of a line that only people read. */
const bullet = /^[ \t]*(?:[-*+\u2022\u2023\u25e6\u00b7\u2013\u2014]|\d{1,4}[.)])\s+/;
const remark = /^[ \t]*(?:#|\/\/)/;
const marks = new RegExp(`${bullet.source}|${remark.source}`, 'm');

/** True if the text has more than IDs: names, bullets or remarks. */
export const hasMarks = (entered: unknown): boolean =>
	hasNames(entered) ||
	(typeof entered === 'string' && (marks.test(entered) || hasColumns(entered)));

/** True if only people read the line. Refuses one with an ID, because it may be meant. */
function isRemark(line: string, place: string, takes: IdRule['takes']): boolean {
	if (!remark.test(line)) return false;
	if (entriesOf(line.replace(remark, '')).some((text) => takes(idIn(text, takes))))
		throw new InvalidField(
			`an ID stands behind # in ${place}`,
			undefined,
			'Remove the # to use this line, or remove the line.',
		);
	return true;
}

const entriesOf = (line: string): string[] => line.split(/[,;\s]+/).filter((text) => text !== '');

/** True for text that is probably meant as an ID, even a wrong one. */
const isLikeId = (text: string): boolean =>
	/^\W*(?:NodeID|0x|(?:[PXC]-)?(?:avax|fuji)1)|^\S{25,}$/i.test(text);

/** No ID with its name is longer. Longer lines are lists. */
const longestLine = 300;

/** An ID and its name in two columns of a table, in any order, as pasted from a spreadsheet. */
function readColumns(line: string): Pick<Named, 'id' | 'name'> | undefined {
	if (line.length > longestLine) return undefined;
	const [one = '', other = '', ...more] = line.split(/[\t;]/).map((cell) => cell.trim());
	const isFirst = isLikeId(one);
	if (one === '' || other === '' || more.some((cell) => cell !== '')) return undefined;
	if (isFirst === isLikeId(other)) return undefined;
	return isFirst ? { id: one, name: other } : { id: other, name: one };
}

const hasColumns = (entered: string): boolean =>
	/[\t;]/.test(entered) && linesOf(entered).some((line) => readColumns(line));

/** Refuses a name followed by its ID, as in "Frankfurt-1: NodeID-...". Behind a comma, the ID is an entry of its own. */
function demandOrder(line: string, place: string, takes: IdRule['takes']): void {
	const entries = entriesOf(line);
	const last = entries.pop() ?? '';
	const id = idIn(last, takes);
	if (!entries.length || entries.some(isLikeId) || !takes(id)) return;
	const name = toLine(line.slice(0, line.lastIndexOf(last)).replace(/[\s:\u2010-\u2015-]+$/, ''));
	if (name === '' || /[,;]/.test(name)) return;
	throw new InvalidField(`the ID comes first in ${place}`, undefined, `Enter ${id} = ${name}.`);
}

/** Refuses an ID followed by a name without "=" before it. */
function demandSign(line: string, place: string, takes: IdRule['takes']): void {
	if (line.length > longestLine) return;
	demandOrder(line, place, takes);
	const [first = '', ...others] = entriesOf(line);
	const id = idIn(first, takes);
	if (!others.length || others.some(isLikeId) || !takes(id)) return;
	const name = toLine(line.slice(line.indexOf(first) + first.length).replace(/^[\s,;:-]+/, ''));
	if (name === '') return;
	throw new InvalidField(
		`a name needs "=" before it in ${place}`,
		undefined,
		`Enter ${id} = ${name}.`,
	);
}

/** Longer texts are lists of IDs without names. */
const longestText = 10_000;

/** Refuses a text with such a line. */
export function demandSigns(entered: unknown, takes: IdRule['takes']): void {
	if (typeof entered !== 'string' || entered.length > longestText) return;
	for (const [i, line] of linesOf(entered).entries()) demandSign(line, `line ${i + 1}`, takes);
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** "NodeID - 7Xhw..." is one ID, though written wrongly. */
const isApart = (line: string): boolean => /^\s*node\s?id\s*[-:\u2010-\u2015]?\s/i.test(line);

/** Reads one ID with its name, or several IDs without names. */
function readLine(entered: string, place: string, reading: IdRule): Named[] {
	const { needsNames, takes } = reading;
	if (isRemark(entered, place, takes)) return [];
	const line = entered.replace(bullet, '');
	const { form = 'ID = name' } = reading;
	const sign = signOf(line);
	if (sign >= 0) {
		const [id, name] = [line.slice(0, sign).trim(), line.slice(sign + 1)];
		demandName(id, name, place, reading);
		return [{ place, id, name }];
	}
	const columns = reading.form === undefined ? readColumns(line) : undefined;
	if (columns) return [{ place, ...columns }];
	if (needsNames && reading.form === undefined) demandSign(line, place, takes);
	if (needsNames) throw new InvalidField(`must have "${form}" in ${place}, not ${show(line)}`);
	if (isApart(line)) return [{ place, id: line.trim(), name: undefined }];
	demandSign(line, place, takes);
	const ids = entriesOf(line);
	const placeOf = (i: number) => (ids.length > 1 ? `entry ${i + 1} of ${place}` : place);
	return ids.map((id, i) => ({ place: placeOf(i), id, name: undefined }));
}

/** Reads a row of a table or an n8n item: an ID from any field, and the name from a field called so. */
function readRow(row: unknown, place: string, reading: IdRule): Named[] {
	if (typeof row === 'string') return readLine(row, place, reading);
	const fields = isRecord(row) && isRecord(row.json) ? row.json : row;
	if (!isRecord(fields))
		throw new InvalidField(`must have an object in ${place}, not ${show(row)}`);
	const isIdentity = (value: unknown) => typeof value === 'string' && reading.takes(value.trim());
	const ids = Object.values(fields).filter(isIdentity) as string[];
	if (!ids.length) throw refuseRow(fields, place, reading);
	const others = Object.entries(fields).filter(([, value]) => !isIdentity(value));
	return ids.map((id) => ({ place, id: id.trim(), ...findCalled(others) }));
}

/** Explains the text of a row that is probably meant. Without one, names the fields of the row. */
function refuseRow(
	fields: Record<string, unknown>,
	place: string,
	{ called }: IdRule,
): InvalidField {
	const fault = `has no ${called} in ${place}`;
	const texts = Object.values(fields).filter((value) => typeof value === 'string');
	const meant = texts.find(isLikeId) ?? (texts.length === 1 ? texts[0] : undefined);
	if (meant !== undefined) return new InvalidField(fault, meant, undefined, place);
	const keys = Object.keys(fields);
	const few = sayFew(keys.slice(0, mostKeys).map(show), Math.max(0, keys.length - mostKeys));
	const advice = keys.length
		? `Its fields are ${few}, and none holds one. Let the expression return rows with one.`
		: 'It has no fields. Check the expression.';
	return new InvalidField(fault, undefined, advice);
}

/** More names of fields help nobody. */
const mostKeys = 5;

function findCalled(fields: Array<[string, unknown]>): Pick<Named, 'name' | 'group'> {
	const find = (called: RegExp) => fields.find(([key]) => called.test(key))?.[1];
	const name = nameFields.map(find).find((value) => value !== undefined);
	return { name, group: find(groupField) };
}

/** Reads an entry of an object by ID: a name, or an object with name and group. */
const readEntry = ([id, called]: [string, unknown]): Named => ({
	place: `entry ${show(id)}`,
	id: id.trim(),
	...(isRecord(called) ? findCalled(Object.entries(called)) : { name: called }),
});

/** JSON is often cut off or written wrongly, so only an expression can give an object. */
const refuseJson = ({ form = 'ID = name' }: IdRule): InvalidField =>
	new InvalidField(
		'this is JSON as text',
		undefined,
		`Enter one "${form}" per line. Or use an expression that returns the object or the list itself.`,
	);

/** Reads the entries of a text, of rows, or of an object of names by ID. */
export function* listNamed(value: unknown, reading: IdRule): Generator<void, Named[]> {
	if (Array.isArray(value))
		return yield* gather(value, (row, i) => readRow(row, `row ${i + 1}`, reading));
	const entries = isRecord(value) ? Object.entries(value) : [];
	if (entries.length) {
		return entries.some(([key]) => reading.takes(key.trim()))
			? entries.map(readEntry)
			: readRow(value, 'its row', reading);
	}
	if (typeof value === 'string' && /^\s*(?:\{|\[\s*\{)/.test(value)) throw refuseJson(reading);
	if (typeof value !== 'string')
		throw new InvalidField(`must be ${reading.rule}, not ${show(value)}`);
	return yield* gather(linesOf(value), (line, i) =>
		line.trim() ? readLine(line, `line ${i + 1}`, reading) : [],
	);
}

function* gather<T>(rows: T[], read: (row: T, index: number) => Named[]): Generator<void, Named[]> {
	const entries: Named[] = [];
	for (const [i, row] of rows.entries())
		for (const entry of read(row, i)) {
			yield* spend(workOf.entry);
			entries.push(entry);
		}
	return entries;
}

const ofNames: IdRule = {
	rule: 'lines "ID = name" or "ID = name [group]", a list of rows with an ID and a name, or an object of names by ID',
	needsNames: true,
	takes: canBeNamed,
	called: 'node ID or address',
};

const twiceAdvice = {
	id: 'Remove one of the two.',
	name: 'Give each validator a name of its own: messages and silences could not tell them apart.',
};

/** The IDs in order, with the names that some have. An InvalidField tells the line or row of a fault. */
export function* collect(
	entries: Named[],
	{ needsNames, takes, called }: IdRule,
): Generator<void, { ids: string[]; names?: Names }> {
	const ids: string[] = [];
	const names: Names = {};
	const placeOf = new Map<string, string>();
	const claim = (of: 'id' | 'name', text: string, what: string, place: string): void => {
		const first = placeOf.get(what);
		if (first)
			throw new InvalidField(
				`${show(text)} stands twice: in ${first} and in ${place}`,
				undefined,
				twiceAdvice[of],
			);
		placeOf.set(what, place);
	};
	for (const entry of entries) {
		const { place } = entry;
		const id = idIn(entry.id, takes);
		yield* spend(workOf.checkedEntry);
		if (id === '')
			throw new InvalidField(
				`no ${called} stands in ${place}`,
				undefined,
				'Enter it there. If there is an expression, it gave nothing: check the name of the field that it reads.',
			);
		if (!takes(id)) {
			const fault = `has no valid ${called} in ${place}: ${show(id)}`;
			throw new InvalidField(fault, id, undefined, place);
		}
		ids.push(id);
		if (!needsNames && isEmpty(entry.name) && isEmpty(entry.group)) continue;
		const named = readCalled(entry);
		claim('id', id, toOneForm(id), place);
		// Two validators with one name would look the same in a message, and a silence of one would cover both. Addresses may share their owner's name.
		const { name } = named;
		if (name !== undefined && isNodeId(id)) claim('name', name, `name ${keyOfCalled(name)}`, place);
		names[toOneForm(id)] = named;
	}
	return { ids, names: Object.keys(names).length ? names : undefined };
}

interface NamedKind {
	rule: string;
	takes: (id: string) => boolean;
}

/** The IDs of an entered list, each once and as it was written, with the names that some have. */
export function* readNamed(
	entered: unknown,
	{ rule, takes }: NamedKind,
): Generator<void, { ids: string[]; names?: Names }> {
	const reading: IdRule = { rule, takes, needsNames: false, called: 'address or ID' };
	const { ids, names: given } = yield* collect(yield* listNamed(entered, reading), reading);
	return { ids: yield* takeOnce(ids), names: given };
}

/** Plain words are meant as names, and not as IDs. */
function kindOf(entered: string): Identifier | undefined {
	if (/^0x/i.test(entered)) return 'evmAddress';
	if (/^(?:[PXC]-)?(?:avax|fuji)1/i.test(entered)) return 'primaryAddress';
	return isLikeId(entered) ? 'nodeId' : undefined;
}

/** The field Names; encoded as {@link Names}. */
export const names: Field = {
	displayName: 'Names',
	name: 'names',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg = Frankfurt-1',
	description:
		'Your names for validators and addresses: one "ID = name" per line, or an expression that returns rows with an ID and a name',
	optional: true,
	notSent: true,
	givesNames: true,
	kindOf,
	rule: ofNames.rule,
	encode: paced(function* (value) {
		return (yield* collect(yield* listNamed(value, ofNames), ofNames)).names;
	}),
};

/** A field of IDs, one per line, each with or without a name. */
export const namedLines = (
	look: FieldWords,
	reading: IdRule,
	toValue: (found: { ids: string[]; names?: Names }) => unknown,
): Field => ({
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	isMerged: true,
	...look,
	rule: reading.rule,
	encode: paced(function* (value) {
		return toValue(yield* collect(yield* listNamed(value, reading), reading));
	}),
});
