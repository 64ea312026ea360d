/** Names that people give to validators and addresses: `NodeID-... = Frankfurt-1`, a line for each. */
import { isEvmAddress } from './checksum';
import { InvalidField, show, type Field } from './fields';
import { isBech32Address, isNodeId } from './ids';
import { isRecord } from './records';

/** By node ID or address, in the one form in which {@link nameOf} looks for it. */
export type Names = Record<string, string>;

const longestName = 60;

const canBeNamed = (id: string): boolean => isNodeId(id) || isEvmAddress(id) || isBech32Address(id);

/** One form for what is written in several: an EVM address in any case, a bech32 address with or without its chain. */
const toKey = (id: string): string =>
	id.startsWith('0x') ? id.toLowerCase() : id.replace(/^[PXC]-/, '');

/** The name that was given to a node ID or an address, if any. */
export function nameOf(names: Names | undefined, id: string): string | undefined {
	const key = toKey(id);
	return names && Object.hasOwn(names, key) ? names[key] : undefined;
}

/** One ID with its name, and where it stands: "line 3". */
export interface Named {
	place: string;
	id: string;
	name: unknown;
}

/** What a field with a name is called, the surest first. */
const nameFields = [/^name$/i, /name|label|alias|title/i];

/** What is said of IDs. */
export interface Reading {
	rule: string;
	needsNames: boolean;
	/** Which IDs it may hold, and what they are called. */
	takes: (id: string) => boolean;
	called: string;
}

/** One ID with its name, or several IDs without. */
function readLine(line: string, place: string, { needsNames }: Reading): Named[] {
	const [id, ...rest] = line.split('=');
	if (rest.length) return [{ place, id: id.trim(), name: rest.join('=') }];
	if (needsNames) throw new InvalidField(`must have "ID = name" in ${place}, not ${show(line)}`);
	const ids = line.split(/[,;\s]+/).filter((text) => text !== '');
	const placeOf = (i: number) => (ids.length > 1 ? `entry ${i + 1} of ${place}` : place);
	return ids.map((id, i) => ({ place: placeOf(i), id, name: undefined }));
}

/** A row of a table, also as an item of n8n: whichever field holds an ID, and one that is called a name. */
function readRow(row: unknown, place: string, reading: Reading): Named[] {
	if (typeof row === 'string') return readLine(row, place, reading);
	const fields = isRecord(row) && isRecord(row.json) ? row.json : row;
	if (!isRecord(fields))
		throw new InvalidField(`must have an object in ${place}, not ${show(row)}`);
	const isIdentity = (value: unknown) => typeof value === 'string' && reading.takes(value.trim());
	const ids = Object.values(fields).filter(isIdentity) as string[];
	if (!ids.length) throw new InvalidField(`has no ${reading.called} in ${place}`);
	const others = Object.entries(fields).filter(([, value]) => !isIdentity(value));
	const name = nameFields
		.map((called) => others.find(([key]) => called.test(key))?.[1])
		.find((value) => value !== undefined);
	return ids.map((id) => ({ place, id: id.trim(), name }));
}

/** What was entered, entry by entry: text, rows, or an object of names by ID. */
export function listNamed(value: unknown, reading: Reading): Named[] {
	if (Array.isArray(value)) return value.flatMap((row, i) => readRow(row, `row ${i + 1}`, reading));
	const entries = isRecord(value) ? Object.entries(value) : [];
	if (entries.length) {
		return entries.some(([key]) => reading.takes(key.trim()))
			? entries.map(([id, name]) => ({ place: `entry ${show(id)}`, id: id.trim(), name }))
			: readRow(value, 'its row', reading);
	}
	if (typeof value !== 'string')
		throw new InvalidField(`must be ${reading.rule}, not ${show(value)}`);
	return value
		.split(/\r\n|\r|\n/)
		.map((line, i) => [line, `line ${i + 1}`])
		.filter(([line]) => line.trim())
		.flatMap(([line, place]) => readLine(line, place, reading));
}

/** A name as one line of text. */
function readName({ name, place }: Named): string {
	const isGiven = typeof name === 'string' || typeof name === 'number';
	const text = isGiven ? String(name).replace(/\s+/g, ' ').trim() : '';
	if (!text) throw new InvalidField(`has no name in ${place}`);
	if (text.length > longestName || !text.isWellFormed())
		throw new InvalidField(
			`must have a name of at most ${longestName} characters in ${place}, not ${show(text)}`,
		);
	return text;
}

const ofNames: Reading = {
	rule: 'lines "ID = name", a list of rows with an ID and a name, or an object of names by ID',
	needsNames: true,
	takes: canBeNamed,
	called: 'node ID or address',
};

/** The IDs in their order, and the names that they have. Throws an InvalidField that says in which line or row something is wrong. */
export function collect(entries: Named[], { needsNames, takes, called }: Reading) {
	const ids: string[] = [];
	const names: Names = {};
	const placeOf = new Map<string, string>();
	const claim = (text: string, what: string, place: string) => {
		const first = placeOf.get(what);
		if (first) throw new InvalidField(`has ${show(text)} twice: in ${first} and in ${place}`);
		placeOf.set(what, place);
	};
	for (const entry of entries) {
		const { id, place } = entry;
		if (!takes(id)) throw new InvalidField(`has no valid ${called} in ${place}: ${show(id)}`, id);
		ids.push(id);
		if (!needsNames && (entry.name ?? '') === '') continue;
		const name = readName(entry);
		claim(id, toKey(id), place);
		// Two validators of one name could not be told apart in a message; addresses may share their owner's.
		if (isNodeId(id)) claim(name, `name ${name}`, place);
		names[toKey(id)] = name;
	}
	return { ids, names: Object.keys(names).length ? names : undefined };
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
	rule: ofNames.rule,
	encode: (value) => collect(listNamed(value, ofNames), ofNames).names,
};
