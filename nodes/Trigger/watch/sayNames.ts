/** Names validators and addresses in messages: by the user's names, or else by shortened IDs. */
import { groupOf, nameOf } from '../../shared/fields/names';
import { sayId } from '../../shared/values/foreign';
import { shortenNodeId } from '../../shared/values/ids';
import type { WatchSettings } from './model';
import { addressOf } from './tokenKeys';

/** So many have a line of their own. More make a message unreadable. */
const mostLines = 5;

/** Those with names of the user come before other IDs. */
function putNamedFirst(keys: string[], { names }: WatchSettings): string[] {
	const isNamed = (key: string): boolean => !!nameOf(names, key);
	const others = keys.filter((key) => !isNamed(key));
	return [...keys.filter(isNamed), ...others];
}

/** The validators with a line of their own in a message about many. */
export const pickNamed = (keys: string[], settings: WatchSettings): string[] =>
	putNamedFirst(keys, settings).slice(0, mostLines);

/** "NodeID-MFrZ...xXZ", "0x8db9...52FC" or "P-avax18j...lre5". */
export const shortenSubject = (id: string): string => {
	const [, start, end] = /^(0x.{4}|P-.{8}).+(.{4})$/.exec(id) ?? [];
	return start ? `${start}...${end}` : shortenNodeId(id);
};

export const sayShort = (key: string, { names }: Pick<WatchSettings, 'names'>): string =>
	nameOf(names, addressOf(key)) ?? shortenSubject(sayId(addressOf(key)));

/** "Frankfurt-1 (fra)". No name ends in square brackets, so the group never completes a Markdown link. */
const sayWithGroup = (key: string, settings: WatchSettings): string => {
	const group = groupOf(settings.names, key);
	return `${sayShort(key, settings)}${group === undefined ? '' : ` (${group})`}`;
};

/** A longer list hides what else a message says. */
const mostListed = 20;
const longestList = 300;

/** "Frankfurt-1 (fra), Zurich-2 and 3 more". With `group`, the message has named the group already. */
export function listShort(keys: string[], settings: WatchSettings, group?: string): string {
	const say = group === undefined ? sayWithGroup : sayShort;
	const said = putNamedFirst(keys, settings)
		.slice(0, mostListed)
		.map((key) => say(key, settings));
	const lengthTo = (i: number): number => said.slice(0, i + 1).join(', ').length;
	const listed = said.filter((_, i) => i < mostLines || lengthTo(i) <= longestList);
	const rest = keys.length - listed.length;
	return rest ? `${listed.join(', ')} and ${rest} more` : listed.join(', ');
}

/** More IDs of strangers say nothing to the reader. */
const mostStrangers = 3;

/** The same, where all that the source lists are watched: of many, only those with names of the user are his. */
export function listOwn(keys: string[], settings: WatchSettings): string {
	const { names, nodeIds } = settings;
	if (nodeIds.length || keys.length <= mostStrangers) return listShort(keys, settings);
	const named = keys.filter((key) => nameOf(names, key));
	const strangers = keys.length - named.length;
	const parts = [
		...(named.length ? [listShort(named, settings)] : []),
		...(strangers ? [`${strangers} without a name`] : []),
	];
	return parts.join(', and ');
}
