/** Reads the entries of a list of IDs with names: lines of a text, rows of a table, or an object of names by ID. */
import { spend, workOf } from '../pace';
import { parseJson } from '../values/numbers';
import { isRecord } from '../values/records';
import { sayFew } from '../values/lists';
import { shorten } from '../values/text';
import { demandShort, type Named } from './called';
import { splitWords } from './entries';
import { Faults } from './faults';
import { InvalidField, show } from './invalid';
import { readPasted } from './pasted';

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
	/** How to write such a line, for one without "=". */
	howTo?: string;
	/** What has to stand behind "=", if that is a price and no number of whole tokens. */
	price?: string;
}

/** The position of the first "=" outside a web address. The name begins after it. */
const signOf = (line: string): number =>
	line
		.replace(/(?<![a-z\d.-])(?:https?:\/|[a-z\d-]+(?:\.[a-z\d-]+)+)\/\S*/gi, (url) =>
			'_'.repeat(url.length),
		)
		.indexOf('=');

/** True if the entered list has names: "= name" in a line, rows, or an object of names by ID. */
const hasNames = (entered: unknown): boolean => {
	if (typeof entered === 'string') return entered.includes('=') && signOf(entered) >= 0;
	return Array.isArray(entered) ? entered.some(hasNames) : isRecord(entered);
};

export const idIn = (text: string, takes: IdRule['takes']): string =>
	readPasted(text, { displayName: '', holds: 'nodeId', takes });

/** What the user calls it. */
export const nounOf = (id: string): string => (/^NodeID/i.test(id) ? 'node ID' : 'address');
const pluralOf = (id: string): string => (nounOf(id) === 'address' ? 'addresses' : 'node IDs');

const refuseOrder = (id: string, name: string, place: string): InvalidField =>
	new InvalidField(
		`the ${nounOf(id)} comes first in ${place}`,
		undefined,
		`Enter ${id} = ${name}.`,
	);

/** Refuses a second ID on a line, and an ID after the name. */
function demandName(id: string, name: string, place: string, rule: IdRule): void {
	const { takes, form } = rule;
	demandShort(name, place);
	if (form !== undefined && name.includes('='))
		throw new InvalidField(`must have one "${form}" in ${place}: give each a line of its own`);
	if (form !== undefined) return;
	const isId = (text: string): boolean => takes(idIn(text, takes));
	const [ahead, ...further] = splitWords(id).filter(isId);
	const behind = name.split(/[\s,;=]+/).find(isId);
	// A one-line field joins pasted lines into one.
	if (further.length || (behind !== undefined && isId(id)))
		throw new InvalidField(
			`has ${further.length > 1 ? 'several' : 'two'} ${pluralOf(ahead)} in ${place}: give each with a name a line of its own`,
			undefined,
			`Enter ${sayLines(`${id} = ${name}`, rule)}.`,
		);
	if (behind === undefined) return;
	const called = toLine(`${id} ${name.replace(behind, '')}`);
	throw refuseOrder(idIn(behind, takes), called, place);
}

/** The lines that one line with several IDs is probably meant as: `A = a` and below it `B = b`. */
function sayLines(line: string, { takes, needsNames }: IdRule): string {
	const found = [...line.matchAll(/[^\s,;|=]+/g)].filter(([text]) => takes(idIn(text, takes)));
	const lines = found.map(({ 0: id, index }, i) => {
		const name = line
			.slice(index + id.length, found[i + 1]?.index)
			.replace(/^[\s,;|=]+|[\s,;|=]+$/g, '');
		if (splitWords(name).length) return `${idIn(id, takes)} = ${toLine(name)}`;
		return needsNames ? `${idIn(id, takes)} = ...` : idIn(id, takes);
	});
	const shown = lines.slice(0, mostLines);
	return sayFew([shown.join(' and below it ')], lines.length - shown.length);
}

/** More lines would hide the advice. */
const mostLines = 3;

const toLine = (text: string): string => shorten(text.replace(/\s+/g, ' ').trim(), longestShown);
/** A name with its group is seldom longer. */
const longestShown = 80;

