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
import { hasMarks } from './namedEntries';

/** True if the validator has this name, in any case, with or without its group. */
export const isCalled = ({ name, group }: Called, entered: string): boolean =>
	name !== undefined &&
	[name, `${name} [${group}]`].some((each) => each.toLowerCase() === entered.toLowerCase());

export const isOfGroup = ({ group }: Called, entered: string): boolean =>
	group !== undefined && keyOfCalled(group) === keyOfCalled(entered);

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
	const found = Object.keys(names).find((id) => isNodeId(id) && isCalled(names[id], wanted));
	if (found !== undefined) return found;
	const isMeantAsId = /^NodeID-/i.test(wanted);
	if (isMeantAsId || !isLikeName(wanted)) return entered;
	const members = Object.keys(names).filter((id) => isOfGroup(names[id], wanted));
	if (members.length)
		throw new InvalidField(
			`${show(wanted)} is the name of a group`,
			undefined,
			`Enter one of its validators: ${sayNamed(members.map((id) => show(names[id].name ?? id)))}.`,
		);
	throw new InvalidField(
		`no validator is called ${show(wanted)}`,
		undefined,
		`${sayNamesAlone(names, isNodeId)} Or enter the node ID, which begins with NodeID-.`,
	);
}

const membersOf = (wanted: string, names: Names): string[] =>
	Object.keys(names).filter((id) => isEvmAddress(id) && isOfGroup(names[id], wanted));

/** The lines "address = name" of one name, or of all members of a group. An address gets its name, if it has one. */
function toLines(entered: string, names: Names): string[] {
	const wanted = entered.trim();
	const toLine = (id: string): string => {
		const name = nameOf(names, id);
		return name === undefined ? id : `${String(toChecksumAddress(id))} = ${name}`;
	};
	if (isEvmAddress(wanted)) return [toLine(wanted)];
	if (!isLikeName(wanted)) return [entered];
	const found = Object.keys(names).filter((id) => isEvmAddress(id) && isCalled(names[id], wanted));
	if (found.length > 1)
		throw new InvalidField(
			`${show(wanted)} is the name of ${found.length} addresses`,
			undefined,
			`Enter one of them: ${found.join(', ')}. Or give each another name.`,
		);
	const meant = found.length ? found : membersOf(wanted, names);
	if (meant.length) return meant.map(toLine);
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
			hasMarks(line) ? line : line.split(/[,;]/).flatMap((part) => toLines(part, names)),
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
