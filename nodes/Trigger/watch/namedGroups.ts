/** Notices of one poll about several members of a group of Names become one item. Nothing of this is remembered. */
import { keyOfCalled } from '../../shared/fields/called';
import { groupOf, haveGroups, type Names } from '../../shared/fields/names';
import { left } from './left';
import type { GroupNotice, Notice, Subject, WatchSettings } from './model';

const fewestMembers = 2;

const keyOf = (names: Names | undefined, key: string): string | undefined => {
	const group = groupOf(names, key);
	return group === undefined ? undefined : keyOfCalled(group);
};

const grouped = new WeakMap<Names, Map<string | undefined, string[]>>();

/** All IDs of each group. Cached, because each alert asks. */
function groupsOf(names: Names): Map<string | undefined, string[]> {
	const groups =
		grouped.get(names) ?? Map.groupBy(Object.keys(names).sort(), (id) => keyOf(names, id));
	grouped.set(names, groups);
	return groups;
}

/** All IDs in the group of this one, including IDs that nobody watches. */
export const listMembers = (key: string, { names }: WatchSettings): string[] =>
	(names && groupsOf(names).get(keyOf(names, key))) ?? [];

/**
 * Gathers notices of one alert and turn: several of one group become one, and the others stay as they are. `isTold` is
 * true if people know that the alert of a subject lasts.
 */
export function gatherGroups(
	notices: Notice[],
	subjects: ReadonlyMap<string, Subject>,
	{ names }: WatchSettings,
	isTold: (key: string) => boolean,
): Array<Notice | GroupNotice> {
	if (!haveGroups(names)) return notices;
	// A validator that has left meanwhile gets its own item, because its figures are no longer known.
	const gathered = Map.groupBy(notices, ({ key, alert, validator }) =>
		validator || alert === left ? keyOf(names, key) : undefined,
	);
	const watchedOf = Map.groupBy(subjects.keys(), (key) => keyOf(names, key));
	return [...gathered].flatMap(([group, members]): Array<Notice | GroupNotice> => {
		const [{ key: first, alert }] = members;
		// Balances and the checks of a node are never grouped.
		if (group === undefined || members.length < fewestMembers || !alert.words.manyBegan)
			return members;
		const watched = watchedOf.get(group)!;
		const inItem = new Set(members.map(({ key }) => key));
		return [
			{
				group: groupOf(names, first),
				notices: members,
				stillBad: watched.filter((key) => !inItem.has(key) && isTold(key)).sort(),
				watchedCount: watched.length,
			},
		];
	});
}
