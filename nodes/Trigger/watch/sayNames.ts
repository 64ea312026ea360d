/** Names validators and addresses in messages: by the user's names, or else by shortened IDs. */
import { groupOf, nameOf } from '../../shared/fields/names';
import { sayId } from '../../shared/values/foreign';
import { shortenNodeId } from '../../shared/values/ids';
import type { WatchSettings } from './model';
import { addressOf } from './tokenKeys';

/** More names than this make a message unreadable. */
const mostNamed = 5;

/** The validators to name in a message about many: those with names of the user come before other IDs. */
export function pickNamed(keys: string[], { names }: WatchSettings): string[] {
	const isNamed = (key: string): boolean => !!nameOf(names, key);
	const others = keys.filter((key) => !isNamed(key));
	return [...keys.filter(isNamed), ...others].slice(0, mostNamed);
}

/** "NodeID-MFrZ...xXZ", "0x8db9...52FC" or "P-avax18j...lre5". */
export const shortenSubject = (id: string): string => {
	const [, start, end] = /^(0x.{4}|P-.{8}).+(.{4})$/.exec(id) ?? [];
	return start ? `${start}...${end}` : shortenNodeId(id);
};

export const sayShort = (key: string, { names }: WatchSettings): string =>
	nameOf(names, addressOf(key)) ?? shortenSubject(sayId(addressOf(key)));

/** "Frankfurt-1 (fra)". No name ends in square brackets, so the group never completes a Markdown link. */
const sayWithGroup = (key: string, settings: WatchSettings): string => {
	const group = groupOf(settings.names, key);
	return `${sayShort(key, settings)}${group === undefined ? '' : ` (${group})`}`;
};

/** "Frankfurt-1 (fra), Zurich-2 and 3 more". With `group`, the message has named the group already. */
export function listShort(keys: string[], settings: WatchSettings, group?: string): string {
	const picked = pickNamed(keys, settings);
	const rest = keys.length - picked.length;
	const say = group === undefined ? sayWithGroup : sayShort;
	const listed = picked.map((key) => say(key, settings)).join(', ');
	return rest ? `${listed} and ${rest} more` : listed;
}