/** The bullet of a list entry, and the beginning of a line that only people read. */
const bullet = /^[ \t]*(?:[-*+\u2022\u2023\u25e6\u00b7\u2013\u2014]|\d{1,4}[.)])\s+/;
const remark = /^[ \t]*(?:#|\/\/)/;
const marks = new RegExp(`${bullet.source}|${remark.source}`, 'm');

/** True if the text surely has more than IDs: names, bullets or remarks. */
export const hasSureMarks = (entered: unknown): boolean =>
	hasNames(entered) ||
	(typeof entered === 'string' && (marks.test(entered) || hasColumns(entered)));

/** The same, also for a name behind a comma. Where names stand for IDs, that may be another ID. */
export const hasMarks = (entered: unknown): boolean =>
	hasSureMarks(entered) || (typeof entered === 'string' && hasPairs(entered));

/** True if only people read the line. Refuses one with an ID, because it may be meant. */
function isRemark(line: string, place: string, takes: IdRule['takes']): boolean {
	if (!remark.test(line)) return false;
	const ids = splitWords(line.replace(remark, '')).map((text) => idIn(text, takes));
	const id = ids.find(takes);
	if (id !== undefined)
		throw new InvalidField(
			`${/^a/.test(nounOf(id)) ? 'an' : 'a'} ${nounOf(id)} stands behind # in ${place}`,
			undefined,
			'Remove the # to use this line, or remove the line.',
		);
	return true;
}

/** True for text that is probably meant as an ID, even a wrong one. */
export const isLikeId = (text: string): boolean =>
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

/** True for a part of an ID, or for a name of ENS, which is meant as an address. */
const isLikeAddress = (text: string): boolean =>
	isLikeId(text) || /^[\da-f]{6,}$/i.test(text) || /^\S+\.eth$/i.test(text);

/** An ID and its name with a comma between them, as in a CSV file. */
function readPair(line: string): Pick<Named, 'id' | 'name'> | undefined {
	if (line.length > longestLine || !line.includes(',')) return undefined;
	const cells = /^\s*("?)([^",]+)\1\s*,\s*(?:"([^"]*)"|([^",]+))[\s,]*$/.exec(line);
	if (!cells) return undefined;
	const [id, name] = [cells[2].trim(), (cells[3] ?? cells[4]).trim()];
	return isLikeId(id) && name !== '' && !isLikeAddress(name) ? { id, name } : undefined;
}

const hasPairs = (entered: string): boolean =>
	entered.includes(',') && linesOf(entered).some((line) => readPair(line));

/**
 * The entries of a line, with or without a name: a field of one line joins lines with commas, and people do. A comma with
 * no ID behind it belongs to the name.
 */
function splitNamed(line: string, takes: IdRule['takes']): string[] {
	const isNamed = (part: string): boolean => {
		const sign = signOf(part);
		return sign > 0 && isLikeId(part.slice(0, sign).trim()) && part.slice(sign + 1).trim() !== '';
	};
	const parts: string[] = [];
	for (const piece of line.split(/(?<=[,;])/)) {
		const isEntry = isNamed(piece) || takes(idIn(withoutEnd(piece), takes));
		if (isEntry || !parts.length) parts.push(piece);
		else parts.push(`${parts.pop()}${piece}`);
	}
	const entries = parts.map(withoutEnd);
	const withName = entries.filter(isNamed).length;
	// The name behind several IDs may be that of all.
	return withName > 0 && entries.slice(0, withName).every(isNamed) ? entries : [line];
}

const withoutEnd = (part: string): string => part.replace(/[\s,;]+$/, '').trimStart();

/** Refuses a name followed by its ID, as in "Frankfurt-1: NodeID-...". Behind a comma, the ID is an entry of its own. */
function demandOrder(line: string, place: string, takes: IdRule['takes']): void {
	const entries = splitWords(line);
	const last = entries.pop() ?? '';
	const id = idIn(last, takes);
	if (!entries.length || entries.some(isLikeId) || !takes(id)) return;
	const name = toLine(line.slice(0, line.lastIndexOf(last)).replace(/[\s:|\u2010-\u2015-]+$/, ''));
	if (name === '' || /[,;]/.test(name)) return;
	throw refuseOrder(id, name, place);
}

/** Refuses an ID followed by a name without "=" before it. */
function demandSign(line: string, place: string, takes: IdRule['takes']): void {
	if (line.length > longestLine) return;
	demandOrder(line, place, takes);
	const [first = '', ...others] = splitWords(line);
	const id = idIn(first, takes);
	if (!others.length || others.some(isLikeId) || !takes(id)) return;
	const name = toLine(line.slice(line.indexOf(first) + first.length).replace(/^[\s,;:|-]+/, ''));
	if (name === '') return;
	throw new InvalidField(
		`a name needs "=" before it in ${place}`,
		undefined,
		`Enter ${id} = ${name}.`,
	);
}

/** Longer texts are lists of IDs without names. */
const longestText = 10_000;

