/** Finds validators by the names that a user gave them. */
import { isNodeId } from '../values/ids';
import type { Called } from './called';
import { isLikeName } from './fixes';
import { describeInvalid, InvalidField, show } from './invalid';
import type { Field } from './fields';
import { isLocator } from './located';
import type { Names } from './names';

/** True if the validator has this name, in any case, with or without its group. */
export const isCalled = ({ name, group }: Called, entered: string): boolean =>
	name !== undefined &&
	[name, `${name} [${group}]`].some((each) => each.toLowerCase() === entered.toLowerCase());

const shownNames = 8;

export function sayNames(names: Names): string {
	const called = Object.values(names).flatMap(({ name, group }) =>
		[name ?? [], group ?? []].flat(),
	);
	const given = [...new Set(called)];
	const more = given.length > shownNames ? `, and ${given.length - shownNames} more` : '';
	return given.length
		? `Names and groups that you gave: ${given.slice(0, shownNames).map(show).join(', ')}${more}.`
		: 'No name is given yet: write ID = name where the validators or addresses are entered.';
}

/** The node ID of a name. Anything else stays as it was entered. */
function findNodeId(entered: unknown, names: Names): unknown {
	const wanted = typeof entered === 'string' ? entered.trim() : '';
	if (wanted === '' || isNodeId(wanted)) return entered;
	const found = Object.keys(names).filter((id) => isNodeId(id) && isCalled(names[id], wanted));
	if (found.length === 1) return found[0];
	if (found.length > 1)
		throw new InvalidField(
			`${show(wanted)} is the name of ${found.length} validators`,
			undefined,
			`Enter the node ID of one of them: ${found.join(', ')}. Or give each another name.`,
		);
	const isMeantAsId = /^NodeID-/i.test(wanted);
	if (isMeantAsId || !isLikeName(wanted)) return entered;
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
