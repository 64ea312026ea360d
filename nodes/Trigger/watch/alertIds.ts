/** IDs of alerts: of network, chain, validator and condition, so that all who watch the same name it the same. */
import { hash, markOf } from '../../feeds/identity';
import { identityOf } from './conditions';
import {
	isOfAddresses,
	ownKey,
	sourceKey,
	type GroupNotice,
	type Notice,
	type WatchSettings,
} from './model';
import { listMembers } from './namedGroups';
import { nameChoice, nameSource, placeOf, type Past } from './past';
import type { Reading, View } from './readings';

/** Of more changes of the node or network than this the oldest is forgotten. */
const mostViews = 4;

/** The views with that of this reading: an alert keeps its ID if the credential changes while it lasts. */
export function trackViews({ cursor }: Past, reading: Reading): View[] {
	const { at, network: seen } = reading;
	const node = markNode(reading);
	if (!cursor) return [{ since: 0, network: seen, node }];
	const views = cursor.views ?? [];
	const last = views.at(-1);
	const isSameNode = last?.node === node;
	const network = seen ?? (isSameNode ? last?.network : undefined);
	if (last && isSameNode && last.network === network) return views;
	return [...views, { since: at, network, node }].slice(-mostViews);
}

/** Of the URL of the queried node. */
export const markNode = ({ node = '' }: Reading): string => markOf(node, 8);

function viewAt(reading: Reading, since: number): View | undefined {
	const { views, network } = reading;
	if (!views) return { since: 0, network, node: markNode(reading) };
	return views.findLast((view) => view.since <= since);
}

/** The alerts of one kind in one trigger. */
export const aboutOf = ({ alert }: Notice, settings: WatchSettings) => [
	settings.scope,
	settings.source,
	placeOf(settings),
	alert.event,
];

/** A chain of an L1 has an ID that no other network has; the source and the node itself are told apart by the node. */
function nameSubject(key: string, view: View, settings: WatchSettings): string[] {
	const chain = settings.blockchainId || settings.subnetId;
	if (key === sourceKey || key === ownKey) return [chain, `node ${view.node}`];
	if (isOfAddresses(settings.source))
		return [nameSource(settings), view.network ?? `node ${view.node}`, key];
	return [chain || `Primary Network ${view.network ?? ''}`, key];
}

/** The same whenever the condition begins, lasts and ends for this validator, in whichever trigger. */
export function alertIdOf(notice: Notice, settings: WatchSettings, reading: Reading): string {
	const { alert, key, since } = notice;
	const view = viewAt(reading, since);
	if (!view) return hash(...aboutOf(notice, settings), key, since);
	const rule = identityOf(alert, settings);
	const which = rule === undefined ? [] : [rule];
	return hash('alert', ...nameSubject(key, view, settings), alert.event, ...which);
}

/** Of an item about many: of all that are watched together, or of all in the group, whatever that is called. */
export function groupAlertIdOf(
	{ notices, group }: GroupNotice,
	began: number,
	settings: WatchSettings,
	reading: Reading,
): string {
	const [notice] = notices;
	const view = viewAt(reading, began);
	const members = group === undefined ? [] : listMembers(notice.key, settings);
	if (!view) return hash(...aboutOf(notice, settings), 'group', ...members, began);
	const whom = members.length ? `all of ${members.join()}` : `many of ${nameChoice(settings)}`;
	const subject = nameSubject(whom, view, settings);
	return hash('alert', ...subject, notice.alert.event);
}