/** Refuses a text with such lines. */
export function demandSigns(entered: unknown, takes: IdRule['takes']): void {
	if (typeof entered !== 'string' || entered.length > longestText) return;
	const faults = new Faults();
	for (const [i, line] of linesOf(entered).entries()) {
		const place = `line ${i + 1}`;
		faults.check(place, () => demandSign(line, place, takes));
	}
	faults.throwFirst();
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** "NodeID - 7Xhw..." is one ID, though written wrongly. */
const isApart = (line: string): boolean => /^\s*node\s?id\s*[-:\u2010-\u2015]?\s/i.test(line);

/** Reads one ID with its name, or several IDs without names. */
function readLine(entered: string, place: string, reading: IdRule): Named[] {
	const { needsNames, takes } = reading;
	if (isRemark(entered, place, takes)) return [];
	const line = entered.replace(bullet, '');
	if (signOf(line) >= 0) {
		const parts = reading.form === undefined ? splitNamed(line, takes) : [line];
		return parts.map((part, i) => readPart(part, placeIn(place, parts, i), reading));
	}
	const columns = reading.form === undefined ? (readColumns(line) ?? readPair(line)) : undefined;
	if (columns) return [{ place, ...columns }];
	if (needsNames && reading.form === undefined) demandSign(line, place, takes);
	if (needsNames) throw refuseUnnamed(line, place, reading);
	if (isApart(line)) return [{ place, id: line.trim(), name: undefined }];
	demandSign(line, place, takes);
	const ids = splitWords(line);
	return ids.map((id, i) => ({ place: placeIn(place, ids, i), id, name: undefined }));
}

const refuseUnnamed = (
	line: string,
	place: string,
	{ form = 'ID = name', howTo }: IdRule,
): InvalidField =>
	new InvalidField(`must have "${form}" in ${place}, not ${show(line)}`, undefined, howTo);

const placeIn = (line: string, entries: string[], i: number): string =>
	entries.length > 1 ? `entry ${i + 1} of ${line}` : line;

/** A name with a comma is often quoted, as in a CSV file. */
const withoutQuotes = (name: string): string => name.replace(/^\s*"([^"]*)"\s*$/, '$1');

function readPart(part: string, place: string, reading: IdRule): Named {
	const sign = signOf(part);
	if (sign < 0 && reading.needsNames) throw refuseUnnamed(part, place, reading);
	if (sign < 0) return { place, id: part, name: undefined };
	const [id, name] = [part.slice(0, sign).trim(), withoutQuotes(part.slice(sign + 1))];
	demandName(id, name, place, reading);
	return { place, id, name };
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

/** JSON in a text is often cut off or written wrongly. */
const refuseJson = ({ form = 'ID = name' }: IdRule): InvalidField =>
	new InvalidField(
		'this is JSON as text',
		undefined,
		`Enter one "${form}" per line. Or use an expression that returns the object or the list itself.`,
	);

/** Longer texts are no rows that an expression wrote as text. */
const longestRows = 200_000;

/** Rows that an expression gave as JSON text. Text with faults stays as it is. */
export function rowsIn(entered: unknown): unknown {
	if (typeof entered !== 'string' || entered.length > longestRows) return entered;
	if (!/^\s*\[\s*\{/.test(entered)) return entered;
	try {
		return parseJson(entered);
	} catch {
		return entered;
	}
}

/** Reads the entries of a text, of rows, or of an object of names by ID. The caller throws the faults. */
export function* listNamed(
	entered: unknown,
	reading: IdRule,
	faults: Faults,
): Generator<void, Named[]> {
	const value = rowsIn(entered);
	if (Array.isArray(value))
		return yield* gather(value, (row, i) => {
			const place = `row ${i + 1}`;
			return faults.check(place, () => readRow(row, place, reading)) ?? [];
		});
	const entries = isRecord(value) ? Object.entries(value) : [];
	if (entries.length) {
		return entries.some(([key]) => reading.takes(key.trim()))
			? entries.map(readEntry)
			: readRow(value, 'its row', reading);
	}
	if (typeof value === 'string' && /^\s*(?:\{|\[\s*\{)/.test(value)) throw refuseJson(reading);
	if (typeof value !== 'string')
		throw new InvalidField(`must be ${reading.rule}, not ${show(value)}`);
	return yield* gather(linesOf(value), (line, i) => {
		const place = `line ${i + 1}`;
		const read = () => (line.trim() ? readLine(line, place, reading) : []);
		return faults.check(place, read) ?? [];
	});
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
