/** Names of nobody: a wrong ID that is valid goes unnoticed otherwise. */
import { sayId } from '../values/foreign';
import { isNodeId } from '../values/ids';
import { listFew } from '../values/lists';
import { nameOf, type Names } from './names';

const mostNamed = 5;

const places = {
	chosen: 'not among those chosen',
	listed: 'not in the list of validators',
};

/** The named node IDs that are not there. Names of addresses are for other fields. */
export const listStrays = (names: Names, isThere: (nodeId: string) => boolean): string[] =>
	Object.keys(names).filter((id) => isNodeId(id) && !isThere(id));

/** Undefined if there are none. */
export function sayStrays(
	strays: string[],
	names: Names,
	missingIn: keyof typeof places,
): string | undefined {
	const callOne = (id: string): string => {
		const name = nameOf(names, id);
		return name === undefined ? sayId(id) : `${name} (${sayId(id)})`;
	};
	const said = listFew(strays, mostNamed, callOne);
	return said.length ? `Names: ${places[missingIn]}: ${said.join(', ')}.` : undefined;
}
