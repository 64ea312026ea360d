/** Finds validators by the names that a user gave them. */
import { sayFew } from '../values/lists';
import { isNodeId } from '../values/ids';
import { keyOfCalled, type Called } from './called';
import { isLikeName } from './fixes';
import { describeInvalid, InvalidField, show } from './invalid';
import type { Field } from './fields';
import { isLocator } from './located';
import type { Names } from './names';

/** True if the validator has this name, in any case, with or without its group. */
export const isCalled = ({ name, group }: Called, entered: string): boolean =>
	name !== undefined &&
	[name, `${name} [${group}]`].some((each) => each.toLowerCase() === entered.toLowerCase());

export const isOfGroup = ({ group }: Called, entered: string): boolean =>
	group !== undefined && keyOfCalled(group) === keyOfCalled(entered);

const shownNames = 8;

const sayNamed = (shown: string[]): string =>
	sayFew(shown.slice(0, shownNames), shown.length - shownNames);

export function sayNames(names: Names): string {
	const called = Object.values(names).flatMap(({ name, group }) =>
		[name ?? [], group ?? []].flat(),
	);
	const given = [...new Set(called)];
	return given.length
		? `Names and groups that you gave: ${sayNamed(given.map(show))}.`
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
		`${sayNames(names)} Or enter the node ID, which begins with NodeID-.`,
	);
}

/** The entered value with node IDs in place of names. Throws an InvalidField that names the field. */
export function toNodeIds(field: Field, entered: unknown, names: Names): unknown {
	try {
		if (Array.isArray(entered)) return entered.map((one) => findNodeId(one, names));
		return isLocator(entered)
			? { ...entered, value: findNodeId(entered.value, names) }
			: findNodeId(entered, names);
	} catch (error) {
		throw describeInvalid(field, error);
	}
}
