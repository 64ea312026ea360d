/** Finds validators and wallets by the names that a user gave them. */
import { sayFew } from '../values/lists';
import { isEvmAddress, toChecksumAddress } from '../values/checksum';
import { isNodeId } from '../values/ids';
import { keyOfCalled, type Called } from './called';
import { isLikeName } from './fixes';
import { describeInvalid, InvalidField, show } from './invalid';
import type { Field } from './fields';
import { isLocator, located } from './located';
import { nameOf, type Names } from './names';
import { hasSureMarks } from './namedEntries';

type Kind = 'name' | 'group';

/** How a name is written, with or without its group, and a group. The first form is that of {@link findCalled}. */
const formsOf: Record<Kind, (called: Called) => string[]> = {
	name: ({ name, group }) => (name === undefined ? [] : [name, `${name} [${group}]`]),
	group: ({ group }) => (group === undefined ? [] : [group]),
};

/** A name as people and models say it, who write blanks and dashes as they like. */
const spokenKey = (called: string): string =>
	keyOfCalled(called).replace(/[\s_\p{Dash_Punctuation}]/gu, '');

interface FoundByName {
	kind: Kind;
	ids: string[];
}

type Written = 'exact' | 'spoken';
const keysBy: Record<Written, (called: string) => string> = {
	exact: keyOfCalled,
	spoken: spokenKey,
};

/** The IDs by key, made once for names that many items search. */
type Index = Record<Written, Record<Kind, Map<string, string[]>>>;
const indexes = new WeakMap<Names, Index>();

function indexBy(names: Names, written: Written, kind: Kind): Map<string, string[]> {
	const index = new Map<string, string[]>();
	for (const [id, called] of Object.entries(names))
		for (const key of new Set(formsOf[kind](called).map(keysBy[written]))) {
			const ids = index.get(key) ?? [];
			ids.push(id);
			index.set(key, ids);
		}
	return index;
}

function indexOf(names: Names): Index {
	const known = indexes.get(names);
	if (known) return known;
	const both = (written: Written) => ({
		name: indexBy(names, written, 'name'),
		group: indexBy(names, written, 'group'),
	});
	const made = { exact: both('exact'), spoken: both('spoken') };
	indexes.set(names, made);
	return made;
}

/**
 * The IDs of a name or a group, in any case. If none is written so, those of the only one that differs by blanks and
 * dashes alone. A name goes before a group.
 */
export function findCalled(
	names: Names,
	entered: string,
	isMeant: (id: string) => boolean = () => true,
	kinds: Kind[] = ['name', 'group'],
): FoundByName | undefined {
	const list = (written: Written): FoundByName[] =>
		kinds.map((kind) => {
			const ids = indexOf(names)[written][kind].get(keysBy[written](entered)) ?? [];
			return { kind, ids: ids.filter(isMeant) };
		});
	const isOne = ({ kind, ids }: FoundByName): boolean =>
		new Set(ids.map((id) => keyOfCalled(formsOf[kind](names[id])[0]))).size === 1;
	const exact = list('exact').find(({ ids }) => ids.length);
	if (exact || !spokenKey(entered)) return exact;
	return list('spoken').find(isOne);
}

const shownNames = 8;

const sayNamed = (shown: string[]): string =>
	sayFew(shown.slice(0, shownNames), shown.length - shownNames);

/** For a field that takes names and groups. */
export const sayNames = (names: Names): string =>
	sayGiven(
		'Names and groups',
		Object.values(names).flatMap(({ name, group }) => [name ?? [], group ?? []].flat()),
	);

/** For a field that takes names alone. `isMeant` tells the IDs that it takes. */
export const sayNamesAlone = (names: Names, isMeant: (id: string) => boolean): string =>
	sayGiven(
		'Names',
		Object.keys(names).flatMap((id) => (isMeant(id) && names[id].name) || []),
	);

function sayGiven(what: string, called: string[]): string {
	const given = [...new Set(called)];
	return given.length
		? `${what} that you gave: ${sayNamed(given.map(show))}.`
		: 'No name is given yet: write ID = name where the validators or addresses are entered.';
}

/** The node ID of a name. Anything else stays as it was entered. */
function findNodeId(entered: unknown, names: Names): unknown {
	const wanted = typeof entered === 'string' ? entered.trim() : '';
	if (wanted === '' || isNodeId(wanted)) return entered;
	const found = findCalled(names, wanted, isNodeId);
	if (found?.kind === 'name') return found.ids[0];
	const isMeantAsId = /^NodeID-/i.test(wanted);
	if (isMeantAsId || !isLikeName(wanted)) return entered;
	if (found)
		throw new InvalidField(
			`${show(wanted)} is the name of a group`,
			undefined,
			`Enter one of its validators: ${sayNamed(found.ids.map((id) => show(names[id].name ?? id)))}.`,
		);
	throw new InvalidField(
		`no validator is called ${show(wanted)}`,
		undefined,
		`${sayNamesAlone(names, isNodeId)} Or enter the node ID, which begins with NodeID-.`,
	);
}

/** The lines "address = name" of one name, or of all members of a group. An address gets its name, if it has one. */
function toLines(entered: string, names: Names): string[] {
	const wanted = entered.trim();
	const toLine = (id: string): string => {
		const name = nameOf(names, id);
		return name === undefined ? id : `${String(toChecksumAddress(id))} = ${name}`;
	};
	if (isEvmAddress(wanted)) return [toLine(wanted)];
	if (!isLikeName(wanted)) return [entered];
	const { kind, ids = [] } = findCalled(names, wanted, isEvmAddress) ?? {};
	if (kind === 'name' && ids.length > 1)
		throw new InvalidField(
			`${show(wanted)} is the name of ${ids.length} addresses`,
			undefined,
			`Enter one of them: ${ids.join(', ')}. Or give each another name.`,
		);
	if (ids.length) return ids.map(toLine);
	throw new InvalidField(
		`no address is called ${show(wanted)}`,
		undefined,
		`${sayNames(names)} Or enter the address, which begins with 0x.`,
	);
}

/** Lines with names of their own stay as they are. */
const toAddressLines = (entered: string, names: Names): string =>
	entered
		.split(/\r\n|\r|\n/)
		.flatMap((line) =>
			hasSureMarks(line) ? line : line.split(/[,;]/).flatMap((part) => toLines(part, names)),
		)
		.join('\n');

const toAddresses = (entered: unknown, names: Names): unknown => {
	if (Array.isArray(entered)) return entered.flatMap((one) => toAddresses(one, names));
	return typeof entered === 'string' ? toAddressLines(entered, names) : entered;
};

/** The entered value with IDs in place of names. Throws an InvalidField that names the field. */
export function toIds(field: Field, entered: unknown, names: Names): unknown {
	try {
		if (field.holds === 'evmAddress') return toAddresses(located(entered), names);
		if (Array.isArray(entered)) return entered.map((one) => findNodeId(one, names));
		return isLocator(entered)
			? { ...entered, value: findNodeId(entered.value, names) }
			: findNodeId(entered, names);
	} catch (error) {
		throw describeInvalid(field, error);
	}
}
